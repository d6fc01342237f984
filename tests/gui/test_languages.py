"""Every language says everything, with the same parameters, and writes numbers, days and plurals its own way.

What a language lacks or has too much is named by the failing test.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from datetime import UTC, date, datetime

import pytest

from mnemoscope import messages
from mnemoscope.messages import Message, message
from mnemoscope_gui import languages
from mnemoscope_gui.commands import MENUS, menu_lists
from mnemoscope_gui.languages import CATALAN, ENGLISH, FRENCH, LANGUAGES, SPANISH, catalan, english, french, spanish
from mnemoscope_gui.languages.language import Language

SOURCES = {"fr": french.FRENCH, "ca": catalan.CATALAN, "es": spanish.SPANISH}
OTHERS = [FRENCH, CATALAN, SPANISH]
ALIKE = {
    "window.title", "window.title.vault", "markdown.apps", "milliseconds", "milliseconds.less", "sigma",
    "checkup.seconds",
    "adjust.rrf_k", "adjust.k1", "adjust.b",
    "explain.idf", "explain.sigma_is", "sight.app", "sight.app.removable", "records.app", "records.id",
    "welcome.picture.match", "command.view.language_en", "command.view.language_fr", "command.view.language_ca",
    "command.view.language_es", "export.format.mnemoscope", "export.format.jsonl", "export.format.csv",
    "export.format.markdown",
}  # fmt: skip
"""Names, units and formulas: the same everywhere."""
ALSO = {
    "fr": {"question.name", "command.recall.question", "explain.question", "command.view.inspector", "hits.score",
           "hits.place", "explain.gain", "explain.score", "results.sessions", "hits.bar", "palette.place",
           "formula.score", "missed.verdict",
           "command.record.dates", "marked.dates", "xray.asked", "records.session", "kind.note", "show.session",
           "show.session.choose", "show.date", "show.date.choose", "expected.question", "expected.verdict",
           "review.chip.contradiction", "matter.contradiction", "page.sources",
           "sources.column.source", "manner.format"},
    "ca": {"channel.vector", "hits.vectors", "welcome.picture.vectors", "command.view.inspector", "status.vectors",
           "explain.vectors", "position.note", "ladder.vector", "records.text", "show.vectors",
           "command.record.dates", "marked.dates", "review.column.text", "manner.format",
           "check.vectors", "checkup.vectors"},
    "es": {"command.view.inspector"},
}  # fmt: skip
"""Words that a language shares with English."""
IN_ORDER = [id for id, _ in menu_lists()]
EMPTY = {"lines.lead", "lines.body", "lines.meta"}


def forms(entry: str | tuple[str, ...]) -> tuple[str, ...]:
    return (entry,) if isinstance(entry, str) else entry


def parameters(entry: str | tuple[str, ...]) -> set[str]:
    return {name for form in forms(entry) for _, name, _, _ in string.Formatter().parse(form) if name}


def words(entry: str | tuple[str, ...]) -> str:
    """What a text says beside its parameters."""
    literals = [literal for form in forms(entry) for literal, *_ in string.Formatter().parse(form)]
    return "".join(letter for literal in literals for letter in literal if letter.isalpha())


def wrong(language: Language, holds: object) -> list[str]:
    return sorted(id for id, entry in language.catalogue.items() if holds(id, entry))  # type: ignore[operator]


def shown(language: Language, sentence: Message) -> str:
    """As a person types it: with common spaces."""
    return re.sub("[\u00a0\u202f]", " ", sentence.render(language.catalogue, language.formats))


# ---------------------------------------------------------------- complete


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.id)
def test_nothing_is_left_unsaid_and_nothing_is_said_that_english_does_not_know(language: Language) -> None:
    assert sorted(set(ENGLISH.catalogue) - set(language.catalogue)) == []
    assert sorted(set(language.catalogue) - set(ENGLISH.catalogue)) == []


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.id)
def test_every_text_has_the_parameters_of_the_english_one(language: Language) -> None:
    theirs = {id: parameters(entry) | {"count"} for id, entry in language.catalogue.items()}
    ours = {id: parameters(entry) | {"count"} for id, entry in ENGLISH.catalogue.items()}
    assert [id for id in ours if id in theirs and ours[id] != theirs[id]] == []


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.id)
def test_what_counts_in_english_has_two_forms(language: Language) -> None:
    counting = [id for id, entry in ENGLISH.catalogue.items() if isinstance(entry, tuple)]
    assert [id for id in counting if not isinstance(language.catalogue.get(id, ()), tuple)] == []
    assert wrong(language, lambda _, entry: len(forms(entry)) > 2) == []


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.id)
def test_no_text_is_empty(language: Language) -> None:
    assert wrong(language, lambda id, entry: id not in EMPTY and not all(map(str.strip, forms(entry)))) == []


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.id)
def test_no_text_is_a_copy_of_the_english_one(language: Language) -> None:
    shared = ALIKE | ALSO[language.id] | {id for id, entry in ENGLISH.catalogue.items() if not words(entry)}
    assert wrong(language, lambda id, entry: id not in shared and entry == ENGLISH.catalogue.get(id)) == []


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda language: language.id)
def test_letters_that_open_a_menu_or_choose_in_it_are_unique_there(language: Language) -> None:
    lists = [[f"menu.{id}" for id, _ in MENUS]]
    lists += [[f"command.{id}" for id in ids] for _, ids in menu_lists()]
    lists[IN_ORDER.index("vault") + 1] += ["recent.title", "menu.sources"]
    lists[IN_ORDER.index("view") + 1].append("menu.language")
    for ids in lists:
        texts = [str(language.catalogue[id]) for id in ids]
        letters = Counter(text[text.index("&") + 1].casefold() for text in texts if "&" in text)
        assert [text for text in texts if "&" not in text] == []
        assert [letter for letter, count in letters.items() if count > 1] == [], texts


def test_french_leaves_no_stop_and_no_quotation_mark_to_the_end_of_a_line() -> None:
    breaks = re.compile(r" [;:!?»%]|« ")
    assert wrong(FRENCH, lambda _, entry: any(breaks.search(form) for form in forms(entry))) == []


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.id)
def test_apostrophes_and_quotation_marks_are_the_printed_ones(language: Language) -> None:
    typed = re.compile("['\"\u201c\u201d]")
    assert wrong(language, lambda _, entry: any(typed.search(form) for form in forms(entry))) == []


def test_catalogues_are_written_with_the_spaces_of_a_keyboard() -> None:
    for catalogue in SOURCES.values():
        assert [id for id, entry in catalogue.items() if re.search("[\u00a0\u202f]", "".join(forms(entry)))] == []


# ---------------------------------------------------------------- numbers, ranks, days


@pytest.mark.parametrize(
    ("language", "many", "million", "short"),
    [
        (ENGLISH, "9,846", "1,000,000", "0.00101"),
        (FRENCH, "9\u202f846", "1\u202f000\u202f000", "0,00101"),
        (CATALAN, "9.846", "1.000.000", "0,00101"),
        (SPANISH, "9846", "1.000.000", "0,00101"),
    ],
    ids=LANGUAGES,
)
def test_thousands_and_decimals(language: Language, many: str, million: str, short: str) -> None:
    assert (language.number(9846), language.number(1_000_000), language.decimal(0.00101, 5)) == (many, million, short)


@pytest.mark.parametrize(
    ("language", "ranks"),
    [
        (ENGLISH, ["1st", "2nd", "3rd", "4th", "11th", "17th", "42nd", "1,204th"]),
        (FRENCH, ["1er", "2e", "3e", "4e", "11e", "17e", "42e", "1 204e"]),
        (CATALAN, ["1r", "2n", "3r", "4t", "11è", "17è", "42è", "1.204è"]),
        (SPANISH, ["1.º", "2.º", "3.º", "4.º", "11.º", "17.º", "42.º", "1204.º"]),
    ],
    ids=LANGUAGES,
)
def test_ranks(language: Language, ranks: list[str]) -> None:
    written = [language.formats.ordinal(rank).replace("\u202f", " ") for rank in (1, 2, 3, 4, 11, 17, 42, 1204)]
    assert written == ranks


@pytest.mark.parametrize(
    ("language", "plural"),
    [(ENGLISH, [1, 0, 1, 1]), (FRENCH, [0, 0, 1, 1]), (CATALAN, [1, 0, 1, 1]), (SPANISH, [1, 0, 1, 1])],
    ids=LANGUAGES,
)
def test_plural_of_none_one_two_and_a_million(language: Language, plural: list[int]) -> None:
    entry = forms(language.catalogue["results.words_alone"])
    for count, form in zip((0, 1, 2, 1_000_000), plural, strict=True):
        written = message("results.words_alone", count=count, served="X").render(language.catalogue, language.formats)
        assert written == entry[form].format(served="X")


@pytest.mark.parametrize(
    ("language", "days", "listed"),
    [
        (ENGLISH, ["1 May", "30 April", "3 May 2019"], ["1 May", "30 Apr", "3 May 2019"]),
        (FRENCH, ["1er mai", "30 avril", "3 mai 2019"], ["1er mai", "30 avr.", "3 mai 2019"]),
        (CATALAN, ["1 de maig", "30 d’abril", "3 de maig de 2019"], ["1 de maig", "30 d’abr.", "3 maig 2019"]),
        (SPANISH, ["1 de mayo", "30 de abril", "3 de mayo de 2019"], ["1 may", "30 abr", "3 may 2019"]),
    ],
    ids=LANGUAGES,
)
def test_days_have_their_year_only_where_it_is_not_this_one(
    language: Language, days: list[str], listed: list[str]
) -> None:
    year = datetime.now().astimezone().year
    given = (date(year, 5, 1), date(year, 4, 30), date(2019, 5, 3))
    assert [language.day(day) for day in given] == days
    assert [language.day(day, short=True) for day in given] == listed
    assert language.day(given[0], year=True).endswith(str(year))


@pytest.mark.parametrize(
    ("language", "today", "then"),
    [
        (ENGLISH, "at 01:05", "at 14:10 on 1 May 2019"),
        (FRENCH, "à 1 h 05", "à 14 h 10 le 1er mai 2019"),
        (CATALAN, "a la 1.05", "a les 14.10 de l’1 de maig de 2019"),
        (SPANISH, "a la 1:05", "a las 14:10 del 1 de mayo de 2019"),
    ],
    ids=LANGUAGES,
)
def test_moments_have_their_day_only_where_it_is_not_today(language: Language, today: str, then: str) -> None:
    now = datetime.now().astimezone().replace(hour=1, minute=5)
    past = datetime(2019, 5, 1, 14, 10, tzinfo=UTC)
    for moment, ending in ((now, today), (past, then)):
        sentence = shown(language, message("undo.refused", actor="X", at=moment, act="Y"))
        assert ending in sentence


@pytest.mark.parametrize(
    ("template", "value", "written"),
    [
        ("desactivat el {x}", date(2019, 5, 3), "desactivat el 3 de maig de 2019"),
        ("desactivat el {x}", date(2019, 5, 11), "desactivat l’11 de maig de 2019"),
        ("vàlid fins al {x}", date(2019, 5, 1), "vàlid fins a l’1 de maig de 2019"),
        ("des del {x}", date(2019, 5, 11), "des de l’11 de maig de 2019"),
        ("cobreix el {x:n} %", 11, "cobreix l’11 %"),
        ("Seria el {x:nth}.", 1, "Seria el 1r."),
        ("Seria el {x:nth}.", 11, "Seria l’11è."),
        ("{x:nth} de {x:n}", 11, "11è d’11"),
        ("més de {x:n}", 1000, "més de 1.000"),
        ("més de {x:n}", 11_000, "més d’11.000"),
        ("més de {x:n}", 111, "més de 111"),
        ("vam veure de {x}", "el 11 de maig", "vam veure de el 11 de maig"),
    ],
)
def test_catalan_words_bend_before_a_number_that_begins_with_a_vowel(
    template: str, value: object, written: str
) -> None:
    assert message("x", x=value).render({"x": template}, CATALAN.formats) == written


def test_the_systems_first_language_that_is_spoken_here_is_taken() -> None:
    assert languages.best(["oc-FR", "ca-ES", "fr-FR"]) is CATALAN
    assert languages.best(["es_MX"]) is SPANISH
    assert languages.best(["C", "de-DE"]) is ENGLISH
    assert languages.best([]) is ENGLISH


def test_the_catalogues_of_the_window_and_of_the_library_are_both_there() -> None:
    assert set(ENGLISH.catalogue) == set(messages.ENGLISH) | set(english.ENGLISH)


# ---------------------------------------------------------------- the agreed sentences

MAY, APRIL = date(datetime.now().astimezone().year, 5, 3), date(datetime.now().astimezone().year, 4, 30)
BEYOND = message("why.vectors_beyond", rank=812, depth=200)
AGREED: dict[str, tuple[Message, tuple[str, str, str, str]]] = {
    "served": (
        message("why.served", rank=17, budget=32, found=message("why.found_words", lexical=1, vector=BEYOND)),
        (
            "Served, 17th of 32. Only the words found it: words #1; the vectors place it #812, beyond their depth of "
            "200.",
            "Servi, 17e sur 32. Seuls les mots l’ont trouvé : mots n° 1 ; les vecteurs le placent n° 812, au-delà de "
            "leur profondeur de 200.",
            "Servit, 17è de 32. Només l’han trobat les paraules: paraules núm. 1; els vectors el posen al núm. 812, "
            "més enllà de la seva profunditat de 200.",
            "Servido, 17.º de 32. Solo lo encontraron las palabras: palabras n.º 1; los vectores lo ponen en el "
            "n.º 812, más allá de su profundidad de 200.",
        ),
    ),
    "cut by the budget": (
        message("why.cut", rank=42, count=10, budget=32, short=0.00101),
        (
            "Not served: 42nd, 10 places below the budget of 32; it is 0.00101 short.",
            "Non servi : 42e, 10 places sous la limite de 32 ; il manque 0,00101.",
            "No servit: 42è, 10 llocs per sota del límit de 32; li falten 0,00101.",
            "No servido: 42.º, 10 puestos por debajo del límite de 32; le faltan 0,00101.",
        ),
    ),
    "beyond both depths": (
        message("why.beyond_both", vector=812, lexical=341, depth=200),
        (
            "Not served: vectors #812, words #341; neither channel looks further than 200.",
            "Non servi : vecteurs n° 812, mots n° 341 ; aucun canal ne va au-delà de 200.",
            "No servit: vectors núm. 812, paraules núm. 341; cap canal no mira més enllà de 200.",
            "No servido: vectores n.º 812, palabras n.º 341; ningún canal mira más allá de 200.",
        ),
    ),
    "superseded by": (
        message("why.superseded", newer="9b20de", day=MAY, served=message("why.superseded_served", rank=2)),
        (
            "Not served: superseded by record 9b20de on 3 May, which is served 2nd.",
            "Non servi : remplacé le 3 mai par l’enregistrement 9b20de, lui-même servi 2e.",
            "No servit: substituït el 3 de maig pel registre 9b20de, que se serveix 2n.",
            "No servido: sustituido el 3 de mayo por el registro 9b20de, que se sirve 2.º.",
        ),
    ),
    "expired": (
        message("why.expired", day=APRIL, would=message("why.would_be", rank=6)),
        (
            "Not served: valid until 30 April. It would be 6th.",
            "Non servi : valable jusqu’au 30 avril. Il serait 6e.",
            "No servit: vàlid fins al 30 d’abril. Seria el 6è.",
            "No servido: válido hasta el 30 de abril. Sería el 6.º.",
        ),
    ),
    "another app": (
        message("why.other_app", app="home"),
        (
            "Not served: it belongs to app home, which this recall does not see.",
            "Non servi : il appartient à l’app home, que ce rappel ne voit pas.",
            "No servit: pertany a l’app home, que aquesta consulta no veu.",
            "No servido: pertenece a la app home, que esta consulta no ve.",
        ),
    ),
    "not embedded": (
        message("why.not_embedded", words=message("why.words_place", rank=9)),
        (
            "Not ranked by the vectors: this record has no vector yet. Words rank it #9.",
            "Non classé par les vecteurs : cet enregistrement n’a pas encore de vecteur. Mots : n° 9.",
            "No classificat pels vectors: aquest registre encara no té vector. Paraules: núm. 9.",
            "No clasificado por los vectores: este registro aún no tiene vector. Palabras: n.º 9.",
        ),
    ),
    "index incomplete": (
        message(
            "why.not_indexed",
            reason=message("why.index_incomplete", count=3, records=9846),
            vectors=message("why.vectors_place", rank=412),
        ),
        (
            "Not ranked by the words: the word index is incomplete (3 of 9,846 records missing). Vectors rank it #412.",
            "Non classé par les mots : l’index des mots est incomplet (3 enregistrements manquants sur 9 846). "
            "Vecteurs : n° 412.",
            "No classificat per les paraules: l’índex de paraules és incomplet (hi falten 3 de 9.846 registres). "
            "Vectors: núm. 412.",
            "No clasificado por las palabras: el índice de palabras está incompleto (faltan 3 de 9846 registros). "
            "Vectores: n.º 412.",
        ),
    ),
    "no such text stored": (
        message("why.no_text_near", text="Adman", word="admon", count=3),
        (
            "No record in this vault holds “Adman”. Nearest stored word: admon (3 records).",
            "Aucun enregistrement de ce coffre ne contient « Adman ». Mot stocké le plus proche : admon "
            "(3 enregistrements).",
            "Cap registre d’aquest cofre no conté «Adman». Paraula desada més semblant: admon (3 registres).",
            "Ningún registro de este cofre contiene «Adman». Palabra guardada más parecida: admon (3 registros).",
        ),
    ),
    "words off": (
        message("channel.incomplete", count=3, records=9846),
        (
            "Words are off: 3 of 9,846 records are not indexed, so their ranking would be wrong.",
            "Mots désactivés : 3 enregistrements sur 9 846 ne sont pas indexés, leur classement serait faux.",
            "Paraules desactivades: 3 de 9.846 registres no estan indexats i la classificació seria falsa.",
            "Palabras desactivadas: 3 de 9846 registros no están indexados y la clasificación sería falsa.",
        ),
    ),
    "vectors alone": (
        message("results.vectors_only"),
        ("You see vectors alone.", "Vecteurs seuls.", "Només vectors.", "Solo vectores."),
    ),
    "finish": (
        message("status.finish"),
        ("Finish indexing", "Terminer l’indexation", "Acaba la indexació", "Terminar la indexación"),
    ),
}
INACTIVE = {
    "moved house": "Not served: deactivated on 3 May (“moved house”). It would be 4th.",
    "déménagement": "Non servi : désactivé le 3 mai (« déménagement »). Il serait 4e.",
    "canvi de casa": "No servit: desactivat el 3 de maig («canvi de casa»). Seria el 4t.",
    "mudanza": "No servido: desactivado el 3 de mayo («mudanza»). Sería el 4.º.",
}


@pytest.mark.parametrize("name", AGREED)
def test_sentences_are_as_they_were_agreed(name: str) -> None:
    sentence, agreed = AGREED[name]
    assert tuple(shown(language, sentence) for language in LANGUAGES.values()) == agreed


@pytest.mark.parametrize(("language", "reason"), zip(LANGUAGES.values(), INACTIVE, strict=True), ids=LANGUAGES)
def test_inactive_is_said_with_its_reason_as_it_was_agreed(language: Language, reason: str) -> None:
    because = message("why.because", reason=reason)
    sentence = message("why.inactive", day=MAY, reason=because, would=message("why.would_be", rank=4))
    assert shown(language, sentence) == INACTIVE[reason]
