"""Impact says before an act, to the last bit, what recall says before and after it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memories import EMBEDDER, ROTA, ask, curated, draft, embed, fill, filled, id_of

from mnemoscope import checks, columns, curation, forgetting, impact, ingest, overlay, reading, recall_log
from mnemoscope.embedding import models
from mnemoscope.errors import Cancelled, ModelUnavailable, NoSuchRecord, Refused
from mnemoscope.expectations import expect
from mnemoscope.plans import Affected, Impact, Plan
from mnemoscope.profiles import save_profile
from mnemoscope.recall import Asking, Recalled, Stores, prepared, rank
from mnemoscope.records import PROFILES, Kind, Profile, Query, RecordId, When
from mnemoscope.replay import known_after
from mnemoscope.times import now
from mnemoscope.vault import Vault

KEY = "the blue key is in the drawer"
QUESTION = "Where is the blue key?"
OTHERS = ("a cat on the radiator", "the release went out", "lunch is at noon")
ONE = replace(PROFILES["lexical"], budget=1)


@pytest.fixture
def keys(path: Path):
    """A vault in which the blue key is found, and was asked for."""
    with filled(path, [KEY, *OTHERS]) as vault:
        yield vault


def note(vault: Vault, text: str, profile: Profile | str = "fused", scope: tuple[str, ...] | None = None) -> None:
    """Ask, and leave it in the log."""
    assert recall_log.log(vault, ask(vault, text, profile, scope).recall)


def of(vault: Vault, plan: Plan, **more: object) -> Impact:
    return impact.impact(vault, plan, embedder=EMBEDDER, **more)  # type: ignore[arg-type]


def record(vault: Vault, text: str) -> RecordId:
    return RecordId(id_of(vault, text))


def texts(affected: Affected) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Ranks and texts of what leaves and what enters."""
    leaving, entering = (
        [(shift.rank, shift.record.text) for shift in some] for some in (affected.leaving, affected.entering)
    )
    return leaving, entering


def served(recalled: Recalled) -> dict[str, int]:
    return {hit.id: hit.rank for hit in (*recalled.recall.standing, *recalled.recall.hits)}


# ---------------------------------------------------------------- any vault, any plan

WORDS = ("blue", "key", "cat", "noon", "lunch", "Admon", "v1.3", "shift")
PAST, FUTURE = 1_000_000_000_000, 4_000_000_000_000
PROFILES_ASKED = [replace(profile, budget=2) for profile in PROFILES.values()] + [
    replace(PROFILES["fused"], budget=3, vector_depth=2, lexical_depth=2),
]
SCOPES: list[tuple[str, ...] | None] = [None, ("a",), ("b", "a"), ("new",), ()]


@dataclass(frozen=True)
class Case:
    """A small vault and what is planned for it, records by number."""

    drafts: list[tuple[tuple[str, ...], str, int, Kind]]
    edges: list[tuple[int, int]]
    inactive: set[int]
    deactivate: list[int]
    restore: list[int]
    supersede: list[tuple[int, int]]
    unsupersede: list[int]
    expire: dict[int, int | None]
    move: dict[int, str]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(tuple)
    kinds = st.sampled_from([Kind.NOTE, Kind.NOTE, Kind.NOTE, Kind.STANDING])
    rows = st.tuples(phrases, st.sampled_from(["a", "a", "a", "a", "b"]), st.integers(0, 1), kinds)
    drafts = draw(st.lists(rows, min_size=2, max_size=9))
    number = st.integers(0, len(drafts) - 1)
    some = st.lists(number, max_size=3, unique=True)
    pairs = st.lists(st.tuples(number, number).filter(lambda pair: pair[0] != pair[1]), max_size=2)
    return Case(
        drafts, draw(pairs), set(draw(some)), draw(some), draw(some), draw(pairs), draw(some),
        draw(st.dictionaries(number, st.sampled_from([PAST, FUTURE, None]), max_size=2)),
        draw(st.dictionaries(number, st.sampled_from(["a", "b", "new"]), max_size=2)),
    )  # fmt: skip


