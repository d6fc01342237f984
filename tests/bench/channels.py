"""Speed of the channels beside their peers, as ratios in one run on one machine.

    python tests/bench/channels.py [--records 100000] [--adds 10000]

Peers: numpy's bare float32 product with argpartition, bm25s in memory, SQLite FTS5, and `python -c "import numpy"`.
Records are synthetic: 80 words each, drawn from a Zipf distribution. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import bm25s
import numpy as np

from mnemoscope import analysis, columns, indexing, ingest, postings, vectors
from mnemoscope.embedding import ModelIdentity, models
from mnemoscope.recall import recall
from mnemoscope.records import PROFILES, Kind, Query, RecordDraft, SessionDraft
from mnemoscope.vault import Vault

WORDS, TERMS = 80, 8
RNG = np.random.default_rng(7)


class Ready:
    """An embedder whose vectors cost nothing: what is measured is everything else."""

    identity = models.DEFAULT

    def embed_query(self, text: str) -> vectors.Vectors:
        found = np.random.default_rng(len(text)).standard_normal(384, dtype=np.float32)
        return found / np.linalg.norm(found)

    def embed_passages(self, texts: Sequence[str], progress: object = None) -> vectors.Vectors:
        found = RNG.standard_normal((len(texts), 384), dtype=np.float32)
        return found / np.linalg.norm(found, axis=1, keepdims=True)


def vocabulary(size: int = 50_000) -> list[str]:
    letters = np.array(list("abcdefghijklmnoprstuvz"))
    lengths = RNG.integers(3, 10, size)
    return list(dict.fromkeys("".join(RNG.choice(letters, length)) for length in lengths))


def texts(count: int, words: Sequence[str]) -> list[str]:
    weights = 1.0 / np.arange(1, len(words) + 1) ** 1.07
    drawn = RNG.choice(len(words), (count, WORDS), p=weights / weights.sum())
    return [" ".join(words[number] for number in row) for row in drawn]


def timed(work: Callable[[], object], runs: int = 15, before: Callable[[], object] = lambda: None) -> list[float]:
    """Milliseconds of each run, after one that is not counted."""
    found = []
    for _ in range(runs + 1):
        before()
        started = time.perf_counter()
        work()
        found.append((time.perf_counter() - started) * 1000)
    return sorted(found[1:])


def say(what: str, own: float, peer: float, name: str, goal: str) -> None:
    print(f"{what:<58} {own:>10.2f} ms  {own / peer:>7.2f} x {name} ({peer:.2f} ms)   goal {goal}", flush=True)


def drafts(some: Sequence[str]) -> list[SessionDraft | RecordDraft]:
    found: list[SessionDraft | RecordDraft] = []
    for number, text in enumerate(some):
        if number % 20 == 0:
            found.append(SessionDraft(f"s{number // 20}"))
        found.append(RecordDraft(f"s{number // 20}", text, external_id=str(number)))
    return found


def build(path: Path, some: Sequence[str], identity: ModelIdentity) -> Vault:
    vault = Vault.create(path)
    started = time.perf_counter()
    ingest.import_drafts(vault, drafts(some), format="jsonl", source="synthetic")
    print(f"import of {len(some):,} records: {time.perf_counter() - started:.1f} s", flush=True)
    indexing.embed(vault, identity, "default", lambda _: Ready())
    started = time.perf_counter()
    indexing.settle(vault)
    print(f"settling: {time.perf_counter() - started:.1f} s", flush=True)
    return vault


def cold_builds(folder: Path, some: Sequence[str]) -> None:
    for count, goal in ((2_470, "well under 1 s"), (len(some), "<= 2 x")):
        with Vault.create(folder / f"cold-{count}.vault") as vault:
            ingest.import_drafts(vault, drafts(some[:count]), format="jsonl", source="synthetic")

            def cold(vault: Vault = vault) -> None:
                analysis._terms_between_blanks.__self__.clear()  # type: ignore[attr-defined]
                indexing.index_words(vault, rebuild=True)

            def peer(count: int = count) -> None:
                tokens = bm25s.tokenize(list(some[:count]), stopwords=None, show_progress=False)
                bm25s.BM25(method="lucene", k1=1.5, b=0.75).index(tokens, show_progress=False)

            runs = 5 if count < 10_000 else 1
            say(f"cold lexical build, {count:,}", median(timed(cold, runs)), median(timed(peer, runs)), "bm25s", goal)


def channels_of(vault: Vault, some: Sequence[str], words: Sequence[str]) -> None:
    questions = [" ".join(RNG.choice(words[:2_000], TERMS, replace=False)) for _ in range(20)]
    embedder = Ready()
    snapshot = vectors.load(vault)
    matrix = np.concatenate(snapshot.blocks)[: len(snapshot.ordinals)].copy()
    asked = [embedder.embed_query(question) for question in questions]

    def each(work: Callable[[int], object], before: Callable[[], object] = lambda: None) -> list[float]:
        found = []
        for number in range(len(questions)):
            found += timed(lambda number=number: work(number), 3, before)
        return sorted(found)

    bare = median(each(lambda n: np.argpartition(-(matrix @ asked[n]), 200)[:200]))
    view = columns.view(vault, None, 2**62, False)
    profile = PROFILES["fused"]

    def by_vectors(n: int) -> object:
        from mnemoscope.channels import fresh_micros, rank_vectors

        return rank_vectors(view, fresh_micros(snapshot, view.columns, asked[n]), 200)

    say("vector channel", median(each(by_vectors)), bare, "bare product", "<= 1.3 x")

    tokens = bm25s.tokenize(list(some), stopwords=None, show_progress=False)
    peer = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
    peer.index(tokens, show_progress=False)
    split = [question.split() for question in questions]
    in_memory = median(each(lambda n: peer.retrieve([split[n]], k=200, show_progress=False)))
    index = postings.load(vault)
    terms = [analysis.question_terms(question)[0] for question in questions]

    def by_words(n: int) -> object:
        from mnemoscope.channels import rank_words

        return rank_words(vault, view, index, terms[n], profile, 200)

    straight = median(each(by_words, index.decoded.clear))
    say("lexical channel, straight from the file", straight, in_memory, "bm25s", "<= 4.5 x")
    say("lexical channel, postings decoded", median(each(by_words)), in_memory, "bm25s", "<= 3 x")

    full = sqlite3.connect(":memory:")
    full.execute("CREATE VIRTUAL TABLE f USING fts5(text)")
    full.executemany("INSERT INTO f (text) VALUES (?)", [(text,) for text in some])
    ask = "SELECT rowid FROM f WHERE f MATCH ? ORDER BY bm25(f) LIMIT 200"
    fts = median(each(lambda n: full.execute(ask, (" OR ".join(split[n]),)).fetchall()))
    print(f"{'SQLite FTS5, the same questions':<58} {fts:>10.2f} ms  {fts / straight:>7.2f} x ours   goal >= 15 x")
    full.close()

    whole = each(lambda n: recall(vault, Query(questions[n], profile), embedder))
    say("whole recall without embedding, p50", median(whole), bare, "bare product", "<= 2 x")
    p95 = whole[int(len(whole) * 0.95)]
    print(f"{'p95 of the same':<58} {p95:>10.2f} ms  {p95 / median(whole):>7.2f} x its p50   goal <= 2 x", flush=True)


def additions(vault: Vault, words: Sequence[str], adds: int) -> None:
    some = texts(adds + 20, words)
    first = []
    for text in some[:20]:
        started = time.perf_counter()
        ingest.add(vault, text, kind=Kind.NOTE)
        first.append((time.perf_counter() - started) * 1000)
    print(f"{'adding one record, p50 (max)':<58} {median(first):>10.2f} ms  ({max(first):.1f})   goal <= 10 ms")
    profile = PROFILES["lexical"]
    questions = [" ".join(RNG.choice(words[:2_000], TERMS, replace=False)) for _ in range(10)]

    def forget() -> None:
        postings.load(vault).decoded.clear()

    def ask() -> list[float]:
        found = []
        for question in questions:
            found += timed(
                lambda question=question: recall(vault, Query(question, profile)),
                3,
                forget,
            )
        return found

    each = []
    for text in some[20:]:
        started = time.perf_counter()
        ingest.add(vault, text, kind=Kind.NOTE)
        each.append((time.perf_counter() - started) * 1000)
    each.sort()
    print(
        f"{f'the last of {adds:,} single adds: p50, p95, max':<58} {median(each):>10.2f} ms  "
        f"{each[int(len(each) * 0.95)]:.1f}, {each[-1]:.1f}"
    )
    after = median(ask())
    indexing.index_words(vault, rebuild=True)
    say(f"a question after {adds:,} single adds", after, median(ask()), "freshly built", "<= 1.5 x")


def processes(folder: Path, big: Path, words: Sequence[str]) -> None:
    small = folder / "small.vault"
    with Vault.create(small) as vault:
        ingest.import_drafts(vault, drafts(texts(29, words)), format="jsonl", source="synthetic")
        indexing.embed_pending(vault, bulk=False)
        indexing.settle(vault)

    def run(*arguments: str) -> Callable[[], object]:
        return lambda: subprocess.run(arguments, check=True, capture_output=True, env=os.environ)

    def ask(path: Path) -> Callable[[], object]:
        return run(sys.executable, "-m", "mnemoscope.cli", "recall", str(path), " ".join(words[40:48]))

    for path, name, goal in ((small, "29", "<= 2.5 x"), (big, "100,000", "<= 6 x")):
        own, peer = [], []
        for _ in range(9):  # in turn, so that a drift of the machine meets both
            peer += timed(run(sys.executable, "-c", "import numpy"), 1)
            own += timed(ask(path), 1)
        say(f"open {name} and answer, whole process", median(own), median(peer), "import numpy", goal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--adds", type=int, default=10_000)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    words = vocabulary()
    some = texts(options.records, words)
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        with build(folder / "big.vault", some, models.DEFAULT) as vault:
            channels_of(vault, some, words)
        processes(folder, folder / "big.vault", words)
        with Vault.open(folder / "big.vault") as vault:
            additions(vault, words, options.adds)
        cold_builds(folder, some)


if __name__ == "__main__":
    main()
