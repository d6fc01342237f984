"""The timeline: the acts and the logged recalls of all actors on one line, newest first.

``places`` says what stands on it and is walked by keyset, so that what comes in meanwhile moves nothing; ``read``
brings what is told of some places. A label is searched as a person reads it: whoever asks says how it is written.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import IntEnum
from itertools import islice
from typing import NamedTuple

from mnemoscope import reading, recall_log
from mnemoscope.messages import Message
from mnemoscope.recall_log import Logged
from mnemoscope.records import Act, RecordId, indexed_text
from mnemoscope.vault import Vault

_ID = re.compile(r"[0-9a-f]{4,32}")
_ACTS = "SELECT at, 0 AS what, id, message AS head, parameters AS body FROM act"
_RECALLS = "SELECT at, 1 AS what, id, query AS head, NULL AS body FROM recall_log"
_ON_APP = """(
    EXISTS (SELECT 1 FROM step s JOIN record r ON r.ordinal = s.record JOIN app a ON a.id = r.app
        WHERE s.act = act.id AND a.name = :app)
    OR EXISTS (SELECT 1 FROM step s JOIN record r ON r.import = s.import JOIN app a ON a.id = r.app
        WHERE s.act = act.id AND s.import IS NOT NULL AND a.name = :app)
)"""
_IN_SCOPE = "(scope IS NULL OR EXISTS (SELECT 1 FROM json_each(scope) WHERE value = :app))"
_NUMBERED = "SELECT ordinal, id FROM record WHERE id BETWEEN ? AND ? LIMIT 20"
_SERVING = "SELECT id FROM recall_log WHERE instr(served, ?) > 0"
_ACTORS = "SELECT actor FROM act UNION SELECT actor FROM recall_log ORDER BY 1"
_REVERSING = """
SELECT id, of FROM act
WHERE id IN (SELECT max(id) FROM act WHERE of IN (SELECT value FROM json_each(?)) AND kind = 'undo' GROUP BY of)
"""
_REVERSED = "SELECT id, of FROM act WHERE id IN (SELECT value FROM json_each(?)) AND of IS NOT NULL"
_ABOUT = """
SELECT s.act, r.speaker, r.text, min(s.number) FROM step s JOIN record r ON r.ordinal = s.record
WHERE s.act IN (SELECT value FROM json_each(?)) AND s.number <= 2
    AND NOT EXISTS (SELECT 1 FROM step i WHERE i.act = s.act AND i.kind = 'import') GROUP BY s.act
"""
_BEGINNING = 300
"""Characters of a record that are told of an act on it."""


class What(IntEnum):
    """What stands at a place."""

    ACT = 0
    RECALL = 1


_WHATS = tuple(What)


class Place(NamedTuple):
    """A place on the timeline; a later one is greater."""

    at: int
    what: What
    number: int
    """Of the act in the journal, or of the recall in its log."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which acts and recalls. What is empty or ``None`` lets all through."""

    what: What | None = None
    actor: str | None = None
    app: str | None = None
    """Acts on its records, and recalls that saw it."""
    record: RecordId | None = None
    """Acts that touched it, and recalls that served it."""
    text: str = ""
    """In the label of an act or in a question, ignoring case; or the beginning of a record's id."""
    since: int | None = None
    """UTC milliseconds, inclusive."""
    until: int | None = None
    """Exclusive."""


ALL = Wanted()


@dataclass(frozen=True, slots=True)
class Entry:
    """What is told of one place: an act, or else a recall."""

    place: Place
    act: Act | None = None
    recall: Logged | None = None
    reversed_by: Act | None = None
    """For an act that was taken back: the one that did."""
    reverses: int | None = None
    """For an undo or redo: the act that it is about."""
    about: str = ""
    """How the first record that an act touched begins; empty where it was forgotten."""

    @property
    def actor(self) -> str:
        """Who acted or asked."""
        return self.act.actor if self.act is not None else self.recall.actor if self.recall is not None else ""


@dataclass(frozen=True, slots=True)
class Day:
    """A local day on which something stands."""

    day: date
    first: int
    """How many places are newer: where its own begin."""
    acts: int
    recalls: int

    @property
    def size(self) -> int:
        """How many places it has."""
        return self.acts + self.recalls


# ---------------------------------------------------------------- which


def places(
    vault: Vault,
    wanted: Wanted = ALL,
    *,
    after: Place | None = None,
    limit: int | None = None,
    written: Callable[[Message], str] = str,
) -> tuple[Place, ...]:
    """What is wanted, newest first; ``after`` a place, so many. ``written`` renders the labels that are searched."""
    with vault.reading() as connection:
        rows = islice(_matching(connection, wanted, after, written), limit)
        return tuple(Place(at, _WHATS[what], number) for at, what, number, *_ in rows)


def _matching(
    connection: sqlite3.Connection, wanted: Wanted, after: Place | None, written: Callable[[Message], str]
) -> Iterator[tuple[int, int, int, str, str | None]]:
    values = {
        "actor": wanted.actor,
        "app": wanted.app,
        "since": wanted.since,
        "until": wanted.until,
        "at": after.at if after else None,
        "what": int(after.what) if after else None,
        "number": after.number if after else None,
        "record": _ordinal(connection, wanted.record) if wanted.record else None,
        "id": bytes.fromhex(wanted.record) if wanted.record else None,
    }
    rows = connection.execute(_query(wanted, after), values)
    return _holding(connection, rows, wanted.text, written) if wanted.text.strip() else rows


