"""The registry: recognition by content, and that nothing but a sentence ever comes of a bad source."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemoscope import formats
from mnemoscope.errors import UnknownFormat, VaultError
from mnemoscope.messages import Message
from mnemoscope.records import PassedOver, RecordDraft, SessionDraft, Skipped

SOURCES = {
    "locomo": "locomo.json",
    "longmemeval": "longmemeval.json",
    "jsonl": "records.jsonl",
    "markdown": "notes/kiln.md",
    "chatgpt": "chatgpt/conversations.json",
    "claude": "claude/conversations.json",
    "claude-code": "claude-code/-home-somebody-mill/0a1b2c3d-0000-4000-8000-000000000001.jsonl",
    "openmemory": "openmemory/memories.json",
    "mcp-memory-service": "mcp-memory-service/export.json",
    "mcp-memory": "mcp-memory/memory.jsonl",
    "mem0": "mem0/export.json",
    "csv": "csv/records.csv",
}


@pytest.mark.parametrize("name", SOURCES)
def test_content_is_recognised_under_any_file_name(name: str, data: Path, tmp_path: Path):
    source = tmp_path / "nameless"
    source.write_bytes((data / SOURCES[name]).read_bytes())
    found, sign = formats.recognise(source)
    assert found.name == name
    assert sign


def test_folder_of_notes_is_recognised(data: Path):
    assert formats.recognise(data / "notes")[0].name == "markdown"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        b"plain words\n",
        b"[]",
        b"{}",
        b"[1, 2",
        b'{"a": 1}',
        b'[{"title": "x", "mapping": {}}]',
        b"\x89PNG\r\n\x1a\n\x00\x00",
        b"SQLite format 3\x00" + bytes(100),
        b"PK\x03\x04" + bytes(30),
        b"\xff\xfe[\x00{\x00",
        b"[" * 100_000,
        b'"' * 100_000,
        b'{"text": 1}',
    ],
)
def test_unknown_content_is_refused_with_the_known_formats(content: bytes, tmp_path: Path):
    source = tmp_path / "some.json"
    source.write_bytes(content)
    with pytest.raises(UnknownFormat) as refused:
        formats.recognise(source)
    assert all(name in str(refused.value) for name in SOURCES)


def test_missing_pipe_and_forbidden_sources_are_refused_in_words(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "nowhere", tmp_path / "pipe", Path("/dev/null"), Path("a\0b")):
        with pytest.raises(VaultError):
            formats.recognise(path)
        for importer in formats.IMPORTERS:
            assert importer.recognise(path) is None
            with pytest.raises(VaultError):
                list(importer.read(path))


def test_importer_is_found_by_name_and_an_unknown_one_names_the_others():
    assert all(formats.importer(name).name == name for name in SOURCES)
    with pytest.raises(UnknownFormat, match="jsonl, locomo, longmemeval, markdown"):
        formats.importer("none")


@pytest.mark.parametrize("name", ["locomo", "longmemeval"])
@pytest.mark.parametrize("content", [b"", b"{}", b"nothing"])
def test_reading_what_is_no_list_is_refused_in_words(name: str, content: bytes, tmp_path: Path):
    source = tmp_path / "x"
    source.write_bytes(content)
    with pytest.raises(VaultError, match="JSON list"):
        list(formats.importer(name).read(source))


def test_importing_the_package_loads_no_parser():
    code = (
        "import sys, mnemoscope.formats; print([m for m in ('yaml', 'markdown_it', 'frontmatter') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def drafts(name: str, source: Path) -> list[object]:
    """What comes in; a sentence counts as nothing."""
    for importer in formats.IMPORTERS:
        assert importer.recognise(source) is None or isinstance(importer.recognise(source), Message)
    try:
        return list(formats.importer(name).read(source))
    except VaultError:
        return []


def assert_storable(drafts: list[object]) -> None:
    for draft in drafts:
        match draft:
            case RecordDraft():
                texts = [draft.text, draft.session, draft.app, draft.external_id, draft.speaker, draft.reason]
                assert draft.text.strip()
                json.dumps(draft.meta, allow_nan=False, ensure_ascii=False).encode()
            case SessionDraft():
                texts = [draft.key, draft.title, draft.app]
            case PassedOver():
                texts = [draft.name]
            case Skipped():
                texts = [draft.position]
                assert str(draft.reason)
            case _:
                raise AssertionError(draft)
        for text in texts:
            assert text is None or "\0" not in text
            (text or "").encode()


FUZZ = settings(
    max_examples=int(os.environ.get("MNEMOSCOPE_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.mark.parametrize("name", SOURCES)
@FUZZ
@given(content=st.binary(max_size=300), head=st.sampled_from([b"", b"[", b'[{"', b"---\n", b'{"text": "']))
def test_random_bytes_give_drafts_or_a_sentence(name: str, content: bytes, head: bytes, tmp_path: Path):
    source = tmp_path / "random"
    source.write_bytes(head + content)
    assert_storable(drafts(name, source))


@pytest.mark.parametrize("name", SOURCES)
@FUZZ
@given(edits=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=4)), min_size=1, max_size=4))
def test_damaged_file_gives_drafts_or_a_sentence(
    name: str, edits: list[tuple[float, int, bytes]], data: Path, tmp_path: Path
):
    content = (data / SOURCES[name]).read_bytes()
    for place, removed, added in edits:
        at = int(place * len(content))
        content = content[:at] + added + content[at + removed :]
    source = tmp_path / "damaged"
    source.write_bytes(content)
    assert_storable(drafts(name, source))


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.just("\ud800")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ["sample_id", "conversation", "session_1", "session_1_date_time", "dia_id", "text", "blip_caption", "speaker"]
FIELDS += ["haystack_sessions", "haystack_session_ids", "haystack_dates", "question_id", "role", "content", "id", "app"]
FIELDS += ["mapping", "current_node", "message", "author", "parts", "parent", "children", "content_type", "create_time"]
FIELDS += ["chat_messages", "uuid", "attachments", "extracted_content", "docs", "project_memories", "sender", "type"]
FIELDS += ["sessionId", "timestamp", "memories", "apps", "status_history", "memory_id", "changed_at", "new_state"]
FIELDS += ["content_hash", "superseded_by", "deleted_at", "export_metadata", "observations", "name", "from", "to"]
FIELDS += ["memory", "results", "user_id", "agent_id", "created_at", "metadata", "access_controls"]
FIELDS += ["session", "title", "state", "kind", "meta", "date", "valid_until", "superseded_by", "reason"]


LINES = ("jsonl", "claude-code", "mcp-memory")


@pytest.mark.parametrize("name", [name for name in SOURCES if name not in ("markdown", "csv")])
@FUZZ
@given(value=st.dictionaries(st.sampled_from(FIELDS), VALUES), other=st.dictionaries(st.sampled_from(FIELDS), VALUES))
def test_any_value_in_any_field_gives_drafts_or_a_sentence(
    name: str, value: dict[str, object], other: dict[str, object], tmp_path: Path
):
    nested = {**value, "conversation": {"session_1": [value, other]}, "haystack_sessions": [[value, other]]}
    nested |= {"mapping": {"a": {**value, "message": other}, "b": other}, "chat_messages": [value, other]}
    nested |= {"docs": [other, value], "message": other, "observations": [value, "seen"], "type": "user"}
    source = tmp_path / "values"
    whole = {**other, "memories": [value, nested, other], "status_history": [value, other], "export_metadata": {}}
    lines = [value, nested, {**other, "text": "kept"}] if name in LINES else [[value, nested]]
    if name in ("openmemory", "mcp-memory-service"):
        lines = [whole]
    source.write_text("\n".join(json.dumps(line) for line in lines))
    assert_storable(drafts(name, source))
