"""The figures of one question, their means, and what two ways of recall gain and lose."""

from __future__ import annotations

import math

import pytest

from mnemoscope.bench import flips, metrics


def test_evidence_counts_where_it_is_served():
    found = metrics.of_question([3, 12], [3, 12], [3, 6])
    assert [found[f"all_records@{k}"] for k in metrics.AT] == [0.0, 0.0, 1.0]
    assert [found[f"share_records@{k}"] for k in metrics.AT] == [0.5, 0.5, 1.0]
    assert [found[f"all_sessions@{k}"] for k in metrics.AT] == [0.0, 1.0, 1.0]
    assert found["mrr"] == pytest.approx(1 / 3)
    assert found["ndcg@10"] == pytest.approx((1 / math.log2(4)) / (1 + 1 / math.log2(3)))
    assert set(found) == set(metrics.FIGURES)


def test_ideal_order_is_one_and_nothing_is_nought():
    assert set(metrics.of_question([1, 2], [1, 2], [1]).values()) == {1.0}
    assert set(metrics.of_question([None], [None], [None]).values()) == {0.0}


def test_what_is_ranked_but_not_served_counts_in_the_ranks_alone():
    found = metrics.of_question([None], [40], [None])
    assert found["all_records@32"] == 0.0
    assert found["mrr"] == 1 / 40


def test_mean_is_over_questions():
    rows = [dict.fromkeys(metrics.FIGURES, value) for value in (1.0, 0.0, 0.0)]
    assert metrics.mean(rows) == dict.fromkeys(metrics.FIGURES, 0.333333)
    assert metrics.mean([]) == {}


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (1, 0), (7, 2), (20, 20), (148, 63)])
def test_flips_have_the_exact_two_sided_binomial_p(gained: int, lost: int):
    first = [False] * gained + [True] * lost + [True, False]
    second = [True] * gained + [False] * lost + [True, False]
    found = flips.flips(first, second)
    count, least = gained + lost, min(gained, lost)
    tail = sum(math.comb(count, k) for k in range(least + 1)) / 2**count
    assert (found.gained, found.lost) == (gained, lost)
    assert found.p == pytest.approx(min(1.0, 2 * tail), abs=1e-6)


def test_interval_holds_the_mean_and_is_the_same_each_time():
    values = [1.0] * 60 + [0.0] * 40
    low, high = flips.interval(values) or (0, 0)
    assert low < 0.6 < high
    assert high - low == pytest.approx(4 * math.sqrt(0.6 * 0.4 / 100), rel=0.15)
    assert flips.interval(values) == (low, high)
    assert flips.interval([1.0]) is None
