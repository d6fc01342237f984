"""Checks: what holds, where it stands, and which act ended what does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from memories import EMBEDDER, WordEmbedder, curated, draft, embed, fill, filled, id_of

from mnemoscope import checks, curation, indexing, ingest, vectors
from mnemoscope.embedding import models
from mnemoscope.errors import Cancelled, ModelUnavailable, NoSuchExpectation
from mnemoscope.expectations import expect, unexpect
from mnemoscope.profiles import save_profile
from mnemoscope.records import PROFILES, Checked, Kind, Profile
from mnemoscope.vault import Vault

QUESTION = "Where is the blue key?"
KEY = "the blue key is in the drawer"
OTHERS = ("a cat on the radiator", "the release went out", "lunch is at noon")


@pytest.fixture
def keys(path: Path) -> Iterator[Vault]:
    """A vault in which the blue key is found first, and that is expected."""
    with filled(path, [KEY, *OTHERS]) as vault:
        expect(vault, QUESTION, id_of(vault, KEY), 1, "lexical")
        yield vault


def check(vault: Vault, profile: Profile | None = None, **more: object) -> Checked:
    (found,) = checks.check(vault, profile=profile, embedder=EMBEDDER, **more)  # type: ignore[arg-type]
    return found


def told(found: Checked) -> str:
    assert not found.holds
    assert found.act is not None
    assert str(found.act.label) in str(found.sentence)
    return str(found.act.label)


def act_of(vault: Vault, text: str = "noise") -> None:
    """An act that has nothing to do with the key."""
    ingest.add(vault, f"{text} about nothing")


# ---------------------------------------------------------------- what holds


def test_expectation_that_holds_says_its_rank(keys: Vault):
    found = check(keys)
    assert (found.holds, found.rank, found.act, found.record) == (True, 1, None, id_of(keys, KEY))
    assert str(found.sentence) == "Comes back 1st, within 1."


def test_no_expectation_is_nothing_to_check_and_loads_no_model(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(models, "query_embedder", lambda key, location: pytest.fail("loaded"))
    assert checks.check(vault) == ()


def test_within_is_never_more_than_the_profile_serves(vault: Vault):
    fill(vault, ["key key key one", "key key two two", "key three three three"])
    save_profile(vault, Profile("two", vector=False, budget=2))
    for within in (1, 2, 3, None):
        expect(vault, f"key {within}", id_of(vault, "key three three three"), within, "lexical")
        expect(vault, f"key {within}", id_of(vault, "key three three three"), within, "two")
    found = {(some.expectation.within, some.expectation.profile): some for some in checks.check(vault)}
    assert all(some.rank == 3 for some in found.values())
    assert {key for key, some in found.items() if some.holds} == {(3, "lexical"), (None, "lexical")}
    assert str(found[2, "lexical"].sentence).startswith("Comes back 3rd, which is not within 2.")
    assert str(found[3, "two"].sentence).startswith("Not served: 3rd, 1 place below the budget of 2;")


def test_scope_of_the_expectation_is_asked(vault: Vault):
    fill(vault, [draft("key key key", "1", app="work"), draft("the key of home", "2", app="home")])
    record = id_of(vault, "the key of home")
    for scope in (None, ["home"], ["home", "work"]):
        expect(vault, "key", record, 1, "lexical", scope)
    assert [(some.rank, some.holds) for some in checks.check(vault)] == [(2, False), (1, True), (2, False)]


def test_standing_instruction_always_comes_back(vault: Vault):
    ingest.add(vault, "answer briefly", kind=Kind.STANDING)
    expect(vault, "anything at all", id_of(vault, "answer briefly"), profile="lexical")
    (found,) = checks.check(vault)
    assert (found.holds, found.rank) == (True, None)
    curation.deactivate(vault, [id_of(vault, "answer briefly")])
    assert told(checks.check(vault)[0]).startswith("Deactivated record")


def test_expectation_follows_the_chain_to_its_newest_record(keys: Vault):
    newer = "the blue key hangs at the door now"
    ingest.add(keys, newer, supersedes=id_of(keys, KEY))
    found = check(keys)
    assert (found.holds, found.record) == (True, id_of(keys, newer))
    assert "has taken the place of" in str(found.sentence)
    ingest.add(keys, "the blue key is at the neighbour's", supersedes=id_of(keys, newer))
    assert check(keys).record == id_of(keys, "the blue key is at the neighbour's")
    curation.unsupersede(keys, id_of(keys, KEY), id_of(keys, newer))
    assert check(keys).record == id_of(keys, KEY)


# ---------------------------------------------------------------- what ended it


@pytest.mark.parametrize("before", [0, 1, 7])
@pytest.mark.parametrize("after", [0, 1, 12])
@pytest.mark.parametrize("seen", [True, False])
def test_act_that_ended_it_is_named_among_others(keys: Vault, before: int, after: int, seen: bool):
    if seen:
        assert check(keys).holds
    for number in range(before):
        act_of(keys, f"before {number}")
    curation.deactivate(keys, [id_of(keys, KEY)], "moved")
    for number in range(after):
        act_of(keys, f"after {number}")
    found = check(keys)
    assert told(found) == f"Deactivated record {id_of(keys, KEY)[:6]}"
    assert str(found.sentence).startswith("Not served: deactivated on ")
    assert "It came back until act " in str(found.sentence)


def test_import_of_records_of_long_ago_is_named(keys: Vault):
    check(keys)
    act_of(keys)
    fill(keys, [draft(f"blue key blue key where {n}", f"x{n}", happened="2001-01-01") for n in range(3)], source="old")
    act_of(keys, "more")
    assert told(check(keys)) == "Imported 3 records from old"


def test_supersession_by_a_record_that_does_not_answer_is_named(keys: Vault):
    check(keys)
    curation.supersede(keys, id_of(keys, KEY), id_of(keys, OTHERS[0]))
    act_of(keys)
    found = check(keys)
    assert told(found).startswith("Superseded record")
    assert found.record == id_of(keys, OTHERS[0])


def test_undo_that_withdrew_it_is_named_and_the_redo_brings_it_back(vault: Vault):
    ingest.add(vault, KEY)
    vault.actor = "bob"
    expect(vault, QUESTION, id_of(vault, KEY), profile="lexical")
    assert checks.check(vault)[0].holds
    curation.undo(vault)
    vault.actor = "tester"
    curation.undo(vault)
    vault.actor = "bob"
    expect(vault, QUESTION, id_of(vault, KEY), profile="lexical")
    assert told(checks.check(vault)[0]) == "Undid: Added a record"
    vault.actor = "tester"
    curation.redo(vault)
    assert checks.check(vault)[0].holds


def test_change_of_the_saved_profile_is_named(keys: Vault):
    own = Profile("own", vector=False, budget=5)
    save_profile(keys, own)
    unexpect(keys, 1)
    fill(keys, ["key blue blue key where", "blue blue key where"])
    expect(keys, QUESTION, id_of(keys, KEY), profile="own")
    assert check(keys).holds
    save_profile(keys, replace(own, budget=1))
    act_of(keys)
    assert told(check(keys)) == "Changed profile own"


def test_profile_that_is_gone_is_said_with_the_act_that_took_it(keys: Vault, path: Path):
    with Vault.open(path, "ann") as ann:
        save_profile(ann, Profile("own", vector=False))
        unexpect(keys, 1)
        expect(keys, QUESTION, id_of(keys, KEY), profile="own")
        curation.undo(ann)
        found = check(keys)
        assert told(found) == "Undid: Saved profile own"
        assert str(found.sentence).startswith("Profile own is gone since act ")
        by_other = check(keys, PROFILES["lexical"])
        assert by_other.holds


def test_what_nobody_saw_come_back_is_said_so(keys: Vault):
    expect(keys, "zebra", id_of(keys, KEY), profile="lexical")
    found = checks.check(keys)[1]
    assert (found.holds, found.act, found.rank) == (False, None, None)
    assert str(found.sentence).endswith("Neither a check nor a look back at earlier acts saw it come back.")


def test_time_that_passed_is_no_act(path: Path, monkeypatch: pytest.MonkeyPatch):
    with filled(path, [draft(KEY, "k", until="2100-01-01"), *OTHERS]) as vault:
        expect(vault, QUESTION, id_of(vault, KEY), 1, "lexical")
        assert check(vault).holds
        act_of(vault)
        monkeypatch.setattr("mnemoscope.recall.now", lambda: 2**43)
        found = check(vault)
        assert (found.holds, found.act) == (False, None)
        assert str(found.sentence).startswith("Not served: valid until 1 January 2100.")
        assert "something has expired since" in str(found.sentence)


def test_other_model_is_no_act(keys: Vault):
    unexpect(keys, 1)
    expect(keys, QUESTION, id_of(keys, KEY), 1, "vectors")
    assert check(keys).holds

    def cosine(some: WordEmbedder, text: str) -> float:
        return float(some.embed_query(QUESTION) @ some.embed_query(text))

    worse = (WordEmbedder(f"other {n}", 2) for n in range(200))
    other = next(some for some in worse if max(cosine(some, text) for text in OTHERS) > cosine(some, KEY) + 0.01)
    indexing.embed(keys, other.identity, None, lambda _: other)
    (found,) = checks.check(keys, embedder=other)
    assert (found.holds, found.act) == (False, None)
    assert "It last came back by vectors of words; those of now are of other" in str(found.sentence)


def test_recorded_hold_is_where_the_search_begins_and_losing_it_loses_nothing(keys: Vault):
    check(keys)
    (row,) = keys.connection.execute("SELECT act, model, channels FROM expectation_held").fetchall()
    assert row == (1, None, "lexical")
    curation.deactivate(keys, [id_of(keys, KEY)])
    by_held = check(keys)
    with keys.transaction() as connection:
        connection.execute("DELETE FROM expectation_held")
    assert check(keys).act == by_held.act


# ---------------------------------------------------------------- another profile


def test_other_profile_is_tried_in_the_place_of_their_own(keys: Vault):
    fill(keys, ["key blue blue key where", "blue blue key where"])
    expect(keys, f"{QUESTION} Where?", id_of(keys, KEY), profile="lexical")
    checks.check(keys, embedder=EMBEDDER)
    before = curated(keys), keys.connection.execute("SELECT * FROM expectation_held").fetchall()
    adjusted = Profile("adjusted", vector=False, budget=2)
    first, second = checks.check(keys, profile=adjusted, embedder=EMBEDDER)
    assert (first.holds, second.holds, first.act, second.act) == (False, False, None, None)
    assert str(first.sentence).endswith("Under its own profile, lexical, it does not come back either.")
    assert str(second.sentence).endswith("Under its own profile, lexical, it comes back 3rd.")
    assert (curated(keys), keys.connection.execute("SELECT * FROM expectation_held").fetchall()) == before
    assert [some.holds for some in checks.check(keys, profile=replace(adjusted, budget=3))] == [False, True]


def test_question_is_embedded_once_for_every_profile_that_is_tried(keys: Vault):
    asked: list[str] = []

    class Counting(WordEmbedder):
        def embed_query(self, text: str):
            asked.append(text)
            return super().embed_query(text)

    counting = Counting()
    for k in range(1, 6):
        checks.check(keys, profile=Profile("adjusted", rrf_k=float(k)), embedder=counting)
    assert asked == [QUESTION]


# ---------------------------------------------------------------- what is not here


def test_missing_model_checks_by_the_words_and_says_so(keys: Vault, monkeypatch: pytest.MonkeyPatch):
    opened: list[str] = []

    def missing(key: str, location: str | None):
        opened.append(key)
        raise ModelUnavailable("embedding.not_installed", model="words")

    monkeypatch.setattr(models, "query_embedder", missing)
    unexpect(keys, 1)
    for number in range(3):
        expect(keys, f"{QUESTION} {number}", id_of(keys, KEY), 1, "fused")
    found = checks.check(keys)
    assert all(some.holds for some in found)
    assert str(found[0].sentence) == (
        "Comes back 1st, within 1. Checked without the vectors: The embedding model words is not installed here."
    )
    assert len(opened) == 1
    held = keys.connection.execute("SELECT DISTINCT model, channels FROM expectation_held").fetchall()
    assert held == [(None, "lexical")]


def test_channel_that_ranked_then_and_not_now_is_said_where_it_explains(keys: Vault):
    unexpect(keys, 1)
    expect(keys, "zebra", id_of(keys, KEY), profile="fused")
    assert check(keys).holds  # by the vectors alone
    (found,) = checks.check(keys, embedder=ModelUnavailable("embedding.not_installed", model="words"))
    assert (found.holds, found.act) == (False, None)
    assert "other channels ranked" in str(found.sentence)


def test_vault_that_takes_no_write_is_checked_and_left_alone(keys: Vault, path: Path):
    with Vault.open(path, read_only=True) as reader:
        assert check(reader).holds
    assert keys.connection.execute("SELECT * FROM expectation_held").fetchall() == []


def test_busy_vault_is_checked_without_a_note(keys: Vault, path: Path):
    with Vault.open(path, "bob") as bob:
        keys.connection.execute("PRAGMA busy_timeout = 10")
        with bob.transaction():
            assert check(keys).holds
    assert keys.connection.execute("SELECT * FROM expectation_held").fetchall() == []


# ---------------------------------------------------------------- some, progress, cancel


def test_some_can_be_checked_alone_and_progress_counts_them(keys: Vault):
    for number in range(4):
        expect(keys, f"blue {number}", id_of(keys, KEY), profile="lexical")
    steps: list[tuple[int, int | None]] = []
    found = checks.check(keys, lambda done, total: steps.append((done, total)), numbers=[2, 4], embedder=EMBEDDER)
    assert [some.expectation.number for some in found] == [2, 4]
    assert steps == [(1, 2), (2, 2)]
    with pytest.raises(NoSuchExpectation):
        checks.check(keys, numbers=[99])


def test_check_can_be_cancelled_between_the_replays_of_one_that_fails(keys: Vault):
    check(keys)
    curation.deactivate(keys, [id_of(keys, KEY)])
    for number in range(4):
        act_of(keys, f"after {number}")
    seen: list[tuple[int, int | None]] = []

    def stop(done: int, total: int | None) -> None:
        seen.append((done, total))
        if len(seen) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        checks.check(keys, stop, embedder=EMBEDDER)
    assert seen == [(0, 1)] * 3
    assert not keys.connection.in_transaction


def test_cancelled_check_ends_its_reading(keys: Vault):
    def stop(done: int, total: int | None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        checks.check(keys, stop, embedder=EMBEDDER)
    assert not keys.connection.in_transaction


def test_record_of_the_vectors_alone_is_embedded_and_held_by_its_model(keys: Vault):
    unexpect(keys, 1)
    expect(keys, QUESTION, id_of(keys, KEY), profile="vectors")
    check(keys)
    model = vectors.model_in_use(keys.connection)
    (row,) = keys.connection.execute("SELECT model, channels FROM expectation_held").fetchall()
    assert model is not None
    assert row == (model.identity.key, "vector")
    embed(keys)
