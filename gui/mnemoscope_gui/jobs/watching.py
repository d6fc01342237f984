"""How the open vault stands: its indexes, its file, and what others wrote to it."""

from __future__ import annotations

from mnemoscope import indexing, reading
from mnemoscope.progress import Progress
from mnemoscope.vault import Vault, Whereabouts
from mnemoscope_gui.values import Health, News


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


def last_act(vault: Vault, progress: Progress) -> int | None:
    """The number of the newest act."""
    latest = reading.history(vault, 1)
    return latest[0].number if latest else None


def news(vault: Vault, progress: Progress) -> News:
    """Whether another connection wrote; if so, the newest act and the health."""
    if not vault.changed():
        return News(False, None, None)
    latest = reading.history(vault, 1)
    return News(True, latest[0] if latest else None, health(vault, progress))