def made(path: Path, case: Case) -> tuple[Vault, list[RecordId]]:
    """The vault of a case, with a log and expectations, and its records' ids."""
    drafts = [
        draft(f"{' '.join(words)} {number}", str(number), f"s{session}", app, kind=kind)
        for number, (words, app, session, kind) in enumerate(case.drafts)
    ]
    vault = filled(path, drafts)
    ids = [record(vault, some.text) for some in drafts]
    for older, newer in case.edges:
        with contextlib.suppress(Refused):
            curation.supersede(vault, ids[older], ids[newer])
    if case.inactive:
        curation.deactivate(vault, [ids[number] for number in case.inactive])
    for number, profile in enumerate(PROFILES_ASKED):
        scope = SCOPES[number % len(SCOPES)]
        note(vault, f"{WORDS[number]} {WORDS[number + 1]} {WORDS[number + 2]}", profile, scope)
        note(vault, f"Does {WORDS[number]} know Admon?", profile)
    for number, id in enumerate(ids[:4]):
        expect(vault, f"{WORDS[number]} {WORDS[number + 1]}", id, 2, [*PROFILES][number])
    return vault, ids


def planned(vault: Vault, case: Case, ids: Sequence[RecordId]) -> Plan:
    standing = dict(
        vault.connection.execute(
            "SELECT o.id, n.id FROM supersession e JOIN record o ON o.ordinal = e.older"
            " JOIN record n ON n.ordinal = e.newer WHERE e.until IS NULL"
        )
    )
    edges = {RecordId(older.hex()): RecordId(newer.hex()) for older, newer in standing.items()}
    gone = [ids[number] for number in case.unsupersede if ids[number] in edges]
    return Plan(
        deactivate=tuple(ids[number] for number in case.deactivate),
        restore=tuple(ids[number] for number in case.restore),
        supersede=tuple(
            dict.fromkeys(
                (ids[older], ids[newer])
                for older, newer in case.supersede
                if older not in case.deactivate and newer not in case.deactivate
            )
        ),
        unsupersede=tuple((id, edges[id]) for id in gone),
        expire={ids[number]: moment for number, moment in case.expire.items()},
        move={ids[number]: app for number, app in case.move.items()},
    )


def do(vault: Vault, plan: Plan) -> None:
    """Carry a plan out. Raises ``Refused`` for a supersession."""
    for act, some in ((curation.deactivate, plan.deactivate), (curation.restore, plan.restore)):
        if some:
            with contextlib.suppress(Refused):  # they are so already
                act(vault, some)
    for id, moment in plan.expire.items():
        with contextlib.suppress(Refused):
            curation.set_dates(vault, [id], valid_until=moment if moment is None else When("then", moment, True))
    for app in dict.fromkeys(plan.move.values()):
        with contextlib.suppress(Refused):
            curation.move(vault, [id for id, target in plan.move.items() if target == app], app)
    for older, newer in plan.unsupersede:
        curation.unsupersede(vault, older, newer)
    for older, newer in plan.supersede:
        curation.supersede(vault, older, newer)


def refused_or(work: Callable[[], Impact | None]) -> Impact | str | None:
    """What the work returns, or the message by which it is refused."""
    try:
        return work()
    except Refused as refused:
        return refused.message.id


def logged(vault: Vault) -> list[Query]:
    return [Query(some.query, some.profile, some.scope) for some in recall_log.questions(vault, 50)]


def recalls(vault: Vault) -> list[dict[str, int]]:
    """What recall serves for each question of the log."""
    return [served(ask(vault, some.text, some.profile, some.scope)) for some in logged(vault)]


def shifts(before: dict[str, int], after: dict[str, int]) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    return (
        {(id, place) for id, place in before.items() if id not in after},
        {(id, place) for id, place in after.items() if id not in before},
    )


