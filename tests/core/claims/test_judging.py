"""What two statements are, by their words and a nearness that is given."""

from __future__ import annotations

import pytest

from mnemoscope.candidates import Matter
from mnemoscope.claims.judging import LONGEST, Statement, answer_each_other, is_claim, judge, says_the_same

NEAR = 0.85


def said(
    text: str,
    time: int = 0,
    speaker: str | None = None,
    session: int | None = None,
    position: int = 0,
    turn: bool = False,
) -> Statement:
    return Statement(time, text, speaker, turn, time if session is None else session, position, time)


def matter(older: str, newer: str, near: float | None = NEAR) -> Matter | None:
    found = judge(said(older, 1), said(newer, 2), near)
    return found.matter if found else None


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        ("The lift of the ward is open.", "The lift of the ward is closed.", Matter.CONTRADICTION),
        ("The lift of the ward is not open.", "The lift of the ward is closed.", None),
        ("Marta is the charge nurse of floor 2.", "Ilse is the charge nurse of floor 2.", Matter.CONTRADICTION),
        ("Marta plays the cello at home.", "Ilse plays the cello at home.", None),
        ("The oven of the ward takes 40 minutes.", "The oven of the ward takes 40 euros.", None),
        ("Joan, Sunday 8 June, late until 21:00.", "Joan, Sunday 12 October, late until 22:00.", None),
        ("Leo likes his eggs scrambled.", "Leo likes his eggs boiled.", Matter.CONTRADICTION),
        ("Parking is 3 euros. The bus is free.", "The bus is free. Parking is now 4 euros.", Matter.SUPERSESSION),
        ("Bed 9 needs a pressure mattress.", "bed 9 needs a pressure mattress", Matter.DUPLICATE),
        ("Does bed 9 need a pressure mattress?", "Bed 9 needs a pressure mattress.", None),
    ],
)
def test_what_a_pair_is(older: str, newer: str, expected: Matter | None) -> None:
    assert matter(older, newer) is expected


def test_far_records_are_nothing() -> None:
    assert matter("The lift of the ward is open.", "The lift of the ward is closed.", 0.2) is None


def test_without_vectors_words_judge() -> None:
    assert matter("The lift of the ward is open.", "The lift of the ward is closed.", None) is Matter.CONTRADICTION


def test_common_words_are_no_subject() -> None:
    older, newer = said("Keep going until 5 October.", 1), said("Keep going until 6 October.", 2)
    assert judge(older, newer, NEAR, {"keep", "going"}) is not None
    assert judge(older, newer, NEAR, {"ward"}) is None


def test_differences_are_placed_in_the_whole_texts() -> None:
    older, newer = "Good morning. The lift of the ward is open.", "The lift of the ward is closed."
    found = judge(said(older, 1), said(newer, 2), NEAR)
    assert found is not None
    (some,) = found.differences
    assert some.first is not None
    assert some.second is not None
    assert (older[slice(*some.first)], newer[slice(*some.second)]) == ("open", "closed")


def test_turns_side_by_side_answer_each_other() -> None:
    one, two = said("a", 1, session=1, position=4, turn=True), said("b", 2, session=1, position=6, turn=True)
    assert answer_each_other(one, two)
    assert not answer_each_other(one, said("b", 2, session=2, position=6, turn=True))


def test_the_i_of_two_speakers_is_another_subject() -> None:
    one, two = said("I start at 7", 1, "Nil"), said("I start at 8", 2, "Ada")
    assert answer_each_other(one, two)
    assert not answer_each_other(one, said("I start at 8", 2, "Nil"))
    assert not answer_each_other(said("The ward opens at 7", 1, "Nil"), said("The ward opens at 8", 2, "Ada"))


@pytest.mark.parametrize(
    ("text", "turn", "expected"),
    [
        ("Thanks!", True, False),
        ("Thank you so much, see you later, take care!", True, False),
        ("Who has the key of the laundry?", True, False),
        ("The key of the laundry hangs at reception.", True, True),
        ("Latex allergy", False, True),
        ("The key of the laundry hangs here. " * (LONGEST // 30), False, False),
    ],
)
def test_what_claims_something(text: str, turn: bool, expected: bool) -> None:
    assert is_claim(text, turn) is expected


def test_another_object_is_not_the_same() -> None:
    assert not says_the_same("The linen is on the shelf.", "The linen is on the trolley.")
    assert says_the_same("The linen lies on the shelf.", "On the shelf lies the linen.")
