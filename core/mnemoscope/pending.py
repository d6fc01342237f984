"""What is being read into a vault and not yet published: no recall sees it, and a killed process leaves it behind."""

from __future__ import annotations

from mnemoscope import postings, vectors
from mnemoscope.processes import runs, this_process
from mnemoscope.times import now
from mnemoscope.vault import Vault

_AT_ONCE = 2000
"""Records that are withdrawn in one transaction."""
_RECORDS = "SELECT ordinal, session FROM record WHERE import = ? ORDER BY ordinal DESC LIMIT ?"
_REMOVE_EMPTY = "DELETE FROM session WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM record WHERE session = ?1)"


def begin(vault: Vault, format: str, source: str, number: int | None = None) -> int:
    """A pending import of this process; returns its number."""
    with vault.transaction() as connection:
        row = connection.execute(
            "INSERT INTO import (id, format, source, started_at, owner) VALUES (?, ?, ?, ?, ?)",
            (number, format, source, now(), this_process()),
        )
        return int(row.lastrowid or 0)


def purge(vault: Vault) -> int:
    """Remove what killed imports left; returns how many there were. A running import is left alone."""
    with vault.reading() as connection:
        pending = connection.execute("SELECT id, owner FROM import WHERE published_at IS NULL").fetchall()
    dead = [number for number, owner in pending if not runs(owner)]
    for number in dead:
        withdraw(vault, number)
    return len(dead)


def withdraw(vault: Vault, number: int | None) -> None:
    """Remove an unpublished import: rows, postings and vectors, in short transactions, as nobody sees them. One that is
    published by now is left alone."""
    while _withdraw_some(vault, number):
        pass


def _withdraw_some(vault: Vault, number: int | None) -> bool:
    """Whether something may be left."""
    with vault.transaction() as connection:
        if not connection.execute("SELECT 1 FROM import WHERE id = ? AND published_at IS NULL", (number,)).fetchone():
            return False
        # The last ones first: they stand together in the latest segments.
        rows = connection.execute(_RECORDS, (number, _AT_ONCE)).fetchall()
        records = [ordinal for ordinal, _ in rows]
        if records:
            postings.remove(connection, records)
            vectors.remove(connection, records)
            connection.executemany("DELETE FROM record WHERE ordinal = ?", ((record,) for record in records))
            connection.executemany(_REMOVE_EMPTY, {(session,) for _, session in rows})
        if len(records) == _AT_ONCE:
            return True
        connection.execute("DELETE FROM import WHERE id = ?", (number,))
        return False
