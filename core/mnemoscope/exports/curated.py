"""The curated tables as lines of JSON, and back: what the export that loses nothing is made of.

Records are named by their ids; ordinals, which are internal, appear nowhere. A step may name a record that was
forgotten: it stands there as a number of its own, so that two steps on one record still do. Every line is a JSON object
with its ``kind``; the order of kinds and lines is fixed, so that the same vault gives the same bytes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from mnemoscope.messages import Message
from mnemoscope.reading import PUBLISHED
from mnemoscope.recall_log import SETTING

Line = dict[str, Any]


class _Kind(NamedTuple):
    """A kind of line: how its rows are read, which columns are JSON, and how a line is written back."""

    name: str
    select: str
    insert: str
    json: tuple[str, ...] = ()


NUMBERED = ("act", "expectation", "import", "verdict")
"""Tables whose numbers are given once and never again."""
_MOST = 1 << 31
_ID = "lower(hex({0}.id))"
_ORDINAL = "(SELECT ordinal FROM record WHERE id = unhex_id(:{0}))"
_RECORD = """text, text_hash, external_id, part, happened_text, happened_utc, happened_zoned, added_at,
valid_until_text, valid_until_utc, valid_until_zoned, review_after_text, review_after_utc, review_after_zoned,
active, reason, state_since, import, meta"""
_RECORD_COLUMNS = tuple(name.strip() for name in _RECORD.split(","))

KINDS: Sequence[_Kind] = (
    _Kind("app", "SELECT name FROM app ORDER BY id", "INSERT INTO app (name) VALUES (:name)"),
    _Kind(
        "import",
        "SELECT id AS number, format, source, started_at, published_at FROM import"
        " WHERE published_at IS NOT NULL ORDER BY id",
        "INSERT INTO import (id, format, source, started_at, owner)"
        " VALUES (:number, :format, :source, :started_at, :owner)",
    ),
    _Kind(
        "session",
        "SELECT a.name AS app, s.format, s.key, s.title, s.started_text, s.started_utc, s.started_zoned, s.meta"
        f" FROM (SELECT session, min(ordinal) AS first FROM record r WHERE {PUBLISHED} GROUP BY session) f"
        " JOIN session s ON s.id = f.session JOIN app a ON a.id = s.app ORDER BY f.first",
        "INSERT INTO session (app, format, key, title, started_text, started_utc, started_zoned, meta)"
        " VALUES ((SELECT id FROM app WHERE name = :app), :format, :key, :title, :started_text, :started_utc,"
        " :started_zoned, :meta)",
        ("meta",),
    ),
    _Kind(
        "record",
        f"SELECT {_ID.format('r')} AS id, a.name AS app, s.format, s.key AS session, r.position, r.kind AS sort,"
        f" r.speaker, {', '.join(f'r.{name}' for name in _RECORD_COLUMNS)}"
        " FROM record r JOIN session s ON s.id = r.session JOIN app a ON a.id = r.app"
        f" WHERE {PUBLISHED} ORDER BY r.ordinal",
        f"INSERT INTO record (id, app, session, position, kind, speaker, {', '.join(_RECORD_COLUMNS)})"
        " VALUES (unhex_id(:id), (SELECT id FROM app WHERE name = :app),"
        " (SELECT s.id FROM session s JOIN app a ON a.id = s.app"
        " WHERE a.name = :app AND s.format = :format AND s.key = :session),"
        f" :position, :sort, :speaker, {', '.join(f':{name}' for name in _RECORD_COLUMNS)})",
        ("meta",),
    ),
    _Kind(
        "act",
        "SELECT id AS number, at, actor, kind AS verb, message, parameters, of, undone, records FROM act ORDER BY id",
        "INSERT INTO act (id, at, actor, kind, message, parameters, of, undone, records)"
        " VALUES (:number, :at, :actor, :verb, :message, :parameters, :of, :undone, :records)",
        ("parameters",),
    ),
    _Kind(
        "past_state",
        f"SELECT {_ID.format('r')} AS record, c.at, c.active, c.reason, c.act"
        " FROM state_change c JOIN record r ON r.ordinal = c.record ORDER BY c.id",
        "INSERT INTO state_change (record, at, active, reason, act)"
        f" VALUES ({_ORDINAL.format('record')}, :at, :active, :reason, :act)",
    ),
    _Kind(
        "supersession",
        f"SELECT {_ID.format('o')} AS older, {_ID.format('n')} AS newer, e.since, e.until, e.reason FROM supersession e"
        " JOIN record o ON o.ordinal = e.older JOIN record n ON n.ordinal = e.newer ORDER BY e.id",
        "INSERT INTO supersession (older, newer, since, until, reason)"
        f" VALUES ({_ORDINAL.format('older')}, {_ORDINAL.format('newer')}, :since, :until, :reason)",
    ),
    _Kind("profile", "SELECT name, settings FROM profile ORDER BY name",
          "INSERT INTO profile (name, settings) VALUES (:name, :settings)", ("settings",)),
    _Kind(
        "expectation",
        f"SELECT e.id AS number, e.query, {_ID.format('r')} AS record, e.within, e.profile, e.scope, e.saved_at"
        " FROM expectation e JOIN record r ON r.ordinal = e.record ORDER BY e.id",
        "INSERT INTO expectation (id, query, record, within, profile, scope, saved_at)"
        f" VALUES (:number, :query, {_ORDINAL.format('record')}, :within, :profile, :scope, :saved_at)",
    ),
    _Kind(
        "verdict",
        f"SELECT v.id AS number, {_ID.format('f')} AS first, {_ID.format('s')} AS second, v.question, v.answer, v.at"
        " FROM verdict v JOIN record f ON f.ordinal = v.first JOIN record s ON s.ordinal = v.second ORDER BY v.id",
        "INSERT INTO verdict (id, first, second, question, answer, at)"
        f" VALUES (:number, {_ORDINAL.format('first')}, {_ORDINAL.format('second')}, :question, :answer, :at)",
    ),
    _Kind(
        "source",
        "SELECT path, format, app, columns, linked_at FROM source ORDER BY path",
        "INSERT INTO source (path, format, app, columns, linked_at)"
        " VALUES (:path, :format, :app, :columns, :linked_at)",
        ("columns",),
    ),
    _Kind("tombstone", f"SELECT {_ID.format('t')} AS id, forgotten_at FROM tombstone t ORDER BY t.id",
          "INSERT INTO tombstone (id, forgotten_at) VALUES (unhex_id(:id), :forgotten_at)"),
    _Kind(
        "step",
        "SELECT act, number, kind AS what, record, other, import, before, after, expectation, profile, verdict, source"
        " FROM step ORDER BY act, number",
        "INSERT INTO step (act, number, kind, record, other, import, before, after, expectation, profile, verdict,"
        " source) VALUES (:act, :number, :what, :record, :other, :import, :before, :after, :expectation, :profile,"
        " :verdict, :source)",
        ("before", "after"),
    ),
    _Kind(
        "recall",
        "SELECT id AS number, at, actor, query, profile, scope, as_of, lower(hex(served)) AS served"
        " FROM recall_log ORDER BY id",
        "INSERT INTO recall_log (id, at, actor, query, profile, scope, as_of, served)"
        " VALUES (:number, :at, :actor, :query, :profile, :scope, :as_of, unhex_id(:served))",
    ),
    _Kind("setting", f"SELECT key, value FROM setting WHERE key = '{SETTING}'",
          "INSERT INTO setting (key, value) VALUES (:key, :value)"),
    _Kind("sequence",
          f"SELECT name, seq AS last FROM sqlite_sequence WHERE name IN {NUMBERED} AND seq > 0 ORDER BY name", ""),
)  # fmt: skip
"""In the order of the file: what names others comes behind them."""

_BY_NAME = {kind.name: kind for kind in KINDS}
_PLACE = """
SELECT a.name, s.format, s.key FROM record r JOIN session s ON s.id = r.session JOIN app a ON a.id = s.app
WHERE r.id = ?
"""
_GONE = """
SELECT record FROM (SELECT record FROM step UNION SELECT other FROM step)
WHERE record IS NOT NULL AND record NOT IN (SELECT ordinal FROM record) ORDER BY record
"""


def lines(connection: sqlite3.Connection) -> Iterator[Line]:
    """Every curated row, inside the caller's transaction."""
    gone = {row[0]: place for place, row in enumerate(connection.execute(_GONE), 1)}

    def named(ordinal: int | None) -> str | int | None:
        if ordinal is None:
            return None
        if ordinal in gone:
            return gone[ordinal]
        return str(connection.execute("SELECT lower(hex(id)) FROM record WHERE ordinal = ?", (ordinal,)).fetchone()[0])

    count = 0
    for kind in KINDS:
        cursor = connection.execute(kind.select)
        names = [column[0] for column in cursor.description]
        for row in cursor:
            count += 1
            line: Line = {"kind": kind.name, **dict(zip(names, row, strict=True))}
            for name in kind.json:
                line[name] = json.loads(line[name])
            if kind.name == "step":
                line = {**line, "record": named(line["record"]), "other": named(line["other"])}
                _rename(line, named)
            yield line
    yield {"kind": "end", "lines": count}  # what breaks off before it is not the whole


