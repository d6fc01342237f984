"""Why a record ranks where it does, from the very rankings that ranked it.

Everything a person needs to check a rank by hand stands in the ``Explanation``: 1 / (k + rank) for each channel, and
under the words idf x gain for each term with the counts and lengths they are made of. What a rank hangs on is found
by ranking again with one thing changed, through the same kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

from mnemoscope import analysis, bm25, channels, fusion, postings, reading
from mnemoscope.channels import LexicalRanking, VectorRanking
from mnemoscope.columns import View, neighbours
from mnemoscope.messages import Message, message
from mnemoscope.recall import Ranked, Recalled, fused, rank_vectors
from mnemoscope.records import (
    Channel,
    ChannelState,
    Explanation,
    FusionPart,
    Kind,
    LexicalExplanation,
    Profile,
    Record,
    RecordId,
    TermShare,
    VectorExplanation,
    Verdict,
    When,
)
from mnemoscope.vault import Vault

BINS = 60
"""Bars of the histogram of cosines."""
TERMS_TRIED = 6
"""Distinctive terms that are left out one by one to see what the rank hangs on."""


def why(vault: Vault, recalled: Recalled, id: str) -> Explanation:
    """Explain one record, served or not, under this recall. Raises ``NoSuchRecord``."""
    with vault.reading() as connection:
        ordinal = reading.ordinal(connection, id)
        record = reading.by_ordinal(connection, [ordinal])[ordinal]
        return _Inquiry(vault, recalled, record, ordinal).explain()


def about_text(vault: Vault, text: str) -> tuple[Message, tuple[RecordId, ...]]:
    """How many records hold a literal text and which, or the nearest stored word where none does."""
    found = tuple(record.id for record in reading.containing(vault, text))
    if found:
        return message("why.text_stored", count=len(found), text=text), found
    folded = [term for token in analysis.tokens(text) for term in token.terms]
    near = postings.nearest(vault, folded[0]) if folded else None
    if near is None:
        return message("why.no_text", text=text), ()
    return message("why.no_text_near", text=text, word=near[0], count=near[1]), ()


class _Inquiry:
    """One explanation on its way: the record, and the rankings under which it is looked at."""

    def __init__(self, vault: Vault, recalled: Recalled, record: Record, ordinal: int) -> None:
        self.vault = vault
        self.recalled = recalled
        self.record = record
        self.ordinal = ordinal
        self.known = ordinal < recalled.ranked.view.columns.size
        self.recallable = self.known and bool(recalled.ranked.view.recallable[ordinal])
        ranks_as_if = self.known and not self.recallable and record.kind is not Kind.STANDING
        # A record that may not be served is ranked as if it could be, beside all that can.
        self.ranked = self._again(recalled.ranked.view.with_record(ordinal)) if ranks_as_if else recalled.ranked

    def explain(self) -> Explanation:
        ranked = self.ranked
        vector, lexical = ranked.vector_place(self.ordinal), ranked.lexical_place(self.ordinal)
        rank = ranked.rank(self.ordinal)
        verdict = self._verdict(rank)
        rival = self._rival(rank)
        parts = tuple(self._parts())
        return Explanation(
            record=self.record,
            verdict=verdict,
            sentence=self._sentence(verdict, rank, rival),
            rank=rank,
            score=sum(part.value for part in parts),
            parts=parts,
            rrf_k=ranked.profile.rrf_k,
            budget=ranked.profile.budget,
            rival_rank=rival[0] if rival else None,
            rival_score=rival[1] if rival else None,
            hangs_on=tuple(self._hangs_on(rank)) if self.recallable else (),
            lexical=self._lexical(ranked.lexical) if ranked.lexical is not None else None,
            vector=self._vector(ranked.vector) if ranked.vector is not None and (vector or lexical) else None,
            boost=self._boost() if self.recallable and vector else None,
            dropped=self.recalled.recall.dropped,
        )

    # ------------------------------------------------------------ ranking again

    def _again(
        self, view: View, profile: Profile | None = None, terms: tuple[analysis.Term, ...] | None = None
    ) -> Ranked:
        """The same recall with another view, profile or set of terms."""
        was = self.recalled.ranked
        profile = profile or was.profile
        terms = was.terms if terms is None else terms
        vector = rank_vectors(view, self.recalled.micros, profile, was.boosted)
        lexical = None
        if self.recalled.index is not None and profile.lexical:
            try:
                lexical = channels.rank_words(
                    self.vault, view, self.recalled.index, terms, profile, profile.lexical_depth
                )
            except postings.Incomplete:  # merged away since: keep the ranking that is at hand
                lexical = was.lexical
        return fused(view, profile, terms, vector, lexical, was.boosted)

    def _outcome(self, ranked: Ranked) -> Message:
        rank = ranked.rank(self.ordinal)
        if rank is not None and rank <= ranked.profile.budget:
            return message("hangs.served", rank=rank)
        return message("hangs.not_served")

    def _served(self, ranked: Ranked) -> bool:
        rank = ranked.rank(self.ordinal)
        return rank is not None and rank <= ranked.profile.budget

    # ------------------------------------------------------------ the verdict

    def _verdict(self, rank: int | None) -> Verdict:
        view = self.recalled.ranked.view
        scope = self.recalled.recall.query.scope
        if scope is not None and self.record.app not in scope:
            return Verdict.OTHER_APP
        if not self.known or not view.in_scope[self.ordinal]:
            return Verdict.NOT_YET
        if not view.active[self.ordinal]:
            return Verdict.INACTIVE
        if view.superseded[self.ordinal]:
            return Verdict.SUPERSEDED
        if view.columns.until[self.ordinal] <= view.moment:
            return Verdict.EXPIRED
        if self.record.kind is Kind.STANDING:
            return Verdict.STANDING
        if rank is not None:
            return Verdict.SERVED if rank <= self.ranked.profile.budget else Verdict.CUT
        return self._unserved()

    def _unserved(self) -> Verdict:
        """Why no channel ranks a recallable record within its depth."""
        reports = self.recalled.recall.channels
        vector, lexical = self.ranked.vector_place(self.ordinal), self.ranked.lexical_place(self.ordinal)
        if self.ranked.profile.vector and vector is None and self.ranked.vector is not None:
            return Verdict.NOT_EMBEDDED
        if reports[Channel.LEXICAL].state is ChannelState.INCOMPLETE:
            return Verdict.INDEX_INCOMPLETE
        return Verdict.BEYOND if vector or lexical else Verdict.UNRANKED

    def _rival(self, rank: int | None) -> tuple[int, float] | None:
        """For a served record the first one cut, for another the last one served."""
        order, budget = self.ranked.order, self.ranked.profile.budget
        place = budget + 1 if rank is not None and rank <= budget else min(budget, len(order))
        return (place, order[place - 1][1]) if 0 < place <= len(order) else None

    def _parts(self) -> Iterator[FusionPart]:
        ranked, profile = self.ranked, self.ranked.profile
        for channel, ranking, place, depth in (
            (Channel.VECTOR, ranked.vector, ranked.vector_place(self.ordinal), profile.vector_depth),
            (Channel.LEXICAL, ranked.lexical, ranked.lexical_place(self.ordinal), profile.lexical_depth),
        ):
            if ranking is not None:
                rank = place.rank if place else None
                value = fusion.part(rank, depth, profile.rrf_k)
                yield FusionPart(channel, rank, depth, value, value > 0)

    def _sentence(self, verdict: Verdict, rank: int | None, rival: tuple[int, float] | None) -> Message:
        record, profile = self.record, self.ranked.profile
        if verdict is Verdict.SERVED:
            return message("why.served", rank=rank, budget=profile.budget, found=self._found())
        if verdict is Verdict.CUT and rank is not None:
            short = (rival[1] if rival else 0.0) - dict(self.ranked.order)[self.ordinal]
            return message("why.cut", rank=rank, count=rank - profile.budget, budget=profile.budget, short=short)
        if verdict is Verdict.INACTIVE:
            reason = f" (“{record.reason}”)" if record.reason else ""
            return message("why.inactive", day=_day(record.state_since), reason=reason, would=self._would(rank))
        if verdict is Verdict.SUPERSEDED:
            return self._superseded()
        if verdict is Verdict.EXPIRED:
            until = record.valid_until or When("", 0, False)
            return message("why.expired", day=until.text, would=self._would(rank))
        if verdict is Verdict.OTHER_APP:
            return message("why.other_app", app=record.app)
        if verdict is Verdict.NOT_YET:
            return message("why.not_yet" if self.known else "why.too_new")
        if verdict is Verdict.STANDING:
            return message("why.standing")
        return self._unranked(verdict)

    def _unranked(self, verdict: Verdict) -> Message:
        vector, lexical = self.ranked.vector_place(self.ordinal), self.ranked.lexical_place(self.ordinal)
        words = message("why.words_place", rank=lexical.rank) if lexical else message("why.words_none")
        vectors_say = message("why.vectors_place", rank=vector.rank) if vector else message("why.vectors_none")
        if verdict is Verdict.NOT_EMBEDDED:
            return message("why.not_embedded", words=words)
        if verdict is Verdict.INDEX_INCOMPLETE:
            reason = self.recalled.recall.channels[Channel.LEXICAL].reason
            return message("why.not_indexed", reason=reason or message("why.words_off"), vectors=vectors_say)
        if verdict is Verdict.UNRANKED:
            return message("why.unranked" if self.ranked.lexical is not None else "why.no_ranking")
        depth = self.ranked.profile.vector_depth
        if vector and lexical and depth == self.ranked.profile.lexical_depth:
            return message("why.beyond_both", vector=vector.rank, lexical=lexical.rank, depth=depth)
        places = self._vectors_say() if vector else self._words_say()
        return message("why.beyond", places=places)

    def _found(self) -> Message:
        vector, lexical = self.ranked.vector_place(self.ordinal), self.ranked.lexical_place(self.ordinal)
        by_vector, by_words = bool(vector and vector.counted), bool(lexical and lexical.counted)
        if vector and lexical and by_vector and by_words:
            return message("why.found_both", vector=vector.rank, lexical=lexical.rank)
        if vector and by_vector:
            return message("why.found_vectors", vector=vector.rank, lexical=self._words_say())
        return message("why.found_words", lexical=lexical.rank if lexical else 0, vector=self._vectors_say())

    def _vectors_say(self) -> Message:
        place = self.ranked.vector_place(self.ordinal)
        if place:
            return message("why.vectors_beyond", rank=place.rank, depth=self.ranked.profile.vector_depth)
        return message("why.vectors_absent" if self.ranked.vector is not None else "why.vectors_off")

    def _words_say(self) -> Message:
        place = self.ranked.lexical_place(self.ordinal)
        if place:
            return message("why.words_beyond", rank=place.rank, depth=self.ranked.profile.lexical_depth)
        return message("why.words_absent" if self.ranked.lexical is not None else "why.words_off")

    def _would(self, rank: int | None) -> Message:
        if rank is not None and rank <= self.ranked.profile.budget:
            return message("why.would_be", rank=rank)
        return message("why.would_not")

    def _superseded(self) -> Message:
        newer = self.record.superseded_by
        if newer is None:  # it was at the moment asked about, and is not any more
            return message("why.superseded", newer="", day="", served="")
        with self.vault.reading() as connection:
            short = reading.shortest(connection, newer)
            rank = self.recalled.ranked.rank(reading.ordinal(connection, newer))
        served: Message | str = ""
        if rank is not None and rank <= self.ranked.profile.budget:
            served = message("why.superseded_served", rank=rank)
        return message("why.superseded", newer=short, day=_day(self.record.superseded_since or 0), served=served)

    # ------------------------------------------------------------ the two channels

    def _lexical(self, ranking: LexicalRanking) -> LexicalExplanation:
        profile, ordinal = self.ranked.profile, self.ordinal
        length = float(ranking.lengths[ordinal])
        return LexicalExplanation(
            self.ranked.lexical_place(ordinal),
            tuple(self._share(match, length, ranking, profile) for match in ranking.matches),
            length,
            ranking.mean_length,
            ranking.records,
        )

    def _share(self, match: channels.TermMatch, length: float, ranking: LexicalRanking, profile: Profile) -> TermShare:
        count = _count(match.ordinals, match.counts, self.ordinal)
        own, beside = int(count), (0, 0)
        if profile.context_weight and self.recalled.index is not None:
            found = postings.read(self.vault, self.recalled.index, match.term.text)
            if found is not None:
                previous, following = (int(some[self.ordinal]) for some in neighbours(ranking.columns))
                view = self.ranked.view
                here, before, after = (
                    int(_count(*found, number)) if number and view.recallable[number] else 0
                    for number in (self.ordinal, previous, following)
                )
                own, beside = here, (before, after)
        gain = bm25.gain(count, length, ranking.mean_length, profile.k1, profile.b) if count else 0.0
        return TermShare(match.term, count, own, beside, len(match.ordinals), match.idf, gain, match.idf * gain)

    def _vector(self, ranking: VectorRanking) -> VectorExplanation:
        profile = self.ranked.profile
        plain = ranking.micros[ranking.ordinals] / 1e6
        low, high = float(plain.min()), float(plain.max())
        bins, _ = np.histogram(plain, BINS, (low, high if high > low else low + 1e-6))
        depth_cosine = None
        if len(ranking.top) == profile.vector_depth < len(ranking.ordinals):
            depth_cosine = int(ranking.micros[ranking.top[-1]]) / 1e6
        return VectorExplanation(
            self.ranked.vector_place(self.ordinal),
            ranking.mean,
            ranking.deviation,
            depth_cosine,
            tuple(bins.tolist()),
            low,
            high,
        )

    # ------------------------------------------------------------ what it hangs on

    def _hangs_on(self, rank: int | None) -> Iterator[Message]:
        if rank is not None:
            yield message("hangs.budget", rank=rank)
        served = self._served(self.ranked)
        yield from self._depths(served)
        yield from self._switches()
        if served and self.ranked.lexical is not None:
            yield from self._terms()

    def _depths(self, served: bool) -> Iterator[Message]:
        """The smallest depth that would serve the record, or below which it would drop out."""
        profile, view = self.ranked.profile, self.ranked.view
        places = (
            (Channel.VECTOR, "vector_depth", self.ranked.vector_place(self.ordinal)),
            (Channel.LEXICAL, "lexical_depth", self.ranked.lexical_place(self.ordinal)),
        )
        for channel, field, place in places:
            if place is None:
                continue
            name = message(f"channel.{channel}")
            if served and place.counted:
                shallow = self._again(view, replace(profile, **{field: place.rank - 1}))  # type: ignore[arg-type]
                if not self._served(shallow):
                    yield message("hangs.depth_drops", channel=name, depth=place.rank)
            elif not served and not place.counted:
                deep = self._again(view, replace(profile, **{field: place.rank}))  # type: ignore[arg-type]
                if self._served(deep):
                    found = deep.rank(self.ordinal)
                    yield message("hangs.depth_serves", channel=name, depth=place.rank, rank=found)

    def _switches(self) -> Iterator[Message]:
        """The outcome with either channel switched off."""
        profile, view = self.ranked.profile, self.ranked.view
        if self.ranked.vector is None or self.ranked.lexical is None:
            return
        for channel in Channel:
            alone = replace(profile, **{channel.value: False})  # type: ignore[arg-type]
            yield message(
                "hangs.without_channel",
                channel=message(f"channel.{channel}"),
                outcome=self._outcome(self._again(view, alone)),
            )

    def _terms(self) -> Iterator[Message]:
        """The outcome without each distinctive term that the record holds."""
        held = {share.term for share in self._lexical_shares() if share.count}
        tried = [term for term in self.ranked.terms if term.distinctive and term in held][:TERMS_TRIED]
        for term in tried:
            rest = tuple(other for other in self.ranked.terms if other != term)
            without = self._again(self.ranked.view, terms=rest)
            place = without.lexical_place(self.ordinal)
            says = message("hangs.words_at", rank=place.rank) if place else message("hangs.words_gone")
            yield message("hangs.without_term", term=term.surface, place=says, outcome=self._outcome(without))

    def _lexical_shares(self) -> tuple[TermShare, ...]:
        return self._lexical(self.ranked.lexical).shares if self.ranked.lexical is not None else ()

    def _boost(self) -> Message | None:
        """What the ``boost`` profile would make of this record."""
        micros, place = self.recalled.micros, self.ranked.vector_place(self.ordinal)
        if micros is None or place is None:
            return None
        view, profile = self.ranked.view, self.ranked.profile
        boosted = channels.holding_verbatim(self.vault, view, self.ranked.terms)
        if self.ordinal not in boosted:
            return message("boost.none")
        doubled = channels.rank_vectors(view, micros, profile.budget, boosted, 2.0)
        rank = doubled.rank(self.ordinal) if doubled else None
        if rank is None:
            return None
        outcome = message("hangs.served", rank=rank) if rank <= profile.budget else message("hangs.not_served")
        plain = channels.rank_vectors(view, micros, profile.budget)
        before = plain.rank(self.ordinal) if plain else rank
        return message("boost.effect", cosine=2 * place.cosine, rank=rank, before=before, outcome=outcome)


def _count(ordinals: npt.NDArray[np.int32], counts: npt.NDArray[np.float64], ordinal: int) -> float:
    """A record's count among a term's postings, which may stand in segment order."""
    found = np.flatnonzero(ordinals == ordinal)
    return float(counts[found[0]]) if len(found) else 0.0


def _day(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone().date().isoformat()
