"""Tombstones: the ids of what was forgotten, and nothing else of it. An import asks here before it brings a record."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from itertools import count

from mnemoscope.identity import placed_id, record_id
from mnemoscope.times import now

ANYWHERE = -1
"""In the place of a position: where a text has no other id, it stays out wherever it stands in its session."""

_INSERT = "INSERT INTO tombstone (id, forgotten_at) VALUES (?, ?) ON CONFLICT DO NOTHING"
_HEIR = """
SELECT r.ordinal FROM session s JOIN app a ON a.id = s.app JOIN record r ON r.session = s.id
WHERE a.name = ? AND s.format = ? AND s.key = ? AND r.external_id = ? AND r.part = ? ORDER BY r.ordinal DESC LIMIT 1
"""


def lay(connection: sqlite3.Connection, ids: Iterable[bytes]) -> None:
    """Keep ids of what is forgotten, inside the caller's transaction."""
    moment = now()
    connection.executemany(_INSERT, ((id, moment) for id in ids))


def stands(connection: sqlite3.Connection, id: bytes) -> bool:
    """Whether a record of this id was forgotten."""
    return connection.execute("SELECT 1 FROM tombstone WHERE id = ?", (id,)).fetchone() is not None


def stands_for_text(connection: sqlite3.Connection, app: str, session: str, text: str) -> bool:
    """Whether this text, which has no external id, was forgotten anywhere in its session."""
    return stands(connection, placed_id(app, session, ANYWHERE, text))


def stands_for_item(connection: sqlite3.Connection, app: str, format: str, session: str, external_id: str) -> bool:
    """Whether a part of an item was forgotten, and no other text of that part is stored."""
    if not connection.execute("SELECT EXISTS (SELECT 1 FROM tombstone)").fetchone()[0]:
        return False
    for part in count():
        id = record_id(app, format, external_id, part)
        if stands(connection, id):
            if heir(connection, app, format, session, external_id, part) is None:
                return True
        elif connection.execute("SELECT 1 FROM record WHERE id = ?", (id,)).fetchone() is None:
            return False
    return False


def heir(
    connection: sqlite3.Connection, app: str, format: str, session: str, external_id: str, part: int
) -> int | None:
    """The newest stored text of a part of an item, where the first one was forgotten."""
    row = connection.execute(_HEIR, (app, format, session, external_id, part)).fetchone()
    return int(row[0]) if row else None
