"""Forgetting: records taken out of the vault for good, their bytes and what quotes them too.

One act takes the rows out of the curated tables and leaves the ids as tombstones: from then on no recall, count or
list knows them. What is derived from them and the bytes themselves go right after it, or at the next open: ``erasure``.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from mnemoscope import journal, reading, suggest, tombstones
from mnemoscope.errors import Cancelled, NoSuchRecord
from mnemoscope.forgetting import erasure
from mnemoscope.forgetting.losses import (
    GIVING_REASONS,
    GONE,
    Gone,
    labels,
    look_at,
    quotes_of,
    quoting_recalls,
    returning,
    words_alone,
)
from mnemoscope.forgetting.quotes import Quotes
from mnemoscope.identity import placed_id
from mnemoscope.messages import Message, message
from mnemoscope.progress import Progress, silent
from mnemoscope.records import Changes, RecordId
from mnemoscope.vault import Vault

_BATCH = 200

# The same session of other apps, out of which all its records were moved.
_LEFT = """
SELECT o.id FROM session s JOIN session o ON o.format = s.format AND o.key = s.key AND o.app <> s.app
WHERE s.id = ? AND NOT EXISTS (SELECT 1 FROM record WHERE session = o.id)
"""
_REMOVE_EMPTY = "DELETE FROM session WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM record WHERE session = ?1)"
_CLEAN = (
    f"""UPDATE step SET before = '{{"row": null}}', after = '{{"row": null}}'
        WHERE record IN {GONE} AND expectation IS NOT NULL""",
    f"""UPDATE step SET before = json_replace(before, '$.reason', ''), after = json_replace(after, '$.reason', '')
        WHERE {GIVING_REASONS}""",
)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was forgotten, and whether its bytes are gone."""

    changes: Changes
    returned: tuple[RecordId, ...]
    """Older records that nothing replaces any more, back in recalls."""
    files: tuple[Path, ...]
    """The files whose bytes were searched; none where that has to wait."""
    waiting: Message | None
    """Why bytes may be left in a file; ``None`` where they were looked for and are in none."""
    elsewhere: int = 0
    """How many texts and identifiers stand in what stays as well, and so are still in the file."""

    @property
    def sentences(self) -> tuple[Message, ...]:
        """Where the bytes were looked for, or what that waits for."""
        if self.waiting is not None:
            return (self.waiting,)
        done = message("forget.done", files=", ".join(path.name for path in self.files))
        return (done, message("forget.elsewhere", count=self.elsewhere)) if self.elsewhere else (done,)


def forget(vault: Vault, ids: Sequence[str], progress: Progress = silent) -> Forgotten:
    """Take records out for good, and look whether their bytes are gone. ``progress`` may cancel until the act is done.

    Raises ``NoSuchRecord``, ``NotWritable``, ``VaultBusy``, and ``Refused`` for no record at all.
    """
    with vault.reading() as connection:
        gone = look_at(connection, ids, progress)
    erasure.unlist(vault)  # what an earlier one left would count as other records that hold a word
    with journal.act(vault, message("act.forget", count=len(gone.rows))) as act:
        _check_present(act.connection, gone)
        returned = returning(act.connection, gone)
        quotes = quotes_of(act.connection, gone)
        erasure.begin(act.connection, _erasable(act.connection, gone), [row.ordinal for row in gone.rows])
        for done, row in enumerate(gone.rows):
            if done % _BATCH == 0:
                progress(done, len(gone.rows))
            act.forgotten(row.ordinal)
        _clean_history(act.connection, gone, quotes)
        _remove(act.connection, gone, quotes)
    with suppress(Cancelled):  # too late
        progress(len(gone.rows), len(gone.rows))
    erased = erasure.erase(vault)
    tables = act.changes.tables | {"supersession", "expectation", "verdict", "session"}
    changes = replace(act.changes, tables=tables)
    return Forgotten(changes, returned, erased.files, erased.waiting, erased.elsewhere)


def _check_present(connection: sqlite3.Connection, gone: Gone) -> None:
    """Another process may have been faster."""
    rows = connection.execute(f"SELECT ordinal FROM record WHERE ordinal IN {GONE}", gone.parameters)
    here = {row[0] for row in rows}
    for row in gone.rows:
        if row.ordinal not in here:
            raise NoSuchRecord("record.none", id=row.id.hex()[: reading.SHORTEST])


def _clean_history(connection: sqlite3.Connection, gone: Gone, quotes: Quotes) -> None:
    """Take out of journal, recall log and candidates what quotes the records."""
    for number, parameters in list(labels(connection, gone, quotes)):
        connection.execute("UPDATE act SET parameters = ? WHERE id = ?", (parameters, number))
    for statement in _CLEAN:
        connection.execute(statement, gone.parameters)
    suggest.drop(connection, [row.ordinal for row in gone.rows], [row.id.hex() for row in gone.rows])
    recalls = [(number,) for number in quoting_recalls(connection, quotes)]
    connection.executemany("DELETE FROM recall_log WHERE id = ?", recalls)


def _remove(connection: sqlite3.Connection, gone: Gone, quotes: Quotes) -> None:
    """The rows, their ids left as tombstones; what hangs on a record by a foreign key goes with it."""
    tombstones.lay(connection, list(_ids(connection, gone)))
    connection.execute(f"DELETE FROM record WHERE ordinal IN {GONE}", gone.parameters)
    for session in {row.session for row in gone.rows}:
        left = [row[0] for row in connection.execute(_LEFT, (session,))]
        if connection.execute(_REMOVE_EMPTY, (session,)).rowcount:
            connection.executemany("DELETE FROM session WHERE id = ?", ((number,) for number in left))
        for number in (session, *left):
            row = connection.execute("SELECT title, meta FROM session WHERE id = ?", (number,)).fetchone()
            if row is not None and quotes.entitle(row[0]):
                connection.execute("UPDATE session SET title = '' WHERE id = ?", (number,))
            if row is not None and quotes.hold(row[1]):
                connection.execute("UPDATE session SET meta = '{}' WHERE id = ?", (number,))
    for imported in {row.imported for row in gone.rows} - {None}:
        connection.execute(
            "DELETE FROM import WHERE id = ?1 AND published_at IS NOT NULL"
            " AND NOT EXISTS (SELECT 1 FROM record WHERE import = ?1)",
            (imported,),
        )


def _ids(connection: sqlite3.Connection, gone: Gone) -> Iterator[bytes]:
    """The records' ids. One that is known by its place alone would come back from another place of its session."""
    apps = [row[0] for row in connection.execute("SELECT name FROM app")]
    for row in gone.rows:
        yield row.id
        for app in apps if row.external_id is None else ():  # the one at creation, by which its id was made
            if placed_id(app, row.key, row.position, row.text) == row.id:
                yield placed_id(app, row.key, tombstones.ANYWHERE, row.text)


def _erasable(connection: sqlite3.Connection, gone: Gone) -> list[Collection[bytes]]:
    """The bytes of every text, and of every identifier (a word with a digit or a joiner) that no other record holds."""
    alone = words_alone(connection, gone)
    names = sorted(pair for pair in gone.words if pair[0] in alone and not pair[1].isalpha())
    texts: list[Collection[bytes]] = [_forms(text) for text in gone.texts]
    texts += [{form for said in pair for form in _forms(said)} for pair in names]
    return texts


def _forms(text: str) -> set[bytes]:
    """As SQLite stores a text, and as JSON in it does."""
    return {text.encode(), json.dumps(text, ensure_ascii=False)[1:-1].encode(), json.dumps(text)[1:-1].encode()}
