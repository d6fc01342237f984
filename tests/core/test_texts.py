"""Cleaning, and splitting: parts that join to the text and break where a reader would."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from mnemoscope.texts import clean, split

TEXTS = st.text(st.sampled_from("ab.!。 \n\t\r`#-é\u0301\u200d👩🏽🇦🇩\u0e01\u0e34"), max_size=120) | st.text(max_size=60)


@given(TEXTS, st.integers(1, 40))
def test_parts_join_to_the_text_and_fit(text: str, limit: int):
    parts = split(text, limit)
    assert "".join(parts) == text
    assert all(0 < len(part) <= limit for part in parts)


@given(TEXTS, st.integers(1, 40))
def test_no_two_adjacent_parts_would_fit_into_one(text: str, limit: int):
    parts = split(text, limit)
    assert all(len(one) + len(other) > limit for one, other in pairwise(parts))


@given(TEXTS, st.integers(20, 40))
@example("'``." + "`" * 14 + "。\U0001f3fd'", 20)  # a sentence of nearly the limit, and a mark on its last character
def test_graphemes_stay_whole(text: str, limit: int):
    graphemes = regex.findall(r"\X", text)
    if max(map(len, graphemes), default=0) > 4:
        return  # a pile of marks may be longer than what is left
    ends, end = {0}, 0
    for grapheme in graphemes:
        end += len(grapheme)
        ends.add(end)
    cut = 0
    for part in split(text, limit):
        cut += len(part)
        assert cut in ends


def test_short_text_is_one_part_and_the_empty_text_none():
    assert split("short ") == ["short "]
    assert split("") == []


def test_paragraphs_stay_whole_before_sentences_before_words():
    assert split("One two.\n\nThree four.\n\nFive.", 22) == ["One two.\n\nThree four.", "\n\nFive."]
    assert split("One two three. Four five six. Seven.", 20) == ["One two three. ", "Four five six. ", "Seven."][:3]
    assert split("one two three four", 9) == ["one two ", "three ", "four"]


def test_sentences_of_scripts_without_spaces_are_broken_at_their_stops():
    assert split("今日は晴れ。明日は雨。", 8) == ["今日は晴れ。", "明日は雨。"]


def test_code_block_stays_whole_where_it_fits():
    code = "```python\na = 1\n\nb = 2.\n```\n"
    parts = split("Some words before it.\n" + code + "and after it", 40)
    assert any(code.strip() in part for part in parts)
    assert split("x" * 30 + "\n" + code, 35)[-1].startswith("```python")


def test_code_block_too_long_is_broken_at_its_lines():
    parts = split("```\n" + "call(a. b);\n" * 10 + "```", 40)
    assert all(part.strip("\n").endswith((";", "```")) for part in parts)


def test_family_emoji_and_accents_are_not_torn():
    family = "👩‍👩‍👧‍👦"
    assert split(family * 5, 10) == [family] * 5
    assert split("e\u0301" * 6, 5) == ["e\u0301" * 2] * 3


def test_limit_below_one_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        split("a", 0)


@pytest.mark.parametrize(
    "text", ["word " * 200_000, "x" * 1_000_000, "\n" * 1_000_000, "a.\n" * 300_000, "```\n" * 250_000]
)
def test_a_megabyte_is_split_in_linear_time(text: str):
    begun = time.process_time()
    assert "".join(split(text)) == text
    assert time.process_time() - begun < 15


def test_nul_and_lone_surrogates_become_replacement_characters():
    assert clean("a\0b\ud800c\udfff😀") == "a�b�c�😀"
