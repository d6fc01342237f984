"""Records as rows of JSON Lines and CSV, with the columns that their importers read, and as Markdown notes."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

from mnemoscope.mapping import FIELDS
from mnemoscope.records import Record

COLUMNS = (*FIELDS, "meta")
_UNFIT = re.compile(r'[\x00-\x1f<>:"/\\|?*\x7f]+')
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
_LONGEST = 80


def one_line(values: object, separators: tuple[str, str] | None = None) -> bytes:
    """JSON on one line, also for readers that take Unicode's line separators for line ends."""
    text = json.dumps(values, ensure_ascii=False, separators=separators)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").encode()


def row(record: Record) -> dict[str, object]:
    """The fields of a record, ``None`` where it has none."""
    return {
        "text": record.text,
        "id": str(record.id),
        "app": record.app,
        "session": record.session,
        "session_title": record.session_title or None,
        "kind": record.kind.value,
        "speaker": record.speaker,
        "happened_at": record.happened_at.text if record.happened_at else None,
        "valid_until": record.valid_until.text if record.valid_until else None,
        "state": "active" if record.active else "inactive",
        "reason": record.reason or None,
        "superseded_by": str(record.superseded_by) if record.superseded_by else None,
        "meta": dict(record.meta) or None,
    }


def json_lines(records: Iterator[Record]) -> Iterator[bytes]:
    """A line per record."""
    for record in records:
        values = {name: value for name, value in row(record).items() if value is not None}
        yield one_line(values) + b"\n"


def csv_rows(records: Iterator[Record]) -> Iterator[bytes]:
    """A head row, then a row per record; texts stand as they are, also those that a spreadsheet takes for a formula."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for record in records:
        values = row(record)
        values["meta"] = json.dumps(values["meta"], ensure_ascii=False) if values["meta"] else None
        writer.writerow(["" if values[name] is None else values[name] for name in COLUMNS])
        yield buffer.getvalue().encode()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue().encode()


def notes(records: Iterator[Record]) -> Iterator[tuple[str, str]]:
    """A note per session, by its path: ``app/title.md``. Records of a session come one after the other."""
    used: set[str] = set()
    for (app, key), grouped in groupby(records, key=lambda record: (record.app, record.session)):
        some = list(grouped)
        title = some[0].session_title or key
        yield _path(app, title, used), _note(app, title, key, some)


def _note(app: str, title: str, key: str, records: list[Record]) -> str:
    front = {"title": title, "app": app, "session": key}
    started = next((record.happened_at.text for record in records if record.happened_at), None)
    if started:
        front["date"] = started
    lines = ["---", *(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in front.items()), "---", ""]
    for record in records:
        told = [record.speaker or record.kind.value]
        if record.happened_at:
            told.append(record.happened_at.text)
        if not record.active:
            told.append(f"inactive: {record.reason}" if record.reason else "inactive")
        if record.superseded_by:
            told.append(f"superseded by {record.superseded_by[:8]}")
        lines += [f"## {' · '.join(' '.join(part.split()) for part in told)} ({record.id[:8]})", "", record.text, ""]
    return "\n".join(lines)


def _path(app: str, title: str, used: set[str]) -> str:
    """A path that every file system takes, and nobody else has."""
    folder, name = _fit(app), _fit(title)
    path, number = f"{folder}/{name}.md", 1
    while unicodedata.normalize("NFC", path).casefold() in used:
        number += 1
        path = f"{folder}/{name} {number}.md"
    used.add(unicodedata.normalize("NFC", path).casefold())
    return path


def _fit(name: str) -> str:
    fit = " ".join(_UNFIT.sub(" ", name).split()).strip(". ")
    while len(fit.encode()) > 2 * _LONGEST or len(fit) > _LONGEST:
        fit = fit[:-1].rstrip(". ")
    return f"_{fit}" if _RESERVED.match(fit) else fit or "untitled"
