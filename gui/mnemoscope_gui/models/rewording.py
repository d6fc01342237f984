"""What was reworded between an older text and a newer one, as spans to mark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from mnemoscope.claims.differences import compare
from mnemoscope.records import Record
from mnemoscope_gui.models.marks import Span

_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_WORD = re.compile(rf"{_UNSPACED.pattern}|\w+")
"""A word, or a character of a script without spaces."""
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
    """The places that differ, neighbours together: what ``differences`` says that differs, and nothing else."""
    older, newer = older[:_MOST], newer[:_MOST]
    olds, news = _WORD.findall(older.casefold()), _WORD.findall(newer.casefold())
    if olds and news and SequenceMatcher(None, olds, news, autojunk=False).ratio() < _ALIKE:
        return Rewording(is_other=True)
    if _UNSPACED.search(older + newer):
        return _by_character(older, newer)
    found = compare(older, newer)
    gone = _joined(older, (some.first for some in found if some.first is not None))
    return Rewording(gone, _joined(newer, (some.second for some in found if some.second is not None)))


def between(older: Record, newer: Record) -> Rewording:
    """The same for two records, as places in what is shown of them: who speaks is no wording."""
    change = reworded(older.text, newer.text)
    return Rewording(_behind(older, change.gone), _behind(newer, change.come), change.is_other)


def _behind(record: Record, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    ahead = len(record.indexed_text) - len(record.text)
    return tuple((start + ahead, end + ahead) for start, end in spans)


def _by_character(older: str, newer: str) -> Rewording:
    """Where no blank separates words, a difference of words would be the whole sentence."""
    olds, news = list(_WORD.finditer(older)), list(_WORD.finditer(newer))
    matcher = SequenceMatcher(None, [word[0] for word in olds], [word[0] for word in news], autojunk=False)
    gone: list[Span] = []
    come: list[Span] = []
    for kind, first, last, start, end in matcher.get_opcodes():
        if kind != "equal":
            gone.extend(word.span() for word in olds[first:last])
            come.extend(word.span() for word in news[start:end])
    return Rewording(_joined(older, gone), _joined(newer, come))


def _joined(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans in reading order, those with only blanks between them as one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def common(spans: Sequence[tuple[Span, ...]]) -> tuple[Span, ...]:
    """What all of these lists of spans cover: new against every one of several older texts."""
    if not spans:
        return ()
    held = set(spans[0])
    for some in spans[1:]:
        held = {(max(a, c), min(b, d)) for a, b in held for c, d in some if max(a, c) < min(b, d)}
    return tuple(sorted(held))
