"""The analyzer: what texts become, what questions ask for, and what no text may do to it."""

from __future__ import annotations

import json
import time
from itertools import chain, pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mnemoscope.analysis import Term, matched_spans, question_terms, terms, tokens
from mnemoscope.folding import fold

TABLE = json.loads((Path(__file__).parents[1] / "data" / "analysis_table.json").read_text(encoding="utf-8"))

# Any text, lone surrogates included, and texts dense in what the analyzer looks for.
ANY_TEXT = st.text(st.characters(exclude_categories=()))
DENSE_TEXT = st.text(
    st.sampled_from("aBlLéßİıœŀ·1½_-./:@'’ʼ‑： \n\u00ad\u200c\u0301\u0640\ud800\x00\x1cم٣ُأשׁहिกิ東ターｶﾞй😀ﷺ한")
)
TEXT = ANY_TEXT | DENSE_TEXT


def asked(question: str) -> list[str]:
    return [term.text for term in question_terms(question)[0]]


def distinctive(question: str) -> list[str]:
    return [term.surface for term in question_terms(question)[0] if term.distinctive]


def dropped(question: str) -> list[str]:
    return list(question_terms(question)[1])


@pytest.mark.parametrize("row", TABLE, ids=[row["what"] for row in TABLE])
def test_text_becomes_the_terms_of_the_table(row: dict[str, str | list[str]]) -> None:
    assert terms(str(row["text"])) == row["terms"]


def test_table_has_forty_texts() -> None:
    assert len(TABLE) >= 40


# -- terms and tokens


def test_repeated_words_are_counted_each_time() -> None:
    assert terms("shift, shift; Shift") == ["shift"] * 3


def test_one_word_gives_each_of_its_terms_once() -> None:
    assert terms("10:10") == ["10:10", "10"]


def test_a_version_is_found_by_itself_inside_a_longer_identifier() -> None:
    assert set(asked("v2.4.7")) <= set(terms("deploy-v2.4.7-hotfix"))


@pytest.mark.parametrize("apostrophe", "'’‘ʼʻ＇")
def test_any_apostrophe_separates(apostrophe: str) -> None:
    assert terms(f"l{apostrophe}Admon Admon{apostrophe}s") == ["l", "admon", "admon", "s"]
    assert "obrien" in terms(f"O{apostrophe}Brien")


def test_apostrophe_between_digits_joins_nothing() -> None:
    assert terms("5'10") == ["5", "10"]


@pytest.mark.parametrize("end", [".", ":", "...", ". ", ":)", "-", "/", "@", "_"])
def test_joiner_that_ends_a_word_joins_nothing(end: str) -> None:
    assert terms(f"Admon{end}") == ["admon"]


def test_composed_and_decomposed_letters_are_one_term() -> None:
    assert terms("Zoe\u0308 na\u0131\u0308ve") == terms("Zoë naïve")


def test_case_folding_leaves_no_combining_dot() -> None:
    assert terms("İİ") == ["ii"]


def test_pairs_of_spaceless_scripts_are_never_cut() -> None:
    (term,) = terms("กี่น้ำ")
    assert len(term) > 6


def test_compatibility_forms_keep_their_place_in_the_original_text() -> None:
    assert [(token.surface, token.start, token.end) for token in tokens("ﷺ ﬁn ｶﾞｷﾞﾀ")] == [
        ("ﷺ", 0, 1),
        ("ﬁn", 2, 4),
        ("ｶﾞｷﾞ", 5, 9),
        ("ｷﾞﾀ", 7, 10),
    ]


def test_an_elided_article_is_a_token_of_its_own() -> None:
    assert [(token.surface, token.start, token.end) for token in tokens("que l'Admon's")] == [
        ("que", 0, 3),
        ("l", 4, 5),
        ("Admon", 6, 11),
        ("s", 12, 13),
    ]


# -- matched spans


def test_matches_are_marked_on_the_words_alone() -> None:
    text = "(l’Admon), ADMON's; admonition Ádmon"
    spans = matched_spans(text, frozenset({"admon"}))
    assert [text[start:end] for start, end in spans] == ["Admon", "ADMON", "Ádmon"]


def test_a_matched_part_marks_its_whole_identifier() -> None:
    assert matched_spans("see deploy-v2.4.7-hotfix.", frozenset({"hotfix"})) == [(4, 24)]


