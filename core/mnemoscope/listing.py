"""Every record of a vault, filtered and ordered: what an empty question shows, and what chips narrow it to.

A ``Listing`` holds positions alone, made from the columns in memory; ``page`` reads the records of one page. The same
``Show`` narrows the hits of a recall through ``matches``, and changes none of their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from mnemoscope.columns import Columns
from mnemoscope.records import Kind, Record, RecordId
from mnemoscope.vault import Vault


class State(StrEnum):
    """What may be said of a record's validity. A record that is not ``active`` may be several of the others."""

    ACTIVE = "active"
    """Active, and neither superseded nor expired."""
    INACTIVE = "inactive"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Show:
    """Which records are shown. What is empty or ``None`` shows all; several values of one field are alternatives."""

    session: tuple[str, str] | None = None
    """App and key of the one session."""
    kinds: frozenset[Kind] = frozenset()
    states: frozenset[State] = frozenset()
    since: int | None = None
    """UTC milliseconds, inclusive: of when it happened, else was added."""
    until: int | None = None
    """Exclusive."""
    embedded: bool | None = None
    """Whether it has a vector of the text it holds now."""
    apps: frozenset[str] = frozenset()


class By(StrEnum):
    """What a list is sorted by."""

    TIME = "time"
    """When it happened, else was added; within a moment as the session reads."""
    ADDED = "added"
    SESSION = "session"
    """By title (the key where it has none), then as the session reads."""
    LENGTH = "length"
    """Characters of the text."""
    SPEAKER = "speaker"
    KIND = "kind"
    STATE = "state"
    APP = "app"


@dataclass(frozen=True, slots=True)
class Order:
    """How a list is sorted; descending is exactly the reverse of ascending."""

    by: By = By.TIME
    descending: bool = False


NEWEST = Order(By.TIME, descending=True)
OLDEST = Order(By.TIME)
LONGEST = Order(By.LENGTH, descending=True)


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """The records that a filter shows, in order; ``len`` says how many. Made by ``list_records``."""

    show: Show
    order: Order
    whole: int
    """How many published records there are in scope, shown or not."""
    _ordinals: npt.NDArray[np.int32]
    _columns: Columns

    def __len__(self) -> int:
        return len(self._ordinals)

    def id(self, place: int) -> RecordId:
        """The id of the record at a 0-based place, also of one forgotten since."""
        return self._columns.id(int(self._ordinals[place]))

    def find(self, id: RecordId) -> int | None:
        """The place of a record, or ``None`` where it is not shown."""
        high, low = int(id[:16], 16), int(id[16:], 16)
        columns, shown = self._columns, self._ordinals
        found = np.flatnonzero((columns.id_high[shown] == high) & (columns.id_low[shown] == low))
        return int(found[0]) if len(found) else None


@dataclass(frozen=True, slots=True)
class SessionCount:
    """A session that a filter may choose."""

    app: str
    key: str
    title: str
    records: int
    newest: int
    """The latest time of its records."""


@dataclass(frozen=True, slots=True)
class Facets:
    """How many published records in scope have each value that a filter may choose."""

    whole: int
    embedded: int
    kinds: Mapping[Kind, int] = field(default_factory=dict)
    states: Mapping[State, int] = field(default_factory=dict)
    apps: Mapping[str, int] = field(default_factory=dict)


def list_records(
    vault: Vault,
    show: Show = Show(),
    order: Order = NEWEST,
    scope: tuple[str, ...] | None = None,
    at: int | None = None,
) -> Listing:
    """The published records in scope that a filter shows, in order; ``at`` is the moment of the states, else now."""
    raise NotImplementedError


def page(vault: Vault, listing: Listing, first: int, count: int) -> tuple[Record | None, ...]:
    """The records at ``count`` places from ``first`` on; ``None`` holds the place of one forgotten meanwhile."""
    raise NotImplementedError


def matches(show: Show, record: Record, moment: int, embedded: bool | None = None) -> bool:
    """Whether a filter shows a record, its validity judged at ``moment``. Pure.

    ``embedded`` says whether it has a vector; where that is not known, the filter does not ask.
    """
    raise NotImplementedError


def facets(vault: Vault, scope: tuple[str, ...] | None = None, at: int | None = None) -> Facets:
    """How many published records in scope have each kind, state and app."""
    raise NotImplementedError


def sessions(
    vault: Vault, text: str = "", limit: int = 100, scope: tuple[str, ...] | None = None
) -> tuple[SessionCount, ...]:
    """Sessions whose title or key holds the text, ignoring case; the one with the newest record first."""
    raise NotImplementedError
