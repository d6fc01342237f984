"""The search over a vault: what becomes a candidate, by which ground, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from memories import curated, draft, embed, fill, filled, id_of

from mnemoscope import curation, review, suggest
from mnemoscope.candidates import Candidate, Matter
from mnemoscope.errors import Cancelled, NotWritable
from mnemoscope.records import Kind, RecordDraft
from mnemoscope.suggest import pairing
from mnemoscope.suggest.stale import MONTH
from mnemoscope.times import now
from mnemoscope.vault import Vault


def fact(text: str, happened: str = "2025-01-10", app: str = "default", **more: object) -> RecordDraft:
    return draft(text, text, text, app, f"{happened}T09:00:00Z", kind=Kind.FACT, **more)


Search = Callable[..., dict[Matter, list[Candidate]]]


@pytest.fixture(params=["vectors and words", "words alone"])
def search(path: Path, request: pytest.FixtureRequest) -> Search:
    """Fill a vault, search it, and give what is left to ask by matter."""

    def searched(*drafts: RecordDraft) -> dict[Matter, list[Candidate]]:
        with Vault.create(path, "tester") as vault:
            fill(vault, drafts)
            if request.param != "words alone":
                embed(vault)
            suggest.search(vault)
            return {matter: list(review.queue(vault, [matter]).left) for matter in Matter}

    return searched


def grounds(candidate: Candidate) -> dict[str, str]:
    return {ground.kind: str(ground.said) for ground in candidate.grounds}


def texts(candidate: Candidate) -> list[str]:
    return [record.text for record in candidate.records]


DOUBLE = "The Sunday shift in the laundry pays 14 euros an hour"
HALF = "The Sunday shift in the laundry pays 18 euros an hour"


def test_another_value_for_one_subject_is_a_contradiction_that_says_why(search: Search) -> None:
    found = search(fact(HALF, "2025-07-11"), fact(DOUBLE, "2025-05-30"))
    (pair,) = found[Matter.CONTRADICTION]
    assert texts(pair) == [DOUBLE, HALF]  # the older first
    why = grounds(pair)
    assert why["number"] == "14 euros ↔ 18 euros"
    assert why["distance"] == "42 days between them"
    assert "laundry (2 records)" in why["subject"]
    assert found[Matter.DUPLICATE] == found[Matter.SUPERSESSION] == []


@pytest.mark.parametrize(
    ("older", "newer", "cue"),
    [
        ("Nil's phone extension is 118", "Nil's phone extension is now 181", "is now"),
        ("The team meeting room is 3", "From May on the team meeting room is 5", "From May on"),
        ("La reunió de l'equip és a la sala 3", "A partir de maig la reunió de l'equip és a la sala 5", "A partir de"),
        ("La réunion de l'équipe est salle 3", "Désormais la réunion de l'équipe est salle 5", "Désormais"),
        ("La reunión del equipo es en la sala 3", "Ahora la reunión del equipo es en la sala 5", "Ahora"),
    ],
)
def test_a_newer_record_that_says_that_it_replaces_is_a_supersession(
    search: Search, older: str, newer: str, cue: str
) -> None:
    found = search(fact(older, "2025-01-10"), fact(newer, "2025-05-10"))
    (pair,) = found[Matter.SUPERSESSION]
    assert texts(pair) == [older, newer]
    assert grounds(pair)["cue"] == f"The newer one says: “{cue}”"
    assert found[Matter.CONTRADICTION] == []


def test_who_replaces_something_earlier_replaces_nothing_later(search: Search) -> None:
    found = search(
        fact("Nil's phone extension is now 181", "2025-01-10"), fact("Nil's phone extension is 118", "2025-05-10")
    )
    assert found[Matter.SUPERSESSION] == []
    assert len(found[Matter.CONTRADICTION]) == 1


def test_copies_are_one_group_and_a_differing_date_is_not_in_it(search: Search) -> None:
    found = search(
        fact("The fire drill takes place on 15 October at the ambulance bay"),
        fact("The fire drill takes place on 15 October, at the ambulance bay."),
        fact("The fire drill takes place at the ambulance bay"),
        fact("The fire drill takes place on 16 October at the ambulance bay"),
    )
    groups = [set(texts(some)) for some in found[Matter.DUPLICATE]]
    assert {
        "The fire drill takes place on 15 October at the ambulance bay",
        "The fire drill takes place on 15 October, at the ambulance bay.",
    } in groups
    assert all(
        len({"15 October" in text for text in group} | {"16 October" in text for text in group}) < 3 for group in groups
    )
    assert not any(any("16" in text for text in group) and len(group) > 1 for group in groups)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ilse is allergic to latex gloves", "Nil is allergic to latex gloves"),
        ("The Sunday shift pays double", "The Saturday shift pays double"),
        ("Bed 3 gets 500 ml of saline", "Bed 5 gets 250 ml of saline"),
    ],
)
def test_another_subject_is_no_candidate(search: Search, first: str, second: str) -> None:
    found = search(fact(first), fact(second))
    assert found[Matter.CONTRADICTION] == found[Matter.DUPLICATE] == found[Matter.SUPERSESSION] == []


def test_apps_are_not_compared(search: Search) -> None:
    found = search(fact(DOUBLE, app="home"), fact(HALF, app="ward"))
    assert found[Matter.CONTRADICTION] == []


def test_small_talk_questions_answers_and_standing_instructions_are_no_claims(search: Search) -> None:
    turns = {"kind": Kind.TURN, "happened": "2025-01-01T09:00:00Z"}
    found = search(
        draft("Thanks a lot, see you later!", "1", "a", speaker="Nil", **turns),
        draft("Thanks a lot, see you later!", "2", "b", speaker="Nil", **turns),
        draft("Who takes the late Sunday shift in the laundry?", "3", "c", speaker="Nil", **turns),
        draft("Who takes the late Sunday shift in the laundry?", "4", "d", speaker="Nil", **turns),
        draft("The linen trolley of the laundry has 4 wheels", "5", "e", speaker="Nil", **turns),
        draft("The linen trolley of the laundry has 6 wheels", "6", "e", speaker="Ada", **turns),
        draft("Answer in short polite sentences", "7", "f", kind=Kind.STANDING),
        draft("Answer in short polite sentences", "8", "g", kind=Kind.STANDING),
    )
    assert {matter: some for matter, some in found.items() if some} == {}


def test_every_reason_to_doubt_a_record_is_one_ground_of_one_candidate(search: Search) -> None:
    text = "Next Tuesday the lift of the laundry is closed"
    (stale,) = search(fact(text, "2025-05-14", until="2025-06-01T00:00:00Z"))[Matter.STALE]
    assert grounds(stale) == {
        "expired": "valid until 1 June 2025",
        "announced": "“Next Tuesday”, said on 14 May 2025: that was 20 May 2025",
    }


def test_an_old_version_beside_a_newer_one_is_stale(search: Search) -> None:
    old, new = "App 2.4.7 is the current version of the rota", "App 2.5.1 is the current version of the rota"
    found = search(fact(old, "2025-01-01"), fact(new, "2025-02-01"))
    assert any("2.4.7 is stored beside 2.5.1" in grounds(some).get("version", "") for some in found[Matter.STALE])


def test_review_after_that_has_come_is_a_ground(path: Path) -> None:
    with filled(path, [fact("The lease of the van is renegotiated")]) as vault:
        with vault.transaction() as connection:
            connection.execute("UPDATE record SET review_after_text = '2025-06-01', review_after_utc = ?,"
                               " review_after_zoned = 0", (1_748_736_000_000,))  # fmt: skip
        suggest.search(vault)
        (stale,) = review.queue(vault).left
    assert grounds(stale) == {"review_due": "to be looked at again since 1 June 2025"}


@pytest.mark.parametrize(("recalls", "months_ago", "expected"), [(60, 8, 1), (10, 8, 0), (60, 2, 0)])
def test_never_recalled_is_said_only_by_a_log_that_is_long_enough(
    path: Path, recalls: int, months_ago: int, expected: int
) -> None:
    served, forgotten = "The linen is counted on the third shelf", "The old boiler key hangs behind the door"
    with filled(path, [fact(served), fact(forgotten)]) as vault:
        one = bytes.fromhex(id_of(vault, served))
        with vault.transaction() as connection:
            connection.executemany(
                "INSERT INTO recall_log (at, actor, query, profile, served) VALUES (?, 'tester', 'q', '{}', ?)",
                [(now() - months_ago * MONTH, one), *[(now() - MONTH, one)] * recalls],
            )
        suggest.search(vault)
        left = [some for some in review.queue(vault).left if "never_recalled" in grounds(some)]
    assert [texts(some) for some in left] == [[forgotten]] * expected


def test_the_one_proposed_to_stay_is_the_one_served_most(path: Path) -> None:
    short, long = "The spare keys hang at reception", "The spare keys: they all hang at reception"
    with filled(path, [fact(short), fact(long)]) as vault:
        suggest.search(vault)
        (group,) = review.queue(vault).left
        assert texts(group) == [long, short]
        assert any(str(ground.said) == "Proposed to stay: the longest" for ground in group.grounds)
        with vault.transaction() as connection:
            connection.execute(
                "INSERT INTO recall_log (at, actor, query, profile, served) VALUES (?, 'tester', 'q', '{}', ?)",
                (now(), bytes.fromhex(id_of(vault, short))),
            )
        suggest.search(vault)
        (group,) = review.queue(vault).left
        assert texts(group) == [short, long]


def test_what_is_superseded_or_inactive_is_not_asked_about_again(path: Path) -> None:
    with filled(path, [fact(DOUBLE), fact(HALF, "2025-05-01")]) as vault:
        curation.supersede(vault, id_of(vault, DOUBLE), id_of(vault, HALF))
        assert suggest.search(vault) == 0


def test_a_search_changes_nothing_curated_and_can_be_cancelled(path: Path) -> None:
    def cancel(done: int, total: int | None) -> None:
        raise Cancelled

    with filled(path, [fact(DOUBLE), fact(HALF)]) as vault:
        suggest.search(vault)
        before = curated(vault) | {"candidate": vault.connection.execute("SELECT * FROM candidate").fetchall()}
        with pytest.raises(Cancelled):
            suggest.search(vault, cancel)
        assert curated(vault) | {"candidate": vault.connection.execute("SELECT * FROM candidate").fetchall()} == before


def test_candidates_of_a_record_are_dropped_with_it(path: Path) -> None:
    with filled(path, [fact(DOUBLE), fact(HALF, "2025-05-01")]) as vault:
        suggest.search(vault)
        newer = id_of(vault, HALF)
        ordinal = vault.connection.execute("SELECT ordinal FROM record WHERE text = ?", (HALF,)).fetchone()[0]
        with vault.transaction() as connection:
            suggest.drop(connection, [ordinal], [newer])
        assert vault.connection.execute("SELECT * FROM candidate").fetchall() == []  # also what quotes it


def test_copies_that_differ_in_a_value_are_shown_and_are_not_the_same(path: Path) -> None:
    copy, saturday = "In the laundry the Sunday shift pays 14 euros an hour", DOUBLE.replace("Sunday", "Saturday")
    drafts = [fact(DOUBLE), fact(copy), fact(saturday), fact(HALF), fact("The cat sleeps"), fact(DOUBLE, app="home")]
    drafts[-1] = fact(DOUBLE + ".", app="home")
    with filled(path, drafts) as vault:
        found = suggest.copies(vault, id_of(vault, DOUBLE), id_of(vault, HALF))
    assert [(some.record.text, some.same) for some in found] == [(copy, True), (saturday, False)]
    assert [some.kind for some in found[1].differences] == ["date"]


def test_copies_need_no_vectors(vault: Vault) -> None:
    fill(vault, [fact(DOUBLE), fact(DOUBLE.upper()), fact(HALF)])
    found = suggest.copies(vault, id_of(vault, DOUBLE))
    assert {some.record.text: some.same for some in found} == {DOUBLE.upper(): True, HALF: False}
    assert {some.cosine for some in found} == {None}


def test_a_near_record_with_another_predicate_is_never_the_same(path: Path) -> None:
    own, other = "Ada feeds the grey cat in the yard", "Ada washes the grey cat in the yard at noon with soap"
    with filled(path, [fact(own), fact(other)]) as vault:
        assert [some.same for some in suggest.copies(vault, id_of(vault, own))] in ([], [False])


def test_a_vault_that_is_only_read_is_not_searched_for_minutes_first(path: Path) -> None:
    filled(path, [fact(DOUBLE), fact(HALF)]).close()
    with Vault.open(path, "tester", read_only=True) as vault, pytest.raises(NotWritable):
        suggest.search(vault, lambda done, total: pytest.fail("it began"))


def test_progress_never_goes_back(path: Path) -> None:
    told: list[int] = []
    drafts = [
        fact(f"The {app} shift number {n} pays {n} euros", app=app) for app in ("ward", "home") for n in range(40)
    ]
    with filled(path, drafts) as vault:
        suggest.search(vault, lambda done, total: told.append(done))
    assert told == sorted(told)
    assert told[-1] == 100


def test_a_text_stored_a_thousand_times_hides_nothing_and_is_in_groups_as_a_whole(path: Path) -> None:
    copies = [replace(fact("The oven closes at 21:00 on Fridays"), external_id=f"c{n}") for n in range(1000)]
    later = fact("The oven closes at 23:30 on Fridays", "2025-06-01")
    with filled(
        path, [*copies, later, fact("The gate code is 4711"), fact("The gate code is 4712", "2025-06-01")]
    ) as vault:
        suggest.search(vault)
        left = review.queue(vault).left
    groups = [some for some in left if some.matter is Matter.DUPLICATE]
    assert len({record.id for some in groups for record in some.records}) == 1000
    assert {texts(some)[1] for some in left if some.matter is Matter.CONTRADICTION} == {
        "The oven closes at 23:30 on Fridays",
        "The gate code is 4712",
    }


def test_only_the_oldest_and_newest_of_many_copies_are_compared_with_others(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "MOST_PAIRS", 20)
    copies = [replace(fact("The oven closes at 21:00 on Fridays"), external_id=f"c{n}") for n in range(30)]
    with filled(path, [*copies, fact("The gate code is 4711"), fact("The gate code is 4712", "2025-06-01")]) as vault:
        suggest.search(vault)
        assert any(some.matter is Matter.CONTRADICTION for some in review.queue(vault).left)
