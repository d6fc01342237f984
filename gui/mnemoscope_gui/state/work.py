"""Long work: what the bulk lane has been given, how far it is, and a way to stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.jobs.lanes import Job, Lane, Ticket


class Work(QObject):
    """The long work of one window. Several pieces may wait; cancelling stops them all."""

    progressed = Signal(str, int, object)
    """What is done, how much of it, of how much (or ``None``)."""
    ended = Signal()
    """Nothing runs or waits any more."""
    stopped = Signal()
    """A person stopped it; what was written stays."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tickets: list[Ticket] = []

    @property
    def is_running(self) -> bool:
        """Whether something runs or waits."""
        return bool(self._tickets)

    def start(
        self,
        lane: Lane,
        label: str,
        job: Job,
        on_result: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        """Give a job to the lane under a label that a person reads."""
        ticket = Ticket(job)

        def ending(receiver: Callable[[Any], None]) -> Callable[[Any], None]:
            def receive(value: Any) -> None:
                self._remove(ticket)
                receiver(value)

            return receive

        def on_cancelled() -> None:
            self._remove(ticket)
            if not self._tickets:
                self.stopped.emit()

        ticket.on_result, ticket.on_error = ending(on_result), ending(on_error)
        ticket.on_cancelled = on_cancelled
        ticket.on_progress = lambda done, total: self.progressed.emit(label, done, total)
        if not self._tickets:
            self.progressed.emit(label, 0, None)
        self._tickets.append(ticket)
        lane.submit(ticket)

    def cancel(self) -> None:
        """Stop what runs at its next progress, and what waits."""
        for ticket in self._tickets:
            ticket.cancel()

    def forget(self) -> None:
        """The lane is closing: nobody waits for its work any more."""
        if self._tickets:
            self._tickets.clear()
            self.ended.emit()

    def _remove(self, ticket: Ticket) -> None:
        if ticket in self._tickets:
            self._tickets.remove(ticket)
            if not self._tickets:
                self.ended.emit()
