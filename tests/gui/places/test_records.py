"""All records: the model without a vault, and the list in the real window, driven as a person would."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from mnemoscope import curation, ingest, reading
from mnemoscope.listing import NEWEST, By, Order, Show, State
from mnemoscope.records import Kind, RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui import look
from mnemoscope_gui.models.records import COLUMNS, HELD, NOTHING, RecordRow, RecordsModel, spoken
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.panels.records import RecordsPanel
from mnemoscope_gui.window import Window

from ..conftest import PATIENCE
from ..values import record

Ask = Callable[[str], None]
TEXT = next(place for place, column in enumerate(COLUMNS) if column.id == "text")
LENGTH = next(place for place, column in enumerate(COLUMNS) if column.id == "length")


class Numbers:
    """Synthetic places: the id is the number."""

    show, order, whole = Show(), NEWEST, 100_000

    def __init__(self, *ids: int, count: int = 0) -> None:
        self._ids = ids or range(count)

    def __len__(self) -> int:
        return len(self._ids)

    def id(self, place: int) -> RecordId:
        return RecordId(f"{self._ids[place]:032x}")

    def find(self, id: RecordId) -> int | None:
        return self._ids.index(int(id, 16)) if int(id, 16) in self._ids else None


def row(number: int, *states: State, **changes: object) -> RecordRow:
    return RecordRow(record(number, **changes), f"{number:06x}", frozenset(states or (State.ACTIVE,)))  # type: ignore[arg-type]


def rows(*numbers: int) -> dict[RecordId, RecordRow | None]:
    return {RecordId(f"{number:032x}"): row(number, text=f"text {number}") for number in numbers}


def text(model: RecordsModel, place: int) -> object:
    return model.data(model.index(place, TEXT))


# ---------------------------------------------------------------- the model


def test_model_keeps_the_contract_when_listed_read_and_emptied(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = RecordsModel()
    qtmodeltester.check(model)
    model.set_places(Numbers(count=40))
    model.set_rows(rows(*range(20)))
    model.set_places(Numbers(3, 2, 1))
    model.set_places(NOTHING)
    model.set_places(Numbers(count=7))
    assert model.rowCount() == 7


def test_a_hundred_thousand_rows_are_places_until_they_are_read(qtbot: QtBot) -> None:
    model = RecordsModel()
    model.set_places(Numbers(count=100_000))
    assert model.rowCount() == 100_000
    assert text(model, 50_000) is None
    assert model.data(model.index(50_000, TEXT), RECORD_ROLE) is None
    assert model.missing(50_000, 50_030)
    model.set_rows(rows(*range(50_000, 50_031)))
    assert text(model, 50_000) == "text 50000"
    assert not model.missing(50_000, 50_030)
    assert model.missing(50_000, 50_031)


def test_a_page_that_arrives_after_the_list_changed_fills_only_the_records_it_read(qtbot: QtBot) -> None:
    model = RecordsModel()
    model.set_places(Numbers(1, 2, 3))
    model.set_places(Numbers(9, 3, 8))
    model.set_rows(rows(1, 2, 3))
    assert [text(model, place) for place in range(3)] == [None, "text 3", None]


def test_what_was_read_shows_at_once_in_another_order(qtbot: QtBot) -> None:
    model = RecordsModel()
    model.set_places(Numbers(1, 2, 3))
    model.set_rows(rows(1, 2, 3))
    model.set_places(Numbers(3, 1))
    assert [text(model, place) for place in range(2)] == ["text 3", "text 1"]


def test_no_more_is_kept_than_agreed_and_the_newest_stays(qtbot: QtBot) -> None:
    model = RecordsModel()
    model.set_places(Numbers(count=HELD + 100))
    model.set_rows(rows(*range(HELD)))
    model.set_rows(rows(*range(HELD, HELD + 100)))
    assert text(model, 0) is None
    assert text(model, HELD + 99) == f"text {HELD + 99}"


def test_a_record_forgotten_since_keeps_its_place_and_says_so(qtbot: QtBot) -> None:
    model = RecordsModel()
    model.set_places(Numbers(1, 2))
    model.set_rows({RecordId(f"{1:032x}"): None})
    assert text(model, 0) == "forgotten"
    assert text(model, 1) is None
    assert not model.missing(0, 0)


def test_states_are_told_in_words_the_one_a_verdict_names_first(qtbot: QtBot) -> None:
    assert row(1).state == "active"
    out = row(1, State.SUPERSEDED, State.EXPIRED)
    assert (out.state, out.all_states, out.in_force) == ("superseded", "superseded, expired", False)
    assert spoken(out).startswith("superseded, ")


# ---------------------------------------------------------------- the panel


@pytest.fixture
def panel(qtbot: QtBot) -> RecordsPanel:
    shown = RecordsPanel()
    qtbot.addWidget(shown)
    shown.resize(900, 400)
    shown.show_listing(Numbers(count=100_000))  # type: ignore[arg-type]
    shown.show()
    shown.activateWindow()
    qtbot.waitExposed(shown)
    return shown


def test_scrolling_wants_the_rows_in_sight_and_none_that_are_read(panel: RecordsPanel, qtbot: QtBot) -> None:
    bar = panel.view.verticalScrollBar()
    with qtbot.waitSignal(panel.rows_wanted) as wanted:
        bar.setValue(50_000 * look.Height.ROW)
    first, last = wanted.args
    assert first == 50_000
    assert 10 <= last - first <= 20
    panel.show_rows(rows(*range(first, last + 1)))
    with qtbot.assertNotEmitted(panel.rows_wanted):
        bar.setValue(bar.value() + 1)


def test_a_new_listing_keeps_the_selected_record_and_what_is_in_sight(panel: RecordsPanel, qtbot: QtBot) -> None:
    panel.view.verticalScrollBar().setValue(500 * look.Height.ROW + 5)
    panel.view.setCurrentIndex(panel.model.index(505, 0))
    with qtbot.assertNotEmitted(panel.record_chosen):
        panel.show_listing(Numbers(*range(200_000, 200_003), *range(1000)))  # type: ignore[arg-type]
    assert panel.selected == RecordId(f"{505:032x}")
    assert panel.view.verticalScrollBar().value() == 503 * look.Height.ROW + 5


def test_at_the_top_new_records_appear_above_the_selected_one(panel: RecordsPanel) -> None:
    panel.view.setCurrentIndex(panel.model.index(2, 0))
    panel.show_listing(Numbers(777, *range(50)))  # type: ignore[arg-type]
    assert panel.view.verticalScrollBar().value() == 0
    assert panel.selected == RecordId(f"{2:032x}")
    assert panel.view.currentIndex().row() == 3


def test_headings_sort_by_mouse_and_the_other_way_round_by_a_second_click(panel: RecordsPanel, qtbot: QtBot) -> None:
    orders: list[Order] = []
    panel.order_chosen.connect(orders.append)
    header = panel.view.header
    place = QPoint(header.sectionViewportPosition(LENGTH) + 10, look.Height.STRIP // 2)
    for _ in range(2):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert orders == [Order(By.LENGTH, descending=True), Order(By.LENGTH)]


def test_headings_sort_by_keyboard_and_skip_those_without_an_order(panel: RecordsPanel, qtbot: QtBot) -> None:
    orders: list[Order] = []
    panel.order_chosen.connect(orders.append)
    header = panel.view.header
    header.setFocus()
    qtbot.keyClick(header, Qt.Key.Key_Return)
    for _ in range(6):
        qtbot.keyClick(header, Qt.Key.Key_Right)
    qtbot.keyClick(header, Qt.Key.Key_Space)
    assert orders == [Order(By.TIME), Order(By.LENGTH, descending=True)]
    qtbot.keyClick(header, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is panel.view


def test_home_and_end_lead_to_the_first_and_the_last_row(panel: RecordsPanel, qtbot: QtBot) -> None:
    panel.enter()
    qtbot.keyClick(panel.view, Qt.Key.Key_End)
    assert panel.view.currentIndex().row() == 99_999
    qtbot.keyClick(panel.view, Qt.Key.Key_Home)
    assert panel.view.currentIndex().row() == 0


@pytest.mark.parametrize(("width", "left_out"), [(1600, set()), (900, {"id"}), (560, {"id", "length", "kind", "app"})])
def test_narrow_lists_leave_out_the_least_important_columns(
    panel: RecordsPanel, width: int, left_out: set[str]
) -> None:
    panel.resize(width, 400)
    hidden = {column.id for place, column in enumerate(COLUMNS) if panel.view.isColumnHidden(place)}
    assert hidden >= left_out
    assert not hidden & {"time", "state", "text"}
    assert bool(hidden) == bool(left_out)
    assert panel.view.columnWidth(TEXT) >= look.RecordsGrid.TEXT_MINIMUM


def test_rows_out_of_force_are_struck_through_and_unread_ones_hold_a_quiet_bar(panel: RecordsPanel) -> None:
    def picture() -> QImage:
        return panel.view.viewport().grab().toImage()

    unread = picture()
    panel.show_rows({RecordId("0" * 32): row(0, State.INACTIVE, text="gone")})
    inactive = picture()
    panel.show_rows({RecordId("0" * 32): row(0, text="gone")})
    assert unread != inactive
    assert inactive != picture()


# ---------------------------------------------------------------- in the window


def wait(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    qtbot.waitUntil(holds, timeout=PATIENCE)


def texts(window: Window) -> list[str]:
    model = window.recall.records.model
    return [shown.record.text if (shown := model.row(place)) else "" for place in range(model.rowCount())]


@pytest.fixture
def listed(open_window: Window, qtbot: QtBot) -> Window:
    records = open_window.recall.records
    wait(qtbot, lambda: records.model.rowCount() == 41 and not records.model.missing(0, 40))
    return open_window


def test_an_empty_question_lists_every_record_newest_first(listed: Window) -> None:
    shown = texts(listed)
    assert listed.recall.pages.currentWidget() is listed.recall.records
    assert listed.recall.records._head.text() == "All 41 records"
    assert "Answer in the language of the question." in shown
    happened = [listed.recall.records.model.row(place).record.time for place in range(41)]  # type: ignore[union-attr]
    assert happened == sorted(happened, reverse=True)


def test_down_selects_a_record_for_the_inspector_and_escape_leads_back(listed: Window, qtbot: QtBot) -> None:
    question, view = listed.recall.query.question, listed.recall.records.view
    qtbot.keyClick(question, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is view
    wait(qtbot, lambda: listed.session.detail is not None)
    assert listed.session.selected == listed.recall.records.model.id_at(0)
    assert "Type a question" in listed.inspector.why.verdict
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is question


def test_an_act_strikes_the_row_through_where_it_stands(listed: Window, vault_path: Path, qtbot: QtBot) -> None:
    records = listed.recall.records
    qtbot.keyClick(listed.recall.query.question, Qt.Key.Key_Down)
    qtbot.keyClick(records.view, Qt.Key.Key_Down)
    wait(qtbot, listed.actions_by_id["record.deactivate"].isEnabled)
    id = records.selected
    qtbot.keyClick(records.view, Qt.Key.Key_D)
    qtbot.keyClick(listed.inspector.reason, Qt.Key.Key_Return)
    wait(qtbot, lambda: (shown := records.model.row(1)) is not None and not shown.in_force)
    assert (records.model.id_at(1), records.selected) == (id, id)
    wait(qtbot, listed.actions_by_id["record.restore"].isEnabled)
    records.view.setFocus()
    qtbot.keyClick(records.view, Qt.Key.Key_R)
    wait(qtbot, lambda: (shown := records.model.row(1)) is not None and shown.in_force)
    with Vault.open(vault_path, read_only=True) as vault:
        assert reading.record(vault, str(id)).active


def test_a_question_swaps_to_its_answer_and_clearing_it_comes_back_to_the_same_place(
    listed: Window, ask: Ask, qtbot: QtBot
) -> None:
    records = listed.recall.records
    records.enter()
    records.view.setCurrentIndex(records.model.index(25, 0))
    records.view.verticalScrollBar().setValue(9 * look.Height.ROW)
    selected, scroll = records.selected, records.view.verticalScrollBar().value()
    ask("Admon")
    assert listed.recall.pages.currentWidget() is listed.recall.results
    assert listed.session.selected == listed.recall.results.selected
    qtbot.keyClick(listed.recall.query.question, Qt.Key.Key_Escape)
    assert listed.recall.pages.currentWidget() is records
    assert listed.session.selected == selected
    qtbot.wait(100)
    assert (records.selected, records.view.verticalScrollBar().value()) == (selected, scroll)


def test_what_another_process_adds_appears_without_losing_the_selection(
    listed: Window, vault_path: Path, qtbot: QtBot
) -> None:
    records = listed.recall.records
    records.enter()
    records.view.setCurrentIndex(records.model.index(5, 0))
    selected = records.selected
    with Vault.open(vault_path, actor="assistant (ward)") as vault:
        ingest.add(vault, "Admon takes the night door.", app="ward")
    wait(qtbot, lambda: "Admon takes the night door." in texts(listed))
    assert records.selected == selected == listed.session.selected
    assert records.view.currentIndex().row() == 6


def test_sorting_by_length_puts_the_longest_first_and_keeps_the_selection(listed: Window, qtbot: QtBot) -> None:
    records = listed.recall.records
    records.enter()
    selected = records.selected
    records.view.header.sort_by(LENGTH)
    wait(
        qtbot,
        lambda: (listing := listed.recall.records_part.browsing.listing) is not None and listing.order.by is By.LENGTH,
    )
    wait(qtbot, lambda: not records.model.missing(0, 40))
    lengths = list(map(len, texts(listed)))
    assert lengths == sorted(lengths, reverse=True)
    assert records.selected == selected


def test_a_hidden_app_is_not_listed(listed: Window, qtbot: QtBot) -> None:
    listed.recall.sight.see("home", False)
    wait(qtbot, lambda: listed.recall.records.model.rowCount() == 37)
    assert listed.recall.records._head.text() == "All 37 records"


def test_a_record_of_the_list_of_all_is_superseded_there(listed: Window, vault_path: Path, qtbot: QtBot) -> None:
    records = listed.recall.records
    qtbot.keyClick(listed.recall.query.question, Qt.Key.Key_Down)
    wait(qtbot, listed.actions_by_id["record.supersede"].isEnabled)
    older = records.model.id_at(0)
    qtbot.keyClick(records.view, Qt.Key.Key_S)
    part = listed.recall.replacing_part
    wait(qtbot, lambda: part.choosing.model.rowCount() > 0)
    newer = part.choosing.current
    assert newer is not None
    qtbot.keyClick(part.choosing.box, Qt.Key.Key_Return)
    qtbot.keyClick(part.panel.chain, Qt.Key.Key_Return)

    def superseded_by() -> RecordId | None:
        with Vault.open(vault_path, read_only=True) as vault:
            return reading.record(vault, str(older)).superseded_by

    wait(qtbot, lambda: superseded_by() == newer.record.id)
    wait(qtbot, lambda: (shown := records.model.row(0)) is not None and shown.state == "superseded")
    assert listed.recall.pages.currentWidget() is records


def test_a_filter_that_hides_everything_offers_to_clear_itself(listed: Window, qtbot: QtBot) -> None:
    listed.recall.showing.choose(Show(states=frozenset([State.EXPIRED])))
    records = listed.recall.records
    wait(qtbot, lambda: records.model.rowCount() == 0)
    assert records.nothing.text() == "The filters hide all 41 records."
    qtbot.mouseClick(records.nothing.button, Qt.MouseButton.LeftButton)
    wait(qtbot, lambda: records.model.rowCount() == 41)


def test_filters_narrow_the_list_and_say_how_many_of_how_many(listed: Window, vault_path: Path, qtbot: QtBot) -> None:
    listed.recall.showing.choose(Show(kinds=frozenset([Kind.NOTE])))
    wait(qtbot, lambda: listed.recall.records.model.rowCount() == 30)
    assert listed.recall.records._head.text() == "30 of 41 records shown"
    with Vault.open(vault_path, actor="assistant (ward)") as vault:
        id = listed.recall.records.model.id_at(0)
        curation.deactivate(vault, [str(id)], "")  # type: ignore[list-item]
    listed.recall.showing.choose(Show(kinds=frozenset([Kind.NOTE]), states=frozenset([State.INACTIVE])))
    wait(qtbot, lambda: listed.recall.records.model.rowCount() == 1)


def test_dragging_the_scroll_bar_shows_the_rows_in_sight(listed: Window, qtbot: QtBot) -> None:
    view = listed.recall.records.view
    bar = view.verticalScrollBar()
    held, handle = Qt.MouseButton.LeftButton, QPointF(bar.width() / 2, 12)
    for kind, place, button in (
        (QEvent.Type.MouseButtonPress, handle, held),
        (QEvent.Type.MouseMove, handle + QPointF(0, bar.height()), Qt.MouseButton.NoButton),
    ):
        drag = QMouseEvent(kind, place, bar.mapToGlobal(place), button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(bar, drag)
    assert bar.value() == bar.maximum() > 0
    QTest.mouseRelease(bar, held, pos=handle.toPoint() + QPoint(0, bar.height()))
    wait(qtbot, lambda: not listed.recall.records.model.missing(*view.seen()))
