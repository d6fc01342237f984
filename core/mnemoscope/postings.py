"""The stored inverted index: a dictionary with integer term ids, and packed postings in immutable segments.

A large segment has a row per term, so that a question reads only what it asks for. A small one is *loose*: all its
postings are one blob, read whole when the index is opened, so that adding a record writes one row and not eighty.

Written inside the caller's transaction; read through ``Postings``, a snapshot of which segments there are. An index
that cannot answer exactly says so: a record without postings shows in ``Postings.hashes``, and a term whose
postings do not add up raises ``Incomplete``.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mnemoscope import analysis, segments
from mnemoscope.vault import Vault

MERGE_AT_ONCE = 2_000
"""Records that an ingest may merge inside its own transaction; larger merges are left to ``indexing``."""
LOOSE_BELOW = 4_096
"""Records from which on a segment has a row per term."""
_CACHED_BYTES = 64 * 2**20
_ALIKE = 8

_COLUMNS = "id, terms, postings, ordinals, lengths, hashes, loose"
_CUT = """
SELECT 1 FROM posting_segment WHERE length(ordinals) = 0 OR length(ordinals) % 4 <> 0
    OR length(lengths) <> length(ordinals) OR length(hashes) <> 2 * length(ordinals)
    OR length(loose) <> 8 * terms + 6 * postings
LIMIT 1
"""
_SEGMENTS = f"SELECT {_COLUMNS} FROM posting_segment WHERE analyzer = ? AND id > ? ORDER BY id"
_SEGMENT_IDS = "SELECT id FROM posting_segment WHERE analyzer = ? ORDER BY id"
_FOUND = "SELECT coalesce(sum(records), 0), count(*) FROM posting WHERE segment = ?"
_TERM = "SELECT id, postings FROM term WHERE text = ?"
_POSTINGS = "SELECT segment, ordinals, counts FROM posting WHERE term = ? ORDER BY segment"
_RARE_TERMS = "SELECT id FROM term WHERE postings BETWEEN ? AND ? ORDER BY id"
_RARE = """
SELECT p.term, p.segment, p.ordinals FROM term t JOIN posting p ON p.term = t.id WHERE t.postings BETWEEN ? AND ?
"""
# The smallest segment number among the postings that no segment has, found by steps through the index.
_GONE = """
WITH RECURSIVE held (segment) AS (
    SELECT min(segment) FROM posting
    UNION ALL
    SELECT (SELECT min(segment) FROM posting WHERE segment > held.segment) FROM held WHERE held.segment IS NOT NULL
)
SELECT segment FROM held WHERE segment IS NOT NULL AND segment NOT IN (SELECT id FROM posting_segment) LIMIT 1
"""
_INSERT_SEGMENT = """
INSERT INTO posting_segment (analyzer, records, terms, postings, ordinals, lengths, hashes, loose)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_POSTING = "INSERT INTO posting (segment, term, records, ordinals, counts) VALUES (?, ?, ?, ?, ?)"
_COUNT_TERM = """
INSERT INTO term (text, postings) VALUES (?, ?) ON CONFLICT (text) DO UPDATE SET postings = postings + excluded.postings
"""

Ordinals = npt.NDArray[np.int32]
Counts = npt.NDArray[np.float64]


class Incomplete(Exception):
    """Postings of a term are missing: any ranking that asks for it would be false."""


