"""Text to terms: the analyzer of the words channel. Pure; a change of its output needs a new ``VERSION``.

A *chunk* is what stands between blanks and punctuation: letters, digits, and the apostrophes and joiners between
them. It is cut into *words* (``l'Admon`` is two, a run of Chinese is one per pair of characters), and a word is
*spelled* in one or more ways, each of which becomes a term:

- a joined word as it stands, then its parts, loosest joiner first: ``deploy-v2.4.7`` gives ``deploy-v2.4.7``,
  ``deploy``, ``v2.4.7``, ``v2``, ``4``, ``7``;
- a word with an apostrophe without it, then its parts: ``O'Brien`` gives ``obrien``, ``o``, ``brien``. Elided articles
  and pronouns in front (``l'``, ``qu'``) and possessives, contractions and clitics behind (``'s``, ``'ll``) are words
  of their own instead, and are always stop words;
- anything else as it stands, folded and cut to six letters.

A word gives each of its terms once. Emoji and other symbols give none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from string import punctuation
from typing import NamedTuple, TypeVar

import regex

from mnemoscope.folding import FOLDING, Step, fold

_Found = TypeVar("_Found")

VERSION = 1
"""Stored with every posting segment; an index of another version is incomplete."""

CUT = 6
"""Letters kept of a word of letters, so that Romance inflections meet (desplego, desplega, desplegar)."""

_APOSTROPHE = r"['’‘ʼʻ＇׳״]"
_IGNORED = r"\u00AD\u0640\u200C\u200D\u2060\uFEFF"  # soft hyphen, tatweel, (non-)joiners: inside words, and no letters
_SPACELESS = (
    r"[[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
    r"\u3031-\u3035\u30FC\uFF70\uFF9E\uFF9F]&&[\p{L}\p{M}\p{Nl}]]"
)
_START = rf"[[\p{{L}}\p{{N}}_]--{_SPACELESS}--[ʼʻ\u0640]]"
_RUN = rf"{_START}[[\p{{L}}\p{{M}}\p{{N}}_{_IGNORED}]--{_SPACELESS}--[ʼʻ]]*+"
# Catalan writes l·l inside words. A doubled joiner (word--word, word...word) is punctuation, but for :: and ://.
_GLUE = rf"(?:://|::|(?<=[lL])·(?=[lL])|[-‐‑－._．＿/／:：@＠]|{_APOSTROPHE})"
# Possessive throughout, so that no text is read twice: the time is linear in the text.
_CHUNK = regex.compile(rf"(?V1){_RUN}(?:{_GLUE}{_RUN})*+|[{_SPACELESS}&&[\p{{L}}\p{{Nl}}]][{_SPACELESS}\p{{M}}]*+")
_BETWEEN_BLANKS = re.compile(r"\S+")  # of the standard library: its blanks are those of str.split
_IS_SPACELESS = regex.compile(rf"(?V1){_SPACELESS}")
_CLUSTER = regex.compile(r"\X")

# What is elided before a word, and what leans on the end of one: Catalan, French; English, Catalan.
_ELISION = regex.compile(
    rf"(?i)(?:(?P<head>[cdjlmnst]|(?:jus|lors|puis|quoi)?qu){_APOSTROPHE})?+"
    rf"(?P<core>.+?)(?:{_APOSTROPHE}(?P<tail>[dlmnst]|l[ls]|ns|re|ve))?",
    regex.DOTALL,
)
_AT_APOSTROPHE = regex.compile(_APOSTROPHE)
_AT_JOINERS = (regex.compile(r"[/／:：@＠]+"), regex.compile(r"[-‐‑－]+"), regex.compile(r"[._．＿]+"))
_DIGIT = regex.compile(r"\p{N}")
_JOINER = regex.compile(r"[^_][-‐‑－._．＿/／:：@＠]+[^_]")
_DIGIT_BY_APOSTROPHE = regex.compile(rf"[\p{{N}}_]{_APOSTROPHE}|{_APOSTROPHE}[\p{{N}}_]")

_INNER = r"[[\p{L}\p{M}\p{N}_]--[ʼʻ]]"
_FOLDED = regex.compile(rf"(?V1){_INNER}(?:{_INNER}|[-./:@]+(?={_INNER}))*+")
_KEPT_WHOLE = regex.compile(rf"(?V1)[[\p{{N}}_./:@\-]||{_SPACELESS}]")

_PUNCTUATION = punctuation.replace("_", "")  # at the ends of a word none of it is part of the word

# Between two words: a sentence ended or a line broken, or the second one stands right behind an opening mark.
_SENTENCE_BREAK = regex.compile(r"[.!?…:。．！？：‥؟।¿¡\r\n\u2028\u2029]|[\"'“”„«»‹›‘’(\[{「『（]$")
_ABBREVIATIONS = frozenset(["dr", "dra", "mlle", "mme", "mr", "mrs", "ms", "prof", "sr", "sra", "st"])


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the question as the words channel asks for it."""

    surface: str
    """The word as typed."""
    text: str
    """What it became: folded and cut, as it stands in the dictionary."""
    distinctive: bool
    """Capitalised inside a sentence, or holding a digit or a joiner."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text with its place (code points, end exclusive) and its terms. Pairs of characters overlap."""

    surface: str
    start: int
    end: int
    terms: tuple[str, ...]


