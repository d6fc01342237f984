"""Forgetting: records taken out of the vault for good, their bytes and what quotes them too.

One act takes the rows out of every table and leaves the ids as tombstones. Then the file is packed anew, the old
pages of the log are cut off, and the bytes of every file of the vault are searched. What could not be done at once,
because another process still reads old pages or this one was killed, is noted in the vault, and done by ``finish``.
"""

from __future__ import annotations

import base64
import glob
import json
import sqlite3
import threading
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mnemoscope import analysis, columns, journal, postings, processes, reading, remnants, tombstones, vectors
from mnemoscope.errors import Cancelled, NoSuchRecord, NotWritable, Refused, VaultBusy
from mnemoscope.identity import placed_id
from mnemoscope.messages import Message, message
from mnemoscope.progress import Progress, silent
from mnemoscope.quotes import Quotes, telling
from mnemoscope.records import Changes, RecordId, indexed_text
from mnemoscope.remnants import SearchBroken, Traces
from mnemoscope.times import now
from mnemoscope.vault import BUSY_SECONDS, Vault, write_setting

PENDING = "forgetting"
"""The setting that holds traces of what is forgotten while bytes of it may be left."""
_OPENING_SECONDS = 0.25
"""How long the next open waits for others."""
_BATCH = 200

_GONE = "(SELECT value FROM json_each(:gone))"
_ROWS = f"""
SELECT r.ordinal, r.id, a.name, s.id, s.key, r.position, r.speaker, r.text, r.external_id, r.import
FROM record r JOIN app a ON a.id = r.app JOIN session s ON s.id = r.session WHERE r.ordinal IN {_GONE}
"""
_COUNTS = {
    "expectations": f"SELECT count(*) FROM expectation WHERE record IN {_GONE}",
    "verdicts": f"SELECT count(*) FROM verdict WHERE first IN {_GONE} OR second IN {_GONE}",
    "supersessions": f"""
        SELECT count(*) FROM supersession WHERE until IS NULL AND (older IN {_GONE} OR newer IN {_GONE})
    """,
    "sessions": f"""
        SELECT count(*) FROM (
            SELECT DISTINCT session FROM record WHERE ordinal IN {_GONE}
            EXCEPT SELECT session FROM record WHERE ordinal NOT IN {_GONE}
        )
    """,
}
# Older records that nothing replaces any more, and that a recall may serve.
_RETURNING = f"""
SELECT r.id FROM supersession e JOIN record r ON r.ordinal = e.older
WHERE e.until IS NULL AND e.newer IN {_GONE} AND e.older NOT IN {_GONE}
    AND r.active AND (r.valid_until_utc IS NULL OR r.valid_until_utc > :now) ORDER BY r.ordinal
"""
_ACTS = f"""
SELECT id, parameters FROM act WHERE id IN (
    SELECT act FROM step WHERE record IN {_GONE} UNION SELECT act FROM step WHERE other IN {_GONE}
    UNION SELECT act FROM step WHERE import IN (SELECT import FROM record WHERE ordinal IN {_GONE})
)
"""
_EXPECTING = f"SELECT DISTINCT act FROM step WHERE record IN {_GONE} AND expectation IS NOT NULL"
_GIVING_REASONS = f"""
(record IN {_GONE} OR other IN {_GONE}) AND expectation IS NULL
    AND (coalesce(json_extract(before, '$.reason'), '') <> '' OR coalesce(json_extract(after, '$.reason'), '') <> '')
"""
_REASONED = f"SELECT DISTINCT act FROM step WHERE {_GIVING_REASONS}"
_CLEAN = (
    f"""UPDATE step SET before = '{{"row": null}}', after = '{{"row": null}}'
        WHERE record IN {_GONE} AND expectation IS NOT NULL""",
    f"""UPDATE step SET before = json_replace(before, '$.reason', ''), after = json_replace(after, '$.reason', '')
        WHERE {_GIVING_REASONS}""",
    f"DELETE FROM candidate WHERE EXISTS (SELECT 1 FROM json_each(ordinals) j WHERE j.value IN {_GONE})",
)
_TEXT_COLUMNS = """
SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'
"""

_FINISHING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Losses:
    """What forgetting would take out of the vault, counted, and what it would bring back."""

    records: int
    vectors: int
    expectations: int
    """Saved questions that expect one of the records."""
    supersessions: int
    verdicts: int
    acts: int
    """Entries of the history that lose what they quote: a question, a reason."""
    recalls: int
    """Questions of the recall log that hold a text, or a word that no other record holds."""
    sessions: int
    """Sessions of which no record is left, with their titles."""
    returning: tuple[RecordId, ...]
    """Older records that the forgotten ones replace, which come back into recalls."""
    copies: tuple[Path, ...]
    """Copies from before a migration, which are deleted."""

    @property
    def sentences(self) -> tuple[Message, ...]:
        """A sentence for each that there is, but the records themselves."""
        names = ("vectors", "expectations", "supersessions", "verdicts", "acts", "recalls", "sessions")
        counts = {name: getattr(self, name) for name in names} | {"copies": len(self.copies)}
        return tuple(message(f"forget.{name}", count=count) for name, count in counts.items() if count)


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


