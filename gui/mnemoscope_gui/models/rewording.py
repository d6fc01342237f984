"""What was reworded between an older text and a newer one, word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from mnemoscope_gui.models.marks import Span

_WORD = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]|\w+(?:[.:,'’/@-]\w+)*|[^\w\s]")
"""A word with what joins its parts, so that 21:00 and v1.3.8 are one; a character of a script without spaces."""
_ALIKE = 0.3
"""Two texts that share less of their words are not one text reworded: marks all over them would say nothing."""
_MOST = 4000
"""Characters of a text that are compared."""


@dataclass(frozen=True, slots=True)
class Rewording:
    """What the older text loses, and what the newer one gains."""

    gone: tuple[Span, ...] = ()
    """In the older text."""
    come: tuple[Span, ...] = ()
    """In the newer text."""
    is_other: bool = False
    """Whether hardly a word is the same: then nothing is marked."""


@lru_cache(maxsize=512)
def reworded(older: str, newer: str) -> Rewording:
    """The words that differ, neighbours together; upper and lower case are the same word."""
    olds, news = _words(older), _words(newer)
    matcher = SequenceMatcher(None, [word for word, _ in olds], [word for word, _ in news], autojunk=False)
    if olds and news and matcher.ratio() < _ALIKE:
        return Rewording(is_other=True)
    gone: list[Span] = []
    come: list[Span] = []
    for kind, first, last, start, end in matcher.get_opcodes():
        if kind != "equal":
            _add(gone, olds[first:last])
            _add(come, news[start:end])
    return Rewording(tuple(gone), tuple(come))


def _words(text: str) -> list[tuple[str, Span]]:
    return [(found.group().casefold(), found.span()) for found in _WORD.finditer(text[:_MOST])]


def _add(spans: list[Span], words: list[tuple[str, Span]]) -> None:
    if words:
        spans.append((words[0][1][0], words[-1][1][1]))


def common(spans: list[tuple[Span, ...]]) -> tuple[Span, ...]:
    """What all of these lists of spans cover: new against every one of several older texts."""
    if not spans:
        return ()
    held = set(spans[0])
    for some in spans[1:]:
        held = {(max(a, c), min(b, d)) for a, b in held for c, d in some if max(a, c) < min(b, d)}
    return tuple(sorted(held))
