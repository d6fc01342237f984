"""What English, French, Catalan and Spanish call numbers, days, negations, opposites and a change. Data, and no rule.

Words stand as ``flat`` leaves them: lower case, without marks. A word of two languages means in each what it means
there (French *mai* is May, Catalan *mai* is never), so every table is asked for the languages of its text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from mnemoscope import analysis

LANGUAGES = ("en", "fr", "ca", "es")

STOP_WORDS: Mapping[str, frozenset[str]] = {language: analysis.stop_list(language) for language in LANGUAGES}
ANY_STOP_WORD = frozenset[str]().union(*STOP_WORDS.values())


def flat(text: str) -> str:
    """Lower case and without marks, sign for sign: a place in it is the same place in the text."""
    if text.isascii():
        return text.lower()
    return "".join(map(_flat_sign, text))


def _flat_sign(sign: str) -> str:
    base = unicodedata.normalize("NFD", sign)[:1].lower()
    return base if len(base) == 1 else sign


def _lines(name: str) -> list[str]:
    text = Path(__file__).with_name("wordings").joinpath(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


# ---------------------------------------------------------------- numbers


def _numbered(words: str, first: int = 1, step: int = 1) -> dict[str, int]:
    return {word: first + step * place for place, word in enumerate(words.split()) if word != "-"}


# An article (un, una, une) says no number.
NUMBERS: Mapping[str, Mapping[str, int]] = {
    "en": _numbered("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen")
    | _numbered("seventeen eighteen nineteen", 17)
    | _numbered("twenty thirty forty fifty sixty seventy eighty ninety hundred", 20, 10),
    "fr": _numbered("- deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize")
    | _numbered("vingt trente quarante cinquante soixante - - - cent", 20, 10),
    "ca": _numbered("- dos tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze")
    | _numbered("disset divuit dinou", 17)
    | _numbered("vint trenta quaranta cinquanta seixanta setanta vuitanta noranta cent", 20, 10)
    | {"dues": 2},
    "es": _numbered("- dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis")
    | _numbered("diecisiete dieciocho diecinueve", 17)
    | _numbered("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien", 20, 10),
}
AND = frozenset(["and", "et", "i", "y"])
"""Between a ten and a unit."""

UNITS: Mapping[str, str] = {
    word: words.split()[0]
    for words in (
        "€ euro euros eur", "$ dollar dollars dolar dolars dolares usd", "£ pound pounds gbp", "% percent", "° degrees",
        "ml millilitres millilitros", "cl", "l litre litres liter liters litros", "mg", "g gram grams grammes grams",
        "kg kilo kilos", "mm", "cm", "m metre metres meter meters metros", "km kilometres kilometers kilometros",
        "min minute minutes minut minuts minuto minutos", "s seconds secondes segons segundos", "ms",
        "h hour hours heure heures hora hores horas", "mb", "gb", "tb", "kb",
    )
    for word in words.split()
}  # fmt: skip
"""One name for each unit that may follow a number."""

HALF_PAST = frozenset(["media", "mitja", "demie", "half"])
EVENING = re.compile(
    r"(?:\s|[.,])*(?:p\.?m\b\.?|in the (?:afternoon|evening)|du soir|de l['’]apres-midi"
    r"|de la (?:tarde|noche|tarda|nit)|del vespre)"
)
"""What behind an hour up to eleven says that it is of the second half of the day."""

# ---------------------------------------------------------------- days

WEEKDAYS: Mapping[str, Mapping[str, int]] = {
    "en": _numbered("monday tuesday wednesday thursday friday saturday sunday", 0)
    | _numbered("mondays tuesdays wednesdays thursdays fridays saturdays sundays", 0),
    "fr": _numbered("lundi mardi mercredi jeudi vendredi samedi dimanche", 0)
    | _numbered("lundis mardis mercredis jeudis vendredis samedis dimanches", 0),
    "ca": _numbered("dilluns dimarts dimecres dijous divendres dissabte diumenge", 0)
    | {"dissabtes": 5, "diumenges": 6},
    "es": _numbered("lunes martes miercoles jueves viernes sabado domingo", 0) | {"sabados": 5, "domingos": 6},
}
MONTHS: Mapping[str, Mapping[str, int]] = {
    "en": _numbered(
        "january february march april may june july august september october november december"
    ),
    "fr": _numbered("janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre"),
    "ca": _numbered("gener febrer marc abril maig juny juliol agost setembre octubre novembre desembre"),
    "es": _numbered("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")
    | {"setiembre": 9},
}  # fmt: skip
CAPITAL_MONTHS = frozenset(["may", "march", "august"])
"""English months that are words of their own in lower case."""
LOWER_MONTHS = frozenset(["marc", "mars", "abril", "mai", "avril"])
"""French, Catalan and Spanish months that are names of their own in upper case."""

NEXT = frozenset(["next", "coming", "prochain", "prochaine", "vinent", "proper", "propera", "proximo", "proxima"])
LAST = frozenset(["last", "dernier", "derniere", "passat", "passada", "pasado", "pasada"])
THIS = frozenset(["this", "ce", "cet", "cette", "aquest", "aquesta", "este", "esta"])
SPANS: Mapping[str, int] = {
    "week": 7, "semaine": 7, "setmana": 7, "semana": 7, "month": 30, "mois": 30, "mes": 30,
    "year": 365, "annee": 365, "an": 365, "any": 365, "ano": 365,
}  # fmt: skip
"""Days of a span of time, counted roughly."""
DAYS_FROM_NOW: Mapping[str, Mapping[str, int]] = {
    "en": {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1},
    "fr": {"aujourd": 0, "demain": 1, "hier": -1},
    "ca": {"avui": 0, "dema": 1, "ahir": -1},
    "es": {"hoy": 0, "manana": 1, "ayer": -1},
}
MORNING_BEFORE = frozenset(["la", "de", "por", "esta", "cada"])
"""What before Spanish *mañana* says that it is the morning."""

VALUED = frozenset(
    word for tables in (NUMBERS, WEEKDAYS, MONTHS, DAYS_FROM_NOW) for table in tables.values() for word in table
) | {*SPANS, *NEXT, *LAST, "half", "un"}
"""Words that a number or a date can begin with: no other one is looked at for being one."""

# ---------------------------------------------------------------- negations

NEGATIONS: Mapping[str, frozenset[str]] = {
    "en": frozenset("not n't n’t no never none nobody nothing without cannot neither nor".split()),  # noqa: SIM905
    "fr": frozenset(["pas", "jamais", "sans", "aucun", "aucune"]),
    "ca": frozenset(["no", "mai", "sense", "ningu", "res", "tampoc"]),
    "es": frozenset(["no", "nunca", "jamas", "sin", "ningun", "ninguno", "ninguna", "nadie", "nada", "tampoco"]),
}
AFTER_NE = frozenset(["pas", "plus", "jamais", "rien", "aucun", "aucune", "guere", "personne"])
"""What makes a French *ne* a negation; *ne ... que* is none."""
NE = frozenset(["ne", "n"])

NO_NEGATIONS = re.compile(r"\b(?:" + "|".join(_lines("no_negations.txt")) + r")\b")
"""Set phrases that deny nothing."""

# ---------------------------------------------------------------- opposites


def _poles(axes: Sequence[str]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for axis, line in enumerate(axes):
        for pole, words in enumerate(line.split("|")):
            found.update(dict.fromkeys(words.split(), (axis, pole)))
    return found


ANTONYMS: Mapping[str, tuple[int, int]] = _poles(_lines("antonyms.txt"))
"""Axis and pole of a word: two words of one axis and another pole are opposites."""


# ---------------------------------------------------------------- small talk

COURTESIES = frozenset(word for line in _lines("courtesies.txt") for word in line.split())
"""Words that make no turn a claim, however often they stand in it."""

# ---------------------------------------------------------------- persons

_PERSONS = (
    "i me my mine we us our you your je moi mon ma mes nous notre nos tu ton ta tes vous votre vos "
    "jo meu meva nosaltres nostre nostra vosaltres vostre yo mi mis nosotros nuestro nuestra tuyo vosotros usted"
)
PERSONS = frozenset(_PERSONS.split())
"""Whoever says one of these speaks of somebody that the text does not name."""

# ---------------------------------------------------------------- a change


def _cues(language: str) -> re.Pattern[str]:
    cues = [line[3:] for line in _lines("cues.txt") if line.startswith(f"{language} ")]
    return re.compile(r"(?<!\w)(?:" + "|".join(cues) + r")(?!\w)")


CUES: Mapping[str, re.Pattern[str]] = {language: _cues(language) for language in LANGUAGES}
"""How a text says that it replaces what was said before."""


def languages(words: Sequence[str]) -> tuple[str, ...]:
    """The languages that most of the stop words are of; every language where there is none."""
    counts = {language: sum(word in stop for word in words) for language, stop in STOP_WORDS.items()}
    most = max(counts.values())
    return tuple(language for language, count in counts.items() if count == most)
