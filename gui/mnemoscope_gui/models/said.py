"""When records were said and when they were served, on one line of time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from mnemoscope_gui.wording import spoken

_DAY = 86_400_000
_STEPS = (1, 2, 3, 6, 12, 24, 60, 120)
"""Months between two marks."""
_LEAST = 40 * _DAY
"""A shorter time is marked by days."""


@dataclass(frozen=True, slots=True)
class Lane:
    """One record: when it was said, and each time it was served."""

    name: str
    said: int
    served: tuple[int, ...]
    outdated: int | None = None
    """When something newer was said; what was served after that is marked."""


@dataclass(frozen=True, slots=True)
class Span:
    """What is shown of time, in milliseconds."""

    start: int
    end: int

    def share(self, at: int) -> float:
        """How far along a moment stands, 0 to 1."""
        return min(max((at - self.start) / max(self.end - self.start, 1), 0.0), 1.0)


def span(lanes: tuple[Lane, ...], now: int) -> Span:
    """From the first that was said until now, with a little room before it."""
    moments = [at for lane in lanes for at in (lane.said, *lane.served)]
    first, last = min(moments, default=now), max((now, *moments))
    length = max(last - first, _DAY)
    return Span(first - length // 50, last + length // 200)


def marks(shown: Span, most: int) -> tuple[tuple[int, str], ...]:
    """Moments with what they are called, at most so many: beginnings of months, or days where the time is short."""
    if shown.end - shown.start < _LEAST:
        return _days(shown, most)
    first = datetime.fromtimestamp(shown.start / 1000).astimezone()
    months = round((shown.end - shown.start) / (30.44 * _DAY)) + 1
    step = next((step for step in _STEPS if months / step <= most), _STEPS[-1])
    found = []
    month = first.year * 12 + first.month  # the first one after the start
    month += -month % step if step <= 12 else -(month // 12 % (step // 12)) * 12 - month % 12 + step
    while (at := _utc(date(month // 12, month % 12 + 1, 1))) < shown.end:
        if at >= shown.start:
            found.append((at, _name(month, step)))
        month += step
    return tuple(found)


def _name(month: int, step: int) -> str:
    year, number = divmod(month, 12)
    if step >= 12 or number == 0:
        return str(year)
    return spoken().locale.monthName(number + 1, spoken().locale.FormatType.ShortFormat).rstrip(".")


def _days(shown: Span, most: int) -> tuple[tuple[int, str], ...]:
    length = max(round((shown.end - shown.start) / _DAY), 1)
    step = max(-(-length // max(most, 1)), 1)
    first = datetime.fromtimestamp(shown.start / 1000).astimezone().date() + timedelta(days=1)
    days = [first + timedelta(days=number) for number in range(0, length + 1, step)]
    return tuple(
        (_utc(day), spoken().day(day, short=True, year=False)) for day in days if shown.start <= _utc(day) < shown.end
    )


def _utc(day: date) -> int:
    return int(datetime(day.year, day.month, day.day).astimezone().timestamp() * 1000)
