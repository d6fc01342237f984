"""Packed columns: what a mask over all records is made of, derived from the curated tables in chunks of 1,024.

A write to the curated tables marks its chunk as stale by trigger; a reader packs stale chunks for itself, and
``pack`` writes them back. ``Columns`` is an immutable snapshot; every array has one entry per ordinal, ordinal 0
included, and ``exists`` is false where no record has the ordinal.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from mnemoscope.records import Kind, Known, RecordId
from mnemoscope.times import now
from mnemoscope.vault import Vault

CHUNK = 1024
FOREVER = np.iinfo(np.int64).max
KINDS = tuple(Kind)

PACKED = np.dtype(
    [
        ("exists", "?"),
        ("kind", "u1"),
        ("active", "?"),
        ("superseded", "?"),
        ("app", "<i4"),
        ("session", "<i4"),
        ("position", "<i4"),
        ("import", "<i4"),
        ("hash", "<i8"),
        ("since", "<i8"),
        ("until", "<i8"),
        ("id_high", "<u8"),
        ("id_low", "<u8"),
    ]
)

_STALE = "SELECT chunk, revision, packed FROM column_chunk WHERE revision > ? ORDER BY chunk"
_ROWS = """
SELECT ordinal, kind, active,
    EXISTS (SELECT 1 FROM supersession s WHERE s.older = ordinal AND s.until IS NULL),
    app, session, position, coalesce(import, 0), text_hash,
    coalesce(happened_utc, added_at), coalesce(valid_until_utc, ?), id
FROM record WHERE ordinal BETWEEN ? AND ?
"""
_PAST_STATES = "SELECT record, active FROM state_change WHERE at <= ?1 AND coalesce(act, 0) <= ?2 ORDER BY id"
_LATER_STATES = (
    "SELECT record, active FROM state_change WHERE NOT (at <= ?1 AND coalesce(act, 0) <= ?2) ORDER BY id DESC"
)
_PAST_EDGES = "SELECT DISTINCT older FROM supersession WHERE since <= :at AND (until IS NULL OR until > :by)"
# What the journal says of records and edges. Only the act that was done brings records: taken back, they stay. An
# edge to a record that was forgotten is as absent as the record.
_ADDED_LATER = """
SELECT s.import, iif(s.kind = 'add', s.record, NULL) FROM step s JOIN act a ON a.id = s.act
WHERE s.act > ? AND a.kind = 'do' AND s.kind IN ('add', 'import')
"""
_EDGES = """
SELECT record, other, json_extract(after, '$.stands') FROM step
WHERE act <= ? AND kind = 'edge'
    AND (SELECT count(*) FROM record WHERE ordinal IN (step.record, step.other)) = 2
ORDER BY act, number
"""
# What stood before the first change that was told later; the earliest is read last.
_UNTIL_BEFORE = """
SELECT record, json_extract(before, '$.valid_until[1]') FROM step
WHERE act > ? AND kind = 'dates' AND json_type(before, '$.valid_until') IS NOT NULL ORDER BY act DESC, number DESC
"""
_PLACE_BEFORE = """
SELECT s.record, a.id, coalesce(o.id, r.session) FROM step s
JOIN app a ON a.name = json_extract(s.before, '$.app') JOIN record r ON r.ordinal = s.record
JOIN session c ON c.id = r.session LEFT JOIN session o ON o.app = a.id AND o.format = c.format AND o.key = c.key
WHERE s.act > ? AND s.kind = 'app' ORDER BY s.act DESC, s.number DESC
"""
_DRAWN = "SELECT record FROM step WHERE act <= ? AND kind = 'edge' AND json_extract(after, '$.stands')"

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """One consistent view of every record's packed values, shape (highest ordinal rounded up to a chunk,)."""

    revision: int
    chunks: dict[int, npt.NDArray[np.void]]
    exists: Mask
    kind: npt.NDArray[np.uint8]
    active: Mask
    superseded: Mask
    app: npt.NDArray[np.int32]
    session: npt.NDArray[np.int32]
    position: npt.NDArray[np.int32]
    imported: npt.NDArray[np.int32]
    hash: npt.NDArray[np.int64]
    """64 bits of the hash of what is embedded and indexed."""
    since: npt.NDArray[np.int64]
    """When the record came to be: it happened, else it was added."""
    until: npt.NDArray[np.int64]
    """When it expires; ``FOREVER`` where it does not."""
    id_high: npt.NDArray[np.uint64]
    id_low: npt.NDArray[np.uint64]
    planned_apps: Mapping[str, int] = field(default_factory=dict, kw_only=True)
    """Apps that are not stored: a plan would move records to them."""

    @property
    def size(self) -> int:
        """One more than the highest ordinal that the arrays have room for."""
        return len(self.exists)

    def id(self, ordinal: int) -> RecordId:
        """A record's id."""
        return RecordId(f"{int(self.id_high[ordinal]):016x}{int(self.id_low[ordinal]):016x}")


