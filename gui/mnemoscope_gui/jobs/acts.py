"""The acts of a person, each in one transaction, and what could be reversed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from mnemoscope import curation, reading, records
from mnemoscope.errors import NoSuchRecord
from mnemoscope.progress import Progress
from mnemoscope.records import Changes, Record, RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui.values import Done

Act = Callable[[Vault], Changes]
LongAct = Callable[[Vault, Progress], Changes]
"""One that tells how far it is, and can be stopped until it is done."""


def deactivate(id: RecordId, reason: str) -> Act:
    """Switch a record off."""
    return lambda vault: curation.deactivate(vault, [id], reason)


def restore(record: Record) -> Act:
    """Bring a record back: switch it on, or remove what replaces it."""
    if not record.active:
        return lambda vault: curation.restore(vault, [record.id])
    newer = record.superseded_by or record.id
    return lambda vault: curation.unsupersede(vault, record.id, newer)


def supersede(older: RecordId, newer: RecordId) -> Act:
    """Let the newer record take the older one's place."""
    return lambda vault: curation.supersede(vault, older, newer)


def undo(vault: Vault) -> Changes:
    """Take back this window's last act."""
    return curation.undo(vault)


def redo(vault: Vault) -> Changes:
    """Do again what was taken back."""
    return curation.redo(vault)


def reversible(vault: Vault, progress: Progress) -> tuple[records.Act | None, records.Act | None]:
    """What ``undo`` would take back, and what ``redo`` would do again."""
    return curation.undoable(vault), curation.redoable(vault)


def act(what: Act, shown: tuple[RecordId, ...]) -> Callable[[Vault, Progress], Done]:
    """The act, and the records on show as they are after it."""

    return long_act(lambda vault, progress: what(vault), shown)


def long_act(what: LongAct, shown: tuple[RecordId, ...]) -> Callable[[Vault, Progress], Done]:
    """The same of an act that takes a while."""

    def job(vault: Vault, progress: Progress) -> Done:
        changes = what(vault, progress)
        return Done(changes, read(vault, shown))

    return job


def read(vault: Vault, ids: tuple[RecordId, ...]) -> dict[RecordId, Record]:
    """Records as they are now, but those that somebody has forgotten."""
    found = {}
    for id in ids:
        with suppress(NoSuchRecord):
            found[id] = reading.record(vault, id)
    return found
