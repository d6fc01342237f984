"""The values of the review queue: what may be stale, doubled, contradicted or replaced, and what a person said of it.

Nothing here reads the vault: ``suggest`` finds candidates, ``review`` keeps the queue and carries verdicts out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from mnemoscope.messages import Message
from mnemoscope.records import Record, RecordId


class Matter(StrEnum):
    """What is asked of a candidate, in the order of the chips."""

    STALE = "stale"
    """One record: is it still true?"""
    DUPLICATE = "duplicate"
    """Two or more records: do they say the same?"""
    CONTRADICTION = "contradiction"
    """Two records of one subject with another value: which one is true?"""
    SUPERSESSION = "supersession"
    """Two records, the newer of which says that it replaces the older."""


class Answer(StrEnum):
    """What a person said of a candidate."""

    KEEP_FIRST = "keep_first"
    """Of a pair, the older (A) is true. Of a group, the first one stays."""
    KEEP_SECOND = "keep_second"
    """The newer (B) is true."""
    BOTH_TRUE = "both_true"
    """Never ask again. Of one record: it is still true."""
    NOT_THE_SAME = "not_the_same"
    """Two subjects."""
    DEACTIVATE = "deactivate"
    """Of one record: it is not true any more."""
    RESTORE = "restore"
    """Of one record whose newer one is inactive: the newer one was wrong, and it is served again."""
    LATER = "later"
    """To the end of the queue."""


@dataclass(frozen=True, slots=True)
class Ground:
    """One reason why records are a candidate."""

    kind: str
    """What it is about, an id that the window translates: ``subject``, ``number``, ``date``, ``name``, ``negation``,
    ``antonym``, ``value``, ``cue``, ``distance``, ``expired``, ``orphaned``, ``announced``, ``contradicted``,
    ``never_recalled``, ``version``, ``review_due``, ``copy``."""
    said: Message
    """The reason in words, with the very words, numbers and dates of the records."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the queue asks about."""

    matter: Matter
    records: tuple[Record, ...]
    """Of a pair the older first (A), then the newer (B); of a group of duplicates the one to keep first."""
    grounds: tuple[Ground, ...]
    """The telling ones first."""
    score: float
    """How sure the search is, 0 to 1."""
    served: int = 0
    """How often the recall log says that one of its records was served."""
    is_put_off: bool = False
    """Whether a person said ``LATER``."""

    @property
    def key(self) -> tuple[str, ...]:
        """What tells it from others, in this and every later search."""
        return (self.matter.value, *(record.id for record in self.records))


@dataclass(frozen=True, slots=True)
class Queue:
    """What is left to look at, and how far one is."""

    left: tuple[Candidate, ...]
    """In the order in which they are asked: put off ones last."""
    settled: int
    """How many candidates of the last search a person has settled, in whatever way."""
    settled_at: int | None
    """When the last one was."""
    searched_at: int | None
    """When the last search ended; ``None`` before the first one."""
    shorts: Mapping[RecordId, str] = field(default_factory=dict)
    """Short ids of the records in it."""

    @property
    def total(self) -> int:
        """Left and settled."""
        return len(self.left) + self.settled
