"""The vault: one SQLite file, opened, migrated, and read or written inside transactions.

A ``Vault`` belongs to the thread that opened it. SQLite's own errors never leave this module: they become one
sentence. What is derived from the file is shared by the process through ``Vault.cache``.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from mnemoscope import schema
from mnemoscope.errors import NotAVault, NotWritable, VaultBusy

BUSY_SECONDS = 5.0
_DAMAGED = ("malformed", "Could not decode to UTF-8", "no such table", "no such column")
"""What SQLite says, without a code of its own, of a text or a schema in which bits were lost."""
_LARGEST_BLANK = 8192
"""Bytes of the one page that a database begins with."""


class Whereabouts(StrEnum):
    """What stands at a vault's path."""

    HERE = "here"
    GONE = "gone"
    ANOTHER = "another"
    """Another file."""


class Cache:
    """Snapshots of derived data, immutable and shared by every connection of this process to one file."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.snapshots: dict[str, Any] = {}


_CACHES: dict[tuple[int, int, str], Cache] = {}
_CACHES_LOCK = threading.Lock()
_OPEN: Counter[Path] = Counter()
"""The paths of the vaults that this process has open, with the number of their connections."""
_OPEN_LOCK = threading.Lock()
ENDINGS = ("", "-wal", "-shm", "-journal")
"""What SQLite calls the files of a vault, after its name."""


def is_open_here(file: os.stat_result) -> bool:
    """Whether a file belongs to a vault that this process has open.

    Such a file is read through SQLite alone: whoever else closes it drops all locks that the process has on it.
    """
    with _OPEN_LOCK:
        paths = list(_OPEN)
    return any(
        _file_at(path.with_name(path.name + ending)) == (file.st_dev, file.st_ino)
        for path in paths
        for ending in ENDINGS
    )


class Vault:
    """One connection to a vault."""

    def __init__(self, connection: sqlite3.Connection, path: Path, actor: str, read_only: bool) -> None:
        self.connection = connection
        self.path = path
        self.actor = actor
        self.read_only = read_only
        self._file = _file_at(path)
        self.cache = _cache_of(connection, path)
        self.writing = False
        """Inside a write transaction: what is read then may be rolled back, so no snapshot of it is shared."""
        self._data_version = self._read_data_version()
        self._real = path.resolve()
        """Where its files are, whatever becomes of the working folder or a link."""
        self._note_open(1)

    # ------------------------------------------------------------ open and close

    @classmethod
    def create(cls, path: Path, actor: str = "command line") -> Self:
        """A new, empty vault. Raises ``NotWritable`` where the file exists or cannot be made.

        What a creation that was killed left, a file in which nothing is stored, is made a vault.
        """
        if not path.parent.is_dir():
            raise NotWritable("vault.no_folder", path=str(path.parent))
        try:
            path.open("xb").close()  # of two processes that make it at once, one goes on with the other's
        except FileExistsError as error:
            if not _is_blank(path):
                raise NotWritable("vault.exists", path=str(path)) from error
            return cls._connect(path, actor, "rwc")
        except OSError as error:
            raise NotWritable("vault.not_writable", path=str(path), detail=error.strerror or str(error)) from error
        try:
            return cls._connect(path, actor, "rwc")
        except BaseException:
            for suffix in ENDINGS:
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            raise

    @classmethod
    def open_or_create(cls, path: Path, actor: str = "command line") -> Self:
        """The vault at a path, made where there is none. Raises what ``open`` and ``create`` raise."""
        return cls.open(path, actor) if path.exists() and not _is_blank(path) else cls.create(path, actor)

    @classmethod
    def open(cls, path: Path, actor: str = "command line", read_only: bool = False) -> Self:
        """An existing vault, migrated where it is older. Raises ``NotAVault``, ``NewerSchema``, ``VaultBusy``.

        ``read_only`` never writes, and also opens a vault in a folder that takes no writes. Raises ``OlderSchema``
        where reading would need a migration.
        """
        _check_file(path)
        if not read_only:
            return cls._connect(path, actor, "rw")
        try:
            return cls._connect(path, actor, "ro")
        except NotWritable:  # no -shm file can be made here: nobody else writes either
            return cls._connect(path, actor, "ro&immutable=1")

    @classmethod
    def _connect(cls, path: Path, actor: str, mode: str) -> Self:
        read_only = mode.startswith("ro")
        with translated(path):
            uri = f"{path.absolute().as_uri()}?mode={mode}"
            connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
        try:
            with translated(path):
                if mode != "rwc":
                    if _application(connection, path) != schema.APPLICATION_ID:
                        raise NotAVault("vault.not_a_vault", path=str(path))
                    if not schema.version(connection):  # both are written in one transaction
                        raise NotAVault("vault.damaged", path=str(path))
                schema.check(connection, read_only)
                connection.execute("PRAGMA foreign_keys = ON")
                if read_only:
                    connection.execute("PRAGMA query_only = ON")
                    connection.execute("SELECT count(*) FROM setting").fetchone()
                else:
                    if mode == "rwc":
                        connection.execute("PRAGMA page_size = 8192")
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.execute("PRAGMA cache_size = -32768")  # KiB: a large merge touches many pages
                    connection.execute("PRAGMA synchronous = FULL")
                    schema.migrate(connection, path)
                    if mode == "rwc":
                        connection.execute(
                            "INSERT INTO setting VALUES ('vault', ?) ON CONFLICT DO NOTHING", (secrets.token_hex(8),)
                        )
                return cls(connection, path, actor, read_only)
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        """Close the connection, in the thread that opened it."""
        self.connection.close()
        if self._is_noted:
            self._note_open(-1)

    def _note_open(self, change: int) -> None:
        self._is_noted = change > 0
        with _OPEN_LOCK:
            _OPEN[self._real] += change
            if _OPEN[self._real] < 1:
                del _OPEN[self._real]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ------------------------------------------------------------ transactions

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent view of the file; nested calls share it."""
        with translated(self.path):
            if self.connection.in_transaction:
                yield self.connection
                return
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    @contextlib.contextmanager
    def transaction(self, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """One write, whole or absent. Raises ``VaultBusy``, ``NotWritable``.

        One that is not ``durable`` may be absent again after a power cut, never half there: for what can be redone.
        """
        with translated(self.path):
            if self.read_only:
                raise NotWritable("vault.read_only", path=str(self.path))
            self.connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            self.connection.execute("BEGIN IMMEDIATE")
            self.writing = True
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise
            finally:
                self.writing = False

    def pack(self) -> None:
        """Write the whole file anew, without free pages. Raises ``VaultBusy``, ``NotWritable``."""
        with translated(self.path):
            self.connection.execute("VACUUM")

    def cut_log(self) -> bool:
        """Bring what is written ahead into the file and empty the log; not while another connection reads in it."""
        with translated(self.path):
            return not self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]

    def wait(self, seconds: float) -> None:
        """How long to wait for other connections from now on."""
        self.connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    def share(self, name: str, snapshot: object) -> None:
        """Keep a snapshot for every connection of this process, unless it may yet be rolled back."""
        if not self.writing:
            self.cache.snapshots[name] = snapshot

    # ------------------------------------------------------------ other processes

    def changed(self) -> bool:
        """Whether another connection wrote since the last call."""
        before, self._data_version = self._data_version, self._read_data_version()
        return before != self._data_version

    def whereabouts(self) -> Whereabouts:
        """Whether the file is still at its path. An open file can be read, and written for nobody, when it is not."""
        found = _file_at(self.path)
        if found is None:
            return Whereabouts.GONE
        return Whereabouts.HERE if found == self._file else Whereabouts.ANOTHER

    def _read_data_version(self) -> int:
        with translated(self.path):
            return int(self.connection.execute("PRAGMA data_version").fetchone()[0])

    # ------------------------------------------------------------ settings

    def setting(self, key: str) -> str | None:
        """A setting of this vault, or ``None``."""
        with self.reading() as connection:
            row = connection.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None