@dataclass(frozen=True, slots=True, eq=False)
class Loose:
    """A small segment's postings: those of ``terms[i]`` are ``[starts[i], starts[i + 1])`` of ordinals and counts."""

    terms: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.int64]
    ordinals: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint16]

    def of(self, term: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16]] | None:
        """Ordinals and counts of a term, or ``None`` where no record of the segment holds it."""
        index = int(np.searchsorted(self.terms, term))
        if index == len(self.terms) or self.terms[index] != term:
            return None
        held = slice(self.starts[index], self.starts[index + 1])
        return self.ordinals[held], self.counts[held]


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """One segment's records, ascending by ordinal, and its postings where it is loose."""

    ordinals: Ordinals
    lengths: npt.NDArray[np.uint32]
    hashes: npt.NDArray[np.int64]
    loose: Loose | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """A snapshot of the index. Arrays have one entry per ordinal up to the highest one indexed."""

    segments: dict[int, Segment]
    lengths: Counts
    """Terms in the record, counted with repetition; 0 where it is not indexed."""
    hashes: npt.NDArray[np.int64]
    indexed: npt.NDArray[np.bool_]
    decoded: dict[str, tuple[Ordinals, Counts]]
    """Postings already read, by term; immutable, as the segments are."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """Records ready for the index: the slow half of an ingest, done before its transaction."""

    ordinals: Sequence[int]
    hashes: Sequence[int]
    terms: Sequence[Sequence[str]]


# ---------------------------------------------------------------- write


def append(connection: sqlite3.Connection, analysed: Analysed) -> None:
    """Add one segment with these records, and merge small segments that have become many."""
    if not analysed.ordinals:
        return
    vocabulary: dict[str, int] = {}
    numbers: list[int] = []
    lengths = np.empty(len(analysed.terms), np.int64)
    for place, terms in enumerate(analysed.terms):
        numbers.extend([vocabulary.setdefault(term, len(vocabulary)) for term in terms])
        lengths[place] = len(terms)
    # One sort puts every pair (term, record) beside its repetitions; ordinals ascend within a term.
    order = np.argsort(np.asarray(analysed.ordinals, np.int64), kind="stable")
    ordinals = np.asarray(analysed.ordinals, np.int64)[order]
    place_of = np.empty(len(order), np.int64)
    place_of[order] = np.arange(len(order))
    keys = np.asarray(numbers, np.int64) * len(order) + np.repeat(place_of, lengths)
    pairs, counts = np.unique(keys, return_counts=True)
    terms_of, places = np.divmod(pairs, len(order))
    segment = Segment(
        ordinals.astype(np.int32), lengths[order].astype(np.uint32), np.asarray(analysed.hashes, np.int64)[order]
    )
    holding = np.bincount(terms_of, minlength=len(vocabulary))
    connection.executemany(_COUNT_TERM, zip(vocabulary, holding.tolist(), strict=True))
    term_ids = np.asarray(_term_ids(connection, list(vocabulary)), np.int64)[terms_of]
    order = np.argsort(term_ids, kind="stable")
    _write_segment(connection, segment, term_ids[order], ordinals[places][order], counts[order])
    merge(connection, MERGE_AT_ONCE)


def merge(connection: sqlite3.Connection, limit: int | None = None) -> bool:
    """Merge one level of segments where it is full; returns whether anything was merged."""
    sizes = dict(
        connection.execute("SELECT id, records FROM posting_segment WHERE analyzer = ?", (analysis.VERSION,)).fetchall()
    )
    members = segments.due(sizes, limit)
    if members:
        rewrite(connection, members, frozenset())
    return bool(members)


def sweep(connection: sqlite3.Connection, limit: int | None = None) -> bool:
    """Delete postings of segments that are gone, at most ``limit`` rows; returns whether there were any.

    A merge leaves them, so that it holds the lock no longer than it takes to write the merged segment.
    """
    gone = connection.execute(_GONE).fetchone()
    if gone is None:
        return False
    connection.execute(
        "DELETE FROM posting WHERE id IN (SELECT id FROM posting WHERE segment = ? LIMIT ?)",
        (gone[0], -1 if limit is None else limit),
    )
    return True


def rewrite(connection: sqlite3.Connection, members: Sequence[int], without: frozenset[int]) -> None:
    """Replace these segments, of one analyzer, by one that holds their records except those ``without``.

    The old postings are not read any more, and are left to ``sweep``.
    """
    marks = ",".join("?" * len(members))
    rows = connection.execute(
        f"SELECT term, ordinals, counts FROM posting WHERE segment IN ({marks}) ORDER BY term", members
    ).fetchall()
    parts = connection.execute(
        f"SELECT analyzer, {_COLUMNS} FROM posting_segment WHERE id IN ({marks}) ORDER BY id", members
    ).fetchall()
    held = [_segment(*row[2:]) for row in parts]
    connection.execute(f"DELETE FROM posting_segment WHERE id IN ({marks})", members)
    members_of = np.concatenate([some.ordinals for some in held])
    order = np.argsort(members_of, kind="stable")
    if without:
        order = order[~np.isin(members_of[order], list(without))]
    segment = Segment(
        members_of[order],
        np.concatenate([some.lengths for some in held])[order],
        np.concatenate([some.hashes for some in held])[order],
    )
    loose = [some.loose for some in held if some.loose is not None]
    ordinals = np.concatenate([_unpacked([row[1] for row in rows], "<u4"), *(some.ordinals for some in loose)])
    counts = np.concatenate([_unpacked([row[2] for row in rows], "<u2"), *(some.counts for some in loose)])
    terms = np.concatenate(
        [
            np.repeat(np.array([row[0] for row in rows], np.int64), [len(row[1]) // 4 for row in rows]),
            *(np.repeat(some.terms.astype(np.int64), np.diff(some.starts)) for some in loose),
        ]
    )
    if without:
        kept = ~np.isin(ordinals, list(without))
        gone = Counter(terms[~kept].tolist())
        connection.executemany(
            "UPDATE term SET postings = postings - ? WHERE id = ?", [(n, term) for term, n in gone.items()]
        )
        connection.executemany("DELETE FROM term WHERE id = ? AND postings <= 0", [(term,) for term in gone])
        ordinals, counts, terms = ordinals[kept], counts[kept], terms[kept]
    if not len(segment.ordinals):
        return
    order = np.lexsort((ordinals, terms))
    _write_segment(connection, segment, terms[order], ordinals[order], counts[order], parts[0][0])


def remove(connection: sqlite3.Connection, ordinals: Iterable[int]) -> None:
    """Take records out of the index, for good."""
    gone = frozenset(ordinals)
    while remove_next(connection, gone) or sweep(connection):
        pass


def remove_next(connection: sqlite3.Connection, ordinals: frozenset[int]) -> bool:
    """Take records out of the next segment that holds some, and leave its old postings to ``sweep``; whether one did.

    Postings of a record that is gone are asked by no recall, so that this may be done in many short transactions.
    """
    drop_cut(connection)
    wanted = np.array(sorted(ordinals))
    for segment, held in connection.execute("SELECT id, ordinals FROM posting_segment ORDER BY id").fetchall():
        if np.isin(np.frombuffer(held, "<u4"), wanted).any():
            rewrite(connection, [segment], ordinals)
            return True
    return False


def drop_cut(connection: sqlite3.Connection) -> None:
    """Empty the index where a segment was cut short: nothing can read that one, and without it no count is right."""
    if connection.execute(_CUT).fetchone() is not None:
        drop(connection)


def drop(connection: sqlite3.Connection) -> None:
    """Empty the index."""
    for table in ("posting", "posting_segment", "term"):
        connection.execute(f"DELETE FROM {table}")


def _term_ids(connection: sqlite3.Connection, texts: Sequence[str]) -> list[int]:
    found: dict[str, int] = {}
    for first in range(0, len(texts), 500):
        some = texts[first : first + 500]
        marks = ",".join("?" * len(some))
        found.update(connection.execute(f"SELECT text, id FROM term WHERE text IN ({marks})", some).fetchall())
    return [found[text] for text in texts]


def _write_segment(
    connection: sqlite3.Connection,
    segment: Segment,
    terms: npt.NDArray[np.int64],
    ordinals: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int64],
    analyzer: int = analysis.VERSION,
) -> None:
    """One entry of the three arrays for each pair of a term and a record, ascending by term, then ordinal."""
    starts = np.flatnonzero(np.diff(terms, prepend=-1))
    packed_ordinals = ordinals.astype("<u4").tobytes()
    packed_counts = np.minimum(counts, 0xFFFF).astype("<u2").tobytes()
    loose = None
    if len(segment.ordinals) < LOOSE_BELOW:
        loose = terms[starts].astype("<u4").tobytes() + starts.astype("<u4").tobytes() + packed_ordinals + packed_counts
    row = connection.execute(
        _INSERT_SEGMENT,
        (
            analyzer,
            len(segment.ordinals),
            len(starts),
            len(ordinals),
            segment.ordinals.astype("<u4").tobytes(),
            segment.lengths.astype("<u4").tobytes(),
            segment.hashes.astype("<i8").tobytes(),
            loose,
        ),
    )
    if loose is not None:
        return
    sizes = np.diff(starts, append=len(terms))
    connection.executemany(
        _INSERT_POSTING,
        (
            (row.lastrowid, term, size, packed_ordinals[4 * a : 4 * (a + size)], packed_counts[2 * a : 2 * (a + size)])
            for term, a, size in zip(terms[starts].tolist(), starts.tolist(), sizes.tolist(), strict=True)
        ),
    )


# ---------------------------------------------------------------- read


def load(vault: Vault) -> Postings:
    """The index as of the current transaction; segments already held by the process are not read again."""
    with vault.reading() as connection, vault.cache.lock:
        ids = [row[0] for row in connection.execute(_SEGMENT_IDS, (analysis.VERSION,))]
        held: Postings | None = vault.cache.snapshots.get("postings")
        if held is not None and list(held.segments) == ids:
            return held
        known = held.segments if held is not None else {}
        found = {number: known[number] for number in ids if number in known}
        first_new = min((number for number in ids if number not in known), default=0) - 1
        for number, *stored in connection.execute(_SEGMENTS, (analysis.VERSION, first_new)).fetchall():
            if number not in found and _adds_up(connection, number, *stored):
                found[number] = _segment(*stored)
        if ids and not _named(connection):
            return _assemble({})
        postings = _assemble(dict(sorted(found.items())))
        vault.share("postings", postings)
        return postings


def read(vault: Vault, postings: Postings, term: str) -> tuple[Ordinals, Counts] | None:
    """A term's ordinals and counts over all segments, or ``None`` where no record holds it.

    Raises ``Incomplete`` where fewer are found than the dictionary counts.
    """
    if term in postings.decoded:
        known = postings.decoded[term]
        return known if len(known[0]) else None
    with vault.reading() as connection:
        row = connection.execute(_TERM, (term,)).fetchone()
        if row is None:
            _remember(postings, term, np.zeros(0, np.int32), np.zeros(0, np.float64))
            return None
        rows = connection.execute(_POSTINGS, (row[0],)).fetchall()
    rows = [part for part in rows if part[0] in postings.segments]
    loose = [found for some in postings.segments.values() if some.loose and (found := some.loose.of(row[0]))]
    ordinals = np.concatenate([_unpacked([part[1] for part in rows], "<u4"), *(some[0] for some in loose)])
    counts = np.concatenate([_unpacked([part[2] for part in rows], "<u2"), *(some[1] for some in loose)])
    ordinals, counts = ordinals.astype(np.int32), counts.astype(np.float64)
    if len(ordinals) != row[1] or len(counts) != row[1]:
        raise Incomplete(term)
    _remember(postings, term, ordinals, counts)
    return ordinals, counts


def rare(vault: Vault, postings: Postings, least: int, most: int) -> tuple[npt.NDArray[np.int64], Ordinals]:
    """Every posting of the terms that between ``least`` and ``most`` records hold: terms and ordinals, by term."""
    with vault.reading() as connection:
        wanted = np.array(connection.execute(_RARE_TERMS, (least, most)).fetchall(), np.int64).ravel()
        rows = [row for row in connection.execute(_RARE, (least, most)) if row[1] in postings.segments]
    terms = [np.repeat(np.array([row[0] for row in rows], np.int64), [len(row[2]) // 4 for row in rows])]
    ordinals = [_unpacked([row[2] for row in rows], "<u4")]
    for loose in (some.loose for some in postings.segments.values() if some.loose is not None):
        of_term = np.repeat(loose.terms.astype(np.int64), np.diff(loose.starts))
        kept = np.isin(of_term, wanted)
        terms.append(of_term[kept])
        ordinals.append(loose.ordinals[kept])
    whole, held = np.concatenate(terms), np.concatenate(ordinals).astype(np.int32)
    order = np.lexsort((held, whole))
    return whole[order], held[order]


def adds_up(connection: sqlite3.Connection) -> bool:
    """Whether every segment and every term has as many postings as it says. Reads the whole index."""
    stored = connection.execute(f"SELECT {_COLUMNS} FROM posting_segment").fetchall()
    if not all(_adds_up(connection, *row) for row in stored):
        return False
    found: Counter[int] = Counter()
    for term, records in connection.execute(
        "SELECT term, sum(records) FROM posting WHERE segment IN (SELECT id FROM posting_segment) GROUP BY term"
    ):
        found[term] += records
    for _, *row in stored:
        if (loose := _segment(*row).loose) is not None:
            found.update(dict(zip(loose.terms.tolist(), np.diff(loose.starts).tolist(), strict=True)))
    counted = dict(connection.execute("SELECT id, postings FROM term WHERE postings <> 0").fetchall())
    return found == counted


def _named(connection: sqlite3.Connection) -> bool:
    """Whether the dictionary can hold every segment's terms; a word whose term is lost would seem to be nowhere."""
    most = connection.execute("SELECT coalesce(max(terms), 0) FROM posting_segment").fetchone()[0]
    return bool(connection.execute("SELECT count(*) FROM term").fetchone()[0] >= most)


