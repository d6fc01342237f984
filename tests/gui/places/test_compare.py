"""Two recalls side by side in the real window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope import comparison, profiles
from mnemoscope.recall import recall
from mnemoscope.records import PROFILES, Channel, Profile, Query, Recall
from mnemoscope.vault import Vault
from mnemoscope_gui.panels.compare import ComparePanel
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.views.moment import end_of_day
from mnemoscope_gui.views.pairs import Columns, Side, shows_mark
from mnemoscope_gui.window import Window

from ..conftest import PATIENCE

QUESTION = "Sunday Admon"
FUSED, VECTORS = PROFILES["fused"], PROFILES["vectors"]
Ask = Callable[[str], None]


def wait(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    qtbot.waitUntil(holds, timeout=PATIENCE)


def settled(window: Window, qtbot: QtBot) -> None:
    wait(qtbot, lambda: not window.recall.compare_part.comparing.is_asking)


@pytest.fixture
def compare(open_window: Window, ask: Ask, qtbot: QtBot) -> Window:
    """A window that shows a question by *fused* beside *vectors*."""
    ask(QUESTION)
    open_window.recall.switch.chosen.emit("compare")
    settled(open_window, qtbot)
    QTest.keyClick(open_window.recall.query.question, Qt.Key.Key_Down)
    return open_window


def panel(window: Window) -> ComparePanel:
    return window.recall.compare


def core(path: Path, profile: Profile, at: int | None = None, question: str = QUESTION) -> Recall:
    with Vault.open(path, read_only=True) as vault:
        return recall(vault, Query(question, profile, None, at)).recall


def shown(window: Window, side: Side) -> list[tuple[str, int]]:
    return [(row.hit.id, row.hit.rank) for row in panel(window).models[side].records]


def pairs(window: Window) -> list[comparison.Pair]:
    rows = [row for side in Side for row in panel(window).models[side].records]
    return [row.pair for row in rows if row.pair is not None]


def ranks(answer: Recall) -> list[tuple[str, int]]:
    return [(hit.id, hit.rank) for hit in answer.hits]


# ---------------------------------------------------------------- what is shown


def test_fused_against_vectors_is_what_the_comparison_says(compare: Window, vault_path: Path) -> None:
    left, right = core(vault_path, FUSED), core(vault_path, VECTORS)
    found = comparison.compare(left, right)
    assert shown(compare, Side.LEFT) == ranks(left)
    assert shown(compare, Side.RIGHT) == ranks(right)
    assert {(pair.id, pair.fate, pair.climb) for pair in pairs(compare)} == {
        (pair.id, pair.fate, pair.climb) for pair in found.pairs
    }
    assert panel(compare).sentence.text() == (
        f"{found.same} stayed, {found.up + found.down} moved, {found.entered} entered, {found.left} left"
    )


def test_a_channel_that_is_off_has_no_column(compare: Window) -> None:
    assert panel(compare).views[Side.LEFT].channels == (Channel.VECTOR, Channel.LEXICAL)
    assert panel(compare).views[Side.RIGHT].channels == (Channel.VECTOR,)


def test_another_question_is_compared_anew(compare: Window, vault_path: Path, qtbot: QtBot) -> None:
    compare.recall.query.question.setText("tomatoes by the wall")
    assert panel(compare).views[Side.LEFT].is_stale
    settled(compare, qtbot)
    assert not panel(compare).views[Side.LEFT].is_stale
    assert shown(compare, Side.RIGHT) == ranks(core(vault_path, VECTORS, question="tomatoes by the wall"))


def test_another_profile_is_chosen_in_the_box(compare: Window, vault_path: Path, qtbot: QtBot) -> None:
    panel(compare).profile.setCurrentText("lexical")
    settled(compare, qtbot)
    assert shown(compare, Side.RIGHT) == ranks(core(vault_path, PROFILES["lexical"]))
    assert compare.session.profile == FUSED


def test_the_same_profile_of_the_same_day_is_said_to_be_the_same(compare: Window, qtbot: QtBot) -> None:
    panel(compare).profile.setCurrentText("fused")
    settled(compare, qtbot)
    assert panel(compare).sentence.text() == "The same 32 records in the same order on both sides."


def test_now_against_a_day(compare: Window, vault_path: Path, qtbot: QtBot) -> None:
    day = end_of_day(date(2025, 5, 6))
    panel(compare).moment.moment_chosen.emit(day)
    settled(compare, qtbot)
    assert shown(compare, Side.RIGHT) == ranks(core(vault_path, VECTORS, day))
    assert "6 May 2025" in panel(compare).moment.text()
    assert compare.session.at is None


def test_before_the_first_record_it_says_so(compare: Window, qtbot: QtBot) -> None:
    panel(compare).moment.moment_chosen.emit(end_of_day(date(2001, 5, 6)))
    settled(compare, qtbot)
    assert panel(compare).views[Side.RIGHT].nothing == "Nothing that the assistant sees existed yet on 6 May 2001."
    assert panel(compare).sentence.text() == "0 stayed, 0 moved, 0 entered, 32 left"


def test_a_side_without_a_hit_says_so(compare: Window, qtbot: QtBot) -> None:
    panel(compare).profile.setCurrentText("lexical")
    compare.recall.query.question.setText("xyzzy")
    settled(compare, qtbot)
    assert panel(compare).models[Side.RIGHT].rowCount() == 0
    assert panel(compare).views[Side.RIGHT].nothing
    compare.recall.query.profile.setCurrentText("lexical")
    settled(compare, qtbot)
    assert panel(compare).sentence.text() == "Nothing is served on either side."


def test_without_a_question_it_says_what_it_is_for(compare: Window) -> None:
    compare.recall.query.question.clear()
    assert panel(compare)._stack.currentWidget() is panel(compare)._empty


def test_the_words_of_the_other_side_being_off_are_told(window: Window, words_vault: Path, qtbot: QtBot) -> None:
    window.session.open(words_vault)
    wait(qtbot, lambda: window.session.path == words_vault)
    window.recall.query.profile.setCurrentText("lexical")
    window.recall.switch.chosen.emit("compare")
    window.recall.query.question.setText("Admon")
    settled(window, qtbot)
    assert panel(window).models[Side.LEFT].rowCount()
    assert panel(window).models[Side.RIGHT].rowCount() == 0
    assert panel(window).views[Side.RIGHT].nothing


# ---------------------------------------------------------------- choosing


def test_swap_exchanges_both_profile_and_day(compare: Window, vault_path: Path, qtbot: QtBot) -> None:
    day = end_of_day(date(2025, 5, 6))
    panel(compare).moment.moment_chosen.emit(day)
    settled(compare, qtbot)
    before = {side: shown(compare, side) for side in Side}
    QTest.mouseClick(panel(compare).swap, Qt.MouseButton.LeftButton)
    settled(compare, qtbot)
    assert (compare.session.profile, compare.session.at) == (VECTORS, day)
    assert shown(compare, Side.LEFT) == before[Side.RIGHT]
    assert shown(compare, Side.RIGHT) == before[Side.LEFT]
    assert compare.recall.query.profile.currentText() == "vectors"
    assert compare.recall.sight.at == day
    assert panel(compare).profile.currentText() == "fused"


def test_the_adjusted_profile_can_be_compared_with_its_own_settings(
    compare: Window, vault_path: Path, qtbot: QtBot
) -> None:
    adjusted = replace(FUSED, vector_depth=5)
    compare.session.set_profile(adjusted)
    panel(compare).profile.setCurrentText("fused")
    settled(compare, qtbot)
    assert shown(compare, Side.LEFT) == ranks(core(vault_path, adjusted))
    assert shown(compare, Side.RIGHT) == ranks(core(vault_path, FUSED))
    assert panel(compare)._name.text() == "fused, adjusted"
    assert panel(compare).profile.findText("fused, adjusted") == 0


def test_a_saved_profile_is_offered_and_gives_way_when_it_goes(compare: Window, vault_path: Path, qtbot: QtBot) -> None:
    with Vault.open(vault_path, "ward") as vault:
        profiles.save_profile(vault, Profile("three", budget=3))
    wait(qtbot, lambda: panel(compare).profile.findText("three") > 0)
    panel(compare).profile.setCurrentText("three")
    settled(compare, qtbot)
    assert len(shown(compare, Side.RIGHT)) == 3
    with Vault.open(vault_path, "ward") as vault:
        profiles.remove_profile(vault, "three")
    wait(qtbot, lambda: panel(compare).profile.currentText() == "vectors")
    settled(compare, qtbot)
    assert len(shown(compare, Side.RIGHT)) == 32


def test_the_last_of_many_choices_is_what_is_shown(compare: Window, vault_path: Path, qtbot: QtBot) -> None:
    for name in ("lexical", "boost", "context", "fused", "vectors", "lexical", "context"):
        panel(compare).profile.setCurrentText(name)
    settled(compare, qtbot)
    assert shown(compare, Side.RIGHT) == ranks(core(vault_path, PROFILES["context"]))


def test_nothing_is_asked_while_nobody_looks(open_window: Window, ask: Ask) -> None:
    ask(QUESTION)
    assert open_window.recall.compare_part.comparing.answer is None


def test_the_view_is_remembered(compare: Window, settings: Settings, qtbot: QtBot) -> None:
    again = Window(settings)
    qtbot.addWidget(again)
    assert again.recall.switch.choice == "compare"
    assert again.session.close()


# ---------------------------------------------------------------- keys and selection


def test_the_same_record_is_current_on_both_sides(compare: Window, qtbot: QtBot) -> None:
    left, right = panel(compare).views[Side.LEFT], panel(compare).views[Side.RIGHT]
    assert QApplication.focusWidget() is left
    for _ in range(4):
        QTest.keyClick(left, Qt.Key.Key_Down)
        id = panel(compare).selected(Side.LEFT)
        assert compare.session.selected == id
        assert panel(compare).selected(Side.RIGHT) in {id, None}
        row = panel(compare).models[Side.RIGHT].row_of(id)
        assert right.currentIndex().row() == (-1 if row is None else row)


def test_the_other_side_scrolls_to_the_record(compare: Window, qtbot: QtBot) -> None:
    compare.resize(1000, 420)
    qtbot.wait(50)
    left, right = panel(compare).views[Side.LEFT], panel(compare).views[Side.RIGHT]
    low = next(
        row
        for row in panel(compare).models[Side.LEFT].records
        if row.pair is not None and row.pair.after is not None and row.pair.after.rank > 25 and row.hit.rank > 25
    )
    left.setCurrentIndex(panel(compare).models[Side.LEFT].index(low.hit.rank - 1, 0))
    assert right.viewport().rect().intersects(right.visualRect(right.currentIndex()))


def test_right_and_left_change_the_side_and_enter_explains(compare: Window, qtbot: QtBot) -> None:
    left, right = panel(compare).views[Side.LEFT], panel(compare).views[Side.RIGHT]
    QTest.keyClick(left, Qt.Key.Key_Right)
    assert QApplication.focusWidget() is right
    assert right.currentIndex().isValid()
    QTest.keyClick(right, Qt.Key.Key_Down)
    assert compare.session.selected == panel(compare).selected(Side.RIGHT)
    with qtbot.waitSignal(compare.recall.why_requested):
        QTest.keyClick(right, Qt.Key.Key_Return)
    QTest.keyClick(right, Qt.Key.Key_Left)
    assert QApplication.focusWidget() is left
    QTest.keyClick(left, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is compare.recall.query.question


def test_crossing_from_a_record_that_left_lands_on_the_row_beside_it(compare: Window, qtbot: QtBot) -> None:
    compare.recall.compare_part.comparing.choose(VECTORS.with_budget(3))
    settled(compare, qtbot)
    left, right = panel(compare).views[Side.LEFT], panel(compare).views[Side.RIGHT]
    gone = next(
        place
        for place, row in enumerate(panel(compare).models[Side.LEFT].records)
        if row.pair is not None and row.pair.after is None
    )
    left.setCurrentIndex(panel(compare).models[Side.LEFT].index(gone, 0))
    assert not right.currentIndex().isValid()
    QTest.keyClick(left, Qt.Key.Key_Right)
    assert right.currentIndex().isValid()
    assert compare.session.selected == panel(compare).selected(Side.RIGHT)


def test_an_act_strikes_the_row_on_both_sides(compare: Window, qtbot: QtBot) -> None:
    left = panel(compare).views[Side.LEFT]
    id = panel(compare).selected(Side.LEFT)
    wait(qtbot, compare.actions_by_id["record.deactivate"].isEnabled)
    QTest.keyClick(left, Qt.Key.Key_D)
    QTest.keyClick(compare.inspector.reason, Qt.Key.Key_Return)
    for side in Side:
        model = panel(compare).models[side]
        row = model.row_of(id)
        if row is not None:
            wait(qtbot, lambda model=model, row=row: not model.records[row].in_force)  # type: ignore[misc]


def test_a_opens_the_strip_from_here(compare: Window) -> None:
    QTest.keyClick(panel(compare).views[Side.LEFT], Qt.Key.Key_A)
    assert compare.recall.adjust.isVisible()
    QTest.keyClick(compare.recall.adjust.knobs["vector_depth"].slider, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is panel(compare).views[Side.LEFT]


# ---------------------------------------------------------------- the grid


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("width", [260, 340, 420, 700])
def test_mark_and_text_do_not_overlap(side: Side, width: int) -> None:
    grid = Columns(side, width, tuple(Channel))
    start, end = grid.text
    assert end - start > 60
    assert grid.mark >= end if side is Side.LEFT else grid.mark + 30 <= grid.rank_right


def test_each_fate_is_marked_on_one_side() -> None:
    for fate in comparison.Fate:
        assert [side for side in Side if shows_mark(side, fate)] == [
            Side.LEFT if fate is comparison.Fate.LEFT else Side.RIGHT
        ]
