"""A plan laid over the packed columns: what they would be after an act that nobody has done.

What the act would refuse of its supersessions is refused here in the same sentence: what cannot be has no impact.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from mnemoscope import checks, curation, reading
from mnemoscope.columns import FOREVER, Columns
from mnemoscope.errors import Refused
from mnemoscope.plans import Plan
from mnemoscope.records import RecordId

# The session that a moved record would be of; NULL where that is not made yet.
_SESSIONS = """
SELECT r.ordinal, o.id, s.format, s.key FROM record r JOIN session s ON s.id = r.session
LEFT JOIN session o ON o.app = ? AND o.format = s.format AND o.key = s.key
WHERE r.ordinal IN (SELECT value FROM json_each(?))
"""


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

    Its parts are taken one after the other, supersessions last, removed before drawn. Raises ``NoSuchRecord``, and
    ``Refused`` for a supersession that cannot be drawn or removed.
    """
    numbers = _ordinals(connection, plan)
    active, until, superseded = columns.active.copy(), columns.until.copy(), columns.superseded.copy()
    active[[numbers[id] for id in plan.deactivate]] = False
    active[[numbers[id] for id in plan.restore]] = True
    for id, moment in plan.expire.items():
        until[numbers[id]] = FOREVER if moment is None else moment
    changed = replace(columns, active=active, until=until, superseded=superseded)
    if plan.move:
        changed = _moved(connection, changed, {numbers[id]: app for id, app in plan.move.items()})
    drawn = _edges(connection, changed, plan, numbers)
    for older, newer in drawn.items():
        superseded[older] = newer is not None
    return Overlay(changed, drawn)


def _ordinals(connection: sqlite3.Connection, plan: Plan) -> dict[RecordId, int]:
    """Ordinals of every record that the plan names. Raises ``NoSuchRecord``."""
    pairs = (id for pair in (*plan.supersede, *plan.unsupersede) for id in pair)
    wanted = list(dict.fromkeys((*plan.deactivate, *plan.restore, *pairs, *plan.expire, *plan.move)))
    return dict(zip(wanted, reading.ordinals(connection, wanted), strict=True))


def _moved(connection: sqlite3.Connection, columns: Columns, targets: Mapping[int, str]) -> Columns:
    """The columns with records in other apps, each in the session of the same format and key there.

    What supersessions link moves along, as in the act. Apps and sessions that are not made yet get numbers below 0.
    """
    app, session = columns.app.copy(), columns.session.copy()
    known = dict(connection.execute("SELECT name, id FROM app").fetchall())
    apps = {name: -1 - place for place, name in enumerate(dict.fromkeys(targets.values())) if name not in known}
    sessions: dict[tuple[int, str, str], int] = {}
    for name in dict.fromkeys(targets.values()):
        number = apps[name] if name in apps else known[name]
        moving = curation.linked(connection, [record for record, target in targets.items() if target == name])
        for record, there, *key in connection.execute(_SESSIONS, (number, json.dumps(moving))).fetchall():
            app[record] = number
            session[record] = sessions.setdefault((number, *key), -1 - len(sessions)) if there is None else there
    return replace(columns, app=app, session=session, planned_apps=apps)


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
        for id in (new, old):
            if id not in plan.restore:
                curation.check_active(connection, numbers[id])
        standing = _newer(connection, drawn, older)
        if standing is not None:
            raise _refused(connection, "second", old, columns.id(standing))
        if columns.app[older] != columns.app[newer]:
            apps = [_app(connection, columns, number) for number in (older, newer)]
            raise _refused(connection, "apps", old, new, older_app=apps[0], newer_app=apps[1])
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
