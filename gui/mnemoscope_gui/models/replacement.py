"""What may replace what, and why it may not: the same words for a search, a drag and a confirmation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from mnemoscope.records import Record, RecordId
from mnemoscope.times import now
from mnemoscope_gui.models.rewording import Rewording, between
from mnemoscope_gui.models.table import Column, TableModel
from mnemoscope_gui.wording import full_day, moment, number, say


def refusal(older: Record, newer: Record, shorts: Mapping[RecordId, str] | None = None) -> str:
    """Why ``newer`` cannot take the place of ``older``, in a few words; empty where it can."""
    shorts = shorts or {}
    if older.id == newer.id:
        return say("choice.itself")
    if older.app != newer.app:
        return say("choice.apps", older=older.app, newer=newer.app)
    for record in (older, newer):
        if record.superseded_by is not None:
            by = record.superseded_by
            return say("choice.superseded", record=_short(record, shorts), newer=shorts.get(by, by[:6]))
        if not record.active:
            return say("choice.inactive", record=_short(record, shorts))
    if newer.is_expired(now()):
        return say("choice.expired", record=_short(newer, shorts))
    return ""


def _short(record: Record, shorts: Mapping[RecordId, str]) -> str:
    return shorts.get(record.id, record.id[:6])


def by_time(one: Record, other: Record) -> tuple[Record, Record]:
    """The older and the newer of two: by when they happened, else by when they were added."""
    first, second = sorted((one, other), key=lambda record: (record.time, record.added_at))
    return first, second


def sentence(olders: Sequence[Record], newer: Record, shorts: Mapping[RecordId, str]) -> str:
    """What will be done, in words: which is replaced by which, with their days; for none, that it is about copies."""
    words = {"newer": _short(newer, shorts), "newer_day": full_day(newer)}
    if not olders:
        return say("replacement.left", **words)
    if len(olders) == 1:
        return say("replacement.one", older=_short(olders[0], shorts), older_day=full_day(olders[0]), **words)
    return say("replacement.many", count=len(olders), number=number(len(olders)), **words)


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A record that may be chosen for the other side of a supersession; or why it may not."""

    record: Record
    short: str
    refusal: str = ""
    """Empty where it can be chosen."""
    known: Record | None = None
    """The other side, to which its wording is compared."""
    is_known_older: bool = True
    ticked: bool = False

    @property
    def change(self) -> Rewording:
        """What is reworded between it and the other side."""
        if self.known is None or self.refusal:
            return Rewording()
        older, newer = (self.known, self.record) if self.is_known_older else (self.record, self.known)
        return between(older, newer)


class ChoicesModel(TableModel[ChoiceRow]):
    """What is offered for a text, or near by."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[ChoiceRow], ...] = (
            Column(say("chain.record"), lambda row: row.short),
            Column(say("chain.text"), lambda row: row.record.indexed_text),
            Column(say("choice.why_not"), lambda row: row.refusal),
            Column(say("chain.time"), lambda row: moment(row.record)),
        )
        super().__init__(columns, parent)

    def row_of(self, id: RecordId) -> int | None:
        """Where a record stands."""
        return next((place for place, row in enumerate(self.records) if row.record.id == id), None)
