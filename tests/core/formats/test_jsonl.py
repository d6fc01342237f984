"""JSON Lines: columns under their several names, and lines that must not stop an import."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mnemoscope import formats
from mnemoscope.messages import message
from mnemoscope.records import Kind


def write(folder: Path, *lines: object) -> Path:
    source = folder / "some.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return source


def test_columns_are_read_and_unknown_ones_go_to_meta(imported, data):
    records = imported("jsonl", data / "records.jsonl").records
    record = records[0]
    assert (record.app, record.session, record.speaker, record.kind) == ("ops", "s1", "user", Kind.TURN)
    assert record.happened_at is not None
    assert (record.happened_at.text, record.happened_at.utc, record.happened_at.zoned) == (
        "2024-02-29T10:00:00+01:00",
        1709197200000,
        True,
    )
    assert record.meta == {"mood": "calm", "source": "chat"}


def test_session_has_its_first_title_and_a_line_keeps_another(imported, data):
    found = imported("jsonl", data / "records.jsonl")
    assert [(session.app, session.key, session.title) for session in found.sessions] == [
        ("ops", "s1", "Keys"),
        (None, "records.jsonl", "records.jsonl"),
        ("home", "records.jsonl", "records.jsonl"),
    ]
    assert found.record("r2").meta == {"title": "Other title"}


def test_state_reason_and_supersession_survive(imported, data):
    record = imported("jsonl", data / "records.jsonl").record("3")
    assert (record.active, record.reason, record.superseded_by) == (False, "asked to", "r4")
    assert record.kind is Kind.FACT
    assert record.valid_until is not None
    assert record.valid_until.text == "2025-01-01"


def test_unreadable_time_and_kind_stay_in_meta(imported, data):
    record = imported("jsonl", data / "records.jsonl").record("r4")
    assert record.text == "Likes coffee �.�"
    assert (record.happened_at, record.kind) == (None, Kind.NOTE)
    assert record.meta == {"date": "the other day", "kind": "opinion"}
    assert (record.active, record.reason) == (False, "deleted")


@pytest.mark.parametrize("value", [1709200800, 1709200800.0, "1709200800", 1709200800000, 1709200800000000])
def test_epoch_in_any_unit_is_the_same_moment(imported, tmp_path: Path, value: object):
    (record,) = imported("jsonl", write(tmp_path, {"text": "a", "timestamp": value})).records
    assert record.happened_at is not None
    assert (record.happened_at.utc, record.happened_at.zoned) == (1709200800000, True)
    assert record.happened_at.text == str(value)


@pytest.mark.parametrize("value", [True, "", "2024-13-01", 1e308, [1], {"a": 1}, "9" * 20])
def test_what_is_no_time_is_a_missing_time(imported, tmp_path: Path, value: object):
    (record,) = imported("jsonl", write(tmp_path, {"text": "a", "date": value})).records
    assert record.happened_at is None
    assert record.meta == {"date": value}


def test_malformed_lines_are_named_and_the_rest_comes_in(imported, data):
    found = imported("jsonl", data / "records.jsonl")
    assert [(item.position, item.reason.id) for item in found.skipped] == [
        ("line 6", "skipped.not_json"),
        ("line 7", "skipped.no_object"),
        ("line 8", "skipped.no_text"),
        ("line 9", "skipped.empty"),
        ("line 10", "skipped.repeated"),
        ("line 12", "skipped.not_json"),
    ]
    assert len(found.records) == 5
    assert found.records[-1].meta == {}


def test_bom_crlf_and_bad_bytes_lose_one_line_only(imported, tmp_path: Path):
    source = tmp_path / "odd"
    source.write_bytes(b'\xef\xbb\xbf{"text": "one"}\r\n\r\n{"text": "\xff"}\r\n{"text": "t\tab"}\r\n{"text": "last"}')
    found = imported("jsonl", source)
    assert [record.text for record in found.records] == ["one", "t\tab", "last"]
    assert [(item.position, item.reason.id) for item in found.skipped] == [("line 3", "skipped.not_utf8")]


def test_line_of_five_megabytes_comes_in(imported, tmp_path: Path):
    (record,) = imported("jsonl", write(tmp_path, {"text": "word " * 1_000_000})).records
    assert len(record.text) == 5_000_000


def test_nesting_by_the_thousand_loses_one_line_only(imported, tmp_path: Path):
    source = tmp_path / "deep"
    source.write_text('{"text": "a", "x": ' + "[" * 100_000 + "\n" + '{"text": "b"}\n' + json.dumps({"text": "c"}))
    assert [record.text for record in imported("jsonl", source).records] == ["b", "c"]
    nested: object = 1
    for _ in range(200):
        nested = [nested]
    found = imported("jsonl", write(tmp_path, {"text": "a", "x": nested}, {"text": "b"}))
    assert [item.reason.id for item in found.skipped] == ["skipped.too_deep"]


def test_meta_that_repeats_a_column_is_kept_apart(imported, tmp_path: Path):
    (record,) = imported("jsonl", write(tmp_path, {"text": "a", "mood": 1, "meta": {"mood": 2}})).records
    assert record.meta == {"mood": 1, "meta": {"mood": 2}}


@pytest.mark.parametrize(
    "line",
    [
        {"type": "entity", "name": "a", "entityType": "person", "observations": ["x"]},
        {"type": "user", "sessionId": "s", "uuid": "u", "message": {"role": "user", "content": "x"}, "content": "x"},
        {"mnemoscope": 1, "text": "x"},
        {"format": "mnemoscope", "text": "x"},
        {"title": "no text"},
        [{"text": "a"}],
        "text",
    ],
)
def test_other_formats_are_not_taken_for_this_one(tmp_path: Path, line: object):
    assert formats.importer("jsonl").recognise(write(tmp_path, line)) is None


def test_malformed_first_line_does_not_hide_the_format(tmp_path: Path):
    source = write(tmp_path, [1], {"memory": "a"}, {"memory": "b"})
    assert formats.importer("jsonl").recognise(source) == message("sign.jsonl", column="memory")
