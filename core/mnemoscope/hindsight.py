"""A logged recall looked at again: what was served then, what the same question brings now, and which act is between.

What was served is what the log says. The question is asked again as its minute knew the vault (for the ranks of what
was not served) and as the vault is known now. Index and vectors are those of now in both.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from mnemoscope import reading, recall_log, replay
from mnemoscope.comparison import Fate
from mnemoscope.messages import Message, message
from mnemoscope.progress import Progress, silent
from mnemoscope.recall import Engine, Ranked, Recalled, engine, rank
from mnemoscope.recall_log import Logged
from mnemoscope.records import Act, ChannelState, Kind, Known, Query, Record, RecordId
from mnemoscope.times import local
from mnemoscope.vault import Vault

_ORDINALS = "SELECT ordinal, id FROM record WHERE id IN ({marks})"


class Why(StrEnum):
    """What is between then and now for a record that left or entered."""

    ACT = "act"
    TIME = "time"
    """No act: it has expired since."""
    FORGOTTEN = "forgotten"
    DERIVED = "derived"
    """No act: index, vectors or model are others, or what the log says cannot be replayed."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A record that was served then or is served now; a rank of 0 is a standing instruction, which is not ranked."""

    id: RecordId
    record: Record | None
    """``None`` where it was forgotten."""
    then: int | None
    """Its rank as it was served."""
    now: int | None
    """Its rank as it is served now."""
    beyond: int | None = None
    """Where it stands on the side that does not serve it, within the depths: for one that entered as of then."""
    why: Why | None = None
    act: Act | None = None
    """The act that took it away or brought it."""

    @property
    def fate(self) -> Fate:
        """What became of it."""
        if self.then is None:
            return Fate.ENTERED
        if self.now is None:
            return Fate.LEFT
        return Fate.SAME if self.then == self.now else Fate.MOVED


