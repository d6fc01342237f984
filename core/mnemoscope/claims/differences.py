"""Where two texts differ, by what differs: a number, a date, a name, a negation, an opposite, other words. Pure.

These differences mark the wording, and they guard: two texts that differ in one number, date, name or negation are
never the same claim, however near their vectors lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from mnemoscope.claims import units
from mnemoscope.claims.units import Claim, Sort, Unit
from mnemoscope.claims.values import Quantity

Span = tuple[int, int]

GUARDED = frozenset([Sort.NUMBER, Sort.DATE, Sort.NAME, Sort.NEGATION])
"""What makes two texts two claims."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs, with its place in both texts (code points, end exclusive)."""

    kind: Sort
    first: Span | None
    """``None`` where the first text says nothing of it."""
    second: Span | None

    @property
    def is_paired(self) -> bool:
        """Whether each text says something else, and not one of them more."""
        return self.first is not None and self.second is not None


def compare(first: str, second: str) -> tuple[Difference, ...]:
    """What differs between two texts, in reading order; none where only order, spelling or stop words do.

    Numbers and dates are compared by value, so that ``seven`` meets ``7`` and ``dimarts`` meets ``Tuesday``. The same
    names or numbers in another order are a difference.
    """
    if second < first:  # difflib prefers one side: a pair is compared in one order, so that both ways say the same
        return tuple(Difference(some.kind, some.second, some.first) for some in compare(second, first))
    if first == second:
        return ()
    one, two = units.read(first), units.read(second)
    found = [*_values(one, two), *_negations(one, two)]
    marked = [{some.first for some in found}, {some.second for some in found}]
    found.extend(_words(one, two, *marked))
    return tuple(sorted(found, key=lambda some: (some.first or some.second or (0, 0), some.second or (0, 0))))


def same_claim(first: str, second: str) -> bool:
    """Whether no number, date, name or negation differs."""
    return not any(some.kind in GUARDED for some in compare(first, second))


# ---------------------------------------------------------------- values


def unmatched(one: Sequence[Unit], two: Sequence[Unit]) -> tuple[list[Unit], list[Unit]]:
    """The units of each that meet none of the other, each of which meets one at most."""
    left = list(two)
    only: list[Unit] = []
    for unit in one:
        met = next((other for other in left if unit.meets(other)), None)
        if met is None:
            only.append(unit)
        else:
            left.remove(met)
    return only, left


def _of(units: Iterable[Unit], sort: Sort) -> list[Unit]:
    return [unit for unit in units if unit.sort is sort]


def _values(one: Claim, two: Claim) -> Iterator[Difference]:
    for sort in (Sort.NUMBER, Sort.DATE):
        mine, theirs = _of(one.units, sort), _of(two.units, sort)
        only, other = unmatched(mine, theirs)
        yield from _paired(sort, only, _facing(only, other))
        if sort is Sort.NUMBER and not only and not other:
            yield from _reordered(sort, mine, theirs)
    yield from _names(one, two)
    mine = [unit for unit in one.units if unit.poles is not None]
    theirs = [unit for unit in two.units if unit.poles is not None]
    only, other = unmatched(mine, theirs)
    for unit in only:
        opposite = next((some for some in other if some.poles and unit.poles and some.poles[0] == unit.poles[0]), None)
        if opposite is not None:
            other.remove(opposite)
            yield Difference(Sort.ANTONYM, (unit.start, unit.end), (opposite.start, opposite.end))


