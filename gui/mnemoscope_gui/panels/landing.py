"""Where nothing is chosen for an import yet: what can be dropped, and how to choose it instead."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.wording import say


class LandingPanel(QFrame):
    """A dashed field; the whole window takes the drop."""

    files_requested = Signal()
    folder_requested = Signal()

    def __init__(self, formats: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.files, self.folder = QPushButton(say("landing.files")), QPushButton(say("landing.folder"))
        title, hint, known = QLabel(say("landing.title")), QLabel(say("landing.hint")), QLabel(", ".join(formats))
        title.setProperty("role", "title")
        hint.setProperty("role", "hint")
        known.setProperty("role", "muted")
        buttons = QHBoxLayout()
        buttons.setSpacing(look.SPACE * 2)
        buttons.addStretch(1)
        buttons.addWidget(self.files)
        buttons.addWidget(self.folder)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.PADDING * 4, look.PADDING * 2, look.PADDING * 4, look.PADDING * 2)
        column.setSpacing(look.MARGIN)
        column.addStretch(2)
        for label in (title, hint):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        column.addLayout(buttons)
        known.setWordWrap(True)
        known.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(known)
        column.addStretch(3)
        self.files.clicked.connect(lambda _=False: self.files_requested.emit())
        self.folder.clicked.connect(lambda _=False: self.folder_requested.emit())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(look.colours().border), 1.5, Qt.PenStyle.DashLine))
        margin = look.PADDING
        inside = QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)
        painter.drawRoundedRect(inside, look.RADIUS, look.RADIUS)
