"""Dead objects are swept in the UI thread."""

from __future__ import annotations

import gc
import threading
import weakref
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui import garbage
from mnemoscope_gui.app import make_application
from mnemoscope_gui.garbage import Sweeper
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

from .conftest import PATIENCE


class Cycle:
    """What only a sweep can free."""

    def __init__(self) -> None:
        self.own = self


def test_a_cycle_is_swept_in_the_ui_thread_and_not_where_others_allocate(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "INTERVAL", 20)
    gc.collect()
    gc.enable()
    sweeper = Sweeper()
    swept: list[int] = []
    cycle = Cycle()
    weakref.finalize(cycle, lambda: swept.append(threading.get_ident()))
    del cycle

    def allocate() -> None:
        kept = [[] for _ in range(100_000)]
        kept.clear()

    thread = threading.Thread(target=allocate)
    thread.start()
    thread.join()
    assert swept == []
    kept = [[] for _ in range(1_000)]
    qtbot.waitUntil(lambda: bool(swept))
    assert swept == [threading.get_ident()]
    assert len(kept) == 1_000
    sweeper.end()
    assert gc.isenabled()


def test_a_window_that_is_closed_leaves_nothing_behind(qtbot: QtBot, settings: Settings, vault_path: Path) -> None:
    def visit() -> None:
        window = Window(settings)
        window.session.open(vault_path)
        qtbot.waitUntil(lambda: window.session.path is not None, timeout=PATIENCE)
        for place in window.places:
            window.go_to(place)
        assert window.session.close()
        window.close()
        window.deleteLater()

    make_application()
    before = len(QApplication.allWidgets())
    visit()
    qtbot.waitUntil(lambda: len(QApplication.allWidgets()) <= before, timeout=PATIENCE)
