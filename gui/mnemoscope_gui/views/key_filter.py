"""Single keys that mean something in one place of the window, whichever of its widgets has the focus."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class KeyFilter(QObject):
    """Takes keys before the widgets that it watches, and before the window's own shortcuts."""

    def __init__(
        self, means: Callable[[Qt.Key], bool], press: Callable[[Qt.Key], object], parent: QObject | None = None
    ) -> None:
        """``means`` says whether a key means something now; ``press`` is told of one that does."""
        super().__init__(parent)
        self._means, self._press = means, press
        self._keys: WeakKeyDictionary[QObject, frozenset[Qt.Key]] = WeakKeyDictionary()

    def watch(self, widget: QObject, keys: Iterable[Qt.Key]) -> None:
        """From now on these keys are taken while the widget has the focus."""
        if widget not in self._keys:
            widget.installEventFilter(self)
        self._keys[widget] = frozenset(keys)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) or not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        if event.modifiers() not in _PLAIN or key not in self._keys.get(watched, ()) or not self._means(key):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # no shortcut: the key press follows
        else:
            self._press(key)
        return True
