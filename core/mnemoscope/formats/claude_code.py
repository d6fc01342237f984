"""Claude Code's sessions and its memory folder.

A session's JSONL file, a project's folder, or the folder of all projects. Turns are what a person and the assistant
said; results of tools, side chains, commands and thoughts are none. A session that was resumed repeats the lines of the
one before under the same ids, so that they are known. The last line of a file that is still being written is left for
the next time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath

from mnemoscope.errors import VaultError
from mnemoscope.formats import fields, lines
from mnemoscope.formats.markdown import note
from mnemoscope.formats.sources import Document, documents
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, PassedOver, RecordDraft, SessionDraft, Skipped
from mnemoscope.times import read as read_time

_LOOKED_AT = 50
_TYPES = ("user", "assistant", "system", "summary", "file-history-snapshot", "queue-operation", "attachment")
_COMMAND = re.compile(r"\s*<(?:local-)?command-|\s*<(?:system-reminder|bash-(?:input|stdout|stderr))>")
_TITLE = 80


class ClaudeCode:
    """Imports a session per file, with its turns, and the notes of memory folders."""

    name = "claude-code"
    title = "Claude Code"
    expects = message("expects.claude_code")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        try:
            looked = (some for some in documents(source) if isinstance(some, Document))
            for document in islice(looked, _LOOKED_AT):
                if PurePosixPath(document.name).name == "MEMORY.md" and not source.is_file():
                    return message("sign.claude_code_memory")
                if (document.name.endswith(".jsonl") or source.is_file()) and _is_session(document):
                    return message("sign.claude_code")
        except VaultError:
            return None
        return None

    def read(self, source: Path) -> Iterator[Draft]:
        """Every session and note, in order of the files' names."""
        found = False
        announced: set[str] = set()
        for document in documents(source):
            if isinstance(document, Skipped):
                yield document
            elif _is_memory(source, document):
                found = True
                yield from note(document, document.name)
            elif source.is_file() or (document.name.endswith(".jsonl") and _is_session(document)):
                found = True
                yield from _session(document, announced, single=source.is_file())
            else:
                yield PassedOver(document.name)
        if not found:
            raise VaultError("format.nothing_in", path=source, expects=self.expects)


def _is_memory(source: Path, document: Document) -> bool:
    path = PurePosixPath(document.name)
    is_inside = "memory" in path.parts[:-1] or source.name == "memory" or path.name in ("MEMORY.md", "CLAUDE.md")
    return not source.is_file() and path.suffix == ".md" and is_inside


def _is_session(document: Document) -> bool:
    """By its first lines."""
    try:
        read = [lines.parsed_or_none(line) for _, line in islice(lines.lines(document, largest=1 << 23), 20)]
    except VaultError:
        return False
    return any(
        line is not None
        and line.get("type") in _TYPES
        and ("sessionId" in line or "leafUuid" in line or "messageId" in line)
        for line in read
    )


def _session(document: Document, announced: set[str], *, single: bool) -> Iterator[Draft]:
    name = PurePosixPath(document.name)
    summary = ""
    seen: set[tuple[str, str]] = set()
    for number, line in lines.lines(document):
        place = f"line {number}" if single else f"{document.name}, line {number}"
        try:
            entry = lines.parsed(line)
            if entry.get("type") == "summary":
                summary = summary or fields.label(entry.get("summary")) or ""
                continue
            record = _turn(entry, name.stem)
        except fields.Malformed as error:
            is_whole = line.endswith(b"\n")
            yield Skipped(place, error.message if is_whole else message("skipped.still_written"))
            continue
        if record is None or (record.external_id, record.text) in seen:
            continue
        if record.external_id is not None:
            seen.add((record.external_id, record.text))
        if record.session not in announced:
            announced.add(record.session)
            title = summary or " ".join(record.text.split())[:_TITLE]
            rest = {"cwd": entry.get("cwd"), "branch": entry.get("gitBranch"), "project": str(name.parent)}
            meta = {key: found for key, value in rest.items() if (found := fields.label(value)) and found != "."}
            yield SessionDraft(record.session, title, started_at=record.happened_at, meta=meta)
        yield record


def _turn(entry: dict[str, object], file: str) -> RecordDraft | None:
    """What a line says; ``None`` where nobody says anything. Raises ``Malformed``."""
    speaker = entry.get("type")
    if speaker not in ("user", "assistant") or entry.get("isSidechain") or entry.get("isMeta"):
        return None
    said_by = fields.members(entry.get("message"))
    content = said_by.get("content")
    if isinstance(content, list):
        texts = [
            str(block["text"])
            for block in content
            if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)
        ]
        said = "\n\n".join(texts)
    elif isinstance(content, str):
        said = content
    else:
        raise fields.Malformed("skipped.no_text")
    if not said.strip() or _COMMAND.match(said):
        return None
    meta = {"model": fields.label(said_by.get("model"))}
    return RecordDraft(
        fields.label(entry.get("sessionId")) or fields.label(file) or "session",
        fields.text(said),
        external_id=fields.label(entry.get("uuid")),
        speaker=str(speaker),
        happened_at=read_time(entry.get("timestamp")),
        meta={name: value for name, value in meta.items() if value},
    )