def _names(one: Claim, two: Claim) -> Iterator[Difference]:
    """Names of one text that the other does not hold as a word; at the head of a sentence only beside another."""
    held = ({unit.whole for unit in one.units}, {unit.whole for unit in two.units})
    only = [unit for unit in _of(one.units, Sort.NAME) if unit.whole not in held[1]]
    other = [unit for unit in _of(two.units, Sort.NAME) if unit.whole not in held[0]]
    heads = [unit for unit in one.units if unit.is_doubtful and unit.whole not in held[1]]
    others = [unit for unit in two.units if unit.is_doubtful and unit.whole not in held[0]]
    if heads and others and heads[0].key != others[0].key and _same_rest(one, two, heads[0], others[0]):
        only, other = [*heads[:1], *only], [*others[:1], *other]
    elif len(only) > len(other):
        other = [*others[: len(only) - len(other)], *other]
    elif len(other) > len(only):
        only = [*heads[: len(other) - len(only)], *only]
    yield from _paired(Sort.NAME, only, other)
    if not only and not other:
        yield from _reordered(Sort.NAME, _of(one.units, Sort.NAME), _of(two.units, Sort.NAME))


def _same_rest(one: Claim, two: Claim, head: Unit, other: Unit) -> bool:
    """Whether two heads stand for each other: what follows them begins alike."""
    after = [unit.key for unit in one.units if unit.start >= head.end][:1]
    return after == [unit.key for unit in two.units if unit.start >= other.end][:1]


def _paired(sort: Sort, only: Sequence[Unit], other: Sequence[Unit]) -> Iterator[Difference]:
    for place in range(max(len(only), len(other))):
        mine = only[place] if place < len(only) else None
        theirs = other[place] if place < len(other) else None
        yield Difference(sort, _run([mine] if mine else []), _run([theirs] if theirs else []))


def _facing(only: Sequence[Unit], other: Sequence[Unit]) -> list[Unit]:
    """The others in such an order that minutes face minutes and euros euros, as far as they can."""
    left, found = list(other), []
    for unit in only:
        alike = next((some for some in left if comparable(unit, some)), left[0] if left else None)
        if alike is not None:
            left.remove(alike)
            found.append(alike)
    return found + left


def comparable(one: Unit, two: Unit) -> bool:
    """Whether two numbers can be two values of one thing: of the same unit, both plain or both identifiers."""
    if isinstance(one.value, Quantity) and isinstance(two.value, Quantity):
        is_plain = one.value.value.replace(".", "", 1).isdigit() == two.value.value.replace(".", "", 1).isdigit()
        return one.value.unit == two.value.unit and is_plain
    return True


def _reordered(sort: Sort, mine: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Difference]:
    """The same names or numbers in other places: who calls whom, three of five or five of three."""
    if len(mine) == len(theirs):
        for unit, other in zip(mine, theirs, strict=True):
            if not unit.meets(other):
                yield Difference(sort, (unit.start, unit.end), (other.start, other.end))


def _negations(one: Claim, two: Claim) -> Iterator[Difference]:
    mine, theirs = one.negations, two.negations
    if len(mine) > len(theirs):
        yield from (Difference(Sort.NEGATION, span, None) for span in mine[len(theirs) :])
    else:
        yield from (Difference(Sort.NEGATION, None, span) for span in theirs[len(mine) :])


# ---------------------------------------------------------------- words


def _words(one: Claim, two: Claim, *marked: set[Span | None]) -> Iterator[Difference]:
    """Runs of other words that stand in the place of each other; a word that only moved is none."""
    fresh = (_fresh(one, two, marked[0]), _fresh(two, one, marked[1]))
    matcher = SequenceMatcher(None, [u.key for u in one.units], [u.key for u in two.units], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        mine = _run([unit for unit in one.units[a:b] if unit in fresh[0]])
        theirs = _run([unit for unit in two.units[c:d] if unit in fresh[1]])
        if mine or theirs:
            yield Difference(Sort.WORD, mine, theirs)


def _fresh(claim: Claim, other: Claim, marked: set[Span | None]) -> set[Unit]:
    """Words of one text that the other does not have, and that are no difference of another kind."""
    keys = {unit.key for unit in other.units} | {unit.whole for unit in other.units}
    return {
        unit
        for unit in claim.content
        if unit.value is None and (unit.start, unit.end) not in marked and not {unit.key, unit.whole} & keys
    }


def _run(units: Sequence[Unit]) -> Span | None:
    return (units[0].start, units[-1].end) if units else None