def said(found: Sequence[Affected]) -> dict[tuple[str, int | None], tuple[set[tuple[str, int]], set[tuple[str, int]]]]:
    """Shifts by question and time: two of the log may have the same words."""
    return {
        (some.query, some.at): (
            {(shift.record.id, shift.rank) for shift in some.leaving},
            {(shift.record.id, shift.rank) for shift in some.entering},
        )
        for some in found
        if some.expectation is None
    }


def seen(
    vault: Vault, before: list[dict[str, int]], after: list[dict[str, int]]
) -> dict[tuple[str, int | None], tuple[set[tuple[str, int]], set[tuple[str, int]]]]:
    """What really changed, in the form of ``said``."""
    moved = {
        (some.query, some.at): shifts(first, second)
        for some, first, second in zip(recall_log.questions(vault, 50), before, after, strict=True)
    }
    return {key: value for key, value in moved.items() if any(value)}


def rankings(recalled: Recalled) -> tuple[object, ...]:
    """Everything that a recall ranks by, floats as they are."""
    ranked = recalled.ranked
    vector, lexical = ranked.vector, ranked.lexical
    return (
        ranked.order,
        recalled.recall.channels,
        recalled.recall.recallable,
        vector and (vector.top, vector.mean, vector.deviation, vector.scores.tolist()),
        lexical and (lexical.top, lexical.mean_length, lexical.records, lexical.scores.tolist()),
        np.flatnonzero(ranked.view.standing).tolist(),
    )


def foreseen(vault: Vault, plan: Plan) -> list[tuple[object, ...]]:
    """The rankings of every logged question under the plan, by the kernel."""
    found = []
    with vault.reading() as connection:
        stores = Stores(vault)
        after = overlay.lay(connection, stores.columns, plan)
        for query in map(prepared, logged(vault)):
            asking = Asking(query, EMBEDDER, stores)
            for held in (stores.columns, after.columns):
                view = columns.view(vault, query.scope, now(), False, columns=held)
                ranked = asking.rank(view)
            found.append(rankings(ranked))
    return found


@settings(max_examples=120, deadline=None)
@given(cases())
def test_impact_is_what_recall_and_check_say_before_and_after(case: Case):
    with TemporaryDirectory() as folder:
        vault, ids = made(Path(folder) / "v", case)
        with vault:
            plan = planned(vault, case, ids)
            found = refused_or(lambda: of(vault, plan))
            if not isinstance(found, Impact):
                assert refused_or(lambda: do(vault, plan)) == found
                return
            ranked = foreseen(vault, plan)
            held = [some.holds for some in checks.check(vault, embedder=EMBEDDER)]
            before = recalls(vault)
            do(vault, plan)
            after = recalls(vault)
            assert said(found.affected) == seen(vault, before, after)
            assert ranked == [rankings(rank(vault, query, EMBEDDER)) for query in logged(vault)]
            checked = checks.check(vault, embedder=EMBEDDER)
            assert (found.holding, found.would_hold) == (sum(held), sum(some.holds for some in checked))
            assert (found.expectations, found.recalls, found.left_out) == (len(held), len(before), 0)
            would = {some.expectation.number: (some.would_hold, some.would_rank) for some in found.affected
                     if some.expectation is not None}  # fmt: skip
            assert would == {
                some.expectation.number: (some.holds, some.rank)
                for some in checked if some.expectation.number in would
            }  # fmt: skip
            for some, was in zip(checked, held, strict=True):
                assert some.holds is was or some.expectation.number in would


