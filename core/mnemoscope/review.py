"""The review queue: what the last search found and nobody has settled, and a verdict carried out in one act."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from mnemoscope import journal, recall_log, suggest
from mnemoscope.candidates import Answer, Candidate, Ground, Matter, Queue
from mnemoscope.errors import Refused
from mnemoscope.messages import Message, message
from mnemoscope.plans import Plan
from mnemoscope.reading import by_ordinal, ordinal, shortest
from mnemoscope.records import Changes, Record, RecordId
from mnemoscope.suggest import grounds, stale
from mnemoscope.texts import clean
from mnemoscope.times import now
from mnemoscope.vault import Vault

_CANDIDATES = "SELECT matter, ordinals, grounds, score FROM candidate"
_VERDICTS = """
SELECT f.id, s.id, v.question, v.answer, v.at, v.id FROM verdict v
JOIN record f ON f.ordinal = v.first JOIN record s ON s.ordinal = v.second
"""
_IS_NOW = """
SELECT r.active, n.id FROM record r
LEFT JOIN supersession e ON e.older = r.ordinal AND e.until IS NULL LEFT JOIN record n ON n.ordinal = e.newer
WHERE r.ordinal = ?
"""
_KEEPING = {Answer.KEEP_FIRST: 0, Answer.KEEP_SECOND: 1}
_OF_PAIRS = frozenset([*_KEEPING, Answer.BOTH_TRUE, Answer.NOT_THE_SAME, Answer.LATER])
_OF_ONE = frozenset([Answer.DEACTIVATE, Answer.RESTORE, Answer.BOTH_TRUE, Answer.LATER])


class _Said(NamedTuple):
    """What was said, when, and which of two that were said within a millisecond came later."""

    answer: Answer
    at: int
    number: int

    @property
    def when(self) -> tuple[int, int]:
        return self.at, self.number


Verdicts = Mapping[tuple[frozenset[str], str], _Said]
"""What was said of two records, or of one, to a question."""


# ---------------------------------------------------------------- the queue


@dataclass(frozen=True, slots=True)
class _Row:
    """A candidate of the last search with what stands of it."""

    matter: Matter
    ordinals: tuple[int, ...]
    grounds: tuple[Ground, ...]
    score: float
    settled_at: int | None = None
    put_off: tuple[int, int] | None = None
    """When, as ``_Said.when``."""


def queue(vault: Vault, matters: Collection[Matter] = tuple(Matter)) -> Queue:
    """What is left to look at, the records served most first, what was put off last."""
    with vault.reading() as connection:
        verdicts = {
            (frozenset([first.hex(), second.hex()]), question): _Said(Answer(answer), at, number)
            for first, second, question, answer, at, number in connection.execute(_VERDICTS)
        }
        stored = [row for row in connection.execute(_CANDIDATES).fetchall() if Matter(row[0]) in matters]
        held = by_ordinal(connection, {number for row in stored for number in json.loads(row[1])})
        orphans = {older: id.hex() for older, _, id, _ in connection.execute(stale.ORPHANED)}
        rows = [_row(row, held, verdicts, orphans) for row in stored]
        left = _asked_once([row for row in rows if row.settled_at is None])
        shorts = {
            held[number].id: shortest(connection, held[number].id)
            for number in {number for row in left for number in row.ordinals}
        }
        searched = vault.setting(suggest.SEARCHED)
    served = recall_log.served(vault).times
    candidates = sorted(
        ((_candidate(row, held, served), row) for row in left),
        key=lambda both: (both[1].put_off or (0, 0), -both[0].served, -both[0].score, both[0].key),
    )
    settled = [row.settled_at for row in _asked_once(rows) if row.settled_at is not None]
    return Queue(
        tuple(candidate for candidate, _ in candidates),
        len(settled),
        max(settled, default=None),
        int(searched) if searched else None,
        shorts,
    )


def _row(
    row: tuple[str, str, str, float],
    held: Mapping[int, Record],
    verdicts: Verdicts,
    orphans: Mapping[int, str],
) -> _Row:
    found = _Row(Matter(row[0]), tuple(json.loads(row[1])), grounds.restored(row[2]), row[3])
    return _one(found, held, verdicts, orphans) if found.matter is Matter.STALE else _several(found, held, verdicts)


def _still_holds(ground: Ground, record: Record, orphaned_by: str | None) -> bool:
    """Whether an act since the search has not taken a reason away."""
    match ground.kind:
        case "orphaned":
            return ground.said.parameters.get("newer_id") == orphaned_by
        case "expired":
            return record.is_expired(now())
        case "review_due":
            return record.review_after is not None and record.review_after.utc <= now()
    return True


def _one(row: _Row, held: Mapping[int, Record], verdicts: Verdicts, orphans: Mapping[int, str]) -> _Row:
    """One record with the reasons that still hold and that nobody has answered."""
    record = held.get(row.ordinals[0])
    if record is None:
        return replace(row, grounds=(), settled_at=0)
    why = tuple(some for some in row.grounds if _still_holds(some, record, orphans.get(row.ordinals[0])))
    answers = [_answer_to(ground, record, verdicts) for ground in why]
    still = [(g, some) for g, some in zip(why, answers, strict=True) if some is None or some.answer is Answer.LATER]
    open_ones = tuple(ground for ground, _ in still)
    settled = None
    if not record.active:
        settled = record.state_since
    elif record.superseded_by is not None and not any(ground.kind == "orphaned" for ground in open_ones):
        settled = record.superseded_since
    elif not open_ones:
        settled = max((some.at for some in answers if some), default=record.state_since)
    put_off = (
        None if any(some is None for _, some in still) else max((some.when for _, some in still if some), default=None)
    )
    return replace(row, grounds=open_ones if settled is None else why, settled_at=settled, put_off=put_off)


def _answer_to(ground: Ground, record: Record, verdicts: Verdicts) -> _Said | None:
    """What was said to one reason; a contradiction is also answered where the pair was."""
    own = verdicts.get((frozenset([record.id]), grounds.question(Matter.STALE, ground)))
    newer = ground.said.parameters.get("newer_id") if ground.kind == "contradicted" else None
    if own is None and isinstance(newer, str):
        pair = verdicts.get((frozenset([record.id, newer]), "pair"))
        return pair if pair is not None and pair.answer is not Answer.LATER else None
    return own


def _several(row: _Row, held: Mapping[int, Record], verdicts: Verdicts) -> _Row:
    """A pair or a group without what is inactive, superseded or moved away by now, and without what was told apart."""
    there = [number for number in row.ordinals if number in held and held[number].stands]
    apps = [held[number].app for number in there]
    app = max(apps, key=apps.count, default="")  # no supersession leads out of it
    there = [number for number in there if held[number].app == app]
    pairs = {pair: _said_of(pair, held, verdicts) for pair in combinations(there, 2)}
    open_pairs = [pair for pair, answer in pairs.items() if answer is None or answer.answer is Answer.LATER]
    kept = tuple(number for number in there if any(number in pair for pair in open_pairs))
    put_off = max((answer.when for pair in open_pairs if (answer := pairs[pair])), default=None)
    if not all(pairs[pair] for pair in open_pairs):
        put_off = None
    settled = None if len(kept) > 1 else max(_settled_times(row.ordinals, held, verdicts), default=0)
    return replace(row, ordinals=kept if settled is None else row.ordinals, settled_at=settled, put_off=put_off)


def _settled_times(ordinals: Sequence[int], held: Mapping[int, Record], verdicts: Verdicts) -> Iterable[int]:
    for number in ordinals:
        record = held.get(number)
        if record is not None and not record.active:
            yield record.state_since
        if record is not None and record.superseded_since is not None:
            yield record.superseded_since
    for pair in combinations(ordinals, 2):
        answer = _said_of(pair, held, verdicts)
        if answer is not None and answer.answer is not Answer.LATER:
            yield answer.at


def _said_of(pair: Iterable[int], held: Mapping[int, Record], verdicts: Verdicts) -> _Said | None:
    return verdicts.get((frozenset(held[number].id for number in pair if number in held), "pair"))


def _asked_once(rows: Sequence[_Row]) -> list[_Row]:
    """A record that is stale only because a newer one contradicts it is asked about with that one, where both are."""
    pairs = {row.ordinals[0] for row in rows if row.matter in {Matter.CONTRADICTION, Matter.SUPERSESSION}}
    return [
        row
        for row in rows
        if row.matter is not Matter.STALE
        or row.ordinals[0] not in pairs
        or any(ground.kind != "contradicted" for ground in row.grounds)
    ]


def _candidate(row: _Row, held: Mapping[int, Record], served: Mapping[RecordId, int]) -> Candidate:
    records = tuple(held[number] for number in row.ordinals)
    why = row.grounds
    if row.matter is Matter.DUPLICATE:  # the group may be smaller by now
        why = tuple(_recounted(ground, len(records)) for ground in why)
    times = sum(served.get(record.id, 0) for record in records)
    return Candidate(row.matter, records, why, row.score, times, row.put_off is not None)


def _recounted(ground: Ground, count: int) -> Ground:
    if ground.said.id not in {"ground.identical", "ground.wording"}:
        return ground
    return Ground(ground.kind, message(ground.said.id, count=count))


# ---------------------------------------------------------------- verdicts


def plan(candidate: Candidate, answer: Answer, also: Sequence[str] = ()) -> Plan:
    """What an answer would change; nothing for *both true*, *not the same* and *later*."""
    if answer is Answer.DEACTIVATE:
        return Plan(deactivate=tuple(RecordId(id) for id in (*(r.id for r in candidate.records), *also)))
    if answer is Answer.RESTORE:
        edges = ((record.id, record.superseded_by) for record in candidate.records)
        return Plan(unsupersede=tuple((older, newer) for older, newer in edges if newer is not None))
    if answer not in _KEEPING or candidate.matter is Matter.STALE:
        return Plan()
    kept = candidate.records[_KEEPING[answer]].id
    losing = dict.fromkeys([*(record.id for record in candidate.records if record.id != kept), *map(RecordId, also)])
    return Plan(supersede=tuple((id, kept) for id in losing if id != kept))


def settle(vault: Vault, candidate: Candidate, answer: Answer, also: Sequence[str] = (), reason: str = "") -> Changes:
    """Carry a verdict out in one act: what was said, and the supersession or deactivation that follows from it.

    ``also`` are copies that go with what loses. Raises ``NoSuchRecord``, and ``Refused`` where one of the records was
    deactivated or superseded meanwhile, or where it is no answer to what is asked.
    """
    is_stale = candidate.matter is Matter.STALE
    if answer not in (_OF_ONE if is_stale else _OF_PAIRS):
        raise Refused("review.unfitting")
    with vault.reading() as connection:
        also = [by_ordinal(connection, [number])[number].id for number in (ordinal(connection, id) for id in also)]
        shorts = {record.id: shortest(connection, record.id) for record in candidate.records}
    planned = plan(candidate, answer, also)
    if answer is Answer.RESTORE and not planned.unsupersede:
        raise Refused("review.unfitting")
    with journal.act(vault, _label(candidate, answer, planned, shorts)) as act:
        numbers = {id: ordinal(act.connection, id) for id in (*shorts, *also)}
        for id, number in numbers.items():
            _refuse_changed(act.connection, number, id, may_be_superseded=is_stale)
        own = [numbers[record.id] for record in candidate.records]
        _keep(act, candidate, own, answer)
        for older, newer in planned.supersede:
            act.set_edge(numbers[older], numbers[newer], True, clean(reason))
        for older, newer in planned.unsupersede:
            if not act.remove_edge(numbers[older], ordinal(act.connection, newer)):
                raise Refused("review.not_superseded", record=shorts[RecordId(older)])
        for id in planned.deactivate:
            act.set_state(numbers[id], False, clean(reason) or str(grounds.reason(candidate.grounds[0])))
    return act.changes


def _keep(act: journal.Writing, candidate: Candidate, own: Sequence[int], answer: Answer) -> None:
    """Keep what was said of each pair, or of each reason to doubt one record."""
    if candidate.matter is Matter.STALE:
        said = [(own[0], own[0], grounds.question(candidate.matter, ground)) for ground in candidate.grounds]
    else:
        said = [(one, two, "pair") for one, two in combinations(own, 2)]
    for first, second, question in said:
        if answer is Answer.LATER:  # again: it goes to the very end
            act.set_verdict(first, second, question, None)
        act.set_verdict(first, second, question, answer.value)


def _refuse_changed(connection: sqlite3.Connection, number: int, id: str, may_be_superseded: bool) -> None:
    active, newer = connection.execute(_IS_NOW, (number,)).fetchone()
    short = shortest(connection, id)
    if not active:
        raise Refused("review.inactive", record=short)
    if newer is not None and not may_be_superseded:
        raise Refused("review.superseded", record=short, newer=shortest(connection, newer.hex()))


def _label(candidate: Candidate, answer: Answer, planned: Plan, shorts: Mapping[RecordId, str]) -> Message:
    names = [shorts[record.id] for record in candidate.records]
    if planned.supersede:
        older, newer = planned.supersede[0]
        return message("act.review_supersede", count=len(planned.supersede), older=shorts[older], newer=shorts[newer])
    if planned.deactivate:
        return message("act.review_deactivate", count=len(planned.deactivate), record=names[0])
    if answer is Answer.LATER:
        return message("act.review_later", record=names[0])
    if answer is Answer.RESTORE:
        return message("act.review_restore", record=names[0])
    if candidate.matter is Matter.STALE:
        return message("act.review_still_true", record=names[0])
    return message(f"act.review_{answer.value}", count=len(names) - 1, first=names[0], second=names[1])
