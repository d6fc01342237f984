"""Expectations: saved questions with a record that must come back, kept through the journal."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

from mnemoscope import journal, profiles, reading
from mnemoscope.errors import NoSuchExpectation, Refused
from mnemoscope.messages import message
from mnemoscope.recall import short_enough
from mnemoscope.records import Changes, Expectation, RecordId
from mnemoscope.texts import clean
from mnemoscope.vault import Vault

SHOWN = 60
"""Characters of a question in the history."""

_SELECT = """
SELECT e.id, e.query, r.id, e.within, e.profile, e.scope, e.saved_at FROM expectation e
JOIN record r ON r.ordinal = e.record
"""
_SAME = "SELECT id FROM expectation WHERE query = ? AND record = ? AND profile = ? AND scope IS ?"
_APP = "SELECT a.name FROM record r JOIN app a ON a.id = r.app WHERE r.ordinal = ?"


# ---------------------------------------------------------------- acts


def expect(
    vault: Vault,
    query: str,
    record: str,
    within: int | None = None,
    profile: str | None = None,
    scope: Sequence[str] | None = None,
) -> Changes:
    """From now on this record must come back for the question. ``profile`` is a name; ``None`` is the default one.

    Raises ``NoSuchRecord``, ``NoSuchProfile``, and ``Refused`` for an empty or endless question, for a record that the
    scope does not see, and for what is expected already.
    """
    query = short_enough(clean(query).strip())
    if not query:
        raise Refused("expectation.no_question")
    if within is not None and within < 1:
        raise Refused("expectation.bad_within")
    name = profiles.profile(vault, profiles.default_name() if profile is None else profile).name
    apps = None if scope is None else sorted({clean(app) for app in scope})
    stored = None if apps is None else json.dumps(apps, ensure_ascii=False)
    with vault.reading() as connection:
        short = _short(connection, reading.ordinal(connection, record))
    with journal.act(vault, message("act.expect", record=short, question=_shown(query))) as act:
        number = reading.ordinal(act.connection, record)
        app = act.connection.execute(_APP, (number,)).fetchone()[0]
        if apps is not None and app not in apps:
            raise Refused("expectation.out_of_scope", record=short, app=app)
        same = act.connection.execute(_SAME, (query, number, name, stored)).fetchone()
        if same is not None:
            raise Refused("expectation.already", number=same[0])
        row = {"query": query, "record": number, "within": within, "profile": name, "scope": stored, "saved_at": act.at}
        act.set_expectation(None, row)
    return act.changes


def unexpect(vault: Vault, number: int) -> Changes:
    """Remove an expectation. Raises ``NoSuchExpectation``."""
    with vault.reading() as connection:
        (some,) = read(connection, [number])
        label = message(
            "act.unexpect",
            record=reading.shortest(connection, some.record),
            question=_shown(some.query),
        )
    with journal.act(vault, label) as act:
        read(act.connection, [number])  # another process may have been faster
        act.set_expectation(number, None)
    return act.changes


def expectations(vault: Vault) -> tuple[Expectation, ...]:
    """Every expectation, in the order in which they were saved."""
    with vault.reading() as connection:
        return read(connection)


def saved_by(vault: Vault, changes: Changes) -> Expectation:
    """The expectation that ``expect`` has just saved."""
    with vault.reading() as connection:
        row = connection.execute("SELECT expectation FROM step WHERE act = ?", (changes.act,)).fetchone()
        (some,) = read(connection, [row[0]])
        return some


def read(connection: sqlite3.Connection, numbers: Collection[int] | None = None) -> tuple[Expectation, ...]:
    """Every expectation, or those of ``numbers``, in the order in which they were saved.

    Raises ``NoSuchExpectation`` for a number that there is not.
    """
    found = {row[0]: _expectation(row) for row in connection.execute(f"{_SELECT} ORDER BY e.id")}
    for number in numbers or ():
        if number not in found:
            raise NoSuchExpectation("expectation.none", number=number)
    return tuple(some for number, some in found.items() if numbers is None or number in numbers)


def _expectation(row: tuple[Any, ...]) -> Expectation:
    number, query, record, within, profile, scope, saved_at = row
    apps = None if scope is None else tuple(json.loads(scope))
    return Expectation(number, query, RecordId(record.hex()), within, profile, apps, saved_at)


def _short(connection: sqlite3.Connection, ordinal: int) -> str:
    row = connection.execute("SELECT id FROM record WHERE ordinal = ?", (ordinal,)).fetchone()
    return reading.shortest(connection, row[0].hex())


def _shown(query: str) -> str:
    line = " ".join(query.split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"
