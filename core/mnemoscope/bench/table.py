"""The summary of a measurement as a table for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mnemoscope.bench.metrics import METRICS


def lines(summary: Mapping[str, Any]) -> Iterator[str]:
    """One line per profile, one column per figure; under it the first figure by category."""
    heads = [text.format(budget=summary["budget"]) for text in METRICS.values()]
    yield (
        f"{summary['dataset']}, {summary['memory']}: {summary['questions']:,} questions "
        f"({summary['questions_left_out']:,} left out), {summary['model'].partition('@')[0]}"
    )
    yield f"{'profile':<10}" + "".join(f"  {head:>36}" for head in heads)
    for name, figures in summary["figures"].items():
        yield f"{name:<10}" + "".join(f"  {figures['all'][metric]:>36.3f}" for metric in METRICS)
    first, head = next(iter(METRICS)), heads[0]
    categories = sorted({category for some in summary["figures"].values() for category in some["by_category"]})
    yield ""
    yield f"{head}, by category"
    yield f"{'profile':<10}" + "".join(f"  {category:>26}" for category in categories)
    for name, figures in summary["figures"].items():
        yield f"{name:<10}" + "".join(
            f"  {figures['by_category'].get(category, {}).get(first, 0.0):>26.3f}" for category in categories
        )
