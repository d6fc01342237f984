"""Files of this computer: vaults made, opened and opened again, memories imported from the menu or dropped."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, QUrl, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from mnemoscope_gui.models.offers import Offer
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.wording import say

VAULT = ".vault"


def ways_to_memories() -> list[Path]:
    """Folders in which exports and the sessions of assistants lie, where they are there."""
    home, standard = Path.home(), QStandardPaths.StandardLocation
    known = [home / ".claude" / "projects", home / ".mem0"]
    named = [QStandardPaths.writableLocation(some) for some in (standard.DownloadLocation, standard.DocumentsLocation)]
    return [way for way in (*known, *map(Path, filter(None, named))) if way.is_dir()]


class Files(QObject):
    """Asks for files where none are named, and hands them to the session."""

    recent_changed = Signal()
    """Another vault stands first among those used lately, or none does."""

    def __init__(self, session: Session, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._settings, self._window = session, settings, window
        session.opened.connect(self._on_opened)

    # ------------------------------------------------------------ vaults

    def new_vault(self) -> None:
        """Make a vault where the person says."""
        if (path := self._ask_new_vault()) is not None:
            self._session.create(path)

    def open_vault(self) -> None:
        """Open a vault of this computer."""
        name, _ = QFileDialog.getOpenFileName(self._window, say("file.open"), "", say("file.vaults"))
        if name:
            self._session.open(Path(name))

    def open_recent(self, path: Path) -> None:
        """Open a vault used lately."""
        self._session.open(path)

    @property
    def recent(self) -> tuple[Path, ...]:
        """The vaults used lately but the one now open, newest first."""
        return tuple(path for path in self._settings.recent if path != self._session.path)

    def offers(self) -> list[Offer]:
        """The vaults used lately, for the palette."""
        return [
            Offer(
                path.name,
                say("palette.vault"),
                partial(self.open_recent, path),
                why_not="" if path.is_file() else say("needs.there"),
            )
            for path in self.recent
        ]

    def clear_recent(self) -> None:
        """Forget which vaults were used lately."""
        self._settings.recent = (self._session.path,) if self._session.path is not None else ()
        self.recent_changed.emit()

    def _ask_new_vault(self) -> Path | None:
        name, _ = QFileDialog.getSaveFileName(self._window, say("file.new"), say("file.name"), say("file.vaults"))
        return Path(name).with_suffix(VAULT) if name else None

    def _on_opened(self) -> None:
        if (path := self._session.path) is not None:
            self._settings.vault = path
            self.recent_changed.emit()

    # ------------------------------------------------------------ imports

    def ask_file(self, title: str) -> Path | None:
        """A file of this computer."""
        return self._ask(title, QFileDialog.FileMode.ExistingFile)

    def ask_folder(self, title: str) -> Path | None:
        """A folder of this computer."""
        return self._ask(title, QFileDialog.FileMode.Directory)

    def _ask(self, title: str, mode: QFileDialog.FileMode) -> Path | None:
        """With ways to where memories lie; the system's own window knows its own ways."""
        dialog = QFileDialog(self._window, title)
        dialog.setFileMode(mode)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, mode is QFileDialog.FileMode.Directory)
        ways = [QUrl.fromLocalFile(str(way)) for way in ways_to_memories()]
        dialog.setSidebarUrls([*dialog.sidebarUrls(), *ways])
        chosen = Path(dialog.selectedFiles()[0]) if dialog.exec() else None
        dialog.deleteLater()
        return chosen

    def import_file(self) -> None:
        """Bring in one file."""
        name, _ = QFileDialog.getOpenFileName(self._window, say("file.import"), "", say("file.any"))
        if name:
            self.bring_in([Path(name)])

    def import_folder(self) -> None:
        """Bring in a folder."""
        name = QFileDialog.getExistingDirectory(self._window, say("file.import_folder"))
        if name:
            self.bring_in([Path(name)])

    def bring_in(self, paths: list[Path]) -> None:
        """Import these; without an open vault, into a new one."""
        if self._session.path is not None:
            self._session.bring_in(*paths)
        elif (path := self._ask_new_vault()) is not None:
            self._session.create(path, lambda: self._session.bring_in(*paths))

    def take(self, paths: list[Path]) -> None:
        """What was dropped: one vault is opened, anything else imported."""
        vaults = [path for path in paths if path.suffix == VAULT]
        if not paths:
            self._session.failed.emit(say("drop.not_here"))
        elif not vaults:
            self.bring_in(paths)
        elif len(paths) == 1:
            self._session.open(paths[0])
        else:
            self._session.failed.emit(say("drop.one_vault"))
