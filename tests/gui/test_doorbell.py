"""A second start raises the first window that has the vault; a killed one is in nobody's way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui import doorbell
from mnemoscope_gui.doorbell import Doorbell, address

from .conftest import PATIENCE

RING = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from mnemoscope_gui.doorbell import ring
application = QCoreApplication([])
sys.exit(0 if ring(Path(sys.argv[1])) else 3)
"""
BROWSE = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from mnemoscope_gui import app
from mnemoscope_gui.window import Window

app.make_application()
raised = Window.come_forward
def come_forward(self):
    raised(self)
    print("raised", flush=True)
Window.come_forward = come_forward

def look():
    for window in QApplication.topLevelWidgets():
        if isinstance(window, Window) and window.session.path is not None:
            clock.stop()
            print("open", flush=True)
clock = QTimer()
clock.timeout.connect(look)
clock.start(20)
sys.exit(app.main(Path(sys.argv[1]), "--new-window" in sys.argv))
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sockets lie in a folder")
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture(autouse=True)
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A runtime folder of this test alone."""
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return folder


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts processes, and ends them."""
    started: list[subprocess.Popen[str]] = []

    def begin(script: str, *arguments: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", script, *map(str, arguments)]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        return started[-1]

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


# ---------------------------------------------------------------- the bell


def test_who_rings_is_answered_and_the_window_hears_it(vault_path: Path, start: Start, qtbot: QtBot) -> None:
    bell = Doorbell()
    bell.hang(vault_path)
    assert bell.hangs
    with qtbot.waitSignal(bell.rung, timeout=PATIENCE):
        caller = start(RING, vault_path)
    assert caller.wait(30) == 0
    bell.take_down()


def test_the_right_to_come_to_the_front_is_handed_on(
    vault_path: Path, start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "token-7")
    bell = Doorbell()
    bell.hang(vault_path)
    with qtbot.waitSignal(bell.rung, timeout=PATIENCE) as heard:
        start(RING, vault_path)
    assert heard.args == ["token-7"]
    bell.take_down()


def test_a_link_to_the_vault_is_the_same_door_and_another_vault_is_not(
    vault_path: Path, words_vault: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link.vault"
    link.symlink_to(vault_path)
    assert address(link) == address(vault_path)
    assert address(words_vault) != address(vault_path)


def test_nobody_home(vault_path: Path, start: Start) -> None:
    assert start(RING, vault_path).wait(30) == 3


def test_a_bell_moves_with_the_window_to_another_vault(
    vault_path: Path, words_vault: Path, start: Start, qtbot: QtBot
) -> None:
    bell = Doorbell()
    bell.hang(vault_path)
    bell.hang(words_vault)
    assert start(RING, vault_path).wait(30) == 3
    with qtbot.waitSignal(bell.rung, timeout=PATIENCE):
        start(RING, words_vault)
    bell.take_down()


def test_a_second_window_on_the_same_vault_leaves_the_first_ones_bell(vault_path: Path) -> None:
    first, second = Doorbell(), Doorbell()
    first.hang(vault_path)
    second.hang(vault_path)
    assert first.hangs
    assert not second.hangs
    first.take_down()


def test_a_folder_that_others_can_enter_is_not_used(vault_path: Path, runtime: Path) -> None:
    folder = runtime / "mnemoscope"
    folder.mkdir()
    folder.chmod(0o755)
    assert address(vault_path) is None
    bell = Doorbell()
    bell.hang(vault_path)
    assert not bell.hangs
    assert not doorbell.ring(vault_path)
    folder.chmod(0o700)
    assert address(vault_path) is not None


def test_without_a_runtime_folder_it_is_one_of_the_users_own(
    vault_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    monkeypatch.setattr(doorbell.tempfile, "gettempdir", lambda: str(tmp_path))
    found = address(vault_path)
    assert found is not None
    assert Path(found).parent == tmp_path / f"mnemoscope-{os.getuid()}"
    assert Path(found).parent.stat().st_mode & 0o777 == 0o700


def test_a_bell_that_does_not_answer_is_not_waited_for_long(vault_path: Path, start: Start, qapp: QApplication) -> None:
    bell = Doorbell()
    bell.hang(vault_path)  # and its event loop does not run
    before = time.monotonic()
    assert start(RING, vault_path).wait(30) == 3
    assert time.monotonic() - before < 15
    bell.take_down()


# ---------------------------------------------------------------- whole programs


def test_a_second_start_raises_the_first_window_and_ends(vault_path: Path, start: Start) -> None:
    first = start(BROWSE, vault_path)
    assert line(first) == "open"
    second = start(BROWSE, vault_path)
    assert second.wait(60) == 0
    assert line(first) == "raised"
    assert line(second) == ""


def test_a_new_window_is_opened_when_it_is_asked_for_or_for_another_vault(
    vault_path: Path, words_vault: Path, start: Start
) -> None:
    assert line(start(BROWSE, vault_path)) == "open"
    assert line(start(BROWSE, vault_path, "--new-window")) == "open"
    assert line(start(BROWSE, words_vault)) == "open"


def test_a_killed_window_is_in_nobodys_way(vault_path: Path, start: Start, runtime: Path) -> None:
    first = start(BROWSE, vault_path)
    assert line(first) == "open"
    first.send_signal(signal.SIGKILL)
    first.wait(30)
    assert list((runtime / "mnemoscope").iterdir()), "the socket that it left"
    second = start(BROWSE, vault_path)
    assert line(second) == "open"
    assert start(BROWSE, vault_path).wait(60) == 0
    assert line(second) == "raised"
