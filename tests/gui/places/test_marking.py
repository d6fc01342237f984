"""Rows are marked by keys, by clicks and all at once; marks stay with their records."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from mnemoscope.records import RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.hits import HitRow, HitsModel
from mnemoscope_gui.models.marked import MARKED_ROLE
from mnemoscope_gui.views.glyphs import Finder
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, wait
from ..values import hit

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def rows_marked(view: QAbstractItemView) -> list[int]:
    model = view.model()
    return [row for row in range(model.rowCount()) if model.index(row, 0).data(MARKED_ROLE)]


def listed(window: Window, qtbot: QtBot) -> QAbstractItemView:
    """The list of all records, its first row current."""
    wait(qtbot, lambda: window.recall.records.model.rowCount() > 0)
    qtbot.keyClick(window.recall.query.question, Qt.Key.Key_Down)
    wait(qtbot, lambda: window.session.detail is not None)
    return window.recall.records.view


def click(qtbot: QtBot, view: QAbstractItemView, row: int, held: Qt.KeyboardModifier, x: int = 200) -> None:
    rect = view.visualRect(view.model().index(row, 0))
    at = QPoint(x, rect.center().y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, at)


def test_space_marks_the_current_row_and_again_no_longer(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    id = choose(open_window, qtbot, "early Ilse")
    view = open_window.recall.results.view
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert open_window.recall.marking.marks.ids == (id,)
    assert rows_marked(view) == [view.currentIndex().row()]
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert not open_window.recall.marking.marks


def test_shift_stretches_the_marks_and_takes_back_what_it_leaves(open_window: Window, qtbot: QtBot) -> None:
    view = listed(open_window, qtbot)
    for _ in range(2):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_Down, SHIFT)
    assert rows_marked(view) == [2, 3, 4, 5]
    for _ in range(2):
        qtbot.keyClick(view, Qt.Key.Key_Up, SHIFT)
    assert rows_marked(view) == [2, 3]
    for _ in range(2):
        qtbot.keyClick(view, Qt.Key.Key_Up, SHIFT)
    assert rows_marked(view) == [1, 2]


def test_shift_and_up_in_the_first_row_does_not_leave_the_list(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    view = open_window.recall.results.view
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Up, SHIFT)
    assert view.hasFocus()
    assert rows_marked(view) == [0]


def test_clicks_with_shift_and_ctrl_mark(open_window: Window, qtbot: QtBot) -> None:
    view = listed(open_window, qtbot)
    click(qtbot, view, 4, SHIFT)
    assert rows_marked(view) == [0, 1, 2, 3, 4]
    assert view.currentIndex().row() == 4
    click(qtbot, view, 2, CTRL)
    click(qtbot, view, 6, CTRL)
    assert rows_marked(view) == [0, 1, 3, 4, 6]
    assert view.currentIndex().row() == 4


def test_a_click_on_a_box_turns_the_mark_and_there_is_none_while_nothing_is_marked(
    open_window: Window, qtbot: QtBot
) -> None:
    view = listed(open_window, qtbot)
    click(qtbot, view, 3, Qt.KeyboardModifier.NoModifier, x=look.MARGIN)
    assert rows_marked(view) == []
    assert view.currentIndex().row() == 3
    qtbot.keyClick(view, Qt.Key.Key_Space)
    click(qtbot, view, 5, Qt.KeyboardModifier.NoModifier, x=look.MARGIN)
    assert rows_marked(view) == [3, 5]
    assert view.currentIndex().row() == 3


def test_marks_stay_when_the_list_is_sorted_or_another_question_asked(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    window = open_window
    view = listed(window, qtbot)
    for _ in range(4):
        qtbot.keyClick(view, Qt.Key.Key_Down, SHIFT)
    marked = set(window.recall.marking.marks.ids)
    window.recall.records.view.header.sort_by(0)
    wait(qtbot, lambda: rows_marked(view) != [0, 1, 2, 3, 4])
    assert len(rows_marked(view)) == 5
    ask(QUESTION)
    assert set(window.recall.marking.marks.ids) == marked
    shown = {row.hit.id for row in window.recall.results.model.records}
    assert {shown_id for shown_id in shown if shown_id in window.recall.marking.marks} == shown & marked
    hidden = len(marked - shown)
    assert window.curating.marked.text.startswith("5 marked")
    assert (f"{hidden} of them not in this list" in window.curating.marked.text) is (hidden > 0)


def test_all_that_is_shown_is_marked_filters_and_hidden_rows_left_out(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    window = open_window
    ask("Who owes Admon money?")
    results = window.recall.results
    qtbot.keyClick(window.recall.query.question, Qt.Key.Key_Down)
    results.headline.kinds[Finder.BOTH].click()
    results.view.setFocus()
    visible = [row for row in range(results.model.rowCount()) if not results.view.isRowHidden(row)]
    assert 0 < len(visible) < results.model.rowCount()
    qtbot.keyClick(results.view, Qt.Key.Key_A, CTRL)
    assert rows_marked(results.view) == visible
    qtbot.keyClick(results.view, Qt.Key.Key_A, CTRL | SHIFT)
    assert not window.recall.marking.marks
    assert not window.curating.marked.isVisible()


def test_all_records_are_marked_at_once(open_window: Window, qtbot: QtBot) -> None:
    view = listed(open_window, qtbot)
    qtbot.keyClick(view, Qt.Key.Key_A, CTRL)
    wait(qtbot, lambda: len(open_window.recall.marking.marks) == view.model().rowCount())
    wait(qtbot, lambda: open_window.curating.marked.text == f"{view.model().rowCount()} marked")


def test_ctrl_a_in_the_question_selects_its_text(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    edit = open_window.recall.query.question
    qtbot.keyClick(edit, Qt.Key.Key_A, CTRL)
    assert edit.selectedText() == QUESTION
    assert not open_window.recall.marking.marks


def test_space_on_a_heading_sorts_and_marks_nothing(open_window: Window, qtbot: QtBot) -> None:
    view = open_window.recall.records.view
    listed(open_window, qtbot)
    view.header.setFocus()
    before = view.header.order
    qtbot.keyClick(view.header, Qt.Key.Key_Space)
    assert view.header.order != before
    assert not open_window.recall.marking.marks


def test_esc_leads_to_the_question_and_the_marks_stay(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    choose(open_window, qtbot, "early Ilse")
    view = open_window.recall.results.view
    qtbot.keyClick(view, Qt.Key.Key_Space)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert open_window.recall.query.question.hasFocus()
    assert len(open_window.recall.marking.marks) == 1


def test_the_record_followed_in_the_ladder_can_be_marked(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    id = choose(open_window, qtbot, "early Ilse")
    open_window.recall.show_view("ladder")
    view = open_window.recall.ladder.view
    wait(qtbot, lambda: view.content is not None)
    view.setFocus()
    before = view.grab().toImage()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert open_window.recall.marking.marks.ids == (id,)
    assert view.grab().toImage() != before


def test_rows_found_by_a_text_can_be_marked(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    open_window.show_missed()
    missed = open_window.recall.missed
    missed.look_for("Admon")
    wait(qtbot, lambda: missed.model.rowCount() > 0)
    qtbot.keyClick(missed.box, Qt.Key.Key_Down)
    qtbot.keyClick(missed.view, Qt.Key.Key_Down, SHIFT)
    assert rows_marked(missed.view) == [0, 1]


def test_a_marked_row_says_so_to_a_screen_reader(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = HitsModel()
    model.set_records([HitRow(hit(1)), HitRow(hit(2))])
    model.marked = {RecordId(f"{2:032x}")}
    spoken = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in (0, 1)]
    assert [text.startswith("marked, ") for text in spoken] == [False, True]
    qtmodeltester.check(model)
