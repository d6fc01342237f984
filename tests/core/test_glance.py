"""Figures of what is served, each checkable by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from memories import ROTA, ask, draft, embed, fill

from mnemoscope.glance import LONGEST, Glance, glance
from mnemoscope.records import Hit, Recall
from mnemoscope.vault import Vault

TEN = "Admon swaps the early shift on Sunday against Friday night"


@pytest.fixture
def recall(rota: Vault) -> Recall:
    return ask(rota, "Admon").recall


def serving(recall: Recall, *texts: str) -> Recall:
    """The recall, serving records of these texts in turn."""
    hit = recall.hits[0]
    records = (replace(hit.record, id=f"{n:032x}", text=text) for n, text in enumerate(texts))  # type: ignore[arg-type]
    return replace(recall, hits=tuple(Hit(n + 1, 0.0, None, None, record) for n, record in enumerate(records)))


def copies(recall: Recall, *texts: str) -> list[tuple[int, int, float]]:
    return [(int(some.id, 16), int(some.of, 16), some.likeness) for some in glance(serving(recall, *texts)).copies]


def test_sessions_and_words_of_what_is_served(recall: Recall):
    served = [some for some in ROTA if some.kind != "standing"]
    assert glance(recall) == Glance(
        sessions=3, words=sum(len(some.text.split()) for some in served), standing_words=4, copies=()
    )


def test_sessions_of_one_key_in_two_apps_are_two(vault: Vault):
    fill(vault, [draft("ferry", "1", "s", "a"), draft("ferry harbour", "2", "s", "b")])
    embed(vault)
    assert glance(ask(vault, "ferry").recall).sessions == 2


def test_eight_of_ten_words_in_common_are_a_near_copy_and_seven_are_not(recall: Recall):
    eight, seven = TEN.rsplit(" ", 2)[0], TEN.rsplit(" ", 3)[0]
    assert copies(recall, TEN, eight) == [(1, 0, 0.8)]
    assert copies(recall, TEN, seven) == []
    assert copies(recall, eight, TEN) == [(1, 0, 0.8)]


def test_case_accents_order_and_repetition_make_no_difference(recall: Recall):
    assert copies(recall, "Été chaud à Lyon", "lyon, LYON: chaud ete a") == [(1, 0, 1.0)]


def test_copy_is_one_of_the_first_served_and_never_of_another_copy(recall: Recall):
    chain = ["a b c d e f g h i j", "a b c d e f g h i", "a b c d e f g h", "a b c d e f g"]
    assert copies(recall, *chain) == [(1, 0, 0.9), (2, 0, 0.8)]  # the last is like the third, not like the first
    assert copies(recall, TEN, "a cat", TEN, "a cat", TEN) == [(2, 0, 1.0), (3, 1, 1.0), (4, 0, 1.0)]


def test_texts_without_a_term_are_no_copies(recall: Recall):
    assert copies(recall, "?!", "?!", "😀") == []


def test_nothing_served_has_nothing_to_count(recall: Recall):
    assert glance(replace(recall, hits=(), standing=())) == Glance(0, 0, 0, ())


def test_endless_texts_are_compared_in_their_beginning_and_counted_whole(recall: Recall):
    beginning = "word " * (LONGEST // 5)
    one, other = (beginning + f"more{n} " * 200_000 for n in range(2))
    assert copies(recall, one, other) == [(1, 0, 1.0)]
    assert glance(serving(recall, one)).words == LONGEST // 5 + 200_000
