"""The served records as rows of a list."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from mnemoscope.comparison import Pair
from mnemoscope.explanations import Explanation
from mnemoscope.listing import Show, matches
from mnemoscope.records import Channel, ChannelState, Hit, Recall, Record, RecordId
from mnemoscope.times import now
from mnemoscope_gui.models.marked import MarkableModel, spoken_mark
from mnemoscope_gui.models.served import Served
from mnemoscope_gui.models.table import Column
from mnemoscope_gui.wording import day, decimal, number, say


@dataclass(frozen=True, slots=True)
class HitRow(Served):
    """One served record, with what its row needs to be painted."""

    hit: Hit
    terms: tuple[str, ...] = ()
    """The question's terms, rarest first."""
    rrf_k: float = 60.0
    short: str = ""
    """The record's shortest unique prefix."""
    explanation: Explanation | None = None
    """Once it is known: for the selected row."""
    session_size: int | None = None
    copy_of: int = 0
    """The fused rank of the record that it nearly repeats, while copies are marked; else 0."""
    move: Pair | None = None
    """Where the profile is adjusted: what became of the record against the profile's own settings."""


def place_parts(record: Record) -> tuple[str, str, str]:
    """Session, app and day of a record."""
    return record.session_title or record.session, record.app, day(record)


def shown_ids(show: Show, recall: Recall) -> frozenset[RecordId]:
    """The hits of a recall that a filter shows. Whether one has a vector is asked only where the vectors ranked."""
    moment = now() if recall.query.at is None else recall.query.at
    ranked = recall.channels[Channel.VECTOR].state is ChannelState.USED

    def holds(hit: Hit) -> bool:
        embedded = True if hit.vector is not None else False if ranked else None
        return matches(show, hit.record, moment, embedded)

    return frozenset(hit.id for hit in recall.hits if holds(hit))


def columns() -> tuple[Column[HitRow], ...]:
    """The columns of the list, in the language now worn."""
    return (
        Column(say("hits.fused"), lambda row: number(row.hit.rank), numeric=True),
        Column(say("hits.sum"), lambda row: decimal(row.hit.rrf, 5), numeric=True),
        Column(
            say("hits.cosine"),
            lambda row: decimal(row.hit.vector.cosine, 3) if row.hit.vector else say("absent"),
            numeric=True,
        ),
        Column(
            say("hits.vectors"),
            lambda row: number(row.hit.vector.rank) if row.hit.vector else say("absent"),
            numeric=True,
        ),
        Column(
            say("hits.words"),
            lambda row: number(row.hit.lexical.rank) if row.hit.lexical else say("absent"),
            numeric=True,
        ),
        Column(
            say("hits.score"),
            lambda row: decimal(row.hit.lexical.score, 2) if row.hit.lexical else say("absent"),
            numeric=True,
        ),
        Column(say("hits.record"), lambda row: row.record.indexed_text),
        Column(say("hits.place"), lambda row: " · ".join(place_parts(row.record))),
    )


class HitsModel(MarkableModel[HitRow]):
    """The rows of one recall."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(columns(), parent)

    def spoken(self, record: HitRow) -> str:
        """The row in words; one that is out of force says so first."""
        words = super().spoken(record)
        if record.copy_of:
            words = f"{say('hits.copy_of', rank=number(record.copy_of))}, {words}"
        words = words if record.in_force else f"{say('hits.out_of_force')}, {words}"
        return spoken_mark(words, record.record.id in self.marked)
