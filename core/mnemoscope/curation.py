"""Curation: deactivate, restore, supersede, and taking acts back. Each function is one act in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from mnemoscope import journal
from mnemoscope.errors import Refused
from mnemoscope.journal import redo, redoable, undo, undoable
from mnemoscope.messages import message
from mnemoscope.reading import ordinal, shortest
from mnemoscope.records import Changes
from mnemoscope.texts import clean
from mnemoscope.vault import Vault

__all__ = ["deactivate", "redo", "redoable", "restore", "supersede", "undo", "undoable", "unsupersede"]


def deactivate(vault: Vault, ids: Sequence[str], reason: str = "") -> Changes:
    """Take records out of every recall. Raises ``NoSuchRecord``, and ``Refused`` where all are inactive already."""
    return _set_states(vault, ids, False, reason)


def restore(vault: Vault, ids: Sequence[str]) -> Changes:
    """Make deactivated records active again. Raises ``NoSuchRecord``, and ``Refused`` where all are active already."""
    return _set_states(vault, ids, True, "")


def supersede(vault: Vault, older: str, newer: str, reason: str = "") -> Changes:
    """The newer record takes the older one's place in every recall.

    Raises ``Refused`` for a record and itself, for two apps, for a cycle, and where the older one has a newer already.
    """
    with vault.reading() as connection:
        names = {"older": _name(connection, older), "newer": _name(connection, newer)}
    reason = clean(reason)
    with journal.act(vault, message("act.supersede", **names)) as act:
        old, new = ordinal(act.connection, older), ordinal(act.connection, newer)
        if old == new:
            raise Refused("supersede.self")
        apps = [
            act.connection.execute(
                "SELECT a.name FROM record r JOIN app a ON a.id = r.app WHERE r.ordinal = ?", (number,)
            ).fetchone()[0]
            for number in (old, new)
        ]
        if apps[0] != apps[1]:
            raise Refused("supersede.apps", **names, older_app=apps[0], newer_app=apps[1])
        act.set_edge(old, new, True, reason)
    return act.changes


def unsupersede(vault: Vault, older: str, newer: str) -> Changes:
    """Remove a supersession: the older record is itself again. Raises ``Refused`` where there is none."""
    with vault.reading() as connection:
        names = {"older": _name(connection, older), "newer": _name(connection, newer)}
    with journal.act(vault, message("act.unsupersede", **names)) as act:
        old, new = ordinal(act.connection, older), ordinal(act.connection, newer)
        row = act.connection.execute(
            "SELECT reason FROM supersession WHERE older = ? AND newer = ? AND until IS NULL", (old, new)
        ).fetchone()
        if row is None:
            raise Refused("supersede.none", **names)
        act.set_edge(old, new, False, row[0])  # drawn anew by undo, it stands from then on: its gap stays in the past
    return act.changes


def _set_states(vault: Vault, ids: Sequence[str], active: bool, reason: str) -> Changes:
    verb = "restore" if active else "deactivate"
    with vault.reading() as connection:
        first = _name(connection, ids[0])
        changing = [id for id in dict.fromkeys(ids) if _active(connection, ordinal(connection, id)) is not active]
        if len(changing) == 1:
            first = _name(connection, changing[0])
    reason = clean(reason)
    label = message(f"act.{verb}", count=len(changing), record=first)
    with journal.act(vault, label) as act:
        for number in (ordinal(act.connection, id) for id in changing):
            if _active(act.connection, number) is not active:  # another process may have been faster
                act.set_state(number, active, reason)
        if act.changes.act is None:
            raise Refused(f"{verb}.already", count=len(ids), record=first)
    return act.changes


def _active(connection: sqlite3.Connection, record: int) -> bool:
    return bool(connection.execute("SELECT active FROM record WHERE ordinal = ?", (record,)).fetchone()[0])


def _name(connection: sqlite3.Connection, id: str) -> str:
    row = connection.execute("SELECT id FROM record WHERE ordinal = ?", (ordinal(connection, id),)).fetchone()
    return shortest(connection, row[0].hex())
