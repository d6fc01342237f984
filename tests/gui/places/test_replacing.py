"""Supersessions in the real window: by search, by drag, several at once, their chain, and a text written anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from pytestqt.qtbot import QtBot

from mnemoscope import curation, indexing, ingest, reading
from mnemoscope.records import Record, RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs import acts as acts_of
from mnemoscope_gui.models.chain import ChainRow
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.values import Direction
from mnemoscope_gui.views.drags import Drags, mime_of, row_at
from mnemoscope_gui.window import Window

from ..driving import QUESTION, Ask, choose, wait

SHIFT, CTRL, NONE = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.NoModifier,
)
ADMON, MARTA, SWAPPED = "night Admon", "Who works Sunday", "Swapped: Pere"


def stored(path: Path, id: str) -> Record:
    with Vault.open(path, read_only=True) as vault:
        return reading.record(vault, id)


def acts(path: Path) -> int:
    with Vault.open(path, read_only=True) as vault:
        return len(reading.history(vault))


def find(path: Path, word: str) -> Record:
    with Vault.open(path, read_only=True) as vault:
        return reading.containing(vault, word)[0]


def begin(window: Window, qtbot: QtBot, word: str, key: str = "S") -> RecordId:
    """Walk to a record and press S on it; what is near by is offered."""
    id = choose(window, qtbot, word)
    qtbot.keyClick(window.recall.results.view, Qt.Key.Key_S, SHIFT if key == "Shift+S" else NONE)
    choosing = window.recall.replacing_part.choosing
    wait(qtbot, lambda: choosing.isVisible() and choosing.model.rowCount() > 0)
    return id


def search(window: Window, qtbot: QtBot, text: str) -> None:
    choosing = window.recall.replacing_part.choosing
    choosing.box.selectAll()
    qtbot.keyClicks(choosing.box, text)
    wait(qtbot, lambda: choosing.answered)


def walk_to(window: Window, qtbot: QtBot, word: str) -> None:
    choosing = window.recall.replacing_part.choosing
    qtbot.keyClick(choosing.box, Qt.Key.Key_Down)
    at = next(place for place, row in enumerate(choosing.model.records) if word in row.record.indexed_text)
    while (row := choosing.view.currentIndex().row()) != at:
        qtbot.keyClick(choosing.view, Qt.Key.Key_Down if row < at else Qt.Key.Key_Up)


def copies_known(window: Window) -> bool:
    return "Looking" not in window.recall.replacing_part.panel.copies_text


# ---------------------------------------------------------------- by search


def test_near_by_records_of_the_same_app_are_offered_before_anything_is_typed(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    ask(QUESTION)
    older = begin(open_window, qtbot, MARTA)
    choosing = open_window.recall.replacing_part.choosing
    assert QApplication.focusWidget() is choosing.box
    assert {row.record.app for row in choosing.model.records} == {"ward"}
    assert older not in {row.record.id for row in choosing.model.records}
    assert not any(row.refusal for row in choosing.model.records)
    assert open_window.recall.query.question.text() == QUESTION


def test_replacement_is_found_by_a_search_confirmed_by_enter_and_taken_back_by_undo(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    older = begin(open_window, qtbot, MARTA)
    search(open_window, qtbot, "Pere does Sunday")
    walk_to(open_window, qtbot, SWAPPED)
    view = open_window.recall.replacing_part.choosing.view
    qtbot.keyClick(view, Qt.Key.Key_Return)
    panel = open_window.recall.replacing_part.panel
    newer = find(vault_path, SWAPPED)
    assert f"is replaced by {newer.id[:6]}" in panel.text
    assert stored(vault_path, older).superseded_by is None
    before = acts(vault_path)
    qtbot.keyClick(panel.chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: stored(vault_path, older).superseded_by == newer.id)
    assert acts(vault_path) == before + 1
    wait(qtbot, lambda: not panel.isVisible())
    assert open_window.recall.results.isVisible()
    assert open_window.session.selected == older
    wait(qtbot, lambda: "Superseded by" in open_window.inspector._state.text())
    row = open_window.recall.results.model.row_of(older)
    assert row is not None
    assert not open_window.recall.results.model.records[row].in_force
    wait(qtbot, open_window.actions_by_id["edit.undo"].isEnabled)
    qtbot.keyClick(open_window, Qt.Key.Key_Z, CTRL)
    wait(qtbot, lambda: stored(vault_path, older).superseded_by is None)


def test_escape_leaves_everything_as_it_was(open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot) -> None:
    ask(QUESTION)
    older = begin(open_window, qtbot, MARTA)
    before = acts(vault_path)
    choosing, panel = open_window.recall.replacing_part.choosing, open_window.recall.replacing_part.panel
    qtbot.keyClick(choosing.box, Qt.Key.Key_Return)
    assert panel.isVisible()
    qtbot.keyClick(panel.chain, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    assert choosing.isVisible()
    assert QApplication.focusWidget() is choosing.box
    qtbot.keyClick(choosing.box, Qt.Key.Key_Escape)
    assert not open_window.recall.replacing.is_open
    assert QApplication.focusWidget() is open_window.recall.results.view
    assert open_window.session.selected == older
    assert open_window.recall.query.question.text() == QUESTION
    assert acts(vault_path) == before


@pytest.mark.parametrize(
    ("text", "word", "why"),
    [
        ("Who works Sunday", MARTA, "same record"),
        ("twelve euros", "twelve euros", "two apps: ward and home"),
        ("badge list", "badge list", "is inactive"),
        ("pays double", "pays double", "is superseded by"),
    ],
)
def test_what_cannot_be_chosen_is_shown_with_its_reason_and_refused_in_one_sentence(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot, text: str, word: str, why: str
) -> None:
    with Vault.open(vault_path) as vault:
        curation.deactivate(vault, [reading.containing(vault, "badge list")[0].id], "old")
        curation.supersede(
            vault, reading.containing(vault, "pays double")[0].id, reading.containing(vault, "El torn")[0].id
        )
    ask(QUESTION)
    begin(open_window, qtbot, MARTA)
    search(open_window, qtbot, text)
    walk_to(open_window, qtbot, word)
    choosing = open_window.recall.replacing_part.choosing
    assert choosing.current is not None
    assert why in choosing.current.refusal
    before = acts(vault_path)
    qtbot.keyClick(choosing.view, Qt.Key.Key_Return)
    assert why in open_window.notice.text
    assert open_window.recall.replacing.proposal is None
    assert acts(vault_path) == before


def test_one_record_replaces_several_that_are_ticked_in_one_act(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    newer = begin(open_window, qtbot, SWAPPED, "Shift+S")
    choosing, panel = open_window.recall.replacing_part.choosing, open_window.recall.replacing_part.panel
    assert choosing.switch.choice == Direction.REPLACES.value
    for word in (MARTA, "pays double"):
        search(open_window, qtbot, word)
        walk_to(open_window, qtbot, word)
        qtbot.keyClick(choosing.view, Qt.Key.Key_Space)
    qtbot.keyClick(choosing.view, Qt.Key.Key_Return)
    assert panel.text.startswith("2 records are replaced by")
    assert not panel.buttons["turn"].isVisible()
    before = acts(vault_path)
    wait(qtbot, lambda: copies_known(open_window))
    for id in open_window.recall.replacing.ticked:
        open_window.recall.replacing.tick(id)
    qtbot.keyClick(panel.chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: acts(vault_path) == before + 1)
    assert {stored(vault_path, find(vault_path, word).id).superseded_by for word in (MARTA, "pays double")} == {newer}


def test_direction_is_turned_by_a_key_and_by_the_switch(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    older = begin(open_window, qtbot, MARTA)
    choosing, panel = open_window.recall.replacing_part.choosing, open_window.recall.replacing_part.panel
    qtbot.keyClick(choosing.box, Qt.Key.Key_Return)
    first = panel.text
    qtbot.keyClick(panel.chain, Qt.Key.Key_T)
    assert panel.text != first
    assert f"is replaced by {older[:6]}" in panel.text
    qtbot.keyClick(panel.chain, Qt.Key.Key_Escape)
    choosing.switch.chosen.emit(Direction.REPLACES.value)
    assert open_window.recall.replacing.search is not None
    assert open_window.recall.replacing.search.direction is Direction.REPLACES


def test_impact_is_computed_on_demand(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    qtbot.keyClick(open_window.recall.query.question, Qt.Key.Key_Return)
    begin(open_window, qtbot, MARTA)
    panel = open_window.recall.replacing_part.panel
    qtbot.keyClick(open_window.recall.replacing_part.choosing.box, Qt.Key.Key_Return)
    assert not panel.impact.isVisible()
    wait(qtbot, lambda: copies_known(open_window))
    qtbot.keyClick(panel.chain, Qt.Key.Key_I)
    assert panel.impact.isVisible()
    wait(qtbot, lambda: panel.impact.model.rowCount() > 0)
    qtbot.keyClick(panel.chain, Qt.Key.Key_I)
    assert not panel.impact.isVisible()


def test_record_that_another_process_deactivated_a_moment_ago_is_refused_in_one_sentence(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    older = begin(open_window, qtbot, MARTA)
    qtbot.keyClick(open_window.recall.replacing_part.choosing.box, Qt.Key.Key_Return)
    proposal, panel = open_window.recall.replacing.proposal, open_window.recall.replacing_part.panel
    assert proposal is not None
    with Vault.open(vault_path, "ward") as vault:
        curation.deactivate(vault, [proposal.newer.id], "old")
    before = acts(vault_path)
    qtbot.keyClick(panel.chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: proposal.newer.id[:6] in open_window.notice.text)
    assert acts(vault_path) == before
    assert stored(vault_path, older).superseded_by is None
    assert panel.isVisible()
    qtbot.keyClick(panel.chain, Qt.Key.Key_Escape)
    qtbot.keyClick(open_window.recall.replacing_part.choosing.box, Qt.Key.Key_Escape)
    assert not open_window.recall.replacing.is_open


def test_another_question_gives_the_search_up(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    begin(open_window, qtbot, MARTA)
    ask("tomatoes")
    assert not open_window.recall.replacing.is_open
    assert open_window.recall.results.isVisible()


# ---------------------------------------------------------------- copies, marks


KEYS = (
    "The keys of the north stair hang by the desk until 21:00.",
    "The keys of the north stair hang by the desk, until 21:00.",
    "The keys of the north stair hang by the desk until 22:00.",
    "From June the keys of the north stair hang in the lodge until 23:00.",
)


@pytest.fixture
def keys(vault_path: Path) -> tuple[RecordId, ...]:
    """A claim, a copy of it, one with another number, and what is true now."""
    with Vault.open(vault_path) as vault:
        ids = tuple(ingest.add(vault, text, app="ward").ids[0] for text in KEYS)
        indexing.embed_pending(vault, bulk=False)
    return ids


def propose(window: Window, qtbot: QtBot, older: RecordId, newer: RecordId) -> None:
    """Drop one on the other, as far as the window is concerned."""
    path = window.session.path
    assert path is not None
    window.recall.replacing_part._on_dropped(stored(path, older), stored(path, newer), {})
    assert window.recall.replacing_part.panel.isVisible()


def test_copies_that_say_the_same_are_ticked_and_different_ones_are_marked_and_not_ticked(
    keys: tuple[RecordId, ...], open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    claim, copy, other, truth = keys
    propose(open_window, qtbot, claim, truth)
    wait(qtbot, lambda: copies_known(open_window))
    panel = open_window.recall.replacing_part.panel
    rows = {row.record.id: row for row in panel.chain.rows.records}
    assert rows[copy].ticked is True
    assert rows[other].ticked is False
    assert rows[other].note == "different: “22:00”, not “21:00”"
    assert [rows[other].record.text[a:b] for a, b in rows[other].come] == ["22:00"]
    assert "1 copy says the same" in panel.copies_text
    before = acts(vault_path)
    qtbot.keyClick(panel.chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: stored(vault_path, claim).superseded_by == truth)
    assert stored(vault_path, copy).superseded_by == truth
    assert stored(vault_path, other).superseded_by is None
    assert acts(vault_path) == before + 1


def test_space_takes_a_copy_along_or_leaves_it(
    keys: tuple[RecordId, ...], open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    claim, copy, other, truth = keys
    propose(open_window, qtbot, claim, truth)
    wait(qtbot, lambda: copies_known(open_window))
    chain = open_window.recall.replacing_part.panel.chain
    for id in (copy, other):
        at = chain.rows.row_of(id)
        while at is not None and chain.currentIndex().row() != at:
            qtbot.keyClick(chain, Qt.Key.Key_Down if chain.currentIndex().row() < at else Qt.Key.Key_Up)
        qtbot.keyClick(chain, Qt.Key.Key_Space)
        assert chain.row is not None
        assert chain.row.record.id == id
    qtbot.keyClick(chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: stored(vault_path, claim).superseded_by == truth)
    assert stored(vault_path, copy).superseded_by is None
    assert stored(vault_path, other).superseded_by == truth


def test_copies_that_come_to_light_after_a_quick_yes_are_proposed_then(
    keys: tuple[RecordId, ...], open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    claim, copy, other, truth = keys
    part = open_window.recall.replacing_part
    view = open_window.recall.records.view
    view.setFocus()
    propose(open_window, qtbot, claim, truth)
    qtbot.keyClick(part.panel.chain, Qt.Key.Key_Return)  # nobody waits for the copies
    wait(qtbot, lambda: stored(vault_path, claim).superseded_by == truth)
    wait(qtbot, lambda: part.replacing.proposal is not None and bool(part.replacing.proposal.replaced))
    assert part.panel.text.startswith("These copies still say")
    assert not part.panel.isAncestorOf(QApplication.focusWidget())
    assert stored(vault_path, copy).superseded_by is None
    part.take_focus()
    qtbot.keyClick(part.panel.chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: stored(vault_path, copy).superseded_by == truth)
    assert stored(vault_path, other).superseded_by is None


def test_copies_of_a_record_that_was_superseded_elsewhere_are_asked_about_by_a_command(
    keys: tuple[RecordId, ...], open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    claim, copy, other, truth = keys
    ask("Where do the keys of the north stair hang?")
    choose(open_window, qtbot, KEYS[0])
    assert not open_window.actions_by_id["record.copies"].isEnabled()
    open_window.session.carry_out(acts_of.supersede((claim,), truth))
    wait(qtbot, open_window.actions_by_id["record.copies"].isEnabled)
    open_window.actions_by_id["record.copies"].trigger()
    panel = open_window.recall.replacing_part.panel
    wait(qtbot, lambda: copies_known(open_window))
    ticks = {row.record.id: row.ticked for row in panel.chain.rows.records}
    assert ticks == {truth: None, claim: None, copy: True, other: False}
    before = acts(vault_path)
    qtbot.keyClick(panel.chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: stored(vault_path, copy).superseded_by == truth)
    assert acts(vault_path) == before + 1


def test_marked_records_are_the_older_ones_of_the_record_that_is_looked_at(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    view = open_window.recall.results.view
    older = []
    for word in (MARTA, "pays double"):
        older.append(choose(open_window, qtbot, word))
        qtbot.keyClick(view, Qt.Key.Key_Space)
    newer = choose(open_window, qtbot, SWAPPED)
    qtbot.keyClick(view, Qt.Key.Key_S, SHIFT)
    panel = open_window.recall.replacing_part.panel
    wait(qtbot, panel.isVisible)
    assert panel.text.startswith("2 records are replaced by")
    before = acts(vault_path)
    qtbot.keyClick(panel.chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: {stored(vault_path, id).superseded_by for id in older} == {newer})
    assert acts(vault_path) == before + 1
    wait(qtbot, lambda: len(open_window.recall.marking.marks) == 0)


def test_what_replaces_all_that_are_marked_is_searched_for(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    view = open_window.recall.results.view
    older = []
    for word in (MARTA, "pays double"):
        older.append(choose(open_window, qtbot, word))
        qtbot.keyClick(view, Qt.Key.Key_Space)
    qtbot.keyClick(view, Qt.Key.Key_S)
    choosing = open_window.recall.replacing_part.choosing
    wait(qtbot, lambda: choosing.isVisible() and choosing.model.rowCount() > 0)
    assert choosing.known.text() == "2 marked records"
    assert not choosing.switch.isEnabled()
    search(open_window, qtbot, "Swapped")
    walk_to(open_window, qtbot, SWAPPED)
    qtbot.keyClick(choosing.view, Qt.Key.Key_Return)
    qtbot.keyClick(open_window.recall.replacing_part.panel.chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: None not in {stored(vault_path, id).superseded_by for id in older})


def test_a_circle_of_three_is_refused_in_one_sentence(
    keys: tuple[RecordId, ...], open_window: Window, vault_path: Path, qtbot: QtBot
) -> None:
    first, second, third, _ = keys
    propose(open_window, qtbot, third, first)
    with Vault.open(vault_path, "ward") as vault:  # between the question and the yes
        curation.supersede(vault, first, second)
        curation.supersede(vault, second, third)
    before = acts(vault_path)
    qtbot.keyClick(open_window.recall.replacing_part.panel.chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: "circle" in open_window.notice.text)
    assert acts(vault_path) == before
    assert stored(vault_path, third).superseded_by is None


# ---------------------------------------------------------------- by drag


def hold(view: QAbstractItemView, row: int, data: QMimeData, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Hold what is dragged over a row."""
    point = view.visualRect(view.model().index(row, 0)).center()
    for kind in (QDragEnterEvent, QDragMoveEvent):
        event = kind(point, Qt.DropAction.LinkAction, data, Qt.MouseButton.LeftButton, modifiers)
        QApplication.sendEvent(view.viewport(), event)


