"""OpenMemory's export: ``memories.json`` with users, apps, states and their history, and ``memories.jsonl.gz``.

The ZIP, its folder, or either file alone. Both files hold the same memories: what the first tells of one, the second
does not tell again. Each keeps its app; what is paused, archived or deleted is inactive, with that word as the reason.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

from mnemoscope.errors import VaultError
from mnemoscope.formats import arrays, fields, lines
from mnemoscope.formats.sources import Document, Unswollen, documents
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, Kind, PassedOver, PastState, RecordDraft, SessionDraft, Skipped
from mnemoscope.seen import Keys
from mnemoscope.times import read as read_time

_SESSION = "memories"
_GZIP = b"\x1f\x8b"
_TAKEN = ("id", "content", "memory", "text", "state", "app", "app_id", "created_at")
Memories = dict[str, object]


class OpenMemory:
    """Imports a session per app, and a fact per memory."""

    name = "openmemory"
    title = "OpenMemory"
    expects = message("expects.openmemory")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        try:
            for document in islice((some for some in documents(source) if isinstance(some, Document)), 50):
                if _is_whole(document):
                    return message("sign.openmemory")
                if _is_lines(document):
                    return message("sign.openmemory_lines")
        except VaultError:
            return None
        return None

    def read(self, source: Path) -> Iterator[Draft]:
        """Every memory once; of two files that tell it, the one with its history."""
        whole, line_files = [], []
        for document in documents(source):
            if isinstance(document, Skipped):
                yield document
            elif _is_whole(document):
                whole.append(document)
            elif _is_lines(document):
                line_files.append(document)
            else:
                yield PassedOver(document.name)
        if not whole and not line_files:
            raise VaultError("format.nothing_in", path=source, expects=self.expects)
        announced: set[str | None] = set()
        with closing(Keys()) as known:
            for document in whole:
                yield from _announced(_from_export(document, known), announced)
            for document in line_files:
                yield from _announced(_from_lines(document, known), announced)


def _once(record: RecordDraft, known: Keys, place: str) -> Iterator[RecordDraft | Skipped]:
    """A memory that was not told yet; another text under its id is named."""
    id, text = record.external_id, record.text
    is_new_text = id is None or known.is_new(id, text)
    if id is None or known.is_new(id):
        yield record
    elif is_new_text:
        yield Skipped(place, message("skipped.repeated", key=id))


def _announced(drafts: Iterator[RecordDraft | Skipped], announced: set[str | None]) -> Iterator[Draft]:
    for draft in drafts:
        if isinstance(draft, RecordDraft) and draft.app not in announced:
            announced.add(draft.app)
            yield SessionDraft(_SESSION, "Memories", app=draft.app)
        yield draft


# ---------------------------------------------------------------- memories.json


def _is_whole(document: Document) -> bool:
    try:
        with document.open() as file:
            head = file.read(1 << 16).removeprefix(b"\xef\xbb\xbf").lstrip()
            tail = head if document.size <= len(head) else _end(file)
    except VaultError:
        return False
    both = head + tail
    return (
        head.startswith(b"{")
        and b'"memories"' in both
        and any(word in both for word in (b'"status_history"', b'"access_controls"', b'"memory_categories"'))
    )


def _end(file: BinaryIO) -> bytes:
    end = b""
    while block := file.read(1 << 20):
        end = (end + block)[-(1 << 16) :]
    return end


def _from_export(document: Document, known: Keys) -> Iterator[RecordDraft | Skipped]:
    export, memories = arrays.inside(document, "memories")
    apps = _by_id(export.get("apps"), "name")
    categories = _by_id(export.get("categories"), "name")
    histories = _grouped(export.get("status_history"), "memory_id")
    controls = _grouped(export.get("access_controls"), "subject_id") | _grouped(
        export.get("access_controls"), "object_id"
    )
    of_memory = _grouped(export.get("memory_categories"), "memory_id")
    for number, value in enumerate(memories, 1):
        try:
            memory = dict(fields.members(value))
            id = fields.label(memory.get("id"))
            app = apps.get(fields.label(memory.get("app_id")) or "") or _app(memory)
            names = [
                categories.get(fields.label(some.get("category_id")) or "") for some in of_memory.get(id or "", ())
            ]
            if any(names):
                memory["categories"] = [name for name in names if name]
            if id in controls:
                memory["access_controls"] = controls[id or ""]
            record = _memory(memory, app, _states(memory, histories.get(id or "", [])))
        except fields.Malformed as error:
            yield Skipped(f"memory {number}", error.message)
            continue
        yield from _once(record, known, f"memory {number}")


def _by_id(rows: object, field: str) -> dict[str, str]:
    found = {}
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and (id := fields.label(row.get("id"))) and (name := fields.label(row.get(field))):
            found[id] = name
    return found


def _grouped(rows: object, field: str) -> dict[str, list[dict[str, object]]]:
    found: defaultdict[str, list[dict[str, object]]] = defaultdict(list)
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and (id := fields.label(row.get(field))):
            found[id].append(row)
    return dict(found)


def _states(memory: Mapping[str, object], history: list[dict[str, object]]) -> tuple[PastState, ...]:
    """Every state with its time, the first one from the memory's making."""
    changes = [(moment, row) for row in history if (moment := read_time(row.get("changed_at")))]
    changes.sort(key=lambda change: change[0].utc)
    made = read_time(memory.get("created_at"))
    if not changes or made is None:
        return ()
    first = fields.label(changes[0][1].get("old_state")) or "active"
    states = [PastState(made, first == "active", "" if first == "active" else first)]
    for moment, row in changes:
        state = fields.label(row.get("new_state")) or "active"
        states.append(PastState(moment, state == "active", "" if state == "active" else state))
    return tuple(states)


