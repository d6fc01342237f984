"""What stands over the checks: how the vault is, of when that is, and what a repair would do or did."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from mnemoscope.doctor import Check
from mnemoscope_gui import look
from mnemoscope_gui.models.doctor import about, is_well, plan, title
from mnemoscope_gui.values import Checkup, Course
from mnemoscope_gui.views.action_button import KeyButton
from mnemoscope_gui.views.signs import Sign
from mnemoscope_gui.wording import say


class CheckupView(QFrame):
    """A card with the verdict at the left and what can be done at the right."""

    examine_requested = Signal()
    repair_requested = Signal()
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._sign, self._title, self._about, self._plan = Sign(), QLabel(), QLabel(), QLabel()
        self._bar = QProgressBar()
        self.examine = KeyButton(say("checkup.again"), "F5")
        self.repair = KeyButton(say("checkup.repair"), f"Ctrl+{say('key.enter')}")
        self.stop = KeyButton(say("work.cancel"))
        self._lay_out()
        self.examine.clicked.connect(lambda _=False: self.examine_requested.emit())
        self.repair.clicked.connect(lambda _=False: self.repair_requested.emit())
        self.stop.clicked.connect(lambda _=False: self.stop_requested.emit())

    def _lay_out(self) -> None:
        self._title.setProperty("role", "title")
        self._about.setProperty("role", "muted")
        self._plan.setProperty("role", "meta")
        self._bar.setTextVisible(False)
        self._bar.setRange(0, len(Check))
        self._bar.setAccessibleName(say("checkup.examining"))
        for label in (self._title, self._about, self._plan):
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        head = QHBoxLayout()
        head.setSpacing(look.SPACE * 2)
        head.addWidget(self._sign)
        head.addWidget(self._title, 1)
        words = QVBoxLayout()
        words.setSpacing(look.SPACE)
        words.addLayout(head)
        for part in (self._about, self._plan, self._bar):
            words.addWidget(part)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.MARGIN)
        row.setSpacing(look.SPACE * 2)
        row.addLayout(words, 1)
        row.addSpacing(look.PADDING)
        for button in (self.repair, self.examine, self.stop):
            row.addWidget(button)

    @property
    def words(self) -> tuple[str, str, str]:
        """What it says: the verdict, of when, and of the repair."""
        return self._title.text(), self._about.text(), self._plan.text()

    def show_checkup(self, checkup: Checkup) -> None:
        """This one, as far as it is."""
        self._sign.show_sign(is_well(checkup))
        self._title.setText(title(checkup))
        self._about.setText(about(checkup))
        self._plan.setText(plan(checkup))
        self._plan.setVisible(bool(self._plan.text()))
        self._bar.setVisible(checkup.is_running)
        self._bar.setValue(len(checkup.looked))
        is_first = checkup.course is Course.NEVER
        self.examine.show_text(say("checkup.begin" if is_first else "checkup.again"), "F5")
        self.examine.setVisible(not checkup.is_running)
        self.stop.setVisible(checkup.is_running)
        self.repair.setVisible(checkup.can_repair)
