"""What undo would take back and redo would do again, kept up to date so that both can say it before they are given."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from mnemoscope.records import Act
from mnemoscope_gui.jobs import acts
from mnemoscope_gui.state.session import Session


class Reversal(QObject):
    """The two acts of the open vault that this window could reverse."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.undoable: Act | None = None
        self.redoable: Act | None = None
        session.opened.connect(self._on_opened)
        for signal in (session.acted, session.informed, session.written_elsewhere):
            signal.connect(self._look)

    def _on_opened(self) -> None:
        self._show((None, None))
        self._look()

    def _look(self, *_: object) -> None:
        self._session.submit("background", acts.reversible, self._show, key="reversible")

    def _show(self, acts: tuple[Act | None, Act | None]) -> None:
        if acts != (self.undoable, self.redoable):
            self.undoable, self.redoable = acts
            self.changed.emit()
