"""Drafts as rows of the curated tables, inside the caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from mnemoscope.columns import KINDS
from mnemoscope.records import PastState, RecordDraft, SessionDraft, When
from mnemoscope.times import now

_INSERT_RECORD = """
INSERT INTO record (
    id, app, session, position, kind, speaker, text, text_hash, external_id, part, happened_text, happened_utc,
    happened_zoned, added_at, valid_until_text, valid_until_utc, valid_until_zoned, review_after_text, review_after_utc,
    review_after_zoned, active, reason, state_since, import, meta
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_SESSION = """
INSERT INTO session (app, format, key, title, started_text, started_utc, started_zoned, meta)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (app, format, key) DO UPDATE SET title = iif(excluded.title <> '', excluded.title, title),
    meta = iif(excluded.meta <> '{}', excluded.meta, meta)
RETURNING id
"""
_INSERT_PAST = "INSERT INTO state_change (record, at, active, reason) VALUES (?, ?, ?, ?)"


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
    turns = _turns(draft.states)
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
            turns[-1].at.utc if turns else moment,
            place.imported,
            _meta(draft.meta),
        ),
    )
    ordinal = int(row.lastrowid or 0)
    connection.executemany(_INSERT_PAST, ((ordinal, turn.at.utc, turn.active, turn.reason) for turn in turns))
    return ordinal


def app_number(connection: sqlite3.Connection, name: str) -> int:
    """The stored number of an app, made where it is new."""
    connection.execute("INSERT INTO app (name) VALUES (?) ON CONFLICT DO NOTHING", (name,))
    return int(connection.execute("SELECT id FROM app WHERE name = ?", (name,)).fetchone()[0])


def session_number(connection: sqlite3.Connection, app: int, format: str, draft: SessionDraft) -> int:
    """The stored number of a session, made where it is new; a title that came later is taken."""
    values = (app, format, draft.key, draft.title, *_time(draft.started_at), _meta(draft.meta))
    return int(connection.execute(_INSERT_SESSION, values).fetchone()[0])


def _turns(states: Sequence[PastState]) -> list[PastState]:
    """Where a record became active or inactive; its first state is the opposite of the first one."""
    return [state for before, state in pairwise(states) if before.active != state.active]


def _meta(meta: Mapping[str, object]) -> str:
    return json.dumps(dict(meta), ensure_ascii=False)


def _time(when: When | None) -> tuple[str, int, bool] | tuple[None, None, None]:
    return (when.text, when.utc, when.zoned) if when else (None, None, None)
