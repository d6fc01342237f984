"""From statements to judged pairs: which pairs are looked at, and which of them are worth asking a person about.

Arrays narrow all pairs down to the near ones, sets of rare words to those that have a subject in common, and only
these are judged word by word.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain

import numpy as np

from mnemoscope import columns
from mnemoscope.candidates import Matter
from mnemoscope.claims import judging, units
from mnemoscope.claims.judging import Judgement, Statement
from mnemoscope.postings import Ordinals
from mnemoscope.progress import Progress
from mnemoscope.suggest import groups, likeness
from mnemoscope.suggest.likeness import Pairs, Places
from mnemoscope.vectors import Snapshot

MOST_PAIRS = 60_000
"""Pairs that are judged word by word, the nearest ones."""
PER_RECORD = 3
"""Pairs of one record that are asked about, the surest ones: rows of a table would else all meet."""
LEAST_SCORE = 0.7
RARE = 0.01
"""Share of the texts up to which a word that they hold is rare, and ``RARE_ALWAYS`` of them in any case."""
RARE_ALWAYS = 8
STANDING_IN = 2
"""Of equal texts, how many of the oldest and of the newest are compared with others."""


def bare(text: str) -> str:
    """The words of a text, without case, marks and punctuation."""
    return " ".join(units.words(text))


def most_holding(records: int) -> int:
    """How many records may hold a word by which two of them are made a pair."""
    return min(20, max(3, records // 100))


@dataclass(frozen=True, slots=True, eq=False)
class Claims:
    """Statements that say enough to be compared, with what they are found by."""

    statements: Mapping[int, Statement]
    bare: Mapping[int, bytes]
    """A digest of the words of each: of equal ones the same."""
    keys: Mapping[int, array[int]]
    """The numbers of the rare words of each."""
    words: Mapping[str, int]
    """The numbers of the rare words."""

    def share(self, one: int, two: int) -> bool:
        """Whether two have a rare word in common."""
        return not set(self.keys[one]).isdisjoint(self.keys[two])


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair that is something."""

    older: int
    newer: int
    judgement: Judgement
    cosine: float | None

    @property
    def pair(self) -> tuple[int, int]:
        """The lower ordinal first."""
        return min(self.older, self.newer), max(self.older, self.newer)


def claims(statements: Mapping[int, Statement], progress: Progress) -> Claims:
    """Those that claim something, with the words that few texts hold; copies of one text count once.

    A turn without a rare word (*Take care, bye!*) claims nothing.
    """
    numbers: dict[str, int] = {}
    by_text: dict[bytes, array[int]] = {}
    kept: dict[int, bytes] = {}
    for done, (number, some) in enumerate(statements.items()):
        if done % 256 == 0:
            progress(done, len(statements))
        if not judging.is_claim(some.text, some.is_turn):
            continue
        text = kept[number] = blake2b(bare(some.text).encode(), digest_size=16).digest()
        if text not in by_text:
            keys = {unit.key for unit in units.read(some.text).content if unit.sort is not units.Sort.DATE}
            by_text[text] = array("i", [numbers.setdefault(key, len(numbers)) for key in keys])
    held = Counter(chain.from_iterable(by_text.values()))
    limit = max(RARE_ALWAYS, int(RARE * len(by_text)))
    rare = {key for key, count in held.items() if count <= limit}
    found = {text: array("i", [key for key in keys if key in rare]) for text, keys in by_text.items()}
    speaking = [number for number, text in kept.items() if found[text] or not statements[number].is_turn]
    return Claims(
        {number: statements[number] for number in speaking},
        {number: kept[number] for number in speaking},
        {number: found[kept[number]] for number in speaking},
        {word: key for word, key in numbers.items() if key in rare},
    )


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """Pairs that may speak of one subject, and the cosine from which nearness counts; ``None`` without vectors."""

    pairs: Pairs
    centre: float | None

    def nearness(self, cosine: float) -> float | None:
        """0 for any two records, 1 for equal vectors; ``None`` where no vector says."""
        if self.centre is None or math.isnan(cosine):
            return None
        return (cosine - self.centre) / (1 - self.centre)


