"""Large imports, embeddings and examinations in a process of their own: who waits keeps the interpreter to itself.

Parsing and cutting words hold the interpreter's lock for a tenth of a second at a time, importing torch for two
seconds; a window in the same process would stand still. The child opens the vault itself, under the same actor;
progress comes back through a pipe, and the wish to stop goes the other way.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from mnemoscope import doctor, indexing, ingest
from mnemoscope.doctor import Diagnosis, Inspected
from mnemoscope.embedding import models
from mnemoscope.errors import Cancelled, NotAVault, NotWritable, VaultBusy, VaultError
from mnemoscope.formats.sources import last_change
from mnemoscope.ingest import DEFAULT_APP, ImportSummary
from mnemoscope.mapping import ColumnMap
from mnemoscope.previews import Preview
from mnemoscope.progress import Progress, silent
from mnemoscope.vault import Vault

_Outcome = TypeVar("_Outcome")

LARGE = 256 * 1024
"""Bytes from which a process of its own, which takes half a second to start, is worth it."""
MANY = 2_000
"""Records from which their examination, which cuts every text, is worth a process of its own."""
_BEAT = 0.05
"""Seconds between two looks for the wish to stop."""
_GRACE = 5.0
"""Seconds that the child has to stop at its next progress."""


class BrokenOff(VaultError):
    """The process that did the work was ended from outside."""


def import_path(
    vault: Vault,
    path: Path,
    progress: Progress = silent,
    *,
    format: str | None = None,
    app: str = DEFAULT_APP,
    columns: ColumnMap | None = None,
    since: int | None = None,
) -> ImportSummary:
    """``ingest.import_path``, of a large file or folder in a child process. Raises what that raises, and ``BrokenOff``
    where the child was killed: then nothing of the file is in."""
    work = partial(ingest.import_path, path=path, format=format, app=app, columns=columns, since=since)
    try:
        return _of_its_size(vault, path, work, progress, since)
    except EOFError:
        with contextlib.suppress(VaultBusy, NotWritable):  # else at the next open
            ingest.purge(vault)
        raise BrokenOff("import.broken_off", path=str(path)) from None


def preview(
    vault: Vault,
    path: Path,
    progress: Progress = silent,
    *,
    format: str | None = None,
    app: str = DEFAULT_APP,
    columns: ColumnMap | None = None,
) -> Preview:
    """``ingest.preview``, of a large file or folder in a child process. Raises what that raises, and ``BrokenOff``."""
    work = partial(ingest.preview, path=path, format=format, app=app, columns=columns)
    try:
        return _of_its_size(vault, path, work, progress)
    except EOFError:
        raise BrokenOff("preview.broken_off", path=str(path)) from None


def finish(vault: Vault, progress: Progress = silent) -> int:
    """``indexing.finish``, in a child process where it would call the engine for bulk work, or cut as many texts.
    Raises what that raises, and ``BrokenOff`` where the child was killed: then what was written stays."""
    state = indexing.status(vault)
    if max(state.unembedded, state.records - state.indexed) < models.BULK_FROM:
        return indexing.finish(vault, progress)
    try:
        return int(_run(vault, indexing.finish, progress))
    except EOFError:
        raise BrokenOff("work.broken_off") from None


def examine(vault: Vault, progress: Progress = silent, told: Callable[[Inspected], None] = lambda _: None) -> Diagnosis:
    """``doctor.examine``, of many records in a child process. Raises what that raises, and ``BrokenOff``."""
    return _of_its_records(vault, doctor.examine, progress, told)


def repair(vault: Vault, progress: Progress = silent, told: Callable[[Inspected], None] = lambda _: None) -> Diagnosis:
    """``doctor.repair``, of many records in a child process. Raises what that raises, and ``BrokenOff``: then what is
    made anew is so for each part wholly or not at all."""
    found = _of_its_records(vault, doctor.repair, progress, told)
    vault.cache.snapshots.clear()  # the child has cleared its own
    return found


def _of_its_records(
    vault: Vault, work: Callable[..., Diagnosis], progress: Progress, told: Callable[[Inspected], None]
) -> Diagnosis:
    try:
        with vault.reading() as connection:
            is_large = connection.execute("SELECT count(*) FROM record").fetchone()[0] >= MANY
    except NotAVault:  # the first check tells
        is_large = False
    if not is_large:
        return work(vault, progress, told)
    try:
        outcome: Diagnosis = _run(vault, work, progress, told)
    except EOFError:
        raise BrokenOff("work.broken_off") from None
    return outcome


def _of_its_size(
    vault: Vault, path: Path, work: Callable[..., _Outcome], progress: Progress, since: int | None = None
) -> _Outcome:
    """The work with a small source here, with a large one in a child; raises ``EOFError`` where that is killed."""
    if not _is_large(path, since):
        return work(vault, progress=progress)
    outcome: _Outcome = _run(vault, work, progress)
    return outcome


def _run(vault: Vault, work: Callable[..., Any], progress: Progress, told: Callable[[Any], None] | None = None) -> Any:
    """The work in a child; raises ``EOFError`` where the child ends without a word. Where ``told`` is given, the work
    takes one too."""
    context = multiprocessing.get_context("spawn")
    own, others = context.Pipe()
    child = context.Process(target=_work, args=(others, vault.path, vault.actor, work, told is not None), daemon=True)
    child.start()
    others.close()  # so that the end of the child is the end of the pipe
    try:
        return _follow(own, progress, told)
    finally:
        _end(own, child)


def _is_large(path: Path, since: int | None = None) -> bool:
    size = 0
    for file in path.rglob("*") if path.is_dir() else (path,):
        with contextlib.suppress(OSError):
            found = file.stat()
            size += found.st_size if since is None or last_change(found) >= since else 0
        if size >= LARGE:
            return True
    return False


def _follow(pipe: Connection, progress: Progress, told: Callable[[Any], None] | None) -> Any:
    done: tuple[int, int | None] = (0, None)
    while True:
        progress(*done)
        if not pipe.poll(_BEAT):
            continue
        kind, value = pipe.recv()
        if kind == "done":
            return value
        if kind == "refused":
            error, message = value
            raise error(message.id, **message.parameters)
        if kind == "crashed":
            raise value
        if kind == "told" and told is not None:
            told(value)
            continue
        done = value


def _end(pipe: Connection, child: Any) -> None:
    with contextlib.suppress(OSError):
        pipe.send("stop")
    child.join(_GRACE)
    if child.is_alive():
        child.kill()
        child.join()
    pipe.close()


# ---------------------------------------------------------------- in the child


def _work(pipe: Connection, vault_path: Path, actor: str, work: Callable[..., Any], tells: bool) -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(15)  # the window comes first

    def progress(done: int, total: int | None) -> None:
        if pipe.poll():
            raise Cancelled
        pipe.send(("progress", (done, total)))

    if tells:
        work = partial(work, told=lambda value: pipe.send(("told", value)))
    try:
        with Vault.open(vault_path, actor) as vault:
            outcome: tuple[str, object] = ("done", work(vault, progress=progress))
    except VaultError as error:
        outcome = ("refused", (type(error), error.message))
    except (Cancelled, EOFError, BrokenPipeError):
        return
    except Exception as error:  # noqa: BLE001 - a bug is told by the process that has a dialog for it
        outcome = ("crashed", error)
    pipe.send(outcome)
