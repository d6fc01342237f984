"""Items that no exporter should write, in every format that could hold them: each has its sentence or comes in."""

from __future__ import annotations

import gzip
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from memories import edges, states

from mnemoscope import doctor, formats, ingest, reading
from mnemoscope.errors import VaultError
from mnemoscope.formats import databases
from mnemoscope.records import RecordDraft
from mnemoscope.vault import Vault

Item = tuple[str, str, object]
"""An id, a text and a time."""


def node(item: Item, parent: str | None = None, **more: object) -> dict[str, object]:
    id, text, time = item
    said = {"id": id, "author": {"role": "user"}, "content": {"parts": [text]}, "create_time": time}
    return {"parent": parent, "children": [], "message": said, **more}


def chatgpt(items: list[Item]) -> str:
    keys = [f"n{place}" for place in range(len(items))]
    mapping = {key: node(item, parent) for key, item, parent in zip(keys, items, [None, *keys], strict=False)}
    return json.dumps([{"id": "c", "current_node": keys[-1], "mapping": mapping}])


def claude(items: list[Item]) -> str:
    messages = [{"uuid": id, "text": text, "sender": "human", "created_at": time} for id, text, time in items]
    return json.dumps([{"uuid": "c", "name": "", "chat_messages": messages}])


def claude_code(items: list[Item]) -> str:
    lines = (
        {"type": "user", "sessionId": "s", "uuid": id, "timestamp": time, "message": {"role": "user", "content": text}}
        for id, text, time in items
    )
    return "".join(json.dumps(line) + "\n" for line in lines)


def openmemory(items: list[Item]) -> str:
    memories = [{"id": id, "content": text, "created_at": time, "state": "active"} for id, text, time in items]
    return json.dumps({"memories": memories, "status_history": [], "apps": []})


def mcp_memory_service(items: list[Item]) -> str:
    memories = [{"content_hash": id, "content": text, "created_at": time} for id, text, time in items]
    return json.dumps({"export_metadata": {}, "memories": memories})


def mem0(items: list[Item]) -> str:
    return json.dumps([{"id": id, "memory": text, "created_at": time} for id, text, time in items])


def jsonl(items: list[Item]) -> str:
    return "".join(json.dumps({"id": id, "text": text, "created_at": time}) + "\n" for id, text, time in items)


def csv(items: list[Item]) -> str:
    return "id,text,date\n" + "".join(
        f'{id},"{text}",{"" if time is None or isinstance(time, bool) else time}\n' for id, text, time in items
    )


def mcp_memory(items: list[Item]) -> str:
    lines = ({"type": "entity", "name": id, "entityType": "x", "observations": [text]} for id, text, _ in items)
    return "".join(json.dumps(line) + "\n" for line in lines)


WRITERS: dict[str, Callable[[list[Item]], str]] = {
    "chatgpt": chatgpt,
    "claude": claude,
    "claude-code": claude_code,
    "openmemory": openmemory,
    "mcp-memory-service": mcp_memory_service,
    "mem0": mem0,
    "jsonl": jsonl,
    "csv": csv,
    "mcp-memory": mcp_memory,
}
TIMED = [name for name in WRITERS if name != "mcp-memory"]


@pytest.fixture
def bring(vault: Vault, tmp_path: Path) -> Callable[[str, str], ingest.ImportSummary]:
    def import_text(name: str, content: str) -> ingest.ImportSummary:
        source = tmp_path / f"{name}.source"
        source.write_text(content)
        assert formats.recognise(source)[0].name == name
        found = ingest.preview(vault, source)
        summary = ingest.import_path(vault, source)
        assert sum(found.arrivals.values()) == summary.records + summary.known
        assert ingest.import_path(vault, source).records == 0
        assert doctor.examine(vault).findings == ()
        return summary

    return import_text


@pytest.mark.parametrize("name", WRITERS)
def test_two_texts_under_one_id_are_both_here_or_the_second_is_named(bring, vault: Vault, name: str):
    summary = bring(
        name, WRITERS[name]([("1", "left", None), ("1", "right", None), ("1", "left", None), ("2", "b", 0)])
    )
    assert {"left", "b"} <= states(vault).keys()
    named = [some.reason.id for some in summary.skipped]
    assert "right" in states(vault) or "skipped.repeated" in named
    assert edges(vault) == set()


