"""The review queue as rows of a list: which are shown, in which order, and what each says of itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt

from mnemoscope.candidates import Answer, Candidate, Matter
from mnemoscope.claims.differences import Difference, compare
from mnemoscope.claims.units import Sort
from mnemoscope.plans import Plan
from mnemoscope.records import Record, RecordId
from mnemoscope_gui.models.marks import Span
from mnemoscope_gui.models.table import Column, Index, TableModel
from mnemoscope_gui.wording import number, say, text

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DAY = 86_400_000


class Order(StrEnum):
    """In which order candidates are asked; what was put off stands last in each."""

    SERVED = "served"
    NEWEST = "newest"
    OLDEST = "oldest"
    SUREST = "surest"


_KEYS: dict[Order, Callable[[Candidate], tuple[float, ...]]] = {
    Order.SERVED: lambda some: (-some.served, -some.score),
    Order.NEWEST: lambda some: (-max(record.time for record in some.records),),
    Order.OLDEST: lambda some: (min(record.time for record in some.records),),
    Order.SUREST: lambda some: (-some.score,),
}


def arranged(left: Iterable[Candidate], matters: Collection[Matter], order: Order) -> tuple[Candidate, ...]:
    """What is listed, in its order; equal ones stand as the vault has them."""
    key = _KEYS[order]
    kept = [some for some in left if some.matter in matters]
    return (
        *sorted((some for some in kept if not some.is_put_off), key=key),
        *(some for some in kept if some.is_put_off),
    )


# ---------------------------------------------------------------- verdicts


@dataclass(frozen=True, slots=True)
class Verdict:
    """One thing that can be said of a candidate, and the record that it keeps."""

    answer: Answer
    kept: int = 0
    """Of a group: the place of the record that stays."""


def previews(candidate: Candidate) -> tuple[Verdict, ...]:
    """The verdicts whose impact can be looked at before one is given, in their order."""
    if candidate.matter is Matter.STALE:
        middle = (Verdict(Answer.RESTORE),) if is_orphaned(candidate) else ()
        return (Verdict(Answer.DEACTIVATE), *middle, Verdict(Answer.BOTH_TRUE))
    if candidate.matter is Matter.DUPLICATE and len(candidate.records) > 2:
        keeping = [Verdict(Answer.KEEP_FIRST, place) for place in range(len(candidate.records))]
        return (*keeping, Verdict(Answer.BOTH_TRUE))
    return (Verdict(Answer.KEEP_FIRST), Verdict(Answer.KEEP_SECOND, 1), Verdict(Answer.BOTH_TRUE))


def is_orphaned(candidate: Candidate) -> bool:
    """Whether it is one record whose newer one is inactive, so that neither is served."""
    return candidate.records[0].superseded_by is not None and any(some.kind == "orphaned" for some in candidate.grounds)


def proposed(candidate: Candidate) -> Verdict:
    """What is looked at first: the newer of a pair is kept, of duplicates the one that the search proposes, and what
    no newer record replaces any more is brought back."""
    is_pair = candidate.matter in (Matter.CONTRADICTION, Matter.SUPERSESSION)
    comes_back = candidate.matter is Matter.STALE and is_orphaned(candidate)
    return previews(candidate)[1 if is_pair or comes_back else 0]


def losers(candidate: Candidate, verdict: Verdict) -> tuple[Record, ...]:
    """The records that a verdict takes out of every recall."""
    if verdict.answer is Answer.DEACTIVATE:
        return candidate.records
    if verdict.answer in (Answer.KEEP_FIRST, Answer.KEEP_SECOND):
        return tuple(record for place, record in enumerate(candidate.records) if place != verdict.kept)
    return ()


def letter(place: int) -> str:
    """What a record of a candidate is called: A, B, and numbers beyond Z."""
    return LETTERS[place] if place < len(LETTERS) else number(place + 1)


def title(candidate: Candidate, verdict: Verdict) -> str:
    """What a verdict is called."""
    answer, is_one = verdict.answer, candidate.matter is Matter.STALE
    if answer in (Answer.KEEP_FIRST, Answer.KEEP_SECOND):
        return say("verdict.keep", letter=letter(verdict.kept))
    if answer is Answer.BOTH_TRUE:
        return say("verdict.still_true" if is_one else _all_true(candidate))
    return say(f"verdict.{answer.value}")


def _all_true(candidate: Candidate) -> str:
    return "verdict.all_true" if len(candidate.records) > 2 else "verdict.both_true"


def note(candidate: Candidate, verdict: Verdict, copies: int) -> str:
    """What a verdict does, in few words; ``copies`` go with what loses."""
    answer = verdict.answer
    if answer in (Answer.BOTH_TRUE, Answer.NOT_THE_SAME, Answer.RESTORE, Answer.LATER):
        return say(f"verdict.{answer.value}.note")
    lost = losers(candidate, verdict)
    if len(lost) > 1:
        return say("verdict.others_go", count=len(lost), number=number(len(lost)))
    if candidate.matter is Matter.STALE:
        return (
            say("verdict.deactivate.copies", count=copies, number=number(copies))
            if copies
            else say("verdict.deactivate.note")
        )
    name = letter(candidate.records.index(lost[0]))
    if copies:
        return say("verdict.goes_with", letter=name, count=copies, number=number(copies))
    return say("verdict.superseded", letter=name)


def plan_sentence(plan: Plan, shorts: dict[RecordId, str]) -> str:
    """Which records a verdict would change."""

    def named(ids: Iterable[RecordId]) -> str:
        names = [shorts.get(id, id[:6]) for id in ids]
        return names[0] if len(names) == 1 else say("review.and", first=", ".join(names[:-1]), last=names[-1])

    said = []
    newer: dict[RecordId, list[RecordId]] = {}
    for old, new in plan.supersede:
        newer.setdefault(new, []).append(old)
    for new, olds in newer.items():
        said.append(say("review.plan.superseded", count=len(olds), older=named(olds), newer=named([new])))
    if plan.unsupersede:
        olds = [old for old, _ in plan.unsupersede]
        said.append(say("review.plan.back", count=len(olds), records=named(olds)))
    if plan.restore:
        said.append(say("review.plan.back", count=len(plan.restore), records=named(plan.restore)))
    if plan.deactivate:
        said.append(say("review.plan.deactivated", count=len(plan.deactivate), records=named(plan.deactivate)))
    return " ".join(said) if said else say("review.plan.nothing")


# ---------------------------------------------------------------- what a candidate says


@lru_cache(maxsize=2048)
def differing(first: str, second: str) -> tuple[Difference, ...]:
    """What differs between two texts. Kept, because a row is painted more often than it changes."""
    return compare(first, second)


def spans(first: str, second: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The words in which two texts differ, in each of them."""
    found = differing(first, second)
    return (
        tuple(some.first for some in found if some.first is not None),
        tuple(some.second for some in found if some.second is not None),
    )


