"""Reading curated data: records, sessions, chains, the history. Plain functions, each one consistent view."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mnemoscope.columns import KINDS
from mnemoscope.errors import NoSuchRecord, NotAVault
from mnemoscope.messages import Message
from mnemoscope.progress import Progress, silent
from mnemoscope.records import Act, Record, RecordId, When, indexed_text
from mnemoscope.vault import Vault

_IDS_AT_ONCE = 500
_WHOLE_ID = re.compile("[0-9a-f]{32}")

SHORTEST = 6
"""Digits of a record's id that are shown at least."""
LONG = 16
"""Digits of a short id at an assistant's door."""
_least: ContextVar[int] = ContextVar("least", default=SHORTEST)

_RECORDS = """
SELECT r.ordinal, r.id, a.name, s.key, s.title, r.position, r.kind, r.speaker, r.text,
    r.happened_text, r.happened_utc, r.happened_zoned, r.added_at,
    r.valid_until_text, r.valid_until_utc, r.valid_until_zoned,
    r.review_after_text, r.review_after_utc, r.review_after_zoned,
    r.active, r.reason, r.state_since, n.id, e.since, r.meta
FROM record r
JOIN app a ON a.id = r.app
JOIN session s ON s.id = r.session
LEFT JOIN supersession e ON e.older = r.ordinal AND e.until IS NULL
LEFT JOIN record n ON n.ordinal = e.newer
"""
PUBLISHED = "(r.import IS NULL OR r.import NOT IN (SELECT id FROM import WHERE published_at IS NULL))"
"""Condition of a record ``r`` that no running import has yet to publish."""
_SESSIONS = f"""
SELECT count(*) FROM session s WHERE EXISTS (SELECT 1 FROM record r WHERE r.session = s.id AND {PUBLISHED})
"""
_IN_SESSION = f"""
FROM record r, (SELECT session, position, ordinal FROM record WHERE ordinal = :record) c
WHERE r.session = c.session AND {PUBLISHED}
"""
_BEFORE = f"""
SELECT r.ordinal {_IN_SESSION} AND (r.position, r.ordinal) <= (c.position, c.ordinal)
ORDER BY r.position DESC, r.ordinal DESC LIMIT :most
"""
_AFTER = f"""
SELECT r.ordinal {_IN_SESSION} AND (r.position, r.ordinal) > (c.position, c.ordinal)
ORDER BY r.position, r.ordinal LIMIT :most
"""
_COUNT_BEFORE = f"SELECT count(*) {_IN_SESSION} AND (r.position, r.ordinal) < (c.position, c.ordinal)"
_COUNT_AFTER = f"SELECT count(*) {_IN_SESSION} AND (r.position, r.ordinal) > (c.position, c.ordinal)"
_OLDER = """
SELECT e.newer, r.id FROM supersession e JOIN record r ON r.ordinal = e.older
WHERE e.until IS NULL AND e.newer IN ({marks}) ORDER BY e.id
"""
_ACTS = "SELECT id, at, actor, message, parameters, records, undone, kind FROM act"
TOUCHING = """
SELECT act FROM step WHERE record = :record OR other = :record
UNION SELECT act FROM step WHERE kind = 'import' AND import = (SELECT import FROM record WHERE ordinal = :record)
"""
"""The acts on a record, its import among them."""
_ACTS_OF_RECORD = f"{_ACTS} WHERE id IN ({TOUCHING}) ORDER BY id DESC"
_FORGETS = "SELECT 1 FROM step WHERE act = ? AND kind = 'forget' LIMIT 1"
_TOUCHED = """
SELECT r.id FROM (
    SELECT number, record AS ordinal FROM step WHERE act = :act AND expectation IS NULL AND record IS NOT NULL
    UNION ALL SELECT number, other FROM step WHERE act = :act AND other IS NOT NULL
    UNION ALL SELECT s.number, i.ordinal FROM step s JOIN record i ON i.import = s.import
        WHERE s.act = :act AND s.kind = 'import'
) t JOIN record r ON r.ordinal = t.ordinal GROUP BY r.ordinal ORDER BY min(t.number), r.ordinal LIMIT :limit
"""


@dataclass(frozen=True, slots=True)
class Stats:
    """What a vault holds, in numbers."""

    records: int
    recallable: int
    inactive: int
    superseded: int
    expired: int
    sessions: int
    apps: Mapping[str, int]
    """Records by app."""
    kinds: Mapping[str, int]
    acts: int
    recalls: int
    model: str | None
    bytes: int


# ---------------------------------------------------------------- ids


