"""Files, folders and archives that are broken, hostile or in use: a sentence each, and the good items come in."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import sqlite3
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mnemoscope import formats, ingest, reading
from mnemoscope.errors import VaultError
from mnemoscope.formats import databases
from mnemoscope.formats.sources import Document, documents, opened
from mnemoscope.records import Skipped
from mnemoscope.vault import Vault

CONVERSATION = {
    "id": "c",
    "current_node": "n",
    "mapping": {"n": {"message": {"id": "n", "author": {"role": "user"}, "content": {"parts": ["The good item"]}}}},
}
EXPORT = json.dumps([CONVERSATION])


def archive(target: Path, members: dict[str, bytes | str]) -> Path:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return target


def test_truncated_zip_is_refused_in_one_sentence(vault: Vault, tmp_path: Path):
    whole = archive(tmp_path / "whole.zip", {"conversations.json": EXPORT}).read_bytes()
    source = tmp_path / "cut.zip"
    for size in (10, len(whole) // 2, len(whole) - 5):
        source.write_bytes(whole[:size])
        with pytest.raises(VaultError):
            ingest.import_path(vault, source)
        with pytest.raises(VaultError, match="cannot be read"):
            ingest.import_path(vault, source, format="chatgpt")


def test_damaged_member_brings_nothing_of_its_file(vault: Vault, tmp_path: Path):
    source = archive(tmp_path / "x.zip", {"conversations.json": EXPORT * 200})
    content = bytearray(source.read_bytes())
    content[60] ^= 0xFF
    source.write_bytes(content)
    with pytest.raises(VaultError):
        ingest.import_path(vault, source, format="chatgpt")
    assert reading.stats(vault).records == 0


def test_bomb_is_passed_by_and_the_good_file_comes_in(vault: Vault, tmp_path: Path):
    source = archive(tmp_path / "x.zip", {"conversations.json": EXPORT, "conversations-001.json": bytes(1 << 27)})
    summary = ingest.import_path(vault, source)
    assert summary.records == 1
    assert [(some.position, some.reason.id) for some in summary.skipped] == [("conversations-001.json", "skipped.bomb")]


def test_member_that_lies_about_its_size_gives_no_more_than_it_says(tmp_path: Path):
    source = archive(tmp_path / "x.zip", {"a.json": bytes(1 << 20)})
    content = bytearray(source.read_bytes())
    at = content.rindex(b"PK\x01\x02")
    struct.pack_into("<I", content, at + 24, 1000)
    source.write_bytes(content)
    (document,) = [some for some in documents(source) if isinstance(some, Document)]
    with pytest.raises(VaultError), document.open() as file:
        assert len(file.read()) <= 1000
        raise VaultError("format.missing", path="x")


@pytest.mark.parametrize("name", ["../../outside.json", "/etc/outside.json", "..\\outside.json", "C:/outside.json"])
def test_name_that_leads_out_of_the_archive_is_skipped_and_nothing_is_written(vault: Vault, tmp_path: Path, name: str):
    folder = tmp_path / "deep" / "er"
    folder.mkdir(parents=True)
    source = archive(folder / "x.zip", {name: EXPORT, "conversations.json": EXPORT})
    summary = ingest.import_path(vault, source)
    assert (summary.records, [some.reason.id for some in summary.skipped]) == (1, ["skipped.unsafe_name"])
    assert list(tmp_path.rglob("outside*")) == []


def test_encrypted_member_is_skipped(vault: Vault, tmp_path: Path):
    source = archive(tmp_path / "x.zip", {"a.json": "[]", "conversations.json": EXPORT})
    content = bytearray(source.read_bytes())
    at = content.index(b"PK\x01\x02")
    content[at + 8] |= 1
    source.write_bytes(content)
    summary = ingest.import_path(vault, source)
    assert (summary.records, [some.reason.id for some in summary.skipped]) == (1, ["skipped.encrypted"])


def test_file_is_read_up_to_the_size_that_it_had(tmp_path: Path):
    source = tmp_path / "grows"
    source.write_bytes(b"one\ntwo\n")
    with opened(source) as file:
        assert file.readline() == b"one\n"
        with source.open("ab") as end:
            end.write(b"three\n")
        assert file.read() == b"two\n"


def test_dangling_link_is_skipped_and_said(vault: Vault, tmp_path: Path):
    folder = tmp_path / "export"
    folder.mkdir()
    (folder / "conversations.json").write_text(EXPORT)
    (folder / "away.json").symlink_to(tmp_path / "nowhere")
    (folder / "round").symlink_to(folder)
    summary = ingest.import_path(vault, folder)
    assert (summary.records, sorted(some.position for some in summary.skipped)) == (1, ["away.json", "round"])


def test_what_is_not_utf8_is_skipped_by_item(vault: Vault, tmp_path: Path):
    source = tmp_path / "x.json"
    other = json.dumps({**CONVERSATION, "id": "d", "title": "@"}).encode().replace(b"@", b"\xe9")
    source.write_bytes(b"[" + other + b", " + json.dumps(CONVERSATION).encode() + b"]")
    summary = ingest.import_path(vault, source)
    assert (summary.records, [some.reason.id for some in summary.skipped]) == (1, ["skipped.not_utf8"])


def test_text_of_five_megabytes_comes_in_whole(vault: Vault, tmp_path: Path):
    text = "One sentence of it. " * 262_144
    source = tmp_path / "x.jsonl"
    source.write_text(json.dumps({"id": "1", "text": text}) + "\n")
    ingest.import_path(vault, source)
    rows = vault.connection.execute("SELECT text FROM record ORDER BY part").fetchall()
    assert "".join(row[0] for row in rows) == text


def test_cut_gzip_is_refused_in_words(vault: Vault, tmp_path: Path):
    lines = "".join(
        json.dumps({"id": str(n), "content": f"text {n} {os.urandom(8).hex()}", "state": "active"}) + "\n"
        for n in range(500)
    )
    content = gzip.compress(lines.encode())
    source = tmp_path / "memories.jsonl.gz"
    source.write_bytes(content[: len(content) // 2])
    with pytest.raises(VaultError):
        ingest.import_path(vault, source, format="openmemory")
    assert reading.stats(vault).records == 0


def test_vault_in_the_folder_that_is_imported_keeps_its_locks_and_is_skipped(vault: Vault, path: Path):
    (path.parent / "conversations.json").write_text(EXPORT)
    Path(path.parent, "linked.json").symlink_to(path)
    other = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')"
    told: list[int] = []

    def while_writing() -> int:
        return subprocess.run([sys.executable, "-c", other, str(path)], check=False, capture_output=True).returncode

    with vault.transaction():
        formats.examine(path.parent)
        told.append(while_writing())
        with pytest.raises(VaultError, match="this vault itself"):
            formats.examine(path.with_name(path.name + "-wal"))
        for name in ("mcp-memory-service", "chatgpt", "markdown", "claude-code", "openmemory", "mem0", "jsonl"):
            with contextlib.suppress(VaultError):
                list(formats.importer(name).read(path.parent))
        told.append(while_writing())
    assert told == [1, 1], "another process must still see that this one writes"
    assert while_writing() == 0
    summary = ingest.import_path(vault, path.parent)
    assert (summary.records, summary.passed_over) == (1, ())
    ours = {"linked.json", *(path.name + ending for ending in ("", "-wal", "-shm"))}
    assert {some.position for some in summary.skipped if some.reason.id == "skipped.own_vault"} == ours


# ---------------------------------------------------------------- databases of others


def owned(path: Path, mode: str) -> sqlite3.Connection:
    owner = sqlite3.connect(path, isolation_level=None)
    owner.execute(f"PRAGMA journal_mode = {mode}")
    owner.execute("CREATE TABLE memories (content_hash TEXT, content TEXT)")
    owner.execute("INSERT INTO memories VALUES ('h1', 'written by its owner')")
    return owner


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
@pytest.mark.parametrize("is_open", [True, False])
def test_database_in_use_by_its_owner_is_read_and_nothing_is_left_beside_it(
    vault: Vault, tmp_path: Path, mode: str, is_open: bool
):
    folder = tmp_path / "theirs"
    folder.mkdir()
    source = folder / "store.db"
    owner = owned(source, mode)
    if not is_open:
        owner.close()
    before = sorted(some.name for some in folder.iterdir())
    content = source.read_bytes()
    assert ingest.import_path(vault, source).records == 1
    assert sorted(some.name for some in folder.iterdir()) == before
    assert source.read_bytes() == content
    if is_open:
        owner.execute("INSERT INTO memories VALUES ('h2', 'and one more')")
        assert ingest.import_path(vault, source).records == 1
        owner.close()


def test_database_whose_owner_was_killed_is_read_with_what_stood_ahead(vault: Vault, tmp_path: Path):
    source = tmp_path / "store.db"
    owner = owned(source, "WAL")
    folder = tmp_path / "killed"
    folder.mkdir()
    for name in ("store.db", "store.db-wal"):
        (folder / name).write_bytes((tmp_path / name).read_bytes())
    owner.close()
    assert ingest.import_path(vault, folder / "store.db").records == 1
    assert sorted(some.name for some in folder.iterdir()) == ["store.db", "store.db-wal"]


def test_view_of_a_tables_name_and_a_vault_are_not_recognised(vault: Vault, path: Path, tmp_path: Path):
    source = tmp_path / "hostile.db"
    connection = sqlite3.connect(source)
    connection.execute("CREATE VIEW memories AS SELECT 'h' AS content_hash, 'x' AS content")
    connection.close()
    assert databases.columns(source, "memories") == frozenset()
    assert databases.columns(path, "record") == frozenset()
    with pytest.raises(VaultError):
        ingest.import_path(vault, source)


def test_database_of_an_older_schema_keeps_its_supersessions_and_cells_of_any_kind(vault: Vault, tmp_path: Path):
    source = tmp_path / "store.db"
    with contextlib.closing(sqlite3.connect(source)) as owner:
        owner.execute("CREATE TABLE memories (content_hash TEXT, content TEXT, superseded_by TEXT, deleted_at, tags)")
        owner.execute("INSERT INTO memories VALUES ('1', 'old', '2', NULL, x'0102'), ('2', 'new', NULL, x'03', NULL)")
        owner.execute("CREATE TABLE memory_graph (source_hash TEXT, target_hash TEXT, similarity)")
        owner.execute("INSERT INTO memory_graph VALUES ('1', '2', x'00')")
        owner.commit()
    summary = ingest.import_path(vault, source)
    assert (summary.records, summary.superseded, summary.skip_count) == (2, 1, 0)
    (old,) = reading.containing(vault, "old")
    assert (old.meta["tags"], old.meta["graph"][0]["similarity"]) == ("2 bytes", "1 bytes")


def test_database_with_a_damaged_schema_is_refused_or_read_and_never_a_bug(vault: Vault, tmp_path: Path):
    source = tmp_path / "store.db"
    owned(source, "DELETE").close()
    content = source.read_bytes()
    at = content.rindex(b"content TEXT")
    source.write_bytes(content[: at + 7] + b"\x80" + content[at + 8 :])
    with pytest.raises(VaultError):
        ingest.import_path(vault, source)
    with pytest.raises(VaultError):
        ingest.import_path(vault, source, format="mcp-memory-service")


def test_damaged_database_is_refused_in_words(vault: Vault, tmp_path: Path):
    source = tmp_path / "store.db"
    owner = owned(source, "DELETE")
    owner.executemany("INSERT INTO memories VALUES (?, ?)", ((f"h{n}x", "word " * 50) for n in range(2000)))
    owner.close()
    content = source.read_bytes()
    source.write_bytes(content[:5000])
    with pytest.raises(VaultError):
        ingest.import_path(vault, source, format="mcp-memory-service")
    assert reading.stats(vault).records == 0


def test_why_a_source_is_of_its_format_is_told_for_every_format(tmp_path: Path):
    source = tmp_path / "anything"
    source.write_text(EXPORT)
    found = {some.format: some for some in formats.examine(source)}
    assert len(found) == len(formats.IMPORTERS)
    assert [name for name, some in found.items() if some.sign] == ["chatgpt"]
    assert all(some.expects and some.title for some in found.values())


def test_skipped_items_of_a_source_are_all_counted(vault: Vault, tmp_path: Path):
    source = tmp_path / "x.jsonl"
    source.write_text('{"text": "kept"}\n' + "{\n" * 3000)
    summary = ingest.import_path(vault, source, format="jsonl")
    assert (summary.records, summary.skip_count, len(summary.skipped)) == (1, 3000, 1000)
    assert isinstance(summary.skipped[0], Skipped)


def test_opened_document_of_a_zip_is_read_like_a_file(tmp_path: Path):
    source = archive(tmp_path / "x.zip", {"a/b.json": EXPORT, ".hidden": "x", "__MACOSX/a": "x"})
    (document,) = documents(source)
    assert isinstance(document, Document)
    with opened(document) as file:
        assert io.TextIOWrapper(file).read() == EXPORT