class _Row(NamedTuple):
    ordinal: int
    id: bytes
    app: str
    session: int
    key: str
    position: int
    speaker: str | None
    text: str
    external_id: str | None
    imported: int | None


@dataclass(frozen=True, slots=True)
class _Gone:
    """The records to be forgotten."""

    rows: tuple[_Row, ...]
    holding: Counter[str]
    """How many of them hold a term."""
    words: frozenset[tuple[str, str]]
    """Term and surface of the words that can tell whose they are."""

    @property
    def parameters(self) -> dict[str, object]:
        """What the statements above ask for."""
        return {"gone": json.dumps([row.ordinal for row in self.rows]), "now": now()}

    @property
    def texts(self) -> list[str]:
        return [row.text for row in self.rows]


# ---------------------------------------------------------------- before


def preview(vault: Vault, ids: Sequence[str]) -> Losses:
    """What would be gone. Raises ``NoSuchRecord``, and ``Refused`` for no record at all."""
    with vault.reading() as connection:
        gone = _gone(connection, ids)
        quotes = _quotes(connection, gone)
        counts = {name: connection.execute(query, gone.parameters).fetchone()[0] for name, query in _COUNTS.items()}
        touched = {row[0] for row in connection.execute(_REASONED, gone.parameters)}
        touched.update(row[0] for row in connection.execute(_EXPECTING, gone.parameters))
        touched.update(number for number, _ in _labels(connection, gone, quotes))
        return Losses(
            records=len(gone.rows),
            vectors=_embedded(connection, gone),
            acts=len(touched),
            recalls=len(_quoting(connection, quotes)),
            returning=_returning(connection, gone),
            copies=copies(vault.path),
            **counts,
        )


def copies(path: Path) -> tuple[Path, ...]:
    """The copies of a vault that migrations left beside it."""
    return tuple(sorted(path.parent.glob(f"{glob.escape(path.name)}.schema-*.backup*")))


def _gone(connection: sqlite3.Connection, ids: Sequence[str], progress: Progress = silent) -> _Gone:
    numbers = list(dict.fromkeys(reading.ordinal(connection, id) for id in ids))
    if not numbers:
        raise Refused("forget.nothing")
    rows = tuple(_Row(*row) for row in connection.execute(_ROWS, {"gone": json.dumps(numbers)}))
    holding: Counter[str] = Counter()
    words: set[tuple[str, str]] = set()
    for done, row in enumerate(rows):
        if done % _BATCH == 0:
            progress(done, len(rows))
        text = indexed_text(row.speaker, row.text)
        holding.update(set(analysis.terms(text)))
        words.update(telling(text))
    return _Gone(rows, holding, frozenset(words))


def _quotes(connection: sqlite3.Connection, gone: _Gone) -> Quotes:
    alone = _alone(connection, gone)
    return Quotes(gone.texts, {term for term, _ in gone.words if term in alone})


def _alone(connection: sqlite3.Connection, gone: _Gone) -> set[str]:
    """Terms that no record holds but the forgotten ones."""
    counted = connection.execute(
        "SELECT text, postings FROM term WHERE text IN (SELECT value FROM json_each(?))", (json.dumps([*gone.holding]),)
    )
    elsewhere = {text for text, postings in counted if postings > gone.holding[text]}
    return set(gone.holding) - elsewhere


def _labels(connection: sqlite3.Connection, gone: _Gone, quotes: Quotes) -> Iterator[tuple[int, str]]:
    """Acts on the records whose labels quote them, with the parameters that do not."""
    expecting = {row[0] for row in connection.execute(_EXPECTING, gone.parameters)}
    for number, parameters in connection.execute(_ACTS, gone.parameters).fetchall():
        stored = json.loads(parameters)
        cleaned = quotes.without(stored, questions=number in expecting)
        if cleaned != stored:
            yield number, json.dumps(cleaned, ensure_ascii=False)


def _quoting(connection: sqlite3.Connection, quotes: Quotes) -> list[int]:
    """Rows of the recall log whose question quotes."""
    held: dict[str, bool] = {}
    found = []
    for number, query in connection.execute("SELECT id, query FROM recall_log"):
        if query not in held:
            held[query] = quotes.hold(query)
        if held[query]:
            found.append(number)
    return found


