"""The line on which a record is expected: among how many it must come back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QHBoxLayout, QLabel, QSizePolicy, QSpinBox, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.wording import say

_PASSING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


class WithinLine(QWidget):
    """Enter accepts the number, Esc lets the record be."""

    accepted = Signal(int)
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number = _WithinBox()
        before, after = QLabel(say("within.before")), QLabel(say("within.after"))
        after.setProperty("role", "muted")
        after.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        before.setBuddy(self.number)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.SPACE * 2)
        row.addWidget(before)
        row.addWidget(self.number)
        row.addWidget(after, 1)
        self.number.accepted.connect(self._on_accepted)
        self.number.left.connect(self.dismiss)
        self.hide()

    def open(self, budget: int) -> None:
        """Ask, with as many as the profile serves to begin with."""
        self.number.setRange(1, budget)
        self.number.setValue(budget)
        self.show()
        self.number.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.number.selectAll()

    def dismiss(self) -> None:
        """No longer ask. The list takes the focus only from here: who types elsewhere goes on typing there."""
        if self.isHidden():
            return
        had_focus = self.number.hasFocus()
        self.hide()
        if had_focus:
            self.dismissed.emit()

    def _on_accepted(self) -> None:
        within = self.number.value()
        self.dismiss()
        self.accepted.emit(within)


class _WithinBox(QSpinBox):
    accepted = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("within")
        self.setAccessibleName(say("within.name"))
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFixedWidth(look.PADDING * 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.interpretText()
            self.accepted.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _PASSING:
            self.left.emit()
