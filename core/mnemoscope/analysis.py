"""Text to terms: the analyzer of the words channel. Pure; a change of its output needs a new ``VERSION``."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = 1
"""Stored with every posting segment; an index of another version is incomplete."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the question as the words channel asks for it."""

    surface: str
    """The word as typed."""
    text: str
    """What it became: folded and cut, as it stands in the dictionary."""
    distinctive: bool
    """Capitalised inside a sentence, or holding a digit or a joiner."""


def terms(text: str) -> list[str]:
    """Stand-in until the analyzer is merged."""
    return text.lower().split()


def question_terms(text: str) -> tuple[tuple[Term, ...], tuple[str, ...]]:
    """Stand-in until the analyzer is merged."""
    return tuple(Term(word, word.lower(), word[0].isupper()) for word in dict.fromkeys(text.split())), ()


@dataclass(frozen=True, slots=True)
class Token:
    """Stand-in."""

    surface: str
    start: int
    end: int
    terms: tuple[str, ...]


def tokens(text: str) -> list[Token]:
    """Stand-in until the analyzer is merged."""
    return [Token(word, 0, 0, (word.lower(),)) for word in text.split()]
