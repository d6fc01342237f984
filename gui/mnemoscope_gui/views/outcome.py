"""How a source stands: being read, why it cannot be, or what came of its import."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.models.importing import standing, time_sentence
from mnemoscope_gui.values import Incoming, Stage
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.views.signs import Sign
from mnemoscope_gui.wording import say

_BUSY = (Stage.WAITING, Stage.READING, Stage.IMPORTING)


class Outcome(QFrame):
    """A strip; hidden where there is nothing to say."""

    stop_requested = Signal()
    link_requested = Signal()
    act_requested = Signal(int)
    """An act, where it stands in the history."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("acts")
        self._act: int | None = None
        self._sign, self._sentence, self._more = Sign(), QLabel(), QLabel()
        self._bar = QProgressBar()
        self.stop, self.history = QPushButton(say("incoming.stop")), QPushButton(say("incoming.history"))
        self.link = QPushButton(say("incoming.link"))
        self.link.setToolTip(say("incoming.link.tip"))
        self._sentence.setWordWrap(True)
        self._more.setProperty("role", "muted")
        self._more.setWordWrap(True)
        self._bar.setRange(0, 0)
        self._bar.setTextVisible(False)
        self._bar.setMaximumWidth(240)
        self.buttons = Flow(spacing=look.SPACE * 2)
        words = QVBoxLayout()
        words.setSpacing(look.SPACE)
        words.addWidget(self._sentence)
        words.addWidget(self._more)
        words.addWidget(self._bar)
        words.addLayout(self.buttons)
        for button in (self.stop, self.history, self.link):
            button.setProperty("small", True)
            self.buttons.addWidget(button)
        row = QHBoxLayout(self)
        row.setContentsMargins(look.MARGIN, look.SPACE * 2, look.MARGIN, look.SPACE * 2)
        row.setSpacing(look.SPACE * 2)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self.stop.clicked.connect(lambda _=False: self.stop_requested.emit())
        self.history.clicked.connect(self._on_history)
        self.link.clicked.connect(lambda _=False: self.link_requested.emit())
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return " ".join(label.text() for label in (self._sentence, self._more) if label.text())

    def show_source(self, some: Incoming) -> None:
        """This one."""
        summary = some.brought.summary if some.brought is not None else None
        more = time_sentence(summary, some.brought.seconds) if some.brought is not None and summary is not None else ""
        self._act = summary.changes.act if summary is not None and summary.changes is not None else None
        self._sign.show_sign(False if some.failure is not None else True if summary is not None else None)
        self._sentence.setText(standing(some))
        self._more.setText(more)
        self._more.setVisible(bool(more))
        self._bar.setVisible(some.stage in _BUSY)
        self.stop.setVisible(some.stage in (Stage.WAITING, Stage.READING))
        self.history.setVisible(self._act is not None)
        self.link.setVisible(some.stage is Stage.DONE)
        self.setVisible(some.stage is not Stage.READY)
        self.setAccessibleName(self.text)

    def _on_history(self) -> None:
        if self._act is not None:
            self.act_requested.emit(self._act)
