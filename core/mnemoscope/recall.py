"""Recall: what a memory hands its assistant for a question, from the rankings of its channels.

``recall`` is pure of any interface, runs inside one read transaction, and gives the same bytes for the same bytes. It
returns the frozen ``Recall`` with the rankings that made it, from which ``why`` explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from unicodedata import normalize

import numpy as np

from mnemoscope import analysis, channels, columns, fusion, postings, reading, vectors
from mnemoscope.channels import LexicalRanking, VectorRanking
from mnemoscope.columns import View
from mnemoscope.embedding import Embedder, Vectors
from mnemoscope.embedding.questions import embedded
from mnemoscope.errors import ModelUnavailable, Refused
from mnemoscope.messages import Message, message
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
    text = short_enough(clean(query.text)).strip()  # a blank at the end would move the question's vector
    scope = query.scope if query.scope is None else tuple(clean(app) for app in query.scope)
    query = replace(query, text=text, scope=scope, profile=deep_enough(query.profile))
    terms, dropped = analysis.question_terms(text)
    with vault.reading():
        view = columns.view(vault, query.scope, _moment(query), query.at is not None, query.known)
        micros, vector_report, embed_ms, vector_ms = _ask_vectors(vault, view, query, embedder)
        since = perf_counter()
        index, lexical_report = _ask_words(vault, view, query, terms)
        boosted = _boosted(vault, view, query.profile, terms)
        lexical = None
        if index is not None:
            try:
                lexical = channels.rank_words(vault, view, index, terms, query.profile, query.profile.lexical_depth)
            except postings.Incomplete as broken:
                index, lexical_report = None, _broken(view, str(broken))
        if lexical_report.state is ChannelState.USED:
            lexical_report = replace(lexical_report, ranked=len(lexical.ordinals) if lexical else 0)
        lexical_ms = _ms(since)
        since = perf_counter()
        vector = rank_vectors(view, micros, query.profile, boosted)
        if vector_report.state is ChannelState.USED and micros is not None:
            vector_report = channels.vector_report(view, micros, vector)
        vector_ms += _ms(since)
        since = perf_counter()
        ranked = fused(view, query.profile, terms, vector, lexical, boosted)
        forgotten = reading.forgotten_since(vault, _moment(query)) if query.at or query.known else 0
    timings = Timings(embed_ms, vector_ms, lexical_ms, _ms(since), _ms(started))
    reports = {Channel.VECTOR: vector_report, Channel.LEXICAL: lexical_report}
    recallable = int(np.count_nonzero(view.recallable))
    return Recalled(
        Recall(query, (), (), reports, timings, recallable, terms, dropped, forgotten), ranked, micros, index
    )


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


def _ask_vectors(
    vault: Vault, view: View, query: Query, embedder: Engine | None
) -> tuple[vectors.Micros | None, ChannelReport, float, float]:
    """Micro-cosines by ordinal, or why there are none; milliseconds of embedding and of the product."""
    if not query.profile.vector:
        return None, ChannelReport(ChannelState.OFF, 0, 0), 0.0, 0.0
    if not query.text.strip():
        return None, _nothing(ChannelState.EMPTY, "channel.no_question"), 0.0, 0.0
    started = perf_counter()
    snapshot = vectors.load(vault)
    if snapshot.model is None or not view.recallable.any():
        return None, channels.vector_report(view, np.zeros(0, np.int32), None), 0.0, 0.0
    loaded = _ms(started)
    since = perf_counter()
    asked = _embedded(snapshot.model, query.text, embedder)
    embed_ms = _ms(since)
    if isinstance(asked, ChannelReport):
        return None, asked, embed_ms, loaded
    since = perf_counter()
    micros = channels.fresh_micros(snapshot, view.columns, asked)
    return micros, ChannelReport(ChannelState.USED, 0, 0), embed_ms, loaded + _ms(since)


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


def _ask_words(
    vault: Vault, view: View, query: Query, terms: Sequence[analysis.Term]
) -> tuple[postings.Postings | None, ChannelReport]:
    """The index to rank by, or why the words do not rank."""
    if not query.profile.lexical:
        return None, ChannelReport(ChannelState.OFF, 0, 0)
    if not query.text.strip():
        return None, _nothing(ChannelState.EMPTY, "channel.no_question")
    records = int(np.count_nonzero(view.recallable))
    if not records:
        return None, _nothing(ChannelState.EMPTY, "channel.no_records")
    index = postings.load(vault)
    missing = int(np.count_nonzero(channels.unindexed(view, index)))
    if missing:
        reason = message("channel.incomplete", count=missing, records=records)
        return None, ChannelReport(ChannelState.INCOMPLETE, 0, missing, reason)
    if not terms:
        return None, _nothing(ChannelState.EMPTY, "channel.no_terms")
    return index, ChannelReport(ChannelState.USED, 0, 0)


def _boosted(vault: Vault, view: View, profile: Profile, terms: Sequence[analysis.Term]) -> tuple[int, ...]:
    return channels.holding_verbatim(vault, view, terms) if profile.boost != 1.0 else ()


def _broken(view: View, term: str) -> ChannelReport:
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
