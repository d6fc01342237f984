"""Okapi BM25: never negative, bounded, and equal to the peer on the same terms through the real channel."""

from __future__ import annotations

import math
import random
from pathlib import Path

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memories import ask, draft, fill, ordinal_of, served

from mnemoscope import analysis, bm25, channels, columns, postings
from mnemoscope.records import PROFILES
from mnemoscope.vault import Vault

COUNTS = st.integers(1, 10**7)


@given(COUNTS, COUNTS)
def test_idf_is_positive_and_falls_with_the_records_that_hold_the_term(records: int, holding: int):
    holding = min(holding, records)
    assert bm25.idf(records, holding) > 0
    if holding < records:
        assert bm25.idf(records, holding) > bm25.idf(records, holding + 1)


@given(st.integers(1, 1000), st.integers(1, 10_000), st.floats(0.5, 500), st.floats(0, 3), st.floats(0, 1))
def test_gain_is_bounded_and_grows_with_the_count(count: int, length: int, mean: float, k1: float, b: float):
    gain = bm25.gain(float(count), float(length), mean, k1, b)
    assert 0 < gain <= k1 + 1
    assert bm25.gain(float(count + 1), float(length), mean, k1, b) >= gain


def test_gain_is_the_formula_of_the_paper():
    tf, length, mean, k1, b = 3.0, 20.0, 16.0, 1.5, 0.75
    expected = tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / mean))
    assert bm25.gain(tf, length, mean, k1, b) == pytest.approx(expected, rel=1e-15)
    arrays = bm25.gain(np.array([tf, tf]), np.array([length, 2 * length]), mean, k1, b)
    assert arrays[0] == pytest.approx(expected, rel=1e-15)
    assert arrays[1] < arrays[0]


def test_matching_record_of_three_ranks_above_one_that_shares_nothing(vault: Vault):
    fill(vault, ["the ferry leaves at nine", "the ferry was late", "bread and butter"])
    found = ask(vault, "Which ferry leaves first?", "lexical")
    assert served(found)[0] == "the ferry leaves at nine"
    assert "bread and butter" not in served(found)
    assert all(hit.lexical and hit.lexical.score > 0 for hit in found.recall.hits)


def test_term_that_every_record_holds_still_scores(vault: Vault):
    fill(vault, ["ferry one", "ferry two", "ferry three"])
    assert len(served(ask(vault, "ferry", "lexical"))) == 3


@pytest.mark.parametrize("seed", range(4))
def test_channel_equals_the_peer(path: Path, seed: int):
    rng = random.Random(seed)
    words = [f"wort{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(120)]
    texts = [
        " ".join(rng.choices(words, k=rng.randint(1, 60), weights=[1 / (n + 1) for n in range(len(words))])) + f" x{n}"
        for n in range(300)
    ]
    with Vault.create(path) as vault:
        fill(vault, [draft(text, str(n)) for n, text in enumerate(texts)])
        peer = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
        peer.index([analysis.terms(text) for text in texts], show_progress=False)
        view = columns.view(vault, None, 2**50, False)
        index = postings.load(vault)
        ordinals = [ordinal_of(vault, text) for text in texts]
        for _ in range(10):
            question = " ".join(rng.choices(words, k=rng.randint(1, 8)))
            terms, _ = analysis.question_terms(question)
            expected = peer.get_scores([term.text for term in terms]) * 2.5  # the peer leaves out k1 + 1
            ranking = channels.rank_words(vault, view, index, terms, PROFILES["fused"], 200)
            if ranking is None:
                assert not expected.any()
                continue
            mine = np.zeros(view.columns.size)
            mine[ranking.ordinals] = ranking.scores
            np.testing.assert_allclose(mine[ordinals], expected, rtol=1e-5, atol=1e-6)
            best = sorted(range(len(texts)), key=lambda n: -mine[ordinals[n]])[: len(ranking.top)]
            assert {round(mine[n], 9) for n in ranking.top} == {round(mine[ordinals[n]], 9) for n in best}


def test_statistics_count_distinct_question_terms_once(vault: Vault):
    fill(vault, ["ferry one", "two"])
    once, twice = (ask(vault, text, "lexical").recall.hits[0].lexical for text in ("ferry", "ferry ferry Ferry"))
    assert once == twice
    assert once is not None
    assert once.score == pytest.approx(math.log(1 + 1.5 / 1.5) * 2.5 / (1 + 1.5 * (0.25 + 0.75 * 2 / 1.5)))
