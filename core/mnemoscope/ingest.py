"""Records into the vault: curated rows and postings in one transaction.

An import writes in short batches under a pending number that no recall sees; one small transaction publishes it. So
a file is wholly in or not at all, and what a killed import left is purged at the next import or by ``purge``.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from mnemoscope import analysis, columns, curation, formats, journal, postings, tombstones, vectors
from mnemoscope.errors import Refused, UnknownFormat, VaultBusy
from mnemoscope.identity import changed_id, placed_id, record_id, text_hash
from mnemoscope.messages import message
from mnemoscope.processes import runs, this_process
from mnemoscope.progress import Progress, silent
from mnemoscope.reading import by_ordinal, ordinal, shortest
from mnemoscope.records import Changes, Draft, Kind, RecordDraft, RecordId, SessionDraft, Skipped, indexed_text
from mnemoscope.rows import Place, app_number, insert_record, session_number
from mnemoscope.texts import clean, split
from mnemoscope.times import now
from mnemoscope.vault import Vault

BATCH = 200
"""Records in one transaction of an import: short enough that no other process waits long."""
DEFAULT_APP = "default"

_HELD = """
SELECT ordinal, text_hash, active, reason,
    import IS NOT :own AND import IN (SELECT id FROM import WHERE published_at IS NULL)
FROM record WHERE {column} = :value
"""
_PLACE = "SELECT app, session, position FROM record WHERE ordinal = ?"
_NEXT_TEXT = """
SELECT n.ordinal FROM supersession e JOIN record o ON o.ordinal = e.older JOIN record n ON n.ordinal = e.newer
WHERE e.older = ? AND e.until IS NULL AND n.external_id = o.external_id AND n.part = o.part
"""


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What one file brought."""

    source: str
    format: str
    sign: str
    """By what the format was recognised; empty where it was named."""
    sessions: int
    records: int
    """New records; with ``dry_run`` those that would come in."""
    known: int
    """Records that the vault held already."""
    superseded: int
    """Records replaced by a newer one of this file."""
    skipped: tuple[Skipped, ...]
    changes: Changes | None
    forgotten: int = 0
    """Records that were forgotten once, and stay out."""


@dataclass(frozen=True, slots=True)
class Added:
    """What ``add`` wrote: one record, or the parts of a long text."""

    changes: Changes
    ids: tuple[RecordId, ...]


@dataclass(slots=True)
class _Reading:
    """A file on its way in: what has been seen of it so far."""

    format: str
    app: str
    number: int | None
    """The pending import; ``None`` in a dry run."""
    sessions: dict[str, SessionDraft] = field(default_factory=dict)
    positions: dict[tuple[str, str], int] = field(default_factory=dict)
    """How many records were seen of each session, by app and key."""
    numbers: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    """The stored numbers of app and session, by app and key."""
    external: dict[tuple[str, str], int] = field(default_factory=dict)
    """First ordinal of each record that has an external id, by app and id."""
    edges: list[tuple[int, tuple[str, str]]] = field(default_factory=list)
    """Older records, and the app and external id of what replaces them."""
    changed: list[tuple[int, int]] = field(default_factory=list)
    """Older and newer: a known external id whose text has changed at the source."""
    returning: list[int] = field(default_factory=list)
    """Known records that an undo had withdrawn: who imports them again wants them."""
    records: int = 0
    known: int = 0
    superseded: int = 0
    forgotten: int = 0
    gone: set[tuple[str, str]] = field(default_factory=set)
    """App and external id of what was forgotten."""
    skipped: list[Skipped] = field(default_factory=list)


class _Part(NamedTuple):
    """A draft of storable length: which part of its text it is, and whether it is the last one."""

    draft: RecordDraft
    number: int
    last: bool


class _Held(NamedTuple):
    """A record that the vault holds already."""

    ordinal: int
    hash: int
    active: bool
    reason: str


# ---------------------------------------------------------------- add one


