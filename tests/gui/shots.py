"""Pictures of the real window, to be looked at: ``python tests/gui/shots.py FOLDER [VAULT]``.

Runs offscreen on the demo vault (made first where it is missing) or on another one, and drives the window as a
person would.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QElapsedTimer, QEventLoop, QSettings, Qt
from PySide6.QtTest import QTest

from mnemoscope import demo
from mnemoscope_gui import look
from mnemoscope_gui.app import make_application
from mnemoscope_gui.look import Scheme
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

SIZES = ((1280, 800), (1920, 1080))
PATIENCE = 20_000
"""Milliseconds after which a picture is given up."""


class Photographer:
    """Drives one window and keeps its pictures."""

    def __init__(self, folder: Path) -> None:
        self.application = make_application()
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        settings.clear()
        look.wear(self.application, Scheme.LIGHT)
        self.window = Window(Settings(settings))
        self.window.resize(*SIZES[0])
        self.window.show()

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Let the window work until this holds."""
        clock = QElapsedTimer()
        clock.start()
        while not holds():
            if clock.elapsed() > PATIENCE:
                raise TimeoutError("the window did not get there")
            self.application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)

    def settle(self) -> None:
        """Let everything be painted."""
        for _ in range(10):
            self.application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)

    def take(self, name: str, schemes: tuple[Scheme, ...] = (Scheme.LIGHT, Scheme.DARK)) -> None:
        """One picture for each size and scheme."""
        for width, height in SIZES:
            self.window.resize(width, height)
            for scheme in schemes:
                look.wear(self.application, scheme)
                self.settle()
                self.window.grab().save(str(self.folder / f"{name}-{width}-{scheme}.png"))
        look.wear(self.application, Scheme.LIGHT)

    def ask(self, question: str) -> None:
        """Type a question over the old one, and wait for what it brings."""
        edit = self.window.query.question
        edit.setFocus()
        edit.selectAll()
        QTest.keyClicks(edit, question)
        self.wait_until(lambda: not self.window.session.is_asking)
        self.wait_until(lambda: self.window.session.selected is None or self.window.session.detail is not None)
        self.settle()

    def choose(self, word: str) -> None:
        """Make the first served record that holds the word current."""
        rows = self.window.results.model.records
        row = next((place for place, row in enumerate(rows) if word in row.record.text), 0)
        self.window.results.view.setFocus()
        self.window.results.view.setCurrentIndex(self.window.results.model.index(row, 0))
        self.wait_until(lambda: self.window.session.detail is not None)
        self.settle()

    def key(self, key: Qt.Key) -> None:
        """Press a key in the list."""
        QTest.keyClick(self.window.results.view, key)
        self.settle()


def main(folder: Path, vault: Path) -> None:
    """Every screen."""
    camera = Photographer(folder)
    window = camera.window
    camera.settle()
    camera.take("empty")
    window.session.open(folder / "nowhere.vault")
    camera.wait_until(lambda: bool(window.notice.text))
    camera.take("error", (Scheme.LIGHT,))
    window.session.open(vault)
    camera.wait_until(lambda: window.session.path is not None)
    camera.take("no-question", (Scheme.LIGHT,))
    camera.ask(demo.QUESTION)
    camera.choose("Admon")
    camera.take("list")
    for tab, name in ((1, "session"), (2, "chain")):
        window.inspector.tabs.setCurrentIndex(tab)
        camera.take(name, (Scheme.LIGHT,))
    window.inspector.tabs.setCurrentIndex(0)
    camera.key(Qt.Key.Key_D)
    camera.take("reason", (Scheme.LIGHT,))
    QTest.keyClick(window.inspector.reason, Qt.Key.Key_Escape)
    camera.key(Qt.Key.Key_S)
    camera.ask("Sunday shift swapped")
    camera.take("superseded-by")
    window.session.end_replacing()
    window.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else demo.make(demo.path()))
