"""How the open vault stands: its indexes, its file, and what others wrote to it."""

from __future__ import annotations

from collections.abc import Callable

from mnemoscope import indexing, reading
from mnemoscope.progress import Progress
from mnemoscope.records import Act
from mnemoscope.vault import Vault, Whereabouts
from mnemoscope_gui.values import Health, News, Opened


def health(vault: Vault, progress: Progress) -> Health:
    """How complete the indexes are, and which apps there are."""
    state, stats = indexing.status(vault), reading.stats(vault)
    return Health(
        records=stats.records,
        sessions=stats.sessions,
        apps=reading.apps(vault),
        model=state.model or "",
        embedded=state.embedded,
        to_embed=state.unembedded,
        words_missing=state.records - state.indexed,
    )


def whereabouts(vault: Vault, progress: Progress) -> Whereabouts:
    """Whether the vault's file is still there."""
    return vault.whereabouts()


def opening(vault: Vault, progress: Progress) -> Opened:
    """The health of a vault that has just been opened, and its newest act."""
    return Opened(health(vault, progress), _last_act(vault))


def since(last: int | None) -> Callable[[Vault, Progress], News]:
    """What was done since that act: the first look, whose connection is opened later than the vault."""

    def look(vault: Vault, progress: Progress) -> News:
        act = _last_act(vault)
        if act is None or act.number == last:
            return News(False, None, None)
        return News(True, act, health(vault, progress))

    return look


def news(vault: Vault, progress: Progress) -> News:
    """Whether another connection wrote; if so, the newest act and the health."""
    if not vault.changed():
        return News(False, None, None)
    return News(True, _last_act(vault), health(vault, progress))


def _last_act(vault: Vault) -> Act | None:
    latest = reading.history(vault, 1)
    return latest[0] if latest else None
