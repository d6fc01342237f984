"""Each thing is damaged behind the program's back: the doctor finds it, and mends what is derived."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from memories import ask, curated, draft, embed, fill, id_of, served

from mnemoscope import cli, curation, doctor, forgetting, indexing, ingest, pending, processes, reading
from mnemoscope.doctor import Check, examination
from mnemoscope.errors import Cancelled
from mnemoscope.records import Channel, ChannelState
from mnemoscope.vault import Vault


@pytest.fixture
def whole(vault: Vault) -> Vault:
    """A vault in which much was done."""
    fill(vault, [draft(f"text {n} of the mill", str(n), f"s{n % 3}") for n in range(40)])
    embed(vault)
    curation.supersede(vault, id_of(vault, "text 1 of the mill"), id_of(vault, "text 2 of the mill"))
    curation.deactivate(vault, [id_of(vault, "text 3 of the mill")], "stale")
    ingest.add(vault, "one by hand")
    ingest.edit(vault, id_of(vault, "text 4 of the mill"), "text 4, edited")
    curation.undo(vault)
    forgetting.forget(vault, [id_of(vault, "text 5 of the mill")])
    curation.move(vault, [id_of(vault, "text 6 of the mill")], "garden")
    embed(vault)
    return vault


def found(vault: Vault) -> set[str]:
    vault.cache.snapshots.clear()
    return {finding.what.id for finding in doctor.examine(vault).findings}


def test_nothing_is_found_where_nothing_is_wrong(whole: Vault):
    diagnosis = doctor.examine(whole)
    assert (diagnosis.records, diagnosis.is_sound) == (41, True)
    assert [looked.check for looked in diagnosis.looked] == list(Check)
    before = curated(whole)
    assert doctor.repair(whole).is_sound
    assert curated(whole) == before


Damage = Callable[[Vault], object]
DERIVED: dict[str, str] = {
    "doctor.words.missing": "DELETE FROM posting_segment WHERE id = (SELECT max(id) FROM posting_segment)",
    "doctor.words.other": "UPDATE posting_segment SET hashes = zeroblob(length(hashes))",
    "doctor.words.terms": "UPDATE term SET postings = postings + 1 WHERE text = 'mill'",
    "doctor.words.analyzer": "UPDATE posting_segment SET analyzer = analyzer - 1",
    "doctor.words.counts": "UPDATE posting_segment SET postings = postings + 1",
    "doctor.vectors.other": "UPDATE vector_segment SET hashes = zeroblob(length(hashes))",
    "doctor.vectors.length": "UPDATE vector_segment SET vectors = zeroblob(length(vectors))",
    "doctor.columns": "UPDATE column_chunk SET packed = zeroblob(length(packed))",
}
CUT = {
    "doctor.words.missing": "UPDATE posting_segment SET ordinals = substr(ordinals, 1, length(ordinals) - 1)",
    "doctor.words.counts": "UPDATE posting_segment SET lengths = x'01'",
    "doctor.vectors.length": "UPDATE vector_segment SET vectors = substr(vectors, 3)",
    "doctor.vectors.other": "UPDATE vector_segment SET hashes = x''",
    "doctor.columns": "UPDATE column_chunk SET packed = x'0000'",
}


@pytest.mark.parametrize("id", DERIVED)
def test_derived_data_that_are_wrong_are_made_anew(whole: Vault, id: str):
    asked = served(ask(whole, "text mill edited", "lexical"))
    before = curated(whole)
    whole.connection.execute("UPDATE column_chunk SET packed = packed")
    whole.connection.execute(DERIVED[id])
    assert id in found(whole)
    left = doctor.repair(whole)
    assert left.is_sound
    assert curated(whole) == before
    embed(whole)
    assert found(whole) == set()
    assert served(ask(whole, "text mill edited", "lexical")) == asked


@pytest.mark.parametrize("id", CUT)
def test_derived_data_that_were_cut_short_are_made_anew(whole: Vault, id: str):
    before = curated(whole)
    whole.connection.execute(CUT[id])
    assert id in found(whole)
    left = doctor.repair(whole)
    assert left.is_sound
    assert id in {finding.what.id for finding in left.repaired}
    assert curated(whole) == before
    embed(whole)
    assert found(whole) == set()


@pytest.mark.parametrize("id", CUT)
def test_vault_whose_derived_data_were_cut_short_is_asked_and_written_to(whole: Vault, id: str):
    whole.connection.execute(CUT[id])
    whole.cache.snapshots.clear()
    state = indexing.status(whole)
    assert (state.indexed < state.records) == id.startswith("doctor.words")
    assert (state.embedded < state.records) == id.startswith("doctor.vectors")
    channels = ask(whole, "text mill edited").recall.channels
    assert (channels[Channel.LEXICAL].state is ChannelState.INCOMPLETE) == id.startswith("doctor.words")
    ingest.add(whole, "added to a damaged vault")
    forgetting.forget(whole, [id_of(whole, "text 7 of the mill")])
    indexing.index_words(whole)
    embed(whole)
    assert not {some for some in found(whole) if some.startswith(("doctor.words", "doctor.vectors"))}


def test_segment_that_holds_nothing_is_no_segment(whole: Vault):
    asked = served(ask(whole, "text mill edited", "lexical"))
    for table, blobs in (("posting_segment", ("ordinals", "lengths", "hashes")), ("vector_segment", ("vectors",))):
        cut = ", ".join(f"{blob} = x''" for blob in blobs)
        whole.connection.execute(f"UPDATE {table} SET {cut} WHERE id = (SELECT max(id) FROM {table})")
    whole.cache.snapshots.clear()
    assert ask(whole, "text mill edited").recall.channels[Channel.LEXICAL].state is ChannelState.INCOMPLETE
    assert doctor.repair(whole).is_sound
    embed(whole)
    assert served(ask(whole, "text mill edited", "lexical")) == asked


CURATED: dict[str, str] = {
    "doctor.hash": "UPDATE record SET text = text || '!' WHERE ordinal = 2",
    "doctor.other_app": "UPDATE record SET app = app + 1 WHERE ordinal = 2 AND app = 1",
    "doctor.other_state": "UPDATE record SET active = 1 WHERE reason = 'stale'",
    "doctor.two_apps": "UPDATE record SET app = (SELECT max(id) FROM app) WHERE ordinal = 3",
    "doctor.references": "UPDATE supersession SET newer = 9999",
    "doctor.circle": "INSERT INTO supersession (older, newer, since) VALUES (3, 2, 0)",
    "doctor.empty_sessions": "INSERT INTO session (app, format, key, title) VALUES (1, 'x', 'x', 'x')",
    "doctor.schema": "PRAGMA application_id = 7",
    "doctor.forgetting": "INSERT INTO setting VALUES ('forgetting', '[]')",
}


@pytest.mark.parametrize("id", CURATED)
def test_curated_data_that_are_wrong_are_told_and_never_changed(whole: Vault, id: str):
    whole.connection.execute("PRAGMA foreign_keys = OFF")
    whole.connection.execute(CURATED[id])
    assert id in found(whole)
    before = curated(whole)
    assert id in {finding.what.id for finding in doctor.repair(whole).findings}
    assert curated(whole) == before


def test_session_whose_records_were_all_moved_to_another_app_is_nothing_wrong(whole: Vault):
    curation.move(whole, [id_of(whole, "one by hand")], "garden")
    assert doctor.examine(whole).is_sound
    curation.undo(whole)
    assert doctor.examine(whole).is_sound


def test_findings_name_their_records(whole: Vault):
    whole.connection.execute("UPDATE record SET text = text || '!' WHERE ordinal IN (2, 7)")
    (finding,) = [some for some in doctor.examine(whole).findings if some.what.id == "doctor.hash"]
    ids = [row[0].hex() for row in whole.connection.execute("SELECT id FROM record WHERE ordinal IN (2, 7)")]
    assert finding.count == 2
    assert sorted(id.startswith(name) for id, name in zip(ids, finding.records, strict=True)) == [True, True]
    assert str(finding.what) == "2 texts have another hash than is stored"


def test_killed_import_is_found_and_cleared_away(whole: Vault):
    number = pending.begin(whole, "test", "x")
    owner = json.dumps([json.loads(processes.this_process())[0], 2**22 + 9, 1.0])
    whole.connection.execute("UPDATE import SET owner = ? WHERE id = ?", (owner, number))
    assert found(whole) == {"doctor.words.killed_import"}
    assert doctor.repair(whole).is_sound


def test_page_that_is_damaged_is_found_by_sqlite(whole: Vault, path: Path, capsys: pytest.CaptureFixture[str]):
    whole.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole.close()
    content = bytearray(path.read_bytes())
    content[8192 * 8 : 8192 * 40] = bytes(8192 * 32)
    path.write_bytes(content)
    status = cli.main(["doctor", str(path)])
    said = capsys.readouterr()
    assert status == 1
    assert said.out or said.err
    assert "Traceback" not in said.err


def test_command_says_what_it_found(whole: Vault, path: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["doctor", str(path)]) == 0
    assert capsys.readouterr().out == "41 records, and nothing is wrong.\n"
    whole.connection.execute(DERIVED["doctor.words.terms"])
    assert cli.main(["doctor", str(path), "--json"]) == 1
    (finding,) = [json.loads(capsys.readouterr().out)["findings"][0]]
    assert (finding["what"]["id"], finding["can_repair"]) == ("doctor.words.terms", True)
    assert cli.main(["doctor", str(path)]) == 1
    assert "--repair makes it anew" in capsys.readouterr().out
    assert cli.main(["doctor", str(path), "--repair"]) == 0
    assert reading.stats(whole).records == 41


def test_each_check_is_told_as_it_is_made_with_how_much_it_looked_at(whole: Vault):
    told: list[doctor.Inspected] = []
    diagnosis = doctor.examine(whole, told=told.append)
    assert tuple(told) == diagnosis.looked
    amounts = {looked.check: looked.amount for looked in told}
    assert (amounts[Check.TEXTS], amounts[Check.VECTORS], amounts[Check.SUPERSESSIONS]) == (41, 41, 1)
    assert amounts[Check.FILE] > 10
    assert amounts[Check.WORDS] > 40


def test_finding_stands_under_its_check_and_lists_its_records_whole(whole: Vault):
    whole.connection.execute("UPDATE record SET text = text || ' zebra' WHERE ordinal BETWEEN 7 AND 20")
    by_check = {looked.check: looked.findings for looked in doctor.examine(whole).looked}
    (texts,) = by_check[Check.TEXTS]
    assert (texts.count, len(texts.records), len(texts.ids)) == (14, doctor.NAMED, 14)
    assert all(len(id) == 32 for id in texts.ids)
    assert {finding.what.id for finding in by_check[Check.WORDS]} >= {"doctor.words.terms"}
    assert not by_check[Check.STATES]


def test_nothing_is_looked_at_after_a_file_that_is_not_sound(whole: Vault):
    whole.connection.execute("PRAGMA foreign_keys = OFF")
    whole.connection.execute("UPDATE supersession SET newer = 9999")
    assert [looked.check for looked in doctor.examine(whole).looked] == [Check.FILE, Check.REFERENCES]


def test_text_that_cannot_be_read_is_a_finding(whole: Vault):
    whole.connection.execute("UPDATE record SET text = CAST(x'ff80' AS TEXT) WHERE ordinal = 4")
    diagnosis = doctor.examine(whole)
    assert [finding.what.id for finding in diagnosis.findings] == ["doctor.unreadable"]
    assert diagnosis.looked[-1].check is Check.TEXTS
    assert doctor.repair(whole).looked == diagnosis.looked


def test_page_that_is_damaged_is_a_finding_of_the_file(whole: Vault):
    whole.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    page = whole.connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'record'").fetchone()[0]
    path = whole.path
    whole.close()
    content = bytearray(path.read_bytes())
    content[8192 * (page - 1) : 8192 * page] = b"\xa5" * 8192
    path.write_bytes(content)
    with Vault.open(path) as vault:
        diagnosis = doctor.examine(vault)
    assert diagnosis.looked[-1].check is Check.FILE
    assert not diagnosis.is_sound


def test_examination_stops_where_it_is_no_longer_wanted_and_the_vault_goes_on(whole: Vault):
    before = curated(whole)
    asked = 0

    def progress(done: int, total: int | None) -> None:
        nonlocal asked
        asked += 1
        if asked > 4:
            raise Cancelled

    with pytest.raises(Cancelled):
        doctor.examine(whole, progress)
    assert curated(whole) == before
    assert doctor.examine(whole).is_sound


def test_statement_of_sqlite_stops_where_it_is_no_longer_wanted(whole: Vault, monkeypatch: pytest.MonkeyPatch):
    def endless(connection: sqlite3.Connection) -> list[object]:
        query = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        return connection.execute(query).fetchall()

    def progress(done: int, total: int | None) -> None:
        raise Cancelled

    monkeypatch.setitem(examination._LOOKS, Check.FILE, endless)
    with pytest.raises(Cancelled):
        doctor.examine(whole, progress)


def test_what_others_write_meanwhile_is_no_finding(whole: Vault):
    def meanwhile(looked: doctor.Inspected) -> None:
        with Vault.open(whole.path, "another") as other:
            fill(other, [f"written while {looked.check} was looked at"], source=looked.check)

    diagnosis = doctor.examine(whole, told=meanwhile)
    assert (diagnosis.records, diagnosis.is_sound) == (41, True)
    assert doctor.examine(whole).records == 41 + len(Check)


def test_repair_tells_what_it_made_anew(whole: Vault):
    whole.connection.execute(DERIVED["doctor.words.terms"])
    whole.connection.execute(DERIVED["doctor.columns"])
    diagnosis = doctor.repair(whole)
    assert {finding.what.id for finding in diagnosis.repaired} >= {"doctor.words.terms", "doctor.columns"}
    assert doctor.repair(whole).repaired == ()
