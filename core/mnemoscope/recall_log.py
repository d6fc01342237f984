"""The recall log: what each door asked and what it was handed, so that a recall of 14:10 can be looked at later."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from mnemoscope.errors import NoSuchRecall
from mnemoscope.records import Profile, Recall, RecordId
from mnemoscope.times import now
from mnemoscope.vault import Vault, write_setting

SETTING = "recall_log"
"""``off`` switches the log off for this vault."""

_INSERT = "INSERT INTO recall_log (at, actor, query, profile, scope, as_of, served) VALUES (?, ?, ?, ?, ?, ?, ?)"
_READ = "SELECT id, at, actor, query, profile, scope, as_of, served FROM recall_log"
_SERVING = "SELECT at, served FROM recall_log WHERE instr(served, ?) > 0 ORDER BY at, id"
_STATE = "SELECT count(*), min(at), max(id), coalesce(sum(length(served)), 0) FROM recall_log"
_OF_NOW = """
SELECT id, at, actor, query, profile, scope, as_of, served FROM (SELECT * FROM recall_log ORDER BY id DESC LIMIT ?)
WHERE as_of IS NULL ORDER BY id DESC
"""

LOOKED_THROUGH = 20_000
"""The latest recalls among which distinct questions are looked for."""


@dataclass(frozen=True, slots=True)
class Logged:
    """One recall as it was served."""

    number: int
    """In this vault's log."""
    at: int
    actor: str
    query: str
    profile: Profile
    scope: tuple[str, ...] | None
    as_of: int | None
    served: tuple[RecordId, ...]
    """Standing instructions first; some of them may have been forgotten since."""


def log(vault: Vault, recall: Recall) -> bool:
    """Note a settled recall; returns whether it was noted. Raises ``VaultBusy``, ``NotWritable``.

    A replay, of the vault as it was known, is none: nobody was handed it.
    """
    query = recall.query
    if not query.text.strip() or query.known is not None or not is_on(vault):
        return False
    scope = None if query.scope is None else json.dumps(query.scope, ensure_ascii=False)
    served = b"".join(bytes.fromhex(hit.id) for hit in (*recall.standing, *recall.hits))
    profile = json.dumps(asdict(query.profile), sort_keys=True)
    with vault.transaction(durable=False) as connection:
        connection.execute(_INSERT, (now(), vault.actor, query.text, profile, scope, query.at, served))
    return True


def entries(vault: Vault, limit: int = 200) -> Iterator[Logged]:
    """The latest recalls of every actor, newest first."""
    with vault.reading() as connection:
        rows = connection.execute(f"{_READ} ORDER BY id DESC LIMIT ?", (limit,)).fetchall()
    yield from map(_logged, rows)


def entry(vault: Vault, number: int) -> Logged:
    """One recall of the log. Raises ``NoSuchRecall``."""
    with vault.reading() as connection:
        found = read(connection, (number,))
    if number not in found:
        raise NoSuchRecall("recall.none", number=number)
    return found[number]


def read(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, Logged]:
    """Recalls of the log by number; those that are not there are left out."""
    wanted = json.dumps(list(numbers))
    rows = connection.execute(f"{_READ} WHERE id IN (SELECT value FROM json_each(?))", (wanted,))
    return {row[0]: _logged(row) for row in rows}


def _logged(row: tuple[Any, ...]) -> Logged:
    number, at, actor, text, profile, scope, as_of, served = row
    ids = tuple(RecordId(served[first : first + 16].hex()) for first in range(0, len(served), 16))
    apps = tuple(json.loads(scope)) if scope else None
    return Logged(number, at, actor, text, Profile(**json.loads(profile)), apps, as_of, ids)


def is_on(vault: Vault) -> bool:
    """Whether this vault's log is kept."""
    return vault.setting(SETTING) != "off"


def questions(vault: Vault, limit: int) -> tuple[Logged, ...]:
    """The latest distinct questions of now, newest first: of those equal in text, profile and apps the latest asking.

    A recall as of a moment is none of them.
    """
    found: dict[tuple[object, ...], Logged] = {}
    with vault.reading() as connection:
        seen: set[tuple[str, str, str | None]] = set()
        for row in connection.execute(_OF_NOW, (LOOKED_THROUGH,)):
            if len(found) >= limit:
                break
            if row[3:6] not in seen:  # as stored; the same apps may be named in another order
                seen.add(row[3:6])
                some = _logged(row)
                found.setdefault((some.query, some.profile, some.scope and frozenset(some.scope)), some)
    return tuple(found.values())


def moments(vault: Vault, ids: Iterable[RecordId]) -> dict[RecordId, tuple[int, ...]]:
    """When each of these records was served, the earliest first."""
    found: dict[RecordId, tuple[int, ...]] = {}
    with vault.reading() as connection:
        for id in ids:
            own = bytes.fromhex(id)
            rows = connection.execute(_SERVING, (own,))
            # Two ids side by side may hold a third one's bytes across their border.
            found[id] = tuple(
                at for at, served in rows if own in (served[n : n + 16] for n in range(0, len(served), 16))
            )
    return found


@dataclass(frozen=True, slots=True)
class Served:
    """What the log says of records: how often each was served, and since when it counts."""

    times: Mapping[RecordId, int]
    recalls: int
    since: int | None
    """The first recall in the log; ``None`` where it is empty."""


def served(vault: Vault, since: int = 0) -> Served:
    """How often each record was served, in the recalls from a moment on. Kept until the log grows or is cleaned."""
    with vault.reading() as connection, vault.cache.lock:
        state = (since, *connection.execute(_STATE).fetchone())
        held: tuple[tuple[int, ...], Served] | None = vault.cache.snapshots.get(f"served {bool(since)}")
        if held is not None and held[0] == state:
            return held[1]
        blobs = connection.execute("SELECT served FROM recall_log WHERE at >= ?", (since,)).fetchall()
    ids, counts = np.unique(np.frombuffer(b"".join(row[0] for row in blobs), "V16"), return_counts=True)
    times = {RecordId(id.tobytes().hex()): int(count) for id, count in zip(ids, counts, strict=True)}
    found = Served(times, len(blobs), state[2])
    vault.share(f"served {bool(since)}", (state, found))
    return found


def switch(vault: Vault, on: bool) -> None:
    """Switch the log of this vault on or off."""
    with vault.transaction() as connection:
        write_setting(connection, SETTING, "on" if on else "off")
