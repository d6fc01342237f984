"""The journal: one act = one transaction = one entry, made of steps that say how to take it back.

``act`` is the only way to change curated data. ``undo``, ``redo`` and ``revert`` are acts like any other, which apply
the steps of an earlier one.

An act can be taken back, or done again, where its records stand as that act left, or found, them. For each record the
acts that count now form a stack: one is taken back only from the top, and done again only on those it was done on.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from mnemoscope.errors import Refused
from mnemoscope.messages import Message, message
from mnemoscope.records import Act, Changes
from mnemoscope.times import local, now
from mnemoscope.vault import Vault
from mnemoscope.writing import WITHDRAWN, Step, Writing

__all__ = ["WITHDRAWN", "Writing", "act", "in_the_way", "redo", "redoable", "revert", "undo", "undoable"]

_INSERT_ACT = "INSERT INTO act (at, actor, kind, message, parameters, of) VALUES (?, ?, ?, ?, ?, ?)"
_UPDATE_ACT = "UPDATE act SET message = ?, parameters = ?, records = ? WHERE id = ?"
_STEPS = """
SELECT kind, record, other, import, before, after, expectation, profile, verdict, source FROM step
WHERE act = ? ORDER BY number
"""
_ACT = """
SELECT a.id, a.message, a.parameters, a.at, a.actor, a.records, a.undone, a.kind,
    EXISTS (SELECT 1 FROM step WHERE act = a.id AND kind = 'forget')
FROM act a
"""
_LAST_DONE = f"""{_ACT}
WHERE a.kind = 'do' AND NOT a.undone AND (:actor IS NULL OR a.actor = :actor) ORDER BY a.id DESC LIMIT 1
"""
# What was undone last, by the last one who undid it, unless that actor did something since.
_LAST_UNDONE = f"""{_ACT} JOIN act u ON u.of = a.id
WHERE u.kind = 'undo' AND a.undone AND (:actor IS NULL OR u.actor = :actor)
    AND u.id = (SELECT max(id) FROM act WHERE of = a.id)
    AND u.id > (SELECT coalesce(max(id), 0) FROM act WHERE kind = 'do' AND (:actor IS NULL OR actor = :actor))
