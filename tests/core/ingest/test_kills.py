"""An import by the command line, killed at any moment: every source is wholly in or not at all, and comes in later."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from memories import fill

from mnemoscope import doctor, ingest
from mnemoscope.reading import PUBLISHED
from mnemoscope.vault import Vault

KILLS = int(os.environ.get("MNEMOSCOPE_KILLS", "3"))
"""20 in a full run (`MNEMOSCOPE_KILLS=20`)."""
CHAT, ZIPPED, NOTES, SECTIONS = 3_000, 1_500, 60, 10
SIZES = {"chat": CHAT, "zipped": ZIPPED, "noted": NOTES * SECTIONS}
_SEEN = f"SELECT r.text FROM record r WHERE {PUBLISHED} AND r.text LIKE ?"
_ALL = "SELECT r.text FROM record r WHERE r.text LIKE ?"


def conversations(word: str, count: int, turns: int = 50) -> Iterator[dict[str, object]]:
    """After the public schema of the exports; each text holds its number."""
    for first in range(0, count, turns):
        ids = [f"{word}-{number}" for number in range(first, first + turns)]
        root = f"{word}-root-{first}"
        nodes: dict[str, object] = {root: {"id": root, "parent": None, "children": ids[:1], "message": None}}
        for place, id in enumerate(ids):
            message = {
                "id": id,
                "author": {"role": "assistant" if place % 2 else "user"},
                "create_time": 1.7e9 + first * 100 + place,
                "content": {"content_type": "text", "parts": [f"{word} text of the number {first + place} exactly"]},
            }
            parent = ids[place - 1] if place else root
            nodes[id] = {"id": id, "parent": parent, "children": ids[place + 1 : place + 2], "message": message}
        yield {"id": f"{word}-{first}", "title": f"{word} {first}", "current_node": ids[-1], "mapping": nodes}


@pytest.fixture
def sources(tmp_path: Path) -> list[Path]:
    """An export, a ZIP of one, a folder of notes."""
    chat, archive, folder = tmp_path / "conversations.json", tmp_path / "export.zip", tmp_path / "notes"
    chat.write_text(json.dumps(list(conversations("chat", CHAT))))
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("conversations.json", json.dumps(list(conversations("zipped", ZIPPED))))
    folder.mkdir()
    for number in range(NOTES):
        sections = (f"## Part {n}\n\nnoted text {number * SECTIONS + n} of a note\n" for n in range(SECTIONS))
        (folder / f"note-{number}.md").write_text(f"# Note {number}\n\n" + "\n".join(sections))
    return [chat, archive, folder]


def start(path: Path, sources: list[Path]) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "mnemoscope", "import", str(path), *map(str, sources), "--no-embed"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finished(path: Path, sources: list[Path]) -> float:
    """Seconds that a whole run takes."""
    begun = time.monotonic()
    process = start(path, sources)
    _, said = process.communicate()
    assert (process.returncode, said) == (0, b"")
    return time.monotonic() - begun


def counts(vault: Vault, query: str) -> dict[str, int]:
    """Records of each source; each text stands once."""
    found = {word: [row[0] for row in vault.connection.execute(query, (f"%{word} text%",))] for word in SIZES}
    assert all(len(texts) == len(set(texts)) for texts in found.values())
    return {word: len(texts) for word, texts in found.items()}


def wholly_in(path: Path) -> set[str]:
    """The sources that are in; every other is not there at all."""
    with Vault.open(path) as vault:
        seen = counts(vault, _SEEN)
        assert all(seen[word] in {0, size} for word, size in SIZES.items())
        ingest.purge(vault)
        assert counts(vault, _ALL) == seen  # what nobody sees is not there either
        assert doctor.examine(vault).findings == ()
        assert len(vault.connection.execute(_SEEN, ("kept",)).fetchall()) == 1
    return {word for word, count in seen.items() if count}


def fresh(path: Path) -> Path:
    with Vault.create(path) as vault:
        fill(vault, ["kept"])
    return path


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills like that here")
def test_import_killed_at_any_moment_leaves_whole_sources_and_a_second_run_completes_it(
    tmp_path: Path, sources: list[Path]
):
    chance = random.Random(11)
    takes = finished(fresh(tmp_path / "whole.vault"), sources)
    assert wholly_in(tmp_path / "whole.vault") == set(SIZES)
    path, kills, outcomes = fresh(tmp_path / "0.vault"), 0, []
    while kills < KILLS:
        process = start(path, sources)
        time.sleep(chance.uniform(0.05, 0.95) * takes)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        kills += process.returncode == -signal.SIGKILL
        outcomes.append(sorted(wholly_in(path)))
        if len(outcomes[-1]) > 1:  # the next kill is of one that has most to bring yet
            finished(path, sources)
            assert wholly_in(path) == set(SIZES)
            path = fresh(tmp_path / f"{len(outcomes)}.vault")
    print(f"killed {kills} times, took {takes:.1f} s; in after each kill: {outcomes}")
    finished(path, sources)
    assert wholly_in(path) == set(SIZES)
    finished(path, sources)
    assert wholly_in(path) == set(SIZES)  # once more brings nothing twice
