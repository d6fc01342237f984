"""A span of days: two calendars, and spans that are often wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from PySide6.QtCore import QDate, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.views.popup import Popup
from mnemoscope_gui.wording import day_at, say


@dataclass(frozen=True, slots=True)
class Span:
    """From the beginning of one local day to the end of another; ``None`` is open."""

    first: date | None = None
    last: date | None = None

    @property
    def since(self) -> int | None:
        """UTC milliseconds, inclusive."""
        return start_of_day(self.first) if self.first is not None else None

    @property
    def until(self) -> int | None:
        """UTC milliseconds, exclusive."""
        return start_of_day(self.last + timedelta(days=1)) if self.last is not None else None

    def __str__(self) -> str:
        first = day_at(start_of_day(self.first)) if self.first else ""
        last = day_at(start_of_day(self.last)) if self.last else ""
        if first and last:
            return first if first == last else say("show.date.between", first=first, last=last)
        if first:
            return say("show.date.since", day=first)
        return say("show.date.until", day=last) if last else ""


ANY = Span()


def start_of_day(day: date) -> int:
    """The first millisecond of a local day, in UTC."""
    return round(datetime(day.year, day.month, day.day).astimezone().timestamp() * 1000)


PRESETS: tuple[tuple[str, Callable[[date], Span]], ...] = (
    ("any", lambda today: ANY),
    ("today", lambda today: Span(today, today)),
    ("week", lambda today: Span(today - timedelta(days=6), today)),
    ("month", lambda today: Span(today - timedelta(days=29), today)),
    ("this_year", lambda today: Span(date(today.year, 1, 1), today)),
    ("last_year", lambda today: Span(date(today.year - 1, 1, 1), date(today.year - 1, 12, 31))),
)


class SpanPopup(Popup):
    """A day clicked takes effect at once and the calendars stay; a preset closes them."""

    chosen = Signal(object)
    """A ``Span``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.span = ANY
        self.first, self.last = _calendar("show.date.first"), _calendar("show.date.last")
        self.presets: dict[str, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(look.MARGIN, look.MARGIN, look.MARGIN, look.MARGIN)
        row.setSpacing(look.PADDING)
        row.addLayout(self._preset_column())
        self._from, self._to = QLabel(), QLabel()
        for label, calendar in ((self._from, self.first), (self._to, self.last)):
            column = QVBoxLayout()
            column.setSpacing(look.SPACE)
            label.setProperty("role", "meta")
            column.addWidget(label)
            column.addWidget(calendar, 1)
            row.addLayout(column)
        for calendar in (self.first, self.last):
            calendar.clicked.connect(self._on_day)
            calendar.activated.connect(self._on_day)

    def _preset_column(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(look.SPACE)
        for id, make in PRESETS:
            button = QPushButton(say(f"show.date.{id}"))
            button.setProperty("plain", True)
            button.clicked.connect(lambda _=False, make=make: self._take(make(_today())))
            column.addWidget(button)
            self.presets[id] = button
        column.addStretch(1)
        return column

    def open_for(self, anchor: QWidget, span: Span) -> None:
        """Choose from a span that is in force."""
        self.show_span(span)
        self.open_below(anchor)
        self.presets["any"].setFocus(Qt.FocusReason.PopupFocusReason)

    def show_span(self, span: Span) -> None:
        """Put a span there without choosing it."""
        self.span = span
        for calendar, day in ((self.first, span.first), (self.last, span.last)):
            with QSignalBlocker(calendar):
                calendar.setSelectedDate(_qdate(day or _today()))
        said = [day_at(start_of_day(day)) if day else say("show.date.open") for day in (span.first, span.last)]
        self._from.setText(say("show.date.from", day=said[0]))
        self._to.setText(say("show.date.to", day=said[1]))

    def _on_day(self, day: QDate) -> None:
        chosen = date(day.year(), day.month(), day.day())
        if self.sender() is self.first:
            last = self.span.last
            span = Span(chosen, last if last is None or last >= chosen else chosen)
        else:
            first = self.span.first
            span = Span(first if first is None or first <= chosen else chosen, chosen)
        self.show_span(span)
        self.chosen.emit(span)

    def _take(self, span: Span) -> None:
        self.show_span(span)
        self.close()
        self.chosen.emit(span)


def _calendar(name: str) -> QCalendarWidget:
    calendar = QCalendarWidget()
    calendar.setAccessibleName(say(name))
    calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
    for weekend in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
        calendar.setWeekdayTextFormat(weekend, QTextCharFormat())
    return calendar


def _today() -> date:
    return datetime.now().astimezone().date()


def _qdate(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)
