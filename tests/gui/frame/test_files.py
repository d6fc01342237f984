"""Files dropped on the window, and the vaults used lately."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from mnemoscope_gui.frame.recent import RecentMenu
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

from ..driving import looked_at, pick, wait

COPY, LEFT, NO_KEY = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def carried(*urls: Path | str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(url)) if isinstance(url, Path) else QUrl(url) for url in urls])
    return data


def enter(widget: QWidget, data: QMimeData) -> bool:
    event = QDragEnterEvent(QPoint(10, 10), COPY, data, LEFT, NO_KEY)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def drop(window: Window, *urls: Path | str) -> None:
    data = carried(*urls)
    assert enter(window, data)
    QApplication.sendEvent(window, QDropEvent(QPointF(10, 10), COPY, data, LEFT, NO_KEY))
    assert window.drop.isHidden()


def test_the_whole_window_shows_that_it_takes_a_file_and_what_it_will_do(open_window: Window, tmp_path: Path) -> None:
    assert enter(open_window, carried(tmp_path / "memories.jsonl"))
    assert open_window.drop.isVisible()
    assert open_window.drop.size() == open_window.size()
    assert open_window.drop.sentence == "Drop to see what it would bring to ward.vault"
    open_window.resize(1400, 900)
    assert open_window.drop.size() == open_window.size()
    QApplication.sendEvent(open_window, QDragLeaveEvent())
    assert open_window.drop.isHidden()
    assert enter(open_window, carried(tmp_path / "a.md", tmp_path / "b.md"))
    assert open_window.drop.sentence == "Drop to see what all 2 would bring to ward.vault"
    assert enter(open_window, carried(tmp_path / "other.vault"))
    assert open_window.drop.sentence == "Drop to open other.vault"


def test_a_file_held_over_the_question_is_for_the_window(open_window: Window, tmp_path: Path) -> None:
    assert enter(open_window.recall.query.question, carried(tmp_path / "memories.jsonl"))
    assert open_window.drop.isVisible()
    assert open_window.recall.query.question.text() == ""


def test_without_a_vault_a_dropped_file_makes_one_and_shows_what_it_would_bring(
    window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "memories.jsonl"
    source.write_text('{"text": "The boiler code is ORANGE-77."}\n')
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "fresh.vault"), ""))
    drop(window, source)
    wait(qtbot, lambda: window.browser.place is window.imports)
    looked_at(window, qtbot)
    assert window.session.path == tmp_path / "fresh.vault"
    assert window.session.health is not None
    assert window.session.health.records == 0
    assert window.imports.arrivals.figures.text == "1 new"
    qtbot.keyClick(window.imports.chosen.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: window.session.health is not None and window.session.health.records == 1)
    wait(qtbot, lambda: not window.session.work.is_running)


def test_a_dropped_vault_is_opened(open_window: Window, words_vault: Path, qtbot: QtBot) -> None:
    drop(open_window, words_vault)
    wait(qtbot, lambda: open_window.session.path == words_vault)


def test_a_dropped_file_is_not_imported_before_a_person_says_so(
    open_window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    source = tmp_path / "memories.jsonl"
    source.write_text('{"text": "The boiler code is ORANGE-77."}\n')
    drop(open_window, source)
    looked_at(open_window, qtbot)
    assert open_window.browser.place is open_window.imports
    assert open_window.session.health is not None
    assert open_window.session.health.records == 41
    assert open_window.imports.chosen.path == source


def test_files_and_folders_are_chosen_in_dialogs_that_do_not_stop_the_window(
    open_window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    one, two, folder = tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "notes"
    for source in (one, two):
        source.write_text('{"text": "The boiler code is ORANGE-77."}\n')
    folder.mkdir()
    (folder / "note.md").write_text("# Boiler\n\nThe code is ORANGE-77.\n")
    open_window.actions_by_id["vault.import"].trigger()
    qtbot.keyClick(open_window.imports.landing.files, Qt.Key.Key_Return)
    pick(open_window, qtbot, one, two)
    wait(qtbot, lambda: [some.path for some in open_window.imports.importing.sources] == [one, two])
    open_window.actions_by_id["vault.import_folder"].trigger()
    pick(open_window, qtbot, folder)
    wait(qtbot, lambda: open_window.imports.chosen.path == folder)
    looked_at(open_window, qtbot)


def test_what_is_no_file_of_this_computer_is_refused_in_words(open_window: Window) -> None:
    drop(open_window, "https://example.org/notes.md")
    assert open_window.notice.text == "Only files and folders of this computer can be imported."


def test_a_vault_among_other_files_is_refused_in_words(
    open_window: Window, vault_path: Path, words_vault: Path, tmp_path: Path
) -> None:
    drop(open_window, words_vault, tmp_path / "notes.md")
    assert "one vault alone" in open_window.notice.text
    assert open_window.session.path == vault_path


def test_nothing_is_taken_while_a_dialog_waits(open_window: Window, tmp_path: Path, qtbot: QtBot) -> None:
    dialog = QDialog(open_window)
    dialog.setModal(True)
    dialog.show()
    assert not enter(open_window, carried(tmp_path / "memories.jsonl"))
    assert open_window.drop.isHidden()
    dialog.close()
    assert enter(open_window, carried(tmp_path / "memories.jsonl"))


def test_dragged_text_is_not_for_the_window(open_window: Window) -> None:
    data = QMimeData()
    data.setText("Admon")
    assert not enter(open_window, data)


# ---------------------------------------------------------------- vaults used lately


def recent_menu(window: Window) -> RecentMenu:
    (menu,) = window.findChildren(RecentMenu)
    return menu


def test_vaults_used_lately_stand_in_the_menu_and_open_from_it(
    window: Window, vault_path: Path, words_vault: Path, qtbot: QtBot
) -> None:
    menu = recent_menu(window)
    assert not menu.menuAction().isEnabled()
    for path in (words_vault, vault_path):
        window.session.open(path)
        wait(qtbot, lambda path=path: window.session.path == path)
    assert [action.text() for action in menu.actions()] == ["words.vault", "", "&Clear this list"]
    menu.actions()[0].trigger()
    wait(qtbot, lambda: window.session.path == words_vault)
    assert menu.actions()[0].text() == "ward.vault"


def test_a_recent_vault_that_is_gone_is_muted_and_says_so(
    open_window: Window, tmp_path: Path, vault_path: Path, settings: Settings
) -> None:
    settings.recent = (vault_path, tmp_path / "gone.vault")
    menu = recent_menu(open_window)
    menu.aboutToShow.emit()
    (gone, *_) = menu.actions()
    assert not gone.isEnabled()
    assert gone.toolTip() == f"{tmp_path / 'gone.vault'} is not there now"


def test_the_list_can_be_cleared_but_for_the_open_vault(
    open_window: Window, tmp_path: Path, vault_path: Path, settings: Settings
) -> None:
    settings.recent = (vault_path, tmp_path / "other.vault")
    menu = recent_menu(open_window)
    menu.aboutToShow.emit()
    menu.actions()[-1].trigger()
    assert settings.recent == (vault_path,)
    assert not menu.menuAction().isEnabled()


def test_two_vaults_of_one_name_are_told_apart(open_window: Window, settings: Settings) -> None:
    paths = (Path("/a/ward.vault"), Path("/b/ward.vault"))
    settings.recent = paths
    menu = recent_menu(open_window)
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()[:2]] == [str(path) for path in paths]
