"""Where a record's text holds the question's words, and which of them is the rarest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from mnemoscope.analysis import matched_spans

Span = tuple[int, int]
"""Start and end of a word in a text, in characters."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The words to underline, and the one that a snippet is windowed round."""

    spans: tuple[Span, ...] = ()
    focus: Span | None = None


NO_MARKS = Marks()


@lru_cache(maxsize=4096)
def marks(text: str, terms: tuple[str, ...]) -> Marks:
    """The matched words of a text; ``terms`` come rarest first."""
    if not terms:
        return NO_MARKS
    spans = tuple(matched_spans(text, frozenset(terms)))
    if not spans:
        return NO_MARKS
    for term in terms:
        if found := matched_spans(text, frozenset((term,))):
            return Marks(spans, found[0])
    return Marks(spans, spans[0])
