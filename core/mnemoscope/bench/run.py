"""The measurement: a data set imported into a vault of its own, every question asked under every profile.

Vectors are cached by model and text beside the user's other caches, so a second run takes seconds. Rows hold ids and
ranks, and are equal byte for byte from run to run.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mnemoscope import indexing, ingest
from mnemoscope.bench import metrics
from mnemoscope.bench.cache import CachedEmbedder
from mnemoscope.bench.datasets import Dataset, Question, load
from mnemoscope.embedding import models
from mnemoscope.errors import NotWritable
from mnemoscope.progress import Progress, silent
from mnemoscope.recall import recall
from mnemoscope.records import Hit, Profile, Query
from mnemoscope.vault import Vault

ROWS, SUMMARY = "rows.jsonl", "summary.json"


def measure(
    dataset: Path,
    out: Path,
    profiles: Sequence[Profile],
    *,
    separate: bool = False,
    model: str | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Write ``rows.jsonl`` (a row per question) and ``summary.json`` into ``out``; returns the summary.

    All conversations share one vault, or (``separate``) each has its own. Raises ``VaultError``.
    """
    data = load(dataset)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritable("bench.no_out", path=str(out), detail=error.strerror or str(error)) from error
    identity, location = models.open_model(model or models.DEFAULT_LOCATION)
    embedder = CachedEmbedder(identity, location)
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (names, questions) in enumerate(_memories(data, separate)):
            with Vault.create(Path(folder) / f"{number}.vault") as vault:
                for name in names:
                    ingest.import_drafts(vault, data.drafts[name], format=data.name, source=str(dataset))
                indexing.embed(vault, identity, location, lambda _: embedder)
                indexing.settle(vault)
                embedder.prepare([question.text for question in questions])
                for question in questions:
                    rows.append(_row(vault, question, profiles, embedder))
                    progress(len(rows), len(data.questions))
    embedder.save()
    (out / ROWS).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    summary = summarise(data, rows, profiles, separate, identity.key)
    (out / SUMMARY).write_text(json.dumps(summary, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return summary


def summarise(
    data: Dataset, rows: Sequence[Mapping[str, Any]], profiles: Sequence[Profile], separate: bool, model: str
) -> dict[str, Any]:
    """Every figure per profile, over all questions and by category."""
    categories = sorted({row["category"] for row in rows})
    figures = {}
    for profile in profiles:
        held = [(row["category"], row["profiles"][profile.name]["figures"]) for row in rows]
        figures[profile.name] = {
            "all": metrics.mean([some for _, some in held]),
            "by_category": {
                category: metrics.mean([some for other, some in held if other == category]) for category in categories
            },
        }
    return {
        "dataset": data.name,
        "memory": "separate" if separate else "pooled",
        "questions": len(rows),
        "questions_left_out": data.left_out,
        "model": model,
        "budget": profiles[0].budget,
        "figures": figures,
    }


def _memories(data: Dataset, separate: bool) -> Iterator[tuple[list[str], list[Question]]]:
    """Which conversations share a vault, and the questions asked of it."""
    if not separate:
        yield list(data.drafts), list(data.questions)
        return
    for name in data.drafts:
        asked = [question for question in data.questions if question.conversation == name]
        if asked:
            yield [name], asked


def _row(vault: Vault, question: Question, profiles: Sequence[Profile], embedder: CachedEmbedder) -> dict[str, Any]:
    asked = {}
    for profile in profiles:
        found = recall(vault, Query(question.text, profile), embedder).recall
        served = [_external(vault, hit) for hit in found.hits]
        asked[profile.name] = {
            "figures": metrics.of_question(
                question.records, question.sessions, served, [hit.record.session for hit in found.hits]
            ),
            "served": served,
            "ranks": _ranks(question, served, found.hits),
            "channels": {channel.value: report.state.value for channel, report in found.channels.items()},
        }
    return {
        "question": question.id,
        "category": question.category,
        "evidence": sorted(question.records),
        "sessions": sorted(question.sessions),
        "profiles": asked,
    }


def _ranks(question: Question, served: Sequence[str], hits: Sequence[Hit]) -> dict[str, list[int | None]]:
    """Fused, vector and word rank of each piece of evidence that was served."""
    return {
        id: [hit.rank, hit.vector.rank if hit.vector else None, hit.lexical.rank if hit.lexical else None]
        for id, hit in zip(served, hits, strict=True)
        if id in question.records
    }


def _external(vault: Vault, hit: Hit) -> str:
    """The data set's own name of a record; the parts of a long text share it."""
    with vault.reading() as connection:
        row = connection.execute("SELECT external_id FROM record WHERE id = ?", (bytes.fromhex(hit.id),)).fetchone()
    return str(row[0])
