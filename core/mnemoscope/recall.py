"""Recall: what a memory hands its assistant for a question, from the rankings of its channels.

``recall`` is pure of any interface, runs inside one read transaction, and gives the same bytes for the same bytes. It
returns the frozen ``Recall`` with the rankings that made it, from which ``why`` explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from unicodedata import normalize

import numpy as np

from mnemoscope import analysis, channels, columns, fusion, postings, reading, vectors
from mnemoscope.channels import LexicalRanking, VectorRanking
from mnemoscope.columns import Columns, View
from mnemoscope.embedding import Embedder, Vectors
from mnemoscope.embedding.questions import embedded
from mnemoscope.errors import ModelUnavailable, Refused
from mnemoscope.messages import Message, message
from mnemoscope.postings import Postings
from mnemoscope.records import (
    Channel,
    ChannelReport,
    ChannelState,
    Hit,
    LexicalPlace,
    Profile,
    Query,
    Recall,
    Timings,
    VectorPlace,
)
from mnemoscope.texts import clean
from mnemoscope.times import now
from mnemoscope.vault import Vault
from mnemoscope.vectors import Snapshot

LONGEST_QUESTION = 5_000
"""Characters, ligatures spelt out. A longer one is refused in words: a thousand ideographs, emoji or accents are
embedded in three to five seconds of computing time, so that more would hold the asker for longer than ten."""

Engine = Embedder | ChannelState | ModelUnavailable
"""What embeds a question, or why nothing does."""


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """The rankings of a recall and their fusion, before anything is read of the records."""

    view: View
    profile: Profile
    terms: tuple[analysis.Term, ...]
    vector: VectorRanking | None
    lexical: LexicalRanking | None
    order: tuple[tuple[int, float], ...]
    """Ordinal and score of every record that a channel ranks within its depth, best first."""
    boosted: tuple[int, ...] = ()

    def rank(self, ordinal: int) -> int | None:
        """Fused rank, or ``None`` beyond every depth."""
        return next((place for place, (number, _) in enumerate(self.order, start=1) if number == ordinal), None)

    def vector_place(self, ordinal: int) -> VectorPlace | None:
        """Where the vectors put a record, exact at any depth."""
        ranking = self.vector
        rank = ranking.rank(ordinal) if ranking else None
        if ranking is None or rank is None:
            return None
        cosine = int(ranking.micros[ordinal]) / 1e6
        sigma = (cosine - ranking.mean) / ranking.deviation if ranking.deviation else 0.0
        factor = self.profile.boost if ordinal in self.boosted else 1.0
        return VectorPlace(rank, cosine, sigma, rank <= self.profile.vector_depth, factor)

    def lexical_place(self, ordinal: int) -> LexicalPlace | None:
        """Where the words put a record, exact at any depth."""
        ranking = self.lexical
        rank = ranking.rank(ordinal) if ranking else None
        index = ranking.place(ordinal) if ranking else None
        if ranking is None or rank is None or index is None:
            return None
        return LexicalPlace(rank, float(ranking.scores[index]), rank <= self.profile.lexical_depth)


@dataclass(frozen=True, slots=True, eq=False)
class Recalled:
    """A recall with the snapshots and rankings that made it."""

    recall: Recall
    ranked: Ranked
    micros: vectors.Micros | None
    index: postings.Postings | None


def recall(vault: Vault, query: Query, embedder: Engine | None = None) -> Recalled:
    """Answer a question. Raises ``VaultError`` where the vault cannot be read, ``Refused`` for an endless question.

    ``embedder`` is the engine of the vault's model; ``None`` opens it. ``ChannelState.LOADING`` says that it is on its
    way, and ``ModelUnavailable`` that it is not here, so that the words serve alone.
    """
    started = perf_counter()
    with vault.reading():
        asked = rank(vault, query, embedder)
        since = perf_counter()
        ranked = asked.ranked
        standing, hits = _standing(vault, ranked.view), read_hits(vault, ranked, 0, ranked.profile.budget)
    timings = asked.recall.timings
    timings = replace(timings, fuse=timings.fuse + _ms(since), total=_ms(started))
    return replace(asked, recall=replace(asked.recall, standing=standing, hits=hits, timings=timings))


def rank(vault: Vault, query: Query, embedder: Engine | None = None) -> Recalled:
    """The rankings of a recall, with nothing read of the records: no hits. Raises what ``recall`` raises."""
    started = perf_counter()
    query = prepared(query)
    with vault.reading():
        view = columns.view(vault, query.scope, _moment(query), query.at is not None, query.known)
        ranked = Asking(query, embedder, Stores(vault)).rank(view)
    return replace(ranked, recall=replace(ranked.recall, timings=replace(ranked.recall.timings, total=_ms(started))))


def prepared(query: Query) -> Query:
    """The question as the channels take it. Raises ``Refused`` where it is endless."""
    text = short_enough(clean(query.text)).strip()  # a blank at the end would move the question's vector
    scope = query.scope if query.scope is None else tuple(clean(app) for app in query.scope)
    return replace(query, text=text, scope=scope, profile=deep_enough(query.profile))


class Stores:
    """What is derived from a vault as one transaction sees it: read when first asked for, and once for all questions.

    So whoever asks many is not made to read anew, nor to share an older snapshot, when another process writes.
    """

    def __init__(self, vault: Vault) -> None:
        self.vault = vault

    @cached_property
    def columns(self) -> Columns:
        """The packed columns."""
        return columns.load(self.vault)

    @cached_property
    def vectors(self) -> Snapshot:
        """The vectors of the vault's model."""
        return vectors.load(self.vault)

    @cached_property
    def postings(self) -> Postings:
        """The word index."""
        return postings.load(self.vault)


