"""Two recalls side by side: what moved, what came in, what fell out. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mnemoscope.records import Hit, Recall, RecordId


class Fate(StrEnum):
    """What became of a record between two recalls."""

    SAME = "same"
    """Served at the same rank."""
    MOVED = "moved"
    ENTERED = "entered"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Pair:
    """A record that one or both recalls serve."""

    id: RecordId
    before: Hit | None
    after: Hit | None
    fate: Fate

    @property
    def climb(self) -> int:
        """Ranks gained; negative where it fell, 0 where one side does not serve it."""
        return self.before.rank - self.after.rank if self.before and self.after else 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every record that either recall serves, and how many had which fate."""

    pairs: tuple[Pair, ...]
    """Those served after, by rank; then those that left, by the rank they had."""
    same: int
    up: int
    down: int
    entered: int
    left: int


def compare(before: Recall, after: Recall) -> Comparison:
    """Compare what two recalls of one vault serve. Standing instructions are not ranked, and not compared."""
    old = {hit.id: hit for hit in before.hits}
    new = {hit.id: hit for hit in after.hits}
    pairs = [_pair(id, old.get(id), hit) for id, hit in new.items()]
    pairs += [_pair(id, hit, None) for id, hit in old.items() if id not in new]
    fates = [pair.fate for pair in pairs]
    return Comparison(
        tuple(pairs),
        same=fates.count(Fate.SAME),
        up=sum(pair.climb > 0 for pair in pairs),
        down=sum(pair.climb < 0 for pair in pairs),
        entered=fates.count(Fate.ENTERED),
        left=fates.count(Fate.LEFT),
    )


def _pair(id: RecordId, before: Hit | None, after: Hit | None) -> Pair:
    if before is None:
        return Pair(id, None, after, Fate.ENTERED)
    if after is None:
        return Pair(id, before, None, Fate.LEFT)
    return Pair(id, before, after, Fate.SAME if before.rank == after.rank else Fate.MOVED)
