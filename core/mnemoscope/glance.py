"""What a recall serves, at a glance: sessions, words, and places taken by near-copies. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from mnemoscope import analysis
from mnemoscope.records import Hit, Recall, RecordId

ALIKE = 0.8
"""Jaccard index from which on two records are near-copies."""
LONGEST = 4_000
"""Characters of a record that are compared: an imported one has no more than 1,500."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A served record that says nearly what an earlier one says."""

    id: RecordId
    of: RecordId
    """The first one served of those it is like: never a copy itself."""
    likeness: float
    """Jaccard index of their terms, 0.8 to 1."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Figures of what is served."""

    sessions: int
    """Distinct sessions of the ranked records served."""
    words: int
    """Words of their texts, as blanks part them."""
    standing_words: int
    """Words of the standing instructions, which are served besides."""
    copies: tuple[Copy, ...]
    """Places taken by near-copies, in the order served."""


def glance(recall: Recall) -> Glance:
    """Figures of what a recall serves.

    A record is a near-copy of one served before it where their distinct terms, T and U, have the Jaccard index
    |T and U| / |T or U| >= 0.8 (P. Jaccard, 1901; as a measure of near-duplicates A. Broder: On the Resemblance and
    Containment of Documents, 1997). Terms are those of the text alone, whoever speaks: of ten and of eight words
    with eight in common, 8 / 10 is one. It is compared with records that are no copies themselves, best rank first.
    """
    records = [hit.record for hit in recall.hits]
    return Glance(
        sessions=len({(record.app, record.session) for record in records}),
        words=sum(len(record.text.split()) for record in records),
        standing_words=sum(len(hit.record.text.split()) for hit in recall.standing),
        copies=_copies(recall.hits),
    )


def _copies(hits: tuple[Hit, ...]) -> tuple[Copy, ...]:
    originals: list[tuple[RecordId, frozenset[str]]] = []
    copies: list[Copy] = []
    for hit in hits:
        terms = frozenset(analysis.terms(hit.record.text[:LONGEST]))
        copied = next((Copy(hit.id, of, ratio) for of, held in originals if (ratio := _jaccard(terms, held))), None)
        if copied is not None:
            copies.append(copied)
        else:
            originals.append((hit.id, terms))
    return tuple(copies)


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """The index where it makes a near-copy, else 0; texts without a term are like none."""
    less, more = sorted((len(one), len(other)))
    if less < ALIKE * more:  # it can be no more than the ratio of their sizes
        return 0.0
    common = len(one & other)
    ratio = common / (less + more - common) if common else 0.0
    return ratio if ratio >= ALIKE else 0.0