def terms(text: str) -> list[str]:
    """Every index term of the text, in order and with repetitions: what is counted as frequency and as length."""
    # No chunk holds a blank; between blanks the same few spellings return, and the memo spares their search.
    return list(chain.from_iterable(map(_terms_between_blanks, text.split())))


def tokens(text: str) -> list[Token]:
    """The same with places: the ``terms`` of all tokens, one after the other, are ``terms(text)``."""
    return [Token(word.surface, word.start, word.end, word.terms) for word in _words(text)]


def words(text: str) -> list[Word]:
    """The same with every spelling: what ``tokens`` and ``question_terms`` are made of."""
    return list(_words(text))


def matched_spans(text: str, wanted: frozenset[str]) -> list[tuple[int, int]]:
    """The places of the words that hold a wanted term, ascending; overlapping ones are one."""
    spans: list[tuple[int, int]] = []
    for piece in _BETWEEN_BLANKS.finditer(text):
        if wanted.isdisjoint(_terms_between_blanks(piece[0])):
            continue
        for word in _words(piece[0], piece.start()):
            if wanted.isdisjoint(word.terms):
                continue
            if spans and word.start < spans[-1][1]:
                spans[-1] = (spans[-1][0], word.end)
            else:
                spans.append((word.start, word.end))
    return spans


def question_terms(text: str) -> tuple[tuple[Term, ...], tuple[str, ...]]:
    """The distinct terms that a question asks for, and the stop words dropped, both by first appearance.

    A stop word is kept where the question has nothing else, or where it is capitalised inside a sentence. Two words
    that become the same term are one ``Term`` with the first one's surface, distinctive if either is.
    """
    found = words(text)
    asked: dict[str, Term] = {}
    dropped: dict[str, tuple[str, str]] = {}  # folded word -> surface and term
    for word, is_named in zip(found, named(found, text), strict=True):
        for spelling in word.spellings:
            if is_kept(word, spelling, is_named):
                _ask(asked, spelling, is_distinctive(spelling, is_named))
            elif word.contraction:
                dropped.setdefault(word.contraction.lower(), (word.contraction, ""))
            else:
                dropped.setdefault(spelling.folded, (spelling.surface, spelling.term))
    if not asked:
        for spelling in chain.from_iterable(word.spellings for word in found):
            _ask(asked, spelling, is_distinctive(spelling, is_named=False))
        return tuple(asked.values()), ()
    return tuple(asked.values()), tuple(surface for surface, term in dropped.values() if term not in asked)


def steps(spelling: Spelling) -> list[tuple[Step, str]]:
    """What each step that changed something made of a spelling, in order; the last text is its term."""
    made = [(Step.CLOSED, spelling.spelled)]
    for step, fold_once in FOLDING:
        made.append((step, fold_once(made[-1][1])))
    made += [(Step.TRIMMED, spelling.folded), (Step.CUT, spelling.term)]
    before = [spelling.surface, *(text for _, text in made)]
    return [(step, text) for (step, text), was in zip(made, before, strict=False) if text != was]


