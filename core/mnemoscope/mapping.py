"""Which column of a table is which field of a record; shown, and open to change, before a table is imported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FIELDS = (
    "text",
    "id",
    "app",
    "session",
    "session_title",
    "kind",
    "speaker",
    "happened_at",
    "valid_until",
    "state",
    "reason",
    "superseded_by",
)
"""The fields of a record that a column can hold; columns of no field go to ``meta``."""

ColumnMap = Mapping[str, str]
"""A column's name by field; a field that is not in it has no column."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The columns of a table as it was found, with the map that its names suggest."""

    columns: tuple[str, ...]
    """In the order of the file."""
    examples: Mapping[str, str]
    """A value of each column, shortened, from the first rows that have one."""
    proposed: ColumnMap