def _file_at(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _cache_of(connection: sqlite3.Connection, path: Path) -> Cache:
    """The cache of this very file: a number of a deleted file may come back, its vault id does not."""
    stat = path.stat()
    row = connection.execute("SELECT value FROM setting WHERE key = 'vault'").fetchone()
    with _CACHES_LOCK:
        return _CACHES.setdefault((stat.st_dev, stat.st_ino, row[0] if row else ""), Cache())


def write_setting(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Set a setting inside the caller's transaction."""
    connection.execute(
        "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (key, value)
    )


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """SQLite's errors as sentences; what is none of a person's business stays a bug."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = (getattr(error, "sqlite_errorname", None) or "").removeprefix("SQLITE_")
        if code.startswith(("BUSY", "LOCKED")):
            raise VaultBusy("vault.busy", path=str(path)) from error
        if code.startswith("FULL"):
            raise NotWritable("vault.disk_full", path=str(path)) from error
        if code.startswith(("READONLY", "CANTOPEN", "IOERR", "PERM", "AUTH")):
            raise NotWritable("vault.not_writable", path=str(path), detail=str(error)) from error
        if code.startswith(("CORRUPT", "NOTADB")) or any(sign in str(error) for sign in _DAMAGED):
            raise NotAVault("vault.damaged", path=str(path)) from error
        raise
    except UnicodeDecodeError as error:  # SQLite's own sentence quotes bytes of the damaged schema
        raise NotAVault("vault.damaged", path=str(path)) from error


def _is_blank(path: Path) -> bool:
    """Whether a file is empty, or a database in which nothing was ever stored."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST_BLANK:
            return False
        if path.stat().st_size == 0:
            return True
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            named = connection.execute("PRAGMA application_id").fetchone()[0]
            return not named and not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except (OSError, sqlite3.Error):
        return False


def _check_file(path: Path) -> None:
    """Refuse what cannot be a vault before SQLite touches it.

    The file itself is never opened here: on POSIX closing any descriptor of a file drops every lock that the process
    holds on it, also those of SQLite's connections, and another process would then delete the WAL under them.
    """
    try:
        if path.is_dir():
            raise NotAVault("vault.folder", path=str(path))
        if not path.exists():
            raise NotAVault("vault.missing", path=str(path))
        if not path.is_file():
            raise NotAVault("vault.not_a_vault", path=str(path))
    except OSError as error:
        raise NotAVault("vault.unreadable", path=str(path), detail=error.strerror or str(error)) from error
    if not os.access(path, os.R_OK):
        raise NotAVault("vault.unreadable", path=str(path), detail=os.strerror(errno.EACCES))


def _application(connection: sqlite3.Connection, path: Path) -> int:
    """The file's application id. Raises ``NotAVault`` where the file is no database at all."""
    try:
        return int(connection.execute("PRAGMA application_id").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", None) == "SQLITE_NOTADB":
            raise NotAVault("vault.not_a_vault", path=str(path)) from error
        raise
