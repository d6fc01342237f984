"""Groups of records that say the same: each of a group says it with each other, so that no group chains. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

Pair = tuple[int, int]

LARGEST = 40
"""Records of one group; what is copied oftener makes several."""


def grouped(edges: Iterable[tuple[float, Pair]], agrees: Callable[[int, int], bool]) -> list[tuple[int, ...]]:
    """Groups made of the strongest edges first; two groups become one only where every pair across agrees.

    Linked by single edges, a group would lead from *15 October* over a text without a date to *16 October*.
    """
    members: dict[int, list[int]] = {}
    for _, (one, two) in sorted(edges, key=lambda edge: (-edge[0], edge[1])):
        mine, theirs = members.setdefault(one, [one]), members.setdefault(two, [two])
        if mine is theirs or len(mine) + len(theirs) > LARGEST:
            continue
        if all(agrees(a, b) for a in mine for b in theirs):
            mine.extend(theirs)
            members.update(dict.fromkeys(theirs, mine))
    found = {id(group): tuple(sorted(group)) for group in members.values() if len(group) > 1}
    return sorted(found.values())


def inside(found: Sequence[Sequence[int]], edges: Iterable[tuple[float, Pair]]) -> list[list[tuple[float, Pair]]]:
    """The edges within each group."""
    place = {number: at for at, group in enumerate(found) for number in group}
    within: list[list[tuple[float, Pair]]] = [[] for _ in found]
    for score, (one, two) in edges:
        if one in place and place[one] == place.get(two):
            within[place[one]].append((score, (one, two)))
    return within


def parted(same: Sequence[int]) -> list[Pair]:
    """Edges among those that all agree: groups of even size, none above ``LARGEST``, and nobody left alone."""
    count = -(-len(same) // LARGEST)
    some = [same[number::count] for number in range(count)]
    return [(group[0], other) for group in some for other in group[1:]]


def equal(keys: Mapping[int, object]) -> list[Sequence[int]]:
    """Those with equal keys, ascending, where there are several."""
    same: dict[object, list[int]] = defaultdict(list)
    for number in sorted(keys):
        same[keys[number]].append(number)
    return [group for group in same.values() if len(group) > 1]
