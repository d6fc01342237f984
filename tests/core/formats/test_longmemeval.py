"""LongMemEval: each distinct session once, with the date that it has first."""

from __future__ import annotations

import json

import pytest

from mnemoscope import formats
from mnemoscope.formats.longmemeval import parse_time


def test_recurring_session_comes_in_once(imported, data):
    found = imported("longmemeval", data / "longmemeval.json")
    assert [record.text for record in found.records].count("I moved to Girona.") == 1


def test_same_id_with_other_content_comes_in_under_a_key_of_its_own(imported, data):
    found = imported("longmemeval", data / "longmemeval.json")
    keys = [session.key for session in found.sessions]
    assert keys[:2] == ["chat_a", "chat_b"]
    assert keys[2].startswith("chat_b~")
    assert keys[3:] == ["chat_c", "q2_abs/4"]
    (other,) = [record for record in found.records if record.session == keys[2]]
    assert other.text == "Another chat under the same id."
    assert other.external_id == f"{keys[2]}/0"


def test_turn_keeps_role_date_and_evidence_mark(imported, data):
    found = imported("longmemeval", data / "longmemeval.json")
    turn = found.record("chat_a/0")
    assert (turn.speaker, turn.meta) == ("user", {"has_answer": True})
    assert turn.happened_at is not None
    assert (turn.happened_at.text, turn.happened_at.utc) == ("2023/07/12 (Wed) 10:14", 1689156840000)
    assert found.record("chat_a/1").meta == {}


def test_missing_and_unreadable_dates_stay_missing(imported, data):
    found = imported("longmemeval", data / "longmemeval.json")
    assert found.record("chat_c/0").happened_at is None
    assert found.record("chat_c/0").meta == {"unread_time": "soon"}
    assert found.record("q2_abs/4/0").meta == {}


def test_malformed_items_are_named(imported, data):
    assert imported("longmemeval", data / "longmemeval.json").positions == [
        "question 1, session 2, turn 1",
        "question 2, session 5",
        "question 3",
        "question 4",
    ]


@pytest.mark.parametrize("text", ["", "2023/13/01 (Wed) 10:14", "2023-07-12", "2023/07/12 (Wed) 25:00"])
def test_what_is_no_time_is_refused(text: str):
    with pytest.raises(ValueError):  # noqa: PT011
        parse_time(text)


def test_whole_slice_comes_in(imported, datasets):
    source = datasets / "longmemeval_slice" / "longmemeval_slice.json"
    questions = json.loads(source.read_text(encoding="utf-8"))
    distinct = {
        (key, json.dumps(turns))
        for question in questions
        for key, turns in zip(question["haystack_session_ids"], question["haystack_sessions"], strict=True)
    }
    found = imported("longmemeval", source)
    assert len(found.sessions) == len(distinct)
    assert len(found.records) == sum(len(json.loads(turns)) for _, turns in distinct)
    assert found.skipped == []
    assert formats.recognise(source)[0].name == "longmemeval"
