"""Questions and their evidence, named as the importers name records."""

from __future__ import annotations

from pathlib import Path

import pytest

from mnemoscope.bench import datasets
from mnemoscope.errors import VaultError


def test_questions_of_locomo_have_evidence_that_is_in_the_file(locomo: Path):
    data = datasets.load(locomo)
    assert data.name == "locomo"
    assert list(data.drafts) == ["conv-1", "conv-2"]
    assert {question.id: set(question.records) for question in data.questions} == {
        "conv-1/q0": {"conv-1/D1:2"},
        "conv-1/q1": {"conv-1/D2:1", "conv-1/D1:1"},  # malformed ids are read too
        "conv-2/q0": {"conv-2/D1:1"},
    }
    assert data.left_out == 3
    assert len(data.questions[1].sessions) == 2
    assert [question.category for question in data.questions] == ["1", "2", "4"]


def test_questions_of_longmemeval_have_their_own_haystack(longmemeval: Path):
    data = datasets.load(longmemeval)
    (question,) = data.questions
    assert (question.id, question.category, question.sessions) == ("q1", "single", {"s1"})
    assert len(question.records) == 1
    assert data.left_out == 1
    assert set(data.drafts) == {"q1", "q2_abs"}


def test_file_without_questions_is_refused(tmp_path: Path):
    (tmp_path / "x.jsonl").write_text('{"id": "1", "text": "one"}\n')
    with pytest.raises(VaultError) as error:
        datasets.load(tmp_path / "x.jsonl")
    assert "locomo and longmemeval" in str(error.value)
