"""The bounds of Reciprocal Rank Fusion, and its order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mnemoscope import fusion

RANKING = st.lists(st.integers(0, 400), unique=True, max_size=200)


@given(RANKING, RANKING)
def test_scores_lie_within_their_bounds(one: list[int], other: list[int]):
    fused = fusion.fuse([one, other], 60.0)
    assert set(fused) == set(one) | set(other)
    single = [score for member, (score, _) in fused.items() if (member in one) != (member in other)]
    assert all(0 < score <= 1 / 61 for score in single)
    for member in set(one[:61]) & set(other[:61]):
        assert all(fused[member][0] > score for score in single)
        assert fused[member][0] > 1 / 61


@given(RANKING, RANKING)
def test_score_is_the_sum_written_by_hand(one: list[int], other: list[int]):
    for member, (score, best) in fusion.fuse([one, other], 60.0).items():
        ranks = [ranking.index(member) + 1 for ranking in (one, other) if member in ranking]
        assert score == sum(1 / (60 + rank) for rank in ranks)
        assert best == min(ranks)


def test_ranks_begin_at_one():
    assert fusion.fuse([[7]], 60.0) == {7: (1 / 61, 1)}


def test_absent_record_and_rank_beyond_the_depth_add_nothing():
    assert fusion.part(None, 200, 60.0) == 0
    assert fusion.part(201, 200, 60.0) == 0
    assert fusion.part(200, 200, 60.0) == 1 / 260


def test_nothing_ranked_is_nothing_fused():
    assert fusion.fuse([], 60.0) == {}
    assert fusion.fuse([[], []], 60.0) == {}
