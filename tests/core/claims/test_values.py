"""Numbers and dates as values, in four languages."""

from __future__ import annotations

import pytest

from mnemoscope.claims import units
from mnemoscope.claims.values import Day, Quantity


def values(text: str) -> list[Day | Quantity]:
    return [unit.value for unit in units.read(text).units if unit.value is not None]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It costs nine euros today's way", Quantity("9", "€")),
        ("It costs 1,250.50 euros", Quantity("1250.50", "€")),
        ("Ça coûte 1 250 euros", Quantity("1250", "€")),
        ("It opens at 7:30", Quantity("450", "clock")),
        ("It opens at half past seven", Quantity("450", "clock")),
        ("Il ouvre à 7h30", Quantity("450", "clock")),
        ("Il ouvre à sept heures et demie", Quantity("450", "clock")),
        ("Obre a dos quarts de vuit", Quantity("450", "clock")),
        ("Abre a las siete y media", Quantity("450", "clock")),
        ("It ends at 8 pm", Quantity("1200", "clock")),
        ("Termina a las ocho de la tarde", Quantity("1200", "clock")),
        ("Té vint-i-cinc llits", Quantity("25")),
        ("Tiene treinta y cinco camas", Quantity("35")),
        ("The door takes v1.3.8", Quantity("1.3.8")),
        ("Parking permit WARD-2207 for it", Quantity("ward-2207")),
    ],
)
def test_a_number_is_read(text: str, value: Quantity) -> None:
    assert value in values(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It is on 15 October 2025", Day(2025, 10, 15)),
        ("It is on October 15th", Day(None, 10, 15)),
        ("C'est le 1er mars", Day(None, 3, 1)),
        ("És el 15 d'octubre del 2025", Day(2025, 10, 15)),
        ("Es el martes 15 de octubre", Day(None, 10, 15, 1)),
        ("It is due 2025-10-15", Day(2025, 10, 15)),
        ("Es para el 15/10/2025", Day(2025, 10, 15)),
        ("The team meets on Tuesdays", Day(weekday=1)),
        ("On se voit mardi prochain", Day(weekday=1, relative=1)),
        ("Ho faré la setmana vinent", Day(relative=7)),
        ("Lo haré mañana", Day(relative=1)),
        ("It is so since 2019", Day(2019)),
    ],
)
def test_a_date_is_read(text: str, value: Day) -> None:
    assert value in values(text)


@pytest.mark.parametrize(
    "text",
    ["The cat may march on", "Un dia a la vora", "Once we were there", "El turno de la mañana", "Ask April about it"],
)
def test_a_word_that_looks_like_one_is_none(text: str) -> None:
    assert [value for value in values(text) if value != Day(None, 4)] == []
