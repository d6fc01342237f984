"""Words, vectors and packed columns against the rows that they were made from."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from mnemoscope import analysis, columns, postings, vectors
from mnemoscope.columns import CHUNK
from mnemoscope.doctor.findings import Finding, of_records
from mnemoscope.identity import text_hash
from mnemoscope.messages import message
from mnemoscope.records import indexed_text

_PAGE = 1000
_TEXTS = "SELECT ordinal, id, text_hash, speaker, text FROM record WHERE ordinal > ? ORDER BY ordinal LIMIT ?"


@dataclass(slots=True)
class Read:
    """What one reading of every text shows, by ordinals."""

    hashes: list[int] = field(default_factory=list)
    """Another hash than is stored."""
    names: list[int] = field(default_factory=list)
    """No id of 16 bytes."""
    missing: list[int] = field(default_factory=list)
    """Not in the words."""
    other: list[int] = field(default_factory=list)
    """Another text in the words."""
    counted: Counter[str] = field(default_factory=Counter)
    """In how many texts each term is."""


def read_texts(connection: sqlite3.Connection, progress: Callable[[int], None]) -> Read:
    """Every text read once: its hash, and the words that the index holds of it."""
    found, lengths, done, last = Read(), _indexed_lengths(connection), 0, 0
    while rows := connection.execute(_TEXTS, (last, _PAGE)).fetchall():
        last = rows[-1][0]
        for ordinal, id, hash, speaker, text in rows:
            terms = analysis.terms(indexed_text(speaker, text))
            found.counted.update(set(terms))
            if text_hash(speaker, text) != hash:
                found.hashes.append(ordinal)
            if len(id) != 16:
                found.names.append(ordinal)
            held = lengths.get(ordinal)
            if held is None:
                found.missing.append(ordinal)
            elif held != (hash, len(terms)):
                found.other.append(ordinal)
        done += len(rows)
        progress(done)
    return found


def of_texts(connection: sqlite3.Connection, read: Read) -> Iterator[Finding]:
    """Curated, though only what is derived from a text can tell that it is another."""
    yield from of_records(connection, "doctor.hash", read.hashes)
    yield from of_records(connection, "doctor.id", read.names)


def _array(blob: bytes, kind: str) -> npt.NDArray[np.generic]:
    """As many whole numbers as there are."""
    return np.frombuffer(blob, kind, len(blob) // np.dtype(kind).itemsize)


def _indexed_lengths(connection: sqlite3.Connection) -> dict[int, tuple[int, int]]:
    """Hash and length by ordinal, as the index has them."""
    found: dict[int, tuple[int, int]] = {}
    for ordinals, lengths, hashes in connection.execute("SELECT ordinals, lengths, hashes FROM posting_segment"):
        arrays = (_array(ordinals, "<u4"), _array(hashes, "<i8"), _array(lengths, "<u4"))
        if len({len(array) for array in arrays}) > 1:
            continue  # told by ``of_words``
        found.update(zip(arrays[0].tolist(), zip(arrays[1].tolist(), arrays[2].tolist(), strict=True), strict=True))
    return found


def of_words(connection: sqlite3.Connection, read: Read) -> Iterator[Finding]:
    """The word index: what it lacks, holds of another text, twice, or of records that are gone; and its counts."""
    yield from of_records(connection, "doctor.words.missing", read.missing, can_repair=True)
    yield from of_records(connection, "doctor.words.other", read.other, can_repair=True)
    stored = dict(connection.execute("SELECT text, postings FROM term WHERE postings <> 0"))
    if not read.missing and stored != read.counted:
        terms_off = sum(stored.get(term) != read.counted.get(term) for term in stored.keys() | read.counted.keys())
        yield Finding(message("doctor.words.terms", count=terms_off), terms_off, (), True)
    yield from _of_segments(connection)
    try:
        is_sound = postings.adds_up(connection)
    except (ValueError, KeyError, IndexError, sqlite3.Error):
        is_sound = False
    if not is_sound:
        yield Finding(message("doctor.words.counts"), 1, (), True)


def _of_segments(connection: sqlite3.Connection) -> Iterator[Finding]:
    rows = connection.execute("SELECT ordinals, analyzer FROM posting_segment").fetchall()
    every = np.concatenate([_array(row[0], "<u4") for row in rows]) if rows else np.zeros(0, "<u4")
    numbers, times = np.unique(every, return_counts=True)
    existing = {row[0] for row in connection.execute("SELECT ordinal FROM record")}
    gone = [number for number in numbers.tolist() if number not in existing]
    yield from of_records(connection, "doctor.words.twice", numbers[times > 1].tolist(), can_repair=True)
    if gone:
        yield Finding(message("doctor.words.gone", count=len(gone)), len(gone), (), True)
    old = sum(row[1] != analysis.VERSION for row in rows)
    if old:
        yield Finding(message("doctor.words.analyzer", count=old), old, (), True)


# ---------------------------------------------------------------- vectors


def of_vectors(connection: sqlite3.Connection) -> Iterator[Finding]:
    """The vectors of the model in use."""
    wrong = wrong_vectors(connection)
    yield from of_records(connection, "doctor.vectors.other", wrong["other"], can_repair=True)
    yield from of_records(connection, "doctor.vectors.length", wrong["length"], can_repair=True)
    yield from of_records(connection, "doctor.vectors.twice", wrong["twice"], can_repair=True)
    if wrong["gone"]:
        yield Finding(message("doctor.vectors.gone", count=len(wrong["gone"])), len(wrong["gone"]), (), True)


def count_vectors(connection: sqlite3.Connection) -> int:
    """How many vectors of the model in use are stored."""
    model = vectors.model_in_use(connection)
    if model is None:
        return 0
    query = "SELECT coalesce(sum(length(ordinals)), 0) / 4 FROM vector_segment WHERE model = ?"
    return int(connection.execute(query, (model.number,)).fetchone()[0])


def wrong_vectors(connection: sqlite3.Connection) -> dict[str, list[int]]:
    """Ordinals by what is wrong with their vectors. Another text, no unit length, twice, no record."""
    found: dict[str, list[int]] = {"other": [], "length": [], "twice": [], "gone": []}
    model = vectors.model_in_use(connection)
    if model is None:
        return found
    hashes = dict(connection.execute("SELECT ordinal, text_hash FROM record").fetchall())
    seen: set[int] = set()
    query = "SELECT ordinals, hashes, vectors FROM vector_segment WHERE model = ?"
    for ordinals, stored, blob in connection.execute(query, (model.number,)):
        own, texts = _array(ordinals, "<u4").tolist(), _array(stored, "<i8").tolist()
        texts += [None] * (len(own) - len(texts))
        rows = np.asarray(_array(blob, "<f4"), np.float32)
        fits = len(rows) == len(own) * model.identity.dimension
        lengths = np.linalg.norm(rows.reshape(len(own), -1), axis=1) if fits and own else np.zeros(len(own))
        for number, text, length in zip(own, texts[: len(own)], lengths.tolist(), strict=True):
            if number not in hashes:
                found["gone"].append(number)
            elif number in seen:
                found["twice"].append(number)
            elif hashes[number] != text:
                found["other"].append(number)
            elif not abs(length - 1) < 1e-3:  # also where it is no number
                found["length"].append(number)
            seen.add(number)
    return found


def drop_cut(connection: sqlite3.Connection) -> None:
    """Take out what was cut short: nothing else can read it, and so nothing else could make it anew."""
    postings.drop_cut(connection)
    vectors.drop_cut(connection)


def drop_wrong_vectors(connection: sqlite3.Connection) -> None:
    """Take out vectors that are not of their records' texts."""
    vectors.remove(connection, {number for numbers in wrong_vectors(connection).values() for number in numbers})


# ---------------------------------------------------------------- columns


def of_columns(connection: sqlite3.Connection) -> Iterator[Finding]:
    """The packed columns against the rows that they were packed from."""
    wrong = 0
    query = "SELECT chunk, packed FROM column_chunk WHERE packed IS NOT NULL"
    for chunk, packed in connection.execute(query).fetchall():
        wrong += packed != columns.pack_chunk(connection, chunk).tobytes()
    if wrong:
        yield Finding(message("doctor.columns", count=wrong, records=wrong * CHUNK), wrong, (), True)
