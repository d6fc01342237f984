"""A file is wholly in or not at all, once, with ids that are the same everywhere."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from hashlib import blake2b
from pathlib import Path

import pytest
from memories import ask, curated, draft, edges, embed, fill, id_of, ordinal_of, served, states

from mnemoscope import (
    analysis,
    columns,
    curation,
    identity,
    indexing,
    ingest,
    pending,
    postings,
    processes,
    reading,
    vectors,
)
from mnemoscope.errors import Cancelled, NoSuchRecord, Refused, UnknownFormat, VaultBusy
from mnemoscope.ingest import importing
from mnemoscope.ingest.intake import Intake
from mnemoscope.messages import message
from mnemoscope.records import Kind, RecordDraft, SessionDraft, Skipped
from mnemoscope.texts import LIMIT
from mnemoscope.times import parse_iso
from mnemoscope.vault import Vault

LONG = "\n\n".join(f"Paragraph {n}. " + "word " * 60 for n in range(12))


def whole(vault: Vault) -> None:
    """Index, columns and file agree with the curated tables."""
    assert vault.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert vault.connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert postings.adds_up(vault.connection)
    status = indexing.status(vault)
    assert status.words_complete
    assert postings.load(vault).indexed.sum() == status.records
    assert status.records == vault.connection.execute("SELECT count(*) FROM record").fetchone()[0]


# ---------------------------------------------------------------- identity


def test_id_is_a_hash_of_app_format_and_external_id():
    parts = [b"external", b"app", b"jsonl", "é/1".encode(), b"0"]
    data = b"".join(len(part).to_bytes(8, "little") + part for part in parts)
    assert identity.record_id("app", "jsonl", "é/1") == blake2b(data, digest_size=16).digest()


def test_id_of_a_record_without_one_is_a_hash_of_its_place_and_text():
    parts = [b"placed", b"app", b"session", b"3", b"text"]
    data = b"".join(len(part).to_bytes(8, "little") + part for part in parts)
    assert identity.placed_id("app", "session", 3, "text") == blake2b(data, digest_size=16).digest()


def test_ids_never_run_together():
    assert identity.record_id("a", "bc", "d") != identity.record_id("ab", "c", "d")
    assert identity.record_id("a", "b", "c", 1) != identity.record_id("a", "b", "c1", 0)


def test_ids_are_equal_in_two_vaults_and_processes(tmp_path: Path):
    drafts = [draft("with id", "x/1"), draft("without"), draft(LONG, "x/2")]
    ids = []
    for name, before in (("one", []), ("two", ["something else first"])):
        with Vault.create(tmp_path / name) as vault:
            fill(vault, [draft(text, text, "other") for text in before])
            fill(vault, drafts)
            rows = vault.connection.execute(
                "SELECT r.id FROM record r JOIN session s ON s.id = session WHERE key = 's1'"
            )
            ids.append({row[0].hex() for row in rows})
    assert ids[0] == ids[1]
    program = (
        "from mnemoscope.identity import placed_id, record_id\n"
        "print(record_id('default', 'test', 'x/1').hex(), placed_id('default', 's1', 1, 'without').hex())"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONHASHSEED": "7"}
    found = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert set(found.stdout.split()) <= ids[0]


# ---------------------------------------------------------------- add


def test_added_record_is_found_at_once(vault: Vault):
    added = ingest.add(vault, "The key hangs behind the door", kind=Kind.FACT, app="home")
    record = reading.record(vault, added.ids[0])
    assert (record.kind, record.app, record.text) == (Kind.FACT, "home", "The key hangs behind the door")
    assert served(ask(vault, "key", "lexical")) == [record.text]
    whole(vault)


@pytest.mark.parametrize("text", ["", "  \n\t"])
def test_empty_text_is_not_added(vault: Vault, text: str):
    with pytest.raises(Refused) as error:
        ingest.add(vault, text)
    assert str(error.value) == "There is no text to add."


def test_text_is_cleaned_before_it_is_stored(vault: Vault):
    ingest.add(vault, "nul \x00 and \ud800 alone", app="a\udcff")
    assert list(states(vault)) == ["nul \ufffd and \ufffd alone"]
    assert reading.apps(vault) == ("a\ufffd",)


def test_long_text_becomes_adjacent_records_that_join_to_it(vault: Vault):
    added = ingest.add(vault, LONG)
    records = [reading.record(vault, id) for id in added.ids]
    assert len(records) > 1
    assert "".join(record.text for record in records) == LONG
    assert [record.position for record in records] == list(range(len(records)))
    assert all(len(record.text) <= LIMIT for record in records)
    assert reading.session_records(vault, added.ids[0]) == tuple(records)
    assert added.changes.records == len(records)
    curation.undo(vault)
    assert not any(active for active, _ in states(vault).values())


def test_two_additions_are_no_neighbours(vault: Vault):
    first, second = (ingest.add(vault, text).ids[0] for text in ("one", "two"))
    previous, following = columns.neighbours(columns.load(vault))
    assert not previous.any()
    assert not following.any()
    assert reading.record(vault, first).session != reading.record(vault, second).session


def test_same_text_is_added_twice_where_somebody_says_it_twice(vault: Vault):
    assert ingest.add(vault, "again").ids != ingest.add(vault, "again").ids
    assert len(served(ask(vault, "again", "lexical"))) == 2


def test_addition_cannot_replace_what_is_not_there(vault: Vault):
    before = curated(vault)
    with pytest.raises(NoSuchRecord):
        ingest.add(vault, "new", supersedes="abcdef")
    assert curated(vault) == before


# ---------------------------------------------------------------- import


def test_everything_a_draft_says_is_stored(vault: Vault):
    started = parse_iso("2026-01-01T10:00:00+02:00")
    summary = fill(
        vault,
        [
            SessionDraft("s", "A title", "ops", started),
            draft(
                "text", "e", "s", speaker="Ann", kind=Kind.TURN, happened="2026-01-02", until="2027-01-01T00:00:00Z",
                active=False, reason="stale", meta={"mood": "calm", "n": [1, None]},
            ),
            Skipped("line 2", message("skipped.no_text")),
        ],
        source="some/file.jsonl",
    )  # fmt: skip
    record = reading.record(vault, id_of(vault, "text"))
    assert (record.app, record.session, record.session_title, record.speaker) == ("ops", "s", "A title", "Ann")
    assert record.happened_at == parse_iso("2026-01-02")
    assert record.valid_until == parse_iso("2027-01-01T00:00:00Z")
    assert (record.active, record.reason) == (False, "stale")
    assert record.meta == {"mood": "calm", "n": [1, None]}
    assert (summary.records, summary.sessions, summary.known, len(summary.skipped)) == (1, 1, 0, 1)
    assert summary.changes is not None
    assert str(summary.changes.label) == "Imported a record from file.jsonl"
    assert vault.connection.execute("SELECT started_text, started_utc, started_zoned FROM session").fetchone() == (
        "2026-01-01T10:00:00+02:00", started.utc, 1
    )  # fmt: skip


def test_same_file_twice_adds_nothing(vault: Vault):
    drafts = [draft(LONG, "long"), draft("no id"), draft("old", "o", superseded_by="n"), draft("new", "n")]
    first = fill(vault, drafts)
    before = curated(vault)
    second = fill(vault, drafts)
    after = curated(vault)
    assert first.superseded == 1
    assert (second.records, second.known, second.superseded) == (0, first.records, 0)
    for table in ("record", "supersession", "act", "step", "session"):
        assert after[table] == before[table]
    whole(vault)


def test_grown_file_adds_only_what_is_new(vault: Vault):
    fill(vault, [draft("one"), draft("two")])
    assert fill(vault, [draft("one"), draft("two"), draft("three")]).records == 1
    records = reading.session_records(vault, id_of(vault, "one"))
    assert [record.text for record in records] == ["one", "two", "three"]
    assert [record.position for record in records] == [0, 1, 2]


def test_changed_text_of_an_external_id_supersedes_the_old_one(vault: Vault):
    for text in ("first", "second", "third"):
        summary = fill(vault, [draft(text, "same")])
    assert edges(vault) == {("first", "second", ""), ("second", "third", "")}
    assert summary.superseded == 1
    assert served(ask(vault, "first second third", "lexical")) == ["third"]
    assert fill(vault, [draft("third", "same")]).records == 0
    assert len(edges(vault)) == 2
    whole(vault)


def test_text_that_became_shorter_leaves_no_part_behind(vault: Vault):
    fill(vault, [draft(LONG, "doc")])
    fill(vault, [draft("Paragraph gone", "doc")])
    assert served(ask(vault, "Paragraph", "lexical")) == ["Paragraph gone"]
    assert {newer for _, newer, _ in edges(vault)} == {"Paragraph gone"}
    assert fill(vault, [draft("Paragraph gone", "doc")]).superseded == 0


def test_text_cut_off_after_a_part_leaves_no_part_behind(vault: Vault):
    fill(vault, [draft(LONG, "doc")])
    (first, *_) = (record.text for record in reading.session_records(vault, _first(vault)))
    fill(vault, [draft(first, "doc")])
    assert served(ask(vault, "Paragraph", "lexical")) == [first]


def _first(vault: Vault) -> str:
    return str(vault.connection.execute("SELECT id FROM record ORDER BY ordinal LIMIT 1").fetchone()[0].hex())


def test_what_a_person_replaced_is_not_replaced_again_by_a_changed_source(vault: Vault):
    fill(vault, [draft("first", "same"), draft("chosen", "other")])
    curation.supersede(vault, id_of(vault, "first"), id_of(vault, "chosen"))
    fill(vault, [draft("second", "same")])
    assert edges(vault) == {("first", "chosen", "")}


def test_edges_of_a_file_are_drawn_whatever_the_order(vault: Vault):
    fill(vault, [draft("a", "a", superseded_by="b"), draft("b", "b", superseded_by="c"), draft("c", "c")])
    assert edges(vault) == {("a", "b", ""), ("b", "c", "")}


def test_edges_that_cannot_be_drawn_are_named_and_the_rest_comes_in(vault: Vault):
    summary = fill(
        vault,
        [
            draft("a", "a", superseded_by="b"),
            draft("b", "b", superseded_by="a"),
            draft("lost", "l", superseded_by="nowhere"),
            draft("self", "s", superseded_by="s"),
        ],
    )
    assert edges(vault) == {("a", "b", "")}
    assert summary.superseded == 1
    assert sorted(some.position for some in summary.skipped) == ["a", "nowhere", "s"]
    assert summary.records == 4


def test_dry_run_counts_and_writes_nothing(vault: Vault):
    fill(vault, [draft("known", "1")])
    before = curated(vault)
    summary = ingest.import_drafts(
        vault, [draft("known", "1"), draft("new", "2")], format="test", source="x", dry_run=True
    )
    assert (summary.records, summary.known, summary.changes) == (1, 1, None)
    assert curated(vault) == before


def test_blank_drafts_are_left_out(vault: Vault):
    assert fill(vault, [draft(" \n", "1"), draft("text", "2")]).records == 1


def test_unknown_file_and_format_are_refused(vault: Vault, tmp_path: Path):
    (tmp_path / "x.bin").write_bytes(b"\x00\x01")
    before = curated(vault)
    with pytest.raises(UnknownFormat):
        ingest.import_path(vault, tmp_path / "x.bin")
    with pytest.raises(UnknownFormat):
        ingest.import_path(vault, tmp_path / "x.bin", format="no such")
    assert curated(vault) == before


def test_file_is_imported_by_its_recognised_format(vault: Vault, tmp_path: Path):
    file = tmp_path / "records.jsonl"
    file.write_text("".join(json.dumps({"id": f"r{n}", "text": f"text {n}"}) + "\n" for n in range(3)))
    summary = ingest.import_path(vault, file)
    assert (summary.format, summary.records) == ("jsonl", 3)
    assert summary.sign


def test_two_apps_may_hold_the_same_external_id(vault: Vault):
    fill(vault, [draft("in a", "1", app="a"), draft("in b", "1", app="b")])
    assert len(states(vault)) == 2
    assert edges(vault) == set()


def test_file_named_by_undecodable_bytes_comes_in(vault: Vault, tmp_path: Path):
    name = os.fsdecode(b"\xff.md")
    (tmp_path / name).write_text("# Rota\n\nAdmon has the early shift")
    (tmp_path / os.fsdecode(b"\xfe.jsonl")).write_text('{"text": "Admon has the late shift"}')
    assert ingest.import_path(vault, tmp_path, format="markdown").records == 1
    ingest.import_path(vault, tmp_path / name)
    ingest.import_path(vault, tmp_path / os.fsdecode(b"\xfe.jsonl"))
    assert "Admon has the late shift" in states(vault)
    assert "\ufffd" in str(reading.history(vault)[0].label)


# ---------------------------------------------------------------- pending


def test_no_recall_or_list_sees_a_pending_import(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importing, "BATCH", 2)
    fill(vault, ["before coming"])
    seen = []

    def look(done: int, total: int | None) -> None:
        seen.append(
            (served(ask(vault, "coming", "lexical")), reading.stats(vault).records, reading.stats(vault).sessions,
             reading.apps(vault),
             reading.containing(vault, "new coming"), ask(vault, "coming", "lexical").recall.recallable)
        )  # fmt: skip

    ingest.import_drafts(
        vault, [draft(f"new coming {n}", f"{n}", app="x") for n in range(4)], format="test", source="x", progress=look
    )
    assert seen == [(["before coming"], 1, 1, ("default",), (), 1)] * 2
    assert len(served(ask(vault, "coming", "lexical"))) == 5


def test_cancelled_import_leaves_nothing(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importing, "BATCH", 3)
    fill(vault, ["kept"])

    def cancel(done: int, total: int | None) -> None:
        if done >= 6:
            raise Cancelled

    with pytest.raises(Cancelled):
        ingest.import_drafts(
            vault, [draft(f"r{n}", f"{n}", f"s{n}") for n in range(20)], format="test", source="x", progress=cancel
        )
    assert list(states(vault)) == ["kept"]
    assert vault.connection.execute("SELECT count(*) FROM session").fetchone() == (1,)
    assert vault.connection.execute("SELECT count(*) FROM import").fetchone() == (1,)
    whole(vault)


def test_records_of_a_running_import_are_not_called_known(path: Path, vault: Vault):
    drafts = [draft("Admon has the early shift", "1")]
    other = []

    def meanwhile(done: int, total: int | None) -> None:
        with pytest.raises(VaultBusy) as error, Vault.open(path) as second:
            ingest.import_drafts(second, drafts, format="test", source="second")
        other.append(str(error.value))
        raise Cancelled

    with pytest.raises(Cancelled):
        ingest.import_drafts(vault, drafts, format="test", source="first", progress=meanwhile)
    assert "still running" in other[0]
    assert states(vault) == {}
    assert fill(vault, drafts).records == 1


def test_pending_import_of_a_live_process_is_not_purged(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importing, "BATCH", 1)
    with Vault.create(path) as vault, Vault.open(path) as other:
        purged = []

        def meanwhile(done: int, total: int | None) -> None:
            purged.append(ingest.purge(other))

        ingest.import_drafts(
            vault, [draft("one", "1"), draft("two", "2")], format="test", source="x", progress=meanwhile
        )
        assert purged == [0, 0]
        assert len(states(vault)) == 2


@pytest.mark.parametrize(
    ("owner", "gone"),
    [
        (lambda host, pid, started: [host, pid, started], False),
        (lambda host, pid, started: [host, pid, started + 1.0], False),  # the clock was set
        (lambda host, pid, started: [host, pid, started - 3600.0], True),  # the number was given to another process
        (lambda host, pid, started: [host, 2**22 + 7, started], True),
        (lambda host, pid, started: ["elsewhere", pid, 0.0], False),
    ],
)
def test_only_imports_of_dead_processes_are_purged(vault: Vault, owner, gone: bool):
    number = pending.begin(vault, "test", "x")
    vault.connection.execute("UPDATE import SET owner = ?", (json.dumps(owner(*json.loads(processes.this_process()))),))
    assert ingest.purge(vault) == int(gone)
    assert bool(vault.connection.execute("SELECT count(*) FROM import WHERE id = ?", (number,)).fetchone()[0]) != gone


def test_published_import_is_never_withdrawn(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    publish = importing._publish

    def interrupted(*arguments: object):
        publish(*arguments)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(importing, "_publish", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fill(vault, ["published"])
    assert served(ask(vault, "published", "lexical")) == ["published"]
    whole(vault)


def test_purge_takes_rows_postings_and_vectors_of_a_killed_import(vault: Vault):
    fill(vault, ["kept words"])
    embed(vault)
    number = pending.begin(vault, "test", "x")
    state = Intake("test", "default", "x", number)
    importing.write(vault, state, list(state.parts([draft("secret words", "s", "other")])))
    embed(vault)
    secret = ordinal_of_any(vault, "secret words")
    assert secret in vectors.load(vault).ordinals.tolist()
    vault.connection.execute(
        "UPDATE import SET owner = ? WHERE id = ?", (json.dumps([_host(), 2**22 + 9, 1.0]), number)
    )
    assert ingest.purge(vault) == 1
    assert secret not in vectors.load(vault).ordinals.tolist()
    assert postings.read(vault, postings.load(vault), "secret") is None
    assert list(states(vault)) == ["kept words"]
    whole(vault)
    fill(vault, ["later"])
    assert ordinal_of(vault, "later") > secret  # never reused


def test_purge_works_while_the_index_is_of_an_older_analyzer(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    number = pending.begin(vault, "test", "x")
    state = Intake("test", "default", "x", number)
    importing.write(vault, state, list(state.parts([draft("secret", "s")])))
    vault.connection.execute("UPDATE posting_segment SET analyzer = ?", (analysis.VERSION - 1,))
    vault.connection.execute("UPDATE import SET owner = ?", (json.dumps([_host(), 2**22 + 9, 1.0]),))
    assert ingest.purge(vault) == 1
    assert states(vault) == {}


def ordinal_of_any(vault: Vault, text: str) -> int:
    return int(vault.connection.execute("SELECT ordinal FROM record WHERE text = ?", (text,)).fetchone()[0])


def _host() -> str:
    return str(json.loads(processes.this_process())[0])


IMPORTING = """
import pathlib, sys
from mnemoscope import ingest
from mnemoscope.ingest import importing
from mnemoscope.records import RecordDraft
from mnemoscope.vault import Vault
importing.BATCH = 20
with Vault.open(pathlib.Path(sys.argv[1])) as vault:
    print("ready", flush=True)
    drafts = [RecordDraft(f"s{n // 7}", f"imported text number {n}", f"e{n}") for n in range(400)]
    summary = ingest.import_drafts(vault, drafts, format="test", source="killed")
    print(summary.records, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills like that here")
def test_killed_import_is_wholly_in_or_not_at_all_and_a_second_run_completes_it(path: Path):
    Vault.create(path).close()
    with Vault.open(path) as vault:
        fill(vault, ["kept"])
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    rng = random.Random(4)
    outcomes = set()
    for _ in range(int(os.environ.get("MNEMOSCOPE_KILLS", "5"))):
        process = subprocess.Popen(
            [sys.executable, "-c", IMPORTING, str(path)], env=environment, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(rng.uniform(0.0, 0.4))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with Vault.open(path) as vault:
            visible = ask(vault, "imported text kept", "lexical").recall.recallable
            assert visible in {1, 401}
            ingest.purge(vault)
            assert len(states(vault)) in {1, 401}
            assert len(states(vault)) == visible
            whole(vault)
            outcomes.add(visible)
    finished = subprocess.run(
        [sys.executable, "-c", IMPORTING, str(path)], env=environment, capture_output=True, text=True, check=True
    )
    assert finished.stdout.split() == ["ready", "0" if 401 in outcomes else "400"]
    with Vault.open(path) as vault:
        assert len(states(vault)) == 401
        whole(vault)


def test_import_after_its_undo_brings_the_records_back(vault: Vault):
    drafts = [SessionDraft("s"), RecordDraft("s", "one", external_id="1"), RecordDraft("s", "two", external_id="2")]
    ingest.import_drafts(vault, drafts, format="test", source="x")
    (first, second) = reading.containing(vault, "o")
    curation.deactivate(vault, [first.id], "stale")
    curation.restore(vault, [first.id])
    curation.undo(vault)
    curation.undo(vault)
    curation.undo(vault)
    assert {some.reason for some in reading.containing(vault, "o")} == {"undone"}
    summary = ingest.import_drafts(vault, drafts, format="test", source="x")
    assert (summary.records, summary.known) == (0, 2)
    assert summary.changes is not None
    assert str(summary.changes.label) == "Imported 2 records from x"
    assert all(some.active for some in reading.containing(vault, "o"))
    curation.deactivate(vault, [second.id], "stale")
    ingest.import_drafts(vault, drafts, format="test", source="x")
    assert not reading.record(vault, second.id).active


def test_edited_section_of_a_note_supersedes_what_it_was(vault: Vault, tmp_path: Path):
    note = tmp_path / "pool.md"
    note.write_text("# Pool\n\nCloses at 20:00.\n\n## Keys\n\nAt the desk.\n")
    ingest.import_path(vault, note)
    note.write_text("# Pool\n\nCloses at 22:00.\n\n## Keys\n\nAt the desk.\n")
    summary = ingest.import_path(vault, note)
    assert (summary.records, summary.known, summary.superseded) == (1, 1, 1)
    (old,) = reading.containing(vault, "20:00")
    (new,) = reading.containing(vault, "22:00")
    assert old.superseded_by == new.id


def test_chain_that_comes_newest_first_is_not_walked_again_for_each_record(vault: Vault):
    count = 300
    drafts = [RecordDraft("s", f"plan {n}", external_id=str(n), superseded_by=str(n + 1)) for n in range(count)]
    walked: list[str] = []
    vault.connection.set_trace_callback(lambda said: walked.append(said) if "SELECT newer FROM" in said else None)
    summary = ingest.import_drafts(vault, drafts[::-1], format="test", source="x")
    vault.connection.set_trace_callback(None)
    assert summary.superseded == count - 1
    assert len(walked) < 3 * count
    with pytest.raises(Refused, match="circle"):
        curation.supersede(vault, id_of(vault, f"plan {count - 1}"), id_of(vault, "plan 0"))
