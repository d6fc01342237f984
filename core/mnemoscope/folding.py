"""One spelling for words that differ in case, width, composition or optional marks only. Pure, a part of the analyzer:
a change of its output needs a new ``analysis.VERSION``.
"""

from __future__ import annotations

from enum import StrEnum
from unicodedata import normalize

import regex

_UNSEEN = regex.compile(r"[\p{Default_Ignorable_Code_Point}\u0640·]+")
_MARKED_COMPOSED = regex.compile(r"([\p{Arabic}\p{Hebrew}])\p{M}+|(\p{Cyrillic})[\u0300\u0301]+")
_MARKED = regex.compile(r"([\p{Latin}\p{Greek}\p{N}_])\p{M}+")
_EQUALS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "ё": "е", "‐": "-"} | dict.fromkeys("أإآٱ", "ا")
)


class Step(StrEnum):
    """A normalisation that may change a word, in the order in which they are applied."""

    CLOSED = "closed"
    """An apostrophe closed up: O'Brien, OBrien."""
    COMPOSED = "composed"
    """One of several equal encodings (NFKC): width, ligatures, composition; what is invisible is dropped."""
    CASE = "case"
    MARKS = "marks"
    """Optional marks stripped, and letters that stand for each other made one (æ, ae)."""
    TRIMMED = "trimmed"
    """What is no letter or digit any more is dropped from the ends."""
    CUT = "cut"
    """To six letters."""


def fold(text: str) -> str:
    """One spelling for all that differs in case, width, composition or optional marks only. Idempotent.

    Marks are optional on Latin and Greek letters, Arabic and Hebrew points and Cyrillic stress likewise; those of
    Indic scripts, Thai and kana are part of the letter, as is the breve of й.
    """
    if text.isascii():
        return text.lower()
    for _, fold_once in FOLDING:
        text = fold_once(text)
    return text


def _compose(text: str) -> str:
    return _UNSEEN.sub("", normalize("NFKC", text))


def _ignore_case(text: str) -> str:
    return _compose(text.casefold())


def _ignore_marks(text: str) -> str:
    text = normalize("NFD", _MARKED_COMPOSED.sub(r"\1\2", text))
    return normalize("NFC", _MARKED.sub(r"\1", text)).translate(_EQUALS)


FOLDING = ((Step.COMPOSED, _compose), (Step.CASE, _ignore_case), (Step.MARKS, _ignore_marks))
"""What is done to a text in turn."""
