"""*Show*: what the views show of a recall, and the list of all records. It changes no rank, sum or count."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from mnemoscope.listing import ALL, Show, matches
from mnemoscope.records import Channel, ChannelState, Hit, Recall, RecordId
from mnemoscope.times import now
from mnemoscope_gui import jobs_listing
from mnemoscope_gui.session import Session

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
        job = jobs_listing.count(self._session.scope, self._session.at)
        self._session.submit("background", job, self.counted.emit, key="facets")

    def search(self, text: str) -> None:
        """Ask for the sessions whose title holds a text."""
        job = jobs_listing.find_sessions(text, SESSIONS, self._session.scope)
        self._session.submit("background", job, self.found.emit, key="sessions")

    def _on_opened(self) -> None:
        self.clear()
        self.count()


def shown_ids(show: Show, recall: Recall) -> frozenset[RecordId]:
    """The hits of a recall that a filter shows. Whether one has a vector is asked only where the vectors ranked."""
    moment = now() if recall.query.at is None else recall.query.at
    ranked = recall.channels[Channel.VECTOR].state is ChannelState.USED

    def holds(hit: Hit) -> bool:
        embedded = True if hit.vector is not None else False if ranked else None
        return matches(show, hit.record, moment, embedded)

    return frozenset(hit.id for hit in recall.hits if holds(hit))
