"""What a text claims, word by word: its numbers, dates, names, negations and opposites, each with its place. Pure.

A *unit* is a word or several that mean one thing: ``15 October 2025`` is one date, ``half past seven`` one number.
Numbers and dates of English, French, Catalan and Spanish are read to values, so that *seven* meets *7* and *dimarts*
meets *Tuesday*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from mnemoscope.claims import lexicon, values
from mnemoscope.claims.lexicon import flat
from mnemoscope.claims.values import CLAUSE_END, Day, Quantity, Token

_WORD = re.compile(r"\w+")
_BLANK = re.compile(r"\s")
_QUESTION_END = re.compile(r"[?？]")
_SENTENCE = re.compile(r".+?(?:[.!?…。！？]+[\"'”»)]*(?=\s|$)|\n|$)", re.DOTALL)
_CLITICS = frozenset("wo ca sha ll ve re".split())  # noqa: SIM905
"""What is left of *won't*, *can't*, *they'll*."""
_APART = 5
"""Words between two negations of one clause that are one: *ne ... pas*, *no ... nunca*."""


class Sort(StrEnum):
    """What a unit is, and how two texts can differ."""

    NUMBER = "number"
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"
    ANTONYM = "antonym"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Unit:
    """A word or several that mean one thing, with their place (end exclusive)."""

    sort: Sort
    start: int
    end: int
    key: str
    """What it is compared by, cut to six letters for a word."""
    whole: str
    """The same uncut."""
    value: Day | Quantity | None = None
    poles: tuple[int, int] | None = None
    """Axis and pole of a word that has an opposite."""
    is_stop: bool = False
    is_head: bool = False
    """Whether a sentence begins with it."""
    is_doubtful: bool = False
    """A capital at the head of a sentence, which proves no name."""

    def meets(self, other: Unit) -> bool:
        """Whether both can mean the same."""
        if isinstance(self.value, Day) and isinstance(other.value, Day):
            return self.value.meets(other.value)
        if isinstance(self.value, Quantity) and isinstance(other.value, Quantity):
            return self.value.meets(other.value)
        if self.value is not None or other.value is not None:
            return False
        if Sort.NAME in {self.sort, other.sort} or self.is_doubtful or other.is_doubtful:
            return self.whole == other.whole
        if self.poles is not None and other.poles is not None and self.poles[0] == other.poles[0]:
            return self.poles[1] == other.poles[1]
        return self.key == other.key


@dataclass(frozen=True, slots=True)
class Claim:
    """A text read to its units."""

    text: str
    units: tuple[Unit, ...]
    negations: tuple[tuple[int, int], ...]
    """The places of its negations, one for each clause that denies."""
    languages: tuple[str, ...]

    @property
    def content(self) -> tuple[Unit, ...]:
        """Its units without stop words and negations."""
        return tuple(unit for unit in self.units if not unit.is_stop and unit.sort is not Sort.NEGATION)

    @property
    def is_question(self) -> bool:
        """Whether it asks."""
        return bool(_QUESTION_END.search(self.text))

    @property
    def cue(self) -> tuple[int, int] | None:
        """Where it says that it replaces what was said before."""
        text = _BLANK.sub(" ", flat(self.text))
        for language in self.languages:
            found = lexicon.CUES[language].search(text)
            if found is not None:
                return found.span()
        return None


@lru_cache(maxsize=2048)
def read(text: str) -> Claim:
    """What a text claims."""
    tokens = values.tokens(text)
    spoken = lexicon.languages([token.flat for token in tokens])
    units: list[Unit] = []
    at = 0
    is_title = _is_title(tokens)
    while at < len(tokens):
        taken, unit = _unit(tokens, at, spoken, is_title, text)
        units.append(unit)
        at += taken
    units, negations = _denied(units, tokens, text)
    return Claim(text, tuple(units), tuple(negations), spoken)


@lru_cache(maxsize=2048)
def sentences(text: str) -> tuple[tuple[int, Claim], ...]:
    """The sentences of a text, each with the place where it begins."""
    found = []
    for match in _SENTENCE.finditer(text):
        claim = read(match[0])
        if claim.units:
            found.append((match.start(), claim))
    return tuple(found)


def words(text: str) -> list[str]:
    """The words of a text as the tables have them, without reading what they mean."""
    return _WORD.findall(flat(text))


