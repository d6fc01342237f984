"""The frozen values that jobs bring back to the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from pathlib import Path

from mnemoscope.candidates import Candidate
from mnemoscope.doctor import Diagnosis, Finding, Inspected
from mnemoscope.explanations import Explanation
from mnemoscope.glance import Glance
from mnemoscope.ingest import ImportSummary
from mnemoscope.linking import LinkedSource
from mnemoscope.mapping import ColumnMap
from mnemoscope.messages import Message
from mnemoscope.missed import Missed
from mnemoscope.previews import Preview
from mnemoscope.records import (
    KEEP,
    Act,
    Changes,
    Checked,
    Expectation,
    Keep,
    Profile,
    Query,
    Recall,
    Record,
    RecordId,
    When,
)
from mnemoscope.recourse import Recourse
from mnemoscope.suggest import Copy
from mnemoscope.timeline import Day, Entry, Place, Wanted
from mnemoscope.xray import Meeting, Token


@dataclass(frozen=True, slots=True)
class Health:
    """What the channels have to rank with, and who is in the vault."""

    records: int
    sessions: int
    apps: tuple[str, ...]
    model: str
    """Name of the embedding model; empty while there is none."""
    embedded: int
    to_embed: int
    """Records without a vector."""
    words_missing: int
    """Records that the word index lacks; 0 is complete."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A recall, with the rankings it came from (opaque here) and the short ids of what it served."""

    recalled: object
    recall: Recall
    shorts: dict[RecordId, str] = field(default_factory=dict)
    terms: tuple[str, ...] = ()
    """The question's terms as the analyzer cut them, rarest first."""
    glance: Glance | None = None
    """Figures of what is served."""
    asked: Query | None = None
    """The question as it was asked: a recall may clean its text, and looks deeper where one channel ranks alone."""

    @property
    def query(self) -> Query:
        """The question that this answers."""
        return self.asked or self.recall.query


@dataclass(frozen=True, slots=True)
class Xray:
    """What became of the words of a question and of a record, and where they met."""

    meetings: tuple[Meeting, ...]
    """For each word of the question."""
    stretches: tuple[tuple[Token, ...], ...]
    """The record's words in order; between two stretches lies text that was not looked at."""
    is_whole: bool
    """Whether every word of the record was looked at."""

    @property
    def words(self) -> tuple[Token, ...]:
        """The record's words that were looked at."""
        return tuple(token for stretch in self.stretches for token in stretch)


@dataclass(frozen=True, slots=True)
class Detail:
    """Everything the inspector shows of one record."""

    record: Record
    short: str
    explanation: Explanation | None
    session: tuple[Record, ...]
    chain: tuple[Record, ...]
    acts: tuple[Act, ...]
    shorts: dict[RecordId, str] = field(default_factory=dict)
    answer: Answer | None = None
    """What the explanation explains: its question, settings, scope and moment."""
    xray: Xray | None = None
    """Where it was wanted, and there is a question."""
    earlier: int = 0
    later: int = 0
    """How much more there is of its session than what is shown round it."""

    @property
    def session_size(self) -> int:
        """How many records its session has."""
        return self.earlier + len(self.session) + self.later


@dataclass(frozen=True, slots=True)
class Found:
    """What a search for a literal text brought, under the answer that it was ranked by."""

    missed: Missed
    answer: Answer | None
    same_rows: bool = False
    """After an act: the rows stay where they stand."""


@dataclass(frozen=True, slots=True)
class Done:
    """What an act did, and the records on show as they are after it."""

    changes: Changes
    records: dict[RecordId, Record] = field(default_factory=dict)
    added: tuple[RecordId, ...] = ()
    """The records that it added."""
    forgotten: frozenset[RecordId] = frozenset()
    """Records that are no more."""


@dataclass(frozen=True, slots=True)
class Source:
    """A linked source, and whether it is being read."""

    linked: LinkedSource
    title: str
    """Of its format, as a person knows it."""
    is_reading: bool = False


