"""Ladders made by hand, for tests that need no vault."""

from __future__ import annotations

from dataclasses import replace

from mnemoscope.ladder import Ladder, Mark, Rail
from mnemoscope.records import PROFILES, Channel, ChannelReport, ChannelState, Hit, LexicalPlace, RecordId, VectorPlace
from mnemoscope_gui.values import Answer

from .values import recall, record


def id_of(number: int) -> RecordId:
    """The id of the record with this number."""
    return RecordId(f"{number:032x}")


def made(
    vector: tuple[int, ...],
    lexical: tuple[int, ...],
    *,
    budget: int = 32,
    depth: int = 200,
    k: float = 60.0,
    total: int = 9846,
    text: str = "Sunday shift {number} of Admon",
    profile: str = "fused",
) -> tuple[Answer, Ladder]:
    """An answer and its ladder, fused from two rankings of record numbers; one beyond the depth counts nothing."""
    sums: dict[int, float] = {}
    for ranking in (vector, lexical):
        for rank, number in enumerate(ranking[:depth], start=1):
            sums[number] = sums.get(number, 0.0) + 1 / (k + rank)
    order = sorted(sums, key=lambda number: (-sums[number], number))
    hits = tuple(
        Hit(
            place,
            sums[number],
            _vector(vector, number, depth),
            _lexical(lexical, number, depth),
            record(number, text.format(number=number)),
        )
        for place, number in enumerate(order, start=1)
    )
    served, cut = hits[:budget], hits[budget : budget + 32]
    ids = {hit.id for hit in served}
    rails = (
        _rail(Channel.VECTOR, vector, (*served, *cut), ids, budget, depth, total),
        _rail(Channel.LEXICAL, lexical, (*served, *cut), ids, budget, depth, total),
    )
    asked = recall(served)
    reports = {
        channel: ChannelReport(ChannelState.USED if ranking else ChannelState.OFF, len(ranking), 0)
        for channel, ranking in ((Channel.VECTOR, vector), (Channel.LEXICAL, lexical))
    }
    query = replace(asked.query, profile=replace(PROFILES[profile], budget=budget, rrf_k=k))
    asked = replace(asked, query=query, channels=reports)
    return Answer(object(), asked, {}, ("admon", "sunday", "shift")), Ladder(*rails, cut, 0, 0, 0, 0, 0)


def _vector(ranking: tuple[int, ...], number: int, depth: int) -> VectorPlace | None:
    if number not in ranking:
        return None
    rank = ranking.index(number) + 1
    return VectorPlace(rank, 0.9 - rank / 1000, 4 - rank / 100, rank <= depth)


def _lexical(ranking: tuple[int, ...], number: int, depth: int) -> LexicalPlace | None:
    if number not in ranking:
        return None
    rank = ranking.index(number) + 1
    return LexicalPlace(rank, 15 - rank / 100, rank <= depth)


def _rail(
    channel: Channel,
    ranking: tuple[int, ...],
    shown: tuple[Hit, ...],
    served: set[RecordId],
    budget: int,
    depth: int,
    total: int,
) -> Rail | None:
    if not ranking:
        return None

    def mark(rank: int, number: int) -> Mark:
        id = id_of(number)
        sigma = 4 - rank / 100 if channel is Channel.VECTOR else None
        score = 0.9 - rank / 1000 if sigma is not None else 15 - rank / 100
        return Mark(id, rank, score, id in served, rank <= budget, sigma)

    marks = [mark(rank, number) for rank, number in enumerate(ranking, start=1)]
    ids = {hit.id for hit in shown}
    beyond = tuple(one for one in marks[depth:] if one.id in ids)
    return Rail(channel, depth, max(total, len(ranking)), tuple(marks[:depth]), beyond)


VECTORS = tuple(range(1, 201))
WORDS = tuple(range(301, 321)) + tuple(range(200, 0, -2)) + tuple(range(321, 401))
"""200 + 200: even numbers in both, odd ones of the vectors alone, those from 301 of the words alone."""
