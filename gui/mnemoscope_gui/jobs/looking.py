"""One record: everything that the inspector shows, or a glance."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import cast

from mnemoscope import reading
from mnemoscope.errors import NoSuchRecord
from mnemoscope.progress import Progress
from mnemoscope.recall import Recalled
from mnemoscope.records import Record, RecordId
from mnemoscope.vault import Vault
from mnemoscope.why import why
from mnemoscope_gui.jobs import xray
from mnemoscope_gui.values import Answer, Detail

_HISTORY = 50
_REACH = 100
"""Records of its session that are shown before and after a record: some sessions hold a hundred thousand."""


def look_at(answer: Answer | None, id: RecordId, xrayed: bool = False) -> Callable[[Vault, Progress], Detail]:
    """Everything the inspector shows of a record, under this answer; and its words under the X-ray where asked for."""

    def job(vault: Vault, progress: Progress) -> Detail:
        chain = reading.chain(vault, id)
        record = reading.record(vault, id)
        near = reading.surroundings(vault, id, _REACH)
        return Detail(
            record=record,
            short=reading.short_id(vault, id),
            explanation=why(vault, cast(Recalled, answer.recalled), id) if answer is not None else None,
            session=near.records,
            earlier=near.earlier,
            later=near.later,
            chain=chain,
            acts=reading.record_history(vault, id)[:_HISTORY],
            shorts={record.id: reading.short_id(vault, record.id) for record in chain},
            answer=answer,
            xray=xray.take(answer.recall.query.text, record.indexed_text, answer.terms) if answer and xrayed else None,
        )

    return job


def glance(id: RecordId) -> Callable[[Vault, Progress], Record | None]:
    """A record that the pointer rests on; ``None`` where it has been forgotten since."""

    def job(vault: Vault, progress: Progress) -> Record | None:
        with contextlib.suppress(NoSuchRecord):
            return reading.record(vault, id)
        return None

    return job