class ActKind(StrEnum):
    """An act that may be on many records, and is asked about before."""

    DEACTIVATE = "deactivate"
    RESTORE = "restore"
    DATES = "dates"
    MOVE = "move"
    FORGET = "forget"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a person says of an act: as far as its kind asks for it."""

    reason: str = ""
    valid_until: When | Keep | None = KEEP
    review_after: When | Keep | None = KEEP
    app: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An act that is asked about and not yet carried out."""

    kind: ActKind
    ids: tuple[RecordId, ...]
    record: Record | None = None
    """The one record that it is about, where it is not about marked ones."""
    short: str = ""
    """Of that record."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What a forget did."""

    done: Done
    sentences: tuple[Message, ...]
    """In which files the bytes were looked for, or what that waits for."""
    waiting: Message | None
    """Why it is not finished; ``None`` where it is."""
    returned: int
    """Older records that are themselves again."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A vault as it was when it was opened."""

    health: Health
    last_act: Act | None


@dataclass(frozen=True, slots=True)
class News:
    """What changed since the last look."""

    changed: bool
    last_act: Act | None
    health: Health | None


@dataclass(frozen=True, slots=True)
class Kept:
    """How many expectations hold under the settings in use."""

    held: int
    total: int


@dataclass(frozen=True, slots=True)
class Expected:
    """An expectation, its record as it is now, and what the last check found; ``None`` before the first one."""

    expectation: Expectation
    record: Record
    """The newest in the chain of the expected one, once it has been checked."""
    short: str
    profile: Profile | None
    """The way it is asked, as that is now; ``None`` where it is gone."""
    checked: Checked | None = None

    @property
    def number(self) -> int:
        """Its number in the vault."""
        return self.expectation.number

    @property
    def within(self) -> int:
        """Among how many its record must be; 0 where nobody can say."""
        wanted = self.expectation.within
        if self.profile is None:
            return wanted or 0
        return self.profile.budget if wanted is None else min(wanted, self.profile.budget)

    @property
    def holds(self) -> bool | None:
        """Whether it does; ``None`` while nobody has looked."""
        return self.checked.holds if self.checked is not None else None

    @property
    def act(self) -> Act | None:
        """The act that ended it, where one did."""
        return self.checked.act if self.checked is not None else None


