"""The program's own export: records with the ids that they have, in the apps and sessions that they have.

Read as drafts it gives the records, their states and supersessions, for a vault that holds something;
``exports.joining`` brings what else can join it, ``exports.restoring`` puts the whole back into an empty one.
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
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, PastState, RecordDraft, SessionDraft, Skipped, When

KNOWN = 1
"""The newest version of the format that is read."""
_MARKS = tuple(f'"kind":"{kind}"'.encode() for kind in ("supersession", "past_state", "end"))


class Mnemoscope:
    """Imports the program's own export."""

    name = "mnemoscope"
    title = "Mnemoscope"
    expects = message("expects.mnemoscope")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        try:
            return message("sign.mnemoscope", version=head(source, check=False))
        except VaultError:
            return None

    def read(self, source: Path) -> Iterator[Draft]:
        """Every session and record; supersessions and past states stand behind the records, so they are looked up
        first."""
        head(source)
        with closing(_Behind(source)) as behind:
            for number, line in lines.lines(source):
                try:
                    entry = lines.parsed(line)
                    if entry.get("kind") == "session":
                        yield _session(entry)
                    elif entry.get("kind") == "record":
                        yield _record(entry, behind.newer(entry.get("id")), behind.states(entry.get("id")))
                except (fields.Malformed, ValueError, KeyError, TypeError, IndexError, sqlite3.Error) as error:
                    reason = error.message if isinstance(error, fields.Malformed) else message("skipped.no_line")
                    yield Skipped(f"line {number}", reason)
            if not behind.ended:
                yield Skipped(source.name, message("skipped.cut_off"))


def is_part(source: Path) -> bool:
    """Whether an export is of some records alone, without a history."""
    first = next((lines.parsed_or_none(line) for _, line in lines.lines(source, largest=1 << 16)), None)
    return first is not None and first.get("part") is True


class _Behind:
    """What stands behind the records and is about them, on the disk."""

    def __init__(self, source: Path) -> None:
        self.ended = False
        self._found = sqlite3.connect("")
        self._found.execute("CREATE TABLE newer (older TEXT PRIMARY KEY, newer TEXT) WITHOUT ROWID")
        self._found.execute("CREATE TABLE state (record TEXT, at INTEGER, active INTEGER, reason TEXT)")
        for _, line in lines.lines(source):
            entry = lines.parsed_or_none(line) if any(mark in line[:100] for mark in _MARKS) else None
            if entry is not None:
                self._take(entry)
        self._found.execute("CREATE INDEX state_record ON state (record)")

    def close(self) -> None:
        """Give the disk back."""
        self._found.close()

    def newer(self, id: object) -> str | None:
        """What supersedes a record now."""
        row = self._found.execute("SELECT newer FROM newer WHERE older = ?", (id,)).fetchone()
        return row[0] if row else None

    def states(self, id: object) -> tuple[PastState, ...]:
        """The states that a record took, with the one that it had before them."""
        rows = self._found.execute("SELECT at, active, reason FROM state WHERE record = ? ORDER BY rowid", (id,))
        found = [PastState(When("", at, True), bool(active), reason) for at, active, reason in rows]
        return (PastState(found[0].at, not found[0].active), *found) if found else ()

    def _take(self, entry: dict[str, Any]) -> None:
        try:
            if entry["kind"] == "supersession" and entry.get("until") is None:
                values = (str(entry["older"]), str(entry["newer"]))
                self._found.execute("INSERT OR REPLACE INTO newer VALUES (?, ?)", values)
            elif entry["kind"] == "past_state":
                state = (str(entry["record"]), int(entry["at"]), bool(entry["active"]), str(entry["reason"]))
                self._found.execute("INSERT INTO state VALUES (?, ?, ?, ?)", state)
        except (KeyError, ValueError, TypeError, OverflowError):
            return
        self.ended = self.ended or entry["kind"] == "end"


def head(source: Path, *, check: bool = True) -> int:
    """The version of an export. Raises ``VaultError`` where it is none, or (``check``) where it is newer."""
    first = next((lines.parsed_or_none(line) for _, line in lines.lines(source, largest=1 << 16)), None)
    version = first.get("mnemoscope") if first is not None else None
    if not isinstance(version, int):
        raise VaultError("format.nothing_in", path=source, expects=Mnemoscope.expects)
    if check and version > KNOWN:
        raise VaultError("restore.newer", path=str(source), found=version, known=KNOWN)
    return version


def _session(entry: dict[str, Any]) -> SessionDraft:
    return SessionDraft(
        fields.text(entry["key"]),
        fields.label(entry["title"]) or "",
        app=fields.text(entry["app"]),
        started_at=_when(entry, "started"),
        meta=fields.members(fields.plain(entry["meta"])),
        format=fields.text(entry["format"]),
    )


def _record(entry: dict[str, Any], successor: str | None, states: tuple[PastState, ...]) -> RecordDraft:
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
        states=states,
    )


def _when(entry: dict[str, Any], name: str) -> When | None:
    text = entry[f"{name}_text"]
    return None if text is None else When(fields.text(text), int(entry[f"{name}_utc"]), bool(entry[f"{name}_zoned"]))
