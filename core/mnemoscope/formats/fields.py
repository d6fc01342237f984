"""The values of a foreign JSON object, made fit for the vault."""

from __future__ import annotations

import hashlib
import json
import math
import re
from itertools import count

from mnemoscope.errors import VaultError
from mnemoscope.texts import clean

_DEPTH = 50
_VALUES = 100_000


UNDECODED = re.compile("[\udc80-\udcff]")
"""What stands for a byte that is not UTF-8, where a text was read with ``surrogateescape``."""


class Malformed(VaultError):
    """An item that cannot come in; the importer turns its message into a ``Skipped``."""


# Control characters inside strings are taken as they stand; NaN and Infinity, which are not JSON, as null.
DECODER = json.JSONDecoder(strict=False, parse_constant=lambda _: None)


def label(value: object) -> str | None:
    """A name, key or id: a cleaned text, or a number as text; ``None`` for anything else and for the empty text."""
    if isinstance(value, str):
        return clean(value) or None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return None


def text(value: object) -> str:
    """A cleaned text. Raises ``Malformed`` where there is none or it is blank."""
    if not isinstance(value, str):
        raise Malformed("skipped.no_text")
    if not value.strip():
        raise Malformed("skipped.empty")
    return clean(value)


def members(value: object) -> dict[str, object]:
    """A JSON object. Raises ``Malformed`` where it is none."""
    if not isinstance(value, dict):
        raise Malformed("skipped.no_object")
    return value


def elements(value: object, field: str) -> list[object]:
    """A JSON list. Raises ``Malformed`` where it is none."""
    if not isinstance(value, list):
        raise Malformed("skipped.no_list", field=field)
    return value


def plain(value: object) -> object:
    """Any JSON value with cleaned texts and finite numbers. Raises ``Malformed`` where it is too deep or too large.

    The bound is on the values visited, because aliases of YAML may make a small file a huge tree.
    """
    visited = count(1)

    def visit(value: object, depth: int) -> object:
        if depth > _DEPTH or next(visited) > _VALUES:
            raise Malformed("skipped.too_deep")
        match value:
            case str():
                return clean(value)
            case dict():
                return {clean(str(key)): visit(member, depth + 1) for key, member in value.items()}
            case list():
                return [visit(member, depth + 1) for member in value]
            case float() if not math.isfinite(value):
                return None
            case bytes():  # of a database; JSON has none
                return f"{len(value)} bytes"
            case _:
                return value

    return visit(value, 0)


class Keys:
    """Keys that are unique within a file: each distinct content under one name gets its own."""

    def __init__(self) -> None:
        self._seen: dict[str, set[bytes]] = {}

    def key(self, name: str, content: object) -> str | None:
        """The name itself the first time, ``name~hash`` for another content, ``None`` for the same content again."""
        encoded = json.dumps(content, sort_keys=True).encode()
        digest = hashlib.blake2b(encoded, digest_size=16).digest()
        seen = self._seen.setdefault(name, set())
        if digest in seen:
            return None
        seen.add(digest)
        return name if len(seen) == 1 else f"{name}~{digest.hex()[:12]}"
