"""What a pair of records is: the same claim twice, two values for one subject, a replacement, or nothing. Pure.

No language model judges. A pair is looked at in the two sentences that are most alike; what they share is the subject,
what differs is the value, and where it stands in its sentence says whether it is the value or a part of the subject.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from mnemoscope.candidates import Matter
from mnemoscope.claims import differences, lexicon, units
from mnemoscope.claims.differences import Difference, Span
from mnemoscope.claims.units import Claim, Sort, Unit
from mnemoscope.claims.values import Quantity

RELATED = 0.45
"""Nearness from which two records may speak of one subject."""
ALIKE = 0.62
"""From here two records may say the same where nearly all words are, and an exchanged word is another value."""
SAME = 0.74
"""From here other words may say the same."""
LONGEST = 600
"""Characters of a text that is judged: a longer one is a document, and what differs in it no correction."""
SPOKEN = 0.9
"""What is said in two talks is worth less than what was noted down: much of it is manner of speaking."""
NEIGHBOURING = 3
"""Turns of one session that lie no further apart answer each other."""
_VALUES = (Sort.NUMBER, Sort.DATE, Sort.NAME, Sort.ANTONYM)


@dataclass(frozen=True, slots=True)
class Statement:
    """A record as far as a judgement needs it."""

    ordinal: int
    text: str
    speaker: str | None
    is_turn: bool
    session: int
    position: int
    time: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a pair may be, and by what."""

    matter: Matter
    score: float
    differences: tuple[Difference, ...]
    """The telling ones; places are those of the whole texts."""
    shared: tuple[str, ...]
    """Words that both hold, as the older one writes them."""
    cue: str = ""
    """The words by which the newer one says that it replaces the older."""


def is_claim(text: str, is_turn: bool) -> bool:
    """Whether a text says enough to be compared, and not too much: no question, no *Thanks!*, no document."""
    if len(text) > LONGEST or units.asks(text)[1]:
        return False
    content = units.read(text).content
    if not is_turn:
        return len(content) >= 2
    return sum(unit.whole not in lexicon.COURTESIES for unit in content) >= 3


def answer_each_other(one: Statement, two: Statement) -> bool:
    """Whether two turns stand side by side in their session, or speak of another *I*."""
    if one.is_turn and two.is_turn and one.session == two.session:
        return abs(one.position - two.position) <= NEIGHBOURING
    if one.speaker and two.speaker and one.speaker != two.speaker:
        return any(word in lexicon.PERSONS for some in (one, two) for word in units.words(some.text))
    return False


def judge(
    older: Statement, newer: Statement, nearness: float | None, rare: Container[str] | None = None
) -> Judgement | None:
    """What two records may be; ``nearness`` is 0 for any two records and 1 for equal vectors, ``None`` without.

    Of the words that both hold one must be among the ``rare`` ones: *keep going* is the subject of nothing.
    """
    if answer_each_other(older, newer):
        return None
    pair = _closest(older.text, newer.text)
    if pair is None:
        return None
    (at, one), (there, two) = pair
    near = min(_overlap(one, two)[1], SAME - 0.01) if nearness is None else nearness
    if near < RELATED or (rare is not None and not any(unit.key in rare for unit in _shared(one, two))):
        return None
    found = differences.compare(one.text, two.text)
    doubled = _doubled(older, newer, near)
    if doubled is not None:
        return doubled
    telling = _telling(one, two, found, near)
    shared = _said(_shared(one, two), one.text)
    cue = two.cue if one.cue is None and older.time < newer.time else None
    if cue is not None and not telling and near >= ALIKE and _overlap(one, two)[1] >= 0.6:
        telling = _outside(found, cue)
    if not telling:
        return None
    score = _score(near, _overlap(one, two)[1], telling) * (SPOKEN if older.is_turn and newer.is_turn else 1.0)
    placed = tuple(Difference(some.kind, _moved(some.first, at), _moved(some.second, there)) for some in telling)
    if cue is not None:
        return Judgement(Matter.SUPERSESSION, score, placed, shared, two.text[cue[0] : cue[1]])
    return Judgement(Matter.CONTRADICTION, score, placed, shared)


def asserts_the_same(first: str, second: str, near: float) -> bool:
    """Whether two texts are so near, hold so many of each other's words, and may be one claim: one can stand for both.

    Vectors alone do not say it: those of *Ada feeds the cat* and *Ada washes the cat* lie side by side.
    """
    one, two = units.read(first), units.read(second)
    shared, _ = _overlap(one, two)
    longer = max(len(one.content), len(two.content), 1)
    if near < ALIKE or shared < 0.34 * longer or (near < SAME and shared < 0.75 * longer):
        return False
    return says_the_same(first, second)


