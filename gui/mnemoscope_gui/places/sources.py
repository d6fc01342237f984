"""*Sources*: the files and folders that the vault follows."""

from __future__ import annotations

from PySide6.QtCore import QObject

from mnemoscope_gui.places.page import Page
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.wording import say


class SourcesPage(Page):
    """What is linked, how it stands, and what to do about it."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(say("page.sources"), parent)
        self._session = session