def pairs(
    held: columns.Columns, snapshot: Snapshot, shared: tuple[Places, Ordinals], claims: Claims, progress: Progress
) -> Near:
    """Pairs of one app whose vectors are near, or that share two of the rarest words (``shared``, by word).

    Of many copies of one text the oldest and the newest stand for all: they would else be all the nearest pairs.
    """
    speaking = np.zeros(held.size, np.bool_)
    speaking[list(claims.statements)] = True
    speaking[_spare(held, claims)] = False
    embedded = columns.matching(held, snapshot.embedded, snapshot.hashes)
    centre = likeness.centre(snapshot) if snapshot.blocks else None
    parts = []
    if centre is not None:
        least = centre + judging.RELATED * (1 - centre)
        places = np.flatnonzero((speaking & embedded)[snapshot.ordinals]).astype(np.int64)
        apps = held.app[snapshot.ordinals[places]]
        behind = 0
        for app in np.unique(apps):
            own = places[apps == app]
            parts.append(likeness.near(snapshot, own, least, _after(progress, behind, len(places))))
            behind += len(own)
    words, ordinals = shared
    kept = speaking[np.minimum(ordinals, held.size - 1)] & (ordinals < held.size)
    one, two = likeness.sharing(words[kept], ordinals[kept].astype(np.int64), held.app)
    parts.append(likeness.with_cosines(snapshot, embedded, one, two))
    return Near(likeness.joined(parts), centre)


def _spare(held: columns.Columns, claims: Claims) -> list[int]:
    """Copies beyond the ``STANDING_IN`` oldest and newest of each text of an app."""
    same = groups.equal({number: (int(held.app[number]), text) for number, text in claims.bare.items()})
    many = [some for some in same if len(some) > 2 * STANDING_IN]
    times = claims.statements
    return [
        number
        for some in many
        for number in sorted(some, key=lambda number: (times[number].time, number))[STANDING_IN:-STANDING_IN]
    ]


def _after(progress: Progress, behind: int, total: int) -> Progress:
    """Progress of one app after others of the same work."""
    return lambda done, _: progress(behind + done, total)


def judged(claims: Claims, near: Near, progress: Progress) -> list[Judged]:
    """Every pair that is something; looked at are those with a rare word in common, the nearest ones."""
    found = []
    looked_at = 0
    for done, (first, second, cosine) in enumerate(near.pairs):
        if done % 256 == 0:
            progress(done, len(near.pairs.first))
        if not claims.share(first, second):
            continue
        looked_at += 1
        if looked_at > MOST_PAIRS:
            break
        ends = (claims.statements[first], claims.statements[second])
        older, newer = sorted(ends, key=lambda some: (some.time, some.ordinal))
        judgement = judging.judge(older, newer, near.nearness(cosine), claims.words)
        if judgement is not None:
            known = None if math.isnan(cosine) else cosine
            found.append(Judged(older.ordinal, newer.ordinal, judgement, known))
    return found


def strongest(judged: Sequence[Judged], group: Mapping[int, int]) -> list[Judged]:
    """The pairs worth asking about: of copies of one claim (``group`` numbers them) one, of each record the surest."""
    asked: set[tuple[int, int]] = set()
    taken: dict[int, int] = defaultdict(int)
    found = []
    for some in sorted(judged, key=lambda some: (-some.judgement.score, some.pair)):
        claim = (group.get(some.older, some.older), group.get(some.newer, some.newer))
        if some.judgement.matter is Matter.DUPLICATE or some.judgement.score < LEAST_SCORE or claim in asked:
            continue
        if claim[0] == claim[1] or max(taken[some.older], taken[some.newer]) >= PER_RECORD:
            continue
        asked.add(claim)
        taken[some.older] += 1
        taken[some.newer] += 1
        found.append(some)
    return found
