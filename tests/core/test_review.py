"""The review queue: what is asked, in which order, and what an answer does."""

from __future__ import annotations

from pathlib import Path

import pytest
from memories import curated, draft, edges, embed, fill, filled, id_of, states

from mnemoscope import curation, journal, review, suggest
from mnemoscope.candidates import Answer, Candidate, Matter
from mnemoscope.errors import Refused
from mnemoscope.plans import Plan
from mnemoscope.records import Kind, RecordDraft
from mnemoscope.times import now
from mnemoscope.vault import Vault

OLD = "The visiting hours on floor two end at 20:00"
NEW = "The visiting hours on floor two end at 19:30"


def only(vault: Vault, matter: Matter) -> Candidate:
    (found,) = (some for some in review.queue(vault).left if some.matter is matter)
    return found


def fact(text: str, id: str, session: str, happened: str) -> RecordDraft:
    return draft(text, id, session, happened=f"{happened}T09:00:00Z", kind=Kind.FACT)


FACTS = (
    fact(OLD, "v/1", "a", "2025-01-10"),
    fact(NEW, "v/2", "b", "2025-06-10"),
    fact("The spare keys of the laundry hang at reception", "k/1", "c", "2025-02-01"),
    fact("The spare keys of the laundry hang at reception.", "k/2", "d", "2025-03-01"),
    fact("Spare keys of the laundry: they hang at reception", "k/3", "e", "2025-04-01"),
    draft("The parking permit of the van", "p/1", "f", happened="2025-01-01T09:00:00Z", until="2025-05-01T00:00:00Z"),
    draft("Thanks!", "t/1", "g", happened="2025-01-02T09:00:00Z"),
    draft("Thanks!", "t/2", "h", happened="2025-01-03T09:00:00Z"),
)


@pytest.fixture
def searched(path: Path) -> Vault:
    vault = filled(path, FACTS)
    suggest.search(vault)
    return vault


def test_each_matter_is_found_once_and_chit_chat_is_not(searched: Vault) -> None:
    asked = [(some.matter, len(some.records)) for some in review.queue(searched).left]
    assert sorted(asked) == [(Matter.CONTRADICTION, 2), (Matter.DUPLICATE, 3), (Matter.STALE, 1)]


def test_nothing_was_searched_says_so(vault: Vault) -> None:
    assert review.queue(vault).searched_at is None
    assert review.queue(vault).left == ()


def test_keeping_the_newer_supersedes_the_older_in_one_act(searched: Vault) -> None:
    changes = review.settle(searched, only(searched, Matter.CONTRADICTION), Answer.KEEP_SECOND)
    assert edges(searched) == {(OLD, NEW, "")}
    assert changes.tables == {"record", "supersession", "verdict"}
    assert str(changes.label).startswith("Settled: record ")
    assert review.queue(searched, [Matter.CONTRADICTION]).left == ()
    assert review.queue(searched, [Matter.CONTRADICTION]).settled == 1


def test_keeping_the_older_supersedes_the_newer(searched: Vault) -> None:
    review.settle(searched, only(searched, Matter.CONTRADICTION), Answer.KEEP_FIRST)
    assert edges(searched) == {(NEW, OLD, "")}


def test_undo_brings_a_candidate_back(searched: Vault) -> None:
    before = review.queue(searched)
    for answer in (Answer.KEEP_FIRST, Answer.BOTH_TRUE, Answer.NOT_THE_SAME, Answer.LATER):
        review.settle(searched, only(searched, Matter.CONTRADICTION), answer)
        curation.undo(searched)
        assert review.queue(searched).left == before.left
        assert review.queue(searched).settled == 0


@pytest.mark.parametrize("answer", [Answer.BOTH_TRUE, Answer.NOT_THE_SAME])
def test_an_answer_is_never_asked_again(searched: Vault, answer: Answer) -> None:
    review.settle(searched, only(searched, Matter.CONTRADICTION), answer)
    assert edges(searched) == set()
    suggest.search(searched)
    found = review.queue(searched, [Matter.CONTRADICTION])
    assert (found.left, found.settled) == ((), 1)
    assert found.settled_at is not None
    assert review.queue(searched, [Matter.STALE]).left == (only(searched, Matter.STALE),)


def test_a_group_goes_to_the_one_that_stays(searched: Vault) -> None:
    group = only(searched, Matter.DUPLICATE)
    review.settle(searched, group, Answer.KEEP_FIRST)
    kept = group.records[0].text
    assert edges(searched) == {(record.text, kept, "") for record in group.records[1:]}


