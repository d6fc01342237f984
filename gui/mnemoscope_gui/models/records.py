"""All records as rows of a table: places first, the records themselves as their pages come.

What is read is kept by record, not by place: a page that arrives after the list was filtered or ordered anew is still
true of its records, and a new list shows at once what is known of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from mnemoscope.listing import By, State
from mnemoscope.records import Record, RecordId
from mnemoscope_gui.models.marked import MARKED_ROLE, NOBODY, Marked, spoken_mark
from mnemoscope_gui.models.table import RECORD_ROLE, Index, heading
from mnemoscope_gui.wording import moment, number, say

HELD = 6000
"""Records that are kept; beyond, those read first are let go."""
_TIP = 600
"""Characters of a text that its tip shows."""
_NOWHERE = QModelIndex()
_WEIGHT = (State.INACTIVE, State.SUPERSEDED, State.EXPIRED, State.ACTIVE)


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One record of the list."""

    record: Record
    short: str
    """Its shortest unique prefix."""
    states: frozenset[State]

    @property
    def in_force(self) -> bool:
        """Active, and neither superseded nor expired; a row that is not is struck through."""
        return State.ACTIVE in self.states

    @property
    def state(self) -> str:
        """What a verdict would name first, in a word."""
        return say(f"state.{next(state for state in _WEIGHT if state in self.states).value}")

    @property
    def all_states(self) -> str:
        """Everything that may be said of its validity."""
        return ", ".join(say(f"state.{state.value}") for state in _WEIGHT if state in self.states)

    @property
    def length(self) -> str:
        """How many characters its text has."""
        count = len(self.record.text)
        return say("records.characters", count=count, number=number(count))


Rows = dict[RecordId, RecordRow | None]
"""Records by id; ``None`` for one that was forgotten since it was listed."""


class Places(Protocol):
    """Records in order, known by id alone."""

    def __len__(self) -> int: ...

    def id(self, place: int) -> RecordId:
        """The record at a place."""

    def ids(self, first: int = 0, end: int | None = None) -> tuple[RecordId, ...]:
        """The records from a place on up to another."""

    def find(self, id: RecordId) -> int | None:
        """The place of a record."""


@dataclass(frozen=True, slots=True)
class RecordColumn:
    """A column: its id, what it shows, what it is sorted by, how it is aligned."""

    id: str
    text: Callable[[RecordRow], str]
    tip: Callable[[RecordRow], str] | None = None
    """The whole of it, where the text is a part."""
    by: By | None = None
    numeric: bool = False

    @property
    def title(self) -> str:
        """The heading."""
        return say(f"records.{self.id}")


COLUMNS = (
    RecordColumn("time", lambda row: moment(row.record), by=By.TIME),
    RecordColumn("app", lambda row: row.record.app, by=By.APP),
    RecordColumn("session", lambda row: row.record.session_title or row.record.session, by=By.SESSION),
    RecordColumn("speaker", lambda row: row.record.speaker or "", by=By.SPEAKER),
    RecordColumn("kind", lambda row: say(f"kind.{row.record.kind.value}"), by=By.KIND),
    RecordColumn("state", lambda row: row.state, lambda row: row.all_states, by=By.STATE),
    RecordColumn("text", lambda row: row.record.text, lambda row: row.record.indexed_text[:_TIP]),
    RecordColumn("length", lambda row: number(len(row.record.text)), lambda row: row.length, By.LENGTH, numeric=True),
    RecordColumn("id", lambda row: row.short, lambda row: row.record.id),
)


class _Nothing:
    """No record at all."""

    def __len__(self) -> int:
        return 0

    def id(self, place: int) -> RecordId:
        raise IndexError(place)

    def ids(self, first: int = 0, end: int | None = None) -> tuple[RecordId, ...]:
        return ()

    def find(self, id: RecordId) -> int | None:
        return None


NOTHING: Places = _Nothing()
"""No record at all."""


class RecordsModel(QAbstractTableModel):
    """The rows of a listing. A row that is not read yet has no texts; ``missing`` tells what to read."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places: Places = NOTHING
        self._rows: Rows = {}
        self.marked: Marked = NOBODY

    # ------------------------------------------------------------ what is shown

    def set_places(self, places: Places) -> None:
        """Show these records in this order; what was read of them stays."""
        self.beginResetModel()
        self._places = places
        self.endResetModel()

    def set_rows(self, rows: Rows) -> None:
        """Records that were read."""
        for id, row in rows.items():
            self._rows.pop(id, None)
            self._rows[id] = row
        for id in list(self._rows)[: max(len(self._rows) - HELD, 0)]:
            del self._rows[id]
        if len(self._places):
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._places) - 1, len(COLUMNS) - 1))

    def forget_rows(self, first: int = 0, last: int = -1) -> None:
        """What was read may be true no longer; the rows in sight stay until they are read again."""
        seen = {self._places.id(place) for place in range(max(first, 0), min(last + 1, len(self._places)))}
        self._rows = {id: row for id, row in self._rows.items() if id in seen}

    def missing(self, first: int, last: int) -> bool:
        """Whether one of these rows is not read yet."""
        within = range(max(first, 0), min(last + 1, len(self._places)))
        return any(self._places.id(place) not in self._rows for place in within)

    def id_at(self, row: int) -> RecordId | None:
        """The record of a row, read or not."""
        return self._places.id(row) if 0 <= row < len(self._places) else None

    def ids(self, first: int, last: int) -> tuple[RecordId, ...]:
        """The records from one row to another."""
        return self._places.ids(max(first, 0), last + 1)

    def row_of(self, id: RecordId) -> int | None:
        """Where a record stands, if it is shown."""
        return self._places.find(id)

    def row(self, place: int) -> RecordRow | None:
        """What is known of a row."""
        id = self.id_at(place)
        return self._rows.get(id) if id is not None else None

    # ------------------------------------------------------------ Qt's questions

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._places)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid() or index.row() >= len(self._places):
            return None
        column, id = COLUMNS[index.column()], self._places.id(index.row())
        row = self._rows.get(id)
        if role == RECORD_ROLE:
            return row
        if role == MARKED_ROLE:
            return id in self.marked
        if role == Qt.ItemDataRole.TextAlignmentRole and column.numeric:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if row is None:
            forgotten = id in self._rows and column.id == "text"
            return say("records.forgotten") if forgotten and role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return (column.tip or column.text)(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken_mark(spoken(row), id in self.marked)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        return heading(COLUMNS, section, orientation, role)


def spoken(row: RecordRow) -> str:
    """The whole row in words, its state first where it is out of force."""
    words = ", ".join(f"{column.title} {text}" for column in COLUMNS if (text := column.text(row)))
    return words if row.in_force else f"{row.state}, {words}"
