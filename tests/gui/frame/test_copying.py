"""What is copied is what the library says, to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from mnemoscope import cli
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_json_is_the_bytes_of_the_command_line(
    open_window: Window, ask: Ask, vault_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask(QUESTION)
    open_window.actions_by_id["recall.copy_json"].trigger()
    assert cli.main(["recall", str(vault_path), QUESTION, "--json", "--no-timings"]) == 0
    assert clipboard() == capsys.readouterr().out
    assert open_window.status.news == "The recall is copied as JSON."


def test_markdown_has_the_question_and_every_text(open_window: Window, ask: Ask) -> None:
    ask(QUESTION)
    open_window.actions_by_id["recall.copy_markdown"].trigger()
    assert clipboard().startswith(f"## {QUESTION}\n")
    for row in open_window.recall.results.model.records:
        assert row.record.indexed_text in clipboard()
        assert f"`{row.short}`" in clipboard()


def test_ids_of_the_record_and_of_all_that_is_served(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    id = choose(open_window, qtbot, "night Admon")
    view = open_window.recall.results.view
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert clipboard() == id
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "night Admon" in clipboard()
    open_window.actions_by_id["recall.copy_ids"].trigger()
    assert clipboard().split("\n") == [row.hit.id for row in open_window.recall.results.model.records]


def test_without_an_answer_there_is_nothing_to_copy(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    assert not open_window.actions_by_id["recall.copy_json"].isEnabled()
    ask(QUESTION)
    assert open_window.actions_by_id["recall.copy_json"].isEnabled()
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Escape)
    assert not open_window.actions_by_id["recall.copy_json"].isEnabled()
