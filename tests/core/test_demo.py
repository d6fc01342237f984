"""The demo vault: made once, gone on with where it was broken off, and told without a display."""

from __future__ import annotations

from pathlib import Path

import pytest
from memories import EMBEDDER

from mnemoscope import cli, demo, indexing, reading
from mnemoscope.embedding import models
from mnemoscope.errors import Cancelled, ModelUnavailable
from mnemoscope.vault import Vault


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEMOSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(models, "open_model", lambda name: (EMBEDDER.identity, name))
    monkeypatch.setattr(models, "query_embedder", lambda key, location: EMBEDDER)
    monkeypatch.setattr(models, "bulk_embedder", lambda *_: pytest.fail("the demo needs no bulk engine"))


def test_demo_vault_is_made_whole_and_holds_its_answer():
    path = demo.make(demo.path())
    with Vault.open(path) as vault:
        status = indexing.status(vault)
        assert status.records > 500
        assert status.words_complete
        assert status.unembedded == 0
        assert "Admon" in reading.record(vault, demo.answer()).text
        assert len(reading.history(vault)) == 1
    demo.make(path)
    with Vault.open(path) as vault:
        assert len(reading.history(vault)) == 1


def test_broken_off_demo_goes_on():
    def stop(done: int, total: int | None) -> None:
        raise Cancelled

    class Telling(type(EMBEDDER)):  # type: ignore[misc]
        def embed_passages(self, texts, progress):
            progress(0, len(texts))
            return super().embed_passages(texts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(models, "query_embedder", lambda key, location: Telling())
        with pytest.raises(Cancelled):
            demo.make(demo.path(), stop)
    demo.make(demo.path())
    with Vault.open(demo.path()) as vault:
        assert indexing.status(vault).unembedded == 0
        assert len(reading.history(vault)) == 1


def test_demo_without_a_model_has_its_words(monkeypatch: pytest.MonkeyPatch):
    def missing(*_: object) -> None:
        raise ModelUnavailable("embedding.not_installed", model="default")

    monkeypatch.setattr(models, "open_model", missing)
    demo.make(demo.path())
    with Vault.open(demo.path()) as vault:
        assert indexing.status(vault).words_complete


def test_demo_is_told_without_a_display(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert cli.main(["demo"]) == 0
    out = capsys.readouterr().out
    assert demo.QUESTION in out
    assert "Admon" in out
    assert "words: used" in out
    assert "idf x gain" in out


def test_home_is_a_folder_of_the_user_where_none_is_chosen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("MNEMOSCOPE_HOME")
    assert demo.home().name == "mnemoscope"


def test_demo_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MNEMOSCOPE_HOME", str(tmp_path / "file"))
    assert cli.main(["demo"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot be written" in line