def ordinal(connection: sqlite3.Connection, prefix: str) -> int:
    """The ordinal of the one published record whose id begins with ``prefix``. Raises ``NoSuchRecord``."""
    digits = prefix.strip().lower()
    if not digits or len(digits) > 32 or any(digit not in "0123456789abcdef" for digit in digits):
        raise NoSuchRecord("record.no_id", id=prefix)
    low, high = bytes.fromhex(digits.ljust(32, "0")), bytes.fromhex(digits.ljust(32, "f"))
    rows = connection.execute(
        f"SELECT ordinal FROM record r WHERE id BETWEEN ? AND ? AND {PUBLISHED} LIMIT 2", (low, high)
    ).fetchall()
    if not rows:
        raise NoSuchRecord("record.none", id=prefix)
    if len(rows) > 1:
        raise NoSuchRecord("record.ambiguous", id=prefix)
    return int(rows[0][0])


def ordinals(connection: sqlite3.Connection, prefixes: Sequence[str], progress: Progress = silent) -> list[int]:
    """The ordinals of many records, each once, in the order given; fast for whole ids. Raises ``NoSuchRecord``."""
    found: list[int] = []
    for first in range(0, len(prefixes), _IDS_AT_ONCE):
        some = prefixes[first : first + _IDS_AT_ONCE]
        whole = [bytes.fromhex(id) for id in some if _WHOLE_ID.fullmatch(id)]
        marks = ",".join("?" * len(whole))
        rows = connection.execute(f"SELECT id, ordinal FROM record r WHERE id IN ({marks}) AND {PUBLISHED}", whole)
        known = {id.hex(): number for id, number in rows}
        found.extend(known[id] if id in known else ordinal(connection, id) for id in some)
        progress(min(first + _IDS_AT_ONCE, len(prefixes)), len(prefixes))
    return list(dict.fromkeys(found))


def existing(vault: Vault, ids: Sequence[RecordId]) -> frozenset[RecordId]:
    """Those of some records, named by their whole ids, that are in the vault: not forgotten."""
    found: set[RecordId] = set()
    with vault.reading() as connection:
        for first in range(0, len(ids), _IDS_AT_ONCE):
            some = [bytes.fromhex(id) for id in ids[first : first + _IDS_AT_ONCE]]
            marks = ",".join("?" * len(some))
            rows = connection.execute(f"SELECT id FROM record r WHERE id IN ({marks}) AND {PUBLISHED}", some)
            found.update(RecordId(row[0].hex()) for row in rows)
    return frozenset(found)


@contextmanager
def long_names() -> Iterator[None]:
    """Meanwhile a short id has so many digits that nobody can make another record which shares them: how short it could
    be would tell of records that are out of scope."""
    token = _least.set(LONG)
    try:
        yield
    finally:
        _least.reset(token)


def shortest(connection: sqlite3.Connection, id: str) -> str:
    """The shortest prefix of an id that names it alone in this vault, six digits at least."""
    own = bytes.fromhex(id)
    length = _least.get()
    for query in (
        "SELECT id FROM record WHERE id < ? ORDER BY id DESC LIMIT 1",
        "SELECT id FROM record WHERE id > ? ORDER BY id LIMIT 1",
    ):
        row = connection.execute(query, (own,)).fetchone()
        if row is not None:
            other = row[0].hex()
            shared = next((i for i, (a, b) in enumerate(zip(id, other, strict=True)) if a != b), len(id))
            length = max(length, shared + 1)
    return id[:length]


def short_id(vault: Vault, id: str) -> str:
    """The shortest prefix of an id that names it alone in this vault, six digits at least."""
    with vault.reading() as connection:
        return shortest(connection, id)


# ---------------------------------------------------------------- records


def record(vault: Vault, prefix: str) -> Record:
    """The record whose id begins with ``prefix``. Raises ``NoSuchRecord``."""
    with vault.reading() as connection:
        number = ordinal(connection, prefix)
        return by_ordinal(connection, [number])[number]


def by_ordinal(connection: sqlite3.Connection, ordinals: Iterable[int]) -> dict[int, Record]:
    """Records by ordinal; those that do not exist are left out."""
    found: dict[int, Record] = {}
    wanted = list(dict.fromkeys(ordinals))
    for first in range(0, len(wanted), 500):
        some = wanted[first : first + 500]
        marks = ",".join("?" * len(some))
        older: dict[int, list[RecordId]] = {}
        for newer, id in connection.execute(_OLDER.format(marks=marks), some):
            older.setdefault(newer, []).append(RecordId(id.hex()))
        for row in connection.execute(f"{_RECORDS} WHERE r.ordinal IN ({marks})", some):
            found[row[0]] = _record(row, tuple(older.get(row[0], ())))
    return {number: found[number] for number in wanted if number in found}


