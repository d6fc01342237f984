"""What an act would do, as a sentence and as questions that can be taken."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from mnemoscope.plans import Affected, Impact, Plan, Shift
from mnemoscope.records import PROFILES, Expectation, Query
from mnemoscope_gui.models.impact import Heading, ImpactModel, fate, rows, summary
from mnemoscope_gui.views.impact import ImpactView

from ..values import record

SAVED = Affected(
    Query("How much does a Sunday pay?", PROFILES["fused"]),
    Expectation(1, "How much does a Sunday pay?", record(9).id, 5, "fused", None, 0),
    None,
    "",
    (Shift(1, record(1, "The Sunday shift pays double until September.")),),
    (Shift(32, record(2, "Overtime is paid with the next month.")),),
    held=False,
    would_hold=True,
)
ASKED = Affected(
    Query("Quant cobro si treballo diumenge?", PROFILES["fused"]),
    None,
    1_747_033_200_000,
    "ward",
    (),
    (Shift(31, record(3)),),
)
IMPACT = Impact(Plan(deactivate=(record(1).id,)), 43, 50, (SAVED, ASKED), 41, 42)


@pytest.fixture
def view(qtbot: QtBot) -> ImpactView:
    shown = ImpactView()
    qtbot.addWidget(shown)
    shown.resize(370, 500)
    shown.show()
    return shown


def test_sentence_counts_answers_and_expectations(view: ImpactView) -> None:
    view.show_impact(IMPACT)
    assert view.text == "2 of 93 answers would change; 42 of 43 expectations would hold, one more than now."


@pytest.mark.parametrize(
    ("would_hold", "than"), [(39, "2 fewer than now"), (40, "one fewer than now"), (41, "as many as now")]
)
def test_sentence_says_how_many_expectations_are_lost(would_hold: int, than: str) -> None:
    assert summary(replace(IMPACT, would_hold=would_hold))[1].endswith(f"would hold, {than}.")


def test_act_that_is_done_is_told_in_the_past(view: ImpactView) -> None:
    view.show_impact(IMPACT, is_past=True)
    assert view.text == "2 of 93 answers changed; 42 of 43 expectations held after it, one more than before."


def test_nothing_to_ask_is_said_and_not_taken_for_no_change(view: ImpactView) -> None:
    view.show_impact(Impact(Plan(), 0, 0, (), 0, 0))
    assert "nothing to compare with" in view.text
    view.show_impact(Impact(Plan(), 2, 3, (), 2, 2))
    assert view.text.startswith("The answers to 5 questions would stay as they are;")


def test_questions_that_could_not_be_asked_are_counted() -> None:
    assert summary(replace(IMPACT, expectations=0))[0] == "2 of 50 answers would change."
    assert summary(replace(IMPACT, left_out=1))[1].endswith("1 question could not be asked.")


def test_saved_questions_and_recalls_stand_under_their_headings() -> None:
    assert rows(IMPACT) == (Heading("Saved questions: 1 of 43"), SAVED, Heading("Recent recalls: 1 of 50"), ASKED)


def test_expectation_says_what_becomes_of_it() -> None:
    assert fate(SAVED) == "fails → holds"
    assert fate(replace(SAVED, held=True, rank=17, would_rank=16)) == "holds, 17th → 16th"
    assert fate(replace(SAVED, held=True)) == "holds"
    assert fate(ASKED).startswith("ward, ")


def test_keys_walk_over_headings_and_enter_takes_the_question(view: ImpactView, qtbot: QtBot) -> None:
    taken: list[Affected] = []
    view.question_taken.connect(taken.append)
    view.show_impact(IMPACT)
    view.take_focus()
    for _ in range(2):
        qtbot.keyClick(view.view, Qt.Key.Key_Down)
        qtbot.keyClick(view.view, Qt.Key.Key_Return)
    assert taken == [SAVED, ASKED]


def test_click_takes_the_question(view: ImpactView, qtbot: QtBot) -> None:
    view.show_impact(IMPACT)
    with qtbot.waitSignal(view.question_taken) as signal:
        place = view.view.visualRect(view.model.index(1, 0)).center()
        qtbot.mouseClick(view.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert signal.args == [SAVED]


def test_waiting_and_clearing_leave_no_older_rows(view: ImpactView) -> None:
    view.show_impact(IMPACT)
    view.show_waiting()
    assert (view.model.rowCount(), view.view.isVisible()) == (0, False)
    assert view.text.startswith("Asking")
    view.show_impact(IMPACT)
    view.clear("Nothing is written.")
    assert (view.model.rowCount(), view.text) == (0, "Nothing is written.")


def test_screen_reader_is_told_what_leaves_and_enters() -> None:
    assert "leaves from place 1: The Sunday shift pays double until September." in ImpactModel().spoken(SAVED)


def test_model_is_sound(qtmodeltester: ModelTester) -> None:
    model = ImpactModel()
    model.set_records(rows(IMPACT))
    qtmodeltester.check(model)
