"""The sources that the open vault follows: which they are, how they stand, and what of them is being read.

What has changed is read in the lane of long work, a large source in a process of its own; the window goes on showing
what it shows, asked anew where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from mnemoscope.errors import NotAVault, NotWritable, VaultBusy
from mnemoscope.linking import LinkedSource, Refreshed
from mnemoscope_gui.jobs import sources as jobs
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Done, Source
from mnemoscope_gui.wording import number, say, text

AGAIN = 3000
"""Milliseconds after which a source that was still being written is tried again."""
_TURNS = frozenset({"claude-code"})
"""Formats of which nearly every record is a turn of a conversation with an assistant."""
LINGER = 1000
"""Milliseconds after which a reading is worth telling of while it goes on."""


class Sources(QObject):
    """Watches what is linked, and brings in what is new."""

    changed = Signal()
    """The rows are others, or stand otherwise."""
    told = Signal(str)
    """What came in by itself, in a sentence."""
    warned = Signal(str)
    """A source is gone or cannot be read, in a sentence."""
    progressed = Signal(str, int, object)
    """A reading that takes a while: what, how much, of how much or ``None``."""

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self.rows: tuple[Source, ...] = ()
        self.is_watching = settings.watching
        """Whether changes come in by themselves."""
        self._watch: jobs.Watch | None = None
        self._ended: list[jobs.Watch] = []
        self._due: set[Path] = set()
        self._reading: frozenset[Path] = frozenset()
        self._since = QElapsedTimer()
        self._again = QTimer(self, singleShot=True, interval=AGAIN)
        self._again.timeout.connect(self._read)
        session.opened.connect(self._on_opened)
        session.closing.connect(self._on_closing)
        session.acted.connect(self._on_acted)
        session.written.connect(self.look)
        session.following.progressed.connect(self._on_progressed)
        session.following.stopped.connect(self._on_stopped)

    # ------------------------------------------------------------ what a person does

    def link(self, paths: Iterable[Path]) -> None:
        """Follow these, an act each."""
        for path in paths:
            self._session.carry_out(jobs.link(path))

    def unlink(self, source: LinkedSource) -> None:
        """Follow it no longer; its records stay."""
        self._session.carry_out(jobs.unlink(source.path))

    def read(self, *sources: LinkedSource) -> None:
        """Read these now, or all of them; only what has changed brings anything."""
        self._due |= {some.path for some in sources or self.linked}
        self._read()

    def set_watching(self, wanted: bool) -> None:
        """Whether changes come in by themselves, from now on and at the next start."""
        self.is_watching = self._settings.watching = wanted
        self._follow()
        self.changed.emit()

    def look(self) -> None:
        """What is linked now?"""
        self._session.submit("background", jobs.links, self._on_links, key="links")

    # ------------------------------------------------------------ what is linked

    def _on_opened(self) -> None:
        self._end_watch()
        self.rows, self._due, self._reading = (), set(), frozenset()
        self._again.stop()
        self.changed.emit()
        self.look()

    def _on_closing(self) -> None:
        self._again.stop()
        self._end_watch()
        for watch in self._ended:
            watch.join()
        self._ended.clear()

    def _on_acted(self, done: Done) -> None:
        if "source" in done.changes.tables:
            self.look()

    @property
    def linked(self) -> tuple[LinkedSource, ...]:
        """The sources themselves."""
        return tuple(row.linked for row in self.rows)

    def _on_links(self, rows: tuple[Source, ...]) -> None:
        before = {some.path for some in self.linked}
        self._show(rows)
        if {some.path for some in self.linked} != before:
            self._follow()
            unread = [some for some in self.linked if some.read_at is None and some.fault is None]
            if unread and not self.is_watching:  # what was linked a moment ago is read all the same
                self.read(*unread)

    def _show(self, rows: tuple[Source, ...] | None = None) -> None:
        known = self.rows if rows is None else rows
        rows = tuple(replace(row, is_reading=row.linked.path in self._reading) for row in known)
        if rows != self.rows:
            self.rows = rows
            self.changed.emit()

    # ------------------------------------------------------------ watching

    def _follow(self) -> None:
        """Watch what is linked now; the first thing to be told is all of it."""
        self._end_watch()
        if self.is_watching and self.rows:
            self._watch = jobs.Watch([some.path for some in self.linked], self._on_changed)

    def _end_watch(self) -> None:
        if self._watch is not None:
            self._watch.end()
            self._ended.append(self._watch)
            self._watch = None

    def _on_changed(self, paths: set[Path]) -> None:
        self._due |= paths
        self._read()

    # ------------------------------------------------------------ reading

    @property
    def is_long(self) -> bool:
        """Whether a reading takes long enough to be told of."""
        return bool(self._reading) and self._since.elapsed() > LINGER

    def _read(self) -> None:
        """Read what is due, once what is being read now is done."""
        due = frozenset(self._due & {some.path for some in self.linked})
        if self._reading or not due or not self._session.connection.is_asked:
            return
        self._due.clear()
        self._reading = due
        self._since.start()
        label = say("work.follow", count=len(due), number=number(len(due)), name=min(due).name)
        self._session.connection.work(
            self._session.following, label, jobs.refresh(due), self._on_read, on_error=partial(self._on_error, due)
        )
        self._show()

    def _on_progressed(self, label: str, done: int, total: Any) -> None:
        if self.is_long:
            self.progressed.emit(label, done, total)

    def _on_read(self, found: tuple[Refreshed, ...]) -> None:
        self._reading = frozenset()
        acts = [
            some for some in found if some.summary and some.summary.changes and some.summary.changes.act is not None
        ]
        if acts:
            self._session.take_in(some.summary.changes.act for some in acts)  # type: ignore[union-attr,misc]
            self.told.emit(" ".join(map(news, acts)))
        for some in found:
            if some.fault is not None and not some.is_old:
                self.warned.emit(text(some.fault))
        self._try_again(some.path for some in found if some.is_unsettled)
        self._show()
        self.look()
        self._read()

    def _on_error(self, due: frozenset[Path], error: BaseException) -> None:
        """A vault that cannot be written takes nothing in; one that is busy does later."""
        self._reading = frozenset()
        if isinstance(error, VaultBusy):
            self._try_again(due)
        elif isinstance(error, NotWritable | NotAVault):
            self._end_watch()
        else:
            self._session.connection.tell_error(error)
        self._show()

    def _on_stopped(self) -> None:
        """A person stopped the reading: the next change begins another."""
        self._reading = frozenset()
        self._show()

    def _try_again(self, paths: Iterable[Path]) -> None:
        self._due |= set(paths)
        if self._due:
            self._again.start()


def news(some: Refreshed) -> str:
    """What one source brought, in a sentence."""
    summary = some.summary
    if summary is None or summary.changes is None:
        return ""
    if not summary.records:
        return f"{text(summary.changes.label)}."
    words = {"count": summary.records, "number": number(summary.records), "source": some.path.name}
    return say("sources.news.turns", **words) if summary.format in _TURNS else say("sources.news.records", **words)
