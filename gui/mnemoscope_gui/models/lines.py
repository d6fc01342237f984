"""Lines of a session, a chain or a history: a lead, a text and a place."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from mnemoscope.records import Act, Record, RecordId
from mnemoscope_gui.models.marks import NO_MARKS, Marks, marks
from mnemoscope_gui.models.table import Column, TableModel
from mnemoscope_gui.values import Detail
from mnemoscope_gui.wording import actor, clock, day_at, number, say, text


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it leads with, what it says, and whether it is the one looked at or out of force."""

    lead: str
    body: str
    meta: str = ""
    id: RecordId | None = None
    """The record it stands for; ``None`` for an act."""
    found: Marks = NO_MARKS
    is_current: bool = False
    struck: bool = False
    record: Record | None = None
    """The record itself, where it can be dragged."""
    act: int | None = None
    """The act it stands for."""


def session_lines(detail: Detail, terms: tuple[str, ...]) -> tuple[Line, ...]:
    """A session in reading order; where it is long, what is near by, and lines that lead further."""
    records, current = detail.session, detail.record.id
    lines = tuple(
        Line(
            record.speaker or "",
            record.text,
            number(record.position + 1),
            record.id,
            marks(record.text, terms),
            record.id == current,
            not record.stands,
            record,
        )
        for record in records
    )
    further = (("lines.earlier", detail.earlier, records[:1]), ("lines.later", detail.later, records[-1:]))
    before, after = (
        tuple(Line("", say(id, count=more, number=number(more)), id=edge.id) for edge in edges if more)
        for id, more, edges in further
    )
    return (*before, *lines, *after)


def act_lines(acts: tuple[Act, ...]) -> tuple[Line, ...]:
    """The acts on a record, as they were journalled."""
    return tuple(
        Line(
            f"{day_at(act.at)} {clock(act.at)}",
            text(act.label),
            say("act.undone", actor=actor(act.actor)) if act.undone else actor(act.actor),
            struck=act.undone,
            act=act.number,
        )
        for act in acts
    )


class LinesModel(TableModel[Line]):
    """Lines in a list."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[Line], ...] = (
            Column(say("lines.lead"), lambda line: line.lead),
            Column(say("lines.body"), lambda line: line.body),
            Column(say("lines.meta"), lambda line: line.meta),
        )
        super().__init__(columns, parent)

    def row_of_current(self) -> int | None:
        """Where the record that is looked at stands."""
        return next((row for row, line in enumerate(self.records) if line.is_current), None)
