"""Markdown notes: a folder of them (Obsidian, basic-memory) or a single file; a session per file."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath

from mnemoscope import times
from mnemoscope.errors import VaultError
from mnemoscope.formats import notes
from mnemoscope.formats.sources import Document, ensure_readable, opened
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, Kind, RecordDraft, SessionDraft, Skipped, When
from mnemoscope.texts import clean

_SUFFIXES = (".md", ".markdown")
_DATES = ("date", "created", "created_at")
_LOOKED_AT = 20_000
"""Entries of a folder that recognition looks at, so that a whole disk is not searched for a note."""
_HEAD = 1 << 16


class Markdown:
    """Imports notes: a record per heading, and one per fact of basic-memory's ``- [category] fact``.

    A record's external id names its file and its text, so that a note which grew brings in only what is new.
    """

    name = "markdown"
    title = "Markdown"
    expects = "Markdown with headings, lists or front matter"

    def recognise(self, source: Path) -> str | None:
        """The sign, or ``None``."""
        try:
            if source.is_dir():
                found = any(isinstance(item, Path) for item in islice(_walk(source), _LOOKED_AT))
                return "a folder of Markdown notes" if found else None
            with opened(source) as file:
                head = file.read(_HEAD)
        except VaultError:
            return None
        text = _decoded(head.rsplit(b"\n", 1)[0] if len(head) == _HEAD else head)
        if text is None or "\0" in text or not notes.looks_like_one(text, _is_named_so(source.name)):
            return None
        return "a Markdown note"

    def read(self, source: Path) -> Iterator[Draft]:
        """Every note, in order of its path, without hidden folders and without following links to folders."""
        if source.is_file():
            yield from note(source, clean(source.name))
            return
        ensure_readable(source)
        found = False
        for item in _walk(source):
            if isinstance(item, Path):
                found = True
                yield from note(item, clean(item.relative_to(source).as_posix()))
            elif item is not None:
                found = True
                yield item
        if not found:
            raise VaultError("format.no_notes", path=source)


def _walk(folder: Path) -> Iterator[Path | Skipped | None]:
    """Notes and what is skipped; ``None`` for anything else, so that a caller can count what was looked at."""
    faults: list[OSError] = []
    for root, folders, files in os.walk(folder, onerror=faults.append):
        for fault in faults:
            yield Skipped(_place(folder, Path(fault.filename)), _unreadable(fault))
        faults.clear()
        linked = [name for name in folders if not name.startswith(".") and os.path.islink(os.path.join(root, name))]
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in linked)
        for name in sorted(linked):
            yield Skipped(_place(folder, Path(root, name)), message("skipped.folder_link"))
        for name in sorted(files):
            yield Path(root, name) if _is_named_so(name) and not name.startswith(".") else None
        yield from (None for _ in folders)
    for fault in faults:
        yield Skipped(_place(folder, Path(fault.filename)), _unreadable(fault))


def note(file: Path | Document, key: str) -> Iterator[Draft]:
    """The session and the records of one note; ``key`` names it."""
    try:
        with opened(file) as content:
            text = _decoded(content.read())
    except VaultError as error:
        yield Skipped(key, error.message)
        return
    if text is None:
        yield Skipped(key, message("skipped.not_utf8"))
        return
    parts = notes.take_apart(text)
    if parts.fault:
        yield Skipped(f"{key}, front matter", parts.fault)
    if not parts.passages:
        yield Skipped(key, message("skipped.empty"))
        return
    moment = _moment(parts.front)
    yield SessionDraft(key, parts.title or clean(PurePosixPath(file.name).stem), started_at=moment)
    repeats: Counter[str] = Counter()
    for passage in parts.passages:
        # A passage is known by its heading, so that an edit supersedes what stood there; a fact by what it says.
        place = passage.heading if passage.category is None else hashlib.blake2b(passage.text.encode()).hexdigest()[:16]
        repeats[place] += 1
        external_id = f"{key}#{place}" + (f"-{repeats[place]}" if repeats[place] > 1 else "")
        yield _record(key, external_id, passage, parts.front, moment)


def _record(
    session: str, external_id: str, passage: notes.Passage, front: dict[str, object], moment: When | None
) -> RecordDraft:
    meta: dict[str, object] = {
        "heading": passage.heading,
        "category": passage.category,
        "links": list(passage.links),
        "front_matter": front,
    }
    return RecordDraft(
        session,
        passage.text,
        external_id=external_id,
        kind=Kind.NOTE if passage.category is None else Kind.FACT,
        happened_at=moment,
        meta={name: value for name, value in meta.items() if value},
    )


def _moment(front: dict[str, object]) -> When | None:
    return next((moment for name in _DATES if (moment := times.read(front.get(name)))), None)


def _decoded(content: bytes) -> str | None:
    """Cleaned text with LF; ``None`` where it is not UTF-8, as a guess would mangle it silently."""
    try:
        return clean(content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n"))
    except UnicodeDecodeError:
        return None


def _is_named_so(name: str) -> bool:
    return name.lower().endswith(_SUFFIXES)


def _place(folder: Path, path: Path) -> str:
    return clean(path.relative_to(folder).as_posix())


def _unreadable(error: OSError) -> Message:
    return message("skipped.unreadable", detail=error.strerror or str(error))
