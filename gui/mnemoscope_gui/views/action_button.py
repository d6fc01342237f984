"""Buttons with their key on them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from mnemoscope_gui import look


class KeyButton(QPushButton):
    """A text, and the key that does the same."""

    def __init__(self, text: str = "", key: str = "") -> None:
        super().__init__()
        self.setProperty("action", True)
        self._text, self._key = QLabel(), QLabel()
        self._key.setProperty("key", True)
        self._row = row = QHBoxLayout(self)
        row.setSpacing(look.SPACE * 2)
        for label in (self._text, self._key):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignVCenter)
        self.show_text(text, key)

    @property
    def said(self) -> str:
        """What it says, without its key."""
        return self._text.text()

    def show_text(self, text: str, key: str) -> None:
        """Say this; without a key the text stands alone."""
        self._text.setText(text)
        self._key.setText(key)
        self._key.setVisible(bool(key))
        right = look.SPACE + 2 if key else look.SPACE * 2 + 2
        self._row.setContentsMargins(look.SPACE * 2 + 2, 0, right, 0)
        self.setAccessibleName(text)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self._row.sizeHint().width(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class ActionButton(KeyButton):
    """Mirrors an action: text, key, whether it can be given, whether it is on."""

    def __init__(self, action: QAction, call: Callable[[], object] | None = None, text: str = "") -> None:
        """``call`` is for a button that does something else than the action's key, ``text`` for one that says less."""
        super().__init__()
        self._action, self._own, self._is_aside = action, text, False
        self.clicked.connect(call or action.trigger)
        action.changed.connect(self._on_changed)
        self._on_changed()

    def set_aside(self, is_aside: bool) -> None:
        """Whether the command is about something else than what the button stands beside."""
        self._is_aside = is_aside
        self._on_changed()

    def _on_changed(self) -> None:
        self.setVisible(self._action.isEnabled() and not self._is_aside)
        if self.property("on") != self._action.isChecked():
            self.setProperty("on", self._action.isChecked())
            for widget in (self, self._text):
                widget.style().unpolish(widget)
                widget.style().polish(widget)
            self.updateGeometry()
        text = self._own or self._action.text().replace("&", "").rstrip("…")
        if text != self.said:
            self.show_text(text, self._action.shortcut().toString())
