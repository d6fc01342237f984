"""One record looked at under one recall: its places, and the same recall ranked again with one thing changed."""

from __future__ import annotations

from mnemoscope import analysis, channels, postings
from mnemoscope.columns import View
from mnemoscope.recall import Ranked, Recalled, deep_enough, fused, rank_vectors
from mnemoscope.records import Kind, LexicalPlace, Profile, Record, VectorPlace
from mnemoscope.vault import Vault


class Inquiry:
    """The record, and the rankings under which it is looked at."""

    def __init__(self, vault: Vault, recalled: Recalled, record: Record, ordinal: int) -> None:
        self.vault = vault
        self.recalled = recalled
        self.record = record
        self.ordinal = ordinal
        held = recalled.ranked.view.columns
        self.known = ordinal < held.size and bool(held.exists[ordinal])
        """Whether the record was there when the question was asked."""
        self.recallable = self.known and bool(recalled.ranked.view.recallable[ordinal])
        ranks_as_if = self.known and not self.recallable and record.kind is not Kind.STANDING
        # A record that may not be served is ranked as if it could be, beside all that can.
        self.ranked = self.again(recalled.ranked.view.with_record(ordinal)) if ranks_as_if else recalled.ranked
        self.vector: VectorPlace | None = self.ranked.vector_place(ordinal)
        self.lexical: LexicalPlace | None = self.ranked.lexical_place(ordinal)

    def serves(self, ranked: Ranked) -> bool:
        """Whether these rankings serve the record."""
        rank = ranked.rank(self.ordinal)
        return rank is not None and rank <= ranked.profile.budget

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
