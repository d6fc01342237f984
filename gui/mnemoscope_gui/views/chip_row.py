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
        room = self.width() - (side.width() + look.MARGIN if side.width() else 0)
        (_, whole), (least, _) = (group.widths() for group in self._groups)
        gap = look.MARGIN * 2 + 1
        beside = whole + gap + least <= room
        height = max(self._groups[0].fit(min(whole, room)), side.height())
        wide = room - whole - gap if beside else self.width()
        below = self._groups[1].fit(wide)
        self._divider = whole + look.MARGIN if beside else 0
        line = max(height, below) if beside else height
        self._first.setGeometry(0, 0, min(whole, room), line)
        top = 0 if beside else line + look.SPACE + 2
        self._second.setGeometry(whole + gap if beside else 0, top, wide, line if beside else below)
        if side.width():
            self._switch.setGeometry(self.width() - side.width(), 0, side.width(), line)
        self.setFixedHeight(line if beside else top + below)
        self.update()
