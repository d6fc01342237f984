"""The program's own format: a version line, then every curated row as a line of JSON."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from mnemoscope import schema
from mnemoscope.exports import curated
from mnemoscope.exports.records import one_line

VERSION = 1


def head() -> curated.Line:
    """The first line."""
    return {"mnemoscope": VERSION, "kind": "version", "schema": schema.VERSION}


def encoded(line: curated.Line) -> bytes:
    """One line of the file; the same for the same values."""
    return one_line(line, (",", ":")) + b"\n"


def written(connection: sqlite3.Connection) -> Iterator[bytes]:
    """The whole file, inside the caller's transaction."""
    yield encoded(head())
    for line in curated.lines(connection):
        yield encoded(line)
