"""A button for a command, with its key on it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from mnemoscope_gui import look
from mnemoscope_gui.views.elided import ElidedLabel

_NARROW = 120
"""Width of a button whose text may be cut, at least."""


class ActionButton(QPushButton):
    """Mirrors an action: text, key, whether it can be given, whether it is on."""

    def __init__(self, action: QAction, call: Callable[[], object] | None = None, *, most: int | None = None) -> None:
        """``call`` is for a button that does something else than the action's key; ``most`` is how wide it may be."""
        super().__init__()
        self._action = action
        self.setProperty("action", True)
        self._text, self._key = QLabel() if most is None else ElidedLabel(), QLabel()
        self._most = most
        self._key.setProperty("key", True)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(look.SPACE * 2 + 2, 0, look.SPACE + 2, 0)
        row.setSpacing(look.SPACE * 2)
        for label in (self._text, self._key):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignVCenter)
        self.clicked.connect(call or action.trigger)
        action.changed.connect(self._on_changed)
        self._on_changed()

    def _on_changed(self) -> None:
        self.setVisible(self._action.isEnabled())
        if self.property("on") != self._action.isChecked():
            self.setProperty("on", self._action.isChecked())
            for widget in (self, self._text):
                widget.style().unpolish(widget)
                widget.style().polish(widget)
            self.updateGeometry()
        text = self._action.text().replace("&", "").rstrip("…")
        if text == self._text.text():
            return
        self._text.setText(text)
        self._key.setText(self._action.shortcut().toString())
        self.setAccessibleName(text)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = self._row.sizeHint().width()
        most = width if self._most is None else look.scaled(self._most)
        return QSize(min(width, most), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return hint if self._most is None else QSize(min(hint.width(), look.scaled(_NARROW)), hint.height())
