"""The X-ray of one text: bounded, whatever its length, and honest about what it left out."""

from __future__ import annotations

from time import perf_counter

from mnemoscope_gui.jobs.xray import LONGEST, take
from mnemoscope_gui.models.xray import MOST, cells, meeting_rows
from mnemoscope_gui.views.words import WordFlow
from mnemoscope_gui.views.xray import XraySection

MEGABYTE = "lorem ipsum dolor sit amet " * 40_000
HIDDEN = f"{MEGABYTE[:600_000]} Zorba dances {MEGABYTE[600_000:]}"


def test_short_text_is_looked_at_whole() -> None:
    xray = take("Admon", "night Admon; keys", ("admon",))
    assert xray.is_whole
    assert [token.surface for token in xray.words] == ["night", "Admon", "keys"]
    assert [row.met for row in meeting_rows(xray)] == [True]


def test_megabyte_is_looked_at_around_its_matches_and_quickly() -> None:
    take("warm", "up", ())
    since = perf_counter()
    xray = take("Zorba", HIDDEN, ("zorba",))
    shown = cells(xray, whole=True)
    assert perf_counter() - since < 1.0
    assert not xray.is_whole
    assert sum(len(stretch) for stretch in xray.stretches) < LONGEST / 2
    assert "Zorba" in {cell.surface for cell in shown if cell.met}
    assert shown[-1].is_gap


def test_places_of_words_are_those_of_the_whole_text() -> None:
    xray = take("Zorba", HIDDEN, ("zorba",))
    token = next(token for token in xray.words if token.surface == "Zorba")
    assert HIDDEN[token.start : token.end] == "Zorba"


def test_no_word_is_cut_where_a_long_text_is() -> None:
    whole = {"lorem", "ipsum", "dolor", "sit", "amet", "zorba", "dances"}
    assert {token.surface.lower() for token in take("Zorba", HIDDEN, ("zorba",)).words} <= whole
    assert {token.surface.lower() for token in take("nothing", MEGABYTE, ()).words} <= whole


def test_megabyte_without_a_blank_ends_too() -> None:
    xray = take("x", "x" * 1_000_000, ("x",))
    assert len(cells(xray, whole=True)) <= MOST


def test_drawn_words_are_bounded(qtbot) -> None:  # type: ignore[no-untyped-def]
    section = XraySection()
    qtbot.addWidget(section)
    section.resize(308, 600)
    section.show()
    section.button.setChecked(True)
    section.show_xray(take("Zorba", "ab " * 6_000, ("zorba",)))
    assert len(section.words.cells) < 20
    section.all.click()
    assert len(section.words.cells) == MOST
    assert section.all.text() == "Only around the matches"


def test_words_wrap_within_the_width(qtbot) -> None:  # type: ignore[no-untyped-def]
    flow = WordFlow()
    qtbot.addWidget(flow)
    flow.resize(200, 10)
    flow.show()
    flow.set_cells(cells(take("a", "unbreakable" * 40 + " word after word after word", ()), whole=True))
    assert max(placed.box.right() for placed in flow._placed) <= 200
    assert flow.height() > 60


def test_markup_and_emoji_are_words_like_any_other() -> None:
    xray = take("<b>Admon</b>", "<b>Admon</b> 👩🏽‍⚕️ night", ("admon",))
    assert any(row.met for row in meeting_rows(xray))
