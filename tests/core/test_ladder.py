"""The rails of the Ladder: the rankings that served, to the last number."""

from __future__ import annotations

from dataclasses import replace

import pytest
from memories import ask, draft, embed, fill

from mnemoscope import curation
from mnemoscope.ladder import Rail, ladder
from mnemoscope.recall import Recalled
from mnemoscope.records import PROFILES, Channel, Hit, LexicalPlace, VectorPlace
from mnemoscope.vault import Vault

QUESTION = "What shift was Admon on Sunday?"


@pytest.fixture
def busy(vault: Vault) -> Vault:
    """Eighty records, of which some share words with the question and some nothing."""
    texts = ("Admon shift", "the night shift on Sunday", "a cat", "Sunday market", "ferry v1.3.8")
    fill(vault, [draft(f"{texts[n % 5]} {'x ' * (n % 7)}{n}", f"{n}", f"s{n // 6}", "ab"[n % 2]) for n in range(80)])
    embed(vault)
    return vault


def narrow(vault: Vault, name: str = "fused", **changed: object) -> Recalled:
    return ask(vault, QUESTION, replace(PROFILES[name], **{"budget": 8, **changed}))  # type: ignore[arg-type]


def place_of(hit: Hit, rail: Rail) -> VectorPlace | LexicalPlace | None:
    return hit.vector if rail.channel is Channel.VECTOR else hit.lexical


def rails(vault: Vault, recalled: Recalled) -> list[Rail]:
    drawn = ladder(vault, recalled)
    return [rail for rail in (drawn.vector, drawn.lexical) if rail]


def test_rail_is_the_channel_alone_down_to_its_depth(busy: Vault):
    found = narrow(busy, vector_depth=20, lexical_depth=20)
    for rail, name in zip(rails(busy, found), ("vectors", "lexical"), strict=True):
        alone = ask(busy, QUESTION, PROFILES[name].with_budget(20)).recall.hits
        assert [mark.id for mark in rail.marks] == [hit.id for hit in alone]
        assert [mark.rank for mark in rail.marks] == list(range(1, 21))
        for mark, hit in zip(rail.marks, alone, strict=True):
            place = place_of(hit, rail)
            assert mark.score == (place.cosine if isinstance(place, VectorPlace) else place.score if place else None)
            assert mark.sigma == (place.sigma if isinstance(place, VectorPlace) else None)
            assert mark.own == (mark.rank <= 8)


def test_every_served_and_cut_record_stands_on_a_rail_at_its_true_rank(busy: Vault):
    found = narrow(busy, vector_depth=5, lexical_depth=5)
    drawn = ladder(busy, found)
    assert drawn.vector
    assert drawn.lexical
    assert drawn.vector.beyond
    for rail in (drawn.vector, drawn.lexical):
        on_rail = {mark.id: mark for mark in (*rail.marks, *rail.beyond)}
        assert [mark.rank for mark in rail.beyond] == sorted(mark.rank for mark in rail.beyond)
        assert all(rail.depth < mark.rank <= rail.total for mark in rail.beyond)
        for hit in (*found.recall.hits, *drawn.cut):
            place = place_of(hit, rail)
            assert (hit.id in on_rail) == (place is not None)
            if place:
                assert on_rail[hit.id].rank == place.rank
        ids = {hit.id for hit in found.recall.hits}
        assert all(mark.served == (mark.id in ids) for mark in on_rail.values())


def test_cut_records_are_the_hits_that_a_larger_budget_would_serve(busy: Vault):
    found = narrow(busy)
    larger = narrow(busy, budget=11).recall.hits
    assert ladder(busy, found).cut == larger[8:]
    assert ladder(busy, found, below=0).cut == ()
    assert ladder(busy, narrow(busy, budget=1000)).cut == ()


@pytest.mark.parametrize("depth", [5, 200])
def test_headline_counts_what_the_words_brought_in_and_what_gave_way(busy: Vault, depth: int):
    found = narrow(busy, vector_depth=depth)
    served = {hit.id for hit in found.recall.hits}
    alone = {hit.id for hit in narrow(busy, "vectors").recall.hits}
    drawn = ladder(busy, found)
    assert (drawn.brought_in, drawn.gave_way) == (len(served - alone), len(alone - served))
    assert drawn.brought_in > 0
    assert drawn.both + drawn.vector_alone + drawn.lexical_alone == 8


def test_label_stands_at_the_first_rank_the_budget_and_the_depth(busy: Vault):
    (rail, _) = rails(busy, narrow(busy, vector_depth=20))
    assert [mark.rank for mark in rail.labelled(8)] == [1, 8, 20]
    assert [mark.rank for mark in rail.labelled(30)] == [1, 20]
    assert Rail(Channel.VECTOR, 5, 0, (), ()).labelled(8) == ()


def test_boosted_mark_has_the_score_it_was_ranked_by(busy: Vault):
    (rail,) = rails(busy, narrow(busy, "boost"))
    scores = [mark.score for mark in rail.marks]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 1  # doubled


def test_channel_that_ranks_nothing_has_no_rail(busy: Vault):
    drawn = ladder(busy, narrow(busy, "lexical"))
    assert drawn.vector is None
    assert drawn.lexical
    assert (drawn.brought_in, drawn.gave_way) == (0, 0)
    nothing = ladder(busy, ask(busy, ""))
    assert (nothing.vector, nothing.lexical, nothing.cut) == (None, None, ())


def test_record_deactivated_since_stays_and_keeps_its_rank(busy: Vault):
    found = narrow(busy)
    before = ladder(busy, found)
    curation.deactivate(busy, [before.cut[0].id])
    after = ladder(busy, found)
    assert after.cut[0].rank == before.cut[0].rank
    assert not after.cut[0].record.active
    assert (after.vector, after.lexical) == (before.vector, before.lexical)
