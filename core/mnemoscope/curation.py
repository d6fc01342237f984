"""Curation: deactivate, restore, supersede, date, move, and taking acts back.

Each function is one act in one transaction, whole or absent. ``progress`` is called while an act on many records is
prepared and once before it is final; until then it can be cancelled, and nothing is changed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from mnemoscope import journal
from mnemoscope.errors import NoSuchRecord, Refused
from mnemoscope.journal import Writing, redo, redoable, revert, undo, undoable
from mnemoscope.messages import Message, message
from mnemoscope.progress import Progress, silent
from mnemoscope.reading import ordinal, ordinals, shortest
from mnemoscope.records import KEEP, Changes, Keep, When
from mnemoscope.texts import clean
from mnemoscope.times import day_of, local
from mnemoscope.vault import Vault

__all__ = [
    "KEEP", "check_active", "deactivate", "linked", "move", "named", "redo", "redoable", "restore", "revert",
    "set_dates", "supersede", "supersede_all", "undo", "undoable", "unsupersede",
]  # fmt: skip

_INACTIVE = "SELECT ordinal FROM record WHERE NOT active AND ordinal IN (SELECT value FROM json_each(?)) LIMIT 1"
_COUNT = "SELECT count(*) FROM record WHERE ordinal IN (SELECT value FROM json_each(?))"
_LINKED = """
WITH RECURSIVE linked (ordinal) AS (
    SELECT value FROM json_each(?)
    UNION SELECT e.newer FROM linked l JOIN supersession e ON e.older = l.ordinal WHERE e.until IS NULL
    UNION SELECT e.older FROM linked l JOIN supersession e ON e.newer = l.ordinal WHERE e.until IS NULL
) SELECT ordinal FROM linked
"""
_SWITCHED_OFF = """
SELECT a.id, a.message, a.parameters, a.actor, a.at FROM state_change c JOIN act a ON a.id = c.act
WHERE c.record = ? ORDER BY c.id DESC LIMIT 1
"""


def deactivate(vault: Vault, ids: Sequence[str], reason: str = "", progress: Progress = silent) -> Changes:
    """Take records out of every recall. Raises ``NoSuchRecord``, and ``Refused`` where all are inactive already."""
    return _set_states(vault, ids, False, reason, progress)


def restore(vault: Vault, ids: Sequence[str], progress: Progress = silent) -> Changes:
    """Make deactivated records active again. Raises ``NoSuchRecord``, and ``Refused`` where all are active already."""
    return _set_states(vault, ids, True, "", progress)


def set_dates(
    vault: Vault,
    ids: Sequence[str],
    *,
    valid_until: When | Keep | None = KEEP,
    review_after: When | Keep | None = KEEP,
    progress: Progress = silent,
) -> Changes:
    """Say until when records are valid, and when to look at them again; ``None`` removes a date.

    Raises ``NoSuchRecord``, and ``Refused`` where all have these dates already.
    """
    dates = {
        name: (date.text, date.utc, date.zoned) if date else None
        for name, date in (("valid_until", valid_until), ("review_after", review_after))
        if date is not KEEP
    }
    said = [
        *([] if valid_until is KEEP else [_said("dates.valid_until", "dates.valid_for_ever", valid_until)]),
        *([] if review_after is KEEP else [_said("dates.review_after", "dates.no_review", review_after)]),
    ]
    if not dates:
        raise Refused("dates.nothing")
    what = said[0] if len(said) == 1 else message("dates.both", first=said[0], second=said[1])
    numbers = _chosen(vault, ids, progress)
    with journal.act(vault, message("act.dates", count=len(numbers))) as act:
        _check_existing(act.connection, numbers)
        changed = act.set_dates(numbers, dates)
        _name_act(act, changed or numbers, "act.dates" if changed else "dates.already", dates=what)
        progress(len(ids), len(ids))
    return act.changes


def move(vault: Vault, ids: Sequence[str], app: str, progress: Progress = silent) -> Changes:
    """Move records to another app, which is made where it is new; their ids stay.

    A supersession stays in one app, so what it links to them moves along, and the label says how many. Raises
    ``NoSuchRecord``, and ``Refused`` for no app and where all are there already.
    """
    app = named(app)
    numbers = _chosen(vault, ids, progress)
    with journal.act(vault, message("act.move", count=len(numbers))) as act:
        _check_existing(act.connection, numbers)
        moved = act.set_app(linked(act.connection, numbers), app)
        chosen = list(set(numbers) & set(moved))
        label = ("act.move_linked" if len(moved) > len(chosen) else "act.move") if moved else "move.already"
        _name_act(act, chosen or numbers, label, app=app, linked=len(moved) - len(chosen))
        progress(len(ids), len(ids))
    return act.changes


def named(app: str) -> str:
    """The name of an app as it is stored. Raises ``Refused`` for none."""
    name = clean(app).strip()
    if not name:
        raise Refused("move.no_app")
    return name


def supersede(vault: Vault, older: str, newer: str, reason: str = "") -> Changes:
    """The newer record takes the older one's place in every recall. Raises what ``supersede_all`` raises."""
    return supersede_all(vault, (older,), newer, reason)