class Spelling(NamedTuple):
    """One way to spell a word, or a part of it: as typed, with apostrophes closed, folded, and cut to a term."""

    surface: str
    spelled: str
    folded: str
    term: str
    whole: bool

    @property
    def uncut(self) -> bool:
        """Whether it is kept whole: it holds a digit or a joiner, or is of a script without spaces."""
        return bool(_KEPT_WHOLE.search(self.folded))


class Word(NamedTuple):
    """A word with its place; ``contraction`` is its chunk where that is a stop word (don't), ``leaning``: elided."""

    surface: str
    start: int
    end: int
    contraction: str
    leaning: bool
    spellings: tuple[Spelling, ...]

    @property
    def terms(self) -> tuple[str, ...]:
        return tuple(spelling.term for spelling in self.spellings)

    @property
    def paired(self) -> bool:
        """Whether it is two adjacent characters of a script without spaces."""
        return bool(_IS_SPACELESS.match(self.surface))


class _Memo(dict[str, _Found]):
    """What a function found in a string. Bounded in entries and in their length, since a text may hold no blank."""

    ENTRIES = 1 << 16
    LENGTH = 64

    def __init__(self, find: Callable[[str], _Found]) -> None:
        self._find = find

    def __missing__(self, text: str) -> _Found:
        found = self._find(text)
        if len(text) <= self.LENGTH:
            if len(self) >= self.ENTRIES:
                self.clear()
            self[text] = found
        return found


def _find_terms(text: str) -> tuple[str, ...]:
    word = text.strip(_PUNCTUATION)
    if word.isascii() and word.isalpha():  # the plain case, which needs no search
        return (word.lower()[:CUT],)
    return tuple(chain.from_iterable(word.terms for word in _words(text)))


def _find_spellings(word: str) -> tuple[Spelling, ...]:
    return _spellings([(word, word)])


_terms_between_blanks = _Memo(_find_terms).__getitem__
_spellings_of_pair = _Memo(_find_spellings).__getitem__


def _words(text: str, at: int = 0) -> Iterator[Word]:
    for match in _CHUNK.finditer(text):
        yield from _words_of_chunk(match[0], at + match.start())


def _words_of_chunk(chunk: str, at: int) -> Iterator[Word]:
    """The words of a chunk that begins at a place of the text; those that spell nothing are left out."""
    contraction = chunk if _is_contraction(chunk) else ""
    for start, end, leaning, spellings in _cut_chunk(chunk):
        if spellings:
            yield Word(chunk[start:end], at + start, at + end, contraction, leaning, spellings)


def _is_contraction(chunk: str) -> bool:
    return bool(_AT_APOSTROPHE.search(chunk)) and fold(_AT_APOSTROPHE.sub("'", chunk)) in _STOP_WORDS


def _cut_chunk(chunk: str) -> Iterator[tuple[int, int, bool, tuple[Spelling, ...]]]:
    """Where the words of a chunk start and end, whether they lean on another, and how they are spelled."""
    if _IS_SPACELESS.match(chunk):
        places = [match.start() for match in _CLUSTER.finditer(chunk)] + [len(chunk)]
        pairs = zip(places, places[2:], strict=False) if len(places) > 2 else pairwise(places)
        for start, end in pairs:
            yield start, end, False, _spellings_of_pair(chunk[start:end])
    elif not _AT_APOSTROPHE.search(chunk):
        yield 0, len(chunk), False, _spellings((part, part) for part in _parts(chunk))
    else:
        match = _ELISION.fullmatch(chunk)
        assert match is not None  # the core takes what is neither head nor tail
        for group in ("head", "core", "tail"):
            if match[group] is not None:
                yield *match.span(group), group != "core", _spellings(_apart(match[group]))


def _parts(word: str) -> Iterator[str]:
    """A word as it stands, and what its joiners join: the loosest first, then the next within what is left."""
    yield word
    parts = [word]
    for joiner in _AT_JOINERS:
        parts = [part for piece in parts for part in joiner.split(piece) if part]
        yield from parts


