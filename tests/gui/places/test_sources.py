"""The page of the linked sources, by keys alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui import window as windows
from mnemoscope_gui.models.sources import state
from mnemoscope_gui.window import Window

from ..driving import wait


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    folder = tmp_path / "talks"
    folder.mkdir()
    path = folder / "talk.jsonl"
    path.write_text(json.dumps({"id": "1", "session": "talk", "text": "First.", "app": "ward"}) + "\n", "utf-8")
    return path


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "garden.md").write_text("# Garden\n\nThe tomatoes want water.\n", "utf-8")
    return folder


@pytest.fixture
def page(open_window: Window, qtbot: QtBot) -> Window:
    """The window with the page in front."""
    qtbot.keyClick(open_window, Qt.Key.Key_F7)
    assert open_window.browser.place is open_window.sources
    return open_window


def focus() -> object:
    return QApplication.focusWidget()


def read(window: Window, qtbot: QtBot, count: int) -> None:
    """Wait until so many are linked and read."""
    wait(qtbot, lambda: len(window.linked.rows) == count and all(r.linked.read_at for r in window.linked.rows))
    wait(qtbot, lambda: not any(row.is_reading for row in window.linked.rows))


def test_page_without_a_source_says_what_linking_does_and_its_button_has_the_focus(page: Window) -> None:
    assert "No source is linked" in page.sources.panel.nothing.text()
    assert focus() is page.sources.panel.nothing.button


def test_button_of_the_empty_page_links_a_folder(
    page: Window, qtbot: QtBot, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "ask_folder", lambda parent, title, then: then([notes]))
    qtbot.keyClick(page.sources.panel.nothing.button, Qt.Key.Key_Return)
    read(page, qtbot, 1)
    assert focus() is page.sources.panel.view
    assert page.sources.selected is not None
    assert page.sources.selected.path == notes
    assert state(page.sources.panel.model.records[0]).startswith("up to date")


def test_letters_link_read_pause_and_unlink(
    page: Window, qtbot: QtBot, talk: Path, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "ask_folder", lambda parent, title, then: then([notes]))
    monkeypatch.setattr(windows, "ask_files", lambda parent, title, then: then([talk]))
    view = page.sources.panel.view
    qtbot.keyClick(page.sources.panel.nothing.button, Qt.Key.Key_L)
    read(page, qtbot, 1)
    qtbot.keyClick(view, Qt.Key.Key_F)
    read(page, qtbot, 2)
    qtbot.keyClick(view, Qt.Key.Key_P)
    assert not page.linked.is_watching
    assert not page.actions_by_id["sources.watch"].isChecked()
    (notes / "rota.md").write_text("# Rota\n\nAdmon has the night.\n", "utf-8")
    before = page.linked.rows[0].linked.records
    assert page.sources.selected is not None
    assert page.sources.selected.path == notes
    qtbot.keyClick(view, Qt.Key.Key_R)
    wait(qtbot, lambda: page.linked.rows[0].linked.records > before)
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    wait(qtbot, lambda: [row.linked.path for row in page.linked.rows] == [talk])
    assert page.sources.selected is not None
    assert page.sources.selected.path == talk
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: len(page.linked.rows) == 2)


def test_letters_of_the_page_are_disabled_elsewhere(
    page: Window, qtbot: QtBot, talk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.sources.link([talk])
    read(page, qtbot, 1)
    unlink = page.actions_by_id["sources.unlink"]
    assert unlink.isEnabled()
    qtbot.keyClick(page.sources.panel.view, Qt.Key.Key_Escape)
    assert page.browser.place is page.recall
    assert not unlink.isEnabled()


def test_folder_is_opened_in_the_window_of_the_system(
    page: Window, qtbot: QtBot, talk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    page.sources.link([talk])
    read(page, qtbot, 1)
    qtbot.keyClick(page.sources.panel.view, Qt.Key.Key_O)
    assert opened == [str(talk.parent)]


def test_what_is_dropped_on_the_page_is_linked(page: Window, qtbot: QtBot, talk: Path, notes: Path) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(path)) for path in (talk, notes)])
    where, copy = QPointF(400, 300), Qt.DropAction.CopyAction
    button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(page, QDragEnterEvent(where.toPoint(), copy, dropped, button, keys))
    assert page.drop.sentence == "Drop to link all 2 to ward.vault"
    QApplication.sendEvent(page, QDropEvent(where, copy, dropped, button, keys))
    read(page, qtbot, 2)
    page.leave_page()
    QApplication.sendEvent(page, QDragEnterEvent(where.toPoint(), copy, dropped, button, keys))
    assert page.drop.sentence == "Drop to see what all 2 would bring to ward.vault"
    page.drop.hide()


def test_source_that_is_gone_says_so_in_its_row(page: Window, qtbot: QtBot, talk: Path) -> None:
    page.sources.link([talk])
    read(page, qtbot, 1)
    talk.unlink()
    wait(qtbot, lambda: page.linked.rows[0].linked.is_gone)
    assert "has not been there since" in state(page.sources.panel.model.records[0])
    assert "has not been there since" in page.sources.panel.model.index(0, 2).data()


def test_refused_link_is_said(page: Window, qtbot: QtBot, talk: Path) -> None:
    page.sources.link([talk])
    read(page, qtbot, 1)
    page.sources.link([talk])
    wait(qtbot, page.notice.isVisible)
    assert "is linked already" in page.notice.text


def test_current_source_stays_while_another_is_read(page: Window, qtbot: QtBot, talk: Path, notes: Path) -> None:
    page.sources.link([talk, notes])
    read(page, qtbot, 2)
    qtbot.keyClick(page.sources.panel.view, Qt.Key.Key_Down)
    assert page.sources.selected is not None
    assert page.sources.selected.path == notes
    with talk.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"id": "2", "session": "talk", "text": "Second.", "app": "ward"}) + "\n")
    wait(qtbot, lambda: page.linked.rows[0].linked.records == 2)
    assert page.sources.selected.path == notes
