"""The bytes of what was forgotten: cleared out of the indexes, the file and its log, and looked for in every file.

An act of forgetting notes in the vault what is to be erased: traces of the texts, which do not tell them. ``erase``
does what it can, and the note goes when no file holds the bytes any more. Else ``finish`` goes on at the next open.
"""

from __future__ import annotations

import base64
import glob
import json
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mnemoscope import columns, indexing, postings, processes, vectors
from mnemoscope.errors import NotWritable, VaultBusy
from mnemoscope.forgetting import remnants
from mnemoscope.forgetting.remnants import SearchBroken, Traces
from mnemoscope.messages import Message, message
from mnemoscope.vault import BUSY_SECONDS, Vault, write_setting

PENDING = "forgetting"
"""The setting that says what is still to be erased."""
_OPENING_SECONDS = 0.25
"""How long the next open waits for others."""
_TEXT_COLUMNS = """
SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'
"""

_ERASING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Erased:
    """Whether the bytes of what was forgotten are gone."""

    files: tuple[Path, ...]
    """The files that were searched; none where that has to wait."""
    waiting: Message | None
    """Why bytes may be left in a file; ``None`` where they were looked for and are in none."""
    elsewhere: int = 0
    """How many texts and identifiers stand in what stays as well, and so are still in the file."""


@dataclass(frozen=True, slots=True)
class _Pending:
    """What is still to be done."""

    stored: str | None
    traces: Traces
    listed: frozenset[int]
    """Ordinals of which postings and vectors may be left."""
    packed: bool
    """Whether the file was written anew since."""


def begin(connection: sqlite3.Connection, texts: Sequence[Collection[bytes]], ordinals: Collection[int]) -> None:
    """Note inside the act that texts, each in the forms in which it may stand, and records' derived data must go."""
    pending = _read(connection)
    traces = pending.traces + remnants.trace(pending.traces.key, texts)
    _write(connection, replace(pending, traces=traces, listed=pending.listed | set(ordinals), packed=False))


def erase(vault: Vault) -> Erased:
    """Whatever is not done yet: clear the indexes, pack the file, cut off the old pages, search the bytes."""
    with _ERASING:
        return _erase(vault, BUSY_SECONDS)


def finish(vault: Vault) -> Message | None:
    """Go on with what an earlier forgetting had to leave; why bytes may be left still, or ``None``. For every open."""
    if vault.setting(PENDING) is None or vault.read_only:
        return None
    if not _ERASING.acquire(blocking=False):  # another lane of this process is at it
        return None
    try:
        return _erase(vault, _OPENING_SECONDS).waiting
    finally:
        _ERASING.release()


def copies(path: Path) -> tuple[Path, ...]:
    """The copies of a vault that migrations left beside it, or beside a link by which it was opened."""
    places = {path, path.resolve()}
    return tuple(sorted(copy for at in places for copy in at.parent.glob(f"{glob.escape(at.name)}.schema-*.backup*")))


def unlist(vault: Vault) -> None:
    """Take postings and vectors of what is forgotten out, in short transactions."""
    with vault.reading() as connection:
        listed = _read(connection).listed
    if not listed:
        return
    steps: tuple[Callable[[sqlite3.Connection], object], ...] = (
        lambda connection: postings.remove_next(connection, listed),
        lambda connection: postings.sweep(connection, indexing.SWEPT_AT_ONCE),
        lambda connection: vectors.remove_next(connection, listed),
        columns.pack,
    )
    for step in steps:
        due = True
        while due:
            with vault.transaction(durable=False) as connection:
                due = bool(step(connection))
    with vault.transaction() as connection:
        pending = _read(connection)
        if pending.stored is not None:
            _write(connection, replace(pending, listed=pending.listed - listed))


# ---------------------------------------------------------------- the steps


def _erase(vault: Vault, patience: float) -> Erased:
    try:
        vault.wait(patience)
        for copy in copies(vault.path):
            copy.unlink(missing_ok=True)
        unlist(vault)
        _pack(vault)
        return _search(vault) if vault.cut_log() else _waiting(_reader(vault.path))
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


def _pack(vault: Vault) -> None:
    """Write the file anew without old pages, once."""
    with vault.reading() as connection:
        pending = _read(connection)
    if pending.stored is not None and not pending.packed:
        vault.pack()
        _settle(vault, pending, replace(pending, packed=True))


def _search(vault: Vault) -> Erased:
    with vault.reading() as connection:
        pending = _read(connection)
    files = tuple(path for path in (*_files(vault.path), *copies(vault.path)) if path.exists())
    if pending.stored is None:  # another process has just done it
        return Erased(files, None)
    traces = pending.traces
    in_files = remnants.search(traces, files)
    found = set().union(*in_files.values())
    with vault.reading() as connection:
        staying = traces.found(_staying(connection)) if found else set()
    left = traces.texts_of(found - staying)
    _settle(vault, pending, replace(pending, packed=False) if left else None)
    if left:
        names = ", ".join(str(file) for file, windows in in_files.items() if windows - staying)
        return _waiting(message("forget.left", count=len(left), files=names))
    return Erased(files, None, len(traces.whole(staying)))


def _files(path: Path) -> Iterator[Path]:
    """The file and what SQLite keeps beside it: by its own name, whatever link it was opened by."""
    own = path.resolve()
    yield from (own.with_name(own.name + suffix) for suffix in ("", "-wal", "-shm", "-journal"))


def _staying(connection: sqlite3.Connection) -> Iterator[bytes]:
    """Every text that the vault still holds: bytes that stand there are no remnant."""
    for table, column in connection.execute(_TEXT_COLUMNS).fetchall():
        rows = connection.execute(f'SELECT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL')
        while some := rows.fetchmany(1000):
            yield "\0".join(row[0] for row in some).encode()


def _waiting(why: Message) -> Erased:
    return Erased((), why)


def _reader(path: Path) -> Message:
    names = processes.others_with(path)
    who: object = ", ".join(names) if names else message("forget.another")
    return message("forget.waiting_reader", process=who)


# ---------------------------------------------------------------- the note


def _read(connection: sqlite3.Connection) -> _Pending:
    settings = dict(connection.execute("SELECT key, value FROM setting WHERE key IN (?, 'vault')", (PENDING,)))
    held = settings.get(PENDING)
    stored: dict[str, Any] = json.loads(held) if held else {"traces": "", "listed": [], "packed": False}
    traces = remnants.stored(settings.get("vault", "").encode(), base64.b64decode(stored["traces"]))
    return _Pending(held, traces, frozenset(stored["listed"]), stored["packed"])


def _write(connection: sqlite3.Connection, pending: _Pending) -> None:
    traces = base64.b64encode(pending.traces.rows.tobytes()).decode()
    stored = {"traces": traces, "listed": sorted(pending.listed), "packed": pending.packed}
    write_setting(connection, PENDING, json.dumps(stored))


def _settle(vault: Vault, before: _Pending, after: _Pending | None) -> None:
    """Note what was done. Raises ``VaultBusy`` where more was forgotten meanwhile, of which it was not done."""
    with vault.transaction() as connection:
        if _read(connection).stored != before.stored:
            raise VaultBusy("vault.busy", path=str(vault.path))
        if after is None:
            connection.execute("DELETE FROM setting WHERE key = ?", (PENDING,))
        else:
            _write(connection, after)
