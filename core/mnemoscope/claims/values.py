"""Words with their places, and the numbers and dates that they say, as values. Pure.

A grammar for what people write in notes, in English, French, Catalan and Spanish: it reads from a token on, and says
how many tokens it took.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mnemoscope.claims import lexicon
from mnemoscope.claims.lexicon import flat

_TOKEN = re.compile(
    r"(?P<iso>\b\d{4}-\d{2}-\d{2}\b)"
    r"|(?P<slashed>\b\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})\b)"
    r"|(?P<version>\bv?\d+(?:\.\d+){2,}(?:[-+.]?\w+)*|\bv\d+(?:\.\d+)*\b)"
    r"|(?P<clock>\b(?:[01]?\d|2[0-4])(?::[0-5]\d|\.[0-5]\d(?=\s?h\b)|\s?h(?![^\W\d_])(?:\s?[0-5]\d\b)?)(?:\s?h\b)?)"
    r"|(?P<number>(?<![^\W_])\d{1,3}(?:[,.\u202f\u00a0'’ ]\d{3})+(?:[.,]\d{1,2}(?!\d))?(?![\d.,]*\d)"
    r"|(?<![^\W_])\d+(?:[.,]\d+)?"
    r"(?=$|[\W_]|(?:ml|cl|mg|kg|mm|cm|km|min|ms|gb|mb|tb|kb|am|pm|st|nd|rd|th|er|[ghmlsk])(?![^\W_])))"
    r"|(?P<code>[^\W_]*\d[\w]*(?:[-_./:@]\w+)*|[^\W\d_]+(?:[-_./:@][^\W\d_]+)*[-_][^\W_]*\d\w*)"
    r"|(?P<word>[^\W\d_]+?(?=n['’]t\b)|n['’]t\b|(?:[^\W\d_]|[\u00b7](?=[^\W\d_]))+)"
    r"|(?P<sign>[%€$£°])"
)
_SENTENCE_END = re.compile(r"[.!?…:;。！？\n]|[\"“”„«»(\[—–]\s*$")
CLAUSE_END = re.compile(r"[.!?…:;,。！？\n()—–]")


@dataclass(frozen=True, slots=True)
class Day:
    """A date as far as a text says it."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    """0 is Monday."""
    relative: int | None = None
    """Days from when it was said, for *tomorrow*, *next week*; of *next Tuesday* 1, of *last Tuesday* -1."""

    def meets(self, other: Day) -> bool:
        """Whether both can be the same day: nothing that both say differs, and they say something both."""
        pairs = [
            (getattr(self, part), getattr(other, part)) for part in ("year", "month", "day", "weekday", "relative")
        ]
        said = [(one, two) for one, two in pairs if one is not None and two is not None]
        return bool(said) and all(one == two for one, two in said)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as a value: of a moment of the day in minutes, else as it is; an identifier by its letters."""

    value: str
    unit: str = ""

    def meets(self, other: Quantity) -> bool:
        """Whether both can be the same number: one may leave its unit out, and *at 8* can be *8:00*."""
        if "clock" in {self.unit, other.unit} and self.unit != other.unit:
            clock, plain = (self, other) if self.unit == "clock" else (other, self)
            return plain.unit in {"", "h"} and plain.value.isdigit() and int(clock.value) == 60 * int(plain.value)
        return self.value == other.value and (self.unit == other.unit or not self.unit or not other.unit)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a sign, with its place."""

    kind: str
    text: str
    flat: str
    start: int
    end: int
    is_head: bool
    closes: bool
    """Whether a clause ended before it."""


def tokens(text: str) -> list[Token]:
    """The tokens of a text, in order."""
    lowered = flat(text)
    found: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(text):
        gap = text[end : match.start()]
        is_head = not found or bool(_SENTENCE_END.search(gap))
        closes = bool(found) and bool(CLAUSE_END.search(gap))
        start, end = match.span()
        found.append(Token(match.lastgroup or "", match[0], lowered[start:end], start, end, is_head, closes))
    return found


def _spoken(table: Mapping[str, Mapping[str, int]], word: str, spoken: Sequence[str]) -> int | None:
    """What a word is in the table of one of the languages."""
    for language in spoken:
        value = table[language].get(word)
        if value is not None:
            return value
    return None


# ---------------------------------------------------------------- numbers


def number(tokens: Sequence[Token], at: int, spoken: Sequence[str], text: str) -> tuple[int, Quantity] | None:
    token = tokens[at]
    if token.kind == "clock":
        hour, minute = [*re.findall(r"\d+", token.flat), "0"][:2]
        return _afternoon(tokens, at, 1, int(hour), int(minute), text)
    if token.kind in {"version", "code"}:
        return 1, Quantity(re.sub(r"^v(?=\d)", "", token.flat))
    half = _half_past(tokens, at, spoken, text)
    if half is not None:
        return half
    taken, value = _cardinal(tokens, at, spoken)
    if not taken:
        return None
    following = tokens[at + taken] if at + taken < len(tokens) else None
    if value.isdigit() and int(value) <= 12 and lexicon.EVENING.match(flat(text), tokens[at + taken - 1].end):
        return _afternoon(tokens, at, taken, int(value), 0, text)
    if following is not None and not following.closes and following.flat in lexicon.UNITS:
        return taken + 1, Quantity(value, lexicon.UNITS[following.flat])
    before = tokens[at - 1] if at else None
    if before is not None and before.kind == "sign":
        return taken, Quantity(value, lexicon.UNITS[before.flat])
    return taken, Quantity(value)


def _cardinal(tokens: Sequence[Token], at: int, spoken: Sequence[str]) -> tuple[int, str]:
    """How many tokens say a number, and its digits."""
    token = tokens[at]
    if token.kind == "number":
        digits = re.sub(r"(?<=\d)[,.\u202f\u00a0'’ ](?=\d{3}(?!\d))", "", token.flat)
        whole, _, decimals = digits.replace(",", ".").partition(".")
        return 1, (whole.lstrip("0") or "0") + (f".{decimals}" if decimals.strip("0") else "")
    value = _spoken(lexicon.NUMBERS, token.flat, spoken) if token.kind == "word" else None
    if value is None:
        return 0, ""
    if value >= 20 and value % 10 == 0:
        step = 2 if at + 2 < len(tokens) and tokens[at + 1].flat in lexicon.AND else 1
        if at + step < len(tokens) and not tokens[at + step].closes:
            more = _spoken(lexicon.NUMBERS, tokens[at + step].flat, spoken)
            if more is not None and more < 10:
                return step + 1, str(value + more)
    return 1, str(value)


def _half_past(tokens: Sequence[Token], at: int, spoken: Sequence[str], text: str) -> tuple[int, Quantity] | None:
    """``half past seven``, ``sept heures et demie``, ``las siete y media``, ``dos quarts de vuit``."""
    words = [token.flat for token in tokens[at : at + 5]]
    if words[:2] == ["half", "past"] and len(words) > 2:
        taken, value = _cardinal(tokens, at + 2, spoken)
        if taken and value.isdigit():
            return _afternoon(tokens, at, 2 + taken, int(value), 30, text)
    if len(words) > 3 and words[1] in {"quart", "quarts"} and words[2] in {"de", "d"} and "ca" in spoken:
        quarters = {"un": 1, "dos": 2, "tres": 3, "1": 1, "2": 2, "3": 3}.get(words[0])
        taken, value = _cardinal(tokens, at + 3, spoken)
        if quarters and taken and value.isdigit():
            return _afternoon(tokens, at, 3 + taken, int(value) - 1, 15 * quarters, text)
    taken, value = _cardinal(tokens, at, spoken)
    if taken and value.isdigit() and int(value) <= 24:
        rest = [word for word in words[taken:] if word not in {"heures", "heure"}][:2]
        if len(rest) == 2 and rest[0] in lexicon.AND and rest[1] in lexicon.HALF_PAST and "half" not in rest:
            skipped = words[taken:].index(rest[1]) + 1
            return _afternoon(tokens, at, taken + skipped, int(value), 30, text)
    return None


def _afternoon(tokens: Sequence[Token], at: int, taken: int, hour: int, minute: int, text: str) -> tuple[int, Quantity]:
    """A moment of the day, in minutes; what says *pm* is part of it."""
    match = lexicon.EVENING.match(flat(text), tokens[at + taken - 1].end)
    if match is not None:
        hour += 12 * (hour < 12)
        while at + taken < len(tokens) and tokens[at + taken].end <= match.end():
            taken += 1
    return taken, Quantity(str(60 * hour + minute), "clock")


# ---------------------------------------------------------------- dates


def date(tokens: Sequence[Token], at: int, spoken: Sequence[str], text: str) -> tuple[int, Day] | None:
    token = tokens[at]
    numbers = [int(some) for some in re.findall(r"\d+", token.flat)]
    if token.kind == "iso":
        return 1, Day(*numbers)
    if token.kind == "slashed":
        day, month, year = numbers
        return (1, Day(year + 2000 * (year < 100), month, day)) if 1 <= month <= 12 and 1 <= day <= 31 else None
    if token.kind == "number" and len(token.flat) == 4 and token.flat.isdigit() and 1900 <= numbers[0] <= 2099:
        return 1, Day(numbers[0])
    relative = _relative(tokens, at, spoken)
    if relative is not None:
        return relative
    weekday = _spoken(lexicon.WEEKDAYS, token.flat, spoken) if token.kind == "word" else None
    if weekday is not None:
        return _of_weekday(tokens, at, spoken, weekday)
    return _of_month(tokens, at, spoken)


def _relative(tokens: Sequence[Token], at: int, spoken: Sequence[str]) -> tuple[int, Day] | None:
    token = tokens[at]
    before = tokens[at - 1].flat if at else ""
    days = _spoken(lexicon.DAYS_FROM_NOW, token.flat, spoken) if token.kind == "word" else None
    if days is not None and not (token.flat == "manana" and before in lexicon.MORNING_BEFORE):
        return 1, Day(relative=days)
    if at + 1 == len(tokens) or tokens[at + 1].closes:
        return None
    pair = (token.flat, tokens[at + 1].flat)
    for span, turn in (pair, pair[::-1]):
        if span in lexicon.SPANS and turn in lexicon.NEXT | lexicon.LAST:
            return 2, Day(relative=lexicon.SPANS[span] * (1 if turn in lexicon.NEXT else -1))
    return None


def _of_weekday(tokens: Sequence[Token], at: int, spoken: Sequence[str], weekday: int) -> tuple[int, Day]:
    taken = 1
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    before = tokens[at - 1].flat if at else ""
    turn = 0
    if following is not None and not following.closes and following.flat in lexicon.NEXT | lexicon.LAST:
        turn, taken = (1 if following.flat in lexicon.NEXT else -1), 2
    elif before in lexicon.NEXT | lexicon.LAST | lexicon.THIS:
        turn = -1 if before in lexicon.LAST else 1
    step = taken
    while at + step < len(tokens) and tokens[at + step].flat in {"the", "le", "el", "dia", "de"}:
        step += 1
    dated = _of_month(tokens, at + step, spoken) if at + step < len(tokens) else None
    if dated is not None and dated[1].day is not None:
        return step + dated[0], replace(dated[1], weekday=weekday)
    return taken, Day(weekday=weekday, relative=turn or None)


def _of_month(tokens: Sequence[Token], at: int, spoken: Sequence[str]) -> tuple[int, Day] | None:
    """``15 October 2025``, ``October 15``, ``1er mars``, ``15 d'octubre``, ``octubre de 2025``, ``May``."""
    month = _month(tokens[at], spoken, followed=False)
    if month is not None:
        day, taken = _day_number(tokens, at + 1)
        year, more = _year(tokens, at + 1 + taken)
        return 1 + taken + more, Day(year, month, day)
    day, taken = _day_number(tokens, at, begins=True)
    if day is None:
        return None
    step = at + taken
    while step < len(tokens) and tokens[step].flat in {"of", "de", "d"} and step < at + taken + 2:
        step += 1
    month = _month(tokens[step], spoken, followed=True) if step < len(tokens) else None
    if month is None:
        return None
    year, more = _year(tokens, step + 1)
    return step + 1 + more - at, Day(year, month, day)


