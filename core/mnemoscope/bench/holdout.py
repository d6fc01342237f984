"""How often this user looked at the half of a data set that is kept to report."""

from __future__ import annotations

import json
from pathlib import Path

from mnemoscope import demo


def count(dataset: str) -> int:
    """One more look, in the user's data folder; returns how many there were. A folder that cannot be written counts
    nothing, and says 0."""
    path: Path = demo.home() / "holdout.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        counts = dict(found) if isinstance(found, dict) else {}
    except (OSError, ValueError):
        counts = {}
    looks = int(counts.get(dataset, 0)) + 1
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**counts, dataset: looks}) + "\n", encoding="utf-8")
    except OSError:
        return 0
    return looks
