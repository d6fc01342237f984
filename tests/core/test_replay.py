"""The vault as it was known: a replay after an act is the recall of then, and a transition is one that happened."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from memories import EMBEDDER, draft, embed, fill, id_of, served

from mnemoscope import curation, ingest, replay
from mnemoscope.errors import VaultError
from mnemoscope.recall import recall
from mnemoscope.records import PROFILES, Kind, Known, Query
from mnemoscope.times import parse_iso
from mnemoscope.vault import Vault

QUESTION = "the blue key of gate two"
WORDS = ("blue", "key", "gate", "two", "cat", "radiator", "the", "of")


def seen(vault: Vault, profile: str, known: Known | None, at: int | None = None) -> list[tuple[object, ...]]:
    """What a recall serves, with all its numbers."""
    query = Query(QUESTION, PROFILES[profile], ("default",), at, known)
    found = recall(vault, query, EMBEDDER).recall
    hits = [(hit.record.text, hit.rank, hit.rrf, hit.vector, hit.lexical) for hit in (*found.standing, *found.hits)]
    return [*hits, ("recallable", found.recallable)]


def text(number: int) -> str:
    return " ".join(WORDS[(number * step) % len(WORDS)] for step in (1, 3, 5)) + f" {number}"


ACTS = st.lists(
    st.tuples(st.sampled_from(["add", "standing", "import", "deactivate", "restore", "supersede", "unsupersede",
                               "replace", "undo", "redo", "expire", "move", "edit"]),
              st.integers(0, 20), st.integers(0, 20)),
    min_size=1, max_size=9,
)  # fmt: skip


def perform(vault: Vault, verb: str, first: int, second: int) -> None:
    ids = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record ORDER BY ordinal")]
    one, other = (ids[number % len(ids)] for number in (first, second))
    with contextlib.suppress(VaultError):
        if verb in {"add", "standing"}:
            ingest.add(vault, text(first), kind=Kind.STANDING if verb == "standing" else Kind.NOTE)
        elif verb == "import":  # into a session that grows, from a past of its own, off at the source or replaced
            drafts = [
                draft(text(number), f"e{number}", "grown", happened=f"2020-01-{number + 1:02}", active=number % 4 != 3)
                for number in range(second)
            ]
            fill(vault, [*drafts, draft("the blue key moved", f"m{first}", "grown", superseded_by="e0")])
        elif verb == "replace":
            ingest.add(vault, text(second), supersedes=one)
        elif verb == "expire":
            curation.set_dates(vault, [one], valid_until=parse_iso("2020-01-01") if second % 2 else None)
        elif verb == "move":
            curation.move(vault, [one], "default" if second % 3 else "other")
        elif verb == "edit":
            ingest.edit(vault, one, text(second))
        elif verb in {"undo", "redo"}:
            getattr(curation, verb)(vault)
        elif verb in {"supersede", "unsupersede"}:
            getattr(curation, verb)(vault, one, other)
        else:
            getattr(curation, verb)(vault, [one])


@settings(max_examples=40, deadline=None)
@given(ACTS)
@example([("import", 1, 0), ("import", 0, 1), ("import", 1, 2)])  # sources that disagree about an order
def test_replay_after_any_act_is_what_was_recalled_then(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, int, int]]
):
    with Vault.create(tmp_path_factory.mktemp("replay") / "some.vault") as vault:
        then: dict[int, dict[str, list[tuple[object, ...]]]] = {}
        for act in [("add", 0, 0), *acts]:
            perform(vault, *act) if vault.connection.execute("SELECT 1 FROM record").fetchone() else ingest.add(
                vault, text(0)
            )
            embed(vault)
            number = replay.last_act(vault.connection)
            then[number] = {name: seen(vault, name, None) for name in ("fused", "context", "boost")}
        for number, recalls in then.items():
            with vault.reading() as connection:
                known = replay.known_after(connection, number)
            assert {name: seen(vault, name, known) for name in recalls} == recalls
        assert seen(vault, "fused", Known(0, 2**50)) == [("recallable", 0)]


def test_records_that_happened_long_ago_are_unseen_before_they_were_told(vault: Vault):
    fill(vault, [draft("blue key", "1", happened="2020-01-01")])
    first = replay.last_act(vault.connection)
    fill(vault, [draft("gate two", "2", happened="2019-01-01")])
    embed(vault)
    known = Known(first, 2**50)
    long_ago = parse_iso("2021-01-01T00:00:00Z").utc
    assert [row[0] for row in seen(vault, "fused", None, long_ago)][:-1] == ["gate two", "blue key"]
    assert [row[0] for row in seen(vault, "fused", known)][:-1] == ["blue key"]
    assert [row[0] for row in seen(vault, "fused", known, long_ago)][:-1] == ["blue key"]
    between = parse_iso("2019-06-01T00:00:00Z").utc
    assert [row[0] for row in seen(vault, "fused", known, between)][:-1] == []


def test_what_was_known_of_a_moment_leaves_out_the_supersessions_told_later(vault: Vault):
    fill(vault, [draft("blue key old", "1", happened="2020-01-01")])
    first = replay.last_act(vault.connection)
    fill(vault, [draft("blue key old", "1", superseded_by="2"), draft("blue key new", "2", happened="2020-02-01")])
    old, new = id_of(vault, "blue key old"), id_of(vault, "blue key new")
    with contextlib.suppress(VaultError):
        curation.supersede(vault, old, new)
    embed(vault)
    later = parse_iso("2035-03-01T00:00:00Z").utc
    query = Query(QUESTION, PROFILES["fused"], at=later)
    assert served(recall(vault, query, EMBEDDER)) == ["blue key new"]
    of_then = Query(QUESTION, PROFILES["fused"], at=later, known=Known(first, 2**50))
    assert served(recall(vault, of_then, EMBEDDER)) == ["blue key old"]


def test_import_that_was_undone_later_was_there_before(vault: Vault):
    fill(vault, ["blue key"])
    told = Known(replay.last_act(vault.connection), 2**50)
    curation.undo(vault)
    embed(vault)
    assert [row[0] for row in seen(vault, "fused", None)][:-1] == []
    assert [row[0] for row in seen(vault, "fused", told)][:-1] == ["blue key"]
    curation.redo(vault)
    assert [row[0] for row in seen(vault, "fused", told)][:-1] == ["blue key"]


def test_supersession_that_was_removed_later_stood_for_what_was_known_before(vault: Vault):
    fill(vault, ["blue key old", "blue key new"])
    ids = id_of(vault, "blue key old"), id_of(vault, "blue key new")
    curation.supersede(vault, *ids)
    with vault.reading() as connection:
        told = replay.known_after(connection, replay.last_act(connection))
    told = Known(told.act, told.at - 1)  # the clock may not have moved between the two acts
    curation.unsupersede(vault, *ids)
    embed(vault)
    later = parse_iso("2035-03-01T00:00:00Z").utc
    assert {row[0] for row in seen(vault, "fused", None, later)[:-1]} == {"blue key old", "blue key new"}
    assert [row[0] for row in seen(vault, "fused", told, later)][:-1] == ["blue key new"]


def test_moment_knows_the_acts_until_then(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    clock = [1_000]
    for module in ("journal", "rows", "pending"):
        monkeypatch.setattr(f"mnemoscope.{module}.now", lambda: clock[0])
    for clock[0] in (1_000, 2_000, 3_000):
        ingest.add(vault, text(clock[0]))
    assert [replay.known_at(vault, moment) for moment in (999, 1_000, 2_500, 9_000)] == [
        Known(0, 999), Known(1, 1_000), Known(2, 2_500), Known(3, 9_000)
    ]  # fmt: skip


# ---------------------------------------------------------------- transitions


@pytest.fixture
def twenty(path: Path):
    """A vault with twenty acts."""
    with Vault.create(path) as vault:
        for number in range(20):
            ingest.add(vault, text(number))
        yield vault


def truth_of(*held: int) -> tuple[list[int], object]:
    asked: list[int] = []

    def holds(act: int) -> bool:
        asked.append(act)
        return act in held

    return asked, holds


@pytest.mark.parametrize("last", range(1, 20))
@pytest.mark.parametrize("since", [0, 1])
def test_act_that_ended_it_is_found_wherever_it_is(twenty: Vault, last: int, since: int):
    asked, holds = truth_of(*range(1, last + 1))
    found = replay.transition(twenty.connection, since, holds, record=1)  # type: ignore[arg-type]
    assert found == replay.Transition(last + 1, None)
    assert len(asked) == len(set(asked)) <= 10


@settings(max_examples=60, deadline=None)
@given(held=st.sets(st.integers(1, 20)))
def test_act_that_is_named_did_end_it(tmp_path_factory: pytest.TempPathFactory, held: set[int]):
    with Vault.create(tmp_path_factory.mktemp("acts") / "some.vault") as vault:
        for number in range(20):
            ingest.add(vault, text(number))
        _, holds = truth_of(*held)
        found = replay.transition(vault.connection, 0, holds)  # type: ignore[arg-type]
        if found.act is not None:
            assert found.act - 1 in held
            assert found.act not in held
        elif found.since is not None:
            assert found.since == 20
            assert 20 in held


def test_late_one_of_several_is_found(twenty: Vault):
    _, holds = truth_of(*range(1, 5), *range(9, 18))
    assert replay.transition(twenty.connection, 3, holds).act == 18  # type: ignore[arg-type]


def test_what_holds_after_the_last_act_was_ended_by_none(twenty: Vault):
    _, holds = truth_of(*range(1, 21))
    assert replay.transition(twenty.connection, 5, holds) == replay.Transition(None, 20)  # type: ignore[arg-type]
    assert replay.transition(twenty.connection, 20, holds) == replay.Transition(None, 20)  # type: ignore[arg-type]


def test_what_never_held_has_no_transition(twenty: Vault):
    _, holds = truth_of()
    assert replay.transition(twenty.connection, 7, holds) == replay.Transition(None, None)  # type: ignore[arg-type]


def test_short_time_between_two_acts_on_the_record_is_found(twenty: Vault):
    curation.deactivate(twenty, [id_of(twenty, text(3))])
    for number in range(40, 80):
        ingest.add(twenty, text(number))
    _, holds = truth_of(4, 5, *range(6, 21))
    record = int(twenty.connection.execute("SELECT ordinal FROM record WHERE text = ?", (text(3),)).fetchone()[0])
    assert replay.transition(twenty.connection, 0, holds, record).act == 21  # type: ignore[arg-type]
