"""The search for what replaces a record: the question it interrupts comes back after it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from mnemoscope.records import Record, RecordId
from mnemoscope_gui.jobs import acts
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer
from mnemoscope_gui.wording import say


class Replacing(QObject):
    """Chooses, by searching in the same window, the record that replaces the one looked at."""

    changed = Signal(object)
    """The ``Record`` whose replacement is being chosen, or ``None``."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.older: Record | None = None
        self._before: tuple[str, Answer | None] = ("", None)
        session.opened.connect(self._on_opened)

    def begin(self) -> None:
        """Choose what replaces the record that is looked at."""
        detail = self._session.detail
        if detail is None or self.older is not None:
            return
        self.older = detail.record
        self._before = (self._session.text, self._session.answer)
        self.changed.emit(self.older)

    def end(self, newer: RecordId | None = None) -> None:
        """Take ``newer`` as the replacement, or let it be; then back to the earlier question."""
        older, session = self.older, self._session
        if older is None:
            return
        if newer == older.id:
            session.failed.emit(say("replacing.self"))
            return
        self.older = None
        session.show_again(*self._before)
        self.changed.emit(None)
        session.select(older.id)
        if session.is_asking:  # the settings changed meanwhile
            session.ask_again()
        if newer is not None:
            session.carry_out(acts.supersede(older.id, newer))

    def _on_opened(self) -> None:
        self.older = None
        self.changed.emit(None)
