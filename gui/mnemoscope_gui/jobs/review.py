"""The review queue: searched, read, settled, and a candidate looked at closely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from mnemoscope import reading, recall_log, review, suggest
from mnemoscope.candidates import Answer, Candidate, Matter, Queue
from mnemoscope.plans import Plan
from mnemoscope.progress import Progress
from mnemoscope.records import RecordId
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs import acts
from mnemoscope_gui.values import Examined, Side


def search(vault: Vault, progress: Progress) -> int:
    """Look through the whole vault for candidates; returns how many there are."""
    return suggest.search(vault, progress)


def read_queue(vault: Vault, progress: Progress) -> Queue:
    """What is left, of every matter."""
    return review.queue(vault)


def settle(candidate: Candidate, answer: Answer, also: Sequence[RecordId]) -> acts.Act:
    """Carry a verdict out; ``also`` goes with what loses."""
    return lambda vault: review.settle(vault, candidate, answer, also)


def keeping(candidate: Candidate, kept: int) -> Candidate:
    """A group with the record in front that a person chose to stay; a pair tells it by its answer."""
    records = candidate.records
    if len(records) < 3 or not kept:
        return candidate
    return replace(candidate, records=(records[kept], *records[:kept], *records[kept + 1 :]))


def plan(candidate: Candidate, answer: Answer, also: Sequence[RecordId] = ()) -> Plan:
    """What a verdict would change; nothing is read for it."""
    return review.plan(candidate, answer, also)


def examine(candidate: Candidate) -> Callable[[Vault, Progress], Examined]:
    """Each record with its neighbours and the moments at which it was served, and the copies of those that may lose."""

    def job(vault: Vault, progress: Progress) -> Examined:
        ids = [record.id for record in candidate.records]
        served = recall_log.moments(vault, ids)
        sides = tuple(_side(vault, id, served[id]) for id in ids)
        copies = _copies(vault, candidate)
        named = {some.record.id for found in copies.values() for some in found} | {*ids}
        return Examined(candidate, sides, copies, {id: reading.short_id(vault, id) for id in named})

    return job


def _side(vault: Vault, id: RecordId, served: tuple[int, ...]) -> Side:
    near = reading.surroundings(vault, id, 1)
    at = next(place for place, some in enumerate(near.records) if some.id == id)
    before = near.records[at - 1] if at else None
    after = near.records[at + 1] if at + 1 < len(near.records) else None
    return Side(near.records[at], reading.short_id(vault, id), near.size, before, after, served)


def _copies(vault: Vault, candidate: Candidate) -> dict[RecordId, tuple[suggest.Copy, ...]]:
    """Not of a group of duplicates: its records are the copies."""
    ids = [record.id for record in candidate.records]
    if candidate.matter is Matter.DUPLICATE:
        return {}
    if len(ids) == 1:
        return {ids[0]: suggest.copies(vault, ids[0])}
    first, second = ids[:2]
    return {first: suggest.copies(vault, first, second), second: suggest.copies(vault, second, first)}
