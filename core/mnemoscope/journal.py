"""The journal: one act = one transaction = one entry, made of steps that say how to take it back.

``act`` is the only way to change curated data. A ``Writing`` changes rows and notes each change as a step with what
stood before and after; ``undo`` and ``redo`` are acts like any other, which apply those notes.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mnemoscope.errors import Refused
from mnemoscope.messages import Message, message
from mnemoscope.reading import SHORTEST
from mnemoscope.records import Act, Changes
from mnemoscope.times import local, now
from mnemoscope.vault import Vault

WITHDRAWN = "undone"
"""The reason of a record whose addition or import was undone."""

_INSERT_ACT = "INSERT INTO act (at, actor, kind, message, parameters, of) VALUES (?, ?, ?, ?, ?, ?)"
_INSERT_STEP = """
INSERT INTO step (act, number, kind, record, other, import, before, after, expectation, profile, verdict)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_CHANGE = "INSERT INTO state_change (record, at, active, reason, act) VALUES (?, ?, ?, ?, ?)"
_STEPS = """
SELECT kind, record, other, import, before, after, expectation, profile, verdict FROM step
WHERE act = ? ORDER BY number
"""
_EXPECTATION = "SELECT query, record, within, profile, scope, saved_at FROM expectation WHERE id = ?"
_INSERT_EXPECTATION = """
INSERT INTO expectation (id, query, record, within, profile, scope, saved_at)
VALUES (:id, :query, :record, :within, :profile, :scope, :saved_at)
"""
_VERDICT = "SELECT id, answer, at FROM verdict WHERE first = ? AND second = ? AND question = ?"
_SAVE_VERDICT = """
INSERT INTO verdict (id, first, second, question, answer, at) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (first, second, question) DO UPDATE SET answer = excluded.answer, at = excluded.at RETURNING id
"""
_SAVE_PROFILE = """
INSERT INTO profile (name, settings) VALUES (?, ?) ON CONFLICT DO UPDATE SET settings = excluded.settings
"""
_LAST_DONE = """
SELECT id, message, parameters, at, actor, records, undone, kind FROM act
WHERE kind = 'do' AND NOT undone AND (:actor IS NULL OR actor = :actor) ORDER BY id DESC LIMIT 1
"""
_LAST_UNDONE = """
SELECT o.id, o.message, o.parameters, o.at, o.actor, o.records, o.undone, o.kind, u.id
FROM act u JOIN act o ON o.id = u.of
WHERE u.kind = 'undo' AND o.undone AND (:actor IS NULL OR u.actor = :actor)
    AND u.id > (SELECT coalesce(max(id), 0) FROM act WHERE kind = 'do' AND (:actor IS NULL OR actor = :actor))
ORDER BY u.id DESC LIMIT 1
"""
# A later act on the same records: their state, an edge from them, an edge to what was added, or (where that is to be
# withdrawn) an expectation of it. Or a later act on the same expectation, profile or verdict.
_TOUCHED_SINCE = """
WITH own (record, added) AS (
    SELECT record, kind = 'add' FROM step
    WHERE act = :act AND record IS NOT NULL AND expectation IS NULL AND verdict IS NULL
    UNION ALL
    SELECT r.ordinal, 1 FROM step s JOIN record r ON r.import = s.import WHERE s.act = :act AND s.kind = 'import'
)
SELECT a.message, a.parameters, a.actor, a.at, a.id FROM act a JOIN step s ON s.act = a.id
WHERE a.id > :act AND a.kind = 'do' AND NOT a.undone AND (
    s.record IN (SELECT record FROM own) AND s.expectation IS NULL AND s.verdict IS NULL
    OR s.other IN (SELECT record FROM own WHERE added) AND s.verdict IS NULL
    OR NOT :forward AND s.expectation IS NOT NULL AND s.record IN (SELECT record FROM own WHERE added)
    OR s.expectation IN (SELECT expectation FROM step WHERE act = :act)
    OR s.profile IN (SELECT profile FROM step WHERE act = :act)
    OR s.verdict IN (SELECT verdict FROM step WHERE act = :act)
) ORDER BY a.id LIMIT 1
"""