def add(
    vault: Vault, text: str, *, kind: Kind = Kind.NOTE, app: str = DEFAULT_APP, supersedes: str | None = None
) -> Added:
    """One record typed by a person or an assistant. Raises ``Refused`` for an empty text, ``NoSuchRecord``.

    A long text becomes adjacent records. With ``supersedes`` the first of them replaces that record, in its app.
    """
    text, app = clean(text), clean(app)
    if not text.strip():
        raise Refused("add.empty")
    parts = split(text)
    terms = [analysis.terms(part) for part in parts]
    with journal.act(vault, message("act.add", count=len(parts))) as act:
        older = ordinal(act.connection, supersedes) if supersedes else None
        if older is not None:
            app = act.connection.execute(
                "SELECT a.name FROM record r JOIN app a ON a.id = r.app WHERE r.ordinal = ?", (older,)
            ).fetchone()[0]
        number = app_number(act.connection, app)
        key = f"added/{act.number}"  # a document of its own: what was added before it is no neighbour
        session = session_number(act.connection, number, "added", SessionDraft(key))
        places = [Place(number, session, offset, offset) for offset in range(len(parts))]
        first, ids = _insert_parts(act, app, key, [RecordDraft(key, part, kind=kind) for part in parts], places, terms)
        if older is not None:
            act.set_edge(older, first, True)
    return Added(act.changes, ids)


def edit(vault: Vault, id: str, text: str) -> Added:
    """A new record that supersedes this one: text is never edited in place.

    It is of the same app, kind, speaker, dates and meta, and stands right behind the old one in its session. It also
    keeps ``happened_at``, because what it tells happened then, and supersedes from that moment on: a recall as of a day
    in between sees the new wording. A long text becomes adjacent records, the first of which supersedes. Raises
    ``Refused`` for an empty or unchanged text and for an inactive or superseded record, ``NoSuchRecord``.
    """
    text = clean(text)
    if not text.strip():
        raise Refused("edit.empty")
    with vault.reading() as connection:
        older = ordinal(connection, id)
        old = by_ordinal(connection, [older])[older]
    parts = split(text)
    terms = [analysis.terms(indexed_text(old.speaker, part)) for part in parts]
    with journal.act(vault, message("act.edit")) as act:
        older = ordinal(act.connection, old.id)
        old = by_ordinal(act.connection, [older])[older]  # dates and app may have changed meanwhile
        name = shortest(act.connection, old.id)
        if text.strip() == old.text.strip():
            raise Refused("edit.unchanged", record=name)
        curation.check_active(act.connection, older)
        app, session, position = act.connection.execute(_PLACE, (older,)).fetchone()
        # Records of one position stand in the order of their ordinals.
        places = [Place(app, session, position, offset) for offset in range(len(parts))]
        draft = RecordDraft(
            old.session,
            "",
            kind=old.kind,
            speaker=old.speaker,
            happened_at=old.happened_at,
            valid_until=old.valid_until,
            review_after=old.review_after,
            meta=old.meta,
        )
        drafts = [replace(draft, text=part) for part in parts]
        first, ids = _insert_parts(act, old.app, f"edited/{act.number}", drafts, places, terms)
        act.set_edge(older, first, True, since=old.happened_at.utc if old.happened_at else None)
        act.label = message("act.edit", record=name, newer=shortest(act.connection, ids[0]))
    return Added(act.changes, ids)


def _insert_parts(
    act: journal.Writing,
    app: str,
    key: str,
    drafts: Sequence[RecordDraft],
    places: Sequence[Place],
    terms: Sequence[Sequence[str]],
) -> tuple[int, tuple[RecordId, ...]]:
    """Records of storable length with their postings; returns the ordinal of the first one, and the ids."""
    ids = [placed_id(app, key, place.part, draft.text) for draft, place in zip(drafts, places, strict=True)]
    hashes = [text_hash(draft.speaker, draft.text) for draft in drafts]
    rows = zip(ids, hashes, places, drafts, strict=True)
    ordinals = [insert_record(act.connection, *row) for row in rows]
    for number in ordinals:
        act.added(number)
    postings.append(act.connection, postings.Analysed(ordinals, hashes, terms))
    return ordinals[0], tuple(RecordId(id.hex()) for id in ids)


