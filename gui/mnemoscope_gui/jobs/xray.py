"""The token X-ray of one record under one question: what became of the words of both, and where they met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mnemoscope import xray
from mnemoscope.analysis import matched_spans
from mnemoscope.xray import Token
from mnemoscope_gui.values import Xray

LONGEST = 20_000
"""Characters of a text that are looked at whole; of a longer one, what stands around its matches."""
_AROUND = 400
_PIECES = 20


def take(question: str, text: str, terms: tuple[str, ...]) -> Xray:
    """The X-ray of a text of any length, in a few milliseconds."""
    pieces = [(0, len(text))] if len(text) <= LONGEST else list(_pieces(text, terms))
    stretches = tuple(tuple(_tokens(text, start, end)) for start, end in pieces)
    held = [token for stretch in stretches for token in stretch]
    return Xray(xray.match(xray.xray(question, True), held), stretches, len(text) <= LONGEST)


def _tokens(text: str, start: int, end: int) -> Iterator[Token]:
    for token in xray.xray(text[start:end], False):
        yield replace(token, start=token.start + start, end=token.end + start)


def _pieces(text: str, terms: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where to look in a long text: around its first matches, else at its beginning; cut between words."""
    spans = matched_spans(text, frozenset(terms))[:_PIECES]
    if not spans:
        yield 0, _blank_before(text, LONGEST)
        return
    start, end = spans[0][0] - _AROUND, spans[0][1] + _AROUND
    for found in spans[1:]:
        if found[0] - _AROUND > end:
            yield _blank_before(text, start), _blank_before(text, end)
            start = found[0] - _AROUND
        end = found[1] + _AROUND
    yield _blank_before(text, start), _blank_before(text, end)


def _blank_before(text: str, at: int) -> int:
    """The nearest place at or before ``at`` where no word is cut; a word without end is cut all the same."""
    at = max(0, min(at, len(text)))
    nearest = max(text.rfind(blank, max(0, at - _AROUND), at) for blank in " \n\t")
    return at if nearest < 0 or at == len(text) else nearest
