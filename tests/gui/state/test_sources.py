"""Linked sources in the window: what is new comes in by itself, and the person keeps the place."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from mnemoscope import linking
from mnemoscope.linking import refreshing
from mnemoscope.vault import Vault
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, wait


def lines(*texts: str) -> str:
    return "".join(json.dumps({"id": text, "session": "talk", "text": text, "app": "ward"}) + "\n" for text in texts)


def append(path: Path, *texts: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(lines(*texts))


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A file of two records, written an hour ago."""
    folder = tmp_path / "talks"
    folder.mkdir()
    path = folder / "talk.jsonl"
    path.write_text(lines("The first line.", "The second line."), encoding="utf-8")
    os.utime(path, (time.time() - 3600, time.time() - 3600))
    return path


@pytest.fixture
def following(open_window: Window, qtbot: QtBot, talk: Path) -> Window:
    """The window with the file linked and read."""
    open_window.linked.link([talk])
    wait(qtbot, lambda: bool(open_window.linked.rows) and open_window.linked.rows[0].linked.records == 2)
    wait(qtbot, lambda: not open_window.linked.rows[0].is_reading)
    return open_window


def test_what_is_linked_is_read_at_once_and_told(open_window: Window, qtbot: QtBot, talk: Path) -> None:
    told: list[str] = []
    open_window.linked.told.connect(told.append)
    open_window.linked.link([talk])
    wait(qtbot, lambda: told == ["2 new records from talk.jsonl"])
    wait(qtbot, lambda: open_window.linked.rows[0].linked.read_at is not None)


def test_new_records_come_in_by_themselves(following: Window, qtbot: QtBot, talk: Path) -> None:
    before = following.session.health.records  # type: ignore[union-attr]
    append(talk, "The third line.")
    wait(qtbot, lambda: following.status.news == "1 new record from talk.jsonl")
    wait(qtbot, lambda: following.session.health.records == before + 1)  # type: ignore[union-attr]
    wait(qtbot, lambda: following.linked.rows[0].linked.records == 3)


def test_what_comes_in_is_no_news_from_elsewhere(following: Window, qtbot: QtBot, talk: Path) -> None:
    elsewhere: list[object] = []
    following.session.written_elsewhere.connect(elsewhere.append)
    append(talk, "The third line.")
    wait(qtbot, lambda: following.linked.rows[0].linked.records == 3)
    qtbot.wait(1200)
    assert elsewhere == []


def test_question_is_asked_again_in_place(following: Window, ask: Ask, qtbot: QtBot, talk: Path) -> None:
    question = following.recall.query.question
    ask(QUESTION)
    id = choose(following, qtbot, "swapped")
    append(talk, "What shift was Admon on Sunday? Admon was on the night shift on Sunday.")
    wait(
        qtbot, lambda: any("night shift on Sunday" in row.record.text for row in following.recall.results.model.records)
    )
    assert following.session.selected == following.recall.results.selected == id
    assert question.text() == QUESTION


def test_text_that_is_being_typed_stays(following: Window, qtbot: QtBot, talk: Path) -> None:
    following.go_to_question()
    qtbot.keyClicks(following.recall.query.question, "What shi")
    append(talk, "The third line.")
    wait(qtbot, lambda: following.linked.rows[0].linked.records == 3)
    qtbot.keyClicks(following.recall.query.question, "ft")
    assert following.recall.query.question.text() == "What shift"


def test_what_changed_while_the_window_was_closed_comes_in_at_the_next_start(
    window: Window, vault_path: Path, qtbot: QtBot, talk: Path
) -> None:
    with Vault.open(vault_path) as vault:
        linking.link(vault, talk)
        linking.refresh(vault)
    append(talk, "The third line.")
    window.session.open(vault_path)
    wait(qtbot, lambda: bool(window.linked.rows) and window.linked.rows[0].linked.records == 3)


