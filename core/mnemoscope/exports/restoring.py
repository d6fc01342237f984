"""The program's own export read back: into an empty vault everything as it was, into another one its records.

Into an empty vault the whole is one transaction, so that it is wholly there or not at all; nobody else waits for an
empty vault. Into another one come the records with their ids, states and supersessions; what was forgotten here stays
forgotten, and the other vault's history, expectations and verdicts are left out.
"""

from __future__ import annotations

import sqlite3
from itertools import islice
from pathlib import Path

from mnemoscope import columns, indexing, postings
from mnemoscope.errors import VaultError
from mnemoscope.exports import curated
from mnemoscope.formats import fields, lines
from mnemoscope.formats.mnemoscope import head
from mnemoscope.progress import Progress, silent
from mnemoscope.recall_log import SETTING
from mnemoscope.vault import Vault

_BATCH = 4096
_UNFIT = (sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError, sqlite3.DataError)
"""Not what a full disk or a busy file says, which is no fault of a line."""
_MALFORMED = (ValueError, KeyError, TypeError, AttributeError, OverflowError, fields.Malformed, *_UNFIT)


def is_empty(vault: Vault) -> bool:
    """Whether nothing was ever written to a vault."""
    with vault.reading() as connection:
        tables = ("record", "act", "tombstone", "recall_log", "source")
        return not any(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in tables)


def restore(vault: Vault, source: Path, progress: Progress = silent) -> tuple[int, int]:
    """Fill an empty vault; returns how many sessions and records came in. Raises ``VaultError`` where a line is
    malformed or the file ends early: then nothing is in."""
    head(source)
    counts = {"session": 0, "record": 0}
    with vault.transaction() as connection:
        connection.execute("DELETE FROM setting WHERE key = ?", (SETTING,))
        writer = curated.Writer(connection)
        number = 0
        try:
            for number, line in islice(lines.lines(source), 1, None):
                entry = lines.parsed(line)
                writer.write(entry)
                if entry["kind"] in counts:
                    counts[entry["kind"]] += 1
                if number % 500 == 0:
                    progress(counts["record"], None)
        except _MALFORMED as error:
            raise VaultError("restore.malformed", path=str(source), line=number, detail=str(error)) from error
        writer.end()
        ordinals = [row[0] for row in connection.execute("SELECT ordinal FROM record ORDER BY ordinal")]
        for batch in indexing.batches(ordinals, _BATCH):
            postings.append(connection, indexing.analyse(vault, batch))
        columns.pack(connection)
    return counts["session"], counts["record"]