class Asking:
    """A question that is ranked under one view or more: what no view changes is computed once.

    The views are of the same records: what they may differ in is who is recallable. ``query`` is a prepared one.
    """

    def __init__(self, query: Query, embedder: Engine | None, stores: Stores) -> None:
        self.query = query
        self.stores = stores
        self.terms, self.dropped = analysis.question_terms(query.text)
        self._embedder = embedder
        self._cosines: vectors.Micros | ChannelReport | None = None
        self._verbatim: tuple[int, ...] | None = None
        self._embed_ms = 0.0

    def rank(self, view: View) -> Recalled:
        """The rankings under a view, inside the read transaction of the stores."""
        started = perf_counter()
        profile = self.query.profile
        self._embed_ms = 0.0
        micros, vector_report = self._ask_vectors(view)
        vector_ms, since = _ms(started) - self._embed_ms, perf_counter()
        index, lexical_report = self._ask_words(view)
        boosted = self._boosted(view)
        lexical = None
        if index is not None:
            try:
                lexical = channels.rank_words(
                    self.stores.vault, view, index, self.terms, profile, profile.lexical_depth
                )
            except postings.Incomplete as broken:
                index, lexical_report = None, _broken(str(broken))
        if lexical_report.state is ChannelState.USED:
            lexical_report = replace(lexical_report, ranked=len(lexical.ordinals) if lexical else 0)
        lexical_ms, since = _ms(since), perf_counter()
        vector = rank_vectors(view, micros, profile, boosted)
        if vector_report.state is ChannelState.USED and micros is not None:
            vector_report = channels.vector_report(view, micros, vector)
        vector_ms, since = vector_ms + _ms(since), perf_counter()
        ranked = fused(view, profile, self.terms, vector, lexical, boosted)
        timings = Timings(self._embed_ms, vector_ms, lexical_ms, _ms(since), _ms(started))
        reports = {Channel.VECTOR: vector_report, Channel.LEXICAL: lexical_report}
        recallable = int(np.count_nonzero(view.recallable))
        forgotten = self._forgotten()
        found = Recall(self.query, (), (), reports, timings, recallable, self.terms, self.dropped, forgotten)
        return Recalled(found, ranked, micros, index)

    def _forgotten(self) -> int:
        """How many records of an earlier moment were forgotten since: a recall of then cannot show them."""
        if self.query.at is None and self.query.known is None:
            return 0
        return reading.forgotten_since(self.stores.vault, _moment(self.query))

    def _ask_vectors(self, view: View) -> tuple[vectors.Micros | None, ChannelReport]:
        """Micro-cosines by ordinal, or why there are none."""
        if not self.query.profile.vector:
            return None, ChannelReport(ChannelState.OFF, 0, 0)
        if not self.query.text.strip():
            return None, _nothing(ChannelState.EMPTY, "channel.no_question")
        model = self.stores.vectors.model
        if model is None or not view.recallable.any():
            return None, channels.vector_report(view, np.zeros(0, np.int32), None)
        if self._cosines is None:
            since = perf_counter()
            asked = _embedded(model, self.query.text, self._embedder)
            self._embed_ms = _ms(since)
            if isinstance(asked, ChannelReport):
                self._cosines = asked
            else:
                self._cosines = channels.fresh_micros(self.stores.vectors, view.columns, asked)
        if isinstance(self._cosines, ChannelReport):
            return None, self._cosines
        return self._cosines, ChannelReport(ChannelState.USED, 0, 0)

    def _ask_words(self, view: View) -> tuple[postings.Postings | None, ChannelReport]:
        """The index to rank by, or why the words do not rank."""
        if not self.query.profile.lexical:
            return None, ChannelReport(ChannelState.OFF, 0, 0)
        if not self.query.text.strip():
            return None, _nothing(ChannelState.EMPTY, "channel.no_question")
        records = int(np.count_nonzero(view.recallable))
        if not records:
            return None, _nothing(ChannelState.EMPTY, "channel.no_records")
        index = self.stores.postings
        missing = int(np.count_nonzero(channels.unindexed(view, index)))
        if missing:
            reason = message("channel.incomplete", count=missing, records=records)
            return None, ChannelReport(ChannelState.INCOMPLETE, 0, missing, reason)
        if not self.terms:
            return None, _nothing(ChannelState.EMPTY, "channel.no_terms")
        return index, ChannelReport(ChannelState.USED, 0, 0)

    def _boosted(self, view: View) -> tuple[int, ...]:
        if self.query.profile.boost == 1.0:
            return ()
        if self._verbatim is None:
            self._verbatim = channels.holding(self.stores.vault, self.terms)
        return channels.recallable_of(view, self._verbatim)


def rank_vectors(
    view: View, micros: vectors.Micros | None, profile: Profile, boosted: Sequence[int]
) -> VectorRanking | None:
    """The vectors' ranking under a profile, or ``None`` where they do not rank."""
    if micros is None or not profile.vector:
        return None
    return channels.rank_vectors(view, micros, profile.vector_depth, boosted, profile.boost)


def fused(
    view: View,
    profile: Profile,
    terms: tuple[analysis.Term, ...],
    vector: VectorRanking | None,
    lexical: LexicalRanking | None,
    boosted: tuple[int, ...] = (),
) -> Ranked:
    """Fuse what the channels ranked: better sum first, then better rank, then record id."""
    tops = [ranking.top for ranking in (vector, lexical) if ranking is not None]
    scores = fusion.fuse(tops, profile.rrf_k)
    high, low = view.columns.id_high, view.columns.id_low
    order = sorted(scores, key=lambda o: (-scores[o][0], scores[o][1], int(high[o]), int(low[o])))
    return Ranked(view, profile, terms, vector, lexical, tuple((o, scores[o][0]) for o in order), boosted)


# ---------------------------------------------------------------- the steps


def short_enough(text: str) -> str:
    """The text. Raises ``Refused`` where it is endless.

    Normalising takes long itself, so what is long as it stands is not spelt out.
    """
    count = len(text) if len(text) > LONGEST_QUESTION else max(len(text), len(normalize("NFKC", text)))
    if count > LONGEST_QUESTION:
        raise Refused("recall.too_long", count=count, most=LONGEST_QUESTION)
    return text


def _moment(query: Query) -> int:
    if query.at is not None:
        return query.at
    return now() if query.known is None else query.known.at


def deep_enough(profile: Profile) -> Profile:
    """A channel that ranks alone looks as deep as the budget."""
    if profile.vector and profile.lexical:
        return profile
    return replace(
        profile,
        vector_depth=max(profile.vector_depth, profile.budget),
        lexical_depth=max(profile.lexical_depth, profile.budget),
    )


def _embedded(model: vectors.StoredModel, text: str, embedder: Engine | None) -> Vectors | ChannelReport:
    """The question's vector by the vault's model and no other, or what the channel says instead."""
    if isinstance(embedder, ChannelState):
        return _nothing(embedder, "channel.loading", model=model.identity.name)
    if embedder is None:
        embedder = _opened(model)
    if isinstance(embedder, ModelUnavailable):
        return ChannelReport(ChannelState.UNAVAILABLE, 0, 0, embedder.message)
    if embedder.identity.key != model.identity.key:
        return _nothing(
            ChannelState.MISMATCH, "channel.mismatch", stored=model.identity.name, asked=embedder.identity.name
        )
    return embedded(embedder, text)


def engine(vault: Vault) -> Embedder | ModelUnavailable | None:
    """The engine of the vault's model, opened once for many questions; ``None`` where nothing was ever embedded."""
    with vault.reading() as connection:
        model = vectors.model_in_use(connection)
    return _opened(model) if model else None


def _opened(model: vectors.StoredModel) -> Embedder | ModelUnavailable:
    from mnemoscope.embedding.models import query_embedder

    try:
        return query_embedder(model.identity.key, model.location)
    except ModelUnavailable as error:
        return error


def _broken(term: str) -> ChannelReport:
    return ChannelReport(ChannelState.INCOMPLETE, 0, 0, message("channel.broken", term=term))


def _nothing(state: ChannelState, id: str, **parameters: object) -> ChannelReport:
    reason: Message = message(id, **parameters)
    return ChannelReport(state, 0, 0, reason)


def read_hits(vault: Vault, ranked: Ranked, after: int, count: int) -> tuple[Hit, ...]:
    """The ``count`` hits that follow the fused rank ``after``, with every rank exact; forgotten ones are left out."""
    places = range(max(after, 0), min(after + count, len(ranked.order)))
    with vault.reading() as connection:
        records = reading.by_ordinal(connection, (ranked.order[place][0] for place in places))
    return tuple(
        Hit(place + 1, score, ranked.vector_place(ordinal), ranked.lexical_place(ordinal), records[ordinal])
        for place in places
        for ordinal, score in [ranked.order[place]]
        if ordinal in records
    )


def _standing(vault: Vault, view: View) -> tuple[Hit, ...]:
    """The standing instructions, by time."""
    with vault.reading() as connection:
        records = reading.by_ordinal(connection, np.flatnonzero(view.standing).tolist()).values()
    first = sorted(records, key=lambda record: (record.time, record.id))
    return tuple(Hit(0, 0.0, None, None, record) for record in first)


def _ms(since: float) -> float:
    return (perf_counter() - since) * 1000.0