def let_go(view: QAbstractItemView, row: int, data: QMimeData, modifiers: Qt.KeyboardModifier = NONE) -> None:
    point = view.visualRect(view.model().index(row, 0)).center()
    hold(view, row, data, modifiers)
    event = QDropEvent(point, Qt.DropAction.LinkAction, data, Qt.MouseButton.LeftButton, modifiers)
    QApplication.sendEvent(view.viewport(), event)


@pytest.fixture
def drag(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Takes a record up, as a mouse that is pulled does, and does something while it is in the hand."""

    def dragged(drags: Drags, view: QAbstractItemView, row: int, then: Callable[[QMimeData], None]) -> None:
        spot = row_at(view)(view.visualRect(view.model().index(row, 0)).center())
        assert spot is not None
        data = mime_of(spot.record)
        monkeypatch.setattr("mnemoscope_gui.views.drags.QDrag.exec", lambda *_: then(data))
        drags.carry(spot)

    return dragged


def rows_of(window: Window, *words: str) -> list[int]:
    rows = window.recall.results.model.records
    return [next(at for at, row in enumerate(rows) if word in row.record.indexed_text) for word in words]


def test_record_dropped_on_another_proposes_that_the_later_one_replaces_it(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot, drag: Callable[..., None]
) -> None:
    ask(QUESTION)
    results = open_window.recall.results
    later, earlier = rows_of(open_window, SWAPPED, MARTA)
    older, newer = results.model.records[earlier].record, results.model.records[later].record
    said: list[str] = []

    def over(data: QMimeData) -> None:
        hold(results.view, earlier, data)
        said.append(results.drags.sentence)
        hold(results.view, earlier, data, SHIFT)
        said.append(results.drags.sentence)
        let_go(results.view, earlier, data)

    drag(results.drags, results.view, later, over)
    assert f"{older.id[:6]} (3 May 2025) is replaced by {newer.id[:6]} (5 May 2025)" in said[0]
    assert f"is replaced by {older.id[:6]}" in said[1]
    assert results.drags.sentence == ""
    panel = open_window.recall.replacing_part.panel
    assert f"is replaced by {newer.id[:6]}" in panel.text
    assert stored(vault_path, older.id).superseded_by is None
    qtbot.keyClick(panel.chain, Qt.Key.Key_Return)
    wait(qtbot, lambda: stored(vault_path, older.id).superseded_by == newer.id)
    wait(qtbot, lambda: not panel.isVisible())
    assert QApplication.focusWidget() is results.view


def test_drop_that_cannot_be_says_why_and_does_nothing(
    open_window: Window, ask: Ask, vault_path: Path, drag: Callable[..., None]
) -> None:
    ask(QUESTION)
    results = open_window.recall.results
    ward, home = rows_of(open_window, MARTA, "twelve euros")
    before = acts(vault_path)
    for onto, why in ((ward, "same record"), (home, "two apps")):
        said: list[str] = []

        def over(data: QMimeData, onto: int = onto, said: list[str] = said) -> None:
            hold(results.view, onto, data)
            said.append(results.drags.sentence)
            let_go(results.view, onto, data)

        drag(results.drags, results.view, ward, over)
        assert why in said[0]
        assert why in open_window.notice.text
        assert open_window.recall.replacing.proposal is None
    assert acts(vault_path) == before


def test_a_pull_of_the_mouse_takes_a_row_up_and_chooses_no_other(
    open_window: Window, ask: Ask, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(QUESTION)
    view = open_window.recall.results.view
    taken: list[Record] = []
    monkeypatch.setattr(Drags, "carry", lambda _, spot: taken.append(spot.record))
    first = view.visualRect(view.model().index(1, 0)).center()
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=first)
    for step in (2, 30, 60):
        move = first + QPoint(0, step)
        qtbot.mouseMove(view.viewport(), move)
        event = _moved(view.viewport(), move)
        QApplication.sendEvent(view.viewport(), event)
    assert [record.id for record in taken] == [open_window.recall.results.model.records[1].record.id]
    assert view.currentIndex().row() == 1


def _moved(widget: QWidget, at: QPoint) -> QMouseEvent:
    return QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(widget.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        NONE,
    )


def test_records_of_all_lists_and_of_the_chain_take_a_drop(
    open_window: Window, ask: Ask, qtbot: QtBot, drag: Callable[..., None], vault_path: Path
) -> None:
    records = open_window.recall.records
    wait(qtbot, lambda: all(records.model.index(row, 0).data(RECORD_ROLE) for row in range(6)))
    rows = [row for row in range(12) if records.model.index(row, 0).data(RECORD_ROLE).record.app == "ward"]
    drag(records.drags, records.view, rows[0], lambda data: let_go(records.view, rows[1], data))
    assert open_window.recall.replacing.proposal is not None
    open_window.recall.replacing.end()
    ask(QUESTION)
    choose(open_window, qtbot, MARTA)
    open_window.inspector.tabs.setCurrentIndex(2)
    chain, results = open_window.inspector.chain, open_window.recall.results
    (row,) = rows_of(open_window, SWAPPED)
    drag(results.drags, results.view, row, lambda data: let_go(chain, 0, data))
    assert open_window.recall.replacing.proposal is not None
    open_window.recall.replacing.end()
    open_window.recall.show_view("ladder")
    view = open_window.recall.ladder.view
    wait(qtbot, lambda: view.content is not None)
    layout = view.layout_now
    point = QPoint(round((layout.rows_left + layout.rows_right) / 2), round(layout.row_y(2)))
    found = view.row_under(point)
    assert found is not None
    assert view.content is not None
    assert found[0] == view.content.rows[2]


def test_files_held_over_a_list_are_still_for_the_window(open_window: Window, ask: Ask, tmp_path: Path) -> None:
    ask(QUESTION)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "notes.md"))])
    hold(open_window.recall.results.view, 0, data)
    assert open_window.drop.isVisible()
    assert open_window.recall.results.drags.sentence == ""
    QApplication.sendEvent(open_window.recall.results.view.viewport(), QDragLeaveEvent())
    assert not open_window.drop.isVisible()


# ---------------------------------------------------------------- the chain


@pytest.fixture
def chained(open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot) -> RecordId:
    """A record in front that replaces one, which itself replaces another; their chain on show."""
    with Vault.open(vault_path) as vault:
        newest = reading.containing(vault, SWAPPED)[0].id
        older, oldest = reading.containing(vault, MARTA)[0].id, reading.containing(vault, "pays double")[0].id
        curation.supersede(vault, older, newest)
        curation.supersede(vault, oldest, older)
    ask("Swapped Pere Monday shift")
    id = choose(open_window, qtbot, SWAPPED)
    open_window.inspector.tabs.setCurrentIndex(2)
    wait(qtbot, lambda: len(open_window.inspector.chain.rows.records) == 3)
    return id


def test_enter_goes_to_a_record_of_the_chain(open_window: Window, chained: RecordId, qtbot: QtBot) -> None:
    chain = open_window.inspector.chain
    chain.setFocus()
    qtbot.keyClick(chain, Qt.Key.Key_Down)
    assert chain.row is not None
    target = chain.row.record.id
    qtbot.keyClick(chain, Qt.Key.Key_Return)
    assert open_window.session.selected == target
    wait(qtbot, lambda: open_window.session.detail is not None and open_window.session.detail.record.id == target)
    assert [row.is_current for row in chain.rows.records] == [False, True, False]


def test_del_lets_an_older_record_be_itself_again_and_undo_brings_the_edge_back(
    open_window: Window, chained: RecordId, vault_path: Path, qtbot: QtBot
) -> None:
    chain = open_window.inspector.chain
    chain.setFocus()
    qtbot.keyClick(chain, Qt.Key.Key_End)
    assert chain.row is not None
    oldest = chain.row.record.id
    qtbot.keyClick(chain, Qt.Key.Key_Delete)
    wait(qtbot, lambda: stored(vault_path, oldest).superseded_by is None)
    wait(qtbot, lambda: len(chain.rows.records) == 2)
    wait(qtbot, open_window.actions_by_id["edit.undo"].isEnabled)
    qtbot.keyClick(open_window, Qt.Key.Key_Z, CTRL)
    wait(qtbot, lambda: len(chain.rows.records) == 3)


def test_del_on_the_newest_says_that_there_is_nothing_to_remove(
    open_window: Window, chained: RecordId, vault_path: Path, qtbot: QtBot
) -> None:
    before = acts(vault_path)
    open_window.inspector.chain.setFocus()
    qtbot.keyClick(open_window.inspector.chain, Qt.Key.Key_Home)
    qtbot.keyClick(open_window.inspector.chain, Qt.Key.Key_Delete)
    assert "nothing to remove" in open_window.notice.text
    assert acts(vault_path) == before


def test_mouse_finds_the_same_in_a_menu(open_window: Window, chained: RecordId, vault_path: Path, qtbot: QtBot) -> None:
    chain = open_window.inspector.chain
    oldest: ChainRow = chain.rows.records[2]
    go, remove = chain.menu(oldest).actions()
    assert (go.text(), remove.text()) == ("Look at this record", "No longer replaced")
    remove.trigger()
    wait(qtbot, lambda: stored(vault_path, oldest.record.id).superseded_by is None)


# ---------------------------------------------------------------- a text written anew


def edit(window: Window, qtbot: QtBot, word: str) -> RecordId:
    id = choose(window, qtbot, word)
    qtbot.keyClick(window.recall.results.view, Qt.Key.Key_E, CTRL)
    assert QApplication.focusWidget() is window.inspector.editor.box
    return id


def test_kept_text_is_a_new_record_that_is_indexed_and_selected_and_the_old_one_is_struck(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    old = edit(open_window, qtbot, MARTA)
    box = open_window.inspector.editor.box
    assert box.toPlainText().startswith("Who works Sunday?")
    qtbot.keyClicks(box, " And the quokka?")
    qtbot.keyClick(box, Qt.Key.Key_Return, CTRL)
    wait(qtbot, lambda: stored(vault_path, old).superseded_by is not None)
    new = stored(vault_path, old).superseded_by
    assert new is not None
    record = stored(vault_path, new)
    assert record.text.endswith("And the quokka?")
    assert (record.speaker, record.app, record.kind) == ("Marta", "ward", stored(vault_path, old).kind)
    wait(qtbot, lambda: open_window.session.detail is not None and open_window.session.detail.record.id == new)
    assert open_window.session.selected == new
    assert not open_window.inspector.editor.isVisible()
    row = open_window.recall.results.model.row_of(old)
    assert row is not None
    assert not open_window.recall.results.model.records[row].in_force
    assert "quokka" in open_window.inspector._text.toPlainText()
    wait(qtbot, lambda: open_window.session.health is not None and open_window.session.health.to_embed == 0)
    ask("quokka")
    assert open_window.recall.results.model.records[0].hit.id == new
    assert open_window.recall.results.model.records[0].hit.vector is not None


def test_unchanged_text_writes_nothing_and_asks_nothing(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    before = acts(vault_path)
    edit(open_window, qtbot, MARTA)
    qtbot.keyClick(open_window.inspector.editor.box, Qt.Key.Key_Return, CTRL)
    assert not open_window.inspector.editor.isVisible()
    assert open_window.inspector._text.isVisible()
    assert open_window.notice.text == ""
    assert QApplication.focusWidget() is open_window.recall.results.view
    assert acts(vault_path) == before


def test_escape_leaves_the_text_as_it_was(open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot) -> None:
    ask(QUESTION)
    before = acts(vault_path)
    edit(open_window, qtbot, MARTA)
    qtbot.keyClicks(open_window.inspector.editor.box, " dsr")
    qtbot.keyClick(open_window.inspector.editor.box, Qt.Key.Key_Escape)
    assert not open_window.inspector.editor.isVisible()
    assert acts(vault_path) == before
    qtbot.keyClick(open_window.recall.results.view, Qt.Key.Key_E, CTRL)
    assert not open_window.inspector.editor.is_changed


def test_text_that_was_begun_waits_while_another_record_is_looked_at(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    ask(QUESTION)
    edit(open_window, qtbot, MARTA)
    qtbot.keyClicks(open_window.inspector.editor.box, " And Nil?")
    choose(open_window, qtbot, ADMON)
    assert not open_window.inspector.editor.isVisible()
    edit(open_window, qtbot, MARTA)
    assert open_window.inspector.editor.text.endswith("And Nil?")


def test_empty_text_is_refused_in_one_sentence_and_what_was_typed_stays(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    before = acts(vault_path)
    edit(open_window, qtbot, MARTA)
    box = open_window.inspector.editor.box
    box.selectAll()
    qtbot.keyClick(box, Qt.Key.Key_Delete)
    qtbot.keyClick(box, Qt.Key.Key_Return, CTRL)
    wait(qtbot, lambda: bool(open_window.notice.text))
    assert box.isVisible()
    assert acts(vault_path) == before
