"""What one reading of a source has met so far: a memory that goes to the disk where it is large."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b

from mnemoscope.errors import NotWritable

_TABLES = (
    "CREATE TABLE key (key BLOB PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE coming (id BLOB PRIMARY KEY, hash INTEGER) WITHOUT ROWID",
    "CREATE TABLE taken (record INTEGER PRIMARY KEY)",
    "CREATE TABLE spare (queue INTEGER, hash INTEGER, place INTEGER, record INTEGER, "
    "PRIMARY KEY (queue, hash, place)) WITHOUT ROWID",
)
_FIRST = "SELECT place, record FROM spare WHERE queue = ? AND hash = ? ORDER BY place LIMIT 1"


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise NotWritable("seen.full", detail=str(error)) from error


class _Memory:
    """A database of SQLite's own, which holds two megabytes in memory and keeps the rest in a file without a name.

    Every method raises ``NotWritable`` where there is no room for that.
    """

    def __init__(self) -> None:
        with _in_words():
            self._store = sqlite3.connect("", isolation_level=None)
            for table in _TABLES:
                self._store.execute(table)
            self._store.execute("BEGIN")

    def close(self) -> None:
        """Give everything back."""
        self._store.close()

    def _put(self, statement: str, *values: object) -> bool:
        with _in_words():
            return self._store.execute(statement, values).rowcount > 0

    def _row(self, query: str, *values: object) -> tuple[int, ...] | None:
        with _in_words():
            row: tuple[int, ...] | None = self._store.execute(query, values).fetchone()
            return row


class Keys(_Memory):
    """Keys of several parts."""

    def is_new(self, *parts: str | None) -> bool:
        """Note a key; whether it was not met before."""
        said = "\0".join("" if part is None else f"={part}" for part in parts)
        key = blake2b(said.encode(errors="surrogatepass"), digest_size=16).digest()
        return self._put("INSERT OR IGNORE INTO key VALUES (?)", key)


class Meetings(_Memory):
    """Items as they met the vault."""

    def is_first(self, item: bytes) -> bool:
        """Note an item; whether it was not met before."""
        return self._put("INSERT OR IGNORE INTO key VALUES (?)", item)

    def would_come(self, id: bytes, hash: int) -> None:
        """Note a record that would come in."""
        self._put("INSERT OR IGNORE INTO coming VALUES (?, ?)", id, hash)

    def coming(self, id: bytes) -> int | None:
        """The hash of a record that would come in before."""
        row = self._row("SELECT hash FROM coming WHERE id = ?", id)
        return row[0] if row is not None else None

    def take(self, record: int) -> None:
        """Note that an item was found to be this record."""
        self._put("INSERT OR IGNORE INTO taken VALUES (?)", record)

    def is_taken(self, record: int) -> bool:
        """Whether an item was found to be this record."""
        return self._row("SELECT 1 FROM taken WHERE record = ?", record) is not None

    def set_aside(self, queue: int, records: Iterable[tuple[int, int]]) -> None:
        """Records that may yet be found, by their hash, in their order."""
        rows = ((queue, hash, place, record) for place, (hash, record) in enumerate(records))
        with _in_words():
            self._store.executemany("INSERT INTO spare VALUES (?, ?, ?, ?)", rows)

    def next_of(self, queue: int, hash: int) -> int | None:
        """The first record of this hash that is not taken; it is none of the queue from now on."""
        while row := self._row(_FIRST, queue, hash):
            self._put("DELETE FROM spare WHERE queue = ? AND hash = ? AND place = ?", queue, hash, row[0])
            if not self.is_taken(row[1]):
                return row[1]
        return None
