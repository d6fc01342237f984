"""JSON Lines: a record per line, with the columns that exporters use most; other columns go to ``meta``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from mnemoscope.errors import VaultError
from mnemoscope.formats import fields, lines, tables
from mnemoscope.mapping import ColumnMap, Offer
from mnemoscope.records import Draft, Skipped
from mnemoscope.texts import clean

_LOOKED_AT = 20
_FOREIGN = ({"sessionId"}, {"parentUuid"}, {"mnemoscope"}, {"type", "entityType"}, {"type", "relationType"})
"""Columns of formats that have lines too, and an importer of their own."""


class JsonLines:
    """Imports JSON Lines. Records without a session share one, named after the file."""

    name = "jsonl"
    title = "JSONL"
    expects = "a JSON object per line, with a text"

    def recognise(self, source: Path) -> str | None:
        """The sign, or ``None``: most of the first lines are objects, one at least with a text."""
        try:
            read = [lines.parsed_or_none(line) for _, line in islice(lines.lines(source, largest=1 << 23), _LOOKED_AT)]
        except VaultError:
            return None
        objects = [line for line in read if line is not None]
        columns = next(
            (name for line in objects for name in tables.NAMES["text"] if isinstance(line.get(name), str)), None
        )
        if columns is None or 2 * len(objects) < len(read) or any(_is_foreign(line) for line in objects):
            return None
        return f"JSON objects line by line, with the column {columns}"

    def offer(self, source: Path) -> Offer:
        """The columns of the first lines."""
        read = (lines.parsed_or_none(line) for _, line in islice(lines.lines(source), _LOOKED_AT))
        return tables.offer(line for line in read if line is not None)

    def read(self, source: Path, columns: ColumnMap | None = None) -> Iterator[Draft]:
        """A draft per line, each session before its first record."""
        if columns is not None:
            tables.ensure_fits(columns, self.offer(source).columns)
        reading = tables.Reading(clean(source.name), columns)
        for number, line in lines.lines(source):
            try:
                yield from reading.drafts(lines.parsed(line))
            except fields.Malformed as error:
                yield Skipped(f"line {number}", error.message)


def _is_foreign(line: dict[str, object]) -> bool:
    return any(columns <= line.keys() for columns in _FOREIGN) or line.get("format") == "mnemoscope"
