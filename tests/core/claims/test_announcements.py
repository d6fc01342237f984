"""Days that a text announced, read from the day on which it was said; and old versions."""

from __future__ import annotations

from datetime import date

import pytest

from mnemoscope.claims.announcements import Announced, announced, old_version

SAID = date(2025, 5, 14)  # a Wednesday
TODAY = date(2025, 12, 1)


@pytest.mark.parametrize(
    ("text", "words", "day"),
    [
        ("Next Tuesday the lift is closed.", "Next Tuesday", date(2025, 5, 20)),
        ("Réunion budget mardi prochain.", "mardi prochain", date(2025, 5, 20)),
        ("Dimecres vinent no hi ha classe.", "Dimecres vinent", date(2025, 5, 21)),
        ("El próximo lunes cierra la piscina.", "próximo lunes", date(2025, 5, 19)),
        ("The boiler is serviced on 15 October.", "15 October", date(2025, 10, 15)),
        ("La caldera es revisa el 15 d'octubre.", "15 d'octubre", date(2025, 10, 15)),
        ("The permit is valid to 2025-06-30.", "2025-06-30", date(2025, 6, 30)),
        ("The Sunday shift pays double until September.", "September", date(2025, 9, 30)),
        ("Es queda fins al setembre.", "setembre", date(2025, 9, 30)),
        ("I hand it in tomorrow.", "tomorrow", date(2025, 5, 15)),
        ("The course begins next week.", "next week", date(2025, 5, 21)),
    ],
)
def test_a_day_that_was_to_come_has_passed(text: str, words: str, day: date) -> None:
    assert announced(text, SAID, TODAY) == Announced(words, day)


@pytest.mark.parametrize(
    "text",
    [
        "The boiler was serviced on 15 October.",
        "Nil's birthday is on 15 October.",
        "Every next Tuesday we meet.",
        "The lift is closed on Tuesdays.",
        "Is it closed next Tuesday?",
        "It is closed on 20 December.",
        "It is closed on 31 February.",
        "She bought it during the sale on 27 November.",
        "We moved here in 2019.",
        "Ask May about the keys.",
    ],
)
def test_what_is_past_recurs_or_is_yet_to_come_is_no_announcement(text: str) -> None:
    assert announced(text, SAID, TODAY) is None


def test_the_last_day_counts_where_several_are_named() -> None:
    assert announced("The fair runs from 20 June to 20 December.", SAID, TODAY) is None


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        ("App 2.4.7 is the current version.", "App 2.5.1 is out.", ("2.4.7", "2.5.1")),
        ("Badge v1.3.7 opens it.", "Badge v1.3.10 opens it.", ("v1.3.7", "v1.3.10")),
        ("App 2.5.1 is out.", "App 2.4.7 was better.", None),
        ("It takes 2.5 hours.", "It takes 3.5 hours.", None),
        ("From 1.0.0 to 2.0.0.", "Now 3.0.0.", None),
    ],
)
def test_an_old_version_beside_a_newer_one(older: str, newer: str, expected: tuple[str, str] | None) -> None:
    assert old_version(older, newer) == expected