def says_the_same(first: str, second: str) -> bool:
    """Whether two near texts may be one claim: nothing guarded differs, no opposite, no exchanged object."""
    found = differences.compare(first, second)
    if any(some.kind is not Sort.WORD for some in found):
        return False
    one, two = units.read(first), units.read(second)
    return not _exchanged(one, two, found)


# ---------------------------------------------------------------- the sentences


def _closest(first: str, second: str) -> tuple[tuple[int, Claim], tuple[int, Claim]] | None:
    """The two sentences that share most of their words; none where they share nothing, or ask.

    Equal ones are no answer while others share something: a correction repeats what stays.
    """
    best, found = 0.0, None
    for one in units.sentences(first):
        for two in units.sentences(second):
            if one[1].is_question or two[1].is_question:
                continue
            shared, overlap = _overlap(one[1], two[1])
            is_equal = [unit.key for unit in one[1].units] == [unit.key for unit in two[1].units]
            weight = overlap * min(shared, 4) * (0.01 if is_equal else 1.0)
            if shared and weight > best:
                best, found = weight, (one, two)
    return found


def _said(units: Sequence[Unit], text: str) -> tuple[str, ...]:
    """The words of units, each once, as the text writes them; numbers and dates are no subject."""
    return tuple(dict.fromkeys(text[unit.start : unit.end] for unit in units if unit.value is None))


def _shared(one: Claim, two: Claim) -> list[Unit]:
    only, _ = differences.unmatched(one.content, two.content)
    return [unit for unit in one.content if unit not in only]


def _overlap(one: Claim, two: Claim) -> tuple[int, float]:
    """How many words both hold, and which share of the shorter one's words outside the differing values."""
    only, other = differences.unmatched(one.content, two.content)
    shared = len(one.content) - len(only)
    values = min(sum(unit.value is not None for unit in only), sum(unit.value is not None for unit in other))
    return shared, shared / max(1, min(len(one.content), len(two.content)) - values)


# ---------------------------------------------------------------- the same


def _doubled(older: Statement, newer: Statement, near: float) -> Judgement | None:
    if any(units.asks(some.text)[0] for some in (older, newer)) or _one_talk(older, newer):
        return None  # who asks again in other words wants another answer
    if not asserts_the_same(older.text, newer.text, near):
        return None
    one, two = units.read(older.text), units.read(newer.text)
    shared, overlap = _overlap(one, two)
    longer = max(len(one.content), len(two.content))
    score = (min(1.0, 0.5 + 0.5 * near) if shared < longer else 1.0) * (0.8 + 0.2 * overlap)
    found = differences.compare(older.text, newer.text)
    return Judgement(Matter.DUPLICATE, score, found, _said(_shared(one, two), one.text))


def _one_talk(one: Statement, two: Statement) -> bool:
    return one.is_turn and two.is_turn and one.session == two.session


def _exchanged(one: Claim, two: Claim, found: Sequence[Difference]) -> tuple[Difference, ...]:
    """One word in the place of another at the head or the end of otherwise equal texts: another subject or value."""
    words = [some for some in found if some.kind is Sort.WORD]
    if len(words) != 1 or not words[0].is_paired:
        return ()
    mine, theirs = (_within(claim, span) for claim, span in ((one, words[0].first), (two, words[0].second)))
    is_end = one.content[-1] in mine and two.content[-1] in theirs
    is_head = one.content[0] in mine and two.content[0] in theirs
    return (words[0],) if (is_end or is_head) and max(len(mine), len(theirs)) <= 2 else ()


def _within(claim: Claim, span: Span | None) -> list[Unit]:
    return [unit for unit in claim.content if span and span[0] <= unit.start and unit.end <= span[1]]


# ---------------------------------------------------------------- another value


