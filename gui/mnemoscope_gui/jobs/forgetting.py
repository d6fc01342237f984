"""Forgetting: what would be gone, the act itself, and what is left of an earlier one."""

from __future__ import annotations

from collections.abc import Callable

from mnemoscope import forgetting
from mnemoscope.forgetting import Losses
from mnemoscope.progress import Progress
from mnemoscope.records import RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs import acts
from mnemoscope_gui.values import Done, Erased


def preview(ids: tuple[RecordId, ...]) -> Callable[[Vault, Progress], Losses]:
    """What would be gone."""
    return lambda vault, progress: forgetting.preview(vault, ids, progress)


def forget(ids: tuple[RecordId, ...], shown: tuple[RecordId, ...]) -> Callable[[Vault, Progress], Erased]:
    """Take records out of the vault, and look whether their bytes are gone."""

    def job(vault: Vault, progress: Progress) -> Erased:
        done = forgetting.forget(vault, ids, progress)
        gone = frozenset(ids)
        left = acts.read(vault, tuple(id for id in shown if id not in gone))
        return Erased(Done(done.changes, left, forgotten=gone), done.sentences, done.waiting, len(done.returned))

    return job
