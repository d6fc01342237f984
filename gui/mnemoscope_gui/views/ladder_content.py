"""What the ladder shows, as values: the rows in fused order, both rails, and what a budget makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape

from mnemoscope.ladder import Ladder, Mark, Rail
from mnemoscope.records import Channel, Hit, LexicalPlace, Record, RecordId, VectorPlace
from mnemoscope_gui.look import LadderGrid
from mnemoscope_gui.models.hits import HitRow
from mnemoscope_gui.values import Answer
from mnemoscope_gui.views.glyphs import Finder, finder
from mnemoscope_gui.wording import decimal, number, say, signed

_TIP = 400
"""Characters of a record's text in its tip."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A record that the eye follows: its row, where it has one, and its marks."""

    id: RecordId
    row: int | None
    marks: Mapping[Channel, Mark]


@dataclass(frozen=True, slots=True)
class LadderContent:
    """One recall between its two rails, at a budget that may only be tried."""

    rows: tuple[HitRow, ...]
    """The served records and those that come next, in fused order."""
    rails: Mapping[Channel, Rail]
    rrf_k: float
    asked: int
    """How many of the rows the recall served."""
    served: int
    """How many of them are served at the budget on show."""
    budget: int
    """The budget on show: the recall's own, or one that is tried."""
    states: Mapping[Channel, str] = field(default_factory=dict)
    """Why a channel has no rail, in a word."""
    only: Finder | None = None
    """The kind of record that the eye is led to; ``None`` is all."""
    shown: frozenset[RecordId] | None = None
    """The hits that the filters of the view show; ``None`` is all."""

    @property
    def depth(self) -> int:
        """The greater of the depths, so that equal distances are equal points on both rails."""
        return max((rail.depth for rail in self.rails.values()), default=1)

    @property
    def below(self) -> int:
        """How many cut rows are shown: the first three, and all that a tried budget would cut."""
        return min(len(self.rows) - self.served, max(self.asked - self.served, 0) + LadderGrid.CUT)

    def tried(self, budget: int) -> LadderContent:
        """The same rankings under another budget."""
        return replace(self, budget=budget, served=min(budget, len(self.rows)))

    def leading_to(self, only: Finder | None) -> LadderContent:
        """The same with the eye led to one kind of record, or to all."""
        return replace(self, only=only)

    def showing(self, shown: frozenset[RecordId] | None) -> LadderContent:
        """The same with the eye led to these hits alone, or to all."""
        return replace(self, shown=shown)

    def with_records(self, records: Mapping[RecordId, Record]) -> LadderContent:
        """The same rows with the records as they are now."""
        rows = (replace(r, hit=replace(r.hit, record=records.get(r.hit.id, r.record))) for r in self.rows)
        return replace(self, rows=tuple(rows))

    def row_of(self, id: RecordId | None) -> int | None:
        """Where a record stands among the rows on show."""
        shown = self.rows[: self.served + self.below]
        return next((place for place, row in enumerate(shown) if row.hit.id == id), None)

    @property
    def served_ids(self) -> frozenset[RecordId]:
        """The records that this budget serves."""
        return frozenset(row.hit.id for row in self.rows[: self.served])

    def follow(self, id: RecordId | None) -> Followed | None:
        """A record's row and marks; ``None`` where neither rail nor rows know it."""
        if id is None:
            return None
        marks = {
            channel: mark
            for channel, rail in self.rails.items()
            if (mark := next((m for m in (*rail.marks, *rail.beyond) if m.id == id), None)) is not None
        }
        row = self.row_of(id)
        return Followed(id, row, marks) if marks or row is not None else None

    def has_eye(self, row: int) -> bool:
        """Whether a served row is of the kind that the eye is led to."""
        hit = self.rows[row].hit
        if self.shown is not None and hit.id not in self.shown:
            return False
        return self.only is None or (row < self.served and finder(hit) is self.only)

    def gave_way(self, channel: Channel) -> frozenset[RecordId]:
        """What a channel alone would have served and this recall does not."""
        rail, served = self.rails.get(channel), self.served_ids
        marks = rail.marks if rail else ()
        return frozenset(mark.id for mark in marks if mark.rank <= self.budget and mark.id not in served)


