"""Every figure of a measurement from its rows alone (pure), so that anybody can compute them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mnemoscope.bench import flips, metrics
from mnemoscope.bench.ledger import Row

ALL = "all"


def summarise(conditions: Mapping[str, Any], rows: Sequence[Row]) -> dict[str, Any]:
    """Figures by profile over all questions, by split and by category; what each gains and loses against the first
    profile; the interval of the figure that they are compared by; the digest of every row."""
    names = list(conditions["profiles"])
    figures = {name: [of_row(row, name) for row in rows] for name in names}
    parts = _parts(rows)
    return {
        "conditions": dict(conditions),
        "figures": {name: _by_part(rows, figures[name], parts) for name in names},
        "against": {
            name: {part: _against(figures[names[0]], figures[name], places) for part, places in parts.items()}
            for name in names[1:]
        },
        "intervals": {
            name: {
                part: flips.interval([figures[name][place][metrics.HEADLINE] for place in places])
                for part, places in parts.items()
            }
            for name in names
        },
        "rows": {str(row["question"]): row["digest"] for row in rows},
    }


def of_row(row: Row, profile: str) -> dict[str, float]:
    """The figures of one question under one profile."""
    found = row["profiles"][profile]
    served: dict[str, int] = {}
    for rank, id in enumerate(found["served"], 1):
        served.setdefault(id, rank)
    evidence = row["evidence"]
    return metrics.of_question(
        [served.get(id) for id in evidence],
        [found["ranks"][id][0] for id in evidence],
        [found["sessions"][key] for key in row["sessions"]],
    )


def _parts(rows: Sequence[Row]) -> dict[str, list[int]]:
    """All questions and each split, by the rows' places; a split alone is not told twice."""
    splits = sorted({str(row["split"]) for row in rows})
    parts = {ALL: list(range(len(rows)))}
    return parts | {split: [place for place, row in enumerate(rows) if row["split"] == split] for split in splits}


def _by_part(
    rows: Sequence[Row], figures: Sequence[Mapping[str, float]], parts: Mapping[str, Sequence[int]]
) -> dict[str, Any]:
    return {
        part: {
            "questions": len(places),
            **metrics.mean([figures[place] for place in places]),
            "by_category": _by_category(rows, figures, places),
        }
        for part, places in parts.items()
    }


def _by_category(rows: Sequence[Row], figures: Sequence[Mapping[str, float]], places: Sequence[int]) -> dict[str, Any]:
    found: dict[str, list[Mapping[str, float]]] = {}
    for place in places:
        found.setdefault(str(rows[place]["category"]), []).append(figures[place])
    return {name: {"questions": len(some), **metrics.mean(some)} for name, some in sorted(found.items())}


def _against(
    first: Sequence[Mapping[str, float]], second: Sequence[Mapping[str, float]], places: Sequence[int]
) -> dict[str, Any]:
    hits = [[bool(figures[place][metrics.HEADLINE]) for place in places] for figures in (first, second)]
    found = flips.flips(*hits)
    return {"gained": found.gained, "lost": found.lost, "p": found.p}
