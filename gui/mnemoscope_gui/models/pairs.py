"""One side of a comparison as rows of a list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from mnemoscope.comparison import Pair
from mnemoscope.records import Hit, RecordId
from mnemoscope_gui.models.served import Served
from mnemoscope_gui.models.table import Column, TableModel
from mnemoscope_gui.wording import number, say


@dataclass(frozen=True, slots=True)
class PairRow(Served):
    """A record that this side serves, and what became of it between the two."""

    hit: Hit
    pair: Pair | None = None
    """``None`` while the other side is not known."""
    terms: tuple[str, ...] = ()


def _columns(spoken: Callable[[Pair], str]) -> tuple[Column[PairRow], ...]:
    return (
        Column(say("hits.fused"), lambda row: number(row.hit.rank), numeric=True),
        Column(say("compare.move"), lambda row: spoken(row.pair) if row.pair else ""),
        Column(say("hits.record"), lambda row: row.record.indexed_text),
        Column(say("hits.vectors"), lambda row: number(row.hit.vector.rank) if row.hit.vector else say("absent")),
        Column(say("hits.words"), lambda row: number(row.hit.lexical.rank) if row.hit.lexical else say("absent")),
    )


class PairsModel(TableModel[PairRow]):
    """The rows of one side; ``spoken`` says in words what became of a record."""

    def __init__(self, spoken: Callable[[Pair], str], parent: QObject | None = None) -> None:
        super().__init__(_columns(spoken), parent)

    def row_of(self, id: RecordId | None) -> int | None:
        """Where the record stands, if this side serves it."""
        return next((row for row, shown in enumerate(self.records) if shown.hit.id == id), None)
