"""The search for candidates: records that may contradict, repeat or replace each other, or be stale.

No language model searches. Pairs come from the vectors of the vault's own model and from rare words that two records
share; without vectors, from the words alone. What is found is derived data: it changes no rank.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from mnemoscope import analysis, columns, postings, recall_log, vectors
from mnemoscope.candidates import Ground, Matter
from mnemoscope.claims import differences, judging
from mnemoscope.claims.differences import Difference
from mnemoscope.claims.judging import Statement
from mnemoscope.columns import KINDS
from mnemoscope.errors import NotWritable
from mnemoscope.messages import Message, message
from mnemoscope.progress import Progress, part, silent
from mnemoscope.reading import by_ordinal, ordinal
from mnemoscope.records import Kind, Record, RecordId
from mnemoscope.suggest import grounds, groups, likeness, pairing, stale
from mnemoscope.suggest.pairing import Claims, Judged, bare
from mnemoscope.suggest.stale import Doubt
from mnemoscope.times import now
from mnemoscope.vault import Vault, write_setting

SEARCHED = "candidates_searched_at"
"""The setting that says when the last search ended."""
COPY = 0.55
"""Nearness from which a record is shown among the copies of another."""

_ROWS = """
SELECT ordinal, text, speaker, kind, session, position, coalesce(happened_utc, added_at) FROM record WHERE active
"""
_FREQUENCIES = "SELECT text, postings FROM term WHERE text IN ({marks})"
_INSERT = "INSERT INTO candidate (matter, ordinals, grounds, score) VALUES (?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate as it is stored."""

    matter: Matter
    ordinals: tuple[int, ...]
    grounds: tuple[Ground, ...]
    score: float
    named: frozenset[int] = field(default_factory=frozenset)
    """Other records that its grounds speak of."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A record that is nearly another one."""

    record: Record
    cosine: float | None
    differences: tuple[Difference, ...]
    """Places in the older record's text, then in this one's."""
    same: bool
    """Whether it makes the same claim: no number, date, name, negation or opposite differs, no word is exchanged."""


def search(vault: Vault, progress: Progress = silent, *, months: int = 6) -> int:
    """Find all candidates and put them in the place of the last search's; returns how many there are.

    ``months`` without a recall make a record stale. Raises ``NotWritable``, and what ``progress`` raises; then the old
    ones stay.
    """
    if vault.read_only:  # not only after minutes
        raise NotWritable("vault.read_only", path=str(vault.path))
    with vault.reading() as connection:
        view = columns.view(vault, None, now(), past=False)
        statements = {row[0]: _statement(row) for row in connection.execute(_ROWS) if view.recallable[row[0]]}
        snapshot = vectors.load(vault)
        shared = postings.rare(vault, postings.load(vault), 2, pairing.most_holding(len(statements)))
        doubts = stale.doubts(vault, connection, view, months)
        served = recall_log.served(vault).times
    claims = pairing.claims(statements, part(progress, 0, 40))
    near = pairing.pairs(view.columns, snapshot, shared, claims, part(progress, 40, 70))
    judged = pairing.judged(claims, near, part(progress, 70, 100))
    for number, doubt in stale.old_versions(claims, near, view.columns):
        doubts[number].append(doubt)
    doubles = _duplicates(claims, view.columns, judged, served)
    others = pairing.strongest(judged, {number: some.ordinals[0] for some in doubles for number in some.ordinals})
    found = [*doubles, *_others(vault, statements, others), *_stale(view.columns, statements, others, doubts)]
    progress(100, 100)
    _write(vault, found)
    return len(found)


def copies(vault: Vault, older: str, newer: str | None = None) -> tuple[Copy, ...]:
    """Recallable records of its app that say nearly what ``older`` says, the nearest first; ``newer`` is none of them.

    Those in which a number, date, name, negation or opposite differs are among them, and are not the ``same``.
    """
    with vault.reading() as connection:
        own = ordinal(connection, older)
        without = {own} | ({ordinal(connection, newer)} if newer is not None else set())
        view = columns.view(vault, None, now(), past=False)
        cosines, centre = _cosines(vault, own)
        wanted = _near_by(vault, connection, view, own, cosines) - without
        held = by_ordinal(connection, [own, *wanted])
    mine = held[own]
    found = []
    for number in wanted & held.keys():
        record = held[number]
        cosine = cosines.get(number)
        near = judging.ALIKE if cosine is None else (cosine - centre) / (1 - centre)
        differing = differences.compare(mine.text, record.text)
        exchanged = any(some.is_paired for some in differing)  # feeds, washes: ticked by nobody but a person
        same = not exchanged and judging.asserts_the_same(mine.text, record.text, near)
        found.append(Copy(record, cosine, differing, same or bare(mine.text) == bare(record.text)))
    return tuple(sorted(found, key=lambda some: (not some.same, -(some.cosine or 0.0), some.record.id)))


