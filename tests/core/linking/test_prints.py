"""The print changes when a file of the source does, and with nothing else."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from mnemoscope.errors import VaultError
from mnemoscope.linking import prints


def digest(path: Path) -> str:
    found = prints.take(path)
    assert found is not None
    return found.digest


def test_print_stays_while_nothing_changes(notes: Path, talk: Path) -> None:
    assert digest(notes) == digest(notes)
    assert digest(talk) == digest(talk)


def test_print_of_a_file_changes_with_its_size_and_its_time(talk: Path) -> None:
    seen = {digest(talk)}
    with talk.open("a", encoding="utf-8") as file:
        file.write("\n")
    seen.add(digest(talk))
    os.utime(talk, (1, 1))
    seen.add(digest(talk))
    assert len(seen) == 3


def test_print_of_a_folder_changes_with_any_file_in_it(notes: Path) -> None:
    seen = {digest(notes)}
    (notes / "deep").mkdir()
    (notes / "deep" / "one.md").write_text("One.", encoding="utf-8")
    seen.add(digest(notes))
    (notes / "deep" / "one.md").rename(notes / "deep" / "two.md")
    seen.add(digest(notes))
    (notes / "rota.md").unlink()
    seen.add(digest(notes))
    assert len(seen) == 4


def test_hidden_files_and_shared_memory_of_a_database_are_no_part_of_it(notes: Path) -> None:
    before = digest(notes)
    (notes / ".git").mkdir()
    (notes / ".git" / "index").write_bytes(b"1")
    (notes / ".rota.md.swp").write_bytes(b"1")
    (notes / "store.db-shm").write_bytes(b"1")
    assert digest(notes) == before


def test_what_is_written_ahead_of_a_database_is_part_of_it(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    store.write_bytes(b"0")
    before = digest(store)
    (tmp_path / "store.db-wal").write_bytes(b"1")
    assert digest(store) != before


def test_nothing_has_no_print(tmp_path: Path, talk: Path) -> None:
    assert prints.take(tmp_path / "nothing") is None
    assert prints.take(talk / "below") is None


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything is open to an administrator")
def test_closed_folder_is_said(notes: Path) -> None:
    notes.chmod(0)
    try:
        with pytest.raises(VaultError, match="cannot be read"):
            prints.take(notes)
    finally:
        notes.chmod(0o755)


def test_link_to_a_folder_is_not_followed_and_a_circle_ends(notes: Path) -> None:
    (notes / "round").symlink_to(notes)
    assert digest(notes)


def test_newest_is_the_time_of_the_last_write(notes: Path) -> None:
    moment = time.time() - 50
    for path in notes.iterdir():
        os.utime(path, (moment - 100, moment - 100))
    os.utime(notes / "rota.md", (moment, moment))
    found = prints.take(notes)
    assert found is not None
    assert abs(found.newest - moment) < 0.01
