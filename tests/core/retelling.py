"""The curated tables as the journal alone tells them, to compare them with the tables themselves."""

from __future__ import annotations

import json
from typing import Any

from mnemoscope.vault import Vault

WITHDRAWN = [False, "undone"]
_STEPS = """
SELECT s.act, s.kind, s.record, s.other, s.import, s.before, s.after FROM step s ORDER BY s.act, s.number
"""

_CAME = """
SELECT r.ordinal, coalesce(json_extract(s.before, '$.active'), r.active),
    coalesce(json_extract(s.before, '$.reason'), r.reason)
FROM record r LEFT JOIN step s ON s.record = r.ordinal AND s.kind = 'state'
    AND NOT EXISTS (SELECT 1 FROM step e WHERE e.record = s.record AND e.kind = 'state'
        AND (e.act < s.act OR e.act = s.act AND e.number < s.number))
WHERE r.reason <> 'undone'
"""
"""How records came: what their first act found, or what they are where no act was; a source may say inactive."""


def told(vault: Vault) -> dict[str, Any]:
    """States, dates, apps and edges after every step of the journal, one after the other.

    A step must begin with what the one before it left. Records come in by an import or an addition.
    """
    rows = vault.connection.execute
    states: dict[int, list[Any]] = {}
    dates: dict[int, dict[str, Any]] = {}
    apps: dict[int, str] = {}
    edges: dict[int, int] = {}
    imports: dict[int, list[int]] = {}
    came = {n: [bool(active), why] for n, active, why in rows(_CAME)}
    for record, imported in rows("SELECT ordinal, import FROM record ORDER BY ordinal"):
        imports.setdefault(imported, []).append(record)
    alive = {record for some in imports.values() for record in some}
    for act, kind, record, other, imported, before_text, after_text in rows(_STEPS):
        before, after = json.loads(before_text), json.loads(after_text)
        if not {record, other} - {None} <= alive:
            continue  # forgotten since
        if kind == "import":
            for number in imports.get(imported, []):
                if after["active"] and states.get(number, WITHDRAWN) == WITHDRAWN:
                    states[number] = [True, ""] if number in states else came.get(number, [True, ""])
                elif not after["active"] and states[number][0]:
                    states[number] = WITHDRAWN
        elif kind == "add":
            states[record] = [True, ""]
        elif kind == "state":
            assert states[record] == [before["active"], before["reason"]], act
            states[record] = [after["active"], after["reason"]]
        elif kind == "dates":
            held = dates.setdefault(record, {})
            assert {name: held.get(name, before[name]) for name in before} == before, act
            held |= after
        elif kind == "app":
            assert apps.get(record, before["app"]) == before["app"], act
            apps[record] = after["app"]
        elif kind == "edge":
            assert (edges.get(record) == other) is before["stands"], act
            if after["stands"]:
                edges[record] = other
            else:
                del edges[record]
    return {"states": states, "dates": dates, "apps": apps, "edges": edges}


def stands(vault: Vault, like: dict[str, Any]) -> dict[str, Any]:
    """The same of the tables, dates and apps of those records of which ``like`` has them."""
    rows = vault.connection.execute
    dates: dict[int, dict[str, Any]] = {}
    for record, names in like["dates"].items():
        for name in names:
            text, utc, zoned = rows(
                f"SELECT {name}_text, {name}_utc, {name}_zoned FROM record WHERE ordinal = ?", (record,)
            ).fetchone()
            dates.setdefault(record, {})[name] = None if text is None else [text, utc, bool(zoned)]
    app = "SELECT a.name FROM record r JOIN app a ON a.id = r.app WHERE r.ordinal = ?"
    return {
        "states": {n: [bool(active), why] for n, active, why in rows("SELECT ordinal, active, reason FROM record")},
        "dates": dates,
        "apps": {record: rows(app, (record,)).fetchone()[0] for record in like["apps"]},
        "edges": dict(rows("SELECT older, newer FROM supersession WHERE until IS NULL")),
    }


def check(vault: Vault) -> None:
    """The tables are as the journal tells them, every act is whole, and the file is sound."""
    rows = vault.connection.execute
    found = told(vault)
    assert stands(vault, found) == found
    assert rows("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert rows("PRAGMA foreign_key_check").fetchall() == []
    last = "SELECT active FROM state_change WHERE record = r.ordinal ORDER BY id DESC LIMIT 1"
    assert rows(f"SELECT ordinal FROM record r WHERE active <> coalesce(({last}), active)").fetchall() == []
    for number, kind, undone in rows("SELECT id, kind, undone FROM act").fetchall():
        steps = rows("SELECT count(*), max(number) FROM step WHERE act = ?", (number,)).fetchone()
        assert steps[0] == steps[1], f"act {number} lacks a step"
        assert steps[0] > 0
        if kind == "do":
            taken_back = rows("SELECT count(*) FROM act WHERE of = ?", (number,)).fetchone()[0]
            assert taken_back % 2 == undone, f"act {number} is marked otherwise than its undos say"
