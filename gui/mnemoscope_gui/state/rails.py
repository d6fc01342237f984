"""The rails of the session's answer: fetched while somebody looks at them, with the texts that a tip wants."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from mnemoscope.ladder import Ladder
from mnemoscope.records import Record, RecordId
from mnemoscope_gui.jobs import looking, recalling
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer

Receive = Callable[[Answer, Ladder], None]


class Rails(QObject):
    """Brings the ladder of each answer while it is ``watched``."""

    fetched = Signal(object, object)
    """An ``Answer`` with its ``Ladder``; or ``None`` twice for no question."""
    glanced = Signal(object)
    """The ``Record`` under the pointer."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._watched = False
        self._known: tuple[Answer, Ladder] | None = None
        self._wanted: RecordId | None = None
        session.answered.connect(self._on_answered)

    def watch(self, watched: bool) -> None:
        """Whether somebody looks; the answer now on show is fetched at once."""
        self._watched = watched
        if watched:
            self._on_answered(self._session.answer)

    def give(self, receive: Receive) -> None:
        """The ladder of the answer on show, once it is there; nothing where no question is asked."""
        answer = self._session.answer
        if answer is None:
            return
        if self._known is not None and self._known[0].recalled is answer.recalled:
            receive(answer, self._known[1])
            return

        def on_ladder(ladder: Ladder) -> None:
            now = self._session.answer
            if now is not None and now.recalled is answer.recalled:
                self._known = (now, ladder)
                receive(now, ladder)

        self._session.submit("query", recalling.rails(answer), on_ladder, key="rails")

    def glance(self, id: RecordId | None) -> None:
        """The text of the record under the pointer is wanted; ``None`` when the pointer moved on."""
        self._wanted = id
        if id is not None:
            self._session.submit("background", looking.glance(id), self._on_glance, key="glance")

    def _on_answered(self, answer: Answer | None) -> None:
        if answer is None:
            self._known = None
            self.fetched.emit(None, None)
        elif self._watched:
            self.give(self.fetched.emit)

    def _on_glance(self, record: Record | None) -> None:
        if record is not None and record.id == self._wanted:
            self.glanced.emit(record)
