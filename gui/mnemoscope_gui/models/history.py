"""The history as rows of a list: a line for each day, and below it its acts and recalls as they are told."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import accumulate
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from mnemoscope.hindsight import Others
from mnemoscope.plans import Impact
from mnemoscope.recourse import Way
from mnemoscope.timeline import Day, Place, What
from mnemoscope_gui.models.table import RECORD_ROLE, Index
from mnemoscope_gui.values import Told
from mnemoscope_gui.wording import actor, clock, day_at, number, say, spoken, text

_NOWHERE = QModelIndex()
_TIP = 600
"""Characters of a question or a record that a tip shows."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An act or a recall; what is told of it comes later."""

    place: Place
    told: Told | None = None
    others: Others | None = None
    """For a recall: whether the same is served now, once that is known."""
    impact: Impact | None = None
    """For an act: which questions it answered otherwise, once that is known."""

    @property
    def is_recall(self) -> bool:
        """Whether it is a recall."""
        return self.place.what is What.RECALL

    @property
    def is_undone(self) -> bool:
        """Whether it is an act that was taken back."""
        return self.told is not None and self.told.entry.act is not None and self.told.entry.act.undone


Row = EntryRow | Day


# ---------------------------------------------------------------- what a row says


def label(row: EntryRow) -> str:
    """What was done, or asked."""
    entry = row.told.entry if row.told is not None else None
    if entry is None:
        return ""
    if entry.act is not None:
        return text(entry.act.label)
    return " ".join(entry.recall.query.split()) if entry.recall is not None else ""


def about(row: EntryRow) -> str:
    """How the record that an act touched begins."""
    return " ".join(row.told.entry.about.split()) if row.told is not None else ""


def who(row: EntryRow) -> str:
    """Who acted or asked."""
    return actor(row.told.entry.actor) if row.told is not None else ""


def consequence(row: EntryRow) -> str:
    """What follows of it for what is served."""
    if row.told is None:
        return ""
    if not row.is_recall:
        return _answers(row.impact) if row.impact is not None else ""
    recall = row.told.entry.recall
    served = len(recall.served) if recall is not None else 0
    said = say("timeline.served", count=served, number=number(served)) if served else say("timeline.none_served")
    others = row.others
    if others is None:
        return said
    if not others.is_whole:
        return say("timeline.then.unsure", served=said)
    if not others.left and not others.entered:
        return say("timeline.then.same" if served else "timeline.then.none", served=said)
    if others.entered:
        return say("timeline.then.others", served=said, count=others.entered, number=number(others.entered))
    return say("timeline.then.fewer", served=said, count=others.left, number=number(others.left))


def _answers(impact: Impact) -> str:
    count = len(impact.affected)
    return say("timeline.answers", count=count, number=number(count)) if count else ""


def is_different(row: EntryRow) -> bool:
    """Whether a recall is answered otherwise now."""
    return row.others is not None and row.others.is_whole and bool(row.others.left or row.others.entered)


def action(row: EntryRow) -> str:
    """What can be done with it, as its link says; empty where nothing can."""
    if row.is_recall:
        return say("timeline.replay")
    way = row.told.recourse.way if row.told is not None and row.told.recourse is not None else None
    if way is Way.UNDO:
        return say("timeline.undo")
    return say("timeline.revert") if way is Way.REVERT else ""


def why_not(row: EntryRow) -> str:
    """Why an act cannot be taken back, or when it was."""
    if row.told is None or row.told.recourse is None:
        return ""
    way, by = row.told.recourse.way, row.told.recourse.by
    if way is Way.UNDONE and (reversing := row.told.entry.reversed_by) is not None:
        id = "timeline.reverted" if reversing.label.id == "act.revert" else "timeline.undone"
        return say(id, moment=near(reversing.at, row.place.at))
    if way is Way.BUILT_ON and by is not None:
        return say("timeline.built_on", moment=near(by.at, row.place.at))
    if way is Way.FORGOTTEN and by is not None:
        return say("timeline.forgotten", moment=near(by.at, row.place.at))
    return say("timeline.final") if way is Way.FINAL else ""


def near(at: int, beside: int) -> str:
    """A minute; with its day where that is another than the one beside it."""
    same = _local_day(at) == _local_day(beside)
    return clock(at) if same else say("timeline.moment", day=day_at(at), time=clock(at))


def today_or_day(at: int) -> str:
    """A minute, and whether it is of today or of which day."""
    today = datetime.now().astimezone().date()
    if _local_day(at) == today:
        return say("timeline.today_at", time=clock(at))
    return say("timeline.moment", day=day_at(at), time=clock(at))


def _local_day(at: int) -> date:
    return datetime.fromtimestamp(at / 1000).date()


