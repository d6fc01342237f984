"""Files of this computer: vaults made, opened and opened again, memories imported from the menu or dropped."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from mnemoscope_gui.models.offers import Offer
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.views.asking import ask_files, ask_folder
from mnemoscope_gui.wording import say

VAULT = ".vault"


class Files(QObject):
    """Asks for files where none are named, and hands them to the session."""

    recent_changed = Signal()
    """Another vault stands first among those used lately, or none does."""
    arrived = Signal(list)
    """Files and folders to be imported into the vault that is open."""

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

    def import_files(self) -> None:
        """Choose files to be imported."""
        ask_files(self._window, say("file.import"), self.bring_in)

    def import_folder(self) -> None:
        """Choose a folder to be imported."""
        ask_folder(self._window, say("file.import_folder"), self.bring_in)

    def bring_in(self, paths: list[Path]) -> None:
        """See what these would bring; without an open vault, to a new one."""
        if self._session.path is not None:
            self.arrived.emit(paths)
        elif (path := self._ask_new_vault()) is not None:
            self._session.create(path, lambda: self.arrived.emit(paths))

    def take(self, paths: list[Path]) -> None:
        """What was dropped: one vault is opened, anything else is to be imported."""
        vaults = [path for path in paths if path.suffix == VAULT]
        if not paths:
            self._session.failed.emit(say("drop.not_here"))
        elif not vaults:
            self.bring_in(paths)
        elif len(paths) == 1:
            self._session.open(paths[0])
        else:
            self._session.failed.emit(say("drop.one_vault"))
