"""The frozen values that cross every border: what the vault hands out and what a recall returns.

Nothing here reads the vault or knows a window. Times are milliseconds since 1970 in UTC unless a name says
otherwise; ranks are 1-based; an absent rank is ``None``, never a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import Final, NewType

from mnemoscope.analysis import Term
from mnemoscope.messages import Message

RecordId = NewType("RecordId", str)
"""32 hexadecimal digits of a 128-bit BLAKE2b; shown and typed as its shortest unique prefix."""


class Kind(StrEnum):
    """What a record is. Standing instructions are served first, outside budget, rankings and statistics."""

    TURN = "turn"
    NOTE = "note"
    FACT = "fact"
    STANDING = "standing"


class Channel(StrEnum):
    """What ranks records: the vectors, or the words (BM25)."""

    VECTOR = "vector"
    LEXICAL = "lexical"


class ChannelState(StrEnum):
    """What a channel did in one recall; everything but ``used`` means that it ranked nothing."""

    USED = "used"
    OFF = "off"
    """The profile does not ask for it."""
    INCOMPLETE = "incomplete"
    """Its index misses a record, so its ranking would be confident and false."""
    EMPTY = "empty"
    """There is nothing to rank: no record in scope, no vector yet, or no term in the question."""
    MISMATCH = "mismatch"
    """The question was embedded by another model than the vault's."""
    LOADING = "loading"
    """The vault's model is being loaded."""
    UNAVAILABLE = "unavailable"
    """The vault's model is not installed here."""


@dataclass(frozen=True, slots=True)
class When:
    """A time as its source wrote it, beside a UTC sort key in milliseconds."""

    text: str
    utc: int
    zoned: bool
    """False where the source named no zone: sorted as UTC, shown without zone."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record with its state at the moment it was read."""

    id: RecordId
    app: str
    session: str
    """The session's key, unique within app and format."""
    session_title: str
    position: int
    """0-based place in its session."""
    kind: Kind
    speaker: str | None
    text: str
    happened_at: When | None
    added_at: int
    valid_until: When | None
    active: bool
    reason: str
    """Why it is inactive; empty while active."""
    state_since: int
    """When it became active or inactive."""
    superseded_by: RecordId | None
    superseded_since: int | None
    supersedes: tuple[RecordId, ...] = ()
    meta: Mapping[str, object] = field(default_factory=dict)
    review_after: When | None = None
    """When somebody wants to look at it again; it changes no recall."""

    @property
    def indexed_text(self) -> str:
        """What is embedded and indexed, in every format."""
        return indexed_text(self.speaker, self.text)

    @property
    def stands(self) -> bool:
        """Active and not superseded; it may have expired."""
        return self.active and self.superseded_by is None

    def is_expired(self, moment: int) -> bool:
        """Whether it was valid until then or earlier."""
        return self.valid_until is not None and self.valid_until.utc <= moment

    @property
    def time(self) -> int:
        """The UTC sort key: when it happened, else when it was added."""
        return self.happened_at.utc if self.happened_at else self.added_at


def indexed_text(speaker: str | None, text: str) -> str:
    """``speaker: text`` where somebody spoke, else the text alone."""
    return f"{speaker}: {text}" if speaker else text


# ---------------------------------------------------------------- recall


@dataclass(frozen=True, slots=True)
class Profile:
    """A named way to recall. Depths and budget count records; k, k1 and b are those of the papers."""

    name: str
    vector: bool = True
    lexical: bool = True
    vector_depth: int = 200
    lexical_depth: int = 200
    rrf_k: float = 60.0
    budget: int = 32
    k1: float = 1.5
    b: float = 0.75
    context_weight: float = 0.0
    """Weight of the previous and next record of the session in the virtual document; 0 is plain BM25."""
    boost: float = 1.0
    """Factor on the cosine of a record that holds a distinctive term of the question verbatim."""

    def with_budget(self, budget: int) -> Profile:
        """The same profile serving ``budget`` records."""
        return replace(self, budget=budget)


PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile("fused"),
        Profile("vectors", lexical=False),
        Profile("lexical", vector=False),
        Profile("boost", lexical=False, boost=2.0),
        Profile("context", context_weight=0.5),
    )
}
"""The built-in profiles, by name, in the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a vault had been told by a moment: every act up to this one, looked at then."""

    act: int
    """Number of the last act; 0 is before the first."""
    at: int


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked of a vault.

    ``at`` asks what was true then, by the times at which records happened; ``known`` asks what the vault knew then,
    by the acts that told it. Both together ask what it knew of that moment.
    """

    text: str
    profile: Profile
    scope: tuple[str, ...] | None = None
    """The apps this recall may see; ``None`` is every app (the owner's view)."""
    at: int | None = None
    """As of this moment; ``None`` is now."""
    known: Known | None = None
    """As the vault was known then; ``None`` is all that it knows."""


@dataclass(frozen=True, slots=True)
class VectorPlace:
    """Where the vectors put a record."""

    rank: int
    cosine: float
    """Rounded to six decimals, as ranked; before any boost."""
    sigma: float
    """Standard deviations above this question's mean cosine over the recallable scope."""
    counted: bool
    """Whether the rank lies within the channel's depth and so adds to the fused sum."""
    factor: float = 1.0
    """What the ``boost`` profile multiplied the cosine by."""


@dataclass(frozen=True, slots=True)
class LexicalPlace:
    """Where the words put a record."""

    rank: int
    score: float
    """The BM25 sum."""
    counted: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """One served record with its ranks."""

    rank: int
    """Fused rank; 0 for a standing instruction, which is not ranked."""
    rrf: float
    vector: VectorPlace | None
    lexical: LexicalPlace | None
    record: Record

    @property
    def id(self) -> RecordId:
        """The served record's id."""
        return self.record.id


@dataclass(frozen=True, slots=True)
class ChannelReport:
    """What a channel did in a recall, and what it left out."""

    state: ChannelState
    ranked: int
    """How many records it ranked."""
    missing: int
    """Recallable records in scope that it could not rank: without a vector, or not indexed."""
    reason: Message | None = None
    """One sentence where the state is not ``used``, or where something is missing."""


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds spent in each step of a recall."""

    embed: float
    vector: float
    lexical: float
    fuse: float
    total: float


@dataclass(frozen=True, slots=True)
class Recall:
    """What a memory hands its assistant for a question. ``recall.Rankings`` keeps the dense scores beside it."""

    query: Query
    standing: tuple[Hit, ...]
    hits: tuple[Hit, ...]
    channels: Mapping[Channel, ChannelReport]
    timings: Timings
    recallable: int
    """How many records this recall could have served."""
    terms: tuple[Term, ...]
    dropped: tuple[str, ...]
    """Stop words of the question that were not asked for."""
    forgotten: int = 0
    """How many records were forgotten since the moment that is asked about, and are absent."""


# ---------------------------------------------------------------- why


# ---------------------------------------------------------------- expectations


@dataclass(frozen=True, slots=True)
class Expectation:
    """A saved question and the record that must come back for it."""

    number: int
    query: str
    record: RecordId
    within: int | None
    """Among how many it must be; ``None`` is as many as the profile serves."""
    profile: str
    """Name of a built-in or saved profile."""
    scope: tuple[str, ...] | None
    saved_at: int


@dataclass(frozen=True, slots=True)
class Checked:
    """An expectation asked again."""

    expectation: Expectation
    record: RecordId
    """What was looked for: the newest record in the chain of the expected one."""
    rank: int | None
    """Fused rank; ``None`` beyond every depth, and for a standing instruction, which is not ranked."""
    holds: bool
    sentence: Message
    act: Act | None = None
    """For one that fails: the act after which it did not hold any more, where one explains it."""


# ---------------------------------------------------------------- import


@dataclass(frozen=True, slots=True)
class SessionDraft:
    """A conversation or document as an importer found it. Its records follow it."""

    key: str
    title: str = ""
    app: str | None = None
    """The app the source names; ``None`` takes the one chosen at import."""
    started_at: When | None = None
    meta: Mapping[str, object] = field(default_factory=dict)
    """What else the source says of it."""
    format: str | None = None
    """The format that it came from before, where another vault has it."""


@dataclass(frozen=True, slots=True)
class PastState:
    """A state that a record took at its source."""

    at: When
    active: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RecordDraft:
    """A record as an importer found it, of the session with key ``session``, in reading order."""

    session: str
    text: str
    external_id: str | None = None
    app: str | None = None
    kind: Kind = Kind.TURN
    speaker: str | None = None
    happened_at: When | None = None
    valid_until: When | None = None
    review_after: When | None = None
    active: bool = True
    reason: str = ""
    superseded_by: str | None = None
    """External id of the record that replaces it, in the same file."""
    replaces: tuple[str, ...] = ()
    """External ids of what stood in its place at the source: superseded where an earlier import has brought them."""
    id: str | None = None
    """The id that it has in another vault; ``superseded_by`` is such an id too then."""
    part: int = 0
    """Of a long text that the other vault has split."""
    states: tuple[PastState, ...] = ()
    """Every state it took at its source, with its time, the present one last; empty where the source does not tell."""
    meta: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A malformed item, named with its position; the rest of the file comes in."""

    position: str
    """Where it stands: ``line 12``, ``conversation 3, turn 4``."""
    reason: Message


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file of a folder or ZIP that is of another kind: counted, so that nothing is left out silently."""

    name: str


Draft = SessionDraft | RecordDraft | Skipped | PassedOver


# ---------------------------------------------------------------- acts


class Keep(Enum):
    """Says of a value that it stays as it is, where ``None`` would remove it."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


@dataclass(frozen=True, slots=True)
class Changes:
    """What one act did, read off the journal."""

    label: Message
    tables: frozenset[str]
    """The curated tables it touched."""
    act: int | None
    """Its number in the history; ``None`` where nothing changed."""
    records: int = 0
    """How many records it touched."""


@dataclass(frozen=True, slots=True)
class Act:
    """One line of the history."""

    number: int
    at: int
    actor: str
    label: Message
    records: int
    undone: bool
    kind: str
    """``do``, ``undo`` or ``redo``."""