def _apart(word: str) -> Iterator[tuple[str, str]]:
    """Surface and spelling of a word and its parts, with apostrophes closed up and then taken as gaps."""
    for part in _parts(word):
        if not _DIGIT_BY_APOSTROPHE.search(part):
            yield part, _AT_APOSTROPHE.sub("", part)
    for piece in _AT_APOSTROPHE.split(word):
        for part in _parts(piece):
            yield part, part


def _spellings(spelled: Iterable[tuple[str, str]]) -> tuple[Spelling, ...]:
    """The distinct terms of one word, the whole word first."""
    found: dict[str, Spelling] = {}
    for surface, spelling in spelled:
        for folded in _FOLDED.findall(fold(spelling)):  # more than one where a ligature holds a space
            folded = folded.strip("_")
            term = folded if _KEPT_WHOLE.search(folded) else folded[:CUT]
            if term and term not in found:
                found[term] = Spelling(surface, spelling, folded, term, whole=not found)
    return tuple(found.values())


def _ask(asked: dict[str, Term], spelling: Spelling, distinctive: bool) -> None:
    known = asked.get(spelling.term)
    if known is None:
        asked[spelling.term] = Term(spelling.surface, spelling.term, distinctive)
    elif distinctive and not known.distinctive:
        asked[spelling.term] = Term(known.surface, known.text, True)


def is_distinctive(spelling: Spelling, is_named: bool) -> bool:
    """Whether the word is one of its own: of the parts of an identifier only joined ones and names, no bare number."""
    if _JOINER.search(spelling.surface) or (spelling.whole and _DIGIT.search(spelling.surface)):
        return True
    return is_named and _is_capitalised(spelling.surface)


def is_kept(word: Word, spelling: Spelling, is_named: bool) -> bool:
    """Whether a question asks for it: anything but a stop word that is no name."""
    return not is_stop(word, spelling) or (is_named and spelling.whole and not (word.contraction or word.leaning))


def is_stop(word: Word, spelling: Spelling) -> bool:
    """A stop word, what is elided or contracted, or a French inversion of nothing but stop words: est-ce, a-t-il."""
    folded = spelling.folded
    inverted = "-" in folded and _FRENCH.issuperset(folded.split("-"))
    return bool(word.contraction) or word.leaning or folded in _STOP_WORDS or inverted


def _is_capitalised(surface: str) -> bool:
    return surface[:1].isupper() or surface[:1].istitle()


def named(found: list[Word], text: str) -> list[bool]:
    """Whether each word is capitalised where a capital proves something: inside a sentence, and not for ``I``.

    It proves nothing in a question all in capitals, nor in a title: a capital in front, and of three or more words
    inside sentences more than four in five capitalised.
    """
    inside = [_is_inside(before, word, text) for before, word in pairwise([None, *found])]
    candidates = [
        within and not word.leaning and word.spellings[0].folded != "i"
        for within, word in zip(inside, found, strict=True)
    ]
    names = [candidate and _is_capitalised(word.surface) for candidate, word in zip(candidates, found, strict=True)]
    is_long = sum(candidates) >= 3 and _is_capitalised(found[0].surface)
    is_title = is_long and sum(names) > 0.8 * sum(candidates)
    return [False] * len(found) if is_title or text.isupper() else names


def _is_inside(before: Word | None, word: Word | None, text: str) -> bool:
    """Whether a word continues the sentence of the one before it."""
    if before is None or word is None:
        return False
    gap = text[before.end : word.start]
    if len(gap) == 1 and _AT_APOSTROPHE.match(gap):
        return True
    folded = before.spellings[0].folded
    if gap.rstrip(" ") == "." and folded in _ABBREVIATIONS:
        return True
    return not _SENTENCE_BREAK.search(gap)


def stop_list(language: str) -> frozenset[str]:
    """The folded stop words of ``ca``, ``es``, ``fr`` or ``en``."""
    file = Path(__file__).with_name("stopwords") / f"{language}.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    return frozenset(fold(word) for line in lines for word in line.partition("#")[0].split())


_FRENCH = stop_list("fr")
_STOP_WORDS = _FRENCH.union(*map(stop_list, ("ca", "es", "en")))
