"""*History*: every act and every recall on one timeline."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from mnemoscope.records import RecordId
from mnemoscope_gui.panels.inspector import Lead
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.wording import say


class HistoryPlace(QObject):
    """Head, strip and body for the window's frame, and what the inspector shows first beside them."""

    record_requested = Signal(object)
    """A ``RecordId`` is to be looked at in Recall."""
    left = Signal()
    """Esc."""

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._in_front = False
        self.head, self.strip, self.body = QWidget(), QWidget(), QWidget()
        self.lead: Lead | None = Lead(QWidget(), QWidget(), say("tab.then_and_now"))
        self.strip.hide()
        self.body.setFocusPolicy(self.head.focusPolicy().StrongFocus)
        QVBoxLayout(self.body).addWidget(QLabel())

    @property
    def areas(self) -> tuple[tuple[QWidget, QWidget], ...]:
        """What F6 walks through."""
        return ((self.body, self.body),)

    def take_focus(self) -> None:
        """The place comes to the front."""
        self._in_front = True
        self.body.setFocus()
        self._session.look_beside(None)

    def leave(self) -> None:
        """Another place comes to the front: the question's own record is looked at again."""
        self._in_front = False
        self._session.look_back()

    def refresh(self) -> None:
        """F5: look at the vault as it is now."""

    def step_back(self) -> None:
        """Esc where nothing else takes it."""
        self.left.emit()

    def show_record(self, id: RecordId) -> None:
        """A record is to be looked at here."""
        self.record_requested.emit(id)