def _returning(connection: sqlite3.Connection, gone: _Gone) -> tuple[RecordId, ...]:
    return tuple(RecordId(row[0].hex()) for row in connection.execute(_RETURNING, gone.parameters))


def _embedded(connection: sqlite3.Connection, gone: _Gone) -> int:
    model = vectors.model_in_use(connection)
    if model is None:
        return 0
    ordinals, _ = vectors.stored(connection, model)
    return int(np.isin(np.unique(ordinals), [row.ordinal for row in gone.rows]).sum())


# ---------------------------------------------------------------- the act


def forget(vault: Vault, ids: Sequence[str], progress: Progress = silent) -> Forgotten:
    """Take records out for good, and look whether their bytes are gone. ``progress`` may cancel until the act is done.

    Raises ``NoSuchRecord``, ``NotWritable``, ``VaultBusy``, and ``Refused`` for no record at all.
    """
    with vault.reading() as connection:
        gone = _gone(connection, ids, progress)
    with journal.act(vault, message("act.forget", count=len(gone.rows))) as act:
        _check_present(act.connection, gone)
        returned = _returning(act.connection, gone)
        quotes = _quotes(act.connection, gone)
        traces = _traces(act.connection, gone)
        _clean_history(act.connection, gone, quotes)
        _remove(act.connection, gone, quotes)
        for done, row in enumerate(gone.rows):
            if done % _BATCH == 0:
                progress(done, len(gone.rows))
            act.forgotten(row.ordinal)
        _note(act.connection, _pending(act.connection) + traces, packed=False)
    with suppress(Cancelled):
        progress(len(gone.rows), len(gone.rows))
    with _FINISHING:
        searched = _finish(vault, BUSY_SECONDS)
    tables = act.changes.tables | {"supersession", "expectation", "verdict", "session"}
    return replace(searched, changes=replace(act.changes, tables=tables), returned=returned)


def _check_present(connection: sqlite3.Connection, gone: _Gone) -> None:
    """Another process may have been faster."""
    here = {
        row[0] for row in connection.execute(f"SELECT ordinal FROM record WHERE ordinal IN {_GONE}", gone.parameters)
    }
    for row in gone.rows:
        if row.ordinal not in here:
            raise NoSuchRecord("record.none", id=row.id.hex()[: reading.SHORTEST])


def _clean_history(connection: sqlite3.Connection, gone: _Gone, quotes: Quotes) -> None:
    """Take out of journal, recall log and candidates what quotes the records."""
    for number, parameters in list(_labels(connection, gone, quotes)):
        connection.execute("UPDATE act SET parameters = ? WHERE id = ?", (parameters, number))
    for statement in _CLEAN:
        connection.execute(statement, gone.parameters)
    recalls = [(number,) for number in _quoting(connection, quotes)]
    connection.executemany("DELETE FROM recall_log WHERE id = ?", recalls)


def _remove(connection: sqlite3.Connection, gone: _Gone, quotes: Quotes) -> None:
    """The rows and all that is derived from them; what hangs on a record by a foreign key goes with it."""
    ordinals = [row.ordinal for row in gone.rows]
    postings.remove(connection, ordinals)
    vectors.remove(connection, ordinals)
    tombstones.lay(connection, list(_ids(connection, gone)))
    connection.execute(f"DELETE FROM record WHERE ordinal IN {_GONE}", gone.parameters)
    for session in {row.session for row in gone.rows}:
        connection.execute(
            "DELETE FROM session WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM record WHERE session = ?1)", (session,)
        )
        row = connection.execute("SELECT title FROM session WHERE id = ?", (session,)).fetchone()
        if row is not None and quotes.entitle(row[0]):
            connection.execute("UPDATE session SET title = '' WHERE id = ?", (session,))
    for imported in {row.imported for row in gone.rows} - {None}:
        connection.execute(
            "DELETE FROM import WHERE id = ?1 AND published_at IS NOT NULL"
            " AND NOT EXISTS (SELECT 1 FROM record WHERE import = ?1)",
            (imported,),
        )
    while columns.pack(connection):
        pass


def _ids(connection: sqlite3.Connection, gone: _Gone) -> Iterator[bytes]:
    """The records' ids. One that is known by its place alone would come back from another place of its session."""
    apps = [row[0] for row in connection.execute("SELECT name FROM app")]
    for row in gone.rows:
        yield row.id
        for app in apps if row.external_id is None else ():  # the one at creation, by which its id was made
            if placed_id(app, row.key, row.position, row.text) == row.id:
                yield placed_id(app, row.key, tombstones.ANYWHERE, row.text)


# ---------------------------------------------------------------- the bytes


