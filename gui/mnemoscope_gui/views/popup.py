"""A small window under a chip, which goes away with Esc or a click elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget


class Popup(QFrame):
    """A frame that opens below a widget, wholly on the screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("popup")

    def open_below(self, anchor: QWidget) -> None:
        """Show it below a widget."""
        self.adjustSize()
        self.move(below(anchor, self.width(), self.height()))
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)


def below(anchor: QWidget, width: int, height: int) -> QPoint:
    """Where something of this size stands below a widget, pushed back onto the screen."""
    place = anchor.mapToGlobal(QPoint(0, anchor.height() + 2))
    screen = QGuiApplication.screenAt(place) or anchor.screen()
    room = screen.availableGeometry()
    x = max(room.left(), min(place.x(), room.right() - width))
    return QPoint(x, max(room.top(), min(place.y(), room.bottom() - height)))
