"""Undo and redo: the last act of the same actor, after a restart, and never over a later act of another."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memories import ask, curated, draft, edges, embed, fill, id_of, ordinal_of, served, states

from mnemoscope import columns, curation, expectations, ingest, journal, profiles, reading
from mnemoscope.errors import Refused, VaultError
from mnemoscope.ingest import importing
from mnemoscope.messages import message
from mnemoscope.records import Profile
from mnemoscope.times import until
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
        yield from (draft(f"more {n}", f"m{n}") for n in range(importing.BATCH))
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


def test_steps_on_the_same_records_are_taken_back_last_first_and_done_again_first_first(four: Path):
    with Vault.open(four, "ann") as vault:
        curation.supersede(vault, id_of(vault, "a"), id_of(vault, "b"))
        a, b, c = (ordinal_of(vault, text) for text in "abc")
        before = image(vault)
        with journal.act(vault, message("act.deactivate", count=1, record="a")) as act:
            act.set_edge(a, b, False)
            act.set_edge(a, c, True)
            act.set_states([a, b], False, "first")
            act.set_states([a], False, "second")
        after = image(vault)
        assert states(vault)["a"] == (False, "second")
        curation.undo(vault)
        assert image(vault) == before
        curation.redo(vault)
        assert image(vault) == after


# ---------------------------------------------------------------- done again, only on what it was done on


def test_redo_is_refused_where_an_undo_of_another_changed_the_same_record(four: Path):
    with Vault.open(four, "ann") as ann, Vault.open(four, "bob") as bob:
        a = id_of(ann, "a")
        curation.deactivate(ann, [a])
        curation.restore(bob, [a])
        curation.undo(bob)
        curation.undo(ann)
        before = curated(ann)
        with pytest.raises(Refused) as error:
            curation.redo(bob)  # there is nothing that it would restore
        assert str(error.value).startswith("Not redone: a later act of the ann at ")
        assert "(Undid: Deactivated record" in str(error.value)
        assert error.value.message.parameters["number"] == 5
        assert curated(ann) == before
        curation.redo(ann)
        curation.redo(bob)
        assert states(ann)["a"] == (True, "")


def test_redo_of_an_act_that_somebody_else_took_back_last_is_not_ones_own(four: Path):
    with Vault.open(four, "ann") as ann, Vault.open(four, "bob") as bob:
        curation.deactivate(ann, [id_of(ann, "a")])
        curation.undo(ann)
        curation.redo(bob, any=True)
        curation.undo(bob, any=True)
        assert curation.redoable(ann) is None
        curation.redo(bob)
        assert not states(ann)["a"][0]


def test_redo_of_a_supersession_by_what_is_inactive_by_now_is_refused(four: Path):
    with Vault.open(four, "ann") as ann, Vault.open(four, "bob") as bob:
        curation.supersede(ann, id_of(ann, "a"), id_of(ann, "b"))
        curation.undo(ann)
        curation.deactivate(bob, [id_of(bob, "b")])
        with pytest.raises(Refused, match="Not redone"):
            curation.redo(ann)
        assert edges(ann) == set()


# ---------------------------------------------------------------- any earlier act


def test_any_earlier_act_of_anybody_is_taken_back_and_done_again(four: Path):
    with Vault.open(four, "ann") as ann, Vault.open(four, "bob") as bob:
        first = curation.deactivate(ann, [id_of(ann, "a")], "ann's")
        curation.deactivate(ann, [id_of(ann, "b")])
        after = image(ann)
        assert first.act is not None
        changes = curation.revert(bob, first.act)
        assert str(changes.label) == f"Took back act 2: Deactivated record {id_of(ann, 'a')[:6]}"
        assert (states(ann)["a"], states(ann)["b"]) == ((True, ""), (False, ""))
        assert reading.history(ann, 1)[0].actor == "bob"
        with pytest.raises(Refused) as error:
            curation.revert(ann, first.act)
        assert "was taken back already, by the bob at " in str(error.value)
        curation.redo(bob)
        assert image(ann) == after


def test_earlier_act_that_a_later_one_built_upon_stays_and_that_one_is_named(four: Path):
    with Vault.open(four, "ann") as ann, Vault.open(four, "bob") as bob:
        first = curation.supersede(ann, id_of(ann, "a"), id_of(ann, "b"))
        later = curation.deactivate(bob, [id_of(ann, "a")])
        before = curated(ann)
        assert first.act is not None
        with pytest.raises(Refused) as error:
            curation.revert(ann, first.act)
        assert curated(ann) == before
        named = error.value.message.parameters
        assert (named["number"], named["actor"], named["act"]) == (later.act, "bob", later.label)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (99, "There is no act 99 in the history."),
        (3, "Act 3 takes back or does again another act (Undid: Deactivated record {a}); revert or redo that one."),
        (2, "Act 2 (Deactivated record {a}) was taken back already, by the ann at "),
    ],
)
def test_what_cannot_be_taken_back_is_said(four: Path, number: int, sentence: str):
    with Vault.open(four, "ann") as vault:
        short = id_of(vault, "a")[:6]
        curation.deactivate(vault, [id_of(vault, "a")])
        curation.undo(vault)
        before = curated(vault)
        with pytest.raises(Refused) as error:
            curation.revert(vault, number)
        assert str(error.value).startswith(sentence.format(a=short))
        assert curated(vault) == before


# ---------------------------------------------------------------- a forget is a barrier


def forget(vault: Vault, text: str) -> int:
    """What a forget does to the curated tables and the journal."""
    with journal.act(vault, message("act.deactivate", count=1, record="a")) as act:
        number = ordinal_of(vault, text)
        act.forgotten(number)
        act.connection.execute("DELETE FROM record WHERE ordinal = ?", (number,))
    assert act.changes.act is not None
    return act.changes.act


def test_undo_stops_at_a_forget_in_words(four: Path):
    with Vault.open(four, "ann") as vault:
        kept = curation.deactivate(vault, [id_of(vault, "b")])
        number = forget(vault, "a")
        before = curated(vault)
        for take_back in (curation.undo, lambda vault: curation.revert(vault, number)):
            with pytest.raises(Refused) as error:
                take_back(vault)
            assert str(error.value).startswith("A forget cannot be undone (")
            assert error.value.message.parameters["number"] == number
            assert curated(vault) == before
        assert kept.act is not None
        curation.revert(vault, kept.act)  # it has nothing to do with what was forgotten
        assert states(vault)["b"] == (True, "")


def test_act_of_which_a_record_was_forgotten_stays_and_the_forget_is_named(four: Path):
    with Vault.open(four, "ann") as ann, Vault.open(four, "bob") as bob:
        a, b = id_of(ann, "a"), id_of(ann, "b")
        acts = [
            curation.supersede(ann, a, b),
            curation.deactivate(ann, [b, id_of(ann, "c")]),
            expectations.expect(ann, "what", b),
        ]
        undone = curation.set_dates(ann, [b, id_of(ann, "d")], review_after=until("2027-01-01"))
        curation.undo(ann)
        number = forget(bob, "b")
        before = curated(ann)
        numbers = [1, *(changes.act for changes in acts)]  # the first one imported it
        for act in numbers:
            assert act is not None
            with pytest.raises(Refused) as error:
                curation.revert(ann, act)
            assert str(error.value).startswith(
                f"Not undone: a record of this act is forgotten for good (act {number} of the bob at "
            )
        with pytest.raises(Refused) as error:
            curation.redo(ann)
        assert str(error.value).startswith("Not redone: a record of this act is forgotten for good")
        assert undone.act is not None
        assert curated(ann) == before


def test_forgotten_record_does_not_touch_the_history_of_the_others_of_its_import(four: Path):
    with Vault.open(four, "ann") as vault:
        number = forget(vault, "a")
        assert [act.number for act in reading.record_history(vault, id_of(vault, "b"))] == [1]
        assert reading.touched(vault, number) == ()


# ---------------------------------------------------------------- verdicts of the same pair


def test_verdict_that_another_gave_since_is_not_overwritten_by_a_redo(four: Path):
    with Vault.open(four, "ann") as ann, Vault.open(four, "ben") as ben:
        say_of(ann, 1, 2, "later")
        journal.undo(ann)
        say_of(ben, 1, 2, "both_true")
        with pytest.raises(Refused, match="Not redone"):
            journal.redo(ann)
        assert said(ann) == [(1, 2, "pair", "both_true")]
