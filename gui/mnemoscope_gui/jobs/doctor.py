"""The vault examined, and repaired where something derived is wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from mnemoscope import aside, reading
from mnemoscope.doctor import Diagnosis, Inspected
from mnemoscope.errors import VaultError
from mnemoscope.progress import Progress
from mnemoscope.records import RecordId
from mnemoscope.times import now
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs.lanes import Job
from mnemoscope_gui.values import Diagnosed, Named

Told = Callable[[Inspected], None]
_Work = Callable[[Vault, Progress, Told], Diagnosis]


def examine(told: Told) -> Job:
    """Look at everything, many records in a process of their own; ``told`` hears of each check, in the lane."""
    return _job(aside.examine, told)


def repair(told: Told) -> Job:
    """Make anew what is derived and wrong, and look at everything again."""
    return _job(aside.repair, told)


def _job(work: _Work, told: Told) -> Job:
    def job(vault: Vault, progress: Progress) -> Diagnosed:
        at, begun = now(), time.monotonic()
        diagnosis = work(vault, progress, told)
        return Diagnosed(diagnosis, _named(vault, diagnosis), at, time.monotonic() - begun)

    return job


def _named(vault: Vault, diagnosis: Diagnosis) -> Mapping[RecordId, Named]:
    """The records of the findings; in a damaged file, those that can be read."""
    ids = tuple(dict.fromkeys(id for finding in diagnosis.findings for id in finding.ids))
    if not ids:
        return {}
    try:
        with vault.reading() as connection:
            known = reading.existing(vault, ids)
            ordinals = reading.ordinals(connection, [id for id in ids if id in known])
            records = reading.by_ordinal(connection, ordinals).values()
            return {record.id: Named(record, reading.shortest(connection, record.id)) for record in records}
    except VaultError:
        return {}
