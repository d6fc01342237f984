"""The search for candidates: records that may contradict, repeat or replace each other, or be stale.

No language model searches. Pairs come from the vectors of the vault's own model and from rare words that two records
share; without vectors, from the words alone. What is found is derived data: it changes no rank.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from mnemoscope import (
    analysis,
    columns,
    differences,
    grounds,
    groups,
    judging,
    likeness,
    postings,
    recall_log,
    stale,
    vectors,
)
from mnemoscope.candidates import Ground, Matter
from mnemoscope.columns import KINDS
from mnemoscope.differences import Difference
from mnemoscope.judging import Judgement, Statement
from mnemoscope.lexicon import flat
from mnemoscope.likeness import Pairs
from mnemoscope.messages import message
from mnemoscope.progress import Progress, silent
from mnemoscope.reading import by_ordinal, ordinal
from mnemoscope.records import Kind, Record
from mnemoscope.times import now
from mnemoscope.vault import Vault, write_setting

SEARCHED = "candidates_searched_at"
"""The setting that says when the last search ended."""
MOST_PAIRS = 60_000
"""Pairs that are judged, the nearest ones."""
PER_RECORD = 3
"""Candidates of a pair that one record takes part in, the surest ones: rows of a table would else all meet."""
LEAST_SCORE = 0.7
COPY = 0.55
"""Nearness from which a record is shown among the copies of another."""

_ROWS = """
SELECT ordinal, text, speaker, kind, session, position, coalesce(happened_utc, added_at) FROM record WHERE active
"""
_FREQUENCIES = "SELECT text, postings FROM term WHERE text IN ({marks})"
_INSERT = "INSERT INTO candidate (matter, ordinals, grounds, score) VALUES (?, ?, ?, ?)"
_BARE = re.compile(r"\w+")


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
    """Whether it makes the same claim: no number, date, name, negation or opposite differs."""


def search(vault: Vault, progress: Progress = silent, *, months: int = 6) -> int:
    """Find all candidates and put them in the place of the last search's; returns how many there are.

    ``months`` without a recall make a record stale. Raises what ``progress`` raises; then the old ones stay.
    """
    with vault.reading() as connection:
        view = columns.view(vault, None, now(), past=False)
        statements = {row[0]: _statement(row) for row in connection.execute(_ROWS) if view.recallable[row[0]]}
        speaking = {n: s for n, s in statements.items() if judging.is_claim(s.text, s.is_turn)}
        pairs, centre = _pairs(
            vault, view.columns, speaking, lambda done, of: progress(60 * done // max(of or 1, 1), 100)
        )
        doubts = stale.doubts(vault, connection, view, months)
    served = recall_log.served(vault)
    times = {n: served.times.get(view.columns.id(n), 0) for n in statements}
    judged = _judged(speaking, pairs, centre, lambda done, of: progress(60 + 35 * done // max(of or 1, 1), 100))
    doubles = _duplicates(speaking, view.columns.app, judged, times)
    others = _strongest(judged, doubles)
    frequencies = _frequencies(vault, [judgement.shared for _, judgement, _ in others])
    found = [*doubles]
    for (older, newer), judgement, cosine in others:
        one, two = statements[older], statements[newer]
        why = grounds.of_pair(judgement, one.text, two.text, cosine, frequencies, two.time - one.time)
        found.append(Found(judgement.matter, (older, newer), why, judgement.score))
    found += _stale(view.columns, speaking, statements, judged, others, doubts)
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
        cosines = _cosines(vault, own)
        wanted = _near_by(vault, connection, view, own, cosines) - without
        held = by_ordinal(connection, [own, *wanted])
    mine = held[own]
    found = []
    for number in wanted & held.keys():
        record = held[number]
        same = differences.same_claim(mine.text, record.text) and judging.says_the_same(mine.text, record.text)
        found.append(Copy(record, cosines.get(number), differences.compare(mine.text, record.text), same))
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


# ---------------------------------------------------------------- pairs


def _pairs(
    vault: Vault, held: columns.Columns, statements: Mapping[int, Statement], progress: Progress
) -> tuple[Pairs, float | None]:
    """Pairs of one app that may speak of one subject, and the mean cosine; ``None`` where there are no vectors."""
    snapshot = vectors.load(vault)
    speaking = np.zeros(held.size, np.bool_)
    speaking[list(statements)] = True
    embedded = columns.matching(held, snapshot.embedded, snapshot.hashes)
    centre = likeness.centre(snapshot) if snapshot.blocks else None
    parts = []
    if centre is not None:
        least = centre + judging.RELATED * (1 - centre)
        places = np.flatnonzero((speaking & embedded)[snapshot.ordinals]).astype(np.int64)
        apps = held.app[snapshot.ordinals[places]]
        for app in np.unique(apps):
            parts.append(likeness.near(snapshot, places[apps == app], least, progress))
    terms, ordinals = postings.rare(vault, postings.load(vault), 2, min(20, max(3, len(statements) // 100)))
    kept = speaking[np.minimum(ordinals, held.size - 1)] & (ordinals < held.size)
    one, two = likeness.sharing(terms[kept], ordinals[kept].astype(np.int64), held.app)
    parts.append(likeness.with_cosines(snapshot, embedded, one, two))
    return likeness.joined(parts, MOST_PAIRS), centre


def _judged(
    statements: Mapping[int, Statement], pairs: Pairs, centre: float | None, progress: Progress
) -> list[tuple[tuple[int, int], Judgement, float | None]]:
    """Older and newer ordinal of every pair that is something, what it is, and its cosine."""
    found = []
    for done, (first, second, cosine) in enumerate(pairs):
        if done % 256 == 0:
            progress(done, len(pairs.first))
        known = None if centre is None or math.isnan(cosine) else cosine
        older, newer = sorted((statements[first], statements[second]), key=lambda some: (some.time, some.ordinal))
        nearness = None if known is None or centre is None else (known - centre) / (1 - centre)
        judgement = judging.judge(older, newer, nearness)
        if judgement is not None:
            found.append(((older.ordinal, newer.ordinal), judgement, known))
    return found


def _strongest(
    judged: Sequence[tuple[tuple[int, int], Judgement, float | None]], doubles: Sequence[Found]
) -> list[tuple[tuple[int, int], Judgement, float | None]]:
    """The pairs worth asking about: of copies of one claim one, and of each record the surest few."""
    group = {number: some.ordinals[0] for some in doubles for number in some.ordinals}
    asked: set[tuple[int, int]] = set()
    taken: dict[int, int] = defaultdict(int)
    found = []
    for some in sorted(judged, key=lambda some: (-some[1].score, some[0])):
        (older, newer), judgement, _ = some
        claim = (group.get(older, older), group.get(newer, newer))
        if judgement.matter is Matter.DUPLICATE or judgement.score < LEAST_SCORE or claim in asked:
            continue
        if claim[0] == claim[1] or max(taken[older], taken[newer]) >= PER_RECORD:
            continue
        asked.add(claim)
        taken[older] += 1
        taken[newer] += 1
        found.append(some)
    return found


# ---------------------------------------------------------------- duplicates


def _duplicates(
    statements: Mapping[int, Statement],
    apps: npt.NDArray[np.int32],
    judged: Sequence[tuple[tuple[int, int], Judgement, float | None]],
    served: Mapping[int, int],
) -> list[Found]:
    """Groups of records that make the same claim, the one to keep first."""
    bare = {n: (int(apps[n]), " ".join(_BARE.findall(flat(some.text)))) for n, some in statements.items()}
    edges = [(j.score, (min(p), max(p))) for p, j, _ in judged if j.matter is Matter.DUPLICATE]
    for same in groups.equal(bare):
        edges += [(1.0, (same[0], other)) for other in same[1:]]

    def agrees(one: int, two: int) -> bool:
        return bare[one] == bare[two] or judging.says_the_same(statements[one].text, statements[two].text)

    sure = {pair: score for score, pair in edges}
    near = {(min(p), max(p)): cosine for p, _, cosine in judged}
    found = []
    for group in groups.grouped(edges, agrees):
        order = sorted(group, key=lambda n: (-served.get(n, 0), -len(statements[n].text), -statements[n].time, n))
        inside = [pair for pair in sure if set(pair) <= set(group)]
        is_identical = len({bare[number] for number in group}) == 1
        said = message("ground.identical" if is_identical else "ground.wording", count=len(group))
        why = [Ground("copy", said), Ground("copy", message("ground.keep", reason=_reason(order, statements, served)))]
        cosines = [cosine for pair in inside if (cosine := near.get(pair)) is not None]
        if cosines and not is_identical:
            why.append(Ground("subject", message("ground.subject_vectors", cosine=round(min(cosines), 6))))
        found.append(Found(Matter.DUPLICATE, tuple(order), tuple(why), round(min(sure[p] for p in inside), 4)))
    return found


def _reason(order: Sequence[int], statements: Mapping[int, Statement], served: Mapping[int, int]) -> object:
    """Why the first one of a group is proposed to stay: served oftenest, else longest, else newest."""
    first, second = order[0], order[1]
    if served.get(first, 0) > served.get(second, 0):
        return message("keep.served", count=served[first])
    if len(statements[first].text) > len(statements[second].text):
        return message("keep.longest")
    return message("keep.newest" if statements[first].time > statements[second].time else "keep.first")


# ---------------------------------------------------------------- stale


def _stale(
    held: columns.Columns,
    speaking: Mapping[int, Statement],
    statements: Mapping[int, Statement],
    judged: Sequence[tuple[tuple[int, int], Judgement, float | None]],
    others: Sequence[tuple[tuple[int, int], Judgement, float | None]],
    doubts: Mapping[int, Sequence[stale.Doubt]],
) -> list[Found]:
    """One candidate for each record that there is a reason to doubt, the strongest reason first."""
    reasons: dict[int, list[stale.Doubt]] = defaultdict(list)
    for number, some in doubts.items():
        reasons[number].extend(some)
    for (older, newer), judgement, _ in others:
        text = grounds.quote(statements[newer].text)
        said = message("ground.contradicted", text=text, newer_id=held.id(newer))
        if statements[older].time < statements[newer].time:
            reasons[older].append(stale.Doubt(Ground("contradicted", said), judgement.score * 0.9, newer))
    for older, newer, said in stale.old_versions(speaking, (pair for pair, *_ in judged), held):
        reasons[older].append(stale.Doubt(Ground("version", said), 0.75, newer))
    found = []
    for number, some in sorted(reasons.items()):
        best = sorted({doubt.ground.kind: doubt for doubt in reversed(some)}.values(), key=lambda doubt: -doubt.score)
        named = frozenset(doubt.named for doubt in best if doubt.named is not None)
        found.append(
            Found(Matter.STALE, (number,), tuple(doubt.ground for doubt in best), round(best[0].score, 4), named)
        )
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


def _cosines(vault: Vault, own: int) -> dict[int, float]:
    """The cosine of a record with each other that is near enough to be a copy; none where it has no vector."""
    snapshot = vectors.load(vault)
    place = np.flatnonzero(snapshot.ordinals == own)
    if not len(place):
        return {}
    centre = likeness.centre(snapshot)
    micros = vectors.micro_cosines(
        snapshot, likeness.rows(snapshot, place.astype(np.int64))[0], snapshot.ordinals.max() + 1
    )
    near = np.flatnonzero(micros >= 1e6 * (centre + COPY * (1 - centre)))
    return {int(number): float(micros[number] / 1e6) for number in near}


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
    texts = dict(rows)
    mine = connection.execute("SELECT text FROM record WHERE ordinal = ?", (own,)).fetchone()[0]
    bare = _BARE.findall(flat(mine))
    near = {n for n in cosines if n in texts} | {n for n, text in rows if _BARE.findall(flat(text)) == bare}
    if not cosines:
        near |= {n for n, text in rows if _shares_most(bare, _BARE.findall(flat(text)))}
    return {n for n in near if view.recallable[n]}


def _shares_most(one: Sequence[str], two: Sequence[str]) -> bool:
    return bool(one and two) and len(set(one) & set(two)) >= 0.7 * max(len(set(one)), len(set(two)))
