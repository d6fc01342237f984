"""A consistent copy of a vault while others write to it, checked before it takes its place."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from mnemoscope import schema
from mnemoscope.errors import VaultError
from mnemoscope.exports.target import ensure_free
from mnemoscope.progress import Progress, silent
from mnemoscope.vault import Vault

_PAGES = 2048
"""Copied at a time: others may write in between."""
_PATIENCE = 20
"""Times that the copy may begin anew because somebody wrote; then it is taken in one piece."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What was written."""

    target: str
    records: int
    size: int
    """Bytes."""


def backup(vault: Vault, target: Path, *, force: bool = False, progress: Progress = silent) -> BackedUp:
    """Copy a vault into one file. Raises ``Refused`` for a target that is there already, unless forced, and for the
    vault itself; ``VaultError`` where it cannot be written or the copy is damaged."""
    ensure_free(vault, target, force, over_database=True)
    name = ""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
        os.close(handle)
        with closing(sqlite3.connect(name, isolation_level=None)) as copy:
            _copy(vault, copy, progress)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file alone
            records = _checked(copy, target)
        size = os.stat(name).st_size
        os.replace(name, target)
    except (OSError, sqlite3.Error) as error:
        detail = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise VaultError("export.unwritable", path=str(target), detail=detail) from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(name)
    return BackedUp(str(target), records, size)


def _copy(vault: Vault, copy: sqlite3.Connection, progress: Progress) -> None:
    """SQLite begins anew whenever another connection has written, so patience has an end."""
    begun, last = 0, None

    def step(status: int, left: int, total: int) -> None:
        nonlocal begun, last
        begun += last is not None and left > last
        last = left
        progress(total - left, total)
        if begun > _PATIENCE:
            raise _TooBusy

    try:
        vault.connection.backup(copy, pages=_PAGES, progress=step, sleep=0.001)
    except _TooBusy:
        vault.connection.backup(copy)


class _TooBusy(Exception):
    """Others write faster than the copy goes on."""


def _checked(copy: sqlite3.Connection, target: Path) -> int:
    """The number of its records. Raises ``VaultError`` where the copy is not a whole vault."""
    whole = copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    linked = not copy.execute("PRAGMA foreign_key_check").fetchall()
    ours = copy.execute("PRAGMA application_id").fetchone()[0] == schema.APPLICATION_ID
    if not (whole and linked and ours):
        raise VaultError("backup.damaged", path=str(target))
    return int(copy.execute("SELECT count(*) FROM record").fetchone()[0])
