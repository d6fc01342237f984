"""What a text announced that has passed by now, and which of two versions is the old one. Pure.

Dates are those that ``claims`` reads. No library reads them: dateparser takes milliseconds a sentence and
python-dateutil knows English alone, and neither says where in the text it stands nor knows Catalan.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from mnemoscope.claims import lexicon, units
from mnemoscope.claims.lexicon import flat
from mnemoscope.claims.units import Claim, Sort, Unit
from mnemoscope.claims.values import Day, Quantity

LONGEST = 300
"""Days ahead that a date without year may lie; what lies further was no announcement."""
_VERSION = re.compile(r"v?\d+(?:\.\d+){2,3}|v\d+(?:\.\d+)+")
_RECURRING = re.compile(
    r"\b(?:every|each|always|birthdays?|anniversary|born|chaque|tous les|toutes les|toujours|anniversaire|nee?"
    r"|cada|tots els|totes les|sempre|aniversari|nascu\w+|todos los|todas las|siempre|cumpleanos|aniversario|nacio)\b"
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|got|bought|took|saw|made|met|came|began|held|since|ago|last"
    r"|(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bget )(?<!\bgets )(?<!\bstays )(?!need)[a-z]{2,}ed"
    r"|etait|avait|depuis|derniere?|(?:ai|a|ont|avons) \w+[eiu]e?s?"
    r"|era|va|vaig|vam|des|fa|passat|(?:he|ha|han|hem) \w+[td]|fue|desde|hace|pasad[oa]|estaba"
    r"|(?:he|ha|han|hemos) \w+[dt]o)\b"
)
"""What says that a sentence tells of something done, so that its date lay behind it."""
_UNTIL = re.compile(r"(?:until|till|by|jusqu['’]?(?:en|a|au)?|fins(?: a)?(?: l)?|hasta)\s*(?:el|al|le|the|a|en)?\s*$")


@dataclass(frozen=True, slots=True)
class Announced:
    """A day that a text spoke of as to come."""

    words: str
    day: date


def announced(text: str, said: date, today: date) -> Announced | None:
    """The latest day that a text said would come and that has passed; ``None`` where one is still to come."""
    if not any(word[0].isdigit() or word in lexicon.VALUED for word in units.words(text)):
        return None
    found: list[Announced] = []
    for at, claim in units.sentences(text):
        if claim.is_question or _RECURRING.search(flat(claim.text)):
            continue
        for before, unit in pairwise((None, *claim.units)):
            day = _day(claim, unit, said) if unit is not None else None
            if unit is not None and day is not None and day > said:
                is_turn = before is not None and before.whole in lexicon.NEXT  # next Tuesday, el próximo lunes
                start = before.start if is_turn and before is not None else unit.start
                found.append(Announced(text[at + start : at + unit.end], day))
    latest = max(found, key=lambda some: some.day, default=None)
    return latest if latest is not None and latest.day < today else None


def _day(claim: Claim, unit: Unit, said: date) -> date | None:
    """The day that a unit names as one to come."""
    value = unit.value
    if not isinstance(value, Day) or _PAST.search(flat(claim.text)):
        return None
    try:
        if value.month is not None and value.day is not None:
            return _dated(value, said)
        if value.relative is not None and value.relative > 0:
            if value.weekday is None:
                return said + timedelta(days=value.relative)
            return said + timedelta(days=(value.weekday - said.weekday() - 1) % 7 + 1)
        if value.month is not None and _UNTIL.search(flat(claim.text[: unit.start])):
            year = value.year or said.year + (value.month < said.month)
            return date(year + value.month // 12, value.month % 12 + 1, 1) - timedelta(days=1)
    except (ValueError, OverflowError):  # 30 February, or beyond the calendar
        return None
    return None


def _dated(value: Day, said: date) -> date | None:
    if value.year is not None:
        return date(value.year, value.month or 1, value.day or 1)
    day = date(said.year, value.month or 1, value.day or 1)
    if day < said - timedelta(days=7):
        day = day.replace(year=said.year + 1)
    return day if (day - said).days <= LONGEST else None


# ---------------------------------------------------------------- versions


def names_version(text: str) -> bool:
    """Whether a version stands in a text."""
    return _VERSION.search(text) is not None


def old_version(older: str, newer: str) -> tuple[str, str] | None:
    """The version that the older text names and the later one that the newer names of the same thing."""
    mine, theirs = _versions(older), _versions(newer)
    if len(mine) != 1 or len(theirs) != 1:
        return None
    (one, first), (two, second) = mine[0], theirs[0]
    return (first, second) if len(one) > 1 and one < two else None


def _versions(text: str) -> list[tuple[tuple[int, ...], str]]:
    found = []
    for unit in units.read(text).units:
        if unit.sort is not Sort.NUMBER or not isinstance(unit.value, Quantity) or unit.value.unit:
            continue
        if _VERSION.fullmatch(unit.whole):
            found.append((tuple(map(int, re.findall(r"\d+", unit.whole))), text[unit.start : unit.end]))
    return found
