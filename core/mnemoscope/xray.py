"""The token X-ray: what the analyzer makes of a text, word by word and step by step, and where two texts meet.

Derived from ``analysis``, which keeps the steps it takes; nothing is analysed a second time in another way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from mnemoscope import analysis
from mnemoscope.analysis import Spelling, Word
from mnemoscope.folding import Step

__all__ = ["Apart", "Form", "Made", "Meeting", "Near", "Step", "Token", "Way", "match", "xray"]

_ALIKE = 0.6
"""Ratcliff and Metzener's ratio from which on two terms are alike, as difflib takes it."""


class Way(StrEnum):
    """How a term comes from its word."""

    PLAIN = "plain"
    WHOLE = "whole"
    """A joined word or an identifier, kept whole."""
    PART = "part"
    """What a joiner or an apostrophe joins."""
    PAIR = "pair"
    """Two adjacent characters of a script without spaces."""
    LEANING = "leaning"
    """Elided before a word, or leaning on the end of one: l', 's."""


@dataclass(frozen=True, slots=True)
class Made:
    """What one step made of a word that it changed."""

    step: Step
    text: str


@dataclass(frozen=True, slots=True)
class Form:
    """One term of a word, and how it came about."""

    surface: str
    """The word or the part of it, as typed."""
    way: Way
    made: tuple[Made, ...]
    """The steps that changed something, in order; the last one's text is the term."""
    term: str
    uncut: bool
    """Never cut to six letters: it holds a digit or a joiner, or is of a script without spaces."""
    stop: bool
    """A stop word: indexed in a record, dropped from a question unless the question has nothing else."""
    asked: bool
    """Whether a question asks for it. In a record every term is indexed."""
    distinctive: bool
    """In a question: capitalised inside a sentence, or holding a digit or a joiner."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text with its place (code points, end exclusive)."""

    surface: str
    start: int
    end: int
    named: bool
    """Capitalised where a capital proves something: inside a sentence."""
    forms: tuple[Form, ...]


class Apart(StrEnum):
    """What kept two words that look alike from meeting."""

    DROPPED = "dropped"
    """They share a term, which the question drops as a stop word."""
    TOO_SHORT = "too_short"
    """One begins with the other, but they differ within the six letters that are kept: shift, shifts."""
    KEPT_WHOLE = "kept_whole"
    """They are alike, but what holds a digit or a joiner is kept whole: v1.3.8, v1.3.9."""
    SPELLING = "spelling"
    """They are spelt differently within the letters that are kept."""


@dataclass(frozen=True, slots=True)
class Near:
    """A record's word that came close to a question's, and what kept them apart."""

    token: Token
    asked: str
    """The question's term."""
    held: str
    """The record's term."""
    apart: Apart


@dataclass(frozen=True, slots=True)
class Meeting:
    """What a question's word found in a record."""

    token: Token
    met: tuple[tuple[Token, str], ...]
    """The record's words that share a term that is asked for, in order, each with the first such term."""
    near: tuple[Near, ...]
    """Where it met none: the nearest ones, best first."""


def xray(text: str, is_question: bool) -> tuple[Token, ...]:
    """The words of a text in order, each with all that becomes of it."""
    words = analysis.words(text)
    names = analysis.named(words, text) if is_question else [False] * len(words)
    kept = [
        any(analysis.is_kept(word, some, name) for some in word.spellings)
        for word, name in zip(words, names, strict=True)
    ]
    if not any(kept):  # a question of nothing but stop words asks for them
        return tuple(_token(word, False, everything=True) for word in words)
    return tuple(_token(word, name, everything=not is_question) for word, name in zip(words, names, strict=True))


_Held = Mapping[str, Sequence[tuple[Token, Form]]]
"""The words of a record by term."""


def match(question: Sequence[Token], record: Sequence[Token], near: int = 2) -> tuple[Meeting, ...]:
    """For every word of a question what it met in a record, or the ``near`` words that it just missed."""
    held: dict[str, list[tuple[Token, Form]]] = {}
    for token in record:
        for form in token.forms:
            held.setdefault(form.term, []).append((token, form))
    asked = frozenset(form.term for token in question for form in token.forms if form.asked)
    return tuple(_meeting(token, asked, held, near) for token in question)


def _token(word: Word, is_named: bool, everything: bool) -> Token:
    forms = tuple(_form(word, spelling, is_named, everything) for spelling in word.spellings)
    return Token(word.surface, word.start, word.end, is_named, forms)


def _form(word: Word, spelling: Spelling, is_named: bool, everything: bool) -> Form:
    return Form(
        spelling.surface,
        _way(word, spelling),
        tuple(Made(step, text) for step, text in analysis.steps(spelling)),
        spelling.term,
        spelling.uncut,
        analysis.is_stop(word, spelling),
        everything or analysis.is_kept(word, spelling, is_named),
        analysis.is_distinctive(spelling, is_named),
    )


def _way(word: Word, spelling: Spelling) -> Way:
    if word.leaning:
        return Way.LEANING
    if word.paired:
        return Way.PAIR
    if not spelling.whole:
        return Way.PART
    return Way.WHOLE if spelling.uncut else Way.PLAIN


# ---------------------------------------------------------------- where two texts meet


def _meeting(token: Token, asked: frozenset[str], held: _Held, near: int) -> Meeting:
    met: dict[Token, str] = {}
    for form in token.forms:
        if form.term in asked:  # by this word or by another one
            for other, _ in held.get(form.term, ()):
                met.setdefault(other, form.term)
    if met:
        return Meeting(token, tuple(sorted(met.items(), key=lambda some: (some[0].start, some[0].end))), ())
    return Meeting(token, (), tuple(_missed(token, held))[:near])


def _missed(token: Token, held: _Held) -> Iterator[Near]:
    """What a word came close to: first what it would have met, then what is spelt most alike."""
    for form in token.forms:
        if not form.asked and form.term in held:
            yield Near(held[form.term][0][0], form.term, form.term, Apart.DROPPED)
    for form in token.forms:
        if form.asked:
            for term in get_close_matches(form.term, held, n=3, cutoff=_ALIKE):
                other, its = held[term][0]
                yield Near(other, form.term, term, _apart(form, its))


def _apart(one: Form, other: Form) -> Apart:
    if one.uncut or other.uncut:
        return Apart.KEPT_WHOLE
    if one.term.startswith(other.term) or other.term.startswith(one.term):
        return Apart.TOO_SHORT
    return Apart.SPELLING
