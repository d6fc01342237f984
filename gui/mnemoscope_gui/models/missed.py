"""The records that hold a literal text as rows of a list, wherever they rank."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject

from mnemoscope.explanations import Verdict
from mnemoscope.missed import Holder
from mnemoscope.records import Record, RecordId
from mnemoscope_gui.models.hits import place_parts
from mnemoscope_gui.models.marked import MarkableModel, spoken_mark
from mnemoscope_gui.models.marks import Marks, literal_marks
from mnemoscope_gui.models.served import in_force
from mnemoscope_gui.models.table import Column
from mnemoscope_gui.wording import day_at, number, say, text

SERVED = frozenset({Verdict.SERVED, Verdict.STANDING})


@dataclass(frozen=True, slots=True)
class MissedRow:
    """One record that holds the text."""

    holder: Holder
    wanted: str

    @property
    def record(self) -> Record:
        """The record, in the state last read."""
        return self.holder.record

    @property
    def in_force(self) -> bool:
        """Active, neither superseded nor expired by now; a row that is not is struck through."""
        return in_force(self.record)

    @property
    def is_served(self) -> bool:
        """Whether the recall serves it."""
        return self.holder.verdict in SERVED

    @property
    def found(self) -> Marks:
        """Where the record holds the text."""
        return literal_marks(self.record.indexed_text, self.wanted)

    @property
    def sentence(self) -> str:
        """The whole verdict."""
        return text(self.holder.sentence)


def verdict_phrase(holder: Holder) -> str:
    """The verdict in a few words."""
    record, verdict = holder.record, holder.verdict
    if verdict is None:
        return say("missed.verdict.none")
    if verdict is Verdict.INACTIVE and not record.active:
        return say("missed.verdict.inactive", day=day_at(record.state_since))
    if verdict is Verdict.SUPERSEDED and record.superseded_since is not None:
        return say("missed.verdict.superseded", day=day_at(record.superseded_since))
    if verdict is Verdict.EXPIRED and record.valid_until is not None:
        return say("missed.verdict.expired", day=day_at(record.valid_until.utc))
    if verdict in (Verdict.INACTIVE, Verdict.SUPERSEDED, Verdict.EXPIRED):
        return say(f"missed.verdict.{verdict.value}_then")
    return say(f"missed.verdict.{verdict.value}", app=record.app)


def _rank(rank: int | None) -> str:
    return number(rank) if rank is not None else say("absent")


def columns() -> tuple[Column[MissedRow], ...]:
    """The columns of the list, in the language now worn."""
    return (
        Column(
            say("hits.vectors"), lambda row: _rank(row.holder.vector.rank if row.holder.vector else None), numeric=True
        ),
        Column(
            say("hits.words"), lambda row: _rank(row.holder.lexical.rank if row.holder.lexical else None), numeric=True
        ),
        Column(say("hits.fused"), lambda row: _rank(row.holder.rank), numeric=True),
        Column(say("missed.verdict"), lambda row: row.sentence),
        Column(say("hits.record"), lambda row: row.record.indexed_text),
        Column(say("hits.place"), lambda row: " · ".join(place_parts(row.record))),
    )


class MissedModel(MarkableModel[MissedRow]):
    """The rows of one search."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(columns(), parent)

    def in_present_order(self, rows: tuple[MissedRow, ...]) -> tuple[MissedRow, ...]:
        """Rows where they stand now, new ones below: what was acted on stays under the eye."""
        places = {row.record.id: place for place, row in enumerate(self.records)}
        return tuple(sorted(rows, key=lambda row: places.get(row.record.id, len(places))))

    def replace_states(self, records: dict[RecordId, Record]) -> None:
        """The same rows, the records as they are after an act."""
        self.replace_records(
            [
                replace(row, holder=replace(row.holder, record=records.get(row.record.id, row.record)))
                for row in self.records
            ]
        )

    def spoken(self, record: MissedRow) -> str:
        """The row in words; a marked one says so first."""
        return spoken_mark(super().spoken(record), record.record.id in self.marked)
