"""What leaves a vault: everything in the program's own format, or records as JSON Lines, CSV or Markdown."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from mnemoscope import listing
from mnemoscope.errors import Refused, VaultError
from mnemoscope.exports import lossless, records
from mnemoscope.exports.target import ensure_free, replacing
from mnemoscope.listing import ALL, Show
from mnemoscope.progress import Progress, silent
from mnemoscope.records import Record
from mnemoscope.vault import Vault

FORMATS = ("mnemoscope", "jsonl", "csv", "markdown")
_SUFFIXES = {".mnemoscope": "mnemoscope", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".zip": "markdown"}
_PAGE = 500


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    target: str
    format: str
    records: int
    size: int
    """Bytes."""


def export(
    vault: Vault,
    target: Path,
    *,
    format: str | None = None,
    show: Show = ALL,
    text: str = "",
    force: bool = False,
    progress: Progress = silent,
) -> Exported:
    """Write everything, or what ``show`` and ``text`` leave, into one file: by the target's suffix where no format is
    named; Markdown as a ZIP of notes.

    The file appears whole or not at all. Raises ``Refused`` for a target that is there already, unless forced;
    ``VaultError`` where it cannot be written.
    """
    chosen = format_of(target, format)
    ensure_free(vault, target, force)
    try:
        with replacing(target) as path:
            with path.open("wb") as file:
                count = write(vault, file, chosen, show=show, text=text, progress=progress)
                file.flush()
                os.fsync(file.fileno())
                size = file.tell()
            path.chmod(0o666 & ~_umask())
    except OSError as error:
        raise VaultError("export.unwritable", path=str(target), detail=error.strerror or str(error)) from error
    return Exported(str(target), chosen, count, size)


def write(
    vault: Vault, file: BinaryIO, format: str, *, show: Show = ALL, text: str = "", progress: Progress = silent
) -> int:
    """The same into an open file, as it is at one moment; returns how many records."""
    count = 0

    def counted(found: Iterator[Record]) -> Iterator[Record]:
        nonlocal count
        for record in found:
            count += 1
            if count % _PAGE == 0:
                progress(count, None)
            yield record

    with vault.reading() as connection:
        if format == "mnemoscope":
            is_part = show != ALL or bool(text)
            ids = frozenset(record.id for record in _wanted(vault, show, text)) if is_part else None
            for line in lossless.written(connection, ids):
                count += line.startswith(b'{"kind":"record"')
                if count % _PAGE == 0:
                    progress(count, None)
                file.write(line)
        elif format == "markdown":
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for path, note in records.notes(counted(_wanted(vault, show, text))):
                    archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), note)
        else:
            rows = records.json_lines if format == "jsonl" else records.csv_rows
            for row in rows(counted(_wanted(vault, show, text))):
                file.write(row)
    progress(count, count)
    return count


def format_of(target: Path, format: str | None) -> str:
    """The format that is named, or that the suffix says. Raises ``Refused`` where neither is known."""
    chosen = format or _SUFFIXES.get(target.suffix.lower())
    if chosen not in FORMATS:
        raise Refused("export.no_format", name=format or target.name, known=", ".join(FORMATS))
    return chosen


def _wanted(vault: Vault, show: Show, text: str) -> Iterator[Record]:
    """Session by session, in their order."""
    listed = listing.by_session(listing.list_records(vault, show))
    for start in range(0, len(listed), _PAGE):
        for record in listing.page(vault, listed, start, _PAGE):
            if record is not None and (not text or text.casefold() in record.indexed_text.casefold()):
                yield record


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
