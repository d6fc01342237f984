"""Bad input of every kind: nothing but drafts or one sentence comes of it, and what came in once comes in once."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import zipfile
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memories import draft, fill
from test_formats import FIELDS, FUZZ, LINES, SOURCES, VALUES, assert_storable, drafts

from mnemoscope import exports, ingest
from mnemoscope.errors import VaultError
from mnemoscope.exports import restoring
from mnemoscope.records import SessionDraft
from mnemoscope.vault import Vault

FEW = settings(
    max_examples=max(1, int(os.environ.get("MNEMOSCOPE_EXAMPLES", "60")) // 3),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=4)), min_size=1, max_size=4)
Edits = list[tuple[float, int, bytes]]


def damaged(content: bytes, edits: Edits) -> bytes:
    for place, removed, added in edits:
        at = int(place * len(content))
        content = content[:at] + added + content[at + removed :]
    return content


def brought_twice(vault: Vault, source: Path, name: str) -> None:
    """Import a source twice: the second time adds nothing, and a preview tells what will come in."""
    try:
        found = ingest.preview(vault, source, format=name)
        summary = ingest.import_path(vault, source, format=name)
    except VaultError:
        return
    assert sum(found.arrivals.values()) == summary.records + summary.known + summary.forgotten
    assert (found.skip_count, found.session_count) <= (summary.skip_count, summary.sessions)
    assert ingest.import_path(vault, source, format=name).records == 0
    assert vault.connection.execute("SELECT count(*) FROM import WHERE published_at IS NULL").fetchone() == (0,)


# ---------------------------------------------------------------- all the way in


@pytest.mark.parametrize("name", SOURCES)
@FEW
@given(edits=EDITS)
def test_damaged_file_comes_in_once(name: str, edits: Edits, data: Path, vault: Vault, tmp_path: Path):
    source = tmp_path / "damaged"
    source.write_bytes(damaged((data / SOURCES[name]).read_bytes(), edits))
    brought_twice(vault, source, name)


@pytest.mark.parametrize("name", [name for name in SOURCES if name not in ("markdown", "csv")])
@FEW
@given(value=st.dictionaries(st.sampled_from(FIELDS), VALUES), other=st.dictionaries(st.sampled_from(FIELDS), VALUES))
def test_any_value_in_any_field_comes_in_once(
    name: str, value: dict[str, object], other: dict[str, object], vault: Vault, tmp_path: Path
):
    said = {"content": "said", "role": "user", "text": "said", "parts": ["said"], "memory": "said"}
    nested = {**value, "conversation": {"session_1": [value, said]}, "haystack_sessions": [[value, said]]}
    nested |= {"mapping": {"a": {"parent": "b", **value, "message": {"content": said, "author": said, **other}}}}
    nested |= {"chat_messages": [said | value, other | said], "message": said | other, "type": "user"}
    nested |= {"observations": [value, "seen"], "content_hash": "h", "content": "said"}
    source = tmp_path / "values"
    whole = {"memories": [value, said | nested, said | other], "status_history": [value, other], "export_metadata": {}}
    lines = [value, nested, said | other] if name in LINES else [[value, nested, said | other]]
    if name in ("openmemory", "mcp-memory-service"):
        lines = [whole]
    source.write_text("\n".join(json.dumps(line) for line in lines))
    brought_twice(vault, source, name)


# ---------------------------------------------------------------- databases

CELLS = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.binary(max_size=6),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    st.sampled_from(["ADD", "UPDATE", "DELETE", "h1", "1", "2026-01-01", '{"a": [1]}', "[" * 3_000]),
)
TABLES = {
    "mcp-memory-service": (
        "memories",
        ["content_hash", "content"],
        "id tags memory_type metadata created_at updated_at deleted_at parent_id version superseded_by created_at_iso",
    ),
    "mem0": (
        "history",
        ["memory_id", "new_memory", "event"],
        "id old_memory created_at updated_at is_deleted actor_id role",
    ),
}


@pytest.mark.parametrize("name", TABLES)
@FEW
@given(data=st.data())
def test_table_of_any_columns_and_values_comes_in_once(name: str, data: st.DataObject, vault: Vault, tmp_path: Path):
    table, needed, others = TABLES[name]
    columns = needed + data.draw(st.lists(st.sampled_from(others.split()), unique=True))
    rows = data.draw(st.lists(st.tuples(*[CELLS] * len(columns)), max_size=5))
    edges = data.draw(st.none() | st.lists(st.tuples(*[CELLS] * 4), max_size=3))
    source = tmp_path / "store.db"
    source.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as connection:
        connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
        connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)
        if edges is not None:
            connection.execute("CREATE TABLE memory_graph (source_hash, target_hash, similarity, connection_types)")
            connection.executemany("INSERT INTO memory_graph VALUES (?, ?, ?, ?)", edges)
        connection.commit()
    assert_storable(drafts(name, source))
    brought_twice(vault, source, name)


@pytest.mark.parametrize(("name", "script"), [("mcp-memory-service", "store.sql"), ("mem0", "history.sql")])
@FUZZ
@given(edits=EDITS)
def test_damaged_database_gives_drafts_or_a_sentence(name: str, script: str, edits: Edits, data: Path, tmp_path: Path):
    whole = tmp_path / "whole.db"
    if not whole.exists():
        connection = sqlite3.connect(whole)
        connection.executescript((data / name / script).read_text())
        connection.close()
    source = tmp_path / "damaged.db"
    content = whole.read_bytes()
    for place, _, added in edits:  # in place: pages that move make it no database at all
        at = int(place * len(content))
        content = content[:at] + added + content[at + len(added) :]
    source.write_bytes(content)
    assert_storable(drafts(name, source))


# ---------------------------------------------------------------- containers

FOLDERS = ("chatgpt", "claude", "claude-code", "openmemory")


def packed(folder: Path) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder).as_posix())
    return target.getvalue()


@pytest.mark.parametrize("name", FOLDERS)
@FUZZ
@given(edits=EDITS)
def test_damaged_archive_gives_drafts_or_a_sentence(name: str, edits: Edits, data: Path, tmp_path: Path):
    source = tmp_path / "damaged.zip"
    source.write_bytes(damaged(packed(data / name), edits))
    assert_storable(drafts(name, source))


@FUZZ
@given(edits=EDITS)
def test_damaged_gzip_gives_drafts_or_a_sentence(edits: Edits, data: Path, tmp_path: Path):
    source = tmp_path / "memories.jsonl.gz"
    source.write_bytes(damaged(gzip.compress((data / "openmemory" / "memories.jsonl").read_bytes()), edits))
    assert_storable(drafts("openmemory", source))


# ---------------------------------------------------------------- the program's own


@pytest.fixture
def own(path: Path, vault: Vault, tmp_path: Path) -> bytes:
    """An export with something of most kinds in it."""
    old = draft("old", "o", superseded_by="n", meta={"a": [1, None]})
    fill(vault, [SessionDraft("s1", "Title"), old, draft("new", "n", happened="2026-01-01", speaker="Ann")])
    ingest.add(vault, "added", app="ops")
    target = tmp_path / "own.jsonl"
    exports.export(vault, target)
    return target.read_bytes()


@FEW
@given(edits=EDITS)
def test_damaged_export_comes_in_once_or_not_at_all(edits: Edits, own: bytes, vault: Vault, tmp_path: Path):
    source = tmp_path / "damaged.jsonl"
    source.write_bytes(damaged(own, edits))
    assert_storable(drafts("mnemoscope", source))
    brought_twice(vault, source, "mnemoscope")
    target = tmp_path / "empty.vault"
    for file in tmp_path.glob("empty.vault*"):
        file.unlink()
    with Vault.create(target) as empty:
        try:
            restoring.restore(empty, source)
        except VaultError:
            assert restoring.is_empty(empty)


LINE_VALUES = st.one_of(VALUES, st.just("s1"), st.integers(-(2**70), 2**70), st.just("00" * 16), st.just({}))


@FEW
@given(at=st.integers(1, 30), name=st.integers(0, 30), value=LINE_VALUES)
def test_any_value_in_a_line_of_an_export_comes_in_once(
    at: int, name: int, value: object, own: bytes, vault: Vault, tmp_path: Path
):
    lines = [json.loads(line) for line in own.splitlines()]
    line = lines[at % len(lines)]
    line[sorted(line)[name % len(line)]] = value
    source = tmp_path / "changed.jsonl"
    source.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    assert_storable(drafts("mnemoscope", source))
    brought_twice(vault, source, "mnemoscope")
    for file in tmp_path.glob("empty.vault*"):
        file.unlink()
    with Vault.create(tmp_path / "empty.vault") as empty:
        try:
            restoring.restore(empty, source)
        except VaultError:
            assert restoring.is_empty(empty)
