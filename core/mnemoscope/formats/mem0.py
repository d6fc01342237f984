"""mem0: the SQLite file of its history, or the list that its API exports.

In the history every event is a row: ADD begins a memory, UPDATE supersedes what it said before, DELETE makes the last
wording inactive. In the export ``agent_id`` (else ``app_id``) names the app, ``user_id`` the session; both stay in the
record's meta.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, zip_longest
from pathlib import Path

from mnemoscope.errors import VaultError
from mnemoscope.formats import arrays, databases, fields, sources
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, Kind, PastState, RecordDraft, SessionDraft, Skipped
from mnemoscope.times import read as read_time

_SESSION = "memories"
_LARGEST = 1 << 30
_TAKEN = ("id", "memory", "created_at", "agent_id", "app_id")


class Mem0:
    """Imports a fact per wording of a memory."""

    name = "mem0"
    title = "mem0"
    expects = message("expects.mem0")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        if {"memory_id", "new_memory", "event"} <= databases.columns(source, "history"):
            return message("sign.mem0")
        item = arrays.first(source) if not databases.is_database(source) else None
        if item is None:
            item = _first_result(source)
        if item is not None and "id" in item and isinstance(item.get("memory"), str):
            return message("sign.mem0_json")
        return None

    def read(self, source: Path) -> Iterator[Draft]:
        """Every memory with its wordings."""
        if databases.is_database(source):
            yield from _from_history(source)
            return
        announced: set[tuple[str | None, str]] = set()
        for item in _exported(source):
            if isinstance(item, Skipped):
                yield item
                continue
            position, value = item
            try:
                record = _memory(fields.members(value))
            except fields.Malformed as error:
                yield Skipped(position, error.message)
                continue
            if (record.app, record.session) not in announced:
                announced.add((record.app, record.session))
                yield SessionDraft(record.session, record.session, app=record.app)
            yield record


# ---------------------------------------------------------------- the export


def _results(source: Path, largest: int) -> list[object] | None:
    """The list of an export that wraps it in an object; ``None`` where there is none."""
    head = sources.head(source, 1 << 12)
    if not head.startswith(b"{") or b'"results"' not in head:
        return None
    try:
        return arrays.inside(source, "results", largest)[1]
    except VaultError:
        return None


def _first_result(source: Path) -> dict[str, object] | None:
    results = _results(source, 1 << 24) or []
    return next((some for some in results if isinstance(some, dict)), None)


def _exported(source: Path) -> Iterator[tuple[str, object] | Skipped]:
    results = _results(source, _LARGEST)
    if results is None:
        yield from arrays.stream(source, "memory")
    else:
        yield from ((f"memory {number}", value) for number, value in enumerate(results, 1))


def _memory(memory: dict[str, object]) -> RecordDraft:
    """Raises ``Malformed``."""
    user = fields.label(memory.get("user_id"))
    rest = {name: value for name, value in memory.items() if name not in _TAKEN and value not in (None, "", {}, [])}
    return RecordDraft(
        f"{_SESSION}/{user}" if user else _SESSION,
        fields.text(memory.get("memory")),
        external_id=fields.label(memory.get("id")),
        app=fields.label(memory.get("agent_id")) or fields.label(memory.get("app_id")),
        kind=Kind.FACT,
        happened_at=read_time(memory.get("created_at")),
        meta=fields.members(fields.plain(rest)),
    )


# ---------------------------------------------------------------- the history


def _from_history(source: Path) -> Iterator[Draft]:
    with databases.copied(source) as connection:
        columns = databases.columns_of(connection, "history")
        if not {"memory_id", "new_memory", "event"} <= columns:
            raise VaultError("format.nothing_in", path=source, expects=Mem0.expects)
        yield SessionDraft(_SESSION, "Memories")
        for id, events in groupby(_events(connection, columns), key=lambda row: row["memory_id"]):
            yield from _chain(id, list(events))


def _events(connection: sqlite3.Connection, columns: frozenset[str]) -> Iterator[dict[str, object]]:
    """By memory, in the order of their times: rows may have been written out of it."""
    wanted = ("memory_id", "old_memory", "new_memory", "event", "created_at", "updated_at", "is_deleted")
    chosen = [name for name in (*wanted, "actor_id", "role") if name in columns]
    times = [name for name in ("updated_at", "created_at") if name in columns]
    time = f"coalesce({', '.join(times)}, '')" if len(times) > 1 else times[0] if times else "''"
    query = f"SELECT {', '.join(chosen)} FROM history ORDER BY memory_id, {time}, rowid"
    return databases.rows(connection, query)


def _chain(id: object, events: list[dict[str, object]]) -> Iterator[Draft]:
    """The wordings of a memory, each superseded by the next one."""
    name = fields.label(id) or "?"
    wordings: list[RecordDraft] = []
    for number, event in enumerate(events, 1):
        kind = str(event.get("event")).upper()
        try:
            row = databases.checked(event)
            if kind == "DELETE" or (row.get("is_deleted") and row.get("new_memory") is None):
                wordings = [*wordings[:-1], _deleted(wordings[-1] if wordings else _lost(name, row), row)]
                continue
            if kind == "UPDATE" and not wordings and isinstance(row.get("old_memory"), str):  # its ADD is missing
                wordings.append(_wording(name, 0, {**row, "new_memory": row["old_memory"], "created_at": None}))
            if kind in ("ADD", "UPDATE"):
                wordings.append(_wording(name, len(wordings), row))
        except fields.Malformed as error:
            yield Skipped(f"memory {name}, event {number}", error.message)
    for wording, newer in zip_longest(wordings, wordings[1:]):
        yield _superseded(wording, newer) if newer is not None else wording


def _wording(name: str, number: int, row: dict[str, object]) -> RecordDraft:
    moment = read_time(row.get("updated_at") if number else None) or read_time(row.get("created_at"))
    rest = {key: fields.label(row.get(key)) for key in ("actor_id", "role")}
    return RecordDraft(
        _SESSION,
        fields.text(row.get("new_memory")),
        external_id=f"{name}/{number}" if number else name,
        kind=Kind.FACT,
        happened_at=moment,
        meta={key: value for key, value in rest.items() if value},
    )


def _lost(name: str, row: dict[str, object]) -> RecordDraft:
    return _wording(name, 0, {**row, "new_memory": row.get("old_memory"), "created_at": None})


def _deleted(wording: RecordDraft, row: dict[str, object]) -> RecordDraft:
    moment, made = read_time(row.get("updated_at")) or read_time(row.get("created_at")), wording.happened_at
    states = (PastState(made, True), PastState(moment, False, "deleted")) if moment and made else ()
    return replace(wording, active=False, reason="deleted", states=states)


def _superseded(wording: RecordDraft, newer: RecordDraft) -> RecordDraft:
    return replace(wording, superseded_by=newer.external_id)
