"""Widgets side by side that go on in a next line where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class Flow(QLayout):
    """A layout like words on a page; hidden widgets take no room."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 0) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        return QSize(self.line_width(), self._arrange(QRect(0, 0, 1 << 20, 0), place=False))

    def minimumSize(self) -> QSize:
        sizes = [item.sizeHint() for item in self._shown]
        return QSize(max((s.width() for s in sizes), default=0), max((s.height() for s in sizes), default=0))

    def line_width(self) -> int:
        """How wide it is on one line."""
        widths = [item.sizeHint().width() for item in self._shown]
        return sum(widths) + self.spacing() * max(len(widths) - 1, 0)

    @property
    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        """Lines of items, each centred in its line; returns the height of all."""
        x = y = height = 0
        line: list[tuple[QLayoutItem, int]] = []
        for item in self._shown:
            size = item.sizeHint()
            if line and x + size.width() > rect.width():
                self._place(line, rect, y, height, place)
                x, y, height, line = 0, y + height + self.spacing(), 0, []
            line.append((item, x))
            x += size.width() + self.spacing()
            height = max(height, size.height())
        self._place(line, rect, y, height, place)
        return y + height

    def _place(self, line: list[tuple[QLayoutItem, int]], rect: QRect, y: int, height: int, place: bool) -> None:
        for item, x in line if place else ():
            size = item.sizeHint().boundedTo(QSize(rect.width(), height))
            item.setGeometry(QRect(rect.topLeft() + QPoint(x, y + (height - size.height()) // 2), size))

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)
