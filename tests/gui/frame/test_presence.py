"""A vault that disappears while it is open is one sentence; when it is back, the window goes on where it was."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mnemoscope import reading
from mnemoscope.embedding import models
from mnemoscope.errors import ModelUnavailable
from mnemoscope.vault import Vault, Whereabouts
from mnemoscope_gui.frame.dialogs import CrashDialog
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, wait


@pytest.fixture
def quick(open_window: Window) -> Window:
    """Looks twenty times a second."""
    open_window.presence._timer.setInterval(50)
    return open_window


def take_away(path: Path, to: Path) -> None:
    to.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        shutil.move(file, to / file.name)


def bring_back(path: Path, from_: Path) -> None:
    for file in from_.iterdir():
        shutil.move(file, path.parent / file.name)


def test_a_vault_knows_where_its_file_is(words_vault: Path, vault_path: Path, tmp_path: Path) -> None:
    with Vault.open(words_vault) as vault:
        assert vault.whereabouts() is Whereabouts.HERE
        words_vault.rename(tmp_path / "elsewhere.vault")
        assert vault.whereabouts() is Whereabouts.GONE
        shutil.copy(vault_path, words_vault)
        assert vault.whereabouts() is Whereabouts.ANOTHER


def test_it_is_said_in_one_sentence_and_nothing_crashes(
    quick: Window, ask: Ask, vault_path: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    choose(quick, qtbot, "night Admon")
    take_away(vault_path, tmp_path / "away")
    wait(qtbot, lambda: quick.presence.is_lost)
    assert quick.notice.text.startswith(f"{vault_path} is not there any more.")
    assert len(quick.recall.results.model.records) == 32
    assert not quick.actions_by_id["record.deactivate"].isEnabled()
    assert not quick.actions_by_id["vault.finish"].isEnabled()
    assert quick.actions_by_id["vault.open"].isEnabled()
    qtbot.keyClick(quick.recall.results.view, Qt.Key.Key_Down)
    quick.recall.query.question.setText("tomatoes")
    qtbot.wait(700)
    assert quick.isVisible()
    assert quick.notice.text.startswith(f"{vault_path} is not there any more.")
    assert not quick.findChildren(CrashDialog)


def test_when_it_is_back_the_window_goes_on_at_the_same_question_and_record(
    quick: Window, ask: Ask, vault_path: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    ask("tomatoes")
    qtbot.keyClick(quick.recall.query.question, Qt.Key.Key_Return)
    ask(QUESTION)
    id = choose(quick, qtbot, "night Admon")
    take_away(vault_path, tmp_path / "away")
    wait(qtbot, lambda: quick.presence.is_lost)
    bring_back(vault_path, tmp_path / "away")
    wait(qtbot, lambda: not quick.presence.is_lost)
    wait(qtbot, lambda: quick.recall.results.selected == id)
    assert quick.recall.query.question.text() == QUESTION
    assert not quick.notice.text
    assert quick.status.news == "The vault is back."
    assert quick.actions_by_id["view.back"].isEnabled()
    wait(qtbot, quick.actions_by_id["record.deactivate"].isEnabled)
    quick.session.deactivate("")
    wait(qtbot, quick.actions_by_id["record.restore"].isEnabled)
    with Vault.open(vault_path, read_only=True) as vault:
        assert not reading.record(vault, id).active


def test_a_file_that_replaces_it_is_opened_instead(
    quick: Window, ask: Ask, vault_path: Path, words_vault: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    take_away(vault_path, tmp_path / "away")
    shutil.copy(words_vault, vault_path)
    wait(qtbot, lambda: quick.session.health is not None and quick.session.health.embedded == 0)
    wait(qtbot, lambda: not quick.session.is_asking)
    assert quick.recall.query.question.text() == QUESTION


def test_what_came_back_broken_is_waited_for(quick: Window, vault_path: Path, tmp_path: Path, qtbot: QtBot) -> None:
    take_away(vault_path, tmp_path / "away")
    wait(qtbot, lambda: quick.presence.is_lost)
    vault_path.write_text("half of a copy")
    qtbot.wait(400)
    assert quick.presence.is_lost
    assert quick.notice.text.startswith(f"{vault_path} is not there any more.")
    vault_path.unlink()
    bring_back(vault_path, tmp_path / "away")
    wait(qtbot, lambda: not quick.presence.is_lost)


def test_another_vault_can_be_opened_meanwhile(
    quick: Window, vault_path: Path, words_vault: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    take_away(vault_path, tmp_path / "away")
    wait(qtbot, lambda: quick.presence.is_lost)
    quick.session.open(words_vault)
    wait(qtbot, lambda: quick.session.path == words_vault)
    assert not quick.notice.text
    qtbot.keyClicks(quick.recall.query.question, "Admon")
    wait(qtbot, lambda: not quick.session.is_asking)


def test_a_model_that_fails_to_load_is_one_sentence_and_the_words_serve(
    window: Window, vault_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(key: str, location: str) -> None:
        raise ModelUnavailable("embedding.not_installed", model="multilingual-e5-small")

    monkeypatch.setattr(models, "query_embedder", broken)
    monkeypatch.setattr(models, "is_loaded", lambda key, location: False)
    window.session.open(vault_path)
    wait(qtbot, lambda: window.session.path is not None)
    qtbot.keyClicks(window.recall.query.question, "Admon")
    wait(qtbot, lambda: "multilingual-e5-small" in window.recall.channels_part.notice.text)
    wait(qtbot, lambda: not window.session.is_asking)
    assert window.recall.results.model.rowCount() == 3
    assert not window.findChildren(CrashDialog)
