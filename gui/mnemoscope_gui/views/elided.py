"""A label that ends in an ellipsis where there is no room, and tells the whole in its tip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QStyleOption, QStylePainter, QWidget


class ElidedLabel(QLabel):
    """One line of text."""

    def __init__(self, parent: QWidget | None = None, *, middle: bool = False) -> None:
        """``middle`` leaves out what stands there, where the end tells as much as the beginning."""
        super().__init__(parent)
        self._mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._tell()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 4, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOption()
        option.initFrom(self)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option)
        shown = self.fontMetrics().elidedText(self.text(), self._mode, self.contentsRect().width())
        painter.drawText(self.contentsRect(), int(self.alignment()), shown)

    def _tell(self) -> None:
        cut = self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()
        self.setToolTip(self.text() if cut else "")
