"""One table model for every list: frozen records, taken whole, shown through a tuple of columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex

RECORD_ROLE = int(Qt.ItemDataRole.UserRole)
"""The frozen record of a row, for a delegate."""

_FOLLOWED = 500
"""Rows beyond which a list is shown anew rather than row by row."""
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column: its title, the text it shows of a record, and how it is aligned."""

    title: str
    text: Callable[[Row], str]
    numeric: bool = False


class TableModel(QAbstractTableModel, Generic[Row]):
    """Rows are frozen records; the model never edits, it is given new ones."""

    def __init__(self, columns: tuple[Column[Row], ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = columns
        self._records: tuple[Row, ...] = ()

    @property
    def records(self) -> tuple[Row, ...]:
        """What is shown."""
        return self._records

    def set_records(self, records: Sequence[Row]) -> None:
        """Show these instead."""
        self.beginResetModel()
        self._records = tuple(records)
        self.endResetModel()

    def follow_records(self, records: Sequence[Row], key: Callable[[Row], object]) -> None:
        """Show these instead, row by row: one whose ``key`` was there before stays what it is to a view, wherever it
        stands now, and so it stays current, selected or hidden."""
        if len(records) > _FOLLOWED or len(self._records) > _FOLLOWED:
            self.set_records(records)
            return
        wanted = {key(record) for record in records}
        rows = list(self._records)
        for place in range(len(rows) - 1, -1, -1):
            if key(rows[place]) not in wanted:
                self.beginRemoveRows(_NOWHERE, place, place)
                del rows[place]
                self._records = tuple(rows)
                self.endRemoveRows()
        for place, record in enumerate(records):
            self._bring(rows, place, record, key)
        if rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self._columns) - 1))

    def _bring(self, rows: list[Row], place: int, record: Row, key: Callable[[Row], object]) -> None:
        """Let a record stand at a place, from wherever it stands below, or anew."""
        found = next((at for at in range(place, len(rows)) if key(rows[at]) == key(record)), None)
        if found is None:
            self.beginInsertRows(_NOWHERE, place, place)
            rows.insert(place, record)
            self._records = tuple(rows)
            self.endInsertRows()
            return
        if found != place:
            self.beginMoveRows(_NOWHERE, found, found, _NOWHERE, place)
            rows.insert(place, rows.pop(found))
            self._records = tuple(rows)
            self.endMoveRows()
        rows[place] = record
        self._records = tuple(rows)

    def replace_records(self, records: Sequence[Row]) -> None:
        """Show newer values of the same rows, so that selection and scroll stay."""
        if len(records) != len(self._records):
            self.set_records(records)
            return
        self._records = tuple(records)
        if self._records:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._records) - 1, len(self._columns) - 1))

    def replace_record(self, row: int, record: Row) -> None:
        """Show a newer value of one row; no other is painted again."""
        self._records = (*self._records[:row], record, *self._records[row + 1 :])
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(self._columns) - 1))

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._records)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid() or index.row() >= len(self._records):
            return None
        record, column = self._records[index.row()], self._columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(record)
        if role == RECORD_ROLE:
            return record
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(record)
        if role == Qt.ItemDataRole.TextAlignmentRole and column.numeric:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        return heading(self._columns, section, orientation, role)

    def spoken(self, record: Row) -> str:
        """The whole row in words, for a screen reader: a delegate paints it as one."""
        return ", ".join(f"{column.title} {text}" for column in self._columns if (text := column.text(record)))


class Titled(Protocol):
    """What a heading needs of a column."""

    @property
    def title(self) -> str: ...


def heading(columns: Sequence[Titled], section: int, orientation: Qt.Orientation, role: int) -> str | None:
    """The title of a column, or the number of a row."""
    if role != Qt.ItemDataRole.DisplayRole:
        return None
    if orientation == Qt.Orientation.Horizontal:
        return columns[section].title if section < len(columns) else None
    return str(section + 1)
