"""The history as rows: a line for each day, what is known of a row, and what it says."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from mnemoscope import timeline
from mnemoscope.hindsight import Others
from mnemoscope.messages import message
from mnemoscope.recall_log import Logged
from mnemoscope.records import PROFILES, Act, RecordId
from mnemoscope.recourse import Recourse, Way
from mnemoscope.timeline import Day, Entry, Place, What
from mnemoscope_gui import languages, wording
from mnemoscope_gui.models.history import (
    EntryRow,
    HistoryModel,
    action,
    consequence,
    day_counts,
    day_lead,
    spoken_row,
    why_not,
)
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.values import Told

HOUR = 3_600_000
NOON = timeline.first_moment(date(2026, 3, 4)) + 12 * HOUR
SAME, OTHER, FEWER = Others(32, 0, 0, True), Others(32, 2, 1, True), Others(32, 2, 0, True)


def act(number: int = 7, at: int = NOON, undone: bool = False, **more: Any) -> Act:
    return Act(number, at, "command line", message("act.deactivate", count=1, record="4f81c0"), 1, undone, "do", **more)


def told(way: Way, by: Act | None = None, reversed_by: Act | None = None) -> EntryRow:
    place = Place(NOON, What.ACT, 7)
    entry = Entry(place, act(undone=way is Way.UNDONE), reversed_by=reversed_by)
    return EntryRow(place, Told(entry, Recourse(way, by)))


def recall(others: Others | None, served: int = 32) -> EntryRow:
    place = Place(NOON, What.RECALL, 3)
    ids = tuple(RecordId(f"{number:032x}") for number in range(served))
    return EntryRow(
        place, Told(Entry(place, recall=Logged(3, NOON, "ward", "Who?", PROFILES["fused"], None, None, ids))), others
    )


def model_of(moments: list[int]) -> HistoryModel:
    places = tuple(sorted((Place(at, What(at % 2), at) for at in moments), reverse=True))
    model = HistoryModel()
    model.show_places(places, timeline.days(places))
    return model


@given(st.lists(st.integers(NOON, NOON + 200 * HOUR), unique=True, max_size=30))
def test_every_place_has_a_row_below_the_line_of_its_day(moments: list[int]) -> None:
    model = model_of(moments)
    rows = [model.row(at) for at in range(model.rowCount())]
    days = [row for row in rows if isinstance(row, Day)]
    assert [row.place for row in rows if isinstance(row, EntryRow)] == list(model.places)
    assert len({day.day for day in days}) == len(days)
    for at, row in enumerate(rows):
        if isinstance(row, EntryRow):
            assert model.row_of(row.place) == at
            day = model.day_of(at)
            assert day is not None
            assert day.day == datetime.fromtimestamp(row.place.at / 1000).date()
        else:
            assert not model.flags(model.index(at, 0)) & Qt.ItemFlag.ItemIsEnabled
    assert model.row_of(Place(1, What.ACT, 1)) is None


def test_model_keeps_the_rules_of_models(qtmodeltester: Any) -> None:
    model = model_of([NOON, NOON + 1, NOON + 30 * HOUR])
    qtmodeltester.check(model)
    assert isinstance(model.data(model.index(1, 0), RECORD_ROLE), EntryRow)


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (None, "32 served"),
        (SAME, "32 served, the same now"),
        (OTHER, "32 served, 1 other now"),
        (FEWER, "32 served, 2 fewer now"),
        (Others(32, 9, 9, False), "32 served, a channel is off now"),
    ],
)
def test_recall_says_whether_the_same_is_served_now(others: Others | None, said: str) -> None:
    assert consequence(recall(others)) == said


def test_recall_that_served_nothing_says_so() -> None:
    assert consequence(recall(Others(0, 0, 0, True), 0)) == "none served, none now"
    assert consequence(recall(Others(0, 0, 3, True), 0)) == "none served, 3 others now"


@pytest.mark.parametrize(("way", "link"), [(Way.UNDO, "Undo"), (Way.REVERT, "Revert"), (Way.FINAL, ""), (Way.NONE, "")])
def test_act_offers_what_can_be_done(way: Way, link: str) -> None:
    assert action(told(way)) == link


def test_act_says_why_nothing_can_be_done() -> None:
    later = act(9, NOON + HOUR)
    assert why_not(told(Way.BUILT_ON, later)) == "built on by 13:00"
    assert why_not(told(Way.BUILT_ON, act(9, NOON + 24 * HOUR))).startswith("built on by 5 Mar")
    assert why_not(told(Way.FORGOTTEN, later)) == "forgotten 13:00"
    assert why_not(told(Way.FINAL)) == "cannot be undone"
    undone = Act(9, NOON + HOUR, "window", message("act.undo", act=message("act.redo", act="x")), 1, False, "undo")
    assert why_not(told(Way.UNDONE, reversed_by=undone)) == "undone 13:00"
    reverted = Act(9, NOON + HOUR, "window", message("act.revert", number=7, act="x"), 1, False, "undo")
    assert why_not(told(Way.UNDONE, reversed_by=reverted)) == "reverted 13:00"


def test_row_is_spoken_whole() -> None:
    said = "12:00, Act, command line, Deactivated record 4f81c0, Revert"
    assert spoken_row(told(Way.REVERT)) == said
    assert spoken_row(recall(SAME)) == "12:00, Recall, ward, Who?, 32 served, the same now, Replay"


def test_days_are_called_as_people_do() -> None:
    today = datetime.now().astimezone().date()
    called = [day_lead(Day(today - timedelta(days=back), 0, 2, 1)) for back in (0, 1)]
    assert called == ["Today", "Yesterday"]
    assert day_lead(Day(date(2026, 3, 4), 0, 1, 0)) == "Wednesday"
    assert day_counts(Day(today, 0, 2, 1)) == "2 acts, 1 recall"
    assert day_counts(Day(today, 0, 1, 0)) == "1 act"
    wording.speak(languages.FRENCH)
    try:
        assert day_lead(Day(date(2026, 3, 4), 0, 1, 0)) == "Mercredi"
    finally:
        wording.speak(languages.ENGLISH)
