"""Foreign SQLite files: read from a copy that is thrown away, so that their owner may go on writing.

Nothing is ever written beside them: a file in WAL mode that nobody has open is opened as unchangeable, else SQLite
would leave files of its own there.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from mnemoscope.errors import VaultError
from mnemoscope.formats import fields
from mnemoscope.formats.sources import opened
from mnemoscope.schema import APPLICATION_ID

_MAGIC = b"SQLite format 3\0"
_WAL_VERSION = 2
_PATIENCE = 5.0
"""Seconds to wait for the owner's own writing."""
Row = Mapping[str, object]


def is_database(source: Path) -> bool:
    """Whether this is a SQLite file. Never raises."""
    try:
        with opened(source) as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except VaultError:
        return False


def ensure_unlocked(source: Path) -> None:
    """Raises ``VaultError`` where its owner holds a SQLite file while it writes; what else is wrong is its reader's."""
    if not is_database(source):
        return
    try:
        with _foreign(source) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        _raise_if_locked(source, error)
    except (OSError, UnicodeError):
        return


def _raise_if_locked(source: Path, error: Exception) -> None:
    if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        raise VaultError("format.in_use", path=source) from error


def columns(source: Path, table: str) -> frozenset[str]:
    """The columns of a table; empty where there is none, or where the file is a vault. Never raises."""
    if not is_database(source):
        return frozenset()
    try:
        with _foreign(source) as connection:
            if connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID:
                return frozenset()
            return columns_of(connection, table)
    except (sqlite3.Error, OSError, UnicodeError, VaultError):
        return frozenset()


def columns_of(connection: sqlite3.Connection, table: str) -> frozenset[str]:
    """The columns of a real table that can be asked for by name: a view of its name might run anything."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone()
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")] if found else []
    return frozenset(name for name in names if not fields.UNDECODED.search(name) and '"' not in name)


@contextmanager
def copied(source: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy of the file as it is now. Raises ``VaultError`` where it cannot be read."""
    with opened(source):
        pass
    try:
        with TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder, "copy.db"))) as copy:
            with _foreign(source) as connection:
                # With a reader's lock of its own: while its owner holds the file, ``backup`` would try again for ever.
                connection.execute("BEGIN")
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
                connection.backup(copy)
            _guard(copy)
            yield copy
    except (sqlite3.Error, OSError, UnicodeError) as error:  # SQLite's own sentence may quote damaged bytes
        _raise_if_locked(source, error)
        raise VaultError("format.unreadable", path=source, detail=str(error)) from error


def rows(
    connection: sqlite3.Connection, query: str, parameters: tuple[object, ...] = ()
) -> Iterator[dict[str, object]]:
    """What a query finds, by the names of its columns."""
    cursor = connection.execute(query, parameters)
    names = [column[0] for column in cursor.description]
    for row in cursor:
        yield dict(zip(names, row, strict=True))


def checked(row: dict[str, object]) -> dict[str, object]:
    """The row, whose texts are all UTF-8. Raises ``Malformed`` where one is not."""
    if any(isinstance(value, str) and fields.UNDECODED.search(value) for value in row.values()):
        raise fields.Malformed("skipped.not_utf8")
    return row


@contextmanager
def _foreign(source: Path) -> Iterator[sqlite3.Connection]:
    ahead = Path(f"{source}-wal")
    if ahead.exists() and not Path(f"{source}-shm").exists():  # its owner was killed: SQLite would write to recover it
        with TemporaryDirectory() as folder:
            for file in (source, ahead):
                shutil.copyfile(file, Path(folder, file.name))
            with closing(sqlite3.connect(Path(folder, source.name))) as connection:
                _guard(connection)
                yield connection
        return
    with source.open("rb") as content:
        head = content.read(20)
    unchangeable = head[18:20] == bytes([_WAL_VERSION] * 2) and not ahead.exists()
    address = f"{source.absolute().as_uri()}?mode=ro{'&immutable=1' if unchangeable else ''}"
    with closing(sqlite3.connect(address, uri=True, timeout=_PATIENCE)) as connection:
        _guard(connection)
        yield connection


def _guard(connection: sqlite3.Connection) -> None:
    """Nothing that a schema defines is run, and texts of another encoding can be told."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
