"""Why a record ranks where it does, from the very rankings that ranked it.

Everything a person needs to check a rank by hand stands in the ``Explanation``: 1 / (k + rank) for each channel, and
under the words idf x gain for each term with the counts and lengths they are made of. What a rank hangs on is found
by ranking again with one thing changed, through the same kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from mnemoscope import bm25, channels, fusion, hangs, postings, reading, verdicts
from mnemoscope.channels import VectorRanking
from mnemoscope.columns import neighbours
from mnemoscope.explanations import Explanation, FusionPart, LexicalExplanation, TermShare, VectorExplanation
from mnemoscope.inquiry import Inquiry
from mnemoscope.recall import Recalled
from mnemoscope.records import Channel
from mnemoscope.vault import Vault

BINS = 60
"""Bars of the histogram of cosines."""


def why(vault: Vault, recalled: Recalled, id: str) -> Explanation:
    """Explain one record, served or not, under this recall. Raises ``NoSuchRecord``."""
    with vault.reading() as connection:
        ordinal = reading.ordinal(connection, id)
        record = reading.by_ordinal(connection, [ordinal])[ordinal]
        return _explain(Inquiry(vault, recalled, record, ordinal))


def _explain(about: Inquiry) -> Explanation:
    ranked = about.ranked
    rank = ranked.rank(about.ordinal)
    rival = about.rival(rank)
    parts = tuple(_parts(about))
    verdict = verdicts.verdict(about, rank)
    return Explanation(
        record=about.record,
        verdict=verdict,
        sentence=verdicts.sentence(about, verdict, rank, rival),
        rank=rank,
        score=sum(part.value for part in parts),
        parts=parts,
        rrf_k=ranked.profile.rrf_k,
        budget=ranked.profile.budget,
        rival_rank=rival[0] if rival else None,
        rival_score=rival[1] if rival else None,
        hangs_on=tuple(hangs.hangs_on(about, rank)) if about.recallable else (),
        lexical=_lexical(about),
        vector=_vector(about, ranked.vector) if ranked.vector and (about.vector or about.lexical) else None,
        boost=hangs.boost(about) if about.recallable and about.vector else None,
        dropped=about.recalled.recall.dropped,
    )


def _parts(about: Inquiry) -> Iterator[FusionPart]:
    ranked, profile = about.ranked, about.ranked.profile
    for channel, ranking, place, depth in (
        (Channel.VECTOR, ranked.vector, about.vector, profile.vector_depth),
        (Channel.LEXICAL, ranked.lexical, about.lexical, profile.lexical_depth),
    ):
        if ranking is not None:
            rank = place.rank if place else None
            value = fusion.part(rank, depth, profile.rrf_k)
            yield FusionPart(channel, rank, depth, value, value > 0)


def _lexical(about: Inquiry) -> LexicalExplanation | None:
    """A line for every term asked for; where the words could rank and no record holds one, lines of nothing."""
    profile, index, ranking = about.ranked.profile, about.recalled.index, about.ranked.lexical
    if not about.known or not profile.lexical or (ranking is None and index is None):
        return None
    view = about.ranked.view
    if ranking is not None:
        lengths, mean_length, matches = ranking.lengths, ranking.mean_length, ranking.matches
    elif index is not None:
        beside = neighbours(view.columns) if profile.context_weight else None
        lengths, mean_length = channels.lengths_of(view, index, profile, beside)
        matches = ()
    records, length = int(np.count_nonzero(view.recallable)), float(lengths[about.ordinal])
    factor = 1.0 - profile.b + profile.b * length / mean_length if mean_length else 0.0
    held = {match.term: match for match in matches}
    shares = [
        _share(about, held[term], length, mean_length)
        if term in held
        else TermShare(term, 0.0, 0, (0, 0), 0, bm25.idf(records, 0), 0.0, 0.0)
        for term in about.ranked.terms
    ]
    total = sum(share.score for share in shares) or 1.0
    return LexicalExplanation(
        about.lexical,
        tuple(replace(share, length_factor=factor, part=share.score / total) for share in shares),
        length,
        mean_length,
        records,
    )


def _share(about: Inquiry, match: channels.TermMatch, length: float, mean_length: float) -> TermShare:
    profile = about.ranked.profile
    count = _count(match.ordinals, match.counts, about.ordinal)
    own, beside = int(count), (0, 0)
    if profile.context_weight and about.recalled.index is not None:
        found = postings.read(about.vault, about.recalled.index, match.term.text)
        if found is not None:
            view = about.ranked.view
            previous, following = (int(some[about.ordinal]) for some in neighbours(view.columns))
            here, before, after = (
                int(_count(*found, number)) if number and view.recallable[number] else 0
                for number in (about.ordinal, previous, following)
            )
            own, beside = here, (before, after)
    gain = bm25.gain(count, length, mean_length, profile.k1, profile.b) if count else 0.0
    return TermShare(match.term, count, own, beside, len(match.ordinals), match.idf, gain, match.idf * gain)


def _vector(about: Inquiry, ranking: VectorRanking) -> VectorExplanation:
    profile = about.ranked.profile
    plain = ranking.micros[ranking.ordinals] / 1e6
    low, high = float(plain.min()), float(plain.max())
    bins, _ = np.histogram(plain, BINS, (low, high if high > low else low + 1e-6))
    depth_cosine = None
    if len(ranking.top) == profile.vector_depth < len(ranking.ordinals):
        depth_cosine = int(ranking.micros[ranking.top[-1]]) / 1e6
    return VectorExplanation(
        about.vector,
        ranking.mean,
        ranking.deviation,
        depth_cosine,
        tuple(bins.tolist()),
        low,
        high,
    )


def _count(ordinals: npt.NDArray[np.int32], counts: npt.NDArray[np.float64], ordinal: int) -> float:
    """A record's count among a term's postings, which may stand in segment order."""
    found = np.flatnonzero(ordinals == ordinal)
    return float(counts[found[0]]) if len(found) else 0.0
