"""A file of JSON objects, one a line: each line by itself, so that a malformed one is skipped alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from mnemoscope.formats import fields
from mnemoscope.formats.sources import Document, in_utf8

LARGEST = 1 << 26
"""Bytes of a line."""


def lines(source: Path | Document, largest: int = LARGEST) -> Iterator[tuple[int, bytes]]:
    """Every line that is not blank, with its 1-based number; of one beyond the bound only its start."""
    with in_utf8(source) as file:
        number = 0
        while line := file.readline(largest + 1):
            number += 1
            rest = line
            while len(rest) > largest and not rest.endswith(b"\n"):
                rest = file.readline(largest + 1)
            line = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            if line.strip():
                yield number, line


def parsed(line: bytes) -> dict[str, object]:
    """The object of a line. Raises ``Malformed`` where it is none."""
    if len(line) > LARGEST:
        raise fields.Malformed("skipped.too_long", megabytes=LARGEST >> 20)
    try:
        return fields.members(fields.DECODER.decode(line.decode().strip()))
    except UnicodeDecodeError as error:
        raise fields.Malformed("skipped.not_utf8") from error
    except json.JSONDecodeError as error:
        raise fields.Malformed("skipped.not_json", detail=f"{error.msg}, character {error.pos + 1}") from error
    except RecursionError as error:
        raise fields.Malformed("skipped.too_deep") from error
    except ValueError as error:  # a number of more than 4,300 digits
        raise fields.Malformed("skipped.not_json", detail=str(error)) from error


def parsed_or_none(line: bytes) -> dict[str, object] | None:
    """The object of a line, or ``None``."""
    try:
        return parsed(line)
    except fields.Malformed:
        return None
