"""Groups of controls on as few rows as they need, the last group at the right edge."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from mnemoscope_gui import look


class Rows(QWidget):
    """Lays its groups out again whenever its width, or what they need, changes; its height follows."""

    def __init__(self, groups: Sequence[QWidget], last: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._groups, self._last = tuple(groups), last
        for group in (*self._groups, last):
            group.setParent(self)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        widths = [group.sizeHint().width() for group in self._groups]
        rows = arranged(widths, self._last.sizeHint().width(), self.width(), look.GROUP_GAP)
        self.setFixedHeight(len(rows) * look.CONTROL_ROW)
        last = len(self._groups)
        for number, row in enumerate(rows):
            left, top = 0, number * look.CONTROL_ROW
            for at in row:
                group = self._last if at == last else self._groups[at]
                width = min(group.sizeHint().width(), self.width())
                group.setGeometry(self.width() - width if at == last else left, top, width, look.CONTROL_ROW)
                left += width + look.GROUP_GAP


def arranged(widths: Sequence[int], last: int, room: int, gap: int) -> list[list[int]]:
    """Which groups stand on which row, by place; the place after the last width is the group at the right edge.

    It stands on the first row that has room for it, so that it does not move down with the rest.
    """
    rows: list[list[int]] = [[]]
    used = [0]
    for place, width in enumerate(widths):
        if rows[-1] and used[-1] + width > room:
            rows.append([])
            used.append(0)
        rows[-1].append(place)
        used[-1] += width + gap
    free = next((row for row, taken in enumerate(used) if taken + last <= room), None)
    if free is None:
        rows.append([])
        free = len(rows) - 1
    rows[free].append(len(widths))
    return rows