class Writing:
    """The act being written: every change to curated data goes through one of its methods."""

    def __init__(self, connection: sqlite3.Connection, number: int, label: Message, at: int) -> None:
        self.connection = connection
        self.number = number
        self.label = label
        self.at = at
        self._steps = 0
        self._records: set[int] = set()
        self._imported = 0
        self._tables: set[str] = set()

    @property
    def changes(self) -> Changes:
        """What the act has done so far."""
        number = self.number if self._steps else None
        return Changes(self.label, frozenset(self._tables), number, len(self._records) + self._imported)

    def set_state(self, record: int, active: bool, reason: str = "") -> None:
        """Make a record active or inactive, and keep the change in its past."""
        before = self.connection.execute("SELECT active, reason FROM record WHERE ordinal = ?", (record,)).fetchone()
        if before is None or (bool(before[0]) is active and before[1] == reason):
            return
        self._write_state(record, active, reason)
        self._note(
            "state",
            {"active": bool(before[0]), "reason": before[1]},
            {"active": active, "reason": reason},
            record=record,
        )

    def set_edge(self, older: int, newer: int, stands: bool, reason: str = "", since: int | None = None) -> None:
        """Draw or remove a supersession edge. Raises ``Refused`` for a second newer or a cycle."""
        if stands:
            self._check_edge(older, newer)
            self.connection.execute(
                "INSERT INTO supersession (older, newer, since, reason) VALUES (?, ?, ?, ?)",
                (older, newer, self.at if since is None else since, reason),
            )
        else:
            self.connection.execute(
                "UPDATE supersession SET until = ? WHERE older = ? AND newer = ? AND until IS NULL",
                (self.at, older, newer),
            )
        self._tables.add("supersession")
        note = {"stands": stands, "reason": reason, "since": since}
        self._note("edge", note | {"stands": not stands}, note, record=older, other=newer)

    def added(self, record: int) -> None:
        """Note that the act added this record."""
        self._note("add", {"active": False}, {"active": True}, record=record)

    def imported(self, number: int, records: int) -> None:
        """Note that the act published an import with that many records."""
        self._imported += records
        self._note("import", {"active": False}, {"active": True}, imported=number)

    def set_profile(self, name: str, settings: Mapping[str, object] | None) -> None:
        """Save a profile under its name, or (``None``) remove it."""
        row = self.connection.execute("SELECT settings FROM profile WHERE name = ?", (name,)).fetchone()
        before = json.loads(row[0]) if row else None
        if before == settings:
            return
        if settings is None:
            self.connection.execute("DELETE FROM profile WHERE name = ?", (name,))
        else:
            self.connection.execute(_SAVE_PROFILE, (name, json.dumps(settings, sort_keys=True)))
        self._note("profile", {"settings": before}, {"settings": settings}, profile=name)

    def set_expectation(self, number: int | None, row: Mapping[str, Any] | None) -> int | None:
        """Save an expectation (of a new number where that is ``None``) or remove it; returns its number.

        ``row`` has the columns of its table. Nothing is saved of a record that is gone.
        """
        held = self.connection.execute(_EXPECTATION, (number,))
        names = [column[0] for column in held.description]
        found = held.fetchone()
        before = dict(zip(names, found, strict=True)) if found else None
        if before == row:
            return number
        record = (row or before or {})["record"]
        if row is None:
            self.connection.execute("DELETE FROM expectation WHERE id = ?", (number,))
        elif not self.connection.execute("SELECT 1 FROM record WHERE ordinal = ?", (record,)).fetchone():
            return None
        else:
            number = self.connection.execute(_INSERT_EXPECTATION, {**row, "id": number}).lastrowid
        self._note("expectation", {"row": before}, {"row": row}, record=record, expectation=number)
        return number

    def set_verdict(self, first: int, second: int, question: str, answer: str | None, at: int | None = None) -> None:
        """Keep what a person said of two records, or of one (then both are it), or (``None``) take it back."""
        pair = (min(first, second), max(first, second), question)
        held = self.connection.execute(_VERDICT, pair).fetchone()
        number, before, before_at = held or (None, None, None)
        if before == answer:
            return
        at = self.at if at is None else at
        if answer is None:
            self.connection.execute("DELETE FROM verdict WHERE id = ?", (number,))
        elif len(self._existing(pair[:2])) == len(set(pair[:2])):
            number = self.connection.execute(_SAVE_VERDICT, (number, *pair, answer, at)).fetchone()[0]
        else:
            return  # one of them was forgotten
        notes = (
            {"question": question, "answer": said, "at": when} for said, when in ((before, before_at), (answer, at))
        )
        self._note("verdict", *notes, record=pair[0], other=pair[1], verdict=number)

    def _existing(self, records: Sequence[int]) -> set[int]:
        marks = ",".join("?" * len(records))
        return {
            row[0] for row in self.connection.execute(f"SELECT ordinal FROM record WHERE ordinal IN ({marks})", records)
        }

    def forgotten(self, record: int) -> None:
        """Note that the act takes this record out for good: no act on it is taken back any more."""
        self._note("forget", {}, {}, record=record)

    def apply(
        self, step: tuple[str, int, int, int, str, str, int, str, int], forward: bool, undone_by: int | None
    ) -> None:
        """Put back what stood before a step, or (``forward``) what stood after it."""
        kind, record, other, imported, before, after, expectation, profile, _ = step
        target: Mapping[str, Any] = json.loads(after if forward else before)
        if kind == "state":
            self.set_state(record, target["active"], target["reason"])
        elif kind == "edge":
            self.set_edge(record, other, target["stands"], target["reason"], target["since"])
        elif kind == "add":
            self.set_state(record, target["active"], "" if forward else WITHDRAWN)
        elif kind == "expectation":
            self.set_expectation(expectation, target["row"])
        elif kind == "profile":
            self.set_profile(profile, target["settings"])
        elif kind == "verdict":
            self.set_verdict(record, other, target["question"], target["answer"], target["at"])
        elif kind == "import" and forward:
            self._return_import(imported, undone_by)
        elif kind == "import":
            self._withdraw_import(imported)

    def _withdraw_import(self, number: int) -> None:
        rows = self.connection.execute("SELECT ordinal FROM record WHERE import = ? AND active", (number,)).fetchall()
        for (record,) in rows:
            self._write_state(record, False, WITHDRAWN)
        self._imported += len(rows)
        self._note("import", {"active": True}, {"active": False}, imported=number)

    def _return_import(self, number: int, undone_by: int | None) -> None:
        rows = self.connection.execute(
            "SELECT record FROM state_change c JOIN record r ON r.ordinal = c.record"
            " WHERE c.act = ? AND r.import = ? AND NOT r.active",
            (undone_by, number),
        ).fetchall()
        for (record,) in rows:
            self._write_state(record, True, "")
        self._imported += len(rows)
        self._note("import", {"active": False}, {"active": True}, imported=number)

    def _write_state(self, record: int, active: bool, reason: str) -> None:
        self._tables.add("record")
        self.connection.execute(
            "UPDATE record SET active = ?, reason = ?, state_since = ? WHERE ordinal = ?",
            (active, reason, self.at, record),
        )
        self.connection.execute(_INSERT_CHANGE, (record, self.at, active, reason, self.number))

    def _check_edge(self, older: int, newer: int) -> None:
        row = self.connection.execute(
            "SELECT r.id FROM supersession e JOIN record r ON r.ordinal = e.newer"
            " WHERE e.older = ? AND e.until IS NULL",
            (older,),
        ).fetchone()
        if row is not None:
            raise Refused("supersede.second", older=self._name(older), newer=row[0].hex()[:SHORTEST])
        following: int | None = newer
        while following is not None:
            if following == older:
                raise Refused("supersede.cycle", older=self._name(older), newer=self._name(newer))
            row = self.connection.execute(
                "SELECT newer FROM supersession WHERE older = ? AND until IS NULL", (following,)
            ).fetchone()
            following = row[0] if row else None

    def _name(self, record: int) -> str:
        row = self.connection.execute("SELECT id FROM record WHERE ordinal = ?", (record,)).fetchone()
        return str(row[0].hex()[:SHORTEST])

    def _note(
        self,
        kind: str,
        before: Mapping[str, object],
        after: Mapping[str, object],
        *,
        record: int | None = None,
        other: int | None = None,
        imported: int | None = None,
        expectation: int | None = None,
        profile: str | None = None,
        verdict: int | None = None,
    ) -> None:
        self._steps += 1
        if kind in {"expectation", "profile", "verdict"}:  # the record itself is not touched
            self._tables.add(kind)
        else:
            self._tables.add("record")
            self._records.update(number for number in (record, other) if number is not None)
        notes = (json.dumps(before, ensure_ascii=False), json.dumps(after, ensure_ascii=False))
        row = (self.number, self._steps, kind, record, other, imported, *notes, expectation, profile, verdict)
        self.connection.execute(_INSERT_STEP, row)


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
    if changes.act is None:
        connection.execute("DELETE FROM act WHERE id = ?", (writing.number,))
    else:
        connection.execute("UPDATE act SET records = ? WHERE id = ?", (changes.records, writing.number))


