"""How the window looks: light or dark, and how large its text is. Both are remembered."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from mnemoscope_gui import look, sheet
from mnemoscope_gui.look import Scheme
from mnemoscope_gui.settings import Settings

SETTLE = 50
"""Milliseconds after which everything is laid out for another size of text."""
TRIES = 10
"""How often that is waited for: on a busy machine it takes longer."""


class Appearance(QObject):
    """The one that changes what ``look`` says, and dresses the application anew."""

    zoomed = Signal()
    """Text is of another size: what was laid out for the old one is to be laid out again."""

    def __init__(self, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._settings, self._window = settings, window
        self._given, self._grown = QSize(), QSize()
        """The size that a person gave the window, and the one that larger text made of it."""
        self._tries = 0
        self._settling = QTimer(self, singleShot=True, interval=SETTLE)
        self._settling.timeout.connect(self._fit)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_scheme)

    def wear_system(self) -> None:
        """Light or dark as the system says."""
        self._wear(Scheme.SYSTEM)

    def wear_light(self) -> None:
        """Light."""
        self._wear(Scheme.LIGHT)

    def wear_dark(self) -> None:
        """Dark."""
        self._wear(Scheme.DARK)

    def larger(self) -> None:
        """The next larger text."""
        self._zoom(min((zoom for zoom in look.ZOOMS if zoom > look.zoom()), default=look.ZOOMS[-1]))

    def smaller(self) -> None:
        """The next smaller text."""
        self._zoom(max((zoom for zoom in look.ZOOMS if zoom < look.zoom()), default=look.ZOOMS[0]))

    def normal(self) -> None:
        """Text as it is at first."""
        self._zoom(100)

    def _zoom(self, percent: int) -> None:
        if percent == look.zoom():
            return
        if not self._settling.isActive() and self._window.size() != self._grown:
            self._given = self._window.size()
        self._settings.zoom = percent
        look.set_zoom(percent)
        self._dress()
        for view in self._window.findChildren(QAbstractItemView):
            view.scheduleDelayedItemsLayout()
        self.zoomed.emit()
        self._tries = TRIES
        self._settling.start()

    def _fit(self) -> None:
        """Text that is smaller again gives the window back the size that it had."""
        if not self._window.isMaximized() and not self._window.isFullScreen():
            self._window.resize(self._given)
            self._tries -= 1
            if self._window.size() != self._given and self._tries > 0:
                self._settling.start()
        self._grown = self._window.size()

    def _wear(self, scheme: Scheme) -> None:
        self._settings.scheme = scheme
        self._dress()

    def _dress(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            sheet.dress(application, self._settings.scheme)

    def _on_system_scheme(self) -> None:
        if self._settings.scheme is Scheme.SYSTEM:
            self._dress()
