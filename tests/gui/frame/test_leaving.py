"""What leaves the vault from the window: exports of everything or of a part, and copies."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from mnemoscope.errors import Cancelled
from mnemoscope.listing import Show
from mnemoscope.records import Kind
from mnemoscope.vault import Vault
from mnemoscope_gui.frame.export_dialog import ExportDialog
from mnemoscope_gui.jobs import exporting as jobs
from mnemoscope_gui.window import Window

from ..driving import pick, wait


def asked(window: Window) -> ExportDialog:
    """The dialog, opened from the menu."""
    window.actions_by_id["vault.export"].trigger()
    (dialog,) = window.findChildren(ExportDialog)
    return dialog


def export(window: Window, qtbot: QtBot, dialog: ExportDialog, target: Path) -> None:
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    pick(window, qtbot, target)
    wait(qtbot, lambda: target.name in window.notice.text)


def rows(target: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


def test_everything_leaves_in_the_own_format_unless_another_is_chosen(
    open_window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = asked(open_window)
    assert dialog.format == "mnemoscope"
    assert not dialog.view.isEnabled()
    assert not dialog.by_app.isEnabled()
    export(open_window, qtbot, dialog, tmp_path / "all.mnemoscope")
    assert open_window.notice.text == "41 records are exported to all.mnemoscope."


def test_the_proposed_name_has_the_ending_of_the_format_and_a_typed_one_gets_it(
    open_window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = asked(open_window)
    dialog.formats["csv"].click()
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    (files,) = (some for some in open_window.findChildren(QFileDialog) if some.isVisible())
    assert [Path(name).name for name in files.selectedFiles()] == ["ward.csv"]
    pick(open_window, qtbot, tmp_path / "table")
    wait(qtbot, (tmp_path / "table.csv").exists)


def test_apps_that_are_ticked_leave_alone(open_window: Window, tmp_path: Path, qtbot: QtBot) -> None:
    dialog = asked(open_window)
    dialog.formats["jsonl"].click()
    dialog.by_app.click()
    assert not dialog.go.isEnabled()
    dialog.apps["home"].click()
    export(open_window, qtbot, dialog, tmp_path / "home.jsonl")
    assert {row["app"] for row in rows(tmp_path / "home.jsonl")} == {"home"}
    assert open_window.notice.text == "4 records are exported to home.jsonl."


def test_what_the_list_shows_leaves_alone(open_window: Window, tmp_path: Path, qtbot: QtBot) -> None:
    assert not asked(open_window).view.isEnabled()
    open_window.findChildren(ExportDialog)[0].reject()
    open_window.recall.showing.choose(Show(kinds=frozenset({Kind.STANDING})))
    wait(qtbot, lambda: not open_window.findChildren(ExportDialog))
    dialog = asked(open_window)
    dialog.formats["jsonl"].click()
    dialog.view.click()
    export(open_window, qtbot, dialog, tmp_path / "standing.jsonl")
    assert [row["kind"] for row in rows(tmp_path / "standing.jsonl")] == ["standing"]


def test_going_back_to_the_own_format_takes_everything_again(open_window: Window) -> None:
    dialog = asked(open_window)
    dialog.formats["jsonl"].click()
    dialog.by_app.click()
    dialog.apps["home"].click()
    dialog.formats["mnemoscope"].click()
    assert dialog.all.isChecked()
    assert dialog.show_chosen == Show()


def test_a_copy_is_checked_and_its_folder_can_be_opened(
    open_window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_window.actions_by_id["vault.back_up"].trigger()
    target = tmp_path / "copies" / "copy.vault"
    target.parent.mkdir()
    pick(open_window, qtbot, target)
    wait(qtbot, lambda: open_window.notice.text == "copy.vault is a checked copy of this vault, with 41 records.")
    with Vault.open(target):
        pass
    seen: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: seen.append(url.toLocalFile()))
    qtbot.mouseClick(open_window.notice.button, Qt.MouseButton.LeftButton)
    assert seen == [str(target.parent)]


def test_the_vault_itself_is_no_place_for_its_copy(open_window: Window, vault_path: Path, qtbot: QtBot) -> None:
    open_window.leaving.exporting.back_up(vault_path)
    wait(qtbot, lambda: "ward.vault belongs to a database that is in use" in open_window.notice.text)


def test_a_long_export_can_be_stopped_and_leaves_no_file(
    open_window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def slow(vault: Vault, target: Path, *, progress: Callable[[int, int | None], None], **how: object) -> object:
        try:
            while True:
                progress(1, 2)
                ended.wait(0.01)
        except Cancelled:
            ended.set()
            raise

    monkeypatch.setattr(jobs.exports, "export", slow)
    open_window.leaving.exporting.export(tmp_path / "all.csv", "csv", Show())
    work = open_window.status._work
    wait(qtbot, lambda: work._label.text() == "Exporting to all.csv 1 of 2")
    qtbot.mouseClick(work.cancel, Qt.MouseButton.LeftButton)
    wait(qtbot, work.isHidden)
    assert open_window.status.news == "Stopped; nothing was written."
    assert ended.is_set()
