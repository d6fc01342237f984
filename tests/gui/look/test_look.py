"""Both palettes are legible, and the fonts stand in columns."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui import look, sheet
from mnemoscope_gui.look import DARK, LIGHT, Colours, Scheme

AA_TEXT = 4.5
AA_CONTROL = 3.0


def test_contrast_of_black_on_white_is_21() -> None:
    assert look.contrast("#000000", "#ffffff") == pytest.approx(21.0)


@pytest.mark.parametrize("c", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["panel", "window", "selection", "hover"])
@pytest.mark.parametrize("text", ["ink", "muted", "vectors", "words", "accent"])
def test_every_text_colour_is_legible_on_every_ground(c: Colours, ground: str, text: str) -> None:
    assert look.contrast(getattr(c, text), getattr(c, ground)) >= AA_TEXT


@pytest.mark.parametrize("c", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("part", ["border", "good", "warning", "accent"])
def test_controls_and_signs_stand_out_from_the_panel(c: Colours, part: str) -> None:
    assert look.contrast(getattr(c, part), c.panel) >= AA_CONTROL


@pytest.mark.parametrize("c", [LIGHT, DARK], ids=["light", "dark"])
def test_text_on_the_accent_is_legible(c: Colours) -> None:
    assert look.contrast(c.panel, c.accent) >= AA_TEXT


def test_channel_colours_are_those_of_the_design() -> None:
    assert (LIGHT.vectors, LIGHT.words) == ("#0072b2", "#b34700")
    assert (DARK.vectors, DARK.words) == ("#5ab4ea", "#f0964a")


def test_figures_are_tabular(qtbot: QtBot) -> None:
    metrics = QFontMetricsF(look.font(look.Size.TEXT))
    assert metrics.horizontalAdvance("1111") == pytest.approx(metrics.horizontalAdvance("0888"))


def test_strong_font_is_semibold(qtbot: QtBot) -> None:
    assert look.font(strong=True).weight() == QFont.Weight.DemiBold


def test_wearing_dark_repaints_the_application_dark(qapp: QApplication) -> None:
    sheet.dress(qapp, Scheme.DARK)
    assert look.colours() is look.DARK
    assert qapp.palette().window().color().name() == DARK.window
    sheet.dress(qapp, Scheme.LIGHT)
    assert look.colours() is look.LIGHT
    assert qapp.palette().window().color().name() == LIGHT.window
