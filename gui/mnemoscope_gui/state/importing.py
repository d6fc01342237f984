"""The sources that are chosen for an import: what each would bring, and bringing them in.

Each is read in a lane that nothing else waits for; what is chosen anew while a source is read begins its reading anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.jobs import importing as jobs
from mnemoscope_gui.jobs.lanes import Ticket
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Brought, Incoming, Looked, Manner, Stage
from mnemoscope_gui.wording import say


class Importing(QObject):
    """Sources by their paths, in the order in which they were chosen."""

    changed = Signal()
    """Sources came or went."""
    progressed = Signal(object)
    """More is known of an ``Incoming``."""
    examined = Signal(object, object)
    """The path of a source, and the ``Finding`` of each format."""
    ended = Signal()
    """All that was to come in is in, or cannot be read."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._sources: dict[Path, Incoming] = {}
        self._tickets: dict[Path, Ticket] = {}
        self._app = jobs.DEFAULT_APP
        self._has_written = False
        """Whether one came in since the question was last asked anew: a thousand files ask it once."""
        session.opened.connect(self.clear)
        session.work.stopped.connect(self._on_stopped)

    @property
    def sources(self) -> tuple[Incoming, ...]:
        """All of them."""
        return tuple(self._sources.values())

    @property
    def titles(self) -> Mapping[str, str]:
        """The formats, as a person calls them."""
        return jobs.titles()

    @property
    def is_importing(self) -> bool:
        """Whether one of them is being imported, or is to be."""
        return any(some.stage is Stage.IMPORTING for some in self.sources)

    # ------------------------------------------------------------ choosing

    def add(self, paths: Iterable[Path]) -> None:
        """Choose these too; one that is there already is read anew."""
        for path in paths:
            known = self._sources.get(path)
            if known is None or known.stage is not Stage.IMPORTING:
                self._sources[path] = Incoming(path, known.manner if known else Manner(self._app))
                self._submit(path)
        self.changed.emit()

    def remove(self, path: Path) -> None:
        """No longer choose this one; what is being imported stays."""
        some = self._sources.get(path)
        if some is not None and some.stage is not Stage.IMPORTING:
            self._drop(path)
            del self._sources[path]
            self.changed.emit()

    def clear(self) -> None:
        """Choose none; what is being imported stays."""
        for some in self.sources:
            if some.stage is not Stage.IMPORTING or not self._session.work.is_running:
                self._drop(some.path)
                del self._sources[some.path]
        self.changed.emit()

    def read_as(self, path: Path, manner: Manner) -> None:
        """Read it in this manner."""
        some = self._sources.get(path)
        if some is None or some.manner == manner or some.stage is Stage.IMPORTING:
            return
        self._app = manner.app
        if manner.format != some.manner.format:
            manner = replace(manner, columns=None)  # another format has other columns
        self._sources[path] = replace(some, manner=manner)
        self._read(path)

    def use_app_for_all(self, app: str) -> None:
        """The app for records of every source that names none."""
        for some in self.sources:
            if some.can_come_in:
                self.read_as(some.path, replace(some.manner, app=app))

    def read_again(self) -> None:
        """Look again at what they would bring."""
        for some in self.sources:
            if some.stage not in (Stage.IMPORTING, Stage.DONE):
                self._read(some.path)

    def stop_reading(self, path: Path) -> None:
        """Do not wait for what it would bring."""
        if (some := self._sources.get(path)) is not None and some.stage in (Stage.WAITING, Stage.READING):
            self._drop(path)
            self._tell(replace(some, stage=Stage.UNREAD))

    def examine(self, path: Path) -> None:
        """Ask every format whether it is of it."""
        self._session.submit("preview", jobs.examine(path), partial(self.examined.emit, path), key="examine")

    def link(self, path: Path) -> None:
        """Follow it from now on; an act of its own."""
        if (some := self._sources.get(path)) is not None:
            self._session.carry_out(jobs.link(path, some.manner))

    # ------------------------------------------------------------ reading

    def _read(self, path: Path) -> None:
        self._submit(path)
        self.progressed.emit(self._sources[path])

    def _submit(self, path: Path) -> None:
        self._drop(path)
        some = replace(self._sources[path], stage=Stage.WAITING, read=0, failure=None, brought=None)
        ticket = Ticket(jobs.look_at(path, some.manner))
        ticket.on_progress = lambda done, _: self._on_progress(path, ticket, done)
        ticket.on_result = lambda looked: self._on_looked(path, ticket, looked)
        ticket.on_error = lambda error: self._on_reading_failed(path, ticket, error)
        self._tickets[path], self._sources[path] = ticket, some
        self._session.connection.give("preview", ticket)

    def _drop(self, path: Path) -> None:
        if (ticket := self._tickets.pop(path, None)) is not None:
            ticket.cancel()

    def _on_progress(self, path: Path, ticket: Ticket, done: int) -> None:
        if self._tickets.get(path) is ticket:
            self._tell(replace(self._sources[path], stage=Stage.READING, read=done))

    def _on_looked(self, path: Path, ticket: Ticket, looked: Looked) -> None:
        if self._tickets.get(path) is ticket:
            del self._tickets[path]
            stage = Stage.READY if looked.failure is None else Stage.FAILED
            self._tell(replace(self._sources[path], stage=stage, preview=looked.preview, failure=looked.failure))

    def _on_reading_failed(self, path: Path, ticket: Ticket, error: BaseException) -> None:
        if self._tickets.pop(path, None) is ticket:
            self._tell(replace(self._sources[path], stage=Stage.UNREAD))
        self._session.connection.tell_error(error)

    # ------------------------------------------------------------ importing

    def begin(self) -> None:
        """Bring in all that can come in; what cannot be read does not keep the others out."""
        for some in self.sources:
            if some.can_come_in:
                self._drop(some.path)
                self._tell(replace(some, stage=Stage.IMPORTING))
                self._session.connection.work(
                    self._session.work,
                    say("work.import", name=some.path.name),
                    jobs.bring_in(some.path, some.manner),
                    partial(self._on_brought, some.path),
                    on_error=partial(self._on_import_failed, some.path),
                )

    def _on_brought(self, path: Path, brought: Brought) -> None:
        if (some := self._sources.get(path)) is None:
            return
        stage = Stage.DONE if brought.failure is None else Stage.FAILED
        self._tell(replace(some, stage=stage, brought=brought, failure=brought.failure))
        changes = brought.summary.changes if brought.summary is not None else None
        if changes is not None and changes.act is not None:
            self._session.own(changes.act)
            self._has_written = True
        self._end_if_last()

    def _on_import_failed(self, path: Path, error: BaseException) -> None:
        if (some := self._sources.get(path)) is not None:
            self._tell(replace(some, stage=Stage.UNREAD))
        self._session.connection.tell_error(error)
        self._end_if_last()

    def _end_if_last(self) -> None:
        if self.is_importing:
            return
        if self._has_written:
            self._has_written = False
            self._session.tell_written()
            self._session.finish()
        self.ended.emit()

    def _on_stopped(self) -> None:
        """Nothing of what was stopped is in; it is read again, because of some the end came before the wish to stop."""
        self._has_written = False
        for some in self.sources:
            if some.stage is Stage.IMPORTING:
                self._read(some.path)

    def _tell(self, some: Incoming) -> None:
        self._sources[some.path] = some
        self.progressed.emit(some)

    def as_json(self) -> str:
        """What came in, for a program."""
        told: list[tuple[Any, float]] = [
            (some.brought.summary, some.brought.seconds)
            for some in self.sources
            if some.brought is not None and some.brought.summary is not None
        ]
        return jobs.as_json(told)
