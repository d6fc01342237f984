"""What the list of all records asks of the library: a listing, its pages, and what its filters can be set to."""

from __future__ import annotations

from collections.abc import Callable

from mnemoscope import listing, reading
from mnemoscope.listing import Facets, Listing, Order, SessionCount, Show
from mnemoscope.progress import Progress
from mnemoscope.records import RecordId
from mnemoscope.times import now
from mnemoscope.vault import Vault
from mnemoscope_gui.models.records import RecordRow, Rows

Scope = tuple[str, ...] | None


def list_records(show: Show, order: Order, scope: Scope, at: int | None) -> Callable[[Vault, Progress], Listing]:
    """Which records there are, in order: places alone."""
    return lambda vault, progress: listing.list_records(vault, show, order, scope, at)


def read_rows(shown: Listing, first: int, count: int, at: int | None) -> Callable[[Vault, Progress], Rows]:
    """The records at some places of a listing, with their short ids; ``None`` for one that is forgotten."""

    def job(vault: Vault, progress: Progress) -> Rows:
        moment = now() if at is None else at
        first_place, last_place = max(first, 0), min(first + count, len(shown))
        rows: Rows = {shown.id(place): None for place in range(first_place, last_place)}
        with vault.reading() as connection:
            for record in listing.page(vault, shown, first_place, last_place - first_place):
                if record is not None:
                    short = reading.shortest(connection, record.id)
                    rows[record.id] = RecordRow(record, short, listing.states(record, moment))
        return rows

    return job


def ids(shown: Listing) -> Callable[[Vault, Progress], tuple[RecordId, ...]]:
    """Every record of a listing."""
    return lambda vault, progress: shown.ids()


def count_of(shown: Listing, some: tuple[RecordId, ...]) -> Callable[[Vault, Progress], int]:
    """How many of some records a listing holds."""
    return lambda vault, progress: len(set(shown.ids()).intersection(some))


def gone(some: tuple[RecordId, ...]) -> Callable[[Vault, Progress], frozenset[RecordId]]:
    """Which of some records have been forgotten."""
    return lambda vault, progress: frozenset(some) - reading.existing(vault, some)


def count(scope: Scope, at: int | None) -> Callable[[Vault, Progress], Facets]:
    """How many records each value of a filter would show."""
    return lambda vault, progress: listing.facets(vault, scope, at)


def find_sessions(text: str, most: int, scope: Scope) -> Callable[[Vault, Progress], tuple[SessionCount, ...]]:
    """The sessions whose title or key holds a text, newest first."""
    return lambda vault, progress: listing.sessions(vault, text, most, scope)
