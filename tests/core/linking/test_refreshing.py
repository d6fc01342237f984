"""A linked source is read again when it has changed, and only then; what goes from it stays in the vault."""

from __future__ import annotations

import json
import multiprocessing
import shutil
from pathlib import Path
from typing import Any

import pytest
from growing import age, count, lines, texts

from mnemoscope import ingest, linking, reading
from mnemoscope.errors import NotWritable, Refused, VaultBusy
from mnemoscope.linking import refreshing
from mnemoscope.linking.refreshing import Refreshed
from mnemoscope.processes import this_process
from mnemoscope.vault import Vault


@pytest.fixture
def linked(vault: Vault, talk: Path) -> Path:
    """The file of two records, linked and read."""
    linking.link(vault, talk)
    linking.refresh(vault)
    return talk


def one(found: tuple[Refreshed, ...]) -> Refreshed:
    assert len(found) == 1
    return found[0]


def labels(vault: Vault) -> list[str]:
    return [str(act.label) for act in reading.history(vault, 50)]


# ---------------------------------------------------------------- what is new comes in


def test_first_refresh_reads_the_source(vault: Vault, talk: Path) -> None:
    linking.link(vault, talk, app="chat")
    summary = one(linking.refresh(vault)).summary
    assert summary is not None
    assert (summary.records, summary.source) == (2, str(talk))
    (source,) = linking.links(vault)
    assert source.records == 2
    assert source.read_at is not None
    assert source.read_at >= source.linked_at
    assert reading.apps(vault) == ("chat",)


def test_what_is_unchanged_is_not_read(vault: Vault, linked: Path) -> None:
    def never(*_: Any, **__: Any) -> ingest.ImportSummary:
        raise AssertionError("read again")

    assert linking.refresh(vault, read=never) == ()


def test_appended_record_comes_in_and_history_says_from_where(vault: Vault, linked: Path) -> None:
    with linked.open("a", encoding="utf-8") as file:
        file.write(lines("third"))
    summary = one(linking.refresh(vault)).summary
    assert summary is not None
    assert (summary.records, summary.known) == (1, 2)
    assert texts(vault) == ["first", "second", "third"]
    assert labels(vault)[0] == "Imported a record from talk.jsonl"
    assert linking.refresh(vault) == ()


def test_reading_that_brings_nothing_leaves_no_trace_in_the_history_nor_among_the_imports(
    vault: Vault, linked: Path
) -> None:
    acts, imports = labels(vault), count(vault, "import")
    linked.touch()
    summary = one(linking.refresh(vault)).summary
    assert summary is not None
    assert summary.records == 0
    assert labels(vault) == acts
    assert count(vault, "import") == imports


def test_edited_record_supersedes(vault: Vault, notes: Path) -> None:
    linking.link(vault, notes)
    linking.refresh(vault)
    (notes / "rota.md").write_text("# Rota\n\nJoan has the night now.\n", encoding="utf-8")
    summary = one(linking.refresh(vault)).summary
    assert summary is not None
    assert summary.records >= 1
    assert any("Joan" in text for text in texts(vault))


def test_what_is_removed_from_a_source_stays(vault: Vault, linked: Path) -> None:
    linked.write_text(lines("second"), encoding="utf-8")
    linking.refresh(vault)
    assert texts(vault) == ["first", "second"]


def test_one_source_is_read_alone(vault: Vault, linked: Path, notes: Path) -> None:
    linking.link(vault, notes)
    linked.touch()
    assert [some.path for some in linking.refresh(vault, notes)] == [notes]
    assert [some.path for some in linking.refresh(vault)] == [linked]


def test_source_that_is_not_linked_is_refused(vault: Vault, talk: Path) -> None:
    with pytest.raises(Refused, match="is not linked"):
        linking.refresh(vault, talk)


def test_link_keeps_the_columns(vault: Vault, linked: Path) -> None:
    seen: list[Any] = []

    def read(vault: Vault, path: Path, **how: Any) -> ingest.ImportSummary:
        seen.append(how["columns"])
        return ingest.import_path(vault, path, **{**how, "columns": None})

    vault.connection.execute("""UPDATE source SET columns = '{"text": "body"}'""")
    linked.touch()
    linking.refresh(vault, read=read)
    assert seen == [{"text": "body"}]


# ---------------------------------------------------------------- gone, and back