# ---------------------------------------------------------------- import


def import_path(
    vault: Vault,
    path: Path,
    *,
    format: str | None = None,
    app: str = DEFAULT_APP,
    dry_run: bool = False,
    progress: Progress = silent,
) -> ImportSummary:
    """Everything a file or folder holds, wholly or not at all. Raises ``UnknownFormat`` and other ``VaultError``s.

    ``app`` is for records whose source names none. Importing the same file twice adds nothing.
    """
    if path.exists() and path.samefile(vault.path):  # to read it past SQLite would drop SQLite's locks on it
        raise UnknownFormat("import.itself", path=str(path))
    importer, sign = (formats.importer(format), "") if format else formats.recognise(path)
    drafts = importer.read(path)
    return import_drafts(
        vault, drafts, format=importer.name, source=str(path), app=app, sign=sign, dry_run=dry_run, progress=progress
    )


def import_drafts(
    vault: Vault,
    drafts: Iterable[Draft],
    *,
    format: str,
    source: str,
    app: str = DEFAULT_APP,
    sign: str = "",
    dry_run: bool = False,
    progress: Progress = silent,
) -> ImportSummary:
    """The same for drafts that are at hand."""
    source = clean(source)  # a file's name may hold bytes of no encoding
    reading = _Reading(format, clean(app), None)
    if not dry_run:
        purge(vault)
        reading.number = _begin(vault, format, source)
    changes = None
    try:
        for batch in _batches(_parts(drafts, reading)):
            _write(vault, reading, batch)
            progress(reading.records + reading.known, None)
        if not dry_run:
            changes = _publish(vault, reading, Path(source).name)
    except BaseException:
        if not dry_run:
            _withdraw(vault, reading.number)
        raise
    return ImportSummary(
        source,
        format,
        sign,
        len(reading.positions),
        reading.records,
        reading.known,
        reading.superseded,
        tuple(reading.skipped),
        changes,
        reading.forgotten,
    )


def purge(vault: Vault) -> int:
    """Remove what killed imports left; returns how many there were. A running import is left alone."""
    with vault.reading() as connection:
        pending = connection.execute("SELECT id, owner FROM import WHERE published_at IS NULL").fetchall()
    dead = [number for number, owner in pending if not runs(owner)]
    for number in dead:
        _withdraw(vault, number)
    return len(dead)


def _parts(drafts: Iterable[Draft], reading: _Reading) -> Iterator[_Part]:
    """Record drafts of storable length; sessions and skipped items go to ``reading``."""
    for draft in drafts:
        if isinstance(draft, Skipped):
            reading.skipped.append(draft)
        elif isinstance(draft, SessionDraft):
            reading.sessions.setdefault(draft.key, draft)
        else:
            text = clean(draft.text)
            if not text.strip():
                continue  # nothing to recall; importers name empty items themselves where it matters
            parts = split(text)
            for number, piece in enumerate(parts):
                yield _Part(replace(draft, text=piece), number, number == len(parts) - 1)


def _batches(parts: Iterator[_Part]) -> Iterator[list[_Part]]:
    while batch := list(islice(parts, BATCH)):
        yield batch


def _begin(vault: Vault, format: str, source: str) -> int:
    with vault.transaction() as connection:
        row = connection.execute(
            "INSERT INTO import (format, source, started_at, owner) VALUES (?, ?, ?, ?)",
            (format, source, now(), this_process()),
        )
        return int(row.lastrowid or 0)


