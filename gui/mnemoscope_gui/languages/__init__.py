"""The languages of the window: English, French, Catalan and Spanish, each with every text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QLocale

from mnemoscope import messages
from mnemoscope_gui.languages import catalan, english, french, spanish
from mnemoscope_gui.languages.language import Language
from mnemoscope_gui.languages.typography import NO_BREAK, common_spaces, french_spaces, typeset

_BENT = {"el ": "l’", "El ": "L’", "al ": "a l’", "del ": "de l’", "pel ": "per l’", "de ": "d’"}
_BENDS = re.compile(rf"\b(?:{'|'.join(_BENT)})$")
_VOWEL = re.compile(r"(?:1(?!r)|11)(?!\d|\.\d)|11\.\d{3}(?!\d|\.\d)")
"""Numbers that Catalan says with a vowel first: un, onze, onze mil; but 1r is *primer*."""


def _one_or_many(count: int) -> int:
    return 0 if count == 1 else 1


def _up_to_one_or_many(count: int) -> int:
    return 0 if abs(count) < 2 else 1


def _catalan_ordinal(rank: int, written: str) -> str:
    return f"{written}{ {1: 'r', 2: 'n', 3: 'r', 4: 't'}.get(rank, 'è') }"


def _catalan_joined(before: str, value: str) -> str:
    """*El 3 de maig*, but *l’1 de maig*; *de 32*, but *d’11*."""
    if _VOWEL.match(value):
        before = _BENDS.sub(lambda found: _BENT[found[0]], before)
    return before + value


def _catalan_on(clock: str, moment: datetime, day: str) -> str:
    hour = ("la " if moment.hour == 1 else "les ") + clock
    return _catalan_joined(f"{hour} del ", day) if day else hour


ENGLISH = Language(
    "en",
    "English",
    QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom),
    {**messages.ENGLISH, **english.ENGLISH},
    ordinal=lambda rank, _: messages.ENGLISH_FORMATS.ordinal(rank),
    plural=_one_or_many,
    on=lambda clock, _, day: f"{clock} on {day}" if day else clock,
)
FRENCH = Language(
    "fr",
    "Français",
    QLocale(QLocale.Language.French, QLocale.Country.France),
    typeset(french.FRENCH, french_spaces),
    ordinal=lambda rank, written: "1er" if rank == 1 else f"{written}e",
    plural=_up_to_one_or_many,
    first="1er",
    clock=lambda moment: f"{moment.hour}{NO_BREAK}h{NO_BREAK}{moment:%M}",
    on=lambda clock, _, day: f"{clock} le {day}" if day else clock,
)
CATALAN = Language(
    "ca",
    "Català",
    QLocale(QLocale.Language.Catalan, QLocale.Country.Spain),
    typeset(catalan.CATALAN, common_spaces),
    ordinal=_catalan_ordinal,
    plural=_one_or_many,
    long_day=("d MMMM", "d MMMM 'de' yyyy"),
    compact=lambda day: re.sub(" d(?:e |’)", " ", day),
    clock=lambda moment: f"{moment.hour}.{moment:%M}",
    on=_catalan_on,
    joined=_catalan_joined,
)
SPANISH = Language(
    "es",
    "Español",
    QLocale(QLocale.Language.Spanish, QLocale.Country.Spain),
    typeset(spanish.SPANISH, common_spaces),
    ordinal=lambda _, written: f"{written}.º",
    plural=_one_or_many,
    long_day=("d 'de' MMMM", "d 'de' MMMM 'de' yyyy"),
    clock=lambda moment: f"{moment.hour}:{moment:%M}",
    on=lambda clock, moment, day: f"{'la' if moment.hour == 1 else 'las'} {clock}" + (f" del {day}" if day else ""),
)
LANGUAGES: dict[str, Language] = {language.id: language for language in (ENGLISH, FRENCH, CATALAN, SPANISH)}
"""By id; English is the first."""


def best(tags: Sequence[str]) -> Language:
    """The first of these tags (``ca-ES``) that is spoken here, else English."""
    spoken = (LANGUAGES.get(re.split("[-_]", tag)[0].lower()) for tag in tags)
    return next((language for language in spoken if language is not None), ENGLISH)


def of_system() -> Language:
    """What the person's system asks for."""
    return best(QLocale.system().uiLanguages())
