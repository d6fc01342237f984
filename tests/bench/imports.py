"""A ChatGPT export of a gigabyte, generated and imported: time, peak memory, records a second, beside json.load.

``python tests/bench/imports.py [MEGABYTES] [FOLDER]``; no embedding. Each runs in a process of its own, whose peak of
resident memory is the kernel's own figure.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

IMPORT = """
import sys, time
from pathlib import Path
from mnemoscope import ingest
from mnemoscope.vault import Vault
longest = 0.0
with Vault.open_or_create(Path(sys.argv[2])) as vault:
    summary = ingest.import_path(vault, Path(sys.argv[1]))
    print(summary.records, summary.sessions, summary.skip_count)
"""
PEER = "import json, sys; print(len(json.load(open(sys.argv[1], encoding='utf-8'))))"


def generate(target: Path, size: int, seed: int = 7) -> None:
    """Conversations of 40 messages each, of made-up words, until the file is as large."""
    rng = random.Random(seed)
    words = ["".join(rng.choices("abcdefghiklmnoprstuvz", k=rng.randint(2, 10))) for _ in range(30_000)]
    with target.open("w", encoding="utf-8") as file:
        file.write("[")
        number = 0
        while file.tell() < size:
            nodes: dict[str, object] = {"root": {"id": "root", "parent": None, "children": ["0"], "message": None}}
            parent = "root"
            for turn in range(40):
                id = f"{number}-{turn}"
                text = " ".join(rng.choices(words, k=rng.randint(30, 270)))
                message = {
                    "id": id,
                    "author": {"role": "assistant" if turn % 2 else "user", "metadata": {}},
                    "create_time": 1.7e9 + number * 1000 + turn,
                    "content": {"content_type": "text", "parts": [text]},
                    "metadata": {"model_slug": "model"},
                }
                nodes[id] = {"id": id, "parent": parent, "children": [f"{number}-{turn + 1}"], "message": message}
                parent = id
            whole = {"title": f"Conversation {number}", "id": str(number), "current_node": parent, "mapping": nodes}
            file.write(("," if number else "") + json.dumps(whole))
            number += 1
        file.write("]")


def measured(program: str, *arguments: Path) -> tuple[float, int, str]:
    """Seconds, the peak of resident bytes of all children so far, what was printed."""
    begun = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)], check=True, capture_output=True, text=True
    )
    seconds = time.perf_counter() - begun
    return seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024, run.stdout.strip()


def main() -> None:
    """Print the figures."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as folder:
        source, vault = Path(folder, "conversations.json"), Path(folder, "bench.vault")
        generate(source, megabytes << 20)
        seconds, peak, said = measured(IMPORT, source, vault)
        records = int(said.split()[0])
        print(f"{source.stat().st_size / 1e6:,.0f} MB, {records:,} records, {said}")
        print(f"import: {seconds:,.1f} s, {records / seconds:,.0f} records/s, peak {peak / 1e6:,.0f} MB")
        again, peak_again, said = measured(IMPORT, source, vault)
        print(f"the same again: {again:,.1f} s, peak {peak_again / 1e6:,.0f} MB, {said}")
        peer, peer_peak, _ = measured(PEER, source)
        print(f"json.load alone: {peer:,.1f} s, peak {peer_peak / 1e6:,.0f} MB")


if __name__ == "__main__":
    main()
