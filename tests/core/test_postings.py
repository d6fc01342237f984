"""The stored index gives what one dictionary in memory would, or says that it cannot."""

from __future__ import annotations

import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memories import fill, ordinal_of

from mnemoscope import analysis, indexing, ingest, postings, segments
from mnemoscope.vault import Vault

WORDS = ("a", "b", "c", "dé", "e-1", "漢字")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=8)
Step = tuple[str, list[list[str]]]


class Reference:
    """An inverted index as one dictionary."""

    def __init__(self) -> None:
        self.texts: dict[int, list[str]] = {}

    def postings(self) -> dict[str, dict[int, int]]:
        found: dict[str, dict[int, int]] = defaultdict(dict)
        for ordinal, terms in self.texts.items():
            for term, count in Counter(terms).items():
                found[term][ordinal] = count
        return found


@pytest.fixture(autouse=True, scope="module", params=[0, postings.LOOSE_BELOW], ids=["row per term", "loose"])
def kept(request: pytest.FixtureRequest) -> Iterator[str]:
    """Both ways in which a segment keeps its postings."""
    before, postings.LOOSE_BELOW = postings.LOOSE_BELOW, request.param
    yield "loose" if request.param else "row per term"
    postings.LOOSE_BELOW = before


def check(vault: Vault, reference: Reference) -> None:
    index = postings.load(vault)
    expected = reference.postings()
    for term in WORDS:
        found = postings.read(vault, index, term)
        held = {} if found is None else dict(zip(found[0].tolist(), found[1].tolist(), strict=True))
        assert held == expected.get(term, {})
        assert found is None or len(found[0]) == len(set(found[0].tolist()))
    assert set(index.indexed.nonzero()[0].tolist()) == set(reference.texts)
    for ordinal, terms in reference.texts.items():
        assert index.lengths[ordinal] == len(terms)
        assert index.hashes[ordinal] == -ordinal
    assert postings.adds_up(vault.connection)
    counted = dict(vault.connection.execute("SELECT text, postings FROM term"))
    assert counted == {term: len(held) for term, held in expected.items()}


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["append", "append", "append", "remove", "merge"]), st.lists(TEXTS, max_size=5)),
        max_size=24,
    )
)
def test_any_sequence_of_appends_removals_and_merges_equals_one_dictionary(steps: list[Step]):
    with tempfile.TemporaryDirectory() as folder, Vault.create(Path(folder) / "some.vault") as vault:
        reference, ordinal = Reference(), 0
        for verb, texts in steps:
            with vault.transaction() as connection:
                if verb == "append":
                    numbers = list(range(ordinal + 1, ordinal + 1 + len(texts)))
                    ordinal += len(texts)
                    postings.append(connection, postings.Analysed(numbers, [-n for n in numbers], texts))
                    reference.texts.update(zip(numbers, texts, strict=True))
                elif verb == "remove":
                    gone = [number for number in list(reference.texts) if number % 3 == len(texts) % 3]
                    postings.remove(connection, gone)
                    for number in gone:
                        del reference.texts[number]
                else:
                    postings.merge(connection)
            check(vault, reference)
        vault.cache.snapshots.clear()
        check(vault, reference)


def test_ordinals_in_any_order_are_stored_ascending(vault: Vault):
    with vault.transaction() as connection:
        postings.append(connection, postings.Analysed([5, 2, 9], [50, 20, 90], [["x"], ["x", "x"], ["y", "x"]]))
    index = postings.load(vault)
    found = postings.read(vault, index, "x")
    assert found is not None
    assert found[0].tolist() == [2, 5, 9]
    assert found[1].tolist() == [2, 1, 1]
    assert [index.hashes[n] for n in (2, 5, 9)] == [20, 50, 90]
    assert [index.lengths[n] for n in (2, 5, 9)] == [2, 1, 2]


def test_many_single_additions_leave_few_segments(vault: Vault):
    reference = Reference()
    for number in range(1, 201):
        with vault.transaction() as connection:
            postings.append(connection, postings.Analysed([number], [-number], [["a", f"own{number}"]]))
        reference.texts[number] = ["a"]
    count = vault.connection.execute("SELECT count(*) FROM posting_segment").fetchone()[0]
    assert count <= (segments.FAN - 1) * 3
    found = postings.read(vault, postings.load(vault), "a")
    assert found is not None
    assert found[0].tolist() == list(range(1, 201))
    assert postings.adds_up(vault.connection)


def test_records_without_words_are_indexed_and_merged(vault: Vault):
    for number in range(20):
        ingest.add(vault, "!" * (number + 1))
    assert indexing.status(vault).words_complete
    assert postings.adds_up(vault.connection)


def test_large_merge_is_left_to_upkeep(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postings, "MERGE_AT_ONCE", 4)
    for number in range(1, 10):
        ingest.add(vault, f"word{number} same")
    assert vault.connection.execute("SELECT count(*) FROM posting_segment").fetchone() == (9,)
    indexing.settle(vault)
    assert vault.connection.execute("SELECT count(*) FROM posting_segment").fetchone()[0] < segments.FAN
    found = postings.read(vault, postings.load(vault), "same")
    assert found is not None
    assert len(found[0]) == 9


