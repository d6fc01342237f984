"""Whether a vault is whole: SQLite's own check, then rows against postings, vectors, columns, hashes and journal.

Derived data that are wrong can be made anew (``repair``); curated data are only told, never changed.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from mnemoscope import analysis, columns, indexing, ingest, postings, reading, schema, vectors
from mnemoscope.columns import CHUNK
from mnemoscope.identity import text_hash
from mnemoscope.messages import Message, message
from mnemoscope.processes import runs
from mnemoscope.progress import Progress, silent
from mnemoscope.records import indexed_text
from mnemoscope.vault import Vault

NAMED = 5
"""Records that a finding names."""
_PAGE = 1000
_TEXTS = "SELECT ordinal, id, text_hash, speaker, text FROM record WHERE ordinal > ? ORDER BY ordinal LIMIT ?"
_TWO_NEWER = "SELECT older FROM supersession WHERE until IS NULL GROUP BY older HAVING count(*) > 1"
_TWO_APPS = """
SELECT e.older FROM supersession e JOIN record o ON o.ordinal = e.older JOIN record n ON n.ordinal = e.newer
WHERE e.until IS NULL AND o.app <> n.app
"""
_CIRCLES = """
WITH RECURSIVE way (first, at, steps) AS (
    SELECT older, newer, 1 FROM supersession WHERE until IS NULL
    UNION SELECT w.first, e.newer, w.steps + 1 FROM way w JOIN supersession e ON e.older = w.at AND e.until IS NULL
    WHERE w.at <> w.first AND w.steps < 100000
)
SELECT DISTINCT first FROM way WHERE at = first
"""
_OTHER_APP = "SELECT r.ordinal FROM record r JOIN session s ON s.id = r.session WHERE s.app <> r.app"
# One whose records were all moved to another app stays: they may come back, and its meta is nowhere else.
_EMPTY_SESSIONS = """
SELECT count(*) FROM session s WHERE id NOT IN (SELECT session FROM record)
    AND NOT EXISTS (SELECT 1 FROM session o WHERE o.format = s.format AND o.key = s.key AND o.app <> s.app)
"""
# The last step on a record's state says what the record is.
_OTHER_STATE = """
SELECT r.ordinal FROM record r JOIN step s ON s.record = r.ordinal AND s.kind = 'state'
WHERE NOT EXISTS (SELECT 1 FROM step l WHERE l.record = s.record AND l.kind IN ('state', 'add')
        AND (l.act > s.act OR l.act = s.act AND l.number > s.number))
    AND NOT EXISTS (SELECT 1 FROM step i WHERE i.import = r.import AND i.kind = 'import' AND i.act > s.act)
    AND json_extract(s.after, '$.active') <> r.active
