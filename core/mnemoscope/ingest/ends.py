"""What the end of an import decides of records that are there: supersessions and states, as the source tells them.

A person's decisions stand: an edge that somebody drew or removed here, a state that somebody set.
"""

from __future__ import annotations

import contextlib
import sqlite3

from mnemoscope import journal
from mnemoscope.errors import Refused
from mnemoscope.ingest.arrivals import latest, source_of
from mnemoscope.ingest.intake import Intake, StateChange, Successor
from mnemoscope.messages import message
from mnemoscope.records import Skipped

_OWN_ACTS = ("act.import", "act.followed")
_TOUCHED = """
SELECT 1 FROM step s JOIN act a ON a.id = s.act
WHERE s.record = ? AND s.kind = 'state' AND a.message NOT IN (?, ?) LIMIT 1
"""
_MAY_BE_REPLACED = "SELECT 1 FROM supersession WHERE older = ?1 AND (until IS NULL OR newer = ?2)"
_NEWER = "SELECT newer FROM supersession WHERE older = ? AND until IS NULL"
_DRAWN_BY = """
SELECT a.message FROM step s JOIN act a ON a.id = s.act
WHERE s.record = ? AND s.other = ? AND s.kind = 'edge' ORDER BY s.act DESC LIMIT 1
"""
_SAME_APP = "SELECT count(DISTINCT app) = 1 FROM record WHERE ordinal IN (?, ?)"


def draw(act: journal.Writing, intake: Intake, successor: Successor) -> bool:
    """Draw an edge that the source tells; of a known record only one that nobody has removed here."""
    connection, older = act.connection, successor.older
    if successor.is_id:
        newer = intake.arrivals.identified(connection, successor.external_id)
    else:
        newer = intake.arrivals.newest(connection, successor.app, successor.external_id)
    if newer is None or newer == older:
        gone = not successor.is_id and intake.arrivals.was_forgotten(connection, successor.app, successor.external_id)
        why = "skipped.forgotten_successor" if gone else "skipped.no_successor"
        intake.skip(Skipped(successor.external_id, message(why, id=successor.external_id)))
        return False
    if not _are_here(connection, older, newer):
        return False
    if not successor.is_new and connection.execute(_MAY_BE_REPLACED, (older, newer)).fetchone():
        return False
    since = connection.execute(
        "SELECT coalesce(happened_utc, added_at) FROM record WHERE ordinal = ?", (newer,)
    ).fetchone()[0]
    try:
        act.set_edge(older, newer, True, since=since)
    except Refused as refusal:
        intake.skip(Skipped(successor.external_id, refusal.message))
        return False
    return True


def replace(act: journal.Writing, first: int, newer: int) -> bool:
    """A text that changed at the source replaces the newest one before it."""
    older = latest(act.connection, first)
    with contextlib.suppress(Refused):  # what a person replaced it by stands
        if older != newer and _are_here(act.connection, older, newer):
            act.set_edge(older, newer, True)
            return True
    return False


def return_to(act: journal.Writing, intake: Intake, record: int, others: tuple[int, ...]) -> bool:
    """The source has gone back to a record that others, among which it chooses, had replaced: it replaces them.

    Believed of the very source that brought the last of them, where an import had drawn the edge.
    """
    connection = act.connection
    way = [record]
    while row := connection.execute(_NEWER, (way[-1],)).fetchone():
        way.append(row[0])
    if len(way) == 1 or way[1] not in others or way[-1] not in others:
        return False
    drawn_by = connection.execute(_DRAWN_BY, (record, way[1])).fetchone()
    if drawn_by is None or drawn_by[0] not in _OWN_ACTS or source_of(connection, way[-1]) != intake.source:
        return False
    if not connection.execute(_SAME_APP, (record, way[-1])).fetchone()[0]:
        return False
    act.remove_edge(record, way[1])
    act.set_edge(way[-1], record, True)
    return True


def follow(act: journal.Writing, intake: Intake, change: StateChange) -> bool:
    """Take over a state from the source, unless somebody here has set it.

    That a record is active again is believed of the very source that brought it: another one may be older.
    """
    connection = act.connection
    if connection.execute(_TOUCHED, (change.record, *_OWN_ACTS)).fetchone():
        return False
    if change.active and source_of(connection, change.record) != intake.source:
        return False
    act.set_state(change.record, change.active, change.reason)
    return True


def _are_here(connection: sqlite3.Connection, *records: int) -> bool:
    """Whether none of them was forgotten while the import ran."""
    return all(connection.execute("SELECT 1 FROM record WHERE ordinal = ?", (some,)).fetchone() for some in records)
