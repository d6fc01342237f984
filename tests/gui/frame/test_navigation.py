"""Alt+Left and the mouse's own button lead back through questions, profiles and records."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, wait

ALT = Qt.KeyboardModifier.AltModifier


def alt(window: Window, qtbot: QtBot, key: Qt.Key) -> None:
    qtbot.keyClick(QApplication.focusWidget(), key, ALT)
    wait(qtbot, lambda: not window.session.is_asking)


def back(window: Window, qtbot: QtBot) -> None:
    alt(window, qtbot, Qt.Key.Key_Left)


def forward(window: Window, qtbot: QtBot) -> None:
    alt(window, qtbot, Qt.Key.Key_Right)


def question(window: Window) -> str:
    assert window.recall.query.question.text() == window.session.text
    return window.session.text


def test_back_and_forward_through_two_questions_with_their_records(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    assert not open_window.actions_by_id["view.back"].isEnabled()
    ask(QUESTION)
    chosen = choose(open_window, qtbot, "night Admon")
    ask("tomatoes by the wall")
    back(open_window, qtbot)
    assert question(open_window) == QUESTION
    wait(qtbot, lambda: open_window.recall.results.selected == chosen)
    assert not open_window.actions_by_id["view.back"].isEnabled()
    forward(open_window, qtbot)
    assert question(open_window) == "tomatoes by the wall"
    assert not open_window.actions_by_id["view.forward"].isEnabled()


def test_another_profile_and_another_scope_are_steps_of_their_own(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask("Admon euros")
    open_window.recall.query.profile.setCurrentText("lexical")
    wait(qtbot, lambda: not open_window.session.is_asking)
    open_window.recall.sight.see("home", False)
    wait(qtbot, lambda: not open_window.session.is_asking)
    back(open_window, qtbot)
    assert open_window.recall.sight.scope is None
    assert any(row.record.app == "home" for row in open_window.recall.results.model.records)
    assert open_window.recall.query.profile.currentText() == "lexical"
    back(open_window, qtbot)
    assert open_window.recall.query.profile.currentText() == "fused"
    assert open_window.session.profile.name == "fused"


def test_a_record_opened_from_the_inspector_is_left_again(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    first = choose(open_window, qtbot, "night Admon")
    open_window.inspector.tabs.setCurrentIndex(1)
    lines = open_window.inspector.session
    other = next(row for row, line in enumerate(lines.lines) if "badge list" in line.body)
    lines.setCurrentIndex(lines.model().index(other, 0))
    lines.setFocus()
    qtbot.keyClick(lines, Qt.Key.Key_Return)
    wait(qtbot, lambda: "badge list" in open_window.inspector._text.toPlainText())
    back(open_window, qtbot)
    wait(qtbot, lambda: open_window.session.selected == first)
    assert question(open_window) == QUESTION


def test_a_question_looked_at_for_a_while_is_come_back_to_without_enter(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    ask(QUESTION)
    open_window.navigation._dwell.setInterval(10)
    open_window.session.ask_again()
    qtbot.wait(200)
    ask("tomatoes")
    back(open_window, qtbot)
    assert question(open_window) == QUESTION


def test_mouse_buttons_work_over_the_rows(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Return)
    ask("tomatoes")
    qtbot.mousePress(open_window.recall.results.view.viewport(), Qt.MouseButton.BackButton)
    wait(qtbot, lambda: not open_window.session.is_asking)
    assert question(open_window) == QUESTION
    qtbot.mousePress(open_window.recall.query, Qt.MouseButton.ForwardButton)
    wait(qtbot, lambda: not open_window.session.is_asking)
    assert question(open_window) == "tomatoes"


def test_another_vault_begins_a_new_trail(open_window: Window, ask: Ask, words_vault: Path, qtbot: QtBot) -> None:
    ask(QUESTION)
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Return)
    ask("tomatoes")
    assert open_window.actions_by_id["view.back"].isEnabled()
    open_window.session.open(words_vault)
    wait(qtbot, lambda: open_window.session.path == words_vault)
    assert not open_window.actions_by_id["view.back"].isEnabled()


def test_going_back_gives_up_a_replacement(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask("tomatoes")
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Return)
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    open_window.recall.replacing.begin()
    assert open_window.recall.replacing.is_open
    back(open_window, qtbot)
    assert not open_window.recall.replacing.is_open
    assert question(open_window) == "tomatoes"
