"""How long the write lock is held by an act on many records, beside a bare UPDATE of the same rows, in one run.

    python tests/bench/acts.py [--records 100000] [--acts 10000] [--vault FILE]

Records are synthetic (see ``channels.py``). The records acted on are drawn at random, the worst case: each lies on a
page of its own. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import channels

from mnemoscope import curation, indexing, ingest
from mnemoscope.times import until
from mnemoscope.vault import Vault

BARE = "UPDATE record SET active = NOT active, state_since = 1 WHERE ordinal IN (SELECT value FROM json_each(?))"
TIMES = 3


class Watched(Vault):
    """A vault that notes how long it holds the write lock."""

    held: list[float]

    @contextlib.contextmanager
    def transaction(self, durable: bool = True) -> Iterator[sqlite3.Connection]:
        with super().transaction(durable) as connection:
            since = time.perf_counter()
            yield connection
        self.held = [*getattr(self, "held", []), time.perf_counter() - since]


def measured(vault: Watched, act: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of the whole act and of its write lock, the commit and what follows it included."""
    vault.held = []
    since = time.perf_counter()
    act()
    return 1000 * (time.perf_counter() - since), 1000 * sum(vault.held)


def acts_on(vault: Watched, count: int) -> None:
    every = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record ORDER BY ordinal")]
    ids = random.Random(7).sample(every, min(count, len(every)))
    marks = ",".join("?" * len(ids))
    rows = vault.connection.execute(f"SELECT ordinal FROM record WHERE id IN ({marks})", list(map(bytes.fromhex, ids)))
    ordinals = json.dumps([row[0] for row in rows])

    def bare() -> None:
        with vault.transaction() as connection:
            connection.execute(BARE, (ordinals,))

    peer = median(measured(vault, bare)[1] for _ in range(2 * TIMES))  # an even number: as it was
    print(f"{'bare UPDATE':<24} lock {peer:7.1f} ms")
    day = until("2999-01-01")
    acts: dict[str, tuple[Callable[[], object], ...]] = {
        "deactivate": (lambda: curation.deactivate(vault, ids, "bench"), lambda: curation.undo(vault)),
        "undo, redo": (
            lambda: curation.deactivate(vault, ids, "bench"),
            lambda: curation.undo(vault),
            lambda: curation.redo(vault),
            lambda: curation.undo(vault),
        ),
        "set dates": (lambda: curation.set_dates(vault, ids, valid_until=day), lambda: curation.undo(vault)),
        "move": (lambda: curation.move(vault, ids, "elsewhere"), lambda: curation.undo(vault)),
        "supersede all": (lambda: curation.supersede_all(vault, ids[1:], ids[0]), lambda: curation.undo(vault)),
    }
    for name, steps in acts.items():
        found = [[measured(vault, step) for step in steps] for _ in range(TIMES)]
        for place, step in enumerate(("do", "undo", "redo", "undo")[: len(steps)]):
            whole, lock = (median(times[place][part] for times in found) for part in (0, 1))
            ratio = f"{lock / peer:4.2f} x the bare UPDATE"
            print(f"{f'{name}: {step}':<24} lock {lock:7.1f} ms, {ratio}; whole {whole:7.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--acts", type=int, default=10_000)
    parser.add_argument("--vault", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = options.vault or Path(folder) / "bench.vault"
        if not path.exists():
            some = channels.drafts(channels.texts(options.records, channels.vocabulary()))
            with Vault.create(path) as vault:
                ingest.import_drafts(vault, some, format="jsonl", source="synthetic")
                indexing.settle(vault)
        with Watched.open(path, "bench") as vault:
            acts_on(vault, options.acts)


if __name__ == "__main__":
    main()
