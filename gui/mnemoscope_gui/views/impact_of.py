"""The head of the inspector in Review: the verdict whose impact is shown, and which records it would change."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.switch import Switch
from mnemoscope_gui.wording import say

_PLACES = ("first", "second", "third")


class ImpactOf(QWidget):
    """A switch between the verdicts of one candidate; nothing is written by it."""

    chosen = Signal(int)
    """The place of another verdict among those that are offered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.switch, self.sentence = Switch(say("review.impact_of"), ()), QLabel()
        self._label = ElidedLabel()
        self._label.setText(say("review.impact_of"))
        self._label.setProperty("role", "muted")
        self.switch.setProperty("tight", True)
        look.follow(self.switch, lambda switch: switch.setFixedHeight(look.Height.CONTROL_ROW))
        self.sentence.setWordWrap(True)
        self.sentence.setProperty("role", "meta")
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout()
        row.setSpacing(look.SPACE)
        row.addWidget(self._label, 1)
        row.addWidget(self.switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.SPACE)
        column.setSpacing(look.SPACE * 2)
        column.addLayout(row)
        column.addWidget(self.sentence)
        self.switch.chosen.connect(lambda id: self.chosen.emit(_PLACES.index(id)))
        self.clear()

    def show_verdicts(self, titles: tuple[str, ...], current: int, sentence: str) -> None:
        """These verdicts, one of them looked at, and what it would change."""
        self.switch.offer(tuple(zip(_PLACES, titles, strict=False)))
        if 0 <= current < len(titles):
            self.switch.show_choice(_PLACES[current])
        self.switch.show()
        self._label.setText(say("review.impact_of"))
        self.sentence.setText(f"{sentence} {say('review.unwritten')}")
        self.sentence.show()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The verdicts need the room more than what is said of them."""
        needed = self.switch.sizeHint().width() + self._label.sizeHint().width() + look.PADDING * 2 + look.SPACE
        self._label.setVisible(self.switch.isHidden() or needed <= self.width())

    @property
    def buttons(self) -> tuple[QWidget, ...]:
        """What can have the focus."""
        return self.switch.buttons

    def clear(self) -> None:
        """There is no candidate."""
        self.switch.hide()
        self.sentence.hide()
        self._label.setText(say("review.impact_of.nothing"))
        self._label.show()
