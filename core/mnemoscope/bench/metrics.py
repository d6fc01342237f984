"""Figures of one question and of many (pure)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

METRICS: Mapping[str, str] = {
    "all_records": "all evidence records in top {budget}",
    "share_records": "share of evidence records in top {budget}",
    "all_sessions": "all evidence sessions in top {budget}",
}
"""What each figure says, by name."""


def of_question(
    evidence: Collection[str], sessions: Collection[str], served: Collection[str], served_sessions: Collection[str]
) -> dict[str, float]:
    """The figures of one question: evidence against what was served, records and sessions."""
    found = len(set(evidence) & set(served))
    return {
        "all_records": float(found == len(set(evidence))),
        "share_records": found / len(set(evidence)),
        "all_sessions": float(set(sessions) <= set(served_sessions)),
    }


def mean(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each figure over questions, rounded to six decimals."""
    if not rows:
        return dict.fromkeys(METRICS, 0.0)
    return {name: round(sum(row[name] for row in rows) / len(rows), 6) for name in METRICS}
