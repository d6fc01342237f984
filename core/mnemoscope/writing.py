"""The act being written: every change to curated data goes through a ``Writing``, which notes it as a step.

A step says what stood before and what stands after, so that ``journal`` can take it back. States, dates and apps of
many records are changed by a few statements each, so that the write lock is held as short as possible.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from mnemoscope.errors import Refused
from mnemoscope.messages import Message
from mnemoscope.reading import SHORTEST
from mnemoscope.records import Changes, SessionDraft
from mnemoscope.rows import app_number, session_number

WITHDRAWN = "undone"
"""The reason of a record whose addition or import was undone."""

DATES = ("valid_until", "review_after")
"""The dates of a record that a curator sets."""

_EDGE_REASON = "SELECT reason FROM supersession WHERE older = ? AND newer = ? AND until IS NULL"
_INSERT_STEP = """
INSERT INTO step (act, number, kind, record, other, import, before, after, expectation, profile, verdict, source)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_AMONG = "(SELECT value FROM json_each(:records))"
_INSERT_STEPS = f"""
INSERT INTO step (act, number, kind, record, before, after)
SELECT :act, :steps + row_number() OVER (ORDER BY r.ordinal), :kind, r.ordinal, {{before}}, :after
FROM record r JOIN app a ON a.id = r.app WHERE r.ordinal IN {_AMONG}
"""
_STATE_BEFORE = "json_object('active', json(iif(r.active, 'true', 'false')), 'reason', r.reason)"
_APP_BEFORE = "json_object('app', a.name)"
_DATE_BEFORE = """'{0}', json(iif(r.{0}_text IS NULL, 'null',
    json_array(r.{0}_text, r.{0}_utc, json(iif(r.{0}_zoned, 'true', 'false')))))"""
_OTHER_STATE = f"""
SELECT ordinal FROM record WHERE ordinal IN {_AMONG} AND (active <> :active OR reason <> :reason) ORDER BY ordinal
"""
_WRITE_STATES = f"""
UPDATE record SET active = :active, reason = :reason, state_since = :at WHERE ordinal IN {_AMONG}
"""
_INSERT_CHANGES = """
INSERT INTO state_change (record, at, active, reason, act)
SELECT value, :at, :active, :reason, :act FROM json_each(:records)
"""
_SET_DATE = "{0}_text = :{0}_text, {0}_utc = :{0}_utc, {0}_zoned = :{0}_zoned"
_OTHER_DATE = "{0}_text IS NOT :{0}_text OR {0}_utc IS NOT :{0}_utc OR {0}_zoned IS NOT :{0}_zoned"
_OTHER_APP = f"""
SELECT r.session, r.ordinal FROM record r JOIN app a ON a.id = r.app
WHERE r.ordinal IN {_AMONG} AND a.name <> :app ORDER BY r.session, r.ordinal
"""
_SESSION = "SELECT format, key, title, meta, started_text, started_utc, started_zoned FROM session WHERE id = ?"
_HAS_SESSION = "SELECT 1 FROM session WHERE app = ? AND format = ? AND key = ?"
_WRITE_PLACES = f"UPDATE record SET app = :app, session = :session WHERE ordinal IN {_AMONG}"
_NAME_AND_APP = "SELECT r.id, a.name FROM record r JOIN app a ON a.id = r.app WHERE r.ordinal = ?"
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
_SOURCE = "SELECT format, app, columns, linked_at FROM source WHERE path = ?"
_SAVE_SOURCE = """
INSERT INTO source (path, format, app, columns, linked_at) VALUES (:path, :format, :app, :columns, :linked_at)
ON CONFLICT DO UPDATE SET format = excluded.format, app = excluded.app, columns = excluded.columns,
    linked_at = excluded.linked_at
"""

Dates = Mapping[str, Sequence[Any] | None]
"""Which of ``DATES`` are set, each to text, UTC and whether it has a zone, or (``None``) to nothing."""


