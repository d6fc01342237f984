"""Chips: small buttons that stand for what is chosen; one that can be taken away says so with a cross."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.wording import say


class Chip(QToolButton):
    """A button in the shape of a pill. Its cross, Del and Backspace take it away where that can be."""

    removed = Signal()
    """The person takes it away."""

    def __init__(self, text: str = "", tip: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.removable = False
        self.setProperty("chip", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_text(text, tip)

    def show_text(self, text: str, tip: str = "") -> None:
        """What it says, and what its tip says."""
        self.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(tip or text)

    def show_changed(self, changed: bool) -> None:
        """Whether it stands for a choice of the person's."""
        if self.property("changed") is not changed:
            self.setProperty("changed", changed)
            self.style().unpolish(self)
            self.style().polish(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.removable and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if self.removable and inside and event.position().x() > self.width() - look.CROSS:
            self.setDown(False)
            self.removed.emit()
        else:
            super().mouseReleaseEvent(event)


class FilterChip(Chip):
    """A filter: flat while it shows all, a pill with a cross once it is set."""

    def __init__(self, all_text: str, name: str, parent: QWidget | None = None) -> None:
        """``all_text`` is what it says while it shows all, ``name`` what it is about."""
        super().__init__(parent=parent)
        self._all_text, self._name = all_text, name
        self.show_value("")

    @property
    def is_set(self) -> bool:
        """Whether it hides something."""
        return self.removable

    def show_value(self, value: str) -> None:
        """What it shows; an empty text for all."""
        self.removable = bool(value)
        self.setProperty("flat", not value)
        shown = value if len(value) <= look.CHIP_CHARACTERS else f"{value[: look.CHIP_CHARACTERS - 1].rstrip()}…"
        if value:
            self.show_text(say("show.set", value=shown), say("show.set.tip", name=self._name, value=value))
        else:
            self.show_text(say("show.unset", value=self._all_text), self._name)
        self.setProperty("changed", None)
        self.show_changed(bool(value))


class ChoiceMenu(QMenu):
    """A menu of several choices, which stays open while they are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None and action.isCheckable():
            action.trigger()
        else:
            super().keyPressEvent(event)
