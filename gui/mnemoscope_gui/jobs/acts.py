"""The acts of a person, each in one transaction, and what could be reversed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from mnemoscope import curation, ingest, reading, records
from mnemoscope.errors import NoSuchRecord
from mnemoscope.ingest import Added
from mnemoscope.progress import Progress
from mnemoscope.records import Changes, Record, RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui.values import Done

Act = Callable[[Vault], Changes | Added]
LongAct = Callable[[Vault, Progress], Changes | Added]
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


def supersede(olders: Sequence[RecordId], newer: RecordId) -> Act:
    """Let the newer record take the place of the older ones, in one act."""
    if len(olders) == 1:
        return lambda vault: curation.supersede(vault, olders[0], newer)
    return lambda vault: curation.supersede_all(vault, olders, newer)


def unsupersede(older: RecordId, newer: RecordId) -> Act:
    """Let the older record be itself again."""
    return lambda vault: curation.unsupersede(vault, older, newer)


def edit(id: RecordId, text: str) -> Act:
    """A new record with this text that takes the place of one."""
    return lambda vault: ingest.edit(vault, id, text)


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
        outcome = what(vault, progress)
        changes, added = (outcome.changes, outcome.ids) if isinstance(outcome, Added) else (outcome, ())
        return Done(changes, read(vault, shown), added)

    return job


def read(vault: Vault, ids: tuple[RecordId, ...]) -> dict[RecordId, Record]:
    """Records as they are now, but those that somebody has forgotten."""
    found = {}
    for id in ids:
        with suppress(NoSuchRecord):
            found[id] = reading.record(vault, id)
    return found
