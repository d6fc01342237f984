"""A record's cosine depends on nothing but its vector and the question's, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memories import WordEmbedder, fill, ordinal_of

from mnemoscope import channels, columns, indexing, vectors
from mnemoscope.embedding import ModelIdentity
from mnemoscope.vault import Vault

DIMENSION = 384
MODEL = vectors.StoredModel(1, None, ModelIdentity("random", "1", DIMENSION, "", "", "mean"))


def unit(rng: np.random.Generator, count: int, dimension: int = DIMENSION) -> np.ndarray:
    rows = rng.standard_normal((count, dimension))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def snapshot(parts: list[tuple[np.ndarray, np.ndarray]]) -> vectors.Snapshot:
    """Segments of these ordinals and rows, as they would be read."""
    held = {
        number: vectors.Rows(ordinals.astype(np.int32), np.zeros(len(ordinals), np.int64), rows)
        for number, (ordinals, rows) in enumerate(parts, start=1)
    }
    return vectors._assemble(MODEL, held)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 9000), st.integers(1, 5))
def test_cosines_are_the_same_bits_in_any_order_beside_any_records(seed: int, count: int, pieces: int):
    rng = np.random.default_rng(seed)
    rows, query = unit(rng, count), unit(rng, 1)[0]
    alone = vectors.micro_cosines(snapshot([(np.arange(count), rows)]), query, count)
    order = rng.permutation(count)
    cuts = np.sort(rng.integers(0, count, pieces))
    parts = [(some, rows[some]) for some in np.split(order, cuts) if len(some)]
    others = int(rng.integers(1, vectors.BLOCK + 100))
    parts.insert(int(rng.integers(0, len(parts) + 1)), (np.arange(count, count + others), unit(rng, others)))
    mixed = vectors.micro_cosines(snapshot(parts), query, count + others)
    assert np.array_equal(alone, mixed[:count])


def test_identical_vectors_have_identical_cosines_wherever_they_stand():
    rng = np.random.default_rng(1)
    row, query = unit(rng, 1), unit(rng, 1)[0]
    count = 2 * vectors.BLOCK + 77
    micros = vectors.micro_cosines(snapshot([(np.arange(count), np.repeat(row, count, axis=0))]), query, count)
    assert len(set(micros.tolist())) == 1


def test_cosines_are_right_to_a_millionth():
    rng = np.random.default_rng(2)
    rows, query = unit(rng, 500), unit(rng, 1)[0]
    micros = vectors.micro_cosines(snapshot([(np.arange(500), rows)]), query, 500)
    exact = rows.astype(np.float64) @ query.astype(np.float64)
    assert np.abs(micros / 1e6 - exact).max() < 1.1e-6


def test_record_without_a_vector_is_absent():
    rng = np.random.default_rng(3)
    micros = vectors.micro_cosines(snapshot([(np.array([2, 5]), unit(rng, 2))]), unit(rng, 1)[0], 8)
    assert (micros != vectors.ABSENT).nonzero()[0].tolist() == [2, 5]


def test_vault_without_vectors_has_an_empty_snapshot(vault: Vault):
    held = vectors.load(vault)
    assert held.model is None
    assert not held.blocks
    assert vectors.micro_cosines(held, np.zeros(4, np.float32), 3).tolist() == [vectors.ABSENT] * 3


# ---------------------------------------------------------------- stored


def register(vault: Vault, embedder: WordEmbedder | None = None, use: bool = True) -> vectors.StoredModel:
    with vault.transaction() as connection:
        model = vectors.register_model(connection, (embedder or WordEmbedder()).identity, None)
        if use:
            vectors.use_model(connection, model)
    return model


def rows_of(vault: Vault) -> dict[int, tuple[float, ...]]:
    held = vectors.load(vault)
    stacked = np.concatenate(held.blocks)[: len(held.ordinals)] if held.blocks else np.zeros((0, 1))
    return {int(n): tuple(row.tolist()) for n, row in zip(held.ordinals, stacked, strict=True)}


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=30))
def test_merges_keep_every_row_and_leave_full_blocks(tmp_path_factory: pytest.TempPathFactory, additions: list[int]):
    with (
        pytest.MonkeyPatch.context() as patch,
        Vault.create(tmp_path_factory.mktemp("vectors") / "some.vault") as vault,
    ):
        patch.setattr(vectors, "BLOCK", 24)
        model = register(vault)
        rng = np.random.default_rng(sum(additions))
        expected = {}
        first = 1
        for count in additions:
            numbers = list(range(first, first + count))
            rows = unit(rng, count, 16)
            with vault.transaction() as connection:
                vectors.append(connection, model, numbers, [-n for n in numbers], rows)
            expected.update({n: tuple(row.tolist()) for n, row in zip(numbers, rows, strict=True)})
            first += count
        assert rows_of(vault) == expected
        held = vectors.load(vault)
        assert all(len(block) == 24 for block in held.blocks)
        assert all(held.hashes[n] == -n and held.embedded[n] for n in expected)
        sizes = [row[0] for row in vault.connection.execute("SELECT records FROM vector_segment")]
        assert sum(sizes) == sum(additions)
        assert sum(size for size in sizes if size < 24) < 24
        assert all(size <= 24 for size in sizes)


def test_single_additions_leave_few_segments(vault: Vault):
    model = register(vault)
    rng = np.random.default_rng(0)
    for number in range(1, 151):
        with vault.transaction() as connection:
            vectors.append(connection, model, [number], [0], unit(rng, 1, 16))
    assert vault.connection.execute("SELECT count(*) FROM vector_segment").fetchone()[0] < 22
    assert len(rows_of(vault)) == 150


def test_record_embedded_twice_counts_once(vault: Vault):
    model = register(vault)
    row = unit(np.random.default_rng(0), 1, 16)
    for _ in range(9):
        with vault.transaction() as connection:
            vectors.append(connection, model, [1], [7], row)
    assert list(rows_of(vault)) == [1]
    assert vectors.stored(vault.connection, model)[0].tolist().count(1) <= 8


def test_removed_record_leaves_no_vector(vault: Vault):
    model, other = register(vault), register(vault, WordEmbedder("other"), use=False)
    rng = np.random.default_rng(0)
    secret = unit(rng, 3, 16)
    with vault.transaction() as connection:
        vectors.append(connection, model, [1, 2, 3], [0, 0, 0], secret)
        vectors.append(connection, other, [1, 2, 3], [0, 0, 0], secret)
    with vault.transaction() as connection:
        vectors.remove(connection, [2])
    assert sorted(rows_of(vault)) == [1, 3]
    blobs = [row[0] for row in vault.connection.execute("SELECT vectors FROM vector_segment")]
    assert len(blobs) == 2
    assert not any(secret[1].tobytes() in blob for blob in blobs)


def test_two_models_are_never_mixed(vault: Vault):
    model = register(vault)
    with vault.transaction() as connection:
        vectors.append(connection, model, [1], [0], unit(np.random.default_rng(0), 1, 16))
    before = rows_of(vault)
    other = register(vault, WordEmbedder("other", 24), use=False)
    with vault.transaction() as connection:
        vectors.append(connection, other, [1, 2], [0, 0], unit(np.random.default_rng(1), 2, 24))
    assert rows_of(vault) == before
    with vault.transaction() as connection:
        vectors.use_model(connection, other)
    assert sorted(rows_of(vault)) == [1, 2]
    assert {len(row) for row in rows_of(vault).values()} == {24}
    assert vault.connection.execute("SELECT DISTINCT model FROM vector_segment").fetchall() == [(other.number,)]


def test_model_registered_again_is_the_same_one(vault: Vault):
    assert register(vault) == register(vault)
    assert register(vault, WordEmbedder("other"), use=False).number != register(vault).number


def test_vector_of_another_text_is_absent(vault: Vault):
    fill(vault, ["one", "two"])
    embedder = WordEmbedder()
    indexing.embed(vault, embedder.identity, None, lambda _: embedder)
    one, two = ordinal_of(vault, "one"), ordinal_of(vault, "two")
    vault.connection.execute("UPDATE record SET text_hash = text_hash + 1 WHERE ordinal = ?", (one,))
    micros = channels.fresh_micros(vectors.load(vault), columns.load(vault), embedder.embed_query("one"))
    assert micros[one] == vectors.ABSENT
    assert micros[two] != vectors.ABSENT
    assert indexing.unembedded(vault, vectors.model_in_use(vault.connection)).tolist() == [one]


def test_snapshot_reads_only_what_is_new(vault: Vault):
    model = register(vault)
    rng = np.random.default_rng(0)
    with vault.transaction() as connection:
        vectors.append(connection, model, [1], [0], unit(rng, 1, 16))
    before = vectors.load(vault)
    assert vectors.load(vault) is before
    with vault.transaction() as connection:
        vectors.append(connection, model, [2], [0], unit(rng, 1, 16))
    after = vectors.load(vault)
    (first,) = before.segments
    assert after.segments[first] is before.segments[first]
