"""The real window on a real vault, driven by keys and menus as a person would."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMenu
from pytestqt.qtbot import QtBot

from mnemoscope import curation, ingest, reading, recall_log
from mnemoscope.vault import Vault
from mnemoscope_gui import look
from mnemoscope_gui.frame.dialogs import CrashDialog, ShortcutsDialog
from mnemoscope_gui.jobs.importing import best_known
from mnemoscope_gui.look import Scheme
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

from .driving import QUESTION, Ask, bring_in, choose, wait


def arithmetic(window: Window) -> str:
    return window.inspector.why.arithmetic


def stored(path: Path, id: str) -> bool:
    with Vault.open(path, read_only=True) as vault:
        return reading.record(vault, id).active


# ---------------------------------------------------------------- opening


def test_first_run_offers_three_ways_and_no_dead_command(window: Window) -> None:
    assert window.welcome.isVisible()
    assert QApplication.focusWidget() is window.welcome.demo
    told = {label.text() for label in window.welcome.bring_in.findChildren(QLabel)}
    assert told >= set(best_known())
    enabled = {id for id, action in window.actions_by_id.items() if action.isEnabled()}
    assert "vault.open" in enabled
    assert "edit.undo" not in enabled
    assert "record.deactivate" not in enabled


def test_first_run_page_and_an_answer_fit_a_window_of_900_by_600(
    window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    window.resize(900, 600)
    assert (window.width(), window.height()) == (900, 600)
    window.session.open(vault_path)
    wait(qtbot, lambda: window.session.path is not None)
    window.recall.query.question.setText(QUESTION)
    wait(qtbot, lambda: window.session.detail is not None)
    assert (window.width(), window.height()) == (900, 600)


def test_question_has_the_focus_when_a_vault_opens(open_window: Window, vault_path: Path, settings: Settings) -> None:
    assert QApplication.focusWidget() is open_window.recall.query.question
    assert open_window.windowTitle() == "ward.vault – Mnemoscope"
    assert settings.vault == vault_path
    assert open_window.recall.sight.scope is None


def test_a_file_that_is_no_vault_is_one_sentence_and_the_open_vault_stays(
    open_window: Window, vault_path: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    wrong = tmp_path / "letter.vault"
    wrong.write_text("Dear Admon")
    open_window.session.open(wrong)
    wait(qtbot, lambda: bool(open_window.notice.text))
    assert open_window.notice.text == f"{wrong} is not a vault."
    assert open_window.session.path == vault_path


def test_open_from_the_menu(window: Window, words_vault: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(words_vault), ""))
    window.actions_by_id["vault.open"].trigger()
    wait(qtbot, lambda: window.session.path == words_vault)
    assert window.recall.query.isVisible()


def test_new_vault_is_made_empty_and_says_how_to_fill_it(
    window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "fresh"), ""))
    window.actions_by_id["vault.new"].trigger()
    wait(qtbot, lambda: window.session.path is not None)
    assert window.session.path == tmp_path / "fresh.vault"
    assert "empty" in window.recall.results._empty.text()


def test_a_dialog_that_is_cancelled_changes_nothing(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: ("", ""))
    for id in ("vault.new", "vault.open"):
        window.actions_by_id[id].trigger()
    for id in ("vault.import", "vault.import_folder"):
        window.actions_by_id[id].trigger()
        (dialog,) = (dialog for dialog in window.findChildren(QFileDialog) if dialog.isVisible())
        dialog.reject()
    assert window.session.path is None


# ---------------------------------------------------------------- asking


def test_results_appear_while_typing_and_the_rare_name_is_explained(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    ask(QUESTION)
    assert len(open_window.recall.results.model.records) == 32
    choose(open_window, qtbot, "night Admon")
    assert "Served" in open_window.inspector.why.verdict
    assert "Admon" in open_window.inspector._text.toPlainText()
    row = open_window.recall.results.view.currentIndex().row()
    wait(qtbot, lambda: open_window.recall.results.model.records[row].explanation is not None)


def test_the_last_of_many_keys_wins(open_window: Window, qtbot: QtBot) -> None:
    edit = open_window.recall.query.question
    for question in ("a", "ab", "tomatoes", "Admon", "tomatoes by the wall"):
        edit.setText(question)
    wait(qtbot, lambda: not open_window.session.is_asking)
    assert "tomatoes" in open_window.recall.results.model.records[0].record.text


def test_a_record_that_stays_selected_is_explained_under_the_new_question(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    ask("Admon twelve euros")
    id = choose(open_window, qtbot, "Admon twelve euros")
    wait(qtbot, lambda: "twelve" in arithmetic(open_window))
    open_window.recall.query.question.setText("euros from the spring")
    wait(qtbot, lambda: not open_window.session.is_asking)
    assert open_window.session.selected == id
    wait(qtbot, lambda: "spring" in arithmetic(open_window) and "twelve" not in arithmetic(open_window))


def test_empty_question_shows_nothing_served(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Escape)
    assert open_window.recall.query.question.text() == ""
    assert open_window.recall.results.model.rowCount() == 0
    assert open_window.session.selected is None


def test_down_enters_the_list_and_escape_leads_back(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is open_window.recall.results.view
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is open_window.recall.query.question


def test_a_hidden_app_is_served_nowhere(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask("Admon euros")
    assert any(row.record.app == "home" for row in open_window.recall.results.model.records)
    open_window.recall.sight.see("home", False)
    wait(qtbot, lambda: not open_window.session.is_asking)
    assert {row.record.app for row in open_window.recall.results.model.records} == {"ward"}


def test_profile_changes_who_ranks_and_is_remembered(
    open_window: Window, ask: Ask, qtbot: QtBot, settings: Settings
) -> None:
    ask(QUESTION)
    open_window.recall.query.profile.setCurrentText("lexical")
    wait(qtbot, lambda: not open_window.session.is_asking)
    assert all(row.hit.vector is None for row in open_window.recall.results.model.records)
    assert settings.profile == "lexical"


def test_a_settled_question_goes_into_the_recall_log_once(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    for _ in range(2):
        qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Return)

    def logged() -> list[str]:
        with Vault.open(vault_path, read_only=True) as vault:
            return [entry.query for entry in recall_log.entries(vault)]

    wait(qtbot, lambda: bool(logged()))
    qtbot.wait(50)
    assert logged() == [QUESTION]


def test_a_vault_without_vectors_serves_by_words_and_says_so(window: Window, words_vault: Path, qtbot: QtBot) -> None:
    window.session.open(words_vault)
    wait(qtbot, lambda: window.session.path is not None)
    qtbot.keyClicks(window.recall.query.question, "Admon")
    wait(qtbot, lambda: not window.session.is_asking)
    assert window.recall.results.model.rowCount() == 3
    assert "words alone" in window.recall.results.headline.text
    assert window.status.vectors.text.startswith("Vectors 0 of 41")
    assert window.status.finish.isVisible()


# ---------------------------------------------------------------- acts


def test_deactivate_asks_for_a_reason_strikes_the_row_and_is_undone(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    id = choose(open_window, qtbot, "night Admon")
    row = open_window.recall.results.view.currentIndex().row()
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_D)
    assert QApplication.focusWidget() is open_window.inspector.reason
    qtbot.keyClicks(open_window.inspector.reason, "moved house")
    qtbot.keyClick(open_window.inspector.reason, Qt.Key.Key_Return)
    wait(qtbot, lambda: not open_window.recall.results.model.records[row].in_force)
    assert open_window.recall.results.model.records[row].hit.id == id
    assert not stored(vault_path, id)
    wait(qtbot, lambda: "moved house" in open_window.inspector._state.text())
    wait(qtbot, lambda: "deactivated on" in open_window.inspector.why.verdict)
    wait(qtbot, open_window.actions_by_id["record.restore"].isEnabled)
    assert not open_window.actions_by_id["record.deactivate"].isEnabled()
    qtbot.wait(700)  # the poll sees the act and knows it for its own
    assert not open_window.recall.results.model.records[row].in_force
    qtbot.keyClick(open_window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: open_window.recall.results.model.records[row].in_force)
    assert stored(vault_path, id)
    wait(qtbot, open_window.actions_by_id["edit.redo"].isEnabled)
    qtbot.keyClick(open_window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    wait(qtbot, lambda: not open_window.recall.results.model.records[row].in_force)


def test_restore_brings_the_record_back(open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot) -> None:
    ask(QUESTION)
    id = choose(open_window, qtbot, "night Admon")
    open_window.session.deactivate("")
    wait(qtbot, open_window.actions_by_id["record.restore"].isEnabled)
    open_window.activateWindow()
    open_window.recall.results.view.setFocus()
    wait(qtbot, open_window.recall.results.view.hasFocus)  # a letter acts only where records are shown
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_R)
    wait(qtbot, lambda: stored(vault_path, id))


def test_escape_gives_the_replacement_up_wherever_the_focus_is(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    older = choose(open_window, qtbot, "night Admon")
    for area in (open_window.inspector.tabs.tabBar(), open_window.inspector._text, open_window.inspector.session):
        open_window.recall.replacing.begin()
        open_window.inspector.tabs.setCurrentIndex(1)
        area.setFocus()
        qtbot.keyClick(area, Qt.Key.Key_Escape)
        assert not open_window.recall.replacing.is_open
        wait(qtbot, lambda: open_window.session.detail is not None)
    assert open_window.session.selected == older


def test_escape_in_the_inspector_leads_back_to_the_question(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    open_window.inspector.tabs.tabBar().setFocus()
    qtbot.keyClick(open_window.inspector.tabs.tabBar(), Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is open_window.recall.query.question
    assert open_window.recall.query.question.text() == QUESTION


def test_counts_over_the_rows_follow_an_act_at_once(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    counts = open_window.recall.results.headline._counts
    assert counts.text().startswith("32 of 40")
    open_window.session.deactivate("")
    wait(qtbot, lambda: counts.text().startswith("31 of 39"))
    open_window.session.undo()
    wait(qtbot, lambda: counts.text().startswith("32 of 40"))


def test_a_failure_is_no_longer_told_after_a_success(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    open_window.session.redo()
    wait(qtbot, lambda: bool(open_window.notice.text))
    ask(QUESTION)
    wait(qtbot, lambda: not open_window.notice.text)
    open_window.notice.tell("no such thing", is_error=True)
    open_window.session.finish()
    open_window.session.informed.emit("done")
    assert not open_window.notice.text


def test_nothing_to_undo_is_one_sentence(open_window: Window, qtbot: QtBot) -> None:
    assert not open_window.actions_by_id["edit.undo"].isEnabled()
    open_window.session.undo()  # another window of this person may have been faster
    wait(qtbot, lambda: bool(open_window.notice.text))
    assert open_window.notice.text == "There is nothing to undo."


def test_typing_the_letters_of_commands_in_the_question_acts_on_nothing(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    ask("d r s w D R S W")
    assert open_window.recall.query.question.text() == "d r s w D R S W"
    with Vault.open(vault_path, read_only=True) as vault:
        assert len(reading.history(vault)) == 1


# ---------------------------------------------------------------- other processes and long work


def test_what_another_process_writes_is_told_and_the_list_follows_keeping_the_selection(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask("Admon")
    selected = choose(open_window, qtbot, "Admon twelve euros")
    with Vault.open(vault_path, actor="assistant (ward)") as vault:
        ingest.add(vault, "Admon takes the night door.", app="ward")

    def texts() -> list[str]:
        return [row.record.text for row in open_window.recall.results.model.records]

    wait(qtbot, lambda: "Admon takes the night door." in texts())
    assert open_window.recall.results.selected == selected
    assert "assistant (ward): Added a record" in open_window.status.news


def test_import_a_file_brings_records_in_and_embeds_them(
    open_window: Window, vault_path: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    source = tmp_path / "memories.jsonl"
    source.write_text('{"text": "The boiler code is ORANGE-77.", "app": "home"}\n')
    bring_in(open_window, qtbot, source)
    wait(qtbot, lambda: open_window.session.health is not None and open_window.session.health.records == 42)
    wait(qtbot, lambda: open_window.session.health is not None and open_window.session.health.to_embed == 0)
    open_window.recall.query.question.setText("ORANGE-77")
    wait(qtbot, lambda: not open_window.session.is_asking)
    assert "boiler" in open_window.recall.results.model.records[0].record.text


def test_finish_embeds_what_is_missing_and_the_words_go_on_meanwhile(
    window: Window, words_vault: Path, qtbot: QtBot
) -> None:
    window.session.open(words_vault)
    wait(qtbot, lambda: window.session.path is not None)
    qtbot.mouseClick(window.status.finish, Qt.MouseButton.LeftButton)
    assert window.status._work.isVisible()
    wait(qtbot, lambda: window.session.health is not None and window.session.health.to_embed == 0)
    wait(qtbot, window.status._work.isHidden)
    assert window.status.vectors.text.startswith("Vectors 41 of 41 multilingual-e5-small")
    assert window.status.finish.isHidden()


# ---------------------------------------------------------------- view, help, bugs


def test_f9_hides_and_shows_the_inspector(open_window: Window, qtbot: QtBot, settings: Settings) -> None:
    qtbot.keyClick(open_window, Qt.Key.Key_F9)
    assert open_window.inspector.isHidden()
    assert not settings.inspector
    qtbot.keyClick(open_window, Qt.Key.Key_F9)
    assert open_window.inspector.isVisible()


def test_f6_walks_through_the_areas(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    seen = []
    for _ in range(3):
        open_window.browser.next_area()
        seen.append(QApplication.focusWidget())
    assert seen == [
        open_window.recall.results.view,
        open_window.inspector.tabs.tabBar(),
        open_window.recall.query.question,
    ]


def test_dark_and_light_are_chosen_from_the_menu_and_kept(open_window: Window, settings: Settings) -> None:
    open_window.actions_by_id["view.dark"].trigger()
    assert look.colours() is look.DARK
    assert settings.scheme is Scheme.DARK
    open_window.actions_by_id["view.light"].trigger()
    assert look.colours() is look.LIGHT


def test_opening_a_line_of_the_session_shows_that_record_though_it_is_not_served(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    ask(QUESTION)
    open_window.recall.query.profile.setCurrentText("lexical")
    wait(qtbot, lambda: not open_window.session.is_asking)
    choose(open_window, qtbot, "Admon twelve euros")
    open_window.inspector.tabs.setCurrentIndex(1)
    lines = open_window.inspector.session
    other = next(row for row, line in enumerate(lines.lines) if "owes me a lunch" in line.body)
    lines.setCurrentIndex(lines.model().index(other, 0))
    qtbot.keyClick(lines, Qt.Key.Key_Return)
    wait(qtbot, lambda: "owes me a lunch" in open_window.inspector._text.toPlainText())
    open_window.inspector.show_why()
    assert "Not served" in open_window.inspector.why.verdict
    assert not open_window.recall.results.view.currentIndex().isValid()


def test_shortcuts_page_lists_every_key(open_window: Window, qtbot: QtBot) -> None:
    dialog = ShortcutsDialog(open_window)
    qtbot.addWidget(dialog)
    dialog.show()
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    keys = [action.shortcut().toString() for action in open_window.actions_by_id.values()]
    assert shown >= {key for key in keys if key}
    assert shown >= {"Record", "In the question", "Older questions", "Esc", "Enter"}


def test_a_bug_in_a_job_reaches_a_dialog_with_a_copyable_traceback(
    open_window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(curation, "undo", broken)
    open_window.session.undo()
    wait(qtbot, lambda: bool(open_window.findChildren(CrashDialog)))
    (dialog,) = open_window.findChildren(CrashDialog)
    dialog.copy()
    assert "ZeroDivisionError: a bug" in QGuiApplication.clipboard().text()
    assert open_window.isVisible()
    dialog.close()


def test_closing_ends_every_lane(open_window: Window, ask: Ask) -> None:
    ask(QUESTION)
    open_window.close()
    assert open_window.session.close()


def test_leaving_the_reason_lets_the_record_be_and_keeps_the_question_focused(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    id = choose(open_window, qtbot, "night Admon")
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_D)
    wait(qtbot, open_window.inspector.reason.isVisible)
    question = open_window.recall.query.question
    question.setFocus()
    wait(qtbot, question.hasFocus)
    assert not open_window.inspector.reason.isVisible()
    question.selectAll()
    for letter in "kiln and day shift":
        qtbot.keyClicks(QApplication.focusWidget(), letter)
        qtbot.wait(40)
    wait(qtbot, lambda: not open_window.session.is_asking)
    assert question.text() == "kiln and day shift"
    assert QApplication.focusWidget() is question
    assert stored(vault_path, id)


def test_letters_do_not_act_on_a_record_while_a_menu_is_open(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    letter = open_window.actions_by_id["record.deactivate"]
    view = next(
        menu for menu in open_window.findChildren(QMenu) if open_window.actions_by_id["view.dark"] in menu.actions()
    )
    view.popup(open_window.pos())
    wait(qtbot, view.isVisible)
    assert letter.shortcut().isEmpty()
    view.close()
    wait(qtbot, lambda: not letter.shortcut().isEmpty())
