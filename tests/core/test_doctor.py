"""Each thing is damaged behind the program's back: the doctor finds it, and mends what is derived."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from memories import ask, curated, draft, embed, fill, id_of, served

from mnemoscope import cli, curation, doctor, forgetting, ingest, pending, processes, reading
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
    assert doctor.examine(whole) == doctor.Diagnosis(41, ())
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
