"""Where an act, a question or a record is looked for in the history."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from mnemoscope_gui.wording import say


class HistorySearch(QLineEdit):
    """One line; Down leads to what was found, Esc clears it."""

    down_pressed = Signal()
    escape_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("question")  # dressed like the question box, whose place it takes
        self.setAccessibleName(say("timeline.find"))
        self.setPlaceholderText(say("timeline.find"))
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.down_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        else:
            super().keyPressEvent(event)
