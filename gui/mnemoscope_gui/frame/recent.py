"""The menu of the vaults used lately."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QWidget

from mnemoscope_gui.frame.files import Files
from mnemoscope_gui.wording import say


class RecentMenu(QMenu):
    """Names with their folders in the tip; a vault that is not there now stands muted."""

    def __init__(self, files: Files, parent: QWidget | None = None) -> None:
        super().__init__(say("recent.title"), parent)
        self._files = files
        self.setToolTipsVisible(True)
        files.recent_changed.connect(self._fill)
        self.aboutToShow.connect(self._fill)  # a disk may have been plugged in since
        self._fill()

    def _fill(self) -> None:
        self.clear()
        names = [path.name for path in self._files.recent]
        for path in self._files.recent:
            name = str(path) if names.count(path.name) > 1 else path.name
            action = self.addAction(name.replace("&", "&&"))
            action.setEnabled(path.is_file())
            action.setToolTip(str(path) if action.isEnabled() else say("recent.missing", path=path))
            action.triggered.connect(lambda _=False, path=path: self._files.open_recent(path))
        self.menuAction().setEnabled(bool(names))
        if names:
            self.addSeparator()
            self.addAction(say("recent.clear")).triggered.connect(self._files.clear_recent)
