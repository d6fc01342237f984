"""The sources that are chosen for an import, each with how it stands."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.models.entries import Entry
from mnemoscope_gui.views.entries import EntriesView
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.wording import say


class ChosenPanel(QFrame):
    """A list with what adds to it above, and what all would bring together below."""

    chosen = Signal(object)
    """The path of the source that is current, or ``None``."""
    taken = Signal()
    """Enter on a source."""
    left = Signal()
    """Esc."""
    files_requested = Signal()
    folder_requested = Signal()
    clear_requested = Signal()
    save_requested = Signal()
    """What came in is to be kept as a file."""
    remove_requested = Signal(object)
    """The path of a source."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.view = EntriesView(say("incoming.name"))
        self.files, self.folder = QPushButton(say("incoming.files")), QPushButton(say("incoming.folder"))
        self.clear = QPushButton(say("incoming.clear"))
        self.clear.setToolTip(say("incoming.clear.tip"))
        self.save = QPushButton(say("incoming.save"))
        self._whole = QLabel()
        self._whole.setProperty("role", "muted")
        self._whole.setWordWrap(True)
        self._whole.setContentsMargins(look.PADDING, look.SPACE, look.PADDING, look.SPACE)
        self._path: Path | None = None
        self._lay_out()
        self.view.moved.connect(self._on_moved)
        self.view.taken.connect(self.taken)
        self.view.left.connect(self.left)
        self.view.remove_requested.connect(self._on_remove)
        self.files.clicked.connect(lambda _=False: self.files_requested.emit())
        self.folder.clicked.connect(lambda _=False: self.folder_requested.emit())
        self.save.clicked.connect(lambda _=False: self.save_requested.emit())
        self.clear.clicked.connect(lambda _=False: self.clear_requested.emit())

    def _lay_out(self) -> None:
        tools = QWidget()
        inner = Flow(tools, spacing=look.SPACE * 2)
        for button in (self.files, self.folder, self.clear, self.save):
            button.setProperty("small", True)
            inner.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, look.MARGIN, 1, look.SPACE * 2)
        column.setSpacing(look.SPACE * 2)
        row = QVBoxLayout()
        row.setContentsMargins(look.MARGIN, 0, look.MARGIN, 0)
        row.addWidget(tools)
        column.addLayout(row)
        column.addWidget(self.view, 1)
        column.addWidget(self._whole)

    @property
    def path(self) -> Path | None:
        """The source that is current."""
        entry = self.view.current
        return entry.key if entry is not None and isinstance(entry.key, Path) else None

    @property
    def whole(self) -> str:
        """What is said of all together."""
        return self._whole.text()

    def show_sources(self, entries: tuple[Entry, ...]) -> None:
        """These."""
        self.view.show_entries(entries)
        self._on_moved()

    def show_progress(self, entries: tuple[Entry, ...]) -> None:
        """More is known of these."""
        newer = {entry.key: entry for entry in entries}
        self.view.entries.show(tuple(newer.get(entry.key, entry) for entry in self.view.entries.records))

    def show_whole(self, whole: str) -> None:
        """What is said of all together."""
        self._whole.setText(whole)
        self._whole.setVisible(bool(whole))

    def select(self, path: Path) -> None:
        """Make this one current."""
        if (row := self.view.entries.row_of(path)) is not None:
            self.view.setCurrentIndex(self.view.entries.index(row, 0))

    def take_focus(self) -> None:
        """The list has the focus."""
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_moved(self) -> None:
        if self.path != self._path:
            self._path = self.path
            self.chosen.emit(self._path)

    def _on_remove(self) -> None:
        if (path := self.path) is not None:
            self.remove_requested.emit(path)
