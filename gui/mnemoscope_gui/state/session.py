"""The state of one window: which vault, which question, which answer, which record. It starts every job.

Signals say what happened; panels decide whether it concerns them. Nothing here paints, nothing here touches the vault
but through a lane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from mnemoscope.errors import NoSuchRecord, VaultError
from mnemoscope.records import PROFILES, Act, Channel, ChannelState, Hit, Known, Profile, Query, Record, RecordId
from mnemoscope_gui.jobs import acts, bulk, forgetting, looking, opening, recalling, watching
from mnemoscope_gui.jobs.lanes import Job
from mnemoscope_gui.state.connection import Connection
from mnemoscope_gui.state.elsewhere import Elsewhere
from mnemoscope_gui.state.work import Work
from mnemoscope_gui.values import Answer, Detail, Done, Erased, Health, Opened
from mnemoscope_gui.wording import number, say, text

_IN_THE_WAY = {
    "undo.refused": "number",
    "redo.refused": "number",
    "undo.forgotten": "number",
    "redo.forgotten": "number",
    "undo.forget": "number",
    "revert.undone": "by",
}
"""What is refused for an act, or for being one that is final: where its number stands in the sentence."""


class Session(QObject):
    """What one window works on."""

    opened = Signal()
    """A vault is open."""
    closing = Signal()
    """The window is at its end."""
    asked = Signal(str)
    """A question is on its way."""
    answered = Signal(object, bool)
    """An ``Answer``, and whether it is the old question again; or ``None`` for no question."""
    record_selected = Signal(object)
    """A ``RecordId`` or ``None``."""
    detailed = Signal(object)
    """The ``Detail`` of the selected record."""
    inspected = Signal(object)
    """The ``Detail`` for the inspector, or ``None``: of the selected record, or of one looked at beside it."""
    acted = Signal(object)
    """A ``Done``."""
    profile_changed = Signal(object)
    """The ``Profile`` to recall by is another, whoever changed it; its answer is on its way."""
    sight_changed = Signal()
    """The scope or the moment is another, whoever changed it."""
    known_changed = Signal()
    """The vault is asked as it was known at another moment, or as it is now."""
    recounted = Signal(object)
    """The ``Recall`` that the question would bring since an act; the rows stay."""
    health_changed = Signal(object)
    """The ``Health`` of the vault."""
    informed = Signal(str)
    """A sentence about something that went well."""
    failed = Signal(str)
    """A sentence about something that did not."""
    crashed = Signal(object)
    """An exception that nobody foresaw."""
    refused = Signal(str, int)
    """A sentence about an act that was refused, and the number of the one in its way."""
    written = Signal()
    """Something was written to the vault by a connection other than the one that looks: perhaps by this window."""
    written_elsewhere = Signal(object)
    """The ``Act`` of another process."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.connection = Connection(self)
        self.submit = self.connection.submit
        self.connection.failed.connect(self._on_error)
        self.text = ""
        self.profile: Profile = PROFILES["fused"]
        self.scope: tuple[str, ...] | None = None
        self.at: int | None = None
        self.known: Known | None = None
        """The vault is asked as it was known then; ``None`` is now."""
        self.answer: Answer | None = None
        self.selected: RecordId | None = None
        self.is_beside = False
        """Whether another place is looked at, while the question and its selected record wait."""
        self._beside: RecordId | None = None
        self._look_at_beside: Callable[[bool], Job] | None = None
        self._looks = 0
        self.detail: Detail | None = None
        """What the inspector shows."""
        self.health: Health | None = None
        self.xrayed = False
        self._refused: Query | None = None
        self._logged: Answer | None = None
        self._explained_by: Answer | None = None
        self._model_was_loaded = False
        self.work = Work(self)
        self.work.stopped.connect(self._on_stopped)
        self.acting = Work(self)
        """Acts on many records, in the lane of the acts: no import delays them, and only one act writes at a time
        anyway. A forget, which may take long to pack the file, goes to the lane of long work."""
        self.acting.stopped.connect(lambda: self.informed.emit(say("work.act.cancelled")))
        self.following = Work(self)
        """What linked sources bring by themselves."""
        self._unclaimed: Act | None = None
        """One of a window, which worked at the time: perhaps this one."""
        for work in (self.work, self.acting, self.following):  # after its result, which says what is this window's own
            work.ended.connect(self._on_work_ended, Qt.ConnectionType.QueuedConnection)
        self._elsewhere = Elsewhere(self.connection, self)
        self._elsewhere.written.connect(self._on_written_elsewhere)

    # ------------------------------------------------------------ opening

    def open(self, path: Path, then: Callable[[], None] | None = None) -> None:
        """Open a vault; the one now open stays until the new one has answered."""
        self._open(path, then)

    def create(self, path: Path, then: Callable[[], None] | None = None) -> None:
        """Make a vault and open it."""
        self._open(path, then, new=True)

    def open_demo(self) -> None:
        """Open the demo vault; the first time it is made, and can be asked while its vectors are still coming."""
        path = opening.demo_path()
        if path.exists():
            self.open(path)
        else:
            self.create(path, self._make_demo)

    def _make_demo(self) -> None:
        self._long(say("work.demo"), opening.make_demo, lambda _: self._on_written())

    def _open(self, path: Path, then: Callable[[], None] | None, *, new: bool = False) -> None:
        def on_opened(opened: Opened) -> None:
            self._begin(opened)
            if then is not None:
                then()

        self.connection.open(path, on_opened, new=new)

    def _begin(self, opened: Opened) -> None:
        self.work.forget()
        self.acting.forget()
        self.following.forget()
        self._unclaimed = None
        self.health = opened.health
        self.text, self.scope, self.at, self.answer = "", None, None, None
        self._know(None)
        self.selected = self._beside = self.detail = None
        self.is_beside = False
        self._explained_by, self._model_was_loaded = None, False
        self.record_selected.emit(None)
        self.inspected.emit(None)
        self.opened.emit()
        self.answered.emit(None, False)
        self.health_changed.emit(opened.health)
        self._elsewhere.begin(opened.last_act.number if opened.last_act is not None else None)

    def suspend(self) -> None:
        """The vault's file is gone: until a vault is opened, nothing is asked of it and no failure told."""
        self.connection.suspend()
        for work in (self.work, self.acting, self.following):
            work.cancel()

    def close(self) -> bool:
        """End every lane; whether all of them did in time."""
        self.closing.emit()
        self._elsewhere.end()
        return self.connection.close()

    @property
    def path(self) -> Path | None:
        """The open vault."""
        return self.connection.path

    # ------------------------------------------------------------ asking

    def ask(self, question: str) -> None:
        """Recall; a newer question replaces the waiting one, and an empty one shows nothing."""
        self.text = question
        self._recall(again=False)

    def return_to(self, query: Query) -> None:
        """Ask what was asked before, in the way it was asked."""
        self.text, self.scope = query.text, query.scope
        self._know(query.known)
        self._recall_by(query.profile, query.at, again=False)

    def return_to_present(self) -> None:
        """The same question to the vault as it is known now."""
        if self.known is not None:
            self._know(None)
            self._recall(again=True)

    def _know(self, known: Known | None) -> None:
        if known != self.known:
            self.known = known
            self.known_changed.emit()

    def ask_again(self) -> None:
        """The same question to the vault as it is now."""
        self._recall(again=True)

    def show_again(self, text: str, answer: Answer | None) -> None:
        """Show an earlier question with the answer that it had."""
        self.text, self.answer = text, answer
        self._explained_by = answer
        self._announce(answer, again=False)

    def settle(self) -> None:
        """The person stays with this question: it goes into the vault's log of recalls, once."""
        if self.answer is not None and not self.is_asking:
            if self.answer is not self._logged and self.answer.query.known is None:
                self.submit("background", recalling.log(self.answer), lambda _: None)
            self._logged = self.answer

    def set_profile(self, profile: Profile) -> None:
        """Recall this way. A profile with other values than the one of its name is an adjusted one."""
        self.recall_by(profile, self.at)

    def set_sight(self, scope: tuple[str, ...] | None, at: int | None) -> None:
        """What the assistant may see: which apps, as of when."""
        self.scope, self.at = scope, at
        self.sight_changed.emit()
        self._recall(again=True)

    def recall_by(self, profile: Profile, at: int | None) -> None:
        """Recall this way and as of this moment, in one."""
        self._recall_by(profile, at, again=True)

    def _recall_by(self, profile: Profile, at: int | None, *, again: bool) -> None:
        is_other, moved = profile != self.profile, at != self.at
        self.profile, self.at = profile, at
        if is_other:
            self.profile_changed.emit(profile)
        if moved:
            self.sight_changed.emit()
        self._recall(again=again)

    @property
    def is_asking(self) -> bool:
        """Whether what is shown does not yet answer the question."""
        shown = self.answer.query if self.answer is not None else None
        return shown != self.query if self.text.strip() else shown is not None

    @property
    def is_refused(self) -> bool:
        """Whether the question could not be answered: what is shown answers another one, and will go on doing so."""
        return self.is_asking and self._refused == self.query

    @property
    def is_recalling(self) -> bool:
        """Whether a recall runs or waits: other reading can stand aside for it."""
        return self.connection.is_recalling

    @property
    def query(self) -> Query:
        """What is asked, whether answered or not."""
        return Query(self.text, self.profile, self.scope, self.at, self.known)

    def ask_job(self, query: Query) -> Job:
        """A recall beside the one that is shown."""
        return recalling.ask(query, self._model_was_loaded)

    def _recall(self, *, again: bool) -> None:
        if not self.connection.is_open:
            return
        if not self.text.strip():
            self.answer = None
            self._announce(None, again=False)
            return
        query = self.query

        def on_error(error: BaseException) -> None:
            self._refused = query
            self.connection.tell_error(error)

        self._refused = None
        self.asked.emit(self.text)
        self.submit("query", self.ask_job(query), lambda answer: self._on_answer(answer, again), "recall", on_error)

    def _on_answer(self, answer: Answer, again: bool) -> None:
        if not self.text.strip():
            return
        self.answer = self._explained_by = answer
        if answer.recall.channels[Channel.VECTOR].state is ChannelState.LOADING:
            self.submit("background", recalling.load_model, self._on_model, key="model")
        self._announce(answer, again)

    def _announce(self, answer: Answer | None, again: bool) -> None:
        before = self.selected
        self.answered.emit(answer, again)
        if self.selected is not None and self.selected == before:
            self._look_at(self.selected)  # the same record under another question has another explanation

    def _on_model(self, _: None) -> None:
        self._model_was_loaded = True
        self.ask_again()

    # ------------------------------------------------------------ one record

    def select(self, id: RecordId | None) -> None:
        """Look at this record."""
        if id == self.selected:
            return
        self.selected = id
        if not self.is_beside:
            self.detail = None
        self.record_selected.emit(id)
        if id is not None:
            self._look_at(id)
        elif not self.is_beside:
            self.inspected.emit(None)

    def look_beside(self, id: RecordId | None, look_at: Callable[[bool], Job] | None = None) -> None:
        """Look at what another place shows; the question is not disturbed. ``look_at`` makes the job that brings the
        ``Detail``, with the X-ray of its words where that is wanted."""
        self._looks += 1
        self._look_at_beside = look_at
        look = self._looks
        if id != self._beside or not self.is_beside:
            self.detail = None
        self.is_beside, self._beside = True, id

        def on_detail(detail: Detail) -> None:
            if look == self._looks and self.is_beside:
                self.detail = detail
                self.inspected.emit(detail)

        if id is None or look_at is None:
            self.inspected.emit(None)
        else:
            self.submit("query", look_at(self.xrayed), on_detail, "beside", self._on_no_detail)

    def look_back(self) -> None:
        """The selected record of the question is looked at again."""
        if not self.is_beside:
            return
        self.is_beside, self._beside, self.detail = False, None, None
        if self.selected is not None:
            self._look_at(self.selected)
        else:
            self.inspected.emit(None)

    @property
    def looked_at(self) -> RecordId | None:
        """The record that the inspector shows and that acts are about."""
        return self._beside if self.is_beside else self.selected

    @property
    def explained_by(self) -> Answer | None:
        """The shown question's answer from the vault as it is now; ``None`` while there is no question."""
        return self._explained_by if self.answer is not None else None

    def xray(self, wanted: bool) -> None:
        """Whether the words of the selected records are looked at one by one."""
        self.xrayed = wanted
        if wanted and self.detail is not None and self.detail.xray is None:
            if self.is_beside:
                self.look_beside(self._beside, self._look_at_beside)
            else:
                self._look_at(self.detail.record.id)

    def _look_at(self, id: RecordId) -> None:
        if not self.is_beside:
            job = looking.look_at(self.explained_by, id, self.xrayed)
            self.submit("background", job, self._on_detail, "detail", self._on_no_detail)

    def _on_no_detail(self, error: BaseException) -> None:
        """Where one went back to a record that was forgotten since, there is nothing to look at."""
        if isinstance(error, NoSuchRecord):
            self.inspected.emit(None)
        else:
            self.connection.tell_error(error)

    def _on_detail(self, detail: Detail) -> None:
        """One under another answer than the one now shown has been overtaken: the newer is on its way."""
        if detail.record.id == self.selected and detail.answer is self.explained_by and not self.is_beside:
            self.detail = detail
            self.detailed.emit(detail)
            self.inspected.emit(detail)

    # ------------------------------------------------------------ acts

    def deactivate(self, reason: str) -> None:
        """Switch the selected record off."""
        if self.looked_at is not None:
            self.carry_out(acts.deactivate(self.looked_at, reason))

    def restore(self) -> None:
        """Bring the selected record back."""
        if self.detail is not None:
            self.carry_out(acts.restore(self.detail.record))

    def undo(self) -> None:
        """Take back this window's last act."""
        self.carry_out(acts.undo)

    def redo(self) -> None:
        """Do again what was taken back."""
        self.carry_out(acts.redo)

    def carry_out(
        self, what: acts.Act, then: Callable[[], None] = lambda: None, otherwise: Callable[[], None] = lambda: None
    ) -> None:
        """An act, and what comes after it where it succeeds, or where it fails and that has been told."""

        def on_error(error: BaseException) -> None:
            self.connection.tell_error(error)
            otherwise()

        self.submit("act", acts.act(what, self._shown()), self._done_then(then), on_error=on_error)

    def carry_out_long(self, label: str, what: acts.LongAct, then: Callable[[], None]) -> None:
        """An act that takes a while, told under a label and until it is done to be stopped."""
        self.connection.work(self.acting, label, acts.long_act(what, self._shown()), self._done_then(then), "act")

    def forget(self, ids: tuple[RecordId, ...], instead: RecordId | None, then: Callable[[Erased], None]) -> None:
        """Take records out of the vault for good; ``instead`` is looked at where the selected one was among them."""

        def on_erased(erased: Erased) -> None:
            gone = erased.done.forgotten
            if self.selected in gone:
                self.select(instead if instead not in gone else None)
            self._on_done(erased.done)
            then(erased)

        label = say("work.forget", count=len(ids), number=number(len(ids)))
        self.connection.work(self.acting, label, forgetting.forget(ids, self._shown()), on_erased)

    def _done_then(self, then: Callable[[], None]) -> Callable[[Done], None]:
        def on_done(done: Done) -> None:
            self._on_done(done)
            then()

        return on_done

    def _shown(self) -> tuple[RecordId, ...]:
        hits = self.answer.recall.hits if self.answer else ()
        looked_at = tuple(id for id in (self.selected, self._beside) if id is not None)
        return tuple(dict.fromkeys((*(hit.id for hit in hits), *looked_at)))

    def _on_done(self, done: Done) -> None:
        if done.changes.act is not None:
            self._elsewhere.own((done.changes.act,))
        if self.answer is not None:
            recall = self.answer.recall
            hits = tuple(_as_now(hit, done.records) for hit in recall.hits)
            self.answer = replace(self.answer, recall=replace(recall, hits=hits))
        self.acted.emit(done)
        self.informed.emit(text(done.changes.label))
        if done.added:
            self._turn_to(done.added[0])
            self.submit("bulk", bulk.finish, self._on_embedded)
        if done.forgotten:  # its row goes, and those below move up
            self._on_written()
        else:
            self._explain_anew()

    def _turn_to(self, id: RecordId) -> None:
        """What an act added is selected; what explains it is on its way, for the answer on show does not know it."""
        if not self.is_beside:
            self.selected, self.detail = id, None
            self.record_selected.emit(id)

    def _on_embedded(self, _: int) -> None:
        """The rows stay as they were asked for."""
        self._refresh_health()
        self._explain_anew()

    def _explain_anew(self) -> None:
        """After an act the rows stay as they were asked for; the explanation is of the vault as it is now."""

        def on_answer(answer: Answer) -> None:
            if self.answer is None or answer.recall.query != self.answer.recall.query:
                return  # meanwhile another question was asked
            self._explained_by = answer
            self.recounted.emit(answer.recall)
            if self.selected is not None:
                self._look_at(self.selected)

        if self.answer is not None:
            self.submit("query", self.ask_job(self.answer.query), on_answer)
        elif self.selected is not None:
            self._look_at(self.selected)

    # ------------------------------------------------------------ long work

    def own(self, act: int) -> None:
        """This act is the window's own: it is no news."""
        self._elsewhere.own({act})

    def tell_written(self) -> None:
        """Imports are in: the question is asked anew."""
        self._on_written()

    def take_in(self, acts: Iterable[int]) -> None:
        """Something came in by itself, by these acts: the same is asked again, and what came is embedded quietly."""
        self._elsewhere.own(acts)
        self._on_written()
        self.submit("bulk", bulk.finish, lambda _: self._on_written(), on_error=lambda _: self._refresh_health())

    def finish(self) -> None:
        """Index and embed what is not yet."""
        self._long(say("work.embed"), bulk.finish, lambda _: self._on_written())

    def _long(self, label: str, job: Job, on_result: Callable[[Any], None]) -> None:
        self.connection.work(self.work, label, job, on_result)

    def _on_stopped(self) -> None:
        self.informed.emit(say("work.cancelled"))
        self._on_written()

    def _on_written(self) -> None:
        self._refresh_health()
        self.ask_again()

    def _refresh_health(self) -> None:
        self.submit("background", watching.health, self._on_health, key="health")

    def _on_health(self, health: Health) -> None:
        if health != self.health:
            self.health = health
            self.health_changed.emit(health)

    # ------------------------------------------------------------ news

    def _on_written_elsewhere(self, health: Health | None, act: Act | None) -> None:
        works = (self.work, self.acting, self.following)
        before, is_busy = self.health, any(work.is_running for work in works)
        self.written.emit()
        if health is not None:
            self._on_health(health)
        if act is None:
            if health != before and not is_busy:
                self.ask_again()
        elif act.actor != opening.ACTOR or not is_busy:
            self._tell_written_elsewhere(act)
        else:
            self._unclaimed = act

    def _tell_written_elsewhere(self, act: Act) -> None:
        self.written_elsewhere.emit(act)
        self.ask_again()

    def _on_work_ended(self) -> None:
        """An act of a window while this one worked was its own, or another's: by now that is known."""
        act, self._unclaimed = self._unclaimed, None
        if act is not None and not self._elsewhere.is_own(act):
            self._tell_written_elsewhere(act)

    def _on_error(self, error: BaseException) -> None:
        if isinstance(error, VaultError):
            number = in_the_way(error)
            if number is None:
                self.failed.emit(text(error.message))
            else:
                self.refused.emit(text(error.message), number)
        else:
            self.crashed.emit(error)


def in_the_way(error: VaultError) -> int | None:
    """The number of the act for which another one was refused."""
    number = error.message.parameters.get(_IN_THE_WAY.get(error.message.id, ""))
    return number if isinstance(number, int) else None


def _as_now(hit: Hit, records: dict[RecordId, Record]) -> Hit:
    return replace(hit, record=records.get(hit.id, hit.record))
