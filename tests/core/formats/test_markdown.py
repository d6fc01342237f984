"""Markdown notes: nothing dropped, headings and facts apart, folders walked with care."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope import formats, ingest
from mnemoscope.errors import VaultError
from mnemoscope.formats.notes import take_apart
from mnemoscope.records import Kind
from mnemoscope.texts import LIMIT
from mnemoscope.vault import Vault

SORTS = ["# A", "## B", "text [[L]]", "- [cat] fact", "- plain", "  - [cat] nested", "```", "~~~", "", "   ", "---"]
SORTS += ["===", "> # quoted", "    code", "1. one", "\tx", "- [ ] box", "title: x", "a\x0cb", "a\u2028b"]
LINES = st.lists(st.sampled_from(SORTS), max_size=25)


def test_note_is_cut_at_headings_and_facts(imported, data):
    records = imported("markdown", data / "notes" / "kiln.md").records
    assert [(record.kind, record.text.strip().splitlines()[0]) for record in records] == [
        (Kind.NOTE, "Bought second hand, see [[Suppliers|the list]]."),
        (Kind.NOTE, "# Kiln"),
        (Kind.NOTE, "## Observations"),
        (Kind.FACT, "- [decision] Fire at 1240 degrees #clay"),
        (Kind.FACT, "- [fact] The door seal leaks"),
        (Kind.NOTE, "- [ ] call the electrician"),
        (Kind.NOTE, "## Relations"),
        (Kind.NOTE, "Setext heading"),
    ]
    assert [record.meta.get("category") for record in records if record.kind is Kind.FACT] == ["decision", "fact"]
    assert records[4].text.endswith("replaced in May.\n")
    assert records[5].meta["heading"] == "Observations"


def test_code_block_stays_whole_and_holds_neither_heading_nor_link(imported, data):
    relations = imported("markdown", data / "notes" / "kiln.md").records[6]
    assert "# not a heading" in relations.text
    assert relations.meta["links"] == ["Workshop", "Old kiln"]


def test_front_matter_gives_title_and_time_as_written(imported, data):
    found = imported("markdown", data / "notes" / "kiln.md")
    (session,) = found.sessions
    assert (session.key, session.title) == ("kiln.md", "The kiln")
    assert session.started_at is not None
    assert (session.started_at.text, session.started_at.utc) == ("2023-05-08T13:56:00+02:00", 1683546960000)
    front = found.records[0].meta["front_matter"]
    assert isinstance(front, dict)
    assert (front["tags"], front["version"]) == (["workshop", "clay"], "1.10")


def test_records_joined_are_the_body(imported, data):
    whole = (data / "notes" / "kiln.md").read_text(encoding="utf-8")
    body = whole.split("\n---\n", 1)[1]
    joined = "".join(record.text for record in imported("markdown", data / "notes" / "kiln.md").records)
    assert joined.lstrip("\n") == body.lstrip("\n")


@given(LINES)
def test_no_line_of_any_body_is_dropped(lines: list[str]):
    text = "Start\n" + "\n".join(lines)
    note = take_apart(text)
    assert "".join(passage.text for passage in note.passages) == text
    assert all(passage.text.strip() for passage in note.passages)


@given(LINES)
def test_front_matter_never_costs_the_body(lines: list[str]):
    body = "\n".join([*lines, "the end"])
    for front in ("title: a", "title: [", "- a\n- b", "", "a: &a [*a]"):
        note = take_apart(f"---\n{front}\n---\n{body}")
        assert "".join(passage.text for passage in note.passages).endswith(body.lstrip())


def test_front_matter_of_every_yaml_type_is_kept_as_it_is_written(imported, tmp_path: Path):
    front = [
        "title: 'The: kiln'", "permalink: workshop/kiln", "date: 2023-05-08", "truth: yes", "nothing: ~", "empty:",
        "number: 1_000", "octal: 0o17", "float: .inf", "time: 12:30", "list: [a, 1, ~]", "map: {a: {b: [c]}}",
        "block: |", "  two", "  lines", "folded: >", "  one", "  line", "anchor: &x [1]", "alias: *x",
        "tagged: !!python/object/apply:os.system [echo]", "binary: !!binary aGk=", "set: !!set {a, b}", "1: a number",
        "? [a, b]", ": complex", "merge:", "  <<: {a: 1}", "äöü: 😀",
    ]  # fmt: skip
    (tmp_path / "whole.md").write_text(
        "---\n" + "\n".join(some for some in front if some[:1] not in "?:") + "\n---\n# A\n"
    )
    (record,) = imported("markdown", tmp_path / "whole.md").records
    assert record.meta["front_matter"] == {
        "title": "The: kiln", "permalink": "workshop/kiln", "date": "2023-05-08", "truth": "yes", "nothing": "~",
        "empty": "", "number": "1_000", "octal": "0o17", "float": ".inf", "time": "12:30", "list": ["a", "1", "~"],
        "map": {"a": {"b": ["c"]}}, "block": "two\nlines\n", "folded": "one line\n", "anchor": ["1"], "alias": ["1"],
        "tagged": ["echo"], "binary": "aGk=", "set": {"a": "", "b": ""}, "1": "a number", "merge": {"<<": {"a": "1"}},
        "äöü": "😀",
    }  # fmt: skip
    assert record.happened_at is not None
    (tmp_path / "complex.md").write_text("---\n" + "\n".join(front) + "\n---\n# A\n")
    found = imported("markdown", tmp_path / "complex.md")
    assert [some.reason.id for some in found.skipped] == ["skipped.front_matter"]
    assert "complex" in found.records[0].meta["front_matter"]["unread"]


@given(st.text(st.sampled_from("abc:-?[]{}&*!|>'\"%@`,#~<=. \t\n12é\u0085\u2028"), max_size=40))
def test_any_front_matter_is_read_or_kept_unread_and_never_costs_the_body(front: str):
    note = take_apart(f"---\n{front}\n---\n# Body\n\nkept\n")
    assert "".join(passage.text for passage in note.passages).endswith("# Body\n\nkept\n")
    json.dumps(note.front)


def test_facts_relations_and_links_of_basic_memory_are_kept(imported, data):
    records = imported("markdown", data / "notes" / "kiln.md").records
    (relations,) = [record for record in records if record.meta.get("heading") == "Relations"]
    assert "- part_of [[Workshop]]\n- replaces [[Old kiln]]" in relations.text
    assert relations.meta["links"] == ["Workshop", "Old kiln"]
    assert {record.meta["front_matter"]["permalink"] for record in records} == {"workshop/kiln"}
    assert records[0].meta["links"] == ["Suppliers"]
    assert records[-1].meta["links"] == ["Workshop"]


def test_code_stays_whole_where_a_long_note_is_split(vault: Vault, tmp_path: Path):
    code = "```python\n" + "".join(f"line_{n} = {n}\n\n# no heading\n" for n in range(30)) + "```"
    assert len(code) < LIMIT
    paragraph = "A sentence of the note. " * 40
    note = tmp_path / "long.md"
    note.write_text("# Long\n\n" + "\n\n".join([paragraph, code] * 4) + "\n")
    ingest.import_path(vault, note)
    texts = [row[0] for row in vault.connection.execute("SELECT text FROM record ORDER BY position, part")]
    assert len(texts) > 4
    assert sum(text.count(code) for text in texts) == 4
    assert "".join(texts) == note.read_text()


def test_malformed_front_matter_is_named_and_kept_beside_the_text(imported, data):
    found = imported("markdown", data / "notes")
    records = [record for record in found.records if record.session == "projects/malformed.md"]
    assert "title: [unclosed" not in "".join(record.text for record in records)
    assert all("title: [unclosed" in str(record.meta["front_matter"]) for record in records)
    assert "The body survives." in records[-1].text
    assert "projects/malformed.md, front matter" in found.positions


def test_aliases_that_unfold_to_a_huge_tree_are_refused():
    bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9)
    )
    note = take_apart(f"---\n{bomb}---\nbody")
    assert note.fault is not None
    assert note.passages[-1].text.endswith("body")


def test_folder_gives_a_session_per_note_without_hidden_folders(imported, data):
    found = imported("markdown", data / "notes")
    assert [(session.key, session.title) for session in found.sessions] == [
        ("kiln.md", "The kiln"),
        ("projects/malformed.md", "Still here"),
        ("projects/plain.md", "plain"),
    ]
    assert "projects/blank.md" in found.positions


def test_links_are_not_followed_into_loops(imported, tmp_path: Path):
    (tmp_path / "note.md").write_text("# One")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "dangling.md").symlink_to(tmp_path / "nowhere.md")
    os.mkfifo(tmp_path / "pipe.md")
    found = imported("markdown", tmp_path)
    assert [session.key for session in found.sessions] == ["note.md"]
    assert found.positions == ["loop", "dangling.md", "pipe.md"]


def test_note_that_is_not_utf8_is_named_and_not_guessed(imported, tmp_path: Path):
    (tmp_path / "latin.md").write_bytes("# Caf\xe9".encode("latin-1"))
    (tmp_path / "marked.md").write_bytes(b"\xef\xbb\xbf# BOM\r\n\r\nand CRLF\r\n")
    found = imported("markdown", tmp_path)
    assert [(item.position, item.reason.id) for item in found.skipped] == [("latin.md", "skipped.not_utf8")]
    assert [record.text for record in found.records] == ["# BOM\n\nand CRLF\n"]
    assert found.sessions[0].title == "BOM"


def test_id_of_a_passage_does_not_hang_on_what_stands_before_it(imported, tmp_path: Path):
    note = tmp_path / "log.md"
    note.write_text("# Day 2\nb\n# Day 2\nb\n")
    before = {record.external_id for record in imported("markdown", note).records}
    note.write_text("# Day 3\nc\n# Day 2\nb\n# Day 2\nb\n")
    after = {record.external_id for record in imported("markdown", note).records}
    assert len(before) == 2
    assert before < after


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "# Heading\ntext"),
        ("a.md", "- one\n- two"),
        ("a.md", "see [[Other]]"),
        ("note", "---\ntitle: A\n---\ntext"),
        ("note.txt", "# Kiln\n\n- [fact] hot\n"),
    ],
)
def test_note_is_recognised_by_its_signs(tmp_path: Path, name: str, text: str):
    (tmp_path / name).write_text(text)
    assert formats.recognise(tmp_path / name)[0].name == "markdown"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "Only a paragraph."),
        ("a.txt", "- one\n- two"),
        ("a.py", "# comment\nimport os\nitems = [[1]]\n"),
        ("a.sh", "#!/bin/sh\n# comment\n[[ -f x ]] && y\n"),
        ("a.csv", "id,colour\n1,# no\n"),
        ("a.yaml", "---\nname: x\n---\nname: y\n"),
    ],
)
def test_unknown_text_is_refused(tmp_path: Path, name: str, text: str):
    (tmp_path / name).write_text(text)
    with pytest.raises(VaultError):
        formats.recognise(tmp_path / name)


def test_folder_without_a_note_is_refused(tmp_path: Path):
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "a.md").write_text("# a")
    (tmp_path / "a.txt").write_text("# a")
    with pytest.raises(VaultError, match="Known formats"):
        formats.recognise(tmp_path)
    with pytest.raises(VaultError, match="no Markdown note"):
        list(formats.importer("markdown").read(tmp_path))
