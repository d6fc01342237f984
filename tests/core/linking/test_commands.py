"""Links on the command line: made, listed, read again, and followed until somebody stops it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from growing import age, lines

from mnemoscope import cli
from mnemoscope.commands import linking as commands
from mnemoscope.vault import Vault


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a command in this process, without vectors: its status, output and errors."""
    monkeypatch.setattr(commands, "bring_up_to_date", lambda vault, embed=True: None)

    def command(*arguments: object) -> tuple[int, str, str]:
        status = cli.main([str(some) for some in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


def test_link_makes_the_vault_and_reads_the_source(run: Any, path: Path, talk: Path) -> None:
    status, out, err = run("link", path, talk, "--app", "chat")
    assert (status, err) == (0, "")
    assert out.splitlines() == [f"Linked {talk}", f"{talk}: 2 new records, 0 superseded"]
    status, out, _ = run("sources", path, "--json")
    (told,) = json.loads(out)
    assert (told["path"], told["format"], told["app"], told["records"]) == (str(talk), "jsonl", "chat", 2)
    assert told["read_at"] > told["linked_at"]
    assert told["fault"] is None


def test_sources_says_that_there_is_none(run: Any, vault: Vault) -> None:
    assert run("sources", vault.path) == (0, "No source is linked.\n", "")


def test_refresh_says_what_came_and_nothing_where_nothing_has_changed(run: Any, path: Path, talk: Path) -> None:
    run("link", path, talk)
    assert run("refresh", path) == (0, "", "")
    with talk.open("a", encoding="utf-8") as file:
        file.write(lines("third"))
    assert run("refresh", path) == (0, f"{talk}: 1 new record, 0 superseded\n", "")


def test_refresh_fails_in_words_where_a_source_is_gone(run: Any, path: Path, talk: Path) -> None:
    run("link", path, talk)
    talk.unlink()
    status, out, err = run("refresh", path)
    assert (status, out) == (1, "")
    assert err.startswith(f"mnemoscope: {talk} has not been there since")
    _, out, _ = run("sources", path)
    assert "has not been there since" in out


def test_refresh_says_that_a_file_is_still_being_written(run: Any, path: Path, tmp_path: Path) -> None:
    notes = tmp_path / "note.md"
    notes.write_text("# Note\n\nText.\n", encoding="utf-8")
    run("link", path, notes, "--format", "longmemeval")
    status, out, err = run("refresh", path)
    assert (status, out) == (0, "")
    assert "is read the next time" in err
    age(notes)
    assert run("refresh", path)[0] == 1


def test_unlink_keeps_the_records(run: Any, path: Path, talk: Path) -> None:
    run("link", path, talk)
    assert run("unlink", path, talk) == (0, f"Removed the link to {talk}\n", "")
    status, _, err = run("unlink", path, talk)
    assert status == 1
    assert err == f"mnemoscope: {talk} is not linked.\n"


def test_watch_tells_each_reading_in_one_line_until_it_is_interrupted(path: Path, talk: Path) -> None:
    with Vault.create(path) as vault:
        arguments = [sys.executable, "-m", "mnemoscope"]
        subprocess.run([*arguments, "link", str(path), str(talk)], check=True, capture_output=True, timeout=60)
        watching = subprocess.Popen(
            [*arguments, "refresh", str(path), "--watch", "--no-embed"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert watching.stdout is not None
            for turn in range(2):
                with talk.open("a", encoding="utf-8") as file:
                    file.write(lines(f"turn {turn}"))
                told = watching.stdout.readline()
                assert told == f"{talk}: 1 new record, 0 superseded\n"
            assert vault.connection.execute("SELECT count(*) FROM record").fetchone() == (4,)
            watching.send_signal(signal.SIGINT)
            _, err = watching.communicate(timeout=30)
            assert watching.returncode == 130
            assert err == "mnemoscope: stopped; what was written stays.\n"
        finally:
            watching.kill()
