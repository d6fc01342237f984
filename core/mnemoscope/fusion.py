"""Reciprocal Rank Fusion (pure).

G. Cormack, C. Clarke, S. Buettcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
Methods, SIGIR 2009: score(d) = sum over rankings of 1 / (k + rank(d)), with k = 60 and 1-based ranks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def part(rank: int | None, depth: int, k: float) -> float:
    """One ranking's term of the sum: nothing for an absent record or a rank beyond the depth."""
    return 1.0 / (k + rank) if rank is not None and rank <= depth else 0.0


def fuse(rankings: Sequence[Sequence[int]], k: float) -> Mapping[int, tuple[float, int]]:
    """For each member of any ranking its score and its best rank; a ranking lists members best first.

    The caller passes each ranking cut at its depth, in a fixed order, so that sums are equal to the last bit.
    """
    fused: dict[int, tuple[float, int]] = {}
    for ranking in rankings:
        for rank, member in enumerate(ranking, start=1):
            score, best = fused.get(member, (0.0, rank))
            fused[member] = (score + part(rank, rank, k), min(best, rank))
    return fused
