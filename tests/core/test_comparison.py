"""Two recalls side by side."""

from __future__ import annotations

from dataclasses import replace

from memories import ask, draft, embed, fill

from mnemoscope.comparison import Comparison, Fate, compare
from mnemoscope.records import PROFILES, Recall
from mnemoscope.vault import Vault


def two(vault: Vault) -> tuple[Recall, Recall]:
    fill(vault, [draft(f"{'ferry ' * (n % 4)}harbour {'x ' * (n % 9)}{n}", f"{n}") for n in range(40)])
    embed(vault)
    profile = PROFILES["fused"].with_budget(8)
    return ask(vault, "ferry", replace(profile, lexical=False)).recall, ask(vault, "ferry", profile).recall


def counted(comparison: Comparison) -> tuple[int, ...]:
    return comparison.same, comparison.up, comparison.down, comparison.entered, comparison.left


def test_every_record_of_either_recall_has_one_fate(vault: Vault):
    before, after = two(vault)
    old = {hit.id: hit.rank for hit in before.hits}
    new = {hit.id: hit.rank for hit in after.hits}
    compared = compare(before, after)
    assert {pair.id for pair in compared.pairs} == old.keys() | new.keys()
    assert len(compared.pairs) == len(old.keys() | new.keys()) > 8
    for pair in compared.pairs:
        ranks = old.get(pair.id), new.get(pair.id)
        assert (pair.before and pair.before.rank, pair.after and pair.after.rank) == ranks
        if None in ranks:
            assert pair.fate is (Fate.ENTERED if ranks[0] is None else Fate.LEFT)
            assert pair.climb == 0
        else:
            assert pair.fate is (Fate.SAME if ranks[0] == ranks[1] else Fate.MOVED)
    assert sum(counted(compared)) == len(compared.pairs)
    assert compared.entered == compared.left > 0


def test_order_is_that_of_the_later_recall_then_of_what_left(vault: Vault):
    before, after = two(vault)
    pairs = compare(before, after).pairs
    assert [pair.id for pair in pairs[:8]] == [hit.id for hit in after.hits]
    left = [pair.before.rank for pair in pairs[8:] if pair.before]
    assert left == sorted(left)
    assert len(left) == len(pairs) - 8


def test_reversed_comparison_swaps_what_rose_and_what_entered(vault: Vault):
    before, after = two(vault)
    same, up, down, entered, left = counted(compare(before, after))
    assert counted(compare(after, before)) == (same, down, up, left, entered)


def test_recall_compared_with_itself_stays_the_same(vault: Vault):
    before, _ = two(vault)
    assert counted(compare(before, before)) == (8, 0, 0, 0, 0)
    empty = replace(before, hits=())
    assert counted(compare(empty, empty)) == (0, 0, 0, 0, 0)
    assert counted(compare(empty, before)) == (0, 0, 0, 8, 0)
