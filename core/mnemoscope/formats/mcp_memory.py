"""The file of MCP's reference memory server: entities with their observations, and relations between them.

There are no ids and no times, and the server rewrites the whole file: an observation is known by its text. What the
server no longer has stays in the vault.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from mnemoscope.errors import VaultError
from mnemoscope.formats import fields, lines
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, Kind, RecordDraft, SessionDraft, Skipped
from mnemoscope.seen import Keys


class McpMemory:
    """Imports a session per entity, and a fact per observation and per relation that leads from it."""

    name = "mcp-memory"
    title = "MCP memory server"
    expects = message("expects.mcp_memory")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        try:
            read = [lines.parsed_or_none(line) for _, line in islice(lines.lines(source, largest=1 << 23), 20)]
        except VaultError:
            return None
        found = any(
            (line is not None and _is_entity(line)) or (line is not None and _is_relation(line)) for line in read
        )
        return message("sign.mcp_memory") if found else None

    def read(self, source: Path) -> Iterator[Draft]:
        """Every observation and relation."""
        announced: set[str] = set()
        with closing(Keys()) as seen:
            for number, line in lines.lines(source):
                try:
                    entry = lines.parsed(line)
                    found = list(_facts(entry, f"line {number}"))
                except fields.Malformed as error:
                    yield Skipped(f"line {number}", error.message)
                    continue
                for fact in found:
                    if isinstance(fact, RecordDraft):
                        if not seen.is_new(fact.session, fact.text):
                            continue
                        if fact.session not in announced:
                            announced.add(fact.session)
                            kind = fields.label(entry.get("entityType"))
                            yield SessionDraft(fact.session, fact.session, meta={"entity_type": kind} if kind else {})
                    yield fact


def _is_entity(line: dict[str, object]) -> bool:
    return line.get("type") == "entity" and isinstance(line.get("observations"), list) and "name" in line


def _is_relation(line: dict[str, object]) -> bool:
    return line.get("type") == "relation" and "from" in line and "to" in line


def _facts(entry: dict[str, object], place: str) -> Iterator[RecordDraft | Skipped]:
    """Raises ``Malformed``."""
    if entry.get("type") == "relation":
        start, kind, end = (fields.label(entry.get(name)) for name in ("from", "relationType", "to"))
        if start is None or end is None:
            raise fields.Malformed("skipped.no_text")
        meta = {"relation": kind or "", "target": end}
        yield RecordDraft(start, f"{start} {kind or 'relates to'} {end}", kind=Kind.FACT, meta=meta)
        return
    name = fields.label(entry.get("name"))
    if entry.get("type") != "entity" or name is None:
        raise fields.Malformed("skipped.no_text")
    kind = fields.label(entry.get("entityType"))
    for number, observation in enumerate(fields.elements(entry.get("observations"), "observations"), 1):
        try:
            text = fields.text(observation)
            # The entity speaks for its observation: "prefers tea" alone would say of nobody what it says.
            yield RecordDraft(name, text, kind=Kind.FACT, speaker=name, meta={"entity_type": kind} if kind else {})
        except fields.Malformed as error:
            yield Skipped(f"{place}, observation {number}", error.message)
