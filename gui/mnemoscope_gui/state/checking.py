"""Expectations asked again, a piece at a time: nothing else in the lane waits longer than a piece takes, and none runs
beside a recall that somebody waits for."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope.records import Profile
from mnemoscope_gui.jobs import expectations as jobs
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import CheckedSome, Expected

PIECE = 0.1
"""Seconds that a piece of a check should take."""
_LARGEST = 64
_ASIDE = 60
"""Milliseconds to wait where a recall is on its way."""


class Checking(QObject):
    """One round after another: the expectations are read, then those that are wanted are asked."""

    read = Signal(object)
    """Every expectation as it is saved, a tuple of ``Expected``; whoever began the round now says which to ask."""
    found = Signal(object, object)
    """A piece was asked: its numbers, and what it brought as a tuple of ``Expected``; one removed meanwhile is not in
    there."""
    ended = Signal()
    """All that were wanted have been asked."""
    failed = Signal(object)
    """The exception that ended the round."""

    def __init__(self, session: Session, key: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._key = session, key
        self.pending: tuple[int, ...] = ()
        """Those not asked yet, by number."""
        self._profile: Profile | None = None
        self._round = 0
        self._size = 1
        self._aside = QTimer(self, singleShot=True, interval=_ASIDE)
        self._aside.timeout.connect(self._go_on)
        session.opened.connect(self._on_opened)

    def begin(self) -> None:
        """Read the expectations of the vault as it is now."""
        self.stop()
        current = self._round

        def on_read(rows: tuple[Expected, ...]) -> None:
            if current == self._round:
                self.read.emit(rows)

        self._session.submit("background", jobs.read_expectations, on_read, self._key, self.failed.emit)

    def ask(self, numbers: Iterable[int], profile: Profile | None = None) -> None:
        """Ask these, each under its own profile, or all under the one that is tried."""
        self.pending, self._profile = tuple(numbers), profile
        self._go_on()

    def stop(self) -> None:
        """Nobody wants to know any more; what runs gives up at its next step."""
        self._round += 1
        self._aside.stop()

    def _on_opened(self) -> None:
        self.stop()
        self.pending, self._size = (), 1

    def _go_on(self) -> None:
        if not self.pending:
            self.ended.emit()
        elif self._session.is_recalling:
            self._aside.start()
        else:
            self._ask(self.pending[: self._size])

    def _ask(self, numbers: tuple[int, ...]) -> None:
        current = self._round

        def on_found(found: CheckedSome) -> None:
            if current == self._round:
                self._on_found(numbers, found)

        job = jobs.check(numbers, lambda: current == self._round, self._profile)
        self._session.submit("background", job, on_found, self._key, self.failed.emit)

    def _on_found(self, numbers: tuple[int, ...], found: CheckedSome) -> None:
        self.pending = tuple(number for number in self.pending if number not in numbers)
        fitting = round(len(numbers) * PIECE / max(found.seconds, 0.001))
        self._size = max(1, min(fitting, self._size * 2, _LARGEST))
        self.found.emit(numbers, found.rows)
        self._go_on()
