"""The frozen values of an explanation: what made a record rank where it does, in parts that add up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mnemoscope.analysis import Term
from mnemoscope.messages import Message
from mnemoscope.records import Channel, LexicalPlace, Record, VectorPlace


class Verdict(StrEnum):
    """The one reason a record was or was not served."""

    SERVED = "served"
    CUT = "cut"
    BEYOND = "beyond"
    INACTIVE = "inactive"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    OTHER_APP = "other_app"
    NOT_YET = "not_yet"
    """It did not exist at the moment asked about."""
    STANDING = "standing"
    NOT_EMBEDDED = "not_embedded"
    INDEX_INCOMPLETE = "index_incomplete"
    UNRANKED = "unranked"
    """The channels in use share nothing with it (words alone, and no term in common)."""


@dataclass(frozen=True, slots=True)
class FusionPart:
    """One channel's line in the fused sum."""

    channel: Channel
    rank: int | None
    depth: int
    value: float
    """1 / (k + rank) where counted, else 0."""
    counted: bool


@dataclass(frozen=True, slots=True)
class TermShare:
    """One question term's line in a BM25 sum; ``score = idf * gain`` to the last bit."""

    term: Term
    count: float
    """How often it stands here (with the context weight: neighbours included)."""
    own: int
    """How often it stands in the record itself."""
    neighbours: tuple[int, int]
    """How often it stands in the previous and the next record of the session."""
    records: int
    """n: recallable records in scope that hold it; 0 for a word of the question that none does."""
    idf: float
    gain: float
    """tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length))."""
    score: float
    length_factor: float = 0.0
    """1 - b + b length / mean length: above 1 in a record longer than the mean."""
    part: float = 0.0
    """Its share of the sum over all terms, 0 to 1."""


@dataclass(frozen=True, slots=True)
class LexicalExplanation:
    """The words' side: the share of every term asked for, in the question's order, and the lengths that scaled them."""

    place: LexicalPlace | None
    shares: tuple[TermShare, ...]
    length: float
    mean_length: float
    records: int
    """N: recallable records in scope."""


@dataclass(frozen=True, slots=True)
class VectorExplanation:
    """The vectors' side: the record's cosine in the distribution of this question's cosines over the scope."""

    place: VectorPlace | None
    mean: float
    deviation: float
    depth_cosine: float | None
    """The cosine at which the depth ends; ``None`` where fewer records are ranked."""
    bins: tuple[int, ...]
    """Histogram of the scope's cosines, equal widths from ``low`` to ``high``."""
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a record ranks where it does, under one recall."""

    record: Record
    verdict: Verdict
    sentence: Message
    rank: int | None
    """Fused rank; for a record that may not be served, the rank it would have."""
    score: float
    parts: tuple[FusionPart, ...]
    rrf_k: float
    budget: int
    rival_rank: int | None
    """The rank of the first one cut (for a served record) or of the last one served (for another)."""
    rival_score: float | None
    hangs_on: tuple[Message, ...]
    lexical: LexicalExplanation | None
    vector: VectorExplanation | None
    boost: Message | None
    """What multiplying its cosine would have done."""
    dropped: tuple[str, ...]
