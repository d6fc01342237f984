"""Lists of two lines to a row: what it is, and what is said of it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from PySide6.QtCore import QObject, Qt

from mnemoscope_gui.models.table import Column, Index, TableModel
from mnemoscope_gui.wording import say

_TIP = 600
"""Characters that a tip shows of each line."""


class Tone(Enum):
    """How a row stands out."""

    PLAIN = "plain"
    MUTED = "muted"
    """It is not what one looks for."""
    GOOD = "good"
    """It is done, or it fits: a tick."""
    FAULT = "fault"
    """Something is wrong with it: a triangle."""
    OPEN = "open"
    """It is not known yet: a ring."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row."""

    title: str
    note: str = ""
    meta: str = ""
    tone: Tone = Tone.PLAIN
    key: Hashable = None
    """What it stands for."""


def _have_signs(records: Sequence[Entry]) -> bool:
    return any(entry.tone not in (Tone.PLAIN, Tone.MUTED) for entry in records)


class EntriesModel(TableModel[Entry]):
    """The rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[Entry], ...] = (
            Column(say("lines.body"), lambda entry: entry.title),
            Column(say("lines.meta"), lambda entry: entry.meta),
            Column(say("lines.lead"), lambda entry: entry.note),
        )
        super().__init__(columns, parent)
        self.has_signs = False
        """Whether a row has a sign: then all of them leave room for one."""

    def set_records(self, records: Sequence[Entry]) -> None:
        self.has_signs = _have_signs(records)
        super().set_records(records)

    def replace_records(self, records: Sequence[Entry]) -> None:
        self.has_signs = _have_signs(records)
        super().replace_records(records)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and index.isValid() and index.row() < len(self.records):
            entry = self.records[index.row()]
            return "\n".join(line[:_TIP] for line in (entry.title, entry.meta, entry.note) if line)
        return super().data(index, role)

    def spoken(self, record: Entry) -> str:
        return ", ".join(line[:_TIP] for line in (record.title, record.meta, record.note) if line)

    def show(self, entries: tuple[Entry, ...]) -> bool:
        """Show these; whether they are other ones, so that rows had to move."""
        if [entry.key for entry in entries] != [entry.key for entry in self.records]:
            self.set_records(entries)
            return True
        if entries != self.records:
            self.replace_records(entries)
        return False

    def row_of(self, key: Hashable) -> int | None:
        """Where that stands."""
        return next((row for row, entry in enumerate(self.records) if entry.key == key), None)
