"""The application: one process, one window, and nothing that goes wrong passes in silence."""

from __future__ import annotations

import sys
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QDir
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from mnemoscope_gui import look, sheet
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

_PACKAGE = Path(__file__).parent


def main(path: Path | None = None) -> int:
    """Run the browser on this vault, else on the one last open, else on the first-run page; its exit status."""
    application = make_application()
    settings = Settings()
    look.set_zoom(settings.zoom)
    sheet.dress(application, settings.scheme)
    window = Window(settings)
    catch_exceptions(window)
    if (vault := path or settings.vault) is not None:
        window.session.open(vault)
    window.show()
    status = application.exec()
    window.session.close()
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
    return application


def catch_exceptions(window: Window) -> None:
    """What nobody foresaw reaches a dialog with a copyable traceback, and stderr as before."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if not issubclass(kind, KeyboardInterrupt):
            window.show_crash(error)

    sys.excepthook = hook
