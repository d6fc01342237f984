"""What a rank hangs on, found by ranking again with one thing changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from mnemoscope import analysis, channels
from mnemoscope.inquiry import Inquiry
from mnemoscope.messages import Message, message
from mnemoscope.recall import Ranked, deep_enough, fused
from mnemoscope.records import Channel

TERMS_TRIED = 6
"""Distinctive terms that are left out one by one."""


def hangs_on(about: Inquiry, rank: int | None) -> Iterator[Message]:
    """The smallest changes of budget, depth, channels and question that would serve the record or drop it."""
    if rank is not None:
        yield message("hangs.budget", rank=rank)
    served = about.serves(about.ranked)
    yield from _depths(about, served)
    yield from _switches(about)
    if served and about.ranked.lexical is not None:
        yield from _terms(about)


def _depths(about: Inquiry, served: bool) -> Iterator[Message]:
    """The depth that would let a channel serve the record, or those at which it would drop out."""
    profile, view = about.ranked.profile, about.ranked.view
    places = ((Channel.VECTOR, about.vector), (Channel.LEXICAL, about.lexical))
    for channel, place in places:
        if place is None:
            continue
        name = message(f"channel.{channel}")
        if served and place.counted and place.rank > 1:  # a depth of 0 is the switch below
            least = _least_dropping(about, channel, place.rank - 1)
            if least == 0:
                yield message("hangs.depth_drops", channel=name, depth=place.rank)
            elif least is not None:
                yield message("hangs.depths_drop", channel=name, least=least, most=place.rank - 1)
        elif not served and not place.counted:
            deep = about.again(view, replace(profile, **{f"{channel}_depth": place.rank}))  # type: ignore[arg-type]
            if about.serves(deep):
                found = deep.rank(about.ordinal)
                yield message("hangs.depth_serves", channel=name, depth=place.rank, rank=found)


def _least_dropping(about: Inquiry, channel: Channel, most: int) -> int | None:
    """The least depth from which on, up to ``most``, the record drops out; ``None`` where it stays at ``most``.

    Below its own rank the channel gives the record nothing, and the less deep it looks, the less it gives others: so
    whoever is served at one depth is served at every smaller one, and the least is found by halving.
    """
    if about.serves(_at_depth(about, channel, most)):
        return None
    return bisect_left(range(most), True, key=lambda depth: not about.serves(_at_depth(about, channel, depth)))


def _at_depth(about: Inquiry, channel: Channel, depth: int) -> Ranked:
    """The same rankings with one of them cut short: what ranking again at that depth would give."""
    was = about.ranked
    profile = deep_enough(replace(was.profile, **{f"{channel}_depth": depth}))  # type: ignore[arg-type]
    vector, lexical = was.vector, was.lexical
    if channel is Channel.VECTOR and vector is not None:
        vector = replace(vector, top=vector.top[: profile.vector_depth])
    elif lexical is not None:
        lexical = replace(lexical, top=lexical.top[: profile.lexical_depth])
    return fused(was.view, profile, was.terms, vector, lexical, was.boosted)


def _switches(about: Inquiry) -> Iterator[Message]:
    """The outcome with either channel switched off."""
    profile, view = about.ranked.profile, about.ranked.view
    if about.ranked.vector is None or about.ranked.lexical is None:
        return
    for channel in Channel:
        alone = replace(profile, **{channel.value: False})  # type: ignore[arg-type]
        yield message(
            "hangs.without_channel",
            channel=message(f"channel.{channel}"),
            outcome=_outcome(about, about.again(view, alone)),
        )


def _terms(about: Inquiry) -> Iterator[Message]:
    """The outcome without each distinctive term that the record holds."""
    tried = [term for term in about.ranked.terms if term.distinctive and _holds(about, term)][:TERMS_TRIED]
    for term in tried:
        rest = tuple(other for other in about.ranked.terms if other != term)
        without = about.again(about.ranked.view, terms=rest)
        place = without.lexical_place(about.ordinal)
        says = message("hangs.words_at", rank=place.rank) if place else message("hangs.words_gone")
        yield message("hangs.without_term", term=term.surface, place=says, outcome=_outcome(about, without))


def _holds(about: Inquiry, term: analysis.Term) -> bool:
    ranking = about.ranked.lexical
    return ranking is not None and any(
        match.term == term and bool((match.ordinals == about.ordinal).any()) for match in ranking.matches
    )


def _outcome(about: Inquiry, ranked: Ranked) -> Message:
    rank = ranked.rank(about.ordinal)
    if rank is not None and rank <= ranked.profile.budget:
        return message("hangs.served", rank=rank)
    return message("hangs.not_served")


def boost(about: Inquiry) -> Message | None:
    """What the ``boost`` profile would make of this record."""
    micros, place = about.recalled.micros, about.vector
    if micros is None or place is None:
        return None
    view, profile = about.ranked.view, about.ranked.profile
    boosted = channels.holding_verbatim(about.vault, view, about.ranked.terms)
    if about.ordinal not in boosted:
        return message("boost.none")
    doubled = channels.rank_vectors(view, micros, profile.budget, boosted, 2.0)
    rank = doubled.rank(about.ordinal) if doubled else None
    if rank is None:
        return None
    outcome = message("hangs.served", rank=rank) if rank <= profile.budget else message("hangs.not_served")
    plain = channels.rank_vectors(view, micros, profile.budget)
    before = plain.rank(about.ordinal) if plain else rank
    return message(
        "boost.effect", plain=place.cosine, cosine=2 * place.cosine, rank=rank, before=before, outcome=outcome
    )
