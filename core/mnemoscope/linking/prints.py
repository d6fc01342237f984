"""The print of a source: the sizes and times of its files in one short text, which changes when one of them does."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from mnemoscope.errors import VaultError
from mnemoscope.formats.sources import last_change

WRITTEN_AHEAD = "-wal"
"""Beside a database that is in use: what was written to it last."""
_PASSING = ("-shm", "-journal")
"""Beside a database: what says nothing of its content."""


Listed = tuple[str, os.stat_result | None]


class Print(NamedTuple):
    """How a source is now."""

    digest: str
    newest: float
    """When one of its files was written last, in seconds since 1970."""
    latest: int
    """The last change of all, as ``sources.last_change`` tells them."""

    @property
    def stored(self) -> str:
        """As ``source_seen`` keeps it."""
        return f"{self.digest} {self.latest}"


def take(source: Path) -> Print | None:
    """The print of a file or folder; ``None`` where nothing is there. Raises ``VaultError`` where one cannot look."""
    digest, newest, latest = blake2b(digest_size=16), 0, 0
    try:
        found = source.stat()
        listed = _in_folder(source) if stat.S_ISDIR(found.st_mode) else _beside(source, found)
        for name, file in listed:
            size, written = (file.st_size, file.st_mtime_ns) if file is not None else (-1, 0)
            digest.update(f"{name}\0{size}\0{written}\0".encode(errors="surrogateescape"))
            newest, latest = max(newest, written), max(latest, last_change(file) if file is not None else 0)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise VaultError("format.unreadable", path=str(source), detail=error.strerror or str(error)) from error
    return Print(digest.hexdigest(), newest / 1e9, latest)


def latest_in(stored: str) -> int | None:
    """The last change that a stored print knows."""
    last = stored.partition(" ")[2]
    return int(last) if last.isascii() and last.isdigit() else None


def _beside(source: Path, found: os.stat_result) -> Iterator[Listed]:
    yield source.name, found
    try:
        ahead = Path(f"{source}{WRITTEN_AHEAD}").stat()
    except OSError:
        return
    if ahead.st_size:
        yield WRITTEN_AHEAD, ahead


def _in_folder(folder: Path, place: str = "") -> Iterator[Listed]:
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
                yield name, entry.stat()
        except OSError:  # it went meanwhile, or is closed to us: a reading says so
            yield name, None
