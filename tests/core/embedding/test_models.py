"""Choosing model and engine."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from mnemoscope.embedding import Embedder, bundled, models, transformer, unpacking
from mnemoscope.embedding.bundled import BundledEmbedder
from mnemoscope.embedding.transformer import TransformerEmbedder
from mnemoscope.errors import ModelUnavailable

from .conftest import Run

KEY = models.DEFAULT.key


@pytest.fixture
def other_name(minilm_folder: Path, tmp_path: Path) -> Path:
    """The second model under the name of an e5."""
    folder = tmp_path / "tiny-e5-v2"
    for source in minilm_folder.rglob("*"):
        target = folder / source.relative_to(minilm_folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_file():
            target.symlink_to(source)
    return folder


def test_default_is_the_bundled_model_by_either_name(c_engine: Embedder) -> None:
    assert models.open_model("default") == models.open_model("multilingual-e5-small") == (models.DEFAULT, "default")
    assert bundled.available()
    assert models.is_loaded(KEY, "default")


def test_few_texts_stay_with_the_c_engine_and_many_do_not(c_engine: Embedder, bulk_engine: Embedder) -> None:
    assert models.bulk_embedder(KEY, "default", models.BULK_FROM - 1) is c_engine
    assert isinstance(bulk_engine, TransformerEmbedder)
    assert bulk_engine.identity == c_engine.identity
    assert models.bulk_embedder(KEY, "default", 10**6) is bulk_engine
    assert models.query_embedder(KEY, "default") is c_engine


def test_unknown_weights_stay_with_the_c_engine(
    c_engine: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "weights.bin"
    file.write_bytes(b"E5S1 of another version")
    monkeypatch.setattr(bundled, "weights_file", lambda: file)
    assert models.bulk_embedder(KEY, "default", 10**6) is c_engine
    assert "are not the known ones" in caplog.text


def test_cache_that_takes_no_write_stays_with_the_c_engine(
    c_engine: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MNEMOSCOPE_CACHE", str(tmp_path / "file"))
    assert isinstance(models.bulk_embedder(KEY, "default", 10**6), BundledEmbedder)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "cannot be unpacked" in caplog.text


def test_unpacked_folder_that_does_not_load_is_taken_away(
    c_engine: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MNEMOSCOPE_CACHE", str(tmp_path))
    folder = unpacking.cache_folder() / unpacking._FOLDER
    folder.mkdir(parents=True)
    (folder / "config.json").write_text('{"model_type": "bert"}')
    assert models.bulk_embedder(KEY, "default", 10**6) is c_engine
    assert not folder.exists()
    assert "could not be loaded" in caplog.text


def test_without_the_bundled_model_the_default_is_that_of_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "available", lambda: False)
    asked: list[str] = []

    def open_hub(location: str) -> Embedder:
        asked.append(location)
        raise ModelUnavailable("embedding.unreachable", model=location)

    monkeypatch.setattr("mnemoscope.embedding.hub.open_hub", open_hub)
    with pytest.raises(ModelUnavailable):
        models.open_model("default")
    assert asked == ["intfloat/multilingual-e5-small"]
    notice = models.download_notice("default")
    assert str(notice) == "intfloat/multilingual-e5-small will be downloaded once, about 490 MB."


def test_what_is_here_needs_no_download(c_engine: Embedder, minilm_folder: Path) -> None:
    assert models.download_notice("default") is None
    assert models.download_notice(str(minilm_folder)) is None
    assert str(models.download_notice("acme/none")) == "acme/none will be downloaded once."


def test_folder_that_is_not_there_is_said_in_one_sentence(tmp_path: Path) -> None:
    for location in (str(tmp_path / "gone"), "./gone"):
        with pytest.raises(ModelUnavailable, match="There is no folder"):
            models.open_model(location)
    with pytest.raises(ModelUnavailable, match="not installed"):
        models.query_embedder("somebody@1/384/mean/'',''", None)


def test_model_that_is_no_longer_the_same_is_refused(minilm: Embedder, minilm_folder: Path) -> None:
    with pytest.raises(ModelUnavailable, match="is not the one"):
        models.query_embedder(minilm.identity.key + "x", str(minilm_folder.resolve()))


def test_without_sentence_transformers_the_bundled_model_goes_on(
    c_engine: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transformer, "available", lambda: False)
    assert models.bulk_embedder(KEY, "default", 10**6) is c_engine
    with pytest.raises(ModelUnavailable, match="is not installed here"):
        models.open_model(str(tmp_path))


def test_an_e5_without_prompts_gets_those_it_was_trained_with(other_name: Path, minilm: Embedder) -> None:
    identity, location = models.open_model(str(other_name))
    assert (identity.query_prompt, identity.passage_prompt) == ("query: ", "passage: ")
    assert identity.revision == minilm.identity.revision
    assert identity.key != minilm.identity.key
    engine = models.query_embedder(identity.key, location)
    assert engine.embed_query("word") @ minilm.embed_query("query: word") > 0.9999


def test_cached_model_of_the_hub_is_one_fixed_revision_needs_no_network_and_says_nothing(
    python: Run, minilm_folder: Path, tmp_path: Path
) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    root = tmp_path / "hub" / "models--acme--tiny-e5"
    (root / "refs").mkdir(parents=True)
    (root / "refs" / "main").write_text(commit)
    (root / "snapshots").mkdir()
    (root / "snapshots" / commit).symlink_to(minilm_folder)
    process = python(
        "from mnemoscope.embedding import models\n"
        "print(models.download_notice('acme/tiny-e5'))\n"
        "identity, location = models.open_model('acme/tiny-e5')\n"
        "print(identity.key, location, models.is_loaded(identity.key, location))\n"
        "models._loaded.clear()\n"
        "engine = models.query_embedder(identity.key, location)\n"
        "print(engine.identity == identity, engine.embed_passages(['word'] * 99).shape)\n",
        HF_HOME=str(tmp_path),
        HF_HUB_OFFLINE="1",
    )
    output, errors = process.communicate()
    assert output.splitlines() == [
        "None",
        f"acme/tiny-e5@{commit}/384/mean/'query: ','passage: ' acme/tiny-e5@{commit} True",
        "True (99, 384)",
    ]
    assert errors == ""


def test_unreachable_hub_is_said_in_one_sentence_and_soon(python: Run, tmp_path: Path) -> None:
    process = python(
        "from mnemoscope.embedding import models; from mnemoscope.errors import ModelUnavailable\n"
        "try: models.open_model('acme/none')\n"
        "except ModelUnavailable as error: print(error)\n",
        HF_HOME=str(tmp_path),
        HF_HUB_OFFLINE="0",
        HF_ENDPOINT="http://127.0.0.1:9",
    )
    output, errors = process.communicate(timeout=30)
    assert output.strip().endswith("is not on this machine, and the model hub cannot be reached."), errors
