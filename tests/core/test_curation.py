"""The rules of deactivating, restoring and superseding."""

from __future__ import annotations

import pytest
from memories import ask, curated, draft, edges, fill, id_of, served, states

from mnemoscope import curation, ingest, reading
from mnemoscope.errors import Cancelled, NoSuchRecord, Refused
from mnemoscope.times import until
from mnemoscope.vault import Vault


@pytest.fixture
def five(vault: Vault) -> Vault:
    fill(vault, [draft(text, text, app="b" if text == "e" else "a") for text in "abcde"])
    return vault


def found(vault: Vault) -> str:
    """The texts that a question for each brings back."""
    return "".join(text for text in "abcde" if text in served(ask(vault, text, "lexical")))


def refused(vault: Vault, act, *arguments: object) -> str:
    """The sentence of a refusal that changed nothing."""
    before = curated(vault)
    with pytest.raises(Refused) as error:
        act(vault, *arguments)
    assert curated(vault) == before
    return str(error.value)


def unknown(vault: Vault, act, *arguments: object) -> str:
    """The sentence of an act on a record that there is not; it changed nothing."""
    before = curated(vault)
    with pytest.raises(NoSuchRecord) as error:
        act(vault, *arguments)
    assert curated(vault) == before
    return str(error.value)


def test_deactivated_record_leaves_every_recall_and_keeps_its_reason(five: Vault):
    changes = curation.deactivate(five, [id_of(five, "a")], "moved house")
    assert states(five)["a"] == (False, "moved house")
    assert str(changes.label) == f"Deactivated record {reading.short_id(five, id_of(five, 'a'))}"
    assert changes.records == 1
    assert "record" in changes.tables
    assert "a" not in served(ask(five, "a", "lexical"))
    curation.restore(five, [id_of(five, "a")])
    assert states(five)["a"] == (True, "")
    assert "a" in served(ask(five, "a", "lexical"))


def test_several_records_are_one_act(five: Vault):
    ids = [id_of(five, text) for text in "abc"]
    changes = curation.deactivate(five, [*ids, ids[0]])
    assert changes.records == 3
    assert str(changes.label) == "Deactivated 3 records"
    assert len(reading.history(five)) == 2
    curation.undo(five)
    assert all(active for active, _ in states(five).values())


def test_records_that_are_inactive_already_are_left_as_they_are(five: Vault):
    curation.deactivate(five, [id_of(five, "a")], "first")
    curation.deactivate(five, [id_of(five, "a"), id_of(five, "b")], "second")
    assert states(five)["a"] == (False, "first")
    assert states(five)["b"] == (False, "second")
    curation.undo(five)
    assert states(five)["a"] == (False, "first")
    assert states(five)["b"] == (True, "")


def test_act_that_would_change_nothing_is_refused(five: Vault):
    assert "active already" in refused(five, curation.restore, [id_of(five, "a")])
    curation.deactivate(five, [id_of(five, "a")])
    assert "inactive already" in refused(five, curation.deactivate, [id_of(five, "a")])


@pytest.mark.parametrize("id", ["", "xyz", "0" * 33, "ffffff", "é"])
def test_act_on_no_record_is_refused_in_words(five: Vault, id: str):
    before = curated(five)
    with pytest.raises(NoSuchRecord) as error:
        curation.deactivate(five, [id_of(five, "a"), id])
    assert str(error.value).endswith(".")
    assert curated(five) == before


def test_superseded_record_gives_its_place_to_the_newer(five: Vault):
    curation.supersede(five, id_of(five, "b"), id_of(five, "c"), "typo")
    assert edges(five) == {("b", "c", "typo")}
    assert reading.record(five, id_of(five, "b")).superseded_by == id_of(five, "c")
    assert reading.record(five, id_of(five, "c")).supersedes == (id_of(five, "b"),)
    assert found(five) == "acde"
    curation.unsupersede(five, id_of(five, "b"), id_of(five, "c"))
    assert edges(five) == set()
    assert found(five) == "abcde"


