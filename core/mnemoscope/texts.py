"""Text as it enters the vault: cleaned once, and split into parts that join to the text again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

import regex

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

LIMIT = 1500
"""Characters of a record; a longer text becomes several adjacent records."""


def clean(text: str) -> str:
    """NUL and lone surrogates become U+FFFD: neither SQLite nor an embedding engine takes them."""
    return _UNSTORABLE.sub("�", text)


def in_one_line(text: str) -> str:
    """A text as a line for a terminal: what a stored text holds is no command to it, and ends no line."""
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable())


def split(text: str, limit: int = LIMIT) -> list[str]:
    """Parts of at most ``limit`` characters whose concatenation is the text; the empty text has no part.

    Broken between paragraphs where that is enough, else between sentences, lines, words, graphemes; a fenced code
    block stays whole where it fits. Packed greedily: no two adjacent parts would fit into one. A part is blank only
    where white space alone fills it, or where the parts beside it are full to the last character.
    """
    if limit < 1:
        raise ValueError("a part holds at least one character")
    if len(text) <= limit:
        return [text] if text else []
    parts: list[str] = []
    pending: list[str] = []
    held = 0
    for atom in _unbroken(_atoms(text, limit, _LEVELS), limit):
        if held + len(atom) > limit:
            parts.append("".join(pending))
            pending, held = [], 0
        pending.append(atom)
        held += len(atom)
    return [*parts, "".join(pending)]


# ---------------------------------------------------------------- where a text may be broken

_Level = Callable[[str], Iterable[str]]

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_SENTENCE = regex.compile(r"""(?s).+?(?:[.!?…]+["'’”»)\]]*\s+|[。！？]+[」』”’）]*\s*|\Z)""")
_WORD = regex.compile(r"\S+\s*|\s+")
_GRAPHEME = regex.compile(r"\X")
_LOOK_AHEAD = 32
_EXTENDS = regex.compile(r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]+")


def _blocks(text: str) -> Iterator[str]:
    """Paragraphs with the blank lines after them, and fenced code blocks; an unclosed fence runs to the end."""
    block: list[str] = []
    fence = ""
    blank_before = False
    for line in text.splitlines(keepends=True):
        marks = _FENCE.match(line)
        opens = bool(marks) and not fence
        blank = not line.strip()
        if block and not fence and (opens or (blank_before and not blank)):
            yield "".join(block)
            block = []
        block.append(line)
        if opens and marks:
            fence = marks[1]
        elif fence and marks and marks[1].startswith(fence) and not line.strip(" \t\r\n`~"):
            fence, blank = "", True
        blank_before = blank and not fence
    if block:
        yield "".join(block)


def _sentences(block: str) -> Iterable[str]:
    """Sentences with the space after them; code has none."""
    return [block] if _FENCE.match(block) else (match[0] for match in _SENTENCE.finditer(block))


def _lines(text: str) -> Iterable[str]:
    return text.splitlines(keepends=True)


_LEVELS: tuple[_Level, ...] = (_blocks, _sentences, _lines, _WORD.findall)


def _atoms(text: str, limit: int, levels: tuple[_Level, ...]) -> Iterator[str]:
    """The largest pieces that fit, a piece's trailing white space apart from it."""
    if not levels:
        yield from _runs(text, limit)
        return
    for piece in levels[0](text):
        core = piece.rstrip()
        for unit in (core, piece[len(core) :]):
            if len(unit) > limit:
                yield from _atoms(unit, limit, levels[1:] if unit.strip() else ())
            elif unit:
                yield unit


def _runs(text: str, limit: int) -> Iterator[str]:
    """As many whole graphemes as fit, again and again; code points where one alone is too long."""
    at = 0
    while at < len(text):
        graphemes = _GRAPHEME.findall(text[at : at + limit + _LOOK_AHEAD])
        run = max((end for end in accumulate(map(len, graphemes)) if end <= limit), default=limit)
        yield text[at : at + run]
        at += run


def _unbroken(atoms: Iterator[str], limit: int) -> Iterator[str]:
    """The atoms, with a mark that extends the character before it (a combining accent after a space) joined to it;
    where both are too long for that, the character goes to its marks."""
    before = ""
    for atom in atoms:
        marks = _EXTENDS.match(atom) if before else None
        if marks and len(before) + len(atom) <= limit:
            before += atom
            continue
        rest = atom
        if marks:
            last = _GRAPHEME.findall(before[-_LOOK_AHEAD:])[-1]
            whole, head = last + marks[0], before[: -len(last)]
            if head and len(whole) <= limit:
                yield head
                before, rest = whole, atom[marks.end() :]
        if not rest:
            continue
        if before:
            yield before
        before = rest
    if before:
        yield before