def test_link_of_another_process_is_followed_too(
    open_window: Window, qtbot: QtBot, talk: Path, vault_path: Path
) -> None:
    with Vault.open(vault_path, "command line") as vault:
        linking.link(vault, talk)
    wait(qtbot, lambda: bool(open_window.linked.rows) and open_window.linked.rows[0].linked.records == 2)


def test_source_that_goes_is_said_and_one_that_comes_back_goes_on(following: Window, qtbot: QtBot, talk: Path) -> None:
    away = talk.rename(talk.with_name("away"))
    wait(qtbot, lambda: following.linked.rows[0].linked.is_gone)
    assert "has not been there since" in following.status.news
    append(away, "The third line.")
    away.rename(talk)
    wait(qtbot, lambda: following.linked.rows[0].linked.records == 3)
    assert following.linked.rows[0].linked.fault is None


def test_unlink_is_taken_back_with_undo(following: Window, qtbot: QtBot, talk: Path) -> None:
    following.linked.unlink(following.linked.rows[0].linked)
    wait(qtbot, lambda: following.linked.rows == ())
    following.session.undo()
    wait(qtbot, lambda: len(following.linked.rows) == 1)
    append(talk, "The third line.")
    wait(qtbot, lambda: following.linked.rows[0].linked.records == 3)


def test_pause_is_kept_and_read_now_reads_all_the_same(
    following: Window, qtbot: QtBot, talk: Path, settings: Settings
) -> None:
    following.linked.set_watching(False)
    assert settings.watching is False
    append(talk, "The third line.")
    qtbot.wait(1500)
    assert following.linked.rows[0].linked.records == 2
    following.linked.read()
    wait(qtbot, lambda: following.linked.rows[0].linked.records == 3)
    following.linked.set_watching(True)
    append(talk, "The fourth line.")
    wait(qtbot, lambda: following.linked.rows[0].linked.records == 4)


def test_file_that_is_still_being_written_is_tried_again_and_not_said(
    following: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refreshing, "PATIENCE", 1000.0)
    following.linked._again.setInterval(200)
    broken = tmp_path / "talks" / "note.md"
    broken.write_text("# Note\n\nOne.\n", encoding="utf-8")
    following.linked.link([broken])
    wait(qtbot, lambda: len(following.linked.rows) == 2 and following.linked.rows[1].linked.records > 0)
    warned: list[str] = []
    following.linked.warned.connect(warned.append)
    with Vault.open(following.session.path or Path(), "tester") as vault, vault.transaction() as connection:
        connection.execute("UPDATE source SET format = 'longmemeval' WHERE path = ?", (str(broken),))
    broken.write_text("{", encoding="utf-8")
    qtbot.wait(1500)
    assert warned == []
    monkeypatch.setattr(refreshing, "PATIENCE", 0.0)
    wait(qtbot, lambda: len(warned) == 1)


def test_vault_that_cannot_be_written_is_left_alone(
    following: Window, qtbot: QtBot, talk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mnemoscope.errors import NotWritable

    def refused(*_: object, **__: object) -> None:
        raise NotWritable("vault.read_only", path="x")

    monkeypatch.setattr(linking, "refresh", refused)
    failed: list[str] = []
    following.session.failed.connect(failed.append)
    append(talk, "The third line.")
    wait(qtbot, lambda: following.linked._watch is None)
    assert failed == []


def test_two_windows_on_one_vault_show_what_either_brought(
    following: Window, settings: Settings, qtbot: QtBot, talk: Path
) -> None:
    other = Window(settings)
    qtbot.addWidget(other)
    try:
        other.session.open(following.session.path or Path())
        wait(qtbot, lambda: bool(other.linked.rows) and other.linked.rows[0].linked.records == 2)
        for turn in range(3):
            append(talk, f"Turn {turn}.")
            wanted = 3 + turn
            for window in (following, other):
                wait(qtbot, lambda window=window, wanted=wanted: window.linked.rows[0].linked.records == wanted)
        health = following.session.health
        wait(qtbot, lambda: other.session.health is not None and health is not None)
        wait(qtbot, lambda: other.session.health.records == following.session.health.records)  # type: ignore[union-attr]
    finally:
        assert other.session.close()
