"""Acts on the marked records, or on the one looked at: asked about in a strip, with what they would change."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget

from mnemoscope.forgetting import Losses
from mnemoscope.records import RecordId
from mnemoscope_gui.frame.browser import Browser
from mnemoscope_gui.frame.foreseen import Foreseen
from mnemoscope_gui.frame.inspection import Inspection
from mnemoscope_gui.jobs import forgetting, many
from mnemoscope_gui.panels.marked import MarkedPanel
from mnemoscope_gui.panels.proposal import ProposalPanel
from mnemoscope_gui.places.recall import RecallPlace
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import ActKind, Detail, Proposal, Terms
from mnemoscope_gui.views.focus import give_back
from mnemoscope_gui.wording import number, say, text

LONG = 200
"""Records from which an act tells how far it is."""


class Curating(QObject):
    """While records are marked and Recall, which shows the marks, is in front, an act is on them; else on the record
    that is looked at."""

    changed = Signal()
    """What an act would be on is another."""
    forgotten = Signal(object)
    """The ``Erased``."""
    question_requested = Signal(object)
    """An ``Affected`` is to be asked."""

    def __init__(self, session: Session, recall: RecallPlace, inspection: Inspection, browser: Browser) -> None:
        super().__init__(browser)
        self._session, self._recall, self._inspection, self._browser = session, recall, inspection, browser
        self._marks = recall.marking.marks
        self._seen = 0
        self._came_from: QWidget | None = None
        self.marked, self.proposal = MarkedPanel(), ProposalPanel()
        self.foreseen = Foreseen(session, inspection.panel, browser, self)
        browser.add_foot(self.marked, lambda: self.marked.first_button)
        browser.add_foot(self.proposal, lambda: self.proposal.first)
        self._wire()

    def _wire(self) -> None:
        self._marks.changed.connect(self._on_changed)
        self._recall.marking.seen.connect(self._on_seen)
        for told in (self._recall.replacing.changed, self._recall.replacing.proposed):
            told.connect(lambda _: self._on_changed())
        self._browser.shown.connect(self._on_changed)
        self._session.opened.connect(self.proposal.dismiss)
        self._session.inspected.connect(self._on_inspected)
        self.proposal.accepted.connect(self._on_accepted)
        self.proposal.deactivation_requested.connect(lambda: self._ask(ActKind.DEACTIVATE))
        self.proposal.dismissed.connect(self._on_dismissed)
        self.proposal.terms_changed.connect(self._foresee)
        self.foreseen.told.connect(self.proposal.show_impact)
        self.foreseen.view.question_taken.connect(self.question_requested)

    def add_buttons(self, actions: dict[str, QAction]) -> None:
        """The acts on the strip of the marked ones."""
        for kind in ActKind:
            self.marked.add_action(actions[f"record.{kind}"], say(f"marked.{kind}"))
        self.marked.add_action(actions["record.unmark_all"], say("marked.unmark"))

    # ------------------------------------------------------------ commands

    @property
    def targets(self) -> tuple[RecordId, ...]:
        """The marked records, where an act is on them."""
        return self._marks.ids if self.shows_marks else ()

    @property
    def shows_marks(self) -> bool:
        """Whether what can be marked is in front, and no replacement is being chosen there."""
        return self._browser.place is self._recall and not self._recall.replacing.is_open

    def deactivate(self) -> None:
        """Ask for a reason; for one record, beside it, unless the place shows something else there."""
        if self.targets or self._inspection.panel.is_led:
            self._ask(ActKind.DEACTIVATE)
        else:
            self._inspection.deactivate()

    def restore(self) -> None:
        """Ask first where it is more than one record."""
        if self.targets:
            self._ask(ActKind.RESTORE)
        else:
            self._session.restore()

    def date(self) -> None:
        """Ask until when records are valid, and when to look at them again."""
        self._ask(ActKind.DATES)

    def move(self) -> None:
        """Ask for the app."""
        self._ask(ActKind.MOVE)

    def forget(self) -> None:
        """Ask, with what will be gone."""
        self._ask(ActKind.FORGET)

    def foresee(self) -> None:
        """What would change without the records; of one that is out of force, with it. It can be done from there."""
        detail = self._session.detail
        is_out = not self.targets and detail is not None and not detail.record.stands
        self._ask(ActKind.RESTORE if is_out else ActKind.DEACTIVATE)

    # ------------------------------------------------------------ asking

    def _ask(self, kind: ActKind) -> None:
        ids, detail, health = self.targets, self._session.detail, self._session.health
        if ids:
            proposal = Proposal(kind, ids)
        elif detail is not None:
            proposal = Proposal(kind, (detail.record.id,), detail.record, detail.short)
        else:
            return
        if self.proposal.proposal is None:
            self._came_from = QApplication.focusWidget()
        hidden = max(len(ids) - self._seen, 0)
        self.proposal.ask(proposal, health.apps if health is not None else (), hidden)
        self._show_strips()
        self._foresee()
        if kind is ActKind.FORGET:
            self._session.submit("background", forgetting.preview(proposal.ids), self._on_losses(proposal), "losses")

    def _on_losses(self, proposal: Proposal) -> Callable[[Losses], None]:
        def receive(losses: Losses) -> None:
            if self.proposal.proposal is proposal:
                said = [text(sentence) for sentence in losses.sentences]
                if back := len(losses.returning):
                    said.append(say("propose.forget.returning", count=back, number=number(back)))
                self.proposal.show_losses(" ".join(said))

        return receive

    def _foresee(self) -> None:
        proposal = self.proposal.proposal
        if proposal is None:
            return
        try:
            planned = many.plan(proposal, self.proposal.terms)
        except ValueError:
            return  # a day that is being typed
        self.foreseen.show(planned, self.proposal.act)

    # ------------------------------------------------------------ answered

    def _on_accepted(self, terms: Terms) -> None:
        proposal, session = self.proposal.proposal, self._session
        if proposal is None:
            return
        of_marked = proposal.record is None
        self.proposal.dismiss()

        def then() -> None:
            if of_marked:
                self._marks.mark(proposal.ids, False)

        if proposal.kind is ActKind.FORGET:
            instead = self._recall.marking.next_after(frozenset(proposal.ids))
            session.forget(proposal.ids, instead, self.forgotten.emit)
            return
        act, count = many.act(proposal, terms), len(proposal.ids)
        if count < LONG:
            session.carry_out(many.at_once(act), then)
        else:
            session.carry_out_long(say("work.act", count=count, number=number(count)), act, then)

    def _on_dismissed(self, had_focus: bool) -> None:
        """The keys go back where they were, unless somebody took them elsewhere meanwhile."""
        self.foreseen.end()
        self._show_strips()
        came_from, self._came_from = self._came_from, None
        if had_focus and not give_back(came_from):
            self._browser.place.take_focus()

    # ------------------------------------------------------------ what is shown

    def _on_changed(self) -> None:
        """What was asked about may not be what an act would be on now."""
        proposal, targets = self.proposal.proposal, self.targets
        if proposal is not None and targets != (() if proposal.record is not None else proposal.ids):
            self.proposal.dismiss()
        self._show_strips()
        for button in self._inspection.panel.buttons(f"record.{kind}" for kind in ActKind):
            button.set_aside(bool(targets))
        self.changed.emit()

    def _on_inspected(self, detail: Detail | None) -> None:
        asked = self.proposal.proposal.record if self.proposal.proposal is not None else None
        if asked is not None and (detail is None or detail.record.id != asked.id):
            self.proposal.dismiss()

    def _on_seen(self, seen: int) -> None:
        self._seen = seen
        self._show_strips()

    def _show_strips(self) -> None:
        is_asking = self.proposal.proposal is not None
        self.marked.show_marked(0 if is_asking else len(self.targets), self._seen)
