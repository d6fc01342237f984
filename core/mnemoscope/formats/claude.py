"""Claude's export: conversations, and beside them projects with their documents, and what it remembers.

The ZIP, the folder or one of its files. What a message says stands in ``content``; ``text`` repeats it and is read only
where ``content`` has none. The text of an attachment is a note of its own behind its message, under the file's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from mnemoscope.errors import VaultError
from mnemoscope.formats import arrays, fields
from mnemoscope.formats.sources import Document, documents, is_itself, json_documents
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, Kind, PassedOver, RecordDraft, SessionDraft, Skipped, When
from mnemoscope.times import read as read_time

_LOOKED_AT = 50
_MEMORIES = "memories"
Read = Callable[[Document], Iterator[Draft]]


class Claude:
    """Imports a session per conversation and per project, a record per message and per document."""

    name = "claude"
    title = "Claude"
    expects = message("expects.claude")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        try:
            signs = (_kind(some) for some in islice(json_documents(source), _LOOKED_AT))
            sign = next((found[0] for found in signs if found), None)
        except VaultError:
            return None
        return sign

    def read(self, source: Path) -> Iterator[Draft]:
        """Every conversation, project and memory."""
        found = False
        for document in documents(source):
            if isinstance(document, Skipped):
                yield document
                continue
            is_it = is_itself(source, document)
            kind = _kind(document) if is_it or document.name.endswith(".json") else None
            if kind is not None:
                found = True
                yield from kind[1](document)
            elif is_it:  # named by the person, and nothing in it is known
                found = True
                yield from _conversations(document)
            else:
                yield PassedOver(document.name)
        if not found:
            raise VaultError("format.nothing_in", path=source, expects=self.expects)


def _kind(document: Document) -> tuple[Message, Read] | None:
    """What a file of the export holds, by its first element, and how it is read."""
    item = arrays.first(document)
    if item is None:
        return None
    if isinstance(item.get("chat_messages"), list):
        return message("sign.claude"), _conversations
    if "uuid" in item and isinstance(item.get("docs"), list):
        return message("sign.claude_projects"), _projects
    if "conversations_memory" in item or "project_memories" in item:
        return message("sign.claude_memories"), _memories
    return None


# ---------------------------------------------------------------- conversations


def _conversations(document: Document) -> Iterator[Draft]:
    for item in arrays.objects(document, "conversation"):
        if isinstance(item, Skipped):
            yield item
            continue
        position, conversation = item
        try:
            messages = fields.elements(conversation.get("chat_messages"), "chat_messages")
        except fields.Malformed as error:
            yield Skipped(position, error.message)
            continue
        key = fields.label(conversation.get("uuid")) or position
        records: list[Draft] = []
        for number, turn in enumerate(messages, 1):
            place = f"{position}, message {number}"
            try:
                records.extend(_message(key, number, fields.members(turn)))
            except fields.Malformed as error:
                records.append(Skipped(place, error.message))
        if any(isinstance(some, RecordDraft) for some in records):
            yield _session(key, conversation)
        yield from records


def _session(key: str, conversation: dict[str, object]) -> SessionDraft:
    account = conversation.get("account")
    rest = {
        "summary": fields.label(conversation.get("summary")),
        "updated_at": fields.label(conversation.get("updated_at")),
        "account": fields.label(account.get("uuid")) if isinstance(account, dict) else None,
    }
    title = fields.label(conversation.get("name")) or ""
    meta = {name: value for name, value in rest.items() if value}
    return SessionDraft(key, title, started_at=read_time(conversation.get("created_at")), meta=meta)


def _message(session: str, number: int, message: dict[str, object]) -> Iterator[RecordDraft]:
    """The message and its attachments; nothing where it only uses tools. Raises ``Malformed``."""
    id = fields.label(message.get("uuid")) or f"{session}/{number}"
    moment = read_time(message.get("created_at"))
    said = _said(message)
    attachments = [some for some in _listed(message, "attachments") if isinstance(some, dict)]
    names = [_name(some) for some in attachments]
    files = [_name(some) for some in _listed(message, "files") if isinstance(some, dict)]
    rest = {"attachments": names, "files": files}
    if said.strip():
        yield RecordDraft(
            session,
            fields.text(said),
            external_id=id,
            speaker=fields.label(message.get("sender")),
            happened_at=moment,
            meta={name: value for name, value in rest.items() if value},
        )
    for place, (some, name) in enumerate(zip(attachments, names, strict=True), 1):
        content = some.get("extracted_content")
        if isinstance(content, str) and content.strip():
            yield _document(session, f"{id}/attachment/{place}", content, name, moment)


def _said(message: dict[str, object]) -> str:
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [
        str(block["text"])
        for block in blocks
        if isinstance(block, dict) and block.get("type", "text") == "text" and isinstance(block.get("text"), str)
    ]
    whole = "\n\n".join(text for text in texts if text.strip())
    text = content if isinstance(content, str) else message.get("text")
    if whole or not isinstance(text, str):
        if not whole and not blocks and text is not None:
            raise fields.Malformed("skipped.no_text")
        return whole
    return text


def _listed(message: dict[str, object], field: str) -> list[object]:
    value = message.get(field)
    return value if isinstance(value, list) else []


def _name(some: dict[str, object]) -> str:
    return fields.label(some.get("file_name")) or fields.label(some.get("filename")) or "?"


def _document(session: str, id: str, content: str, name: str, moment: When | None) -> RecordDraft:
    """A file's text, under its name, so that both are found."""
    return RecordDraft(
        session,
        f"{name}\n\n{fields.text(content)}",
        external_id=id,
        kind=Kind.NOTE,
        happened_at=moment,
        meta={"file_name": name},
    )


