"""What an act would do to the questions that are asked again, as rows of a list and as sentences."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt

from mnemoscope.messages import message
from mnemoscope.plans import Affected, Impact, Shift
from mnemoscope_gui.models.table import Column, Index, TableModel
from mnemoscope_gui.wording import actor, day_at, number, say, text

MOST = 4
"""Records that leave, and that enter, shown of a question; of more the number is told."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands over the questions of one kind."""

    title: str


Row = Heading | Affected


def rows(impact: Impact) -> tuple[Row, ...]:
    """The questions that would be answered otherwise, the saved ones first, each kind under its heading."""
    found: list[Row] = []
    for id, asked, is_saved in (("impact.saved", impact.expectations, True), ("impact.recalls", impact.recalls, False)):
        own = [some for some in impact.affected if (some.expectation is not None) is is_saved]
        if own:
            found.append(Heading(say(id, changed=number(len(own)), number=number(asked))))
            found.extend(own)
    return tuple(found)


# ---------------------------------------------------------------- sentences


def summary(impact: Impact, *, is_past: bool = False) -> tuple[str, str]:
    """What changes, in few words, and what becomes of the expectations; ``is_past`` is for an act that is done."""
    asked, changed = impact.expectations + impact.recalls, len(impact.affected)
    tense = "was." if is_past else ""
    if not asked:
        return "", " ".join(filter(None, (say("impact.nothing_asked"), _left_out(impact))))
    words = {"count": asked, "changed": number(changed), "number": number(asked)}
    first = say(f"impact.{tense}changed" if changed else f"impact.{tense}unchanged", **words)
    said = [_holding(impact, tense)] if impact.expectations else []
    if not said:  # nothing goes on after the semicolon
        first = first.rstrip("; \u202f\u00a0") + "."
    return first, " ".join(filter(None, (*said, _left_out(impact))))


def _holding(impact: Impact, tense: str) -> str:
    more = impact.would_hold - impact.holding
    by = {"count": abs(more), "number": number(abs(more))}
    than = say(f"impact.{tense}{'more' if more > 0 else 'fewer'}", **by) if more else say(f"impact.{tense}as_many")
    words = {"count": impact.expectations, "held": number(impact.would_hold), "number": number(impact.expectations)}
    return say(f"impact.{tense}holding", than=than, **words)


def _left_out(impact: Impact) -> str:
    left = impact.left_out
    return say("impact.left_out", count=left, number=number(left)) if left else ""


def fate(some: Affected) -> str:
    """Of a saved question whether it holds and would, with the rank of its record; of a recall who asked, and when."""
    if some.expectation is None:
        when = day_at(some.at) if some.at is not None else ""
        return ", ".join(filter(None, (actor(some.actor) if some.actor else "", when)))
    before, after = (say("expected.holds" if holds else "expected.fails") for holds in (some.held, some.would_hold))
    if some.held != some.would_hold:
        return say("impact.turns", before=before, after=after)
    if some.rank is None or some.would_rank is None or some.rank == some.would_rank:
        return after
    return text(message("impact.moves", verdict=after, before=some.rank, after=some.would_rank))


def shifts(some: Affected) -> tuple[tuple[tuple[Shift, ...], int], tuple[tuple[Shift, ...], int]]:
    """What leaves and what enters, each with the number of those that are not shown."""

    def cut(all: tuple[Shift, ...]) -> tuple[tuple[Shift, ...], int]:
        return (all, 0) if len(all) <= MOST else (all[: MOST - 1], len(all) - MOST + 1)

    return cut(some.leaving), cut(some.entering)


def rest(count: int) -> str:
    """How many more there are."""
    return say("impact.rest", count=count, number=number(count))


# ---------------------------------------------------------------- the list


def _spoken(row: Row) -> str:
    if isinstance(row, Heading):
        return row.title
    moved = [say("impact.leaving", rank=number(one.rank), text=one.record.indexed_text) for one in row.leaving]
    moved += [say("impact.entering", rank=number(one.rank), text=one.record.indexed_text) for one in row.entering]
    return ". ".join((row.query, fate(row), *moved))


class ImpactModel(TableModel[Row]):
    """Headings, which cannot be chosen, and questions, which can."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[Row], ...] = (Column(say("impact.name"), _spoken),)
        super().__init__(columns, parent)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self.records[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def spoken(self, record: Row) -> str:
        return _spoken(record)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if role == Qt.ItemDataRole.ToolTipRole and index.isValid():
            row = self.records[index.row()]
            return "" if isinstance(row, Heading) else "\n".join((row.query, *_moves(row)))
        return super().data(index, role)


def _moves(some: Affected) -> list[str]:
    left = [f"− {one.rank} {one.record.indexed_text}" for one in some.leaving[:MOST]]
    return left + [f"+ {one.rank} {one.record.indexed_text}" for one in some.entering[:MOST]]