def _traces(connection: sqlite3.Connection, gone: _Gone) -> Traces:
    """Of every text, and of every identifier (a word with a digit or a joiner) that no other record holds."""
    alone = _alone(connection, gone)
    names = sorted(pair for pair in gone.words if pair[0] in alone and not pair[1].isalpha())
    texts: list[Collection[bytes]] = [_forms(text) for text in gone.texts]
    texts += [{form for said in pair for form in _forms(said)} for pair in names]
    return remnants.trace(_key(connection), texts)


def _forms(text: str) -> set[bytes]:
    """As SQLite stores a text, and as JSON in it does."""
    return {text.encode(), json.dumps(text, ensure_ascii=False)[1:-1].encode(), json.dumps(text)[1:-1].encode()}


def _key(connection: sqlite3.Connection) -> bytes:
    row = connection.execute("SELECT value FROM setting WHERE key = 'vault'").fetchone()
    return (row[0] if row else "").encode()[:64]


def _note(connection: sqlite3.Connection, traces: Traces, packed: bool) -> None:
    stored = {"traces": base64.b64encode(traces.rows.tobytes()).decode(), "packed": packed}
    write_setting(connection, PENDING, json.dumps(stored))


def _pending(connection: sqlite3.Connection) -> Traces:
    row = connection.execute("SELECT value FROM setting WHERE key = ?", (PENDING,)).fetchone()
    stored: dict[str, Any] = json.loads(row[0]) if row else {"traces": ""}
    return remnants.stored(_key(connection), base64.b64decode(stored["traces"]))


def finish(vault: Vault) -> Message | None:
    """Do what an earlier forgetting had to leave; returns why bytes may be left still, or ``None``. For every open."""
    if vault.setting(PENDING) is None or vault.read_only:
        return None
    if not _FINISHING.acquire(blocking=False):  # another lane of this process is at it
        return None
    try:
        return _finish(vault, _OPENING_SECONDS).waiting
    finally:
        _FINISHING.release()


def _finish(vault: Vault, patience: float) -> Forgotten:
    """Pack the file, cut off the old pages, search the bytes: whatever of it is not done yet."""
    try:
        vault.wait(patience)
        for copy in copies(vault.path):
            copy.unlink(missing_ok=True)
        return _search(vault) if _pack(vault) else _waiting(_reader(vault.path))
    except VaultBusy:
        return _waiting(message("forget.waiting_writer"))
    except NotWritable as error:
        full = error.message.id == "vault.disk_full"
        return _waiting(Message("forget.waiting_disk" if full else "forget.waiting_file", error.message.parameters))
    except OSError as error:
        path, detail = str(error.filename), error.strerror or str(error)
        return _waiting(message("forget.waiting_file", path=path, detail=detail))
    except SearchBroken:
        return _waiting(message("forget.waiting_search"))
    finally:
        vault.wait(BUSY_SECONDS)


def _pack(vault: Vault) -> bool:
    """Write the file anew without old pages, once, and cut off the log; whether nobody reads in the log any more."""
    if not json.loads(vault.setting(PENDING) or "{}").get("packed"):
        vault.pack()
        with vault.transaction() as connection:
            _note(connection, _pending(connection), packed=True)
    return vault.cut_log()


def _search(vault: Vault) -> Forgotten:
    with vault.reading() as connection:
        traces = _pending(connection)
    files = tuple(path for path in (*_files(vault.path), *copies(vault.path)) if path.exists())
    in_files = remnants.search(traces, files)
    found = set().union(*in_files.values())
    with vault.reading() as connection:
        staying = traces.found(_staying(connection)) if found else set()
    left = traces.texts_of(found - staying)
    with vault.transaction() as connection:
        if not left:
            connection.execute("DELETE FROM setting WHERE key = ?", (PENDING,))
        else:
            _note(connection, traces, packed=False)
    if left:
        names = ", ".join(str(file) for file, windows in in_files.items() if windows - staying)
        return _waiting(message("forget.left", count=len(left), files=names))
    return Forgotten(_NOTHING, (), files, None, len(traces.texts_of(found)))


def _files(path: Path) -> Iterator[Path]:
    yield from (path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm", "-journal"))


def _staying(connection: sqlite3.Connection) -> Iterator[bytes]:
    """Every text that the vault still holds: bytes that stand there are no remnant."""
    for table, column in connection.execute(_TEXT_COLUMNS).fetchall():
        rows = connection.execute(f'SELECT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL')
        while some := rows.fetchmany(1000):
            yield "\0".join(row[0] for row in some).encode()


def _waiting(why: Message) -> Forgotten:
    return Forgotten(_NOTHING, (), (), why)


def _reader(path: Path) -> Message:
    names = processes.others_with(path)
    who: object = ", ".join(names) if names else message("forget.another")
    return message("forget.waiting_reader", process=who)


_NOTHING = Changes(message("act.forget", count=0), frozenset(), None)
