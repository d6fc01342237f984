"""Times as their sources write them, and the clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from mnemoscope.records import When


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


def minute(moment: int) -> str:
    """A moment as local date and minute, for a sentence."""
    return datetime.fromtimestamp(moment / 1000).strftime("%Y-%m-%d %H:%M")


def end_of_day(text: str) -> int:
    """The last millisecond of the local day that an ISO date names; a full time is itself. Raises ``ValueError``."""
    moment = datetime.fromisoformat(text.strip())
    if len(text.strip()) <= len("2026-11-30"):
        moment = moment.replace(hour=23, minute=59, second=59, microsecond=999_000)
    return round(moment.timestamp() * 1000)  # without zone: local
