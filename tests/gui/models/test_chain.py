"""A chain as rows: order, lanes of branches, what is marked and said; and the chain as it would be."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from mnemoscope.records import Record, RecordId
from mnemoscope_gui.models.chain import ChainModel, ChainRow, chain_rows, proposed_rows
from mnemoscope_gui.models.replacement import ChoiceRow, ChoicesModel, by_time, refusal, sentence
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.values import Copied, Replacement

from ..values import record


def aged(number: int, text: str, newer: int | None = None, **changes: object) -> Record:
    """A record that was added at this number's moment, perhaps superseded."""
    by = RecordId(f"{newer:032x}") if newer is not None else None
    since = 1_747_033_200_000 if newer is not None else None
    return record(
        number,
        text,
        happened_at=None,
        added_at=1_747_000_000_000 + number,
        superseded_by=by,
        superseded_since=since,
        **changes,
    )


NEWEST = aged(9, "Nil keeps the keys on Monday")
OLDER = aged(5, "Nil keeps the keys on Sunday", 9)
OLDEST = aged(2, "Ilse keeps the keys on Sunday", 5)


def shown(rows: list[ChainRow]) -> list[tuple[int, int, tuple[int, ...], bool, bool]]:
    return [(int(row.record.id, 16), row.lane, row.passing, row.branches, row.ends) for row in rows]


def test_chain_runs_down_one_lane_with_what_was_reworded() -> None:
    rows = chain_rows((NEWEST, OLDER, OLDEST), OLDER.id, {})
    assert shown(rows) == [(9, 0, (), False, False), (5, 0, (), False, False), (2, 0, (), False, True)]
    words = [([row.record.text[a:b] for a, b in row.come], [row.record.text[a:b] for a, b in row.gone]) for row in rows]
    assert words == [(["Monday"], []), (["Nil"], ["Sunday"]), ([], ["Ilse"])]
    assert [row.is_current for row in rows] == [False, True, False]
    assert [row.newer for row in rows] == [None, NEWEST.id, OLDER.id]


def test_several_older_ones_are_branches_and_the_oldest_goes_on_in_the_lane() -> None:
    branch, deeper = aged(7, "Nil keeps the keys on Friday", 9), aged(6, "Nil keeps a key on Friday", 7)
    rows = chain_rows((NEWEST, branch, OLDER, deeper, OLDEST), NEWEST.id, {})
    assert shown(rows) == [
        (9, 0, (), False, False),
        (7, 1, (0,), True, False),
        (6, 1, (0,), False, True),
        (5, 0, (), False, False),
        (2, 0, (), False, True),
    ]


def test_a_chain_of_thousands_is_no_deep_recursion() -> None:
    chain = [aged(number, "same", number + 1 if number < 3000 else None) for number in range(1, 3001)]
    rows = chain_rows(chain, None, {})
    assert len(rows) == 3000
    assert {row.lane for row in rows} == {0}


def test_state_of_a_row_is_said() -> None:
    assert ChainRow(NEWEST, "000009").state == "in force"
    assert ChainRow(OLDER, "000005").state.startswith("superseded")
    inactive = aged(4, "gone", active=False, reason="moved house")
    assert "moved house" in ChainRow(inactive, "000004").state


def test_screen_reader_is_told_what_came_and_what_went(qapp: object) -> None:
    model = ChainModel()
    model.set_records(chain_rows((NEWEST, OLDER), NEWEST.id, {}))
    spoken = model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert "new: Monday" in spoken
    assert "gone: Sunday" in model.data(model.index(1, 0), Qt.ItemDataRole.AccessibleTextRole)


def test_models_are_models(qtmodeltester: ModelTester) -> None:
    chain, choices = ChainModel(), ChoicesModel()
    chain.set_records(chain_rows((NEWEST, OLDER, OLDEST), OLDER.id, {}))
    choices.set_records([ChoiceRow(NEWEST, "000009"), ChoiceRow(OLDER, "000005", "another app: home")])
    qtmodeltester.check(chain)
    qtmodeltester.check(choices)
    assert choices.data(choices.index(1, 2)) == "another app: home"
    assert choices.data(choices.index(1, 0), RECORD_ROLE).record is OLDER


# ---------------------------------------------------------------- before it is done


def test_proposed_chain_shows_ticked_copies_in_it_and_the_others_beside_it() -> None:
    older = aged(5, "Nil keeps the keys on Sunday")
    same = Copied(aged(4, "Nil keeps the keys on Sunday."), "000004", True)
    text = "Nil keeps the keys on Friday"
    other = Copied(aged(3, text), "000003", False, ((22, 28),), (("Sunday", "Friday"),))
    rows = proposed_rows(Replacement((older,), NEWEST, {}), (same, other), frozenset({same.record.id}))
    assert [(int(row.record.id, 16), row.ticked) for row in rows] == [(9, None), (5, None), (4, True), (3, False)]
    assert rows[-1].note == "different: “Friday”, not “Sunday”"
    assert [rows[-1].record.text[a:b] for a, b in rows[-1].come] == ["Friday"]
    assert rows[-1].newer is None
    assert rows[1].in_force


def test_what_happened_earlier_is_the_older_whichever_is_dragged() -> None:
    assert by_time(NEWEST, OLDEST) == by_time(OLDEST, NEWEST) == (OLDEST, NEWEST)


def test_sentence_says_direction_and_days() -> None:
    said = sentence([OLDER], NEWEST, {NEWEST.id: "9b20de", OLDER.id: "4f81c0"})
    assert said.startswith("Record 4f81c0 (")
    assert "is replaced by 9b20de (" in said
    assert sentence([OLDER, OLDEST], NEWEST, {}).startswith("2 records are replaced by")


@pytest.mark.parametrize(
    ("older", "newer", "words"),
    [
        (NEWEST, NEWEST, "same record"),
        (aged(1, "x", app="home"), NEWEST, "two apps: home and ward"),
        (OLDER, NEWEST, "is superseded by"),
        (aged(1, "x", active=False), NEWEST, "is inactive"),
        (aged(1, "x"), aged(3, "y", active=False), "is inactive"),
        (aged(1, "x"), OLDER, "is superseded by"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(older: Record, newer: Record, words: str) -> None:
    assert words in refusal(older, newer)


def test_two_records_in_force_of_one_app_are_not_refused() -> None:
    assert refusal(aged(1, "x"), NEWEST) == ""