def test_overlapping_pairs_are_marked_as_one() -> None:
    assert matched_spans("在東京都に。東京", frozenset({"東京", "京都"})) == [(1, 4), (6, 8)]


def test_nothing_wanted_marks_nothing() -> None:
    assert matched_spans("Admon", frozenset()) == []


# -- stop words


def test_question_asks_for_what_carries_matter() -> None:
    assert question_terms("What shift was Admon on Sunday?") == (
        (Term("shift", "shift", False), Term("Admon", "admon", True), Term("Sunday", "sunday", True)),
        ("What", "was", "on"),
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Quin torn feia l'Admon el diumenge?", ["torn", "feia", "admon", "diumen"]),
        ("¿Qué turno tenía Admon el domingo?", ["turno", "tenia", "admon", "doming"]),
        ("Qu'est-ce que l'Admon a dit à Zoë ?", ["admon", "dit", "zoe"]),
        ("Où a-t-il rangé les clés ?", ["range", "cles"]),
        ("Who's the one I don't know and won't like?", ["one", "know", "like"]),
        ("WHO’S THERE WITH ADMON’S KEYS", ["admon", "keys"]),
    ],
)
def test_stop_words_of_four_languages_are_dropped(question: str, expected: list[str]) -> None:
    assert asked(question) == expected


def test_stop_words_are_indexed() -> None:
    assert terms("what was on") == ["what", "was", "on"]


def test_stop_words_are_kept_where_nothing_else_is_asked() -> None:
    assert question_terms("to be or not to be") == (
        tuple(Term(word, word, False) for word in ["to", "be", "or", "not"]),
        (),
    )


def test_stop_words_are_known_before_they_are_cut() -> None:
    assert asked("without withouter") == ["withou"]
    assert dropped("without Admon") == ["without"]


def test_a_stop_word_asked_for_elsewhere_is_not_called_dropped() -> None:
    assert question_terms("Will you ask Will?") == ((Term("ask", "ask", False), Term("Will", "will", True)), ("you",))


def test_contraction_is_dropped_as_one() -> None:
    assert dropped("I don't know, didn’t you, they'll see") == ["I", "don't", "didn’t", "you", "they'll"]


def test_possessive_and_elision_are_no_terms_of_a_question() -> None:
    assert question_terms("l'hotel and Admon's keys, porta'm") == (
        (
            Term("hotel", "hotel", False),
            Term("Admon", "admon", True),
            Term("keys", "keys", False),
            Term("porta", "porta", False),
        ),
        ("l", "and", "s", "m"),
    )


@pytest.mark.parametrize("word", ["son", "car", "sense", "sea", "ton", "pot", "pour", "van", "once"])
def test_a_word_of_matter_in_one_language_is_no_stop_word_of_another(word: str) -> None:
    assert asked(f"the {word} of Admon") == [word, "admon"]


# -- capitals


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("ask Will", "Will"),
        ("Ask Will", "Will"),
        ("what happened in May", "May"),
        ("Is Will in New York?", "Will"),
        ("who moved to the US", "US"),
        ("what does Dr. May say?", "May"),
        ("l'Admon treballa", "Admon"),
        ("qui és «en Per» i l’Admon", "Admon"),
    ],
)
def test_capital_inside_a_sentence_makes_a_name_of_any_word(question: str, name: str) -> None:
    assert name in distinctive(question)


@pytest.mark.parametrize(
    "lead", ["", "Yes. ", "Really! ", "Really? ", "so… ", "so: ", "note\n", "¿", "said “", '"', "('"]
)
def test_capital_at_sentence_head_is_no_proper_noun(lead: str) -> None:
    question = f"{lead}What shift had Admon"
    assert "What" in dropped(question)
    assert distinctive(question) == ["Admon"]


def test_closing_quote_starts_no_sentence() -> None:
    assert distinctive('the "night shift" Will had') == ["Will"]


def test_capital_letter_i_is_no_name() -> None:
    assert question_terms("where did I put what I’d bought, said I")[0] == (
        Term("put", "put", False),
        Term("bought", "bought", False),
        Term("said", "said", False),
    )


@pytest.mark.parametrize(
    "question", ["WHAT SHIFT WAS ADMON ON?", "What Shift Was Admon On?", "WHAT Shift WAS Admon ON?"]
)
def test_capitals_prove_nothing_where_nearly_everything_is_capitalised(question: str) -> None:
    assert asked(question) == ["shift", "admon"]
    assert distinctive(question) == []


