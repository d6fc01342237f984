"""Asking for files and folders; the window goes on meanwhile, and what is chosen comes later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, QUrl
from PySide6.QtWidgets import QFileDialog, QWidget


def ask_files(parent: QWidget, title: str, then: Callable[[list[Path]], None]) -> None:
    """Files that are there."""
    dialog = _dialog(parent, title, QFileDialog.FileMode.ExistingFiles)
    dialog.filesSelected.connect(lambda names: then([Path(name) for name in names]))
    dialog.open()


def ask_folder(parent: QWidget, title: str, then: Callable[[list[Path]], None]) -> None:
    """A folder that is there."""
    dialog = _dialog(parent, title, QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.filesSelected.connect(lambda names: then([Path(name) for name in names]))
    dialog.open()


def ask_target(
    parent: QWidget, title: str, name: str, kinds: Sequence[tuple[str, str]], then: Callable[[Path], None]
) -> None:
    """A file to be written; ``kinds`` are what it may be, each with its ending, the proposed one first."""
    dialog = _dialog(parent, title, QFileDialog.FileMode.AnyFile)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([label for label, _ in kinds])
    dialog.setDefaultSuffix(kinds[0][1])
    endings = dict(kinds)
    dialog.filterSelected.connect(lambda label: dialog.setDefaultSuffix(endings.get(label, kinds[0][1])))
    dialog.selectFile(name)
    dialog.fileSelected.connect(lambda chosen: then(Path(chosen)))
    dialog.open()


def ways_to_memories() -> list[Path]:
    """Folders in which exports and the sessions of assistants lie, where they are there."""
    home, standard = Path.home(), QStandardPaths.StandardLocation
    known = [home / ".claude" / "projects", home / ".mem0"]
    named = [QStandardPaths.writableLocation(some) for some in (standard.DownloadLocation, standard.DocumentsLocation)]
    return [way for way in (*known, *map(Path, filter(None, named))) if way.is_dir()]


def _dialog(parent: QWidget, title: str, mode: QFileDialog.FileMode) -> QFileDialog:
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(mode)
    ways = [QUrl.fromLocalFile(str(way)) for way in ways_to_memories()]
    dialog.setSidebarUrls([*dialog.sidebarUrls(), *ways])  # the system's own window knows its own ways
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog
