"""The two channels: each ranks every recallable record that it can, and keeps the scores it ranked by.

A ranking's scores are dense, so the exact rank of any record, far beyond the depth, is one plus a count; what explains
a rank later is the very array that made it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mnemoscope import bm25, postings, vectors
from mnemoscope.analysis import Term
from mnemoscope.columns import Columns, Mask, View, matching, neighbours
from mnemoscope.embedding import Vectors
from mnemoscope.messages import message
from mnemoscope.records import ChannelReport, ChannelState, Profile
from mnemoscope.vault import Vault

Neighbours = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]
"""Ordinals of the previous and the next record of each record's session."""


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """A channel's order of records: better score first, equal scores by record id."""

    columns: Columns
    ordinals: npt.NDArray[np.int64]
    """Every record ranked, ascending by ordinal."""
    scores: npt.NDArray[Any]
    """Their scores: micro-cosines (int32) or BM25 sums (float64)."""
    top: tuple[int, ...]
    """The first ``depth`` ordinals, best first."""

    def place(self, ordinal: int) -> int | None:
        """Index of a record in ``ordinals`` and ``scores``, or ``None`` where it is not ranked."""
        index = int(np.searchsorted(self.ordinals, ordinal))
        return index if index < len(self.ordinals) and self.ordinals[index] == ordinal else None

    def rank(self, ordinal: int) -> int | None:
        """1-based rank, exact at any depth: one plus the number of records before it."""
        if ordinal in self.top:
            return self.top.index(ordinal) + 1
        index = self.place(ordinal)
        if index is None:
            return None
        score = self.scores[index]
        before = int(np.count_nonzero(self.scores > score))
        if int(np.count_nonzero(self.scores >= score)) > before + 1:  # equals stand by id
            before += self._equals_before(ordinal, self.ordinals[self.scores == score])
        return before + 1

    def ranks(self, ordinals: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Ranks of many records at once, equal scores sharing the first; infinite where one is not ranked."""
        places = np.minimum(np.searchsorted(self.ordinals, ordinals), len(self.ordinals) - 1)
        rising = np.sort(self.scores)
        found = len(rising) - np.searchsorted(rising, self.scores[places], side="right") + 1.0
        return np.where(self.ordinals[places] == ordinals, found, np.inf)

    def _equals_before(self, ordinal: int, equals: npt.NDArray[np.int64]) -> int:
        """How many records of the same score have a smaller id; there may be thousands, so they are not sorted."""
        high, low = self.columns.id_high[equals], self.columns.id_low[equals]
        own_high, own_low = self.columns.id_high[ordinal], self.columns.id_low[ordinal]
        return int(np.count_nonzero((high < own_high) | ((high == own_high) & (low < own_low))))


@dataclass(frozen=True, slots=True, eq=False)
class VectorRanking(Ranking):
    """Scores are micro-cosines, of boosted records multiplied."""

    micros: vectors.Micros
    """Of every record, unboosted, by ordinal."""
    mean: float
    """Of the recallable records' cosines, unboosted."""
    deviation: float


@dataclass(frozen=True, slots=True, eq=False)
class TermMatch:
    """A question term in the recallable scope."""

    term: Term
    ordinals: npt.NDArray[np.int32]
    """The records that hold it, ascending unless the context counts."""
    counts: npt.NDArray[np.float64]
    """How often; with a context weight the neighbours' share included."""
    idf: float


@dataclass(frozen=True, slots=True, eq=False)
class LexicalRanking(Ranking):
    """Scores are BM25 sums, terms added in the order of the question."""

    matches: tuple[TermMatch, ...]
    lengths: npt.NDArray[np.float64]
    """Of every record by ordinal; with a context weight the neighbours' share included."""
    mean_length: float
    records: int


def rank(columns: Columns, ordinals: npt.NDArray[np.int64], scores: npt.NDArray[Any], depth: int) -> tuple[int, ...]:
    """The ``depth`` best ordinals, best first, equal scores by record id."""
    if depth < len(scores):
        least = np.partition(scores, len(scores) - depth)[len(scores) - depth] if depth else 0
        chosen = np.flatnonzero(scores >= least) if depth else np.zeros(0, np.int64)
    else:
        chosen = np.arange(len(scores))
    ordinals, scores = ordinals[chosen], scores[chosen]
    order = np.lexsort((columns.id_low[ordinals], columns.id_high[ordinals], -scores))
    return tuple(ordinals[order[:depth]].tolist())


# ---------------------------------------------------------------- vectors


def rank_vectors(
    view: View, micros: vectors.Micros, depth: int, boosted: Sequence[int] = (), factor: float = 1.0
) -> VectorRanking | None:
    """Every recallable record that has a vector, by cosine; ``None`` where none has.

    Mean and deviation are of whole numbers and so exact, whatever the order of the records.
    """
    ordinals = np.flatnonzero(view.recallable & (micros != vectors.ABSENT))
    if not len(ordinals):
        return None
    plain = micros[ordinals]
    mean = int(plain.sum(dtype=np.int64)) / len(plain)
    squares = int(np.square(plain, dtype=np.int64).sum()) / len(plain)
    deviation = max(squares - mean * mean, 0.0) ** 0.5
    scores: npt.NDArray[Any] = plain
    if boosted and factor != 1.0:
        scores = np.where(np.isin(ordinals, boosted), plain * factor, plain)
    top = rank(view.columns, ordinals, scores, depth)
    return VectorRanking(view.columns, ordinals, scores, top, micros, mean / 1e6, deviation / 1e6)


def vector_report(view: View, micros: vectors.Micros, ranking: VectorRanking | None) -> ChannelReport:
    """What the vectors ranked and what they had to leave out."""
    records = int(np.count_nonzero(view.recallable))
    ranked = len(ranking.ordinals) if ranking else 0
    if not records:
        return ChannelReport(ChannelState.EMPTY, 0, 0, message("channel.no_records"))
    if not ranked:
        return ChannelReport(ChannelState.EMPTY, 0, records, message("channel.no_vectors"))
    missing = records - ranked
    reason = message("channel.missing_vectors", count=missing, records=records) if missing else None
    return ChannelReport(ChannelState.USED, ranked, missing, reason)


def fresh_micros(snapshot: vectors.Snapshot, columns: Columns, query: Vectors) -> vectors.Micros:
    """Micro-cosines by ordinal, absent where the vector is of another text than is stored."""
    micros = vectors.micro_cosines(snapshot, query, max(columns.size, len(snapshot.embedded)))[: columns.size]
    micros[~matching(columns, snapshot.embedded, snapshot.hashes)] = vectors.ABSENT
    return micros


def holding(vault: Vault, terms: Sequence[Term]) -> tuple[int, ...]:
    """Records, recallable or not, in whose text a distinctive term stands as typed, as a word of its own."""
    import regex

    wanted = [term for term in terms if term.distinctive]
    if not wanted:
        return ()
    pattern = regex.compile("|".join(rf"(?<!\w){regex.escape(term.surface)}(?!\w)" for term in wanted))
    found: set[int] = set()
    with vault.reading() as connection:
        for term in wanted:
            rows = connection.execute("SELECT ordinal, text FROM record WHERE instr(text, ?)", (term.surface,))
            found.update(number for number, text in rows if pattern.search(text))
    return tuple(sorted(found))


def recallable_of(view: View, ordinals: Sequence[int]) -> tuple[int, ...]:
    """Those of the records that may be served."""
    return tuple(number for number in ordinals if number < view.columns.size and view.recallable[number])


def holding_verbatim(vault: Vault, view: View, terms: Sequence[Term]) -> tuple[int, ...]:
    """Recallable records in whose text a distinctive term stands as typed, as a word of its own."""
    return recallable_of(view, holding(vault, terms))


# ---------------------------------------------------------------- words


def rank_words(
    vault: Vault, view: View, index: postings.Postings, terms: Sequence[Term], profile: Profile, depth: int
) -> LexicalRanking | None:
    """Every recallable record that holds a term, by BM25; ``None`` where none does.

    Statistics are those of the recallable records alone. With ``profile.context_weight`` a record counts as a virtual
    document: its own terms and that share of its session's previous and next record's. Raises ``postings.Incomplete``.
    """
    columns = view.columns
    beside = neighbours(columns) if profile.context_weight else None
    lengths, mean_length = lengths_of(view, index, profile, beside)
    records = int(np.count_nonzero(view.recallable))
    scores = np.zeros(columns.size, np.float64)
    matches = []
    for term in terms:
        match = _match(vault, view, index, term, beside, profile.context_weight)
        if match is None:
            continue
        matches.append(match)
        gains = bm25.gain(match.counts, lengths[match.ordinals], mean_length, profile.k1, profile.b)
        scores[match.ordinals] += match.idf * gains
    if not matches:
        return None
    ordinals = np.flatnonzero(scores)
    held = scores[ordinals]
    top = rank(columns, ordinals, held, depth)
    return LexicalRanking(columns, ordinals, held, top, tuple(matches), lengths, mean_length, records)


def lengths_of(
    view: View, index: postings.Postings, profile: Profile, beside: Neighbours | None
) -> tuple[npt.NDArray[np.float64], float]:
    """Terms in every record by ordinal, the neighbours' share included where one counts, and the recallable mean."""
    lengths = np.zeros(view.columns.size, np.float64)
    lengths[: len(index.lengths)] = index.lengths[: view.columns.size]
    if beside is not None:
        lengths = _with_neighbours(np.where(view.recallable, lengths, 0.0), beside, profile.context_weight)
    records = int(np.count_nonzero(view.recallable))
    return lengths, float(lengths[view.recallable].sum()) / records if records else 0.0


def _match(
    vault: Vault,
    view: View,
    index: postings.Postings,
    term: Term,
    beside: Neighbours | None,
    weight: float,
) -> TermMatch | None:
    found = postings.read(vault, index, term.text)
    if found is None:
        return None
    ordinals, counts = found
    kept = view.recallable[ordinals] if not len(ordinals) or ordinals.max() < view.columns.size else None
    if kept is None:
        raise postings.Incomplete(term.text)
    if not kept.all():
        ordinals, counts = ordinals[kept], counts[kept]
    if beside is not None:
        dense = np.zeros(view.columns.size, np.float64)
        dense[ordinals] = counts
        dense = np.where(view.recallable, _with_neighbours(dense, beside, weight), 0.0)
        ordinals = np.flatnonzero(dense).astype(np.int32)
        counts = dense[ordinals]
    if not len(ordinals):
        return None
    records = int(np.count_nonzero(view.recallable))
    return TermMatch(term, ordinals, counts, bm25.idf(records, len(ordinals)))


def _with_neighbours(values: npt.NDArray[np.float64], beside: Neighbours, weight: float) -> npt.NDArray[np.float64]:
    previous, following = beside  # ordinal 0 is no record: its value is 0
    sums: npt.NDArray[np.float64] = values + weight * (values[previous] + values[following])
    return sums


def unindexed(view: View, index: postings.Postings) -> Mask:
    """Recallable records that the index does not hold as they are stored."""
    missing: Mask = view.recallable & ~matching(view.columns, index.indexed, index.hashes)
    return missing
