"""The list of all records: in which order, which of them, and the pages that were read of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from mnemoscope.listing import NEWEST, Listing, Order
from mnemoscope_gui.jobs import listing
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.state.showing import Showing
from mnemoscope_gui.values import Answer

AHEAD = 60
"""Rows that are read before and after those in sight."""


class Browsing(QObject):
    """Lists while there is no question; another question's answer leaves the list as it was."""

    listed = Signal(object)
    """A ``Listing``."""
    read = Signal(object)
    """``Rows`` of it."""

    def __init__(self, session: Session, showing: Showing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._showing = session, showing
        self.order: Order = NEWEST
        self.listing: Listing | None = None
        session.opened.connect(self._on_opened)
        session.answered.connect(self._on_answered)
        showing.changed.connect(lambda _: self._list_if_idle())

    def set_order(self, order: Order) -> None:
        """List in this order."""
        self.order = order
        self.list_anew()

    def list_anew(self) -> None:
        """List what is in the vault now."""
        session = self._session
        job = listing.list_records(self._showing.show, self.order, session.scope, session.at)
        session.submit("background", job, self._on_listed, key="listing")

    def read_rows(self, first: int, last: int) -> None:
        """Read these rows and some around them; a newer wish replaces the waiting one."""
        if self.listing is None:
            return
        start = max(first - AHEAD, 0)
        job = listing.read_rows(self.listing, start, last + AHEAD + 1 - start, self._session.at)
        self._session.submit("background", job, self.read.emit, key="rows")

    def _list_if_idle(self) -> None:
        if self._session.answer is None:
            self.list_anew()

    def _on_opened(self) -> None:
        self.order, self.listing = NEWEST, None

    def _on_answered(self, answer: Answer | None, again: bool) -> None:
        if answer is None:
            self.list_anew()

    def _on_listed(self, listing: Listing) -> None:
        self.listing = listing
        self.listed.emit(listing)
