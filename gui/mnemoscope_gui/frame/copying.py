"""What goes to the clipboard: of the selected record, and of the whole recall."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from mnemoscope import markdown, plain
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.wording import number, say, text


class Copying:
    """Copies, and says what it copied. A recall is copied as it was answered, with its ids in their order."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def text(self) -> None:
        """The selected record's text."""
        if (detail := self._session.detail) is not None:
            self._copy(detail.record.indexed_text, say("copied.text"))

    def id(self) -> None:
        """The selected record's whole id."""
        if (detail := self._session.detail) is not None:
            self._copy(detail.record.id, say("copied.id"))

    def ids(self) -> None:
        """The ids of what is served, a line each."""
        if (answer := self._session.answer) is not None:
            ids = [hit.id for hit in answer.recall.hits]
            self._copy("\n".join(ids), say("copied.ids", count=len(ids), number=number(len(ids))))

    def json(self) -> None:
        """The recall, the same bytes as ``mnemoscope recall --json --no-timings`` prints."""
        if (answer := self._session.answer) is not None:
            self._copy(plain.dumps(plain.recall(answer.recall, timings=False)) + "\n", say("copied.json"))

    def markdown(self) -> None:
        """The recall as a text for a report."""
        if (answer := self._session.answer) is not None:
            self._copy(markdown.recall(answer.recall, answer.shorts, text), say("copied.markdown"))

    def _copy(self, copied: str, sentence: str) -> None:
        QGuiApplication.clipboard().setText(copied)
        self._session.informed.emit(sentence)
