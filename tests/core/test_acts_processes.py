"""Acts of real processes: killed in the middle, and two on one vault."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import actors
import pytest
from memories import draft, fill
from retelling import check

from mnemoscope import curation, reading
from mnemoscope.errors import Refused
from mnemoscope.vault import Vault

CUTS = 30
ACTS = int(os.environ.get("MNEMOSCOPE_ACTS", "60"))
"""Acts of each of two processes; 1,000 in a full run (`MNEMOSCOPE_ACTS=1000`)."""


@pytest.fixture
def forty(path: Path) -> Path:
    with Vault.create(path, "importer") as vault:
        fill(vault, [draft(f"word r{n}", f"r{n}", app="here") for n in range(40)])
    return path


def start(path: Path, actor: str, seed: int, acts: int) -> subprocess.Popen[str]:
    arguments = [sys.executable, actors.__file__, str(path), actor, str(seed), str(acts)]
    source = str(Path(reading.__file__).parents[1])
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": source})
    assert process.stdout is not None
    assert process.stdout.readline() == "begins\n"
    return process


def test_act_of_a_process_that_is_killed_is_whole_or_absent(forty: Path):
    chance = random.Random(5)
    acts = []
    for seed in range(CUTS):
        process = start(forty, f"actor {seed}", seed, 0)
        time.sleep(chance.uniform(0.0, 0.08))
        process.kill()
        process.communicate()
        with Vault.open(forty, "looking") as vault:
            check(vault)
            acts.append(vault.connection.execute("SELECT count(*) FROM act").fetchone()[0])
    assert acts == sorted(acts)
    assert acts[-1] > CUTS  # it was killed while it acted


def test_acts_of_two_processes_are_all_in_the_history_and_none_is_lost(forty: Path):
    processes = [start(forty, actor, seed, ACTS) for seed, actor in enumerate(("window", "command line"))]
    for process in processes:
        process.communicate(timeout=550)
        assert process.returncode == 0
    with Vault.open(forty, "looking") as vault:
        check(vault)
        acts = reading.history(vault, 10 * ACTS)
        assert {actor: sum(act.actor == actor for act in acts) for actor in ("window", "command line")} == {
            "window": ACTS,
            "command line": ACTS,
        }
        for act in acts:
            if act.kind == "do" and not act.undone and act.actor != "importer":
                curation.revert(vault, act.number)
        check(vault)
        came = vault.connection.execute("SELECT count(*) FROM record WHERE active").fetchone()[0]
        assert came == 40  # everything is taken back: those of the import, as they were
        with pytest.raises(Refused):
            curation.undo(vault)
