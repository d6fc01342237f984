"""Texts in other encodings than UTF-8, and tables and notes in folders and archives."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memories import states

from mnemoscope import formats, ingest, reading
from mnemoscope.errors import VaultError
from mnemoscope.formats.sources import in_utf8
from mnemoscope.vault import Vault

CSV = "id,text,who\n1,déjà vu 😀,Zoë\n2,plain,Ann\n"
LINES = '{"text": "déjà vu 😀"}\n{"text": "plain"}\n'
LIST = json.dumps([{"id": "1", "memory": "déjà vu 😀"}, {"id": "2", "memory": "plain"}], ensure_ascii=False)
NOTE = "# déjà vu 😀\n\n- [fact] plain\n"
TEXTS = {"x.csv": CSV, "x.jsonl": LINES, "x.json": LIST, "x.md": NOTE}


def archive(target: Path, members: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(target, "w") as file:
        for name, content in members.items():
            file.writestr(name, content)
    return target


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("is_packed", [False, True])
def test_text_with_a_mark_of_its_encoding_is_read(
    vault: Vault, tmp_path: Path, name: str, encoding: str, is_packed: bool
):
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    content = (mark + TEXTS[name].replace("\n", "\r\n")).encode(encoding)
    source = tmp_path / name
    source.write_bytes(content)
    if is_packed:
        if name == "x.json":
            pytest.skip("mem0's list comes as a file")
        source = archive(tmp_path / "x.zip", {name: content})
    summary = ingest.import_path(vault, source)
    assert (summary.records, summary.skip_count) == (2, 0)
    assert any("déjà vu 😀" in text for text in states(vault))
    assert ingest.import_path(vault, source).records == 0


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("encoding", ["cp1252", "mac-roman", "utf-8"])
def test_legacy_encoding_is_never_guessed_and_always_said(vault: Vault, tmp_path: Path, name: str, encoding: str):
    source = tmp_path / name
    source.write_bytes(TEXTS[name].replace("😀", "").encode(encoding))
    summary = ingest.import_path(vault, source)
    texts = "".join(states(vault))
    if encoding == "utf-8":
        assert "déjà vu" in texts
        return
    assert "plain" in texts or name == "x.md"  # a note is one item
    assert texts.isascii()
    assert [some.reason.id for some in summary.skipped] == ["skipped.not_utf8"]


def test_head_row_in_a_legacy_encoding_is_refused_with_what_to_do(vault: Vault, tmp_path: Path):
    source = tmp_path / "x.csv"
    source.write_bytes("text,catégorie\none,two\n".encode("cp1252"))
    for act in (ingest.import_path, ingest.preview):
        with pytest.raises(VaultError, match="save it as UTF-8"):
            act(vault, source)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("encoding", ["utf-32", "utf-16-le"])
def test_encoding_that_is_not_read_is_refused_and_never_garbled(vault: Vault, tmp_path: Path, name: str, encoding: str):
    source = tmp_path / name
    source.write_bytes(TEXTS[name].encode(encoding))  # utf-16-le writes no mark
    with pytest.raises(VaultError):
        ingest.import_path(vault, source)
    assert states(vault) == {}


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text().filter(lambda text: text[:1] != "\0"), tail=st.binary(max_size=3), size=st.integers(1, 9))
def test_recoded_text_is_the_text_however_it_is_read(text: str, tail: bytes, size: int, tmp_path: Path):
    source = tmp_path / "x"
    source.write_bytes(text.encode("utf-16") + tail)
    with in_utf8(source) as file:
        read = b"".join(iter(lambda: file.read(size), b""))
    assert read.startswith(text.encode())
    if not tail:
        assert read == text.encode()
    if len(tail) % 2:
        with pytest.raises(UnicodeDecodeError):
            read.decode()


# ---------------------------------------------------------------- folders and archives


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize(
    ("name", "ending", "content"),
    [("jsonl", "jsonl", LINES), ("jsonl", "ndjson", LINES), ("csv", "csv", CSV), ("markdown", "md", NOTE)],
)
def test_folder_and_archive_of_files_come_in_file_by_file(
    vault: Vault, tmp_path: Path, name: str, ending: str, content: str, is_packed: bool
):
    members = {f"a.{ending}": content, f"deep/b.{ending}": content, "deep/c.txt": "a picture"}
    folder = tmp_path / "folder"
    for member, text in members.items():
        (folder / member).parent.mkdir(parents=True, exist_ok=True)
        (folder / member).write_text(text)
    source = archive(tmp_path / "x.zip", dict(members)) if is_packed else folder
    assert formats.recognise(source)[0].name == name
    found = ingest.preview(vault, source)
    summary = ingest.import_path(vault, source)
    brought = 4 if name != "csv" else 2  # an id that stands in two files with one text is one record
    assert (summary.records, sum(found.arrivals.values())) == (brought, 4)
    assert summary.passed_over == (() if name == "markdown" else ("deep/c.txt",))
    assert {record.session for record in reading.containing(vault, "plain")} <= {f"a.{ending}", f"deep/b.{ending}"}
    assert ingest.import_path(vault, source).records == 0


def test_damaged_table_of_a_folder_is_named_and_the_others_come_in(vault: Vault, tmp_path: Path):
    (tmp_path / "a.csv").write_text("text,who\none,Ann\n")
    (tmp_path / "b.csv").write_bytes("text,catégorie\none,two\n".encode("cp1252"))
    (tmp_path / "c.csv").write_text("text,who\nthree,Ann\nragged\n")
    summary = ingest.import_path(vault, tmp_path, format="csv")
    assert summary.records == 2
    assert [(some.position, some.reason.id) for some in summary.skipped[:2]] == [
        ("b.csv", "format.not_utf8"),
        ("c.csv, line 3", "skipped.ragged"),
    ]


def test_folder_of_notes_with_one_table_in_it_is_a_folder_of_notes(tmp_path: Path):
    for n in range(3):
        (tmp_path / f"{n}.md").write_text(NOTE)
    (tmp_path / "table.csv").write_text(CSV)
    (tmp_path / "lines.jsonl").write_text(LINES)
    assert formats.recognise(tmp_path)[0].name == "markdown"


def test_map_of_columns_is_for_all_tables_of_a_folder(vault: Vault, tmp_path: Path):
    for name in "ab":
        (tmp_path / f"{name}.csv").write_text(f"said,who\nwords of {name},Ann\n")
    summary = ingest.import_path(vault, tmp_path, format="csv", columns={"text": "said", "speaker": "who"})
    assert summary.records == 2
    assert {record.speaker for record in reading.containing(vault, "words of")} == {"Ann"}


def test_archive_of_many_notes_is_opened_once(vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    source = archive(tmp_path / "x.zip", {f"{n}.md": f"# Note {n}\n" for n in range(300)})
    opened: list[object] = []
    original = zipfile.ZipFile.__init__

    def counted(self: zipfile.ZipFile, *arguments: object, **named: object) -> None:
        opened.append(arguments)
        original(self, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(zipfile.ZipFile, "__init__", counted)
    assert sum(1 for _ in formats.importer("markdown").read(source)) == 600
    assert len(opened) == 1


def test_gzip_bomb_is_refused_in_words_and_nothing_comes_in(vault: Vault, tmp_path: Path):
    lines = "".join(json.dumps({"id": str(n), "content": "a", "state": "active"}) + "\n" for n in range(30))
    source = tmp_path / "memories.jsonl.gz"
    source.write_bytes(gzip.compress(lines.encode() + bytes(1 << 27)))
    with pytest.raises(VaultError, match="two hundred times its size"):
        ingest.import_path(vault, source, format="openmemory")
    assert reading.stats(vault).records == 0
