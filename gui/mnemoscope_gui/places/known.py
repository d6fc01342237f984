"""The part of Recall that says that the vault is asked as it was known at an earlier minute, and leads back to now."""

from __future__ import annotations

from PySide6.QtCore import QObject

from mnemoscope_gui.models.history import today_or_day
from mnemoscope_gui.panels.notice import NoticePanel
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.wording import say


class KnownPart(QObject):
    """Wires a banner above the answer to the moment that the session knows the vault of."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.banner = NoticePanel()
        session.known_changed.connect(self._on_known_changed)

    def _on_known_changed(self) -> None:
        known = self._session.known
        if known is None:
            self.banner.clear()
            return
        self.banner.tell(
            say("known.banner", moment=today_or_day(known.at)),
            can_close=False,
            button=say("known.leave"),
            call=self._session.return_to_present,
        )