@settings(max_examples=30, deadline=None)
@given(cases())
def test_past_act_changed_what_was_seen_around_it(case: Case):
    with TemporaryDirectory() as folder:
        vault, ids = made(Path(folder) / "v", case)
        with vault:
            acts: list[Callable[[], object]] = [
                lambda: curation.deactivate(vault, [ids[number] for number in case.deactivate]),
                lambda: curation.restore(vault, [ids[number] for number in case.restore]),
                lambda: ingest.add(vault, "blue key cat noon", app="a"),
                *(lambda pair=pair: curation.supersede(vault, ids[pair[0]], ids[pair[1]]) for pair in case.supersede),
                *(lambda one=one: do(vault, Plan(expire={ids[one[0]]: one[1]})) for one in case.expire.items()),
                *(lambda one=one: do(vault, Plan(move={ids[one[0]]: one[1]})) for one in case.move.items()),
                lambda: curation.undo(vault),
            ]
            around = {vault_act(vault): {}}
            for act in acts:
                before = recalls(vault)
                with contextlib.suppress(Refused, IndexError):
                    act()
                    embed(vault)
                    if vault_act(vault) not in around:  # else it changed nothing
                        around[vault_act(vault)] = seen(vault, before, recalls(vault))
            for number, moved in list(around.items())[1:]:
                assert said(impact.of_act(vault, number, embedder=EMBEDDER).affected) == moved


# ---------------------------------------------------------------- every kind of plan


def test_deactivated_record_leaves_and_the_next_one_enters(keys: Vault):
    note(keys, "blue key on the radiator", ONE)
    found = of(keys, Plan(deactivate=(record(keys, KEY),)))
    (some,) = found.affected
    assert texts(some) == ([(1, KEY)], [(1, OTHERS[0])])
    assert (some.query, some.actor, some.expectation) == ("blue key on the radiator", "tester", None)
    assert some.at == next(iter(recall_log.entries(keys))).at


def test_restored_record_enters_at_its_rank(keys: Vault):
    curation.deactivate(keys, [record(keys, KEY)])
    note(keys, "the blue key", "lexical")
    (some,) = of(keys, Plan(restore=(record(keys, KEY),))).affected
    assert texts(some) == ([], [(1, KEY)])


def test_restored_record_that_is_superseded_stays_out(keys: Vault):
    curation.supersede(keys, record(keys, KEY), record(keys, OTHERS[0]))
    curation.deactivate(keys, [record(keys, KEY)])
    note(keys, "the blue key")
    assert of(keys, Plan(restore=(record(keys, KEY),))).affected == ()


def test_deactivating_the_newer_does_not_bring_the_older_back_and_removing_the_edge_does(keys: Vault):
    newer = "the blue key hangs at the door"
    fill(keys, [newer], source="more")
    embed(keys)
    curation.supersede(keys, record(keys, KEY), record(keys, newer))
    note(keys, "blue key", "lexical")
    (some,) = of(keys, Plan(deactivate=(record(keys, newer),))).affected
    assert texts(some) == ([(1, newer)], [])
    (some,) = of(keys, Plan(unsupersede=((record(keys, KEY), record(keys, newer)),))).affected
    assert texts(some)[0] == []
    assert [text for _, text in texts(some)[1]] == [KEY]


def test_expiry_counts_against_now(keys: Vault):
    note(keys, "blue key", "lexical")
    key = record(keys, KEY)
    assert texts(of(keys, Plan(expire={key: now() - 1})).affected[0]) == ([(1, KEY)], [])
    assert of(keys, Plan(expire={key: now() + 60_000})).affected == ()
    keys.connection.execute("UPDATE record SET valid_until_utc = 5, valid_until_text = '5' WHERE text = ?", (KEY,))
    assert texts(of(keys, Plan(expire={key: None})).affected[0]) == ([], [(1, KEY)])


def test_moved_record_leaves_the_one_scope_and_enters_the_other(vault: Vault):
    fill(vault, [draft(KEY, "1", app="home"), draft("a key of work", "2", app="work")])
    embed(vault)
    for scope in (("home",), ("new", "work"), None):
        note(vault, "blue key", "lexical", scope)
    found = of(vault, Plan(move={record(vault, KEY): "new"}))
    assert [texts(some) for some in found.affected] == [([], [(1, KEY)]), ([(1, KEY)], [])]


