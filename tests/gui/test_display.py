"""The real window on a real display: typed into and closed by the keyboard, without a word on standard error."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mnemoscope import recall_log
from mnemoscope.vault import Vault

MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed here: {', '.join(MISSING)}")

PATIENCE = 60
BROWSE = "import sys; from pathlib import Path; from mnemoscope_gui import app; sys.exit(app.main(Path(sys.argv[1])))"


@pytest.fixture
def display() -> Iterator[str]:
    """An empty display, on the first free number."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    if not number:
        pytest.skip("Xvfb does not start here")
    yield f":{number}"
    server.terminate()
    server.wait(PATIENCE)


@pytest.fixture
def environment(display: str, tmp_path: Path) -> dict[str, str]:
    """A person's, on that display."""
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "XDG_", "WAYLAND"))}
    own = {"DISPLAY": display, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(runtime)}
    return {**kept, **own, "QT_QPA_PLATFORM": "xcb"}


def xdotool(environment: dict[str, str], *arguments: str) -> str:
    run = subprocess.run(
        ["xdotool", *arguments], env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    return run.stdout.strip()


def until(holds: object, seconds: float = PATIENCE) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if callable(holds) and holds():
            return True
        time.sleep(0.1)
    return False


def test_a_question_typed_and_a_window_closed_by_the_keyboard(vault_path: Path, environment: dict[str, str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", BROWSE, str(vault_path)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        title = "ward.vault – Mnemoscope"
        assert until(lambda: xdotool(environment, "search", "--name", title) or process.poll() is not None)
        if process.poll() is not None and "xcb" in (told := process.communicate()[1]):
            pytest.skip(f"Qt cannot use an X display here: {told.splitlines()[0]}")
        window = xdotool(environment, "search", "--name", title).splitlines()[-1]
        xdotool(environment, "windowfocus", "--sync", window)
        xdotool(environment, "type", "--delay", "30", "What shift was Admon on Sunday")
        xdotool(environment, "key", "Return")

        def asked() -> list[str]:
            with Vault.open(vault_path, read_only=True) as vault:
                return [entry.query for entry in recall_log.entries(vault)]

        def is_asked() -> bool:
            if not asked():
                xdotool(environment, "key", "Return")  # the answer was still on its way
            return bool(asked())

        assert until(is_asked)
        assert asked() == ["What shift was Admon on Sunday"]
        xdotool(environment, "key", "ctrl+q")
        out, told = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, out, told) == (0, "", "")
