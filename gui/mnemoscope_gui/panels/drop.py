"""What covers the window while files are held over it: that it takes them, and what it will do with them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QApplication, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.wording import say


class DropPanel(QWidget):
    """Lies over its window, which hands it every drag; hidden while nothing is dragged."""

    dropped = Signal(list)
    """The files and folders of this computer among what was dropped."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._target = ""
        self._is_following = False
        self.sentence = ""
        """What dropping would do."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def set_target(self, name: str) -> None:
        """The vault that files would be imported into; empty for a new one."""
        self._target = name

    def set_following(self, is_following: bool) -> None:
        """Whether files would be linked to it instead."""
        self._is_following = is_following

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent):
            self._on_enter(event)
        elif isinstance(event, QDragMoveEvent):
            event.setAccepted(self.isVisible())
        elif isinstance(event, QDragLeaveEvent):
            self.hide()
        elif isinstance(event, QDropEvent) and self.isVisible():
            self.hide()
            event.acceptProposedAction()
            self.dropped.emit(_local(event))
        else:
            if event.type() == QEvent.Type.Resize:
                self.resize(self.window().size())
            return False
        return True

    def _on_enter(self, event: QDragEnterEvent) -> None:
        if not event.mimeData().hasUrls() or QApplication.activeModalWidget() is not None:
            event.ignore()
            return
        event.acceptProposedAction()
        self.sentence = self._sentence(_local(event))
        self.resize(self.window().size())
        self.raise_()
        self.show()
        self.update()

    def _sentence(self, paths: list[Path]) -> str:
        if len(paths) == 1 and paths[0].suffix == ".vault":
            return say("drop.open", name=paths[0].name)
        if self._is_following and self._target:
            return say("drop.link", count=len(paths), vault=self._target)
        if self._target:
            return say("drop.import", count=len(paths), vault=self._target)
        return say("drop.import.new", count=len(paths))

    def paintEvent(self, event: QPaintEvent) -> None:
        c = look.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(c.window)
        veil.setAlphaF(0.88)
        painter.fillRect(self.rect(), veil)
        inside = QRectF(self.rect()).adjusted(look.PADDING, look.PADDING, -look.PADDING, -look.PADDING)
        painter.setPen(QPen(QColor(c.accent), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(inside, look.RADIUS * 2, look.RADIUS * 2)
        painter.setPen(QColor(c.ink))
        painter.setFont(look.font(look.Size.VERDICT, strong=True))
        flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(inside.adjusted(look.PADDING, 0, -look.PADDING, 0), flags, self.sentence)


def _local(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
