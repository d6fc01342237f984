"""*Show* and *Assistant sees*: two groups of chips, the filters of the view, and near-copies at a glance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtWidgets import QApplication, QCalendarWidget, QTableView, QWidget
from pytestqt.qtbot import QtBot

from mnemoscope import ingest
from mnemoscope.glance import Copy, Glance
from mnemoscope.listing import ALL, Facets, SessionCount, Show, State
from mnemoscope.records import Kind
from mnemoscope.vault import Vault
from mnemoscope_gui import look
from mnemoscope_gui.models.hits import shown_ids
from mnemoscope_gui.panels.ladder import LadderPanel
from mnemoscope_gui.panels.results import ResultsPanel
from mnemoscope_gui.panels.show import ShowPanel
from mnemoscope_gui.panels.sight import SightPanel
from mnemoscope_gui.values import Answer
from mnemoscope_gui.views.chip_row import ChipRow
from mnemoscope_gui.views.headline import Headline, copies_tip
from mnemoscope_gui.views.span import Span, start_of_day
from mnemoscope_gui.window import Window

from ..conftest import PATIENCE
from ..ladders import made
from ..values import hit, recall

Ask = Callable[[str], None]
ROTA = SessionCount("ward", "rota-19", "Rota, week 19", 9, 0)


@pytest.fixture
def panel(qtbot: QtBot) -> ShowPanel:
    shown = ShowPanel()
    qtbot.addWidget(shown)
    shown.resize(900, 40)
    shown.fit(900)
    shown.show()
    shown.activateWindow()
    return shown


def chosen(panel: ShowPanel) -> list[Show]:
    shows: list[Show] = []
    panel.show_chosen.connect(shows.append)
    return shows


def tick(panel: ShowPanel, id: str, *values: str) -> None:
    """Tick the values in the menu of a filter."""
    menu = panel.menu(id)
    for action in menu.actions():
        if action.text().split("\t")[0] in values:
            action.trigger()


# ---------------------------------------------------------------- filters


def test_several_kinds_are_alternatives_and_stand_on_one_chip(panel: ShowPanel) -> None:
    shows = chosen(panel)
    tick(panel, "kind", "note", "fact")
    assert shows[-1] == Show(kinds=frozenset([Kind.NOTE, Kind.FACT]))
    assert panel.chips["kind"].text() == "note, fact  ×"
    assert panel.chips["state"].text() == "any state  ▾"


def test_menus_say_how_many_records_each_value_would_show(panel: ShowPanel) -> None:
    panel.show_counts(Facets(41, 12, {Kind.NOTE: 30}, {State.ACTIVE: 41}))
    assert "note\t30" in [action.text() for action in panel.menu("kind").actions()]
    assert [a.text() for a in panel.menu("vectors").actions()][-2:] == ["embedded\t12", "without vector\t29"]


def test_embedded_and_without_vector_exclude_each_other(panel: ShowPanel) -> None:
    shows = chosen(panel)
    tick(panel, "vectors", "embedded", "without vector")
    assert shows[-1] == Show(embedded=False)
    tick(panel, "vectors", "without vector")
    assert shows[-1] == ALL


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_a_set_chip_is_taken_away_by_key(panel: ShowPanel, qtbot: QtBot, key: Qt.Key) -> None:
    tick(panel, "state", "inactive")
    shows = chosen(panel)
    panel.chips["state"].setFocus()
    qtbot.keyClick(panel.chips["state"], key)
    assert shows == [ALL]
    assert not panel.chips["state"].is_set


def test_the_cross_takes_a_chip_away_and_its_body_offers_the_values(panel: ShowPanel, qtbot: QtBot) -> None:
    panel._on_session(ROTA)
    chip = panel.chips["session"]
    assert chip.text() == "Rota, week 19  ×"
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(12, chip.height() // 2))
    assert panel.sessions.isVisible()
    panel.sessions.close()
    shows = chosen(panel)
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(chip.width() - 8, chip.height() // 2))
    assert shows == [ALL]


def test_clear_all_is_there_only_while_something_is_set(panel: ShowPanel, qtbot: QtBot) -> None:
    assert panel.clear.isHidden()
    tick(panel, "kind", "note")
    tick(panel, "state", "active")
    shows = chosen(panel)
    qtbot.mouseClick(panel.clear, Qt.MouseButton.LeftButton)
    assert shows == [ALL]
    assert panel.clear.isHidden()


def test_a_session_is_found_by_typing_and_taken_with_enter(panel: ShowPanel, qtbot: QtBot) -> None:
    shows = chosen(panel)
    with qtbot.waitSignal(panel.counts_wanted):
        panel.open("session")
    search = panel.sessions
    with qtbot.waitSignal(search.wanted) as wanted:
        qtbot.keyClicks(search.search, "r")
    assert wanted.args == ["r"]
    search.show_sessions((SessionCount("ward", "a", "Garden", 3, 0), ROTA), 100)
    qtbot.keyClick(search.search, Qt.Key.Key_Down)
    qtbot.keyClick(search.search, Qt.Key.Key_Return)
    assert shows == [Show(session=("ward", "rota-19"))]
    assert search.isHidden()


def test_a_full_list_of_sessions_says_that_there_are_more(panel: ShowPanel) -> None:
    panel.open("session")
    panel.sessions.show_sessions((ROTA,), 1)
    assert panel.sessions._more.text() == "The newest 1; type to find others."
    panel.sessions.close()


def test_a_day_in_each_calendar_makes_a_span_of_whole_days(panel: ShowPanel, qtbot: QtBot) -> None:
    shows = chosen(panel)
    panel.open("date")
    for calendar, day in ((panel.days.first, date(2025, 5, 2)), (panel.days.last, date(2025, 5, 4))):
        calendar.setSelectedDate(_qdate(day))
        grid = calendar.findChild(QTableView)
        qtbot.keyClick(grid, Qt.Key.Key_Return)
    assert shows[-1] == Show(since=start_of_day(date(2025, 5, 2)), until=start_of_day(date(2025, 5, 5)))
    assert panel.chips["date"].text() == "2 May 2025 – 4 May 2025  ×"
    panel.days.close()


def test_a_span_that_would_end_before_it_begins_is_one_day(panel: ShowPanel, qtbot: QtBot) -> None:
    panel.days.show_span(Span(date(2025, 5, 9), date(2025, 5, 12)))
    calendar: QCalendarWidget = panel.days.last
    calendar.setSelectedDate(_qdate(date(2025, 5, 3)))
    calendar.clicked.emit(calendar.selectedDate())
    assert panel.days.span == Span(date(2025, 5, 3), date(2025, 5, 3))


def test_a_preset_chooses_and_closes(panel: ShowPanel, qtbot: QtBot) -> None:
    panel.open("date")
    shows = chosen(panel)
    qtbot.mouseClick(panel.days.presets["week"], Qt.MouseButton.LeftButton)
    assert shows[0].since is not None
    assert shows[0].until is not None
    days = timedelta(milliseconds=shows[0].until - shows[0].since)
    assert round(days / timedelta(days=1)) == 7
    assert panel.days.isHidden()


def test_a_filter_set_elsewhere_is_shown_and_not_chosen(panel: ShowPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.show_chosen):
        panel.show_filter(Show(kinds=frozenset([Kind.NOTE])))
    assert panel.chips["kind"].is_set


# ---------------------------------------------------------------- room


@pytest.fixture
def row(qtbot: QtBot) -> tuple[ChipRow, SightPanel, ShowPanel]:
    sight, show, switch = SightPanel(), ShowPanel(), QWidget()
    sight.reset(("home", "ward", "workshop"))
    switch.hide()
    shown = ChipRow(sight, show, switch, (sight, show))
    qtbot.addWidget(shown)
    shown.show()
    return shown, sight, show


def inside(row: QWidget) -> bool:
    """Whether every visible part of the row lies within it and has its whole width."""
    parts = [part for part in row.findChildren(QWidget) if part.isVisible() and not part.isWindow()]
    return all(
        row.rect().contains(part.geometry().translated(part.parentWidget().mapTo(row, QPoint(0, 0))))
        and part.width() >= part.sizeHint().width()
        for part in parts
        if part.property("chip")
    )


@pytest.mark.parametrize("width", [540, 620, 900, 1060, 1500])
@pytest.mark.parametrize("is_set", [False, True])
def test_no_chip_is_cut_at_any_width(
    row: tuple[ChipRow, SightPanel, ShowPanel], qtbot: QtBot, width: int, is_set: bool
) -> None:
    shown, _, show = row
    if is_set:
        show._on_session(ROTA)
        tick(show, "kind", "note", "fact")
        tick(show, "state", "inactive", "superseded", "expired")
    shown.resize(width, 30)
    qtbot.waitUntil(lambda: inside(shown))


def test_the_filters_fold_into_one_button_before_they_leave_the_line(
    row: tuple[ChipRow, SightPanel, ShowPanel], qtbot: QtBot
) -> None:
    shown, sight, show = row
    shown.resize(1500, 30)
    qtbot.waitUntil(lambda: show.folded.isHidden() and show.chips["kind"].isVisible())
    shown.resize(800, 30)
    qtbot.waitUntil(lambda: show.folded.isVisible() and show.chips["kind"].isHidden())
    assert show.geometry().top() == sight.geometry().top()
    tick(show, "kind", "note")
    qtbot.waitUntil(show.chips["kind"].isVisible)


def test_an_app_is_hidden_by_key_and_the_focus_stays_in_the_group(
    row: tuple[ChipRow, SightPanel, ShowPanel], qtbot: QtBot
) -> None:
    shown, sight, _ = row
    shown.resize(1500, 30)
    shown.activateWindow()
    chip = sight._app_chips[1]
    chip.setFocus()
    with qtbot.waitSignal(sight.sight_chosen) as seen:
        qtbot.keyClick(chip, Qt.Key.Key_Delete)
    assert seen.args == [("home", "workshop"), None]
    assert QApplication.focusWidget() is sight._more


# ---------------------------------------------------------------- filters over a recall


def answer(count: int = 4, copies: tuple[Copy, ...] = ()) -> Answer:
    hits = tuple(hit(rank, kind=Kind.NOTE if rank % 2 else Kind.FACT) for rank in range(1, count + 1))
    return Answer(None, recall(hits), glance=Glance(1, 60, 0, copies))


@pytest.fixture
def results(qtbot: QtBot) -> ResultsPanel:
    shown = ResultsPanel()
    qtbot.addWidget(shown)
    shown.resize(900, 500)
    shown.show()
    return shown


def ranks(results: ResultsPanel) -> list[int]:
    return [row.hit.rank for row in results.model.records]


def test_a_filter_hides_rows_and_changes_no_number(results: ResultsPanel) -> None:
    results.show_answer(answer(), again=False, records=40)
    before, figures = results.model.records, results.headline.figures
    results.show_filter(Show(kinds=frozenset([Kind.FACT])))
    assert ranks(results) == [2, 4]
    assert [row.hit for row in results.model.records] == [row.hit for row in before if row.hit.rank in (2, 4)]
    assert results.headline.figures == f"2 of 4 shown {figures}"
    results.show_filter(ALL)
    assert ranks(results) == [1, 2, 3, 4]
    assert results.headline.figures == figures


def test_a_selected_row_stays_selected_while_it_is_shown_and_another_one_is_where_it_is_hidden(
    results: ResultsPanel,
) -> None:
    results.show_answer(answer(), again=False, records=40)
    results.view.setCurrentIndex(results.model.index(3, 0))
    selected = results.selected
    results.show_filter(Show(kinds=frozenset([Kind.FACT])))
    assert results.selected == selected
    results.show_filter(Show(kinds=frozenset([Kind.NOTE])))
    assert results.selected == results.model.records[0].hit.id


def test_when_every_row_is_hidden_a_sentence_says_so_and_a_button_clears(results: ResultsPanel, qtbot: QtBot) -> None:
    results.show_answer(answer(), again=False, records=40)
    with qtbot.waitSignal(results.record_chosen) as now:
        results.show_filter(Show(kinds=frozenset([Kind.STANDING])))
    assert now.args == [None]
    assert results._empty.text() == "The filters hide all 4 records served."
    with qtbot.waitSignal(results.clear_requested):
        qtbot.mouseClick(results._empty.button, Qt.MouseButton.LeftButton)
    results.show_filter(ALL)
    assert results.selected is not None


def test_a_row_acted_on_stays_though_the_filter_would_hide_it(results: ResultsPanel) -> None:
    results.show_answer(answer(), again=False, records=40)
    results.show_filter(Show(states=frozenset([State.ACTIVE])))
    first = results.model.records[0].record
    results.show_records({first.id: replace(first, active=False)})
    assert ranks(results) == [1, 2, 3, 4]
    assert not results.model.records[0].in_force


def test_whether_a_hit_has_a_vector_is_known_where_the_vectors_ranked() -> None:
    shown = recall((hit(1, vector=3), hit(2, vector=None)))
    assert shown_ids(Show(embedded=True), shown) == {shown.hits[0].id}
    assert shown_ids(Show(embedded=False), shown) == {shown.hits[1].id}


def test_the_ladder_leads_the_eye_to_what_the_filters_show_and_moves_no_row(qtbot: QtBot) -> None:
    panel = LadderPanel()
    qtbot.addWidget(panel)
    shown, rails = made((1, 2, 3, 4), (4, 3, 2, 1))
    panel.show_ladder(shown, rails)
    before = panel.view.content
    assert before is not None
    panel.show_filter(Show(kinds=frozenset([Kind.STANDING])))
    after = panel.view.content
    assert after is not None
    assert after.rows == before.rows
    assert [before.has_eye(row) for row in range(4)] == [True] * 4
    assert [after.has_eye(row) for row in range(4)] == [False] * 4
    assert panel.headline.figures.startswith("0 of 4 shown")
    panel.show_filter(ALL)
    assert panel.view.content == before


# ---------------------------------------------------------------- at a glance


def test_figures_count_records_sessions_words_and_copies(results: ResultsPanel) -> None:
    shown = answer()
    copies = (Copy(shown.recall.hits[2].id, shown.recall.hits[0].id, 0.9),)
    results.show_answer(answer(copies=copies), again=False, records=40)
    assert results.headline.figures == "4 of 9,846 · 1 session · 60 words · 1 near-copy"
    assert "3 repeats 1 (90% of their words)" in results.headline.copies.toolTip()
    assert copies_tip(shown.recall, copies).count("\n") == 1


def test_without_copies_there_is_nothing_to_mark(results: ResultsPanel) -> None:
    results.show_answer(answer(), again=False, records=40)
    assert results.headline.copies.isHidden()


def test_a_click_marks_the_copies_in_the_list_and_another_one_unmarks_them(results: ResultsPanel, qtbot: QtBot) -> None:
    hits = answer().recall.hits
    results.show_answer(answer(copies=(Copy(hits[2].id, hits[0].id, 0.9),)), again=False, records=40)
    plain = results.view.viewport().grab().toImage()
    qtbot.mouseClick(results.headline.copies, Qt.MouseButton.LeftButton)
    assert [row.copy_of for row in results.model.records] == [0, 0, 1, 0]
    assert "near-copy of 1" in results.model.spoken(results.model.records[2])
    assert results.view.viewport().grab().toImage() != plain
    qtbot.mouseClick(results.headline.copies, Qt.MouseButton.LeftButton)
    assert not any(row.copy_of for row in results.model.records)


@pytest.mark.parametrize(
    ("width", "height"), [(1500, look.Height.HEADLINE), (880, look.Height.HEADLINE), (540, look.Height.HEADLINE_OF_TWO)]
)
def test_the_headline_takes_two_lines_where_one_is_too_short(qtbot: QtBot, width: int, height: int) -> None:
    headline = Headline()
    qtbot.addWidget(headline)
    headline.show_recall(answer(32).recall, Glance(21, 361, 0, ()))
    headline.resize(width, 40)
    headline.show()
    assert headline.height() == height
    assert headline._figures.geometry().right() <= width
    assert headline._figures.width() >= headline._figures.sizeHint().width()


# ---------------------------------------------------------------- the grid of the list


@pytest.mark.parametrize("width", [1500, 1100, 1062, 890, 780, 700, 620, 540])
def test_every_grid_leaves_the_text_room_and_keeps_its_columns_apart(width: int) -> None:
    grid = look.hit_grid(width)
    beside = look.place_width(width) + grid.GAP if grid.HAS_PLACE else 0
    assert width - grid.TEXT - beside - grid.RIGHT >= look.grids.TEXT_MINIMUM - 20
    edges = [grid.GLYPH, grid.RANK_RIGHT, grid.SUM_RIGHT, grid.VECTOR_RIGHT, grid.BAR_LEFT, grid.BAR_CENTRE]
    assert edges == sorted(edges)
    assert grid.BAR_CENTRE - grid.BAR_LEFT >= grid.BAR_FULL <= grid.BAR_RIGHT - grid.BAR_CENTRE


def test_no_column_is_given_up_in_a_window_of_1280() -> None:
    grid = look.hit_grid(890)
    assert (grid.HAS_SCORE, grid.HAS_COSINE, grid.HAS_PLACE) == (True, True, True)


def test_the_least_important_columns_go_first() -> None:
    kept = [(g.HAS_SCORE, g.HAS_COSINE, g.HAS_PLACE) for g in map(look.hit_grid, range(1500, 539, -1))]
    assert kept == sorted(kept, reverse=True)
    assert kept[-1] == (False, False, False)


# ---------------------------------------------------------------- in the window


def test_filters_hold_over_question_and_list_and_are_cleared_from_the_menu(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    tick(open_window.recall.records_part.filters, "kind", "turn")
    ask("shift Sunday")
    shown = open_window.recall.results
    assert {row.record.kind for row in shown.model.records} == {Kind.TURN}
    assert f"{shown.model.rowCount()} of 32 shown" in shown.headline.figures
    open_window.actions_by_id["recall.show_all"].trigger()
    assert shown.model.rowCount() == 32
    assert not open_window.recall.records_part.filters.chips["kind"].is_set


def test_near_copies_asked_for_in_the_ladder_are_marked_in_the_list(
    open_window: Window, vault_path: Path, ask: Ask, qtbot: QtBot
) -> None:
    with Vault.open(vault_path, actor="assistant (ward)") as vault:
        for number in range(2):
            ingest.add(vault, f"The lantern oil for the night watch is kept in the blue shed {number}", app="ward")
    ask("lantern oil")
    place = open_window.recall
    place.show_view("ladder")
    copies = place.ladder.headline.copies
    qtbot.waitUntil(copies.isVisible, timeout=PATIENCE)
    qtbot.mouseClick(copies, Qt.MouseButton.LeftButton)
    assert place.switch.choice == "list"
    marked = [row for row in place.results.model.records if row.copy_of]
    assert marked
    assert any("blue shed" in row.record.text for row in marked)


def test_sessions_and_counts_come_from_the_vault(open_window: Window, qtbot: QtBot) -> None:
    show = open_window.recall.records_part.filters
    show.open("session")
    qtbot.keyClicks(show.sessions.search, "garden")
    qtbot.waitUntil(lambda: show.sessions.list.count() == 1, timeout=PATIENCE)
    qtbot.keyClick(show.sessions.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: open_window.recall.records.model.rowCount() == 2, timeout=PATIENCE)
    assert show.chips["session"].text() == "Garden  ×"
    texts = [action.text() for action in show.menu("kind").actions()]
    assert "note\t30" in texts


def test_another_vault_starts_without_filters(open_window: Window, words_vault: object, qtbot: QtBot) -> None:
    tick(open_window.recall.records_part.filters, "kind", "turn")
    open_window.session.open(words_vault)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: open_window.session.path == words_vault, timeout=PATIENCE)
    assert open_window.recall.showing.show == ALL
    assert not open_window.recall.records_part.filters.chips["kind"].is_set


def _qdate(day: date) -> QDate:

    return QDate(day.year, day.month, day.day)
