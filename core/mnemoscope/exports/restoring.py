"""The program's own export put back into an empty vault: everything as it was, the history too.

It is written as an import is: records in short transactions under pending imports that no recall sees; then what names
them (history, supersessions, expectations and the like) in one transaction, which publishes them. What a killed process
leaves is withdrawn by ``pending.purge``. ``joining`` is for a vault that holds something already.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from mnemoscope import analysis, columns, indexing, pending, postings
from mnemoscope.errors import Refused, VaultError
from mnemoscope.exports import curated
from mnemoscope.exports.curated import Line
from mnemoscope.formats import fields, lines
from mnemoscope.formats.mnemoscope import head
from mnemoscope.identity import text_hash
from mnemoscope.processes import this_process
from mnemoscope.progress import Progress, silent
from mnemoscope.recall_log import SETTING
from mnemoscope.records import indexed_text
from mnemoscope.vault import Vault

_BATCH = 200
"""Records in one transaction: short enough that no other process waits long."""
_ADDED = -1
"""Number of the pending import for records that were added one by one, which have none."""
_MALFORMED = (ValueError, KeyError, TypeError, AttributeError, OverflowError, sqlite3.Error, fields.Malformed)
_LOG = "at, actor, query, profile, scope, as_of, served"


class Damaged(VaultError):
    """A line cannot be read back, or the file ends early."""


def is_empty(vault: Vault) -> bool:
    """Whether nothing was ever written to a vault; that something was asked of it in vain does not count."""
    with vault.reading() as connection:
        tables = ("record", "act", "tombstone", "source", "import")
        return not any(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in tables)


def restore(vault: Vault, source: Path, progress: Progress = silent) -> tuple[int, int]:
    """Fill an empty vault; returns how many sessions and records came in.

    Raises ``Damaged`` where a line cannot be read back or the file ends early, ``Refused`` where somebody else wrote to
    the vault meanwhile: then nothing is in.
    """
    head(source)
    restoration = _Restoration(vault, source)
    try:
        restoration.stage(progress)
        restoration.publish()
    except BaseException:
        restoration.withdraw()
        raise
    indexing.settle(vault)
    return restoration.sessions, restoration.records


class _Restoration:
    """What is staged, and what waits for its publication."""

    def __init__(self, vault: Vault, source: Path) -> None:
        self.sessions = self.records = 0
        self._vault, self._source = vault, source
        self._writer = curated.Writer(vault.connection)
        self._published: dict[int, int | None] = {_ADDED: None}
        """When each import that is pending here was published there."""
        self._new_sessions: dict[tuple[Any, ...], Line] = {}
        """Written with the first record of each: one without records is anybody's to sweep."""
        self._last: list[tuple[int, Line]] = []
        """Line number and row of what names records."""
        try:
            pending.begin(vault, "mnemoscope", str(source), _ADDED)
        except sqlite3.IntegrityError as error:  # another process is at it
            raise Refused("restore.overtaken", path=str(vault.path)) from error
        with vault.transaction() as connection:
            connection.execute("DELETE FROM app WHERE id NOT IN (SELECT app FROM session)")

    def stage(self, progress: Progress) -> None:
        """Imports, apps, sessions and records into the vault, unseen; the rest is made ready."""
        records: list[tuple[int, Line]] = []
        number, ended = 1, False
        for count, (number, line) in enumerate(self._lines()):
            if line["kind"] == "end":
                ended = True
                with self._telling(number):
                    if line["lines"] != count:
                        raise ValueError(f"{count} lines stand before it, not {line['lines']}")
            match line["kind"]:
                case "record":
                    records.append((number, line))
                case "session":
                    self._new_sessions[line["app"], line["format"], line["key"]] = line
                case "app" | "import":
                    self._write_alone(number, line)
                case _:
                    self._last.append((number, line))
            if len(records) == _BATCH:
                self._write(records)
                records = []
                progress(self.records, None)
        self._write(records)
        if not ended:
            raise Damaged("restore.cut_off", path=str(self._source), line=number)

    def publish(self) -> None:
        """The rest, and the publication, in one transaction."""
        ready = []
        for number, line in self._last:
            with self._telling(number):
                ready.append((number, self._writer.resolved(line)))
        with self._vault.transaction() as connection:
            if not self._is_alone(connection):
                raise Refused("restore.overtaken", path=str(self._vault.path))
            own_log = connection.execute(f"SELECT {_LOG} FROM recall_log ORDER BY id").fetchall()
            connection.execute("DELETE FROM recall_log")
            connection.execute("DELETE FROM setting WHERE key = ?", (SETTING,))
            connection.execute("UPDATE record SET import = NULL WHERE import = ?", (_ADDED,))
            connection.execute("DELETE FROM import WHERE id = ?", (_ADDED,))
            for number, moment in self._published.items():
                connection.execute("UPDATE import SET owner = '', published_at = ? WHERE id = ?", (moment, number))
            for number, line in ready:
                with self._telling(number):
                    self._writer.write(line)
            connection.executemany(f"INSERT INTO recall_log ({_LOG}) VALUES (?, ?, ?, ?, ?, ?, ?)", own_log)
            self._writer.end()

    def withdraw(self) -> None:
        """Nothing of it stays."""
        for number in self._published:
            pending.withdraw(self._vault, number)

    # ------------------------------------------------------------ the steps

    def _lines(self) -> Iterator[tuple[int, Line]]:
        for number, raw in islice(lines.lines(self._source), 1, None):
            with self._telling(number):
                line = self._writer.prepared(lines.parsed(raw))
            yield number, line

    def _write_alone(self, number: int, line: Line) -> None:
        with self._telling(number), self._vault.transaction() as connection:
            if line["kind"] == "import":
                self._published[int(line["number"])] = int(line["published_at"])
                line = {**line, "owner": this_process()}
            self._writer.write(line)
            columns.pack(connection)

    def _write(self, records: list[tuple[int, Line]]) -> None:
        """A batch with its postings; the analysis is done before the lock is taken."""
        texts = []
        for number, line in records:
            with self._telling(number):
                if text_hash(line["speaker"], line["text"]) != line["text_hash"]:
                    raise ValueError("its text is not the one that was written")
                texts.append(analysis.terms(indexed_text(line["speaker"], line["text"])))
        with self._vault.transaction(durable=False) as connection:
            ordinals = []
            for number, line in records:
                with self._telling(number):
                    session = self._new_sessions.pop((line["app"], line["format"], line["session"]), None)
                    if session is not None:
                        self._writer.write(session)
                        self.sessions += 1
                    imported = _ADDED if line["import"] is None else line["import"]
                    ordinals.append(self._writer.write({**line, "import": imported}))
            hashes = [line["text_hash"] for _, line in records]
            postings.append(connection, postings.Analysed(ordinals, hashes, texts))
            columns.pack(connection)
        self.records += len(records)

    def _is_alone(self, connection: sqlite3.Connection) -> bool:
        """Whether nobody else has written anything but recalls."""
        count = int(connection.execute("SELECT count(*) FROM record").fetchone()[0])
        others = connection.execute("SELECT id FROM import").fetchall()
        tables = ("act", "tombstone", "source", "expectation", "profile")
        found = any(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in tables)
        return count == self.records and {row[0] for row in others} <= self._published.keys() and not found

    @contextmanager
    def _telling(self, number: int) -> Iterator[None]:
        """What is wrong in a line becomes one sentence that names it."""
        try:
            yield
        except _MALFORMED as error:
            detail = str(error.message) if isinstance(error, fields.Malformed) else str(error)
            raise Damaged("restore.malformed", path=str(self._source), line=number, detail=detail) from error
