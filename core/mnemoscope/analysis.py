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
