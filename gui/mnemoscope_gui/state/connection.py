"""The lanes of the open vault: everything that is asked of it goes through here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from mnemoscope_gui.jobs import opening, watching
from mnemoscope_gui.jobs.lanes import Job, LaneName, Lanes, Ticket
from mnemoscope_gui.state.work import Work
from mnemoscope_gui.values import Opened


class Connection(QObject):
    """One vault at a time. While suspended, as where its file is gone, nothing is asked and no failure told."""

    failed = Signal(object)
    """The exception of a job whose failure nobody else takes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self._lanes: Lanes | None = None
        self._is_suspended = False
        self._closed: list[Lanes] = []

    def open(self, path: Path, on_opened: Callable[[Opened], None], *, new: bool = False) -> None:
        """Open a vault, or make a new one; the one now open stays until this one has answered."""
        lanes = Lanes(opening.opener(path), opening.maker(path)) if new else Lanes(opening.opener(path))

        def on_answer(opened: Opened) -> None:
            if self._lanes is not None:
                self._retire(self._lanes)
            self._lanes, self.path, self._is_suspended = lanes, path, False
            on_opened(opened)

        def on_error(error: BaseException) -> None:
            self._retire(lanes)
            self.failed.emit(error)

        lanes.bulk.submit(Ticket(watching.opening, on_answer, on_error))

    def submit(
        self,
        lane: LaneName,
        job: Job,
        on_result: Callable[[Any], None],
        key: str | None = None,
        on_error: Callable[[BaseException], None] | None = None,
        on_cancelled: Callable[[], None] | None = None,
    ) -> None:
        """Run a job in a lane of the open vault; nothing happens where none is open. What fails is told."""
        if self._lanes is not None and not self._is_suspended:
            ticket = Ticket(job, on_result, on_error or self.tell_error, on_cancelled=on_cancelled, key=key)
            self._lanes.named(lane).submit(ticket)

    def give(self, lane: LaneName, ticket: Ticket) -> None:
        """Run a job whose fate the giver follows; nothing happens where no vault is open."""
        if self._lanes is not None and not self._is_suspended:
            self._lanes.named(lane).submit(ticket)

    def work(
        self,
        work: Work,
        label: str,
        job: Job,
        on_result: Callable[[Any], None],
        lane: LaneName = "bulk",
        on_error: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Give a long job to a lane, under a label that a person reads."""
        if self._lanes is not None:
            work.start(self._lanes.named(lane), label, job, on_result, on_error or self.tell_error)

    def watch(self, job: Job, on_result: Callable[[Any], None]) -> None:
        """Run a job about the vault itself, also while suspended; nobody is told of its failure."""
        if self._lanes is not None:
            self._lanes.background.submit(Ticket(job, on_result, key="watch"))

    @property
    def is_open(self) -> bool:
        """Whether there is a vault to ask."""
        return self._lanes is not None

    @property
    def is_asked(self) -> bool:
        """Whether there is a vault, and its file: else nothing is asked of it."""
        return self._lanes is not None and not self._is_suspended

    @property
    def is_recalling(self) -> bool:
        """Whether a recall runs or waits: other reading can stand aside for it."""
        return self._lanes is not None and self._lanes.query.busy

    def tell_error(self, error: BaseException) -> None:
        """Pass on what went wrong; while suspended, it is no news."""
        if not self._is_suspended:
            self.failed.emit(error)

    def suspend(self) -> None:
        """Until a vault is opened, nothing is asked of this one and no failure told."""
        self._is_suspended = True

    def close(self) -> bool:
        """End every lane; whether all of them did in time."""
        if self._lanes is not None:
            self._retire(self._lanes)
            self._lanes = None
        ended = [lanes.join() for lanes in self._closed]
        return all(ended)

    def _retire(self, lanes: Lanes) -> None:
        lanes.close()
        self._closed.append(lanes)
