"""The program's own export brought into a vault that holds something: what its records alone do not tell.

Records, states and supersessions come as those of any source (``formats.mnemoscope``); with them come the expectations,
saved profiles and verdicts of that vault, and what was forgotten there stays out here. What somebody decided here
stands; the other vault's history and recall log stay there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mnemoscope import journal
from mnemoscope.formats import fields, lines

_RECORD = "SELECT ordinal FROM record WHERE id = ?"
_SAME_EXPECTATION = """
SELECT 1 FROM expectation WHERE (query, record, profile) = (:query, :record, :profile) AND scope IS :scope
UNION ALL SELECT 1 FROM step WHERE kind = 'expectation' AND record = :record
    AND json_extract(before, '$.row.query') = :query
"""
_PROFILE = "SELECT 1 FROM profile WHERE name = ?1 UNION ALL SELECT 1 FROM step WHERE profile = ?1"
_VERDICT = """
SELECT 1 FROM verdict WHERE (first, second, question) = (?1, ?2, ?3)
UNION ALL SELECT 1 FROM step WHERE kind = 'verdict' AND record = ?1 AND other = ?2
"""
_TOMBSTONE = """
INSERT INTO tombstone (id, forgotten_at) SELECT ?1, ?2
WHERE NOT EXISTS (SELECT 1 FROM record WHERE id = ?1) ON CONFLICT DO NOTHING
"""
_MALFORMED = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OverflowError,
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    fields.Malformed,
)

Line = Mapping[str, Any]


def join(act: journal.Writing, source: Path) -> int:
    """Inside the act of an import, behind its records; returns how much came in. Lines that cannot be read back have
    been told already."""
    came = 0
    for _, raw in lines.lines(source):
        line = lines.parsed_or_none(raw)
        bring = _KINDS.get(str(line.get("kind"))) if line is not None else None
        if line is not None and bring is not None:
            try:
                came += bring(act, line)
            except _MALFORMED:
                continue
    return came


def _ordinal(act: journal.Writing, id: str) -> int | None:
    row = act.connection.execute(_RECORD, (bytes.fromhex(id),)).fetchone()
    return None if row is None else int(row[0])


def _profile(act: journal.Writing, line: Line) -> bool:
    settings = fields.members(line["settings"])
    if act.connection.execute(_PROFILE, (line["name"],)).fetchone():
        return False
    act.set_profile(str(line["name"]), settings)
    return True


def _expectation(act: journal.Writing, line: Line) -> bool:
    row = {name: line[name] for name in ("query", "within", "profile", "scope", "saved_at")}
    row["record"] = _ordinal(act, line["record"])
    if row["record"] is None or act.connection.execute(_SAME_EXPECTATION, row).fetchone():
        return False
    return act.set_expectation(None, row) is not None


def _verdict(act: journal.Writing, line: Line) -> bool:
    first, second = _ordinal(act, line["first"]), _ordinal(act, line["second"])
    if first is None or second is None:
        return False
    pair = min(first, second), max(first, second)
    if act.connection.execute(_VERDICT, (*pair, line["question"])).fetchone():
        return False
    act.set_verdict(*pair, str(line["question"]), str(line["answer"]), int(line["at"]))
    return True


def _tombstone(act: journal.Writing, line: Line) -> bool:
    values = (bytes.fromhex(line["id"]), int(line["forgotten_at"]))
    return act.connection.execute(_TOMBSTONE, values).rowcount > 0


_KINDS: Mapping[str, Callable[[journal.Writing, Line], bool]] = {
    "profile": _profile,
    "expectation": _expectation,
    "verdict": _verdict,
    "tombstone": _tombstone,
}
