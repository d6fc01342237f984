"""How rows are marked with Shift, with Ctrl and with their boxes, in any list of rows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView

from mnemoscope_gui import look

_WALKING = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)
_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class MarkGestures(QObject):
    """Watches a list: Shift with a key or a click stretches the marks from a row to the current one, Ctrl with a click
    and a click on a box turn one mark round."""

    toggled = Signal(int)
    """The mark of this row."""
    stretched = Signal(int, int, int)
    """From the row where it began: up to which row it reached, and up to which it reaches now."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self._began = self._reached = -1
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self._view:
            return self._on_key(event)
        if isinstance(event, QMouseEvent) and event.type() in _PRESSES and watched is self._view.viewport():
            return event.button() == Qt.MouseButton.LeftButton and self._on_click(event)
        return False

    def _on_key(self, event: QKeyEvent) -> bool:
        if event.key() not in _WALKING or event.modifiers() & ~_KEYPAD != Qt.KeyboardModifier.ShiftModifier:
            return False
        before = self._row
        if event.key() != Qt.Key.Key_Up or before > 0:  # at the first row, Up would lead out of the list
            walk = QKeyEvent(QEvent.Type.KeyPress, event.key(), Qt.KeyboardModifier.NoModifier)
            self._view.keyPressEvent(walk)
        self._stretch(before)
        return True

    def _on_click(self, event: QMouseEvent) -> bool:
        index, held = self._view.indexAt(event.position().toPoint()), event.modifiers()
        on_box = getattr(self._view, "mark_width", 0) and event.position().x() < look.MARGIN + look.MARK_WIDTH
        if not index.isValid():
            return False
        if held == Qt.KeyboardModifier.ControlModifier or (on_box and held == Qt.KeyboardModifier.NoModifier):
            self.toggled.emit(index.row())
            return True
        if held == Qt.KeyboardModifier.ShiftModifier:
            before = self._row
            self._view.setCurrentIndex(self._view.model().index(index.row(), 0))
            self._stretch(before)
            return True
        return False

    @property
    def _row(self) -> int:
        return self._view.currentIndex().row()

    def _stretch(self, before: int) -> None:
        """From where the last stretch began, if nobody walked on since; else from where one stood."""
        if self._reached != before or self._began < 0:
            self._began = before if before >= 0 else self._row
            before = self._began
        self._reached = self._row
        if self._reached >= 0:
            self.stretched.emit(self._began, before, self._reached)


_KEYPAD = Qt.KeyboardModifier.KeypadModifier