class Step(NamedTuple):
    """One change, as the journal keeps it."""

    kind: str
    record: int
    other: int
    imported: int
    before: str
    after: str
    expectation: int
    profile: str
    verdict: int
    source: str


class Writing:
    """The act being written."""

    def __init__(self, connection: sqlite3.Connection, number: int, label: Message, at: int) -> None:
        self.connection = connection
        self.number = number
        self.label = label
        """The sentence of the act; one that depends on what is found may be set until the act ends."""
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

    # ------------------------------------------------------------ many records

    def set_states(self, records: Collection[int], active: bool, reason: str = "") -> list[int]:
        """Make records active or inactive, and keep the change in their past; returns those that were not yet."""
        values = {"active": active, "reason": reason}
        changing = self._found(_OTHER_STATE, records, values)
        if changing:
            self._note_each("state", changing, _STATE_BEFORE, values)
            self._write_states(changing, active, reason)
        return changing

    def set_dates(self, records: Collection[int], dates: Dates) -> list[int]:
        """Set or (``None``) remove dates of records; returns those that had others."""
        values = {
            f"{name}_{part}": value
            for name, date in dates.items()
            for part, value in zip(("text", "utc", "zoned"), date or (None, None, None), strict=True)
        }
        others = " OR ".join(_OTHER_DATE.format(name) for name in dates)
        query = f"SELECT ordinal FROM record WHERE ordinal IN {_AMONG} AND ({others}) ORDER BY ordinal"
        changing = self._found(query, records, values)
        if changing:
            before = ", ".join(_DATE_BEFORE.format(name) for name in dates)
            self._note_each("dates", changing, f"json_object({before})", dates)
            assignments = ", ".join(_SET_DATE.format(name) for name in dates)
            self._execute(f"UPDATE record SET {assignments} WHERE ordinal IN {_AMONG}", changing, values)
        return changing

    def set_app(self, records: Collection[int], app: str) -> list[int]:
        """Move records to the same session of another app, which is made where it is new; returns those that moved.

        What a supersession links must move together: the caller sees to that.
        """
        rows = self._execute(_OTHER_APP, records, {"app": app}).fetchall()
        moving = [record for _, record in rows]
        if moving:
            self._note_each("app", moving, _APP_BEFORE, {"app": app})
            number = app_number(self.connection, app)
            for session, some in groupby(rows, key=lambda row: row[0]):
                place = {"app": number, "session": self._session_in(number, session)}
                self._execute(_WRITE_PLACES, [record for _, record in some], place)
        return moving

    def _session_in(self, app: int, session: int) -> int:
        """The session of the same format and key in another app."""
        format, key, title, meta, *started = self.connection.execute(_SESSION, (session,)).fetchone()
        is_there = self.connection.execute(_HAS_SESSION, (app, format, key)).fetchone()
        draft = SessionDraft(key, title, meta={} if is_there else json.loads(meta))  # its own is not overwritten
        number = session_number(self.connection, app, format, draft)
        if started[0] is not None:
            self.connection.execute(
                "UPDATE session SET started_text = ?, started_utc = ?, started_zoned = ?"
                " WHERE id = ? AND started_text IS NULL",
                (*started, number),
            )
        return number

    def _write_states(self, records: Sequence[int], active: bool, reason: str) -> None:
        values = {"active": active, "reason": reason, "at": self.at, "act": self.number}
        self._execute(_WRITE_STATES, records, values)
        self._execute(_INSERT_CHANGES, records, values)

    def _found(self, query: str, records: Collection[int], values: Mapping[str, object]) -> list[int]:
        return [row[0] for row in self._execute(query, records, values)]

    def _execute(self, query: str, records: Collection[int], values: Mapping[str, object]) -> sqlite3.Cursor:
        return self.connection.execute(query, {**values, "records": json.dumps(list(records))})

    # ------------------------------------------------------------ one record, one edge

    def set_state(self, record: int, active: bool, reason: str = "") -> None:
        """Make a record active or inactive, and keep the change in its past."""
        self.set_states((record,), active, reason)

    def set_edge(self, older: int, newer: int, stands: bool, reason: str = "", since: int | None = None) -> None:
        """Draw or remove a supersession edge. Raises ``Refused`` for a second newer, a cycle, or two apps."""
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

    def remove_edge(self, older: int, newer: int) -> bool:
        """Remove a supersession edge that stands; returns whether one did.

        Drawn anew by undo, with its reason, it stands from then on: its gap stays in the past.
        """
        row = self.connection.execute(_EDGE_REASON, (older, newer)).fetchone()
        if row is not None:
            self.set_edge(older, newer, False, row[0])
        return row is not None

    def added(self, record: int) -> None:
        """Note that the act added this record."""
        self._note("add", {"active": False}, {"active": True}, record=record)

    def imported(self, number: int, records: int) -> None:
        """Note that the act published an import with that many records."""
        self._imported += records
        self._note("import", {"active": False}, {"active": True}, imported=number)

    def forgotten(self, record: int) -> None:
        """Note that the act takes this record, which is still there, out for good.

        No act on it is taken back any more, nor the import that brought it.
        """
        row = self.connection.execute("SELECT import FROM record WHERE ordinal = ?", (record,)).fetchone()
        self._note("forget", {}, {}, record=record, imported=row[0] if row else None)

    def _check_edge(self, older: int, newer: int) -> None:
        row = self.connection.execute(
            "SELECT r.id FROM supersession e JOIN record r ON r.ordinal = e.newer"
            " WHERE e.older = ? AND e.until IS NULL",
            (older,),
        ).fetchone()
        (old, old_app), (new, new_app) = (
            self.connection.execute(_NAME_AND_APP, (record,)).fetchone() for record in (older, newer)
        )
        names = {"older": old.hex()[:SHORTEST], "newer": new.hex()[:SHORTEST]}
        if row is not None:
            raise Refused("supersede.second", older=names["older"], newer=row[0].hex()[:SHORTEST])
        if old_app != new_app:
            raise Refused("supersede.apps", **names, older_app=old_app, newer_app=new_app)
        replaces = "SELECT 1 FROM supersession WHERE newer = ? AND until IS NULL"
        replaced = self.connection.execute(replaces, (older,)).fetchone()
        following = newer if replaced else None  # no way leads to what replaces nothing
        while following is not None:
            if following == older:
                raise Refused("supersede.cycle", **names)
            row = self.connection.execute(
                "SELECT newer FROM supersession WHERE older = ? AND until IS NULL", (following,)
            ).fetchone()
            following = row[0] if row else None

    # ------------------------------------------------------------ profiles, sources, expectations, verdicts

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

    def set_source(self, path: str, row: Mapping[str, Any] | None) -> None:
        """Link a source, or (``None``) remove the link; no record comes or goes by it.

        ``row`` has the other columns of its table.
        """
        held = self.connection.execute(_SOURCE, (path,))
        names = [column[0] for column in held.description]
        found = held.fetchone()
        before = dict(zip(names, found, strict=True)) if found else None
        if before == row:
            return
        if row is None:
            self.connection.execute("DELETE FROM source WHERE path = ?", (path,))
        else:
            self.connection.execute(_SAVE_SOURCE, {**row, "path": path})
        self._note("source", {"row": before}, {"row": row}, source=path)

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
        elif not self._existing((record,)):
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
        return set(self._found(f"SELECT ordinal FROM record WHERE ordinal IN {_AMONG}", records, {}))

    # ------------------------------------------------------------ steps

    def apply(self, steps: Iterable[Step], forward: bool, undone_by: int | None) -> None:
        """Put back what stood before these steps, or (``forward``) what stood after them, in the order given."""
        for kind, run in groupby(steps, key=lambda step: step.kind):
            targets = [(step, step.after if forward else step.before) for step in run]
            if kind in {"state", "add", "dates", "app"}:
                self._apply_to_many(kind, [(step.record, target) for step, target in targets], forward)
            else:
                for step, target in targets:
                    self._apply_to_one(step, json.loads(target), forward, undone_by)

    def _apply_to_many(self, kind: str, targets: Iterable[tuple[int, str]], forward: bool) -> None:
        """Records of one target are changed at once, one that was changed twice one change after the other."""
        together: dict[str, list[int]] = {}
        seen: set[int] = set()

        def change() -> None:
            for target, records in together.items():
                self._apply_to_each(kind, records, json.loads(target), forward)
            together.clear()
            seen.clear()

        for record, target in targets:
            if record in seen:
                change()
            seen.add(record)
            together.setdefault(target, []).append(record)
        change()

    def _apply_to_each(self, kind: str, records: Sequence[int], target: Mapping[str, Any], forward: bool) -> None:
        if kind == "state":
            self.set_states(records, target["active"], target["reason"])
        elif kind == "add":
            self.set_states(records, target["active"], "" if forward else WITHDRAWN)
        elif kind == "dates":
            self.set_dates(records, target)
        else:
            self.set_app(records, target["app"])

    def _apply_to_one(self, step: Step, target: Mapping[str, Any], forward: bool, undone_by: int | None) -> None:
        if step.kind == "edge":
            self.set_edge(step.record, step.other, target["stands"], target["reason"], target["since"])
        elif step.kind == "expectation":
            self.set_expectation(step.expectation, target["row"])
        elif step.kind == "profile":
            self.set_profile(step.profile, target["settings"])
        elif step.kind == "source":
            self.set_source(step.source, target["row"])
        elif step.kind == "verdict":
            self.set_verdict(step.record, step.other, target["question"], target["answer"], target["at"])
        elif step.kind == "import" and forward:
            self._return_import(step.imported, undone_by)
        elif step.kind == "import":
            self._withdraw_import(step.imported)

    def _withdraw_import(self, number: int) -> None:
        query = "SELECT ordinal FROM record WHERE import = :number AND active"
        records = [row[0] for row in self.connection.execute(query, {"number": number})]
        self._write_states(records, False, WITHDRAWN)
        self._imported += len(records)
        self._note("import", {"active": True}, {"active": False}, imported=number)

    def _return_import(self, number: int, undone_by: int | None) -> None:
        rows = self.connection.execute(
            "SELECT record FROM state_change c JOIN record r ON r.ordinal = c.record"
            " WHERE c.act = ? AND r.import = ? AND NOT r.active",
            (undone_by, number),
        )
        records = [row[0] for row in rows]
        self._write_states(records, True, "")
        self._imported += len(records)
        self._note("import", {"active": False}, {"active": True}, imported=number)

    def _note_each(self, kind: str, records: Sequence[int], before: str, after: Mapping[str, object]) -> None:
        """A step for each of these records; ``before`` is the SQL of what stands there now."""
        values = {"act": self.number, "steps": self._steps, "kind": kind, "after": _noted(after)}
        self._execute(_INSERT_STEPS.format(before=before), records, values)
        self._steps += len(records)
        self._records.update(records)
        self._tables.add("record")

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
        source: str | None = None,
    ) -> None:
        self._steps += 1
        if kind in {"expectation", "profile", "verdict", "source"}:  # the record itself is not touched
            self._tables.add(kind)
        else:
            self._tables.add("record")
            self._records.update(number for number in (record, other) if number is not None)
        notes = (_noted(before), _noted(after))
        row = (self.number, self._steps, kind, record, other, imported, *notes, expectation, profile, verdict, source)
        self.connection.execute(_INSERT_STEP, row)


def _noted(target: Mapping[str, object]) -> str:
    return json.dumps(target, ensure_ascii=False)
