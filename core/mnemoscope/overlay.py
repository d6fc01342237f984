"""A plan laid over the packed columns: what they would be after an act that nobody has done.

What the act would refuse of its supersessions is refused here in the same sentence: what cannot be has no impact.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from mnemoscope import checks, reading
from mnemoscope.columns import FOREVER, Columns
from mnemoscope.errors import NoSuchRecord, Refused
from mnemoscope.plans import Plan
from mnemoscope.records import RecordId

_ORDINALS = "SELECT id, ordinal FROM record WHERE id IN ({marks})"
_AT_ONCE = 500


@dataclass(frozen=True, slots=True, eq=False)
class Overlay:
    """The columns after the act, and the supersessions that it would draw or remove."""

    columns: Columns
    drawn: Mapping[int, int | None]
    """The newer ordinal of each older one it touches; ``None`` where the edge would be removed."""

    def newest(self, connection: sqlite3.Connection, ordinal: int) -> int:
        """The end of a record's chain after the act."""
        return checks.newest(ordinal, partial(_newer, connection, self.drawn))


def lay(connection: sqlite3.Connection, columns: Columns, plan: Plan) -> Overlay:
    """What a plan makes of the columns, inside the caller's read transaction.

    Its parts are taken in the order of its fields, but removed supersessions before drawn ones. Raises
    ``NoSuchRecord``, and ``Refused`` for a supersession that cannot be drawn or removed.
    """
    numbers = _ordinals(connection, plan)
    active, superseded = columns.active.copy(), columns.superseded.copy()
    until, app = columns.until.copy(), columns.app.copy()
    active[[numbers[id] for id in plan.deactivate]] = False
    active[[numbers[id] for id in plan.restore]] = True
    for id, moment in plan.expire.items():
        until[numbers[id]] = FOREVER if moment is None else moment
    known = dict(connection.execute("SELECT name, id FROM app").fetchall())
    made = {name: -1 - place for place, name in enumerate(dict.fromkeys(plan.move.values())) if name not in known}
    for id, name in plan.move.items():
        app[numbers[id]] = made[name] if name in made else known[name]
    changed = replace(columns, active=active, superseded=superseded, until=until, app=app, planned_apps=made)
    drawn = _edges(connection, changed, plan, numbers)
    for older, newer in drawn.items():
        superseded[older] = newer is not None
    return Overlay(changed, drawn)


def _ordinals(connection: sqlite3.Connection, plan: Plan) -> dict[RecordId, int]:
    """Ordinals of every record that the plan names. Raises ``NoSuchRecord``."""
    pairs = (id for pair in (*plan.supersede, *plan.unsupersede) for id in pair)
    wanted = list(dict.fromkeys((*plan.deactivate, *plan.restore, *pairs, *plan.expire, *plan.move)))
    found: dict[RecordId, int] = {}
    for some in _batches(wanted):
        query = _ORDINALS.format(marks=",".join("?" * len(some)))
        found.update((RecordId(id.hex()), number) for id, number in connection.execute(query, some))
    for id in wanted:
        if id not in found:
            raise NoSuchRecord("record.none", id=id)
    return found


def _batches(ids: Sequence[RecordId]) -> Iterator[list[bytes]]:
    for first in range(0, len(ids), _AT_ONCE):
        yield [bytes.fromhex(id) for id in ids[first : first + _AT_ONCE]]


# ---------------------------------------------------------------- supersessions


def _newer(connection: sqlite3.Connection, drawn: Mapping[int, int | None], ordinal: int) -> int | None:
    return drawn[ordinal] if ordinal in drawn else checks.newer(connection, ordinal)


def _edges(
    connection: sqlite3.Connection, columns: Columns, plan: Plan, numbers: Mapping[RecordId, int]
) -> dict[int, int | None]:
    """The newer of each older record that the plan touches. Raises ``Refused``."""
    drawn: dict[int, int | None] = {}
    for old, new in dict.fromkeys(plan.unsupersede):
        older, newer = numbers[old], numbers[new]
        if _newer(connection, drawn, older) != newer:
            raise _refused(connection, "none", old, new)
        drawn[older] = None
    for old, new in dict.fromkeys(plan.supersede):
        older, newer = numbers[old], numbers[new]
        if older == newer:
            raise Refused("supersede.self")
        if columns.app[older] != columns.app[newer]:
            apps = [_app(connection, columns, number) for number in (older, newer)]
            raise _refused(connection, "apps", old, new, older_app=apps[0], newer_app=apps[1])
        standing = _newer(connection, drawn, older)
        if standing is not None:
            raise _refused(connection, "second", old, columns.id(standing))
        if checks.newest(newer, partial(_newer, connection, drawn)) == older:  # which has no newer, as was just seen
            raise _refused(connection, "cycle", old, new)
        drawn[older] = newer
    return drawn


def _app(connection: sqlite3.Connection, columns: Columns, ordinal: int) -> str:
    names = {number: name for name, number in columns.planned_apps.items()}
    names.update(connection.execute("SELECT id, name FROM app").fetchall())
    return names[int(columns.app[ordinal])]


def _refused(connection: sqlite3.Connection, why: str, older: str, newer: str, **more: object) -> Refused:
    names = {"older": reading.shortest(connection, older), "newer": reading.shortest(connection, newer)}
    return Refused(f"supersede.{why}", **names, **more)
