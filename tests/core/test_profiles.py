"""Saved profiles: kept through the journal, validated by one function, found by name."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from memories import curated

from mnemoscope import curation, profiles, reading
from mnemoscope.errors import NoSuchProfile, Refused
from mnemoscope.profiles import mistakes, remove_profile, save_profile
from mnemoscope.records import PROFILES, Profile
from mnemoscope.vault import Vault

NARROW = Profile("narrow", vector_depth=50, budget=8, rrf_k=20.0, b=0.5, context_weight=0.25)


def test_saved_profiles_stand_after_the_built_in_ones_by_name(vault: Vault):
    save_profile(vault, replace(NARROW, name="zebra"))
    save_profile(vault, NARROW)
    assert list(profiles.profiles(vault)) == [*PROFILES, "narrow", "zebra"]
    assert profiles.profile(vault, "narrow") == NARROW
    assert profiles.profile(vault, "fused") == PROFILES["fused"]


def test_unknown_name_lists_what_there_is(vault: Vault):
    save_profile(vault, NARROW)
    with pytest.raises(NoSuchProfile) as error:
        profiles.profile(vault, "wide")
    known = "fused, vectors, lexical, boost, context, narrow"
    assert str(error.value) == f"There is no profile wide; this vault has {known}."


def test_saving_under_the_same_name_replaces_and_undo_brings_the_former_back(path: Path):
    wider = replace(NARROW, budget=64)
    with Vault.create(path, "ann") as vault:
        save_profile(vault, NARROW)
        changes = save_profile(vault, wider)
        assert (str(changes.label), changes.tables, changes.records) == (
            "Changed profile narrow", {"profile"}, 0
        )  # fmt: skip
        assert profiles.profile(vault, "narrow") == wider
    with Vault.open(path, "ann") as vault:  # after a restart
        curation.undo(vault)
        assert profiles.profile(vault, "narrow") == NARROW
        curation.undo(vault)
        assert list(profiles.profiles(vault)) == list(PROFILES)
        curation.redo(vault)
        curation.redo(vault)
        assert profiles.profile(vault, "narrow") == wider
        assert [str(act.label) for act in reading.history(vault)][-2:] == [
            "Changed profile narrow", "Saved profile narrow"
        ]  # fmt: skip


def test_removed_profile_is_gone_until_undone(vault: Vault):
    save_profile(vault, NARROW)
    assert str(remove_profile(vault, "narrow").label) == "Removed profile narrow"
    with pytest.raises(NoSuchProfile):
        remove_profile(vault, "narrow")
    curation.undo(vault)
    assert profiles.profile(vault, "narrow") == NARROW


def test_undo_is_refused_where_another_saved_the_same_profile_since(path: Path):
    with Vault.create(path, "ann") as ann, Vault.open(path, "bob") as bob:
        save_profile(ann, NARROW)
        save_profile(bob, replace(NARROW, budget=9))
        save_profile(bob, replace(NARROW, name="other"))
        with pytest.raises(Refused) as error:
            curation.undo(ann)
        assert "Changed profile narrow" in str(error.value)
        curation.undo(bob)
        curation.undo(bob)
        curation.undo(ann)
        assert list(profiles.profiles(ann)) == list(PROFILES)


@pytest.mark.parametrize(
    "name",
    ["", " ", "-narrow", ".hidden", "a\nb", "a\tb", "a/b", "x" * 41, "\u202enarrow", "na\u0000me", "“quoted”"],
)
def test_bad_name_is_refused_in_one_sentence(vault: Vault, name: str):
    before = curated(vault)
    with pytest.raises(Refused) as error:
        save_profile(vault, replace(NARROW, name=name))
    assert "is no name for a profile" in str(error.value)
    assert curated(vault) == before


@pytest.mark.parametrize("name", ["narrow", "Narrow 2", "estret més", "k", "v1.2_b", "短い", "देवनागरी"])
def test_names_of_every_script_are_taken(vault: Vault, name: str):
    save_profile(vault, replace(NARROW, name=f"  {name} "))
    assert profiles.profile(vault, name).budget == NARROW.budget


@pytest.mark.parametrize("name", ["fused", "Fused", " vectors "])
def test_name_of_a_built_in_profile_is_refused(vault: Vault, name: str):
    with pytest.raises(Refused) as error:
        save_profile(vault, replace(NARROW, name=name))
    assert "built-in" in str(error.value)
    with pytest.raises(Refused):
        remove_profile(vault, "fused")


def test_saving_what_is_saved_already_is_no_act(vault: Vault):
    save_profile(vault, NARROW)
    before = curated(vault)
    with pytest.raises(Refused) as error:
        save_profile(vault, NARROW)
    assert str(error.value) == "Profile narrow has these values already."
    assert curated(vault) == before


BAD = {
    "vector_depth": (0, -1, 1.5, True, "9"),
    "lexical_depth": (0, 2.0),
    "budget": (0, -3, math.inf),
    "rrf_k": (0.0, -1.0, math.nan, math.inf, "60"),
    "k1": (-0.1, math.inf, math.nan),
    "b": (-0.01, 1.01, math.nan, True),
    "context_weight": (-1.0, math.inf),
    "boost": (0.0, -2.0, math.nan),
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in BAD.items() for value in values])
def test_value_that_cannot_be_is_one_sentence_at_its_field(vault: Vault, field: str, value: object):
    profile = replace(NARROW, **{field: value})
    (found,) = mistakes(profile).items()
    assert found[0] == field
    assert str(found[1]).endswith(".")
    with pytest.raises(Refused) as error:
        save_profile(vault, profile)
    assert str(error.value) == str(found[1])


def test_every_mistake_is_said_and_profiles_that_can_be_have_none():
    assert set(mistakes(Profile("x", False, False, 0, 0, 0.0, 0))) == {
        "vector", "vector_depth", "lexical_depth", "rrf_k", "budget"
    }  # fmt: skip
    for profile in (*PROFILES.values(), NARROW, Profile("edge", k1=0.0, b=1.0, budget=1, vector_depth=1, rrf_k=1)):
        assert mistakes(profile) == {}


def test_values_that_another_version_stored_beside_are_left_out(vault: Vault):
    save_profile(vault, NARROW)
    with vault.transaction() as connection:
        connection.execute("UPDATE profile SET settings = json_set(settings, '$.of_tomorrow', 1)")
        connection.execute("UPDATE profile SET settings = json_remove(settings, '$.b')")
    assert profiles.profile(vault, "narrow") == replace(NARROW, b=PROFILES["fused"].b)


def test_environment_switches_the_default(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(profiles.SWITCH, raising=False)
    assert profiles.default_name() == "fused"
    monkeypatch.setenv(profiles.SWITCH, "0")
    assert profiles.default_name() == "vectors"
