"""Grounds as they are stored, and what they quote."""

from __future__ import annotations

from datetime import date

from mnemoscope.candidates import Ground, Matter
from mnemoscope.messages import message
from mnemoscope.suggest import grounds


def test_grounds_are_stored_with_their_days_and_sentences() -> None:
    inner = message("ground.term", word="pays", count=14)
    found = (
        Ground("subject", message("ground.subject", cosine=0.947, terms=inner)),
        Ground("expired", message("ground.expired", day=date(2025, 5, 1))),
    )
    assert grounds.restored(grounds.stored(found)) == found
    assert str(found[0].said) == "cosine 0.947; both hold pays (14 records)"


def test_the_rarest_words_are_named_first_and_three_at_most() -> None:
    said = grounds.subject(
        ["Sunday", "shift", "pays", "the"], 0.947, {"Sunday": 633, "shift": 412, "pays": 14, "the": 9000}
    )
    assert str(said.said) == "cosine 0.947; both hold pays (14 records), shift (412 records), Sunday (633 records)"


def test_a_long_text_is_quoted_in_one_short_line() -> None:
    assert grounds.quote("one\n two") == "one two"
    assert len(grounds.quote("word " * 100)) == grounds.QUOTED


def test_a_reason_quotes_nothing_of_another_record() -> None:
    said = message("ground.contradicted", text="a secret", newer_id="abcdef" + "0" * 26)
    assert str(grounds.reason(Ground("contradicted", said))) == "record abcdef says otherwise"
    own = Ground("expired", message("ground.expired", day=date(2025, 5, 1)))
    assert grounds.reason(own) == own.said


def test_a_verdict_on_a_date_to_look_again_is_of_that_date() -> None:
    due = Ground("review_due", message("ground.review_due", day=date(2025, 5, 1)))
    assert grounds.question(Matter.STALE, due) == "review_due 2025-05-01"
    assert grounds.question(Matter.DUPLICATE, due) == "pair"
