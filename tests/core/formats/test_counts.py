"""Every format: a file of its kind in, the counts out as an independent look at the file has them."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from memories import edges, states

from mnemoscope import curation, formats, ingest, reading
from mnemoscope.errors import VaultError
from mnemoscope.records import Kind
from mnemoscope.vault import Vault

Bring = Callable[[Path, str], ingest.ImportSummary]


def packed(folder: Path, target: Path) -> Path:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder).as_posix())
    return target


def database(script: Path, target: Path) -> Path:
    connection = sqlite3.connect(target)
    connection.executescript(script.read_text())
    connection.close()
    return target


def counts(vault: Vault) -> tuple[int, int]:
    return reading.stats(vault).sessions, reading.stats(vault).records


def inactive(vault: Vault) -> set[str]:
    return {text for text, (active, _) in states(vault).items() if not active}


def by_app(vault: Vault) -> dict[str, int]:
    query = "SELECT a.name, count(*) FROM record r JOIN app a ON a.id = r.app GROUP BY 1"
    return dict(vault.connection.execute(query).fetchall())


_NO_TURN = r'tool_result|<command|"is(Sidechain|Meta)": true|"system"|"content": null'


@pytest.fixture
def brought(vault: Vault) -> Bring:
    def bring(source: Path, name: str) -> ingest.ImportSummary:
        assert formats.recognise(source)[0].name == name
        found = ingest.preview(vault, source)
        summary = ingest.import_path(vault, source)
        assert sum(found.arrivals.values()) == summary.records
        assert (found.session_count, found.skip_count) == (summary.sessions, summary.skip_count)
        again = ingest.import_path(vault, source)
        assert (again.records, again.known, again.superseded, again.followed) == (0, summary.records, 0, 0)
        return summary

    return bring


# ---------------------------------------------------------------- chatgpt


def said_in_chatgpt(file: Path) -> list[str]:
    """The ids on the way from each current node to the root that a person or the assistant said visibly."""
    found = []
    for conversation in json.loads(file.read_text()):
        nodes = conversation["mapping"] if isinstance(conversation, dict) else {}
        at, seen = conversation.get("current_node") if isinstance(conversation, dict) else None, set()
        if isinstance(nodes, dict) and at not in nodes:
            at = [id for id, node in nodes.items() if not node["children"]][-1] if nodes else None
        while isinstance(nodes, dict) and at in nodes and at not in seen:
            seen.add(at)
            message = nodes[at]["message"]
            if message and message["author"]["role"] in ("user", "assistant"):
                content = message["content"]
                found += [message["id"]] * (
                    "text" in content or any(isinstance(p, str) for p in content.get("parts", []))
                )
            at = nodes[at]["parent"]
    return found


@pytest.mark.parametrize("kind", ["file", "zip", "folder"])
def test_chatgpt(brought: Bring, vault: Vault, data: Path, tmp_path: Path, kind: str):
    file = data / "chatgpt" / "conversations.json"
    folder = tmp_path / "export"
    folder.mkdir()
    shutil.copy(file, folder)
    source = {"file": file, "zip": packed(folder, tmp_path / "x.zip"), "folder": folder}[kind]
    summary = brought(source, "chatgpt")
    assert summary.records == len(said_in_chatgpt(file)) == 7
    assert counts(vault) == (3, 7)
    assert [some.position for some in summary.skipped] == ["conversation 5", "conversation 6"]
    (record,) = reading.containing(vault, "Every second Tuesday")
    assert (record.speaker, record.happened_at and record.happened_at.utc) == ("assistant", 1767261702000)
    assert record.session_title == "Kiln schedule"
    assert not reading.containing(vault, "On Mondays")  # a branch that was left
    assert reading.containing(vault, "[image]\n\nAnd this shelf?")


def test_parts_of_a_split_chatgpt_export_are_one_source(brought: Bring, vault: Vault, data: Path):
    summary = brought(data / "chatgpt" / "split", "chatgpt")
    assert counts(vault) == (2, 5)
    assert summary.passed_over == ("user.json",)


def test_message_edited_in_chatgpt_supersedes_its_first_wording(vault: Vault, data: Path, tmp_path: Path):
    file = tmp_path / "conversations.json"
    export = json.loads((data / "chatgpt" / "conversations.json").read_text())[:1]
    export[0]["current_node"] = "k4"
    file.write_text(json.dumps(export))
    assert ingest.import_path(vault, file).records == 2
    export[0]["current_node"] = "k6"
    file.write_text(json.dumps(export))
    assert ingest.import_path(vault, file).superseded == 1
    assert edges(vault) == {("When does the kiln fire?", "When does the big kiln fire?", "")}


def test_branch_that_chatgpt_goes_back_to_is_live_again_and_the_other_is_not(vault: Vault, data: Path, tmp_path: Path):
    file = tmp_path / "conversations.json"
    export = json.loads((data / "chatgpt" / "conversations.json").read_text())[:1]
    first, second = "When does the kiln fire?", "When does the big kiln fire?"

    def bring(node: str, name: str = "conversations.json") -> ingest.ImportSummary:
        export[0]["current_node"] = node
        file.with_name(name).write_text(json.dumps(export))
        return ingest.import_path(vault, file.with_name(name))

    for node, live in (("k4", first), ("k6", second), ("k4", first), ("k4", first), ("k6", second)):
        bring(node)
        assert [newer for _, newer, _ in edges(vault)] == [live] * (len(states(vault)) > 2)
    assert bring("k4", "an older export.json").superseded == 0
    assert edges(vault) == {(first, second, "")}


def test_wording_that_a_person_chose_stands_whatever_branch_chatgpt_goes_to(vault: Vault, data: Path, tmp_path: Path):
    file = tmp_path / "conversations.json"
    export = json.loads((data / "chatgpt" / "conversations.json").read_text())[:1]
    for node in ("k4", "k6"):
        export[0]["current_node"] = node
        file.write_text(json.dumps(export))
        ingest.import_path(vault, file)
    (old,), (new,) = reading.containing(vault, "does the kiln"), reading.containing(vault, "the big kiln")
    curation.unsupersede(vault, old.id, new.id)
    curation.supersede(vault, old.id, new.id)
    export[0]["current_node"] = "k4"
    file.write_text(json.dumps(export))
    assert ingest.import_path(vault, file).superseded == 0
    assert edges(vault) == {(old.text, new.text, "")}


def test_ten_thousand_nested_messages_come_in(vault: Vault, tmp_path: Path):
    nodes = {
        str(n): {
            "id": str(n), "parent": str(n - 1), "children": [str(n + 1), f"b{n}"],
            "message": {"id": str(n), "author": {"role": "user"}, "content": {"parts": [f"turn {n}"]}},
        }
        for n in range(10_000)
    }  # fmt: skip
    file = tmp_path / "deep.json"
    file.write_text(json.dumps([{"title": "deep", "id": "d", "current_node": "9999", "mapping": nodes}]))
    assert ingest.import_path(vault, file).records == 10_000


# ---------------------------------------------------------------- claude


@pytest.mark.parametrize("is_packed", [True, False])
def test_claude(brought: Bring, vault: Vault, data: Path, tmp_path: Path, is_packed: bool):
    folder = data / "claude"
    messages = json.loads((folder / "conversations.json").read_text())[0]["chat_messages"]
    turns = [some for some in messages if isinstance(some, dict) and isinstance(some["text"], str) and some["text"]]
    summary = brought(packed(folder, tmp_path / "x.zip") if is_packed else folder, "claude")
    notes = 1 + 2 + 1  # an attachment, a description and an instruction, a document
    facts = 2
    assert summary.records == len(turns) + notes + facts == 9
    assert counts(vault) == (3, 9)
    assert summary.passed_over == ("users.json",)
    assert summary.skip_count == 4
    (answer,) = reading.containing(vault, "Let me look.")
    assert answer.text == "Let me look.\n\nMadder."
    assert not reading.containing(vault, "secret of the tool")
    (attachment,) = reading.containing(vault, "woad")
    assert (attachment.kind, attachment.text.splitlines()[0]) == (Kind.NOTE, "vats.txt")


# ---------------------------------------------------------------- claude-code


def test_claude_code(brought: Bring, vault: Vault, data: Path):
    folder = data / "claude-code"
    said = set()
    for file in folder.rglob("*.jsonl"):
        for line in file.read_text().splitlines():
            found = re.search(r'"uuid": "([uv]-\d+)"', line)
            if found and not re.search(
                r'tool_result|<command|"is(Sidechain|Meta)": true|"system"|"content": null', line
            ):
                said.add(found[1])
    assert said == {"u-1", "u-2", "u-9", "v-1", "u-10"}
    summary = ingest.import_path(vault, folder)
    assert summary.format == "claude-code"
    assert (summary.records, summary.known) == (4 + 2, 2)  # the last line is not whole; two notes; a resumed session
    assert [str(some.reason) for some in summary.skipped][-1].startswith("the line is not whole")
    assert summary.passed_over == ("-home-somebody-mill/todo.txt",)
    (turn,) = reading.containing(vault, "Forty minutes")
    assert (turn.session_title, turn.meta) == ("Sluice gate timing", {"model": "model-y"})
    assert ingest.import_path(vault, folder).records == 0


def test_session_that_grew_adds_its_new_turns(vault: Vault, data: Path, tmp_path: Path):
    (file,) = (data / "claude-code").rglob("*0001.jsonl")
    source = tmp_path / "session.jsonl"
    source.write_bytes(file.read_bytes())
    before = ingest.import_path(vault, source)
    with source.open("a") as end:
        end.write('ionId": "0a1b2c3d", "type": "user", "message": {"content": "Written at last."}}\n')
    after = ingest.import_path(vault, source)
    assert (after.records, after.known) == (1, before.records)


# ---------------------------------------------------------------- stores


@pytest.mark.parametrize("kind", ["folder", "zip", "whole", "lines"])
def test_openmemory(brought: Bring, vault: Vault, data: Path, tmp_path: Path, kind: str):
    folder = tmp_path / "export"
    folder.mkdir()
    shutil.copy(data / "openmemory" / "memories.json", folder)
    lines = (data / "openmemory" / "memories.jsonl").read_bytes()
    (folder / "memories.jsonl.gz").write_bytes(gzip.compress(lines))
    sources = {"folder": folder, "whole": folder / "memories.json", "lines": folder / "memories.jsonl.gz"}
    summary = brought(packed(folder, tmp_path / "x.zip") if kind == "zip" else sources[kind], "openmemory")
    if kind == "lines":
        assert (summary.records, by_app(vault), inactive(vault)) == (2, {"cursor": 1, "desk": 1}, {"Only in the lines"})
        return
    both = kind != "whole"
    assert summary.records == 3 + both
    assert by_app(vault) == {"cursor": 2, "desk": 1 + both}
    assert inactive(vault) == {"Parks at gate C", *["Only in the lines"] * both}
    (parked,) = reading.containing(vault, "gate C")
    past = vault.connection.execute("SELECT count(*) FROM state_change").fetchone()[0]
    assert (parked.reason, past) == ("archived", 3)
    (milk,) = reading.containing(vault, "oat milk")
    assert milk.meta["categories"] == ["food"]


def test_mcp_memory_service_database(brought: Bring, vault: Vault, data: Path, tmp_path: Path):
    source = database(data / "mcp-memory-service" / "store.sql", tmp_path / "anything")
    connection = sqlite3.connect(source)
    (texts,) = connection.execute("SELECT count(content) FROM memories").fetchone()
    (deleted,) = connection.execute("SELECT count(deleted_at) FROM memories").fetchone()
    (replaced,) = connection.execute("SELECT count(superseded_by) FROM memories").fetchone()
    connection.close()
    summary = brought(source, "mcp-memory-service")
    assert (summary.records, len(inactive(vault)), summary.superseded) == (texts, deleted, replaced) == (5, 1, 2)
    assert ("The key is with Bruno", "The key is with Ilse", "") in edges(vault)
    (pump,) = reading.containing(vault, "in May")
    assert pump.meta["graph"][0]["target_hash"] == "h3"
    assert [some.name for some in tmp_path.iterdir() if some.name.startswith("anything")] == ["anything"]


def test_mcp_memory_service_export(brought: Bring, vault: Vault, data: Path):
    summary = brought(data / "mcp-memory-service" / "export.json", "mcp-memory-service")
    assert (summary.records, len(inactive(vault)), summary.superseded, summary.skip_count) == (3, 1, 1, 1)


def test_mcp_memory(brought: Bring, vault: Vault, data: Path):
    summary = brought(data / "mcp-memory" / "memory.jsonl", "mcp-memory")
    assert (summary.records, summary.sessions, summary.skip_count) == (2 + 1 + 1, 2, 3)
    assert reading.containing(vault, "Ottoline tends Vat 4")


def test_mem0_history(brought: Bring, vault: Vault, data: Path, tmp_path: Path):
    source = database(data / "mem0" / "history.sql", tmp_path / "history.db")
    summary = brought(source, "mem0")
    assert edges(vault) == {
        ("Lives in Aarau", "Lives in Basel", ""),
        ("Lives in Basel", "Lives in Bern", ""),
        ("Sings bass", "Sings baritone", ""),
    }
    assert (summary.records, inactive(vault), summary.skip_count) == (6, {"Owns a red bicycle"}, 1)


@pytest.mark.parametrize("is_wrapped", [False, True])
def test_mem0_export(brought: Bring, vault: Vault, data: Path, tmp_path: Path, is_wrapped: bool):
    listed = json.loads((data / "mem0" / "export.json").read_text())
    source = tmp_path / "export.json"
    source.write_text(json.dumps({"results": listed} if is_wrapped else listed))
    summary = brought(source, "mem0")
    assert (summary.records, summary.skip_count, by_app(vault)) == (3, 1, {"gardener": 1, "default": 2})


# ---------------------------------------------------------------- csv


def test_csv(brought: Bring, vault: Vault, data: Path):
    summary = brought(data / "csv" / "records.csv", "csv")
    assert (summary.records, summary.superseded, by_app(vault)) == (3, 1, {"ward": 2, "home": 1})
    assert [some.position for some in summary.skipped] == ["line 6", "line 7"]
    (rota,) = reading.containing(vault, "Monday")
    assert (rota.text, rota.speaker, rota.meta) == ("The rota, as of\r\nMonday", "Ann", {"colour": "red"})
    (tuesday,) = reading.containing(vault, "Tuesday")
    assert tuesday.meta == {"room": 4}
    assert inactive(vault) == {"The kettle leaks"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_as_spreadsheets_write_it(vault: Vault, tmp_path: Path, encoding: str, delimiter: str):
    source = tmp_path / "x"
    source.write_text(f"id{delimiter}content\n1{delimiter}Sluice né 4\n", encoding=encoding)
    assert ingest.import_path(vault, source).format == "csv"
    assert reading.containing(vault, "né 4")


def test_columns_are_taken_by_the_map(vault: Vault, tmp_path: Path):
    source = tmp_path / "x.csv"
    source.write_text("said,who,text\nIt is cold,Ann,a remark\n")
    ingest.import_path(vault, source, columns={"text": "said", "speaker": "who"})
    (record,) = reading.containing(vault, "It is cold")
    assert (record.speaker, record.meta) == ("Ann", {"text": "a remark"})
    offer = formats.offer(formats.importer("csv"), source)
    assert offer is not None
    assert (offer.columns, offer.proposed, offer.examples["who"]) == (("said", "who", "text"), {"text": "text"}, "Ann")


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [({"speaker": "who"}, "names no column for the text"), ({"text": "nobody"}, "no column nobody")],
)
def test_map_that_does_not_fit_is_refused(vault: Vault, tmp_path: Path, columns: dict[str, str], sentence: str):
    for name, content in (("x.csv", "said,who,text\na,b,c\n"), ("x.jsonl", '{"text": "a", "who": "b"}\n')):
        source = tmp_path / name
        source.write_text(content)
        with pytest.raises(VaultError, match=sentence):
            ingest.import_path(vault, source, columns=columns)
    assert states(vault) == {}
