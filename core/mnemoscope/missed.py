"""Why missed: every record that holds a literal text, where it ranks under a recall, and why it was not served."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from mnemoscope import analysis, columns, postings, reading, verdicts
from mnemoscope.columns import Mask
from mnemoscope.explanations import Verdict
from mnemoscope.inquiry import Inquiry
from mnemoscope.messages import Message, message
from mnemoscope.recall import Ranked, Recalled
from mnemoscope.records import LexicalPlace, Record, VectorPlace
from mnemoscope.texts import clean
from mnemoscope.times import now
from mnemoscope.vault import Vault

_AS_IF = 24
"""Records that may not be served whose would-be rank is found: each means ranking the words anew."""
_WORDS_TRIED = 8


@dataclass(frozen=True, slots=True)
class Holder:
    """A record that holds the text."""

    record: Record
    verdict: Verdict | None
    """``None`` where nothing was asked and nothing keeps the record from being served."""
    sentence: Message
    rank: int | None
    """Fused rank; of a record that may not be served, the one it would have, where that was looked for."""
    vector: VectorPlace | None
    lexical: LexicalPlace | None


@dataclass(frozen=True, slots=True)
class StoredWord:
    """A word of the dictionary, folded and cut, and how many published records hold it."""

    text: str
    records: int


@dataclass(frozen=True, slots=True)
class Missed:
    """What the vault knows of a text."""

    text: str
    sentence: Message
    """How many records hold it, or that none does and which word is nearest."""
    total: int
    """How many published records hold it, whatever their state and app."""
    holders: tuple[Holder, ...]
    """At most ``limit``: the served ones by rank, then by fused rank, then by the better channel's; of too many
    those that may not be served are left out first."""
    nearest: tuple[StoredWord, ...]
    """Where nothing holds the text: stored words like its first word that is not stored."""


def missed(vault: Vault, recalled: Recalled | None, text: str, limit: int = 200) -> Missed:
    """The records that hold the literal text, ignoring case, the speaker's name included.

    Without a question only what each record's state says. Raises ``VaultError`` where the store cannot be read: an
    empty answer means that no published record holds the text.
    """
    if not text.strip():
        return Missed(text, message("why.no_text_given"), 0, (), ())
    with vault.reading() as connection:
        found = reading.holding(connection, clean(text))
        asked = recalled if recalled is not None and recalled.recall.query.text.strip() else None
        chosen = _foremost(asked.ranked, found, limit) if asked else found[-limit:]
        records = reading.by_ordinal(connection, chosen)
        if asked:
            holders = list(_looked_at(vault, asked, records))
        else:
            holders = [_by_state(connection, record) for record in records.values()]
        near = () if found else nearest(vault, text)
    return Missed(text, about(text, len(found), near), len(found), tuple(sorted(holders, key=_place)), near)


def about(text: str, total: int, near: Sequence[StoredWord]) -> Message:
    """How many records hold the text, or that none does and which stored word is nearest."""
    if total:
        return message("why.text_stored", count=total, text=text)
    if near:
        return message("why.no_text_near", text=text, word=near[0].text, count=near[0].records)
    return message("why.no_text", text=text)


def nearest(vault: Vault, text: str, most: int = 3) -> tuple[StoredWord, ...]:
    """Stored words like the first word of the text that is not stored; where each is, those words themselves."""
    terms = list(dict.fromkeys(term for token in analysis.tokens(text) for term in token.terms))[:_WORDS_TRIED]
    with vault.reading():
        published = columns.view(vault, None, now(), past=False).in_scope
        index = postings.load(vault)
        held = [StoredWord(term, _records(vault, index, published, term)) for term in terms]
        for word in held:
            if not word.records:
                close = postings.close(vault, word.text, 2 * most)
                counted = (StoredWord(term, _records(vault, index, published, term)) for term in close)
                return tuple(some for some in counted if some.records)[:most]
    return tuple(held[:most])


def _records(vault: Vault, index: postings.Postings, published: Mask, term: str) -> int:
    """Published records that hold a term; none is counted where the index lost some of it."""
    try:
        found = postings.read(vault, index, term)
    except postings.Incomplete:
        return 0
    ordinals = found[0] if found is not None else np.zeros(0, np.int32)
    return int(np.count_nonzero(published[ordinals[ordinals < len(published)]]))


# ---------------------------------------------------------------- under a recall


def _foremost(ranked: Ranked, found: Sequence[int], limit: int) -> list[int]:
    """The ``limit`` records to look at: served, then ranked by the fusion, then by the better channel's rank."""
    if len(found) <= limit:
        return list(found)
    ordinals = np.array(found)
    fused = {ordinal: rank for rank, (ordinal, _) in enumerate(ranked.order, start=1)}
    first = np.array([fused.get(ordinal, np.inf) for ordinal in found])
    best = np.full(len(found), np.inf)
    for ranking in (ranked.vector, ranked.lexical):
        if ranking is not None:
            best = np.minimum(best, ranking.ranks(ordinals))
    standing = ranked.view.standing
    first[[ordinal < len(standing) and bool(standing[ordinal]) for ordinal in found]] = 0
    chosen: list[int] = ordinals[np.lexsort((ordinals, best, first))][:limit].tolist()
    return chosen


def _looked_at(vault: Vault, recalled: Recalled, records: Mapping[int, Record]) -> Iterator[Holder]:
    tried = 0
    for ordinal, record in records.items():
        looked = Inquiry(vault, recalled, record, ordinal, as_if=tried < _AS_IF)
        tried += looked.supposed
        rank = looked.ranked.rank(ordinal)
        verdict = verdicts.verdict(looked, rank)
        sentence = verdicts.sentence(looked, verdict, rank, looked.rival(rank))
        yield Holder(record, verdict, sentence, rank, looked.vector, looked.lexical)


def _place(holder: Holder) -> tuple[object, ...]:
    """What is served first, by rank; then by fused rank, then by the better channel's; then the newest."""
    ranks = [place.rank for place in (holder.vector, holder.lexical) if place]
    served = holder.verdict in (Verdict.STANDING, Verdict.SERVED)
    rank = 0 if holder.verdict is Verdict.STANDING else holder.rank
    return (
        not served,
        rank if rank is not None else inf,
        min(ranks, default=inf),
        -holder.record.time,
        holder.record.id,
    )


# ---------------------------------------------------------------- without a question


def _by_state(connection: sqlite3.Connection, record: Record) -> Holder:
    verdict, sentence = verdicts.state(connection, record, now())
    return Holder(record, verdict, sentence, None, None, None)