MOMENT = 1_709_200_800_000
TIMES = {
    "seconds": 1_709_200_800,
    "fraction": 1_709_200_800.25,
    "milliseconds": 1_709_200_800_000,
    "zoned": "2024-02-29T11:00:00+01:00",
    "zulu": "2024-02-29T10:00:00Z",
    "zoneless": "2024-02-29 10:00:00",
    "day": "2024-02-29",
    "text of a number": "1709200800",
}


@pytest.mark.parametrize("name", TIMED)
def test_times_of_every_kind_are_one_moment_and_a_missing_one_stays_missing(bring, vault: Vault, name: str):
    bad = {"none": None, "never": "the other day", "no day": "2024-02-30", "far": 1e300, "yes": True, "blank": ""}
    items = [(kind, f"said {kind}", time) for kind, time in (TIMES | bad).items()]
    assert bring(name, WRITERS[name](items)).records == len(items)
    for kind, time in (TIMES | bad).items():
        (record,) = [some for some in reading.containing(vault, f"said {kind}") if some.text == f"said {kind}"]
        if kind in bad:
            assert record.happened_at is None, kind
            continue
        assert record.happened_at is not None, kind
        assert abs(record.happened_at.utc - MOMENT) < (36_000_001 if kind == "day" else 1000)
        assert record.happened_at.text == str(time)
        assert record.happened_at.zoned == (kind not in ("zoneless", "day"))


@pytest.mark.parametrize("name", WRITERS)
def test_text_of_five_megabytes_is_read_whole_in_every_format(name: str, tmp_path: Path):
    text = "One sentence of it. " * 262_144
    source = tmp_path / "x"
    source.write_text(WRITERS[name]([("1", "good", None), ("2", text, None)]))
    assert formats.recognise(source)[0].name == name
    drafts = formats.importer(name).read(source)
    assert [draft.text == text for draft in drafts if isinstance(draft, RecordDraft)] == [False, True]


@pytest.mark.parametrize("name", WRITERS)
def test_signs_that_cannot_be_stored_are_replaced_and_seen(bring, vault: Vault, name: str):
    written = WRITERS[name]([("1", "a\0b\ud800c", None), ("2", "good", None)]) if name != "csv" else None
    bring(name, written or "id,text\n1,a\0b\ufffdc\n2,good\n")
    assert states(vault).keys() == {"a\ufffdb\ufffdc", "good"}


# ---------------------------------------------------------------- trees


def conversation(nodes: dict[str, object], current: str) -> str:
    return json.dumps([{"id": "c", "current_node": current, "mapping": nodes}])


@pytest.mark.parametrize("ring", [["a"], ["a", "b"], ["a", "b", "c", "d"]])
def test_circle_of_parents_is_walked_once(bring, vault: Vault, ring: list[str]):
    after = [*ring[1:], ring[0]]
    nodes = {id: node((id, f"said {id}", None), parent, children=ring) for id, parent in zip(ring, after, strict=True)}
    nodes["tail"] = node(("tail", "said at last", None), ring[0])
    assert bring("chatgpt", conversation(nodes, "tail")).records == len(ring) + 1
    assert len(states(vault)) == len(ring) + 1


def test_ten_thousand_branches_under_one_message_come_in_with_the_one_that_was_read(bring, vault: Vault):
    ids = [str(n) for n in range(10_000)]
    nodes: dict[str, object] = {"root": node(("root", "asked", None), children=ids)}
    nodes |= {id: node((id, f"tried {id}", None), "root") for id in ids}
    assert bring("chatgpt", conversation(nodes, "777")).records == 2
    assert states(vault).keys() == {"asked", "tried 777"}


def test_ten_thousand_branchings_one_in_another_come_in(vault: Vault, tmp_path: Path):
    nodes: dict[str, object] = {}
    for n in range(10_000):
        nodes[f"{n}"] = node((f"{n}", f"turn {n}", None), f"{n - 1}", children=[f"{n + 1}", f"left {n + 1}"])
        nodes[f"left {n}"] = node((f"left {n}", f"left {n}", None), f"{n - 1}")
    source = tmp_path / "deep.json"
    source.write_text(conversation(nodes, "9999"))
    assert ingest.import_path(vault, source).records == 10_000


def test_newest_leaf_is_the_branch_where_the_current_message_is_missing(bring, vault: Vault):
    nodes = {"r": node(("r", "asked", 1), children=["a", "b"]), "a": node(("a", "first", 2), "r")}
    nodes["b"] = node(("b", "second", 1_700_000_000), "r")
    bring("chatgpt", conversation(nodes, "nowhere"))
    assert states(vault).keys() == {"asked", "second"}


