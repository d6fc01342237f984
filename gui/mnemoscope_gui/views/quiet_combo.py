"""A combo box that a wheel turned over the page does not change, and that gives way where there is little room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget


class QuietCombo(QComboBox):
    """Changed by a click, or by the keys while it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("small", True)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self.fontMetrics().averageCharWidth() * 14), hint.height())

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.view().setAccessibleName(name)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
