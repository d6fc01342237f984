"""The palette finds every command by a few letters, says why one is off, runs one, and gives the focus back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from mnemoscope_gui.commands import COMMANDS
from mnemoscope_gui.models.offers import Offer, OffersModel, folded, matching
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, wait

CONTROL = Qt.KeyboardModifier.ControlModifier


def offer(title: str, place: str = "Menu", why_not: str = "") -> Offer:
    return Offer(title, place, lambda: None, why_not=why_not)


SOME = tuple(
    offer(title, place)
    for title, place in (
        ("New vault", "Vault"),
        ("Open vault", "Vault"),
        ("Import a folder", "Vault"),
        ("Undo", "Edit"),
        ("Deactivate", "Record"),
        ("Déjà vu: élève", "Record"),
        ("Dark", "View"),
    )
)


def found(typed: str) -> list[str]:
    return [one.title for one in matching(SOME, typed)]


# ---------------------------------------------------------------- what a text means


def test_nothing_typed_is_everything_in_its_order() -> None:
    assert found("") == [one.title for one in SOME]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("deact", "Deactivate"),
        ("deactvate", "Deactivate"),
        ("DARK", "Dark"),
        ("deja", "Déjà vu: élève"),
        ("élève", "Déjà vu: élève"),
        ("eleve", "Déjà vu: élève"),
        ("vault open", "Open vault"),
        ("fold imp", "Import a folder"),
        ("un", "Undo"),
    ],
)
def test_a_few_letters_find_it_in_any_order_with_slips_and_without_accents(typed: str, first: str) -> None:
    assert found(typed)[0] == first


def test_what_is_called_nothing_like_it_is_not_found() -> None:
    assert found("zzzz") == []
    assert found("deactivate everything at once and for good") == []


def test_what_can_be_done_comes_before_what_cannot() -> None:
    off, on = offer("Undo: this", why_not="nothing to take back"), offer("Undo that")
    assert matching((off, on), "undo") == (on, off)


def test_folded_loses_case_and_accents() -> None:
    assert folded("ÀÉÎÕÜ Ç") == "aeiou c"


def test_model_keeps_the_rules(qtmodeltester: ModelTester) -> None:
    model = OffersModel()
    model.set_records(SOME)
    qtmodeltester.check(model)
    assert model.data(model.index(0, 0), int(Qt.ItemDataRole.AccessibleTextRole)) == "command New vault, menu Vault"


# ---------------------------------------------------------------- in the window


def opened(window: Window, qtbot: QtBot) -> Window:
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_K, CONTROL)
    assert window.commands.isVisible()
    assert QApplication.focusWidget() is window.commands.typed
    return window


def titles(window: Window) -> dict[str, Offer]:
    return {one.title: one for one in window.commands.shown}


def test_every_command_stands_there_with_menu_and_key(open_window: Window, qtbot: QtBot) -> None:
    opened(open_window, qtbot)
    assert len(open_window.commands.shown) >= len(COMMANDS) - 1
    new = titles(open_window)["New vault"]
    assert (new.place, new.key, new.why_not) == ("Vault", "Ctrl+N", "")


def test_what_cannot_be_done_now_says_why_and_enter_does_nothing(open_window: Window, qtbot: QtBot) -> None:
    opened(open_window, qtbot)
    qtbot.keyClicks(open_window.commands.typed, "deactiv")
    (only,) = open_window.commands.shown
    assert only.why_not == "no record is selected or marked"
    qtbot.keyClick(open_window.commands.typed, Qt.Key.Key_Return)
    assert open_window.commands.isVisible()


def test_enter_runs_the_current_one_and_the_focus_is_where_it_was(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    opened(open_window, qtbot)
    qtbot.keyClicks(open_window.commands.typed, "inspector")
    qtbot.keyClick(open_window.commands.typed, Qt.Key.Key_Return)
    assert open_window.commands.isHidden()
    assert open_window.inspector.isHidden()
    assert QApplication.focusWidget() is open_window.recall.results.view


def test_a_command_that_moves_the_focus_keeps_it(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    opened(open_window, qtbot)
    qtbot.keyClicks(open_window.commands.typed, "deact")
    qtbot.keyClick(open_window.commands.typed, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is open_window.inspector.reason


def test_escape_closes_it_and_gives_the_focus_back(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "night Admon")
    opened(open_window, qtbot)
    qtbot.keyClick(open_window.commands.typed, Qt.Key.Key_Escape)
    assert open_window.commands.isHidden()
    assert QApplication.focusWidget() is open_window.recall.results.view
    opened(open_window, qtbot)
    qtbot.keyClick(open_window.commands.typed, Qt.Key.Key_K, CONTROL)
    assert open_window.commands.isHidden()
    assert QApplication.focusWidget() is open_window.recall.results.view


def test_arrows_and_pages_walk_while_the_letters_stay_where_they_are(open_window: Window, qtbot: QtBot) -> None:
    opened(open_window, qtbot)
    panel = open_window.commands
    for key, row in ((Qt.Key.Key_Down, 1), (Qt.Key.Key_Down, 2), (Qt.Key.Key_Up, 1)):
        qtbot.keyClick(panel.typed, key)
        assert panel.list.currentIndex().row() == row
    qtbot.keyClick(panel.typed, Qt.Key.Key_PageDown)
    assert panel.list.currentIndex().row() > 5
    qtbot.keyClick(panel.typed, Qt.Key.Key_PageUp)
    assert panel.list.currentIndex().row() <= 1
    qtbot.keyClick(panel.typed, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is panel.typed


def test_a_click_elsewhere_closes_it(open_window: Window, qtbot: QtBot) -> None:
    opened(open_window, qtbot)
    open_window.recall.query.question.setFocus(Qt.FocusReason.MouseFocusReason)
    wait(qtbot, open_window.commands.isHidden)
    assert QApplication.focusWidget() is open_window.recall.query.question


def test_a_click_on_a_row_runs_it(open_window: Window, qtbot: QtBot) -> None:
    opened(open_window, qtbot)
    qtbot.keyClicks(open_window.commands.typed, "inspector")
    row = open_window.commands.list.visualRect(open_window.commands.model.index(0, 0)).center()
    qtbot.mouseClick(open_window.commands.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(row))
    assert open_window.inspector.isHidden()


def test_the_hint_in_the_status_bar_opens_it(open_window: Window, qtbot: QtBot) -> None:
    assert open_window.status.hint.text() == "Ctrl+K all commands"
    qtbot.mouseClick(open_window.status.hint, Qt.MouseButton.LeftButton)
    assert open_window.commands.isVisible()


def test_an_older_question_is_asked_again_from_it(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Return)
    ask("tomatoes")
    opened(open_window, qtbot)
    qtbot.keyClicks(open_window.commands.typed, "shift admon")
    assert open_window.commands.shown[0].title == QUESTION
    qtbot.keyClick(open_window.commands.typed, Qt.Key.Key_Return)
    wait(qtbot, lambda: not open_window.session.is_asking)
    assert open_window.recall.query.question.text() == QUESTION


def test_a_vault_used_lately_is_opened_from_it_and_a_missing_one_is_not(
    open_window: Window, words_vault: Path, vault_path: Path, settings: Settings, qtbot: QtBot
) -> None:
    settings.recent = (vault_path, words_vault, Path("/nowhere/gone.vault"))
    opened(open_window, qtbot)
    assert titles(open_window)["gone.vault"].why_not == "not there now"
    qtbot.keyClicks(open_window.commands.typed, "words.vault")
    qtbot.keyClick(open_window.commands.typed, Qt.Key.Key_Return)
    wait(qtbot, lambda: open_window.session.path == words_vault)


def test_it_stays_inside_a_small_window(open_window: Window, qtbot: QtBot) -> None:
    opened(open_window, qtbot)
    for size in ((900, 600), (1920, 1080), (1280, 800)):
        open_window.resize(*size)
        assert open_window.rect().contains(open_window.commands.geometry())


# ---------------------------------------------------------------- older questions


def test_up_brings_older_questions_back_after_a_restart_of_the_vault(
    open_window: Window, ask: Ask, vault_path: Path, words_vault: Path, qtbot: QtBot
) -> None:
    question = open_window.recall.query.question
    for text in ("tomatoes", QUESTION):
        ask(text)
        qtbot.keyClick(question, Qt.Key.Key_Return)
    for path in (words_vault, vault_path):
        open_window.session.open(path)
        wait(qtbot, lambda path=path: open_window.session.path == path)
        qtbot.keyClick(question, Qt.Key.Key_Up)
        if path == words_vault:
            assert question.text() == ""
    assert question.text() == QUESTION
    qtbot.keyClick(question, Qt.Key.Key_Up)
    assert question.text() == "tomatoes"


def test_older_questions_can_be_forgotten(
    open_window: Window, ask: Ask, vault_path: Path, settings: Settings, qtbot: QtBot
) -> None:
    ask(QUESTION)
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Return)
    assert settings.questions(vault_path) == [QUESTION]
    open_window.actions_by_id["recall.forget_questions"].trigger()
    assert settings.questions(vault_path) == []
    open_window.recall.query.question.clear()
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Up)
    assert open_window.recall.query.question.text() == ""


def test_questions_are_bounded_and_leave_with_their_vault(open_window: Window, settings: Settings) -> None:
    question = open_window.recall.query.question
    for number in range(60):
        question.setText(f"question {number}")
        question.remember()
    path = open_window.session.path
    assert path is not None
    assert settings.questions(path) == [f"question {number}" for number in range(10, 60)]
    settings.recent = (Path("/other.vault"),)
    assert settings.questions(path) == []


def test_it_closes_where_what_had_the_focus_is_gone(open_window: Window, qtbot: QtBot) -> None:
    passing = QLineEdit(open_window)
    passing.show()
    passing.setFocus()
    qtbot.keyClick(passing, Qt.Key.Key_K, CONTROL)
    delete(passing)
    qtbot.keyClick(open_window.commands.typed, Qt.Key.Key_Escape)
    assert open_window.commands.isHidden()
