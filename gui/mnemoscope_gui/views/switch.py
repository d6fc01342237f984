"""A switch between a few things of which one is shown: the places of the window, the views of a recall."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QWidget


class Switch(QFrame):
    """Buttons side by side, one of them down. Each has an id, which ``chosen`` tells."""

    chosen = Signal(str)
    """A person chose another one."""

    def __init__(self, name: str, choices: tuple[tuple[str, str], ...], parent: QWidget | None = None) -> None:
        """``choices`` are ids with their texts; ``name`` is what a screen reader calls the whole."""
        super().__init__(parent)
        self.setProperty("switch", True)
        self.setAccessibleName(name)
        self._buttons: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        for id, text in choices:
            button = QPushButton(text)
            button.setCheckable(True)
            button.setProperty("segment", True)
            button.clicked.connect(lambda _=False, id=id: self.chosen.emit(id))
            self._group.addButton(button)
            self._buttons[id] = button
            row.addWidget(button)
        self.show_choice(choices[0][0])

    @property
    def choice(self) -> str:
        """The id of what is shown."""
        return next(id for id, button in self._buttons.items() if button.isChecked())

    def show_choice(self, id: str) -> None:
        """Put a choice there without choosing it."""
        self._buttons[id].setChecked(True)

    def set_text(self, id: str, text: str) -> None:
        """Another text on a button: a count, say."""
        self._buttons[id].setText(text)

    def set_tip(self, id: str, tip: str) -> None:
        """What a button tells when pointed at."""
        self._buttons[id].setToolTip(tip)