def in_the_way(connection: sqlite3.Connection, number: int) -> int | None:
    """The later act that touched what an act touched, so that this one cannot be taken back."""
    row = connection.execute(_TOUCHED_SINCE, {"act": number, "forward": False}).fetchone()
    return int(row[4]) if row else None


def undoable(vault: Vault, any: bool = False) -> Act | None:
    """The act that ``undo`` would take back; it may yet be refused for a later act on the same records."""
    return _next(vault, any, forward=False)


def redoable(vault: Vault, any: bool = False) -> Act | None:
    """The act that ``redo`` would do again."""
    return _next(vault, any, forward=True)


def _next(vault: Vault, any: bool, forward: bool) -> Act | None:
    with vault.reading() as connection:
        row = _to_reverse(connection, vault, any, forward)
    if row is None:
        return None
    number, text, parameters, at, actor, records, undone, kind, *_ = row
    return Act(number, at, actor, Message.from_row(text, parameters), records, bool(undone), kind)


def _to_reverse(connection: sqlite3.Connection, vault: Vault, any: bool, forward: bool) -> tuple[Any, ...] | None:
    query = _LAST_UNDONE if forward else _LAST_DONE
    row: tuple[Any, ...] | None = connection.execute(query, {"actor": None if any else vault.actor}).fetchone()
    return row


