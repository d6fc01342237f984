"""The stored vectors: immutable segments of float32 rows, each segment of one model, and their exact product.

A matrix product may differ in a row's last bits with the number and place of the rows around it. Here every product
has the same shape, ``BLOCK`` rows, so that a record's cosine does not depend on which other records are stored. BLOCK
is a multiple of four (the rows a kernel takes at once) times every usual number of threads.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mnemoscope import segments
from mnemoscope.embedding import ModelIdentity, Vectors
from mnemoscope.vault import Vault, write_setting

BLOCK = 6720
ABSENT = np.iinfo(np.int32).min
"""The micro-cosine of a record that has no vector."""

# A segment that was cut short can be read by nobody: its records count as having no vector.
_CUT = """
(length(ordinals) = 0 OR length(ordinals) % 4 <> 0 OR length(hashes) <> 2 * length(ordinals)
 OR length(vectors) <> length(ordinals) * (SELECT dimension FROM model WHERE model.id = vector_segment.model))
"""
_SEGMENTS = f"SELECT id FROM vector_segment WHERE model = ? AND NOT {_CUT} ORDER BY id"
_STORED = f"SELECT ordinals, hashes FROM vector_segment WHERE model = ? AND NOT {_CUT}"
_DROP_CUT = f"DELETE FROM vector_segment WHERE {_CUT}"
_READ = "SELECT ordinals, hashes, vectors FROM vector_segment WHERE id = ?"
_INSERT = "INSERT INTO vector_segment (model, records, ordinals, hashes, vectors) VALUES (?, ?, ?, ?, ?)"
_MODEL_FIELDS = "name, revision, dimension, query_prompt, passage_prompt, pooling"
_MODEL_IN_USE = f"""
SELECT id, location, {_MODEL_FIELDS} FROM model WHERE id = (SELECT value FROM setting WHERE key = 'model')
"""

Micros = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class StoredModel:
    """A model that a vault has vectors of."""

    number: int
    location: str | None
    """Name or folder it is loaded from; ``None`` for the bundled one."""
    identity: ModelIdentity


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Vectors of some records: shape (n, dimension), and whose they are."""

    ordinals: npt.NDArray[np.int32]
    hashes: npt.NDArray[np.int64]
    vectors: Vectors


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Every vector of the vault's model, in blocks of exactly ``BLOCK`` rows (the last padded with zeros)."""

    model: StoredModel | None
    segments: dict[int, Rows]
    blocks: tuple[Vectors, ...]
    ordinals: npt.NDArray[np.int32]
    """Whose the rows are, block after block, without the padding."""
    hashes: npt.NDArray[np.int64]
    """One entry per ordinal: the hash of what was embedded; meaningful where ``embedded``."""
    embedded: npt.NDArray[np.bool_]


# ---------------------------------------------------------------- models


def model_in_use(connection: sqlite3.Connection) -> StoredModel | None:
    """The vault's model, or ``None`` where nothing was ever embedded."""
    row = connection.execute(_MODEL_IN_USE).fetchone()
    return StoredModel(row[0], row[1], ModelIdentity(*row[2:])) if row else None


def register_model(connection: sqlite3.Connection, identity: ModelIdentity, location: str | None) -> StoredModel:
    """The model's row, made where it is new; it is not yet in use."""
    i = identity
    connection.execute(
        f"INSERT INTO model (key, location, {_MODEL_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (key) DO UPDATE SET location = excluded.location",
        (i.key, location, i.name, i.revision, i.dimension, i.query_prompt, i.passage_prompt, i.pooling),
    )
    number = connection.execute("SELECT id FROM model WHERE key = ?", (i.key,)).fetchone()[0]
    return StoredModel(number, location, identity)


def use_model(connection: sqlite3.Connection, model: StoredModel) -> None:
    """Switch the vault to a model, and drop the vectors of every other."""
    write_setting(connection, "model", str(model.number))
    connection.execute("DELETE FROM vector_segment WHERE model <> ?", (model.number,))


# ---------------------------------------------------------------- write


def append(
    connection: sqlite3.Connection, model: StoredModel, ordinals: Sequence[int], hashes: Sequence[int], rows: Vectors
) -> None:
    """Add vectors, shape (n, dimension), as one segment, and merge small segments that have become many."""
    _insert(
        connection, model.number, Rows(np.asarray(ordinals, np.int32), np.asarray(hashes, np.int64), np.asarray(rows))
    )
    while True:
        sizes = dict(
            connection.execute(
                "SELECT id, records FROM vector_segment WHERE model = ? AND records < ?", (model.number, BLOCK)
            ).fetchall()
        )
        members = sorted(sizes) if sum(sizes.values()) >= BLOCK else segments.due(sizes)
        if not members:
            return
        _rewrite(connection, model.number, members, frozenset())


def remove(connection: sqlite3.Connection, ordinals: Iterable[int]) -> None:
    """Take records' vectors out, of every model, for good."""
    gone = frozenset(ordinals)
    while remove_next(connection, gone):
        pass


