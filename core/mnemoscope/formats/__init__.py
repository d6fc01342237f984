"""Importers: one module per format, each a value of the ``Importer`` protocol.

Every format is recognised by content, never by file name alone; a file of no known format is refused with the list
of known ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from mnemoscope.errors import UnknownFormat
from mnemoscope.formats import databases
from mnemoscope.formats.chatgpt import ChatGpt
from mnemoscope.formats.claude import Claude
from mnemoscope.formats.claude_code import ClaudeCode
from mnemoscope.formats.csv import Csv
from mnemoscope.formats.jsonl import JsonLines
from mnemoscope.formats.locomo import Locomo
from mnemoscope.formats.longmemeval import LongMemEval
from mnemoscope.formats.markdown import Markdown
from mnemoscope.formats.mcp_memory import McpMemory
from mnemoscope.formats.mcp_memory_service import McpMemoryService
from mnemoscope.formats.mem0 import Mem0
from mnemoscope.formats.mnemoscope import Mnemoscope
from mnemoscope.formats.openmemory import OpenMemory
from mnemoscope.formats.sources import ensure_readable
from mnemoscope.mapping import ColumnMap, Offer
from mnemoscope.messages import Message
from mnemoscope.records import Draft


class Importer(Protocol):
    """Reads one format. Drafts come in reading order: a session before its records; what cannot come in is told as
    ``Skipped``, a file of another kind as ``PassedOver``."""

    @property
    def name(self) -> str:
        """The format's name, as typed after ``--format``."""
        ...

    @property
    def title(self) -> str:
        """The format's name as a person writes it."""
        ...

    @property
    def expects(self) -> Message:
        """The sign that it looks for, in a few words: said where a person asks why a source is not of this format."""
        ...

    def recognise(self, source: Path) -> Message | None:
        """The sign by which the content is of this format, in a few words, or ``None``. Reads little; never raises."""
        ...

    def read(self, source: Path) -> Iterator[Draft]:
        """Every session and record, and what was skipped. Raises ``VaultError`` where the whole is unreadable."""
        ...


@runtime_checkable
class Tabular(Importer, Protocol):
    """Reads a table: which column is which field can be said."""

    def offer(self, source: Path) -> Offer:
        """The columns as found, with the map that their names suggest. Raises ``VaultError`` like ``read``."""
        ...

    def read(self, source: Path, columns: ColumnMap | None = None) -> Iterator[Draft]:
        """As ``Importer.read``, by this map or the proposed one. Raises ``VaultError`` for one that does not fit."""
        ...


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a source is of a format, and why."""

    format: str
    title: str
    sign: Message | None
    """The sign by which it is; ``None`` where it is not."""
    expects: Message
    """The sign that was looked for."""


IMPORTERS: tuple[Importer, ...] = (
    Mnemoscope(),
    Locomo(),
    LongMemEval(),
    ChatGpt(),
    Claude(),
    ClaudeCode(),
    OpenMemory(),
    McpMemoryService(),
    Mem0(),
    McpMemory(),
    JsonLines(),
    Csv(),
    Markdown(),
)
"""Every format, in the order in which a source is offered to them: the one with the plainest signs comes last."""


def importer(name: str) -> Importer:
    """The importer of that name. Raises ``UnknownFormat`` naming the known ones."""
    for candidate in IMPORTERS:
        if candidate.name == name:
            return candidate
    raise UnknownFormat("format.no_such", name=name, known=_known())


def recognise(source: Path) -> tuple[Importer, Message]:
    """The importer that knows the content, and the sign by which it does.

    Raises ``UnknownFormat`` with the known formats, and ``VaultError`` where there is nothing that can be read.
    """
    ensure_readable(source)
    databases.ensure_unlocked(source)
    for candidate in IMPORTERS:
        if sign := candidate.recognise(source):
            return candidate, sign
    raise UnknownFormat("format.unknown", path=source, known=_known())


def examine(source: Path) -> tuple[Finding, ...]:
    """What every format says of a source; the first one with a sign is taken. Raises ``VaultError``."""
    ensure_readable(source)
    databases.ensure_unlocked(source)
    return tuple(Finding(some.name, some.title, some.recognise(source), some.expects) for some in IMPORTERS)


def read(importer: Importer, source: Path, columns: ColumnMap | None = None) -> Iterator[Draft]:
    """What a source holds. Raises ``UnknownFormat`` for a map of columns where the format has none."""
    if columns is None:
        return importer.read(source)
    if not isinstance(importer, Tabular):
        raise UnknownFormat("format.no_columns", name=importer.name)
    return importer.read(source, columns)


def offer(importer: Importer, source: Path) -> Offer | None:
    """The columns of a table; ``None`` where the format has none."""
    return importer.offer(source) if isinstance(importer, Tabular) else None


def _known() -> str:
    return ", ".join(sorted(candidate.name for candidate in IMPORTERS))