ORDER BY u.id DESC LIMIT 1
"""
_REVERSALS = f"{_ACT} WHERE a.of = ? ORDER BY a.id DESC LIMIT 1"
_LAST = "SELECT coalesce(max(id), 0) FROM act"
# Who stands in the way of act :act, a forget before all, then the latest. ``own`` are the records that it changes
# (``brought`` or moved, ``placed``, by it), ``newer`` those that its supersessions lead to; whoever changed a verdict,
# a profile, a source or an expectation of it is in the way too. An earlier act is in the way of doing it again where
# it counts now and did not then, or the other way round: it was reversed an odd number of times since.
_IN_THE_WAY = """
WITH mine AS MATERIALIZED (SELECT * FROM step WHERE act = :act),
own (record, placed, brought) AS MATERIALIZED (
    SELECT record, max(kind IN ('add', 'app')), max(kind = 'add') FROM mine
    WHERE kind IN ('state', 'edge', 'add', 'dates', 'app') GROUP BY record
    UNION ALL SELECT r.ordinal, 1, 1 FROM mine m JOIN record r ON r.import = m.import WHERE m.kind = 'import'
),
newer (record) AS MATERIALIZED (SELECT DISTINCT other FROM mine WHERE kind = 'edge'),
forgetting (act) AS (
    SELECT s.act FROM (SELECT record FROM mine UNION SELECT other FROM mine) n
    CROSS JOIN step s ON s.act > :since AND s.record = n.record WHERE s.kind = 'forget'
    UNION SELECT s.act FROM mine m CROSS JOIN step s ON s.act > :since AND s.import = m.import
    WHERE m.kind = 'import' AND s.kind = 'forget'
),
touching (act) AS (
    SELECT act FROM forgetting
    UNION SELECT s.act FROM own o CROSS JOIN step s ON s.act > :since AND s.record = o.record
    WHERE s.kind IN ('state', 'edge', 'add', 'dates', 'app')
    UNION SELECT s.act FROM own o CROSS JOIN step s ON s.act > :since AND s.other = o.record
    WHERE o.placed AND s.kind = 'edge'
    UNION SELECT s.act FROM newer n CROSS JOIN step s ON s.act > :since AND s.record = n.record
    WHERE s.kind = 'app' OR :forward AND s.kind IN ('state', 'add')
    UNION SELECT s.act FROM (
        SELECT r.import FROM own o JOIN record r ON r.ordinal = o.record
        UNION SELECT r.import FROM newer n JOIN record r ON r.ordinal = n.record WHERE :forward
    ) i CROSS JOIN step s ON s.act > :since AND s.import = i.import WHERE s.kind = 'import'
    UNION SELECT s.act FROM own o CROSS JOIN step s ON s.act > :since AND s.record = o.record
    WHERE o.brought AND s.kind = 'expectation' AND NOT :forward
    UNION SELECT s.act FROM mine m CROSS JOIN step s ON s.act > :since AND s.expectation = m.expectation
    UNION SELECT s.act FROM mine m CROSS JOIN step s ON s.act > :since AND s.profile = m.profile
    UNION SELECT s.act FROM mine m CROSS JOIN step s ON s.act > :since AND s.source = m.source
    UNION SELECT s.act FROM mine m CROSS JOIN step s ON s.act > :since AND s.record = m.record AND s.other = m.other
    WHERE m.kind = 'verdict' AND s.kind = 'verdict'
        AND json_extract(s.after, '$.question') = json_extract(m.after, '$.question')
)
SELECT a.id, a.message, a.parameters, a.actor, a.at, a.id IN (SELECT act FROM forgetting) AS forgot
FROM touching t JOIN act a ON a.id = t.act
WHERE a.id > :act AND a.kind = 'do' AND NOT a.undone
UNION ALL
SELECT max(u.id), u.message, u.parameters, u.actor, u.at, 0
FROM touching t JOIN act a ON a.id = t.act JOIN act u ON u.of = a.id
WHERE :forward AND a.id < :act AND a.kind = 'do' AND u.id > :act GROUP BY a.id HAVING count(*) % 2 = 1
ORDER BY forgot DESC, 1 DESC LIMIT 1
"""


@contextlib.contextmanager
def act(vault: Vault, label: Message) -> Iterator[Writing]:
    """One act in one transaction; an act without a step leaves no entry."""
    with vault.transaction() as connection, _entry(connection, vault.actor, label) as writing:
        yield writing


@contextlib.contextmanager
def _entry(
    connection: sqlite3.Connection, actor: str, label: Message, kind: str = "do", of: int | None = None
) -> Iterator[Writing]:
    at = now()
    row = connection.execute(_INSERT_ACT, (at, actor, kind, label.id, label.parameters_json(), of))
    writing = Writing(connection, int(row.lastrowid or 0), label, at)
    yield writing
    changes = writing.changes
    if changes.act is None and of is None:
        connection.execute("DELETE FROM act WHERE id = ?", (writing.number,))
    else:
        said = (changes.label.id, changes.label.parameters_json())
        connection.execute(_UPDATE_ACT, (*said, changes.records, writing.number))


# ---------------------------------------------------------------- taking back


def in_the_way(connection: sqlite3.Connection, number: int) -> tuple[int, bool] | None:
    """The act for which this one cannot be taken back, and whether that is a forget."""
    row = _in_the_way(connection, number, forward=False)
    return (int(row[0]), bool(row[-1])) if row else None


def _in_the_way(connection: sqlite3.Connection, number: int, forward: bool) -> tuple[Any, ...] | None:
    since = 0 if forward else number  # nothing earlier is in the way of an undo
    values = {"act": number, "forward": forward, "since": since}
    row: tuple[Any, ...] | None = connection.execute(_IN_THE_WAY, values).fetchone()
    return row


def undoable(vault: Vault, any: bool = False) -> Act | None:
    """The act that ``undo`` would take back; it may yet be refused for a later act on the same records."""
    return _next(vault, _LAST_DONE, any)


def redoable(vault: Vault, any: bool = False) -> Act | None:
    """The act that ``redo`` would do again."""
    return _next(vault, _LAST_UNDONE, any)


def undo(vault: Vault, any: bool = False) -> Changes:
    """Take back the last act of this actor (``any``: of anybody).

    Raises ``Refused`` where there is none, where it is a forget, or where a later act touched the same records, and
    names that act.
    """

    def last(connection: sqlite3.Connection) -> _Reversal:
        found = _row(connection, _LAST_DONE, vault, any)
        if found is None:
            raise Refused("undo.nothing")
        return _reversal(connection, found, "undo")

    return _reverse(vault, last)


def redo(vault: Vault, any: bool = False) -> Changes:
    """Do again what this actor undid last, if nothing was done since. Raises ``Refused`` like ``undo``."""

    def last(connection: sqlite3.Connection) -> _Reversal:
        found = _row(connection, _LAST_UNDONE, vault, any)
        if found is None:
            raise Refused("redo.nothing")
        return _reversal(connection, found, "redo")

    return _reverse(vault, last)


def revert(vault: Vault, number: int) -> Changes:
    """Take back any earlier act, whoever did it.

    Raises ``Refused`` for no act, for an undo, for what is undone already and for a forget, and where a later act
    touched the same records, and names that act. ``redo`` does it again.
    """

    def chosen(connection: sqlite3.Connection) -> _Reversal:
        row = connection.execute(f"{_ACT} WHERE a.id = ?", (number,)).fetchone()
        if row is None:
            raise Refused("revert.none", number=number)
        found = _act(row)
        if found.kind != "do":
            raise Refused("revert.reversal", number=number, act=found.label)
        if found.undone:
            by = _act(connection.execute(_REVERSALS, (number,)).fetchone())
            raise Refused(
                "revert.undone", number=number, act=found.label, actor=by.actor, at=local(by.at), by=by.number
            )
        return _reversal(connection, row, "revert")

    return _reverse(vault, chosen)


@dataclass(frozen=True, slots=True)
class _Reversal:
    """An act that may be taken back or done again, and how."""

    act: Act
    label: Message
    forward: bool
    steps: list[Step]
    undone_by: int | None
    """The number of what took it back last."""
    last: int
    """The last act at the time of looking."""


def _reversal(connection: sqlite3.Connection, row: tuple[Any, ...], verb: str) -> _Reversal:
    """Raises ``Refused`` where something stands in the way."""
    found, forgets, forward = _act(row), row[-1], verb == "redo"
    if forgets:
        raise Refused("undo.forget", number=found.number, act=found.label, actor=found.actor, at=local(found.at))
    later = _in_the_way(connection, found.number, forward)
    if later is not None:
        number, id, parameters, actor, at, forgot = later
        raise Refused(
            f"{'redo' if forward else 'undo'}.{'forgotten' if forgot else 'refused'}",
            number=number,
            act=Message.from_row(id, parameters),
            actor=actor,
            at=local(at),
        )
    steps = [Step(*step) for step in connection.execute(_STEPS, (found.number,))]
    undone_by = connection.execute("SELECT max(id) FROM act WHERE of = ?", (found.number,)).fetchone()[0]
    label = message(f"act.{verb}", act=found.label, number=found.number)
    last = connection.execute(_LAST).fetchone()[0]
    return _Reversal(found, label, forward, steps if forward else steps[::-1], undone_by, last)


def _reverse(vault: Vault, look: Callable[[sqlite3.Connection], _Reversal]) -> Changes:
    with vault.reading() as connection:
        reversal = look(connection)
    with vault.transaction() as connection:
        if connection.execute(_LAST).fetchone()[0] != reversal.last:  # another process was faster: look again
            reversal = look(connection)
        number = reversal.act.number
        kind = "redo" if reversal.forward else "undo"
        with _entry(connection, vault.actor, reversal.label, kind, number) as writing:
            writing.apply(reversal.steps, reversal.forward, reversal.undone_by)
            connection.execute("UPDATE act SET undone = ? WHERE id = ?", (not reversal.forward, number))
    return writing.changes


def _next(vault: Vault, query: str, any: bool) -> Act | None:
    with vault.reading() as connection:
        row = _row(connection, query, vault, any)
    return _act(row) if row else None


def _row(connection: sqlite3.Connection, query: str, vault: Vault, any: bool) -> tuple[Any, ...] | None:
    row: tuple[Any, ...] | None = connection.execute(query, {"actor": None if any else vault.actor}).fetchone()
    return row


def _act(row: tuple[Any, ...]) -> Act:
    number, id, parameters, at, actor, records, undone, kind, _ = row
    return Act(number, at, actor, Message.from_row(id, parameters), records, bool(undone), kind)
