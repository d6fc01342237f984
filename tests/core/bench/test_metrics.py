"""The figures of one question and their means."""

from __future__ import annotations

import pytest

from mnemoscope.bench import metrics


@pytest.mark.parametrize(
    ("served", "sessions", "figures"),
    [
        (["a", "b", "c"], ["s", "t"], (1.0, 1.0, 1.0)),
        (["c", "a"], ["s"], (0.0, 0.5, 0.0)),
        (["c"], ["t", "s"], (0.0, 0.0, 1.0)),
        ([], [], (0.0, 0.0, 0.0)),
        (["a", "a"], ["s"], (0.0, 0.5, 0.0)),
    ],
)
def test_evidence_counts_where_it_is_served(served: list[str], sessions: list[str], figures: tuple[float, ...]):
    found = metrics.of_question(["a", "b"], ["s", "t"], served, sessions)
    assert tuple(found.values()) == figures
    assert list(found) == list(metrics.METRICS)


def test_mean_is_over_questions():
    rows = [dict.fromkeys(metrics.METRICS, value) for value in (1.0, 0.0, 0.0)]
    assert metrics.mean(rows) == dict.fromkeys(metrics.METRICS, 0.333333)
    assert metrics.mean([]) == dict.fromkeys(metrics.METRICS, 0.0)
