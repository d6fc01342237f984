"""What quotes a forgotten record: a question, a label or a title that holds its text, or a word of it alone (pure)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from mnemoscope import analysis

LEFT_OUT = "…"
"""Stands in the place of what was quoted."""
LEAST = 3
"""Bytes of a word that can give away whose it is."""
_BEGINNING = 12
"""Characters of a title that is the beginning of a text and no word that begins it, and of a text that stands nowhere
by accident."""


def telling(text: str) -> Iterator[tuple[str, str]]:
    """Term and surface of every word of a text but stop words and what is too short to tell."""
    for word in analysis.words(text):
        for spelling in word.spellings:
            if len(spelling.term.encode()) >= LEAST and not analysis.is_stop(word, spelling):
                yield spelling.term, spelling.surface


class Quotes:
    """Recognises quotations of ``texts``, and of ``words``: the terms that no other text holds."""

    def __init__(self, texts: Collection[str], words: Collection[str]) -> None:
        self._words = frozenset(words)
        self._texts: dict[str, list[str]] = defaultdict(list)
        self._slight = {text.strip() for text in texts if len(text) < _BEGINNING and not any(telling(text))}
        for text in texts:
            if text.strip() in self._slight:
                continue
            # A text stands in another one only where its terms do.
            self._texts[next(iter(analysis.terms(text)), "")].append(text)
        self._beginnings = {text[:_BEGINNING] for text in texts}
        self._whole = tuple(texts)

    def hold(self, said: str) -> bool:
        """Whether a question or label holds one of the texts, or one of the words.

        A text that tells nothing, such as *?* or *the*, stands in nearly every question: that is it only as a whole.
        """
        if said.strip() in self._slight:
            return True
        terms = set(analysis.terms(said))
        if not self._words.isdisjoint(terms):
            return True
        return any(text in said for term in (*terms, "") for text in self._texts.get(term, ()))

    def entitle(self, title: str) -> bool:
        """Whether a title holds one of them, or is the beginning of one of the texts."""
        start = title.rstrip(" .…")
        if len(start) >= _BEGINNING and start[:_BEGINNING] in self._beginnings:
            return any(text.startswith(start) for text in self._whole) or self.hold(title)
        return self.hold(title)

    def without(self, value: Any, questions: bool) -> Any:
        """A label's parameters without what quotes; with ``questions`` every question is taken out."""
        if isinstance(value, dict):
            return {
                name: LEFT_OUT if questions and name == "question" else self.without(some, questions)
                for name, some in value.items()
            }
        if isinstance(value, list):
            return [self.without(some, questions) for some in value]
        return LEFT_OUT if isinstance(value, str) and self.hold(value) else value
