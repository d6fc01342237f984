"""Every record of a vault, filtered and ordered: what an empty question shows, and what chips narrow it to.

A ``Listing`` holds positions alone, made from the columns in memory; ``page`` reads the records of one page. The same
``Show`` narrows the hits of a recall through ``matches``, and changes none of their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from mnemoscope import columns, ordering, reading, vectors
from mnemoscope.columns import KINDS, Columns, Mask, View, matching
from mnemoscope.ordering import LONGEST, NEWEST, OLDEST, SESSIONS, By, Order
from mnemoscope.records import Kind, Record, RecordId
from mnemoscope.times import now
from mnemoscope.vault import Vault

__all__ = [
    "ALL", "LONGEST", "NEWEST", "OLDEST", "By", "Facets", "Listing", "Order", "SessionCount", "Show", "State",
    "facets", "list_records", "matches", "page", "sessions", "states",
]  # fmt: skip

_SESSION = "SELECT s.id FROM session s JOIN app a ON a.id = s.app WHERE a.name = ? AND s.key = ?"


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


ALL = Show()


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

    def ids(self, first: int = 0, end: int | None = None) -> tuple[RecordId, ...]:
        """The ids from a place on up to another, all at once: quick for a hundred thousand."""
        shown = self._ordinals[first:end]
        words = np.stack([self._columns.id_high[shown], self._columns.id_low[shown]], axis=1)
        digits = words.astype(">u8").tobytes().hex()
        return tuple(RecordId(digits[at : at + 32]) for at in range(0, len(digits), 32))

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
    show: Show = ALL,
    order: Order = NEWEST,
    scope: tuple[str, ...] | None = None,
    at: int | None = None,
) -> Listing:
    """The published records in scope that a filter shows, in order; ``at`` is the moment of the states, else now."""
    with vault.reading():
        view = columns.view(vault, scope, now() if at is None else at, at is not None)
        ordinals = np.flatnonzero(_shown(vault, view, show)).astype(np.int32)
        ordinals = ordering.sort(vault, view, ordinals, order)
    return Listing(show, order, int(np.count_nonzero(view.in_scope)), ordinals, view.columns)


def by_session(listing: Listing) -> Listing:
    """The same records, session by session in the order of their making, each as it reads."""
    shown, columns = listing._ordinals, listing._columns
    order = np.lexsort((shown, columns.position[shown], columns.session[shown]))
    return replace(listing, _ordinals=shown[order])


def page(vault: Vault, listing: Listing, first: int, count: int) -> tuple[Record | None, ...]:
    """The records at ``count`` places from ``first`` on; ``None`` holds the place of one forgotten meanwhile."""
    wanted = listing._ordinals[max(first, 0) : max(first + count, 0)].tolist()
    with vault.reading() as connection:
        found = reading.by_ordinal(connection, wanted)
    return tuple(map(found.get, wanted))


def matches(show: Show, record: Record, moment: int, embedded: bool | None = None) -> bool:
    """Whether a filter shows a record, its validity judged at ``moment``. Pure.

    ``embedded`` says whether it has a vector; where that is not known, the filter does not ask.
    """
    return (
        show.session in (None, (record.app, record.session))
        and (not show.kinds or record.kind in show.kinds)
        and (not show.states or not show.states.isdisjoint(states(record, moment)))
        and (show.since is None or record.time >= show.since)
        and (show.until is None or record.time < show.until)
        and (show.embedded is None or embedded is None or embedded == show.embedded)
        and (not show.apps or record.app in show.apps)
    )


def states(record: Record, moment: int) -> frozenset[State]:
    """Everything that may be said of a record's validity at ``moment``."""
    found = {
        State.INACTIVE: not record.active,
        State.SUPERSEDED: record.superseded_by is not None,
        State.EXPIRED: record.is_expired(moment),
    }
    return frozenset(state for state, holds in found.items() if holds) or frozenset([State.ACTIVE])


def facets(vault: Vault, scope: tuple[str, ...] | None = None, at: int | None = None) -> Facets:
    """How many published records in scope have each kind, state and app."""
    with vault.reading() as connection:
        view = columns.view(vault, scope, now() if at is None else at, at is not None)
        names = dict(connection.execute("SELECT id, name FROM app").fetchall())
        embedded = _count(view.in_scope & _embedded(vault, view))
    kinds = np.bincount(view.columns.kind[view.in_scope], minlength=len(KINDS)).tolist()
    apps = np.bincount(view.columns.app[view.in_scope]).tolist()
    return Facets(
        _count(view.in_scope),
        embedded,
        {kind: count for kind, count in zip(KINDS, kinds, strict=True) if count},
        {state: _count(view.in_scope & _in_state(view, state)) for state in State},
        dict(sorted((names[number], count) for number, count in enumerate(apps) if count)),
    )


def sessions(
    vault: Vault, text: str = "", limit: int = 100, scope: tuple[str, ...] | None = None
) -> tuple[SessionCount, ...]:
    """Sessions whose title or key holds the text, ignoring case; the one with the newest record first."""
    wanted = text.casefold()
    with vault.reading() as connection:
        view = columns.view(vault, scope, now(), past=False)
        rows = connection.execute(SESSIONS).fetchall()
    seen, since = view.columns.session[view.in_scope], view.columns.since[view.in_scope]
    counts = np.bincount(seen)
    newest = np.full(len(counts), np.iinfo(np.int64).min)
    np.maximum.at(newest, seen, since)
    found = [
        SessionCount(app, key, title, int(counts[number]), int(newest[number]))
        for number, app, key, title in rows
        if number < len(counts) and counts[number] and (wanted in title.casefold() or wanted in key.casefold())
    ]
    return tuple(sorted(found, key=lambda some: (-some.newest, some.app, some.key))[:limit])


# ---------------------------------------------------------------- which


def _shown(vault: Vault, view: View, show: Show) -> Mask:
    held, shown = view.columns, view.in_scope.copy()
    with vault.reading() as connection:
        if show.session is not None:
            numbers = [row[0] for row in connection.execute(_SESSION, show.session)]
            shown &= np.isin(held.session, numbers)
        if show.apps:
            known = dict(connection.execute("SELECT name, id FROM app").fetchall())
            shown &= np.isin(held.app, [known[name] for name in show.apps if name in known])
    if show.kinds:
        shown &= np.isin(held.kind, [KINDS.index(kind) for kind in show.kinds])
    if show.states:
        shown &= np.logical_or.reduce([_in_state(view, state) for state in show.states])
    if show.since is not None:
        shown &= held.since >= show.since
    if show.until is not None:
        shown &= held.since < show.until
    if show.embedded is not None:
        shown &= _embedded(vault, view) == show.embedded
    return shown


def _in_state(view: View, state: State) -> Mask:
    expired: Mask = view.columns.until <= view.moment
    dead = {State.INACTIVE: ~view.active, State.SUPERSEDED: view.superseded, State.EXPIRED: expired}
    return dead[state] if state in dead else view.active & ~view.superseded & ~expired


def _embedded(vault: Vault, view: View) -> Mask:
    snapshot = vectors.load(vault)
    return matching(view.columns, snapshot.embedded, snapshot.hashes)


def _count(mask: Mask) -> int:
    return int(np.count_nonzero(mask))
