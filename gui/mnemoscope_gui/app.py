"""The application: one process, one window, and nothing that goes wrong passes in silence."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QDir, QLibraryInfo, QLocale, QObject, Qt, QTimer, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication
from threadpoolctl import threadpool_limits

from mnemoscope_gui import look, sheet, wording
from mnemoscope_gui.doorbell import Doorbell, ring
from mnemoscope_gui.frame import speech
from mnemoscope_gui.garbage import Sweeper
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

_PACKAGE = Path(__file__).parent


def main(path: Path | None = None, new_window: bool = False) -> int:
    """Run the browser on this vault, else on the one last open, else on the first-run page; its exit status.

    Where a window has the vault already, that one comes to the front instead, unless ``new_window``.
    """
    application = make_application()
    settings = Settings()
    vault = path or settings.vault
    if vault is not None and not new_window and ring(vault):
        return 0
    look.set_zoom(settings.zoom)
    sheet.dress(application, settings.scheme)
    sweeper = Sweeper(application)
    browser = Browser(settings)
    if vault is not None:
        browser.window.session.open(vault)
    browser.window.show()
    status = application.exec()
    browser.window.session.close()
    sweeper.end()
    return status


def make_application() -> QApplication:
    """The one application, with its name, icon and assets."""
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("Mnemoscope")
    application.setOrganizationName("Mnemoscope")
    application.setDesktopFileName("mnemoscope")
    QDir.setSearchPaths("assets", [str(_PACKAGE / "assets"), str(_PACKAGE.parents[1] / "assets")])
    application.setWindowIcon(QIcon("assets:mnemoscope.svg"))
    keep_products_apart()
    return application


def keep_products_apart() -> None:
    """One thread for each matrix product: the lanes ask side by side, and products that share two cores wait for each
    other's threads, a tenth of a second now and then, for three milliseconds won. Cosines are the same to the last bit.
    """
    threadpool_limits(limits=1, user_api="blas")


class Browser(QObject):
    """The one window and the language it speaks: to speak another, a new window takes the old one's stand."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._qt_texts = QTranslator(self)
        self._doorbell = Doorbell(self)
        self._doorbell.rung.connect(self._on_rung)
        self.window = self._make_window()

    def _make_window(self) -> Window:
        self._speak()
        window = Window(self._settings)
        window.speech.chosen.connect(self._on_language_chosen)
        window.session.work.ended.connect(self._on_language_chosen, Qt.ConnectionType.QueuedConnection)
        window.session.opened.connect(lambda: self._hang_doorbell(window))
        catch_exceptions(window)
        return window

    def _hang_doorbell(self, window: Window) -> None:
        if window.session.path is not None:
            self._doorbell.hang(window.session.path)

    def _on_rung(self, token: str) -> None:
        if token:  # Qt takes it from there when the window asks for the front
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        self.window.come_forward()

    def _speak(self) -> None:
        """The person's language, in our texts and in Qt's own."""
        language = speech.chosen(self._settings)
        wording.speak(language)
        QLocale.setDefault(language.locale)
        QApplication.removeTranslator(self._qt_texts)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if self._qt_texts.load(f"qtbase_{language.id}", folder):
            QApplication.installTranslator(self._qt_texts)

    def _on_language_chosen(self) -> None:
        if speech.chosen(self._settings) is wording.spoken():
            return
        if not self.window.session.work.is_running:
            QTimer.singleShot(0, self, self._change_window)  # the menu that asked is still open
            return
        self.window.status.tell(wording.say("language.later"))

    def _change_window(self) -> None:
        if speech.chosen(self._settings) is wording.spoken():
            return
        old = self.window
        old.recall.replacing.end()
        vault, tab, trail = old.session.path, old.inspector.tabs.currentIndex(), old.navigation.trail
        old.keep_geometry()
        old.setEnabled(False)
        new = self._make_window()
        if not old.windowState():  # remembered geometry is cut to a screen; this window is where a person put it
            new.setGeometry(old.geometry())

        def take_over(_: object = None) -> None:
            if self.window is not new:
                self.window = new
                new.show()
                old.close()
                old.deleteLater()

        def stand() -> None:
            new.inspector.tabs.setCurrentIndex(tab)
            new.navigation.resume(trail)

        if vault is None:
            take_over()
            return
        for arrived in (new.session.opened, new.session.failed, new.session.crashed):
            arrived.connect(take_over)
        new.session.open(vault, stand)


def catch_exceptions(window: Window) -> None:
    """What nobody foresaw reaches a dialog with a copyable traceback, and stderr as before."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if not issubclass(kind, KeyboardInterrupt):
            window.show_crash(error)

    sys.excepthook = hook
