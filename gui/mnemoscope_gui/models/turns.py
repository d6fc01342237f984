"""Then and now as rows: each rank with the record that had it then and the one that has it now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from mnemoscope.comparison import Fate
from mnemoscope.hindsight import Hindsight, Turn
from mnemoscope.records import RecordId
from mnemoscope_gui.models.table import Column, TableModel
from mnemoscope_gui.wording import number, say


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A rank on both sides; below the last one served, where it stands that the other side does not serve."""

    then: Turn | None
    now: Turn | None
    rank: int
    """0 is a standing instruction."""
    is_beyond: bool = False

    @property
    def turn(self) -> Turn:
        """The record whose text stands in the row: the one of now where there is one."""
        turn = self.now or self.then
        if turn is None:
            raise ValueError("a row without a record")
        return turn


def rows(found: Hindsight) -> tuple[TurnRow, ...]:
    """Standing instructions, then rank by rank, then what one side ranks below the last one it serves."""
    standing = [
        TurnRow(turn if turn.then == 0 else None, turn if turn.now == 0 else None, 0)
        for turn in found.turns
        if 0 in (turn.then, turn.now)
    ]
    then = {turn.then: turn for turn in found.turns if turn.then}
    now = {turn.now: turn for turn in found.turns if turn.now}
    ranked = [TurnRow(then.get(rank), now.get(rank), rank) for rank in sorted({*then, *now})]
    beyond = sorted(
        (turn.beyond, turn.fate is Fate.LEFT, turn.id, turn) for turn in found.turns if turn.beyond is not None
    )
    below = [
        TurnRow(None if is_left else turn, turn if is_left else None, rank or 0, is_beyond=True)
        for rank, is_left, _, turn in beyond
    ]
    return (*standing, *ranked, *below)


def text_of(turn: Turn) -> str:
    """What the record says; that it was forgotten, where it was."""
    return " ".join(turn.record.indexed_text.split()) if turn.record is not None else say("turns.forgotten")


def place(rank: int | None) -> str:
    """A rank, in its column."""
    return "" if rank is None else number(rank) if rank else say("turns.standing")


def spoken_turn(row: TurnRow) -> str:
    """What became of the record of a row."""
    turn = row.turn
    if turn.fate is Fate.LEFT:
        return say("turns.left", then=place(turn.then))
    if turn.fate is Fate.ENTERED:
        return say("turns.entered", now=place(turn.now))
    if turn.fate is Fate.SAME:
        return say("turns.same", now=place(turn.now))
    return say("turns.moved", then=place(turn.then), now=place(turn.now))


class TurnsModel(TableModel[TurnRow]):
    """The rows of one recall."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[TurnRow], ...] = (
            Column(say("turns.fate"), spoken_turn),
            Column(say("turns.record"), lambda row: text_of(row.turn)),
        )
        super().__init__(columns, parent)

    def row_of(self, id: RecordId) -> int | None:
        """Where a record stands, best on the side of now."""
        shown: Sequence[TurnRow] = self.records
        return next((at for at, row in enumerate(shown) if row.turn.id == id and not row.is_beyond), None)
