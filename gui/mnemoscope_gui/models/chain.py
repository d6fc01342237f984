"""A chain of supersessions as rows, newest on top: when, in what state, and what was reworded from one to the next.

Several older records under one newer one are branches: each runs in a lane of its own until it ends, the oldest goes
on in the lane of the newer one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Qt

from mnemoscope.records import Record, RecordId
from mnemoscope_gui.models.marks import Span
from mnemoscope_gui.models.rewording import between, common
from mnemoscope_gui.models.served import in_force
from mnemoscope_gui.models.table import Column, Index, TableModel
from mnemoscope_gui.values import Copied, Replacement
from mnemoscope_gui.wording import day_at, moment, say


@dataclass(frozen=True, slots=True)
class ChainRow:
    """One record of a chain."""

    record: Record
    short: str
    come: tuple[Span, ...] = ()
    """What its text says and no older one said."""
    gone: tuple[Span, ...] = ()
    """What its text said and the newer one does not say."""
    is_other: bool = False
    """Whether it shares hardly a word with the newer one."""
    newer: RecordId | None = None
    """What replaces it in this chain."""
    lane: int = 0
    passing: tuple[int, ...] = ()
    """Lanes of others that run past it."""
    branches: bool = False
    """Whether it turns off the lane at its left."""
    ends: bool = True
    """Whether nothing older follows in its lane."""
    is_current: bool = False
    """Whether it is the one looked at."""
    ticked: bool | None = None
    """Whether it goes along, where that can be chosen."""
    note: str = ""
    """What is said of it instead of its state."""

    @property
    def in_force(self) -> bool:
        """Active, not superseded and not expired."""
        return in_force(self.record)

    @property
    def state(self) -> str:
        """In force, or since when it is not, and why."""
        record = self.record
        if self.note:
            return self.note
        if record.superseded_by is not None:
            return say("chain.superseded", day=day_at(record.superseded_since or record.state_since))
        if not record.active:
            reason = say("record.reason", reason=record.reason) if record.reason else ""
            return say("chain.inactive", day=day_at(record.state_since), reason=reason)
        if not self.in_force and record.valid_until is not None:
            return say("chain.expired", day=day_at(record.valid_until.utc))
        return say("chain.in_force")

    @property
    def whole_state(self) -> str:
        """The state, and that the newer one says it in other words: why nothing is marked."""
        return f"{say('chain.other_words')} · {self.state}" if self.is_other else self.state


def chain_rows(chain: Sequence[Record], current: RecordId | None, shorts: Mapping[RecordId, str]) -> list[ChainRow]:
    """What replaced what: the newest on top, below each what it replaces, the newer of several first."""
    by_newer: dict[RecordId | None, list[Record]] = {}
    ids = {record.id for record in chain}
    for record in chain:
        newer = record.superseded_by if record.superseded_by in ids else None
        by_newer.setdefault(newer, []).append(record)
    rows: list[ChainRow] = []
    for root in by_newer.get(None, []):
        _follow(rows, ChainRow(root, ""), by_newer)
    named = [
        replace(row, short=shorts.get(row.record.id, row.record.id[:6]), is_current=row.record.id == current)
        for row in rows
    ]
    return named


def _follow(rows: list[ChainRow], top: ChainRow, by_newer: Mapping[RecordId | None, list[Record]]) -> None:
    """Add a row and all that it replaces; a long chain is no deep recursion."""
    waiting = [top]
    while waiting:
        row = waiting.pop()
        olders = sorted(by_newer.get(row.record.id, []), key=lambda record: record.time, reverse=True)
        against = [between(older, row.record) for older in olders]
        rows.append(replace(row, come=common([one.come for one in against]), ends=not olders))
        below = []
        for older, change in zip(olders, against, strict=True):
            last = older is olders[-1]
            below.append(
                ChainRow(
                    older,
                    "",
                    gone=change.gone,
                    is_other=change.is_other,
                    newer=row.record.id,
                    lane=row.lane if last else row.lane + 1,
                    passing=row.passing if last else (*row.passing, row.lane),
                    branches=not last,
                )
            )
        waiting.extend(reversed(below))


class ChainModel(TableModel[ChainRow]):
    """A chain in a list; rows that can go along are ticked there."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[ChainRow], ...] = (
            Column(say("chain.record"), lambda row: row.short),
            Column(say("chain.time"), lambda row: moment(row.record)),
            Column(say("chain.state"), lambda row: row.whole_state),
            Column(say("chain.text"), lambda row: row.record.indexed_text),
        )
        super().__init__(columns, parent)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if role == Qt.ItemDataRole.CheckStateRole and index.isValid() and index.row() < len(self.records):
            ticked = self.records[index.row()].ticked
            if ticked is not None:
                return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
            return None
        return super().data(index, role)

    def spoken(self, record: ChainRow) -> str:
        """The row in words, with what came and what went."""
        text = record.record.indexed_text
        words = [super().spoken(record)]
        for id, spans in (("chain.come", record.come), ("chain.gone", record.gone)):
            if spans:
                words.append(say(id, words=", ".join(text[a:b] for a, b in spans)))
        return ", ".join(words)

    def row_of(self, id: RecordId) -> int | None:
        """Where a record stands."""
        return next((place for place, row in enumerate(self.records) if row.record.id == id), None)

    def row_of_current(self) -> int | None:
        """Where the record that is looked at stands."""
        return next((place for place, row in enumerate(self.records) if row.is_current), None)


# ---------------------------------------------------------------- before it is done


def proposed_rows(proposal: Replacement, copies: Sequence[Copied], ticked: frozenset[RecordId]) -> list[ChainRow]:
    """The chain as it would be: the newer record, all that it would replace, and the copies that can go along."""
    newer = proposal.newer
    along = [copied for copied in copies if copied.record.id in ticked]
    would_go = (*proposal.olders, *proposal.replaced, *(copied.record for copied in along))
    would_be = [replace(record, superseded_by=newer.id) for record in would_go]
    rows = chain_rows((replace(newer, superseded_by=None), *would_be), None, proposal.shorts)
    by_id = {copied.record.id: copied for copied in copies}
    now_are = {record.id: record for record in would_go}
    shown = []
    for row in rows:
        copied = by_id.get(row.record.id)
        if row.record.id == newer.id:
            shown.append(replace(row, note=say("replacement.newer"), is_current=True))
        else:
            record = now_are[row.record.id]
            done = "replacement.done" if record in proposal.replaced else "replacement.older"
            note = _copy_note(copied) if copied is not None else say(done)
            short = copied.short if copied is not None else row.short
            shown.append(replace(row, record=record, note=note, short=short, ticked=True if copied else None))
    left = (copied for copied in copies if copied.record.id not in ticked)
    return shown + [
        ChainRow(copied.record, copied.short, come=copied.spans, lane=1, ticked=False, note=_copy_note(copied))
        for copied in left
    ]


def _copy_note(copied: Copied) -> str:
    """That a copy says the same; or in what it differs, in its own words and in those of the older one."""
    if copied.same:
        return say("replacement.same")
    first = next(((older, own) for older, own in copied.differing if older or own), None)
    if first is None:
        return say("replacement.different")
    older, own = first
    if not own:
        return say("replacement.lacks", older=older)
    return say("replacement.differs", older=older, own=own) if older else say("replacement.adds", own=own)
