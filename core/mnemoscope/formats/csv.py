"""CSV: a head row, then a record per row, with the columns of ``tables``.

On the standard ``csv`` module. The delimiter is the one of comma, semicolon and tab that the head row holds most of;
quoted fields may hold line breaks. UTF-8, or UTF-16 with its byte order mark, as spreadsheets write it.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from itertools import islice
from pathlib import Path

from mnemoscope.errors import VaultError
from mnemoscope.formats import fields, tables
from mnemoscope.formats.sources import opened
from mnemoscope.mapping import ColumnMap, Offer
from mnemoscope.records import Draft, Skipped
from mnemoscope.texts import clean

_DELIMITERS = (",", ";", "\t")
_LARGEST = 1 << 26
_LOOKED_AT = 20
_JSON = ("meta",)
"""Columns whose text is JSON."""


class Csv:
    """Imports CSV."""

    name = "csv"
    title = "CSV"
    expects = "a head row that names a column text, content or memory, and rows of as many fields"

    def recognise(self, source: Path) -> str | None:
        """The sign, or ``None``: the head names a text, and most of the first rows have as many fields."""
        try:
            with _rows(source) as (head, rows):
                first = list(islice(rows, _LOOKED_AT))
        except (VaultError, csv.Error, UnicodeError):
            return None
        column = next((name for name in tables.NAMES["text"] if name in head), None)
        fitting = sum(len(fields) == len(head) for _, fields in first)
        if column is None or len(head) < 2 or not first or 2 * fitting < len(first):
            return None
        return f"a head row with the column {column}"

    def offer(self, source: Path) -> Offer:
        """The columns of the head row, with examples of the first rows."""
        with _in_words(source), _rows(source) as (head, rows):
            empty = dict.fromkeys(head, "")
            return tables.offer([empty, *(dict(zip(head, row, strict=False)) for _, row in islice(rows, _LOOKED_AT))])

    def read(self, source: Path, columns: ColumnMap | None = None) -> Iterator[Draft]:
        """A draft per row, each session before its first record."""
        with _in_words(source), _rows(source) as (head, rows):
            if columns is not None:
                tables.ensure_fits(columns, head)
            reading = tables.Reading(clean(source.name), columns)
            for line, row in rows:
                try:
                    yield from reading.drafts(_row(head, row))
                except fields.Malformed as error:
                    yield Skipped(f"line {line}", error.message)


def _row(head: list[str], row: list[str]) -> dict[str, object]:
    """Raises ``Malformed`` where there are other fields than the head names."""
    if len(row) != len(head):
        raise fields.Malformed("skipped.ragged", found=len(row), expected=len(head))
    values: dict[str, object] = {name: value for name, value in zip(head, row, strict=True) if value != ""}
    if any("\udc80" <= character <= "\udcff" for value in row for character in value if character > "\ud7ff"):
        raise fields.Malformed("skipped.not_utf8")
    for name in _JSON:
        value = values.get(name)
        if isinstance(value, str) and value.startswith("{"):
            try:
                values[name] = fields.DECODER.decode(value)
            except (ValueError, RecursionError):
                continue
    return values


@contextmanager
def _rows(source: Path) -> Iterator[tuple[list[str], Iterator[tuple[int, list[str]]]]]:
    """The head row, and the rows that are not blank with the number of their last line."""
    csv.field_size_limit(_LARGEST)
    with opened(source) as file:
        start = file.read(4)
    encoding = "utf-16" if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    errors = "strict" if encoding == "utf-16" else "surrogateescape"
    with opened(source) as file:
        text = TextIOWrapper(file, encoding=encoding, errors=errors, newline="")
        lines = (line.replace("\0", "\ufffd") for line in text)
        first = next(lines, "")
        delimiter = max(_DELIMITERS, key=first.count)

        def whole() -> Iterator[str]:
            yield first
            yield from lines

        reader = csv.reader(whole(), delimiter=delimiter)
        head = [name.strip() for name in next(reader, [])]
        if len(set(head)) < len(head) or not all(head):
            raise VaultError("format.no_head", path=source)
        yield head, ((reader.line_num, row) for row in reader if any(row))
        text.detach()


@contextmanager
def _in_words(source: Path) -> Iterator[None]:
    try:
        yield
    except (csv.Error, UnicodeError) as error:
        raise VaultError("format.unreadable", path=source, detail=str(error)) from error