def supersede_all(vault: Vault, olders: Sequence[str], newer: str, reason: str = "") -> Changes:
    """One newer record takes the place of several older ones: one act, all of it or nothing.

    Raises ``NoSuchRecord``, and ``Refused`` for a record and itself, for two apps, for a cycle, where an older one has
    a newer already, and where one of them is inactive: superseded by that, both would be gone from every recall.
    """
    reason = clean(reason)
    old = _chosen(vault, olders, silent)
    with journal.act(vault, message("act.supersede")) as act:
        new = ordinal(act.connection, newer)
        _check_existing(act.connection, old)
        if new in old:
            raise Refused("supersede.self")
        for (number,) in act.connection.execute(_INACTIVE, (json.dumps([new, *old]),)).fetchall():
            check_active(act.connection, number)
        for number in old:
            act.set_edge(number, new, True, reason)
        names = {"older": _name(act.connection, old[0]), "newer": _name(act.connection, new)}
        act.label = message("act.supersede", **names)
        if len(old) > 1:
            act.label = message("act.supersede_all", count=len(old), newer=names["newer"])
    return act.changes


def unsupersede(vault: Vault, older: str, newer: str) -> Changes:
    """Remove a supersession: the older record is itself again. Raises ``Refused`` where there is none."""
    with journal.act(vault, message("act.unsupersede")) as act:
        old, new = ordinal(act.connection, older), ordinal(act.connection, newer)
        names = {"older": _name(act.connection, old), "newer": _name(act.connection, new)}
        if not act.remove_edge(old, new):
            raise Refused("supersede.none", **names)
        act.label = message("act.unsupersede", **names)
    return act.changes


def linked(connection: sqlite3.Connection, records: Sequence[int]) -> list[int]:
    """Records with everything that standing supersessions link to them: they are of one app."""
    return [row[0] for row in connection.execute(_LINKED, (json.dumps(list(records)),))]


def check_active(connection: sqlite3.Connection, record: int) -> None:
    """Raises ``Refused`` for an inactive record, and says who switched it off."""
    if connection.execute("SELECT active FROM record WHERE ordinal = ?", (record,)).fetchone()[0]:
        return
    name = _name(connection, record)
    by = connection.execute(_SWITCHED_OFF, (record,)).fetchone()
    if by is None:
        raise Refused("supersede.inactive", record=name)
    number, id, parameters, actor, at = by
    act = Message.from_row(id, parameters)
    raise Refused("supersede.switched_off", record=name, number=number, act=act, actor=actor, at=local(at))


def _set_states(vault: Vault, ids: Sequence[str], active: bool, reason: str, progress: Progress) -> Changes:
    verb = "restore" if active else "deactivate"
    reason = clean(reason)
    numbers = _chosen(vault, ids, progress)
    marks = {"active": active, "records": json.dumps(numbers)}
    with journal.act(vault, message(f"act.{verb}", count=len(numbers))) as act:
        _check_existing(act.connection, numbers)
        rows = act.connection.execute(
            "SELECT ordinal FROM record WHERE active <> :active AND ordinal IN (SELECT value FROM json_each(:records))",
            marks,
        )
        changed = act.set_states([row[0] for row in rows], active, reason)  # not those that were so for another reason
        _name_act(act, changed or numbers, f"act.{verb}" if changed else f"{verb}.already")
        progress(len(ids), len(ids))
    return act.changes


def _chosen(vault: Vault, ids: Sequence[str], progress: Progress) -> list[int]:
    if not ids:
        raise Refused("act.none_chosen")
    with vault.reading() as connection:
        return ordinals(connection, ids, progress)


def _check_existing(connection: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Raises ``NoSuchRecord`` where one was forgotten since it was looked up."""
    count = connection.execute(_COUNT, (json.dumps(numbers),)).fetchone()[0]
    if count < len(numbers):
        raise NoSuchRecord("record.gone", count=len(numbers) - count)


def _name_act(act: Writing, records: Sequence[int], id: str, **parameters: object) -> None:
    """Give the act its sentence, or raise it as ``Refused`` where the act changed nothing."""
    label = message(id, count=len(records), record=_name(act.connection, records[0]), **parameters)
    if act.changes.act is None:
        raise Refused(label.id, **label.parameters)
    act.label = label


def _said(given: str, removed: str, date: When | None) -> Message:
    return message(given, day=day_of(date)) if date else message(removed)


def _name(connection: sqlite3.Connection, record: int) -> str:
    row = connection.execute("SELECT id FROM record WHERE ordinal = ?", (record,)).fetchone()
    return shortest(connection, row[0].hex())
