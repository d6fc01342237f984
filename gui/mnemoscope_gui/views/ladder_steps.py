"""Where a key leads in the ladder (pure): up and down the rows or a rail, and across from one to the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt

from mnemoscope.records import Channel, RecordId
from mnemoscope_gui.views.ladder_content import LadderContent

_PAGE = 10
_ACROSS = {
    (Qt.Key.Key_Left, None): Channel.VECTOR,
    (Qt.Key.Key_Right, None): Channel.LEXICAL,
    (Qt.Key.Key_Right, Channel.VECTOR): None,
    (Qt.Key.Key_Left, Channel.LEXICAL): None,
}


@dataclass(frozen=True, slots=True)
class Stand:
    """Which record, and whether among the rows (``None``) or on a channel's rail."""

    channel: Channel | None = None
    id: RecordId | None = None


def step(shown: LadderContent, stand: Stand, key: int) -> Stand | None:
    """Where the key leads; ``None`` where it leads out of the ladder, the same place where it leads nowhere."""
    pressed = Qt.Key(key)
    if (pressed, stand.channel) in _ACROSS:
        return _across(shown, stand, _ACROSS[pressed, stand.channel])
    ids = _ids(shown, stand.channel)
    if not ids:
        return stand
    if stand.id not in ids:
        return Stand(stand.channel, ids[0])
    at = ids.index(stand.id)
    if pressed == Qt.Key.Key_Up and at == 0:
        return None
    to = {
        Qt.Key.Key_Up: at - 1,
        Qt.Key.Key_Down: at + 1,
        Qt.Key.Key_PageUp: at - _PAGE,
        Qt.Key.Key_PageDown: at + _PAGE,
        Qt.Key.Key_Home: 0,
        Qt.Key.Key_End: len(ids) - 1,
    }.get(pressed, at)
    return Stand(stand.channel, ids[min(max(to, 0), len(ids) - 1)])


def _ids(shown: LadderContent, channel: Channel | None) -> Sequence[RecordId]:
    if channel is None:
        return [row.hit.id for row in shown.rows[: shown.served + shown.below]]
    rail = shown.rails.get(channel)
    return [mark.id for mark in rail.marks] if rail else []


def _across(shown: LadderContent, stand: Stand, channel: Channel | None) -> Stand:
    """The same record over there where it has a place, else the first one."""
    ids = _ids(shown, channel)
    if not ids:
        return stand
    return Stand(channel, stand.id if stand.id in ids else ids[0])
