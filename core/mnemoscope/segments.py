"""Which immutable segments to merge, so that a query's cost does not grow with the number of ingests (pure).

Segments are tiered as in a log-structured merge tree (O'Neil et al., 1996): a level holds segments of similar size,
and when it has ``FAN`` of them they become one of the next level. So N single additions leave at most
``FAN - 1`` segments a level, and each record is rewritten log_FAN(N) times.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

FAN = 8


def level(records: int) -> int:
    """The level of a segment with that many records: floor(log_FAN(records))."""
    found = 0
    while records >= FAN:
        records //= FAN
        found += 1
    return found


def due(sizes: Mapping[int, int], limit: int | None = None) -> list[int]:
    """Ids of the segments to merge next, ``FAN`` at a time, oldest first, or none. ``sizes``: records by segment id.

    With ``limit``, merges of more records than that are left to a later, longer work.
    """
    levels: dict[int, list[int]] = defaultdict(list)
    for segment, records in sorted(sizes.items()):
        levels[level(records)].append(segment)
    for _, members in sorted(levels.items()):
        first = members[:FAN]
        if len(first) == FAN and (limit is None or sum(sizes[m] for m in first) <= limit):
            return first
    return []
