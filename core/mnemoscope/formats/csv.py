"""CSV: a head row, then a record per row, with the columns of ``tables``.

On the standard ``csv`` module. The delimiter is the one of comma, semicolon and tab that the head row holds most of;
quoted fields may hold line breaks. UTF-8, or UTF-16 with its byte order mark, as spreadsheets write it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import TextIOWrapper
from itertools import islice
from pathlib import Path

from mnemoscope.errors import VaultError
from mnemoscope.formats import fields, tables
from mnemoscope.formats.sources import Document, in_utf8, is_itself, mostly, of_kind
from mnemoscope.mapping import ColumnMap, Offer
from mnemoscope.messages import Message, message
from mnemoscope.records import Draft, PassedOver, Skipped

_DELIMITERS = (",", ";", "\t")
_LARGEST = 1 << 26
_LOOKED_AT = 20
_ENDINGS = (".csv", ".tsv")
"""Of the files of a folder or ZIP; a single file may have any name."""
_JSON = ("meta",)
"""Columns whose text is JSON."""


class Csv:
    """Imports CSV: a file, or a folder or ZIP of them."""

    name = "csv"
    title = "CSV"
    expects = message("expects.csv")

    def recognise(self, source: Path) -> Message | None:
        """The sign, or ``None``."""
        try:
            signs = (_sign(some) for some in mostly(source, _ENDINGS))
            return next(filter(None, signs), None)
        except VaultError:
            return None

    def offer(self, source: Path) -> Offer:
        """The columns of the head rows, with examples of the first rows."""
        found = (some for some in of_kind(source, _ENDINGS) if isinstance(some, Document))
        return tables.offer(row for some in islice(found, _LOOKED_AT) for row in _first(some))

    def read(self, source: Path, columns: ColumnMap | None = None) -> Iterator[Draft]:
        """A draft per row, each session before its first record."""
        if columns is not None:
            tables.ensure_fits(columns, self.offer(source).columns)
        found = False
        for document in of_kind(source, _ENDINGS):
            if not isinstance(document, Document):
                yield document
            elif is_itself(source, document):
                found = True
                yield from _drafts(document, "", columns)
            elif columns or _sign(document):
                found = True
                try:
                    yield from _drafts(document, f"{document.name}, ", columns)
                except VaultError as error:  # the others come in
                    yield Skipped(document.name, error.message)
            else:
                yield PassedOver(document.name)
        if not found:
            raise VaultError("format.nothing_in", path=source, expects=self.expects)


def _sign(document: Document) -> Message | None:
    """The sign of a file: the head names a text, and most of the first rows have as many fields."""
    try:
        with _rows(document) as (head, rows):
            first = list(islice(rows, _LOOKED_AT))
    except (VaultError, csv.Error, UnicodeError):
        return None
    column = next((name for name in tables.NAMES["text"] if name in head), None)
    fitting = sum(len(fields) == len(head) for _, fields in first)
    if column is None or len(head) < 2 or not first or 2 * fitting < len(first):
        return None
    return message("sign.csv", column=column)


def _first(document: Document) -> Iterator[dict[str, str]]:
    with _in_words(document), _rows(document) as (head, rows):
        _ensure_decoded(head, document)
        yield dict.fromkeys(head, "")
        for _, row in islice(rows, _LOOKED_AT):
            yield dict(zip(head, row, strict=False))


def _drafts(document: Document, place: str, columns: ColumnMap | None) -> Iterator[Draft]:
    with (
        _in_words(document),
        _rows(document) as (head, rows),
        closing(tables.Reading(document.name, columns)) as reading,
    ):
        _ensure_decoded(head, document)
        for line, row in rows:
            try:
                yield from reading.drafts(_row(head, row))
            except fields.Malformed as error:
                yield Skipped(f"{place}line {line}", error.message)


def _ensure_decoded(head: list[str], document: Document) -> None:
    """Raises ``VaultError`` where the columns' own names cannot be read."""
    if any(fields.UNDECODED.search(name) for name in head):
        raise VaultError("format.not_utf8", path=document.name)


def _row(head: list[str], row: list[str]) -> dict[str, object]:
    """Raises ``Malformed`` where there are other fields than the head names."""
    if len(row) != len(head):
        raise fields.Malformed("skipped.ragged", found=len(row), expected=len(head))
    values: dict[str, object] = {name: value for name, value in zip(head, row, strict=True) if value != ""}
    if any(fields.UNDECODED.search(value) for value in row):
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
def _rows(source: Document) -> Iterator[tuple[list[str], Iterator[tuple[int, list[str]]]]]:
    """The head row, and the rows that are not blank with the number of their last line."""
    csv.field_size_limit(_LARGEST)
    with in_utf8(source) as file:
        text = TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape", newline="")
        lines = (line.replace("\0", "\ufffd") for line in text)
        first = next(lines, "")
        delimiter = max(_DELIMITERS, key=first.count)

        def whole() -> Iterator[str]:
            yield first
            yield from lines

        reader = csv.reader(whole(), delimiter=delimiter)
        head = [name.strip() for name in next(reader, [])]
        if len(set(head)) < len(head) or not all(head):
            raise VaultError("format.no_head", path=source.name)
        yield head, ((reader.line_num, row) for row in reader if any(row))
        text.detach()


@contextmanager
def _in_words(source: Document) -> Iterator[None]:
    try:
        yield
    except (csv.Error, UnicodeError) as error:
        raise VaultError("format.unreadable", path=source.name, detail=str(error)) from error