def test_moved_record_is_no_neighbour_of_its_old_session_any_more(vault: Vault):
    """Whoever sees both apps is served the same records, ranked by another context."""
    fill(vault, [draft("blue", "1"), draft("key", "2"), draft("blue key noon lunch", "3", "s2")])
    note(vault, "blue key", replace(PROFILES["context"], vector=False, budget=1))
    before = recalls(vault)
    found = of(vault, Plan(move={record(vault, "key"): "new"}))
    curation.move(vault, [record(vault, "key")], "new")
    moved = seen(vault, before, recalls(vault))
    assert moved
    assert said(found.affected) == moved


def test_standing_instruction_leaves_and_enters_with_rank_0(path: Path):
    with filled(path, ROTA) as vault:
        note(vault, "Admon on Sunday")
        rule = record(vault, "Answer in short sentences")
        (some,) = of(vault, Plan(deactivate=(rule,))).affected
        assert texts(some) == ([(0, "Answer in short sentences")], [])
        curation.deactivate(vault, [rule])
        (some,) = of(vault, Plan(restore=(rule,))).affected
        assert texts(some) == ([], [(0, "Answer in short sentences")])


def test_statistics_are_those_of_the_after_state(vault: Vault):
    """Once the many that hold a word are gone, it is rare: no record is touched that is served before or after."""
    crowd = [f"key number {number} of the house" for number in range(6)]
    fill(vault, ["key", "blue cat", *crowd])
    note(vault, "key blue", ONE)
    (some,) = of(vault, Plan(deactivate=tuple(record(vault, text) for text in crowd))).affected
    assert texts(some) == ([(1, "blue cat")], [(1, "key")])


def test_plan_that_changes_nothing_affects_nothing(keys: Vault):
    note(keys, "blue key")
    found = of(keys, Plan(restore=(record(keys, KEY),)))
    assert (found.affected, found.recalls) == ((), 1)


# ---------------------------------------------------------------- expectations


def test_expectation_that_would_fail_is_said_with_its_ranks(keys: Vault):
    expect(keys, QUESTION, record(keys, KEY), 1, "lexical")
    found = of(keys, Plan(deactivate=(record(keys, KEY),)))
    (some,) = found.affected
    assert some.expectation is not None
    assert (some.expectation.number, some.at, some.actor) == (1, None, "")
    assert (some.held, some.would_hold, some.rank, some.would_rank) == (True, False, 1, None)
    assert (found.expectations, found.holding, found.would_hold) == (1, 1, 0)


def test_expectation_follows_the_chain_under_the_plan(keys: Vault):
    expect(keys, QUESTION, record(keys, KEY), 1, "lexical")
    newer, last = "the blue key hangs at the door", "where the blue key is nobody knows"
    fill(keys, [newer, last], source="more")
    embed(keys)
    plan = Plan(supersede=((record(keys, newer), record(keys, last)), (record(keys, KEY), record(keys, newer))))
    found = of(keys, plan)
    assert (found.holding, found.would_hold) == (sum(some.holds for some in checks.check(keys, embedder=EMBEDDER)), 1)
    do(keys, plan)
    (checked,) = checks.check(keys, embedder=EMBEDDER)
    assert (checked.holds, checked.record) == (True, record(keys, last))
    found = of(keys, Plan(unsupersede=((record(keys, KEY), record(keys, newer)),)))
    (some,) = found.affected
    curation.unsupersede(keys, record(keys, KEY), record(keys, newer))
    assert (some.would_hold, some.would_rank) == (checks.check(keys, embedder=EMBEDDER)[0].holds, some.would_rank)


