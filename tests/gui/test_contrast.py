"""Every text and control colour on every ground it is used on, in both palettes: read off the style sheet, and off what
the window really paints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields

import pytest
from PySide6.QtGui import QPainter, QTextLayout
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from mnemoscope_gui import look, sheet
from mnemoscope_gui.look import DARK, LIGHT, Colours, Scheme
from mnemoscope_gui.window import Window

from .conftest import PATIENCE

AA_TEXT = 4.5
AA_CONTROL = 3.0
GROUNDS = ("panel", "window", "selection", "hover")
"""What a text may stand on where its own rule names no ground."""
DECORATION = ("edge", "hairline", "area")
"""Edges of panels, hairlines and the body of a distribution: they carry no meaning of their own."""
CONTROLS = re.compile(
    r"QLineEdit|QComboBox|QPushButton|QToolButton|QSpinBox|QDoubleSpinBox|QSlider|QCheckBox|chip|switch"
)
PALETTES = pytest.mark.parametrize("c", [LIGHT, DARK], ids=["light", "dark"])

Rule = tuple[str, dict[str, str]]


def rules(c: Colours) -> Iterator[Rule]:
    """Each rule of the style sheet: its selectors and its properties."""
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet.style_sheet(c)):
        properties = dict(part.split(":", 1) for part in body.replace("\n", " ").split(";") if ":" in part)
        yield " ".join(selectors.split()), {name.strip(): value.strip() for name, value in properties.items()}


def colours_in(value: str) -> list[str]:
    return re.findall(r"#[0-9a-f]{6}", value)


def grounds(c: Colours, properties: dict[str, str]) -> list[str]:
    own = colours_in(properties.get("background", ""))
    return own or [getattr(c, name) for name in GROUNDS]


@PALETTES
def test_every_text_colour_of_the_style_sheet_is_legible_on_its_grounds(c: Colours) -> None:
    seen = 0
    for selectors, properties in rules(c):
        for name in ("color", "placeholder-text-color"):
            for text in colours_in(properties.get(name, "")):
                for ground in grounds(c, properties):
                    seen += 1
                    assert look.contrast(text, ground) >= AA_TEXT, f"{selectors}: {text} on {ground}"
        for text in colours_in(properties.get("selection-color", "")):
            ground = colours_in(properties["selection-background-color"])[0]
            assert look.contrast(text, ground) >= AA_TEXT, f"{selectors}: selected {text} on {ground}"
    assert seen > 50


@PALETTES
def test_every_border_of_a_control_stands_out_from_its_grounds(c: Colours) -> None:
    seen = 0
    for selectors, properties in rules(c):
        if not CONTROLS.search(selectors) or ":disabled" in selectors or "QLabel" in selectors:
            continue
        for name in ("border", "border-color"):
            for border in colours_in(properties.get(name, "")):
                seen += 1
                for ground in (c.panel, c.window):
                    assert look.contrast(border, ground) >= AA_CONTROL, f"{selectors}: {border} on {ground}"
    assert seen >= 8


@PALETTES
def test_handles_and_bars_stand_out(c: Colours) -> None:
    parts = [(s, p) for s, p in rules(c) if "::handle" in s or "::chunk" in s]
    for selectors, properties in parts:
        for ground in colours_in(properties.get("background", "")):
            assert look.contrast(ground, c.panel) >= AA_CONTROL, selectors
    assert parts


def test_every_colour_has_a_use_that_is_checked() -> None:
    """A colour added to the palette is text, a sign, a ground or decoration, and says which here."""
    texts = {"ink", "muted", "vectors", "words", "accent", "good", "warning"}
    others = {"border", "mark"} | set(GROUNDS) | set(DECORATION)
    assert {field.name for field in fields(Colours)} == texts | others


@PALETTES
def test_words_in_which_texts_differ_are_legible_on_their_ground(c: Colours) -> None:
    assert look.contrast(c.ink, c.mark) >= AA_TEXT
    assert look.contrast(c.muted, c.mark) >= AA_TEXT


# ---------------------------------------------------------------- what is really painted


class Inks:
    """The colours in which texts were painted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: set[str] = set()
        draw_text, draw_layout = QPainter.drawText, QTextLayout.draw

        def drawn(painter: QPainter, *arguments: object) -> object:
            self._note(painter)
            return draw_text(painter, *arguments)

        def laid(layout: QTextLayout, painter: QPainter, *arguments: object) -> object:
            self._note(painter)
            for some in layout.formats():
                if some.format.foreground().style().value:
                    self.seen.add(some.format.foreground().color().name())
            return draw_layout(layout, painter, *arguments)

        monkeypatch.setattr(QPainter, "drawText", drawn)
        monkeypatch.setattr(QTextLayout, "draw", laid)

    def _note(self, painter: QPainter) -> None:
        if painter.opacity() == 1.0:
            self.seen.add(painter.pen().color().name())
        else:
            self.seen.add(f"{painter.pen().color().name()} at opacity {painter.opacity():.2f}")


@pytest.mark.parametrize("scheme", [Scheme.LIGHT, Scheme.DARK])
def test_everything_the_window_paints_as_text_is_legible(
    open_window: Window, scheme: Scheme, qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet.dress(qapp, scheme)
    c = look.colours()
    inks = Inks(monkeypatch)
    try:
        qtbot.keyClicks(open_window.recall.query.question, "What shift was Admon on Sunday?")
        qtbot.waitUntil(lambda: open_window.session.detail is not None, timeout=PATIENCE)
        for show in views(open_window):
            show()
            qtbot.wait(20)
            open_window.grab()
            for label in open_window.findChildren(QLabel):
                inks.seen.update(re.findall(r"color:\s*(#[0-9a-f]{6})", label.text()))
    finally:
        sheet.dress(qapp, Scheme.LIGHT)
    assert c.vectors in inks.seen
    assert c.words in inks.seen
    for ink in inks.seen:
        worst = min(look.contrast(ink, getattr(c, name)) for name in GROUNDS) if len(ink) == 7 else 0.0
        on_dark = max(look.contrast(ink, c.accent), look.contrast(ink, c.ink)) if len(ink) == 7 else 0.0
        assert worst >= AA_TEXT or (ink == c.panel and on_dark >= AA_TEXT), ink


def views(window: Window) -> list[Callable[[], None]]:
    """Every view of an answer, and every tab of the inspector."""
    shown: list[Callable[[], None]] = [lambda id=id: window.recall.show_view(id) for id in window.recall.views]
    tabs = window.inspector.tabs
    return shown + [lambda tab=tab: tabs.setCurrentIndex(tab) for tab in range(tabs.count())]
