"""The lanes of a vault, each one thread with one vault connection, through which all work with a vault goes.

A job is a plain callable ``(vault, progress) -> result`` built from values. It runs in its lane, in order; its result
comes back on the UI thread. A job submitted under a ``key`` replaces the one that still waits under that key, and
never disturbs the one that runs: so one recall is in flight and the newest waiting one wins, without a timer.

The connection is opened by the first job of a lane and closed by the lane, in the same thread, because SQLite objects
belong to their thread.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot

from mnemoscope.errors import Cancelled
from mnemoscope.progress import Progress


class Connection(Protocol):
    """What a lane opens and closes: a vault."""

    def close(self) -> None:
        """Give the file back."""


Job = Callable[[Any, Progress], Any]
Opener = Callable[[], Connection]


def _ignore(_: object) -> None:
    """For a caller to whom the outcome does not matter."""


@dataclass(slots=True, eq=False)
class Ticket:
    """A submitted job: who waits for it, and whether it is still wanted."""

    job: Job
    on_result: Callable[[Any], None] = _ignore
    on_error: Callable[[BaseException], None] = _ignore
    on_progress: Callable[[int, int | None], None] | None = None
    on_cancelled: Callable[[], None] | None = None
    key: str | None = None
    _cancelled: threading.Event = field(default_factory=threading.Event)

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the result any more."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Ask the job to stop at its next progress; nothing of it is delivered but the cancelling."""
        self._cancelled.set()


class Post(QObject):
    """Carries calls from a lane to the thread that made this object."""

    _sent = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._sent.connect(self._on_sent, Qt.ConnectionType.QueuedConnection)

    def send(self, call: Callable[[], None]) -> None:
        """Run the call on the UI thread, later. May be called from any thread."""
        self._sent.emit(call)

    @Slot(object)
    def _on_sent(self, call: Callable[[], None]) -> None:
        call()


_PROGRESS_INTERVAL = 0.05
"""Seconds between two progress reports: more would only flood the UI thread."""


class Lane:
    """One thread with one connection, working off tickets in order."""

    def __init__(self, name: str, opener: Opener) -> None:
        self.name = name
        self._opener = opener
        self._post = Post()
        self._waiting: deque[Ticket] = deque()
        self._running: Ticket | None = None
        self._closing = False
        self._wake = threading.Condition()
        self._thread = threading.Thread(target=self._work, name=f"mnemoscope {name}", daemon=True)
        self._thread.start()

    def submit(self, ticket: Ticket) -> Ticket:
        """Queue the job; one that waits under the same key gives way, in its place in the queue."""
        with self._wake:
            for place, older in enumerate(self._waiting):
                if ticket.key is not None and older.key == ticket.key:
                    self._waiting[place] = ticket
                    return ticket
            self._waiting.append(ticket)
            self._wake.notify()
        return ticket

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits."""
        with self._wake:
            return self._running is not None or bool(self._waiting)

    def close(self) -> None:
        """Forget what waits, cancel what runs, close the connection in the lane. Returns at once."""
        with self._wake:
            self._closing = True
            self._waiting.clear()
            if self._running:
                self._running.cancel()
            self._wake.notify()

    def join(self, timeout: float) -> bool:
        """Wait for the lane to end; whether it did."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _work(self) -> None:
        connection: Connection | None = None
        try:
            while ticket := self._next():
                connection = self._run(ticket, connection)
        finally:
            if connection is not None:
                connection.close()

    def _next(self) -> Ticket | None:
        with self._wake:
            self._running = None
            while not self._waiting and not self._closing:
                self._wake.wait()
            if self._closing:
                return None
            self._running = self._waiting.popleft()
            return self._running

    def _run(self, ticket: Ticket, connection: Connection | None) -> Connection | None:
        try:
            if connection is None:
                connection = self._opener()
            if ticket.cancelled:
                raise Cancelled
            result = ticket.job(connection, self._progress(ticket))
        except Cancelled:
            if ticket.on_cancelled is not None:
                self._send(ticket.on_cancelled)
        except BaseException as error:  # noqa: BLE001 - every failure belongs to whoever asked, on the UI thread
            self._deliver(ticket, ticket.on_error, error)
        else:
            self._deliver(ticket, ticket.on_result, result)
        return connection

    def _deliver(self, ticket: Ticket, receiver: Callable[[Any], None], value: object) -> None:
        def call() -> None:
            if not ticket.cancelled:
                receiver(value)
            elif ticket.on_cancelled is not None:  # the wish to stop came when all was done
                ticket.on_cancelled()

        self._send(call)

    def _send(self, call: Callable[[], None]) -> None:
        """Run the call on the UI thread; not once the lane closes: who waited is gone, or looks at another vault."""
        self._post.send(lambda: None if self._closing else call())

    def _progress(self, ticket: Ticket) -> Progress:
        reported = 0.0

        def progress(done: int, total: int | None) -> None:
            nonlocal reported
            if ticket.cancelled:
                raise Cancelled
            now = time.monotonic()
            receiver = ticket.on_progress
            if receiver is None or (now - reported < _PROGRESS_INTERVAL and done != total):
                return
            reported = now
            self._send(lambda: None if ticket.cancelled else receiver(done, total))

        return progress


LaneName = Literal["query", "act", "bulk", "background", "preview"]


class Lanes:
    """The lanes of one open vault. What an import would bring is read in a lane of its own: it waits for no embedding,
    and no look at a record waits for it."""

    def __init__(self, opener: Opener, maker: Opener | None = None) -> None:
        """``maker`` opens the bulk lane's connection, where the vault has yet to be made."""
        self.query = Lane("query", opener)
        self.act = Lane("act", opener)
        self.bulk = Lane("bulk", maker or opener)
        self.background = Lane("background", opener)
        self.preview = Lane("preview", opener)

    def named(self, name: LaneName) -> Lane:
        """One lane by its name."""
        return {lane.name: lane for lane in self.all}[name]

    @property
    def all(self) -> tuple[Lane, ...]:
        """Every lane."""
        return (self.query, self.act, self.bulk, self.background, self.preview)

    def close(self) -> None:
        """Close every lane; returns at once."""
        for lane in self.all:
            lane.close()

    def join(self, timeout: float = 10.0) -> bool:
        """Wait for every lane to end; whether they did."""
        ended = [lane.join(timeout) for lane in self.all]
        return all(ended)