def test_a_group_shrinks_by_what_is_deactivated(searched: Vault) -> None:
    group = only(searched, Matter.DUPLICATE)
    curation.deactivate(searched, [group.records[0].id])
    smaller = only(searched, Matter.DUPLICATE)
    assert smaller.records == group.records[1:]
    assert smaller.grounds[0].said.parameters["count"] == 2
    curation.deactivate(searched, [smaller.records[0].id])
    assert review.queue(searched, [Matter.DUPLICATE]).left == ()
    assert review.queue(searched, [Matter.DUPLICATE]).settled == 1


def test_what_was_moved_to_another_app_is_not_asked_about_with_what_stayed(searched: Vault) -> None:
    group, pair = only(searched, Matter.DUPLICATE), only(searched, Matter.CONTRADICTION)
    curation.move(searched, [group.records[0].id, pair.records[0].id], "other")
    assert only(searched, Matter.DUPLICATE).records == tuple(
        record for record in group.records if record.id != group.records[0].id
    )
    assert review.queue(searched, [Matter.CONTRADICTION]).left == ()
    curation.undo(searched)
    assert only(searched, Matter.CONTRADICTION).key == pair.key


def test_what_is_stale_is_deactivated_for_its_reason(searched: Vault) -> None:
    review.settle(searched, only(searched, Matter.STALE), Answer.DEACTIVATE)
    assert states(searched)["The parking permit of the van"] == (False, "valid until 1 May 2025")


def test_what_is_still_true_is_not_asked_for_that_reason_again(searched: Vault) -> None:
    review.settle(searched, only(searched, Matter.STALE), Answer.BOTH_TRUE)
    suggest.search(searched)
    assert [some.grounds[0].kind for some in review.queue(searched, [Matter.STALE]).left] == ["contradicted"]


