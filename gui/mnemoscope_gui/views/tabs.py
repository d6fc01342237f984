"""Tabs of which the one in front is whole, however little room there is for the others."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QTabBar, QTabWidget


class Tabs(QTabWidget):
    """Its tabs end in an ellipsis rather than be scrolled."""

    def __init__(self) -> None:
        super().__init__()
        self.setTabBar(_TabBar())
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        self.tabBar().setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)


class _TabBar(QTabBar):
    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index) if index == self.currentIndex() else super().minimumTabSizeHint(index)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())
