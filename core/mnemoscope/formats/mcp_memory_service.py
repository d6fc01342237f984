"""The store of mcp-memory-service: its SQLite file, or its export in JSON.

A memory is known by its content hash. What was deleted is inactive; ``superseded_by`` names a row or a hash. Older
schemas lack most columns. The graph's edges stand with the record that they lead from.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from mnemoscope.errors import VaultError
from mnemoscope.formats import arrays, databases, fields, sources
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, Kind, RecordDraft, SessionDraft, Skipped
from mnemoscope.times import read as read_time

_SESSION = "memories"
_TAKEN = ("id", "content_hash", "content", "deleted_at", "superseded_by", "created_at", "created_at_iso")
_OF_ID = "SELECT content_hash FROM memories WHERE id = ?"


class McpMemoryService:
    """Imports a fact per memory."""

    name = "mcp-memory-service"
    title = "mcp-memory-service"
    expects = message("expects.mcp_memory_service")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        if {"content_hash", "content"} <= databases.columns(source, "memories"):
            return message("sign.mcp_memory_service")
        head = sources.head(source, 1 << 16)
        if head.startswith(b"{") and b'"export_metadata"' in head and b'"memories"' in head:
            return message("sign.mcp_memory_service_json")
        return None

    def read(self, source: Path) -> Iterator[Draft]:
        """Every memory, in the order of its making."""
        yield SessionDraft(_SESSION, "Memories")
        if databases.is_database(source):
            yield from _from_database(source)
        else:
            yield from _from_json(source)


def _from_database(source: Path) -> Iterator[Draft]:
    with databases.copied(source) as connection:
        columns = databases.columns_of(connection, "memories")
        if not {"content_hash", "content"} <= columns:
            raise VaultError("format.nothing_in", path=source, expects=McpMemoryService.expects)
        has_graph = {"source_hash", "target_hash"} <= databases.columns_of(connection, "memory_graph")
        if has_graph:
            connection.execute("CREATE INDEX graph_of ON memory_graph (source_hash)")
        chosen = ", ".join(f'"{name}"' for name in sorted(columns))
        for number, row in enumerate(databases.rows(connection, f"SELECT {chosen} FROM memories ORDER BY rowid"), 1):
            try:
                memory = databases.checked(row)
                successor = memory.get("superseded_by")
                if "id" in columns and _is_number(successor):
                    found = connection.execute(_OF_ID, (successor,)).fetchone()
                    memory["superseded_by"] = found[0] if found else successor
                if has_graph:
                    query = "SELECT * FROM memory_graph WHERE source_hash = ?"
                    edges = databases.rows(connection, query, (memory.get("content_hash"),))
                    memory["graph"] = [databases.checked(edge) for edge in edges]
                yield _memory(memory)
            except fields.Malformed as error:
                yield Skipped(f"memory {number}", error.message)


def _is_number(successor: object) -> bool:
    return isinstance(successor, int) or (isinstance(successor, str) and successor.isdecimal())


def _from_json(source: Path) -> Iterator[Draft]:
    _, memories = arrays.inside(source, "memories")
    objects = [some for some in memories if isinstance(some, dict) and isinstance(some.get("id"), int | str)]
    hashes = {some["id"]: some.get("content_hash") for some in objects}
    for number, value in enumerate(memories, 1):
        try:
            memory = dict(fields.members(value))
            successor = memory.get("superseded_by")
            if isinstance(successor, int | str) and successor in hashes:
                memory["superseded_by"] = hashes[successor]
            yield _memory(memory)
        except fields.Malformed as error:
            yield Skipped(f"memory {number}", error.message)


def _memory(memory: dict[str, object]) -> RecordDraft:
    """Raises ``Malformed``."""
    made = next((memory[name] for name in ("created_at", "created_at_iso") if memory.get(name) is not None), None)
    deleted = memory.get("deleted_at")
    rest = {name: _parsed(value) for name, value in memory.items() if name not in _TAKEN and value not in (None, "")}
    if deleted:
        rest["deleted_at"] = deleted
    id = fields.label(memory.get("content_hash")) or fields.label(memory.get("id"))
    successor = fields.label(memory.get("superseded_by"))
    return RecordDraft(
        _SESSION,
        fields.text(memory.get("content")),
        external_id=id,
        kind=Kind.FACT,
        happened_at=read_time(made),
        active=not deleted,
        reason="deleted" if deleted else "",
        superseded_by=successor if successor != id else None,
        meta=fields.members(fields.plain(rest)),
    )


def _parsed(value: object) -> object:
    """A JSON text of the store as what it says."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        with suppress(json.JSONDecodeError, RecursionError, ValueError):
            return fields.DECODER.decode(value)
    return value
