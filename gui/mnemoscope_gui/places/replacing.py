"""The part of Recall that lets one record replace others: the search for the other side, drags, and the yes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QSizePolicy, QStackedWidget, QWidget

from mnemoscope.plans import Plan
from mnemoscope.records import Record, RecordId
from mnemoscope_gui.panels.choosing import ChoosingPanel
from mnemoscope_gui.panels.replacement import ReplacementPanel
from mnemoscope_gui.state.foresight import Foresight
from mnemoscope_gui.state.replacing import Replacing
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Copied, Offered, Replacement, Search
from mnemoscope_gui.views.drags import Drags
from mnemoscope_gui.views.focus import give_back


class ReplacingPart(QObject):
    """Wires the panels of the search and of the proposal to what is on its way."""

    ended = Signal()
    """Where one was before is shown again: the rows have the focus."""
    front_requested = Signal()
    """Something is asked in this place."""

    def __init__(self, session: Session, front: QWidget, pages: QStackedWidget, parent: QObject | None = None) -> None:
        """``front`` is what holds the pages, in sight while the place is in front."""
        super().__init__(parent)
        self._session, self._front, self._pages = session, front, pages
        self._came_from: tuple[QWidget | None, QWidget | None] = (None, None)
        """The page and the focus before."""
        self.choosing, self.panel, self.replacing = ChoosingPanel(), ReplacementPanel(), Replacing(session, self)
        self._foresight = Foresight(session, self)
        self._wire()

    def _wire(self) -> None:
        replacing, choosing, panel = self.replacing, self.choosing, self.panel
        replacing.changed.connect(self._on_changed)
        replacing.offered.connect(self._on_offered)
        replacing.proposed.connect(self._on_proposed)
        replacing.copied.connect(self._on_copied)
        choosing.text_changed.connect(replacing.look_for)
        choosing.direction_chosen.connect(replacing.turn)
        choosing.chosen.connect(self._on_chosen)
        choosing.refused.connect(self._session.failed)
        choosing.left.connect(replacing.step_back)
        panel.accepted.connect(replacing.carry_out)
        panel.turned.connect(replacing.swap)
        panel.tick_requested.connect(replacing.tick)
        panel.left.connect(replacing.step_back)
        panel.impact_requested.connect(self._on_impact_requested)
        self._foresight.found.connect(panel.show_impact)
        self._foresight.failed.connect(self._session.connection.tell_error)

    @property
    def is_open(self) -> bool:
        """Whether the search is in front."""
        return self._pages.currentWidget() is self.choosing

    def listen(self, drags: Drags) -> None:
        """What is dropped in a list is proposed here."""
        drags.dropped.connect(self._on_dropped)
        drags.refused.connect(self._session.failed)

    def take_focus(self) -> None:
        """Where the keys go while something is asked."""
        if self.replacing.proposal is not None:
            self.panel.take_focus()
        else:
            self.choosing.take_focus()

    # ------------------------------------------------------------ the state speaks

    def _on_changed(self, search: Search | None) -> None:
        if search is None:
            self.choosing.put_away()
            self._go_back()
            return
        if not self.is_open:
            self._came_from = (self._pages.currentWidget(), QApplication.focusWidget())
            self._pages.setCurrentWidget(self.choosing)
            self._come_forward()
        self.choosing.show_search(search)
        self.choosing.take_focus()

    def _come_forward(self) -> None:
        if not self._front.isVisible():
            self.front_requested.emit()

    def _on_offered(self, offered: Offered) -> None:
        self.choosing.show_offered(offered)

    def _on_proposed(self, proposal: Replacement | None) -> None:
        focus = QApplication.focusWidget()
        before = focus is not None and self.panel.isAncestorOf(focus)
        self._foresight.stop()
        self.panel.show_proposal(proposal)
        # What was searched through gives its room to what is asked; a list in which records are dragged stays in sight.
        self._pages.setVisible(proposal is None or not self.is_open)
        giving = QSizePolicy.Policy.Ignored if proposal is not None else QSizePolicy.Policy.Preferred
        self._pages.setSizePolicy(QSizePolicy.Policy.Preferred, giving)
        if proposal is not None:
            self._come_forward()
            if not self.replacing.is_late:  # nobody asked for it: the keys go on where they are
                self.panel.take_focus()
        elif self.is_open:
            self.choosing.take_focus()
        elif before:
            self.ended.emit()

    def _on_copied(self, copies: tuple[Copied, ...] | None) -> None:
        self._foresight.stop()
        self.panel.show_copies(copies, self.replacing.ticked)

    def _go_back(self) -> None:
        page, focus = self._came_from
        self._came_from = (None, None)
        if page is not None and self.is_open:
            self._pages.setCurrentWidget(page)
        if not give_back(focus):
            self.ended.emit()

    # ------------------------------------------------------------ a person speaks

    def _on_chosen(self, records: Sequence[Record], shorts: Mapping[RecordId, str]) -> None:
        self.replacing.choose(tuple(records), shorts)

    def _on_dropped(self, older: Record, newer: Record, shorts: Mapping[RecordId, str]) -> None:
        self.replacing.end()
        self.replacing.propose(Replacement((older,), newer, shorts))

    def _on_impact_requested(self) -> None:
        proposal = self.replacing.proposal
        if proposal is None:
            return
        self._foresight.stop()  # the view waits, also for what was found before
        self._foresight.ask(Plan(supersede=tuple((older, proposal.newer.id) for older in self.replacing.olders)))
