"""Drafts as rows of the curated tables, inside the caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple

from mnemoscope.columns import KINDS
from mnemoscope.records import RecordDraft, SessionDraft, When
from mnemoscope.times import now

_INSERT_RECORD = """
INSERT INTO record (
    id, app, session, position, kind, speaker, text, text_hash, external_id, part, happened_text, happened_utc,
    happened_zoned, added_at, valid_until_text, valid_until_utc, valid_until_zoned, review_after_text, review_after_utc,
    review_after_zoned, active, reason, state_since, import, meta
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_SESSION = """
INSERT INTO session (app, format, key, title, started_text, started_utc, started_zoned) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (app, format, key) DO UPDATE SET title = iif(excluded.title <> '', excluded.title, title)
RETURNING id
"""


class Place(NamedTuple):
    """Where a record stands: stored numbers of app and session, position, part of its text, import."""

    app: int
    session: int
    position: int
    part: int = 0
    imported: int | None = None


def insert_record(
    connection: sqlite3.Connection,
    id: bytes,
    hash: int,
    place: Place,
    draft: RecordDraft,
) -> int:
    """Write one record; returns its ordinal."""
    moment = now()
    row = connection.execute(
        _INSERT_RECORD,
        (
            id,
            place.app,
            place.session,
            place.position,
            KINDS.index(draft.kind),
            draft.speaker,
            draft.text,
            hash,
            draft.external_id,
            place.part,
            *_time(draft.happened_at),
            moment,
            *_time(draft.valid_until),
            *_time(draft.review_after),
            draft.active,
            draft.reason,
            moment,
            place.imported,
            json.dumps(dict(draft.meta), ensure_ascii=False),
        ),
    )
    return int(row.lastrowid or 0)


def app_number(connection: sqlite3.Connection, name: str) -> int:
    """The stored number of an app, made where it is new."""
    connection.execute("INSERT INTO app (name) VALUES (?) ON CONFLICT DO NOTHING", (name,))
    return int(connection.execute("SELECT id FROM app WHERE name = ?", (name,)).fetchone()[0])


def session_number(connection: sqlite3.Connection, app: int, format: str, draft: SessionDraft) -> int:
    """The stored number of a session, made where it is new; a title that came later is taken."""
    values = (app, format, draft.key, draft.title, *_time(draft.started_at))
    return int(connection.execute(_INSERT_SESSION, values).fetchone()[0])


def _time(when: When | None) -> tuple[str, int, bool] | tuple[None, None, None]:
    return (when.text, when.utc, when.zoned) if when else (None, None, None)
