"""The strip of days: days are chosen by mouse and by keys."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from mnemoscope.timeline import Day
from mnemoscope_gui import sheet
from mnemoscope_gui.app import make_application
from mnemoscope_gui.look import Scheme
from mnemoscope_gui.views import days
from mnemoscope_gui.views.days import DaysStrip, range_text

TODAY = date(2026, 3, 20)
Chosen = list[tuple[date, date] | None]


def back(number: int) -> date:
    return TODAY - timedelta(days=number)


@pytest.fixture
def strip(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> DaysStrip:
    """A strip over two months, on the 20th of March."""
    sheet.dress(make_application(), Scheme.LIGHT)
    monkeypatch.setattr(days, "_today", lambda: TODAY)
    shown = DaysStrip()
    qtbot.addWidget(shown)
    shown.resize(800, 112)
    shown.show_days(tuple(Day(back(number), number, 1 + number % 3, number % 2) for number in range(0, 60, 2)))
    shown.show()
    return shown


@pytest.fixture
def chosen(strip: DaysStrip) -> Chosen:
    found: Chosen = []
    strip.range_chosen.connect(found.append)
    return found


def point(strip: DaysStrip, day: date) -> QPoint:
    x = next(x for x in range(strip.width()) if strip.day_at(x) == day)
    return QPoint(x + 4, 40)


def test_click_chooses_a_day_and_a_second_one_lets_it_go(strip: DaysStrip, chosen: Chosen, qtbot: QtBot) -> None:
    for _ in range(2):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=point(strip, back(3)))
    assert chosen == [(back(3), back(3)), None]


def test_drag_chooses_a_range_in_either_direction(strip: DaysStrip, chosen: Chosen, qtbot: QtBot) -> None:
    qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=point(strip, back(2)))
    qtbot.mouseMove(strip, point(strip, back(6)))
    qtbot.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=point(strip, back(6)))
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, point(strip, back(0)))
    assert chosen[-1] == (back(2), back(0))
    assert (back(6), back(2)) in chosen or strip.range == (back(2), back(0))


def test_keys_walk_over_the_days_and_stretch_a_range(strip: DaysStrip, chosen: Chosen, qtbot: QtBot) -> None:
    for key, modifier in (
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier),
    ):
        qtbot.keyClick(strip, key, modifier)
    assert chosen == [
        (back(0), back(0)),
        (back(1), back(1)),
        (back(2), back(1)),
        (back(3), back(1)),
        (back(2), back(1)),
        (back(1), back(1)),
    ]


def test_keys_do_not_leave_the_history(strip: DaysStrip, chosen: Chosen, qtbot: QtBot) -> None:
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    assert chosen == [(back(58), back(58))] * 2
    assert strip.day_at(strip.width() - 20) == strip._newest  # it was brought in sight
    assert strip._newest < TODAY
    qtbot.keyClick(strip, Qt.Key.Key_End)
    assert chosen[-1] == (TODAY, TODAY)


def test_escape_chooses_all_again_and_then_leads_on(strip: DaysStrip, chosen: Chosen, qtbot: QtBot) -> None:
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    qtbot.keyClick(strip, Qt.Key.Key_Escape)
    assert chosen[-1] is None
    with qtbot.waitSignal(strip.left):
        qtbot.keyClick(strip, Qt.Key.Key_Escape)
    with qtbot.waitSignal(strip.left):
        qtbot.keyClick(strip, Qt.Key.Key_Down)


def test_what_is_chosen_is_said(strip: DaysStrip, chosen: Chosen, qtbot: QtBot) -> None:
    assert strip.accessibleDescription() == "All days"
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    assert strip.accessibleDescription() == "20 Mar: 1 act"
    assert range_text((back(3), back(0))) == "17 Mar – 20 Mar"


@pytest.mark.parametrize("width", [120, 300, 1600])
def test_strip_of_any_width_paints(strip: DaysStrip, width: int) -> None:
    strip.resize(width, 112)
    strip.show_seen((back(400), back(300)))
    strip.show_range((back(90), back(1)))
    assert not strip.grab().isNull()
