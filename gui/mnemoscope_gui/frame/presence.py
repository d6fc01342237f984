"""Whether the open vault's file is still there: it may be moved, or its disk unplugged, and come back."""

from __future__ import annotations

from copy import deepcopy

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope.vault import Whereabouts
from mnemoscope_gui.frame.navigation import Navigation
from mnemoscope_gui.jobs import watching
from mnemoscope_gui.state.session import Session

LOOK = 1000
"""Milliseconds between two looks."""
_LONGEST = 30_000
"""Where a file came back that cannot be opened, the looks become rarer, down to this."""


class Presence(QObject):
    """Suspends the session while the file is gone, and opens it again, at the same question, when it is back."""

    lost = Signal()
    returned = Signal()

    def __init__(self, session: Session, navigation: Navigation, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._navigation = session, navigation
        self.is_lost = False
        self._is_returning = False
        self._timer = QTimer(self, interval=LOOK)
        self._timer.timeout.connect(self._look)
        session.opened.connect(self._on_opened)
        session.failed.connect(self._on_failed)

    def _look(self) -> None:
        self._session.connection.watch(watching.whereabouts, self._on_found)

    def _on_found(self, where: Whereabouts) -> None:
        if where is Whereabouts.GONE:
            if not self.is_lost:
                self.is_lost = True
                self._session.suspend()
                self.lost.emit()
        elif (self.is_lost or where is Whereabouts.ANOTHER) and not self._is_returning:
            self._return()

    def _return(self) -> None:
        """With new connections: the old ones hold on to a file that nobody sees any more."""
        path = self._session.path
        if path is None:
            return
        trail = deepcopy(self._navigation.trail)  # opening the vault walks over the present one
        trail.move(self._navigation.spot)

        def on_open() -> None:
            self._navigation.resume(trail)
            self.returned.emit()

        self._is_returning = True
        self._session.suspend()
        self._session.open(path, on_open)

    def _on_opened(self) -> None:
        self.is_lost = self._is_returning = False
        self._timer.start(LOOK)

    def _on_failed(self, _: str) -> None:
        if self._is_returning:
            self._is_returning = False
            self._timer.setInterval(min(self._timer.interval() * 2, _LONGEST))