def content(answer: Answer, ladder: Ladder, only: Finder | None = None) -> LadderContent:
    """A recall and its rails, ready to be painted."""
    recall, hits = answer.recall, answer.recall.hits
    k = recall.query.profile.rrf_k
    rows = tuple(HitRow(hit, answer.terms, k, answer.shorts.get(hit.id, "")) for hit in (*hits, *ladder.cut))
    pairs = ((Channel.VECTOR, ladder.vector), (Channel.LEXICAL, ladder.lexical))
    rails = {channel: rail for channel, rail in pairs if rail is not None}
    absent = [channel for channel in Channel if channel not in rails]
    states = {channel: say(f"rail.{recall.channels[channel].state.value}") for channel in absent}
    return LadderContent(rows, rails, k, len(hits), len(hits), recall.query.profile.budget, states, only)


def place_in(hit: Hit, channel: Channel) -> VectorPlace | LexicalPlace | None:
    """Where a channel puts a hit."""
    return hit.vector if channel is Channel.VECTOR else hit.lexical


def pill(mark: Mark, depth: int, k: float) -> str:
    """A mark in a few words: "#1 · adds 0.01639", "#812 · +1.4σ · adds 0"."""
    rank = number(mark.rank)
    if mark.rank <= depth:
        return say("ladder.pill", rank=rank, adds=decimal(1 / (k + mark.rank), 5))
    if mark.sigma is not None:
        return say("ladder.pill.sigma", rank=rank, sigma=say("sigma", value=signed(mark.sigma, 1)))
    return say("ladder.pill.beyond", rank=rank)


def pill_texts(mark: Mark, depth: int, k: float) -> tuple[str, ...]:
    """What a mark says, from the whole of it down to its rank."""
    rank = number(mark.rank)
    adds = decimal(1 / (k + mark.rank), 5) if mark.rank <= depth else "0"
    return (
        pill(mark, depth, k),
        say("ladder.pill.terse", rank=rank, adds=adds),
        say("ladder.pill.short", rank=rank),
    )


def score_of(channel: Channel, mark: Mark) -> tuple[str, ...]:
    """A mark's score as written beside a rail: cosine over sigma, or the BM25 sum."""
    if channel is Channel.LEXICAL:
        return (decimal(mark.score, 2),)
    sigma = (say("sigma", value=signed(mark.sigma, 1)),) if mark.sigma is not None else ()
    return (decimal(mark.score, 3), *sigma)


def tip(shown: LadderContent, record: Record) -> str:
    """A record's ranks and scores, and its text, as rich text."""
    followed = shown.follow(record.id)
    marks = followed.marks if followed else {}
    places = [
        say(f"ladder.tip.{channel.value}", rank=number(mark.rank), score=", ".join(score_of(channel, mark)))
        for channel in Channel
        if (mark := marks.get(channel)) is not None
    ]
    text = record.indexed_text
    told = text if len(text) <= _TIP else f"{text[:_TIP].rstrip()} …"
    return f"<p><b>{escape(' · '.join(places))}</b></p><p>{escape(told)}</p>"


def spoken(shown: LadderContent, followed: Followed) -> str:
    """A followed record in words, for a screen reader."""
    parts = []
    if followed.row is not None:
        hit = shown.rows[followed.row].hit
        id = "ladder.spoken.served" if followed.row < shown.served else "ladder.spoken.cut"
        parts.append(say(id, rank=number(hit.rank), budget=number(shown.budget), sum=decimal(hit.rrf, 5)))
    else:
        parts.append(say("ladder.spoken.unserved"))
    for channel, rail in shown.rails.items():
        name = say(f"ladder.{channel.value}")
        mark = followed.marks.get(channel)
        parts.append(f"{name}: {pill(mark, rail.depth, shown.rrf_k) if mark else say('explain.unranked')}")
    if followed.row is not None:
        parts.append(shown.rows[followed.row].record.indexed_text)
    return ". ".join(parts)
