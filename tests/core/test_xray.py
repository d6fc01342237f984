"""The X-ray shows the analyzer's own steps: its terms are the analyzer's terms, for any text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope import analysis
from mnemoscope.xray import Apart, Form, Meeting, Step, Way, match, xray

TEXTS = st.one_of(
    st.text(max_size=60),
    st.text(st.sampled_from("aBlLéßİıœŀ·1½_-./:@'’ʼ‑： \n\u00ad\u200c\u0301\u0640\ud800\x00م٣ُأשׁहिกิ東ターｶﾞй😀ﷺ한")),
    st.lists(
        st.sampled_from(
            ["The", "what", "Admon", "don't", "l'Admon", "O'Brien's", "v1.3.8", "est-ce", "Will", "ﬁn", "été", "東京都",
             "_x_", "deploy-v2.4.7", "I", "ﷺ", "e\u0301", "Straße", ".", ",", "…", "2024", "MNEMO_X"]
        ),
        max_size=12,
    ).map(" ".join),
)  # fmt: skip


def forms(text: str, is_question: bool = True) -> list[Form]:
    return [form for token in xray(text, is_question) for form in token.forms]


def steps(text: str) -> list[tuple[str, str]]:
    return [(made.step.value, made.text) for made in forms(text, is_question=False)[0].made]


def meeting(question: str, record: str, word: str | None = None) -> Meeting:
    return next(some for some in match(xray(question, True), xray(record, False)) if word in (None, some.token.surface))


@given(TEXTS, st.booleans())
def test_terms_are_those_of_the_analyzer(text: str, is_question: bool):
    assert [form.term for form in forms(text, is_question)] == analysis.terms(text)


@given(TEXTS)
def test_words_asked_for_are_those_of_the_question(text: str):
    terms, dropped = analysis.question_terms(text)
    found = forms(text)
    assert {form.term for form in found if form.asked} == {term.text for term in terms}
    distinctive = {form.term for form in found if form.asked and form.distinctive}
    assert distinctive == {term.text for term in terms if term.distinctive}
    assert bool(dropped) <= any(not form.asked for form in found)


@given(TEXTS, st.booleans())
def test_steps_lead_from_what_is_typed_to_the_term(text: str, is_question: bool):
    order = list(Step)
    for token in xray(text, is_question):
        assert token.surface == text[token.start : token.end]
        for form in token.forms:
            made = [form.surface, *(some.text for some in form.made)]
            assert made[-1] == form.term
            assert all(one != two for one, two in pairwise(made))
            assert [order.index(some.step) for some in form.made] == sorted(
                {order.index(some.step) for some in form.made}
            )


@given(TEXTS)
def test_text_meets_itself_in_every_word_asked_for(text: str):
    record = xray(text, False)
    for token, found in zip(record, match(xray(text, True), record), strict=True):
        asked = [form for form in found.token.forms if form.asked]
        assert not asked or token in [other for other, _ in found.met]


# ---------------------------------------------------------------- single steps


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("desplegar", [("cut", "desple")]),
        ("Été", [("case", "été"), ("marks", "ete")]),
        ("ﬁn", [("composed", "fin")]),
        ("Œuvre", [("case", "œuvre"), ("marks", "oeuvre")]),
        ("O'Brien", [("closed", "OBrien"), ("case", "obrien")]),
        ("ferry", []),
        ("Straße", [("case", "strasse"), ("cut", "strass")]),
    ],
)
def test_only_steps_that_change_something_are_listed(text: str, expected: list[tuple[str, str]]):
    assert steps(text) == expected


def test_identifier_is_kept_whole_and_gives_its_parts():
    ways = [(form.term, form.way, form.uncut) for form in forms("deploy-hotfix-v2")]
    assert ways == [
        ("deploy-hotfix-v2", Way.WHOLE, True),
        ("deploy", Way.PART, False),
        ("hotfix", Way.PART, False),
        ("v2", Way.PART, True),
    ]


def test_pairs_of_characters_overlap():
    found = xray("東京都", False)
    assert [(token.surface, token.forms[0].way) for token in found] == [("東京", Way.PAIR), ("京都", Way.PAIR)]


def test_elided_article_leans_and_is_dropped_from_a_question():
    article, name = xray("l'Admon", True)
    assert (article.forms[0].way, article.forms[0].stop, article.forms[0].asked) == (Way.LEANING, True, False)
    assert (name.forms[0].term, name.forms[0].asked) == ("admon", True)


def test_stop_word_is_indexed_in_a_record_and_dropped_from_a_question():
    assert [form.asked for form in forms("the ferry")] == [False, True]
    assert [form.asked for form in forms("the ferry", is_question=False)] == [True, True]
    assert [form.stop for form in forms("the ferry", is_question=False)] == [True, False]
    assert [form.asked for form in forms("to be or not to be")] == [True] * 6


def test_capital_is_a_name_inside_a_sentence_only():
    found = xray("What shift has Will?", True)
    assert [token.surface for token in found if token.named] == ["Will"]
    assert [form.distinctive for form in forms("What shift has Will?")] == [False, False, False, True]
    assert [form.asked for form in forms("What shift has Will?")] == [False, True, False, True]


# ---------------------------------------------------------------- where two texts meet


def test_inflections_meet_where_the_cut_makes_them_equal():
    found = meeting("desplega", "Cal desplegar i desplego", "desplega")
    assert [(token.surface, term) for token, term in found.met] == [("desplegar", "desple"), ("desplego", "desple")]
    assert found.near == ()


def test_short_inflections_miss_each_other_since_nothing_is_cut():
    found = meeting("shift", "Two shifts on Sunday")
    assert found.met == ()
    assert [(near.token.surface, near.held, near.apart) for near in found.near] == [
        ("shifts", "shifts", Apart.TOO_SHORT)
    ]


def test_identifiers_of_another_version_are_kept_whole():
    found = meeting("hotfix-v1.3.8", "hotfix-v1.3.9", "hotfix-v1.3.8")
    assert "v1.3.8" not in [term for _, term in found.met]
    assert meeting("ab12", "ab13").near[0].apart is Apart.KEPT_WHOLE


def test_dropped_stop_word_says_that_it_was_dropped():
    found = meeting("what shift", "what a week", "what")
    assert [near.apart for near in found.near] == [Apart.DROPPED]


def test_other_spelling_is_near_and_nothing_alike_is_not():
    assert [near.apart for near in meeting("Adman", "Admon").near] == [Apart.SPELLING]
    assert meeting("Adman", "the quick fox").near == ()


def test_nearest_words_come_first_and_are_few():
    near = meeting("ferry", "berry merry fern ferri ferrys", "ferry").near
    assert len(near) == 2
    assert near[0].held == "ferrys"