def test_one_newer_may_replace_many_older(five: Vault):
    for older in "abc":
        curation.supersede(five, id_of(five, older), id_of(five, "d"))
    assert reading.record(five, id_of(five, "d")).supersedes == tuple(id_of(five, text) for text in "abc")


def test_record_cannot_supersede_itself(five: Vault):
    assert "itself" in refused(five, curation.supersede, id_of(five, "a"), id_of(five, "a"))


def test_second_newer_is_refused_and_the_first_is_named(five: Vault):
    curation.supersede(five, id_of(five, "a"), id_of(five, "b"))
    sentence = refused(five, curation.supersede, id_of(five, "a"), id_of(five, "c"))
    assert id_of(five, "b")[:6] in sentence
    assert "already" in refused(five, curation.supersede, id_of(five, "a"), id_of(five, "b"))


def test_circle_of_three_is_refused(five: Vault):
    a, b, c = (id_of(five, text) for text in "abc")
    curation.supersede(five, a, b)
    assert "circle" in refused(five, curation.supersede, b, a)
    curation.supersede(five, b, c)
    assert "circle" in refused(five, curation.supersede, c, a)


def test_record_of_another_app_cannot_supersede(five: Vault):
    sentence = refused(five, curation.supersede, id_of(five, "a"), id_of(five, "e"))
    assert "app a" in sentence
    assert "app b" in sentence


def test_supersession_that_is_not_there_cannot_be_removed(five: Vault):
    curation.supersede(five, id_of(five, "a"), id_of(five, "b"))
    refused(five, curation.unsupersede, id_of(five, "b"), id_of(five, "a"))
    refused(five, curation.unsupersede, id_of(five, "a"), id_of(five, "c"))


def test_deactivated_newer_does_not_bring_the_older_back(five: Vault):
    curation.supersede(five, id_of(five, "b"), id_of(five, "c"))
    curation.deactivate(five, [id_of(five, "c")])
    assert found(five) == "ade"


def test_pending_record_cannot_be_acted_on(five: Vault):
    refusals = []

    def act(done: int, total: int | None) -> None:
        with pytest.raises(NoSuchRecord) as error:
            curation.deactivate(five, [id_of(five, "coming")])
        refusals.append(error)

    ingest.import_drafts(five, [draft("coming", "new")], format="test", source="x", progress=act)
    assert len(refusals) == 1


def test_text_that_is_not_unicode_reaches_no_column(five: Vault):
    curation.deactivate(five, [id_of(five, "a")], "odd \udcff reason")
    assert states(five)["a"] == (False, "odd \ufffd reason")
    curation.supersede(five, id_of(five, "b"), id_of(five, "c"), "\ud800")
    assert ("b", "c", "\ufffd") in edges(five)


# ---------------------------------------------------------------- several by one


def test_several_older_ones_are_superseded_in_one_act(five: Vault):
    a, b, c, d = (id_of(five, text) for text in "abcd")
    changes = curation.supersede_all(five, [a, b, c, a], d, "merged")
    assert edges(five) == {(older, "d", "merged") for older in "abc"}
    assert str(changes.label) == f"Superseded 3 records by {d[:6]}"
    assert found(five) == "de"
    curation.undo(five)
    assert edges(five) == set()


def test_bad_supersession_is_refused_in_one_sentence_and_whole(five: Vault):
    a, b, c, d, e = (id_of(five, text) for text in "abcde")
    short = {text: id_of(five, text)[:6] for text in "abcde"}
    curation.supersede(five, a, b)
    curation.supersede(five, b, c)
    every = curation.supersede_all
    assert refused(five, every, [d, c], c) == "A record cannot supersede itself."
    assert refused(five, every, [d, c], a) == (
        f"Record {short['a']} is itself superseded, directly or in steps, by {short['c']}; this would be a circle."
    )
    assert refused(five, every, [d, a], e) == (
        f"Record {short['d']} is of app a, {short['e']} of app b; a supersession stays in one."
    )
    assert refused(five, every, [d, a], c) == (
        f"Record {short['a']} is superseded by {short['b']} already; remove that supersession first."
    )
    assert refused(five, every, [], c) == "No record is chosen."
    assert unknown(five, every, [d, "ffff"], c) == "No record has an id that begins with ffff."
    assert unknown(five, every, [d], "ffff") == "No record has an id that begins with ffff."


