"""A change that is thought of and not made, and what it would do to recall. Values; ``impact`` computes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mnemoscope.records import Expectation, Query, Record, RecordId


@dataclass(frozen=True, slots=True)
class Plan:
    """What an act would change; ids are whole."""

    deactivate: tuple[RecordId, ...] = ()
    """Also what is to be forgotten: it is served no more."""
    restore: tuple[RecordId, ...] = ()
    supersede: tuple[tuple[RecordId, RecordId], ...] = ()
    """Pairs of older and newer."""
    unsupersede: tuple[tuple[RecordId, RecordId], ...] = ()
    expire: Mapping[RecordId, int | None] = field(default_factory=dict)
    """The moment until which a record would be valid; ``None`` is for ever."""
    move: Mapping[RecordId, str] = field(default_factory=dict)
    """The app that a record would be of."""

    @property
    def is_empty(self) -> bool:
        """Whether it would change nothing."""
        return not any((self.deactivate, self.restore, self.supersede, self.unsupersede, self.expire, self.move))


@dataclass(frozen=True, slots=True)
class Shift:
    """A record that a question would serve no more, or newly."""

    rank: int
    """Its fused rank where it is served: before the act for one that leaves, after it for one that enters."""
    record: Record


@dataclass(frozen=True, slots=True)
class Affected:
    """A question that would be answered otherwise."""

    asked: Query
    """The question in its own way: profile and apps."""
    expectation: Expectation | None
    """The saved question; ``None`` for one of the recall log."""
    at: int | None
    """When it was last asked; ``None`` for an expectation."""
    actor: str
    """Who asked; empty for an expectation."""
    leaving: tuple[Shift, ...]
    entering: tuple[Shift, ...]
    held: bool | None = None
    """For an expectation: whether it holds now."""
    would_hold: bool | None = None
    """For an expectation: whether it would."""
    rank: int | None = None
    """For an expectation: where its record comes back now."""
    would_rank: int | None = None

    @property
    def query(self) -> str:
        """The question's text."""
        return self.asked.text


@dataclass(frozen=True, slots=True)
class Impact:
    """What a plan would do to the expectations and the latest recalls."""

    plan: Plan
    expectations: int
    """How many were asked."""
    recalls: int
    """How many questions of the recall log were asked."""
    affected: tuple[Affected, ...]
    """Expectations first, then recalls, the latest first."""
    holding: int
    """Expectations that hold now."""
    would_hold: int
    left_out: int = 0
    """Questions that could not be asked: their profile is gone, or no channel ranked."""
