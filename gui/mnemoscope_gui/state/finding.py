"""*Why missed*: the literal text that is looked for, and the newest answer to it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from mnemoscope.errors import VaultError
from mnemoscope.missed import Missed
from mnemoscope.records import Recall
from mnemoscope_gui.jobs import recalling
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer, Done, Found
from mnemoscope_gui.wording import say, text


class Finding(QObject):
    """Looks for a text as long as somebody wants to know, again whenever the question or the vault changes."""

    started = Signal()
    """A search is on its way."""
    found = Signal(object)
    """A ``Found``."""
    failed = Signal(str)
    """A sentence: the vault could not be searched, so nothing is known."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted = ""
        self._is_on = False
        session.answered.connect(self._on_answered)
        session.recounted.connect(self._on_recounted)
        session.acted.connect(self._on_acted)

    def look_for(self, wanted: str) -> None:
        """Look for this text; a newer one replaces the one that waits."""
        self._wanted, self._is_on = wanted, True
        self._search(same_rows=False)

    def end(self) -> None:
        """Nobody wants to know any more."""
        self._is_on = False

    def _on_answered(self, answer: Answer | None, again: bool) -> None:
        if self._is_on:
            self._search(same_rows=False)

    def _on_recounted(self, _: Recall) -> None:
        if self._is_on:
            self._search(same_rows=True)

    def _on_acted(self, _: Done) -> None:
        """With a question the new verdicts come when it has been recalled anew."""
        if self._is_on and self._session.explained_by is None:
            self._search(same_rows=True)

    def _search(self, *, same_rows: bool) -> None:
        wanted, answer = self._wanted, self._session.explained_by

        def is_newest() -> bool:
            return self._is_on and wanted == self._wanted and answer is self._session.explained_by

        def on_result(missed: Missed) -> None:
            if is_newest():
                self.found.emit(Found(missed, answer, same_rows))

        def on_error(error: BaseException) -> None:
            if is_newest():
                known = isinstance(error, VaultError)
                self.failed.emit(text(error.message) if isinstance(error, VaultError) else say("missed.failed"))
                if not known:
                    self._session.crashed.emit(error)

        self.started.emit()
        self._session.submit("background", recalling.missed(answer, wanted), on_result, key="missed", on_error=on_error)
