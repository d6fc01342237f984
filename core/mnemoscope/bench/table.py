"""The summary of a measurement as a table for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mnemoscope.bench.metrics import FIGURES, HEADLINE
from mnemoscope.bench.summary import ALL

_COLUMNS = ("all_records@5", "all_records@10", HEADLINE, "share_records@32", "all_sessions@32", "mrr", "ndcg@10")


def lines(summary: Mapping[str, Any]) -> Iterator[str]:
    """For each part a line per profile, with what it gains and loses; then the headline by category."""
    said = summary["conditions"]
    yield (
        f"{said['dataset']}, {said['split']}, {said['memory']}: {said['questions']:,} questions "
        f"({said['left_out']:,} left out, {said['silent']:,} without an answer), {said['model'].partition('@')[0]}"
    )
    first = next(iter(summary["figures"]))
    parts = list(summary["figures"][first])
    for part in parts if len(parts) > 2 else [ALL]:
        yield ""
        count = summary["figures"][first][part]["questions"]
        heads = "".join(f"  {name:>16}" for name in _COLUMNS)
        yield f"{f'{part}: {count:,}':<16}{heads}  {'95 %':>15}  {f'against {first}':>24}"
        for name, figures in summary["figures"].items():
            cells = "".join(f"  {figures[part][column]:>16.3f}" for column in _COLUMNS)
            bounds = summary["intervals"][name][part]
            interval = f"{bounds[0]:.3f} - {bounds[1]:.3f}" if bounds else ""
            against = summary["against"].get(name, {}).get(part)
            told = f"+{against['gained']} -{against['lost']} p {against['p']:.4f}" if against else ""
            yield f"{name:<16}{cells}  {interval:>15}  {told:>24}".rstrip()
    yield ""
    yield f"{FIGURES[HEADLINE]}, by category"
    categories = list(summary["figures"][first][ALL]["by_category"])
    yield f"{'':<16}" + "".join(f"  {category:>16}" for category in categories)
    for name, figures in summary["figures"].items():
        found = figures[ALL]["by_category"]
        yield f"{name:<16}" + "".join(f"  {found[category][HEADLINE]:>16.3f}" for category in categories)
