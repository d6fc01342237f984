"""Undo and redo: the last act of the same actor, after a restart, and never over a later act of another."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memories import ask, curated, draft, edges, embed, fill, id_of, served, states

from mnemoscope import columns, curation, expectations, ingest, journal, profiles, reading
from mnemoscope.errors import Refused, VaultError
from mnemoscope.messages import message
from mnemoscope.records import Profile
from mnemoscope.vault import Vault


def image(vault: Vault) -> tuple[dict[str, tuple[bool, str]], object]:
    """The states by text, and everything else that acts change."""
    saved = tuple(
        vault.connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in ("expectation", "profile")
    )
    return states(vault), (edges(vault), *saved)


@pytest.fixture
def four(path: Path) -> Path:
    with Vault.create(path, "importer") as vault:
        fill(vault, list("abcd"))
    return path


# ---------------------------------------------------------------- undo and redo


def test_undo_and_redo_survive_a_restart(four: Path):
    with Vault.open(four, "ann") as vault:
        before = image(vault)
        curation.deactivate(vault, [id_of(vault, "a")], "old")
        curation.supersede(vault, id_of(vault, "b"), id_of(vault, "c"), "newer")
        after = image(vault)
    with Vault.open(four, "ann") as vault:
        assert str(curation.undo(vault).label).startswith("Undid: Superseded record")
        curation.undo(vault)
        assert image(vault) == before
    with Vault.open(four, "ann") as vault:
        assert str(curation.redo(vault).label).startswith("Redid: Deactivated record")
        curation.redo(vault)
        assert image(vault) == after
        with pytest.raises(Refused):
            curation.redo(vault)


def test_what_undo_and_redo_would_do_is_known_before_they_do_it(four: Path):
    with Vault.open(four, "bob") as vault:
        curation.deactivate(vault, [id_of(vault, "d")])
    with Vault.open(four, "ann") as vault:
        assert (curation.undoable(vault), curation.redoable(vault)) == (None, None)
        curation.deactivate(vault, [id_of(vault, "a")], "old")
        first = curation.undoable(vault)
        assert first is not None
        assert str(first.label) == f"Deactivated record {id_of(vault, 'a')[:6]}"
        curation.supersede(vault, id_of(vault, "b"), id_of(vault, "c"))
        second = curation.undoable(vault)
        assert second is not None
        curation.undo(vault)
        assert curation.undoable(vault) == first
        again = curation.redoable(vault)
        assert again is not None
        assert (again.number, again.undone) == (second.number, True)
        curation.redo(vault)
        assert (curation.undoable(vault), curation.redoable(vault)) == (second, None)
        by_anybody = curation.undoable(vault, any=True)
        assert by_anybody == second


def test_undo_takes_back_only_the_own_acts(four: Path):
    with Vault.open(four, "ann") as ann, Vault.open(four, "bob") as bob:
        curation.deactivate(ann, [id_of(ann, "a")])
        curation.deactivate(bob, [id_of(bob, "b")])
        curation.undo(ann)
        assert states(ann)["a"][0]
        assert not states(ann)["b"][0]
        with pytest.raises(Refused) as error:
            curation.undo(ann)
        assert str(error.value) == "There is nothing to undo."
        curation.undo(ann, any=True)
        assert states(ann)["b"][0]
        with pytest.raises(Refused):
            curation.redo(bob)  # it was ann who undid it
        curation.redo(ann)
        assert not states(ann)["b"][0]


def test_undo_is_refused_where_a_later_act_touched_the_same_record(four: Path):
    with Vault.open(four, "ann") as ann, Vault.open(four, "bob") as bob:
        curation.deactivate(bob, [id_of(bob, "a")], "bob's")
        curation.restore(ann, [id_of(ann, "a")])
        curation.supersede(bob, id_of(bob, "a"), id_of(bob, "b"))
        before = curated(ann)
        with pytest.raises(Refused) as error:
            curation.undo(ann)
        assert "bob" in str(error.value)
        assert "Superseded record" in str(error.value)
        assert curated(ann) == before
        curation.undo(bob)
        curation.undo(ann)
        assert states(ann)["a"] == (False, "bob's")


def test_redo_is_refused_where_a_later_act_touched_the_same_record(four: Path):
    with Vault.open(four, "ann") as ann, Vault.open(four, "bob") as bob:
        curation.deactivate(ann, [id_of(ann, "a")], "ann's")
        curation.undo(ann)
        curation.deactivate(bob, [id_of(bob, "a")], "bob's")
        before = curated(ann)
        with pytest.raises(Refused) as error:
            curation.redo(ann)
        assert "bob" in str(error.value)
        assert curated(ann) == before


def test_act_after_an_undo_ends_what_can_be_redone(four: Path):
    with Vault.open(four, "ann") as vault:
        curation.deactivate(vault, [id_of(vault, "a")])
        curation.undo(vault)
        curation.deactivate(vault, [id_of(vault, "b")])
        with pytest.raises(Refused) as error:
            curation.redo(vault)
        assert str(error.value) == "There is nothing to redo."


def test_undone_addition_is_withdrawn_and_comes_back_by_redo(vault: Vault):
    ingest.add(vault, "a thought")
    curation.undo(vault)
    assert states(vault) == {"a thought": (False, journal.WITHDRAWN)}
    assert served(ask(vault, "thought", "lexical")) == []
    curation.redo(vault)
    assert states(vault) == {"a thought": (True, "")}
    assert served(ask(vault, "thought", "lexical")) == ["a thought"]


def test_addition_that_replaces_is_one_act(vault: Vault):
    old = ingest.add(vault, "old", app="x")
    ingest.add(vault, "new", app="ignored", supersedes=old.ids[0])
    assert edges(vault) == {("old", "new", "")}
    assert reading.record(vault, id_of(vault, "new")).app == "x"
    curation.undo(vault)
    assert edges(vault) == set()
    assert states(vault)["new"] == (False, journal.WITHDRAWN)
    curation.redo(vault)
    assert edges(vault) == {("old", "new", "")}


def test_undone_addition_that_somebody_built_upon_is_refused(path: Path):
    with Vault.create(path, "ann") as ann, Vault.open(path, "bob") as bob:
        ingest.add(bob, "before")
        ingest.add(ann, "by ann")
        curation.supersede(bob, id_of(bob, "before"), id_of(bob, "by ann"))
        with pytest.raises(Refused) as error:
            curation.undo(ann)
        assert "bob" in str(error.value)


def test_import_is_undone_and_redone_whole(vault: Vault):
    fill(vault, ["kept"])
    fill(
        vault,
        [draft(f"r{n}", f"r{n}") for n in range(5)]
        + [draft("old", "old", superseded_by="r1"), draft("off", "off", active=False, reason="at the source")],
        source="folder/file",
    )
    embed(vault)
    after = image(vault)
    label = curation.undo(vault).label
    assert str(label) == "Undid: Imported 7 records from file"
    assert edges(vault) == set()
    assert [text for text, (active, _) in states(vault).items() if active] == ["kept"]
    assert states(vault)["off"] == (False, "at the source")
    assert served(ask(vault, "r1")) == ["kept"]
    curation.redo(vault)
    assert image(vault) == after
    curation.undo(vault)
    curation.redo(vault)
    assert image(vault) == after


def test_undone_import_that_somebody_curated_is_refused(four: Path):
    with Vault.open(four, "bob") as bob, Vault.open(four, "importer") as importer:
        curation.deactivate(bob, [id_of(bob, "c")])
        before = curated(bob)
        with pytest.raises(Refused):
            curation.undo(importer)
        assert curated(bob) == before
        curation.undo(bob)
        curation.undo(importer)
        assert not any(active for active, _ in states(bob).values())


# ---------------------------------------------------------------- one act is one transaction


@pytest.mark.parametrize("fails_at", ["state", "edge", "added", "end"])
def test_act_that_fails_midway_leaves_nothing(four: Path, fails_at: str):
    with Vault.open(four, "ann") as vault:
        before = curated(vault)
        first, second = (row[0] for row in vault.connection.execute("SELECT ordinal FROM record LIMIT 2"))

        def act() -> None:
            with journal.act(vault, message("act.deactivate", count=2)) as writing:
                for step in ("state", "edge", "added", "end"):
                    if step == fails_at:
                        raise RuntimeError
                    if step == "state":
                        writing.set_state(first, False, "half")
                    elif step == "edge":
                        writing.set_edge(first, second, True)
                    else:
                        writing.added(second)

        with pytest.raises(RuntimeError):
            act()
        assert curated(vault) == before
        assert columns.load(vault).active.sum() == 4


def test_undo_that_fails_midway_leaves_nothing(four: Path):
    with Vault.open(four, "ann") as vault:
        curation.deactivate(vault, [id_of(vault, text) for text in "abc"])
        before = curated(vault)
        vault.connection.execute(
            "CREATE TEMP TRIGGER luck AFTER UPDATE ON record WHEN NEW.text = 'b'"
            " BEGIN SELECT RAISE(FAIL, 'out of luck'); END"
        )
        with pytest.raises(sqlite3.IntegrityError, match="out of luck"):
            curation.undo(vault)
        assert curated(vault) == before


def test_act_without_a_step_leaves_no_entry(four: Path):
    with Vault.open(four, "ann") as vault:
        before = curated(vault)
        with journal.act(vault, message("act.deactivate", count=0)) as writing:
            pass
        assert writing.changes.act is None
        assert curated(vault) == before


def test_failing_import_leaves_nothing(vault: Vault):
    fill(vault, ["kept"])
    before = curated(vault)

    def drafts():
        yield draft("one", "1")
        yield from (draft(f"more {n}", f"m{n}") for n in range(ingest.BATCH))
        raise OSError("the file went away")

    with pytest.raises(OSError, match="went away"):
        fill(vault, drafts())
    after = curated(vault)
    assert {name: rows for name, rows in after.items() if name != "app"} == {
        name: rows for name, rows in before.items() if name != "app"
    }
    assert served(ask(vault, "one more", "lexical")) == []


# ---------------------------------------------------------------- any sequence

ACTS = st.lists(
    st.tuples(st.sampled_from(["deactivate", "restore", "supersede", "unsupersede", "add", "replace", "import",
                               "expect", "unexpect", "save", "remove"]),
              st.integers(0, 9), st.integers(0, 9)),
    min_size=1, max_size=10,
)  # fmt: skip


def perform(vault: Vault, verb: str, first: int, second: int) -> bool:
    """Whether the act was allowed."""
    ids = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record ORDER BY ordinal")]
    one, other = ids[first % len(ids)], ids[second % len(ids)]
    number = len(ids)
    try:
        if verb in {"deactivate", "restore"}:
            arguments = ("because",) if verb == "deactivate" else ()
            getattr(curation, verb)(vault, [one, other], *arguments)
        elif verb in {"supersede", "unsupersede"}:
            getattr(curation, verb)(vault, one, other)
        elif verb == "add":
            ingest.add(vault, f"added {number}")
        elif verb == "expect":
            profile = f"own {second % 2}" if second % 3 else None
            expectations.expect(vault, f"question {first % 3}", one, second % 5 + 1, profile)
        elif verb == "unexpect":
            expectations.unexpect(vault, first)
        elif verb == "save":
            profiles.save_profile(vault, Profile(f"own {first % 2}", budget=second % 4 + 1))
        elif verb == "remove":
            profiles.remove_profile(vault, f"own {first % 2}")
        elif verb == "replace":
            ingest.add(vault, f"replacing {number}", supersedes=one)
        else:
            fill(
                vault, [draft(f"i{number}", f"e{first}"), draft(f"j{number}", f"j{number}", superseded_by=f"e{first}")]
            )
    except VaultError:
        return False
    return True


def without_withdrawn(vault: Vault, known: set[str]) -> tuple[object, object]:
    """States and edges of the records there were; what came later must be withdrawn."""
    held, others = image(vault)
    late = {text: state for text, state in held.items() if text not in known}
    assert all(state == (False, journal.WITHDRAWN) for state in late.values())
    return {text: state for text, state in held.items() if text in known}, others


@settings(max_examples=60, deadline=None)
@given(ACTS)
def test_undo_of_any_acts_is_identity_and_redo_brings_them_back(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, int, int]]
):
    with Vault.create(tmp_path_factory.mktemp("acts") / "some.vault", "importer") as vault:
        fill(vault, list("abcd"))
        vault.actor = "ann"
        images = [image(vault)]
        for act in acts:
            if perform(vault, *act):
                images.append(image(vault))
        for before in reversed(images[:-1]):
            curation.undo(vault)
            assert without_withdrawn(vault, set(before[0])) == before
        with pytest.raises(Refused):
            curation.undo(vault)
        for after in images[1:]:
            curation.redo(vault)
            assert without_withdrawn(vault, set(after[0])) == after
        with contextlib.suppress(Refused):
            curation.redo(vault)
            pytest.fail("there was nothing left to redo")
        assert image(vault) == images[-1]


# ---------------------------------------------------------------- verdicts


def say_of(vault: Vault, first: int, second: int, answer: str) -> None:
    with journal.act(vault, message("act.expect", record="", question="")) as act:
        act.set_verdict(first, second, "pair", answer)


def said(vault: Vault) -> list[tuple[int, int, str, str]]:
    return vault.connection.execute("SELECT first, second, question, answer FROM verdict").fetchall()


def test_verdict_is_kept_changed_and_taken_back_step_by_step(four: Path):
    with Vault.open(four) as vault:
        say_of(vault, 3, 2, "later")
        say_of(vault, 3, 2, "both_true")
        assert said(vault) == [(2, 3, "pair", "both_true")]
        journal.undo(vault)
        assert said(vault) == [(2, 3, "pair", "later")]
        journal.undo(vault)
        assert said(vault) == []
        journal.redo(vault)
        assert said(vault) == [(2, 3, "pair", "later")]


def test_verdict_does_not_stand_in_the_way_of_an_earlier_act_on_its_records(four: Path):
    with Vault.open(four, "ann") as vault:
        curation.deactivate(vault, [id_of(vault, "a")])
    with Vault.open(four, "ben") as vault:
        say_of(vault, 1, 1, "both_true")
    with Vault.open(four, "ann") as vault:
        journal.undo(vault)
        assert states(vault)["a"][0]


def test_changed_verdict_of_another_is_not_taken_back(four: Path):
    with Vault.open(four, "ann") as vault:
        say_of(vault, 1, 2, "later")
    with Vault.open(four, "ben") as vault:
        say_of(vault, 1, 2, "both_true")
    with Vault.open(four, "ann") as vault, pytest.raises(Refused, match="Not undone"):
        journal.undo(vault)
