"""What is looked at in a vault, and what is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mnemoscope import reading
from mnemoscope.messages import Message, message
from mnemoscope.records import RecordId

NAMED = 5
"""Records that a finding names."""
LISTED = 200
"""Records that a finding lists."""


class Check(StrEnum):
    """What is looked at, in this order."""

    FILE = "file"
    """SQLite's own check of every page."""
    REFERENCES = "references"
    """What rows refer to is there, and the schema is ours."""
    TEXTS = "texts"
    """Texts against their hashes, and ids."""
    WORDS = "words"
    """The word index against the texts."""
    VECTORS = "vectors"
    COLUMNS = "columns"
    SUPERSESSIONS = "supersessions"
    STATES = "states"
    """Apps, sessions and states against each other and the journal."""
    UNFINISHED = "unfinished"
    """What a killed import or a forgetting left."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it must be."""

    what: Message
    count: int
    records: tuple[str, ...] = ()
    """The first ones, by their shortest ids."""
    can_repair: bool = False
    """Whether it lies in derived data, which are made anew."""
    ids: tuple[RecordId, ...] = ()
    """As many as are listed."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """A check that was made: of how much, and what it found."""

    check: Check
    amount: int
    """Pages, records, terms, vectors, chunks or supersessions; 0 where nothing is counted."""
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was looked at, and what was found."""

    records: int
    looked: tuple[Inspected, ...]
    """In a damaged file not every check is made: its answers could not be trusted."""
    repaired: tuple[Finding, ...] = ()
    """What a repair found, and made anew."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that was found."""
        return tuple(finding for looked in self.looked for finding in looked.findings)

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def of_records(
    connection: sqlite3.Connection, id: str, ordinals: Sequence[int], *, can_repair: bool = False
) -> Iterator[Finding]:
    """The finding that names these records; none where there are none."""
    if ordinals:
        query = "SELECT id FROM record WHERE ordinal = ?"
        rows = [connection.execute(query, (number,)).fetchone() for number in ordinals[:LISTED]]
        ids = tuple(RecordId(row[0].hex()) for row in rows if row is not None)
        named = tuple(reading.shortest(connection, some) for some in ids[:NAMED])
        yield Finding(message(id, count=len(ordinals)), len(ordinals), named, can_repair, ids)
