"""Forgetting from the window: asked with what will be gone, not done by habit, honest about what it waits for."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope.records import RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, wait

SHIFT = Qt.KeyboardModifier.ShiftModifier


def ask_to_forget(window: Window, qtbot: QtBot) -> None:
    qtbot.keyClick(window.recall.results.view, Qt.Key.Key_Delete, SHIFT)
    wait(qtbot, window.curating.proposal.isVisible)


def press(qtbot: QtBot, *keys: Qt.Key) -> None:
    """Where the keys are."""
    for key in keys:
        focus = QApplication.focusWidget()
        assert focus is not None
        qtbot.keyClick(focus, key)


def forget(window: Window, qtbot: QtBot) -> None:
    """By keys alone: from the button that cancels to the one that forgets."""
    ask_to_forget(window, qtbot)
    press(qtbot, Qt.Key.Key_Backtab, Qt.Key.Key_Backtab, Qt.Key.Key_Return)


def served(window: Window) -> list[RecordId]:
    return [row.hit.id for row in window.recall.results.model.records]


def is_stored(path: Path, id: RecordId) -> bool:
    with Vault.open(path) as vault, vault.reading() as connection:
        found = connection.execute("SELECT count(*) FROM record WHERE id = ?", (bytes.fromhex(id),)).fetchone()
        return bool(found[0])


def test_enter_by_habit_forgets_nothing(open_window: Window, ask: Ask, qtbot: QtBot, vault_path: Path) -> None:
    ask(QUESTION)
    id = choose(open_window, qtbot, "early Ilse")
    ask_to_forget(open_window, qtbot)
    text = open_window.curating.proposal.text
    assert "for good?" in text
    assert "neither undo nor import brings it back" in text
    wait(qtbot, lambda: "vector" in open_window.curating.proposal.text)
    press(qtbot, Qt.Key.Key_Return)
    assert not open_window.curating.proposal.isVisible()
    assert open_window.recall.results.view.hasFocus()
    assert is_stored(vault_path, id)


def test_a_forgotten_record_leaves_every_list_and_the_next_one_is_looked_at(
    open_window: Window, ask: Ask, qtbot: QtBot, vault_path: Path
) -> None:
    window = open_window
    ask(QUESTION)
    id = choose(window, qtbot, "early Ilse")
    qtbot.keyClick(window.recall.results.view, Qt.Key.Key_E)
    press(qtbot, Qt.Key.Key_Return)
    wait(qtbot, lambda: len(window.expectations.rows) == 1)
    rows = served(window)
    following = rows[rows.index(id) + 1]
    forget(window, qtbot)
    wait(qtbot, lambda: id not in served(window))
    wait(qtbot, lambda: window.session.detail is not None and window.session.detail.record.id == following)
    assert window.recall.results.selected == following
    assert not is_stored(vault_path, id)
    wait(qtbot, lambda: not window.expectations.rows)
    assert "The bytes were looked for in" in window.status.news
    assert not window.unfinished.notice.isVisible()
    window.recall.query.question.clear()
    wait(qtbot, lambda: window.session.answer is None)
    wait(qtbot, lambda: window.recall.records.model.row_of(id) is None)
    assert window.notice.text == ""


def test_the_way_back_leads_over_a_forgotten_record(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    window = open_window
    ask(QUESTION)
    id = choose(window, qtbot, "early Ilse")
    window.navigation.look_at(served(window)[-1])
    window.navigation.look_at(id)
    wait(qtbot, lambda: window.session.detail is not None and window.session.detail.record.id == id)
    window.recall.focus_rows()
    forget(window, qtbot)
    wait(qtbot, lambda: id not in served(window))
    for _ in range(4):
        window.navigation.back()
        wait(qtbot, lambda: not window.session.is_asking)
        assert window.session.selected != id
    assert window.notice.text == ""


def test_marked_ones_are_forgotten_together_and_no_longer_marked(
    open_window: Window, ask: Ask, qtbot: QtBot, vault_path: Path
) -> None:
    window = open_window
    ask(QUESTION)
    choose(window, qtbot, "early Ilse")
    qtbot.keyClick(window.recall.results.view, Qt.Key.Key_Space)
    for _ in range(2):
        qtbot.keyClick(window.recall.results.view, Qt.Key.Key_Down, SHIFT)
    ids = window.recall.marking.marks.ids
    forget(window, qtbot)
    wait(qtbot, lambda: not window.recall.marking.marks)
    wait(qtbot, lambda: not set(ids) & set(served(window)))
    assert not any(is_stored(vault_path, id) for id in ids)
    wait(qtbot, lambda: window.session.selected is not None)
    assert window.session.selected not in ids


def test_deactivating_is_offered_instead(open_window: Window, ask: Ask, qtbot: QtBot, vault_path: Path) -> None:
    ask(QUESTION)
    id = choose(open_window, qtbot, "early Ilse")
    ask_to_forget(open_window, qtbot)
    press(qtbot, Qt.Key.Key_Backtab, Qt.Key.Key_Return)
    assert open_window.curating.proposal.reason.edit.hasFocus()
    press(qtbot, Qt.Key.Key_Return)
    wait(qtbot, lambda: (detail := open_window.session.detail) is not None and not detail.record.active)
    assert is_stored(vault_path, id)


def test_what_it_waits_for_is_said_until_it_is_finished(
    open_window: Window, ask: Ask, qtbot: QtBot, vault_path: Path
) -> None:
    window = open_window
    ask(QUESTION)
    id = choose(window, qtbot, "early Ilse")
    with Vault.open(vault_path) as other:
        other.connection.execute("BEGIN")
        other.connection.execute("SELECT count(*) FROM record").fetchone()
        forget(window, qtbot)
        wait(qtbot, window.unfinished.notice.isVisible)
        assert "Not finished" in window.unfinished.notice.text
        ask("Who owes Admon money?")  # other news does not take it away
        assert window.unfinished.notice.isVisible()
        other.connection.execute("COMMIT")
    window.unfinished.notice.button.click()
    wait(qtbot, lambda: not window.unfinished.notice.isVisible())
    assert window.status.news.startswith("The forgetting is finished")
    assert not is_stored(vault_path, id)