def asks(text: str) -> tuple[bool, bool]:
    """Whether any sentence of a text is a question, and whether all are."""
    marks = [bool(_QUESTION_END.search(match[0])) for match in _SENTENCE.finditer(text) if match[0].strip()]
    return any(marks), all(marks)


def _is_title(tokens: Sequence[Token]) -> bool:
    """Whether capitals prove nothing here, because nearly all words have one."""
    words = [token for token in tokens if token.kind == "word" and not token.is_head and len(token.text) > 2]
    return len(words) >= 3 and sum(token.text[0].isupper() for token in words) > 0.8 * len(words)


# ---------------------------------------------------------------- units


def _unit(tokens: Sequence[Token], at: int, spoken: Sequence[str], is_title: bool, text: str) -> tuple[int, Unit]:
    """The unit that begins with a token, and how many tokens it takes."""
    is_valued = tokens[at].kind != "word" or tokens[at].flat in lexicon.VALUED
    for reading in (values.date, values.number) if is_valued else ():
        found = reading(tokens, at, spoken, text)
        if found is not None:
            taken, value = found
            first, last = tokens[at], tokens[at + taken - 1]
            sort = Sort.DATE if isinstance(value, Day) else Sort.NUMBER
            end = last.end
            whole = flat(text[first.start : end])
            return taken, Unit(sort, first.start, end, whole, whole, value, is_head=first.is_head)
    return 1, _word(tokens[at], spoken, is_title)


def _word(token: Token, spoken: Sequence[str], is_title: bool) -> Unit:
    word = token.flat.replace("·", "")
    if any(word in lexicon.NEGATIONS[language] for language in spoken):
        return Unit(Sort.NEGATION, token.start, token.end, word, word, is_stop=True, is_head=token.is_head)
    is_stop = len(word) == 1 or word in _CLITICS or any(word in lexicon.STOP_WORDS[language] for language in spoken)
    poles = lexicon.ANTONYMS.get(word)
    is_capital = token.text[0].isupper() and not is_title
    is_name = is_capital and not token.is_head and word != "i" and len(word) > 1
    if is_name:
        return Unit(Sort.NAME, token.start, token.end, word, word)
    doubtful = is_capital and token.is_head and not is_stop and word not in lexicon.ANY_STOP_WORD
    return Unit(
        Sort.WORD, token.start, token.end, word[:6], word, None, poles,
        is_stop and poles is None, token.is_head, doubtful,
    )  # fmt: skip


# ---------------------------------------------------------------- negations


def _denied(units: Sequence[Unit], tokens: Sequence[Token], text: str) -> tuple[list[Unit], list[tuple[int, int]]]:
    """The units with French *ne ... plus* as negations, and one place for each clause that denies."""
    found: list[Unit] = []
    places: list[tuple[int, int, int]] = []
    idioms = [match.span() for match in lexicon.NO_NEGATIONS.finditer(flat(text))]
    ne = -1
    for number, unit in enumerate(units):
        gap = text[units[number - 1].end : unit.start] if number else ""
        if CLAUSE_END.search(gap):
            ne = -1
        if unit.whole in lexicon.NE and unit.sort is Sort.WORD:
            ne = number
        elif unit.whole in lexicon.AFTER_NE and ne >= 0 and number - ne <= 6:
            unit = replace(unit, sort=Sort.NEGATION, is_stop=True, poles=None)
        if unit.sort is Sort.NEGATION and not _is_answer(unit, text) and not _within(unit, idioms):
            start = units[ne].start if ne >= 0 and unit.whole in lexicon.AFTER_NE else unit.start
            last = places[-1] if places else None
            if last and number - last[2] <= _APART and not CLAUSE_END.search(text[last[1] : unit.start]):
                places[-1] = (last[0], unit.end, number)
            else:
                places.append((start, unit.end, number))
        found.append(unit)
    return found, [(start, end) for start, end, _ in places]


def _within(unit: Unit, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= unit.start and unit.end <= end for start, end in spans)


def _is_answer(unit: Unit, text: str) -> bool:
    """A *No,* in front of a sentence denies what somebody else said."""
    return unit.is_head and unit.whole in {"no", "non", "never", "nunca", "mai"} and text[unit.end : unit.end + 1] in {
        ",", ".", "!", ":", ";",
    }  # fmt: skip