# ---------------------------------------------------------------- files


def test_database_that_its_owner_holds_is_told_so_and_not_called_unknown(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(databases, "_PATIENCE", 0.05)
    source = tmp_path / "store.db"
    with closing(sqlite3.connect(source, isolation_level=None)) as owner:
        owner.execute("CREATE TABLE memories (content_hash TEXT, content TEXT)")
        owner.execute("INSERT INTO memories VALUES ('1', 'good')")
        owner.execute("BEGIN EXCLUSIVE")
        for act in (ingest.import_path, ingest.preview):
            with pytest.raises(VaultError, match="Another program is writing"):
                act(vault, source)
            with pytest.raises(VaultError, match="Another program is writing"):
                act(vault, source, format="mcp-memory-service")
        with pytest.raises(VaultError, match="Another program is writing"):
            formats.examine(source)
        owner.execute("COMMIT")
    assert ingest.import_path(vault, source).records == 1


def test_file_that_grows_while_it_is_imported_brings_what_it_had_and_then_the_rest(vault: Vault, tmp_path: Path):
    source = tmp_path / "grows.jsonl"
    source.write_text(jsonl([(str(n), f"turn {n} " * 40, None) for n in range(900)]))

    def grow(done: int, total: int | None) -> None:
        with source.open("a") as end:
            end.write(jsonl([(f"late {done}", f"late {done}", None)]))

    assert ingest.import_path(vault, source, progress=grow).records == 900
    again = ingest.import_path(vault, source)
    assert (again.records, again.known, again.skip_count) == (5, 900, 0)


@pytest.mark.parametrize("name", ["chatgpt", "claude", "claude-code", "openmemory", "markdown", "jsonl", "csv"])
def test_archive_of_every_kind_that_is_cut_or_hostile_is_told_and_its_good_files_come_in(
    vault: Vault, tmp_path: Path, name: str
):
    ending = {"claude-code": "jsonl", "markdown": "md", "jsonl": "jsonl", "csv": "csv"}.get(name, "json")
    good = WRITERS[name]([("1", "good", None), ("2", "better", None)]) if name != "markdown" else "# good\n"
    source = tmp_path / "x.zip"
    with zipfile.ZipFile(source, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"good.{ending}", good)
        archive.writestr(f"../../out.{ending}", good)
        archive.writestr(f"swollen.{ending}", bytes(1 << 27))
    summary = ingest.import_path(vault, source)
    assert "good" in "".join(states(vault))
    assert {some.reason.id for some in summary.skipped} == {"skipped.unsafe_name", "skipped.bomb"}
    assert list(tmp_path.rglob("out.*")) == []
    whole = source.read_bytes()
    source.write_bytes(whole[: len(whole) // 2])
    for act in (ingest.import_path, ingest.preview):
        with pytest.raises(VaultError):
            act(vault, source)
        with pytest.raises(VaultError, match="cannot be read"):
            act(vault, source, format=name)


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_archive_is_read_however_it_is_packed_and_its_damage_is_told(vault: Vault, tmp_path: Path, packing: int):
    source = tmp_path / "x.zip"
    with zipfile.ZipFile(source, "w", packing) as archive:
        archive.writestr("conversations.json", chatgpt([(str(n), f"said {n}", None) for n in range(200)]))
    content = source.read_bytes()
    for at in range(60, len(content), 997):
        source.write_bytes(content[:at] + bytes([content[at] ^ 0xFF] * 8) + content[at + 8 :])
        with pytest.raises(VaultError):
            ingest.import_path(vault, source, format="chatgpt")
    at = content.rindex(b"PK\x01\x02")
    source.write_bytes(content[: at + 6] + b"\x40\x00" + content[at + 8 :])
    with pytest.raises(VaultError, match=r"zip file version 6\.4"):
        ingest.import_path(vault, source, format="chatgpt")
    assert states(vault) == {}
    source.write_bytes(content)
    assert ingest.import_path(vault, source).records == 200


def test_cut_gzip_keeps_nothing_and_a_whole_one_comes_in(vault: Vault, tmp_path: Path):
    source = tmp_path / "memories.jsonl.gz"
    content = gzip.compress(b'{"id": "1", "content": "good", "state": "active", "app": "a"}\n')
    source.write_bytes(content[:-6])
    with pytest.raises(VaultError):
        ingest.import_path(vault, source, format="openmemory")
    assert states(vault) == {}
    source.write_bytes(content)
    assert ingest.import_path(vault, source).records == 1
