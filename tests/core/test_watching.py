"""Changes are told once they come to rest, wherever a source goes and however it is written."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from mnemoscope import watching
from mnemoscope.messages import Message

PATIENCE = 20.0
IDLE = 0.3

Watch = Callable[..., "Watched"]


class Watched:
    """A watch in a thread of its own, and what it told."""

    def __init__(self, paths: tuple[Path, ...], settle: float) -> None:
        self.stop = threading.Event()
        self.told: list[Message] = []
        self.heard: Queue[set[Path]] = Queue()
        self._all, self._settle = paths, settle
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()
        assert self.next() == set(paths)  # what was there before is not known

    def _work(self) -> None:
        for changed in watching.watch(self._all, self.stop, self._settle, idle=IDLE, told=self.told.append):
            self.heard.put(changed)

    def next(self) -> set[Path]:
        """The next change."""
        for _ in range(round(PATIENCE / IDLE)):
            if changed := self.heard.get(timeout=PATIENCE):
                return changed
        raise AssertionError("nothing is told")

    def rest(self) -> list[set[Path]]:
        """What else is told until nothing was for a while."""
        found = []
        while changed := self.heard.get(timeout=PATIENCE):
            found.append(changed)
        return found

    def end(self) -> None:
        """Stop, and wait until it has."""
        self.stop.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Begins a watch on some paths."""
    running: list[Watched] = []

    def begin(*paths: Path, settle: float = 0.2) -> Watched:
        running.append(Watched(paths, settle))
        return running[-1]

    yield begin
    for some in running:
        some.end()


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.jsonl"
    path.write_text("1\n", encoding="utf-8")
    return path


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "deep").mkdir(parents=True)
    return folder


def append(path: Path, text: str = "2\n") -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_write_to_a_file_is_told(watch: Watch, talk: Path, notes: Path) -> None:
    watched = watch(talk, notes)
    append(talk)
    assert watched.next() == {talk}


def test_new_file_deep_in_a_folder_is_told(watch: Watch, talk: Path, notes: Path) -> None:
    watched = watch(talk, notes)
    append(notes / "deep" / "new.md")
    assert watched.next() == {notes}


def test_editor_that_saves_by_renaming_is_told_each_time(watch: Watch, talk: Path) -> None:
    watched = watch(talk)
    for turn in range(3):
        other = talk.with_name("talk.jsonl.new")
        other.write_text(f"{turn}\n", encoding="utf-8")
        other.replace(talk)
        assert watched.next() == {talk}
        watched.rest()


def test_neighbours_of_a_file_and_hidden_files_of_a_folder_are_not_told(watch: Watch, talk: Path, notes: Path) -> None:
    watched = watch(talk, notes)
    append(talk.with_name("other.jsonl"))
    append(talk.with_name("talk.jsonl2"))
    append(notes / ".hidden.md")
    (notes / ".git").mkdir()
    append(notes / ".git" / "index")
    assert watched.rest() == []


def test_what_is_written_ahead_of_a_database_is_told(watch: Watch, talk: Path) -> None:
    watched = watch(talk)
    append(talk.with_name("talk.jsonl-wal"))
    assert watched.next() == {talk}


def test_file_that_goes_and_comes_back_is_told_and_watched_on(watch: Watch, talk: Path) -> None:
    watched = watch(talk)
    talk.unlink()
    assert watched.next() == {talk}
    append(talk)
    assert watched.next() == {talk}
    watched.rest()
    append(talk)
    assert watched.next() == {talk}


def test_folder_that_goes_and_comes_back_is_told_and_watched_on(watch: Watch, notes: Path) -> None:
    watched = watch(notes)
    shutil.rmtree(notes.parent / "notes")
    assert watched.next() == {notes}
    watched.rest()
    notes.mkdir()
    assert watched.next() == {notes}
    watched.rest()
    append(notes / "new.md")
    assert watched.next() == {notes}


def test_source_that_is_not_there_yet_is_told_when_it_comes(watch: Watch, tmp_path: Path) -> None:
    far = tmp_path / "not" / "yet" / "there.jsonl"
    watched = watch(far)
    far.parent.parent.mkdir()
    far.parent.mkdir()
    append(far)
    assert watched.next() == {far}


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_link_is_told_when_its_target_changes_and_when_it_leads_elsewhere(
    watch: Watch, talk: Path, tmp_path: Path
) -> None:
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "talk"
    link.symlink_to(talk)
    watched = watch(link)
    append(talk)
    assert watched.next() == {link}
    watched.rest()
    other = tmp_path / "other.jsonl"
    append(other)
    link.unlink()
    link.symlink_to(other)
    assert watched.next() == {link}
    watched.rest()
    append(other)
    assert watched.next() == {link}


def test_run_of_changes_is_told_once_it_rests(watch: Watch, talk: Path) -> None:
    watched = watch(talk, settle=1.0)
    for _ in range(20):
        append(talk)
    assert watched.next() == {talk}
    assert watched.rest() == []


def test_run_that_does_not_end_is_told_all_the_same(watch: Watch, talk: Path) -> None:
    watched = watch(talk, settle=0.3)
    ended = threading.Event()

    def go_on() -> None:
        while not ended.wait(0.05):
            append(talk)

    writer = threading.Thread(target=go_on)
    writer.start()
    try:
        assert watched.next() == {talk}
        assert watched.next() == {talk}
    finally:
        ended.set()
        writer.join()


def test_nothing_to_watch_is_idle_until_it_is_stopped(watch: Watch) -> None:
    stop = threading.Event()
    told = watching.watch((), stop, idle=0.1)
    assert next(told) == set()
    stop.set()
    assert next(told, None) is None


def test_system_that_watches_no_more_is_said_and_the_files_are_looked_at(
    watch: Watch, talk: Path, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(*paths: Path, **how: Any) -> Any:
        raise OSError("OS file watch limit reached.")

    monkeypatch.setattr(watching, "watch_files", exhausted)
    monkeypatch.setattr(watching, "POLL", 0.3)
    watched = watch(talk, notes)
    assert [some.id for some in watched.told] == ["watch.limit"]
    append(notes / "new.md", "3\n")
    assert watched.next() == {notes}


def test_files_of_another_machine_are_looked_at(
    watch: Watch, talk: Path, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Mount:
        mountpoint, fstype, opts = str(talk.parent), "nfs4", "rw"

    def never(*paths: Path, **how: Any) -> Any:
        raise AssertionError("watched")

    monkeypatch.setattr(watching, "watch_files", never)
    monkeypatch.setattr("psutil.disk_partitions", lambda all: [Mount])
    monkeypatch.setattr(watching, "POLL", 0.3)
    watched = watch(talk, notes)
    assert watched.told == []
    for _ in range(2):
        append(talk)
        assert watched.next() == {talk}
    append(notes / "deep" / "new.md")
    assert watched.next() == {notes}


def test_stop_ends_a_watch_at_once(watch: Watch, talk: Path) -> None:
    watched = watch(talk)
    watched.stop.set()
    watched._thread.join(2)
    assert not watched._thread.is_alive()
