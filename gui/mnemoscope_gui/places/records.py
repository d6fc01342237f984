"""The records' part of Recall: the list of all of them, and the filters that hold in every view."""

from __future__ import annotations

from PySide6.QtCore import QObject

from mnemoscope.listing import Listing, Order, Show
from mnemoscope.records import RecordId
from mnemoscope_gui.panels.records import RecordsPanel
from mnemoscope_gui.panels.show import ShowPanel
from mnemoscope_gui.state.browsing import Browsing
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.state.showing import SESSIONS, Showing
from mnemoscope_gui.values import Done


class RecordsPart(QObject):
    """Wires the list and the filters to the session."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._listed: tuple[Show, Order] | None = None
        self.panel, self.filters = RecordsPanel(), ShowPanel()
        self.showing = Showing(session, self)
        self.browsing = Browsing(session, self.showing, self)
        self._wire()

    def _wire(self) -> None:
        panel, filters, showing, browsing = self.panel, self.filters, self.showing, self.browsing
        self._session.opened.connect(panel.reset)
        self._session.acted.connect(self._on_acted)
        panel.record_chosen.connect(self._on_record_chosen)
        panel.rows_wanted.connect(browsing.read_rows)
        panel.order_chosen.connect(browsing.set_order)
        panel.clear_requested.connect(showing.clear)
        browsing.listed.connect(self._on_listed)
        browsing.read.connect(panel.show_rows)
        filters.show_chosen.connect(showing.choose)
        filters.sessions_wanted.connect(showing.search)
        filters.counts_wanted.connect(showing.count)
        showing.changed.connect(filters.show_filter)
        showing.counted.connect(filters.show_counts)
        showing.found.connect(lambda found: filters.sessions.show_sessions(found, SESSIONS))

    def _on_acted(self, _: Done) -> None:
        self.panel.read_again()

    def _on_listed(self, listing: Listing) -> None:
        before, self._listed = self._listed, (listing.show, listing.order)
        self.panel.show_listing(listing, from_top=before not in (None, self._listed))

    def _on_record_chosen(self, id: RecordId | None) -> None:
        if self._session.answer is None and not self.panel.isHidden():  # a late list moves nothing behind a view
            self._session.select(id)
