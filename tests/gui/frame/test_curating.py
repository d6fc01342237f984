"""Acts on marked records: asked about, carried out as one, undone as one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from mnemoscope import curation, forgetting, ingest, reading
from mnemoscope.records import Record, RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui.values import ActKind
from mnemoscope_gui.window import Window

from ..conftest import drafts
from ..driving import QUESTION, Ask, choose, wait

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def vault(vault_path: Path) -> Iterator[Vault]:
    """The same vault, as another process sees it."""
    with closing(Vault.open(vault_path, "test")) as opened:
        yield opened


def records(vault: Vault, ids: tuple[RecordId, ...]) -> list[Record]:
    return [reading.record(vault, id) for id in ids]


def mark(window: Window, qtbot: QtBot, count: int) -> tuple[RecordId, ...]:
    """Mark so many served records from the one that names Ilse on."""
    choose(window, qtbot, "early Ilse")
    view = window.recall.results.view
    qtbot.keyClick(view, Qt.Key.Key_Space)
    for _ in range(count - 1):
        qtbot.keyClick(view, Qt.Key.Key_Down, SHIFT)
    ids = window.recall.marking.marks.ids
    assert len(ids) == count
    return ids


def press(window: Window, qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    """Give a command in the list of hits, and wait for its question."""
    qtbot.keyClick(window.recall.results.view, key, held)
    wait(qtbot, window.curating.proposal.isVisible)


def answer(qtbot: QtBot, key: Qt.Key, typed: str = "") -> None:
    """Type where the keys are, and press a key there."""
    focus = QApplication.focusWidget()
    assert focus is not None
    if typed:
        qtbot.keyClicks(focus, typed)
    qtbot.keyClick(focus, key)


def struck(window: Window) -> set[RecordId]:
    return {row.hit.id for row in window.recall.results.model.records if not row.in_force}


def test_marked_records_are_deactivated_as_one_and_undone_as_one(
    open_window: Window, ask: Ask, qtbot: QtBot, vault: Vault
) -> None:
    window = open_window
    ask(QUESTION)
    ids = mark(window, qtbot, 3)
    current, before = window.recall.results.selected, reading.history(vault, 9)
    press(window, qtbot, Qt.Key.Key_D)
    assert window.curating.proposal.text.startswith("Deactivate 3 records?")
    answer(qtbot, Qt.Key.Key_Return, "moved house")
    wait(qtbot, lambda: struck(window) == set(ids))
    assert {record.reason for record in records(vault, ids)} == {"moved house"}
    assert len(reading.history(vault, 9)) == len(before) + 1
    assert not window.recall.marking.marks
    assert window.recall.results.selected == current
    assert window.recall.results.view.hasFocus()
    wait(qtbot, window.actions_by_id["edit.undo"].isEnabled)
    assert "3 records" in window.actions_by_id["edit.undo"].text()
    qtbot.keyClick(window.recall.results.view, Qt.Key.Key_Z, CTRL)
    wait(qtbot, lambda: not struck(window))
    assert all(record.active for record in records(vault, ids))
    wait(qtbot, window.actions_by_id["edit.redo"].isEnabled)
    qtbot.keyClick(window.recall.results.view, Qt.Key.Key_Z, CTRL | SHIFT)
    wait(qtbot, lambda: struck(window) == set(ids))


def test_esc_lets_it_be_and_the_keys_go_back(open_window: Window, ask: Ask, qtbot: QtBot, vault: Vault) -> None:
    window = open_window
    ask(QUESTION)
    ids = mark(window, qtbot, 2)
    for key in (Qt.Key.Key_D, Qt.Key.Key_R, Qt.Key.Key_V, Qt.Key.Key_M):
        press(window, qtbot, key)
        assert not window.curating.marked.isVisible()
        answer(qtbot, Qt.Key.Key_Escape)
        assert not window.curating.proposal.isVisible()
        assert window.recall.results.view.hasFocus()
        assert window.curating.marked.isVisible()
    assert window.recall.marking.marks.ids == ids
    assert all(record.active for record in records(vault, ids))


def test_menus_and_strip_say_how_many_an_act_is_on(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    window = open_window
    ask(QUESTION)
    mark(window, qtbot, 2)
    for kind in ActKind:
        assert "2 marked" in window.actions_by_id[f"record.{kind}"].text()
    assert window.curating.marked.text == "2 marked"
    window.go_to_measure()
    assert "marked" not in window.actions_by_id["record.deactivate"].text()
    assert not window.curating.marked.isVisible()
    window.go_to_recall()
    assert "2 marked" in window.actions_by_id["record.deactivate"].text()


def test_what_is_out_of_sight_is_said_before_an_act_on_it(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    window = open_window
    ask(QUESTION)
    mark(window, qtbot, 2)
    window.show_missed()
    window.recall.missed.look_for("tomatoes")
    wait(qtbot, lambda: window.recall.missed.model.rowCount() == 1)
    qtbot.keyClick(window.recall.missed.box, Qt.Key.Key_Down)
    wait(qtbot, lambda: window.curating.marked.text == "2 marked 2 of them not in this list")
    qtbot.keyClick(window.recall.missed.view, Qt.Key.Key_D)
    assert window.curating.proposal.text.startswith("Deactivate 2 records? (2 of them not in this list)")


def test_f6_leads_into_the_strip(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    window = open_window
    ask(QUESTION)
    mark(window, qtbot, 1)
    window.inspector.tabs.tabBar().setFocus()
    qtbot.keyClick(window.inspector.tabs.tabBar(), Qt.Key.Key_F6)
    focus = QApplication.focusWidget()
    assert focus is not None
    assert window.curating.marked.isAncestorOf(focus)


def test_restore_brings_the_marked_ones_back(open_window: Window, ask: Ask, qtbot: QtBot, vault: Vault) -> None:
    window = open_window
    ask(QUESTION)
    ids = mark(window, qtbot, 2)
    curation.deactivate(vault, ids, "for a while")
    press(window, qtbot, Qt.Key.Key_R)
    answer(qtbot, Qt.Key.Key_Return)
    wait(qtbot, lambda: all(record.active for record in records(vault, ids)))


def test_dates_of_one_record_are_set_shown_and_taken_away(
    open_window: Window, ask: Ask, qtbot: QtBot, vault: Vault
) -> None:
    window = open_window
    ask(QUESTION)
    id = choose(window, qtbot, "early Ilse")
    press(window, qtbot, Qt.Key.Key_V)
    dates = window.curating.proposal.dates
    qtbot.keyClicks(dates.valid_until, "31/12/2030")
    qtbot.keyClick(dates.valid_until, Qt.Key.Key_Tab)
    qtbot.keyClicks(dates.review_after, "2030-06-01")
    answer(qtbot, Qt.Key.Key_Return)
    wait(qtbot, lambda: "Review after" in window.inspector.state)
    assert window.inspector.state == "Valid until 31 Dec 2030. Review after 1 Jun 2030."
    press(window, qtbot, Qt.Key.Key_V)
    assert (dates.valid_until.text(), dates.review_after.text()) == ("31/12/2030", "01/06/2030")
    qtbot.keyClick(dates.valid_until, Qt.Key.Key_Up)
    assert dates.valid_until.text() == "01/01/2031"
    dates.review_after.setFocus()
    dates.review_after.selectAll()
    qtbot.keyClick(dates.review_after, Qt.Key.Key_Delete)
    answer(qtbot, Qt.Key.Key_Return)
    wait(qtbot, lambda: window.inspector.state == "Valid until 1 Jan 2031.")
    assert reading.record(vault, id).review_after is None


def test_a_date_that_is_not_touched_stays_each_records_own(
    open_window: Window, ask: Ask, qtbot: QtBot, vault: Vault
) -> None:
    window = open_window
    ask(QUESTION)
    first = choose(window, qtbot, "early Ilse")
    press(window, qtbot, Qt.Key.Key_V)
    answer(qtbot, Qt.Key.Key_Return, "31/12/2030")
    wait(qtbot, lambda: reading.record(vault, first).valid_until is not None)
    ids = mark(window, qtbot, 2)
    assert first in ids
    press(window, qtbot, Qt.Key.Key_V)
    dates = window.curating.proposal.dates
    assert dates.valid_until.placeholderText() == "unchanged"
    dates.review_after.setFocus()
    answer(qtbot, Qt.Key.Key_Return, "01/06/2030")
    wait(qtbot, lambda: all(record.review_after for record in records(vault, ids)))
    assert [bool(record.valid_until) for record in records(vault, ids)] == [id == first for id in ids]


def test_what_is_no_day_is_said_and_nothing_is_done(open_window: Window, ask: Ask, qtbot: QtBot, vault: Vault) -> None:
    window = open_window
    ask(QUESTION)
    id = choose(window, qtbot, "early Ilse")
    press(window, qtbot, Qt.Key.Key_V)
    answer(qtbot, Qt.Key.Key_Return, "32/13/2030")
    assert "“32/13/2030” is no day" in window.curating.proposal.text
    assert window.curating.proposal.isVisible()
    assert reading.record(vault, id).valid_until is None


def test_marked_records_move_to_a_new_app(open_window: Window, ask: Ask, qtbot: QtBot, vault: Vault) -> None:
    window = open_window
    ask(QUESTION)
    ids = mark(window, qtbot, 2)
    press(window, qtbot, Qt.Key.Key_M)
    proposal = window.curating.proposal
    edit = proposal.app.box.lineEdit()
    assert isinstance(edit, QLineEdit)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert proposal.isVisible()  # no app is no app
    qtbot.keyClicks(edit, "ho")
    assert edit.text() == "home"  # completed
    assert not proposal.app.new.isVisible()
    edit.selectAll()
    qtbot.keyClicks(edit, "archive")
    assert proposal.app.new.isVisible()
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    wait(qtbot, lambda: {record.app for record in records(vault, ids)} == {"archive"})
    wait(qtbot, lambda: window.session.health is not None and "archive" in window.session.health.apps)


def test_what_would_change_is_shown_before_and_does_not_delay_the_act(
    open_window: Window, ask: Ask, qtbot: QtBot, vault: Vault
) -> None:
    window = open_window
    ask("Who owes Admon money?")
    choose(window, qtbot, "twelve euros")
    qtbot.keyClick(window.recall.results.view, Qt.Key.Key_E)
    answer(qtbot, Qt.Key.Key_Return)
    wait(qtbot, lambda: any(row.holds for row in window.expectations.rows))
    id = window.session.selected
    assert id is not None
    window.inspector.tabs.setCurrentIndex(1)
    press(window, qtbot, Qt.Key.Key_I)
    assert "as if it were done…" in window.curating.proposal.text
    wait(qtbot, lambda: "0 of 1" in window.curating.proposal.text)
    assert "0 of 1" in window.curating.foreseen.text
    assert window.inspector.tabs.currentWidget() is window.curating.foreseen.view
    answer(qtbot, Qt.Key.Key_Escape)
    assert window.inspector.tabs.currentIndex() == 1
    assert reading.record(vault, id).active
    press(window, qtbot, Qt.Key.Key_I)
    answer(qtbot, Qt.Key.Key_Return)
    wait(qtbot, lambda: not reading.record(vault, id).active)
    wait(qtbot, lambda: window.session.detail is not None and not window.session.detail.record.active)
    press(window, qtbot, Qt.Key.Key_I)
    assert window.curating.proposal.text.startswith("Restore record")
    answer(qtbot, Qt.Key.Key_Return)
    wait(qtbot, lambda: reading.record(vault, id).active)


def test_what_was_asked_is_not_carried_out_on_others(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    window = open_window
    ask(QUESTION)
    mark(window, qtbot, 2)
    press(window, qtbot, Qt.Key.Key_D)
    window.recall.results.view.setFocus()
    qtbot.keyClick(window.recall.results.view, Qt.Key.Key_Down, SHIFT)
    assert not window.curating.proposal.isVisible()
    press(window, qtbot, Qt.Key.Key_D)
    window.go_to_measure()
    assert not window.curating.proposal.isVisible()


def test_what_another_process_forgot_is_no_longer_marked(
    open_window: Window, ask: Ask, qtbot: QtBot, vault: Vault
) -> None:
    window = open_window
    ask(QUESTION)
    ids = mark(window, qtbot, 2)
    forgetting.forget(vault, ids[:1])
    wait(qtbot, lambda: window.recall.marking.marks.ids == ids[1:])


def test_a_record_that_a_date_ends_is_struck_through(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    window = open_window
    ask(QUESTION)
    ids = mark(window, qtbot, 2)
    press(window, qtbot, Qt.Key.Key_V)
    answer(qtbot, Qt.Key.Key_Return, "01/05/2026")
    wait(qtbot, lambda: struck(window) == set(ids))


# ---------------------------------------------------------------- very many

MANY = 10_000


@pytest.fixture
def large(window: Window, tmp_path: Path, qtbot: QtBot) -> Path:
    """A window on a vault of 10,000 records and some, its list open."""
    path = tmp_path / "large.vault"
    with Vault.create(path) as made:
        ingest.import_drafts(made, drafts(MANY), format="jsonl", source="large.jsonl")
    window.session.open(path)
    wait(qtbot, lambda: window.recall.records.model.rowCount() > MANY)
    qtbot.keyClick(window.recall.query.question, Qt.Key.Key_Down)
    qtbot.keyClick(window.recall.records.view, Qt.Key.Key_A, CTRL)
    wait(qtbot, lambda: len(window.recall.marking.marks) > MANY)
    return path


def test_ten_thousand_are_one_act_with_progress_and_one_undo(window: Window, large: Path, qtbot: QtBot) -> None:
    told: list[str] = []
    window.session.acting.progressed.connect(lambda label, done, total: told.append(label))
    view = window.recall.records.view
    qtbot.keyClick(view, Qt.Key.Key_D)
    wait(qtbot, window.curating.proposal.isVisible)
    answer(qtbot, Qt.Key.Key_Return, "all of it")
    wait(qtbot, lambda: not window.recall.marking.marks)
    assert told[0] == "Changing 10,011 records"
    first = view.model().index(0, 0)
    wait(qtbot, lambda: (row := window.recall.records.model.row(first.row())) is not None and not row.in_force)
    with Vault.open(large) as other:
        assert reading.history(other, 1)[0].records == MANY + 11
    qtbot.keyClick(view, Qt.Key.Key_Z, CTRL)
    wait(qtbot, lambda: (row := window.recall.records.model.row(first.row())) is not None and row.in_force)


def test_an_act_that_is_cancelled_has_changed_nothing(window: Window, large: Path, qtbot: QtBot) -> None:
    qtbot.keyClick(window.recall.records.view, Qt.Key.Key_D)
    wait(qtbot, window.curating.proposal.isVisible)
    window.session.acting.progressed.connect(lambda *_: window.status.cancel_requested.emit())
    answer(qtbot, Qt.Key.Key_Return)
    wait(qtbot, lambda: window.status.news == "Stopped; nothing was changed.")
    assert len(window.recall.marking.marks) == MANY + 11
    with Vault.open(large) as other:
        assert all(act.label.id != "act.deactivate" for act in reading.history(other, 9))


def test_the_reason_is_asked_where_it_can_be_seen_in_every_place(
    open_window: Window, vault: Vault, qtbot: QtBot
) -> None:
    (id,) = (record.id for record in reading.containing(vault, "early Ilse"))
    open_window.go_to_review()
    wait(qtbot, lambda: open_window.review.review.is_known)  # an empty queue has nothing beside it
    open_window.review._look_beside(id)
    wait(qtbot, open_window.actions_by_id["record.deactivate"].isEnabled)
    open_window.actions_by_id["record.deactivate"].trigger()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.isVisible()
    answer(qtbot, Qt.Key.Key_Return, "moved")
    wait(qtbot, lambda: not reading.record(vault, id).active)
    assert reading.record(vault, id).reason == "moved"


def test_the_keys_go_back_even_where_what_had_them_is_gone(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    mark(open_window, qtbot, 2)
    passing = QLineEdit(open_window)
    passing.show()
    passing.setFocus()
    open_window.actions_by_id["record.dates"].trigger()
    wait(qtbot, open_window.curating.proposal.isVisible)
    delete(passing)
    answer(qtbot, Qt.Key.Key_Escape)
    assert open_window.recall.query.question.hasFocus()
