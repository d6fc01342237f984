"""Questions with known evidence, read beside the records that the importers make of the same file.

Evidence is named by external id (records) and by session key, so that a question is answered by any vault into which
the file was imported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mnemoscope import formats
from mnemoscope.errors import VaultError
from mnemoscope.records import Draft, RecordDraft

_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")
ADVERSARIAL = 5
"""LoCoMo's category of questions that the conversation does not answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, whose memory it is asked of, and the external ids and session keys that it needs."""

    id: str
    text: str
    category: str
    conversation: str
    records: frozenset[str]
    sessions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Dataset:
    """Drafts by conversation, in file order, and the questions with evidence among them."""

    name: str
    drafts: Mapping[str, tuple[Draft, ...]]
    questions: tuple[Question, ...]
    left_out: int
    """Questions without evidence that resolves, or that have no answer by design."""


def load(path: Path) -> Dataset:
    """A LoCoMo or LongMemEval file. Raises ``UnknownFormat`` and other ``VaultError``s."""
    importer, _ = formats.recognise(path)
    if importer.name == "locomo":
        return _locomo(path, importer)
    if importer.name == "longmemeval":
        return _longmemeval(path, importer)
    raise VaultError("bench.no_dataset", path=str(path), format=importer.name)


def _locomo(path: Path, importer: formats.Importer) -> Dataset:
    """A conversation is a memory; evidence is read with ``D:?(\\d+):(\\d+)``, for some ids are malformed."""
    drafts = _grouped(importer.read(path))
    known = {draft.external_id: draft.session for some in drafts.values() for draft in _records(some)}
    questions, left_out = [], 0
    for sample in _read(path):
        for number, item in enumerate(sample.get("qa", [])):
            cited = _EVIDENCE.findall(" ".join(map(str, item.get("evidence") or [])))
            found = {id for a, b in cited if (id := f"{sample['sample_id']}/D{a}:{b}") in known}
            if not found or item["category"] == ADVERSARIAL:
                left_out += 1
                continue
            questions.append(
                Question(
                    f"{sample['sample_id']}/q{number}",
                    str(item["question"]),
                    str(item["category"]),
                    sample["sample_id"],
                    frozenset(found),
                    frozenset(str(known[id]) for id in found),
                )
            )
    return Dataset("locomo", drafts, tuple(questions), left_out)


def _longmemeval(path: Path, importer: formats.Importer) -> Dataset:
    """Each question has its own haystack of sessions; ids that end in ``_abs`` have no evidence."""
    by_session: dict[str, list[Draft]] = {}
    for draft in importer.read(path):
        key = getattr(draft, "session", None) or getattr(draft, "key", None)
        if key is not None:
            by_session.setdefault(key, []).append(draft)
    drafts, questions, left_out = {}, [], 0
    for item in _read(path):
        id, evidence = str(item["question_id"]), set(item.get("answer_session_ids") or ())
        held = [draft for key in item["haystack_session_ids"] for draft in by_session.get(key, [])]
        drafts[id] = tuple(held)
        records = frozenset(
            str(draft.external_id)
            for draft in _records(held)
            if draft.session in evidence and draft.meta.get("has_answer")
        )
        if id.endswith("_abs") or not evidence or not records:
            left_out += 1
            continue
        questions.append(
            Question(id, str(item["question"]), str(item["question_type"]), id, records, frozenset(evidence))
        )
    return Dataset("longmemeval", drafts, tuple(questions), left_out)


def _grouped(drafts: Iterator[Draft]) -> dict[str, tuple[Draft, ...]]:
    grouped: dict[str, list[Draft]] = {}
    for draft in drafts:
        key = getattr(draft, "session", None) or getattr(draft, "key", None)
        if key is not None:
            grouped.setdefault(key.partition("/")[0], []).append(draft)
    return {name: tuple(some) for name, some in grouped.items()}


def _records(drafts: Iterable[Draft]) -> Iterator[RecordDraft]:
    return (draft for draft in drafts if isinstance(draft, RecordDraft))


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8-sig"))
