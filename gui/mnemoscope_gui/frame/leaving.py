"""What leaves the vault: where to is asked, and at the end it is said what was written."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from mnemoscope.backup import BackedUp
from mnemoscope.exports import Exported
from mnemoscope.listing import Show
from mnemoscope_gui.frame.export_dialog import ExportDialog
from mnemoscope_gui.panels.notice import NoticePanel
from mnemoscope_gui.state.exporting import Exporting
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.state.showing import Showing
from mnemoscope_gui.views.asking import ask_target
from mnemoscope_gui.wording import number, say

_ENDINGS = {"mnemoscope": "mnemoscope", "jsonl": "jsonl", "csv": "csv", "markdown": "zip"}


class Leaving(QObject):
    """Exports and copies of the open vault."""

    def __init__(self, session: Session, showing: Showing, notice: NoticePanel, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._showing, self._notice, self._window = session, showing, notice, window
        self.exporting = Exporting(session, self)
        self.exporting.exported.connect(self._on_exported)
        self.exporting.backed_up.connect(self._on_backed_up)

    def export(self) -> None:
        """Ask what is to leave the vault, and where to."""
        apps = self._session.health.apps if self._session.health is not None else ()
        dialog = ExportDialog(apps, self._shown(), self._window)
        dialog.chosen.connect(self._on_chosen)
        dialog.open()

    def back_up(self) -> None:
        """Ask where a copy of the vault is to go."""
        name = f"{self._stem}-{datetime.now().astimezone():%Y-%m-%d}.vault"
        kinds = ((say("export.kind.vault"), "vault"),)
        ask_target(self._window, say("backup.title"), name, kinds, self.exporting.back_up)

    def _shown(self) -> Show:
        """What the list of records shows: its filters, and the apps that are looked at."""
        show, scope = self._showing.show, self._session.scope
        return replace(show, apps=frozenset(scope)) if scope is not None and not show.apps else show

    @property
    def _stem(self) -> str:
        path = self._session.path
        return path.stem if path is not None else ""

    def _on_chosen(self, format: str, show: Show) -> None:
        ending = _ENDINGS[format]
        kinds = ((say("export.kind", format=say(f"export.format.{format}"), ending=ending), ending),)

        def write(target: Path) -> None:
            self.exporting.export(target, format, show)

        ask_target(self._window, say("export.title"), f"{self._stem}.{ending}", kinds, write)

    def _on_exported(self, written: Exported) -> None:
        count, name = written.records, Path(written.target).name
        self._tell(say("export.done", count=count, number=number(count), name=name), written.target)

    def _on_backed_up(self, written: BackedUp) -> None:
        count, name = written.records, Path(written.target).name
        self._tell(say("backup.done", count=count, number=number(count), name=name), written.target)

    def _tell(self, sentence: str, target: str) -> None:
        folder = QUrl.fromLocalFile(str(Path(target).absolute().parent))

        def show() -> None:
            QDesktopServices.openUrl(folder)

        self._notice.tell(sentence, button=say("export.folder"), call=show)
