"""The verdict on one record under one recall, and its sentence."""

from __future__ import annotations

import sqlite3

from mnemoscope import reading
from mnemoscope.explanations import Verdict
from mnemoscope.inquiry import Inquiry
from mnemoscope.messages import Message, message
from mnemoscope.records import Channel, ChannelState, Kind, Record
from mnemoscope.times import day_of, local_day


def verdict(about: Inquiry, rank: int | None) -> Verdict:
    """The one reason the record is or is not served."""
    view = about.recalled.ranked.view
    scope = about.recalled.recall.query.scope
    if scope is not None and about.record.app not in scope:
        return Verdict.OTHER_APP
    if not about.known or not view.in_scope[about.ordinal]:
        return Verdict.NOT_YET
    if not view.active[about.ordinal]:
        return Verdict.INACTIVE
    if view.superseded[about.ordinal]:
        return Verdict.SUPERSEDED
    if view.columns.until[about.ordinal] <= view.moment:
        return Verdict.EXPIRED
    if about.record.kind is Kind.STANDING:
        return Verdict.STANDING
    if rank is not None:
        return Verdict.SERVED if rank <= about.ranked.profile.budget else Verdict.CUT
    return _unserved(about)


def _unserved(about: Inquiry) -> Verdict:
    """Why no channel ranks a recallable record within its depth."""
    reports = about.recalled.recall.channels
    vector, lexical = about.vector, about.lexical
    if about.ranked.profile.vector and vector is None and about.ranked.vector is not None:
        return Verdict.NOT_EMBEDDED
    if reports[Channel.LEXICAL].state is ChannelState.INCOMPLETE:
        return Verdict.INDEX_INCOMPLETE
    return Verdict.BEYOND if vector or lexical else Verdict.UNRANKED


def sentence(about: Inquiry, verdict: Verdict, rank: int | None, rival: tuple[int, float] | None) -> Message:
    """The verdict in words; ``rival`` is rank and score of the first one cut, or of the last one served."""
    record, profile = about.record, about.ranked.profile
    if verdict is Verdict.SERVED:
        served = min(profile.budget, len(about.ranked.order))
        return message("why.served", rank=rank, budget=served, found=_found(about))
    if verdict is Verdict.CUT and rank is not None:
        short = (rival[1] if rival else 0.0) - dict(about.ranked.order)[about.ordinal]
        return message("why.cut", rank=rank, count=rank - profile.budget, budget=profile.budget, short=short)
    if verdict is Verdict.INACTIVE and record.active:  # restored since the moment asked about
        return message("why.inactive_then", would=_would(about, rank))
    if verdict is Verdict.INACTIVE:
        reason = message("why.because", reason=record.reason) if record.reason else ""
        return message("why.inactive", day=local_day(record.state_since), reason=reason, would=_would(about, rank))
    if verdict is Verdict.SUPERSEDED:
        return _superseded(about)
    if verdict is Verdict.EXPIRED:
        until = day_of(record.valid_until) if record.valid_until else ""
        return message("why.expired", day=until, would=_would(about, rank))
    if verdict is Verdict.OTHER_APP:
        return message("why.other_app", app=record.app)
    if verdict is Verdict.NOT_YET:
        return message("why.not_yet" if about.known else "why.too_new")
    if verdict is Verdict.STANDING:
        return message("why.standing")
    return _unranked(about, verdict)


def state(connection: sqlite3.Connection, record: Record, moment: int) -> tuple[Verdict | None, Message]:
    """What a record's state alone says of its being served, where nothing is asked."""
    if not record.active:
        reason = message("why.because", reason=record.reason) if record.reason else ""
        return Verdict.INACTIVE, message("missed.inactive", day=local_day(record.state_since), reason=reason)
    if record.superseded_by is not None:
        short, day = reading.shortest(connection, record.superseded_by), local_day(record.superseded_since or 0)
        return Verdict.SUPERSEDED, message("missed.superseded", newer=short, day=day)
    if record.valid_until is not None and record.is_expired(moment):
        return Verdict.EXPIRED, message("missed.expired", day=day_of(record.valid_until))
    if record.kind is Kind.STANDING:
        return Verdict.STANDING, message("why.standing")
    return None, message("missed.recallable")


def _unranked(about: Inquiry, verdict: Verdict) -> Message:
    vector, lexical = about.vector, about.lexical
    words = message("why.words_place", rank=lexical.rank) if lexical else message("why.words_none")
    vectors_say = message("why.vectors_place", rank=vector.rank) if vector else message("why.vectors_none")
    if verdict is Verdict.NOT_EMBEDDED:
        return message("why.not_embedded", words=words)
    if verdict is Verdict.INDEX_INCOMPLETE:
        recall = about.recalled.recall
        missing = recall.channels[Channel.LEXICAL].missing
        reason = message("why.index_incomplete", count=missing, records=recall.recallable)
        return message(
            "why.not_indexed", reason=reason if missing else message("why.index_broken"), vectors=vectors_say
        )
    if verdict is Verdict.UNRANKED:
        return message("why.unranked" if about.ranked.lexical is not None else "why.no_ranking")
    depth = about.ranked.profile.vector_depth
    if vector and lexical and depth == about.ranked.profile.lexical_depth:
        return message("why.beyond_both", vector=vector.rank, lexical=lexical.rank, depth=depth)
    places = _vectors_say(about) if vector else _words_say(about)
    return message("why.beyond", places=places)


def _found(about: Inquiry) -> Message:
    vector, lexical = about.vector, about.lexical
    by_vector, by_words = bool(vector and vector.counted), bool(lexical and lexical.counted)
    if vector and lexical and by_vector and by_words:
        return message("why.found_both", vector=vector.rank, lexical=lexical.rank)
    if vector and by_vector:
        return message("why.found_vectors", vector=vector.rank, lexical=_words_say(about))
    return message("why.found_words", lexical=lexical.rank if lexical else 0, vector=_vectors_say(about))


def _vectors_say(about: Inquiry) -> Message:
    place = about.vector
    if place:
        return message("why.vectors_beyond", rank=place.rank, depth=about.ranked.profile.vector_depth)
    return message("why.vectors_absent" if about.ranked.vector is not None else "why.vectors_off")


def _words_say(about: Inquiry) -> Message:
    place = about.lexical
    if place:
        return message("why.words_beyond", rank=place.rank, depth=about.ranked.profile.lexical_depth)
    return message("why.words_absent" if about.ranked.lexical is not None else "why.words_off")


def _would(about: Inquiry, rank: int | None) -> Message:
    if about.untried:
        return message("why.would_not_tried")
    if rank is not None and rank <= about.ranked.profile.budget:
        return message("why.would_be", rank=rank)
    return message("why.would_not")


def _superseded(about: Inquiry) -> Message:
    newer = about.record.superseded_by
    if newer is None:  # it was at the moment asked about, and is not any more
        return message("why.superseded_then")
    with about.vault.reading() as connection:
        short = reading.shortest(connection, newer)
        rank = about.recalled.ranked.rank(reading.ordinal(connection, newer))
    served: Message | str = ""
    if rank is not None and rank <= about.ranked.profile.budget:
        served = message("why.superseded_served", rank=rank)
    return message("why.superseded", newer=short, day=local_day(about.record.superseded_since or 0), served=served)
