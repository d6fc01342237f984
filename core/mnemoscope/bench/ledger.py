"""The rows of a measurement on the disk: one JSON object a question, ids and ranks only, each with its own digest.

    {"question", "category", "split", "conversation", "evidence": [id], "sessions": [key],
     "profiles": {name: {"served": [id], "sessions": {key: rank | null},
                         "ranks": {id: [fused, vector, lexical]}, "channels": {channel: state}}},
     "digest"}

``served`` stands in its order; of a long text that was split every part has the text's id. A rank is 1-based and exact
at any depth of a channel, of the fusion within the depths; ``null`` where there is none.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mnemoscope.errors import VaultError

ROWS, SUMMARY, CONDITIONS = "rows.jsonl", "summary.json", "conditions.json"

Row = Mapping[str, Any]


def digest(row: Row) -> str:
    """BLAKE2b of a row without its digest, 64 bits in hexadecimal."""
    bare = {name: value for name, value in row.items() if name != "digest"}
    return blake2b(encoded(bare).encode(), digest_size=8).hexdigest()


def signed(row: Row) -> Row:
    """The row with its digest."""
    return {**row, "digest": digest(row)}


def encoded(row: Row) -> str:
    """One line, the same for the same values."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def rows(folder: Path) -> Iterator[Row]:
    """Every row of a ledger, from ``rows.jsonl`` or ``rows.jsonl.gz``. Raises ``VaultError``."""
    plain, packed = folder / ROWS, folder / f"{ROWS}.gz"
    path = plain if plain.exists() or not packed.exists() else packed
    number = 0
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path == packed else path.open(encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise ValueError("no object")
                number += 1
                yield row
    except OSError as error:
        raise VaultError("ledger.unreadable", path=str(path), detail=error.strerror or str(error)) from error
    except (ValueError, EOFError) as error:
        raise VaultError("ledger.no_row", path=str(path), line=number + 1, detail=str(error)) from error


def summary(folder: Path) -> dict[str, Any]:
    """The summary beside the rows. Raises ``VaultError``."""
    path = folder / SUMMARY
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise VaultError("ledger.unreadable", path=str(path), detail=error.strerror or str(error)) from error
    except ValueError as error:
        raise VaultError("ledger.no_row", path=str(path), line=1, detail=str(error)) from error
    if not isinstance(found, dict) or not {"conditions", "figures", "rows"} <= found.keys():
        raise VaultError("ledger.no_summary", path=str(path))
    return found
