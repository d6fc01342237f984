"""Markdown notes: a folder or ZIP of them (Obsidian, basic-memory) or a single file; a session per file."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath

from mnemoscope import times
from mnemoscope.errors import VaultError
from mnemoscope.formats import notes
from mnemoscope.formats.sources import Document, documents, ensure_readable, in_utf8, is_zip, place, walk
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
    expects = message("expects.markdown")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        try:
            if source.is_dir():
                found = any(_is_note(item) for item in islice(walk(source), _LOOKED_AT))
                return message("sign.markdown_folder") if found else None
            if is_zip(source):
                found = any(isinstance(some, Document) and _is_named_so(some.name) for some in documents(source))
                return message("sign.markdown_zip") if found else None
            with in_utf8(source) as file:
                head = file.read(_HEAD)
        except VaultError:
            return None
        head = head.rsplit(b"\n", 1)[0] if len(head) == _HEAD else head
        text = _decoded(head)
        if text is None and _is_named_so(source.name):  # the reader says that it is not UTF-8
            text = head.decode("latin-1")
        if text is None or "\0" in text or not notes.looks_like_one(text, _is_named_so(source.name)):
            return None
        return message("sign.markdown")

    def read(self, source: Path) -> Iterator[Draft]:
        """Every note, in order of its path, without hidden folders and without following links to folders."""
        if is_zip(source):
            yield from _in_zip(source)
            return
        if source.is_file():
            yield from note(source, clean(source.name))
            return
        ensure_readable(source)
        found = False
        for item in walk(source):
            if isinstance(item, Skipped):
                found = True
                yield item
            elif item is not None and _is_note(item):
                found = True
                yield from note(item, place(source, item))
        if not found:
            raise VaultError("format.no_notes", path=source)


def _in_zip(source: Path) -> Iterator[Draft]:
    found = False
    for document in documents(source):
        if isinstance(document, Skipped):
            yield document
        elif _is_named_so(document.name):
            found = True
            yield from note(document, document.name)
    if not found:
        raise VaultError("format.no_notes", path=source)


def note(file: Path | Document, key: str) -> Iterator[Draft]:
    """The session and the records of one note; ``key`` names it."""
    try:
        with in_utf8(file) as content:
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
        sign = passage.heading if passage.category is None else hashlib.blake2b(passage.text.encode()).hexdigest()[:16]
        repeats[sign] += 1
        external_id = f"{key}#{sign}" + (f"-{repeats[sign]}" if repeats[sign] > 1 else "")
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


def _is_note(item: object) -> bool:
    return isinstance(item, Path) and _is_named_so(item.name)


def _is_named_so(name: str) -> bool:
    return name.lower().endswith(_SUFFIXES)
