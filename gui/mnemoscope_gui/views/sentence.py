"""A sentence where there are no rows, with what to do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from mnemoscope_gui import look

_WIDTH = 620
"""Of the sentence at most: a longer line is hard to read."""


class SentencePage(QWidget):
    """The sentence in the middle, and a button below it where there is something to do."""

    pressed = Signal()
    """The button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence, self.button = QLabel(), QPushButton()
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setProperty("role", "hint")
        self.button.clicked.connect(self.pressed)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.PADDING * 3, look.PADDING, look.PADDING * 3, look.PADDING * 4)
        column.setSpacing(look.PADDING)
        column.addStretch(1)
        look.follow(self._sentence, lambda label: label.setMaximumWidth(look.scaled(_WIDTH)))
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self._sentence, 100)
        line.addStretch(1)
        column.addLayout(line)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.tell("")

    def text(self) -> str:
        """The sentence."""
        return self._sentence.text()

    def tell(self, text: str, button: str = "") -> None:
        """Say this; an empty text on the button hides it."""
        self._sentence.setText(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))
