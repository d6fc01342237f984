"""Models keep Qt's contract and show what the records say."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from mnemoscope.messages import message
from mnemoscope.records import Act, Record, RecordId
from mnemoscope_gui.models.chain import chain_rows
from mnemoscope_gui.models.hits import HitRow, HitsModel
from mnemoscope_gui.models.lines import LinesModel, act_lines, session_lines
from mnemoscope_gui.models.table import RECORD_ROLE, Column, TableModel
from mnemoscope_gui.values import Detail

from ..values import hit, record


def test_hits_model_keeps_the_contract_when_filled_changed_and_emptied(
    qtbot: QtBot, qtmodeltester: ModelTester
) -> None:
    model = HitsModel()
    qtmodeltester.check(model)
    rows = [HitRow(hit(rank)) for rank in range(1, 33)]
    model.set_records(rows)
    model.replace_records(rows)
    model.set_records(rows[:3])
    model.set_records(())
    model.set_records(rows)
    assert model.rowCount() == 32


def looked_at(shown: Record, *session: Record) -> Detail:
    return Detail(shown, "000001", None, session, (shown,), ())


def test_lines_model_keeps_the_contract(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = LinesModel()
    model.set_records(session_lines(looked_at(record(1), record(1), record(2)), ()))
    qtmodeltester.check(model)


def test_columns_show_ranks_scores_and_a_dash_for_what_is_missing(qtbot: QtBot) -> None:
    model = HitsModel()
    model.set_records([HitRow(hit(17, 1812, None))])
    shown = [model.data(model.index(0, column)) for column in range(model.columnCount())]
    assert shown[:6] == ["17", "0.00000", "0.819", "1,812", "–", "–"]


def test_record_role_gives_the_frozen_row(qtbot: QtBot) -> None:
    model = HitsModel()
    row = HitRow(hit(1))
    model.set_records([row])
    assert model.data(model.index(0, 0), RECORD_ROLE) is row


def test_replacing_rows_resets_nothing(qtbot: QtBot) -> None:
    model = HitsModel()
    model.set_records([HitRow(hit(1)), HitRow(hit(2))])
    resets: list[bool] = []
    model.modelReset.connect(lambda: resets.append(True))
    with qtbot.waitSignal(model.dataChanged):
        model.replace_records([HitRow(hit(1, active=False)), HitRow(hit(2))])
    assert resets == []
    assert not model.records[0].in_force


def test_a_screen_reader_hears_the_whole_row_and_whether_it_is_out_of_force(qtbot: QtBot) -> None:
    model = HitsModel()
    model.set_records([HitRow(hit(1)), HitRow(hit(2, active=False))])
    spoken = [model.data(model.index(row, 0), int(Qt.ItemDataRole.AccessibleTextRole)) for row in (0, 1)]
    assert "fused 1" in spoken[0]
    assert "Rota" in spoken[0]
    assert spoken[1].startswith("out of force")


def test_row_of_finds_a_served_record_and_no_other(qtbot: QtBot) -> None:
    model = HitsModel()
    model.set_records([HitRow(hit(1)), HitRow(hit(2))])
    assert model.row_of(hit(2).id) == 1
    assert model.row_of("nobody") is None


def test_a_superseded_record_is_struck_in_its_session_and_chain() -> None:
    older = record(1, superseded_by=RecordId("2"), superseded_since=0)
    newer = record(2)
    lines = session_lines(looked_at(older, older, newer), ())
    assert [line.struck for line in lines] == [True, False]
    assert [line.is_current for line in lines] == [True, False]
    chain = chain_rows((newer, older), newer.id, {newer.id: "000002"})
    assert [not row.in_force for row in chain] == [False, True]
    assert chain[0].short == "000002"


def test_lines_lead_on_where_a_session_is_longer_than_what_is_shown() -> None:
    some = looked_at(record(2), record(1), record(2), record(3))
    lines = session_lines(replace(some, earlier=1, later=1200), ())
    assert [line.body for line in (lines[0], lines[-1])] == ["… 1 earlier record", "… 1,200 later records"]
    assert [line.id for line in (lines[0], lines[-1])] == [record(1).id, record(3).id]
    assert [line.is_current for line in lines] == [False, False, True, False, False]
    assert replace(some, earlier=1, later=1200).session_size == 1204


def test_an_undone_act_is_struck() -> None:
    act = Act(1, 0, "window", message("undo.nothing"), 1, False, "do")
    assert [line.struck for line in act_lines((act, replace(act, undone=True)))] == [False, True]


LETTERS = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(st.lists(LETTERS, min_size=1, max_size=6))
def test_rows_that_are_followed_stay_what_they_are_to_a_view(rounds: list[list[str]]) -> None:
    model = TableModel[str]((Column("letter", str),))
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    held: dict[str, QPersistentModelIndex] = {}
    for letters in rounds:
        model.follow_records(letters, lambda letter: letter)
        assert model.records == tuple(letters)
        for letter, index in held.items():
            assert index.isValid() == (letter in letters)
            assert not index.isValid() or model.records[index.row()] == letter
        held = {letter: QPersistentModelIndex(model.index(row, 0)) for row, letter in enumerate(letters)}
    assert resets == []
    del tester


def test_many_rows_are_shown_anew(qtbot: QtBot) -> None:
    model = TableModel[str]((Column("letter", str),))
    with qtbot.waitSignal(model.modelReset):
        model.follow_records([str(number) for number in range(2000)], lambda text: text)
    assert model.rowCount() == 2000
