"""Expectations as curated data: saved, removed, taken back, and gone with their record."""

from __future__ import annotations

from pathlib import Path

import pytest
from memories import curated, draft, fill, id_of, ordinal_of, states

from mnemoscope import curation, ingest, reading
from mnemoscope.errors import NoSuchExpectation, NoSuchProfile, NoSuchRecord, Refused
from mnemoscope.expectations import expect, expectations, saved_by, unexpect
from mnemoscope.profiles import remove_profile, save_profile
from mnemoscope.records import Profile
from mnemoscope.vault import Vault


@pytest.fixture
def pair(path: Path) -> Path:
    with Vault.create(path, "importer") as vault:
        fill(vault, [draft("a", "a"), draft("b", "b", app="home")])
    return path


def test_expectation_is_saved_with_all_that_its_question_needs(pair: Path):
    with Vault.open(pair, "ann") as vault:
        save_profile(vault, Profile("own"))
        changes = expect(vault, "  who is b?\0 ", id_of(vault, "b"), 5, "own", ["home", "default", "home"])
        assert changes.tables == {"expectation"}
        assert changes.records == 0
        assert str(changes.label) == f"Expected record {id_of(vault, 'b')[:6]} for “who is b?�”"
        (saved,) = expectations(vault)
        assert saved == saved_by(vault, changes)
        assert (saved.query, saved.record, saved.within, saved.profile, saved.scope) == (
            "who is b?�", id_of(vault, "b"), 5, "own", ("default", "home")
        )  # fmt: skip


def test_default_profile_is_that_of_the_environment(pair: Path, monkeypatch: pytest.MonkeyPatch):
    with Vault.open(pair) as vault:
        monkeypatch.delenv("MNEMO_LEXICAL_FUSION", raising=False)
        expect(vault, "q", id_of(vault, "a"))
        monkeypatch.setenv("MNEMO_LEXICAL_FUSION", "0")
        expect(vault, "q", id_of(vault, "a"))
        assert [some.profile for some in expectations(vault)] == ["fused", "vectors"]


def test_what_cannot_be_expected_is_refused_in_one_sentence_and_changes_nothing(pair: Path):
    with Vault.open(pair) as vault:
        a, b = id_of(vault, "a"), id_of(vault, "b")
        expect(vault, "q", a)
        before = curated(vault)
        for arguments, error, words in (
            ((" ", a), Refused, "needs a question"),
            (("q" * 6000, a), Refused, "at most 5,000"),
            (("q", a, 0), Refused, "from 1 up"),
            (("q", "00"), NoSuchRecord, "No record"),
            (("q", a, None, "none"), NoSuchProfile, "There is no profile none"),
            (("q", b, None, None, ["default"]), Refused, "is of app home, which this recall does not see"),
            (("q", a), Refused, "This is expectation 1 already."),
            (("q", a, 7), Refused, "This is expectation 1 already."),
        ):
            with pytest.raises(error) as refusal:
                expect(vault, *arguments)  # type: ignore[arg-type]
            assert words in str(refusal.value)
        assert curated(vault) == before
        expect(vault, "q", a, scope=["default"])  # another scope is another expectation
        with pytest.raises(NoSuchExpectation) as gone:
            unexpect(vault, 9)
        assert str(gone.value) == "There is no expectation 9 in this vault."


def test_removed_expectation_comes_back_under_its_number_after_a_restart(pair: Path):
    with Vault.open(pair, "ann") as vault:
        expect(vault, "one", id_of(vault, "a"))
        expect(vault, "two", id_of(vault, "a"))
        before = expectations(vault)
        assert str(unexpect(vault, 1).label).startswith("Removed the expectation of record")
        assert [some.number for some in expectations(vault)] == [2]
    with Vault.open(pair, "ann") as vault:
        curation.undo(vault)
        assert expectations(vault) == before
        curation.redo(vault)
        assert [some.number for some in expectations(vault)] == [2]
        expect(vault, "three", id_of(vault, "a"))
        assert [some.number for some in expectations(vault)] == [2, 3]


