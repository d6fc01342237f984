"""The strip of time: what it spans, and where its marks stand."""

from __future__ import annotations

from datetime import datetime

from mnemoscope_gui.models.said import Lane, marks, span


def at(day: str) -> int:
    return int(datetime.fromisoformat(day).astimezone().timestamp() * 1000)


def names(first: str, last: str, most: int) -> list[str]:
    shown = span((Lane("A", at(first), ()),), at(last))
    found = marks(shown, most)
    assert len(found) <= most + 1
    assert all(shown.start <= moment <= shown.end for moment, _ in found)
    return [name for _, name in found]


def test_it_goes_from_the_first_that_was_said_until_now() -> None:
    shown = span((Lane("A", at("2025-05-30"), (at("2025-06-02"),)), Lane("B", at("2025-07-11"), ())), at("2025-12-01"))
    assert 0.0 < shown.share(at("2025-05-30")) < shown.share(at("2025-07-11")) < shown.share(at("2025-12-01")) <= 1.0


def test_months_are_marked_and_a_year_by_its_number() -> None:
    assert names("2025-05-30", "2025-11-20", 8) == ["Jun", "Jul", "Aug", "Sept", "Oct", "Nov"]
    assert "2026" in names("2025-10-10", "2026-03-01", 8)


def test_a_short_time_is_marked_by_days_and_a_long_one_by_years() -> None:
    assert names("2025-05-01", "2025-05-06", 6)[0].startswith("1 ")
    assert {len(name) for name in names("2015-05-01", "2025-05-06", 6)} == {4}


def test_nothing_but_now_is_spanned_without_a_failure() -> None:
    assert 0.0 < span((), at("2025-05-06")).share(at("2025-05-06")) < 1.0
