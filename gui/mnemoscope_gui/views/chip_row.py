"""What the assistant sees, and what is shown: two groups of chips, clearly apart, and a switch at the right."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from mnemoscope_gui import look


class Fitting(Protocol):
    """A group of chips that can take less room than it would like."""

    def widths(self) -> tuple[int, int]:
        """How wide it is on one line, folded as far as it can be and not at all."""

    def fit(self, width: int) -> int:
        """Take at most this width; returns the height."""


class ChipRow(QWidget):
    """On one line where both groups find room, else on two; the second group folds before it leaves the line."""

    def __init__(self, first: QWidget, second: QWidget, switch: QWidget, groups: tuple[Fitting, Fitting]) -> None:
        """``groups`` are the two widgets again, by what they can do."""
        super().__init__()
        self._first, self._second, self._switch, self._groups = first, second, switch, groups
        self._divider = 0
        for widget in (first, second, switch):
            widget.setParent(self)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._first.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._divider:
            line = QRect(self._divider, look.SPACE, 1, self._first.height() - look.SPACE * 2)
            QPainter(self).fillRect(line, QColor(look.colours().border))

    def _arrange(self) -> None:
        side = self._switch.sizeHint() if not self._switch.isHidden() else QSize(0, 0)
        beyond = side.width() + look.MARGIN if side.width() else 0
        room, gap = self.width() - beyond, look.MARGIN * 2 + 1
        (narrow, whole), (least, _) = (group.widths() for group in self._groups)
        if whole + gap + least <= room:
            self._arrange_beside(room, whole, gap, side)
        else:
            self._arrange_below(narrow > room, beyond, side)
        self.update()

    def _arrange_beside(self, room: int, whole: int, gap: int, side: QSize) -> None:
        rest = room - whole - gap
        height = max(self._groups[0].fit(whole), self._groups[1].fit(rest), side.height())
        self._first.setGeometry(0, 0, whole, height)
        self._second.setGeometry(whole + gap, 0, rest, height)
        self._divider = whole + look.MARGIN
        self._place_switch(0, height, side)
        self.setFixedHeight(height)

    def _arrange_below(self, is_tight: bool, beyond: int, side: QSize) -> None:
        """Two lines; the switch stands on the first, or where that is too tight on the second."""
        above, under = (self.width(), self.width() - beyond) if is_tight else (self.width() - beyond, self.width())
        first, second = self._groups[0].fit(above), self._groups[1].fit(under)
        first = first if is_tight else max(first, side.height())
        top = first + look.SPACE + 2
        line = max(second, side.height()) if is_tight else second
        self._first.setGeometry(0, 0, above, first)
        self._second.setGeometry(0, top, under, line if line < second + look.Height.LINE else second)
        self._divider = 0
        self._place_switch(top if is_tight else 0, side.height() if is_tight else first, side)
        self.setFixedHeight(top + line)

    def _place_switch(self, top: int, height: int, side: QSize) -> None:
        if side.width():
            self._switch.setGeometry(self.width() - side.width(), top, side.width(), height)
