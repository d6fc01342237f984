"""Why a record ranks where it does, from the very rankings that ranked it.

Everything a person needs to check a rank by hand stands in the ``Explanation``: 1 / (k + rank) for each channel, and
under the words idf x gain for each term with the counts and lengths they are made of. What a rank hangs on is found
by ranking again with one thing changed, through the same kernel.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from mnemoscope import bm25, channels, fusion, hangs, postings, reading, verdicts
from mnemoscope.channels import LexicalRanking, VectorRanking
from mnemoscope.columns import neighbours
from mnemoscope.inquiry import Inquiry
from mnemoscope.recall import Recalled
from mnemoscope.records import (
    Channel,
    Explanation,
    FusionPart,
    LexicalExplanation,
    Profile,
    TermShare,
    VectorExplanation,
)
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
        lexical=_lexical(about, ranked.lexical) if ranked.lexical and about.known else None,
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


def _lexical(about: Inquiry, ranking: LexicalRanking) -> LexicalExplanation:
    profile, ordinal = about.ranked.profile, about.ordinal
    length = float(ranking.lengths[ordinal])
    return LexicalExplanation(
        about.lexical,
        tuple(_share(about, match, length, ranking, profile) for match in ranking.matches),
        length,
        ranking.mean_length,
        ranking.records,
    )


def _share(
    about: Inquiry, match: channels.TermMatch, length: float, ranking: LexicalRanking, profile: Profile
) -> TermShare:
    count = _count(match.ordinals, match.counts, about.ordinal)
    own, beside = int(count), (0, 0)
    if profile.context_weight and about.recalled.index is not None:
        found = postings.read(about.vault, about.recalled.index, match.term.text)
        if found is not None:
            previous, following = (int(some[about.ordinal]) for some in neighbours(ranking.columns))
            view = about.ranked.view
            here, before, after = (
                int(_count(*found, number)) if number and view.recallable[number] else 0
                for number in (about.ordinal, previous, following)
            )
            own, beside = here, (before, after)
    gain = bm25.gain(count, length, ranking.mean_length, profile.k1, profile.b) if count else 0.0
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