def test_expectation_whose_profile_is_gone_is_left_out(keys: Vault):
    save_profile(keys, Profile("own", vector=False))
    expect(keys, QUESTION, record(keys, KEY), profile="own")
    expect(keys, QUESTION, record(keys, KEY), profile="lexical")
    keys.connection.execute("DELETE FROM profile")
    found = of(keys, Plan(deactivate=(record(keys, KEY),)))
    assert (found.expectations, found.left_out, found.holding, found.would_hold) == (2, 1, 1, 0)


# ---------------------------------------------------------------- which questions


def test_identical_questions_are_asked_once_and_the_latest_counts(keys: Vault):
    for text in ("blue key", "noon", "blue key"):
        note(keys, text, "lexical")
    note(keys, "blue key", "lexical", ("default", "other"))
    note(keys, "blue key", "lexical", ("other", "default"))
    found = of(keys, Plan(deactivate=(record(keys, KEY),)))
    latest = [entry for entry in recall_log.entries(keys) if entry.query == "blue key"]
    assert found.recalls == 3
    assert [some.at for some in found.affected] == [latest[0].at, latest[2].at]


def test_only_the_latest_are_asked(keys: Vault):
    for number in range(6):
        note(keys, f"blue key {number}", "lexical")
    plan = Plan(deactivate=(record(keys, KEY),))
    assert [some.query for some in of(keys, plan, recalls=2).affected] == ["blue key 5", "blue key 4"]
    assert of(keys, plan, recalls=0).recalls == 0
    assert of(keys, plan).recalls == 6


def test_recall_as_of_a_moment_is_not_asked(keys: Vault):
    recall_log.log(keys, ask(keys, "blue key", at=now()).recall)
    assert of(keys, Plan(deactivate=(record(keys, KEY),))).recalls == 0


