"""Text grows and shrinks, rows and header with it, and the size is remembered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from mnemoscope_gui import look, sheet
from mnemoscope_gui.look import HitGrid, Scheme
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, wait

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def _as_at_first(qapp: QApplication) -> Iterator[None]:
    yield
    look.set_zoom(100)
    sheet.dress(qapp, Scheme.LIGHT)


def test_every_metric_that_holds_text_grows_and_comes_back(qtbot: QtBot) -> None:
    def metrics() -> tuple[float, ...]:
        return tuple(getattr(kind, name) for kind in (look.Size, look.Height) for name in vars(kind) if name.isupper())

    before = metrics()
    text, full = HitGrid.TEXT, HitGrid.BAR_FULL
    look.set_zoom(200)
    assert metrics() == tuple(2 * length for length in before)
    assert (2 * text, 2 * full, 0.18) == (HitGrid.TEXT, HitGrid.BAR_FULL, HitGrid.PLACE_SHARE)
    assert look.font().pixelSize() == 28
    for zoom in look.ZOOMS:
        look.set_zoom(zoom)
    look.set_zoom(100)
    assert metrics() == before
    assert text == HitGrid.TEXT


@pytest.mark.parametrize(("asked", "is_"), [(10, 80), (1000, 200), (125, 125)])
def test_zoom_stays_within_its_bounds(asked: int, is_: int) -> None:
    look.set_zoom(asked)
    assert look.zoom() == is_


def test_keys_make_rows_and_fonts_larger_and_normal_again(
    open_window: Window, ask: Ask, settings: Settings, qtbot: QtBot
) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    view = open_window.recall.results.view
    other = open_window.recall.results.model.index(20, 0)
    height = view.visualRect(other).height()
    header = open_window.recall.query.question.height()
    for _ in range(4):
        qtbot.keyClick(view, Qt.Key.Key_Plus, CONTROL)
    assert (look.zoom(), settings.zoom) == (175, 175)
    wait(qtbot, lambda: view.visualRect(other).height() == round(height * 1.75))
    wait(qtbot, lambda: open_window.recall.query.question.height() == round(header * 1.75))
    assert open_window.recall.query.profile.height() == round(header * 1.75)
    qtbot.keyClick(view, Qt.Key.Key_Minus, CONTROL)
    assert look.zoom() == 150
    qtbot.keyClick(view, Qt.Key.Key_0, CONTROL)
    wait(qtbot, lambda: view.visualRect(other).height() == height)
    assert settings.zoom == 100


def test_texts_that_carry_their_size_are_laid_out_again(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    assert f"font-size:{look.Size.META}px" in open_window.inspector.why._sums.text()
    open_window.actions_by_id["view.larger"].trigger()
    assert f"font-size:{look.Size.META}px" in open_window.inspector.why._sums.text()
    assert open_window.inspector._text.font().pixelSize() == look.Size.TEXT == 15


def test_zoom_is_remembered_and_what_is_no_number_is_100(settings: Settings) -> None:
    settings.zoom = 150
    assert settings.zoom == 150
    settings._store.setValue("zoom", "large")
    assert settings.zoom == 100


def test_a_widget_that_is_gone_is_followed_no_more(qtbot: QtBot) -> None:
    label = QLabel()
    look.follow(label, lambda label: label.setFixedHeight(look.Height.ROW))
    look.set_zoom(150)
    assert label.height() == 42
    label.deleteLater()
    qtbot.wait(20)
    look.set_zoom(100)


def test_smaller_text_gives_the_window_back_its_size(open_window: Window, qtbot: QtBot) -> None:
    wait(qtbot, lambda: open_window.minimumSizeHint().width() <= 900)
    open_window.resize(900, 600)
    for _ in range(6):
        qtbot.keyClick(open_window, Qt.Key.Key_Plus, CONTROL)
        qtbot.wait(1)
    assert look.zoom() > 150
    assert open_window.width() > 900
    qtbot.keyClick(open_window, Qt.Key.Key_0, CONTROL)
    wait(qtbot, lambda: (open_window.width(), open_window.height()) == (900, 600))
