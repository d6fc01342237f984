"""A head that is as high as its texts and buttons need at the width it has."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget


class Head(QWidget):
    """For a stack that allows it no more than its hint: that is asked for without a width, and answers for the one it
    has now."""

    def sizeHint(self) -> QSize:
        layout, width = self.layout(), self.width()
        return QSize(width, layout.heightForWidth(width)) if layout is not None and width else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()
