"""JSON Lines: a record per line, with the columns that exporters use most; other columns go to ``meta``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from mnemoscope.errors import VaultError
from mnemoscope.formats import fields, lines, tables
from mnemoscope.formats.sources import Document, is_itself, mostly, of_kind
from mnemoscope.mapping import ColumnMap, Offer
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, PassedOver, Skipped

_LOOKED_AT = 20
_ENDINGS = (".jsonl", ".ndjson")
"""Of the files of a folder or ZIP; a single file may have any name."""
_FOREIGN = ({"sessionId"}, {"parentUuid"}, {"mnemoscope"}, {"type", "entityType"}, {"type", "relationType"})
"""Columns of formats that have lines too, and an importer of their own."""


class JsonLines:
    """Imports JSON Lines: a file, or a folder or ZIP of them. Records without a session share one, named after the
    file."""

    name = "jsonl"
    title = "JSONL"
    expects = message("expects.jsonl")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        try:
            signs = (_sign(some) for some in mostly(source, _ENDINGS))
            return next(filter(None, signs), None)
        except VaultError:
            return None

    def offer(self, source: Path) -> Offer:
        """The columns of the first lines."""
        found = (some for some in of_kind(source, _ENDINGS) if isinstance(some, Document))
        return tables.offer(line for some in islice(found, _LOOKED_AT) for line in _first(some) if line is not None)

    def read(self, source: Path, columns: ColumnMap | None = None) -> Iterator[Draft]:
        """A draft per line, each session before its first record."""
        if columns is not None:
            tables.ensure_fits(columns, self.offer(source).columns)
        found = False
        for document in of_kind(source, _ENDINGS):
            if not isinstance(document, Document):
                yield document
            elif (is_single := is_itself(source, document)) or _sign(document):
                found = True
                yield from _drafts(document, "" if is_single else f"{document.name}, ", columns)
            else:
                yield PassedOver(document.name)
        if not found:
            raise VaultError("format.nothing_in", path=source, expects=self.expects)


def _sign(document: Document) -> Message | None:
    """The sign of a file: most of the first lines are objects, one at least with a text."""
    try:
        read = _first(document)
    except VaultError:
        return None
    objects = [line for line in read if line is not None]
    column = next((name for line in objects for name in tables.NAMES["text"] if isinstance(line.get(name), str)), None)
    if column is None or 2 * len(objects) < len(read) or any(_is_foreign(line) for line in objects):
        return None
    return message("sign.jsonl", column=column)


def _first(document: Document) -> list[dict[str, object] | None]:
    read = islice(lines.lines(document, largest=1 << 23), _LOOKED_AT)
    return [lines.parsed_or_none(line) for _, line in read]


def _drafts(document: Document, place: str, columns: ColumnMap | None) -> Iterator[Draft]:
    with closing(tables.Reading(document.name, columns)) as reading:
        for number, line in lines.lines(document):
            try:
                yield from reading.drafts(lines.parsed(line))
            except fields.Malformed as error:
                yield Skipped(f"{place}line {number}", error.message)


def _is_foreign(line: dict[str, object]) -> bool:
    return any(columns <= line.keys() for columns in _FOREIGN) or line.get("format") == "mnemoscope"
