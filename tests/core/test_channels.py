"""A ranking's order, its exact ranks at any depth, and what it leaves out."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from memories import ROTA, ask, draft, embed, fill, ordinal_of

from mnemoscope import analysis, channels, columns
from mnemoscope.columns import Columns
from mnemoscope.vault import Vault


def columns_of(ids: list[int]) -> Columns:
    """Columns of as many records, with these low halves of their ids."""
    size = len(ids)
    zeros = np.zeros(size, np.int32)
    ones = np.ones(size, np.bool_)
    return Columns(
        1, {}, ones, zeros.astype(np.uint8), ones, ~ones, zeros, zeros, zeros, zeros, zeros.astype(np.int64),
        zeros.astype(np.int64), zeros.astype(np.int64), np.zeros(size, np.uint64), np.array(ids, np.uint64),
    )  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 2**64 - 1)), min_size=1, max_size=40), st.integers(0, 45))
def test_order_is_by_score_then_by_id_and_ranks_agree_with_it(rows: list[tuple[int, int]], depth: int):
    scores, ids = np.array([row[0] for row in rows], np.int32), [row[1] for row in rows]
    held = columns_of(ids)
    ordinals = np.arange(len(rows))
    expected = sorted(range(len(rows)), key=lambda n: (-int(scores[n]), ids[n]))
    top = channels.rank(held, ordinals, scores, depth)
    assert [(scores[n], ids[n]) for n in top] == [(scores[n], ids[n]) for n in expected[:depth]]
    ranking = channels.Ranking(held, ordinals, scores, top)
    if len(set(ids)) == len(ids):
        assert [ranking.rank(number) for number in expected] == list(range(1, len(rows) + 1))
    assert ranking.rank(len(rows) + 3) is None


def test_mean_and_deviation_are_those_of_the_scope(rota: Vault):
    found = ask(rota, "Admon", "vectors")
    ranking = found.ranked.vector
    assert ranking is not None
    cosines = ranking.micros[ranking.ordinals] / 1e6
    assert len(cosines) == 6  # the standing instruction is in no statistic
    assert abs(ranking.mean - cosines.mean()) < 1e-12
    assert abs(ranking.deviation - cosines.std()) < 1e-9


def test_identical_cosines_have_no_deviation(vault: Vault):
    fill(vault, [draft("same", "1"), draft("same", "2")])
    embed(vault)
    hits = ask(vault, "same", "vectors").recall.hits
    assert [hit.vector and hit.vector.sigma for hit in hits] == [0.0, 0.0]
    assert [hit.id for hit in hits] == sorted(hit.id for hit in hits)


def test_distinctive_term_is_held_verbatim_as_a_word_of_its_own(vault: Vault):
    texts = ("Admon works", "Admonition", "admon works", "ask Admon's boss", "What now", "v1.3.8 is out", "v1.3.80")
    fill(vault, texts)
    view = columns.view(vault, None, 2**50, False)
    terms, _ = analysis.question_terms("What does Admon think of v1.3.8?")
    held = channels.holding_verbatim(vault, view, terms)
    assert set(held) == {ordinal_of(vault, texts[n]) for n in (0, 3, 5)}
    assert channels.holding_verbatim(vault, view, analysis.question_terms("what now")[0]) == ()


def test_record_beyond_the_depth_has_its_exact_rank(vault: Vault):
    fill(vault, [draft(" ".join(["ferry"] * (n + 1) + ["x"] * (30 - n)), f"{n}") for n in range(30)])
    found = ask(vault, "ferry", "lexical")
    ranking = found.ranked.lexical
    assert ranking is not None
    order = sorted(ranking.ordinals.tolist(), key=lambda n: -float(ranking.scores[ranking.place(n) or 0]))
    assert [ranking.rank(n) for n in order] == list(range(1, 31))


def test_rota_is_ranked_by_both_channels(rota: Vault):
    found = ask(rota, "What shift has Admon on Sunday?")
    assert found.recall.hits[0].record.text == ROTA[0].text
    assert found.recall.hits[0].vector is not None
    assert found.recall.hits[0].lexical is not None
