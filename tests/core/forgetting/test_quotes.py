"""What quotes a forgotten record, and what only resembles it."""

from __future__ import annotations

import pytest

from mnemoscope.forgetting.quotes import LEFT_OUT, Quotes, telling

QUOTES = Quotes(
    ["TICKET-48213 is closed", "The shift plan of Sunday changed", "!!!", "the", "4"],
    ["ticket-48213", "48213", "admon"],
)


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("what of TICKET-48213?", True),
        ("and ticket-48213", True),
        ("Admon's shift", True),
        ("he wrote: The shift plan of Sunday changed.", True),
        ("!!!", True),
        ("what a day!!!", False),
        ("on the 4th, at 4", False),
        ("which ticket is closed?", False),
        ("the shift plan", False),
        ("", False),
    ],
)
def test_question_quotes_that_holds_a_text_or_a_word_of_it_alone(said: str, holds: bool):
    assert QUOTES.hold(said) is holds


def test_title_quotes_that_is_the_beginning_of_a_text():
    assert QUOTES.entitle("The shift plan of…")
    assert QUOTES.entitle("About Admon")
    assert not QUOTES.entitle("The shift")
    assert not QUOTES.entitle("")


def test_label_loses_what_quotes_and_keeps_the_rest():
    parameters = {"record": "4f81c0", "act": {"message": "x", "parameters": {"question": "which?", "of": ["Admon", 3]}}}
    kept = {"record": "4f81c0", "act": {"message": "x", "parameters": {"question": "which?", "of": [LEFT_OUT, 3]}}}
    assert QUOTES.without(parameters, questions=False) == kept
    inner = QUOTES.without(parameters, questions=True)["act"]["parameters"]
    assert inner["question"] == LEFT_OUT


def test_stop_words_and_short_words_tell_nothing():
    assert {term for term, _ in telling("What is in the v2 of Admon's plan, 4 or 12?")} == {"admon", "plan"}
