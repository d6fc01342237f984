"""The stored inverted index: a dictionary with integer term ids, and packed postings in immutable segments.

Written inside the caller's transaction; read through ``Postings``, a snapshot of which segments there are. An index
that cannot answer exactly says so: a record without postings shows in ``Postings.hashes``, and a term whose
postings do not add up raises ``Incomplete``.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mnemoscope import analysis, segments
from mnemoscope.vault import Vault

MERGE_AT_ONCE = 2_000
"""Records that an ingest may merge inside its own transaction; larger merges are left to ``indexing``."""
_CACHED_BYTES = 64 * 2**20

_SEGMENTS = "SELECT id, ordinals, lengths, hashes FROM posting_segment WHERE analyzer = ? AND id > ? ORDER BY id"
_SEGMENT_IDS = "SELECT id FROM posting_segment WHERE analyzer = ? ORDER BY id"
_FOUND = "SELECT coalesce(sum(records), 0), count(*) FROM posting WHERE segment = ?"
_EXPECTED = "SELECT postings, terms FROM posting_segment WHERE id = ?"
_TERM = "SELECT id, postings FROM term WHERE text = ?"
_POSTINGS = "SELECT segment, ordinals, counts FROM posting WHERE term = ? ORDER BY segment"
_INSERT_SEGMENT = """
INSERT INTO posting_segment (analyzer, records, terms, postings, ordinals, lengths, hashes) VALUES (?, ?, ?, ?, ?, ?, ?)
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
class Segment:
    """One segment's records, ascending by ordinal."""

    ordinals: Ordinals
    lengths: npt.NDArray[np.uint32]
    hashes: npt.NDArray[np.int64]


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
    term_ids = np.asarray(_term_ids(connection, list(vocabulary)), np.int64)
    _write_segment(connection, segment, term_ids[terms_of], ordinals[places], counts)
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


def rewrite(connection: sqlite3.Connection, members: Sequence[int], without: frozenset[int]) -> None:
    """Replace these segments, of one analyzer, by one that holds their records except those ``without``."""
    marks = ",".join("?" * len(members))
    rows = connection.execute(
        f"SELECT term, ordinals, counts FROM posting WHERE segment IN ({marks}) ORDER BY term", members
    ).fetchall()
    parts = connection.execute(
        f"SELECT analyzer, ordinals, lengths, hashes FROM posting_segment WHERE id IN ({marks}) ORDER BY id", members
    ).fetchall()
    held = [_segment(*row[1:]) for row in parts]
    connection.execute(f"DELETE FROM posting_segment WHERE id IN ({marks})", members)
    whole = Segment(*(np.concatenate([getattr(s, name) for s in held]) for name in ("ordinals", "lengths", "hashes")))
    order = np.argsort(whole.ordinals, kind="stable")
    if without:
        order = order[~np.isin(whole.ordinals[order], list(without))]
    segment = Segment(whole.ordinals[order], whole.lengths[order], whole.hashes[order])
    ordinals = np.frombuffer(b"".join(row[1] for row in rows), "<u4").astype(np.int64)
    counts = np.frombuffer(b"".join(row[2] for row in rows), "<u2").astype(np.int64)
    terms = np.repeat(np.array([row[0] for row in rows], np.int64), [len(row[1]) // 4 for row in rows])
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
    wanted = np.array(sorted(gone))
    for row in connection.execute("SELECT id, ordinals FROM posting_segment").fetchall():
        if np.isin(np.frombuffer(row[1], "<u4"), wanted).any():
            rewrite(connection, [row[0]], gone)


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
    """One entry of the three arrays for each pair of a term and a record, grouped by term, ordinals ascending."""
    starts = np.flatnonzero(np.diff(terms, prepend=-1))
    sizes = np.diff(starts, append=len(terms))
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
        ),
    )
    packed_ordinals = ordinals.astype("<u4").tobytes()
    packed_counts = np.minimum(counts, 0xFFFF).astype("<u2").tobytes()
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
        for number, *blobs in connection.execute(_SEGMENTS, (analysis.VERSION, first_new)).fetchall():
            if number not in found and _adds_up(connection, number):
                found[number] = _segment(*blobs)
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
        parts = connection.execute(_POSTINGS, (row[0],)).fetchall()
    parts = [part for part in parts if part[0] in postings.segments]
    ordinals = np.frombuffer(b"".join(part[1] for part in parts), "<u4").astype(np.int32)
    counts = np.frombuffer(b"".join(part[2] for part in parts), "<u2").astype(np.float64)
    if len(ordinals) != row[1] or len(counts) != row[1]:
        raise Incomplete(term)
    _remember(postings, term, ordinals, counts)
    return ordinals, counts


def adds_up(connection: sqlite3.Connection) -> bool:
    """Whether every segment and every term has as many postings as it says. Reads the whole index."""
    segments_fit = all(
        _adds_up(connection, row[0]) for row in connection.execute("SELECT id FROM posting_segment").fetchall()
    )
    short = connection.execute(
        "SELECT count(*) FROM (SELECT t.id FROM term t LEFT JOIN posting p ON p.term = t.id"
        " GROUP BY t.id HAVING coalesce(sum(p.records), 0) <> t.postings)"
    ).fetchone()[0]
    nameless = connection.execute(
        "SELECT count(*) FROM posting p WHERE NOT EXISTS (SELECT 1 FROM term t WHERE t.id = p.term)"
        " OR NOT EXISTS (SELECT 1 FROM posting_segment s WHERE s.id = p.segment)"
    ).fetchone()[0]
    return segments_fit and not short and not nameless


def _named(connection: sqlite3.Connection) -> bool:
    """Whether the dictionary can hold every segment's terms; a word whose term is lost would seem to be nowhere."""
    most = connection.execute("SELECT coalesce(max(terms), 0) FROM posting_segment").fetchone()[0]
    return bool(connection.execute("SELECT count(*) FROM term").fetchone()[0] >= most)


def nearest(vault: Vault, term: str) -> tuple[str, int] | None:
    """The stored word most like ``term`` and how many records hold it, for "did you mean"; ``None`` if none is."""
    import difflib

    with vault.reading() as connection:
        rows = dict(
            connection.execute(
                "SELECT text, postings FROM term WHERE length(text) BETWEEN ? AND ?", (len(term) - 2, len(term) + 2)
            ).fetchall()
        )
    found = difflib.get_close_matches(term, rows, n=1, cutoff=0.6)
    return (found[0], rows[found[0]]) if found else None


def _segment(ordinals: bytes, lengths: bytes, hashes: bytes) -> Segment:
    return Segment(
        np.frombuffer(ordinals, "<u4").astype(np.int32),
        np.frombuffer(lengths, "<u4").astype(np.uint32),
        np.frombuffer(hashes, "<i8").astype(np.int64),
    )


def _adds_up(connection: sqlite3.Connection, segment: int) -> bool:
    return bool(
        connection.execute(_FOUND, (segment,)).fetchone() == connection.execute(_EXPECTED, (segment,)).fetchone()
    )


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