def test_what_is_put_off_within_a_millisecond_stays_in_its_order(
    searched: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = now()
    monkeypatch.setattr(journal, "now", lambda: moment)
    for some in (order := review.queue(searched).left[::-1]):
        review.settle(searched, some, Answer.LATER)
    assert [some.key for some in review.queue(searched).left] == [some.key for some in order]


def test_what_is_put_off_goes_to_the_end_and_again_to_the_very_end(searched: Vault) -> None:
    first, second, third = review.queue(searched).left
    review.settle(searched, first, Answer.LATER)
    assert [some.key for some in review.queue(searched).left] == [second.key, third.key, first.key]
    assert review.queue(searched).left[-1].is_put_off
    review.settle(searched, second, Answer.LATER)
    review.settle(searched, third, Answer.LATER)
    review.settle(searched, review.queue(searched).left[0], Answer.LATER)
    assert [some.key for some in review.queue(searched).left] == [second.key, third.key, first.key]
    assert review.queue(searched).settled == 0


def test_what_is_served_most_is_asked_first(searched: Vault) -> None:
    permit = bytes.fromhex(id_of(searched, "The parking permit of the van"))
    with searched.transaction() as connection:
        for _ in range(3):
            connection.execute(
                "INSERT INTO recall_log (at, actor, query, profile, served) VALUES (?, 'tester', 'q', '{}', ?)",
                (now(), permit),
            )
    first = review.queue(searched).left[0]
    assert (first.matter, first.served) == (Matter.STALE, 3)


def test_ticked_copies_go_with_the_loser(searched: Vault) -> None:
    fill(
        searched, [draft("Visiting hours on floor two: they end at 20:00", "v/3", "z", happened="2025-01-11T09:00:00Z")]
    )
    copy = id_of(searched, "Visiting hours on floor two: they end at 20:00")
    candidate = only(searched, Matter.CONTRADICTION)
    older, newer = (record.id for record in candidate.records)
    assert review.plan(candidate, Answer.KEEP_SECOND, [copy]) == Plan(supersede=((older, newer), (copy, newer)))
    changes = review.settle(searched, candidate, Answer.KEEP_SECOND, [copy[:12]], reason="board")
    assert edges(searched) == {(OLD, NEW, "board"), ("Visiting hours on floor two: they end at 20:00", NEW, "board")}
    assert "2 records are superseded" in str(changes.label)
    curation.undo(searched)
    assert edges(searched) == set()


def test_a_record_that_changed_meanwhile_refuses_and_nothing_is_done(searched: Vault, path: Path) -> None:
    candidate = only(searched, Matter.CONTRADICTION)
    with Vault.open(path, "another") as other:
        curation.deactivate(other, [candidate.records[1].id])
    before = curated(searched)
    with pytest.raises(Refused, match="has been deactivated meanwhile"):
        review.settle(searched, candidate, Answer.KEEP_SECOND)
    with Vault.open(path, "another") as other:
        curation.undo(other)
        curation.supersede(other, candidate.records[0].id, candidate.records[1].id)
    with pytest.raises(Refused, match="has been superseded by"):
        review.settle(searched, candidate, Answer.KEEP_FIRST)
    assert curated(searched)["record"] == before["record"] or edges(searched) == {(OLD, NEW, "")}


def test_an_answer_that_fits_no_pair_is_refused(searched: Vault) -> None:
    with pytest.raises(Refused, match="no answer"):
        review.settle(searched, only(searched, Matter.CONTRADICTION), Answer.DEACTIVATE)
    with pytest.raises(Refused, match="no answer"):
        review.settle(searched, only(searched, Matter.STALE), Answer.KEEP_FIRST)


def test_what_only_a_newer_record_contradicts_is_asked_with_that_one(searched: Vault) -> None:
    texts = [some.records[0].text for some in review.queue(searched).left if some.matter is Matter.STALE]
    assert texts == ["The parking permit of the van"]
    alone = review.queue(searched, [Matter.STALE]).left
    assert {some.records[0].text for some in alone} == {"The parking permit of the van", OLD}


def test_an_orphan_is_asked_about_though_it_is_superseded(searched: Vault) -> None:
    curation.supersede(searched, id_of(searched, OLD), id_of(searched, NEW))
    curation.deactivate(searched, [id_of(searched, NEW)], "mistaken")
    suggest.search(searched)
    (orphan,) = (some for some in review.queue(searched, [Matter.STALE]).left if some.grounds[0].kind == "orphaned")
    assert orphan.records[0].text == OLD
    assert "mistaken" in str(orphan.grounds[0].said)
    review.settle(searched, orphan, Answer.DEACTIVATE)
    assert not states(searched)[OLD][0]


def test_an_orphan_is_brought_back_in_one_act_with_one_undo(searched: Vault) -> None:
    pair = only(searched, Matter.CONTRADICTION)
    older, newer = (record.id for record in pair.records)
    curation.supersede(searched, older, newer, "by mistake")
    curation.deactivate(searched, [newer], "mistaken")
    suggest.search(searched)
    (orphan,) = (some for some in review.queue(searched, [Matter.STALE]).left if some.grounds[0].kind == "orphaned")
    assert review.plan(orphan, Answer.RESTORE) == Plan(unsupersede=((older, newer),))
    changes = review.settle(searched, orphan, Answer.RESTORE)
    assert changes.label.id == "act.review_restore"
    assert edges(searched) == set()
    assert all(some.grounds[0].kind != "orphaned" for some in review.queue(searched, [Matter.STALE]).left)
    with pytest.raises(Refused):
        review.settle(searched, orphan, Answer.RESTORE)
    curation.undo(searched)
    assert len(edges(searched)) == 1
    assert any(some.grounds[0].kind == "orphaned" for some in review.queue(searched, [Matter.STALE]).left)


def test_what_is_not_superseded_cannot_be_brought_back(searched: Vault) -> None:
    with pytest.raises(Refused):
        review.settle(searched, only(searched, Matter.STALE), Answer.RESTORE)


def test_what_was_asked_with_another_is_not_counted_as_settled(searched: Vault) -> None:
    count = review.queue(searched).total
    review.settle(searched, only(searched, Matter.CONTRADICTION), Answer.BOTH_TRUE)
    queue = review.queue(searched)
    assert (queue.settled, queue.total) == (1, count)


def test_the_queue_survives_a_restart(searched: Vault, path: Path) -> None:
    review.settle(searched, only(searched, Matter.CONTRADICTION), Answer.BOTH_TRUE)
    before = review.queue(searched)
    searched.close()
    with Vault.open(path, "tester") as again:
        assert review.queue(again) == before


def test_without_vectors_words_alone_find_candidates(vault: Vault) -> None:
    fill(vault, FACTS)
    suggest.search(vault)
    assert {some.matter for some in review.queue(vault).left} == {
        Matter.CONTRADICTION, Matter.DUPLICATE, Matter.STALE,
    }  # fmt: skip
    embed(vault)


def test_a_copy_of_another_app_is_refused(searched: Vault) -> None:
    fill(searched, [draft("Visiting hours end at 20:00 at home too", "x", "x", "home")])
    with pytest.raises(Refused, match="of app home"):
        review.settle(
            searched,
            only(searched, Matter.CONTRADICTION),
            Answer.KEEP_SECOND,
            [id_of(searched, "Visiting hours end at 20:00 at home too")],
        )
    assert edges(searched) == set()


def test_reason_that_an_act_took_away_is_not_asked_about(searched: Vault) -> None:
    older, newer = id_of(searched, OLD), id_of(searched, NEW)
    curation.supersede(searched, older, newer)
    curation.deactivate(searched, [newer], "mistaken")
    suggest.search(searched)

    def asked() -> bool:
        left = review.queue(searched, [Matter.STALE]).left
        return any(ground.kind == "orphaned" for some in left for ground in some.grounds)

    assert asked()
    curation.restore(searched, [newer])
    assert not asked()
    curation.undo(searched)
    assert asked()
    curation.unsupersede(searched, older, newer)
    assert not asked()
