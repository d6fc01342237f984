"""Dead objects are swept in the UI thread."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from pytestqt.qtbot import QtBot

from mnemoscope_gui import garbage
from mnemoscope_gui.garbage import Sweeper


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
