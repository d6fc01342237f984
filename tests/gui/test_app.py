"""The application starts on a vault, on the last one, or on the first-run page, and a bug reaches the dialog."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from mnemoscope import demo, ingest
from mnemoscope.progress import Progress
from mnemoscope.vault import Vault
from mnemoscope_gui import app
from mnemoscope_gui.frame.dialogs import CrashDialog
from mnemoscope_gui.window import Window

from .conftest import PATIENCE, drafts

SCRIPT = """
import os
import subprocess
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from mnemoscope_gui import app
from mnemoscope_gui.window import Window

def look():
    for window in QApplication.topLevelWidgets():
        if isinstance(window, Window) and window.session.path is not None:
            clock.stop()
            print(window.session.path)
            window.close()

app.make_application()
clock = QTimer()
clock.timeout.connect(look)
clock.start(20)
sys.exit(app.main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
"""


def started(home: Path, *arguments: str) -> str:
    """What a process of its own opens: a quit would end the event loops of every later test in this one."""
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        env={**os.environ, "XDG_CONFIG_HOME": str(home), "HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return run.stdout.strip()


def test_starts_on_the_vault_it_is_given_and_then_on_the_last_one(words_vault: Path, tmp_path: Path) -> None:
    assert started(tmp_path, str(words_vault)) == str(words_vault)
    assert started(tmp_path) == str(words_vault)


def test_a_bug_on_the_ui_thread_reaches_the_dialog(
    window: Window, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    app.catch_exceptions(window)
    error = ZeroDivisionError("a bug")
    sys.excepthook(ZeroDivisionError, error, None)
    (dialog,) = window.findChildren(CrashDialog)
    assert "ZeroDivisionError: a bug" in dialog.report
    assert "a bug" in capsys.readouterr().err
    dialog.close()


def test_the_demo_is_made_once_and_can_be_asked(
    window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []

    def make(target: Path, progress: Progress) -> Path:
        made.append(target)
        with Vault.open(target) as vault:
            ingest.import_drafts(vault, drafts(), format="jsonl", source="demo.jsonl")
        return target

    monkeypatch.setenv("MNEMOSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(demo, "make", make)
    window.welcome.demo.click()
    qtbot.waitUntil(lambda: window.session.health is not None and window.session.health.records == 41, timeout=PATIENCE)
    qtbot.waitUntil(lambda: not window.session.work.is_running, timeout=PATIENCE)
    qtbot.keyClicks(window.recall.query.question, "Admon")
    qtbot.waitUntil(lambda: window.recall.results.model.rowCount() > 0, timeout=PATIENCE)
    assert {"home", "ward"} == set(window.recall.sight._apps)
    window.actions_by_id["vault.demo"].trigger()
    qtbot.waitUntil(lambda: window.recall.query.question.text() == "", timeout=PATIENCE)
    assert made == [tmp_path / "home" / "demo.vault"]


def test_products_of_the_lanes_do_not_wait_for_each_other() -> None:
    import numpy  # noqa: F401 - its product is what is limited
    from threadpoolctl import threadpool_info

    app.make_application()
    assert {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"} == {1}
