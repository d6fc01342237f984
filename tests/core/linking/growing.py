"""What tests of linked sources write, and what they find in the vault."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from mnemoscope.vault import Vault


def lines(*texts: str) -> str:
    """JSON lines with these texts, each with its text as id."""
    return "".join(json.dumps({"id": text, "session": "talk", "text": text}) + "\n" for text in texts)


def texts(vault: Vault) -> list[str]:
    """The texts of the records that can be recalled."""
    rows = vault.connection.execute("SELECT text FROM record WHERE active ORDER BY ordinal")
    return [row[0] for row in rows]


def count(vault: Vault, table: str) -> int:
    return int(vault.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def age(path: Path, seconds: float = 3600) -> None:
    """As if it had been written so long ago."""
    os.utime(path, (time.time() - seconds, time.time() - seconds))
