"""The strip of days: how many acts and recalls each day has; a day or a range of days can be chosen in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from mnemoscope.timeline import Day
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, DaysGrid, HistoryGrid
from mnemoscope_gui.models.history import day_counts
from mnemoscope_gui.wording import say, spoken

Range = tuple[date, date]
"""The first and the last day."""


class DaysStrip(QWidget):
    """A bar a day, the newest at the right. Keys and mouse choose; Esc chooses all again."""

    range_chosen = Signal(object)
    """A ``Range``, or ``None`` for all days."""
    left = Signal()
    """Down, or Esc where nothing is chosen: on to the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(say("timeline.days"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.follow(self, lambda own: own.setFixedHeight(DaysGrid.HEIGHT))
        self._days: Mapping[date, Day] = {}
        self.range: Range | None = None
        """What is chosen."""
        self.seen: Range | None = None
        """What is in sight in the list."""
        self._newest = _today()
        """The day at the right edge."""
        self._anchor: date | None = None
        """Where a drag, or a range by keys, began."""
        self._cursor: date | None = None
        self.setMouseTracking(True)
        self._speak()

    # ------------------------------------------------------------ what is shown

    def show_days(self, days: tuple[Day, ...]) -> None:
        """These, newest first."""
        self._days = {day.day: day for day in days}
        if self.range is None:
            self._newest = self._last
        self._speak()
        self.update()

    def show_range(self, chosen: Range | None) -> None:
        """Put a choice there without choosing it."""
        self.range = chosen
        if chosen is None:
            self._cursor = self._anchor = None
        else:
            self._bring_in_sight(chosen[1])
        self._speak()
        self.update()

    def show_seen(self, seen: Range | None) -> None:
        """Which days are in sight in the list."""
        if seen != self.seen:
            self.seen = seen
            if self.range is None and seen is not None:
                self._bring_in_sight(seen[0])
                self._bring_in_sight(seen[1])
            self.update()

    @property
    def _last(self) -> date:
        return max((*self._days, _today()))

    @property
    def _first(self) -> date:
        return min(self._days, default=_today())

    def _bring_in_sight(self, day: date) -> None:
        most = max(self._most, 1)
        if day > self._newest:
            self._newest = day
        elif day <= self._newest - timedelta(days=most):
            self._newest = min(day + timedelta(days=most - 1), self._last)

    def _speak(self) -> None:
        if self.range is None:
            self.setAccessibleDescription(say("timeline.days.all"))
            return
        first, last = self.range
        counted = [day for day in self._days.values() if first <= day.day <= last]
        whole = Day(first, 0, sum(day.acts for day in counted), sum(day.recalls for day in counted))
        self.setAccessibleDescription(f"{range_text(self.range)}: {day_counts(whole)}")

    # ------------------------------------------------------------ where

    def sizeHint(self) -> QSize:
        return QSize(look.CENTRE_MINIMUM, DaysGrid.HEIGHT)

    @property
    def _most(self) -> int:
        """How many days find room."""
        return max(int((self.width() - DaysGrid.LEGEND - look.PADDING) // DaysGrid.DAY), 0)

    def _left_of(self, day: date) -> float:
        return self.width() - look.MARGIN - ((self._newest - day).days + 1) * DaysGrid.DAY

    def _shown(self) -> Iterator[date]:
        return (self._newest - timedelta(days=back) for back in range(self._most))

    def day_at(self, x: float) -> date | None:
        """The day at a place."""
        back = int((self.width() - look.MARGIN - x) // DaysGrid.DAY)
        return self._newest - timedelta(days=back) if 0 <= back < self._most else None

    # ------------------------------------------------------------ painted

    def paintEvent(self, event: QPaintEvent) -> None:
        c, painter = look.colours(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(c.edge), 1))
        painter.setBrush(QColor(c.panel))
        painter.drawRoundedRect(frame, look.RADIUS, look.RADIUS)
        self._paint_legend(painter, c)
        self._paint_choice(painter, c)
        most_acts = max((day.acts for day in self._days.values()), default=1)
        most_recalls = max((day.recalls for day in self._days.values()), default=1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        line = self.width() - look.MARGIN - self._most * DaysGrid.DAY
        painter.fillRect(QRectF(line, DaysGrid.UP, self._most * DaysGrid.DAY, 1), QColor(c.border))
        for day in self._shown():
            if (held := self._days.get(day)) is not None:
                self._paint_bars(painter, held, max(most_acts, 1), max(most_recalls, 1), c)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_labels(painter, c)
        if self.hasFocus():
            painter.setPen(QPen(QColor(c.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), look.RADIUS, look.RADIUS)

    def _paint_legend(self, painter: QPainter, c: Colours) -> None:
        painter.setFont(look.font(look.Size.CONTROL))
        size = HistoryGrid.GLYPH
        for row, (id, round_) in enumerate((("timeline.legend.acts", False), ("timeline.legend.recalls", True))):
            middle = DaysGrid.UP - look.Height.LINE / 2 + row * (look.Height.LINE + look.SPACE)
            at = QPointF(look.PADDING + size, middle)
            painter.setPen(QPen(QColor(c.border if round_ else c.ink), 1.4))
            painter.setBrush(QColor(c.panel if round_ else c.ink))
            if round_:
                painter.drawEllipse(at, size, size)
            else:
                painter.drawRect(QRectF(at.x() - size, at.y() - size, size * 2, size * 2))
            painter.setPen(QColor(c.ink))
            box = QRectF(at.x() + size + look.SPACE * 2, middle - 12, DaysGrid.LEGEND - look.PADDING - size * 3, 24)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), say(id))

    def _paint_choice(self, painter: QPainter, c: Colours) -> None:
        shown = self.range or self.seen
        if shown is None or not self._most:
            return
        first, last = max(shown[0], self._newest - timedelta(days=self._most - 1)), min(shown[1], self._newest)
        if first > last:
            return
        left, right = self._left_of(first), self._left_of(last) + DaysGrid.DAY
        box = QRectF(left, look.SPACE + 1, right - left, self.height() - look.SPACE * 2 - 2)
        is_chosen = self.range is not None
        painter.setPen(QPen(QColor(c.accent if is_chosen else c.edge), 1.5 if is_chosen else 1.0))
        painter.setBrush(QColor(c.selection if is_chosen else c.hover))
        painter.drawRoundedRect(box, look.CONTROL_RADIUS, look.CONTROL_RADIUS)

    def _paint_bars(self, painter: QPainter, day: Day, most_acts: int, most_recalls: int, c: Colours) -> None:
        left = round(self._left_of(day.day) + (DaysGrid.DAY - DaysGrid.BAR) / 2)
        if day.acts:
            height = max(round((DaysGrid.UP - look.MARGIN) * day.acts / most_acts), 3)
            painter.fillRect(QRectF(left, DaysGrid.UP - height, DaysGrid.BAR, height), QColor(c.ink))
        if day.recalls:
            height = max(round(DaysGrid.DOWN * day.recalls / most_recalls), 3)
            painter.setPen(QPen(QColor(c.border), 1))
            painter.setBrush(QColor(c.panel))
            painter.drawRect(QRectF(left, DaysGrid.UP + 1, DaysGrid.BAR - 1, height))

    def _paint_labels(self, painter: QPainter, c: Colours) -> None:
        top = self.height() - DaysGrid.LABEL - look.SPACE - 2
        marked = self.range or self.seen
        taken = QRectF()
        if marked is not None and marked[0] <= self._newest:
            taken = self._paint_label(painter, marked, top, c, strong=True)
        metrics = QFontMetricsF(look.font(look.Size.SMALL))
        for day in self._shown():
            if day.toordinal() % DaysGrid.LABELLED == 0:
                width = metrics.horizontalAdvance(day_text(day)) + look.SPACE
                box = self._label_box(self._left_of(day) + DaysGrid.DAY / 2, width, top)
                if not taken.adjusted(-look.SPACE, 0, look.SPACE, 0).intersects(box):
                    self._paint_label(painter, (day, day), top, c, strong=False)

    def _label_box(self, middle: float, width: float, top: float) -> QRectF:
        left = min(max(middle - width / 2, DaysGrid.LEGEND), self.width() - look.SPACE * 2 - width)
        return QRectF(left, top, width, DaysGrid.LABEL)

    def _paint_label(self, painter: QPainter, days: Range, top: float, c: Colours, *, strong: bool) -> QRectF:
        font = look.font(look.Size.SMALL, strong=strong)
        text = range_text(days)
        width = QFontMetricsF(font).horizontalAdvance(text) + look.SPACE * 2
        middle = (self._left_of(max(days[0], self._oldest)) + self._left_of(min(days[1], self._newest))) / 2
        box = self._label_box(middle + DaysGrid.DAY / 2, width, top)
        painter.setFont(font)
        painter.setPen(QColor(c.ink if strong else c.muted))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
        return box

    @property
    def _oldest(self) -> date:
        return self._newest - timedelta(days=max(self._most - 1, 0))

    # ------------------------------------------------------------ chosen

    def _choose(self, anchor: date, cursor: date) -> None:
        self._anchor, self._cursor = anchor, cursor
        self._bring_in_sight(cursor)
        self.range = (min(anchor, cursor), max(anchor, cursor))
        self._speak()
        self.update()
        self.range_chosen.emit(self.range)

    def clear(self) -> None:
        """All days again."""
        self.show_range(None)
        self.range_chosen.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -7, Qt.Key.Key_PageDown: 7}
        if key in steps:
            self._step(steps[Qt.Key(key)], extends=shift)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            day = self._first if key == Qt.Key.Key_Home else self._last
            self._choose(self._anchor if shift and self._anchor else day, day)
        elif key == Qt.Key.Key_Escape and self.range is not None:
            self.clear()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _step(self, days: int, *, extends: bool) -> None:
        if self._cursor is None:
            here = self.range[1] if self.range is not None else self._last
            self._choose(here, here)
            return
        wished = self._cursor + timedelta(days=days)
        day = min(max(wished, self._first), self._last)
        self._choose(self._anchor if extends and self._anchor is not None else day, day)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        day = self.day_at(event.position().x())
        if event.button() is not Qt.MouseButton.LeftButton or day is None:
            super().mousePressEvent(event)
            return
        extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier) and self._anchor is not None
        if not extends and self.range == (day, day):
            self.clear()  # once more on the day that is chosen lets it go
        else:
            self._choose(self._anchor if extends and self._anchor is not None else day, day)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        day = self.day_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton:
            if day is not None and self._anchor is not None and day != self._cursor:
                self._choose(self._anchor, day)
        elif day is not None and (held := self._days.get(day)) is not None:
            QToolTip.showText(event.globalPosition().toPoint(), f"{day_text(day)}: {day_counts(held)}", self)
        else:
            QToolTip.hideText()

    def wheelEvent(self, event: QWheelEvent) -> None:
        step = event.angleDelta().y() or event.angleDelta().x()
        newest = self._newest - timedelta(days=round(step / 40))
        oldest_end = self._first + timedelta(days=max(self._most - 1, 0))
        self._newest = max(min(newest, self._last), min(oldest_end, self._last))
        self.update()


def _today() -> date:
    return datetime.now().astimezone().date()


def day_text(day: date) -> str:
    """A day below its bar."""
    return spoken().day(day, short=True)


def range_text(days: Range) -> str:
    """A day, or the first and the last."""
    first, last = days
    if first == last:
        return day_text(first)
    return say("timeline.range", first=day_text(first), last=day_text(last))
