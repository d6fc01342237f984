"""The sessions that would come in, and beside them the records of the current one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from mnemoscope.previews import Preview
from mnemoscope_gui import look
from mnemoscope_gui.models.importing import record_lines, session_entries
from mnemoscope_gui.views.entries import EntriesView
from mnemoscope_gui.views.lines import LinesView
from mnemoscope_gui.wording import say


class ArrivalsView(QSplitter):
    """Two lists; the second follows the first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._preview: Preview | None = None
        self.sessions = EntriesView(say("arrivals.sessions"))
        self.records = LinesView(say("arrivals.records"))
        self.addWidget(self.sessions)
        self.addWidget(self.records)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 3)
        self.setHandleWidth(look.SPACE)
        self.setChildrenCollapsible(False)
        self.sessions.moved.connect(self._show_records)
        self.sessions.taken.connect(self.records.setFocus)

    def show_preview(self, preview: Preview | None) -> None:
        """What this one shows."""
        if preview is self._preview:
            return
        self._preview = preview
        self.sessions.entries.set_records(())
        self.sessions.show_entries(session_entries(preview) if preview is not None else ())
        self._show_records()

    def _show_records(self) -> None:
        entry = self.sessions.current
        at = entry.key if entry is not None else None
        sessions = self._preview.sessions if self._preview is not None else ()
        self.records.set_lines(record_lines(sessions[at]) if isinstance(at, int) and at < len(sessions) else ())
        self.records.scrollToTop()