def test_removed_record_leaves_no_posting_and_no_term_of_its_own(vault: Vault):
    fill(vault, ["shared secret", "shared"])
    with vault.transaction() as connection:
        postings.remove(connection, [ordinal_of(vault, "shared secret")])
    assert dict(vault.connection.execute("SELECT text, postings FROM term")) == {"shared": 1}
    assert postings.read(vault, postings.load(vault), "secret") is None


def test_records_are_removed_from_an_index_of_another_analyzer(vault: Vault):
    fill(vault, ["one", "two"])
    vault.connection.execute("UPDATE posting_segment SET analyzer = analyzer - 1")
    with vault.transaction() as connection:
        postings.remove(connection, [ordinal_of(vault, "one")])
    assert vault.connection.execute("SELECT analyzer, records FROM posting_segment").fetchall() == [
        (analysis.VERSION - 1, 1)
    ]
    assert not postings.load(vault).indexed.any()


def test_deleted_posting_makes_its_term_incomplete(vault: Vault, kept: str):
    if kept == "loose":
        pytest.skip("a loose segment has no postings of its own to delete")
    fill(vault, ["alpha beta", "alpha gamma"])
    fill(vault, ["alpha delta"])
    index = postings.load(vault)
    vault.connection.execute(
        "DELETE FROM posting WHERE id = (SELECT max(p.id) FROM posting p JOIN term t ON t.id = p.term"
        " WHERE t.text = 'alpha')"
    )
    with pytest.raises(postings.Incomplete) as error:
        postings.read(vault, index, "alpha")
    assert str(error.value) == "alpha"
    assert not postings.adds_up(vault.connection)
    assert postings.read(vault, index, "beta") is not None


def test_segment_that_does_not_add_up_is_not_taken(vault: Vault):
    fill(vault, ["alpha", "beta"])
    vault.connection.execute("DELETE FROM posting")
    vault.connection.execute("UPDATE posting_segment SET loose = substr(loose, 3) WHERE loose IS NOT NULL")
    assert not postings.load(vault).indexed.any() or postings.load(vault) is vault.cache.snapshots.get("postings")
    vault.cache.snapshots.clear()
    assert not postings.load(vault).indexed.any()


def test_deleted_segment_leaves_its_records_unindexed(vault: Vault):
    fill(vault, ["alpha"])
    fill(vault, ["beta"])
    vault.connection.execute("DELETE FROM posting_segment WHERE id = (SELECT min(id) FROM posting_segment)")
    assert postings.load(vault).indexed.sum() == 1
    assert len(indexing.unindexed(vault)) == 1


def test_postings_of_a_gone_segment_are_swept_and_never_read(vault: Vault, kept: str):
    fill(vault, ["alpha"])
    fill(vault, ["beta"])
    vault.connection.execute("DELETE FROM posting_segment WHERE id = (SELECT min(id) FROM posting_segment)")
    with pytest.raises(postings.Incomplete):
        postings.read(vault, postings.load(vault), "alpha")
    indexing.settle(vault)
    assert vault.connection.execute("SELECT count(*) FROM posting").fetchone() == (0 if kept == "loose" else 1,)
    assert not postings.adds_up(vault.connection)  # the dictionary still counts what is gone, so a rebuild is due
    indexing.index_words(vault)
    assert postings.adds_up(vault.connection)
    assert not len(indexing.unindexed(vault))


def test_snapshot_reads_only_what_is_new(vault: Vault):
    fill(vault, ["alpha"])
    before = postings.load(vault)
    assert postings.load(vault) is before
    fill(vault, ["beta"])
    after = postings.load(vault)
    first = next(iter(before.segments))
    assert after.segments[first] is before.segments[first]


def test_decoded_postings_stay_within_a_bound(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    fill(vault, ["alpha beta gamma"])
    monkeypatch.setattr(postings, "_CACHED_BYTES", 12)
    index = postings.load(vault)
    for term in ("alpha", "beta", "gamma"):
        assert postings.read(vault, index, term) is not None
    assert len(index.decoded) == 1


def test_nearest_stored_word_is_found_with_its_records(vault: Vault):
    fill(vault, ["admon works", "admon sleeps", "zebra"])
    assert postings.close(vault, "adman", 1) == ["admon"]
    assert postings.close(vault, "qqqqqqqq", 3) == []


@pytest.mark.parametrize(
    ("one", "other", "errors"),
    [
        ("adman", "admon", 1),
        ("adman", "maman", 2),
        ("", "abc", 3),
        ("adman", "damn", 2),
        ("shift", "shfit", 1),
        ("a", "a", 0),
    ],
)
def test_typing_errors_count_swapped_letters_once(one: str, other: str, errors: int):
    assert postings.typing_errors(one, other) == postings.typing_errors(other, one) == errors


@pytest.mark.parametrize("loose_below", [1, 4_096])
def test_rare_terms_are_read_with_all_their_records(vault: Vault, monkeypatch: pytest.MonkeyPatch, loose_below: int):
    monkeypatch.setattr(postings, "LOOSE_BELOW", loose_below)
    fill(vault, ["admon late", "admon early", "late late", "early late"], source="one")
    fill(vault, ["late admon ward"], source="two")
    terms, ordinals = postings.rare(vault, postings.load(vault), 2, 3)
    names = dict(vault.connection.execute("SELECT id, text FROM term"))
    held = sorted((names[term], ordinal) for term, ordinal in zip(terms.tolist(), ordinals.tolist(), strict=True))
    assert held == [("admon", 1), ("admon", 2), ("admon", 5), ("early", 2), ("early", 4)]
