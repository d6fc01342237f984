"""Files as importers open them: regular ones only, and every failure a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from mnemoscope.errors import VaultError


@contextmanager
def opened(source: Path) -> Iterator[BinaryIO]:
    """The file's bytes. Raises ``VaultError`` for what is no file: reading a pipe or a device might never end."""
    with _in_words(source):
        if not source.is_file():
            raise VaultError("format.no_file" if source.exists() else "format.missing", path=source)
        with source.open("rb") as file:
            yield file


def ensure_readable(source: Path) -> None:
    """Raises ``VaultError`` unless this is a file or a folder that can be read."""
    with _in_words(source):
        if source.is_dir():
            next(source.iterdir(), None)
        else:
            with opened(source):
                pass


@contextmanager
def _in_words(source: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise VaultError("format.unreadable", path=source, detail=error.strerror or str(error)) from error
