"""Pairs of near vectors and of shared words, against all pairs compared one by one."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from memories import draft, filled

from mnemoscope import vectors
from mnemoscope.suggest import likeness
from mnemoscope.vault import Vault


@pytest.fixture
def many(path: Path) -> Vault:
    drawn = np.random.default_rng(7)
    words = [f"word{number}" for number in range(12)]
    return filled(path, sorted({" ".join(drawn.choice(words, 4)) for _ in range(300)}))


@pytest.mark.parametrize("step", [7, 64, 4096])
def test_every_near_pair_is_found_once(many: Vault, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    monkeypatch.setattr(likeness, "STEP", step)
    monkeypatch.setattr(likeness, "ACROSS", 2 * step + 1)
    monkeypatch.setattr(likeness, "NEIGHBOURS", 10_000)
    snapshot = vectors.load(many)
    places = np.arange(len(snapshot.ordinals))[::2]
    found = likeness.near(snapshot, places, 0.8)
    rows = snapshot.blocks[0][places]
    ordinals = snapshot.ordinals[places].tolist()
    expected = {
        tuple(sorted((ordinals[i], ordinals[j])))
        for i, j in combinations(range(len(places)), 2)
        if rows[i] @ rows[j] >= 0.8
    }
    assert len(expected) > 20
    assert sorted(zip(found.first.tolist(), found.second.tolist(), strict=True)) == sorted(expected)


def test_of_a_record_with_many_neighbours_the_nearest_stay(many: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = vectors.load(many)
    places = np.arange(len(snapshot.ordinals))
    whole = likeness.near(snapshot, places, 0.5)
    monkeypatch.setattr(likeness, "NEIGHBOURS", 1)
    nearest = likeness.near(snapshot, places, 0.5)
    assert len(nearest.first) < len(whole.first)
    assert np.isclose(nearest.cosine.max(), whole.cosine.max())


def test_copies_of_one_text_do_not_say_what_any_two_records_are_like(path: Path) -> None:
    few = ["a bell rings", "the gate opens", "my cat sleeps"]
    with filled(path, [*few, *(draft(few[0], f"c{number}") for number in range(200))]) as vault:
        assert likeness.mean_cosine(vectors.load(vault)) < 0.5


def test_where_nearly_all_are_near_the_nearest_of_each_still_stay(many: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = vectors.load(many)
    places = np.arange(len(snapshot.ordinals))
    whole = likeness.near(snapshot, places, -1.0)
    monkeypatch.setattr(likeness, "_CROWD", 0)
    sparing = likeness.near(snapshot, places, -1.0)
    assert np.array_equal(np.sort(sparing.cosine), np.sort(whole.cosine))


def test_pairs_share_as_many_words_as_asked_and_stay_in_their_app() -> None:
    terms = np.array([1, 1, 1, 2, 2, 3, 3, 3], np.int64)
    ordinals = np.array([5, 6, 7, 5, 6, 5, 6, 7], np.int64)
    apps = np.array([0, 0, 0, 0, 0, 1, 1, 2], np.int32)
    one, two = likeness.sharing(terms, ordinals, apps)
    assert list(zip(one.tolist(), two.tolist(), strict=True)) == [(5, 6)]
    assert len(likeness.sharing(terms, ordinals, apps, least=4)[0]) == 0


def test_cosines_are_known_where_both_have_a_vector(many: Vault) -> None:
    snapshot = vectors.load(many)
    embedded = snapshot.embedded.copy()
    embedded[3] = False
    found = likeness.with_cosines(snapshot, embedded, np.array([1, 3]), np.array([2, 4]))
    assert np.isfinite(found.cosine[0])
    assert np.isnan(found.cosine[1])


def test_the_mean_cosine_is_that_of_all_pairs(many: Vault) -> None:
    snapshot = vectors.load(many)
    rows = snapshot.blocks[0][: len(snapshot.ordinals)]
    products = (rows @ rows.T)[np.triu_indices(len(rows), 1)]
    assert likeness.mean_cosine(snapshot) == pytest.approx(float(products.mean()), abs=1e-5)


def test_an_empty_vault_has_no_pairs(vault: Vault) -> None:
    snapshot = vectors.load(vault)
    assert len(likeness.near(snapshot, np.zeros(0, np.int64), 0.5).first) == 0
    assert likeness.mean_cosine(snapshot) == 0.0
