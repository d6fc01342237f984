"""Questions and their evidence, named as the importers name records."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from mnemoscope.bench import datasets
from mnemoscope.bench.splits import Split, split_of
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
    assert data.left_out == 2
    assert [question.id for question in data.silent] == ["conv-1/q2"]  # category 5
    assert len(data.questions[1].sessions) == 2
    assert [question.category for question in data.questions] == ["1", "2", "4"]


def test_questions_of_longmemeval_have_their_own_haystack(longmemeval: Path):
    data = datasets.load(longmemeval)
    (question,) = data.questions
    assert (question.id, question.category, question.sessions) == ("q1", "single", {"s1"})
    assert len(question.records) == 1
    assert data.left_out == 0
    assert [question.id for question in data.silent] == ["q2_abs"]
    assert set(data.drafts) == {"q1", "q2_abs"}


def test_corrections_beside_locomo_replace_the_cited_evidence(locomo: Path):
    errors = [
        {"question_id": "locomo_0_qa0", "error_type": "WRONG_CITATION", "correct_evidence": ["D2:1"]},
        {"question_id": "locomo_1_qa0", "error_type": "HALLUCINATION", "correct_evidence": ["D9:9"]},
    ]
    (locomo.parent / "errors.json").write_text(json.dumps(errors))
    data = datasets.load(locomo)
    assert {question.id: set(question.records) for question in data.questions}["conv-1/q0"] == {"conv-1/D2:1"}
    assert data.corrected == 1
    published = datasets.load(locomo, corrections=False)
    assert published.corrected == 0
    assert published.digest != data.digest
    assert set(published.questions[0].records) == {"conv-1/D1:2"}


def test_records_and_questions_stand_in_json_lines(tmp_path: Path):
    lines = [
        {"id": "1", "text": "The pool closes at nine.", "session": "a"},
        {"id": "2", "text": "The kiln is hot.", "session": "b"},
        {"question": "When does the pool close?", "evidence": ["1"], "id": "pool", "category": "time"},
        {"question": "Is the kiln hot?", "evidence": ["2", "9"]},
        {"question": "Where is the ferry?", "evidence": []},
        {"question": "Evidence that is not there?", "evidence": ["9"]},
    ]
    (tmp_path / "x.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    data = datasets.load(tmp_path / "x.jsonl")
    assert [(some.id, some.category, set(some.records), set(some.sessions)) for some in data.questions] == [
        ("pool", "time", {"1"}, {"a"}),
        ("q4", "all", {"2"}, {"b"}),
    ]
    assert [some.id for some in data.silent] == ["q5"]
    assert data.left_out == 1


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("x.jsonl", '{"id": "1", "text": "one"}\n', "no question with evidence"),
        ("x.md", "# A note\n\nwith text\n", "locomo, longmemeval and jsonl"),
    ],
)
def test_file_without_questions_is_refused(tmp_path: Path, name: str, content: str, told: str):
    (tmp_path / name).write_text(content)
    with pytest.raises(VaultError, match=told):
        datasets.load(tmp_path / name)


def test_a_file_that_is_not_as_its_format_says_is_one_sentence(locomo: Path):
    samples = json.loads(locomo.read_text())
    del samples[0]["qa"][0]["category"]
    locomo.write_text(json.dumps(samples))
    with pytest.raises(VaultError, match="KeyError: 'category'"):
        datasets.load(locomo)


# ---------------------------------------------------------------- splits


def test_splits_of_locomo_are_its_first_five_conversations_and_its_last():
    of = {name: split_of("locomo", f"{name}/q1", name) for name in ("conv-26", "conv-43", "conv-44", "conv-50")}
    assert of == {"conv-26": "dev", "conv-43": "dev", "conv-44": "holdout", "conv-50": "holdout"}


def test_other_data_sets_are_split_by_the_parity_of_the_hash_of_the_question():
    found = [split_of("longmemeval", f"q{n}", "") for n in range(200)]
    for number, split in enumerate(found):
        assert (split == "dev") == (int(sha256(f"q{number}".encode()).hexdigest()[-1], 16) % 2 == 0)
    assert 70 < found.count(Split.DEV) < 130


def test_a_half_has_its_questions_and_their_conversations_alone(locomo: Path):
    data = datasets.load(locomo)
    halves = [data.of(split) for split in Split]
    assert sorted(question.id for half in halves for question in half.questions) == sorted(
        question.id for question in data.questions
    )
    for half in halves:
        assert set(half.drafts) == {question.conversation for question in (*half.questions, *half.silent)}


def test_locomo_itself_is_read_as_published(request: pytest.FixtureRequest):
    folder: Path = request.getfixturevalue("datasets")
    data = datasets.load(folder / "locomo" / "locomo10.json", corrections=False)
    assert len(data.questions) == 1535
    assert sum(question.split is Split.DEV for question in data.questions) > 600