def _write(vault: Vault, reading: _Reading, batch: Sequence[_Part]) -> None:
    """One batch: its rows and its postings; the analysis is done before the lock is taken."""
    terms = [analysis.terms(indexed_text(part.draft.speaker, part.draft.text)) for part in batch]
    if reading.number is None:
        with vault.reading() as connection:
            for part in batch:
                _take(connection, reading, part)
        return
    with vault.transaction(durable=False) as connection:
        ordinals, hashes, indexed = [], [], []
        for part, found in zip(batch, terms, strict=True):
            number = _take(connection, reading, part)
            if number is not None:
                ordinals.append(number)
                hashes.append(text_hash(part.draft.speaker, part.draft.text))
                indexed.append(found)
        postings.append(connection, postings.Analysed(ordinals, hashes, indexed))
        columns.pack(connection)


def _take(connection: sqlite3.Connection, reading: _Reading, taken: _Part) -> int | None:
    """The new record's ordinal, or ``None`` where the vault holds it already (or in a dry run)."""
    draft, part, last = taken
    session = reading.sessions.get(draft.session, SessionDraft(draft.session))
    app = draft.app or session.app or reading.app
    hash = text_hash(draft.speaker, draft.text)
    key = (app, draft.session)
    position = reading.positions.get(key, 0)
    reading.positions[key] = position + 1
    known = _identify(connection, reading, taken, app, position, hash)
    if known is None:
        reading.forgotten += 1
        if draft.external_id is not None:
            reading.gone.add((app, draft.external_id))
        return None
    id, held, changed_from = known
    number = None
    if held is not None:
        reading.known += 1
        number = held.ordinal
        if draft.active and not held.active and held.reason == journal.WITHDRAWN:
            reading.returning.append(number)
    else:
        reading.records += 1
        if reading.number is not None:
            numbers = _numbers(connection, reading, key, session)
            if changed_from is not None:  # where the older one is by now: it may have been moved to another app
                numbers = connection.execute(_PLACE, (changed_from,)).fetchone()[:2]
            place = Place(*numbers, position, part, reading.number)
            number = insert_record(connection, id, hash, place, draft)
        if changed_from is not None and number is not None:
            reading.changed.append((changed_from, number))
    if number is not None:
        if draft.external_id is not None and part == 0:
            reading.external.setdefault((app, draft.external_id), number)
        if draft.superseded_by is not None and held is None:
            reading.edges.append((number, (app, draft.superseded_by)))
        if last and draft.external_id is not None:
            stored = _stored_parts(connection, app, reading.format, draft.external_id, part + 1)
            reading.changed.extend((older, number) for older in stored)
    return number if held is None else None


def _identify(
    connection: sqlite3.Connection, reading: _Reading, taken: _Part, app: str, position: int, hash: int
) -> tuple[bytes, _Held | None, int | None] | None:
    """A draft's id, what the vault holds under it, and what it has changed from; ``None``: it was forgotten."""
    draft, part, _ = taken
    item = (app, reading.format, draft.session, draft.external_id) if draft.external_id is not None else None
    if draft.external_id is not None:
        id = record_id(app, reading.format, draft.external_id, part)
    else:
        id = placed_id(app, draft.session, position, draft.text)
    held = _held(connection, reading, id)
    if held is not None and held.hash == hash:
        return id, held, None
    if item is not None and tombstones.stands_for_item(connection, *item):
        return None
    if held is None and item is None and tombstones.stands_for_text(connection, app, draft.session, draft.text):
        return None
    if held is None and item is not None and tombstones.stands(connection, id):  # a later text of it is still here
        held = _row(connection, reading, "ordinal", tombstones.heir(connection, *item, part))
    if held is None or held.hash == hash:
        return id, held, None
    changed = changed_id(id, draft.text)  # changed at the source: the new text is a record of its own
    if tombstones.stands(connection, changed):
        return None
    return changed, _held(connection, reading, changed), held.ordinal


def _held(connection: sqlite3.Connection, reading: _Reading, id: bytes) -> _Held | None:
    """A record that the vault holds already. Raises ``VaultBusy`` where another import that is still running brings it:
    that one may yet be withdrawn, and with it what this one would call known."""
    return _row(connection, reading, "id", id)


