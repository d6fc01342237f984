"""Sources of odd shapes and sizes, and a disk that is full: what comes in can be named, and nothing is half there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from memories import curated, draft, fill, states

from mnemoscope import doctor, ingest, reading
from mnemoscope.errors import NotWritable, Refused
from mnemoscope.seen import Keys
from mnemoscope.vault import Vault

resource = pytest.importorskip("resource", reason="nothing bounds files here")


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("", "chosen"),
        ("  \n ", "chosen"),
        ("two\nlines\tof it", "two lines of it"),
        (" spaced ", "spaced"),
        ("שלום עולם", "שלום עולם"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("x" * 10_000, "x" * 200),
        ("nul\0", "nul\ufffd"),
        (5, "5"),
        (None, "chosen"),
        (["a"], "chosen"),
    ],
)
def test_app_has_a_name_that_can_be_read_and_chosen(vault: Vault, tmp_path: Path, written: object, named: str):
    source = tmp_path / "x.jsonl"
    source.write_text(json.dumps({"id": "1", "text": "one", "app": written}) + "\n")
    found = ingest.preview(vault, source, app="chosen")
    ingest.import_path(vault, source, app="chosen")
    assert (reading.apps(vault), found.apps) == ((named,), {named: 1})
    assert ingest.import_path(vault, source, app="chosen").records == 0


def test_blank_app_for_an_import_is_the_default_one_and_for_an_addition_none(vault: Vault):
    fill(vault, [draft("one", "1")], app=" ")
    assert reading.apps(vault) == ("default",)
    with pytest.raises(Refused):
        ingest.add(vault, "two", app=" \n")


def test_ten_thousand_sessions_of_one_file_come_in_once(vault: Vault, tmp_path: Path):
    source = tmp_path / "x.jsonl"
    lines = ({"text": f"turn {n}", "session": f"s{n}", "app": f"a{n % 3}"} for n in range(10_000))
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert ingest.preview(vault, source).session_count == 10_000
    summary = ingest.import_path(vault, source)
    assert (summary.sessions, summary.records) == (10_000, 10_000)
    again = ingest.import_path(vault, source)
    assert (again.records, again.known, reading.stats(vault).sessions) == (0, 10_000, 10_000)


# ---------------------------------------------------------------- a full disk

BOUNDED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
from mnemoscope import cli
sys.exit(cli.main(sys.argv[2:]))
"""


def bounded(limit: int, *arguments: object) -> subprocess.CompletedProcess[str]:
    """A command where no file may grow beyond so many bytes."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", BOUNDED, str(limit), *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def large(tmp_path: Path) -> Path:
    source = tmp_path / "large.jsonl"
    lines = ({"id": str(n), "text": f"turn {n} " + "word " * 20, "session": f"s{n // 20}"} for n in range(4_000))
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return source


def is_one_sentence(ran: subprocess.CompletedProcess[str]) -> bool:
    return (ran.returncode, ran.stdout, len(ran.stderr.splitlines())) == (1, "", 1) and "Traceback" not in ran.stderr


@pytest.mark.parametrize("limit", [60_000, 600_000, 1_500_000])
def test_import_that_finds_the_disk_full_is_one_sentence_and_nothing_is_in(path: Path, large: Path, limit: int):
    with Vault.create(path) as vault:
        fill(vault, ["kept"])
        before = curated(vault)
    ran = bounded(limit, "import", path, large, "--no-embed")
    assert is_one_sentence(ran), ran.stderr
    assert "nothing was changed" in ran.stderr
    with Vault.open(path) as vault:
        assert list(states(vault)) == ["kept"] or ingest.purge(vault) == 1
        after = curated(vault)
        for table in ("record", "session", "act", "step"):
            assert after[table] == before[table]
        assert doctor.examine(vault).findings == ()
        assert ingest.import_path(vault, large).records == 4_000
        assert len(states(vault)) == 4_001


def test_new_vault_that_finds_the_disk_full_leaves_no_file(path: Path, large: Path):
    assert is_one_sentence(bounded(20_000, "import", path, large, "--no-embed"))
    assert not path.exists()


def test_summary_that_cannot_be_saved_is_one_sentence(path: Path, large: Path, tmp_path: Path):
    Vault.create(path).close()
    ran = bounded(1 << 30, "import", path, large, "--dry-run", "--save", tmp_path / "nowhere" / "x.txt")
    assert (ran.returncode, len(ran.stderr.splitlines())) == (1, 1)
    assert "cannot be written" in ran.stderr


def test_memory_of_a_reading_that_finds_no_room_is_told_in_words():
    program = """
import resource
from mnemoscope.errors import NotWritable
from mnemoscope.seen import Keys
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
keys = Keys()
try:
    for number in range(500_000):
        assert keys.is_new(str(number))
except NotWritable as error:
    print(error)
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("There is no room for a temporary file")


def test_key_is_new_once_and_its_parts_never_run_together():
    keys = Keys()
    met = [("a", "bc"), ("ab", "c"), (None, "a"), ("", "a"), ("a",), ("a", None), ("\ud800",)]
    assert [keys.is_new(*some) for some in met] == [True] * len(met)
    assert not any(keys.is_new(*some) for some in met)
    keys.close()
    with pytest.raises(NotWritable):
        keys.is_new("a")