@pytest.mark.parametrize("switched_off", ["older", "newer"])
def test_record_that_another_process_switched_off_a_moment_ago_is_not_superseded_nor_supersedes(
    five: Vault, switched_off: str
):
    ids = {"older": id_of(five, "a"), "newer": id_of(five, "b")}
    with Vault.open(five.path, "ward") as other:
        act = curation.deactivate(other, [ids[switched_off]])
    sentence = refused(five, curation.supersede_all, [id_of(five, "c"), ids["older"]], ids["newer"])
    short = ids[switched_off][:6]
    assert sentence.startswith(f"Record {short} is inactive: Deactivated record {short}, by the ward at ")
    assert sentence.endswith(". Restore it first, or leave it out.")
    with pytest.raises(Refused) as error:
        curation.supersede(five, ids["older"], ids["newer"])
    assert error.value.message.parameters["number"] == act.act


def test_record_that_came_in_inactive_does_not_supersede(vault: Vault):
    fill(vault, [draft("a", "a"), draft("off", "off", active=False)])
    short = id_of(vault, "off")[:6]
    sentence = refused(vault, curation.supersede, id_of(vault, "a"), id_of(vault, "off"))
    assert sentence == f"Record {short} is inactive; restore it first."


# ---------------------------------------------------------------- dates


def test_dates_are_set_kept_and_removed_each_for_itself(five: Vault):
    ids = [id_of(five, text) for text in "ab"]
    changes = curation.set_dates(five, ids, valid_until=until("2999-01-31"), review_after=until("2027-05-01"))
    assert str(changes.label) == "Set for 2 records: valid until 31 January 2999, to be reviewed after 1 May 2027"
    changes = curation.set_dates(five, ids[:1], valid_until=None)
    assert str(changes.label) == f"Set for record {ids[0][:6]}: valid for ever"
    first, second = (reading.record(five, id) for id in ids)
    assert (first.valid_until, first.review_after) == (None, until("2027-05-01"))
    assert (second.valid_until, second.review_after) == (until("2999-01-31"), until("2027-05-01"))
    curation.undo(five)
    curation.undo(five)
    assert [reading.record(five, id).valid_until for id in ids] == [None, None]
    assert [reading.record(five, id).review_after for id in ids] == [None, None]


def test_date_that_is_past_takes_a_record_out_of_recall_and_a_review_does_not(five: Vault):
    curation.set_dates(five, [id_of(five, "a")], valid_until=until("2020-01-01"))
    curation.set_dates(five, [id_of(five, "b")], review_after=until("2020-01-01"))
    assert found(five) == "bcde"


def test_dates_that_change_nothing_are_refused(five: Vault):
    a = id_of(five, "a")
    assert refused(five, curation.set_dates, [a]) == "No date is given."
    curation.set_dates(five, [a], review_after=until("2027-05-01"))
    with pytest.raises(Refused) as error:
        curation.set_dates(five, [a], review_after=until("2027-05-01"))
    assert str(error.value) == f"For record {a[:6]} this is so already: to be reviewed after 1 May 2027."


# ---------------------------------------------------------------- apps


def test_moved_records_keep_their_ids_and_are_seen_by_the_other_app(five: Vault):
    ids = [id_of(five, text) for text in "bc"]
    changes = curation.move(five, ids, "c")
    assert str(changes.label) == "Moved 2 records to app c"
    moved = [reading.record(five, id) for id in ids]
    assert [(record.app, record.session) for record in moved] == [("c", "s1")] * 2
    assert served(ask(five, "b", "lexical", ("c",))) == ["b"]
    assert served(ask(five, "b", "lexical", ("a",))) == []
    assert [record.text for record in reading.session_records(five, ids[0])] == ["b", "c"]
    curation.undo(five)
    assert [record.text for record in reading.session_records(five, ids[0])] == list("abcd")


