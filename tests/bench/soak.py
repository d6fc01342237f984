"""Two windows, a command line and an assistant at work on one vault, at random, for minutes; then the vault is whole.

    python tests/bench/soak.py [--minutes 10] [--seed 7] [--folder KEPT]

The vault begins as the demo vault; files that grow come in through the windows and the command line. Only refusals in
agreed words may happen. At the end the doctor finds nothing, the curated tables are as the journal tells them, every
file is in as it was at some time or not at all, and both windows show as many records as there are. Exit status 1
where anything is otherwise. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

_HERE = Path(__file__).parent
sys.path.insert(0, str(_HERE.parent / "core"))

from retelling import check  # noqa: E402
from soaking.material import Inbox  # noqa: E402
from soaking.notes import read, summary  # noqa: E402

from mnemoscope import demo, doctor, ingest  # noqa: E402
from mnemoscope.vault import Vault  # noqa: E402

WINDOWS = ("first window", "second window")
PATIENCE = 180
"""Seconds in which everyone ends their last act."""
_SETTLED = 1 / 3
"""Part of the time after which memory is at home; what it grows by then is growth."""
_GROWTH, _ROOM = 1.3, 60e6


@dataclass
class Watch:
    """Looks at the processes and the write lock from outside while they work."""

    vault: Path
    processes: dict[str, subprocess.Popen[bytes]]
    memory: dict[str, list[int]] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """As long as this lasts."""
        threads = [threading.Thread(target=look) for look in (self._look_at_memory, self._wait_for_lock)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in threads:
                thread.join()

    def _look_at_memory(self) -> None:
        while not self._over.wait(2):
            for name, process in self.processes.items():
                try:
                    one = psutil.Process(process.pid)
                    family = [one, *one.children(recursive=True)] if name == "assistant" else [one]  # with its server
                    size = sum(some.memory_info().rss for some in family)
                except psutil.Error:
                    continue
                if process.poll() is None:
                    self.memory.setdefault(name, []).append(size)

    def _wait_for_lock(self) -> None:
        """How long one waits for the write lock who comes at any time, a connection of its own each time."""
        while not self._over.wait(0.5):
            with closing(sqlite3.connect(self.vault, isolation_level=None, timeout=60)) as connection:
                begun = time.perf_counter()
                connection.execute("BEGIN IMMEDIATE")
                self.waits.append(time.perf_counter() - begun)
                connection.execute("ROLLBACK")


def start(vault: Path, folder: Path, seed: int, seconds: float) -> dict[str, subprocess.Popen[bytes]]:
    """Everyone, by name."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(_HERE), *filter(None, sys.path)])}
    actors = {name: ("browsing", name) for name in WINDOWS} | {
        "command line": ("command_line",),
        "assistant": ("assistant",),
    }
    found = {}
    for number, (name, (module, *more)) in enumerate(actors.items()):
        words = [sys.executable, "-m", f"soaking.{module}", str(vault), str(folder), f"{seed + number}", str(seconds)]
        with (folder / f"{name}.err").open("wb") as errors:
            found[name] = subprocess.Popen([*words, *more], env=environment, stderr=errors)
    return found


def finish(folder: Path, processes: dict[str, subprocess.Popen[bytes]], seconds: float) -> list[str]:
    """Wait for everyone; the windows stay until nobody else writes. Returns what is wrong with how they ended."""
    until = time.monotonic() + seconds + PATIENCE
    wrong = []
    for name, process in sorted(processes.items(), key=lambda some: some[0] in WINDOWS):
        if name in WINDOWS:
            (folder / "quiet").touch()
        try:
            status = process.wait(max(until - time.monotonic(), 30))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)  # it tells where its threads stand
            process.wait()
        said = _said(folder / f"{name}.err")
        if status or said:
            wrong.append(f"{name} ended with {status}: {said[-3000:]}")
    return wrong


def _said(errors: Path) -> str:
    """What is on standard error, but for what Qt says of a platform without a screen."""
    lines = errors.read_text(errors="replace").splitlines()
    return "\n".join(line for line in lines if line and "propagateSizeHints" not in line)


