"""What one way of recall gains and loses against another on the same questions, and how sure that is (pure).

Gained and lost are told apart by the exact two-sided binomial test on the questions that differ (McNemar's exact test);
a mean's interval by the bootstrap over questions (B. Efron, 1979), percentiles of 2,000 resamples with a fixed seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 2_000
SEED = 0


@dataclass(frozen=True, slots=True)
class Flips:
    """Questions that only the second way answers, and those that only the first does."""

    gained: int
    lost: int
    p: float
    """Of flips as one-sided as these, if either way were as likely."""


def flips(first: Sequence[bool], second: Sequence[bool]) -> Flips:
    """Both ways on the same questions, in the same order."""
    from scipy.stats import binomtest

    gained = sum(not one and two for one, two in zip(first, second, strict=True))
    lost = sum(one and not two for one, two in zip(first, second, strict=True))
    p = float(binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0
    return Flips(gained, lost, round(p, 6))


def interval(values: Sequence[float]) -> tuple[float, float] | None:
    """The 95 % interval of a mean; ``None`` for fewer than two values."""
    from scipy.stats import bootstrap

    if len(values) < 2:
        return None
    found = bootstrap(
        (np.asarray(values, np.float64),),
        np.mean,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(SEED),
        vectorized=True,
        batch=200,
    ).confidence_interval
    return round(float(found.low), 6), round(float(found.high), 6)
