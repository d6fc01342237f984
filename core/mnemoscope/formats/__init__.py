"""Importers: one module per format, each a value of the ``Importer`` protocol.

Every format is recognised by content, never by file name alone; a file of no known format is refused with the list
of known ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from mnemoscope.errors import UnknownFormat
from mnemoscope.formats.jsonl import JsonLines
from mnemoscope.formats.locomo import Locomo
from mnemoscope.formats.longmemeval import LongMemEval
from mnemoscope.formats.markdown import Markdown
from mnemoscope.formats.sources import ensure_readable
from mnemoscope.records import Draft


class Importer(Protocol):
    """Reads one format. Drafts come in reading order: a session before its records."""

    @property
    def name(self) -> str:
        """The format's name, as typed after ``--format``."""
        ...

    @property
    def title(self) -> str:
        """The format's name as a person writes it."""
        ...

    @property
    def expects(self) -> str:
        """The sign that it looks for, in a few words: said where a person asks why a source is not of this format."""
        ...

    def recognise(self, source: Path) -> str | None:
        """The sign by which the content is of this format, in a few words, or ``None``. Reads little; never raises."""
        ...

    def read(self, source: Path) -> Iterator[Draft]:
        """Every session and record, and what was skipped. Raises ``VaultError`` where the whole is unreadable."""
        ...


IMPORTERS: tuple[Importer, ...] = (
    Locomo(),
    LongMemEval(),
    JsonLines(),
    Markdown(),
)
"""Every format, in the order in which a source is offered to them: the one with the plainest signs comes last."""


def importer(name: str) -> Importer:
    """The importer of that name. Raises ``UnknownFormat`` naming the known ones."""
    for candidate in IMPORTERS:
        if candidate.name == name:
            return candidate
    raise UnknownFormat("format.no_such", name=name, known=_known())


def recognise(source: Path) -> tuple[Importer, str]:
    """The importer that knows the content, and the sign by which it does.

    Raises ``UnknownFormat`` with the known formats, and ``VaultError`` where there is nothing that can be read.
    """
    ensure_readable(source)
    for candidate in IMPORTERS:
        if sign := candidate.recognise(source):
            return candidate, sign
    raise UnknownFormat("format.unknown", path=source, known=_known())


def _known() -> str:
    return ", ".join(sorted(candidate.name for candidate in IMPORTERS))