@dataclass(frozen=True, slots=True)
class CheckedSome:
    """What a piece of a check found, and the seconds it took."""

    rows: tuple[Expected, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Side:
    """One record of a candidate, with what stands round it and when it was served."""

    record: Record
    short: str
    size: int
    """How many records its session has."""
    before: Record | None
    after: Record | None
    """Its neighbours in the session."""
    served: tuple[int, ...] = ()
    """When, by the recall log, the earliest first."""


@dataclass(frozen=True, slots=True)
class Examined:
    """A candidate looked at closely."""

    candidate: Candidate
    sides: tuple[Side, ...]
    """One for each of its records, in their order."""
    copies: dict[RecordId, tuple[Copy, ...]] = field(default_factory=dict)
    """For each record that may lose, the others that say what it says."""
    shorts: dict[RecordId, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Listed:
    """What of the history is wanted, newest first, and what it can be narrowed to."""

    wanted: Wanted
    places: tuple[Place, ...]
    days: tuple[Day, ...]
    actors: tuple[str, ...]
    last_act: int
    """Number of the vault's last act; while it stays, what was found out holds."""
    is_logging: bool
    """Whether recalls are logged."""
    acts: int
    """How many acts there are, wanted or not."""
    recalls: int
    """How many recalls are in the log."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a place of the history; of an act also what can be done about it."""

    entry: Entry
    recourse: Recourse | None = None


@dataclass(frozen=True, slots=True)
class Touched:
    """The first records that an act touched."""

    act: int
    records: tuple[Record, ...]
    shorts: dict[RecordId, str]
    is_whole: bool
    """Whether there are no more."""


# ---------------------------------------------------------------- supersessions


class Direction(Enum):
    """Which side of a supersession is known, and which one is looked for."""

    REPLACED_BY = "replaced_by"
    """What is known is older; one newer record is looked for."""
    REPLACES = "replaces"
    """What is known is newer; one or several older records are looked for."""


@dataclass(frozen=True, slots=True)
class Search:
    """A search for the other side of a supersession."""

    known: tuple[Record, ...]
    direction: Direction
    shorts: Mapping[RecordId, str]


@dataclass(frozen=True, slots=True)
class Offered:
    """Records that a search for the other side brought: those that hold the text, or for no text those near by."""

    text: str
    records: tuple[Record, ...]
    shorts: Mapping[RecordId, str]


@dataclass(frozen=True, slots=True)
class Replacement:
    """A supersession that waits for a yes."""

    olders: tuple[Record, ...]
    newer: Record
    shorts: Mapping[RecordId, str]
    replaced: tuple[Record, ...] = ()
    """What the newer one has replaced already, whose copies are asked about; then there are no ``olders``."""

    @property
    def can_turn(self) -> bool:
        """Whether it has another direction: one older record, and one newer."""
        return len(self.olders) == 1


@dataclass(frozen=True, slots=True)
class Copied:
    """A record that nearly repeats what is to be replaced."""

    record: Record
    short: str
    same: bool
    """Whether it asserts the same: no number, date, name or negation differs."""
    spans: tuple[tuple[int, int], ...] = ()
    """Where it differs in one of them."""
    differing: tuple[tuple[str, str], ...] = ()
    """What stands in the older text and what stands in this one, in the same places."""


# ---------------------------------------------------------------- imports


class Stage(Enum):
    """How far a source is that was chosen for an import."""

    WAITING = "waiting"
    """To be read."""
    READING = "reading"
    READY = "ready"
    """What it would bring is known."""
    UNREAD = "unread"
    """The reading was stopped; it can be imported all the same."""
    FAILED = "failed"
    """It cannot be read, or could not be imported."""
    IMPORTING = "importing"
    """Being imported, or to be."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a source is to be read, as far as a person said."""

    app: str
    """For records whose source names none."""
    format: str | None = None
    columns: ColumnMap | None = None


@dataclass(frozen=True, slots=True)
class Looked:
    """What a source would bring, or why it cannot be read."""

    preview: Preview | None
    failure: Message | None = None


@dataclass(frozen=True, slots=True)
class Brought:
    """What a source brought, or why it could not be imported."""

    summary: ImportSummary | None
    failure: Message | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Incoming:
    """A source that was chosen for an import."""

    path: Path
    manner: Manner
    stage: Stage = Stage.WAITING
    read: int = 0
    """Records read so far."""
    preview: Preview | None = None
    """What it would bring, as last read."""
    failure: Message | None = None
    brought: Brought | None = None

    @property
    def can_come_in(self) -> bool:
        """Whether an import would try it."""
        return self.stage in (Stage.WAITING, Stage.READING, Stage.READY, Stage.UNREAD)


# ---------------------------------------------------------------- the doctor


class Course(Enum):
    """How far an examination of the vault is."""

    NEVER = "never"
    EXAMINING = "examining"
    REPAIRING = "repairing"
    """What is derived is made anew, and then examined."""
    STOPPED = "stopped"
    """Not made to its end."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Named:
    """A record that a finding names."""

    record: Record
    short: str


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """A diagnosis, and its records as they can be shown."""

    diagnosis: Diagnosis
    named: Mapping[RecordId, Named]
    at: int
    """The moment it is of."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Checkup:
    """An examination, as far as it is."""

    course: Course = Course.NEVER
    looked: tuple[Inspected, ...] = ()
    examined: Diagnosed | None = None
    """The whole of it, once it is done."""
    is_old: bool = False
    """Whether the vault has changed since."""

    @property
    def is_running(self) -> bool:
        """Whether more is to come."""
        return self.course in (Course.EXAMINING, Course.REPAIRING)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that was found so far."""
        return tuple(finding for looked in self.looked for finding in looked.findings)

    @property
    def can_repair(self) -> bool:
        """Whether something was found that a repair makes anew."""
        return self.course is Course.DONE and any(finding.can_repair for finding in self.findings)
