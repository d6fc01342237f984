"""A small data set of questions in both formats, and the embedder of the tests in the place of every model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from memories import WordEmbedder

from mnemoscope.embedding import models

LOCOMO = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ona", "speaker_b": "Pere",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ona", "dia_id": "D1:1", "text": "The kiln broke again."},
                {"speaker": "Pere", "dia_id": "D1:2", "text": "Zoltan repaired it."},
            ],
            "session_2_date_time": "2:00 pm on 9 May, 2023",
            "session_2": [{"speaker": "Ona", "dia_id": "D2:1", "text": "The new glaze is green."}],
        },
        "qa": [
            {"question": "Who repaired the kiln?", "answer": "Zoltan", "evidence": ["D1:2"], "category": 1},
            {"question": "Which glaze is it?", "answer": "green", "evidence": ["D:2:1; D1:1"], "category": 2},
            {"question": "Not answered?", "answer": "", "evidence": ["D1:1"], "category": 5},
            {"question": "Evidence that is not there?", "answer": "", "evidence": ["D9:9"], "category": 1},
            {"question": "No evidence?", "answer": "", "category": 3},
        ],
    },
    {
        "sample_id": "conv-2",
        "conversation": {
            "speaker_a": "Mia", "speaker_b": "Leo",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [{"speaker": "Mia", "dia_id": "D1:1", "text": "The ferry leaves at nine."}],
        },
        "qa": [{"question": "When does the ferry leave?", "answer": "nine", "evidence": ["D1:1"], "category": 4}],
    },
]  # fmt: skip

LONGMEMEVAL = [
    {
        "question_id": "q1", "question_type": "single", "question": "Who repaired the kiln?", "answer": "Zoltan",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["s1", "s2"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 02:21"],
        "haystack_sessions": [
            [{"role": "user", "content": "Zoltan repaired it.", "has_answer": True},
             {"role": "assistant", "content": "Good."}],
            [{"role": "user", "content": "Something else."}],
        ],
        "answer_session_ids": ["s1"],
    },
    {
        "question_id": "q2_abs", "question_type": "single", "question": "Unknown?", "answer": "",
        "question_date": "2023/05/30 (Tue) 23:40", "haystack_session_ids": ["s2"],
        "haystack_dates": ["2023/05/21 (Sun) 02:21"],
        "haystack_sessions": [[{"role": "user", "content": "Something else."}]],
        "answer_session_ids": ["s2"],
    },
]  # fmt: skip


@pytest.fixture
def locomo(tmp_path: Path) -> Path:
    file = tmp_path / "locomo.json"
    file.write_text(json.dumps(LOCOMO), encoding="utf-8")
    return file


@pytest.fixture
def longmemeval(tmp_path: Path) -> Path:
    file = tmp_path / "longmemeval.json"
    file.write_text(json.dumps(LONGMEMEVAL), encoding="utf-8")
    return file


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WordEmbedder:
    """Counts what it embeds; the cache is a temporary folder."""
    embedder = WordEmbedder()
    monkeypatch.setenv("MNEMOSCOPE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(models, "open_model", lambda name: (embedder.identity, "default"))
    monkeypatch.setattr(models, "query_embedder", lambda key, location: embedder)
    monkeypatch.setattr(models, "bulk_embedder", lambda key, location, pending: embedder)
    return embedder
