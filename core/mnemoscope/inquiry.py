"""One record looked at under one recall: its places, and the same recall ranked again with one thing changed."""

from __future__ import annotations

from mnemoscope import analysis, channels, postings
from mnemoscope.columns import View
from mnemoscope.recall import Ranked, Recalled, deep_enough, fused, rank_vectors
from mnemoscope.records import Kind, LexicalPlace, Profile, Record, VectorPlace
from mnemoscope.vault import Vault


class Inquiry:
    """The record, and the rankings under which it is looked at."""

    def __init__(self, vault: Vault, recalled: Recalled, record: Record, ordinal: int, as_if: bool = True) -> None:
        """``as_if`` ranks a record that may not be served as if it could be, which takes a ranking of its own."""
        self.vault = vault
        self.recalled = recalled
        self.record = record
        self.ordinal = ordinal
        held = recalled.ranked.view.columns
        self.known = ordinal < held.size and bool(held.exists[ordinal])
        """Whether the record was there when the question was asked."""
        self.recallable = self.known and bool(recalled.ranked.view.recallable[ordinal])
        dead = self.known and not self.recallable and record.kind is not Kind.STANDING
        self.supposed, self.untried = dead and as_if, dead and not as_if
        """Whether its places are those it would have beside all that can be served; whether it has such, unsought."""
        view = recalled.ranked.view
        self.ranked = self.again(view.with_record(ordinal)) if self.supposed else recalled.ranked
        self.vector: VectorPlace | None = self.ranked.vector_place(ordinal)
        self.lexical: LexicalPlace | None = self.ranked.lexical_place(ordinal)

    def serves(self, ranked: Ranked) -> bool:
        """Whether these rankings serve the record."""
        rank = ranked.rank(self.ordinal)
        return rank is not None and rank <= ranked.profile.budget

    def rival(self, rank: int | None) -> tuple[int, float] | None:
        """Rank and score of the first one cut (for a served record), or of the last one served (for another)."""
        order, budget = self.ranked.order, self.ranked.profile.budget
        place = budget + 1 if rank is not None and rank <= budget else min(budget, len(order))
        return (place, order[place - 1][1]) if 0 < place <= len(order) else None

    def again(
        self, view: View, profile: Profile | None = None, terms: tuple[analysis.Term, ...] | None = None
    ) -> Ranked:
        """The same recall with another view, profile or set of terms."""
        was = self.recalled.ranked
        profile = deep_enough(profile or was.profile)
        terms = was.terms if terms is None else terms
        boosted = was.boosted
        if profile.boost != 1.0 and view is not was.view:  # the record may hold a distinctive term itself
            boosted = channels.holding_verbatim(self.vault, view, terms)
        vector = rank_vectors(view, self.recalled.micros, profile, boosted)
        lexical = None
        if self.recalled.index is not None and profile.lexical:
            try:
                lexical = channels.rank_words(
                    self.vault, view, self.recalled.index, terms, profile, profile.lexical_depth
                )
            except postings.Incomplete:  # merged away since: keep the ranking that is at hand
                lexical = was.lexical
        return fused(view, profile, terms, vector, lexical, boosted)
