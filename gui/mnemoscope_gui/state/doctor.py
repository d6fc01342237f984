"""Whether the open vault is whole: what was looked at, what was found, and the repair of what is derived.

An examination only reads, in the lane of long reading: it delays no act, no question and no embedding. A repair writes,
in the lane of long work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from mnemoscope.doctor import Inspected
from mnemoscope_gui.jobs import doctor as jobs
from mnemoscope_gui.jobs.lanes import Job, LaneName, Post
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.state.work import Work
from mnemoscope_gui.values import Checkup, Course, Diagnosed
from mnemoscope_gui.wording import say


class Doctor(QObject):
    """One examination at a time; the last one stays until the next begins or another vault is opened."""

    changed = Signal()
    """More is known, or it is another vault."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.checkup = Checkup()
        self.work = Work(self)
        self._post = Post()
        self._runs = 0
        session.opened.connect(self._on_opened)
        session.acted.connect(lambda _: self._grow_old())
        session.written_elsewhere.connect(lambda _: self._grow_old())
        session.health_changed.connect(lambda _: self._on_health())
        self.work.stopped.connect(self._on_ended)

    def examine(self) -> None:
        """Look at everything, unless that is being done."""
        self._begin(Course.EXAMINING, say("work.examine"), jobs.examine, "preview")

    def repair(self) -> None:
        """Make anew what is derived and wrong, and look at everything again."""
        if self.checkup.can_repair:
            self._begin(Course.REPAIRING, say("work.repair"), jobs.repair, "bulk")

    def stop(self) -> None:
        """What was looked at stays known."""
        self.work.cancel()

    def _begin(self, course: Course, label: str, make: Callable[[jobs.Told], Job], lane: LaneName) -> None:
        connection = self._session.connection
        if self.checkup.is_running or not connection.is_asked:
            return
        self._runs += 1
        receive = partial(self._on_looked, self._runs)

        def tell(looked: Inspected) -> None:
            self._post.send(partial(receive, looked))

        self._show(Checkup(course))
        connection.work(self.work, label, make(tell), self._on_examined, lane, self._on_error)

    def _show(self, checkup: Checkup) -> None:
        self.checkup = checkup
        self.changed.emit()

    # ------------------------------------------------------------ what is heard

    def _on_looked(self, run: int, looked: Inspected) -> None:
        if run == self._runs and self.checkup.is_running:
            self._show(replace(self.checkup, looked=(*self.checkup.looked, looked)))

    def _on_examined(self, examined: Diagnosed) -> None:
        was_repair = self.checkup.course is Course.REPAIRING
        self._show(Checkup(Course.DONE, examined.diagnosis.looked, examined))
        if was_repair:
            self._session.tell_written()
            if any(some.what.id.startswith("doctor.vectors") for some in examined.diagnosis.repaired):
                self._session.finish()  # what was taken out is embedded again

    def _on_error(self, error: BaseException) -> None:
        self._on_ended()
        self._session.connection.tell_error(error)

    def _on_ended(self) -> None:
        """It was stopped, or could not go on."""
        if self.checkup.is_running:
            self._show(replace(self.checkup, course=Course.STOPPED))

    def _on_opened(self) -> None:
        self.work.forget()
        self._runs += 1
        self._show(Checkup())

    def _on_health(self) -> None:
        examined, health = self.checkup.examined, self._session.health
        if examined is not None and health is not None and health.records != examined.diagnosis.records:
            self._grow_old()

    def _grow_old(self) -> None:
        if self.checkup.course is Course.DONE and not self.checkup.is_old:
            self._show(replace(self.checkup, is_old=True))
