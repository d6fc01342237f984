"""What the Ladder draws: each channel's own ranking as a rail, and the served records between the two.

Everything comes from the rankings of one recall; only the records just below the budget are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from mnemoscope.channels import Ranking
from mnemoscope.recall import Ranked, Recalled, read_hits
from mnemoscope.records import Channel, Hit, LexicalPlace, RecordId, VectorPlace
from mnemoscope.vault import Vault

_Place = TypeVar("_Place", VectorPlace, LexicalPlace)


@dataclass(frozen=True, slots=True)
class Mark:
    """A record on a rail."""

    id: RecordId
    rank: int
    score: float
    """What it was ranked by: its cosine (multiplied where the profile boosts it) or its BM25 sum."""
    served: bool
    own: bool
    """Within the channel's own first ``budget``: what the channel alone would have served."""
    sigma: float | None = None
    """Of a cosine, before any boost: standard deviations above the question's mean over the scope."""


@dataclass(frozen=True, slots=True)
class Rail:
    """One channel's ranking, from the first rank down to its depth, and who of the shown ones lies below."""

    channel: Channel
    depth: int
    total: int
    """How many records the channel ranks; the rank of the last one."""
    marks: tuple[Mark, ...]
    """Ranks 1 to the depth, or to ``total`` where that is less: ``marks[rank - 1]``."""
    beyond: tuple[Mark, ...]
    """Served and just cut records whose true rank lies below the depth, best first."""

    def labelled(self, budget: int) -> tuple[Mark, ...]:
        """The marks whose scores are worth a label: the first, the last within the budget, the last of the depth."""
        ranks = sorted({rank for rank in (1, budget, len(self.marks)) if 0 < rank <= len(self.marks)})
        return tuple(self.marks[rank - 1] for rank in ranks)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Both rails, the first records cut, and the counts of the headline."""

    vector: Rail | None
    lexical: Rail | None
    """``None`` where the channel ranked nothing."""
    cut: tuple[Hit, ...]
    """The hits just below the budget, exact like the served ones."""
    both: int
    """Served records to whose sum both channels add."""
    vector_alone: int
    lexical_alone: int
    brought_in: int
    """Served records that the vectors alone would not have served: what the words brought in."""
    gave_way: int
    """Records that the vectors alone would have served and this recall does not."""


def ladder(vault: Vault, recalled: Recalled, below: int = 3) -> Ladder:
    """The rails of a recall, and the ``below`` hits that come next after the budget.

    A record forgotten since the recall is missing from ``cut``; on a rail only its id shows.
    """
    ranked, hits = recalled.ranked, recalled.recall.hits
    budget = max(ranked.profile.budget, 0)
    cut = read_hits(vault, ranked, budget, below)
    vector, lexical = _vector_rail(ranked, (*hits, *cut)), _lexical_rail(ranked, (*hits, *cut))
    ways = [(_counts(hit.vector), _counts(hit.lexical)) for hit in hits]
    kept = sum(hit.vector is not None and hit.vector.rank <= budget for hit in hits)
    return Ladder(
        vector,
        lexical,
        cut,
        both=ways.count((True, True)),
        vector_alone=ways.count((True, False)),
        lexical_alone=ways.count((False, True)),
        brought_in=len(hits) - kept if vector else 0,
        gave_way=min(budget, vector.total) - kept if vector else 0,
    )


def _vector_rail(ranked: Ranked, shown: Sequence[Hit]) -> Rail | None:
    if ranked.vector is None:
        return None
    places = [(hit.id, hit.vector, hit.rank <= ranked.profile.budget) for hit in shown]

    def mark(id: RecordId, place: VectorPlace, served: bool) -> Mark:
        own = place.rank <= ranked.profile.budget
        return Mark(id, place.rank, place.cosine * place.factor, served, own, place.sigma)

    return _rail(Channel.VECTOR, ranked, ranked.vector, ranked.vector_place, places, mark)


def _lexical_rail(ranked: Ranked, shown: Sequence[Hit]) -> Rail | None:
    if ranked.lexical is None:
        return None
    places = [(hit.id, hit.lexical, hit.rank <= ranked.profile.budget) for hit in shown]

    def mark(id: RecordId, place: LexicalPlace, served: bool) -> Mark:
        return Mark(id, place.rank, place.score, served, place.rank <= ranked.profile.budget)

    return _rail(Channel.LEXICAL, ranked, ranked.lexical, ranked.lexical_place, places, mark)


def _rail(
    channel: Channel,
    ranked: Ranked,
    ranking: Ranking,
    place_of: Callable[[int], _Place | None],
    shown: Sequence[tuple[RecordId, _Place | None, bool]],
    mark: Callable[[RecordId, _Place, bool], Mark],
) -> Rail:
    """The same for both channels; places are those that the hits carry, so that a rail and a row cannot disagree."""
    served = frozenset(ordinal for ordinal, _ in ranked.order[: max(ranked.profile.budget, 0)])
    marks = (
        mark(ranking.columns.id(ordinal), place, ordinal in served)
        for ordinal in ranking.top
        if (place := place_of(ordinal))
    )
    below = (mark(id, place, is_served) for id, place, is_served in shown if place and not place.counted)
    depth = ranked.profile.vector_depth if channel is Channel.VECTOR else ranked.profile.lexical_depth
    return Rail(channel, depth, len(ranking.ordinals), tuple(marks), tuple(sorted(below, key=lambda some: some.rank)))


def _counts(place: VectorPlace | LexicalPlace | None) -> bool:
    return place is not None and place.counted
