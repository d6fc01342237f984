"""The inspector beside every place: what it shows, what its buttons do, and whether it is there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from mnemoscope.records import Record, RecordId
from mnemoscope_gui.jobs import acts
from mnemoscope_gui.panels.inspector import InspectorPanel
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Detail
from mnemoscope_gui.wording import say


class Inspection(QObject):
    """Wires the inspector's panel to the session."""

    shown = Signal(bool)
    """It was brought up or hidden."""
    record_requested = Signal(object)
    """A record is to be looked at where the inspector shows it."""

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self.panel = InspectorPanel()
        self._expected: RecordId | None = None
        """To be expected once it is looked at under its question."""
        self._edits: RecordId | None = None
        """What is edited as soon as it is looked at."""
        session.inspected.connect(self._on_inspected)
        self.panel.deactivation_accepted.connect(session.deactivate)
        self.panel.removal_requested.connect(self._on_removal_requested)
        self.panel.edited.connect(self._on_edited)
        self.panel.why.xray.folded.connect(session.xray)

    # ------------------------------------------------------------ commands

    def deactivate(self) -> None:
        """Ask for a reason."""
        self.show(True)
        self.panel.ask_reason()

    def expect(self) -> None:
        """Ask among how many the record must come back."""
        self.show(True)
        self.panel.ask_within(self._session.profile.budget)

    def expect_once(self, id: RecordId) -> None:
        """Ask it as soon as the record is looked at."""
        self._expected = id

    def edit(self) -> None:
        """Write the record's text anew; where a place leads the inspector, the record is gone to first."""
        detail = self._session.detail
        if detail is None:
            return
        self.show(True)
        if self.panel.is_led:
            self._edits = detail.record.id
            self.record_requested.emit(detail.record.id)
        else:
            self.panel.ask_text()

    def show_why(self) -> None:
        """Bring up the explanation."""
        self.show(True)
        self.panel.show_why()

    def show_xray(self) -> None:
        """What became of each word of question and record, and where they met."""
        self.show_why()
        self.panel.why.show_xray()

    def toggle(self) -> None:
        """Show the inspector, or hide it."""
        self.show(self.panel.isHidden())

    # ------------------------------------------------------------ what is shown

    def restore(self) -> None:
        """As it was left."""
        self.show(self._settings.inspector)

    def show(self, shown: bool) -> None:
        """Bring it up or hide it, and remember that."""
        self.panel.setVisible(shown)
        self._settings.inspector = shown
        self.shown.emit(shown)

    def lay_out_again(self) -> None:
        """Text is of another size: the texts on show carry theirs with them."""
        if self._session.detail is not None:
            self._on_inspected(self._session.detail)

    def _on_inspected(self, detail: Detail | None) -> None:
        if detail is None:
            self.panel.show_nothing()
        else:
            self.panel.show_detail(detail)
            if detail.record.id == self._expected and detail.answer is not None:
                self._expected = None
                self.expect()
            if detail.record.id == self._edits and not self.panel.is_led:
                self._edits = None
                self.panel.ask_text()

    def _on_edited(self, id: RecordId, text: str) -> None:
        """The box stays open where the text cannot be kept."""
        self._session.carry_out(acts.edit(id, text), self._on_kept)

    def _on_kept(self) -> None:
        self.panel.forget_text()

    def _on_removal_requested(self, older: Record, newer: RecordId | None) -> None:
        if newer is None:
            self._session.failed.emit(say("chain.no_edge"))
        else:
            self._session.carry_out(acts.unsupersede(older.id, newer))