def _query(wanted: Wanted, after: Place | None) -> str:
    both = []
    if wanted.actor is not None:
        both.append("actor = :actor")
    if wanted.since is not None:
        both.append("at >= :since")
    if wanted.until is not None:
        both.append("at < :until")
    if after is not None:
        both.append("at <= :at")
    acts, recalls = list(both), list(both)
    if wanted.app is not None:
        acts.append(_ON_APP)
        recalls.append(_IN_SCOPE)
    if wanted.record is not None:
        acts.append(f"id IN ({reading.TOUCHING})")
        recalls.append("instr(served, :id) > 0")
    sources = [
        f"{source} WHERE {' AND '.join(conditions or ['TRUE'])}"
        for what, source, conditions in ((What.ACT, _ACTS, acts), (What.RECALL, _RECALLS, recalls))
        if wanted.what in (None, what)
    ]
    beyond = "WHERE (at, what, id) < (:at, :what, :number)" if after is not None else ""
    return f"SELECT * FROM ({' UNION ALL '.join(sources)}) {beyond} ORDER BY at DESC, what DESC, id DESC"


def _ordinal(connection: sqlite3.Connection, id: RecordId) -> int | None:
    row = connection.execute("SELECT ordinal FROM record WHERE id = ?", (bytes.fromhex(id),)).fetchone()
    return row[0] if row else None


def _holding(
    connection: sqlite3.Connection,
    rows: Iterable[tuple[int, int, int, str, str | None]],
    text: str,
    written: Callable[[Message], str],
) -> Iterator[tuple[int, int, int, str, str | None]]:
    """Those whose label or question holds the text, or that are about a record whose id begins with it."""
    sought = text.strip().casefold()
    about = _about(connection, sought) if _ID.fullmatch(sought) else frozenset()
    for row in rows:
        _, what, number, head, body = row
        said = head if body is None else written(Message.from_row(head, body))
        if sought in said.casefold() or (what, number) in about:
            yield row


def _about(connection: sqlite3.Connection, digits: str) -> frozenset[tuple[int, int]]:
    """The acts on, and the recalls that served, the records whose id begins with these digits."""
    low, high = bytes.fromhex(digits.ljust(32, "0")), bytes.fromhex(digits.ljust(32, "f"))
    found: set[tuple[int, int]] = set()
    for ordinal, id in connection.execute(_NUMBERED, (low, high)).fetchall():
        found.update((What.ACT, row[0]) for row in connection.execute(reading.TOUCHING, {"record": ordinal}))
        found.update((What.RECALL, row[0]) for row in connection.execute(_SERVING, (id,)))
    return frozenset(found)


def actors(vault: Vault) -> tuple[str, ...]:
    """Everybody who acted or asked, by name."""
    with vault.reading() as connection:
        return tuple(row[0] for row in connection.execute(_ACTORS))


# ---------------------------------------------------------------- what is told


def read(vault: Vault, places: Iterable[Place]) -> dict[Place, Entry]:
    """What is told of these places; one that is gone, for a forgotten record, is left out."""
    wanted = tuple(places)
    numbers = {what: [place.number for place in wanted if place.what is what] for what in What}
    acts_wanted = json.dumps(numbers[What.ACT])
    with vault.reading() as connection:
        recalls = recall_log.read(connection, numbers[What.RECALL])
        reversing = {of: number for number, of in connection.execute(_REVERSING, (acts_wanted,))}
        reverses = dict(connection.execute(_REVERSED, (acts_wanted,)).fetchall())
        about = {
            act: indexed_text(speaker, text[:_BEGINNING])
            for act, speaker, text, _ in connection.execute(_ABOUT, (acts_wanted,))
        }
        acts = reading.acts(connection, [*numbers[What.ACT], *reversing.values()])

    def entry(place: Place) -> Entry | None:
        if place.what is What.RECALL:
            return Entry(place, recall=recalls[place.number]) if place.number in recalls else None
        act = acts.get(place.number)
        if act is None:
            return None
        by = acts.get(reversing[act.number]) if act.undone and act.number in reversing else None
        return Entry(place, act, None, by, reverses.get(act.number), about.get(act.number, ""))

    return {place: told for place in wanted if (told := entry(place)) is not None}


def days(places: Sequence[Place]) -> tuple[Day, ...]:
    """The local days of places that come newest first, newest first. Pure."""
    found: list[Day] = []
    at = 0
    while at < len(places):
        day = datetime.fromtimestamp(places[at].at / 1000).date()
        begin = first_moment(day)
        end = at
        while end < len(places) and places[end].at >= begin:
            end += 1
        recalls = sum(place.what for place in places[at:end])
        found.append(Day(day, at, end - at - recalls, recalls))
        at = end
    return tuple(found)


def first_moment(day: date) -> int:
    """The first millisecond of a local day."""
    return round(datetime(day.year, day.month, day.day).timestamp() * 1000)


def span(first: date, last: date) -> tuple[int, int]:
    """The moments from which and until which local days last, for ``Wanted``."""
    return first_moment(first), first_moment(last + timedelta(days=1))
