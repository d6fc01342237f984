"""The expectations of the open vault with what the last check found: one check that all who show it follow.

Whatever changes the vault has all of them asked again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope_gui.jobs import expectations as jobs
from mnemoscope_gui.state.checking import Checking
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Done, Expected

REST = 150
"""Milliseconds without a change after which they are asked again: acts come in runs."""
LINGER = 400
"""Milliseconds after which a check is worth telling: a short one would only flicker."""


class Expectations(QObject):
    """What must come back, and whether it does."""

    changed = Signal()
    """The rows are others, or more is known of them; until then the older ones stand."""
    progressed = Signal(int, int)
    """A check that takes a while: how many are done, of how many."""
    checked = Signal()
    """Everything has been asked again, or could not be."""
    fallen = Signal(object)
    """Those that held until this check: a tuple of ``Expected``."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.rows: tuple[Expected, ...] = ()
        """In the order in which they were saved."""
        self.is_checking = False
        self._stale: set[int] = set()
        """What was found out before the last change."""
        self._held: set[int] = set()
        """What held when all were known last."""
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._begin)
        self._linger = QTimer(self, singleShot=True, interval=LINGER)
        self._linger.timeout.connect(self._tell)
        self._checking = Checking(session, "check", self)
        self._checking.read.connect(self._on_read)
        self._checking.found.connect(self._on_found)
        self._checking.ended.connect(self._end)
        self._checking.failed.connect(self._on_error)
        session.opened.connect(self._on_opened)
        session.acted.connect(self._on_acted)
        session.written_elsewhere.connect(lambda _: self.check_again())
        session.health_changed.connect(lambda _: self.check_again())
        session.work.ended.connect(self.check_again)

    @property
    def holding(self) -> int:
        """How many hold, as far as is known."""
        return sum(row.holds is True for row in self.rows)

    @property
    def is_known(self) -> bool:
        """Whether each has been looked at once."""
        return all(row.checked is not None for row in self.rows)

    # ------------------------------------------------------------ acts

    def expect(self, within: int) -> None:
        """The record that is looked at must come back for the present question."""
        answer, id = self._session.answer, self._session.looked_at
        if answer is not None and id is not None:
            self._session.carry_out(jobs.expect(answer.query, id, within))

    def remove(self, row: Expected) -> None:
        """No longer expect this."""
        self._session.carry_out(jobs.unexpect(row.number))

    # ------------------------------------------------------------ when to ask

    def check_again(self) -> None:
        """Ask every one again, as soon as nothing more changes."""
        self._stale |= {row.number for row in self.rows}
        self._restart()

    def _on_opened(self) -> None:
        self.rows, self._stale, self._held = (), set(), set()
        self.changed.emit()
        self._restart()

    def _on_acted(self, done: Done) -> None:
        if done.changes.tables == {"expectation"}:  # no other one is answered differently
            self._restart()
        else:
            self.check_again()

    def _restart(self) -> None:
        self._checking.stop()
        self._rest.start()

    # ------------------------------------------------------------ one round

    def _begin(self) -> None:
        if self._session.work.is_running:
            return  # its end begins a round
        self.is_checking = True
        if not self._linger.isActive():
            self._linger.start()
        self._checking.begin()

    def _on_read(self, rows: tuple[Expected, ...]) -> None:
        known = {row.number: row for row in self.rows}
        self._show(_with_findings(row, known.get(row.number)) for row in rows)
        there = [row.number for row in rows]
        self._held &= set(there)
        self._checking.ask(row.number for row in self.rows if row.number in self._stale or row.checked is None)

    def _on_found(self, numbers: tuple[int, ...], found: tuple[Expected, ...]) -> None:
        self._stale.difference_update(numbers)
        known = {row.number: row for row in found}
        self._show(known.get(row.number, row) for row in self.rows)
        if not self._linger.isActive():
            self._tell()

    def _show(self, rows: Iterable[Expected]) -> None:
        shown = tuple(rows)
        if shown != self.rows:
            self.rows = shown
            self.changed.emit()

    def _tell(self) -> None:
        pending = len(self._checking.pending)
        if self.is_checking and pending:
            self.progressed.emit(len(self.rows) - pending, len(self.rows))

    def _end(self) -> None:
        self._stop()
        fallen = tuple(row for row in self.rows if row.holds is False and row.number in self._held)
        self._held = {row.number for row in self.rows if row.holds}
        self.checked.emit()
        if fallen:
            self.fallen.emit(fallen)

    def _stop(self) -> None:
        self.is_checking = False
        self._linger.stop()

    def _on_error(self, error: BaseException) -> None:
        self._stop()
        self.checked.emit()
        self._session.connection.tell_error(error)


def _with_findings(row: Expected, known: Expected | None) -> Expected:
    """A row as it was read, with what was found out earlier: until it is asked again, that stands."""
    return row if known is None else replace(known, expectation=row.expectation, profile=row.profile)