def load(vault: Vault) -> Columns:
    """The columns as of the current transaction, from the process's snapshot where nothing changed."""
    with vault.reading() as connection, vault.cache.lock:
        held: Columns | None = vault.cache.snapshots.get("columns")
        newest = connection.execute("SELECT max(revision) FROM column_chunk").fetchone()[0] or 0
        if held is not None and held.revision == newest:
            return held
        if held is not None and held.revision > newest:  # this transaction began before the snapshot was made
            return _assemble(newest, _read_all(connection))
        chunks = _read_all(connection) if held is None else held.chunks | dict(_read(connection, held.revision))
        columns = _assemble(newest, chunks)
        vault.share("columns", columns)
        return columns


def pack(connection: sqlite3.Connection, limit: int = 64) -> int:
    """Write up to ``limit`` stale chunks back, inside the caller's transaction; returns how many were stale.

    The last chunk is left alone: the next addition would make it stale again.
    """
    stale = [
        row[0]
        for row in connection.execute(
            "SELECT chunk FROM column_chunk WHERE packed IS NULL AND chunk < (SELECT max(chunk) FROM column_chunk)"
            " LIMIT ?",
            (limit,),
        )
    ]
    for chunk in stale:
        packed = pack_chunk(connection, chunk).tobytes()
        connection.execute("UPDATE column_chunk SET packed = ? WHERE chunk = ?", (packed, chunk))
    return len(stale)


def rebuild(connection: sqlite3.Connection) -> None:
    """Drop every chunk and pack it anew, inside the caller's transaction."""
    newest = connection.execute("SELECT coalesce(max(revision), 0) FROM column_chunk").fetchone()[0]
    revision = max(newest + 1, now())  # beyond every revision that a reader may hold of dropped rows
    connection.execute("DELETE FROM column_chunk")
    for chunk, values in _read_all(connection).items():
        connection.execute(
            "INSERT INTO column_chunk (chunk, revision, packed) VALUES (?, ?, ?)", (chunk, revision, values.tobytes())
        )


def _read(connection: sqlite3.Connection, after: int) -> Iterable[tuple[int, npt.NDArray[np.void]]]:
    for chunk, _, packed in connection.execute(_STALE, (after,)).fetchall():
        if packed is not None and len(packed) == CHUNK * PACKED.itemsize:
            yield chunk, np.frombuffer(packed, PACKED)
        else:
            yield chunk, pack_chunk(connection, chunk)


