"""Which rows of a list are marked: the model asks who knows, and its delegate and a screen reader ask the model."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Protocol, TypeVar

from PySide6.QtCore import QAbstractItemModel, QObject, Qt

from mnemoscope.records import Record, RecordId
from mnemoscope_gui.models.table import Column, Index, TableModel
from mnemoscope_gui.wording import say

MARKED_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""Whether the row's record is marked."""

Marked = Container[RecordId]
NOBODY: Marked = frozenset[RecordId]()


class OfRecord(Protocol):
    """A row that is about one record."""

    @property
    def record(self) -> Record:
        """That one."""


Row = TypeVar("Row", bound=OfRecord)


class MarkableModel(TableModel[Row]):
    """Rows of records that can be marked."""

    def __init__(self, columns: tuple[Column[Row], ...], parent: QObject | None = None) -> None:
        super().__init__(columns, parent)
        self.marked: Marked = NOBODY

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if role == MARKED_ROLE:
            return index.isValid() and self.records[index.row()].record.id in self.marked
        return super().data(index, role)

    def ids(self, first: int, last: int) -> tuple[RecordId, ...]:
        """The records from one row to another."""
        return tuple(row.record.id for row in self.records[max(first, 0) : last + 1])

    def row_of(self, id: str) -> int | None:
        """Where the record stands, if it is there."""
        return next((place for place, row in enumerate(self.records) if row.record.id == id), None)


def tell_marked(model: QAbstractItemModel) -> None:
    """Other rows are marked than before."""
    if rows := model.rowCount():
        model.dataChanged.emit(model.index(0, 0), model.index(rows - 1, model.columnCount() - 1))


def spoken_mark(words: str, is_marked: bool) -> str:
    """A row in words, its mark first."""
    return f"{say('marked.spoken')}, {words}" if is_marked else words
