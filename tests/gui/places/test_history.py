"""History in the real window: acts and recalls listed, filtered, replayed, reverted and led to, as a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from mnemoscope import curation, hindsight, ingest, reading, recall_log
from mnemoscope.recall import recall
from mnemoscope.records import PROFILES, Query, RecordId
from mnemoscope.timeline import What
from mnemoscope.vault import Vault
from mnemoscope_gui.models.history import EntryRow, action, consequence, label, why_not
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, plain, wait


@contextmanager
def assistant(path: Path, actor: str = "ward") -> Iterator[Vault]:
    with Vault.open(path, actor) as vault:
        yield vault


def record(vault: Vault, beginning: str) -> RecordId:
    row = vault.connection.execute("SELECT id FROM record WHERE text LIKE ?", (f"{beginning}%",)).fetchone()
    return RecordId(row[0].hex())


def asked(vault: Vault, question: str = QUESTION, scope: tuple[str, ...] | None = None) -> None:
    recall_log.log(vault, recall(vault, Query(question, PROFILES["lexical"], scope)).recall)


def rows(window: Window) -> list[EntryRow]:
    model = window.history.panel.model
    found = (model.row(at) for at in range(model.rowCount()))
    return [row for row in found if isinstance(row, EntryRow)]


def labels(window: Window) -> list[str]:
    return [label(row) for row in rows(window)]


def go(window: Window, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F8)
    wait(qtbot, lambda: window.history.body.isVisible() and (not rows(window) or all(labels(window))))


def walk(window: Window, qtbot: QtBot, holds: Callable[[EntryRow], bool]) -> EntryRow:
    """Walk with the arrow keys to the first row of which this is true."""
    view, model = window.history.panel.view, window.history.panel.model
    wait(qtbot, lambda: any(map(holds, rows(window))))
    target = next(row.place for row in rows(window) if holds(row))
    view.setFocus()
    while (selected := window.history.panel.selected) != target:
        at, wanted = view.currentIndex().row(), model.row_of(target)
        assert wanted is not None, selected
        qtbot.keyClick(view, Qt.Key.Key_Down if at < wanted else Qt.Key.Key_Up)
    wait(qtbot, lambda: window.history.entry.title != "")
    return next(row for row in rows(window) if row.place == target)


def says(beginning: str) -> Callable[[EntryRow], bool]:
    return lambda row: label(row).startswith(beginning)


def looks_back(window: Window) -> bool:
    found = window.history.history.hindsight
    return found is not None and window.history.page.is_about(window.history.history.selected)  # type: ignore[arg-type]


@pytest.fixture
def past(open_window: Window, vault_path: Path, qtbot: QtBot) -> Window:
    """The window in front of a history: an assistant asked, the command line and this window acted since."""
    with assistant(vault_path) as vault:
        asked(vault)
    with assistant(vault_path, "command line") as vault:
        curation.deactivate(vault, [record(vault, "Shift changes on Sunday")])
    with assistant(vault_path) as vault:
        asked(vault, "tomatoes by the wall", ("home",))
    go(open_window, qtbot)
    wait(qtbot, lambda: len(rows(open_window)) == 4 and all(labels(open_window)))
    return open_window


# ---------------------------------------------------------------- the list


def test_rows_have_the_focus_as_soon_as_they_are_there(past: Window) -> None:
    assert past.history.panel.view.hasFocus()


def test_acts_and_recalls_of_everybody_stand_on_one_line(past: Window) -> None:
    said = labels(past)
    assert said[0] == "tomatoes by the wall"
    assert said[1].startswith("Deactivated record")
    assert said[2] == QUESTION
    assert said[3].startswith("Imported")
    assert [row.told.entry.actor for row in rows(past) if row.told][:2] == ["ward", "command line"]


def test_recall_says_whether_the_same_is_served_now(past: Window, qtbot: QtBot) -> None:
    wait(qtbot, lambda: "now" in consequence(rows(past)[0]) and "now" in consequence(rows(past)[2]))
    assert consequence(rows(past)[0]).endswith(" served, the same now")
    assert consequence(rows(past)[2]).endswith(" now")
    assert "the same" not in consequence(rows(past)[2])


def test_selected_recall_names_the_act_between_then_and_now(past: Window, qtbot: QtBot) -> None:
    walk(past, qtbot, says(QUESTION))
    wait(qtbot, lambda: looks_back(past))
    said = plain(past.history.page.sentence.text())
    assert "different now" in said or "more" in said
    assert "the act of" in said
    assert past.history.entry.meta.startswith("Recall · ward · today ")
    (cause,) = past.history.panel.view.links
    assert cause.what is What.ACT
    qtbot.keyClick(past.history.panel.view, Qt.Key.Key_H)
    wait(qtbot, lambda: past.history.entry.title.startswith("Deactivated record"))
    assert past.history.panel.selected == cause


def test_act_shows_the_records_that_it_touched(past: Window, qtbot: QtBot) -> None:
    walk(past, qtbot, says("Deactivated record"))
    wait(qtbot, lambda: past.history.history.touched is not None)
    (line,) = past.history.page.records.lines
    assert "Shift changes on Sunday" in line.body
    assert line.struck
    wait(qtbot, lambda: past.session.detail is not None and "Shift changes" in past.session.detail.record.text)


def test_import_shows_its_records_page_by_page(past: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mnemoscope_gui.state.history.FIRST", 10)
    walk(past, qtbot, says("Imported"))
    wait(qtbot, lambda: len(past.history.page.records.lines) == 10)
    assert past.history.page.more.isVisible()
    qtbot.mouseClick(past.history.page.more, Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: len(past.history.page.records.lines) == 20)


def test_no_row_is_current_on_the_line_of_a_day(past: Window, qtbot: QtBot) -> None:
    view = past.history.panel.view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert past.history.panel.selected == rows(past)[0].place
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert past.history.panel.selected == rows(past)[-1].place


# ---------------------------------------------------------------- what is left out


def test_chips_leave_out_acts_or_recalls_and_never_both(past: Window, qtbot: QtBot) -> None:
    kinds = past.history.panel.kinds
    qtbot.mouseClick(kinds[What.ACT], Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: labels(past) == ["tomatoes by the wall", QUESTION])
    qtbot.mouseClick(kinds[What.RECALL], Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: len(rows(past)) == 2 and rows(past)[0].place.what is What.ACT)
    assert kinds[What.ACT].isChecked()
    assert not kinds[What.RECALL].isChecked()


def test_filters_narrow_to_an_actor_an_app_a_record(past: Window, qtbot: QtBot) -> None:
    panel = past.history.panel
    actions = {action.text(): action for action in panel.menu("actor").actions()}
    assert set(actions) == {"anyone", "command line", "ward"}
    actions["ward"].trigger()
    wait(qtbot, lambda: len(rows(past)) == 2)
    qtbot.keyClick(panel.filters["actor"], Qt.Key.Key_Delete)
    wait(qtbot, lambda: len(rows(past)) == 4)
    next(action for action in panel.menu("app").actions() if action.text() == "ward").trigger()
    wait(qtbot, lambda: labels(past)[0].startswith("Deactivated"))
    qtbot.keyClick(panel.filters["app"], Qt.Key.Key_Delete)
    walk(past, qtbot, says("Deactivated"))
    wait(qtbot, lambda: past.history.page.record is not None and len(rows(past)) == 4)
    past.history._on_records_wanted()
    next(action for action in panel.menu("record").actions() if "Shift changes" in action.text()).trigger()
    wait(qtbot, lambda: len(rows(past)) == 3)
    assert panel.filters["record"].is_set


def test_search_finds_labels_and_questions_and_escape_brings_all_back(past: Window, qtbot: QtBot) -> None:
    view = past.history.panel.view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Home)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert past.history.search.hasFocus()
    qtbot.keyClicks(past.history.search, "DEACTIVATED")
    wait(qtbot, lambda: len(rows(past)) == 1 and labels(past)[0].startswith("Deactivated"))
    qtbot.keyClick(past.history.search, Qt.Key.Key_Down)
    assert view.hasFocus()
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    wait(qtbot, lambda: len(rows(past)) == 4)
    assert past.history.search.text() == ""
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert past.browser.place is past.recall


def test_what_matches_nothing_says_so_and_offers_all(past: Window, qtbot: QtBot) -> None:
    qtbot.keyClicks(past.history.search, "nowhere to be found")
    wait(qtbot, lambda: past.history.panel.nothing.text() == "Nothing in the history matches.")
    qtbot.mouseClick(past.history.panel.nothing.button, Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: len(rows(past)) == 4)


def test_day_is_chosen_in_the_strip_by_keys(past: Window, qtbot: QtBot) -> None:
    past.history.days.setFocus()
    qtbot.keyClick(past.history.days, Qt.Key.Key_Left)
    wait(qtbot, lambda: past.history.history.range is not None)
    assert len(rows(past)) >= 3  # the import may be of another day
    qtbot.keyClick(past.history.days, Qt.Key.Key_Escape)
    wait(qtbot, lambda: past.history.history.range is None)
    qtbot.keyClick(past.history.days, Qt.Key.Key_Down)
    assert past.history.panel.view.hasFocus()


# ---------------------------------------------------------------- replay


def test_enter_asks_again_as_of_the_minute_and_alt_left_returns(past: Window, qtbot: QtBot) -> None:
    walk(past, qtbot, says(QUESTION))
    wait(qtbot, lambda: looks_back(past))
    place = past.history.panel.selected
    qtbot.keyClick(past.history.panel.view, Qt.Key.Key_Return)
    wait(qtbot, lambda: past.browser.place is past.recall and past.session.answer is not None)
    wait(qtbot, lambda: not past.session.is_asking)
    answer, found = past.session.answer, past.history.history.hindsight
    assert answer is not None
    assert found is not None
    assert answer.query == hindsight.query(found.logged, found.known)
    assert tuple(hit.id for hit in (*answer.recall.standing, *answer.recall.hits)) == found.logged.served
    assert "as it was known at this minute: today" in past.recall.known_part.banner.text
    qtbot.keyClick(past, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    wait(qtbot, lambda: past.browser.place is past.history and past.session.known is None)
    assert past.history.panel.selected == place
    assert past.recall.known_part.banner.text == ""


def test_present_is_returned_to_by_button_and_by_key(past: Window, qtbot: QtBot) -> None:
    for leave in ("button", "key"):
        walk(past, qtbot, says(QUESTION))
        wait(qtbot, lambda: looks_back(past))
        qtbot.keyClick(past.history.panel.view, Qt.Key.Key_R)
        wait(qtbot, lambda: past.session.known is not None and not past.session.is_asking)
        if leave == "button":
            button = past.recall.known_part.banner.findChild(QPushButton)
            assert button is not None
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        else:
            qtbot.keyClick(past, Qt.Key.Key_F5)
        wait(qtbot, lambda: past.session.known is None and not past.session.is_asking)
        assert past.session.text == QUESTION
        go(past, qtbot)


def test_replay_is_not_logged(past: Window, vault_path: Path, qtbot: QtBot) -> None:
    walk(past, qtbot, says(QUESTION))
    wait(qtbot, lambda: looks_back(past))
    qtbot.keyClick(past.history.panel.view, Qt.Key.Key_R)
    wait(qtbot, lambda: past.session.known is not None and not past.session.is_asking)
    qtbot.keyClick(past.recall.query.question, Qt.Key.Key_Return)
    qtbot.keyClick(past.recall.query.question, Qt.Key.Key_Down)
    qtbot.wait(100)
    with assistant(vault_path) as vault:
        assert len(list(recall_log.entries(vault))) == 2


def test_compare_stands_then_beside_now(past: Window, qtbot: QtBot) -> None:
    walk(past, qtbot, says(QUESTION))
    wait(qtbot, lambda: looks_back(past))
    qtbot.keyClick(past.history.panel.view, Qt.Key.Key_C)
    comparing = past.recall.compare_part.comparing
    wait(qtbot, lambda: past.session.known is not None and not comparing.is_asking)
    assert past.recall.switch.choice == "compare"
    assert comparing.query.known is None
    assert "left" in past.recall.compare.sentence.text()


def test_expect_asks_within_how_many_under_the_question(past: Window, qtbot: QtBot) -> None:
    walk(past, qtbot, says("tomatoes by the wall"))
    wait(qtbot, lambda: looks_back(past) and past.history.page.record is not None)
    id = past.history.page.record
    qtbot.keyClick(past.history.panel.view, Qt.Key.Key_E)
    wait(qtbot, past.inspector.within.isVisible)
    qtbot.keyClick(past.inspector.within.number, Qt.Key.Key_Return)
    wait(qtbot, lambda: len(past.expectations.rows) == 1)
    (row,) = past.expectations.rows
    assert (row.expectation.query, row.expectation.record) == ("tomatoes by the wall", id)


def test_record_of_then_and_now_is_looked_at_in_recall(past: Window, qtbot: QtBot) -> None:
    walk(past, qtbot, says(QUESTION))
    wait(qtbot, lambda: looks_back(past))
    turns = past.history.page.turns
    turns.setFocus()
    qtbot.keyClick(turns, Qt.Key.Key_Home)
    qtbot.keyClick(turns, Qt.Key.Key_Down)
    id = past.history.page.record
    wait(qtbot, lambda: past.session.detail is not None and past.session.detail.record.id == id)
    qtbot.keyClick(turns, Qt.Key.Key_Return)
    wait(qtbot, lambda: past.browser.place is past.recall and past.session.selected == id)


# ---------------------------------------------------------------- taking back


def test_act_of_another_actor_is_reverted_by_key(past: Window, vault_path: Path, qtbot: QtBot) -> None:
    walk(past, qtbot, says("Deactivated record"))
    wait(qtbot, past.actions_by_id["history.again"].isEnabled)
    assert past.actions_by_id["history.again"].text() == "&Revert"
    qtbot.keyClick(past.history.panel.view, Qt.Key.Key_R)
    wait(qtbot, lambda: labels(past)[0].startswith("Took back act"))
    undone = next(row for row in rows(past) if row.is_undone)
    assert why_not(undone).startswith("reverted ")
    assert past.history.panel.selected == undone.place
    assert past.history.entry.note.startswith("Reverted ")
    with assistant(vault_path) as vault:
        assert reading.record(vault, record(vault, "Shift changes on Sunday")).active


def test_link_at_the_right_takes_an_act_back_by_click(past: Window, qtbot: QtBot) -> None:
    row = walk(past, qtbot, says("Deactivated record"))
    wait(qtbot, lambda: bool(action(next(some for some in rows(past) if some.place == row.place))))
    view, at = past.history.panel.view, past.history.panel.model.row_of(row.place)
    assert at is not None
    area = view.visualRect(past.history.panel.model.index(at, 0))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(area.right() - 30, area.center().y()))
    wait(qtbot, lambda: labels(past)[0].startswith("Took back act"))


def test_own_last_act_says_undo_and_what_is_built_on_says_so(
    past: Window, vault_path: Path, ask: Ask, qtbot: QtBot
) -> None:
    past.go_to_recall()
    ask("tomatoes")
    choose(past, qtbot, "tomatoes by the wall")
    past.session.deactivate("")
    go(past, qtbot)

    def act(number: int) -> EntryRow | None:  # not the first row: the recall before may be logged after the act
        return next((row for row in rows(past) if row.place.what is What.ACT and row.place.number == number), None)

    wait(qtbot, lambda: (own := act(3)) is not None and action(own) == "Undo")
    with assistant(vault_path) as vault:
        curation.restore(vault, [record(vault, "The tomatoes by the wall")])
    wait(qtbot, lambda: (own := act(3)) is not None and why_not(own).startswith("built on by "))
    newer = act(4)
    assert newer is not None
    assert action(newer) == "Revert"


def test_refused_undo_leads_to_the_act_in_its_way(past: Window, vault_path: Path, ask: Ask, qtbot: QtBot) -> None:
    past.go_to_recall()
    ask("tomatoes")
    choose(past, qtbot, "tomatoes by the wall")
    past.session.deactivate("")
    wait(qtbot, past.actions_by_id["edit.undo"].isEnabled)
    with assistant(vault_path) as vault:
        curation.restore(vault, [record(vault, "The tomatoes by the wall")])
    past.session.undo()
    wait(qtbot, lambda: past.notice.text.startswith("Not undone"))
    button = next(some for some in past.notice.findChildren(QPushButton) if some.text() == "Show its act")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: past.history.entry.title.startswith("Restored record"))
    assert past.browser.place is past.history


def test_act_of_a_records_own_history_leads_here_even_past_a_filter(past: Window, ask: Ask, qtbot: QtBot) -> None:
    qtbot.mouseClick(past.history.panel.kinds[What.ACT], Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: len(rows(past)) == 2)
    past.go_to_recall()
    ask("badge list Shift changes")
    with assistant(past.session.path or Path()) as vault:
        id = record(vault, "Shift changes on Sunday")
    past.session.select(id)
    wait(qtbot, lambda: past.session.detail is not None and past.session.detail.record.id == id)
    past.inspector.tabs.setCurrentIndex(2)
    history = past.inspector.history
    history.setFocus()
    history.setCurrentIndex(history.model().index(0, 0))
    qtbot.keyClick(history, Qt.Key.Key_Return)
    wait(qtbot, lambda: past.history.entry.title.startswith("Deactivated record"))
    wait(qtbot, lambda: len(rows(past)) >= 4)


# ---------------------------------------------------------------- live, empty, off


def test_acts_and_recalls_of_another_process_appear_while_the_selected_row_stays(
    past: Window, vault_path: Path, qtbot: QtBot
) -> None:
    selected = walk(past, qtbot, says(QUESTION)).place
    with assistant(vault_path) as vault:
        asked(vault, "lunch since the exam")
    wait(qtbot, lambda: labels(past)[0] == "lunch since the exam")
    with assistant(vault_path) as vault:
        ingest.add(vault, "A note", app="home")
    wait(qtbot, lambda: labels(past)[0] == "Added a record")
    assert past.history.panel.selected == selected
    assert past.history.entry.title == QUESTION


def test_scrolled_rows_stay_where_they_are_when_something_comes_in(
    past: Window, vault_path: Path, qtbot: QtBot
) -> None:
    with assistant(vault_path) as vault:
        for number in range(60):
            asked(vault, f"question {number}")
    wait(qtbot, lambda: len(rows(past)) == 64)
    view, bar = past.history.panel.view, past.history.panel.view.verticalScrollBar()
    bar.setValue(300)
    wait(qtbot, lambda: bool(past.history.history.lines))
    top = view.indexAt(QPoint(10, 5)).row()
    place = past.history.panel.model.place_at(top)
    offset = view.visualRect(past.history.panel.model.index(top, 0)).top()
    with assistant(vault_path) as vault:
        asked(vault, "one more")
    wait(qtbot, lambda: len(rows(past)) == 65)
    assert place is not None
    row = past.history.panel.model.row_of(place)
    assert row == top + 1
    assert view.visualRect(past.history.panel.model.index(row, 0)).top() == offset


def test_history_survives_a_restart(past: Window, settings: Settings, vault_path: Path, qtbot: QtBot) -> None:
    before = labels(past)
    assert past.session.close()
    again = Window(settings)
    qtbot.addWidget(again)
    again.show()
    again.session.open(vault_path)
    wait(qtbot, lambda: again.session.path is not None)
    wait(qtbot, lambda: labels(again) == before)  # the place is remembered too
    assert again.session.close()


def test_vault_in_which_nothing_was_done_says_so(window: Window, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "empty.vault"
    Vault.create(path).close()
    window.session.open(path)
    wait(qtbot, lambda: window.session.path is not None)
    window.go_to_history()
    wait(qtbot, lambda: "Nothing has been done" in window.history.panel.nothing.text())
    qtbot.mouseClick(window.history.panel.kinds[What.ACT], Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: "nothing asked" in window.history.panel.nothing.text())


def test_vault_without_a_logged_recall_says_how_one_comes(open_window: Window, qtbot: QtBot) -> None:
    go(open_window, qtbot)
    wait(qtbot, lambda: len(rows(open_window)) == 1)
    qtbot.mouseClick(open_window.history.panel.kinds[What.ACT], Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: "No recall has been logged yet" in open_window.history.panel.nothing.text())


def test_log_is_switched_off_and_on_again(past: Window, vault_path: Path, qtbot: QtBot) -> None:
    action = past.actions_by_id["recall.log"]
    wait(qtbot, action.isChecked)
    action.trigger()
    wait(qtbot, lambda: not action.isChecked() and "not logged" in past.history.notice.text)
    with assistant(vault_path) as vault:
        asked(vault, "unheard")
        assert len(list(recall_log.entries(vault))) == 2
    button = past.history.notice.findChild(QPushButton)
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: action.isChecked() and past.history.notice.text == "")


def test_letters_of_other_places_do_nothing_here(past: Window, qtbot: QtBot) -> None:
    walk(past, qtbot, says("Deactivated record"))
    wait(qtbot, lambda: past.session.detail is not None)
    for id in ("record.deactivate", "record.restore", "record.supersede", "record.expect"):
        assert not past.actions_by_id[id].isEnabled(), id
    assert past.actions_by_id["history.again"].isEnabled()
    past.go_to_recall()
    assert not past.actions_by_id["history.again"].isEnabled()


def test_another_vault_has_its_own_history(past: Window, words_vault: Path, qtbot: QtBot) -> None:
    past.session.open(words_vault)
    wait(qtbot, lambda: past.session.path == words_vault)
    wait(qtbot, lambda: len(rows(past)) == 1 and labels(past)[0].startswith("Imported"))
    assert past.history.search.text() == ""


def test_areas_are_walked_by_key(past: Window, qtbot: QtBot) -> None:
    past.history.panel.view.setFocus()
    seen = []
    for _ in range(4):
        qtbot.keyClick(past, Qt.Key.Key_F6)
        seen.append(QApplication.focusWidget())
    tabs = past.inspector.tabs.tabBar()
    assert seen == [tabs, past.history.search, past.history.days, past.history.panel.view]
