"""A JSON list in a file, element by element, however large the file is.

On the standard decoder rather than a streaming parser, because an export with one malformed element must come in
without it: a streaming parser cannot go on after an error. (ijson also refuses NaN and byte order marks, its C backend
turns a lone surrogate into a question mark, and 200 KB of ``[`` make it ask for gigabytes.)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import TextIOWrapper
from itertools import count
from pathlib import Path
from typing import TextIO

from mnemoscope.errors import VaultError
from mnemoscope.formats.fields import DECODER, UNDECODED, Malformed, elements, members
from mnemoscope.formats.sources import Document, in_utf8
from mnemoscope.messages import message
from mnemoscope.records import Skipped

_CHUNK = 1 << 16
_LARGEST = 1 << 28
_STRUCTURE = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{}]', re.DOTALL)
_FILLER = re.compile(r"[\s,]*")


def stream(source: Path | Document, noun: str, largest: int = _LARGEST) -> Iterator[tuple[str, object] | Skipped]:
    """Every element with its position (``noun`` and 1-based number), and what was skipped.

    ``largest`` bounds the characters held at a time. Raises ``VaultError`` where the file cannot be read or its
    content is no list.
    """
    with in_utf8(source) as file:
        # What is not UTF-8 becomes surrogates here, so that only the element that holds it is skipped.
        text = TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape", newline="")
        window = _Window(text, largest)
        if window.next_character() != "[":
            raise VaultError("format.no_list", path=_named(source))
        window.at += 1
        yield from _elements(window, noun)


def objects(source: Path | Document, noun: str) -> Iterator[tuple[str, dict[str, object]] | Skipped]:
    """The same where every element is to be an object: what is none is skipped."""
    for item in stream(source, noun):
        if isinstance(item, Skipped):
            yield item
            continue
        position, value = item
        try:
            yield position, members(value)
        except Malformed as error:
            yield Skipped(position, error.message)


def inside(source: Path | Document, field: str, largest: int = 1 << 30) -> tuple[dict[str, object], list[object]]:
    """An object that holds a list under this name, and the list: read at once, as such exports are small.

    Raises ``VaultError`` where the file cannot be read, or is none within its first ``largest`` bytes.
    """
    with in_utf8(source) as file:
        content = file.read(largest)
    try:
        whole = members(DECODER.decode(content.decode("utf-8-sig")))
        return whole, elements(whole.get(field), field)
    except (ValueError, RecursionError, Malformed) as error:
        raise VaultError("format.unreadable", path=_named(source), detail=str(error)) from error


def _named(source: Path | Document) -> Path | str:
    return source.name if isinstance(source, Document) else source


def _elements(window: _Window, noun: str) -> Iterator[tuple[str, object] | Skipped]:
    for number in count(1):
        position = f"{noun} {number}"
        match window.next_character():
            case "":
                yield Skipped(position, message("skipped.ends_early"))
                return
            case "]":
                window.at += 1
                if window.next_character():
                    yield Skipped(position, message("skipped.goes_on"))
                return
        try:
            yield position, window.value()
        except Malformed as error:
            yield Skipped(position, error.message)
            if window.ended:
                return


class _Window:
    """The part of the file that is held: what is left of one element, and the start of what follows."""

    def __init__(self, file: TextIO, largest: int) -> None:
        self._file = file
        self._largest = largest
        self._text = ""
        self.at = 0
        self.ended = False
        """Whether nothing more can be read from here."""

    def next_character(self) -> str:
        """The first character that is no white space and no comma; empty at the end of the file."""
        while True:
            match = _FILLER.match(self._text, self.at)
            self.at = match.end() if match else self.at
            if self.at < len(self._text):
                return self._text[self.at]
            if not self._read_on():
                return ""

    def value(self) -> object:
        """The element that starts here. Raises ``Malformed`` and stands behind it where it is none."""
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self.at)
            except json.JSONDecodeError as error:
                if self._may_be_cut_off(error) and self._read_on():
                    continue
                raise self._skip(f"{error.msg}, character {error.pos - self.at + 1} of it") from error
            except (RecursionError, ValueError) as error:  # nested by the thousand; a number of 5,000 digits
                raise self._skip(str(error)) from error
            if end >= len(self._text) - 2 and self._read_on():  # a number may go on: `1` of `1e+5`
                continue
            start, self.at = self.at, end
            if UNDECODED.search(self._text, start, end):
                raise Malformed("skipped.not_utf8")
            return value

    def _may_be_cut_off(self, error: json.JSONDecodeError) -> bool:
        return error.msg.startswith("Unterminated string") or error.pos >= len(self._text) - 16

    def _read_on(self) -> bool:
        """Holds about twice as much from here on; false at the end of the file and beyond the bound."""
        held = len(self._text) - self.at
        more = "" if held > self._largest else self._file.read(max(_CHUNK, held))
        if more:
            self._text = self._text[self.at :] + more
            self.at = 0
        return bool(more)

    def _skip(self, detail: str) -> Malformed:
        """Stands behind the malformed element, by its brackets; at the end of the file where they never close."""
        while (end := self._closing()) is None:
            if not self._read_on():
                self.ended = True
                if self._file.read(1):
                    return Malformed("skipped.too_long", megabytes=self._largest >> 20)
                return Malformed("skipped.ends_early")
        self.at = end
        return Malformed("skipped.not_json", detail=detail)

    def _closing(self) -> int | None:
        if self._text[self.at] not in "[{":
            end = re.compile(r"[,\]]").search(self._text, self.at + 1)
            return end.start() if end else None
        depth = 0
        for match in _STRUCTURE.finditer(self._text, self.at):
            mark = match[0]
            if mark == '"':  # a string that is not closed within what is held
                return None
            depth += (mark in ("[", "{")) - (mark in ("]", "}"))
            if depth == 0:
                return match.end()
        return None


def first(source: Path | Document, attempts: int = 3, largest: int = 1 << 24) -> dict[str, object] | None:
    """The first well-formed object of a JSON list, by which its format is recognised; ``None`` where there is none."""
    try:
        for _, item in zip(range(attempts), stream(source, "element", largest), strict=False):
            if isinstance(item, tuple) and isinstance(item[1], dict):
                return item[1]
    except VaultError:
        return None
    return None
