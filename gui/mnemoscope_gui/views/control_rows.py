"""Groups of controls on as few rows as they need, the last group at the right edge."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from mnemoscope_gui import look


class ControlRows(QWidget):
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
        self.setFixedHeight(len(rows) * look.Height.CONTROL_ROW)
        last = len(self._groups)
        for number, row in enumerate(rows):
            left, top = 0, number * look.Height.CONTROL_ROW
            for at in row:
                group = self._last if at == last else self._groups[at]
                width = min(group.sizeHint().width(), self.width())
                group.setGeometry(self.width() - width if at == last else left, top, width, look.Height.CONTROL_ROW)
                left += width + look.GROUP_GAP


def arranged(widths: Sequence[int], last: int, room: int, gap: int) -> list[list[int]]:
    """Which groups stand on which row, by place; the place after the last width is the group at the right edge.

    It stands on the first row, unless that would take one row more.
    """
    end = len(widths)
    rows = _filled(widths, room, gap, room)
    free = next((row for row in rows if _taken(row, widths, gap) + last <= room), None)
    if free is not None:
        free.append(end)
    else:
        rows.append([end])
    first = _filled(widths, room, gap, room - last - gap)
    if len(first) <= len(rows) and _taken(first[0], widths, gap) + last <= room:
        first[0].append(end)
        return first
    return rows


def _taken(row: Sequence[int], widths: Sequence[int], gap: int) -> int:
    return sum(widths[place] + gap for place in row)


def _filled(widths: Sequence[int], room: int, gap: int, first: int) -> list[list[int]]:
    """Rows filled one after the other, the first having less room."""
    rows: list[list[int]] = [[]]
    used = 0
    for place, width in enumerate(widths):
        if rows[-1] and used + width > (first if len(rows) == 1 else room):
            rows.append([])
            used = 0
        rows[-1].append(place)
        used += width + gap
    return rows
