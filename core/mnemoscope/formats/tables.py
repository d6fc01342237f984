"""The rows of a table as records: by the names that exporters use most, or by a map that a person has chosen.

Columns of no field go to ``meta``. Records without a session share one, named after the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from mnemoscope import times
from mnemoscope.errors import VaultError
from mnemoscope.formats import fields
from mnemoscope.mapping import FIELDS, ColumnMap, Offer
from mnemoscope.records import Draft, Kind, RecordDraft, SessionDraft, When
from mnemoscope.seen import Keys
from mnemoscope.texts import clean

NAMES: Mapping[str, tuple[str, ...]] = {
    "text": ("text", "content", "memory"),
    "session_title": ("session_title", "title"),
    "speaker": ("speaker", "role"),
    "happened_at": ("happened_at", "date", "time", "timestamp", "created_at"),
}
"""The usual names of a field's column, where it has others than its own."""
_INACTIVE = ("inactive", "paused", "archived", "deleted")
_EXAMPLE = 80


def names(columns: ColumnMap | None) -> dict[str, tuple[str, ...]]:
    """The names of each field's column: those of the map alone, or the usual ones."""
    if columns is None:
        return {field: NAMES.get(field, (field,)) for field in FIELDS}
    return {field: (columns[field],) if field in columns else () for field in FIELDS}


def ensure_fits(columns: ColumnMap, found: Iterable[str]) -> None:
    """Raises ``VaultError`` for a map that has no text, or names a column that the table has not."""
    known = list(found)
    if "text" not in columns:
        raise VaultError("format.no_text_column")
    for column in columns.values():
        if column not in known:
            raise VaultError("format.no_such_column", column=column, known=", ".join(known))


def offer(rows: Iterable[Mapping[str, object]]) -> Offer:
    """The columns of these first rows, with examples, and the map that their names suggest."""
    examples: dict[str, str] = {}
    for row in rows:
        for name, value in row.items():
            said = " ".join(clean(str(value)).split())[:_EXAMPLE] if value not in (None, "") else ""
            examples[name] = examples.get(name) or said
    proposed: dict[str, str] = {}
    for field, usual in names(None).items():
        column = next((name for name in usual if name in examples), None)
        if column is not None and column not in proposed.values():
            proposed[field] = column
    return Offer(tuple(examples), examples, proposed)


_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Reading:
    """What has to be remembered from line to line."""

    def __init__(self, file_name: str, columns: ColumnMap | None = None) -> None:
        self._file_name, self._names = file_name, names(columns)
        self._sessions: dict[tuple[str | None, str], str] = {}
        self._ids = Keys()

    def close(self) -> None:
        """Give back what was kept."""
        self._ids.close()

    def drafts(self, line: Mapping[str, object]) -> Iterator[Draft]:
        """The record of a line, after its session where that is new. Raises ``Malformed``."""
        columns = _Columns(line, self._names)
        text = fields.text(columns.take_text())
        app = columns.take_label("app")
        external_id = columns.take_label("id")
        session = columns.take_label("session")
        title = columns.take_title(self._sessions.get((app, session))) if session else ""
        speaker = columns.take_label("speaker")
        happened_at = columns.take_time("happened_at")
        record = RecordDraft(
            session or self._file_name,
            text,
            external_id=external_id,
            app=app,
            kind=columns.take_kind(Kind.TURN if speaker else Kind.NOTE),
            speaker=speaker,
            happened_at=happened_at,
            valid_until=columns.take_until("valid_until"),
            active=(state := columns.take_state()) is None,
            reason=columns.take_label("reason") or state or "",
            superseded_by=columns.take_label("superseded_by"),
            meta=columns.rest(),
        )
        if external_id and not self._ids.is_new(app, external_id):
            raise fields.Malformed("skipped.repeated", key=external_id)
        if (app, record.session) not in self._sessions:
            self._sessions[app, record.session] = title
            yield SessionDraft(record.session, title or record.session, app=app, started_at=happened_at)
        yield record


class _Columns:
    """The columns of a line, taken one after the other; what cannot be read as what it should be stays."""

    def __init__(self, line: Mapping[str, object], names: Mapping[str, tuple[str, ...]]) -> None:
        self._left, self._names = dict(line), names

    def take_text(self) -> object:
        name = next((name for name in self._names["text"] if isinstance(self._left.get(name), str)), "text")
        return self._left.pop(name, None)

    def take_label(self, field: str) -> str | None:
        for name in self._names[field]:
            if (value := fields.label(self._left.get(name))) is not None:
                del self._left[name]
                return value
        return None

    def take_time(self, field: str) -> When | None:
        for name in self._names[field]:
            value = self._left.get(name)
            if moment := times.read(clean(value) if isinstance(value, str) else value):
                del self._left[name]
                return moment
        return None

    def take_until(self, field: str) -> When | None:
        """A day alone means its end, as where a person sets it."""
        moment = self.take_time(field)
        return times.until(moment.text) if moment and _DAY.fullmatch(moment.text) else moment

    def take_kind(self, default: Kind) -> Kind:
        name = next((name for name in self._names["kind"] if self._left.get(name) in list(Kind)), None)
        return Kind(str(self._left.pop(name))) if name is not None else default

    def take_state(self) -> str | None:
        """The word for an inactive record; ``None`` where it is active."""
        for name in self._names["state"]:
            state = self._left.get(name)
            if state == "active" or state in _INACTIVE:
                del self._left[name]
                return str(state) if state in _INACTIVE else None
        return None

    def take_title(self, known: str | None) -> str:
        """The session's title; a line that has another than the session's first keeps it in ``meta``."""
        name = next((name for name in self._names["session_title"] if fields.label(self._left.get(name))), None)
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
