"""A supersession on its way: the search for its other side, and the proposal that waits for a yes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from mnemoscope.records import Record, RecordId
from mnemoscope_gui.jobs import acts
from mnemoscope_gui.jobs import replacing as jobs
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Copied, Direction, Offered, Replacement, Search


class Replacing(QObject):
    """Finds what replaces a record, or what it replaces; nothing is written before ``carry_out``."""

    changed = Signal(object)
    """The ``Search`` for the other side, or ``None``."""
    offered = Signal(object)
    """What may be chosen: ``Offered``."""
    proposed = Signal(object)
    """The ``Replacement`` that waits for a yes, or ``None``."""
    copied = Signal(object)
    """The ``Copied`` records that say what is to be replaced; ``None`` while they are looked for."""
    done = Signal(object)
    """A proposal was carried out: the ids of the older records."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.search: Search | None = None
        self.proposal: Replacement | None = None
        self.marked: Callable[[], tuple[RecordId, ...]] = tuple
        """The records that are marked, where a person marked some."""
        self.copies: tuple[Copied, ...] = ()
        self.ticked: frozenset[RecordId] = frozenset()
        """The copies that go along."""
        self.is_late = False
        """Whether what is proposed came to light after a yes: nobody waits for it."""
        self._text = ""
        self._is_acting = self.are_copies_known = False
        self._without_copies: Replacement | None = None
        """What a person said yes to before its copies were known."""
        self._late: tuple[Copied, ...] | None = None
        """Those copies, known at last."""
        session.opened.connect(self.end)
        session.failed.connect(self._on_failed)

    @property
    def is_open(self) -> bool:
        """Whether something is looked for or proposed."""
        return self.search is not None or self.proposal is not None

    @property
    def older(self) -> Record | None:
        """The first record that is, or would be, replaced."""
        if self.proposal is not None:
            return (*self.proposal.olders, *self.proposal.replaced)[0]
        return self.search.known[0] if self.search is not None else None

    # ------------------------------------------------------------ the search

    def begin(self) -> None:
        """Look for what replaces the record that is looked at, or all that are marked."""

        def on_known(known: Offered) -> None:
            if not self.is_open:
                self._start(Search(known.records, Direction.REPLACED_BY, known.shorts))

        if marked := self.marked():
            self._session.submit("query", jobs.known(marked), on_known, key="replacing")
        else:
            self._begin(Direction.REPLACED_BY)

    def begin_copies(self) -> None:
        """Ask about the copies of the record that is looked at, which is superseded."""
        detail = self._session.detail
        if detail is None or self.is_open:
            return
        newer = next((record for record in detail.chain if record.id == detail.record.superseded_by), None)
        if newer is not None:
            self.propose(Replacement((), newer, detail.shorts, replaced=(detail.record,)))

    def begin_newer(self) -> None:
        """Look for what the record that is looked at replaces; where others are marked, it is they."""
        detail = self._session.detail
        marked = tuple(id for id in self.marked() if detail is not None and id != detail.record.id)
        if detail is None or not marked:
            self._begin(Direction.REPLACES)
            return
        newer, short = detail.record, detail.short

        def on_known(known: Offered) -> None:
            if not self.is_open:
                self.propose(Replacement(known.records, newer, {**known.shorts, newer.id: short}))

        self._session.submit("query", jobs.known(marked), on_known, key="replacing")

    def _begin(self, direction: Direction) -> None:
        detail = self._session.detail
        if detail is not None and not self.is_open:
            self._start(Search((detail.record,), direction, {detail.record.id: detail.short}))

    def _start(self, search: Search) -> None:
        self.search = search
        self.changed.emit(search)
        self.look_for("")

    def turn(self, direction: Direction) -> None:
        """Look for the other side instead; of several older records there is one side only."""
        search = self.search
        if search is not None and direction is not search.direction and len(search.known) == 1:
            self.search = Search(search.known, direction, search.shorts)
            self.changed.emit(self.search)
            self.look_for(self._text)

    def look_for(self, text: str) -> None:
        """Offer what a text brings; for none, what is near by."""
        search = self.search
        if search is None:
            return
        self._text = text
        job = jobs.holding(text) if text.strip() else jobs.near(search)

        def on_offered(offered: Offered) -> None:
            if self.search is search and self._text == text:
                self.offered.emit(offered)

        self._session.submit("query", job, on_offered, key="replacing")

    # ------------------------------------------------------------ the proposal

    def choose(self, chosen: tuple[Record, ...], shorts: Mapping[RecordId, str]) -> None:
        """Propose the known side and the chosen one."""
        if self.search is None or not chosen:
            return
        known, both = self.search.known, {**self.search.shorts, **shorts}
        if self.search.direction is Direction.REPLACED_BY:
            self.propose(Replacement(known, chosen[0], both))
        else:
            self.propose(Replacement(chosen, known[0], both))

    def propose(self, proposal: Replacement) -> None:
        """Show what would be done, and look for copies that say the same."""
        self.proposal, self.copies, self.ticked = proposal, (), frozenset()
        self.are_copies_known = False
        self.proposed.emit(proposal)
        self.copied.emit(None)

        def on_copies(copies: tuple[Copied, ...]) -> None:
            if self._without_copies is proposal:
                self._late = copies
                self._propose_left()
            elif self.proposal is proposal:
                self._show_copies(copies)

        olders = [record.id for record in (*proposal.olders, *proposal.replaced)]
        self._session.submit("background", jobs.copies(olders, proposal.newer.id), on_copies, key="copies")

    def _propose_left(self) -> None:
        """Copies that say the same came to light after the yes: they are proposed, none of those that differ."""
        done, copies = self._without_copies, self._late
        if done is None or copies is None or self.is_open:
            return  # the act or the search is still on its way, or something else is asked by now
        self._without_copies = None
        if any(copied.same for copied in copies):
            self.proposal, self.is_late = Replacement((), done.newer, done.shorts, replaced=done.olders), True
            self.proposed.emit(self.proposal)
            self._show_copies(copies)
            self.is_late = False

    def _show_copies(self, copies: tuple[Copied, ...]) -> None:
        self.are_copies_known, self.copies = True, copies
        self.ticked = frozenset(copied.record.id for copied in copies if copied.same)
        self.copied.emit(copies)

    def swap(self) -> None:
        """The other way round."""
        if self.proposal is not None and self.proposal.can_turn and not self._is_acting:
            (older,) = self.proposal.olders
            self.propose(Replacement((self.proposal.newer,), older, self.proposal.shorts))

    def tick(self, id: RecordId) -> None:
        """Take a copy along, or leave it."""
        self.ticked ^= {id}
        self.copied.emit(self.copies)

    @property
    def olders(self) -> tuple[RecordId, ...]:
        """All that would be replaced: the older records and the copies that are ticked."""
        if self.proposal is None:
            return ()
        along = (copied.record.id for copied in self.copies if copied.record.id in self.ticked)
        return (*(record.id for record in self.proposal.olders), *along)

    def carry_out(self) -> None:
        """Do it: one act."""
        if self.proposal is None or self._is_acting or not self.olders:
            return
        olders, self._is_acting = self.olders, True
        self._without_copies = None if self.are_copies_known else self.proposal
        self._late = None

        def on_done() -> None:
            self.end()
            self.done.emit(olders)
            self._propose_left()

        self._session.carry_out(acts.supersede(olders, self.proposal.newer.id), on_done)

    def _on_failed(self, _: str) -> None:
        self._is_acting, self._without_copies = False, None

    # ------------------------------------------------------------ the way back

    def step_back(self) -> None:
        """From the proposal to the search that it came from; from there to where one was."""
        if self.proposal is not None and self.search is not None:
            self._put_away_proposal()
        else:
            self.end()

    def end(self) -> None:
        """Leave everything as it is."""
        self._is_acting, self._text = False, ""
        if self.proposal is not None:
            self._put_away_proposal()
        if self.search is not None:
            self.search = None
            self.changed.emit(None)

    def _put_away_proposal(self) -> None:
        self.proposal, self.copies, self.ticked = None, (), frozenset()
        self.proposed.emit(None)