"""
_PENDING = "SELECT id, owner FROM import WHERE published_at IS NULL"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it must be."""

    what: Message
    count: int
    records: tuple[str, ...] = ()
    """The first ones, by their ids."""
    can_repair: bool = False
    """Whether it lies in derived data, which are made anew."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was looked at, and what was found."""

    records: int
    findings: tuple[Finding, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def examine(vault: Vault, progress: Progress = silent) -> Diagnosis:
    """Look at everything, as of one moment. Writes nothing."""
    with vault.reading() as connection:
        total = int(connection.execute("SELECT count(*) FROM record").fetchone()[0])
        found = [*of_file(connection)]
        if not found:  # a damaged file gives no answer that could be trusted
            found = [
                finding
                for look in (_texts(total, progress), _words, _vectors, _packed, _curated, _unfinished)
                for finding in look(vault, connection)
            ]
    return Diagnosis(total, tuple(found))


def repair(vault: Vault, progress: Progress = silent) -> Diagnosis:
    """Make anew what is derived and wrong; returns what is left then. Vectors of another text are dropped, and come by
    ``embed``."""
    ingest.purge(vault)
    before = examine(vault, progress)
    wrong = {finding.what.id for finding in before.findings if finding.can_repair}
    if any(id.startswith("doctor.words") for id in wrong):
        indexing.index_words(vault, progress, rebuild=True)
    if any(id.startswith("doctor.vectors") for id in wrong):
        _drop_wrong_vectors(vault)
    if any(id.startswith("doctor.columns") for id in wrong):
        with vault.transaction() as connection:
            columns.rebuild(connection)
    vault.cache.snapshots.clear()
    return examine(vault, progress) if before.findings else before


def _finding(
    connection: sqlite3.Connection, id: str, ordinals: list[int], *, can_repair: bool = False
) -> Iterator[Finding]:
    if ordinals:
        query = "SELECT id FROM record WHERE ordinal = ?"
        rows = [connection.execute(query, (number,)).fetchone() for number in ordinals[:NAMED]]
        named = tuple(reading.shortest(connection, row[0].hex()) for row in rows if row is not None)
        yield Finding(message(id, count=len(ordinals)), len(ordinals), named, can_repair)


# ---------------------------------------------------------------- the file


def of_file(connection: sqlite3.Connection) -> Iterator[Finding]:
    """What SQLite itself says of a file, and whether it is a vault of this program."""
    faults = [row[0] for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
    if faults:
        yield Finding(message("doctor.file", count=len(faults), first=faults[0]), len(faults))
    loose = len(connection.execute("PRAGMA foreign_key_check").fetchall())
    if loose:
        yield Finding(message("doctor.references", count=loose), loose)
    found = connection.execute("PRAGMA application_id").fetchone()[0], schema.version(connection)
    if found != (schema.APPLICATION_ID, schema.VERSION):
        yield Finding(message("doctor.schema", found=found[1], known=schema.VERSION), 1)


# ---------------------------------------------------------------- rows against hashes and words


def _texts(total: int, progress: Progress) -> Callable[[Vault, sqlite3.Connection], Iterator[Finding]]:
    """Every text read once: its hash, and the words that the index holds of it."""

    def look(vault: Vault, connection: sqlite3.Connection) -> Iterator[Finding]:
        lengths = _indexed_lengths(connection)
        hashes: list[int] = []
        wrong: list[int] = []
        names: list[int] = []
        missing: list[int] = []
        done = last = 0
        counted: Counter[str] = Counter()
        while rows := connection.execute(_TEXTS, (last, _PAGE)).fetchall():
            last = rows[-1][0]
            for ordinal, id, hash, speaker, text in rows:
                terms = analysis.terms(indexed_text(speaker, text))
                counted.update(set(terms))
                if text_hash(speaker, text) != hash:
                    hashes.append(ordinal)
                if len(id) != 16:
                    names.append(ordinal)
                held = lengths.get(ordinal)
                if held is None:
                    missing.append(ordinal)
                elif held != (hash, len(terms)):
                    wrong.append(ordinal)
            done += len(rows)
            progress(done, total)
        yield from _finding(connection, "doctor.hash", hashes)
        yield from _finding(connection, "doctor.id", names)
        yield from _finding(connection, "doctor.words.missing", missing, can_repair=True)
        yield from _finding(connection, "doctor.words.other", wrong, can_repair=True)
        stored = dict(connection.execute("SELECT text, postings FROM term WHERE postings <> 0"))
        if not missing and stored != counted:
            terms_off = sum(stored.get(term) != counted.get(term) for term in stored.keys() | counted.keys())
            yield Finding(message("doctor.words.terms", count=terms_off), terms_off, (), True)

    return look


def _indexed_lengths(connection: sqlite3.Connection) -> dict[int, tuple[int, int]]:
    """Hash and length by ordinal, as the index has them."""
    found: dict[int, tuple[int, int]] = {}
    for ordinals, lengths, hashes in connection.execute("SELECT ordinals, lengths, hashes FROM posting_segment"):
        arrays = (np.frombuffer(ordinals, "<u4"), np.frombuffer(hashes, "<i8"), np.frombuffer(lengths, "<u4"))
        if len({len(array) for array in arrays}) > 1:
            continue  # told by ``_words``
        found.update(zip(arrays[0].tolist(), zip(arrays[1].tolist(), arrays[2].tolist(), strict=True), strict=True))
    return found


def _words(vault: Vault, connection: sqlite3.Connection) -> Iterator[Finding]:
    rows = connection.execute("SELECT ordinals, analyzer FROM posting_segment").fetchall()
    every = np.concatenate([np.frombuffer(row[0], "<u4") for row in rows]) if rows else np.zeros(0, "<u4")
    numbers, times = np.unique(every, return_counts=True)
    existing = {row[0] for row in connection.execute("SELECT ordinal FROM record")}
    gone = [number for number in numbers.tolist() if number not in existing]
    yield from _finding(connection, "doctor.words.twice", numbers[times > 1].tolist(), can_repair=True)
    if gone:
        yield Finding(message("doctor.words.gone", count=len(gone)), len(gone), (), True)
    old = sum(row[1] != analysis.VERSION for row in rows)
    if old:
        yield Finding(message("doctor.words.analyzer", count=old), old, (), True)
    try:
        is_sound = postings.adds_up(connection)
    except (ValueError, KeyError, IndexError, sqlite3.Error):
        is_sound = False
    if not is_sound:
        yield Finding(message("doctor.words.counts"), 1, (), True)


# ---------------------------------------------------------------- vectors


def _vectors(vault: Vault, connection: sqlite3.Connection) -> Iterator[Finding]:
    model = vectors.model_in_use(connection)
    wrong = _wrong_vectors(connection, model)
    yield from _finding(connection, "doctor.vectors.other", wrong["other"], can_repair=True)
    yield from _finding(connection, "doctor.vectors.length", wrong["length"], can_repair=True)
    yield from _finding(connection, "doctor.vectors.twice", wrong["twice"], can_repair=True)
    if wrong["gone"]:
        yield Finding(message("doctor.vectors.gone", count=len(wrong["gone"])), len(wrong["gone"]), (), True)


def _wrong_vectors(connection: sqlite3.Connection, model: vectors.StoredModel | None) -> dict[str, list[int]]:
    """Ordinals by what is wrong with their vectors. Another text, no unit length, twice, no record."""
    found: dict[str, list[int]] = {"other": [], "length": [], "twice": [], "gone": []}
    if model is None:
        return found
    hashes = dict(connection.execute("SELECT ordinal, text_hash FROM record").fetchall())
    seen: set[int] = set()
    query = "SELECT ordinals, hashes, vectors FROM vector_segment WHERE model = ?"
    for ordinals, stored, blob in connection.execute(query, (model.number,)):
        own, texts = np.frombuffer(ordinals, "<u4").tolist(), np.frombuffer(stored, "<i8").tolist()
        rows = np.frombuffer(blob, "<f4")
        fits = len(rows) == len(own) * model.identity.dimension
        lengths = np.linalg.norm(rows.reshape(len(own), -1), axis=1) if fits else np.zeros(len(own))
        for number, text, length in zip(own, texts, lengths.tolist(), strict=True):
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


def _drop_wrong_vectors(vault: Vault) -> None:
    with vault.transaction() as connection:
        wrong = _wrong_vectors(connection, vectors.model_in_use(connection))
        vectors.remove(connection, {number for numbers in wrong.values() for number in numbers})


# ---------------------------------------------------------------- columns and curated tables


def _packed(vault: Vault, connection: sqlite3.Connection) -> Iterator[Finding]:
    wrong = 0
    query = "SELECT chunk, packed FROM column_chunk WHERE packed IS NOT NULL"
    for chunk, packed in connection.execute(query).fetchall():
        wrong += packed != columns.pack_chunk(connection, chunk).tobytes()
    if wrong:
        yield Finding(message("doctor.columns", count=wrong, records=wrong * CHUNK), wrong, (), True)


def _curated(vault: Vault, connection: sqlite3.Connection) -> Iterator[Finding]:
    for id, query in (
        ("doctor.two_newer", _TWO_NEWER),
        ("doctor.two_apps", _TWO_APPS),
        ("doctor.circle", _CIRCLES),
        ("doctor.other_app", _OTHER_APP),
        ("doctor.other_state", _OTHER_STATE),
    ):
        yield from _finding(connection, id, [row[0] for row in connection.execute(query)])
    empty = connection.execute(_EMPTY_SESSIONS).fetchone()[0]
    if empty and not connection.execute(_PENDING).fetchone():
        yield Finding(message("doctor.empty_sessions", count=empty), empty)


def _unfinished(vault: Vault, connection: sqlite3.Connection) -> Iterator[Finding]:
    dead = sum(not runs(owner) for _, owner in connection.execute(_PENDING).fetchall())
    if dead:
        yield Finding(message("doctor.words.killed_import", count=dead), dead, (), True)
    if vault.setting("forgetting") is not None:
        yield Finding(message("doctor.forgetting"), 1)
