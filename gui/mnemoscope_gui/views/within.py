"""The line on which a record is expected: among how many it must come back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QIntValidator, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget

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
        self.number.returnPressed.connect(self._on_accepted)
        self.number.left.connect(self.dismiss)
        self.hide()

    def open(self, budget: int) -> None:
        """Ask, with as many as the profile serves to begin with."""
        self.number.setValidator(QIntValidator(1, budget, self.number))
        self.number.setText(str(budget))
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
        within = int(self.number.text())  # Enter is told only of a number that the validator takes
        self.dismiss()
        self.accepted.emit(within)


class _WithinBox(QLineEdit):
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(say("within.name"))
        self.setToolTip(say("within.name"))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFixedWidth(look.PADDING * 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _PASSING:
            self.left.emit()
