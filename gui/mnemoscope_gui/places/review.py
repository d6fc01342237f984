"""*Review*: what may be stale, doubled, contradicted or replaced, one candidate after the other."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from mnemoscope.candidates import Answer, Candidate, Matter
from mnemoscope.errors import VaultError
from mnemoscope.plans import Impact
from mnemoscope.records import RecordId
from mnemoscope.times import now
from mnemoscope_gui import look
from mnemoscope_gui.jobs import looking
from mnemoscope_gui.jobs import review as jobs
from mnemoscope_gui.models.offers import Offer
from mnemoscope_gui.models.review import Order, Verdict, plan_sentence, previews, proposed, title
from mnemoscope_gui.models.settling import KEYS, offered, verdicts
from mnemoscope_gui.panels.candidate import CandidatePanel
from mnemoscope_gui.panels.inspector import Lead
from mnemoscope_gui.panels.queue import QueuePanel
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state.foresight import Foresight
from mnemoscope_gui.state.review import Review
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Examined
from mnemoscope_gui.views.action_button import ActionButton
from mnemoscope_gui.views.impact import ImpactView
from mnemoscope_gui.views.impact_of import ImpactOf
from mnemoscope_gui.views.key_filter import KeyFilter
from mnemoscope_gui.views.queue_head import QueueHead
from mnemoscope_gui.wording import clock, day_at, number, say, text

_LETTERS = {getattr(Qt.Key, f"Key_{letter}"): letter for letter in KEYS.values()}
_WALK = (Qt.Key.Key_Up, Qt.Key.Key_Down)
_HERE = (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter)

_UNDO = 300
"""Width of the button that takes the last verdict back, at most."""
_WITH_UNDO = 740
"""Width of the head from which on there is room for it."""


class ReviewPlace(QObject):
    """Head, strip and body for the window's frame, and what the inspector shows first beside them."""

    record_requested = Signal(object)
    """A ``RecordId`` is to be looked at in Recall."""
    question_requested = Signal(object)
    """An ``Affected`` is to be asked in Recall."""
    counted = Signal(int)
    """So many candidates are left."""
    left = Signal()
    """Esc."""

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._in_front = False
        self.review, self.foresight = Review(session, self), Foresight(session, self)
        self.queue, self.panel = QueuePanel(), CandidatePanel()
        self.impact_of, self.impact = ImpactOf(), ImpactView()
        self.progress, self.again = QueueHead(), QPushButton(say("review.again"))
        self._head, self.strip = _Head(), QWidget()
        self.head: QWidget = self._head
        self.body: QWidget = _Body(self.queue, self.panel)
        self.lead: Lead | None = Lead(self.impact_of, self.impact, say("tab.impact"))
        self._looked_at: RecordId | None = None
        self._keys = KeyFilter(self._means, self._press, self)
        self._lay_out()
        self._wire()
        self._watch_keys()
        matters = frozenset(Matter(id) for id in settings.choice("matters").split() if id in set(Matter))
        order = settings.choice("order")
        self.queue.show_choice(matters, Order(order) if order in set(Order) else Order.SERVED)
        self._on_queue()

    def _lay_out(self) -> None:
        self.strip.hide()
        look.follow(self.again, lambda button: button.setFixedHeight(look.Height.HEADER))
        self._head.lay_out(self.progress, self.again)

    def add_undo(self, action: QAction) -> None:
        """What takes the last verdict back stands in the head, where there is room."""
        button = ActionButton(action, most=_UNDO)
        look.follow(button, lambda button: button.setFixedHeight(look.Height.HEADER))
        self._head.add_last(button)
        action.changed.connect(lambda: self._head.fit(has_last=action.isEnabled()))
        self._head.fit(has_last=action.isEnabled())

    def _wire(self) -> None:
        session, review, foresight = self._session, self.review, self.foresight
        review.changed.connect(self._on_queue)
        review.returned.connect(lambda some: self.queue.select(some.key))
        review.examined.connect(self._on_examined)
        review.searching.connect(lambda _: self._on_queue())
        foresight.waiting.connect(self.impact.show_waiting)
        foresight.found.connect(self._on_foreseen)
        foresight.failed.connect(self._on_unforeseen)
        session.opened.connect(self._on_opened)
        session.acted.connect(lambda _: self._look_beside(self._looked_at))
        self.again.clicked.connect(review.search)
        self.queue.candidate_chosen.connect(self._on_candidate)
        self.queue.choice_changed.connect(self._on_choice)
        self.queue.view.taken.connect(self._open_record)
        self.queue.view.left.connect(self.left)
        for inside in (self.panel.group, self.panel.copies, self.impact.view):
            inside.left.connect(self._focus)
        self.panel.verdict_given.connect(self._on_verdict)
        self.panel.preview_requested.connect(self._preview)
        self.panel.record_chosen.connect(self._look_beside)
        self.panel.record_taken.connect(self.record_requested)
        self.panel.ticks_changed.connect(self._foresee)
        self.panel.asked.connect(self._on_asked)
        self.impact_of.chosen.connect(self._on_offered)
        self.impact.question_taken.connect(self.question_requested)

    def _watch_keys(self) -> None:
        """Letters and the walk through the queue work wherever the focus is in the place, but where they have a
        meaning of their own."""
        panel = self.panel
        here: list[QWidget] = [self.queue.view, *panel.cards]
        walking: list[QWidget] = [*self.queue.chips.values(), self.again, *panel.verdicts.buttons, panel.empty_button]
        inside: list[QWidget] = [self.queue.orders, panel.group, panel.copies, self.impact.view]
        for widget in here:
            self._keys.watch(widget, (*_LETTERS, *_WALK, *_HERE))
        for widget in walking:
            self._keys.watch(widget, (*_LETTERS, *_WALK))
        for widget in inside:
            self._keys.watch(widget, _LETTERS)

    def watch_beside(self, *widgets: QWidget) -> None:
        """The letters of the verdicts work there too, while the place is in front."""
        for widget in widgets:
            self._keys.watch(widget, _LETTERS)

    # ------------------------------------------------------------ the frame

    @property
    def areas(self) -> tuple[tuple[QWidget, QWidget], ...]:
        """The queue, the records, the verdicts."""
        panel = self.panel
        if panel.is_empty:
            return ((self.queue, self.queue.view), (panel, panel.empty_button))
        records = panel.group if panel.group.isVisible() else panel.cards[0]
        return ((self.queue, self.queue.view), (panel.page, records), (panel.verdicts, panel.verdicts.buttons[0]))

    def take_focus(self) -> None:
        """The place comes to the front."""
        self._in_front = True
        self._focus()
        self._look_beside(self._looked_at)
        self._foresee()

    def _focus(self) -> None:
        if self.queue.selected is None and not self.panel.empty_button.isHidden():
            self.panel.empty_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.queue.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Another place comes to the front: the question's own record is looked at again."""
        self._in_front = False
        self.foresight.stop()
        self._session.look_back()

    def refresh(self) -> None:
        """F5: the queue as the vault has it now."""
        self.review.read_again()

    def step_back(self) -> None:
        """Esc from elsewhere leads to the queue, and from there to Recall."""
        if self.queue.view.hasFocus() or self.queue.selected is None:
            self.left.emit()
        else:
            self._focus()

    def show_record(self, id: RecordId) -> None:
        """A record is to be looked at here."""
        self.record_requested.emit(id)

    def offers(self) -> list[Offer]:
        """What can be done here, for the palette."""
        menu = say("place.review")
        found = [Offer(say("review.search"), menu, self.review.search, "", "")] if self._session.path else []
        candidate = self.queue.selected
        if not self._in_front or candidate is None:
            return found
        given = [
            Offer(title(candidate, verdict), menu, partial(self._on_verdict, verdict), key, "")
            for verdict, key in verdicts(candidate, self.panel.other)
        ]
        return [*given, *found]

    # ------------------------------------------------------------ what is shown

    def _on_opened(self) -> None:
        self._looked_at = None
        self.foresight.stop()

    def _on_queue(self) -> None:
        queue = self.review.queue
        self.queue.show_queue(queue)
        self.progress.show_queue(queue, day_at(now()))
        self.again.setText(say("review.again" if queue.searched_at is not None else "review.search"))
        self.again.setEnabled(not self.review.is_searching)
        self.again.setVisible(self._session.path is not None and self.review.is_known)
        self.counted.emit(len(queue.left))
        if self.queue.selected is None:
            self._show_empty()
        else:
            self.panel.show_place(*self.queue.place)

    def _show_empty(self) -> None:
        queue, review = self.review.queue, self.review
        if not review.is_known:
            self.panel.show_empty("", say("review.reading"))
        elif review.is_searching:
            self.panel.show_empty(say("review.searching"), say("review.searching.about"))
        elif queue.searched_at is None:
            self.panel.show_empty(say("review.unsearched"), self._about_search(), say("review.search"))
        elif queue.left:
            self.panel.show_empty(say("review.hidden"), "", say("review.show_all"))
        elif queue.total:
            words = {"count": queue.total, "number": number(queue.total)}
            self.panel.show_empty(say("review.done", **words), say("review.done.about"), say("review.again"))
        else:
            when = say("review.searched_at", day=day_at(queue.searched_at), time=clock(queue.searched_at))
            self.panel.show_empty(say("review.none"), f"{when} {self._about_search()}", say("review.again"))
        self._show_nothing_beside()

    def _about_search(self) -> str:
        health = self._session.health
        said = [say("review.unsearched.about")]
        if health is not None and not health.embedded:
            said.append(say("review.no_vectors"))
        elif health is not None and health.to_embed:
            said.append(say("review.some_vectors", count=health.to_embed, number=number(health.to_embed)))
        return " ".join(said)

    def _show_nothing_beside(self) -> None:
        self._looked_at = None
        self.foresight.stop()
        self.impact_of.clear()
        self.impact.clear()
        if self._in_front:
            self._session.look_beside(None)
            if not self.panel.empty_button.isHidden() and self.queue.view.hasFocus():
                self._focus()

    def _on_candidate(self, candidate: Candidate | None) -> None:
        self.review.examine(candidate)
        if candidate is None:
            self._show_empty()
            return
        was_empty, is_same = self.panel.is_empty, _is_same(candidate, self.panel.candidate)
        preview = self.panel.preview if is_same else None
        if preview not in previews(candidate):  # what another process did may take a verdict away
            preview = proposed(candidate)
        self.panel.show_candidate(candidate, preview)
        self.panel.show_place(*self.queue.place)
        if not is_same:
            self._look_beside(candidate.records[preview.kept].id)
        self._foresee()
        if was_empty and self._in_front and not self.panel.empty_button.isVisible():
            self._focus()

    def _on_examined(self, examined: Examined) -> None:
        self.panel.show_examined(examined)
        self._foresee()

    def _look_beside(self, id: RecordId | None) -> None:
        """The inspector's other tabs are about the record that is chosen here."""
        self._looked_at = id
        self.panel.choose(id)
        if self._in_front:
            self._session.look_beside(id, partial(looking.look_at, None, id) if id is not None else None)

    # ------------------------------------------------------------ impact

    def _preview(self, verdict: Verdict) -> None:
        candidate = self.panel.candidate
        if candidate is None or verdict not in previews(candidate) or verdict == self.panel.preview:
            return
        self.panel.show_preview(verdict)
        if verdict.answer in (Answer.KEEP_FIRST, Answer.KEEP_SECOND):
            self._look_beside(candidate.records[verdict.kept].id)
        self._foresee()

    def _on_offered(self, place: int) -> None:
        if self.panel.candidate is not None:
            self._preview(offered(self.panel.candidate, self.panel.other)[place])

    def _step_preview(self, steps: int) -> None:
        candidate, preview = self.panel.candidate, self.panel.preview
        if candidate is not None and preview is not None:
            shown = previews(candidate)
            if preview not in shown:
                preview = proposed(candidate)
            self._preview(shown[min(max(shown.index(preview) + steps, 0), len(shown) - 1)])

    def _foresee(self) -> None:
        candidate, preview = self.panel.candidate, self.panel.preview
        if candidate is None or preview is None or not self._in_front:
            return
        plan = jobs.plan(jobs.keeping(candidate, preview.kept), preview.answer, self.panel.also(preview))
        shown = offered(candidate, self.panel.other)
        if preview not in shown:
            return
        titles = tuple(title(candidate, verdict) for verdict in shown)
        shorts = {**self.review.queue.shorts}
        if self.panel.examined is not None:
            shorts.update(self.panel.examined.shorts)
        self.impact_of.show_verdicts(titles, shown.index(preview), plan_sentence(plan, shorts))
        for button in self.impact_of.buttons:
            self._keys.watch(button, (*_LETTERS, *_WALK, Qt.Key.Key_Left, Qt.Key.Key_Right))
        if plan.is_empty:
            self.foresight.stop()
            self.impact.clear(say("impact.no_change"))
        else:
            self.foresight.ask(plan)

    def _on_foreseen(self, impact: Impact) -> None:
        self.impact.show_impact(impact)

    def _on_unforeseen(self, error: BaseException) -> None:
        if isinstance(error, VaultError):
            self.impact.clear(text(error.message))
        else:
            self.impact.clear(say("impact.unknown"))
            self._session.connection.tell_error(error)

    # ------------------------------------------------------------ what a person does

    def _means(self, key: Qt.Key) -> bool:
        """Whether a key means something for the current candidate."""
        if not self._in_front or self.queue.selected is None:
            return False
        return key in _WALK or key in _HERE or self._verdict(_LETTERS[key]) is not None

    def _verdict(self, letter: str) -> Verdict | None:
        candidate = self.queue.selected
        if candidate is None:
            return None
        return next((some for some, own in verdicts(candidate, self.panel.other) if own == letter), None)

    def _press(self, key: Qt.Key) -> None:
        if key in _WALK:
            self.queue.step(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step_preview(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_record()
        elif (given := self._verdict(_LETTERS.get(key, KEYS[Answer.LATER]))) is not None:
            self._on_verdict(given)

    def _on_verdict(self, verdict: Verdict) -> None:
        """The next one is asked at once; the act runs meanwhile."""
        candidate = self.queue.selected
        if candidate is None:
            return
        also = self.panel.also(verdict)
        self.queue.pass_over()
        self.review.settle(candidate, verdict.answer, also, verdict.kept)
        self._focus()

    def _open_record(self) -> None:
        if self._looked_at is not None:
            self.record_requested.emit(self._looked_at)

    def _on_asked(self) -> None:
        """The button of the page without a candidate."""
        if self.review.queue.left:
            self.queue.show_choice((), self.queue.order)
            self._on_choice()
            self._focus()
        else:
            self.review.search()

    def _on_choice(self) -> None:
        self._settings.keep_choice("matters", " ".join(self.queue.matters))
        self._settings.keep_choice("order", self.queue.order)
        self._on_queue()


def _is_same(one: Candidate, other: Candidate | None) -> bool:
    return other is not None and one.key == other.key


class _Head(QWidget):
    """How far one is, the search, and what takes the last verdict back."""

    def __init__(self) -> None:
        super().__init__()
        self._row, self._last, self._has_last = QHBoxLayout(self), QWidget(), False
        self._row.setContentsMargins(look.SPACE, 0, 0, 0)
        self._row.setSpacing(look.MARGIN)

    def lay_out(self, progress: QWidget, again: QWidget) -> None:
        """The parts that are always there."""
        self._row.addWidget(progress, 1)
        self._row.addWidget(again)
        self._row.addWidget(self._last)

    def add_last(self, button: QWidget) -> None:
        """What gives way where there is little room."""
        inner = QHBoxLayout(self._last)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit(has_last=self._has_last)

    def fit(self, *, has_last: bool) -> None:
        """Whether there is something to take back; its button takes room only then."""
        self._has_last = has_last
        self._last.setVisible(has_last and self.width() >= look.scaled(_WITH_UNDO))


class _Body(QWidget):
    """The queue at the left, as wide as the place allows, the candidate beside it."""

    def __init__(self, queue: QueuePanel, panel: CandidatePanel) -> None:
        super().__init__()
        self._queue = queue
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.MARGIN)
        row.addWidget(queue)
        row.addWidget(panel, 1)
        self.setMinimumWidth(look.CENTRE_MINIMUM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        least, share, most = look.QUEUE
        # At least half as much wider as its text is larger: the candidate needs the room more.
        least = look.scaled(least / 2) + least // 2
        self._queue.fit(min(max(round(self.width() * share), least), look.scaled(most)))
