"""The review queue of the open vault, and the verdicts that are on their way.

A verdict takes its candidate out of the queue at once; where the act fails, the candidate comes back. What the vault
says of the queue is read again after every act, of this window and of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope.candidates import Answer, Candidate, Queue
from mnemoscope.plans import Plan
from mnemoscope.records import RecordId
from mnemoscope_gui.jobs import review as jobs
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Done, Examined
from mnemoscope_gui.wording import say

REST = 100
"""Milliseconds without a further act after which the queue is read again: verdicts come in runs."""
_NOTHING = Queue((), 0, None, None)

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """A verdict on its way."""

    candidate: Candidate
    answer: Answer
    gone: frozenset[RecordId]
    """The records that it takes out of every recall: nothing more is asked about them."""


class Review(QObject):
    """What is left to look at."""

    changed = Signal()
    """The queue is another."""
    returned = Signal(object)
    """A ``Candidate`` is back: its verdict was taken back, or could not be carried out."""
    examined = Signal(object)
    """The ``Examined`` candidate that was asked for."""
    searching = Signal(bool)
    """A search began, or ended."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.queue = _NOTHING
        """As the vault has it, without what is on its way."""
        self.is_known = False
        """Whether it was read since the vault was opened."""
        self.is_reading = False
        self.is_searching = False
        self._read = _NOTHING
        self._pending: dict[Key, Given] = {}
        """Verdicts that are being carried out."""
        self._given: list[Key] = []
        """What verdicts were given about, the latest last."""
        self._round = 0
        self._awaits_return = False
        """Whether a candidate that is in the queue again should be looked at: this window took something back."""
        self._examining: Key | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self.read_again)
        session.opened.connect(self._on_opened)
        session.acted.connect(self._on_acted)
        session.written_elsewhere.connect(lambda _: self._rest.start())
        session.work.ended.connect(self._on_work_ended)

    # ------------------------------------------------------------ reading

    def read_again(self) -> None:
        """The queue as the vault has it now."""
        self._round += 1
        current, self.is_reading = self._round, True

        def on_read(queue: Queue) -> None:
            if current == self._round:
                self.is_reading = False
                self._show(queue)

        self._session.submit("background", jobs.read_queue, on_read, key="queue")

    def _on_opened(self) -> None:
        self._read, self._pending, self.is_known = _NOTHING, {}, False
        self._given.clear()
        self.is_searching = self._awaits_return = False
        self._publish()
        self.read_again()

    def _on_acted(self, done: Done) -> None:
        if not self._pending:  # no verdict of this place: something was taken back, or done elsewhere in the window
            self._awaits_return = True
        self._round += 1  # what is being read may be older than the act
        self._rest.start()

    def _show(self, queue: Queue) -> None:
        before, self._read, self.is_known = self.queue, queue, True
        self._publish()
        if self._awaits_return:
            self._awaits_return = False
            back = _returned(before, self.queue, self._given)
            if back is not None:
                self.returned.emit(back)

    def _publish(self) -> None:
        self.queue = _without(self._read, self._pending.values())
        self.changed.emit()

    # ------------------------------------------------------------ searching

    def search(self) -> None:
        """Look through the whole vault, as long work."""
        if self.is_searching or self._session.path is None:
            return
        self.is_searching = True
        self.searching.emit(True)
        self._session.connection.work(self._session.work, say("work.review"), jobs.search, lambda _: self.read_again())

    def _on_work_ended(self) -> None:
        if self.is_searching:
            self.is_searching = False
            self.searching.emit(False)
        self._rest.start()

    # ------------------------------------------------------------ verdicts

    def settle(self, candidate: Candidate, answer: Answer, also: Sequence[RecordId] = (), kept: int = 0) -> None:
        """Carry a verdict out; the candidate is gone at once, and comes back where that fails. ``kept`` is the place
        of the record of a group that stays."""
        if candidate.key in self._pending:
            return
        kept_first = jobs.keeping(candidate, kept)
        given = Given(candidate, answer, _gone(jobs.plan(kept_first, answer, also)))
        self._pending[candidate.key] = given
        self._given.append(candidate.key)

        def on_done() -> None:
            self._read = _settled(self._read, given)
            del self._pending[candidate.key]
            self._publish()

        def on_failed() -> None:
            del self._pending[candidate.key]
            self._publish()
            self._rest.start()
            self.returned.emit(candidate)

        self._publish()
        self._session.carry_out(jobs.settle(kept_first, answer, also), on_done, on_failed)

    # ------------------------------------------------------------ looking closely

    def examine(self, candidate: Candidate | None) -> None:
        """Look at a candidate closely; a newer one replaces it."""
        self._examining = candidate.key if candidate is not None else None
        if candidate is None:
            return

        def on_examined(examined: Examined) -> None:
            if self._examining == candidate.key:
                self.examined.emit(examined)

        self._session.submit("query", jobs.examine(candidate), on_examined, key="examine")


def _gone(plan: Plan) -> frozenset[RecordId]:
    return frozenset((*plan.deactivate, *(older for older, _ in plan.supersede)))


def _without(queue: Queue, pending: Iterable[Given]) -> Queue:
    """The queue as it will be once the verdicts on their way are carried out."""
    for given in pending:
        queue = _settled(queue, given)
    return queue


def _settled(queue: Queue, given: Given) -> Queue:
    first, key = given.candidate.records[0].id, given.candidate.key
    place = next((n for n, some in enumerate(queue.left) if some.records[0].id == first and some.key == key), None)
    if place is None:
        return queue
    left = (*queue.left[:place], *queue.left[place + 1 :])
    if given.answer is Answer.LATER:
        return replace(queue, left=(*left, replace(given.candidate, is_put_off=True)))
    if given.gone:
        left = tuple(some for one in left if (some := _still_asked(one, given.gone)) is not None)
    return replace(queue, left=left, settled=queue.settled + len(queue.left) - len(left))


def _still_asked(some: Candidate, gone: frozenset[RecordId]) -> Candidate | None:
    """What is left of another candidate: a group shrinks, one record fewer is no pair."""
    if not any(record.id in gone for record in some.records):
        return some
    records = tuple(record for record in some.records if record.id not in gone)
    return replace(some, records=records) if len(records) > 1 else None


def _returned(before: Queue, now: Queue, given: Sequence[Key]) -> Candidate | None:
    """What is in the queue again, or not put off any more: the one about which a verdict was given last, else the
    first."""
    known = {some.key: some.is_put_off for some in before.left}
    back = [some for some in now.left if known.get(some.key, True) and not (some.is_put_off and some.key in known)]
    latest = {key: place for place, key in enumerate(given)}
    return max(back, key=lambda some: latest.get(some.key, -1), default=None)
