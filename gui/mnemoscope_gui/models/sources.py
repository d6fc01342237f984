"""The linked sources as rows of a list: where they lie, what they are, and how they stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt

from mnemoscope_gui.models.expectations import moment
from mnemoscope_gui.models.table import Column, Index, TableModel
from mnemoscope_gui.values import Source
from mnemoscope_gui.wording import number, say, text


def state(row: Source) -> str:
    """How a source stands, in a few words or the sentence of its fault."""
    if row.is_reading:
        return say("sources.reading")
    fault = row.linked.fault
    if fault is not None:  # the whole way stands beside it, and would leave the sentence no room
        named = {name: row.linked.path.name if name == "path" else value for name, value in fault.parameters.items()}
        return text(replace(fault, parameters=named))
    if row.linked.read_at is None:
        return say("sources.unread")
    return say("sources.read", moment=moment(row.linked.read_at))


def is_well(row: Source) -> bool | None:
    """Whether it was read without a fault; ``None`` while that is not known."""
    if row.linked.fault is not None:
        return False
    return None if row.is_reading or row.linked.read_at is None else True


def records(row: Source) -> str:
    """How many records it has brought."""
    count = row.linked.records
    return say("sources.records", count=count, number=number(count))


def kind(row: Source) -> str:
    """Its format, and the app of its records."""
    return say("sources.kind", format=row.title, app=row.linked.app)


def columns() -> tuple[Column[Source], ...]:
    """What is told of a source, in the language now worn."""
    return (
        Column(say("sources.column.source"), lambda row: str(row.linked.path)),
        Column(say("sources.column.kind"), kind),
        Column(say("sources.column.state"), state),
        Column(say("sources.column.records"), lambda row: number(row.linked.records), numeric=True),
    )


class SourcesModel(TableModel[Source]):
    """The rows that are listed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(columns(), parent)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and index.isValid() and index.row() < len(self.records):
            row = self.records[index.row()]
            return "\n".join((str(row.linked.path), kind(row), state(row), records(row)))
        return super().data(index, role)

    def show(self, rows: tuple[Source, ...]) -> bool:
        """Show these; whether they are other sources than before, so that rows had to move."""
        if [row.linked.path for row in rows] == [row.linked.path for row in self.records]:
            self.replace_records(rows)
            return False
        self.set_records(rows)
        return True
