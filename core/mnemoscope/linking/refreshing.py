"""Linked sources read again where they have changed. Nothing is ever removed: what goes from a source stays here."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from mnemoscope import ingest
from mnemoscope.errors import NotAVault, NotWritable, VaultBusy, VaultError
from mnemoscope.ingest import ImportSummary
from mnemoscope.linking import prints
from mnemoscope.linking.links import LinkedSource, fault_in, linked, links, stored_fault
from mnemoscope.mapping import ColumnMap
from mnemoscope.messages import Message, message
from mnemoscope.processes import runs
from mnemoscope.progress import Progress, silent
from mnemoscope.times import local, now
from mnemoscope.vault import Vault

PATIENCE = 10.0
"""Seconds after the last write to a source in which a fault may be a file that is still being written."""
BY_FILE = frozenset({"claude-code", "jsonl"})
"""Formats in which a file of a folder says the same whatever lies beside it: only those that changed are read."""
_BEAT = 0.2
"""Seconds between two looks at an import that somebody else runs."""
_LONGEST = 60.0
"""Seconds for which one that brings the same records is waited for; then they are read at the next occasion."""

_SEEN = "SELECT print, fault FROM source_seen WHERE path = ?"
_NOTE = """
INSERT INTO source_seen (path, at, print, fault)
SELECT path, :at, :print, :fault FROM source WHERE path = :path
ON CONFLICT DO UPDATE SET at = max(at, excluded.at), print = excluded.print, fault = excluded.fault
"""
_RUNNING = "SELECT owner FROM import WHERE source = ? AND published_at IS NULL"


class Read(Protocol):
    """How a source is imported: ``ingest.import_path``, or ``aside.import_path``."""

    def __call__(
        self,
        vault: Vault,
        path: Path,
        *,
        progress: Progress,
        format: str | None,
        app: str,
        columns: ColumnMap | None,
        since: int | None,
    ) -> ImportSummary: ...


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What came of one source: it was read, it could not be, or it is to be tried again."""

    path: Path
    summary: ImportSummary | None = None
    fault: Message | None = None
    is_old: bool = False
    """The fault was there the last time too."""

    @property
    def is_unsettled(self) -> bool:
        """Whether it is still being written, or the vault is: nothing is said of it before it is tried again."""
        return self.summary is None and self.fault is None


def refresh(
    vault: Vault, path: Path | None = None, progress: Progress = silent, *, read: Read = ingest.import_path
) -> tuple[Refreshed, ...]:
    """Read again what has changed of the linked sources, or of one; what has not is left out.

    Raises ``Refused`` where the path is not linked, and ``NotWritable`` for a vault that cannot be written.
    """
    sources = links(vault) if path is None else (linked(vault, path),)
    return tuple(_refreshed(vault, sources, progress, read))


def _refreshed(vault: Vault, sources: tuple[LinkedSource, ...], progress: Progress, read: Read) -> Iterator[Refreshed]:
    for source in sources:
        progress(0, None)
        try:
            found = prints.take(source.path)
        except VaultError as error:
            yield _faulty(vault, source, "", error.message)
            continue
        if found is None:
            gone = message("source.gone", path=str(source.path), at=local(now()))
            yield _faulty(vault, source, "", source.fault if source.fault and source.is_gone else gone)
        elif not _is_seen(vault, source.path, found):
            yield from _read(vault, source, found, progress, read)


def _read(
    vault: Vault, source: LinkedSource, found: prints.Print, progress: Progress, read: Read
) -> Iterator[Refreshed]:
    """Import the source, once nobody else does; nothing where somebody else has brought it meanwhile."""
    until = time.monotonic() + _LONGEST
    since = _seen_until(vault, source)
    while time.monotonic() < until:
        if _is_being_read(vault, source.path):
            progress(0, None)
            time.sleep(_BEAT)
            continue
        if _is_seen(vault, source.path, found):
            return
        try:
            summary = read(
                vault,
                source.path,
                progress=progress,
                format=source.format,
                app=source.app,
                columns=source.columns or None,
                since=since,
            )
        except VaultBusy as busy:
            if busy.message.id != "import.running":
                break
            progress(0, None)
            time.sleep(_BEAT)
            continue
        except (NotWritable, NotAVault):  # the vault itself: nothing else comes in either
            raise
        except VaultError as error:
            if since is not None:  # nothing of the format among what has changed, perhaps
                since = None
                continue
            if _is_settled(source.path, found):
                yield _faulty(vault, source, found.stored, error.message)
                return
            break
        _note(vault, source.path, now(), found.stored, None)
        yield Refreshed(source.path, summary)
        return
    yield Refreshed(source.path)


# ---------------------------------------------------------------- what is known of a source


def _is_seen(vault: Vault, path: Path, found: prints.Print) -> bool:
    """Whether it was read as it is now, without a fault."""
    stored, fault = _seen(vault, path)
    return fault is None and stored.partition(" ")[0] == found.digest


def _seen_until(vault: Vault, source: LinkedSource) -> int | None:
    """From when on the files of a folder are to be read; ``None`` for all of them."""
    if source.format not in BY_FILE or os.name == "nt":  # there a file keeps its times where it is moved to
        return None
    stored, fault = _seen(vault, source.path)
    return prints.latest_in(stored) if fault is None and source.path.is_dir() else None


def _seen(vault: Vault, path: Path) -> tuple[str, str | None]:
    with vault.reading() as connection:
        row: tuple[str, str | None] | None = connection.execute(_SEEN, (str(path),)).fetchone()
    return row or ("", None)


def _is_being_read(vault: Vault, path: Path) -> bool:
    with vault.reading() as connection:
        owners = [row[0] for row in connection.execute(_RUNNING, (str(path),))]
    return any(map(runs, owners))


def _is_settled(path: Path, before: prints.Print) -> bool:
    """Whether a source is as it was, and has been for a while; a time in the future says nothing."""
    after = prints.take(path)
    if after is None or after.digest != before.digest:
        return False
    return not 0 <= time.time() - after.newest < PATIENCE


def _faulty(vault: Vault, source: LinkedSource, stored: str, fault: Message) -> Refreshed:
    fault = fault_in(stored_fault(fault)) or fault
    is_old = source.fault == fault
    if not is_old:
        _note(vault, source.path, 0, stored, fault)
    return Refreshed(source.path, fault=fault, is_old=is_old)


def _note(vault: Vault, path: Path, at: int, stored: str, fault: Message | None) -> None:
    values = {"path": str(path), "at": at, "print": stored, "fault": stored_fault(fault) if fault else None}
    with vault.transaction() as connection:
        connection.execute(_NOTE, values)
