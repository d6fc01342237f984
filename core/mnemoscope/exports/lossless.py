"""The program's own format: a version line, then every curated row as a line of JSON."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Set

from mnemoscope import schema
from mnemoscope.exports import curated
from mnemoscope.exports.records import one_line
from mnemoscope.formats.mnemoscope import KNOWN


def head(*, is_part: bool = False) -> curated.Line:
    """The first line; of a part it says that it is one."""
    first: curated.Line = {"mnemoscope": KNOWN, "kind": "version", "schema": schema.VERSION}
    return {**first, "part": True} if is_part else first


def encoded(line: curated.Line) -> bytes:
    """One line of the file; the same for the same values."""
    return one_line(line, (",", ":")) + b"\n"


def written(connection: sqlite3.Connection, ids: Set[str] | None = None) -> Iterator[bytes]:
    """The file of everything, or of these records, inside the caller's transaction."""
    yield encoded(head(is_part=ids is not None))
    for line in curated.lines(connection) if ids is None else curated.part(connection, ids):
        yield encoded(line)
