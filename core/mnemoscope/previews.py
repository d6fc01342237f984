"""The values of an import that has not happened yet: what would come in, what is known, what would be skipped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mnemoscope.mapping import Offer
from mnemoscope.messages import Message
from mnemoscope.records import Kind, Skipped, When


class Arrival(StrEnum):
    """What an import does with a record of its source."""

    NEW = "new"
    KNOWN = "known"
    """The vault holds it already: nothing happens."""
    CHANGED = "changed"
    """The vault holds an older text of it, which it supersedes."""
    RETURNING = "returning"
    """An undo had withdrawn it; it comes back."""
    FORGOTTEN = "forgotten"
    """It was forgotten, and stays out."""


@dataclass(frozen=True, slots=True)
class PreviewRecord:
    """A record as it would come in."""

    text: str
    speaker: str | None
    kind: Kind
    happened_at: When | None
    active: bool
    arrival: Arrival


@dataclass(frozen=True, slots=True)
class PreviewSession:
    """A session as it would come in, with its first records."""

    key: str
    title: str
    app: str
    started_at: When | None
    arrivals: Mapping[Arrival, int]
    records: tuple[PreviewRecord, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import of one source would do; counts are of the whole, lists are its beginning."""

    source: str
    format: str
    sign: Message | None
    """By what the format was recognised; ``None`` where it was named."""
    sessions: tuple[PreviewSession, ...]
    session_count: int
    arrivals: Mapping[Arrival, int]
    """Records by what happens with them."""
    inactive: int
    """Of those that come in, records that the source calls inactive."""
    superseded: int
    """Records that another one of this source replaces."""
    apps: Mapping[str, int]
    """Records by app, of those that come in."""
    skipped: tuple[Skipped, ...]
    skip_count: int
    passed_over: tuple[str, ...]
    """Files of a folder or ZIP that are of another kind."""
    passed_over_count: int
    columns: Offer | None
    """Of a table: its columns."""
