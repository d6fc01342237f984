"""Adjusting a profile in the real window: what moves, what is said, what is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mnemoscope import comparison, expectations, profiles
from mnemoscope.recall import recall
from mnemoscope.records import PROFILES, Channel, Profile, Query
from mnemoscope.vault import Vault
from mnemoscope_gui.panels.adjust import MOST, SCALES, AdjustPanel
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.views.control_rows import arranged
from mnemoscope_gui.views.knob import Knob, Scale
from mnemoscope_gui.views.profile_box import cross
from mnemoscope_gui.window import Window

from ..conftest import PATIENCE

QUESTION = "Sunday Admon"
Ask = Callable[[str], None]
FUSED = PROFILES["fused"]


def wait(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    qtbot.waitUntil(holds, timeout=PATIENCE)


def settled(window: Window, qtbot: QtBot) -> None:
    wait(qtbot, lambda: not window.session.is_asking)


def write(qtbot: QtBot, knob: Knob, text: str) -> None:
    """Write a number over the old one."""
    knob.number.setFocus()
    knob.number.selectAll()
    qtbot.keyClicks(knob.number, text)


def strip(window: Window) -> AdjustPanel:
    """The strip, folded out by its key in the list."""
    if window.recall.adjust.isHidden():
        QTest.keyClick(window.recall.query.question, Qt.Key.Key_Down)
        QTest.keyClick(window.recall.results.view, Qt.Key.Key_A)
    return window.recall.adjust


def served(window: Window) -> list[str]:
    return [row.hit.id for row in window.recall.results.model.records]


def core(path: Path, profile: Profile, question: str = QUESTION) -> list[str]:
    with Vault.open(path, read_only=True) as vault:
        return [hit.id for hit in recall(vault, Query(question, profile)).recall.hits]


# ---------------------------------------------------------------- the strip


def test_a_folds_the_strip_out_and_in_and_esc_leads_back(open_window: Window, ask: Ask, settings: Settings) -> None:
    ask(QUESTION)
    panel = strip(open_window)
    assert panel.isVisible()
    assert QApplication.focusWidget() is panel.knobs["vector_depth"].slider
    QTest.keyClick(panel.knobs["vector_depth"].slider, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is open_window.recall.results.view
    assert panel.isVisible()
    QTest.keyClick(open_window.recall.results.view, Qt.Key.Key_A)
    QTest.keyClick(panel.knobs["vector_depth"].slider, Qt.Key.Key_A)
    assert not panel.isVisible()
    assert QApplication.focusWidget() is open_window.recall.results.view
    assert not settings.adjust


def test_the_strip_pushes_the_rest_down(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    before = open_window.recall.results.mapToGlobal(QPoint(0, 0)).y()
    panel = strip(open_window)
    wait(qtbot, lambda: open_window.recall.results.mapToGlobal(QPoint(0, 0)).y() >= before + panel.height())


def test_a_folded_out_strip_is_remembered(settings: Settings, qtbot: QtBot) -> None:
    settings.adjust = True
    window = Window(settings)
    qtbot.addWidget(window)
    assert not window.recall.adjust.isHidden()
    assert window.actions_by_id["recall.adjust"].isChecked()
    assert window.session.close()


def test_arrows_change_the_value_and_the_list_follows(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    slider = strip(open_window).knobs["budget"].slider
    slider.setFocus()
    for _ in range(3):
        QTest.keyClick(slider, Qt.Key.Key_Left)
    assert open_window.session.profile.budget == 29
    assert open_window.recall.adjust.knobs["budget"].value == 29
    settled(open_window, qtbot)
    assert served(open_window) == core(vault_path, replace(FUSED, budget=29))


# ---------------------------------------------------------------- what moves


def test_an_adjustment_drops_a_record_and_reset_brings_it_back(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    question = "What shift was Admon on Sunday?"
    ask(question)
    rota = next(row.hit for row in open_window.recall.results.model.records if "night Admon" in row.record.text)
    assert rota.vector is not None
    panel = strip(open_window)
    QTest.mouseClick(panel.channels[Channel.LEXICAL], Qt.MouseButton.LeftButton)
    write(qtbot, panel.knobs["budget"], str(rota.vector.rank - 1))
    settled(open_window, qtbot)
    assert rota.id not in served(open_window)
    assert served(open_window) == core(vault_path, replace(FUSED, lexical=False, budget=rota.vector.rank - 1), question)
    QTest.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    settled(open_window, qtbot)
    assert open_window.session.profile == FUSED
    assert rota.id in served(open_window)
    assert served(open_window) == core(vault_path, FUSED, question)
    assert not panel.reset.isEnabled()


def test_the_selected_record_stays_the_one_looked_at_while_it_is_not_served(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    ask(QUESTION)
    view, model = open_window.recall.results.view, open_window.recall.results.model
    view.setCurrentIndex(model.index(20, 0))
    id = model.records[20].hit.id
    write(qtbot, strip(open_window).knobs["budget"], "5")
    settled(open_window, qtbot)
    assert open_window.session.selected == id
    assert not view.currentIndex().isValid()
    wait(qtbot, lambda: "Not served" in open_window.inspector.why.verdict)
    open_window.recall.adjust_part.reset()
    settled(open_window, qtbot)
    assert view.currentIndex().row() == 20


def test_moves_are_those_of_the_comparison_with_the_profiles_own_settings(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    write(qtbot, strip(open_window).knobs["rrf_k"], "1")
    write(qtbot, open_window.recall.adjust.knobs["vector_depth"], "7")
    settled(open_window, qtbot)
    adjusted = replace(FUSED, rrf_k=1.0, vector_depth=7)
    with Vault.open(vault_path, read_only=True) as vault:
        both = [recall(vault, Query(QUESTION, profile)).recall for profile in (FUSED, adjusted)]
    found = comparison.compare(*both)
    assert found.up + found.down
    rows = open_window.recall.results.model.records
    wait(qtbot, lambda: open_window.recall.results.model.records[0].move is not None)
    rows = open_window.recall.results.model.records
    moves = {row.hit.id: (row.move.fate, row.move.climb) for row in rows if row.move}
    assert moves == {pair.id: (pair.fate, pair.climb) for pair in found.pairs if pair.after}
    line = f"{found.entered} entered, {found.left} left, {found.up + found.down} moved"
    assert open_window.recall.results.headline.moves == line


def test_moves_follow_another_question(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    write(qtbot, strip(open_window).knobs["vector_depth"], "7")
    open_window.recall.query.question.setText("tomatoes by the wall")
    settled(open_window, qtbot)
    wait(qtbot, lambda: "moved" in open_window.recall.results.headline.moves)
    own = open_window.recall.adjust_part.adjustment._own
    assert own is not None
    assert own.query == Query("tomatoes by the wall", FUSED)


def test_nothing_is_marked_while_nothing_is_adjusted(open_window: Window, ask: Ask) -> None:
    ask(QUESTION)
    assert open_window.recall.results.view.shift == 0
    assert open_window.recall.results.headline.moves == ""
    assert all(row.move is None for row in open_window.recall.results.model.records)


def test_the_last_of_many_changes_is_what_is_shown(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    knob = strip(open_window).knobs["rrf_k"]
    for position in range(0, 200, 10):
        knob.slider.setValue(position)
        qtbot.wait(5)
    settled(open_window, qtbot)
    shown = open_window.session.profile
    assert shown.rrf_k == SCALES["rrf_k"].value(190)
    assert open_window.session.answer is not None
    assert open_window.session.answer.recall.query.profile == shown
    assert served(open_window) == core(vault_path, shown)


def test_old_numbers_are_stale_until_the_new_ones_come(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    assert not open_window.recall.results.view.is_stale
    open_window.session.set_profile(replace(FUSED, rrf_k=10.0))
    assert open_window.recall.results.view.is_stale
    assert not open_window.recall.results.headline.isEnabled()
    settled(open_window, qtbot)
    assert not open_window.recall.results.view.is_stale
    assert open_window.recall.results.headline.isEnabled()


def test_the_strip_follows_whoever_changes_the_profile(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = strip(open_window)
    open_window.session.set_profile(open_window.session.profile.with_budget(12))
    assert panel.knobs["budget"].value == 12
    assert open_window.recall.query.profile.currentText() == "fused, adjusted"
    settled(open_window, qtbot)
    assert len(served(open_window)) == 12
    open_window.recall.query.profile.setCurrentText("fused")
    assert panel.knobs["budget"].value == 32


def test_a_channel_alone_that_looks_deeper_than_asked_is_no_endless_question(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    ask(QUESTION)
    open_window.session.set_profile(replace(PROFILES["vectors"], budget=300))
    settled(open_window, qtbot)
    assert len(served(open_window)) > 32


# ---------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("field", "typed"),
    [("budget", "0"), ("vector_depth", "0"), ("lexical_depth", "-3"), ("rrf_k", "0"), ("b", "2"), ("k1", "-1")],
)
def test_what_cannot_be_is_one_sentence_and_asks_nothing(
    open_window: Window, ask: Ask, qtbot: QtBot, field: str, typed: str
) -> None:
    ask(QUESTION)
    panel = strip(open_window)
    write(qtbot, panel.knobs[field], typed)
    (sentence,) = profiles.mistakes(panel._draft).values()
    assert panel.sentence.isVisible()
    assert panel.sentence.text() == f"▲ {sentence}"
    assert open_window.session.profile == FUSED
    assert open_window.recall.results.view.is_stale
    QTest.keyClick(panel.knobs[field].number, Qt.Key.Key_Escape)
    assert panel.knobs[field].value == getattr(FUSED, field)
    assert not panel.sentence.isVisible()
    assert not open_window.recall.results.view.is_stale


@pytest.mark.parametrize("field", sorted(MOST))
def test_more_than_a_window_can_show_is_said(open_window: Window, ask: Ask, qtbot: QtBot, field: str) -> None:
    ask(QUESTION)
    panel = strip(open_window)
    write(qtbot, panel.knobs[field], str(MOST[field] + 1))
    assert f"{MOST[field]:,}" in panel.sentence.text()
    assert getattr(open_window.session.profile, field) <= MOST[field]


def test_the_last_channel_cannot_be_switched_off(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = strip(open_window)
    vectors, words = panel.channels.values()
    QTest.mouseClick(words, Qt.MouseButton.LeftButton)
    settled(open_window, qtbot)
    assert not panel.knobs["k1"].isEnabled()
    QTest.mouseClick(vectors, Qt.MouseButton.LeftButton)
    assert vectors.isChecked()
    assert panel.sentence.text() == "▲ A profile uses the vectors, the words or both."
    assert open_window.session.profile == replace(FUSED, lexical=False)


def test_sliders_offer_only_what_can_be() -> None:
    for field, scale in SCALES.items():
        for position in (0, 150, 300):
            value = scale.value(position)
            whole = round(value) if field.endswith("depth") or field == "budget" else value
            assert not profiles.mistakes(replace(FUSED, **{field: whole})), field  # type: ignore[arg-type]


@pytest.mark.parametrize("scale", SCALES.values())
def test_the_slider_stands_where_its_value_is(scale: Scale) -> None:
    for position in (0, 75, 150, 225, 300):
        assert abs(scale.position(scale.value(position)) - position) <= 8
    assert scale.position(scale.most * 10) == 300
    assert scale.stepped(scale.most, 1) == scale.most
    assert scale.stepped(scale.least, -1) == scale.least


# ---------------------------------------------------------------- kept profiles


def save(window: Window, qtbot: QtBot, name: str) -> None:
    panel = strip(window)
    QTest.mouseClick(panel.save_as, Qt.MouseButton.LeftButton)
    panel.name.selectAll()
    qtbot.keyClicks(panel.name, name)
    QTest.keyClick(panel.name, Qt.Key.Key_Return)


def entries(window: Window) -> list[str]:
    box = window.recall.query.profile
    return [box.itemText(place) for place in range(box.count()) if box.itemText(place)]


@pytest.fixture
def deep(open_window: Window, ask: Ask, qtbot: QtBot) -> Window:
    """A window that uses a saved profile of its vault."""
    ask(QUESTION)
    write(qtbot, strip(open_window).knobs["budget"], "7")
    settled(open_window, qtbot)
    save(open_window, qtbot, "seven at most")
    wait(qtbot, lambda: open_window.recall.query.profile.currentText() == "seven at most")
    settled(open_window, qtbot)
    return open_window


def test_a_saved_profile_is_one_for_every_door(deep: Window, vault_path: Path, settings: Settings) -> None:
    with Vault.open(vault_path, read_only=True) as vault:
        assert profiles.profile(vault, "seven at most") == Profile("seven at most", budget=7)
    assert entries(deep) == [*PROFILES, "seven at most"]
    assert not deep.recall.adjust.is_asking_name
    assert not deep.recall.adjust.reset.isEnabled()
    assert deep.recall.results.headline.moves == ""
    assert settings.profile == "seven at most"


def test_a_saved_profile_survives_a_reopen(deep: Window, vault_path: Path, settings: Settings, qtbot: QtBot) -> None:
    again = Window(settings)
    qtbot.addWidget(again)
    again.session.open(vault_path)
    wait(qtbot, lambda: again.session.profile == Profile("seven at most", budget=7))
    assert again.recall.query.profile.currentText() == "seven at most"
    assert again.recall.adjust.knobs["budget"].value == 7
    assert again.session.close()


def test_undo_takes_a_saved_profile_back_and_the_settings_stay(deep: Window, qtbot: QtBot) -> None:
    wait(qtbot, deep.actions_by_id["edit.undo"].isEnabled)
    deep.session.undo()
    wait(qtbot, lambda: "seven at most" not in entries(deep))
    assert deep.session.profile == Profile("fused", budget=7)
    assert deep.recall.query.profile.currentText() == "fused, adjusted"
    settled(deep, qtbot)
    assert len(served(deep)) == 7


def test_a_saved_profile_is_removed_with_its_cross_and_with_del(deep: Window, qtbot: QtBot) -> None:
    box = deep.recall.query.profile
    box.showPopup()
    place = box.findText("seven at most")
    middle = cross(box.view().visualRect(box.model().index(place, 0))).center()
    QTest.mouseClick(box.view().viewport(), Qt.MouseButton.LeftButton, pos=middle)
    wait(qtbot, lambda: "seven at most" not in entries(deep))
    deep.session.undo()
    wait(qtbot, lambda: "seven at most" in entries(deep))
    box.showPopup()
    box.view().setCurrentIndex(box.model().index(box.findText("seven at most"), 0))
    delete = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(box.view(), delete)
    wait(qtbot, lambda: "seven at most" not in entries(deep))


def test_a_built_in_profile_cannot_be_removed(open_window: Window, ask: Ask) -> None:
    ask(QUESTION)
    assert open_window.recall.query.profile.removable(0) == ""
    assert not open_window.actions_by_id["recall.remove_profile"].isEnabled()


def test_the_command_removes_the_profile_in_use(deep: Window, qtbot: QtBot) -> None:
    assert deep.actions_by_id["recall.remove_profile"].isEnabled()
    deep.actions_by_id["recall.remove_profile"].trigger()
    wait(qtbot, lambda: "seven at most" not in entries(deep))


@pytest.mark.parametrize("name", ["fused", " ", "a/b"])
def test_a_name_that_cannot_be_is_said_and_can_be_mended(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot, name: str
) -> None:
    ask(QUESTION)
    write(qtbot, strip(open_window).knobs["budget"], "7")
    save(open_window, qtbot, name)
    wait(qtbot, lambda: bool(open_window.notice.text))
    assert open_window.recall.adjust.is_asking_name
    with Vault.open(vault_path, read_only=True) as vault:
        assert set(profiles.profiles(vault)) == set(PROFILES)
    QTest.keyClick(open_window.recall.adjust.name, Qt.Key.Key_Escape)
    assert not open_window.recall.adjust.is_asking_name
    assert open_window.recall.adjust.isVisible()


def test_a_profile_saved_by_another_process_can_be_chosen(
    open_window: Window, ask: Ask, vault_path: Path, qtbot: QtBot
) -> None:
    ask(QUESTION)
    with Vault.open(vault_path, actor="ward") as vault:
        profiles.save_profile(vault, Profile("three", budget=3))
    wait(qtbot, lambda: "three" in entries(open_window))
    open_window.recall.query.profile.setCurrentText("three")
    settled(open_window, qtbot)
    assert len(served(open_window)) == 3


# ---------------------------------------------------------------- expectations


def test_expectations_are_counted_under_the_settings_in_use(window: Window, vault_path: Path, qtbot: QtBot) -> None:
    with Vault.open(vault_path, "tests") as vault:
        hits = recall(vault, Query(QUESTION, FUSED)).recall.hits
        for hit in (hits[0], hits[30]):
            expectations.expect(vault, QUESTION, hit.id)
    window.session.open(vault_path)
    kept = window.recall.adjust.kept
    wait(qtbot, lambda: kept.isEnabled() and kept.text() == "<b>2 of 2</b> expectations hold")
    write(qtbot, strip(window).knobs["budget"], "5")
    assert not kept.isEnabled()
    wait(qtbot, lambda: kept.isEnabled() and kept.text() == "▲ <b>1 of 2</b> expectations hold")
    window.recall.adjust_part.reset()
    wait(qtbot, lambda: kept.isEnabled() and "2 of 2" in kept.text())


def test_where_nothing_is_expected_nothing_is_said(open_window: Window, ask: Ask, qtbot: QtBot) -> None:
    ask(QUESTION)
    strip(open_window)
    qtbot.wait(300)
    assert not open_window.recall.adjust.kept.isVisible()


# ---------------------------------------------------------------- rows of controls


@pytest.mark.parametrize(
    ("room", "rows"),
    [
        (1000, [[0, 1, 2, 3]]),
        (900, [[0, 1, 3], [2]]),
        (720, [[0, 3], [1, 2]]),
        (450, [[0], [1, 2], [3]]),
    ],
)
def test_groups_take_as_few_rows_as_they_need(room: int, rows: list[list[int]]) -> None:
    assert arranged((400, 200, 150), 200, room, 10) == rows


@pytest.mark.parametrize("width", [900, 1280, 1920])
def test_no_control_is_cut(open_window: Window, ask: Ask, width: int, qtbot: QtBot) -> None:
    ask(QUESTION)
    panel = strip(open_window)
    open_window.resize(width, 700)
    qtbot.wait(50)
    for widget in (*panel.knobs.values(), *panel.channels.values(), panel.reset, panel.save_as):
        assert panel.rect().contains(widget.mapTo(panel, widget.rect().topLeft()))
        assert panel.rect().contains(widget.mapTo(panel, widget.rect().bottomRight()))
        assert widget.width() >= widget.minimumSizeHint().width()


def test_rows_are_stale_while_the_question_is_one_that_cannot_be_answered(
    open_window: Window, ask: Ask, qtbot: QtBot
) -> None:
    ask("shift")
    view, question = open_window.recall.results.view, open_window.recall.query.question
    question.setText("shift " * 1000)
    wait(qtbot, lambda: "5,000" in open_window.notice.text)
    assert view.is_stale
    ask("Sunday")
    assert not view.is_stale


def test_asked_for_in_another_place_it_is_gone_to_in_its_own(open_window: Window, qtbot: QtBot) -> None:
    open_window.go_to_measure()
    open_window.actions_by_id["recall.adjust"].trigger()
    assert open_window.browser.place is open_window.recall
    assert open_window.recall.adjust.isAncestorOf(QApplication.focusWidget())
    open_window.go_to_measure()
    assert open_window.recall.adjust.isHidden()
