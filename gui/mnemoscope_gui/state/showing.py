"""*Show*: what the views show of a recall, and the list of all records. It changes no rank, sum or count."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from mnemoscope.listing import ALL, Show
from mnemoscope_gui.jobs import listing
from mnemoscope_gui.state.session import Session

SESSIONS = 100
"""Sessions that a search lists at most."""


class Showing(QObject):
    """The filter of one window, and what it can be set to."""

    changed = Signal(object)
    """The ``Show`` now in force."""
    counted = Signal(object)
    """The ``Facets`` of the vault."""
    found = Signal(object)
    """Sessions, as ``SessionCount``."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.show: Show = ALL
        session.opened.connect(self._on_opened)

    def choose(self, show: Show) -> None:
        """Show these only."""
        if show != self.show:
            self.show = show
            self.changed.emit(show)

    def clear(self) -> None:
        """Show all."""
        self.choose(ALL)

    def count(self) -> None:
        """Ask how many records each value of a filter would show."""
        job = listing.count(self._session.scope, self._session.at)
        self._session.submit("background", job, self.counted.emit, key="facets")

    def search(self, text: str) -> None:
        """Ask for the sessions whose title holds a text."""
        job = listing.find_sessions(text, SESSIONS, self._session.scope)
        self._session.submit("background", job, self.found.emit, key="sessions")

    def _on_opened(self) -> None:
        self.clear()
        self.count()