def test_what_a_supersession_links_moves_along_and_is_counted(five: Vault):
    a, b, c, _, e = (id_of(five, text) for text in "abcde")
    curation.supersede_all(five, [a, b], c)
    changes = curation.move(five, [a, e], "b")
    assert str(changes.label) == f"Moved record {a[:6]} to app b, with what supersessions link to it (2)"
    assert changes.records == 3
    assert [reading.record(five, id_of(five, text)).app for text in "abcde"] == list("bbbab")
    curation.undo(five)
    assert [reading.record(five, id_of(five, text)).app for text in "abcde"] == list("aaaab")


def test_move_to_nowhere_or_to_where_they_are_is_refused(five: Vault):
    a, e = id_of(five, "a"), id_of(five, "e")
    assert refused(five, curation.move, [a], " ") == "An app needs a name."
    assert refused(five, curation.move, [a], "a") == f"Record {a[:6]} is of app a already."
    assert unknown(five, curation.move, [e, "ffff"], "a") == "No record has an id that begins with ffff."


def test_moved_record_takes_no_supersession_across_apps(five: Vault):
    a, b = id_of(five, "a"), id_of(five, "b")
    curation.supersede(five, a, b)
    curation.undo(five)
    with Vault.open(five.path, "ward") as other:
        act = curation.move(other, [b], "c")
    with pytest.raises(Refused) as error:
        curation.redo(five)
    assert error.value.message.parameters["number"] == act.act
    assert "Moved record" in str(error.value)


# ---------------------------------------------------------------- many, and their progress


def test_act_on_many_can_be_cancelled_until_it_is_final(vault: Vault):
    fill(vault, [draft(f"r{n}", f"r{n}") for n in range(1200)])
    ids = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record")]
    calls: list[tuple[int, int | None]] = []
    curation.deactivate(vault, ids, progress=lambda done, total: calls.append((done, total)))
    assert calls == [(500, 1200), (1000, 1200), (1200, 1200), (1200, 1200)]
    curation.undo(vault)
    acts = (
        lambda progress: curation.deactivate(vault, ids, progress=progress),
        lambda progress: curation.set_dates(vault, ids, review_after=until("2027-01-01"), progress=progress),
        lambda progress: curation.move(vault, ids, "other", progress),
    )
    before = curated(vault)
    for act in acts:
        for at in range(len(calls)):
            left = [at]

            def stopping(done: int, total: int | None, left: list[int] = left) -> None:
                if not left[0]:
                    raise Cancelled
                left[0] -= 1

            with pytest.raises(Cancelled):
                act(stopping)
            assert curated(vault) == before


def test_many_records_are_one_entry_and_one_undo(vault: Vault):
    fill(vault, [draft(f"r{n}", f"r{n}", until=f"20{n % 60 + 30}-01-01") for n in range(1200)])
    ids = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record")]
    for n in range(0, 600, 100):
        curation.deactivate(vault, ids[n : n + 100], f"reason {n}")
    before = states(vault), [reading.record(vault, id).valid_until for id in ids[::7]]
    acts = [
        curation.restore(vault, ids),
        curation.set_dates(vault, ids, valid_until=None),
        curation.move(vault, ids, "x"),
    ]
    history = reading.history(vault, 3)[::-1]
    assert [act.number for act in history] == [changes.act for changes in acts]
    assert [act.records for act in history] == [600, 1200, 1200]
    assert all(active for active, _ in states(vault).values())
    for _ in range(3):
        curation.undo(vault)
    assert (states(vault), [reading.record(vault, id).valid_until for id in ids[::7]]) == before


# ---------------------------------------------------------------- edit


