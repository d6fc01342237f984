"""What rows of served records have in common."""

from __future__ import annotations

from mnemoscope.records import Hit, Record
from mnemoscope.times import now
from mnemoscope_gui.models.marks import Marks, marks


class Served:
    """A row about a hit, under the terms of a question, rarest first."""

    __slots__ = ()

    hit: Hit
    terms: tuple[str, ...]

    @property
    def record(self) -> Record:
        """The record, in the state last read."""
        return self.hit.record

    @property
    def in_force(self) -> bool:
        """Active, neither superseded nor expired by now; a row that is not is struck through."""
        return in_force(self.record)

    @property
    def found(self) -> Marks:
        """Where the text that is shown holds the question's words."""
        return marks(self.record.indexed_text, self.terms)


def in_force(record: Record) -> bool:
    """Whether a record is active, and neither superseded nor expired by now."""
    return record.stands and not record.is_expired(now())
