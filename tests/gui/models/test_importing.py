"""What is said of sources: counts, sessions, records, what is left out, and what came in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.modeltest import ModelTester

from mnemoscope.ingest import ImportSummary
from mnemoscope.messages import message
from mnemoscope.previews import Arrival, Preview, PreviewRecord, PreviewSession
from mnemoscope.records import Kind, Skipped
from mnemoscope.times import parse_iso
from mnemoscope_gui.models import importing
from mnemoscope_gui.models.entries import EntriesModel, Entry, Tone
from mnemoscope_gui.values import Brought, Incoming, Manner, Stage

NOTE = PreviewRecord("The roof is new.", None, Kind.NOTE, None, True, Arrival.NEW)
TURN = PreviewRecord("I  told you.", "Clara", Kind.TURN, parse_iso("2001-05-03"), False, Arrival.CHANGED)
SESSION = PreviewSession(
    "s1", "Roof\nand cellar", "house", parse_iso("2001-05-03"), {Arrival.NEW: 1, Arrival.CHANGED: 4}, (NOTE, TURN)
)
OLD = PreviewSession("s2", "", "house", None, {Arrival.KNOWN: 2}, ())
PREVIEW = Preview(
    source="/tmp/roof.json",
    format="claude",
    sign=message("sign.claude"),
    sessions=(SESSION, OLD),
    session_count=1_204,
    arrivals={Arrival.NEW: 1, Arrival.CHANGED: 4, Arrival.KNOWN: 2},
    inactive=3,
    superseded=0,
    apps={"house": 5, "ward": 1_000, "a\nb": 5},
    skipped=tuple(Skipped(f"line {at}", message("skipped.unreadable", detail="x")) for at in range(1_000)),
    skip_count=10_000,
    passed_over=("cover.png",),
    passed_over_count=3,
    columns=None,
)
SUMMARY = ImportSummary("/tmp/roof.json", "claude", "", 2, 1, 40, 3, (), None, 2, 1, 0, ("cover.png",), 1)
SOURCE = Incoming(Path("/tmp/roof.json"), Manner("default"), Stage.READY, preview=PREVIEW)
TITLES = {"claude": "Claude"}


def test_counts_that_are_nothing_are_left_out_but_for_what_is_new() -> None:
    told = importing.told(importing.figures(PREVIEW))
    assert told == ("1 new, 4 changed, 2 known, 3 inactive at the source, 10,000 skipped, 3 files of another kind")
    nothing = replace(PREVIEW, arrivals={}, inactive=0, skip_count=0, passed_over_count=0)
    assert importing.told(importing.figures(nothing)) == "0 new"


def test_a_source_is_a_row_of_its_name_its_format_and_how_it_stands() -> None:
    entry = importing.source_entry(SOURCE, TITLES)
    assert (entry.title, entry.meta, entry.tone, entry.key) == ("roof.json", "Claude", Tone.PLAIN, SOURCE.path)
    assert entry.note.startswith("1 new, 4 changed")


@pytest.mark.parametrize(
    ("stage", "told"),
    [
        (Stage.WAITING, "Waiting to be read"),
        (Stage.READING, "Reading… 1,200 records so far"),
        (Stage.UNREAD, "Not read to the end; it can be imported all the same."),
        (Stage.IMPORTING, "Being imported, wholly or not at all…"),
    ],
)
def test_each_stage_is_told(stage: Stage, told: str) -> None:
    assert importing.standing(replace(SOURCE, stage=stage, read=1_200)) == told


def test_why_it_cannot_come_in_names_the_file_alone() -> None:
    failed = replace(SOURCE, stage=Stage.FAILED, failure=message("format.missing", path=SOURCE.path))
    entry = importing.source_entry(failed, TITLES)
    assert (entry.note, entry.tone) == ("roof.json does not exist.", Tone.FAULT)


def test_a_name_from_right_to_left_does_not_turn_the_sentence_round() -> None:
    path = Path("/tmp/جلسة.jsonl")
    told = importing.failure_sentence(path, message("format.missing", path=path))
    assert told == "\u2068جلسة.jsonl\u2069 does not exist."


def test_several_sources_are_summed_and_those_that_are_not_known_left_out() -> None:
    assert importing.whole_sentence([SOURCE]) == ""
    assert importing.whole_sentence([SOURCE, SOURCE, replace(SOURCE, stage=Stage.READING)]).startswith(
        "2 sources together: 2 new, 8 changed, 4 known"
    )


def test_sessions_of_which_nothing_comes_in_are_muted_and_the_rest_is_counted() -> None:
    first, second, more = importing.session_entries(PREVIEW)
    assert (first.title, first.note, first.meta) == ("Roof and cellar", "house · 1 new, 4 changed", "3 May 2001")
    assert (second.title, second.tone) == ("s2", Tone.MUTED)
    assert more.title == "and 1,202 sessions more"


def test_records_tell_what_becomes_of_them_their_state_and_their_day() -> None:
    note, turn, more = importing.record_lines(SESSION)
    assert (note.lead, note.meta, note.struck) == ("note", "", False)
    assert (turn.lead, turn.meta, turn.struck) == ("Clara", "changed · inactive · 3 May 2001", True)
    assert more.body == "and 3 records more"


def test_a_text_of_five_megabytes_is_shown_by_its_beginning() -> None:
    long = replace(SESSION, records=(replace(NOTE, text="x" * 5_000_000),), arrivals={Arrival.NEW: 1})
    (line,) = importing.record_lines(long)
    assert len(line.body) == importing.MOST


def test_what_is_left_out_is_listed_and_the_rest_counted() -> None:
    rows = importing.left_out(PREVIEW)
    assert len(rows) == 1_000 + 1 + 1 + 1
    assert rows[1_000].title == "and 9,000 skipped items more"
    assert (rows[1_001].title, rows[1_001].note) == ("cover.png", "of another kind")
    assert rows[1_002].title == "and 2 files of another kind more"


def test_apps_stand_by_their_size() -> None:
    assert importing.apps_sentence(PREVIEW) == "ward 1,000, a b 5, house 5"


def test_an_import_is_told_with_all_that_happened() -> None:
    assert importing.brought_sentence(SUMMARY) == (
        "Imported 1 record, 40 were known already, 3 older ones are superseded, "
        "1 known one now has its source’s state, 2 were forgotten and stay out, 1 file is of another kind."
    )
    assert importing.time_sentence(SUMMARY, 2.34) == "Read 2 sessions in 2.3 s."


def test_a_kept_summary_names_what_came_in_and_what_did_not() -> None:
    done = replace(SOURCE, stage=Stage.DONE, brought=Brought(SUMMARY, seconds=1.0))
    gone = Incoming(Path("/tmp/gone.md"), Manner("default"), Stage.FAILED, failure=message("format.missing", path="x"))
    told = importing.as_text([done, gone, replace(SOURCE, path=Path("/tmp/later.json"))], TITLES)
    assert "/tmp/roof.json\n  Claude\n  Imported 1 record" in told
    assert "  cover.png: of another kind" in told
    assert "/tmp/gone.md\n  x does not exist." in told
    assert "later.json" not in told


def test_entries_are_a_sound_model_and_keep_their_rows_where_only_the_words_change(
    qtmodeltester: ModelTester,
) -> None:
    model = EntriesModel()
    assert model.show((Entry("a", key=1), Entry("b", key=2)))
    assert not model.show((Entry("a", "more", key=1), Entry("b", key=2)))
    assert model.row_of(2) == 1
    assert model.spoken(model.records[0]) == "a, more"
    qtmodeltester.check(model)


def test_rows_leave_room_for_a_sign_as_soon_as_one_has_one() -> None:
    model = EntriesModel()
    plain, fault = Entry("first", key=1), Entry("second", tone=Tone.FAULT, key=2)
    model.show((plain, Entry("second", key=2)))
    assert not model.has_signs
    model.show((plain, fault))
    assert model.has_signs
    model.show((plain,))
    assert not model.has_signs


def test_path_with_names_from_right_to_left_keeps_the_order_of_its_folders() -> None:
    assert importing.as_a_path(Path("/home/clara/notes.md")) == str(Path("/home/clara/notes.md"))
    shown = importing.as_a_path(Path("/home/جلسة/الحديقة.jsonl"))
    assert shown.startswith("\u2066")
    assert shown.endswith(".jsonl\u2069")
    assert "جلسة\u200e/\u200eالحديقة" in shown
