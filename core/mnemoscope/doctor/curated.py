"""The file itself, and the curated tables against each other and the journal: found and told, never changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from mnemoscope import schema
from mnemoscope.doctor.findings import Finding, of_records
from mnemoscope.messages import message
from mnemoscope.processes import runs

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
_FORGETTING = "SELECT 1 FROM setting WHERE key = 'forgetting'"


def of_pages(connection: sqlite3.Connection) -> Iterator[Finding]:
    """What SQLite itself says of the file."""
    faults = [row[0] for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
    if faults:
        yield Finding(message("doctor.file", count=len(faults), first=faults[0]), len(faults))


def of_references(connection: sqlite3.Connection) -> Iterator[Finding]:
    """Rows that refer to none, and whether it is a vault of this program."""
    loose = len(connection.execute("PRAGMA foreign_key_check").fetchall())
    if loose:
        yield Finding(message("doctor.references", count=loose), loose)
    found = connection.execute("PRAGMA application_id").fetchone()[0], schema.version(connection)
    if found != (schema.APPLICATION_ID, schema.VERSION):
        yield Finding(message("doctor.schema", found=found[1], known=schema.VERSION), 1)


def of_supersessions(connection: sqlite3.Connection) -> Iterator[Finding]:
    """What supersedes what."""
    yield from _of_rows(connection, "doctor.two_newer", _TWO_NEWER)
    yield from _of_rows(connection, "doctor.two_apps", _TWO_APPS)
    yield from _of_rows(connection, "doctor.circle", _CIRCLES)


def of_states(connection: sqlite3.Connection) -> Iterator[Finding]:
    """Apps, sessions and states."""
    yield from _of_rows(connection, "doctor.other_app", _OTHER_APP)
    yield from _of_rows(connection, "doctor.other_state", _OTHER_STATE)
    empty = connection.execute(_EMPTY_SESSIONS).fetchone()[0]
    if empty and not connection.execute(_PENDING).fetchone():
        yield Finding(message("doctor.empty_sessions", count=empty), empty)


def of_unfinished(connection: sqlite3.Connection) -> Iterator[Finding]:
    """What was begun and never ended."""
    dead = sum(not runs(owner) for _, owner in connection.execute(_PENDING).fetchall())
    if dead:
        yield Finding(message("doctor.words.killed_import", count=dead), dead, (), True)
    if connection.execute(_FORGETTING).fetchone() is not None:
        yield Finding(message("doctor.forgetting"), 1)


def _of_rows(connection: sqlite3.Connection, id: str, query: str) -> Iterator[Finding]:
    yield from of_records(connection, id, [row[0] for row in connection.execute(query)])
