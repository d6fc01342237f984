"""The expectations of a vault as rows of a list: filtered, sorted, and what each says of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QObject, Qt

from mnemoscope.messages import Message
from mnemoscope.records import Act
from mnemoscope_gui.models.table import Column, Index, TableModel
from mnemoscope_gui.values import Expected
from mnemoscope_gui.wording import actor, clock, day_at, number, say, text


class Show(StrEnum):
    """Which of them are listed."""

    ALL = "all"
    FAILING = "failing"
    HOLDING = "holding"


class By(StrEnum):
    """What they are sorted by."""

    STATUS = "status"
    RANK = "rank"
    WITHIN = "within"
    QUESTION = "question"
    RECORD = "record"
    PROFILE = "profile"


@dataclass(frozen=True, slots=True)
class Order:
    """An order of the rows; equal ones stand as they were saved."""

    by: By = By.STATUS
    descending: bool = False


_UNRANKED = 1 << 40
_KEYS: dict[By, Callable[[Expected], tuple[object, ...]]] = {
    By.STATUS: lambda row: (row.holds is not False,),  # those not looked at yet are not told from those that hold
    By.RANK: lambda row: (_rank(row),),
    By.WITHIN: lambda row: (row.within,),
    By.QUESTION: lambda row: (row.expectation.query.casefold(),),
    By.RECORD: lambda row: (row.record.indexed_text.casefold(),),
    By.PROFILE: lambda row: (row.expectation.profile, row.expectation.scope or ()),
}


def _rank(row: Expected) -> int:
    if row.checked is None or row.checked.rank is None:
        return 0 if row.holds else _UNRANKED  # a standing instruction is served before the first
    return row.checked.rank


def arranged(rows: Iterable[Expected], show: Show, order: Order) -> tuple[Expected, ...]:
    """What is listed, in its order."""
    wanted = {Show.ALL: (True, False, None), Show.FAILING: (False,), Show.HOLDING: (True,)}[show]
    kept = [row for row in rows if row.holds in wanted]
    return tuple(sorted(kept, key=_KEYS[order.by], reverse=order.descending))


# ---------------------------------------------------------------- what a row says


def status(row: Expected) -> str:
    """Holds, fails, or not looked at yet, in a word."""
    return say({True: "expected.holds", False: "expected.fails", None: "expected.unknown"}[row.holds])


def rank(row: Expected) -> str:
    """Where its record came back."""
    found = row.checked.rank if row.checked is not None else None
    return number(found) if found is not None else say("absent")


def scope(row: Expected) -> str:
    """The apps that the question sees."""
    apps = row.expectation.scope
    return say("expected.all_apps") if apps is None else ", ".join(apps)


def verdict(row: Expected) -> str:
    """What the last check said of it, without the act that is told apart."""
    if row.checked is None:
        return say("expected.waiting")
    return text(_without_cause(row.checked.sentence) if row.act is not None else row.checked.sentence)


def _without_cause(sentence: Message) -> Message:
    found = sentence.parameters.get("found")
    if not isinstance(found, Message):
        return sentence
    if sentence.id == "expectation.failed":
        return found
    return replace(sentence, parameters={**sentence.parameters, "found": _without_cause(found)})


def cause(row: Expected) -> str:
    """The act until which it held; empty where none is known."""
    if row.act is None:
        return ""
    words = {"moment": moment(row.act.at), "act": text(row.act.label), "actor": actor(row.act.actor)}
    return say("expected.until", **words)


def moment(utc: int) -> str:
    """A time of today, or with its day."""
    today = datetime.now().astimezone().date()
    is_today = datetime.fromtimestamp(utc / 1000).astimezone().date() == today
    return clock(utc) if is_today else say("expected.moment", day=day_at(utc), time=clock(utc))


def fallen_sentence(fallen: tuple[Expected, ...]) -> str:
    """One line of news: what no longer comes back, and what ended it."""
    acts = {row.act.number: row.act for row in fallen if row.act is not None}
    act = next(iter(acts.values())) if len(acts) == 1 and all(row.act for row in fallen) else None
    if len(fallen) == 1:
        (row,) = fallen
        question = _beginning(row.expectation.query)
        return (
            say("expected.fell.by", act=_told(act), question=question)
            if act
            else say("expected.fell", question=question)
        )
    words = {"count": len(fallen), "number": number(len(fallen))}
    return say("expected.fell.several.by", act=_told(act), **words) if act else say("expected.fell.several", **words)


def _told(act: Act) -> str:
    return text(act.label)


def _beginning(question: str, most: int = 40) -> str:
    flat = " ".join(question.split())
    return flat if len(flat) <= most else f"{flat[:most].rsplit(' ', 1)[0]}…"


def columns() -> tuple[Column[Expected], ...]:
    """The columns, in the language now worn; their order is that of ``By``."""
    return (
        Column(say("expected.status"), status),
        Column(say("expected.rank"), rank, numeric=True),
        Column(say("expected.within"), lambda row: number(row.within), numeric=True),
        Column(say("expected.question"), lambda row: row.expectation.query),
        Column(say("expected.record"), lambda row: f"{row.record.indexed_text} {row.short}"),
        Column(say("expected.profile"), lambda row: f"{row.expectation.profile}, {scope(row)}"),
        Column(say("expected.verdict"), lambda row: f"{verdict(row)} {cause(row)}".rstrip()),
    )


class ExpectationsModel(TableModel[Expected]):
    """The rows that are listed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(columns(), parent)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and index.isValid() and index.row() < len(self.records):
            row = self.records[index.row()]
            return "\n".join(filter(None, (row.expectation.query, row.record.indexed_text, verdict(row), cause(row))))
        return super().data(index, role)

    def show(self, rows: tuple[Expected, ...]) -> bool:
        """Show these; whether they are other ones or stand in another order, so that rows had to move."""
        if [row.number for row in rows] == [row.number for row in self.records]:
            for place, row in enumerate(rows):
                if row != self.records[place]:
                    self.replace_record(place, row)
            return False
        self.set_records(rows)
        return True

    def row_of(self, number: int) -> int | None:
        """Where an expectation stands, if it is listed."""
        return next((place for place, row in enumerate(self.records) if row.number == number), None)