def drop(connection: sqlite3.Connection, ordinals: Iterable[int], ids: Iterable[str]) -> None:
    """Delete the candidates that hold or name these records, inside the caller's transaction."""
    gone, names = set(ordinals), list(ids)
    rows = connection.execute("SELECT id, ordinals, grounds FROM candidate").fetchall()
    hit = [(row[0],) for row in rows if gone & set(json.loads(row[1])) or any(name in row[2] for name in names)]
    connection.executemany("DELETE FROM candidate WHERE id = ?", hit)


def _write(vault: Vault, found: Sequence[Found]) -> None:
    """Replace the rows; what names a record that was forgotten since it was read is left out."""
    rows = [
        (
            some.ordinals,
            some.named,
            (some.matter.value, json.dumps(some.ordinals), grounds.stored(some.grounds), some.score),
        )
        for some in found
    ]
    with vault.transaction(durable=False) as connection:
        there = {row[0] for row in connection.execute("SELECT ordinal FROM record")}
        connection.execute("DELETE FROM candidate")
        connection.executemany(_INSERT, [row for own, named, row in rows if there.issuperset({*own, *named})])
        write_setting(connection, SEARCHED, str(now()))


def _statement(row: tuple[int, str, str | None, int, int, int, int]) -> Statement:
    number, text, speaker, kind, session, position, time = row
    return Statement(number, text, speaker, KINDS[kind] is Kind.TURN, session, position, time)


# ---------------------------------------------------------------- duplicates


def _duplicates(
    claims: Claims, held: columns.Columns, judged: Sequence[Judged], served: Mapping[RecordId, int]
) -> list[Found]:
    """Groups of records that make the same claim, the one to keep first."""
    statements = claims.statements
    bare = {n: (int(held.app[n]), words) for n, words in claims.bare.items()}
    edges = [
        (some.judgement.score, some.pair)
        for some in judged
        if some.judgement.matter is Matter.DUPLICATE and bare[some.older] != bare[some.newer]
    ]
    for same in groups.equal(bare):
        edges += [(1.0, pair) for pair in groups.parted(same)]

    def agrees(one: int, two: int) -> bool:
        return bare[one] == bare[two] or judging.says_the_same(statements[one].text, statements[two].text)

    times = {n: served.get(held.id(n), 0) for _, pair in edges for n in pair}
    near = {some.pair: some.cosine for some in judged if some.cosine is not None}
    found = []
    grouped = groups.grouped(edges, agrees)
    for group, inside in zip(grouped, groups.inside(grouped, edges), strict=True):
        order = sorted(group, key=lambda n: (-times[n], -len(statements[n].text), -statements[n].time, n))
        is_identical = len({bare[number] for number in group}) == 1
        said = message("ground.identical" if is_identical else "ground.wording", count=len(group))
        why = [Ground("copy", said), Ground("copy", message("ground.keep", reason=_reason(order, statements, times)))]
        cosines = [near[pair] for _, pair in inside if pair in near]
        if cosines and not is_identical:
            why.append(Ground("subject", message("ground.subject_vectors", cosine=round(min(cosines), 6))))
        found.append(Found(Matter.DUPLICATE, tuple(order), tuple(why), round(min(score for score, _ in inside), 4)))
    return found


def _reason(order: Sequence[int], statements: Mapping[int, Statement], served: Mapping[int, int]) -> Message:
    """Why the first one of a group is proposed to stay: served oftenest, else longest, else newest."""
    first, second = order[0], order[1]
    if served.get(first, 0) > served.get(second, 0):
        return message("keep.served", count=served[first])
    if len(statements[first].text) > len(statements[second].text):
        return message("keep.longest")
    return message("keep.newest" if statements[first].time > statements[second].time else "keep.first")