def day_lead(day: Day) -> str:
    """What a day is called from here: today, yesterday, or the day of the week."""
    today = datetime.now().astimezone().date()
    if day.day in (today, today - timedelta(days=1)):
        return say("timeline.today" if day.day == today else "timeline.yesterday")
    name = spoken().locale.standaloneDayName(day.day.isoweekday())
    return name[:1].upper() + name[1:]


def day_name(day: Day) -> str:
    """The day itself; beside today and yesterday with its day of the week."""
    today = datetime.now().astimezone().date()
    written = spoken().day(day.day)
    if day.day in (today, today - timedelta(days=1)):
        name = spoken().locale.standaloneDayName(day.day.isoweekday())
        return f"{name[:1].upper() + name[1:]} {written}"
    return written


def day_counts(day: Day) -> str:
    """How many acts and recalls it has."""
    said = []
    if day.acts:
        said.append(say("timeline.acts.count", count=day.acts, number=number(day.acts)))
    if day.recalls:
        said.append(say("timeline.recalls.count", count=day.recalls, number=number(day.recalls)))
    return ", ".join(said)


def spoken_row(row: Row) -> str:
    """The whole row in words."""
    if isinstance(row, Day):
        return f"{day_lead(row)} {day_name(row)}, {day_counts(row)}"
    kind = say("timeline.recall" if row.is_recall else "timeline.act")
    said = (clock(row.place.at), kind, who(row), label(row), consequence(row), why_not(row) or action(row))
    return ", ".join(filter(None, said))


# ---------------------------------------------------------------- the model


class HistoryModel(QAbstractListModel):
    """Rows by place. A row that is not told yet shows its time alone."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places: tuple[Place, ...] = ()
        self._days: tuple[Day, ...] = ()
        self._heads: list[int] = []
        """The row of each day."""
        self._acts: dict[int, Place] | None = None
        """By number, once one was looked for."""
        self._told: Mapping[Place, Told] = {}
        self._others: Mapping[int, Others | None] = {}
        self._impacts: Mapping[int, Impact | None] = {}

    def show_places(self, places: tuple[Place, ...], days: tuple[Day, ...]) -> None:
        """Show these, newest first."""
        self.beginResetModel()
        self._places, self._days, self._acts = places, days, None
        self._heads = list(accumulate((day.size + 1 for day in days[:-1]), initial=0)) if days else []
        self.endResetModel()

    def show_told(
        self,
        told: Mapping[Place, Told],
        others: Mapping[int, Others | None],
        impacts: Mapping[int, Impact | None],
    ) -> None:
        """What is known by now; the mappings are kept, and read as rows are shown."""
        self._told, self._others, self._impacts = told, others, impacts
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, 0))

    @property
    def places(self) -> Sequence[Place]:
        """What is shown."""
        return self._places

    def place_at(self, row: int) -> Place | None:
        """What stands in a row; ``None`` in that of a day."""
        at = self._place_index(row)
        return self._places[at] if at is not None else None

    def row_of(self, place: Place) -> int | None:
        """Where a place stands, if it is shown."""
        at = self._find(place)
        if at is None:
            return None
        day = bisect_right([day.first for day in self._days], at) - 1
        return at + day + 1

    def row_of_act(self, number: int) -> int | None:
        """Where an act stands, if it is shown."""
        if self._acts is None:
            self._acts = {place.number: place for place in self._places if place.what is What.ACT}
        found = self._acts.get(number)
        return self.row_of(found) if found is not None else None

    def day_of(self, row: int) -> Day | None:
        """The day in which a row stands."""
        return self._days[bisect_right(self._heads, row) - 1] if 0 <= row < self.rowCount() else None

    def row(self, at: int) -> Row:
        """What is known of a row."""
        place = self.place_at(at)
        if place is None:
            return self._days[bisect_right(self._heads, at) - 1]
        if place.what is What.RECALL:
            return EntryRow(place, self._told.get(place), self._others.get(place.number))
        return EntryRow(place, self._told.get(place), impact=self._impacts.get(place.number))

    def _place_index(self, row: int) -> int | None:
        if not 0 <= row < self.rowCount():
            return None
        day = bisect_right(self._heads, row) - 1
        return None if self._heads[day] == row else row - day - 1

    def _find(self, place: Place) -> int | None:
        low, high = 0, len(self._places)  # they come newest first
        while low < high:
            middle = (low + high) // 2
            if self._places[middle] > place:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self._places) and self._places[low] == place else None

    # ------------------------------------------------------------ Qt's questions

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._places) + len(self._days)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self._place_index(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        if role == RECORD_ROLE:
            return self.row(index.row())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken_row(self.row(index.row()))
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(self.row(index.row()))
        return None


def _tip(row: Row) -> str | None:
    if isinstance(row, Day):
        return None
    said = (label(row)[:_TIP], about(row)[:_TIP], consequence(row), why_not(row))
    return "\n".join(filter(None, said)) or None
