"""The part of Recall that lets a replacement be searched for: its banner, and the way there and back."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from mnemoscope.records import Record
from mnemoscope_gui.panels.notice import NoticePanel
from mnemoscope_gui.panels.query import QueryPanel
from mnemoscope_gui.state.replacing import Replacing
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.wording import say


class ReplacingPart(QObject):
    """Wires the banner and the question box to the search for a replacement."""

    ended = Signal()
    """The earlier question is shown again."""

    def __init__(self, session: Session, query: QueryPanel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._query = session, query
        self.banner, self.replacing = NoticePanel(), Replacing(session, self)
        self.replacing.changed.connect(self._on_changed)

    def _on_changed(self, older: Record | None) -> None:
        if older is None:
            self.banner.clear()
            self._query.show_question(self._session.text)
            self.ended.emit()
            return
        short = self._session.detail.short if self._session.detail else older.id[:6]
        self.banner.tell(
            say("replacing.choose", record=short, text=_beginning(older.indexed_text)),
            can_close=False,
            button=say("replacing.cancel"),
            call=self.replacing.end,
        )
        self._query.question.selectAll()
        self._query.question.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _beginning(text: str, most: int = 28) -> str:
    """The first words of a text."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[:most].rsplit(' ', 1)[0]} …"
