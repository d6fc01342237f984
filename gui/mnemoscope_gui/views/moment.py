"""The choice of a moment: now, or the end of a day from a calendar."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QMenu, QToolButton, QWidget, QWidgetAction

from mnemoscope_gui.wording import day_at, say


def end_of_day(day: date) -> int:
    """The last millisecond of a local day, in UTC."""
    return round(datetime(day.year, day.month, day.day, 23, 59, 59, 999000).astimezone().timestamp() * 1000)


def moment_menu(parent: QWidget, choose: Callable[[date | None], None]) -> QMenu:
    """Now, or a day of the calendar; ``choose`` is told which, now being ``None``."""
    menu = QMenu(parent)
    menu.addAction(say("sight.now")).triggered.connect(lambda: choose(None))
    menu.addSeparator()
    calendar = QCalendarWidget()
    calendar.setAccessibleName(say("sight.moment"))
    calendar.setMaximumDate(QDate.currentDate())
    calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
    for weekend in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
        calendar.setWeekdayTextFormat(weekend, QTextCharFormat())

    def on_day(day: QDate) -> None:
        menu.close()
        choose(date(day.year(), day.month(), day.day()))

    calendar.clicked.connect(on_day)
    calendar.activated.connect(on_day)
    action = QWidgetAction(menu)
    action.setDefaultWidget(calendar)
    menu.addAction(action)
    return menu


def moment_text(at: int | None) -> str:
    """ "as of today", or of a day."""
    return say("sight.as_of", day=say("sight.today") if at is None else day_at(at))


class MomentButton(QToolButton):
    """A chip that opens the menu."""

    moment_chosen = Signal(object)
    """UTC milliseconds, or ``None`` for now."""

    def __init__(self, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("chip", True)
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(moment_menu(self, self._on_day))
        self.show_moment(None)

    def show_moment(self, at: int | None) -> None:
        """Put a moment there without choosing it."""
        self.setText(moment_text(at))
        self.setProperty("changed", at is not None)
        self.style().unpolish(self)
        self.style().polish(self)

    def _on_day(self, day: date | None) -> None:
        self.moment_chosen.emit(None if day is None else end_of_day(day))
