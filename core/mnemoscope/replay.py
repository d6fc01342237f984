"""The vault as it was known: after an act or at a moment, and which act changed something.

Acts and states are replayed as the journal tells them; index and vectors are those of now. So a replay says what the
memory of then would bring back today, by the vault's model of today.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from mnemoscope.records import Known
from mnemoscope.vault import Vault

_LAST = "SELECT coalesce(max(id), 0) FROM act"
_BY = "SELECT coalesce(max(id), 0) FROM act WHERE at <= ?"
_AT = "SELECT at FROM act WHERE id = ?"
# An expectation and a verdict change no recall.
_CHANGING = "SELECT DISTINCT act FROM step WHERE act > ? AND expectation IS NULL AND verdict IS NULL ORDER BY act"
_TOUCHING = """
SELECT act FROM step WHERE (record = :record OR other = :record) AND act > :since
UNION SELECT act FROM step
WHERE kind = 'import' AND import = (SELECT import FROM record WHERE ordinal = :record) AND act > :since
"""

OWN_ACTS = 4
"""Acts on the record itself that are looked at where looking back found nothing."""


@dataclass(frozen=True, slots=True)
class Transition:
    """Where a statement about the vault ceased to be true. Both ``None``: it was not seen to be true in any replay."""

    act: int | None
    """The act after which it was not true any more."""
    since: int | None
    """The last act after which it was true, where no later act ended it: time passed, or what is derived changed."""


def known_at(vault: Vault, moment: int) -> Known:
    """What the vault had been told by a moment: with it a ``Query`` sees what an assistant saw then."""
    with vault.reading() as connection:
        return Known(int(connection.execute(_BY, (moment,)).fetchone()[0]), moment)


def known_after(connection: sqlite3.Connection, act: int) -> Known:
    """What the vault had been told right after an act; act 0 is an empty vault."""
    row = connection.execute(_AT, (act,)).fetchone()
    return Known(act, int(row[0]) if row else 0)


def last_act(connection: sqlite3.Connection) -> int:
    """Number of the last act, 0 before the first."""
    return int(connection.execute(_LAST).fetchone()[0])


def transition(
    connection: sqlite3.Connection, since: int, holds: Callable[[int], bool], record: int | None = None
) -> Transition:
    """The act since ``since`` (0: ever) that ended what ``holds`` says of the vault after an act.

    Looks back from the latest act in growing steps, then at the acts on ``record``, then bisects: about 2 log2(acts)
    replays. Of several transitions it finds a late one; what it names is one in any case: it held before that act,
    and did not after it.
    """
    acts = [since, *(row[0] for row in connection.execute(_CHANGING, (since,)))]
    looked_at: dict[int, bool] = {}

    def at(place: int) -> bool:
        if place not in looked_at:
            looked_at[place] = acts[place] > 0 and holds(acts[place])
        return looked_at[place]

    places = chain(_backwards(len(acts)), _around(connection, acts, record))
    held = next((place for place in places if at(place)), None)
    if held is None:
        return Transition(None, None)
    # After the last act it may hold still: what fails is the present.
    failing = min((place for place in looked_at if place > held), default=len(acts))
    while failing - held > 1:
        middle = (held + failing) // 2
        held, failing = (middle, failing) if at(middle) else (held, middle)
    return Transition(acts[failing], None) if failing < len(acts) else Transition(None, acts[held])


def _backwards(size: int) -> Iterator[int]:
    """The last place, the one before it, then steps that double, down to the first."""
    step = 1
    while step < size:
        yield size - step
        step *= 2
    yield 0


def _around(connection: sqlite3.Connection, acts: Sequence[int], record: int | None) -> Iterator[int]:
    """The latest places of acts on a record, each with the one before it, and when it came."""
    touching = {row[0] for row in connection.execute(_TOUCHING, {"record": record, "since": acts[0]})}
    latest = [place for place in range(len(acts) - 1, 0, -1) if acts[place] in touching]
    for place in (*latest[:OWN_ACTS], *latest[-1:]):
        yield place
        yield place - 1
