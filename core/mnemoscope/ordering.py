"""In which order a list of records stands: the sort keys of every record, in memory."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from mnemoscope.columns import View
from mnemoscope.vault import Vault

SESSIONS = "SELECT s.id, a.name, s.key, s.title FROM session s JOIN app a ON a.id = s.app"
_MEASURES = "SELECT ordinal, length(text), coalesce(speaker, '') FROM record WHERE ordinal > ?"
_DIGITS = re.compile(r"([0-9]{1,18})")

Ordinals = npt.NDArray[np.int32]


class By(StrEnum):
    """What a list is sorted by."""

    TIME = "time"
    """When it happened, else was added; within a moment as the session reads."""
    ADDED = "added"
    SESSION = "session"
    """By title (the key where it has none), then as the session reads."""
    LENGTH = "length"
    """Characters of the text."""
    SPEAKER = "speaker"
    KIND = "kind"
    STATE = "state"
    APP = "app"


@dataclass(frozen=True, slots=True)
class Order:
    """How a list is sorted; descending is exactly the reverse of ascending."""

    by: By = By.TIME
    descending: bool = False


NEWEST = Order(By.TIME, descending=True)
OLDEST = Order(By.TIME)
LONGEST = Order(By.LENGTH, descending=True)


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What never changes of a record and is in no column, one entry per ordinal; ``records`` were measured."""

    records: int
    lengths: npt.NDArray[np.int32]
    """Characters of the text."""
    speaker: npt.NDArray[np.int32]
    """Number of the speaker's name; 0 where nobody spoke."""
    names: dict[str, int]


def sort(vault: Vault, view: View, ordinals: Ordinals, order: Order) -> Ordinals:
    """The records in order; equal ones by time, then as their session reads."""
    with vault.reading() as connection:
        keys = _keys(connection, vault, view, ordinals, order.by)
    ordinals = ordinals[np.lexsort(keys)]
    return ordinals[::-1] if order.descending else ordinals


def measures(vault: Vault) -> Measures:
    """The measures as of the current transaction; only records added since the last call are read."""
    with vault.reading() as connection, vault.cache.lock:
        held: Measures | None = vault.cache.snapshots.get("measures")
        top = connection.execute("SELECT coalesce(max(ordinal), 0) FROM record").fetchone()[0]
        known = len(held.lengths) - 1 if held is not None else 0
        count = connection.execute("SELECT count(*) FROM record WHERE ordinal <= ?", (known,)).fetchone()[0]
        if held is None or count != held.records or top < known:  # the names of forgotten speakers go, too
            held, known = Measures(0, np.zeros(1, np.int32), np.zeros(1, np.int32), {"": 0}), 0
        if top > known:
            held = _measure(held, connection.execute(_MEASURES, (known,)).fetchall(), top)
            vault.share("measures", held)
        return held


def _measure(held: Measures, rows: Sequence[tuple[int, int, str]], top: int) -> Measures:
    names = dict(held.names)
    lengths, speaker = np.zeros(top + 1, np.int32), np.zeros(top + 1, np.int32)
    lengths[: len(held.lengths)] = held.lengths
    speaker[: len(held.speaker)] = held.speaker
    ordinals = [row[0] for row in rows]
    lengths[ordinals] = [row[1] for row in rows]
    speaker[ordinals] = [names.setdefault(row[2], len(names)) for row in rows]
    return Measures(held.records + len(rows), lengths, speaker, names)


# ---------------------------------------------------------------- keys


def _keys(
    connection: sqlite3.Connection, vault: Vault, view: View, ordinals: Ordinals, by: By
) -> tuple[npt.NDArray[Any], ...]:
    """The keys of these records, the last one first in weight."""
    held = view.columns
    if by is By.ADDED:
        return (ordinals,)  # ordinals are given in the order of addition
    if by is By.SESSION:
        sessions = connection.execute(SESSIONS).fetchall()
        places = _places([(number, title or key) for number, _, key, title in sessions])
        return ordinals, held.position[ordinals], places[held.session[ordinals]]
    beneath = (ordinals, *(key[ordinals] for key in (held.position, held.session, held.since)))
    return beneath if by is By.TIME else (*beneath, _values(connection, vault, view, by)[ordinals])


def _values(connection: sqlite3.Connection, vault: Vault, view: View, by: By) -> npt.NDArray[Any]:
    """What records are sorted by, one entry per ordinal."""
    held = view.columns
    if by is By.KIND:
        return held.kind
    if by is By.APP:
        return _places(connection.execute("SELECT id, name FROM app").fetchall())[held.app]
    if by is By.STATE:  # what a verdict names first weighs most
        return np.select([~view.active, view.superseded, held.until <= view.moment], [3, 2, 1], 0)
    measured = measures(vault)
    values = measured.lengths
    if by is By.SPEAKER:
        values = _places([(number, name) for name, number in measured.names.items()])[measured.speaker]
    padded = np.zeros(max(held.size, len(values)), np.int32)  # the columns have room for a whole chunk
    padded[: len(values)] = values
    return padded


def _places(named: Sequence[tuple[int, str]]) -> npt.NDArray[np.int32]:
    """The alphabetical place of each number's name, digits by value; equal names stand by number."""
    places = np.zeros(max((number for number, _ in named), default=0) + 1, np.int32)
    for place, (number, _) in enumerate(sorted(named, key=lambda some: (_natural(some[1]), some[0]))):
        places[number] = place
    return places


def _natural(name: str) -> list[tuple[int, str]]:
    """``session_2`` before ``session_10``."""
    parts = _DIGITS.split(name.casefold())
    return [(int(part), "") if place % 2 else (-1, part) for place, part in enumerate(parts)]