def _row(connection: sqlite3.Connection, reading: _Reading, column: str, value: object) -> _Held | None:
    row = connection.execute(_HELD.format(column=column), {"own": reading.number, "value": value}).fetchone()
    if row is not None and row[4] and reading.number is not None:
        raise VaultBusy("import.running")
    return _Held(row[0], row[1], bool(row[2]), row[3]) if row else None


def _numbers(
    connection: sqlite3.Connection, reading: _Reading, key: tuple[str, str], session: SessionDraft
) -> tuple[int, int]:
    """The stored numbers of app and session; both are made with the first record that needs them."""
    if key not in reading.numbers:
        app = app_number(connection, key[0])
        reading.numbers[key] = (app, session_number(connection, app, reading.format, session))
    return reading.numbers[key]


def _stored_parts(connection: sqlite3.Connection, app: str, format: str, external_id: str, first: int) -> Iterator[int]:
    """The parts from ``first`` on that an earlier, longer text of the same external id has left."""
    for part in count(first):
        id = record_id(app, format, external_id, part)
        row = connection.execute("SELECT ordinal FROM record WHERE id = ?", (id,)).fetchone()
        if row is not None:
            yield row[0]
        elif not tombstones.stands(connection, id):
            return


def _publish(vault: Vault, reading: _Reading, source: str) -> Changes:
    label = message("act.import", count=reading.records + len(reading.returning), source=source)
    with journal.act(vault, label) as act:
        if reading.records:
            act.imported(reading.number or 0, reading.records)
        for record in reading.returning:
            act.set_state(record, True)
        for older, key in reading.edges:
            newer = reading.external.get(key)
            if newer is None or newer == older:
                forgotten = key in reading.gone
                why = "skipped.forgotten_successor" if forgotten else "skipped.no_successor"
                reading.skipped.append(Skipped(key[1], message(why, id=key[1])))
                continue
            if not _are_here(act.connection, older, newer):
                continue
            since = act.connection.execute(
                "SELECT coalesce(happened_utc, added_at) FROM record WHERE ordinal = ?", (newer,)
            ).fetchone()[0]
            try:
                act.set_edge(older, newer, True, since=since)
                reading.superseded += 1
            except Refused as refusal:
                reading.skipped.append(Skipped(key[1], refusal.message))
        for first, newer in reading.changed:
            older = _latest(act.connection, first)
            with contextlib.suppress(Refused):  # what a person replaced it by stands
                if older != newer and _are_here(act.connection, older, newer):
                    act.set_edge(older, newer, True)
                    reading.superseded += 1
        act.connection.execute("UPDATE import SET published_at = ? WHERE id = ?", (act.at, reading.number))
    return act.changes


def _are_here(connection: sqlite3.Connection, *records: int) -> bool:
    """Whether none of them was forgotten while the import ran."""
    return all(connection.execute("SELECT 1 FROM record WHERE ordinal = ?", (some,)).fetchone() for some in records)


def _latest(connection: sqlite3.Connection, record: int) -> int:
    """The newest text of the same part of the same external id: where the edges that imports drew lead."""
    while row := connection.execute(_NEXT_TEXT, (record,)).fetchone():
        record = row[0]
    return record


def _withdraw(vault: Vault, number: int | None) -> None:
    """Remove an unpublished import: rows, postings and vectors. One that is published by now is left alone."""
    with vault.transaction() as connection:
        if not connection.execute("SELECT 1 FROM import WHERE id = ? AND published_at IS NULL", (number,)).fetchone():
            return
        records = [row[0] for row in connection.execute("SELECT ordinal FROM record WHERE import = ?", (number,))]
        if records:
            postings.remove(connection, records)
            vectors.remove(connection, records)
            connection.execute("DELETE FROM record WHERE import = ?", (number,))
            connection.execute("DELETE FROM session WHERE id NOT IN (SELECT session FROM record)")
        connection.execute("DELETE FROM import WHERE id = ?", (number,))