def remove_next(connection: sqlite3.Connection, ordinals: frozenset[int]) -> bool:
    """Take records' vectors out of the next segment that holds some; whether one did. One that was cut short goes."""
    drop_cut(connection)
    wanted = np.array(sorted(ordinals))
    rows = connection.execute("SELECT id, model, ordinals FROM vector_segment ORDER BY id").fetchall()
    for segment, model, held in rows:
        if np.isin(np.frombuffer(held, "<u4"), wanted).any():
            _rewrite(connection, model, [segment], ordinals)
            return True
    return False


def drop_cut(connection: sqlite3.Connection) -> None:
    """Take out the segments that were cut short."""
    connection.execute(_DROP_CUT)


def _insert(connection: sqlite3.Connection, model: int, rows: Rows) -> None:
    for first in range(0, len(rows.ordinals), BLOCK):
        part = slice(first, first + BLOCK)
        ordinals = rows.ordinals[part]
        connection.execute(
            _INSERT,
            (
                model,
                len(ordinals),
                ordinals.astype("<u4").tobytes(),
                rows.hashes[part].astype("<i8").tobytes(),
                np.ascontiguousarray(rows.vectors[part], "<f4").tobytes(),
            ),
        )


def _rewrite(connection: sqlite3.Connection, model: int, members: Sequence[int], without: frozenset[int]) -> None:
    held = [_read(connection, number) for number in members]
    whole = Rows(*(np.concatenate([getattr(rows, name) for rows in held]) for name in Rows.__slots__))
    # Two processes may have embedded the same record: one of the equal rows stays.
    _, kept = np.unique(whole.ordinals, return_index=True)
    kept = kept[~np.isin(whole.ordinals[kept], list(without))]
    connection.executemany("DELETE FROM vector_segment WHERE id = ?", [(number,) for number in members])
    _insert(connection, model, Rows(whole.ordinals[kept], whole.hashes[kept], whole.vectors[kept]))


# ---------------------------------------------------------------- read


def load(vault: Vault) -> Snapshot:
    """The vectors as of the current transaction; segments already held by the process are not read again."""
    with vault.reading() as connection, vault.cache.lock:
        model = model_in_use(connection)
        ids = [row[0] for row in connection.execute(_SEGMENTS, (model.number,))] if model else []
        held: Snapshot | None = vault.cache.snapshots.get("vectors")
        if held is not None and held.model == model and list(held.segments) == ids:
            return held
        known = held.segments if held is not None and held.model == model else {}
        snapshot = _assemble(model, {n: known[n] if n in known else _read(connection, n) for n in ids})
        vault.share("vectors", snapshot)
        return snapshot


def stored(connection: sqlite3.Connection, model: StoredModel) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Ordinals and hashes of what a model has vectors of, without reading them."""
    rows = connection.execute(_STORED, (model.number,)).fetchall()
    return (
        np.frombuffer(b"".join(row[0] for row in rows), "<u4").astype(np.int32),
        np.frombuffer(b"".join(row[1] for row in rows), "<i8").astype(np.int64),
    )


def micro_cosines(snapshot: Snapshot, query: Vectors, size: int) -> Micros:
    """Millionths of the cosine of ``query``, shape (dimension,), to each record: shape (size,), ``ABSENT`` where none.

    Cosines are rounded to six decimals here, once, so that ranks, means and what is printed are of the same numbers.
    """
    micros = np.full(size, ABSENT, np.int32)
    products = np.empty(len(snapshot.blocks) * BLOCK, np.float32)
    for number, block in enumerate(snapshot.blocks):
        np.dot(block, query, out=products[number * BLOCK : (number + 1) * BLOCK])
    used = products[: len(snapshot.ordinals)].astype(np.float64)
    micros[snapshot.ordinals] = np.rint(used * 1e6)
    return micros


def _read(connection: sqlite3.Connection, segment: int) -> Rows:
    ordinals, hashes, vectors = connection.execute(_READ, (segment,)).fetchone()
    own = np.frombuffer(ordinals, "<u4").astype(np.int32)
    dimension = len(vectors) // 4 // max(len(own), 1)
    return Rows(
        own, np.frombuffer(hashes, "<i8").astype(np.int64), np.frombuffer(vectors, "<f4").reshape(-1, dimension)
    )


def _assemble(model: StoredModel | None, held: dict[int, Rows]) -> Snapshot:
    full = [rows for rows in held.values() if len(rows.ordinals) == BLOCK]
    partial = [rows for rows in held.values() if len(rows.ordinals) != BLOCK]
    blocks = [rows.vectors for rows in full]
    if partial and model is not None:
        loose = np.concatenate([rows.vectors for rows in partial])
        padded = np.zeros((-(-len(loose) // BLOCK) * BLOCK, model.identity.dimension), np.float32)
        padded[: len(loose)] = loose
        blocks.extend(np.split(padded, len(padded) // BLOCK))
    ordered = full + partial
    ordinals = np.concatenate([rows.ordinals for rows in ordered]) if ordered else np.zeros(0, np.int32)
    size = int(ordinals.max(initial=-1)) + 1
    hashes, embedded = np.zeros(size, np.int64), np.zeros(size, np.bool_)
    for rows in ordered:
        hashes[rows.ordinals] = rows.hashes
        embedded[rows.ordinals] = True
    return Snapshot(model, held, tuple(blocks), ordinals, hashes, embedded)
