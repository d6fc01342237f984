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
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(1, 1, 1, 1)
        self._row.setSpacing(0)
        for id, text in choices:
            self._add(id, text)
        if choices:
            self.show_choice(choices[0][0])

    def _add(self, id: str, text: str) -> None:
        button = QPushButton(text)
        button.setCheckable(True)
        button.setProperty("segment", True)
        button.clicked.connect(lambda _=False: self.chosen.emit(id))
        self._group.addButton(button)
        self._buttons[id] = button
        self._row.addWidget(button)

    def offer(self, choices: tuple[tuple[str, str], ...]) -> None:
        """Other choices than those it was made with; nothing changes where they are the same."""
        if choices == tuple((id, button.text()) for id, button in self._buttons.items()):
            return
        for id in [id for id in self._buttons if id not in dict(choices)]:
            button = self._buttons.pop(id)
            self._group.removeButton(button)
            self._row.removeWidget(button)
            button.hide()  # the layout may be about to show it, then as a window of its own if it had no parent
            button.deleteLater()
        for id, text in choices:
            if id in self._buttons:
                self._buttons[id].setText(text)
            else:
                self._add(id, text)

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """What can have the focus."""
        return tuple(self._buttons.values())

    @property
    def choice(self) -> str:
        """The id of what is shown; empty for none of them."""
        return next((id for id, button in self._buttons.items() if button.isChecked()), "")

    def show_choice(self, id: str) -> None:
        """Put a choice there without choosing it."""
        self._buttons[id].setChecked(True)

    def show_none(self) -> None:
        """What is shown is none of these."""
        self._group.setExclusive(False)  # an exclusive group keeps one button down
        for button in self._buttons.values():
            button.setChecked(False)
        self._group.setExclusive(True)

    def set_text(self, id: str, text: str) -> None:
        """Another text on a button: a count, say."""
        self._buttons[id].setText(text)

    def set_tip(self, id: str, tip: str) -> None:
        """What a button tells when pointed at."""
        self._buttons[id].setToolTip(tip)
