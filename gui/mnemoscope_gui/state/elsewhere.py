"""What other processes write to the open vault."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope.records import Act
from mnemoscope_gui.jobs import watching
from mnemoscope_gui.state.connection import Connection
from mnemoscope_gui.values import News

POLL = 500
"""Milliseconds between two looks."""


class Elsewhere(QObject):
    """Looks for news, again and again; what this window did itself is none."""

    written = Signal(object, object)
    """The ``Health`` of the vault since, and the ``Act``, where it was one that is not this window's."""

    def __init__(self, connection: Connection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._connection = connection
        self._own: set[int] = set()
        self._last: int | None = None
        self._poll = QTimer(self, interval=POLL)
        self._poll.timeout.connect(self._look)

    def begin(self, last: int | None) -> None:
        """Another vault is open; this was its newest act then, which is no news."""
        self._own.clear()
        self._last = last
        self._connection.submit("background", watching.since(last), self._on_news, key="first news")
        self._poll.start()

    def end(self) -> None:
        """Look no more."""
        self._poll.stop()

    def own(self, acts: Iterable[int]) -> None:
        """These are this window's own, by their numbers in the history."""
        self._own.update(acts)

    def is_own(self, act: Act) -> bool:
        """Whether this window did it."""
        return act.number in self._own

    def _look(self) -> None:
        self._connection.submit("background", watching.news, self._on_news, key="news")

    def _on_news(self, news: News) -> None:
        if not news.changed:
            return
        act, before = news.last_act, self._last
        if act is not None:
            self._last = act.number
        is_foreign = act is not None and act.number != before and act.number not in self._own
        self.written.emit(news.health, act if is_foreign else None)
