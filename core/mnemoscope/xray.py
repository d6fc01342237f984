"""The token X-ray: what the analyzer makes of a text, word by word and step by step, and where two texts meet.

Derived from ``analysis``, which keeps the steps it takes; nothing is analysed a second time in another way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Step(StrEnum):
    """A normalisation that may change a word, in the order in which they are applied."""

    CLOSED = "closed"
    """An apostrophe closed up: O'Brien, obrien."""
    COMPOSED = "composed"
    """One of several equal encodings: widths, ligatures, composition (NFKC); invisible characters dropped."""
    CASE = "case"
    MARKS = "marks"
    """Optional marks stripped, and letters that differ by habit only made one (æ, ae)."""
    CUT = "cut"
    """To six letters."""


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
    stop: bool
    """A stop word: indexed in a record, dropped from a question unless the question has nothing else."""
    asked: bool
    """Whether a question asks for it; in a record, whether it is indexed, which every term is."""
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
    """They begin alike, but what holds a digit or a joiner is not cut: v1.3.8, v1.3.9."""
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
    raise NotImplementedError


def match(question: Sequence[Token], record: Sequence[Token], near: int = 2) -> tuple[Meeting, ...]:
    """For every word of a question what it met in a record, or the ``near`` words that it just missed."""
    raise NotImplementedError
