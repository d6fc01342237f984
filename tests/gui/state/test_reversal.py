"""Undo and redo say what they would do, and are off while there is nothing to do."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mnemoscope import curation, ingest, reading
from mnemoscope.vault import Vault
from mnemoscope_gui.actions import plain_text
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, bring_in, choose, wait


def test_undo_says_the_act_and_redo_says_it_after_it(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    undo, redo = open_window.actions_by_id["edit.undo"], open_window.actions_by_id["edit.redo"]
    assert not undo.isEnabled()
    assert not redo.isEnabled()
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    assert open_window.session.detail is not None
    short = open_window.session.detail.short
    open_window.session.deactivate("moved")
    wait(qtbot, undo.isEnabled)
    assert plain_text(undo) == f"Undo: Deactivated record {short}"
    assert plain_text(redo) == "Redo"
    open_window.recall.results.view.setFocus()
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, redo.isEnabled)
    assert plain_text(redo) == f"Redo: Deactivated record {short}"
    assert plain_text(undo) == "Undo"
    assert not undo.isEnabled()


def test_what_can_be_undone_survives_a_restart(window: Window, vault_path: Path, qtbot: QtBot) -> None:
    with Vault.open(vault_path, "window") as vault:
        record = next(iter(reading.containing(vault, "tomatoes")))
        curation.deactivate(vault, [record.id])
    window.session.open(vault_path)
    wait(qtbot, window.actions_by_id["edit.undo"].isEnabled)
    assert record.id[:6] in plain_text(window.actions_by_id["edit.undo"])


def test_an_act_of_another_process_is_not_this_windows_to_undo(
    open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    with Vault.open(vault_path, "assistant") as vault:
        ingest.add(vault, "Admon takes the night door.", app="ward")
    wait(qtbot, lambda: "assistant" in open_window.status.news)
    qtbot.wait(100)
    assert not open_window.actions_by_id["edit.undo"].isEnabled()


def test_an_ampersand_of_a_file_is_shown_as_one(open_window: Window, tmp_path: Path, qtbot: QtBot) -> None:
    source = tmp_path / "R&D.jsonl"
    source.write_text('{"text": "The boiler code is ORANGE-77.", "app": "home"}\n')
    bring_in(open_window, qtbot, source)
    undo = open_window.actions_by_id["edit.undo"]
    wait(qtbot, undo.isEnabled)
    assert "R&&D.jsonl" in undo.text()
    assert plain_text(undo) == "Undo: Imported a record from R&D.jsonl"
    wait(qtbot, lambda: not open_window.session.work.is_running)
