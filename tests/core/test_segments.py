"""Which segments are merged: few stay, whatever came in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mnemoscope.segments import FAN, due, level


def test_levels_hold_powers_of_the_fan():
    assert [level(n) for n in (0, 1, FAN - 1, FAN, FAN**2 - 1, FAN**2)] == [0, 0, 0, 1, 1, 2]


def test_level_with_room_is_left_alone():
    assert due({}) == []
    assert due(dict.fromkeys(range(FAN - 1), 1)) == []


def test_full_level_is_merged_lowest_first():
    sizes = dict.fromkeys(range(FAN), 1) | dict.fromkeys(range(10, 10 + FAN), FAN)
    assert due(sizes) == list(range(FAN))


def test_merge_beyond_the_limit_is_left_for_later():
    sizes = dict.fromkeys(range(FAN), 100)
    assert due(sizes, limit=100 * FAN - 1) == []
    assert due(sizes, limit=100 * FAN) == list(range(FAN))


@given(st.lists(st.integers(0, 5000), max_size=200))
def test_merging_keeps_every_record_and_leaves_no_level_full(additions: list[int]):
    sizes: dict[int, int] = {}
    for number, records in enumerate(additions):
        sizes[number] = records
        while members := due(sizes):
            whole = sum(sizes.pop(member) for member in members)
            sizes[1_000_000 + number + len(sizes)] = whole
    assert sum(sizes.values()) == sum(additions)
    levels = [level(records) for records in sizes.values()]
    assert all(levels.count(some) < FAN for some in levels)