def _month(token: Token, spoken: Sequence[str], followed: bool) -> int | None:
    if token.kind != "word":
        return None
    is_capital = token.text[0].isupper()
    if not followed and token.flat in lexicon.CAPITAL_MONTHS and (not is_capital or token.is_head):
        spoken = [language for language in spoken if language != "en"]
    if not followed and token.flat in lexicon.LOWER_MONTHS and is_capital and not token.is_head:
        return None
    return _spoken(lexicon.MONTHS, token.flat, spoken)


def _day_number(tokens: Sequence[Token], at: int, begins: bool = False) -> tuple[int | None, int]:
    """The day of a month, and how many tokens say it: ``15``, ``1st``, ``1er``."""
    if at >= len(tokens) or (tokens[at].closes and not begins):
        return None, 0
    match = re.fullmatch(r"(\d{1,2})(st|nd|rd|th|er)?", tokens[at].flat)
    if match is None or not 1 <= int(match[1]) <= 31:
        return None, 0
    followed = at + 1 < len(tokens) and tokens[at + 1].flat in {"st", "nd", "rd", "th", "er"}
    return int(match[1]), 2 if followed and tokens[at + 1].start == tokens[at].end else 1


def _year(tokens: Sequence[Token], at: int) -> tuple[int | None, int]:
    step = 1 if at < len(tokens) and tokens[at].flat in {"de", "del", "of"} else 0
    if at + step < len(tokens) and re.fullmatch(r"(?:19|20)\d\d", tokens[at + step].flat):
        return int(tokens[at + step].flat), step + 1
    return None, 0
