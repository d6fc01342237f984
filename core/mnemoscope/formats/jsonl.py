"""JSON Lines: a record per line, with the columns that exporters use most; other columns go to ``meta``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from mnemoscope import times
from mnemoscope.errors import VaultError
from mnemoscope.formats import fields
from mnemoscope.formats.sources import opened
from mnemoscope.records import Draft, Kind, RecordDraft, SessionDraft, Skipped, When
from mnemoscope.texts import clean

_TEXT = ("text", "content", "memory")
_SPEAKER = ("speaker", "role")
_HAPPENED = ("happened_at", "date", "time", "timestamp", "created_at")
_TITLE = ("session_title", "title")
_INACTIVE = ("inactive", "paused", "archived", "deleted")

_LARGEST = 1 << 26
_FOREIGN = ({"sessionId"}, {"parentUuid"}, {"mnemoscope"}, {"type", "entityType"}, {"type", "relationType"})
"""Columns of formats that have lines too, and an importer of their own."""


class JsonLines:
    """Imports JSON Lines. Records without a session share one, named after the file."""

    name = "jsonl"
    title = "JSONL"
    expects = "a JSON object per line, with a text"

    def recognise(self, source: Path) -> str | None:
        """The sign, or ``None``: most of the first lines are objects, one at least with a text."""
        try:
            lines = [_object(line) for _, line in islice(_lines(source, largest=1 << 23), 20)]
        except VaultError:
            return None
        objects = [line for line in lines if line is not None]
        columns = next((name for line in objects for name in _TEXT if isinstance(line.get(name), str)), None)
        if columns is None or 2 * len(objects) < len(lines) or any(_is_foreign(line) for line in objects):
            return None
        return f"JSON objects line by line, with the column {columns}"

    def read(self, source: Path) -> Iterator[Draft]:
        """A draft per line, each session before its first record."""
        reading = _Reading(clean(source.name))
        for number, line in _lines(source):
            try:
                yield from reading.drafts(_parsed(line))
            except fields.Malformed as error:
                yield Skipped(f"line {number}", error.message)


def _lines(source: Path, largest: int = _LARGEST) -> Iterator[tuple[int, bytes]]:
    """Every line that is not blank, with its 1-based number; of one beyond the bound only its start."""
    with opened(source) as file:
        number = 0
        while line := file.readline(largest + 1):
            number += 1
            rest = line
            while len(rest) > largest and not rest.endswith(b"\n"):
                rest = file.readline(largest + 1)
            line = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            if line.strip():
                yield number, line


def _parsed(line: bytes) -> dict[str, object]:
    if len(line) > _LARGEST:
        raise fields.Malformed("skipped.too_long", megabytes=_LARGEST >> 20)
    try:
        return fields.members(fields.DECODER.decode(line.decode().strip()))
    except UnicodeDecodeError as error:
        raise fields.Malformed("skipped.not_utf8") from error
    except json.JSONDecodeError as error:
        raise fields.Malformed("skipped.not_json", detail=f"{error.msg}, character {error.pos + 1}") from error
    except RecursionError as error:
        raise fields.Malformed("skipped.too_deep") from error
    except ValueError as error:  # a number of more than 4,300 digits
        raise fields.Malformed("skipped.not_json", detail=str(error)) from error


def _object(line: bytes) -> dict[str, object] | None:
    try:
        return _parsed(line)
    except fields.Malformed:
        return None


def _is_foreign(line: dict[str, object]) -> bool:
    return any(columns <= line.keys() for columns in _FOREIGN) or line.get("format") == "mnemoscope"


class _Reading:
    """What has to be remembered from line to line."""

    def __init__(self, file_name: str) -> None:
        self._file_name = file_name
        self._sessions: dict[tuple[str | None, str], str] = {}
        self._ids: set[tuple[str | None, str]] = set()

    def drafts(self, line: dict[str, object]) -> Iterator[Draft]:
        """The record of a line, after its session where that is new. Raises ``Malformed``."""
        columns = _Columns(line)
        text = fields.text(columns.take_text())
        app = columns.take_label("app")
        external_id = columns.take_label("id")
        if external_id and (app, external_id) in self._ids:
            raise fields.Malformed("skipped.repeated", key=external_id)
        session = columns.take_label("session")
        title = columns.take_title(self._sessions.get((app, session))) if session else ""
        speaker = columns.take_label(*_SPEAKER)
        happened_at = columns.take_time(*_HAPPENED)
        record = RecordDraft(
            session or self._file_name,
            text,
            external_id=external_id,
            app=app,
            kind=columns.take_kind(Kind.TURN if speaker else Kind.NOTE),
            speaker=speaker,
            happened_at=happened_at,
            valid_until=columns.take_time("valid_until"),
            active=(state := columns.take_state()) is None,
            reason=columns.take_label("reason") or state or "",
            superseded_by=columns.take_label("superseded_by"),
            meta=columns.rest(),
        )
        if external_id:
            self._ids.add((app, external_id))
        if (app, record.session) not in self._sessions:
            self._sessions[app, record.session] = title
            yield SessionDraft(record.session, title or record.session, app=app, started_at=happened_at)
        yield record


class _Columns:
    """The columns of a line, taken one after the other; what cannot be read as what it should be stays."""

    def __init__(self, line: dict[str, object]) -> None:
        self._left = dict(line)

    def take_text(self) -> object:
        name = next((name for name in _TEXT if isinstance(self._left.get(name), str)), _TEXT[0])
        return self._left.pop(name, None)

    def take_label(self, *names: str) -> str | None:
        for name in names:
            if (value := fields.label(self._left.get(name))) is not None:
                del self._left[name]
                return value
        return None

    def take_time(self, *names: str) -> When | None:
        for name in names:
            value = self._left.get(name)
            if moment := times.read(clean(value) if isinstance(value, str) else value):
                del self._left[name]
                return moment
        return None

    def take_kind(self, default: Kind) -> Kind:
        if self._left.get("kind") not in list(Kind):
            return default
        return Kind(str(self._left.pop("kind")))

    def take_state(self) -> str | None:
        """The word for an inactive record; ``None`` where it is active."""
        state = self._left.get("state")
        if state == "active" or state in _INACTIVE:
            del self._left["state"]
        return str(state) if state in _INACTIVE else None

    def take_title(self, known: str | None) -> str:
        """The session's title; a line that has another than the session's first keeps it in ``meta``."""
        name = next((name for name in _TITLE if fields.label(self._left.get(name))), None)
        if name is None or (known is not None and fields.label(self._left[name]) != known):
            return known or ""
        return fields.label(self._left.pop(name)) or ""

    def rest(self) -> dict[str, object]:
        """What is left, together with the members of ``meta`` unless a name stands in both."""
        left = {name: value for name, value in self._left.items() if value is not None}
        inner = left.get("meta")
        if isinstance(inner, dict) and not inner.keys() & (left.keys() - {"meta"}):
            del left["meta"]
            left |= inner
        return fields.members(fields.plain(left))
