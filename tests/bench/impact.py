"""Speed of the impact preview on a large vault, and whether it says what recall says.

    python tests/bench/impact.py [--records 100000] [--vault FILE]

100 records are planned to be deactivated, 50 saved questions are asked. The peer is 50 plain recalls of the same
questions in the same run. Then the act is done, on a copy, and what was foreseen is compared with what recall serves.
Matrix products take one thread, as in the window. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import channels
from threadpoolctl import threadpool_limits

from mnemoscope import curation, impact, recall_log
from mnemoscope.embedding import Embedder, models, questions
from mnemoscope.errors import ModelUnavailable
from mnemoscope.plans import Impact, Plan
from mnemoscope.recall import Recalled, engine, recall
from mnemoscope.records import PROFILES, ChannelState, Query, RecordId
from mnemoscope.vault import Vault

QUESTIONS, RECORDS, RUNS = 50, 100, 7


def served(recalled: Recalled) -> dict[str, int]:
    return {hit.id: hit.rank for hit in (*recalled.recall.standing, *recalled.recall.hits)}


def ask(vault: Vault, embedder: Embedder) -> list[dict[str, int]]:
    """What recall serves for each question of the log."""
    return [
        served(recall(vault, Query(some.query, some.profile, some.scope), embedder))
        for some in recall_log.questions(vault, QUESTIONS)
    ]


def share(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def told(what: str, values: list[float]) -> None:
    print(
        f"{what:<58} p50 {share(values, 0.5):7.1f}  p95 {share(values, 0.95):7.1f}  max {max(values):7.1f} ms",
        flush=True,
    )


def fill_log(vault: Vault, words: list[str], embedder: Embedder) -> None:
    """50 questions of eight words each in all profiles but ``boost``, and their answers in the log."""
    profiles = [PROFILES[name] for name in ("fused", "fused", "fused", "vectors", "lexical", "context")]
    vault.connection.execute("DELETE FROM recall_log")
    for number in range(QUESTIONS):
        text = " ".join(channels.RNG.choice(words[:2_000], channels.TERMS, replace=False))
        query = Query(text, profiles[number % len(profiles)])
        recall_log.log(vault, recall(vault, query, embedder).recall)


def chosen(vault: Vault) -> tuple[RecordId, ...]:
    """100 records: half of them served for some question, half any."""
    hit = [id for some in recall_log.questions(vault, QUESTIONS) for id in some.served[2:4]]
    any_ = [
        row[0].hex() for row in vault.connection.execute("SELECT id FROM record WHERE active AND ordinal % 997 = 5")
    ]
    return tuple(RecordId(id) for id in list(dict.fromkeys([*hit[:50], *any_]))[:RECORDS])


def latency(path: Path, embedder: Embedder, work: Callable[[], bool]) -> list[float]:
    """Milliseconds of recalls one after the other, as long as ``work`` says, a hundred at least."""
    found: list[float] = []
    with Vault.open(path, "reader") as vault:
        asked = [Query(some.query, PROFILES["fused"]) for some in recall_log.questions(vault, QUESTIONS)]
        while len(found) < 100 or work():
            started = time.perf_counter()
            recall(vault, asked[len(found) % len(asked)], embedder)
            found.append((time.perf_counter() - started) * 1000)
            time.sleep(0.005)
    return found


def beside(path: Path, embedder: Embedder, work: Callable[[Vault], object]) -> tuple[list[float], int]:
    """Latency of recalls while work is done in another thread, by a connection of its own, and how often it was."""
    stop, ran = threading.Event(), 0

    def background() -> None:
        nonlocal ran
        with Vault.open(path, "background") as vault:
            while not stop.is_set():
                work(vault)
                ran += 1

    thread = threading.Thread(target=background)
    thread.start()
    time.sleep(0.2)
    found = latency(path, embedder, lambda: ran < 3)
    stop.set()
    thread.join()
    return found, ran


def compare(found: Impact, before: list[dict[str, int]], after: list[dict[str, int]], vault: Vault) -> None:
    said = {
        some.at: ({(s.record.id, s.rank) for s in some.leaving}, {(s.record.id, s.rank) for s in some.entering})
        for some in found.affected
    }
    seen = {}
    for some, first, second in zip(recall_log.questions(vault, QUESTIONS), before, after, strict=True):
        leaving = {(id, rank) for id, rank in first.items() if id not in second}
        entering = {(id, rank) for id, rank in second.items() if id not in first}
        if leaving or entering:
            seen[some.at] = (leaving, entering)
    same = "equal" if said == seen else "DIFFERENT"
    shifts = sum(len(leaving) + len(entering) for leaving, entering in seen.values())
    print(f"recall before and after really doing it: {same} ({len(seen)} questions, {shifts} records in or out)")


def measure(path: Path, words: list[str]) -> None:
    with Vault.open(path) as vault:
        embedder = engine(vault)
        if embedder is None or isinstance(embedder, ChannelState | ModelUnavailable):
            raise SystemExit("the bundled model is needed")
        fill_log(vault, words, embedder)
        plan = Plan(deactivate=chosen(vault))
        ask(vault, embedder)
        own, peer = [], []
        for _ in range(RUNS):  # in turn, so that a drift of the machine meets both
            peer += channels.timed(lambda: ask(vault, embedder), 1)
            own += channels.timed(lambda: impact.impact(vault, plan, embedder=embedder), 1)
        name = f"impact of {RECORDS} records, {QUESTIONS} questions"
        channels.say(name, median(own), median(peer), f"{QUESTIONS} recalls", "<= 2,000 ms")
        questions._kept.clear()
        started = time.perf_counter()
        found = impact.impact(vault, plan, embedder=embedder)
        anew = (time.perf_counter() - started) * 1000
        started = time.perf_counter()
        for some in recall_log.questions(vault, QUESTIONS):
            embedder.embed_query(some.query)
        alone = (time.perf_counter() - started) * 1000
        channels.say("the same, every question embedded anew", anew, alone, f"{QUESTIONS} embeddings", "<= 2,000 ms")
        act = median(channels.timed(lambda: impact.of_act(vault, 1, embedder=embedder), 3))
        channels.say("what a past act changed", act, median(peer), f"{QUESTIONS} recalls", "")
        told("a recall alone", latency(path, embedder, lambda: False))
        for what, work in (
            ("plain recalls", lambda vault: ask(vault, embedder)),
            ("impacts", lambda vault: impact.impact(vault, plan, embedder=embedder)),
        ):
            waited, ran = beside(path, embedder, work)
            told(f"a recall while {what} run in another thread ({ran} x {QUESTIONS})", waited)
        before = ask(vault, embedder)
        curation.deactivate(vault, plan.deactivate)
        compare(found, before, ask(vault, embedder), vault)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--vault", type=Path, help="build it here once, then use it again; it is copied first")
    options = parser.parse_args()
    words = channels.vocabulary()
    with tempfile.TemporaryDirectory() as scratch, threadpool_limits(limits=1, user_api="blas"):
        vault = options.vault or Path(scratch) / "large.vault"
        if not vault.exists():
            channels.build(vault, channels.texts(options.records, words), models.DEFAULT).close()
        copy = Path(scratch) / "copy.vault"
        shutil.copyfile(vault, copy)
        measure(copy, words)


if __name__ == "__main__":
    main()
