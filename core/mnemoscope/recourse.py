"""What can be done about an act of the history now: undone, reverted, or not any more, and why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from mnemoscope import journal, reading
from mnemoscope.records import Act
from mnemoscope.vault import Vault


class Way(StrEnum):
    """What can be done."""

    UNDO = "undo"
    """It is what ``undo`` takes back: the last act of this actor."""
    REVERT = "revert"
    UNDONE = "undone"
    """It was taken back."""
    BUILT_ON = "built_on"
    """A later act touched the same records."""
    FORGOTTEN = "forgotten"
    """A record of it was forgotten since."""
    FINAL = "final"
    """A forget: nothing brings it back."""
    NONE = "none"
    """An undo or a redo is itself taken back by redo or undo."""


@dataclass(frozen=True, slots=True)
class Recourse:
    """What can be done about one act."""

    way: Way
    by: Act | None = None
    """The later act that is in the way."""


def recourses(vault: Vault, numbers: Iterable[int]) -> dict[int, Recourse]:
    """What this actor can do about these acts; one that is not in the history is left out."""
    with vault.reading() as connection:
        acts = reading.acts(connection, numbers)
        last = journal.undoable(vault)
        found: dict[int, Recourse] = {}
        for number, act in acts.items():
            if act.kind != "do":
                found[number] = Recourse(Way.NONE)
            elif act.undone:
                found[number] = Recourse(Way.UNDONE)
            elif reading.forgets(connection, number):
                found[number] = Recourse(Way.FINAL)
            elif (later := journal.in_the_way(connection, number)) is not None:
                by, forgot = later
                found[number] = Recourse(Way.FORGOTTEN if forgot else Way.BUILT_ON, reading.act(connection, by))
            else:
                found[number] = Recourse(Way.UNDO if last and last.number == number else Way.REVERT)
    return found
