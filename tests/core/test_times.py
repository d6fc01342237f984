"""Times as their sources write them."""

from __future__ import annotations

import pytest

from mnemoscope import times


def test_time_without_zone_sorts_as_utc_and_says_so():
    moment = times.parse_iso("2023-05-08T13:56:00")
    assert (moment.utc, moment.zoned) == (1683554160000, False)


def test_zone_moves_the_sort_key_and_keeps_the_text():
    moment = times.parse_iso("2023-05-08T13:56:00+02:00")
    assert (moment.text, moment.utc, moment.zoned) == ("2023-05-08T13:56:00+02:00", 1683546960000, True)


@pytest.mark.parametrize(
    "value", [1683554160, 1683554160.0, 1683554160000, "1683554160", "2023-05-08T13:56:00Z", "20230508T135600Z"]
)
def test_every_way_to_write_a_moment_is_the_same_moment(value: object):
    moment = times.read(value)
    assert moment is not None
    assert (moment.utc, moment.zoned) == (1683554160000, True)


def test_time_before_1970_is_a_time():
    moment = times.read(-86400)
    assert moment is not None
    assert moment.utc == -86400000


@pytest.mark.parametrize(
    "value", [None, True, "", "soon", "2023-02-30", float("nan"), float("inf"), -1e300, 10**400, [], {}]
)
def test_what_is_no_time_is_none(value: object):
    assert times.read(value) is None


def test_day_without_a_zone_is_the_day_that_is_written():
    assert times.day_of(times.parse_iso("2025-05-03T23:59:00")).isoformat() == "2025-05-03"


def test_last_moment_of_the_calendar_has_a_day_in_every_zone():
    assert times.day_of(times.parse_iso("9999-12-31T23:59:59Z")).isoformat() == "9999-12-31"


@pytest.mark.parametrize(
    ("text", "day"),
    [("9999-12-31T23:59:59-23:59", "9999-12-31"), ("0001-01-01T00:00:00+23:59", "0001-01-01")],
)
def test_time_whose_zone_leads_out_of_the_calendar_has_its_nearest_day(text: str, day: str):
    assert times.day_of(times.parse_iso(text)).isoformat() == day
