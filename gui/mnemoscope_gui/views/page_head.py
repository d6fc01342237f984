"""The head of a page: the way back, its title, and what can be done from there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.views.action_button import KeyButton
from mnemoscope_gui.wording import say


class PageHead(QWidget):
    """Stands in the header row, right of the places."""

    back_requested = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self.back, self.title = KeyButton(say("page.back"), "Esc"), QLabel(title)
        self.back.setToolTip(say("page.back.tip"))
        self.back.clicked.connect(lambda _=False: self.back_requested.emit())
        self.title.setProperty("role", "title")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(look.SPACE, 0, 0, 0)
        self._row.setSpacing(look.MARGIN)
        self._row.addWidget(self.back)
        self._row.addWidget(self.title)
        self._row.addStretch(1)

    def add(self, *widgets: QWidget) -> None:
        """Put these at the right end."""
        for widget in widgets:
            self._row.addWidget(widget)
