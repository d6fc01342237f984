"""Where the items of a source stand: the session of each, and its position there.

A conversation that has grown in its middle gets its new turns in place: who was there before moves up.
"""

from __future__ import annotations

import sqlite3
from array import array
from itertools import pairwise

from mnemoscope.records import RecordDraft, SessionDraft
from mnemoscope.rows import app_number, session_number

_SESSION = "SELECT s.id FROM session s JOIN app a ON a.id = s.app WHERE a.name = ? AND s.format = ? AND s.key = ?"
_STORED = "SELECT ordinal, position, import IS ? FROM record WHERE session = ? ORDER BY position, ordinal"
_MOVE = "UPDATE record SET position = ? WHERE ordinal = ?"


class Places:
    """The sessions of one source, while it is read."""

    def __init__(self, format: str, own: int | None) -> None:
        """``own`` is the pending import."""
        self._format, self._own = format, own
        self._drafts: dict[tuple[str | None, str], SessionDraft] = {}
        self._last: dict[str, SessionDraft] = {}
        """The one that was announced last, by key alone."""
        self._positions: dict[tuple[str, str], int] = {}
        self._numbers: dict[tuple[str, str], tuple[int, int]] = {}
        self._orders: dict[tuple[str, str], array[int] | None] = {}
        """Of sessions that were stored before: their records as the source has them now."""

    def announce(self, draft: SessionDraft) -> None:
        """The records of this session follow."""
        self._last[draft.key] = self._drafts.setdefault((draft.app, draft.key), draft)

    @property
    def count(self) -> int:
        """Sessions that have records, by app."""
        return len(self._positions)

    def session(self, draft: RecordDraft) -> SessionDraft:
        """The session that a record names."""
        exact = self._drafts.get((draft.app, draft.session)) or self._drafts.get((None, draft.session))
        return exact or self._last.get(draft.session) or SessionDraft(draft.session)

    def next_position(self, app: str, key: str) -> int:
        """Of the record that is read now, 0-based in its session."""
        position = self._positions.get((app, key), 0)
        self._positions[app, key] = position + 1
        return position

    def numbers(self, connection: sqlite3.Connection, app: str, session: SessionDraft) -> tuple[int, int]:
        """The stored numbers of app and session; both are made with the first record that needs them."""
        place = (app, session.key)
        if place not in self._numbers:
            number = app_number(connection, app)
            format = session.format or self._format
            self._numbers[place] = (number, session_number(connection, number, format, session))
        return self._numbers[place]

    def meet(self, connection: sqlite3.Connection, app: str, key: str) -> None:
        """A session is about to get a record: its order matters where it was stored before."""
        if (app, key) not in self._orders:
            was_stored = connection.execute(_SESSION, (app, self._format, key)).fetchone() is not None
            self._orders[app, key] = array("q") if was_stored else None

    def stood(self, app: str, key: str, record: int) -> None:
        """This record stands next in its session."""
        order = self._orders[app, key]
        if order is not None:
            order.append(record)

    def settle(self, connection: sqlite3.Connection) -> None:
        """Put what is new into its place in the sessions that were stored before."""
        for place, order in self._orders.items():
            if order is not None and place in self._numbers:  # it has a number if it has something new
                self._bring_into_order(connection, self._numbers[place][1], order)

    def _bring_into_order(self, connection: sqlite3.Connection, session: int, wanted: array[int]) -> None:
        """What is new stands beside what it stands beside at its source. Known records keep their order among
        themselves, whatever the source does: an earlier recall can be replayed with the neighbours that they had."""
        rows = connection.execute(_STORED, (self._own, session)).fetchall()
        stored = {record: (position, record) for record, position, _ in rows}
        new = {record for record, _, is_new in rows if is_new}
        preceding: dict[int | None, list[int]] = {}
        following: dict[int | None, list[int]] = {}
        first: list[int] = []  # new ones before the first known one
        before: int | None = None
        for record in dict.fromkeys(record for record in wanted if record in stored):
            if record in new:
                (first if before is None else following.setdefault(before, [])).append(record)
            elif before is None:
                preceding[record], first = first, []
                before = record
            else:
                before = record
        known = (record for record, _, is_new in rows if not is_new)
        order = [some for one in known for some in (*preceding.get(one, ()), one, *following.get(one, ()))] + first
        if any(stored[one] > stored[then] for one, then in pairwise(order)):
            moved = [(place, record) for place, record in enumerate(order) if stored[record][0] != place]
            connection.executemany(_MOVE, moved)