def _telling(one: Claim, two: Claim, found: Sequence[Difference], near: float) -> tuple[Difference, ...]:
    """The differences that make another value for the same subject; none where the subject is another."""
    shared, overlap = _overlap(one, two)
    longer = max(len(one.content), len(two.content))
    covered = shared / max(1, longer - any(unit.value is not None for unit in one.content))
    if (shared < 2 and not (shared and near >= SAME)) or overlap < 0.5 or covered < 0.4:
        return ()
    paired = [some for some in found if some.kind in _VALUES and some.is_paired and _is_value(one, two, some)]
    denied = [some for some in found if some.kind is Sort.NEGATION]
    if any(_is_subject(one, some.first, some.kind) and _is_subject(two, some.second, some.kind) for some in paired):
        return ()
    if paired and (_has_other_subject(found, paired) or ({Sort.DATE, Sort.NUMBER} <= {d.kind for d in paired})):
        return ()  # the Sunday of one week and that of another
    if denied and any(some.kind is Sort.ANTONYM for some in paired):
        return ()  # not open, closed
    if paired:
        return (*paired, *denied)
    if denied:
        return tuple(denied) if overlap >= 0.7 and covered >= 0.6 and not _exchanged(one, two, found) else ()
    return _changed_object(one, two, found) if near >= ALIKE else ()


def _is_value(one: Claim, two: Claim, some: Difference) -> bool:
    """Whether what faces each other are two values of one thing: no minutes and euros."""
    mine = next(unit for unit in one.units if some.first and unit.start == some.first[0])
    theirs = next(unit for unit in two.units if some.second and unit.start == some.second[0])
    return differences.comparable(mine, theirs)


def _is_subject(claim: Claim, span: Span | None, kind: Sort) -> bool:
    """Whether what differs names the subject: nothing said stands before it, or it numbers the first word."""
    place = next((number for number, unit in enumerate(claim.content) if span and unit.start >= span[0]), 0)
    units = claim.content
    after = [unit for unit in claim.units if span and unit.start >= span[1]]
    if place == 0:
        is_identity = [unit.whole for unit in after[:2]] in _IDENTITIES
        return bool(after) and not (kind is Sort.NAME and is_identity)
    if place == 1 and kind is Sort.NUMBER:
        value = units[1].value
        is_bare = isinstance(value, Quantity) and not value.unit
        return is_bare and len(units) > 2 and claim.text[units[0].end : units[1].start].isspace()
    return kind is Sort.NAME and place < len(units) / 2 and bool(after)


_IDENTITIES = [[verb, article] for verb in ("is", "es", "est") for article in ("the", "el", "la", "le", "l", "our")]
"""*Marta is the charge nurse*: the name is the value."""


def _has_other_subject(found: Sequence[Difference], paired: Sequence[Difference]) -> bool:
    """Whether a word, a name or an opposite is exchanged before the last value that is: each its own value."""
    last = max(paired, key=lambda some: some.first or (0, 0))
    for some in found:
        if some is last or not some.is_paired or some.kind not in {Sort.WORD, Sort.NAME, Sort.ANTONYM}:
            continue
        if (some.first or (0, 0)) < (last.first or (0, 0)) and (some.second or (0, 0)) < (last.second or (0, 0)):
            return not (some.kind is Sort.NAME and last.kind is Sort.NAME)
    return False


def _changed_object(one: Claim, two: Claim, found: Sequence[Difference]) -> tuple[Difference, ...]:
    """The same words up to the end, and there something else on both sides."""
    words = [some for some in found if some.kind is Sort.WORD]
    if len(words) != 1 or not words[0].is_paired or any(some.is_paired for some in found if some is not words[0]):
        return ()
    mine, theirs = (_within(claim, span) for claim, span in ((one, words[0].first), (two, words[0].second)))
    if not mine or not theirs or mine[-1] != one.content[-1] or theirs[-1] != two.content[-1]:
        return ()
    before = [
        [unit.key for unit in claim.units if unit.start < some[0].start] for claim, some in ((one, mine), (two, theirs))
    ]
    content = sum(unit.start < mine[0].start for unit in one.content)
    alike = before[0][: len(before[0]) - 1] == before[1][: len(before[0]) - 1] or before[0] == before[1]
    return tuple(words) if content >= 2 and alike and max(len(mine), len(theirs)) <= 3 else ()


def _outside(found: Sequence[Difference], cue: Span) -> tuple[Difference, ...]:
    return tuple(some for some in found if some.second is None or some.second[1] <= cue[0] or some.second[0] >= cue[1])


def _score(near: float, overlap: float, telling: Sequence[Difference]) -> float:
    is_object = all(some.kind is Sort.WORD for some in telling)  # all before it is the same
    certain, overlap = (0.1, 1.0) if is_object else (0.2, overlap)
    crowd = 0.1 * max(0, len(telling) - 1)
    return round(max(0.05, min(1.0, 0.45 * min(near, 1.0) + 0.35 * min(overlap, 1.0) + certain - crowd)), 4)


def _moved(span: Span | None, by: int) -> Span | None:
    return None if span is None else (span[0] + by, span[1] + by)