def examined(vault: Path, folder: Path) -> list[str]:
    """What is wrong with the vault."""
    command = [sys.executable, "-m", "mnemoscope", "doctor", str(vault), "--json"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    told = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    try:
        wrong = [f"doctor: {some['what']}" for some in json.loads(told.stdout)["findings"]]
    except ValueError:
        wrong = [f"doctor: {told.stdout} {told.stderr}"]
    with Vault.open(vault, "soak") as opened:
        try:
            check(opened)
        except AssertionError:
            wrong.append(f"the journal tells it otherwise: {traceback.format_exc()[-2000:]}")
        wrong += [f"in part: {some}" for some in Inbox(folder / "inbox", []).torn(opened.connection)]
        print(f"doctor: {len(doctor.examine(opened).findings)} findings on {_records(opened):,} records")
    return wrong


def read_twice(vault: Path, folder: Path) -> list[str]:
    """Every file once more, to its end, and again, which must bring nothing; what is wrong then."""
    wrong = []
    with Vault.open(vault, "soak") as opened:
        for file in sorted((folder / "inbox").glob("*.json*")):
            ingest.import_path(opened, file)
            if brought := ingest.import_path(opened, file).records:
                wrong.append(f"{file.name} brought {brought} records the second time")
        found = doctor.examine(opened).findings
        print(f"every file read twice: {_records(opened):,} records, {len(found)} findings")
    return wrong + [f"doctor, after every file: {some.what}" for some in found]


def told(folder: Path, records: int, watch: Watch) -> list[str]:
    """Print what everyone did; returns what is wrong with it."""
    wrong = []
    for name in watch.processes:
        notes = read(folder / f"{name}.notes")
        counts = [note.did for note in notes if note.did.startswith("counts")]
        done, refusals, faults = summary(note for note in notes if note.did not in counts)
        slowest = max(notes, key=lambda note: note.seconds)
        print(f"{name}: {done.total()} acts, {refusals.total()} refused, {len(faults)} faults", end="")
        print(f"; slowest {slowest.did} {slowest.seconds:.1f} s" if slowest.seconds else "")
        print("   ", ", ".join(f"{act} {count}" for act, count in done.most_common()))
        if refusals:
            print("    refused:", ", ".join(f"{id} {count}" for id, count in refusals.most_common()))
        wrong += [f"{name}: {fault}" for fault in faults]
        if name in WINDOWS and counts != [f"counts {records} records and shows {records}"]:
            wrong.append(f"{name} {' '.join(counts) or 'counts nothing'}, the vault has {records}")
        sizes = watch.memory[name]
        settled, end = sizes[int(len(sizes) * _SETTLED)], max(sizes[-5:])
        print(f"    memory: {_mega(sizes[0])} at first, {_mega(settled)} after a third, {_mega(end)} at the end")
        if end > settled * _GROWTH + _ROOM:
            wrong.append(f"{name}: its memory grows, from {_mega(settled)} to {_mega(end)}")
    waits = sorted(watch.waits)
    print(
        f"write lock, of {len(waits)} waits: half {1000 * waits[len(waits) // 2]:.0f} ms, "
        f"95 % {1000 * waits[int(len(waits) * 0.95)]:.0f} ms, longest {1000 * waits[-1]:.0f} ms"
    )
    return wrong


def _records(vault: Vault) -> int:
    return int(vault.connection.execute("SELECT count(*) FROM record").fetchone()[0])


def _mega(size: int) -> str:
    return f"{size / 1e6:.0f} MB"


def soak(folder: Path, minutes: float, seed: int) -> list[str]:
    """Let them work; returns what is wrong."""
    vault, seconds = folder / "soak.vault", minutes * 60
    demo.make(vault)
    (folder / "inbox").mkdir()
    processes = start(vault, folder, seed, seconds)
    watch = Watch(vault, processes)
    try:
        with watch.watching():
            wrong = finish(folder, processes, seconds)
    finally:
        for process in processes.values():
            if process.poll() is None:
                process.kill()
    wrong += examined(vault, folder)
    with Vault.open(vault, "soak") as opened:
        records = _records(opened)
    return told(folder, records, watch) + wrong + read_twice(vault, folder)


def main() -> int:
    """Print the figures; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="keep vault and notes here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        folder = options.folder or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        wrong = soak(folder.resolve(), options.minutes, options.seed)
    for some in wrong:
        print("FAULT", some)
    print("failed" if wrong else "nothing is wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