def test_nothing_asked_is_no_impact_and_loads_no_model(keys: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(models, "query_embedder", lambda key, location: pytest.fail("loaded"))
    plan = Plan(deactivate=(record(keys, KEY),))
    assert impact.impact(keys, plan) == Impact(plan, 0, 0, (), 0, 0)


def test_question_that_nothing_can_rank_is_left_out(keys: Vault):
    note(keys, "blue key", "vectors")
    note(keys, "blue key", "fused")
    gone = ModelUnavailable("embedding.not_installed", model="words")
    found = impact.impact(keys, Plan(deactivate=(record(keys, KEY),)), embedder=gone)
    assert (found.recalls, found.left_out) == (2, 1)
    assert [some.query for some in found.affected] == ["blue key"]  # by the words


# ---------------------------------------------------------------- what cannot be


def test_unknown_record_is_said(keys: Vault):
    with pytest.raises(NoSuchRecord):
        of(keys, Plan(deactivate=(RecordId("0" * 32),)))


def test_what_the_act_would_refuse_is_refused_in_its_words(vault: Vault):
    fill(vault, [draft("one", "1", app="a"), draft("two", "2", app="a"), draft("three", "3", app="a"),
                 draft("other", "4", app="b")])  # fmt: skip
    one, two, three, other = (record(vault, text) for text in ("one", "two", "three", "other"))
    curation.supersede(vault, one, two)
    for older, newer in ((one, one), (one, three), (two, one), (two, other)):
        with pytest.raises(Refused) as real:
            curation.supersede(vault, older, newer)
        with pytest.raises(Refused) as foreseen:
            of(vault, Plan(supersede=((older, newer),)))
        assert str(foreseen.value) == str(real.value)
    with pytest.raises(Refused) as real:
        curation.unsupersede(vault, two, three)
    with pytest.raises(Refused) as foreseen:
        of(vault, Plan(unsupersede=((two, three),)))
    assert str(foreseen.value) == str(real.value)
    with pytest.raises(Refused):  # a circle of the plan itself
        of(vault, Plan(supersede=((two, three), (three, one))))


def test_what_a_forget_changed_cannot_be_found_out(keys: Vault):
    forgotten = forgetting.forget(keys, [reading.touched(keys, 1)[0]])
    assert forgotten.changes.act is not None
    with pytest.raises(Refused, match="forgot are gone"):
        impact.of_act(keys, forgotten.changes.act)


def test_act_that_never_was_is_said(keys: Vault):
    with pytest.raises(Refused, match="no act 99"):
        impact.of_act(keys, 99)


def test_impact_of_a_past_act_does_not_count_what_expired_before_it(keys: Vault):
    note(keys, "blue key", "lexical")
    curation.deactivate(keys, [record(keys, KEY)])
    act = vault_act(keys)
    at = known_after(keys.connection, act).at
    keys.connection.execute(
        "UPDATE record SET valid_until_utc = ?, valid_until_text = 'x' WHERE text = ?", (at - 1, OTHERS[0])
    )
    note(keys, "cat", "lexical")
    (some,) = impact.of_act(keys, act, embedder=EMBEDDER).affected
    assert texts(some) == ([(1, KEY)], [])


def vault_act(vault: Vault) -> int:
    return int(vault.connection.execute("SELECT max(id) FROM act").fetchone()[0])


def test_record_that_is_never_served_ends_a_context_by_its_addition(vault: Vault):
    """It stands between two others of its session from then on, and adds nothing itself."""
    fill(vault, [draft("blue", "1"), draft("key", "2"), draft("blue key noon lunch", "3", "s2")])
    note(vault, "blue key", replace(PROFILES["context"], vector=False, budget=1))
    before = recalls(vault)
    fill(vault, [draft("blue", "1"), draft("nothing", "4", active=False), draft("key", "2")], source="later")
    moved = seen(vault, before, recalls(vault))
    assert moved
    assert said(impact.of_act(vault, vault_act(vault), embedder=EMBEDDER).affected) == moved


# ---------------------------------------------------------------- manners


def test_nothing_is_written(keys: Vault, path: Path):
    note(keys, "blue key")
    expect(keys, QUESTION, record(keys, KEY))
    with Vault.open(path) as other:
        files = {file: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith("-shm")}
        rows = curated(other)
        other.changed()
        of(keys, Plan(deactivate=(record(keys, KEY),)))
        impact.of_act(keys, vault_act(keys), embedder=EMBEDDER)
        assert not other.changed()
        assert curated(other) == rows
        assert {file: file.read_bytes() for file in files} == files


def test_read_only_vault_can_be_asked(keys: Vault, path: Path):
    note(keys, "blue key", "lexical")
    with Vault.open(path, read_only=True) as reader:
        assert len(of(reader, Plan(deactivate=(record(reader, KEY),))).affected) == 1


def test_progress_is_called_before_each_question_and_cancels(keys: Vault):
    for number in range(3):
        note(keys, f"blue key {number}")
    expect(keys, QUESTION, record(keys, KEY))
    steps: list[tuple[int, int | None]] = []

    def progress(done: int, total: int | None) -> None:
        steps.append((done, total))

    plan = Plan(deactivate=(record(keys, KEY),))
    of(keys, plan, progress=progress)
    assert steps == [(number, 4) for number in range(5)]

    def stop(done: int, total: int | None) -> None:
        if done == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        of(keys, plan, progress=stop)
    assert not keys.connection.in_transaction
    curation.deactivate(keys, [record(keys, KEY)])


def test_write_of_another_connection_meanwhile_changes_neither_side(keys: Vault, path: Path):
    for number in range(3):
        note(keys, f"blue key {number}", ONE)
    plan = Plan(deactivate=(record(keys, KEY),))
    alone = of(keys, plan)
    with Vault.open(path, "another") as other:

        def meddle(done: int, total: int | None) -> None:
            if done == 1:
                fill(other, ["blue key blue key"], source="meanwhile")
                ask(other, "blue key")  # shares its newer snapshots
            newest.append(keys.cache.snapshots["columns"])

        newest: list[object] = []
        assert of(keys, plan, progress=meddle).affected == alone.affected
        assert newest[1] is newest[-1]  # no older one was put in its place
