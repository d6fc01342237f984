"""ChatGPT's export: conversations as trees of messages, of which the branch that was read last is the conversation.

The file, its parts (``conversations-000.json``), the ZIP or the folder. Messages of the system and of tools, hidden
ones and the model's thoughts are no turns. A message that was edited stands beside its first wording under the same
parent: where an earlier import has brought that one, the new wording supersedes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from mnemoscope.errors import VaultError
from mnemoscope.formats import arrays, fields
from mnemoscope.formats.sources import Document, documents, is_itself, json_documents
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, PassedOver, RecordDraft, SessionDraft, Skipped
from mnemoscope.times import read as read_time

_LOOKED_AT = 50
"""JSON files of a folder or ZIP that recognition looks into."""
_THOUGHTS = ("thoughts", "reasoning_recap", "user_editable_context", "model_editable_context")
_PLACEHOLDERS = {
    "image_asset_pointer": "[image]",
    "audio_asset_pointer": "[audio]",
    "video_container_asset_pointer": "[video]",
}
_KEPT = ("gizmo_id", "default_model_slug", "is_archived", "update_time", "conversation_template_id")


class ChatGpt:
    """Imports a session per conversation and a record per message of its current branch."""

    name = "chatgpt"
    title = "ChatGPT"
    expects = message("expects.chatgpt")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        try:
            found = any(_is_export(some) for some in islice(json_documents(source), _LOOKED_AT))
        except VaultError:
            return None
        return message("sign.chatgpt") if found else None

    def read(self, source: Path) -> Iterator[Draft]:
        """Every conversation, in the order of the files."""
        seen: set[str] = set()
        found = False
        for document in documents(source):
            if isinstance(document, Skipped):
                yield document
            elif is_itself(source, document) or (document.name.endswith(".json") and _is_export(document)):
                found = True
                for item in arrays.objects(document, "conversation"):
                    if isinstance(item, Skipped):
                        yield item
                    else:
                        yield from _conversation(*item, seen)
            else:
                yield PassedOver(document.name)
        if not found:
            raise VaultError("format.nothing_in", path=source, expects=self.expects)


def _is_export(document: Document) -> bool:
    item = arrays.first(document)
    mapping = item.get("mapping") if item is not None else None
    nodes = list(mapping.values()) if isinstance(mapping, dict) else []
    return any(isinstance(node, dict) and "message" in node for node in nodes)


def _conversation(position: str, conversation: dict[str, object], seen: set[str]) -> Iterator[Draft]:
    try:
        nodes = fields.members(conversation.get("mapping"))
        kept = fields.members(fields.plain({name: conversation[name] for name in _KEPT if conversation.get(name)}))
    except fields.Malformed as error:
        yield Skipped(position, error.message)
        return
    key = fields.label(conversation.get("conversation_id")) or fields.label(conversation.get("id")) or position
    title = fields.label(conversation.get("title")) or ""
    started = read_time(conversation.get("create_time"))
    is_announced = key in seen
    for id in _branch(nodes, conversation.get("current_node")):
        try:
            record = _record(key, id, nodes)
        except fields.Malformed as error:
            yield Skipped(f"{position}, message {fields.label(id) or '?'}", error.message)
            continue
        if record is None:
            continue
        if not is_announced:
            is_announced = True
            seen.add(key)
            yield SessionDraft(key, title, started_at=started, meta=kept)
        yield record


def _branch(nodes: dict[str, object], current: object) -> list[str]:
    """The ids from the root to the current node; where that is missing, to the newest leaf."""
    id = current if isinstance(current, str) and current in nodes else _newest_leaf(nodes)
    way: dict[str, None] = {}
    while isinstance(id, str) and id in nodes and id not in way:  # parents may run in a circle
        way[id] = None
        node = nodes[id]
        id = node.get("parent") if isinstance(node, dict) else None
    return list(way)[::-1]


def _newest_leaf(nodes: dict[str, object]) -> str | None:
    leaves = [id for id, node in nodes.items() if isinstance(node, dict) and not node.get("children")]
    return max(leaves or nodes, key=lambda id: _created(nodes[id]), default=None)


def _created(node: object) -> float:
    message = node.get("message") if isinstance(node, dict) else None
    moment = read_time(message.get("create_time")) if isinstance(message, dict) else None
    return moment.utc if moment else float("-inf")


def _record(session: str, id: str, nodes: dict[str, object]) -> RecordDraft | None:
    """The turn of a node; ``None`` where it is none. Raises ``Malformed``."""
    node = fields.members(nodes[id])
    if node.get("message") is None:
        return None
    message = fields.members(node["message"])
    role = _role(message)
    metadata = message.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    if role not in ("user", "assistant") or metadata.get("is_visually_hidden_from_conversation"):
        return None
    text, kind = _text(message.get("content"))
    if not text.strip():
        return None  # an answer that was broken off, or a picture without a word
    rest = {
        "model": metadata.get("model_slug"),
        "content_type": kind if kind != "text" else None,
        "attachments": _names(metadata.get("attachments")),
    }
    return RecordDraft(
        session,
        fields.text(text),
        external_id=fields.label(message.get("id")) or fields.label(id),
        speaker=role,
        happened_at=read_time(message.get("create_time")),
        replaces=_replaced(id, node.get("parent"), role, nodes),
        meta=fields.members(fields.plain({name: value for name, value in rest.items() if value})),
    )


def _role(message: dict[str, object]) -> str | None:
    author = message.get("author")
    return fields.label(author.get("role")) if isinstance(author, dict) else None


def _text(content: object) -> tuple[str, str]:
    """What was said, and the type of the content. Raises ``Malformed`` where it cannot be told."""
    if isinstance(content, str):
        return content, "text"
    content = fields.members(content)
    kind = fields.label(content.get("content_type")) or "text"
    if kind in _THOUGHTS:
        return "", kind
    parts = content.get("parts")
    if isinstance(parts, list):
        return "\n\n".join(filter(None, map(_part, parts))), kind
    for name in ("text", "result"):
        if isinstance(content.get(name), str):
            return str(content[name]), kind
    raise fields.Malformed("skipped.no_text")


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    if isinstance(part.get("text"), str):
        return str(part["text"])
    return _PLACEHOLDERS.get(str(part.get("content_type")), "")


def _names(attachments: object) -> list[str]:
    if not isinstance(attachments, list):
        return []
    return [name for some in attachments if isinstance(some, dict) and (name := fields.label(some.get("name")))]


def _replaced(id: str, parent: object, role: str, nodes: dict[str, object]) -> tuple[str, ...]:
    """The messages of the same role beside this one, under the same parent."""
    above = nodes.get(parent) if isinstance(parent, str) else None
    children = above.get("children") if isinstance(above, dict) else None
    found = []
    for other in children if isinstance(children, list) else ():
        node = nodes.get(other) if isinstance(other, str) and other != id else None
        message = node.get("message") if isinstance(node, dict) else None
        if isinstance(message, dict) and _role(message) == role:
            found.append(fields.label(message.get("id")) or fields.label(other) or "")
    return tuple(filter(None, found))
