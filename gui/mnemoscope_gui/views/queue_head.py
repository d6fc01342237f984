"""How far one is with the review queue: a count, a bar, and when the last candidate was settled."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QWidget

from mnemoscope.candidates import Queue
from mnemoscope_gui import look
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.wording import clock, day_at, number, say

_WITH_BAR = 380
"""From this width on there is room for the bar."""


class QueueHead(QWidget):
    """One line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count, self.bar, self.settled = QLabel(), QProgressBar(), ElidedLabel()
        self.count.setTextFormat(Qt.TextFormat.RichText)
        self.settled.setProperty("role", "muted")
        self.bar.setTextVisible(False)
        self.bar.setObjectName("queue_bar")
        self.bar.setFixedWidth(130)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.MARGIN)
        row.addWidget(self.count)
        row.addWidget(self.bar)
        row.addWidget(self.settled, 1)

    def show_queue(self, queue: Queue, today: str) -> None:
        """This far; ``today`` is what a day is called on which no day need be said."""
        is_there = bool(queue.total)
        for widget in (self.count, self.bar, self.settled):
            widget.setVisible(is_there)
        left = {"count": queue.total, "left": number(len(queue.left)), "total": number(queue.total)}
        self.count.setText(say("review.count", **left))
        self.bar.setRange(0, max(queue.total, 1))
        self.bar.setValue(queue.settled)
        self._settle(queue, today)
        self._fit()

    def _settle(self, queue: Queue, today: str) -> None:
        if not queue.settled:
            self.settled.setText("")
            return
        words = {"count": queue.settled, "number": number(queue.settled)}
        at = queue.settled_at
        if at is None:
            self.settled.setText(say("review.settled", **words))
        elif day_at(at) == today:
            self.settled.setText(say("review.settled.at", time=clock(at), **words))
        else:
            self.settled.setText(say("review.settled.on", day=day_at(at), **words))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.bar.setVisible(not self.count.isHidden() and self.width() >= look.scaled(_WITH_BAR))
