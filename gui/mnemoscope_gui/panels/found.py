"""One check of the doctor: what it looks at, how that stands, what was found, and the records it was found in."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from mnemoscope.doctor import Check
from mnemoscope_gui import look
from mnemoscope_gui.models.doctor import finding_lines, needs_backup, state_of
from mnemoscope_gui.values import Checkup
from mnemoscope_gui.views.action_button import ActionButton
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.views.lines import LinesView
from mnemoscope_gui.wording import say


class FoundPanel(QFrame):
    """Follows the check that is current."""

    record_requested = Signal(object)
    """A ``RecordId``, to be looked at in Recall."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._title, self._state, self._about, self._hint = QLabel(), QLabel(), QLabel(), QLabel(say("checkup.hint"))
        self.lines = LinesView(say("checkup.found"))
        self._foot = Flow(spacing=look.SPACE * 2)
        self.buttons: list[ActionButton] = []
        self._stack = QStackedWidget()
        self._lay_out()
        self.lines.opened.connect(self.record_requested)

    def _lay_out(self) -> None:
        roles = ((self._title, "title"), (self._state, ""), (self._about, "muted"), (self._hint, "muted"))
        for label, role in roles:
            label.setProperty("role", role)
            label.setWordWrap(True)
        above = QVBoxLayout()
        above.setContentsMargins(look.PADDING, 0, look.PADDING, look.SPACE)
        above.setSpacing(look.SPACE)
        for label in (self._title, self._state, self._about):
            above.addWidget(label)
        foot = QWidget()
        around = QVBoxLayout(foot)
        around.setContentsMargins(look.PADDING, 0, look.PADDING, look.SPACE)
        around.setSpacing(look.SPACE * 2)
        around.addWidget(self._hint)
        around.addLayout(self._foot)
        self._stack.addWidget(QWidget())
        self._stack.addWidget(self.lines)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, look.MARGIN, 1, look.SPACE * 2)
        column.setSpacing(look.SPACE)
        column.addLayout(above)
        column.addWidget(self._stack, 1)
        column.addWidget(foot)

    def add_action(self, action: QAction, text: str) -> QPushButton:
        """What can be done where the file itself is damaged."""
        button = ActionButton(action, text=text)
        self.buttons.append(button)
        self._foot.addWidget(button)
        button.set_aside(True)
        return button

    @property
    def words(self) -> tuple[str, str, str]:
        """What it says over the list."""
        return self._title.text(), self._about.text(), self._state.text()

    def show_check(self, checkup: Checkup, check: Check) -> None:
        """How this one stands."""
        self._title.setText(say(f"check.{check.value}"))
        self._about.setText(say(f"check.{check.value}.about"))
        state = state_of(checkup, check)
        self._state.setText(state)
        self._state.setVisible(bool(state))
        lines = finding_lines(checkup, check)
        if lines != self.lines.lines:
            self.lines.set_lines(lines)
        self._stack.setCurrentIndex(1 if lines else 0)
        self._hint.setVisible(any(line.id is not None for line in lines))
        for button in self.buttons:
            button.set_aside(not (lines and needs_backup(checkup)))
