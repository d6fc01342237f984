"""*Sources*: the files and folders that the vault follows."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mnemoscope.linking import LinkedSource
from mnemoscope_gui.panels.sources import SourcesPanel
from mnemoscope_gui.places.page import Page
from mnemoscope_gui.state.sources import Sources
from mnemoscope_gui.wording import say


class SourcesPage(Page):
    """What is linked, how it stands, and what to do about it."""

    chosen = Signal()
    """Another source is current, or none."""
    link_requested = Signal()
    """A folder is to be chosen and linked."""

    def __init__(self, sources: Sources, parent: QObject | None = None) -> None:
        super().__init__(say("page.sources"), parent)
        self._sources = sources
        self.panel = SourcesPanel()
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.panel)
        sources.changed.connect(self._on_changed)
        self.panel.chosen.connect(self.chosen)
        self.panel.taken.connect(self.read)
        self.panel.left.connect(self.step_back)
        self.panel.link_requested.connect(self.link_requested)

    @property
    def first(self) -> QWidget:
        """The rows, or what there is to do where there are none."""
        return self.panel.first

    def take_focus(self) -> None:
        """The page comes to the front: how do they stand now?"""
        super().take_focus()
        self._sources.look()
        self.chosen.emit()

    def leave(self) -> None:
        """A place comes to the front."""
        super().leave()
        self.chosen.emit()

    def refresh(self) -> None:
        """F5: read whatever has changed."""
        self._sources.read()

    # ------------------------------------------------------------ commands

    @property
    def selected(self) -> LinkedSource | None:
        """The current source, while the page is in front."""
        return self.panel.selected if self.is_in_front else None

    def read(self) -> None:
        """Read the current one now."""
        if (source := self.selected) is not None:
            self._sources.read(source)

    def unlink(self) -> None:
        """Follow the current one no longer; its records stay."""
        if (source := self.selected) is not None:
            self._sources.unlink(source)

    def open_folder(self) -> None:
        """Show where the current one lies, in the system's own window for files."""
        if (source := self.selected) is not None:
            folder = source.path if source.path.is_dir() else source.path.parent
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def toggle_watching(self) -> None:
        """Let changes come in by themselves, or not."""
        self._sources.set_watching(not self._sources.is_watching)

    def link(self, paths: list[Path]) -> None:
        """Follow these."""
        self._sources.link(paths)

    def _on_changed(self) -> None:
        self.panel.show_rows(self._sources.rows)
