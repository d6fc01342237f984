"""Times as their sources write them, and the clock."""

from __future__ import annotations

import math
import re
import time
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

from mnemoscope.records import When

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER = re.compile(r"\d{9,19}(\.\d*)?", re.ASCII)


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def when(text: str, moment: datetime) -> When:
    """The source's own text beside the sort key of the moment read from it; without zone it sorts as UTC."""
    zoned = moment.tzinfo is not None
    utc = moment if zoned else moment.replace(tzinfo=UTC)
    return When(text, round(utc.timestamp() * 1000), zoned)


def parse_iso(text: str) -> When:
    """An ISO 8601 date or time. Raises ``ValueError`` where it is none."""
    return when(text, datetime.fromisoformat(text.strip()))


def local(moment: int) -> datetime:
    """A moment in local time, to the minute, as a sentence's parameter."""
    return datetime.fromtimestamp(moment // 1000).replace(second=0)


def local_day(moment: int) -> date:
    """The local day of a moment, as a sentence's parameter."""
    return local(moment).date()


def day_of(when: When) -> date:
    """The day of a source's time: local where it names a zone, else as it is written."""
    if when.zoned:
        with suppress(ValueError, OverflowError, OSError):  # the calendar ends within a zone of 9999-12-31
            return local_day(when.utc)
    try:
        return (_EPOCH + timedelta(milliseconds=when.utc)).date()
    except OverflowError:  # a zone carries it past the calendar's first or last day
        return date.min if when.utc < 0 else date.max


def minute(moment: int) -> str:
    """A moment as local date and minute, for a list."""
    return local(moment).strftime("%Y-%m-%d %H:%M")


def end_of_day(text: str) -> int:
    """The last millisecond of the local day that an ISO date names; a full time is itself. Raises ``ValueError``."""
    moment = datetime.fromisoformat(text.strip())
    if len(text.strip()) <= len("2026-11-30"):
        moment = moment.replace(hour=23, minute=59, second=59, microsecond=999_000)
    return round(moment.timestamp() * 1000)  # without zone: local


def until(text: str) -> When:
    """The last moment of the local day that an ISO date names, as a person means it. Raises ``ValueError``."""
    return When(text.strip(), end_of_day(text), True)


def parse_epoch(number: float, text: str | None = None) -> When:
    """Seconds since 1970, or milli-, micro- or nanoseconds where seconds would lie beyond the year 5000.

    Raises ``ValueError`` where that is no moment of the calendar.
    """
    seconds = float(number)
    if not math.isfinite(seconds):
        raise ValueError("not a finite number of seconds")
    for _ in ("milli", "micro", "nano"):
        seconds = seconds / 1000 if abs(seconds) >= 1e11 else seconds
    return when(str(number) if text is None else text, _EPOCH + timedelta(seconds=seconds))


def read(value: object) -> When | None:
    """A time as JSON exports write it, ISO text or a number since 1970; ``None`` where it cannot be read as one."""
    try:
        if isinstance(value, str):
            text = value.strip()
            return parse_epoch(float(text), value) if _NUMBER.fullmatch(text) else parse_iso(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return parse_epoch(value)
    except (ValueError, OverflowError):
        return None
    return None
