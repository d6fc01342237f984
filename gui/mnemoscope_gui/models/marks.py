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
_MOST = 200


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


@lru_cache(maxsize=1024)
def literal_marks(text: str, wanted: str) -> Marks:
    """The places that hold a literal text, ignoring case; the first few of very many."""
    wanted = wanted.casefold()
    if not wanted:
        return NO_MARKS
    folded = text.casefold()
    places = None if len(folded) == len(text) else _places(text)
    spans: list[Span] = []
    at = folded.find(wanted)
    while at >= 0 and len(spans) < _MOST:
        end = at + len(wanted)
        spans.append((at, end) if places is None else (places[at], places[end - 1] + 1))
        at = folded.find(wanted, end)
    return Marks(tuple(spans), spans[0]) if spans else NO_MARKS


def _places(text: str) -> list[int]:
    """For each character of the folded text the one it comes from: folding makes two of some (ß, İ)."""
    return [place for place, character in enumerate(text) for _ in character.casefold()]
