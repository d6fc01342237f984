"""A list whose rows a delegate paints and a person walks by keys."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QListView, QSizePolicy, QWidget

from mnemoscope_gui.models.table import Index


class RowList(QListView):
    """One row is current; Enter takes it, Esc leads out of the list."""

    left = Signal()
    """The person goes back to where they came from."""
    taken = Signal()
    """Enter, or a double click, on the current row."""
    moved = Signal()
    """Another row is current."""

    OPENS: ClassVar = False
    """Whether the current row is open, and so has another height."""
    LEFT_UPWARD: ClassVar = True
    """Whether Up from the first row leads out of the list too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        if self.OPENS:
            self.setResizeMode(QListView.ResizeMode.Adjust)
        self.doubleClicked.connect(lambda _: self.taken.emit())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if self.OPENS:
            self.scheduleDelayedItemsLayout()
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        keep_in_sight(self, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, is_first = event.key(), self.currentIndex().row() <= 0
        if key == Qt.Key.Key_Escape or (self.LEFT_UPWARD and key == Qt.Key.Key_Up and is_first):
            self.left.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands here, not a search."""


class ShortList(RowList):
    """As high as its rows, up to ``MOST`` of them; the delegate says how high one is."""

    LEFT_UPWARD = False
    MOST: ClassVar = 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setUniformItemSizes(True)
        self.setSizeAdjustPolicy(QAbstractScrollArea.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        model = self.model()
        count = model.rowCount() if model is not None else 0
        return QSize(200, min(count, self.MOST) * self.sizeHintForRow(0) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())


def keep_in_sight(view: QAbstractItemView, event: QResizeEvent) -> None:
    """The current row was in sight: it stays so where the list has become lower."""
    row, before, now = view.visualRect(view.currentIndex()), event.oldSize().height(), event.size().height()
    if row.isValid() and 0 <= row.top() < before and row.bottom() > now:
        view.scrollTo(view.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)