def part(connection: sqlite3.Connection, ids: Set[str]) -> Iterator[Line]:
    """The rows of these records alone, inside the caller's transaction: with their sessions and apps, their past, and
    what holds between them; history and recall log are of the whole."""
    sessions = {place for id in ids for place in connection.execute(_PLACE, (bytes.fromhex(id),))}
    apps = {app for app, _, _ in sessions}
    count = 0
    for line in lines(connection):
        match line["kind"]:
            case "app":
                wanted = line["name"] in apps
            case "session":
                wanted = (line["app"], line["format"], line["key"]) in sessions
            case "record":
                wanted, line = line["id"] in ids, {**line, "import": None}
            case "past_state":
                wanted, line = line["record"] in ids, {**line, "act": None}
            case "expectation":
                wanted = line["record"] in ids
            case "supersession":
                wanted = {line["older"], line["newer"]} <= ids
            case "verdict":
                wanted = {line["first"], line["second"]} <= ids
            case _:
                wanted = False
        if wanted:
            count += 1
            yield line
    yield {"kind": "end", "lines": count}


class Writer:
    """Writes lines back into an empty vault, inside the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._first_gone = 0
        self._last_gone = 0
        self._sequences: list[tuple[str, int]] = []
        connection.create_function("unhex_id", 1, lambda text: bytes.fromhex(text or ""), deterministic=True)

    def prepared(self, line: Line) -> Line:
        """A line as its row, without a look at the vault. Raises ``ValueError`` and others where it is none of this
        format."""
        if line["kind"] == "end":
            return line
        kind = _BY_NAME[str(line["kind"])]
        values = dict(line)
        if kind.name == "act":
            str(Message(values["message"], values["parameters"]))  # it can be told
        for name in () if kind.name == "step" else kind.json:
            values[name] = json.dumps(values[name], ensure_ascii=False)
        if kind.name == "sequence" and (values["name"] not in NUMBERED or not 0 < values["last"] < _MOST):
            raise ValueError(f"no such number is given to {values['name']}")
        if kind.name == "record" and not 0 <= values["position"] < _MOST:
            raise ValueError(f"no position is {values['position']}")
        return values

    def resolved(self, line: Line) -> Line:
        """A prepared line with the ordinals of the records that it names, which are in the vault by now."""
        if line["kind"] != "step":
            return line
        values = {**line, "record": self._ordinal(line["record"]), "other": self._ordinal(line["other"])}
        _rename(values, self._ordinal)
        return values | {name: json.dumps(values[name], ensure_ascii=False) for name in _BY_NAME["step"].json}

    def write(self, line: Line) -> int:
        """One row, of a prepared and resolved line; returns its number. Raises ``sqlite3.Error`` and others where it
        does not fit."""
        if line["kind"] == "sequence":
            self._sequences.append((str(line["name"]), int(line["last"])))
        elif line["kind"] != "end":
            return int(self._connection.execute(_BY_NAME[line["kind"]].insert, line).lastrowid or 0)
        return 0

    def end(self) -> None:
        """Numbers that were given, also those of forgotten records, are given to nobody else."""
        if self._last_gone:
            self._sequences.append(("record", self._first_gone + self._last_gone))
        for name, last in self._sequences:
            if not self._connection.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (last, name)).rowcount:
                self._connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, last))

    def _ordinal(self, name: str | int | None) -> int | None:
        if isinstance(name, int):
            if not 0 < name < _MOST:
                raise ValueError(f"no record is {name}")
            if not self._first_gone:
                last = self._connection.execute("SELECT coalesce(max(ordinal), 0) FROM record").fetchone()[0]
                self._first_gone = int(last)
            self._last_gone = max(self._last_gone, name)
            return self._first_gone + name
        if name is None:
            return None
        row = self._connection.execute("SELECT ordinal FROM record WHERE id = ?", (bytes.fromhex(name),)).fetchone()
        if row is None:
            raise ValueError(f"no record {name}")
        return int(row[0])


def _rename(step: Line, renamed: Callable[[Any], object]) -> None:
    """The record that an expectation's step names inside what stood before and after."""
    if step["what"] == "expectation":
        for side in ("before", "after"):
            row = step[side].get("row")
            if isinstance(row, Mapping):
                step[side] = {**step[side], "row": {**row, "record": renamed(row["record"])}}
