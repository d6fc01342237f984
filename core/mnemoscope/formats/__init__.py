"""Importers: one module per format, each a value of the ``Importer`` protocol.

Every format is recognised by content, never by file name alone; a file of no known format is refused with the list
of known ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from mnemoscope.records import Draft


class Importer(Protocol):
    """Reads one format. Drafts come in reading order: a session before its records."""

    @property
    def name(self) -> str:
        """The format's name, as typed after ``--format``."""
        ...

    def recognise(self, source: Path) -> str | None:
        """The sign by which the content is of this format, in a few words, or ``None``. Reads little; never raises."""
        ...

    def read(self, source: Path) -> Iterator[Draft]:
        """Every session and record, and what was skipped. Raises ``VaultError`` where the whole is unreadable."""
        ...


def importer(name: str) -> Importer:
    """The importer of a format by name."""
    raise NotImplementedError(name)


def recognise(source: Path) -> tuple[Importer, str]:
    """The importer of a file by content."""
    raise NotImplementedError(source)