def undo(vault: Vault, any: bool = False) -> Changes:
    """Take back the last act of this actor (``any``: of anybody).

    Raises ``Refused`` where there is none, or where a later act touched the same records, and names that act.
    """
    return _reverse(vault, any, forward=False)


def redo(vault: Vault, any: bool = False) -> Changes:
    """Do again what this actor undid last, if nothing was done since. Raises ``Refused`` like ``undo``."""
    return _reverse(vault, any, forward=True)


def _reverse(vault: Vault, any: bool, forward: bool) -> Changes:
    kind = "redo" if forward else "undo"
    with vault.transaction() as connection:
        row = _to_reverse(connection, vault, any, forward)
        if row is None:
            raise Refused(f"{kind}.nothing")
        number, text, parameters = row[:3]
        later = connection.execute(_TOUCHED_SINCE, {"act": number, "forward": forward}).fetchone()
        if later is not None:
            raise Refused(
                f"{kind}.refused", act=Message.from_row(later[0], later[1]), actor=later[2], at=local(later[3])
            )
        label = message(f"act.{kind}", act=Message.from_row(text, parameters))
        with _entry(connection, vault.actor, label, kind, number) as writing:
            steps = connection.execute(_STEPS, (number,)).fetchall()
            for step in steps if forward else reversed(steps):
                writing.apply(step, forward, row[-1] if forward else None)
            connection.execute("UPDATE act SET undone = ? WHERE id = ?", (not forward, number))
        return writing.changes