# ---------------------------------------------------------------- contradictions and supersessions


def _others(vault: Vault, statements: Mapping[int, Statement], others: Sequence[Judged]) -> Iterator[Found]:
    """Pairs with another value for one subject."""
    frequencies = _frequencies(vault, [some.judgement.shared for some in others])
    for some in others:
        one, two = statements[some.older], statements[some.newer]
        apart = two.time - one.time
        why = grounds.of_pair(some.judgement, one.text, two.text, some.cosine, frequencies, apart)
        yield Found(some.judgement.matter, (some.older, some.newer), why, some.judgement.score)


# ---------------------------------------------------------------- stale


def _stale(
    held: columns.Columns,
    statements: Mapping[int, Statement],
    others: Sequence[Judged],
    doubts: Mapping[int, Sequence[Doubt]],
) -> list[Found]:
    """One candidate for each record that there is a reason to doubt, the strongest reason first."""
    reasons: dict[int, list[Doubt]] = defaultdict(list)
    for number, some in doubts.items():
        reasons[number].extend(some)
    for one in others:
        older, newer = one.older, one.newer
        if statements[older].time < statements[newer].time:
            text = grounds.quote(statements[newer].text)
            said = message("ground.contradicted", text=text, newer_id=held.id(newer))
            reasons[older].append(Doubt(Ground("contradicted", said), 0.9 * one.judgement.score, newer))
    found = []
    for number, some in sorted(reasons.items()):
        best = sorted({doubt.ground.kind: doubt for doubt in reversed(some)}.values(), key=lambda doubt: -doubt.score)
        named = frozenset(doubt.named for doubt in best if doubt.named is not None)
        why = tuple(doubt.ground for doubt in best)
        found.append(Found(Matter.STALE, (number,), why, round(best[0].score, 4), named))
    return found


# ---------------------------------------------------------------- words and copies


def _frequencies(vault: Vault, words: Sequence[Sequence[str]]) -> dict[str, int]:
    """In how many records of the vault each word stands."""
    term_of = {word: (analysis.terms(word) or [word])[0] for some in words for word in some}
    counts: dict[str, int] = {}
    wanted = sorted(set(term_of.values()))
    with vault.reading() as connection:
        for first in range(0, len(wanted), 500):
            part = wanted[first : first + 500]
            counts.update(connection.execute(_FREQUENCIES.format(marks=",".join("?" * len(part))), part).fetchall())
    return {word: counts.get(term, 0) for word, term in term_of.items()}


def _cosines(vault: Vault, own: int) -> tuple[dict[int, float], float]:
    """The cosine of a record with each other that is near enough to be a copy, and the cosine of any two.

    None where it has no vector.
    """
    snapshot = vectors.load(vault)
    place = np.flatnonzero(snapshot.ordinals == own)
    if not len(place):
        return {}, 0.0
    centre = likeness.centre(snapshot)
    micros = vectors.micro_cosines(
        snapshot, likeness.rows(snapshot, place.astype(np.int64))[0], snapshot.ordinals.max() + 1
    )
    near = np.flatnonzero(micros >= 1e6 * (centre + COPY * (1 - centre)))
    return {int(number): float(micros[number] / 1e6) for number in near}, centre


def _near_by(
    vault: Vault, connection: sqlite3.Connection, view: columns.View, own: int, cosines: Mapping[int, float]
) -> set[int]:
    """Recallable records of the same app that are near, or that have the same words."""
    held = view.columns
    if not view.in_scope[own]:
        return set()
    rows = connection.execute(
        "SELECT ordinal, text FROM record WHERE app = ? AND active", (int(held.app[own]),)
    ).fetchall()
    texts = {number: bare(text) for number, text in rows}
    mine = bare(connection.execute("SELECT text FROM record WHERE ordinal = ?", (own,)).fetchone()[0])
    near = {n for n in cosines if n in texts} | {n for n, words in texts.items() if words == mine}
    if not cosines:
        near |= {n for n, words in texts.items() if _shares_most(mine.split(), words.split())}
    return {n for n in near if view.recallable[n]}


def _shares_most(one: Sequence[str], two: Sequence[str]) -> bool:
    return bool(one and two) and len(set(one) & set(two)) >= 0.7 * max(len(set(one)), len(set(two)))
