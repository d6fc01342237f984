"""Reasons to doubt one record alone: its dates, its past, and what the recall log says. No rank depends on them."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import numpy as np

from mnemoscope import recall_log
from mnemoscope.candidates import Ground
from mnemoscope.claims import announcements
from mnemoscope.claims.judging import LONGEST, is_claim
from mnemoscope.columns import KINDS, Columns, View
from mnemoscope.messages import message
from mnemoscope.reading import SHORTEST
from mnemoscope.records import Kind, When
from mnemoscope.suggest import grounds
from mnemoscope.suggest.pairing import Claims, Near
from mnemoscope.times import day_of, local_day, now
from mnemoscope.vault import Vault

MONTH = 30 * 86_400_000
FEWEST_RECALLS = 50
"""Recalls from which on a log can say that a record is never served."""
NEVER_RECALLED = 200
"""Records that are doubted for that alone, the oldest ones: of a large vault nearly none is ever served."""

_EXPIRED = """
SELECT ordinal, valid_until_text, valid_until_utc, valid_until_zoned FROM record
WHERE active AND valid_until_utc <= ?
"""
_DUE = """
SELECT ordinal, review_after_text, review_after_utc, review_after_zoned FROM record
WHERE active AND review_after_utc <= ?
"""
ORPHANED = """
SELECT e.older, n.ordinal, n.id, n.reason FROM supersession e JOIN record n ON n.ordinal = e.newer
WHERE e.until IS NULL AND NOT n.active
"""
"""Records whose newer one is inactive, with that one and why it is."""
_TEXTS = "SELECT ordinal, kind, text, happened_text, happened_utc, happened_zoned, added_at FROM record WHERE active"


@dataclass(frozen=True, slots=True)
class Doubt:
    """One reason, how strong it is, and another record that it speaks of."""

    ground: Ground
    score: float
    named: int | None = None


def doubts(vault: Vault, connection: sqlite3.Connection, view: View, months: int) -> dict[int, list[Doubt]]:
    """Every reason that a record's own dates and past give, by ordinal; those of pending imports are left out."""
    found: dict[int, list[Doubt]] = defaultdict(list)
    for reasons in (
        _dated(connection, _DUE, "review_due", 0.95),
        _dated(connection, _EXPIRED, "expired", 0.85),
        _orphaned(connection, view),
        _announced(connection, view),
        _never_recalled(vault, view, months),
    ):
        for number, doubt in reasons:
            if view.in_scope[number]:
                found[number].append(doubt)
    return found


def _dated(connection: sqlite3.Connection, query: str, kind: str, score: float) -> Iterator[tuple[int, Doubt]]:
    for number, text, utc, zoned in connection.execute(query, (now(),)).fetchall():
        day = day_of(When(text, utc, bool(zoned)))
        yield number, Doubt(Ground(kind, message(f"ground.{kind}", day=day)), score)


def _orphaned(connection: sqlite3.Connection, view: View) -> Iterator[tuple[int, Doubt]]:
    for older, newer, id, reason in connection.execute(ORPHANED).fetchall():
        if not view.active[older]:
            continue
        names = {"newer": id.hex()[:SHORTEST], "newer_id": id.hex()}
        said = message("ground.orphaned", **names)
        if reason:
            said = message("ground.orphaned_reason", **names, reason=reason)
        yield older, Doubt(Ground("orphaned", said), 0.9, newer)


def _announced(connection: sqlite3.Connection, view: View) -> Iterator[tuple[int, Doubt]]:
    today = local_day(now())
    for number, kind, text, happened, utc, zoned, added in connection.execute(_TEXTS):
        is_turn = KINDS[kind] is Kind.TURN
        if not view.active[number] or view.superseded[number] or view.standing[number] or len(text) > LONGEST:
            continue
        said = _said(happened, utc, zoned, added)
        found = announcements.announced(text, said, today)
        if found is not None and is_claim(text, is_turn):
            words = message("ground.announced", words=found.words, said=said, day=found.day)
            yield number, Doubt(Ground("announced", words), 0.5 if is_turn else 0.7)


def _said(text: str | None, utc: int | None, zoned: int | None, added: int) -> date:
    return local_day(added) if text is None or utc is None else day_of(When(text, utc, bool(zoned)))


def _never_recalled(vault: Vault, view: View, months: int) -> Iterator[tuple[int, Doubt]]:
    """Records older than so many months that no recall of them served, where the log is that long."""
    before = now() - months * MONTH
    log = recall_log.served(vault, before)
    if log.since is None or log.since > before or log.recalls < FEWEST_RECALLS:
        return
    held = view.columns
    old = np.flatnonzero(view.recallable & (held.since < before))
    old = old[np.argsort(held.since[old], kind="stable")]
    found = 0
    for number in old.tolist():
        if held.id(number) not in log.times and found < NEVER_RECALLED:
            found += 1
            yield number, Doubt(Ground("never_recalled", message("ground.never_recalled", count=months)), 0.2)


def old_versions(claims: Claims, near: Near, held: Columns) -> Iterator[tuple[int, Doubt]]:
    """Records beside which a newer one names a later version of the same thing."""
    named = {number for number, some in claims.statements.items() if announcements.names_version(some.text)}
    for first, second, _ in near.pairs:
        if first not in named or second not in named or not claims.share(first, second):
            continue
        one, two = sorted((claims.statements[first], claims.statements[second]), key=lambda some: some.time)
        found = announcements.old_version(one.text, two.text) if one.time < two.time else None
        if found is not None:
            names = {"newer": found[1], "text": grounds.quote(two.text), "newer_id": held.id(two.ordinal)}
            said = message("ground.version", older=found[0], **names)
            yield one.ordinal, Doubt(Ground("version", said), 0.75, two.ordinal)
