"""What each item of a source is to the vault: new, known, changed, back again, or forgotten once.

An item with an external id is known by it, whatever its text; one without by its place and text, or else by being the
next of its text in its session, so that a line put in between makes no other line new.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from mnemoscope import tombstones
from mnemoscope.errors import VaultBusy
from mnemoscope.identity import changed_id, placed_id, record_id, text_hash
from mnemoscope.journal import WITHDRAWN
from mnemoscope.previews import Arrival
from mnemoscope.records import RecordDraft
from mnemoscope.seen import Meetings

_HELD = """
SELECT ordinal, id, text_hash, active, reason,
    import IS NOT :own AND import IN (SELECT id FROM import WHERE published_at IS NULL), import IS :own AND :own
FROM record WHERE {column} = :value
"""
_NEXT_TEXT = """
SELECT n.ordinal FROM supersession e JOIN record o ON o.ordinal = e.older JOIN record n ON n.ordinal = e.newer
WHERE e.older = ? AND e.until IS NULL AND n.external_id = o.external_id AND n.part = o.part
"""
_SOURCE_OF = "SELECT i.source FROM record r JOIN import i ON i.id = r.import WHERE r.ordinal = ?"
_WITHOUT_ID = """
SELECT r.text_hash, r.ordinal FROM session s JOIN app a ON a.id = s.app JOIN record r ON r.session = s.id
WHERE a.name = ? AND s.format = ? AND s.key = ? AND r.external_id IS NULL AND r.import IS NOT ?
ORDER BY r.position, r.ordinal
"""


class Held(NamedTuple):
    """A record that the vault holds already; of a preview, one that would come in before (then without ordinal)."""

    ordinal: int
    id: bytes
    hash: int
    active: bool
    reason: str
    is_own: bool
    """Whether the same reading of the source brought it."""


class Arriving(NamedTuple):
    """An item as it meets the vault."""

    arrival: Arrival
    id: bytes
    hash: int
    held: Held | None = None
    """What the vault holds of it with this text."""
    older: Held | None = None
    """What it has changed from."""


class Arrivals:
    """Meets the items of one source one after the other."""

    def __init__(self, format: str, source: str, own: int | None) -> None:
        """``own`` is the pending import; ``None`` where nothing is written."""
        self._format, self._source, self._own = format, source, own
        self._met = Meetings()
        self._queues: dict[tuple[str, str], int] = {}
        """By session: the stored records without an external id that no item was found to be yet."""

    def close(self) -> None:
        """Give back what was kept."""
        self._met.close()

    def meet(self, connection: sqlite3.Connection, draft: RecordDraft, part: int, app: str, position: int) -> Arriving:
        """What this part of a draft is. Raises ``VaultBusy`` where another import that still runs brings it."""
        hash = text_hash(draft.speaker, draft.text)
        if draft.id is not None:
            met = self._identified(connection, bytes.fromhex(draft.id), hash)
        elif draft.external_id is None:
            met = self._placed(connection, draft, app, position, hash)
        else:
            met = self._named(connection, draft, draft.external_id, part, app, hash)
        if met.held is not None and draft.active and not met.held.active and met.held.reason == WITHDRAWN:
            return met._replace(arrival=Arrival.RETURNING)
        if self._own is None and met.held is None and met.arrival is not Arrival.FORGOTTEN:
            self._met.would_come(met.id, hash)  # so that a repeat within the source is found
        return met

    def identified(self, connection: sqlite3.Connection, id: str) -> int | None:
        """The record that has this id."""
        held = self._held(connection, bytes.fromhex(id))
        return held.ordinal if held is not None else None

    def newest(self, connection: sqlite3.Connection, app: str, external_id: str) -> int | None:
        """The newest stored text of an item's first part."""
        held = self._held(connection, record_id(app, self._format, external_id))
        return latest(connection, held.ordinal) if held is not None else None

    def was_forgotten(self, connection: sqlite3.Connection, app: str, external_id: str) -> bool:
        """Whether an item's first part was forgotten."""
        return tombstones.stands(connection, record_id(app, self._format, external_id))

    def longer_parts(self, connection: sqlite3.Connection, app: str, external_id: str, first: int) -> Iterator[int]:
        """The parts from ``first`` on that an earlier, longer text of an item has left."""
        for part in count(first):
            id = record_id(app, self._format, external_id, part)
            row = connection.execute("SELECT ordinal FROM record WHERE id = ?", (id,)).fetchone()
            if row is not None:
                yield row[0]
            elif not tombstones.stands(connection, id):
                return

    # ------------------------------------------------------------ of another vault

    def _identified(self, connection: sqlite3.Connection, id: bytes, hash: int) -> Arriving:
        """Texts are never edited, so the id says all."""
        held = self._held(connection, id)
        if held is not None:
            return Arriving(Arrival.KNOWN, id, hash, held)
        return Arriving(Arrival.FORGOTTEN if tombstones.stands(connection, id) else Arrival.NEW, id, hash)

    # ------------------------------------------------------------ with an external id

    def _named(
        self, connection: sqlite3.Connection, draft: RecordDraft, external_id: str, part: int, app: str, hash: int
    ) -> Arriving:
        id = record_id(app, self._format, external_id, part)
        item = (app, self._format, draft.session, external_id)
        is_first = self._met.is_first(id)
        held = self._held(connection, id)
        if held is not None and held.hash == hash and not (is_first and self._is_back(connection, held, hash)):
            return Arriving(Arrival.KNOWN, id, hash, held)
        if tombstones.stands_for_item(connection, *item):
            return Arriving(Arrival.FORGOTTEN, id, hash)
        if held is None and tombstones.stands(connection, id):  # a later text of it is still here
            held = self._row(connection, "ordinal", tombstones.heir(connection, *item, part))
        if held is None:
            return Arriving(Arrival.NEW, id, hash)
        return self._changed(connection, id, held, draft.text, hash, is_first)

    def _changed(
        self, connection: sqlite3.Connection, id: bytes, held: Held, text: str, hash: int, is_first: bool
    ) -> Arriving:
        """Another text than the first one: known, if it is the newest or another source's, else a record of its own.

        One id for two texts of one source: neither replaces the other, nor is the source back at the second.
        """
        if held.hash == hash and not (is_first and self._is_back(connection, held, hash)):
            return Arriving(Arrival.KNOWN, id, hash, held)
        while True:
            id = changed_id(id, text)
            if tombstones.stands(connection, id):
                return Arriving(Arrival.FORGOTTEN, id, hash)
            found = self._held(connection, id)
            if found is None and not is_first:
                return Arriving(Arrival.NEW, id, hash)
            if found is None:
                return Arriving(Arrival.CHANGED, id, hash, None, held)
            if not (is_first and self._is_back(connection, found, hash)):
                return Arriving(Arrival.KNOWN, id, hash, found)

    def _is_back(self, connection: sqlite3.Connection, held: Held, hash: int) -> bool:
        """Whether this very source has said something else since: then it has gone back to this text.

        An older export of the same conversations, which lies elsewhere, says nothing new.
        """
        if held.is_own:
            return False
        newest = latest(connection, held.ordinal)
        if newest == held.ordinal:
            return False
        now = self._row(connection, "ordinal", newest)
        if now is None or now.hash == hash:
            return False
        return source_of(connection, newest) == self._source

    # ------------------------------------------------------------ without one

    def _placed(
        self, connection: sqlite3.Connection, draft: RecordDraft, app: str, position: int, hash: int
    ) -> Arriving:
        id = placed_id(app, draft.session, position, draft.text)
        held = self._held(connection, id)
        if held is not None and self._met.is_taken(held.ordinal):  # it was the next of its text already
            id = changed_id(id, draft.text)
            held = self._held(connection, id)
        if held is None:
            held = self._next_of_its_text(connection, (app, draft.session), hash)
        if held is not None:
            if held.ordinal:
                self._met.take(held.ordinal)
            return Arriving(Arrival.KNOWN, id, hash, held)
        if tombstones.stands_for_text(connection, app, draft.session, draft.text):
            return Arriving(Arrival.FORGOTTEN, id, hash)
        return Arriving(Arrival.NEW, id, hash)

    def _next_of_its_text(self, connection: sqlite3.Connection, session: tuple[str, str], hash: int) -> Held | None:
        queue = self._queues.get(session)
        if queue is None:
            queue = self._queues[session] = len(self._queues)
            app, key = session
            self._met.set_aside(queue, connection.execute(_WITHOUT_ID, (app, self._format, key, self._own)))
        ordinal = self._met.next_of(queue, hash)
        return self._row(connection, "ordinal", ordinal) if ordinal is not None else None

    # ------------------------------------------------------------ what the vault holds

    def _held(self, connection: sqlite3.Connection, id: bytes) -> Held | None:
        held = self._row(connection, "id", id)
        if held is None and self._own is None and (hash := self._met.coming(id)) is not None:
            return Held(0, id, hash, True, "", True)
        return held

    def _row(self, connection: sqlite3.Connection, column: str, value: object) -> Held | None:
        """Raises ``VaultBusy`` where another import that is still running brings it: that one may yet be withdrawn,
        and with it what this one would call known."""
        row = connection.execute(_HELD.format(column=column), {"own": self._own, "value": value}).fetchone()
        if row is None:
            return None
        ordinal, id, hash, active, reason, is_elsewhere, is_own = row
        if is_elsewhere and self._own is not None:
            raise VaultBusy("import.running")
        return Held(ordinal, id, hash, bool(active), reason, bool(is_own))


def source_of(connection: sqlite3.Connection, record: int) -> str | None:
    """The path that a record was imported from; ``None`` where it was not imported."""
    row = connection.execute(_SOURCE_OF, (record,)).fetchone()
    return str(row[0]) if row is not None else None


def latest(connection: sqlite3.Connection, record: int) -> int:
    """The newest text of the same part of the same external id: where the edges that imports drew lead."""
    while row := connection.execute(_NEXT_TEXT, (record,)).fetchone():
        record = row[0]
    return record
