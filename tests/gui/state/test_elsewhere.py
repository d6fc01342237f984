"""Two other processes act on the open vault: the person keeps the record and the place in the list."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pytestqt.qtbot import QtBot

from mnemoscope import ingest, reading
from mnemoscope.records import Kind, RecordDraft, SessionDraft
from mnemoscope.vault import Vault
from mnemoscope_gui import look
from mnemoscope_gui.state.elsewhere import POLL
from mnemoscope_gui.window import Window

from ..driving import wait

ACTS = int(os.environ.get("MNEMOSCOPE_ACTS", "40"))
"""Acts of each of the two; 1,000 in a full run (`MNEMOSCOPE_ACTS=1000`)."""
ROWS = 300
ACTORS = ("command line", "assistant (ward)")
_SCRIPT = Path(__file__).parents[2] / "core" / "actors.py"


def start(path: Path, actor: str, seed: int) -> subprocess.Popen[str]:
    source = str(Path(reading.__file__).parents[1])
    arguments = [sys.executable, str(_SCRIPT), str(path), actor, str(seed), str(ACTS)]
    return subprocess.Popen(arguments, stdout=subprocess.DEVNULL, text=True, env={**os.environ, "PYTHONPATH": source})


def test_acts_of_two_processes_leave_selection_and_place(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "busy.vault"
    with Vault.create(path, "importer") as vault:
        drafts = [RecordDraft("s", f"Line {n} of the log", f"l{n}", "here", Kind.NOTE) for n in range(ROWS)]
        ingest.import_drafts(vault, [SessionDraft("s", "Log", "here"), *drafts], format="jsonl", source="log.jsonl")
    window.session.open(path)
    view, model, bar = window.recall.records.view, window.recall.records.model, None
    wait(qtbot, lambda: model.rowCount() == ROWS)
    bar = view.verticalScrollBar()
    bar.setValue(150 * look.Height.ROW + 7)
    view.setCurrentIndex(model.index(155, 0))
    wait(qtbot, lambda: window.session.detail is not None)
    selected, top = window.session.selected, model.id_at(bar.value() // look.Height.ROW)

    processes = [start(path, actor, seed) for seed, actor in enumerate(ACTORS)]
    wait_for = 600_000 if ACTS > 100 else 60_000
    qtbot.waitUntil(lambda: all(process.poll() is not None for process in processes), timeout=wait_for)
    assert [process.returncode for process in processes] == [0, 0]
    with Vault.open(path, "looking") as vault:
        acts = reading.history(vault, 10 * ACTS)
        added = reading.stats(vault).records - ROWS
    assert {actor: sum(act.actor == actor for act in acts) for actor in ACTORS} == dict.fromkeys(ACTORS, ACTS)
    assert added > 0
    wait(qtbot, lambda: model.rowCount() == ROWS + added)

    assert window.browser.place is window.recall
    assert window.session.selected == selected == window.recall.records.selected
    assert model.id_at(bar.value() // look.Height.ROW) == top
    assert bar.value() % look.Height.ROW == 7
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())


def test_what_was_done_before_the_vault_was_opened_is_no_news(open_window: Window, qtbot: QtBot) -> None:
    told: list[object] = []
    open_window.session.written_elsewhere.connect(told.append)
    open_window.review.review.search()
    wait(qtbot, lambda: open_window.review.review.queue.searched_at is not None)
    qtbot.wait(POLL * 3)
    assert told == []
