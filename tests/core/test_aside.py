"""A large import in a process of its own."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest

from mnemoscope import aside, indexing, ingest, reading
from mnemoscope.aside import BrokenOff
from mnemoscope.errors import Cancelled, UnknownFormat
from mnemoscope.previews import Arrival
from mnemoscope.vault import Vault


def _file(folder: Path, lines: int = 3_000, first: str = "{}") -> Path:
    file = folder / "memories.jsonl"
    texts = (json.dumps({"id": str(n), "session": f"s{n // 20}", "text": f"memory {n} " * 12}) for n in range(lines))
    file.write_text("\n".join(texts), encoding="utf-8")
    assert file.stat().st_size > aside.LARGE
    return file


@pytest.fixture
def vault(tmp_path: Path):
    with Vault.create(tmp_path / "own.vault", "window") as vault:
        yield vault


def test_large_file_comes_in_by_a_child_under_the_same_actor(vault: Vault, tmp_path: Path):
    seen: list[int] = []
    children: set[int] = set()

    def progress(done: int, total: int | None) -> None:
        seen.append(done)
        children.update(child.pid for child in multiprocessing.active_children() if child.pid)

    summary = aside.import_path(vault, _file(tmp_path), progress)
    assert (summary.records, summary.known, summary.format) == (3_000, 0, "jsonl")
    assert summary.changes is not None
    assert reading.stats(vault).records == 3_000
    assert [act.actor for act in reading.history(vault)] == ["window"]
    assert children
    assert any(0 < done < 3_000 for done in seen)


def test_large_file_is_previewed_by_a_child_and_nothing_is_written(vault: Vault, tmp_path: Path):
    children: set[int] = set()

    def progress(done: int, total: int | None) -> None:
        children.update(child.pid for child in multiprocessing.active_children() if child.pid)

    file = _file(tmp_path)
    here = ingest.preview(vault, file)
    assert aside.preview(vault, file, progress) == here
    assert children
    assert (here.arrivals, here.session_count) == ({Arrival.NEW: 3_000}, 150)
    assert (reading.stats(vault).records, reading.history(vault)) == (0, ())
    columns = {"text": "session"}
    mapped = aside.preview(vault, file, format="jsonl", app="other", columns=columns)
    assert (mapped.sessions[0].records[0].text, mapped.apps) == ("s0", {"other": 3_000})


def test_preview_that_is_stopped_or_killed_says_so(vault: Vault, tmp_path: Path):
    file = _file(tmp_path, 20_000)

    def stop(done: int, total: int | None) -> None:
        if done:
            raise Cancelled

    def kill(done: int, total: int | None) -> None:
        if done:
            for child in multiprocessing.active_children():
                child.kill()

    with pytest.raises(Cancelled):
        aside.preview(vault, file, stop)
    with pytest.raises(BrokenOff, match="try again"):
        aside.preview(vault, file, kill)
    assert not multiprocessing.active_children()


def test_small_file_needs_no_child(vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(aside.multiprocessing, "get_context", lambda _: pytest.fail("a child was started"))
    file = tmp_path / "few.jsonl"
    file.write_text('{"text": "one"}\n', encoding="utf-8")
    assert aside.import_path(vault, file).records == 1


def test_error_of_the_child_is_the_same_sentence_here(vault: Vault, tmp_path: Path):
    file = tmp_path / "noise.bin"
    file.write_bytes(bytes(range(256)) * 2_000)
    with pytest.raises(UnknownFormat) as here:
        aside.ingest.import_path(vault, file)
    with pytest.raises(UnknownFormat) as there:
        aside.import_path(vault, file)
    assert str(there.value) == str(here.value)
    assert there.value.message == here.value.message


def test_wish_to_stop_reaches_the_child_and_nothing_of_the_file_is_left(vault: Vault, tmp_path: Path):
    def progress(done: int, total: int | None) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        aside.import_path(vault, _file(tmp_path, 20_000), progress)
    assert reading.stats(vault).records == 0
    assert not reading.has_pending_import(vault)
    assert not multiprocessing.active_children()


def test_killed_child_is_told_in_a_sentence_and_purged(vault: Vault, tmp_path: Path):
    def progress(done: int, total: int | None) -> None:
        if done:
            for child in multiprocessing.active_children():
                child.kill()

    with pytest.raises(BrokenOff, match="broken off; nothing of it came in"):
        aside.import_path(vault, _file(tmp_path, 20_000), progress)
    assert not reading.has_pending_import(vault)
    assert aside.import_path(vault, _file(tmp_path)).records == 3_000


def test_many_records_are_embedded_by_a_child_that_can_be_stopped(vault: Vault, tmp_path: Path):
    aside.import_path(vault, _file(tmp_path))
    children: set[int] = set()

    def progress(done: int, total: int | None) -> None:
        children.update(child.pid for child in multiprocessing.active_children() if child.pid)
        if done:
            raise Cancelled  # the engine for bulk work is slow: its first batch is enough

    with pytest.raises(Cancelled):
        aside.finish(vault, progress)
    assert children
    assert not multiprocessing.active_children()
    assert indexing.status(vault).embedded < 3_000


def test_few_records_are_embedded_here(vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(aside.multiprocessing, "get_context", lambda _: pytest.fail("a child was started"))
    ingest.add(vault, "one memory")
    assert aside.finish(vault) == 1
