"""The verdict leads strongly, and each rank wears the colour of its channel, in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mnemoscope.messages import Message, message
from mnemoscope_gui import languages, wording
from mnemoscope_gui.look import LIGHT
from mnemoscope_gui.views.verdict import verdict_html

from ..values import explanation

BOTH = message("why.served", rank=3, budget=32, found=message("why.found_both", vector=1204, lexical=7))
ALONE = message("why.not_embedded", words=message("why.words_place", rank=9))


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    wording.speak(languages.ENGLISH)


def blue(text: str) -> str:
    return f'<b style="color:{LIGHT.vectors}">{text}</b>'


def orange(text: str) -> str:
    return f'<b style="color:{LIGHT.words}">{text}</b>'


def test_verdict_leads_strongly_and_colours_each_channels_rank() -> None:
    html = verdict_html(explanation().sentence, LIGHT)
    assert "<b>Served, 17th of 32.</b>" in html
    assert f"Only the words found it: {orange('words #1')}; the vectors place it {blue('#812')}, beyond" in html


@pytest.mark.parametrize(
    ("language", "sentence", "coloured"),
    [
        ("en", BOTH, (blue("vectors #1,204"), orange("words #7"))),
        ("fr", BOTH, (blue("vecteurs n° 1 204"), orange("mots n° 7"))),
        ("ca", BOTH, (blue("vectors núm. 1.204"), orange("paraules núm. 7"))),
        ("es", BOTH, (blue("vectores n.º 1204"), orange("palabras n.º 7"))),
        ("en", ALONE, (orange("#9"),)),
        ("fr", ALONE, (orange("n° 9"),)),
        ("ca", ALONE, (orange("núm. 9"),)),
        ("es", ALONE, (orange("n.º 9"),)),
    ],
)
def test_ranks_are_found_in_every_language(language: str, sentence: Message, coloured: tuple[str, ...]) -> None:
    wording.speak(languages.LANGUAGES[language])
    html = verdict_html(sentence, LIGHT).replace("\u00a0", " ").replace("\u202f", " ")
    for part in coloured:
        assert part in html


def test_a_reason_that_speaks_of_ranks_is_only_a_text() -> None:
    reason = message("why.because", reason="words #9 <b>\ue00012\ue002</b>")
    html = verdict_html(message("why.inactive", day="3 May", reason=reason, would=""), LIGHT)
    assert "(“words #9 &lt;b&gt;12&lt;/b&gt;”)" in html
    assert LIGHT.words not in html
    assert LIGHT.vectors not in html
