"""A page: a place as wide as the window, opened from a menu and left with Esc."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mnemoscope_gui.panels.inspector import Lead
from mnemoscope_gui.views.page_head import PageHead


class Page(QObject):
    """What the frame asks of a place, for one that no switch names: its body stands without the inspector."""

    left = Signal()
    """Esc, or the button in the head: the place behind it comes to the front again."""

    def __init__(self, title: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.head, self.strip, self.body = PageHead(title), QWidget(), QWidget()
        self.lead: Lead | None = None
        self.is_in_front = False
        self.strip.hide()
        self.head.back_requested.connect(self.left)

    @property
    def first(self) -> QWidget:
        """What takes the focus when the page comes to the front."""
        return self.head.back

    @property
    def areas(self) -> tuple[tuple[QWidget, QWidget], ...]:
        """The areas that F6 walks through: the head, and the body."""
        return (self.head, self.head.back), (self.body, self.first)

    def take_focus(self) -> None:
        """The page comes to the front."""
        self.is_in_front = True
        self.first.setFocus()

    def leave(self) -> None:
        """A place comes to the front."""
        self.is_in_front = False

    def refresh(self) -> None:
        """F5: look again at what the page shows."""

    def step_back(self) -> None:
        """Esc where nothing else takes it: the page is left."""
        self.left.emit()