# -- distinctive terms


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which release is v1.3.8", ["v1.3.8"]),
        ("what does MNEMO_LEXICAL_FUSION do", ["MNEMO_LEXICAL_FUSION", "MNEMO", "LEXICAL", "FUSION"]),
        ("who wrote deploy-v2.4.7-hotfix", ["deploy-v2.4.7-hotfix", "v2.4.7"]),
        ("what was at 21:00, in room 12", ["21:00", "12"]),
        ("a well-known man", ["well-known"]),
        ("what did Jean-Pierre and O'Brien say", ["Jean-Pierre", "Jean", "Pierre", "O'Brien", "Brien"]),
        ("was the lexical fusion good", []),
    ],
)
def test_digits_joiners_and_inner_capitals_are_distinctive(question: str, expected: list[str]) -> None:
    assert distinctive(question) == expected


def test_two_surfaces_of_one_term_are_one_term_and_distinctive_if_either_is() -> None:
    assert question_terms("desplego admon, desplegar Admon")[0] == (
        Term("desplego", "desple", False),
        Term("admon", "admon", True),
    )


@pytest.mark.parametrize(
    "question", ['"', "NOT", "a* AND (b", "title:", "'", "Admon's", "-x", "\\", "^2~", "%", "🎂", "\x00", ""]
)
def test_query_syntax_does_not_exist(question: str) -> None:
    assert set(asked(question)) <= set(terms(question))
    assert bool(asked(question)) == bool(terms(question))


# -- any text


@given(TEXT)
def test_terms_are_those_of_the_tokens(text: str) -> None:
    assert terms(text) == list(chain.from_iterable(token.terms for token in tokens(text)))


@given(TEXT)
def test_tokens_lie_in_the_text_in_ascending_order(text: str) -> None:
    found = tokens(text)
    assert all(0 <= token.start < token.end <= len(text) for token in found)
    assert all(token.surface == text[token.start : token.end] and token.terms for token in found)
    assert all(before.start < after.start and before.end < after.end for before, after in pairwise(found))


@given(TEXT)
def test_question_asks_for_terms_of_its_own_text_once(text: str) -> None:
    found, left_out = question_terms(text)
    texts = [term.text for term in found]
    assert set(texts) <= set(terms(text))
    assert len(texts) == len(set(texts))
    assert bool(texts) == bool(terms(text))
    assert all(term.surface in text for term in found)
    assert all(surface in text for surface in left_out)


@given(TEXT, TEXT)
def test_a_blank_separates_texts(one: str, other: str) -> None:
    assert terms(f"{one} {other}") == terms(one) + terms(other)


@given(TEXT)
def test_matched_spans_are_those_of_the_tokens_merged(text: str) -> None:
    wanted = frozenset(terms(text)[::2])
    marked = {place for start, end in matched_spans(text, wanted) for place in range(start, end)}
    assert marked == {
        place for token in tokens(text) if wanted & set(token.terms) for place in range(token.start, token.end)
    }
    spans = matched_spans(text, wanted)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@given(TEXT)
@example("İ")
@example("ŉ")
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


# Without ŉ, whose lower case is an apostrophe and an n.
@given(st.text(st.characters(categories=["Lu", "Ll", "Nd"], max_codepoint=0x24F, exclude_characters="ŉ")))
def test_case_changes_no_term(word: str) -> None:
    assert terms(word.casefold()) == terms(word)


@pytest.mark.parametrize(
    "piece",
    [
        "a.",
        "a'",
        "l'",
        "'",
        "_",
        "-",
        "l·",
        "a::b://",
        "e" + "\u0301" * 50,
        "東京。",
        "ก\u0e49",
        "\ud800\x00",
        "Will. ",
    ],
)
def test_time_is_linear_in_the_text(piece: str) -> None:
    def seconds(length: int) -> float:
        return min(once(length) for _ in range(3))  # a collection of garbage is not the text's fault

    def once(length: int) -> float:
        text = (piece * length)[:length]
        start = time.process_time()
        terms(text), question_terms(text), matched_spans(text, frozenset({"a"}))
        return time.process_time() - start

    # Ten times the text takes ten times the time; quadratic work would take a hundred.
    assert seconds(20_000) < 40 * seconds(2_000) + 0.2
