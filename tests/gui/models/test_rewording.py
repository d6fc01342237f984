"""Which words came and went between two texts, in Latin and in other scripts."""

from __future__ import annotations

import pytest

from mnemoscope_gui.models.rewording import common, reworded


def gone(older: str, newer: str) -> list[str]:
    return [older[a:b] for a, b in reworded(older, newer).gone]


def come(older: str, newer: str) -> list[str]:
    return [newer[a:b] for a, b in reworded(older, newer).come]


@pytest.mark.parametrize(
    ("older", "newer", "went", "came"),
    [
        ("The shift ends at 21:00.", "The shift ends at 22:30.", ["21:00"], ["22:30"]),
        ("Ilse keeps the keys", "Ilse keeps the spare keys", [], ["spare"]),
        ("Nil does Sunday and Monday", "Nil does Sunday", ["Monday"], []),
        ("We deploy v1.3.8 today", "We deploy v1.4.0 today", ["v1.3.8"], ["v1.4.0"]),
        ("the Desk is open", "The desk is open", [], []),
        ("المفاتيح يوم الأحد في المكتب", "المفاتيح يوم الاثنين في المكتب", ["الأحد"], ["الاثنين"]),
        ("鍵は机の上にあります", "鍵は棚の上にあります", ["机"], ["棚"]),
        ("👩🏽‍⚕️ works Sunday", "👩🏽‍⚕️ works Monday", ["Sunday"], ["Monday"]),
    ],
)
def test_words_that_differ_are_marked_and_no_others(older: str, newer: str, went: list[str], came: list[str]) -> None:
    assert gone(older, newer) == went
    assert come(older, newer) == came


def test_texts_that_share_hardly_a_word_are_not_marked_all_over() -> None:
    change = reworded("The tomatoes by the wall want water", "Pere does Sunday, I take Monday and the badge list")
    assert change.is_other
    assert (change.gone, change.come) == ((), ())


def test_new_against_several_is_what_is_new_against_each() -> None:
    assert common([((0, 5), (8, 12)), ((3, 9),)]) == ((3, 5), (8, 9))
    assert common([]) == ()
