"""Snippets: cut in reading order, windowed round the rarest match, matches kept in place."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from mnemoscope_gui import look
from mnemoscope_gui.models.marks import Marks, marks
from mnemoscope_gui.views.snippet import ELLIPSIS, excerpt, wrapped_lines
from mnemoscope_gui.views.units import characters, units

LONG = " ".join(f"word{number}" for number in range(80)) + " Admon closes the door."


def found(text: str, word: str) -> Marks:
    start = text.index(word)
    return Marks(((start, start + len(word)),), (start, start + len(word)))


def test_a_short_text_is_shown_whole(qtbot: QtBot) -> None:
    text = "Keys at the desk."
    assert excerpt(text, Marks(), look.Size.TEXT, 400).text == text


def test_a_long_text_is_cut_at_its_end(qtbot: QtBot) -> None:
    shown = excerpt(LONG, Marks(), look.Size.TEXT, 300)
    assert shown.text.startswith("word0 word1")
    assert shown.text.endswith(ELLIPSIS)


def test_the_window_holds_the_rarest_match(qtbot: QtBot) -> None:
    shown = excerpt(LONG, found(LONG, "Admon"), look.Size.TEXT, 300)
    assert shown.text.startswith(ELLIPSIS)
    ((start, end),) = shown.spans
    assert shown.text[start:end] == "Admon"


def test_a_match_near_the_end_leaves_no_room_unused(qtbot: QtBot) -> None:
    shown = excerpt(LONG, found(LONG, "door"), look.Size.TEXT, 300)
    assert shown.text.endswith("door.")
    assert "word7" in shown.text


def test_a_match_that_fits_from_the_beginning_keeps_the_beginning(qtbot: QtBot) -> None:
    text = f"Admon {LONG}"
    assert excerpt(text, found(text, "Admon"), look.Size.TEXT, 300).text.startswith("Admon word0")


def test_three_lines_hold_more_than_one(qtbot: QtBot) -> None:
    one, three = (excerpt(LONG, Marks(), look.Size.TEXT, 300, lines) for lines in (1, 3))
    assert len(three.text) > 2 * len(one.text)


def test_line_breaks_become_blanks_and_matches_stay_in_place(qtbot: QtBot) -> None:
    text = "one\ntwo\r\nAdmon"
    shown = excerpt(text, found(text, "Admon"), look.Size.TEXT, 400)
    assert "\n" not in shown.text
    ((start, end),) = shown.spans
    assert shown.text[start:end] == "Admon"


def test_one_word_longer_than_the_row_is_cut_inside(qtbot: QtBot) -> None:
    shown = excerpt("x" * 5000, Marks(), look.Size.TEXT, 200)
    assert shown.text.endswith(ELLIPSIS)
    assert len(shown.text) < 200


def test_match_at_the_end_of_an_endless_word_is_shown_in_the_open_row_too(qtbot: QtBot) -> None:
    text = f"https://example.org/{'unbreakable' * 40}/Admon"
    at = text.index("Admon")
    shown = excerpt(text, Marks(((at, at + 5),), (at, at + 5)), look.Size.TEXT, 340, 2)
    assert [shown.text[start:end] for start, end in shown.spans] == ["Admon"]


def test_right_to_left_text_keeps_its_beginning(qtbot: QtBot) -> None:
    text = "شفت يوم الأحد الحديقة وكانت جميلة جدا " * 10
    shown = excerpt(text, Marks(), look.Size.TEXT, 200)
    assert text.startswith(shown.text.removesuffix(f" {ELLIPSIS}"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=400), st.integers(0, 400), st.integers(1, 12), st.integers(20, 600), st.integers(1, 3))
def test_shown_matches_are_the_matched_text_whatever_is_cut(
    qtbot: QtBot, text: str, start: int, length: int, width: int, lines: int
) -> None:
    start = min(start, len(text))
    end = min(start + length, len(text))
    marked = Marks(((start, end),), (start, end)) if end > start else Marks()
    shown = excerpt(text, marked, look.Size.TEXT, width, lines)
    for a, b in shown.spans:
        assert 0 <= a < b <= len(shown.text)
        visible = shown.text[a:b]
        assert _plain(visible) in _plain(text[start:end])


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=300), st.integers(120, 600), st.integers(1, 3))
def test_all_that_is_shown_fits_and_what_is_cut_ends_in_an_ellipsis(
    qtbot: QtBot, text: str, width: int, lines: int
) -> None:
    shown = excerpt(text, Marks(), look.Size.TEXT, width, lines).text
    flat = text.translate({ord(c): " " for c in "\n\r\t\v\f\u2028\u2029\x85"})
    assert shown == flat or shown.endswith(ELLIPSIS)
    assert wrapped_lines(shown, look.font(), width, lines + 1) <= lines


def test_emoji_do_not_hide_that_a_text_was_cut(qtbot: QtBot) -> None:
    text = "\U0001f319" * 12 + " is on the night shift until Sunday, and so on and on"
    assert excerpt(text, Marks(), look.Size.TEXT, 240).text.endswith(ELLIPSIS)


@given(st.text())
def test_units_and_characters_are_each_others_inverse(text: str) -> None:
    for position in range(len(text) + 1):
        assert characters(text, units(text, position)) == position


def test_the_rarest_term_is_the_focus_wherever_it_stands() -> None:
    text = "The Sunday shift of Admon"
    assert marks(text, ("admon", "sunday")).focus == (20, 25)
    assert marks(text, ("sunday", "admon")).focus == (4, 10)
    assert marks(text, ("nobody",)) == Marks()


@pytest.mark.parametrize(("text", "lines"), [("", 1), ("one", 1), (LONG, 6)])
def test_wrapped_lines_are_at_least_one_and_at_most_six(qtbot: QtBot, text: str, lines: int) -> None:
    assert wrapped_lines(text, look.font(), 200, 6) == lines


def _plain(text: str) -> str:
    """Every kind of blank as a plain one, as a snippet may show it."""
    return "".join(" " if character.isspace() else character for character in text)
