"""The program's own export: records with the ids that they have, in the apps and sessions that they have.

Read as drafts it gives what can join another vault: records, their states and supersessions. ``exports.restoring`` puts
the whole back into an empty one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from mnemoscope.columns import KINDS
from mnemoscope.errors import VaultError
from mnemoscope.formats import fields, lines
from mnemoscope.records import Draft, RecordDraft, SessionDraft, Skipped, When

KNOWN = 1
"""The newest version of the format that is read."""


class Mnemoscope:
    """Imports the program's own export."""

    name = "mnemoscope"
    title = "Mnemoscope"
    expects = "a first line that names mnemoscope and its version"

    def recognise(self, source: Path) -> str | None:
        """The sign, or ``None``."""
        try:
            return f"version {head(source, check=False)} of the program's own export"
        except VaultError:
            return None

    def read(self, source: Path) -> Iterator[Draft]:
        """Every session and record; supersessions stand behind the records, so they are looked up first."""
        head(source)
        with closing(sqlite3.connect("")) as successors:
            successors.execute("CREATE TABLE newer (older TEXT PRIMARY KEY, newer TEXT) WITHOUT ROWID")
            for edge in _of_kind(source, "supersession"):
                if edge.get("until") is None and isinstance(edge.get("older"), str):
                    values = (edge["older"], str(edge.get("newer")))
                    successors.execute("INSERT OR REPLACE INTO newer VALUES (?, ?)", values)
            for number, line in lines.lines(source):
                try:
                    entry = lines.parsed(line)
                    if entry.get("kind") == "session":
                        yield _session(entry)
                    elif entry.get("kind") == "record":
                        row = successors.execute(
                            "SELECT newer FROM newer WHERE older = ?", (entry.get("id"),)
                        ).fetchone()
                        yield _record(entry, row[0] if row else None)
                except (fields.Malformed, ValueError, KeyError, TypeError, IndexError, sqlite3.Error) as error:
                    detail = error.message if isinstance(error, fields.Malformed) else None
                    yield Skipped(f"line {number}", detail or fields.Malformed("skipped.no_line").message)


def head(source: Path, *, check: bool = True) -> int:
    """The version of an export. Raises ``VaultError`` where it is none, or (``check``) where it is newer."""
    first = next((lines.parsed_or_none(line) for _, line in lines.lines(source, largest=1 << 16)), None)
    version = first.get("mnemoscope") if first is not None else None
    if not isinstance(version, int):
        raise VaultError("format.nothing_in", path=source, expects=Mnemoscope.expects)
    if check and version > KNOWN:
        raise VaultError("restore.newer", path=str(source), found=version, known=KNOWN)
    return version


def _of_kind(source: Path, kind: str) -> Iterator[dict[str, object]]:
    mark = f'"kind":"{kind}"'.encode()
    for _, line in lines.lines(source):
        entry = lines.parsed_or_none(line) if mark in line[:100] else None
        if entry is not None:
            yield entry


def _session(entry: dict[str, Any]) -> SessionDraft:
    return SessionDraft(
        fields.text(entry["key"]),
        fields.label(entry["title"]) or "",
        app=fields.text(entry["app"]),
        started_at=_when(entry, "started"),
        meta=fields.members(fields.plain(entry["meta"])),
        format=fields.text(entry["format"]),
    )


def _record(entry: dict[str, Any], successor: str | None) -> RecordDraft:
    id = str(entry["id"])
    if len(bytes.fromhex(id)) != 16:
        raise fields.Malformed("skipped.no_line")
    return RecordDraft(
        fields.text(entry["session"]),
        fields.text(entry["text"]),
        external_id=fields.label(entry["external_id"]),
        app=fields.text(entry["app"]),
        kind=KINDS[int(entry["sort"])],
        speaker=fields.label(entry["speaker"]),
        happened_at=_when(entry, "happened"),
        valid_until=_when(entry, "valid_until"),
        review_after=_when(entry, "review_after"),
        active=bool(entry["active"]),
        reason=fields.label(entry["reason"]) or "",
        superseded_by=successor,
        meta=fields.members(fields.plain(entry["meta"])),
        id=id,
        part=int(entry["part"]),
    )


def _when(entry: dict[str, Any], name: str) -> When | None:
    text = entry[f"{name}_text"]
    return None if text is None else When(fields.text(text), int(entry[f"{name}_utc"]), bool(entry[f"{name}_zoned"]))
