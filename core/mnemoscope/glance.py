"""What a recall serves, at a glance: sessions, words, and places taken by near-copies. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from mnemoscope.records import Recall, RecordId


@dataclass(frozen=True, slots=True)
class Copy:
    """A served record that says nearly what an earlier one says."""

    id: RecordId
    of: RecordId
    likeness: float
    """Jaccard index of their terms, 0.8 to 1."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Figures of what is served."""

    sessions: int
    """Distinct sessions of the ranked records served."""
    words: int
    """Words of their texts."""
    standing_words: int
    """Words of the standing instructions, which are served besides."""
    copies: tuple[Copy, ...]
    """Places taken by near-copies, in the order served."""


def glance(recall: Recall) -> Glance:
    """Figures of what a recall serves."""
    raise NotImplementedError
