"""The inside of one Markdown note: front matter, headings, facts, links.

Nothing is dropped: the texts of a note's passages, joined, are its body. Line ends are read as Python reads them (CRLF
is LF).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from mnemoscope.formats import fields
from mnemoscope.messages import Message, message

_FACT = re.compile(r" {0,3}[-*+][ \t]+\[([^\[\]()\n]+)\](?=[ \t]+\S)")
_CHECKBOX = re.compile(r"[ xX/>-]?")
_LINK = re.compile(r"\[\[([^\[\]\n|]+)(?:\|[^\[\]\n]*)?\]\]")
_SIGN = re.compile(r"^(?: {0,3}(?:#{1,6}[ \t]+\S|[-*+][ \t]+\S|\d{1,9}[.)][ \t]+\S|```|~~~))", re.MULTILINE)
_NOTE_ITEM = re.compile(r"^ {0,3}[-*+][ \t]+(?:\[[^\[\]()\n]{2,}\][ \t]+\S|[^\n]*\[\[[^\[\]\n]+\]\])", re.MULTILINE)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_FRONT_FIELDS = frozenset({"title", "type", "permalink", "tags", "date", "created", "aliases"})


@dataclass(frozen=True, slots=True)
class Passage:
    """A heading with what follows it, or a fact of basic-memory's ``- [category] fact``."""

    text: str
    heading: str = ""
    category: str | None = None
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """A note taken apart."""

    front: dict[str, object]
    passages: tuple[Passage, ...]
    title: str = ""
    """The title of the front matter, else the first heading of level 1; may be empty."""
    fault: Message | None = None
    """What was wrong with the front matter, which then stands unread in ``front``."""


@dataclass(slots=True)
class _Outline:
    """What the lines of a body are; line numbers are 0-based."""

    headings: dict[int, str] = field(default_factory=dict)
    first_title: str = ""
    items: dict[int, int] = field(default_factory=dict)
    """Line after the end of a top-level list item, by its first line."""
    code: set[int] = field(default_factory=set)


def take_apart(text: str) -> Note:
    """The parts of a note. The text is cleaned, and its line ends are LF."""
    front, body, fault = _front_matter(text)
    lines = _LINE.findall(body)
    outline = _outline(body)
    title = fields.label(front.get("title")) or outline.first_title
    return Note(front, tuple(_passages(lines, outline)), title, fault)


def looks_like_one(text: str, named_so: bool) -> bool:
    """Whether a single file is a note. Where its name does not say so, comments of a script must not pass for one."""
    front, body, _ = _front_matter(text)
    if front.keys() & _FRONT_FIELDS:
        return True
    if named_so:
        return bool(front or _SIGN.search(body) or _LINK.search(body))
    begins_with_heading = re.match(r"\s*#{1,6}[ \t]+\S", body)
    return bool(begins_with_heading and _NOTE_ITEM.search(body))


def _front_matter(text: str) -> tuple[dict[str, object], str, Message | None]:
    """Fields as written (``1.10`` stays a text), the body, and what was wrong."""
    import frontmatter.default_handlers as handlers
    import yaml

    handler = handlers.YAMLHandler()
    pieces = handler.FM_BOUNDARY.split(text, 2) if handler.detect(text) else []
    if len(pieces) != 3:
        return {}, text, None
    try:
        front = handler.load(pieces[1], Loader=yaml.BaseLoader) or {}
        if not isinstance(front, dict):  # two thematic breaks with prose between them
            return {}, text, None
        return fields.members(fields.plain(front)), pieces[2].removeprefix("\n"), None
    except (yaml.YAMLError, RecursionError, fields.Malformed) as error:
        detail = str(getattr(error, "problem", None) or error)
        unread: dict[str, object] = {"unread": pieces[1].strip("\n")}
        return unread, pieces[2].removeprefix("\n"), message("skipped.front_matter", detail=detail)


def _outline(body: str) -> _Outline:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    parser.core.ruler.enableOnly(["normalize", "block"])
    outline = _Outline()
    tokens = parser.parse(body)
    for at, token in enumerate(tokens):
        if token.map is None:
            continue
        start, end = token.map
        match token.type:
            case "heading_open" if token.level == 0:
                outline.headings[start] = tokens[at + 1].content
                if token.tag == "h1" and not outline.first_title:
                    outline.first_title = tokens[at + 1].content
            case "list_item_open" if token.level == 1:
                outline.items[start] = end
            case "fence" | "code_block":
                outline.code.update(range(start, end))
            case _:
                pass
    return outline


def _passages(lines: list[str], outline: _Outline) -> Iterator[Passage]:
    """Cut before each heading, before each fact and after it; blank lines go with what is before them."""
    facts = {start: end for start, end in outline.items.items() if _category(lines[start])}
    cuts = sorted({0, *outline.headings, *facts, *facts.values()} - {len(lines)})
    starts = [cut for cut, end in pairwise([*cuts, len(lines)]) if any(line.strip() for line in lines[cut:end])]
    heading = ""
    for number, (start, end) in enumerate(pairwise([*starts, len(lines)])):
        heading = outline.headings.get(start, heading)
        text = "".join(lines[start if number else 0 : end])
        prose = "".join(lines[at] for at in range(start, end) if at not in outline.code)
        links = tuple(dict.fromkeys(link.strip() for link in _LINK.findall(prose)))
        yield Passage(text, heading, _category(lines[start]) if start in facts else None, links)


def _category(line: str) -> str | None:
    match = _FACT.match(line)
    return match[1] if match and not _CHECKBOX.fullmatch(match[1]) else None
