"""The ladder in the real window on a real vault: fetched, shared with the list, dragged, filtered, exported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QToolTip
from pytestqt.qtbot import QtBot

from mnemoscope.records import PROFILES, Channel, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.views.glyphs import Finder, finder
from mnemoscope_gui.views.ladder import LadderView
from mnemoscope_gui.views.ladder_content import pill
from mnemoscope_gui.views.ladder_rails import sides
from mnemoscope_gui.window import Window

from ..conftest import PATIENCE

QUESTION = "What shift was Admon on Sunday?"
Ask = Callable[[str], None]
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def wait(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    qtbot.waitUntil(holds, timeout=PATIENCE)


@pytest.fixture
def laddered(open_window: Window, ask: Ask, qtbot: QtBot) -> Window:
    """The window with the question asked and its ladder on show."""
    ask(QUESTION)
    qtbot.keyClick(open_window, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: open_window.recall.ladder.view.content is not None)
    return open_window


def view_of(window: Window) -> LadderView:
    return window.recall.ladder.view


def holding(window: Window, word: str) -> RecordId:
    assert window.session.answer is not None
    return next(hit.id for hit in window.session.answer.recall.hits if word in hit.record.indexed_text)


def point_at_unserved(window: Window) -> tuple[RecordId, QPoint]:
    view = view_of(window)
    assert view.content is not None
    side = sides(view.layout_now, view.content, look.colours())[0]
    shown = {row.hit.id for row in view.content.rows[:35]}
    mark = next(mark for mark in view.content.rails[Channel.VECTOR].marks if mark.id not in shown)
    return mark.id, QPoint(round(side.x), round(side.y(mark.rank)))


def test_the_ladder_says_of_the_rare_name_what_the_recall_says(laddered: Window, qtbot: QtBot) -> None:
    id = holding(laddered, "night Admon")
    laddered.session.select(id)
    wait(qtbot, lambda: laddered.session.detail is not None)
    shown = view_of(laddered).content
    assert shown is not None
    followed = shown.follow(id)
    hit = next(hit for hit in laddered.session.answer.recall.hits if hit.id == id)  # type: ignore[union-attr]
    assert followed is not None
    assert followed.row == hit.rank - 1
    assert hit.vector is not None
    assert hit.lexical is not None
    assert followed.marks[Channel.VECTOR].rank == hit.vector.rank
    assert followed.marks[Channel.LEXICAL].rank == hit.lexical.rank
    for channel, place in ((Channel.VECTOR, hit.vector), (Channel.LEXICAL, hit.lexical)):
        assert pill(followed.marks[channel], 200, 60) == f"#{place.rank} · adds {1 / (60 + place.rank):.5f}"
    assert f"words #{hit.lexical.rank}" in laddered.inspector.why.verdict
    assert view_of(laddered).accessibleDescription().startswith(f"Served, {hit.rank} of 32")


def test_list_and_ladder_share_one_selection(laddered: Window, qtbot: QtBot) -> None:
    view, results = view_of(laddered), laddered.recall.results
    qtbot.keyClick(laddered.recall.query.question, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is view
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert results.view.currentIndex().row() == 1
    assert laddered.session.selected == view.selected == results.selected
    qtbot.keyClick(laddered, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is results.view
    qtbot.keyClick(results.view, Qt.Key.Key_Down)
    assert view.selected == laddered.session.selected


def test_escape_leads_back_to_the_question_and_enter_to_why(laddered: Window, qtbot: QtBot) -> None:
    view = view_of(laddered)
    qtbot.keyClick(laddered.recall.query.question, Qt.Key.Key_Down)
    with qtbot.waitSignal(laddered.recall.why_requested):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is laddered.recall.query.question


def test_letters_act_on_the_record_in_the_ladder(laddered: Window, qtbot: QtBot) -> None:
    view = view_of(laddered)
    laddered.session.select(holding(laddered, "night Admon"))
    wait(qtbot, lambda: laddered.session.detail is not None)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_D)
    qtbot.keyClick(laddered.inspector.reason, Qt.Key.Key_Return)
    row = view.content.row_of(laddered.session.selected) if view.content else None
    assert row is not None
    wait(qtbot, lambda: view.content is not None and not view.content.rows[row].in_force)


def test_a_mark_that_is_not_served_tells_its_text_and_can_be_looked_at(laddered: Window, qtbot: QtBot) -> None:
    view = view_of(laddered)
    id, at = point_at_unserved(laddered)
    qtbot.mouseMove(view.viewport(), at)
    wait(qtbot, QToolTip.isVisible)
    assert "Vectors #" in QToolTip.text()
    qtbot.mouseClick(view.viewport(), LEFT, PLAIN, at)
    wait(qtbot, lambda: laddered.session.detail is not None and laddered.session.detail.record.id == id)
    assert laddered.recall.results.selected is None
    assert "Not served" in laddered.inspector.why.verdict


def test_no_tip_for_a_mark_that_the_pointer_left(laddered: Window, qtbot: QtBot) -> None:
    QToolTip.hideText()
    view = view_of(laddered)
    _, at = point_at_unserved(laddered)
    qtbot.mouseMove(view.viewport(), at)
    qtbot.mouseMove(view.viewport(), QPoint(2, 2))
    qtbot.wait(150)
    assert view.hovered is None
    assert not QToolTip.isVisible() or not QToolTip.text()


def test_a_dragged_budget_is_asked_and_the_list_follows(laddered: Window, qtbot: QtBot) -> None:
    view = view_of(laddered)
    layout = view.layout_now
    start = QPoint(round(layout.rows_left) + 20, round(layout.line))
    end = start - QPoint(0, round(22 * layout.row_height))
    qtbot.mousePress(view.viewport(), LEFT, PLAIN, start)
    qtbot.mouseMove(view.viewport(), end)
    qtbot.mouseRelease(view.viewport(), LEFT, PLAIN, end)
    wait(qtbot, lambda: view.content is not None and view.content.asked == 10)
    assert laddered.session.profile == PROFILES["fused"].with_budget(10)
    assert len(laddered.recall.results.model.records) == 10


def test_the_keyboard_moves_the_budget(laddered: Window, qtbot: QtBot) -> None:
    view = view_of(laddered)
    view.setFocus()
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    wait(qtbot, lambda: view.content is not None and view.content.asked == 29)
    assert laddered.session.profile.budget == 29


def test_an_answer_that_comes_late_does_not_move_the_line_back(laddered: Window, qtbot: QtBot) -> None:
    view = view_of(laddered)
    view.setFocus()
    for _ in range(6):
        qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        qtbot.wait(15)  # answers come in between
    wait(qtbot, lambda: view.content is not None and view.content.asked == 26)
    assert laddered.session.profile.budget == 26


def test_chips_work_for_list_and_ladder_alike(laddered: Window, ask: Ask, qtbot: QtBot) -> None:
    place = laddered.recall
    ask("Marta owes a lunch")
    wait(qtbot, place.ladder.headline.kinds[Finder.VECTORS].isVisible)
    qtbot.mouseClick(place.ladder.headline.kinds[Finder.VECTORS], LEFT)
    assert place.results.headline.kinds[Finder.VECTORS].isChecked()
    rows = place.results.model.records
    hidden = [place.results.view.isRowHidden(at) for at in range(len(rows))]
    assert hidden == [finder(row.hit) is not Finder.VECTORS for row in rows]
    assert any(hidden)
    assert not all(hidden)
    qtbot.keyClick(laddered, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    qtbot.mouseClick(place.results.headline.kinds[Finder.VECTORS], LEFT)
    assert not any(place.results.view.isRowHidden(at) for at in range(len(rows)))
    assert not place.ladder.headline.kinds[Finder.VECTORS].isChecked()


def test_one_channel_has_one_rail(laddered: Window, qtbot: QtBot) -> None:
    laddered.recall.query.profile.setCurrentText("lexical")
    view = view_of(laddered)
    wait(qtbot, lambda: view.content is not None and Channel.VECTOR not in view.content.rails)
    assert view.content is not None
    assert view.content.states[Channel.VECTOR] == "off"
    assert view.content.rails[Channel.LEXICAL].marks[0].rank == 1


def test_the_view_is_remembered(laddered: Window, settings: Settings, qtbot: QtBot) -> None:
    assert settings.choice("view") == "ladder"
    again = Window(settings)
    qtbot.addWidget(again)
    assert again.recall.switch.choice == "ladder"
    again.close()


def test_no_question_is_a_sentence(laddered: Window, qtbot: QtBot) -> None:
    laddered.recall.query.question.clear()
    wait(qtbot, lambda: view_of(laddered).content is None)
    assert not laddered.actions_by_id["recall.export_svg"].isEnabled()


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_export_from_the_menu_even_while_the_list_is_shown(
    open_window: Window, ask: Ask, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    ask(QUESTION)
    target = tmp_path / "picture"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    open_window.actions_by_id[f"recall.export_{kind}"].trigger()
    written = target.with_suffix(f".{kind}")
    wait(qtbot, written.exists)
    if kind == "svg":
        texts = [element.text or "" for element in ElementTree.parse(written).getroot().iter()]
        assert any(QUESTION in text for text in texts)
    else:
        assert QImage(str(written)).width() >= 2080


def test_a_picture_that_cannot_be_written_is_a_sentence(
    laddered: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "such.svg"), ""))
    laddered.actions_by_id["recall.export_svg"].trigger()
    wait(qtbot, lambda: "could not be written" in laddered.notice.text)