def close(vault: Vault, term: str, most: int) -> list[str]:
    """The stored terms most like ``term``, for "did you mean": the one with the fewest typing errors first."""
    import difflib

    with vault.reading() as connection:
        rows = connection.execute(
            "SELECT text FROM term WHERE length(text) BETWEEN ? AND ? ORDER BY text", (len(term) - 2, len(term) + 2)
        ).fetchall()
    alike = difflib.get_close_matches(term, [row[0] for row in rows], n=_ALIKE * most, cutoff=0.6)
    return sorted(alike, key=lambda other: typing_errors(term, other))[:most]


def typing_errors(one: str, other: str) -> int:
    """Letters put in, left out, replaced or swapped with the next (Damerau 1964, optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        older, before, row = before, row, [i]
        for j, there in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != there))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == there:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]


def _segment(terms: int, postings: int, ordinals: bytes, lengths: bytes, hashes: bytes, loose: bytes | None) -> Segment:
    return Segment(
        np.frombuffer(ordinals, "<u4").astype(np.int32),
        np.frombuffer(lengths, "<u4").astype(np.uint32),
        np.frombuffer(hashes, "<i8").astype(np.int64),
        _loose(terms, postings, loose) if loose is not None else None,
    )


def _loose(terms: int, postings: int, blob: bytes) -> Loose:
    """The four arrays that lie in the blob one after the other."""
    starts = np.frombuffer(blob, "<u4", terms, 4 * terms)
    return Loose(
        np.frombuffer(blob, "<u4", terms),
        np.append(starts.astype(np.int64), postings),
        np.frombuffer(blob, "<u4", postings, 8 * terms),
        np.frombuffer(blob, "<u2", postings, 8 * terms + 4 * postings),
    )


def _unpacked(blobs: Sequence[bytes], dtype: str) -> npt.NDArray[Any]:
    return np.frombuffer(b"".join(blobs), dtype)


def _adds_up(connection: sqlite3.Connection, segment: int, terms: int, postings: int, *blobs: bytes | None) -> bool:
    """Whether a segment has as many postings as it says, and of each of its records all that there must be."""
    *of_records, loose = blobs
    counts = {len(blob or b"") / size for blob, size in zip(of_records, (4, 4, 8), strict=True)}
    if len(counts) != 1 or min(counts) < 1 or min(counts) % 1:
        return False
    if loose is not None:
        return len(loose) == 8 * terms + 6 * postings
    return bool(connection.execute(_FOUND, (segment,)).fetchone() == (postings, terms))


def _assemble(held: dict[int, Segment]) -> Postings:
    size = max((int(segment.ordinals[-1]) for segment in held.values()), default=0) + 1
    lengths, hashes = np.zeros(size, np.float64), np.zeros(size, np.int64)
    indexed = np.zeros(size, np.bool_)
    for segment in held.values():
        lengths[segment.ordinals] = segment.lengths
        hashes[segment.ordinals] = segment.hashes
        indexed[segment.ordinals] = True
    return Postings(held, lengths, hashes, indexed, {})


def _remember(postings: Postings, term: str, ordinals: Ordinals, counts: Counts) -> None:
    """Keep the decoded postings within a bound; the oldest go first."""
    decoded = postings.decoded
    decoded[term] = (ordinals, counts)
    held = sum(len(some[0]) * 12 for some in list(decoded.values()))
    while held > _CACHED_BYTES and len(decoded) > 1:
        held -= len(decoded.pop(next(iter(decoded)))[0]) * 12
