"""Groups in which each agrees with each."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from mnemoscope.suggest.groups import LARGEST, equal, grouped, inside, parted

EDGES = st.lists(
    st.tuples(st.floats(0, 1), st.tuples(st.integers(0, 9), st.integers(10, 19))), max_size=40, unique_by=lambda e: e[1]
)


@given(EDGES, st.sets(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=60))
def test_no_group_holds_two_that_do_not_agree(
    edges: list[tuple[float, tuple[int, int]]], apart: set[tuple[int, int]]
) -> None:
    def agrees(one: int, two: int) -> bool:
        return (one, two) not in apart and (two, one) not in apart

    found = grouped(edges, agrees)
    for group in found:
        assert len(group) > 1
        assert all(agrees(*pair) for pair in combinations(group, 2))
    members = [number for group in found for number in group]
    assert len(members) == len(set(members))


def test_a_text_without_a_date_does_not_chain_two_dates() -> None:
    assert grouped([(0.9, (1, 2)), (0.8, (2, 3))], lambda a, b: {a, b} != {1, 3}) == [(1, 2)]


def test_a_group_has_a_largest_size() -> None:
    found = grouped([(1.0, (0, other)) for other in range(1, 100)], lambda a, b: True)
    assert max(map(len, found)) == LARGEST


def test_equal_keys_are_found_together() -> None:
    assert equal({3: "a", 1: "a", 2: "b"}) == [[1, 3]]


@given(st.integers(2, 300))
def test_copies_of_one_text_are_all_in_a_group(count: int) -> None:
    found = grouped([(1.0, pair) for pair in parted(range(count))], lambda a, b: True)
    assert sorted(number for group in found for number in group) == list(range(count))
    assert max(map(len, found)) - min(map(len, found)) <= 1


@given(EDGES)
def test_edges_inside_a_group_are_those_between_its_members(edges: list[tuple[float, tuple[int, int]]]) -> None:
    found = grouped(edges, lambda a, b: True)
    assert inside(found, edges) == [[edge for edge in edges if set(edge[1]) <= set(group)] for group in found]