@dataclass(frozen=True, slots=True)
class Hindsight:
    """A logged recall, then and now."""

    logged: Logged
    known: Known
    """What the vault knew at its minute."""
    turns: tuple[Turn, ...]
    """Those served then by rank, then those that entered."""
    without: tuple[Message, ...] = ()
    """Why a channel that the profile asks for does not rank now."""
    drift: int = 0
    """How many of those served then the replay as of then does not bring: what is derived is another."""
    shorts: dict[RecordId, str] = field(default_factory=dict)

    @property
    def served(self) -> int:
        """How many were ranked and served then; standing instructions are not counted."""
        return sum(turn.then is not None and turn.then > 0 for turn in self.turns)

    @property
    def left(self) -> tuple[Turn, ...]:
        """Those that are served no more."""
        return tuple(turn for turn in self.turns if turn.fate is Fate.LEFT)

    @property
    def entered(self) -> tuple[Turn, ...]:
        """Those that are served now and were not then."""
        return tuple(turn for turn in self.turns if turn.fate is Fate.ENTERED)

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts that took away or brought something, the earliest first."""
        found = {turn.act.number: turn.act for turn in self.turns if turn.act is not None}
        return tuple(found[number] for number in sorted(found))

    @property
    def verdict(self) -> Message:
        """How much is different now; without a full stop, for what may follow."""
        if self.left:
            return message("hindsight.different", count=len(self.left), served=_all(self.turns))
        if self.entered:
            return message("hindsight.more", count=len(self.entered))
        if not self.turns:
            return message("hindsight.none")
        moved = sum(turn.fate is Fate.MOVED for turn in self.turns)
        return message("hindsight.moved" if moved else "hindsight.same", count=len(self.turns), moved=moved)

    @property
    def cause(self) -> Message | None:
        """What is between; ``None`` where nothing left or entered."""
        changed = (*self.left, *self.entered)
        if not changed:
            return None
        if len(self.acts) > 1:
            return message("hindsight.by_acts", count=len(self.acts))
        first = next((turn for turn in changed if turn.act is not None), changed[0])
        return cause(first)

    @property
    def sentence(self) -> Message:
        """Both in one."""
        if self.cause is None:
            return message("hindsight.plain", verdict=self.verdict)
        return message("hindsight.because", verdict=self.verdict, cause=self.cause)


@dataclass(frozen=True, slots=True)
class Others:
    """How many are served now in the place of how many that were: ``look_back`` without its reasons."""

    served: int
    left: int
    entered: int
    is_whole: bool
    """Whether every channel that the profile asks for ranked; else the difference may be theirs."""


def cause(turn: Turn) -> Message:
    """What is between then and now for one record."""
    side = "left" if turn.fate is Fate.LEFT else "entered"
    place = (turn.then if side == "left" else turn.now) or 0
    if turn.why is Why.ACT and turn.act is not None:
        if not place:
            return message(f"hindsight.act_{side}_standing", at=local(turn.act.at))
        return message(f"hindsight.act_{side}", at=local(turn.act.at), rank=place)
    if turn.why is Why.FORGOTTEN:
        return message("hindsight.forgotten")
    return message("hindsight.time" if turn.why is Why.TIME else "hindsight.derived")


def _all(turns: Sequence[Turn]) -> int:
    return sum(turn.then is not None for turn in turns)


def query(logged: Logged, known: Known | None = None) -> Query:
    """The question as it was asked; ``known`` asks it of the vault as it was known then."""
    return Query(logged.query, logged.profile, logged.scope, logged.as_of, known)


def others(vault: Vault, number: int, *, embedder: Engine | None = None) -> Others:
    """Whether the same is served now. Raises ``NoSuchRecall``."""
    with vault.reading() as connection:
        logged = recall_log.entry(vault, number)
        recalled = rank(vault, query(logged), embedder)
        then = frozenset(logged.served)
        numbers = _ordinals(connection, then)
        now = _served(recalled.ranked)
        kept = sum(ordinal in now for ordinal in numbers.values())
    return Others(len(logged.served), len(logged.served) - kept, len(now) - kept, not _missing(recalled))


def look_back(vault: Vault, number: int, progress: Progress = silent, *, embedder: Engine | None = None) -> Hindsight:
    """A recall of the log, then and now. Raises ``NoSuchRecall``; ``progress`` may cancel before each replay."""
    with vault.reading() as connection:
        logged = recall_log.entry(vault, number)
        known = replay.known_at(vault, logged.at)
        return _Looking(vault, connection, logged, known, progress, embedder).look()


class _Looking:
    """One look back, inside one read transaction."""

    def __init__(
        self,
        vault: Vault,
        connection: sqlite3.Connection,
        logged: Logged,
        known: Known,
        progress: Progress,
        embedder: Engine | None,
    ) -> None:
        self.vault, self.connection = vault, connection
        self.logged, self.known = logged, known
        self.progress = progress
        self.engine = engine(vault) if embedder is None else embedder
        self.ordinals = _ordinals(connection, logged.served)
        self.after: dict[int, frozenset[int]] = {}
        """What was served after an act, as it was asked for."""

    def look(self) -> Hindsight:
        """Then, now, and what is between."""
        now = self._ask(None)
        then = self._ask(self.known)
        ranks = {ordinal: place for place, (ordinal, _) in enumerate(_within(now.ranked), start=1)}
        ranks |= {int(ordinal): 0 for ordinal in np.flatnonzero(now.ranked.view.standing)}
        served = set(self.ordinals.values())
        records = reading.by_ordinal(self.connection, [*served, *ranks])
        turns, place = [], 0
        for id in self.logged.served:
            ordinal = self.ordinals.get(id, 0)
            record = records.get(ordinal)
            is_standing = record is not None and record.kind is Kind.STANDING
            place += not is_standing
            turn = Turn(id, record, 0 if is_standing else place, ranks.get(ordinal))
            turns.append(self._explained(turn, ordinal, now.ranked))
        for ordinal, there in ranks.items():
            if ordinal not in served and ordinal in records:
                turn = Turn(records[ordinal].id, records[ordinal], None, there)
                turns.append(self._explained(turn, ordinal, then.ranked))
        drift = len(served - _served(then.ranked))
        shorts = {record.id: reading.shortest(self.connection, record.id) for record in records.values()}
        return Hindsight(self.logged, self.known, tuple(turns), _missing(now), drift, shorts)

    def _ask(self, known: Known | None) -> Recalled:
        self.progress(0, None)
        return rank(self.vault, query(self.logged, known), self.engine)

    def _explained(self, turn: Turn, ordinal: int, other: Ranked) -> Turn:
        """With what is between, and its place on the side that does not serve it."""
        if turn.fate in (Fate.SAME, Fate.MOVED):
            return turn
        why, act = self._cause(ordinal, is_left=turn.fate is Fate.LEFT)
        return Turn(turn.id, turn.record, turn.then, turn.now, other.rank(ordinal), why, act)

    def _cause(self, ordinal: int, *, is_left: bool) -> tuple[Why, Act | None]:
        if not ordinal:
            return Why.FORGOTTEN, None

        def holds(act: int) -> bool:
            """Whether what is true of then was still true after an act: it was served, or was not yet."""
            if act not in self.after:
                self.after[act] = _served(self._ask(replay.known_after(self.connection, act)).ranked)
            return (ordinal in self.after[act]) is is_left

        found = replay.transition(self.connection, self.known.act, holds, ordinal)
        if found.act is not None:
            return Why.ACT, reading.act(self.connection, found.act)
        return (Why.TIME if found.since is not None and is_left else Why.DERIVED), None


def _ordinals(connection: sqlite3.Connection, ids: Sequence[RecordId] | frozenset[RecordId]) -> dict[RecordId, int]:
    """Internal numbers of the records that are still there."""
    wanted = [bytes.fromhex(id) for id in ids]
    found: dict[RecordId, int] = {}
    for first in range(0, len(wanted), 500):
        some = wanted[first : first + 500]
        rows = connection.execute(_ORDINALS.format(marks=",".join("?" * len(some))), some)
        found |= {RecordId(id.hex()): ordinal for ordinal, id in rows}
    return found


def _within(ranked: Ranked) -> tuple[tuple[int, float], ...]:
    return ranked.order[: ranked.profile.budget]


def _served(ranked: Ranked) -> frozenset[int]:
    """What a recall hands out, standing instructions too."""
    standing = (int(ordinal) for ordinal in np.flatnonzero(ranked.view.standing))
    return frozenset((*standing, *(ordinal for ordinal, _ in _within(ranked))))


def _missing(recalled: Recalled) -> tuple[Message, ...]:
    """Why channels that the profile asks for do not rank."""
    reports = recalled.recall.channels.values()
    passive = (ChannelState.USED, ChannelState.OFF, ChannelState.EMPTY)
    return tuple(some.reason for some in reports if some.state not in passive and some.reason is not None)