def values(candidate: Candidate) -> str:
    """The two values between which one has to choose; empty where the texts name none."""
    first, second = (record.text for record in candidate.records[:2])
    found = [some for some in differing(first, second) if some.first is not None and some.second is not None]
    for some in sorted(found, key=lambda some: some.kind is Sort.WORD):
        mine, theirs = first[slice(*(some.first or ()))], second[slice(*(some.second or ()))]
        return say("review.values", first=_flat(mine), second=_flat(theirs))
    return ""


def headline(candidate: Candidate) -> tuple[str, str]:
    """What is asked, and between what."""
    count = {"count": len(candidate.records), "number": number(len(candidate.records))}
    if candidate.matter is Matter.STALE:
        return say("review.asks.stale"), text(candidate.grounds[0].said) if candidate.grounds else ""
    if candidate.matter is Matter.DUPLICATE:
        return say("review.asks.duplicate", **count), gist(candidate)
    said = values(candidate) or (text(candidate.grounds[0].said) if candidate.grounds else "")
    return say(f"review.asks.{candidate.matter.value}"), said


def gist(candidate: Candidate) -> str:
    """The second line of a row."""
    matter, records = candidate.matter, candidate.records
    if matter is Matter.STALE:
        return text(candidate.grounds[0].said) if candidate.grounds else ""
    if matter is Matter.DUPLICATE:
        same = all(record.text == records[0].text for record in records)
        count = {"count": len(records), "number": number(len(records))}
        return say("review.copies.identical" if same else "review.copies.near", **count)
    if matter is Matter.SUPERSESSION:
        return say("review.newer", text=_flat(records[1].text))
    return values(candidate) or (text(candidate.grounds[0].said) if candidate.grounds else "")


def served(candidate: Candidate, *, is_short: bool = False) -> str:
    """How often one of its records was served."""
    times = candidate.served
    if is_short:
        return say("review.times", number=number(times)) if times else ""
    return say("review.served", number=number(times)) if times else say("review.never_served")


def age(older: Record, newer: Record) -> str:
    """By how much one record is newer than another, in the unit that tells it."""
    days = max(newer.time - older.time, 0) // _DAY
    for unit, length in (("years", 730), ("months", 61), ("days", 1)):
        if days >= length:
            count = round(days / {"years": 365.25, "months": 30.44, "days": 1}[unit])
            return say(f"review.by.{unit}", count=count, number=number(count))
    return ""


def _flat(value: str) -> str:
    return " ".join(value.split())


class QueueModel(TableModel[Candidate]):
    """The rows that are listed."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[Candidate], ...] = (
            Column(say("review.column.matter"), lambda some: say(f"matter.{some.matter.value}")),
            Column(say("review.column.text"), lambda some: some.records[0].indexed_text),
            Column(say("review.column.gist"), gist),
            Column(say("review.column.served"), served),
        )
        super().__init__(columns, parent)
        self._keys: list[tuple[str, ...]] = []

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and index.isValid() and index.row() < len(self.records):
            some = self.records[index.row()]
            return "\n".join((*(record.indexed_text for record in some.records[:4]), gist(some), served(some)))
        return super().data(index, role)

    def show(self, listed: tuple[Candidate, ...]) -> bool:
        """Show these; whether rows had to move, beyond one that is gone."""
        keys = [some.key for some in listed]
        if keys == self._keys:
            if any(one is not other for one, other in zip(listed, self.records, strict=True)):
                self.replace_records(listed)
            return False
        gone = next((place for place, pair in enumerate(zip(keys, self._keys, strict=False)) if pair[0] != pair[1]),
                    len(keys))  # fmt: skip
        is_one_gone = len(keys) + 1 == len(self._keys) and keys[gone:] == self._keys[gone + 1 :]
        self._keys = keys
        if is_one_gone:
            self.beginRemoveRows(QModelIndex(), gone, gone)
            self._records = listed
            self.endRemoveRows()
        else:
            self.set_records(listed)
        return not is_one_gone

    def row_of(self, key: tuple[str, ...]) -> int | None:
        """Where a candidate stands, if it is listed."""
        return self._keys.index(key) if key in self._keys else None