def test_source_that_is_gone_is_said_and_nothing_removed(vault: Vault, linked: Path) -> None:
    away = linked.rename(linked.with_name("elsewhere"))
    found = one(linking.refresh(vault))
    assert found.fault is not None
    assert "has not been there since" in str(found.fault)
    assert not found.is_old
    (source,) = linking.links(vault)
    assert source.is_gone
    assert source.fault == found.fault
    assert source.read_at is not None
    assert texts(vault) == ["first", "second"]
    again = one(linking.refresh(vault))
    assert again.is_old
    assert again.fault == found.fault
    with away.open("a", encoding="utf-8") as file:
        file.write(lines("third"))
    away.rename(linked)
    summary = one(linking.refresh(vault)).summary
    assert summary is not None
    assert summary.records == 1
    assert linking.links(vault)[0].fault is None


def test_source_that_is_back_unchanged_is_a_source_without_fault(vault: Vault, linked: Path) -> None:
    away = linked.rename(linked.with_name("elsewhere"))
    linking.refresh(vault)
    away.rename(linked)
    linking.refresh(vault)
    assert linking.links(vault)[0].fault is None


# ---------------------------------------------------------------- half written


@pytest.fixture
def pairs(vault: Vault, tmp_path: Path) -> Path:
    """A LongMemEval file, linked and read."""
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps(questions(1)), encoding="utf-8")
    age(path)
    linking.link(vault, path)
    linking.refresh(vault)
    return path


def questions(number: int) -> list[dict[str, Any]]:
    return [
        {
            "question_id": f"q{n}",
            "question": "?",
            "answer": "!",
            "question_date": "2023/05/20 (Sat) 02:21",
            "haystack_dates": ["2023/05/20 (Sat) 02:21"],
            "haystack_session_ids": [f"s{n}"],
            "haystack_sessions": [[{"role": "user", "content": f"turn {n}"}]],
        }
        for n in range(number)
    ]


def test_file_that_is_unreadable_while_it_is_written_is_tried_again_and_not_said(vault: Vault, pairs: Path) -> None:
    pairs.write_text("{", encoding="utf-8")
    found = one(linking.refresh(vault))
    assert found.is_unsettled
    assert linking.links(vault)[0].fault is None
    pairs.write_text(json.dumps(questions(2)), encoding="utf-8")
    summary = one(linking.refresh(vault)).summary
    assert summary is not None
    assert summary.records == 1


def test_file_that_stays_unreadable_is_said_until_it_is_mended(vault: Vault, pairs: Path) -> None:
    pairs.write_text("{", encoding="utf-8")
    age(pairs)
    found = one(linking.refresh(vault))
    assert found.fault is not None
    assert linking.links(vault)[0].fault == found.fault
    assert one(linking.refresh(vault)).is_old
    assert len(texts(vault)) == 1
    pairs.write_text(json.dumps(questions(2)), encoding="utf-8")
    assert one(linking.refresh(vault)).summary is not None
    assert linking.links(vault)[0].fault is None


def test_line_that_is_half_written_comes_in_when_it_is_whole(vault: Vault, linked: Path) -> None:
    whole = lines("third")
    with linked.open("a", encoding="utf-8") as file:
        file.write(whole[:9])
    linking.refresh(vault)
    assert texts(vault) == ["first", "second"]
    with linked.open("a", encoding="utf-8") as file:
        file.write(whole[9:])
    linking.refresh(vault)
    assert texts(vault) == ["first", "second", "third"]


def test_change_during_a_reading_is_read_the_next_time(vault: Vault, linked: Path) -> None:
    def read(vault: Vault, path: Path, **how: Any) -> ingest.ImportSummary:
        summary = ingest.import_path(vault, path, **how)
        with path.open("a", encoding="utf-8") as file:
            file.write(lines("meanwhile"))
        return summary

    linked.touch()
    linking.refresh(vault, read=read)
    assert "meanwhile" not in texts(vault)
    linking.refresh(vault)
    assert "meanwhile" in texts(vault)


# ---------------------------------------------------------------- two at once


