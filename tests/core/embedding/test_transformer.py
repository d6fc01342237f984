"""sentence-transformers: the same space as the C engine, and any other model."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from mnemoscope.embedding import Embedder, models, transformer
from mnemoscope.errors import Cancelled, ModelUnavailable

from .conftest import SCRIPTS

LONG = " ".join(f"On day {day} the gardener wrote down about bed {day * 7 % 31}." for day in range(500))


@pytest.mark.parametrize("script", SCRIPTS)
def test_both_engines_share_one_space_in_every_script(c_engine: Embedder, bulk_engine: Embedder, script: str) -> None:
    text = SCRIPTS[script]
    assert c_engine.embed_passages([text])[0] @ bulk_engine.embed_passages([text])[0] >= 0.999
    assert c_engine.embed_query(text) @ bulk_engine.embed_query(text) >= 0.999


def test_both_engines_agree_on_five_thousand_words(c_engine: Embedder, bulk_engine: Embedder) -> None:
    assert len(LONG.split()) == 5000
    assert c_engine.embed_passages([LONG])[0] @ bulk_engine.embed_passages([LONG])[0] >= 0.999


def test_both_engines_read_a_long_text_to_its_end(c_engine: Embedder, bulk_engine: Embedder) -> None:
    start = LONG[:3000]
    texts = [start, start + " Запомни: код от сейфа лежит в синей тетради." * 20]
    ours, theirs = c_engine.embed_passages(texts), bulk_engine.embed_passages(texts)
    assert (ours * theirs).sum(axis=1).min() >= 0.999
    assert theirs[0] @ theirs[1] < 0.99
    assert ours[0] @ ours[1] == pytest.approx(theirs[0] @ theirs[1], abs=0.002)


def test_bulk_engine_keeps_the_order_and_the_norm(bulk_engine: Embedder) -> None:
    texts = ["", *SCRIPTS.values(), "x " * 700, "a\0b \ud800"]
    vectors = bulk_engine.embed_passages(texts)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    backwards = bulk_engine.embed_passages(texts[::-1])[::-1]
    assert (vectors * backwards).sum(axis=1).min() > 0.9999
    assert bulk_engine.embed_passages([]).shape == (0, 384)


def test_progress_ends_at_the_total_and_may_cancel(minilm: Embedder) -> None:
    seen: list[int] = []
    minilm.embed_passages(["word"] * 70, lambda done, total: seen.append(done))
    assert seen == [0, 32, 64, 70]

    def stop(done: int, total: int | None) -> None:
        if done == 32:
            raise Cancelled

    with pytest.raises(Cancelled):
        minilm.embed_passages(["word"] * 70, stop)


def test_any_model_gives_what_its_own_encode_gives(minilm: Embedder, minilm_folder: Path) -> None:
    own = transformer.load(str(minilm_folder), "own").encode(list(SCRIPTS.values()), normalize_embeddings=True)
    assert np.allclose(minilm.embed_passages(list(SCRIPTS.values())), own, atol=1e-5)


def test_any_model_reads_long_texts_to_the_end(minilm: Embedder) -> None:
    plain, ended = minilm.embed_passages(
        [LONG[:3000], LONG[:3000] + " The password of the safe changed to heron." * 30]
    )
    assert plain @ ended < 0.99


def test_model_of_same_dimension_is_told_apart_by_its_key(minilm: Embedder) -> None:
    assert minilm.identity.dimension == models.DEFAULT.dimension
    assert minilm.identity.key != models.DEFAULT.key
    assert (minilm.identity.query_prompt, minilm.identity.passage_prompt) == ("", "")


def test_several_threads_may_use_one_engine(minilm: Embedder) -> None:
    texts = list(SCRIPTS.values())
    alone = [minilm.embed_query(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(minilm.embed_query, texts * 4))
    assert np.allclose(together, alone * 4, atol=1e-6)


def test_content_hash_sees_a_changed_weight_and_not_a_readme(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    first = transformer.content_hash(tmp_path)
    (tmp_path / "README.md").write_text("hello")
    (tmp_path / "onnx").mkdir()
    (tmp_path / "onnx" / "config.json").write_text("{}")
    assert transformer.content_hash(tmp_path) == first
    (tmp_path / "model.safetensors").write_bytes(b"Weights")
    assert transformer.content_hash(tmp_path) != first


def test_broken_folder_is_unavailable_in_one_sentence(tmp_path: Path, minilm_folder: Path) -> None:
    for source in minilm_folder.glob("*.json"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    (tmp_path / "model.safetensors").write_bytes(b"no tensors")
    with pytest.raises(ModelUnavailable) as caught:
        transformer.open_folder(tmp_path)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")
