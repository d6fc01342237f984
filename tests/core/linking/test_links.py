"""Links are acts: said in the history, undone and done again; no record comes or goes by them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from growing import count, texts

from mnemoscope import journal, linking, reading
from mnemoscope.errors import NotWritable, Refused, UnknownFormat, VaultError
from mnemoscope.vault import Vault


def paths(vault: Vault) -> list[Path]:
    return [some.path for some in linking.links(vault)]


def test_link_is_one_act_that_says_what_is_linked(vault: Vault, talk: Path) -> None:
    made = linking.link(vault, talk, app="chat")
    assert (made.path, made.format) == (talk, "jsonl")
    assert made.sign
    assert str(made.changes.label) == f"Linked {talk}"
    assert [str(act.label) for act in reading.history(vault, 5)] == [f"Linked {talk}"]
    (source,) = linking.links(vault)
    assert (source.path, source.format, source.app, source.columns) == (talk, "jsonl", "chat", {})
    assert (source.read_at, source.fault, source.records) == (None, None, 0)
    assert count(vault, "record") == 0


def test_relative_path_is_kept_absolute(vault: Vault, talk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(talk.parent)
    assert linking.link(vault, Path(talk.name)).path == talk


def test_unlink_removes_the_link_and_no_record(vault: Vault, talk: Path) -> None:
    linking.link(vault, talk)
    linking.refresh(vault)
    changes = linking.unlink(vault, talk)
    assert str(changes.label) == f"Removed the link to {talk}"
    assert paths(vault) == []
    assert texts(vault) == ["first", "second"]


def test_link_and_unlink_are_undone_and_done_again(vault: Vault, talk: Path) -> None:
    linking.link(vault, talk, app="chat")
    before = linking.links(vault)
    journal.undo(vault)
    assert linking.links(vault) == ()
    journal.redo(vault)
    assert linking.links(vault) == before
    linking.unlink(vault, talk)
    journal.undo(vault)
    assert linking.links(vault) == before


def test_link_is_not_undone_past_a_later_act_on_the_same_source(vault: Vault, talk: Path, notes: Path) -> None:
    first = linking.link(vault, talk).changes.act or 0
    linking.link(vault, notes)
    linking.unlink(vault, talk)
    linking.link(vault, talk, app="other")
    with pytest.raises(Refused, match="later act"):
        journal.revert(vault, first)
    assert set(paths(vault)) == {talk, notes}


def test_import_after_the_link_does_not_stand_in_its_way(vault: Vault, talk: Path) -> None:
    number = linking.link(vault, talk).changes.act or 0
    linking.refresh(vault)
    journal.revert(vault, number)
    assert linking.links(vault) == ()
    assert texts(vault) == ["first", "second"]


# ---------------------------------------------------------------- refused


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_vault_itself_is_refused(vault: Vault, ending: str) -> None:
    path = vault.path.with_name(vault.path.name + ending)
    assert path.exists()
    with pytest.raises(Refused, match="itself"):
        linking.link(vault, path, format="jsonl")


def test_folder_that_holds_the_vault_is_refused(vault: Vault, talk: Path) -> None:
    with pytest.raises(Refused, match="holds the vault"):
        linking.link(vault, vault.path.parent, format="jsonl")


def test_source_is_linked_once(vault: Vault, talk: Path) -> None:
    linking.link(vault, talk)
    with pytest.raises(Refused, match="linked already"):
        linking.link(vault, talk)


def test_other_name_of_a_linked_source_is_refused(vault: Vault, talk: Path) -> None:
    linking.link(vault, talk)
    other = talk.with_name("other.jsonl")
    other.symlink_to(talk)
    with pytest.raises(Refused, match="linked already"):
        linking.link(vault, other)
    linking.unlink(vault, other)
    assert linking.links(vault) == ()


def test_file_in_a_linked_folder_is_refused_with_the_name_of_the_folder(vault: Vault, notes: Path) -> None:
    linking.link(vault, notes)
    with pytest.raises(Refused, match=f"lies in {notes}"):
        linking.link(vault, notes / "rota.md")


def test_folder_round_a_linked_file_is_refused(vault: Vault, notes: Path) -> None:
    linking.link(vault, notes / "rota.md")
    with pytest.raises(Refused, match="remove that link first"):
        linking.link(vault, notes)


def test_folder_beside_one_of_the_same_beginning_is_another(vault: Vault, notes: Path) -> None:
    linking.link(vault, notes)
    other = notes.with_name("notes-2")
    other.mkdir()
    (other / "a.md").write_text("# A\n\nText.\n", encoding="utf-8")
    linking.link(vault, other)
    assert paths(vault) == [notes, other]


def test_what_cannot_be_imported_cannot_be_linked(vault: Vault, tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="does not exist"):
        linking.link(vault, tmp_path / "nothing.jsonl")
    odd = tmp_path / "odd.bin"
    odd.write_bytes(b"\x00\x01\x02")
    with pytest.raises(UnknownFormat, match="no known format"):
        linking.link(vault, odd)
    with pytest.raises(UnknownFormat, match="no format called"):
        linking.link(vault, odd, format="nonsense")
    assert linking.links(vault) == ()
    assert reading.history(vault, 5) == ()


def test_unlinking_what_is_not_linked_is_refused(vault: Vault, talk: Path) -> None:
    with pytest.raises(Refused, match="is not linked"):
        linking.unlink(vault, talk)


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_name_of_no_encoding_is_refused_in_words(vault: Vault, tmp_path: Path, talk: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.jsonl"))
    odd.write_bytes(talk.read_bytes())
    with pytest.raises(Refused, match="no encoding"):
        linking.link(vault, odd)


def test_vault_that_is_read_only_takes_no_link(vault: Vault, talk: Path) -> None:
    with Vault.open(vault.path, read_only=True) as reader, pytest.raises(NotWritable, match="reading only"):
        linking.link(reader, talk)
