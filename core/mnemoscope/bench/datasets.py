"""Questions with known evidence, read beside the records that the importers make of the same file.

Evidence is named by external id (records) and by session key, so that a question is answered by any vault into which
the file was imported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from mnemoscope import formats
from mnemoscope.bench.splits import Split, split_of
from mnemoscope.errors import VaultError
from mnemoscope.formats import lines
from mnemoscope.records import Draft, RecordDraft

_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")
ADVERSARIAL = 5
"""LoCoMo's category of questions that the conversation does not answer."""
CORRECTIONS = "errors.json"
"""Beside LoCoMo's file: what others found wrong in it."""
_FALSE_PREMISE = "HALLUCINATION"
_CORRECTED = re.compile(r"locomo_(\d+)_qa(\d+)")


@dataclass(frozen=True, slots=True)
class Question:
    """A question, whose memory it is asked of, and the external ids and session keys that it needs: none where nothing
    stored answers it."""

    id: str
    text: str
    category: str
    conversation: str
    split: Split
    records: frozenset[str]
    sessions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Dataset:
    """Drafts by conversation, in file order, and the questions."""

    name: str
    digest: str
    """SHA-256 of the file, and of its corrections where they were used."""
    drafts: Mapping[str, tuple[Draft, ...]]
    questions: tuple[Question, ...]
    """With evidence."""
    silent: tuple[Question, ...]
    """Which nothing stored answers, by design."""
    left_out: int
    """Questions whose evidence does not resolve."""
    corrected: int = 0
    """Questions whose evidence stands as it was corrected."""

    def of(self, split: Split) -> Dataset:
        """One half: its questions, and the conversations that they are asked of."""
        questions = tuple(question for question in self.questions if question.split is split)
        silent = tuple(question for question in self.silent if question.split is split)
        wanted = {question.conversation for question in (*questions, *silent)}
        drafts = {name: some for name, some in self.drafts.items() if name in wanted}
        return replace(self, drafts=drafts, questions=questions, silent=silent)


def load(path: Path, *, corrections: bool = True) -> Dataset:
    """A LoCoMo or LongMemEval file, or JSON lines of records and questions. Raises ``VaultError``.

    LoCoMo's ``errors.json`` beside the file corrects the cited evidence, unless ``corrections`` says otherwise.
    """
    importer, _ = formats.recognise(path)
    try:
        reader = _READERS[importer.name]
    except KeyError:
        raise VaultError("bench.no_dataset", path=str(path), format=importer.name) from None
    try:
        return reader(path, importer, corrections)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise VaultError("bench.malformed", path=str(path), detail=f"{type(error).__name__}: {error}") from error


def _locomo(path: Path, importer: formats.Importer, corrections: bool) -> Dataset:
    """A conversation is a memory; evidence is read with ``D:?(\\d+):(\\d+)``, for some ids are malformed."""
    drafts = _grouped(importer.read(path))
    known = {draft.external_id: draft.session for some in drafts.values() for draft in _records(some)}
    errors = path.parent / CORRECTIONS
    corrected = _corrections(errors) if corrections and errors.is_file() else {}
    digest = _digest(path, errors) if corrected else _digest(path)
    questions, silent, left_out, changed = [], [], 0, 0
    for place, sample in enumerate(_read(path)):
        name = str(sample["sample_id"])
        for number, item in enumerate(sample.get("qa", [])):
            id = f"{name}/q{number}"
            cited = item.get("evidence") or []
            if item["category"] != ADVERSARIAL and (place, number) in corrected:
                changed += corrected[place, number] != cited
                cited = corrected[place, number]
            found = {
                key for a, b in _EVIDENCE.findall(" ".join(map(str, cited))) if (key := f"{name}/D{a}:{b}") in known
            }
            sessions = {str(known[key]) for key in found}
            split = split_of("locomo", id, name)
            question = Question(
                id, str(item["question"]), str(item["category"]), name, split, frozenset(found), frozenset(sessions)
            )
            if item["category"] == ADVERSARIAL:
                silent.append(replace(question, records=frozenset(), sessions=frozenset()))
            elif found:
                questions.append(question)
            else:
                left_out += 1
    return Dataset("locomo", digest, drafts, tuple(questions), tuple(silent), left_out, changed)


def _corrections(errors: Path) -> dict[tuple[int, int], list[str]]:
    """Corrected evidence by place of conversation and question; none for a question whose premise is made up."""
    found = {}
    for item in _read(errors):
        place = _CORRECTED.fullmatch(str(item["question_id"]))
        if place and item.get("error_type") != _FALSE_PREMISE and item.get("correct_evidence"):
            found[int(place[1]), int(place[2])] = [str(id) for id in item["correct_evidence"]]
    return found


def _longmemeval(path: Path, importer: formats.Importer, _: bool) -> Dataset:
    """Each question has its own haystack of sessions; ids that end in ``_abs`` have no evidence."""
    by_session: dict[str, list[Draft]] = {}
    for draft in importer.read(path):
        key = getattr(draft, "session", None) or getattr(draft, "key", None)
        if key is not None:
            by_session.setdefault(key, []).append(draft)
    drafts, questions, silent, left_out = {}, [], [], 0
    for item in _read(path):
        id, evidence = str(item["question_id"]), {str(key) for key in item.get("answer_session_ids") or ()}
        held = [draft for key in item["haystack_session_ids"] for draft in by_session.get(key, [])]
        drafts[id] = tuple(held)
        records = frozenset(
            str(draft.external_id)
            for draft in _records(held)
            if draft.session in evidence and draft.meta.get("has_answer")
        )
        split = split_of("longmemeval", id, id)
        question = Question(
            id, str(item["question"]), str(item["question_type"]), id, split, records, frozenset(evidence)
        )
        if id.endswith("_abs"):
            silent.append(replace(question, records=frozenset(), sessions=frozenset()))
        elif records:
            questions.append(question)
        else:
            left_out += 1
    return Dataset("longmemeval", _digest(path), drafts, tuple(questions), tuple(silent), left_out)


def _jsonl(path: Path, importer: formats.Importer, _: bool) -> Dataset:
    """Lines with ``text`` are records, lines with ``question`` and ``evidence`` (ids) are asked of them all."""
    drafts = tuple(draft for draft in importer.read(path) if not hasattr(draft, "reason") or hasattr(draft, "text"))
    known = {str(draft.external_id): draft.session for draft in _records(drafts) if draft.external_id}
    questions, silent, left_out = [], [], 0
    for number, raw in lines.lines(path):
        item = lines.parsed_or_none(raw)
        evidence = None if item is None else item.get("evidence")
        if item is None or not isinstance(item.get("question"), str) or not isinstance(evidence, list):
            continue
        cited = [str(id) for id in evidence if isinstance(id, str | int)]
        found = frozenset(id for id in cited if id in known)
        id = str(item.get("id") or f"q{number}")
        question = Question(
            id, str(item["question"]), str(item.get("category") or "all"), path.stem, split_of("jsonl", id, path.stem),
            found, frozenset(known[key] for key in found),
        )  # fmt: skip
        if not cited:
            silent.append(question)
        elif found:
            questions.append(question)
        else:
            left_out += 1
    if not questions:
        raise VaultError("bench.no_questions", path=str(path))
    return Dataset("jsonl", _digest(path), {path.stem: drafts}, tuple(questions), tuple(silent), left_out)


_READERS = {"locomo": _locomo, "longmemeval": _longmemeval, "jsonl": _jsonl}


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


def _digest(*paths: Path) -> str:
    found = sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()