def test_edit_is_a_new_record_in_the_place_of_the_old(vault: Vault):
    first = draft("Admon works on Sunday", "1", speaker="Kim", happened="2026-03-01T09:00:00Z", meta={"mood": "calm"})
    fill(vault, [first, draft("and on Monday", "2", speaker="Lee")])
    old = id_of(vault, "Admon works on Sunday")
    curation.set_dates(vault, [old], valid_until=until("2999-01-01"), review_after=until("2030-01-01"))
    added = ingest.edit(vault, old, "Admon works on Saturday")
    before, new = reading.record(vault, old), reading.record(vault, added.ids[0])
    assert before.superseded_by == new.id
    kept = ("app", "session", "position", "kind", "speaker", "happened_at", "valid_until", "review_after", "meta")
    assert [getattr(new, name) for name in kept] == [getattr(before, name) for name in kept]
    assert [record.text for record in reading.session_records(vault, old)] == [
        "Admon works on Sunday",
        "Admon works on Saturday",
        "and on Monday",
    ]
    assert served(ask(vault, "Kim Admon", "lexical")) == ["Admon works on Saturday"]
    assert str(added.changes.label) == f"Edited record {old[:6]}: {new.id[:6]} takes its place"
    curation.undo(vault)
    assert served(ask(vault, "Kim Admon", "lexical")) == ["Admon works on Sunday"]
    ingest.edit(vault, old, "Admon works on Saturday")  # the same text once more
    assert served(ask(vault, "Kim Admon", "lexical")) == ["Admon works on Saturday"]


def test_recall_as_of_a_day_before_the_edit_sees_one_wording(vault: Vault):
    fill(vault, [draft("Admon works on Sunday", "1", happened="2026-03-01T09:00:00Z")])
    ingest.edit(vault, id_of(vault, "Admon works on Sunday"), "Admon works on Saturday")
    assert served(ask(vault, "Admon", "lexical", at=until("2026-03-05").utc)) == ["Admon works on Saturday"]


def test_long_edit_becomes_adjacent_records(vault: Vault):
    fill(vault, ["short", "after"])
    text = " ".join(f"word{n}." for n in range(600))
    added = ingest.edit(vault, id_of(vault, "short"), text)
    assert len(added.ids) > 2
    stored = [record.text for record in reading.session_records(vault, id_of(vault, "short"))]
    assert "".join(stored[1:-1]) == text
    assert (stored[0], stored[-1]) == ("short", "after")
    assert reading.record(vault, id_of(vault, "short")).superseded_by == added.ids[0]


def test_edit_that_is_none_is_refused(five: Vault):
    a, b = id_of(five, "a"), id_of(five, "b")
    assert refused(five, ingest.edit, a, " ") == (
        "There is no text in the place of the old one; deactivate or forget the record instead."
    )
    assert refused(five, ingest.edit, a, "a ") == f"The text of record {a[:6]} is the same as before."
    assert unknown(five, ingest.edit, "ffff", "x") == "No record has an id that begins with ffff."
    curation.supersede(five, a, b)
    assert "is superseded by" in refused(five, ingest.edit, a, "new")
    curation.deactivate(five, [b])
    assert "is inactive: Deactivated" in refused(five, ingest.edit, b, "new")


# ---------------------------------------------------------------- imports of what was moved


def test_moved_records_stay_where_they_are_when_their_file_comes_again(five: Vault):
    curation.move(five, [id_of(five, "a")], "c")
    fill(five, [draft(text, text, app="b" if text == "e" else "a") for text in "abcde"])
    assert [reading.record(five, id_of(five, text)).app for text in "abcde"] == list("caaab")


def test_new_text_of_a_moved_record_comes_to_where_that_is(five: Vault):
    curation.move(five, [id_of(five, "a")], "c")
    fill(five, [draft("a, changed", "a", app="a")])
    assert reading.record(five, id_of(five, "a, changed")).app == "c"
    assert edges(five) == {("a", "a, changed", "")}


def test_import_draws_no_supersession_to_what_was_moved_away(five: Vault):
    curation.move(five, [id_of(five, "a")], "c")
    drafts = [draft("a", "a", app="a"), draft("f", "f", app="a", superseded_by="a")]
    summary = fill(five, drafts)
    assert edges(five) == set()
    assert "a supersession stays in one" in str(summary.skipped[0].reason)