def _read_all(connection: sqlite3.Connection) -> dict[int, npt.NDArray[np.void]]:
    """Every chunk, also those whose row somebody dropped."""
    chunks = dict(_read(connection, 0))
    highest = connection.execute("SELECT max(ordinal) FROM record").fetchone()[0] or 0
    missing = set(range(highest // CHUNK + 1)) - set(chunks)
    return chunks | {number: pack_chunk(connection, number) for number in missing}


def pack_chunk(connection: sqlite3.Connection, chunk: int) -> npt.NDArray[np.void]:
    """What the rows of a chunk are, packed."""
    first = chunk * CHUNK
    values = np.zeros(CHUNK, PACKED)
    rows = connection.execute(_ROWS, (int(FOREVER), first, first + CHUNK - 1)).fetchall()
    if not rows:
        return values
    ordinals, *plain, ids = zip(*rows, strict=True)
    places = np.array(ordinals) - first
    values["exists"][places] = True
    names = ("kind", "active", "superseded", "app", "session", "position", "import", "hash", "since", "until")
    for name, column in zip(names, plain, strict=True):
        values[name][places] = column
    words = np.frombuffer(b"".join(ids), ">u8").reshape(-1, 2)
    values["id_high"][places] = words[:, 0]
    values["id_low"][places] = words[:, 1]
    return values


def _assemble(revision: int, chunks: dict[int, npt.NDArray[np.void]]) -> Columns:
    empty = np.zeros(CHUNK, PACKED)
    whole = np.concatenate([chunks.get(number, empty) for number in range(max(chunks, default=0) + 1)])
    return Columns(revision, chunks, *(np.ascontiguousarray(whole[name]) for name in PACKED.names or ()))


# ---------------------------------------------------------------- the mask


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The columns under one scope and moment: what a recall may serve, and what its statistics are taken over."""

    columns: Columns
    recallable: Mask
    standing: Mask
    in_scope: Mask
    """Published records of the apps in scope that existed at the moment, whatever their state."""
    active: Mask
    superseded: Mask
    moment: int

    def with_record(self, ordinal: int) -> View:
        """The same view if this record could be served too."""
        recallable = self.recallable.copy()
        recallable[ordinal] = True
        return View(self.columns, recallable, self.standing, self.in_scope, self.active, self.superseded, self.moment)


def view(
    vault: Vault,
    scope: Sequence[str] | None,
    moment: int,
    past: bool,
    known: Known | None = None,
    columns: Columns | None = None,
) -> View:
    """What is recallable for ``scope`` at ``moment``; ``past`` reads the states of that moment from their history.

    ``known`` leaves out what the vault was told later: records, and changes of their states, supersessions, dates and
    apps.
    ``columns`` stand in the place of the stored ones: a snapshot of this transaction, or what a plan makes of it.
    """
    with vault.reading() as connection:
        columns = load(vault) if columns is None else columns
        if known is not None:
            columns = _as_known(connection, columns, known)
        visible = columns.exists & _published(connection, columns)
        if scope is not None:
            visible &= _of_apps(connection, columns, scope)
        if past:
            visible &= columns.since <= moment
        active, superseded = columns.active, columns.superseded
        if past or known is not None:
            active = _active_at(connection, columns, moment if past else FOREVER, known)
            superseded = _superseded_at(connection, columns, moment if past else None, known)
    alive = visible & active & ~superseded & (columns.until > moment)
    standing = columns.kind == KINDS.index(Kind.STANDING)
    return View(columns, alive & ~standing, alive & standing, visible, active, superseded, moment)


def _published(connection: sqlite3.Connection, columns: Columns) -> Mask:
    pending = [row[0] for row in connection.execute("SELECT id FROM import WHERE published_at IS NULL")]
    published: Mask = ~np.isin(columns.imported, pending) if pending else np.ones(columns.size, np.bool_)
    return published


def _of_apps(connection: sqlite3.Connection, columns: Columns, scope: Sequence[str]) -> Mask:
    known = dict(connection.execute("SELECT name, id FROM app").fetchall()) | dict(columns.planned_apps)
    apps: Mask = np.isin(columns.app, [known[name] for name in scope if name in known])
    return apps


def _as_known(connection: sqlite3.Connection, columns: Columns, known: Known) -> Columns:
    """The columns without records, dates and places that the vault was told later."""
    dates = [row for row in connection.execute(_UNTIL_BEFORE, (known.act,)) if row[0] < columns.size]
    until = columns.until.copy() if dates else columns.until
    for record, moment in dates:
        until[record] = FOREVER if moment is None else moment
    places = [row for row in connection.execute(_PLACE_BEFORE, (known.act,)) if row[0] < columns.size]
    app, session = (some.copy() if places else some for some in (columns.app, columns.session))
    for record, *place in places:
        app[record], session[record] = place
    exists = columns.exists & ~_told_later(connection, columns, known)
    return replace(columns, exists=exists, until=until, app=app, session=session)


def _told_later(connection: sqlite3.Connection, columns: Columns, known: Known) -> Mask:
    """Records that were added, or whose import was published, by a later act."""
    rows = connection.execute(_ADDED_LATER, (known.act,)).fetchall()
    later: Mask = np.isin(columns.imported, [row[0] for row in rows if row[0] is not None])
    later[[row[1] for row in rows if row[1] is not None and row[1] < columns.size]] = True
    return later


def _active_at(connection: sqlite3.Connection, columns: Columns, moment: int, known: Known | None) -> Mask:
    """The states after their last change until then; before its first change a record was its opposite."""
    active = columns.active.copy()
    limits = (int(moment), known.act if known else int(FOREVER))
    later = np.array(connection.execute(_LATER_STATES, limits).fetchall(), np.int64).reshape(-1, 2)
    active[later[:, 0]] = later[:, 1] == 0  # the earliest is assigned last
    until = np.array(connection.execute(_PAST_STATES, limits).fetchall(), np.int64).reshape(-1, 2)
    active[until[:, 0]] = until[:, 1] != 0
    return active


def _superseded_at(connection: sqlite3.Connection, columns: Columns, moment: int | None, known: Known | None) -> Mask:
    """Who had a newer record at the moment (``None``: after the last act known), as far as that was known."""
    superseded = np.zeros(columns.size, np.bool_)
    if moment is None:
        older = set(edges_known(connection, known.act if known else int(FOREVER)))
    else:
        removed_by = moment if known is None else min(moment, known.at)
        older = {row[0] for row in connection.execute(_PAST_EDGES, {"at": moment, "by": removed_by})}
        if known is not None:
            older &= {row[0] for row in connection.execute(_DRAWN, (known.act,))}
    superseded[[number for number in older if number < columns.size]] = True
    return superseded


def edges_known(connection: sqlite3.Connection, act: int) -> dict[int, int]:
    """The supersessions that stood after an act: newer by older ordinal."""
    edges: dict[tuple[int, int], bool] = {}
    for older, newer, stands in connection.execute(_EDGES, (act,)):
        edges[older, newer] = bool(stands)
    return {older: newer for (older, newer), stands in edges.items() if stands}


def matching(columns: Columns, present: Mask, hashes: npt.NDArray[np.int64]) -> Mask:
    """Whose derived data are of the text stored now: shape (columns.size,)."""
    fitting = np.zeros(columns.size, np.bool_)
    size = min(columns.size, len(present))
    fitting[:size] = present[:size] & (hashes[:size] == columns.hash[:size])
    return fitting


@lru_cache(maxsize=2)  # columns before an act and after it
def neighbours(columns: Columns) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Ordinals of the previous and the next record of each record's session, 0 where there is none.

    Ordinal 0 is no record, so a gather through these arrays needs no second test. They sort the whole vault,
    so those of the columns asked of last are kept, read-only.
    """
    previous = np.zeros(columns.size, np.int32)
    following = np.zeros(columns.size, np.int32)
    ordinals = np.flatnonzero(columns.exists).astype(np.int32)
    order = ordinals[np.lexsort((ordinals, columns.position[ordinals], columns.session[ordinals]))]
    same = columns.session[order[1:]] == columns.session[order[:-1]]
    previous[order[1:][same]] = order[:-1][same]
    following[order[:-1][same]] = order[1:][same]
    previous.setflags(write=False)
    following.setflags(write=False)
    return previous, following
