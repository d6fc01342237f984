"""Exports and copies of the open vault: long work that reads, beside what writes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from mnemoscope.listing import Show
from mnemoscope_gui.jobs import exporting as jobs
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.state.work import Work
from mnemoscope_gui.wording import say


class Exporting(QObject):
    """In the lane that reads sources: none of it waits for an embedding."""

    exported = Signal(object)
    """An ``Exported``."""
    backed_up = Signal(object)
    """A ``BackedUp``."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.work = Work(self)
        self.work.stopped.connect(lambda: session.informed.emit(say("export.stopped")))
        session.opened.connect(self.work.forget)

    def export(self, target: Path, format: str, show: Show) -> None:
        """Write what ``show`` leaves of the vault into a file."""
        label, job = say("work.export", name=target.name), jobs.export(target, format, show)
        self._session.connection.work(self.work, label, job, self.exported.emit, "preview")

    def back_up(self, target: Path) -> None:
        """Copy the vault into a file."""
        label, job = say("work.backup", name=target.name), jobs.back_up(target)
        self._session.connection.work(self.work, label, job, self.backed_up.emit, "preview")
