"""A source on its way in: its drafts in storable parts, each met with the vault, and what has been seen so far."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from mnemoscope.ingest.additions import app_called
from mnemoscope.ingest.arrivals import Arrivals, Arriving
from mnemoscope.ingest.places import Places
from mnemoscope.previews import Arrival
from mnemoscope.records import Draft, PassedOver, RecordDraft, SessionDraft, Skipped
from mnemoscope.rows import Place, insert_record
from mnemoscope.texts import clean, split

NAMED = 1000
"""Skipped items, and files passed over, that are kept by name; of the others only the number is."""

_PLACE = "SELECT app, session FROM record WHERE ordinal = ?"


class Part(NamedTuple):
    """A draft of storable length: which part of its text it is, and whether it is the last one."""

    draft: RecordDraft
    number: int
    last: bool


class Successor(NamedTuple):
    """A record that its source calls replaced, and by what."""

    older: int
    app: str
    external_id: str
    is_id: bool
    """Whether that is an id of the vault."""
    is_new: bool
    """Whether the older one came in with this import, or comes back with it."""


class StateChange(NamedTuple):
    """A known record whose source says another state than the vault."""

    record: int
    active: bool
    reason: str


class Taken(NamedTuple):
    """A part that was met."""

    app: str
    session: SessionDraft
    arriving: Arriving
    ordinal: int | None
    """Of a record that was written now."""


@dataclass(slots=True)
class Intake:
    """One source, read once. Kept is what the end needs; nothing else grows with the number of records."""

    format: str
    app: str
    """Of records whose source names none."""
    source: str
    number: int | None
    """The pending import; ``None`` where nothing is written."""
    arrivals: Arrivals = field(init=False)
    places: Places = field(init=False)
    counts: Counter[Arrival] = field(default_factory=Counter)
    successors: list[Successor] = field(default_factory=list)
    replaced: int = 0
    """Records that another one of this source replaces, as far as is known before the end."""
    changed: list[tuple[int, int]] = field(default_factory=list)
    """Older and newer: a known external id whose text has changed at the source."""
    chosen: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    """Known records of which the source chooses one, each with those that it might have chosen."""
    returning: list[int] = field(default_factory=list)
    """Known records that an undo had withdrawn: who imports them again wants them."""
    states: list[StateChange] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    skip_count: int = 0
    passed_over: list[str] = field(default_factory=list)
    passed_over_count: int = 0

    def __post_init__(self) -> None:
        self.arrivals = Arrivals(self.format, self.source, self.number)
        self.places = Places(self.format, self.number)

    def parts(self, drafts: Iterable[Draft]) -> Iterator[Part]:
        """Record drafts of storable length; everything else is noted."""
        for draft in drafts:
            if isinstance(draft, Skipped):
                self.skip(draft)
            elif isinstance(draft, PassedOver):
                self.passed_over_count += 1
                if len(self.passed_over) < NAMED:
                    self.passed_over.append(draft.name)
            elif isinstance(draft, SessionDraft):
                self.places.announce(draft)
            else:
                text = clean(draft.text)
                if not text.strip():
                    continue  # nothing to recall; importers name empty items themselves where it matters
                pieces = split(text)
                for number, piece in enumerate(pieces):
                    yield Part(replace(draft, text=piece), number, number == len(pieces) - 1)

    def skip(self, skipped: Skipped) -> None:
        """Note what does not come in."""
        self.skip_count += 1
        if len(self.skipped) < NAMED:
            self.skipped.append(skipped)

    def take(self, connection: sqlite3.Connection, part: Part) -> Taken:
        """Meet a part with the vault; what is new is written, unless nothing is."""
        draft = part.draft
        session = self.places.session(draft)
        named = draft.app or session.app or ""
        app = app_called(named) if named.strip() else self.app
        position = self.places.next_position(app, draft.session)
        met = self.arrivals.meet(connection, draft, part.number, app, position)
        self.counts[met.arrival] += 1
        if met.arrival is Arrival.FORGOTTEN:
            return Taken(app, session, met, None)
        if met.held is not None:
            self._note_known(connection, draft, met, app)
            if not part.number:
                self._note_chosen(connection, draft, met.held.ordinal, app)
            self._note_longer_parts(connection, part, app, met.held.ordinal)
            return Taken(app, session, met, None)
        self.replaced += (draft.superseded_by is not None) + (met.older is not None)
        if self.number is None:
            return Taken(app, session, met, None)
        ordinal = self._write(connection, part, met, app, session, position)
        if met.arrival is Arrival.CHANGED or part.number:
            self._note_longer_parts(connection, part, app, ordinal)
        return Taken(app, session, met, ordinal)

    def _write(
        self, connection: sqlite3.Connection, part: Part, met: Arriving, app: str, session: SessionDraft, position: int
    ) -> int:
        draft = part.draft
        self.places.meet(connection, app, draft.session)
        numbers = self.places.numbers(connection, app, session)
        if met.older is not None:  # where the older one is by now: it may have been moved to another app
            numbers = connection.execute(_PLACE, (met.older.ordinal,)).fetchone()
        place = Place(*numbers, position, draft.part or part.number, self.number)
        ordinal = insert_record(connection, met.id, met.hash, place, draft)
        self.places.stood(app, draft.session, ordinal)
        if met.older is not None:
            self.changed.append((met.older.ordinal, ordinal))
        if draft.superseded_by is not None:
            self.successors.append(Successor(ordinal, app, draft.superseded_by, draft.id is not None, True))
        if not part.number:
            self.changed.extend((older, ordinal) for older in self._replaced(connection, draft, app))
        return ordinal

    def _replaced(self, connection: sqlite3.Connection, draft: RecordDraft, app: str) -> list[int]:
        found = (self.arrivals.newest(connection, app, some) for some in draft.replaces)
        return [some for some in found if some]

    def _note_chosen(self, connection: sqlite3.Connection, draft: RecordDraft, ordinal: int, app: str) -> None:
        if self.number is not None and (others := self._replaced(connection, draft, app)):
            self.chosen.append((ordinal, tuple(others)))

    def _note_known(self, connection: sqlite3.Connection, draft: RecordDraft, met: Arriving, app: str) -> None:
        held = met.held
        if held is None or not held.ordinal:
            return
        if self.number is not None:
            self.places.meet(connection, app, draft.session)
            self.places.stood(app, draft.session, held.ordinal)
        if met.arrival is Arrival.RETURNING:
            self.returning.append(held.ordinal)
        elif held.active != draft.active:
            self.states.append(StateChange(held.ordinal, draft.active, draft.reason))
        if draft.superseded_by is not None:
            is_returning = met.arrival is Arrival.RETURNING
            self.successors.append(
                Successor(held.ordinal, app, draft.superseded_by, draft.id is not None, is_returning)
            )

    def _note_longer_parts(self, connection: sqlite3.Connection, part: Part, app: str, ordinal: int) -> None:
        """What an earlier, longer text has left is replaced by the last part of this one."""
        external_id = part.draft.external_id
        if part.last and external_id is not None and self.number is not None and part.draft.id is None:
            stored = self.arrivals.longer_parts(connection, app, external_id, part.number + 1)
            self.changed.extend((older, ordinal) for older in stored)