def session_records(vault: Vault, id: str) -> tuple[Record, ...]:
    """Every published record of the session that holds this one, in reading order."""
    with vault.reading() as connection:
        rows = connection.execute(
            f"SELECT r.ordinal FROM record r WHERE {PUBLISHED}"
            " AND r.session = (SELECT session FROM record WHERE ordinal = ?) ORDER BY r.position, r.ordinal",
            (ordinal(connection, id),),
        ).fetchall()
        return tuple(by_ordinal(connection, (row[0] for row in rows)).values())


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What was said round a record, in reading order, and how much more of the session there is."""

    records: tuple[Record, ...]
    earlier: int
    later: int

    @property
    def size(self) -> int:
        """How many records the session has."""
        return self.earlier + len(self.records) + self.later


def surroundings(vault: Vault, id: str, reach: int) -> Surroundings:
    """So many published records before and after this one in its session, however long that is."""
    with vault.reading() as connection:
        number = ordinal(connection, id)
        near = {"record": number, "most": reach}
        before = [row[0] for row in connection.execute(_BEFORE, {**near, "most": reach + 1})]
        after = [row[0] for row in connection.execute(_AFTER, near)]
        shown = by_ordinal(connection, (*reversed(before), *after))
        (earlier,) = connection.execute(_COUNT_BEFORE, near).fetchone()
        (later,) = connection.execute(_COUNT_AFTER, near).fetchone()
        return Surroundings(tuple(shown.values()), earlier + 1 - len(before), later - len(after))


def chain(vault: Vault, id: str) -> tuple[Record, ...]:
    """Everything linked to a record by supersession, newest on top: its newest successor, then all that it replaces."""
    with vault.reading() as connection:
        newest = ordinal(connection, id)
        seen = {newest}
        while (
            row := connection.execute(
                "SELECT newer FROM supersession WHERE older = ? AND until IS NULL", (newest,)
            ).fetchone()
        ) and row[0] not in seen:
            newest = row[0]
            seen.add(newest)
        found = [newest]
        seen = {newest}
        for number in found:  # grows while it is walked: each record's predecessors follow it
            rows = connection.execute(
                "SELECT older FROM supersession WHERE newer = ? AND until IS NULL ORDER BY id DESC", (number,)
            )
            older = [row[0] for row in rows if row[0] not in seen]
            seen.update(older)
            found.extend(older)
        return tuple(by_ordinal(connection, found).values())


def containing(vault: Vault, text: str, limit: int = 100) -> tuple[Record, ...]:
    """Published records that hold the literal text, ignoring case, oldest first."""
    with vault.reading() as connection:
        return tuple(by_ordinal(connection, holding(connection, text)[:limit]).values())


def count_containing(vault: Vault, text: str) -> int:
    """How many published records hold the literal text, ignoring case."""
    with vault.reading() as connection:
        return len(holding(connection, text))


def holding(connection: sqlite3.Connection, text: str) -> list[int]:
    """Ordinals of the published records in whose ``speaker: text`` the literal text stands, ignoring case, ascending.

    SQLite folds the case of ASCII alone, so Python looks through every text: 0.2 s for 100,000 of 80 words.
    """
    wanted = text.casefold()
    rows = connection.execute(f"SELECT r.ordinal, r.text, r.speaker FROM record r WHERE {PUBLISHED} ORDER BY r.ordinal")
    return [number for number, held, speaker in rows if wanted in indexed_text(speaker, held).casefold()]


def apps(vault: Vault) -> tuple[str, ...]:
    """Every app that has published records, by name."""
    with vault.reading() as connection:
        rows = connection.execute(
            f"SELECT name FROM app a WHERE EXISTS (SELECT 1 FROM record r WHERE r.app = a.id AND {PUBLISHED})"
            " ORDER BY name"
        )
        return tuple(row[0] for row in rows)


def has_pending_import(vault: Vault) -> bool:
    """Whether an import is being written, or was broken off."""
    with vault.reading() as connection:
        return bool(connection.execute("SELECT EXISTS (SELECT 1 FROM import WHERE published_at IS NULL)").fetchone()[0])


# ---------------------------------------------------------------- history


def history(vault: Vault, limit: int = 200) -> tuple[Act, ...]:
    """The latest acts of every actor, newest first."""
    with vault.reading() as connection:
        return tuple(map(_act, connection.execute(f"{_ACTS} ORDER BY id DESC LIMIT ?", (limit,))))


def act(connection: sqlite3.Connection, number: int) -> Act:
    """One line of the history."""
    return _act(connection.execute(f"{_ACTS} WHERE id = ?", (number,)).fetchone())


def acts(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, Act]:
    """Lines of the history by number; those that are not there are left out."""
    wanted = json.dumps(list(numbers))
    rows = connection.execute(f"{_ACTS} WHERE id IN (SELECT value FROM json_each(?))", (wanted,))
    return {row[0]: _act(row) for row in rows}


def counts(connection: sqlite3.Connection) -> tuple[int, int]:
    """How many acts there are, and how many logged recalls."""
    row = connection.execute("SELECT (SELECT count(*) FROM act), (SELECT count(*) FROM recall_log)").fetchone()
    return int(row[0]), int(row[1])


def forgets(connection: sqlite3.Connection, number: int) -> bool:
    """Whether an act took records out for good."""
    return connection.execute(_FORGETS, (number,)).fetchone() is not None


def record_history(vault: Vault, id: str) -> tuple[Act, ...]:
    """The acts that touched a record, newest first."""
    with vault.reading() as connection:
        return tuple(map(_act, connection.execute(_ACTS_OF_RECORD, {"record": ordinal(connection, id)})))


def touched(vault: Vault, number: int, limit: int = 100) -> tuple[RecordId, ...]:
    """The records that an act touched, in its own order; none for an act on profiles or expectations."""
    with vault.reading() as connection:
        rows = connection.execute(_TOUCHED, {"act": number, "limit": limit})
        return tuple(RecordId(row[0].hex()) for row in rows)


def forgotten_since(vault: Vault, moment: int) -> int:
    """How many records were forgotten after a moment."""
    with vault.reading() as connection:
        rows = connection.execute("SELECT records FROM act WHERE message = 'act.forget' AND at > ?", (moment,))
        return sum(row[0] for row in rows)


def stats(vault: Vault) -> Stats:
    """What the vault holds, in numbers; records of pending imports are left out."""
    with vault.reading() as connection:
        rows = connection.execute(
            f"""SELECT a.name, r.kind, r.active,
                EXISTS (SELECT 1 FROM supersession e WHERE e.older = r.ordinal AND e.until IS NULL),
                r.valid_until_utc IS NOT NULL AND r.valid_until_utc <= 1000 * unixepoch(), count(*)
            FROM record r JOIN app a ON a.id = r.app WHERE {PUBLISHED} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2"""
        ).fetchall()
        by_app: dict[str, int] = {}
        by_kind: dict[str, int] = {}
        for name, kind, *_, count in rows:
            by_app[name] = by_app.get(name, 0) + count
            by_kind[KINDS[kind]] = by_kind.get(KINDS[kind], 0) + count
        model = connection.execute(
            "SELECT name FROM model WHERE id = (SELECT value FROM setting WHERE key = 'model')"
        ).fetchone()

        def counted(table: str) -> int:
            return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

        return Stats(
            records=sum(row[-1] for row in rows),
            recallable=sum(row[-1] for row in rows if row[2] and not row[3] and not row[4]),
            inactive=sum(row[-1] for row in rows if not row[2]),
            superseded=sum(row[-1] for row in rows if row[3]),
            expired=sum(row[-1] for row in rows if row[4]),
            sessions=connection.execute(_SESSIONS).fetchone()[0],
            apps=by_app,
            kinds=by_kind,
            acts=counted("act"),
            recalls=counted("recall_log"),
            model=model[0] if model else None,
            bytes=_size(vault.path),
        )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:  # an open vault whose file was taken away
        raise NotAVault("vault.missing", path=str(path)) from error


def _act(row: tuple[Any, ...]) -> Act:
    number, at, actor, message, parameters, records, undone, kind = row
    label = Message.from_row(message, parameters)
    return Act(number, at, actor, label, records, bool(undone), kind)


def _when(text: str | None, utc: int, zoned: int) -> When | None:
    return When(text, utc, bool(zoned)) if text is not None else None


def _record(row: tuple[Any, ...], supersedes: tuple[RecordId, ...]) -> Record:
    (_, id, app, key, title, position, kind, speaker, text, *rest) = row
    (ht, hu, hz, added_at, vt, vu, vz, rt, ru, rz, active, reason, state_since, newer, superseded_since, meta) = rest
    return Record(
        id=RecordId(id.hex()),
        app=app,
        session=key,
        session_title=title,
        position=position,
        kind=KINDS[kind],
        speaker=speaker,
        text=text,
        happened_at=_when(ht, hu, hz),
        added_at=added_at,
        valid_until=_when(vt, vu, vz),
        active=bool(active),
        reason=reason,
        state_since=state_since,
        superseded_by=RecordId(newer.hex()) if newer is not None else None,
        superseded_since=superseded_since,
        supersedes=supersedes,
        meta=json.loads(meta),
        review_after=_when(rt, ru, rz),
    )
