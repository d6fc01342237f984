"""What is painted: bars by the formula, rows that open, arithmetic that adds up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from mnemoscope.analysis import Term
from mnemoscope.explanations import TermShare
from mnemoscope.messages import message
from mnemoscope.records import Kind
from mnemoscope_gui import look
from mnemoscope_gui.look import DARK, LIGHT, HitGrid
from mnemoscope_gui.models.hits import HitRow, HitsModel
from mnemoscope_gui.views.arithmetic import arithmetic_html
from mnemoscope_gui.views.distribution import Distribution
from mnemoscope_gui.views.glyphs import Finder, finder
from mnemoscope_gui.views.hits import HitsView, bar_lengths, state, turn
from mnemoscope_gui.views.shares import shares_html
from mnemoscope_gui.views.why import WhyPage

from ..values import explanation, hit, recall, record


@pytest.fixture
def view(qtbot: QtBot) -> HitsView:
    shown = HitsView()
    model = HitsModel(shown)
    model.set_records([HitRow(hit(1, 1, 2)), HitRow(hit(2, 812, 1)), HitRow(hit(3, 5, None))])
    shown.setModel(model)
    qtbot.addWidget(shown)
    shown.resize(1000, 400)
    shown.show()
    return shown


def test_a_first_rank_is_a_full_bar() -> None:
    assert bar_lengths(HitRow(hit(1, 1, 1)), HitGrid.BAR_FULL) == (HitGrid.BAR_FULL, HitGrid.BAR_FULL)


def test_bars_are_proportional_to_what_each_channel_adds() -> None:
    left, right = bar_lengths(HitRow(hit(1, 62, 123)), HitGrid.BAR_FULL)
    assert left == pytest.approx(58 * 61 / 122)
    assert left / right == pytest.approx((1 / 122) / (1 / 183))


def test_a_rank_beyond_the_depth_adds_no_bar() -> None:
    assert bar_lengths(HitRow(hit(1, 812, 1)), HitGrid.BAR_FULL) == (0.0, HitGrid.BAR_FULL)


@pytest.mark.parametrize(
    ("vector", "lexical", "found_by"),
    [
        (1, 1, Finder.BOTH),
        (1, None, Finder.VECTORS),
        (1, 201, Finder.VECTORS),
        (812, 1, Finder.WORDS),
        (None, 1, Finder.WORDS),
        (None, None, Finder.NEITHER),
    ],
)
def test_glyph_names_the_channels_that_counted(vector: int | None, lexical: int | None, found_by: Finder) -> None:
    assert finder(hit(1, vector, lexical)) is found_by


def test_the_current_row_is_open_and_the_others_are_not(view: HitsView, qtbot: QtBot) -> None:
    model = view.model()
    view.setCurrentIndex(model.index(1, 0))
    view.doItemsLayout()
    heights = [view.visualRect(model.index(row, 0)).height() for row in range(3)]
    assert heights == [look.Height.ROW, look.Height.OPENED_ROW, look.Height.ROW]


def test_bars_are_painted_left_in_blue_and_right_in_orange(view: HitsView, qtbot: QtBot) -> None:
    picture = view.viewport().grab().toImage()
    grid = look.hit_grid(view.viewport().width())
    y = look.Height.ROW // 2
    assert picture.pixelColor(QPoint(grid.BAR_CENTRE - 10, y)).name() == LIGHT.vectors
    assert picture.pixelColor(QPoint(grid.BAR_CENTRE + 10, y)).name() == LIGHT.words
    second = look.Height.ROW + look.Height.ROW // 2
    assert picture.pixelColor(QPoint(grid.BAR_CENTRE - 10, second)).name() != LIGHT.vectors


def test_escape_and_up_from_the_first_row_lead_back(view: HitsView, qtbot: QtBot) -> None:
    view.setCurrentIndex(view.model().index(0, 0))
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Up):
        with qtbot.waitSignal(view.left):
            qtbot.keyClick(view, key)
    view.setCurrentIndex(view.model().index(1, 0))
    with qtbot.assertNotEmitted(view.left):
        qtbot.keyClick(view, Qt.Key.Key_Up)
    assert view.currentIndex().row() == 0


def test_a_letter_does_not_move_the_list(view: HitsView, qtbot: QtBot) -> None:
    view.setCurrentIndex(view.model().index(1, 0))
    qtbot.keyClicks(view, "rota")
    assert view.currentIndex().row() == 1


def test_turn_and_state_are_said_in_words() -> None:
    assert turn(record(position=3), 9) == "turn 4 of 9"
    assert turn(record(position=0, kind=Kind.NOTE), None) == "part 1"
    assert state(record()) == "active"
    assert state(record(active=False)) == "inactive"
    assert state(record(superseded_by="2")) == "superseded"


def test_arithmetic_shows_both_parts_the_sum_and_the_margin() -> None:
    html = arithmetic_html(explanation(), DARK)
    for shown in ("#812 is beyond 200", "1 / (60 + 1)", "0.01639", "first one cut, #33", "0.01333", "0.00306"):
        assert shown in html
    assert "Served with any budget from 17 up." in html


def test_words_say_which_were_stop_words_and_which_no_record_holds() -> None:
    words = explanation().lexical
    assert words is not None
    zorba = TermShare(Term("Zorba", "zorba", True), 0, 0, (0, 0), 0, 9.9, 0.0, 0.0)
    shown = replace(explanation(), lexical=replace(words, shares=(*words.shares, zorba)))
    html = shares_html(shown, recall(()), DARK)
    assert "what, was, on: stop words, not asked" in html
    row = html[html.index("Zorba") :]
    assert row.index(">0<") < row.index("no record here holds it")


def test_a_word_that_is_not_here_is_muted() -> None:
    html = shares_html(explanation(), recall(()), LIGHT)
    assert f'<b style="color:{LIGHT.words}">8.21</b>' in html
    assert f'<b style="color:{LIGHT.words}">0.00</b>' not in html


def test_markup_in_a_question_is_text(qtbot: QtBot) -> None:
    page = WhyPage()
    qtbot.addWidget(page)
    page.show_explanation(replace(explanation(), sentence=message("why.no_text", text="<b>&")), recall(()))
    assert "&lt;b&gt;&amp;" in page.verdict


def test_why_without_a_question_says_so(qtbot: QtBot) -> None:
    page = WhyPage()
    qtbot.addWidget(page)
    page.show_explanation(None, None)
    assert "Type a question" in page.verdict


def test_distribution_paints_the_record_and_hides_without_one(qtbot: QtBot) -> None:
    plot = Distribution()
    qtbot.addWidget(plot)
    plot.resize(300, 90)
    plot.set_explanation(explanation().vector)
    plot.show()
    colours = {plot.grab().toImage().pixelColor(x, 60).name() for x in range(300)}
    assert {LIGHT.area, LIGHT.vectors} <= colours
    plot.set_explanation(None)
    assert plot.isHidden()
