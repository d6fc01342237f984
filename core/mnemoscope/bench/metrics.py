"""Figures of one question from the ranks of its evidence, and their means (pure).

MRR: the reciprocal rank of the best evidence record, 0 where none is ranked (E. Voorhees, TREC-8, 1999). nDCG@10: sum
of 1 / log2(rank + 1) over the evidence in the first ten, beside that of the ideal order (K. Järvelin, J. Kekäläinen,
Cumulated gain-based evaluation of IR techniques, TOIS 2002).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

AT = (5, 10, 32)
GAIN_AT = 10
HEADLINE = "all_records@32"
"""The figure that profiles are compared by."""

FIGURES: Mapping[str, str] = {
    **{f"all_records@{k}": f"all evidence records in the top {k}" for k in AT},
    **{f"share_records@{k}": f"share of the evidence records in the top {k}" for k in AT},
    **{f"all_sessions@{k}": f"all evidence sessions in the top {k}" for k in AT},
    "mrr": "mean reciprocal rank of the best evidence record",
    f"ndcg@{GAIN_AT}": f"nDCG at {GAIN_AT}",
}
"""What each figure says, by name."""


def of_question(
    served: Sequence[int | None], fused: Sequence[int | None], sessions: Sequence[int | None]
) -> dict[str, float]:
    """The figures of one question.

    ``served`` are the ranks of its evidence records among what was served, ``fused`` those in the whole fusion,
    ``sessions`` the rank of the first record served of each evidence session; ``None`` where there is none.
    """
    found: dict[str, float] = {}
    for k in AT:
        within = [rank is not None and rank <= k for rank in served]
        found[f"all_records@{k}"] = float(all(within))
        found[f"share_records@{k}"] = sum(within) / len(within)
        found[f"all_sessions@{k}"] = float(all(rank is not None and rank <= k for rank in sessions))
    best = min((rank for rank in fused if rank is not None), default=None)
    found["mrr"] = 1.0 / best if best else 0.0
    gain = _gain(rank for rank in fused if rank is not None and rank <= GAIN_AT)
    found[f"ndcg@{GAIN_AT}"] = gain / _gain(range(1, min(len(fused), GAIN_AT) + 1))
    return found


def mean(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each figure over questions, rounded to six decimals."""
    return {name: round(math.fsum(row[name] for row in rows) / len(rows), 6) for name in FIGURES} if rows else {}


def _gain(ranks: Iterable[int]) -> float:
    return math.fsum(1.0 / math.log2(rank + 1) for rank in ranks)