# ---------------------------------------------------------------- memories.jsonl.gz


def _is_lines(document: Document) -> bool:
    try:
        read = [lines.parsed_or_none(line) for _, line in islice(lines.lines(_unpacked(document), largest=1 << 20), 20)]
    except VaultError:
        return False
    return any(line is not None and {"id", "content", "state"} <= line.keys() for line in read)


def _unpacked(document: Document) -> Document:
    """The document itself, or what its gzip holds."""
    with document.open() as file:
        is_packed = file.read(2) == _GZIP
    return Document(document.name, document.size, partial(_ungzipped, document)) if is_packed else document


@contextmanager
def _ungzipped(document: Document) -> Iterator[BinaryIO]:
    with document.open() as file:
        try:
            with gzip.GzipFile(fileobj=file) as unpacked:
                yield cast(BinaryIO, io.BufferedReader(Unswollen(unpacked, document)))
        except (OSError, EOFError, zlib.error) as error:
            raise VaultError("format.unreadable", path=document.name, detail=str(error) or "it ends early") from error


def _from_lines(document: Document, known: Keys) -> Iterator[RecordDraft | Skipped]:
    for number, line in lines.lines(_unpacked(document)):
        try:
            memory = lines.parsed(line)
            record = _memory(memory, _app(memory), ())
        except fields.Malformed as error:
            yield Skipped(f"line {number}", error.message)
            continue
        yield from _once(record, known, f"line {number}")


# ---------------------------------------------------------------- one memory


def _app(memory: Mapping[str, object]) -> str | None:
    app = memory.get("app")
    return fields.label(app.get("name")) if isinstance(app, dict) else fields.label(app)


def _memory(memory: Mapping[str, object], app: str | None, states: tuple[PastState, ...]) -> RecordDraft:
    """Raises ``Malformed``."""
    text = next((memory[name] for name in ("content", "memory", "text") if memory.get(name) is not None), None)
    state = fields.label(memory.get("state")) or "active"
    rest = {name: value for name, value in memory.items() if name not in _TAKEN and value not in (None, "", {}, [])}
    if states and states[-1].active != (state == "active"):
        states = ()  # the history does not lead to what the memory is
    return RecordDraft(
        _SESSION,
        fields.text(text),
        external_id=fields.label(memory.get("id")),
        app=app,
        kind=Kind.FACT,
        happened_at=read_time(memory.get("created_at")),
        active=state == "active",
        reason="" if state == "active" else state,
        states=states,
        meta=fields.members(fields.plain(rest)),
    )
