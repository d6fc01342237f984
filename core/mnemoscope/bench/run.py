"""The measurement: a data set imported into a vault of its own, every question asked under every profile.

Vectors are cached by model and text beside the user's other caches, so a second run takes seconds. A run that was
broken off goes on behind its last row. Rows hold ids and ranks, and are equal byte for byte from run to run.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from mnemoscope import analysis, indexing, ingest, profiles, reading
from mnemoscope.bench import ledger
from mnemoscope.bench.cache import CachedEmbedder
from mnemoscope.bench.datasets import Dataset, Question, load
from mnemoscope.bench.ledger import CONDITIONS, ROWS, SUMMARY, Row
from mnemoscope.bench.splits import Split
from mnemoscope.bench.summary import summarise
from mnemoscope.embedding import models
from mnemoscope.errors import NotWritable, VaultError
from mnemoscope.progress import Progress, silent
from mnemoscope.recall import Ranked, rank
from mnemoscope.records import Profile, Query
from mnemoscope.vault import Vault

_PART = f"{ROWS}.part"
_NAMES = """
SELECT r.ordinal, r.external_id, s.key FROM record r JOIN session s ON s.id = r.session WHERE r.external_id IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured, and how."""

    dataset: Path
    profiles: tuple[Profile, ...]
    split: Split | None = None
    """``None`` is both halves together."""
    separate: bool | None = None
    """A vault for each conversation, or one for all; ``None`` as the data set is meant: LongMemEval's questions each
    have their own haystack."""
    model: str | None = None
    corrections: bool = True
    contexts: Path | None = None
    """A file for the texts that were served: for whoever judges answers."""


def measure(plan: Plan, out: Path, progress: Progress = silent) -> dict[str, Any]:
    """Write ``rows.jsonl`` (a row per question) and ``summary.json`` into ``out``; returns the summary.

    Raises ``VaultError``.
    """
    data = load(plan.dataset, corrections=plan.corrections)
    data = data if plan.split is None else data.of(plan.split)
    if not data.questions:
        raise VaultError("bench.no_questions", path=str(plan.dataset))
    identity, location = models.open_model(plan.model or models.DEFAULT_LOCATION)
    embedder = CachedEmbedder(identity, location)
    conditions = _conditions(plan, data, identity.key)
    try:
        out.mkdir(parents=True, exist_ok=True)
        known = _begun(out, conditions)
        with ExitStack() as stack:
            stack.callback(embedder.save)
            file = stack.enter_context((out / _PART).open("a", encoding="utf-8"))
            contexts = stack.enter_context(plan.contexts.open("w", encoding="utf-8")) if plan.contexts else None
            ask = _Asking(plan, data, embedder, contexts)
            for done, row in enumerate(ask.rows(known, progress), len(known) + 1):
                file.write(ledger.encoded(row) + "\n")
                file.flush()
                known.append(row)
                progress(done, len(data.questions))
        summary = summarise(conditions, known)
        (out / SUMMARY).write_text(json.dumps(summary, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        os.replace(out / _PART, out / ROWS)
        (out / CONDITIONS).unlink()
    except OSError as error:
        raise NotWritable("bench.no_out", path=str(out), detail=error.strerror or str(error)) from error
    return summary


def _conditions(plan: Plan, data: Dataset, model: str) -> dict[str, Any]:
    return {
        "dataset": data.name,
        "digest": data.digest,
        "split": plan.split.value if plan.split else "all",
        "memory": "separate" if _is_separate(plan, data) else "pooled",
        "questions": len(data.questions),
        "left_out": data.left_out,
        "silent": len(data.silent),
        "corrected": data.corrected,
        "model": model,
        "analyzer": analysis.VERSION,
        "profiles": {profile.name: profiles.settings(profile) for profile in plan.profiles},
    }


def _is_separate(plan: Plan, data: Dataset) -> bool:
    return data.name == "longmemeval" if plan.separate is None else plan.separate


def _begun(out: Path, conditions: dict[str, Any]) -> list[Row]:
    """The rows of a run under the same conditions that was broken off; a half-written last one is cut."""
    note, part = out / CONDITIONS, out / _PART
    text = json.dumps(conditions, ensure_ascii=False)
    rows: list[Row] = []
    if part.exists() and note.exists() and note.read_text(encoding="utf-8") == text:
        for line in part.read_text(encoding="utf-8").splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                break
            if not isinstance(row, dict) or ledger.digest(row) != row.get("digest"):
                break
            rows.append(row)
    part.write_text("".join(ledger.encoded(row) + "\n" for row in rows), encoding="utf-8")
    note.write_text(text, encoding="utf-8")
    return rows


class _Asking:
    """Asks every question of its memory."""

    def __init__(self, plan: Plan, data: Dataset, embedder: CachedEmbedder, contexts: TextIO | None) -> None:
        self._plan, self._data, self._embedder, self._contexts = plan, data, embedder, contexts

    def rows(self, known: Sequence[Row], progress: Progress) -> Iterator[Row]:
        """The rows that are not known yet, in the order of the questions."""
        done = {row["question"] for row in known}
        with tempfile.TemporaryDirectory() as folder:
            for number, (names, questions) in enumerate(self._memories()):
                missing = [question for question in questions if question.id not in done]
                if missing:
                    yield from self._of_memory(Path(folder) / f"{number}.vault", names, missing)

    def _memories(self) -> Iterator[tuple[list[str], list[Question]]]:
        """Which conversations share a vault, and the questions asked of it."""
        data = self._data
        if not _is_separate(self._plan, data):
            yield list(data.drafts), list(data.questions)
            return
        for name in data.drafts:
            asked = [question for question in data.questions if question.conversation == name]
            if asked:
                yield [name], asked

    def _of_memory(self, path: Path, names: Sequence[str], questions: Sequence[Question]) -> Iterator[Row]:
        identity = self._embedder.identity
        with Vault.create(path) as vault:
            for name in names:
                source = str(self._plan.dataset)
                ingest.import_drafts(vault, self._data.drafts[name], format=self._data.name, source=source)
            indexing.embed(vault, identity, None, lambda _: self._embedder)
            indexing.settle(vault)
            self._embedder.prepare([question.text for question in questions])
            with vault.reading() as connection:
                held = [(ordinal, str(id), str(key)) for ordinal, id, key in connection.execute(_NAMES)]
            names_of = {ordinal: (id, key) for ordinal, id, key in held}
            ordinals: dict[str, list[int]] = {}
            for ordinal, id, _ in held:
                ordinals.setdefault(id, []).append(ordinal)
            for question in questions:
                found = {}
                for profile in self._plan.profiles:
                    recalled = rank(vault, Query(question.text, profile), self._embedder)
                    found[profile.name] = _profile(question, recalled.ranked, names_of, ordinals) | {
                        "channels": {name.value: some.state.value for name, some in recalled.recall.channels.items()}
                    }
                    self._write_context(vault, question, profile, recalled.ranked)
                yield ledger.signed(
                    {
                        "question": question.id,
                        "category": question.category,
                        "split": question.split.value,
                        "conversation": question.conversation,
                        "evidence": sorted(question.records),
                        "sessions": sorted(question.sessions),
                        "profiles": found,
                    }
                )

    def _write_context(self, vault: Vault, question: Question, profile: Profile, ranked: Ranked) -> None:
        if self._contexts is None:
            return
        with vault.reading() as connection:
            served = [ordinal for ordinal, _ in ranked.order[: profile.budget]]
            records = reading.by_ordinal(connection, served)
        texts = [records[ordinal].indexed_text for ordinal in served]
        line = {"qid": question.id, "arm": profile.name, "question": question.text, "context": texts}
        self._contexts.write(json.dumps(line, ensure_ascii=False) + "\n")


def _profile(
    question: Question, ranked: Ranked, names: dict[int, tuple[str, str]], ordinals: dict[str, list[int]]
) -> dict[str, Any]:
    """What one profile served, and where it put the evidence."""
    served = [names[ordinal] for ordinal, _ in ranked.order[: ranked.profile.budget]]
    keys = [key for _, key in served]
    return {
        "served": [id for id, _ in served],
        "sessions": {key: keys.index(key) + 1 if key in keys else None for key in sorted(question.sessions)},
        "ranks": {id: _ranks(ranked, ordinals[id]) for id in sorted(question.records)},
    }


def _ranks(ranked: Ranked, ordinals: Sequence[int]) -> list[int | None]:
    """Fused, vector and word rank of a record: of a long text those of its best part."""
    fused = [ranked.rank(some) for some in ordinals]
    vector = [place.rank if place else None for place in map(ranked.vector_place, ordinals)]
    lexical = [spot.rank if spot else None for spot in map(ranked.lexical_place, ordinals)]
    return [min((rank for rank in found if rank is not None), default=None) for found in (fused, vector, lexical)]
