"""The print of a source: the sizes and times of its files in one short text, which changes when one of them does."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from mnemoscope.errors import VaultError

WRITTEN_AHEAD = "-wal"
"""Beside a database that is in use: what was written to it last."""
_PASSING = ("-shm", "-journal")
"""Beside a database: what says nothing of its content."""


class Print(NamedTuple):
    """How a source is now."""

    digest: str
    newest: float
    """When one of its files was written last, in seconds since 1970."""


def take(source: Path) -> Print | None:
    """The print of a file or folder; ``None`` where nothing is there. Raises ``VaultError`` where one cannot look."""
    digest, newest = blake2b(digest_size=16), 0
    try:
        found = source.stat()
        listed = _in_folder(source) if stat.S_ISDIR(found.st_mode) else _beside(source, found)
        for name, size, written in listed:
            digest.update(f"{name}\0{size}\0{written}\0".encode(errors="surrogateescape"))
            newest = max(newest, written)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise VaultError("format.unreadable", path=str(source), detail=error.strerror or str(error)) from error
    return Print(digest.hexdigest(), newest / 1e9)


def _beside(source: Path, found: os.stat_result) -> Iterator[tuple[str, int, int]]:
    yield source.name, found.st_size, found.st_mtime_ns
    try:
        ahead = Path(f"{source}{WRITTEN_AHEAD}").stat()
    except OSError:
        return
    if ahead.st_size:
        yield WRITTEN_AHEAD, ahead.st_size, ahead.st_mtime_ns


def _in_folder(folder: Path, place: str = "") -> Iterator[tuple[str, int, int]]:
    """What importers would read of it: neither hidden files nor what links to folders lead to."""
    with os.scandir(folder) as entries:
        listed = sorted(entries, key=lambda entry: entry.name)
    for entry in listed:
        if entry.name.startswith(".") or entry.name.endswith(_PASSING):
            continue
        name = f"{place}{entry.name}"
        try:
            if entry.is_dir(follow_symlinks=False):
                yield from _in_folder(Path(entry.path), f"{name}/")
            elif not entry.is_dir():
                found = entry.stat()
                yield name, found.st_size, found.st_mtime_ns
        except OSError:  # it went meanwhile, or is closed to us: a reading says so
            yield name, -1, 0
