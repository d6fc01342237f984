"""The strip of the marked records: how many there are, and what can be done with all of them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.views.action_button import ActionButton
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.views.signs import paint_box
from mnemoscope_gui.wording import number, say


class MarkedPanel(QFrame):
    """Shown only while records are marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("acts")
        self.setAccessibleName(say("marked.name"))
        self._count, self._hidden = QLabel(), QLabel()
        self._count.setProperty("role", "head")
        self._hidden.setProperty("role", "muted")
        self._buttons: list[ActionButton] = []
        said = QWidget()
        row = QHBoxLayout(said)
        row.setContentsMargins(0, 0, look.MARGIN, 0)
        row.setSpacing(look.SPACE * 2)
        for widget in (_Box(), self._count, self._hidden):
            row.addWidget(widget)
        self._flow = Flow(spacing=look.SPACE * 2)
        self._flow.addWidget(said)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.MARGIN, look.SPACE + 2, look.MARGIN, look.SPACE + 2)
        column.addLayout(self._flow)
        self.hide()

    def add_action(self, action: QAction, text: str) -> None:
        """A button for one of the window's commands, in few words: how many it is about stands before it."""
        button = ActionButton(action, text=text)
        self._buttons.append(button)
        self._flow.addWidget(button)

    @property
    def first_button(self) -> QWidget:
        """Where the keys go."""
        return self._buttons[0]

    @property
    def text(self) -> str:
        """What it says."""
        return " ".join(label.text() for label in (self._count, self._hidden) if not label.isHidden())

    def show_marked(self, marked: int, seen: int) -> None:
        """So many are marked, and so many of them are in the list on show."""
        self._count.setText(say("marked.count", count=marked, number=number(marked)))
        hidden = max(marked - seen, 0)
        self._hidden.setText(say("marked.hidden", count=hidden, number=number(hidden)))
        self._hidden.setVisible(hidden > 0)
        self.setVisible(marked > 0)
        self.setAccessibleDescription(self.text)


class _Box(QWidget):
    """The sign of a mark."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(QSize(16, 16))

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_box(QPainter(self), QPointF(8, 8), True, look.colours())
