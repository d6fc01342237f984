"""LoCoMo: sessions in order, captions, times, and everything that must not stop an import."""

from __future__ import annotations

import json
import locale
from pathlib import Path

import pytest

from mnemoscope import formats
from mnemoscope.formats.locomo import parse_time


def test_sessions_come_in_order_of_their_number(imported, data):
    sessions = imported("locomo", data / "locomo.json").sessions
    assert [session.key for session in sessions] == [
        "kiln-1/session_1",
        "kiln-1/session_2",
        "kiln-1/session_10",
        "conversation-4/session_1",
    ]
    assert sessions[0].title == "kiln-1 session 1"
    assert sessions[0].app is None


def test_turn_keeps_speaker_time_and_dialogue_id(imported, data):
    turn = imported("locomo", data / "locomo.json").record("kiln-1/D2:1")
    assert turn.speaker == "Ona"
    assert turn.text == "Happy new year! [image: fireworks over a harbour]"
    assert turn.meta == {"dia_id": "D2:1", "img_url": ["https://example.org/fire.jpg"]}
    assert turn.happened_at is not None
    assert (turn.happened_at.text, turn.happened_at.utc, turn.happened_at.zoned) == (
        "12:05 am on 1 January, 2024",
        1704067500000,
        False,
    )


def test_picture_without_words_is_its_caption(imported, data):
    assert imported("locomo", data / "locomo.json").record("kiln-1/D2:2").text == "[image: a cat on a roof]"


def test_surrogates_and_nul_become_replacement_characters(imported, data):
    found = imported("locomo", data / "locomo.json")
    assert found.record("kiln-1/D1:1").text == "The kiln broke � again."
    assert found.record("kiln-1/D1:2").text == "I repaired� it.\r\nTwice."


def test_unreadable_time_is_missing_and_kept_as_written(imported, data):
    turn = imported("locomo", data / "locomo.json").record("kiln-1/D10:1")
    assert turn.happened_at is None
    assert turn.meta["unread_time"] == "one day in spring"


def test_malformed_items_are_named_and_the_rest_comes_in(imported, data):
    found = imported("locomo", data / "locomo.json")
    assert found.positions == [
        "conversation 1, session 1, turn 3",
        "conversation 1, session 1, turn 4",
        "conversation 1, session 1, turn 5",
        "conversation 1, session 12",
        "conversation 2",
        "conversation 3",
    ]
    assert found.records[-1].text == "Nobody named me."
    assert found.records[-1].external_id is None


def test_file_cut_off_brings_in_what_is_complete(imported, data, tmp_path: Path):
    whole = (data / "locomo.json").read_bytes()
    source = tmp_path / "cut.json"
    source.write_bytes(whole[: whole.index(b'"broken"') + 20])
    found = imported("locomo", source)
    assert len(found.sessions) == 3
    assert found.positions[-1] == "conversation 3"
    assert found.skipped[-1].reason.id == "skipped.ends_early"


def test_same_conversation_twice_comes_in_once_and_another_under_its_name_too(imported, tmp_path: Path):
    first = {"sample_id": "a", "conversation": {"session_1": [{"dia_id": "D1:1", "text": "one"}]}}
    other = {"sample_id": "a", "conversation": {"session_1": [{"dia_id": "D1:1", "text": "two"}]}}
    source = tmp_path / "twice.json"
    source.write_text(json.dumps([first, first, other]))
    assert [record.text for record in imported("locomo", source).records] == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("12:00 pm on 1 March, 2023", 1677672000000),
        ("12:00 am on 1 March, 2023", 1677628800000),
        ("9:07 AM on 15 Sept 2023", 1694768820000),
    ],
)
def test_time_is_read_whatever_the_locale(text: str, utc: int):
    before = locale.setlocale(locale.LC_ALL)
    assert parse_time(text).utc == utc
    assert locale.setlocale(locale.LC_ALL) == before


@pytest.mark.parametrize("text", ["", "13:00 pm on 1 May, 2023", "1:00 pm on 31 June, 2023", "1:00 pm on 1 Foo, 2023"])
def test_what_is_no_time_is_refused(text: str):
    with pytest.raises(ValueError):  # noqa: PT011
        parse_time(text)


def test_whole_data_set_comes_in(imported, datasets):
    source = datasets / "locomo" / "locomo10.json"
    conversations = [item["conversation"] for item in json.loads(source.read_text(encoding="utf-8"))]
    turns = [turn for c in conversations for value in c.values() if isinstance(value, list) for turn in value]
    sessions = sum(isinstance(value, list) for c in conversations for value in c.values())
    found = imported("locomo", source)
    assert (len(found.sessions), len(found.records), found.skipped) == (sessions, len(turns), [])
    assert (sessions, len(turns)) == (272, 5882)
    assert all(record.happened_at and record.external_id and record.speaker for record in found.records)
    assert sum("[image: " in record.text for record in found.records) == sum(bool(t.get("blip_caption")) for t in turns)
    assert formats.recognise(source)[0].name == "locomo"