def test_reading_by_somebody_else_is_waited_for_and_not_repeated(
    vault: Vault, linked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with linked.open("a", encoding="utf-8") as file:
        file.write(lines("third"))
    other = Vault.open(vault.path, "other")
    number = other.connection.execute(
        "INSERT INTO import (format, source, started_at, owner) VALUES ('jsonl', ?, 0, ?) RETURNING id",
        (str(linked), this_process()),
    ).fetchone()[0]
    looks = 0

    def rest(_: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            other.connection.execute("DELETE FROM import WHERE id = ?", (number,))
            linking.refresh(other)

    monkeypatch.setattr(refreshing.time, "sleep", rest)
    assert linking.refresh(vault) == ()
    assert looks == 3
    assert labels(vault).count("Imported a record from talk.jsonl") == 1
    other.close()


def test_vault_that_is_busy_is_tried_again_and_not_said(vault: Vault, linked: Path) -> None:
    def busy(*_: Any, **__: Any) -> ingest.ImportSummary:
        raise VaultBusy("vault.busy", path=str(vault.path))

    linked.touch()
    assert one(linking.refresh(vault, read=busy)).is_unsettled
    assert one(linking.refresh(vault)).summary is not None


def follow(path: Path, barrier: Any, rounds: int) -> None:
    """In a process of its own: read whatever is new, time and again."""
    with Vault.open(path, "other") as vault:
        for _ in range(rounds):
            barrier.wait()
            linking.refresh(vault)
            barrier.wait()


def test_two_processes_that_follow_one_source_bring_each_record_once(vault: Vault, linked: Path) -> None:
    rounds = 5
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(2)
    other = context.Process(target=follow, args=(vault.path, barrier, rounds))
    other.start()
    for number in range(rounds):
        with linked.open("a", encoding="utf-8") as file:
            file.write(lines(*(f"{number}-{turn}" for turn in range(300))))
        barrier.wait(60)
        linking.refresh(vault)
        barrier.wait(60)
        assert count(vault, "record") == 2 + 300 * (number + 1)
    other.join(60)
    assert other.exitcode == 0
    assert sum(label.startswith("Imported 300 records") for label in labels(vault)) == rounds
    assert vault.connection.execute("SELECT count(*) FROM import WHERE published_at IS NULL").fetchone() == (0,)


# ---------------------------------------------------------------- many files


def test_change_in_a_folder_of_many_files_is_found(vault: Vault, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number}.md").write_text(f"# Note {number}\n\nText {number}.\n", encoding="utf-8")
    linking.link(vault, folder)
    linking.refresh(vault)
    before = count(vault, "record")
    (folder / "new.md").write_text("# New\n\nOne more.\n", encoding="utf-8")
    linking.refresh(vault)
    assert count(vault, "record") > before
    shutil.rmtree(folder)
    linking.refresh(vault)
    (source,) = linking.links(vault)
    assert source.is_gone
    assert source.records == count(vault, "record")


def test_vault_that_is_read_only_takes_no_reading(vault: Vault, linked: Path) -> None:
    linked.touch()
    with Vault.open(vault.path, read_only=True) as reader, pytest.raises(NotWritable, match="reading only"):
        linking.refresh(reader)


def session(folder: Path, name: str, *turns: str) -> Path:
    """A session of Claude Code, appended to where it is there."""
    path = folder / "project" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for turn in turns:
            said = {"role": "user", "content": turn}
            about = {"type": "user", "sessionId": name, "uuid": f"{name}-{turn}", "timestamp": "2026-01-01T10:00:00Z"}
            file.write(json.dumps({**about, "message": said}) + "\n")
    return path


@pytest.fixture
def projects(vault: Vault, tmp_path: Path) -> Path:
    """A folder of two sessions, linked and read."""
    folder = tmp_path / "projects"
    for name in ("one", "two"):
        session(folder, name, "first", "second")
    linking.link(vault, folder)
    linking.refresh(vault)
    return folder


def test_only_the_sessions_that_have_changed_are_read(vault: Vault, projects: Path) -> None:
    session(projects, "two", "third")
    summary = one(linking.refresh(vault)).summary
    assert summary is not None
    assert (summary.records, summary.known) == (1, 2)
    session(projects, "three", "first")
    summary = one(linking.refresh(vault)).summary
    assert summary is not None
    assert summary.records == 1
    assert summary.known < 6
    rows = vault.connection.execute("SELECT text FROM record r JOIN session s ON s.id = r.session WHERE s.key = 'two'")
    assert [row[0] for row in rows] == ["first", "second", "third"]


def test_old_session_that_is_moved_into_the_folder_is_read(vault: Vault, projects: Path, tmp_path: Path) -> None:
    old = session(tmp_path / "elsewhere", "old", "from long ago")
    age(old, 1e6)
    old.rename(projects / "project" / "old.jsonl")
    summary = one(linking.refresh(vault)).summary
    assert summary is not None
    assert summary.records == 1


def test_change_of_a_file_of_another_kind_is_no_fault(vault: Vault, projects: Path) -> None:
    (projects / "project" / "todo.txt").write_text("Buy bread.", encoding="utf-8")
    summary = one(linking.refresh(vault)).summary
    assert summary is not None
    assert summary.records == 0
    assert linking.links(vault)[0].fault is None
    assert linking.refresh(vault) == ()