# ---------------------------------------------------------------- projects and memories


def _projects(document: Document) -> Iterator[Draft]:
    for item in arrays.objects(document, "project"):
        if isinstance(item, Skipped):
            yield item
            continue
        position, project = item
        key = f"project/{fields.label(project.get('uuid')) or position}"
        name = fields.label(project.get("name")) or ""
        created = read_time(project.get("created_at"))
        records: list[Draft] = []
        for field in ("description", "prompt_template"):
            text = project.get(field)
            if isinstance(text, str) and text.strip():
                meta = {"field": field}
                note = RecordDraft(
                    key, fields.text(text), f"{key}/{field}", kind=Kind.NOTE, happened_at=created, meta=meta
                )
                records.append(note)
        for number, doc in enumerate(_listed(project, "docs"), 1):
            try:
                some = fields.members(doc)
                id = fields.label(some.get("uuid")) or f"{number}"
                moment = read_time(some.get("created_at")) or created
                records.append(_document(key, f"{key}/{id}", fields.text(some.get("content")), _name(some), moment))
            except fields.Malformed as error:
                records.append(Skipped(f"{position}, document {number}", error.message))
        if any(isinstance(some, RecordDraft) for some in records):
            yield SessionDraft(key, name, started_at=created)
        yield from records


def _memories(document: Document) -> Iterator[Draft]:
    is_announced = False
    for item in arrays.stream(document, "memory"):
        if isinstance(item, Skipped):
            yield item
            continue
        position, value = item
        memory = value if isinstance(value, dict) else {}
        projects = memory.get("project_memories")
        found = {"conversations": memory.get("conversations_memory")}
        found |= {f"project/{id}": text for id, text in projects.items()} if isinstance(projects, dict) else {}
        for name, text in found.items():
            if text is None:
                continue
            id = fields.label(f"{_MEMORIES}/{name}") or _MEMORIES
            try:
                record = RecordDraft(_MEMORIES, fields.text(text), id, kind=Kind.FACT)
            except fields.Malformed as error:
                yield Skipped(f"{position}, {fields.label(name)}", error.message)
                continue
            if not is_announced:
                is_announced = True
                yield SessionDraft(_MEMORIES, "What Claude remembers")
            yield record
