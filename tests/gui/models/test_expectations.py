"""What rows of expectations say of themselves, how they are listed, and how they are shown in a small place."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from mnemoscope.messages import message
from mnemoscope.records import PROFILES, Act, Checked, Expectation
from mnemoscope_gui.look import CENTRE_MINIMUM
from mnemoscope_gui.models.expectations import (
    By,
    ExpectationsModel,
    Order,
    Show,
    arranged,
    cause,
    fallen_sentence,
    verdict,
)
from mnemoscope_gui.panels.expectations import ExpectationsPanel
from mnemoscope_gui.values import Expected
from mnemoscope_gui.views.expectations_status import ExpectationsStatus
from mnemoscope_gui.views.summary import Summary, share

from .. import values

ACT = Act(7, 1_747_033_200_000, "ward", message("act.deactivate", record="4f81c0", count=1), 1, False, "do")


def expected(number: int = 1, holds: bool | None = True, rank: int | None = 3, act: Act | None = None) -> Expected:
    record = values.record(number)
    some = Expectation(number, f"Question {number}?", record.id, 10, "fused", None, 0)
    checked = None
    if holds is not None:
        said = message("expectation.holds", rank=rank or 1, within=10)
        if not holds:
            ended = message("expectation.until", number=7, act=ACT.label, at="14:10")
            said = message("expectation.failed", found=message("expectation.standing"), cause=ended)
        checked = Checked(some, record.id, rank, holds, said, act)
    return Expected(some, record, f"{number:06x}", PROFILES["fused"], checked)


ROWS = (expected(1, True, 9), expected(2, False, None, ACT), expected(3, None), expected(4, True, 2))


def numbers(rows: tuple[Expected, ...]) -> list[int]:
    return [row.number for row in rows]


@pytest.mark.parametrize(
    ("by", "descending", "order"),
    [
        (By.STATUS, False, [2, 1, 3, 4]),
        (By.RANK, False, [4, 1, 2, 3]),
        (By.RANK, True, [2, 3, 1, 4]),
        (By.QUESTION, True, [4, 3, 2, 1]),
    ],
)
def test_rows_stand_in_their_order_and_equal_ones_as_they_were_saved(
    by: By, descending: bool, order: list[int]
) -> None:
    assert numbers(arranged(ROWS, Show.ALL, Order(by, descending))) == order


def test_what_nobody_has_looked_at_neither_holds_nor_fails() -> None:
    assert numbers(arranged(ROWS, Show.HOLDING, Order())) == [1, 4]
    assert numbers(arranged(ROWS, Show.FAILING, Order())) == [2]


def test_act_that_ended_it_is_told_apart_from_the_verdict() -> None:
    assert verdict(ROWS[1]) == str(message("expectation.standing"))
    assert cause(ROWS[1]).endswith("ward: Deactivated record 4f81c0")
    assert cause(ROWS[1]).startswith("Held until ")


def test_what_was_left_out_of_a_check_is_still_said_beside_the_act() -> None:
    row = ROWS[1]
    assert row.checked is not None
    said = message("expectation.without", found=row.checked.sentence, channel="vectors", reason="No model.")
    row = replace(row, checked=replace(row.checked, sentence=said))
    assert verdict(row).endswith("Checked without the vectors: No model.")
    assert "act 7" not in verdict(row)


def test_a_failure_without_an_act_keeps_its_whole_sentence() -> None:
    assert "It came back until act 7" in verdict(expected(2, False, None))
    assert cause(expected(2, False, None)) == ""


def test_news_names_the_act_and_the_question_or_how_many() -> None:
    one, other = expected(2, False, None, ACT), expected(5, False, None, ACT)
    assert fallen_sentence((one,)) == "Deactivated record 4f81c0: “Question 2?” no longer finds it"
    assert fallen_sentence((expected(2, False, None),)) == "“Question 2?” no longer finds its record"
    assert fallen_sentence((one, other)) == "Deactivated record 4f81c0: 2 expectations no longer hold"
    elsewhere = expected(6, False, None, replace(ACT, number=8))
    assert fallen_sentence((one, elsewhere)) == "2 expectations no longer hold"


def test_within_is_never_more_than_the_profile_serves() -> None:
    some = expected()
    assert some.within == 10
    assert replace(some, expectation=replace(some.expectation, within=99)).within == 32
    assert replace(some, expectation=replace(some.expectation, within=None)).within == 32
    assert replace(some, profile=None).within == 10


def test_dots_stand_by_the_share_of_what_counts() -> None:
    assert [round(share(expected(1, True, rank)), 2) for rank in (1, 10)] == [0.0, 1.0]
    assert share(expected(1, True, None)) == 0.0


def test_model_is_sound_and_newer_findings_move_no_row(qtmodeltester: ModelTester, qtbot: QtBot) -> None:
    model = ExpectationsModel()
    assert model.show(ROWS)
    qtmodeltester.check(model)
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        assert not model.show((expected(1, False, 12), *ROWS[1:]))
    assert "fails" in model.index(0, 0).data(int(Qt.ItemDataRole.AccessibleTextRole))


def test_sign_and_words_say_the_same_in_status_bar_and_summary(qtbot: QtBot) -> None:
    status, summary = ExpectationsStatus(), Summary()
    for widget in (status, summary):
        qtbot.addWidget(widget)
        widget.show_rows(ROWS)
    assert status.text == "4 expectations, not asked yet"
    known = tuple(row for row in ROWS if row.holds is not None)
    for widget in (status, summary):
        widget.show_rows(known)
        assert widget._sign.holds is False
    assert (status.text, summary.title) == ("2 of 3 expectations hold", "2 of 3 expectations hold.")
    status.show_rows(())
    assert status.isHidden()


def test_headings_stand_over_their_columns_and_the_record_gives_way(qtbot: QtBot) -> None:
    panel = ExpectationsPanel()
    qtbot.addWidget(panel)
    panel.show_rows(ROWS)
    panel.resize(1200, 500)
    panel.show()
    buttons = panel.headings.buttons
    wide = [buttons[by].geometry() for by in By]
    assert all(left.right() <= right.left() for left, right in pairwise(wide))
    panel.resize(CENTRE_MINIMUM, 500)
    qtbot.waitUntil(lambda: not buttons[By.RECORD].isVisible())
    shown = [buttons[by].geometry() for by in By if buttons[by].isVisible()]
    assert all(left.right() <= right.left() for left, right in pairwise(shown))