def test_expectation_and_a_state_of_the_same_record_are_taken_back_apart(pair: Path):
    with Vault.open(pair, "ann") as ann, Vault.open(pair, "bob") as bob:
        curation.deactivate(ann, [id_of(ann, "a")])
        expect(bob, "q", id_of(bob, "a"))
        curation.undo(ann)  # bob's wish does not hinder it
        assert states(ann)["a"][0]
        curation.deactivate(ann, [id_of(ann, "a")])
        curation.undo(bob)
        assert expectations(bob) == ()


def test_undo_of_an_expectation_that_another_removed_is_refused(pair: Path):
    with Vault.open(pair, "ann") as ann, Vault.open(pair, "bob") as bob:
        expect(ann, "q", id_of(ann, "a"))
        unexpect(bob, 1)
        with pytest.raises(Refused) as error:
            curation.undo(ann)
        assert "Removed the expectation" in str(error.value)
        curation.undo(bob)
        curation.undo(ann)
        assert expectations(ann) == ()


@pytest.mark.parametrize("way", ["add", "import"])
def test_undo_of_an_addition_that_another_expects_is_refused_and_names_the_expectation(path: Path, way: str):
    with Vault.create(path, "ann") as ann, Vault.open(path, "bob") as bob:
        if way == "add":
            ingest.add(ann, "new")
        else:
            fill(ann, ["new", "other"])
        expect(bob, "what is new?", id_of(bob, "new"))
        with pytest.raises(Refused) as error:
            curation.undo(ann)
        assert "bob" in str(error.value)
        assert "for “what is new?”" in str(error.value)
        curation.undo(bob)
        curation.undo(ann)
        assert not states(ann)["new"][0]
        expect(bob, "what is new?", id_of(bob, "new"))
        curation.redo(ann)  # what is wished for may come back
        assert states(ann)["new"][0]


def test_own_expectation_is_taken_back_before_the_addition(vault: Vault):
    ingest.add(vault, "new")
    expect(vault, "what is new?", id_of(vault, "new"))
    assert str(curation.undo(vault).label).startswith("Undid: Expected record")
    assert str(curation.undo(vault).label) == "Undid: Added a record"
    curation.redo(vault)
    curation.redo(vault)
    assert [some.query for some in expectations(vault)] == ["what is new?"]


def test_deleted_record_takes_its_expectations_along_and_undo_brings_none_back(pair: Path):
    with Vault.open(pair, "ann") as vault:
        expect(vault, "kept", id_of(vault, "b"))
        expect(vault, "gone", id_of(vault, "a"))
        unexpect(vault, 2)
        with vault.transaction() as connection:
            connection.execute("INSERT INTO expectation_held VALUES (1, 1, NULL, '')")
            connection.execute("DELETE FROM record WHERE ordinal = ?", (ordinal_of(vault, "a"),))
        curation.undo(vault)
        assert [some.query for some in expectations(vault)] == ["kept"]
        curation.undo(vault)
        curation.undo(vault)
        assert expectations(vault) == ()
        assert vault.connection.execute("SELECT * FROM expectation_held").fetchall() == []
        assert vault.connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_expected_profile_is_not_removed(pair: Path):
    with Vault.open(pair, "ann") as vault:
        save_profile(vault, Profile("own"))
        expect(vault, "q", id_of(vault, "a"), profile="own")
        with pytest.raises(Refused) as error:
            remove_profile(vault, "own")
        assert str(error.value) == "1 expectation is checked under profile own; remove it first."
        unexpect(vault, 1)
        remove_profile(vault, "own")


def test_history_of_a_record_holds_its_expectations(pair: Path):
    with Vault.open(pair, "ann") as vault:
        expect(vault, "word " * 40, id_of(vault, "a"))
        latest = reading.record_history(vault, id_of(vault, "a"))[0]
        assert str(latest.label).endswith(" word…”")
        assert len(expectations(vault)[0].query) == len("word " * 40) - 1
