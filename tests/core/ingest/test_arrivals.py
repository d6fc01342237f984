"""A source that is read again: what is unchanged adds nothing, and what a person did here stands."""

from __future__ import annotations

import pytest
from memories import ask, curated, draft, edges, fill, id_of, served, states

from mnemoscope import curation, forgetting, ingest, reading
from mnemoscope.previews import Arrival
from mnemoscope.records import PastState, SessionDraft
from mnemoscope.times import parse_iso
from mnemoscope.vault import Vault


def texts(vault: Vault, session: str = "s1") -> list[str]:
    first = vault.connection.execute(
        "SELECT r.id FROM record r JOIN session s ON s.id = r.session WHERE s.key = ? LIMIT 1", (session,)
    ).fetchone()
    return [record.text for record in reading.session_records(vault, first[0].hex())]


def active(vault: Vault, text: str) -> tuple[bool, str]:
    record = reading.record(vault, id_of(vault, text))
    return record.active, record.reason


# ---------------------------------------------------------------- in place


@pytest.mark.parametrize("has_ids", [True, False])
def test_new_turn_in_the_middle_stands_in_the_middle_and_adds_nothing_else(vault: Vault, has_ids: bool):
    def said(*words: str):
        return [draft(word, word if has_ids else None) for word in words]

    fill(vault, said("one", "three", "four"))
    summary = fill(vault, said("one", "two", "three", "four"))
    assert (summary.records, summary.known) == (1, 3)
    assert texts(vault) == ["one", "two", "three", "four"]
    again = fill(vault, said("one", "two", "three", "four"))
    assert (again.records, again.known) == (0, 4)


def test_what_a_source_no_longer_has_stays_where_it_was(vault: Vault):
    fill(vault, ["one", "gone", "three"])
    fill(vault, ["zero", "one", "three", "four"])
    assert texts(vault) == ["zero", "one", "gone", "three", "four"]


def test_repeated_lines_without_ids_are_as_many_as_their_source_has(vault: Vault):
    fill(vault, [draft("ok"), draft("a"), draft("ok")])
    summary = fill(vault, [draft("b"), draft("ok"), draft("a"), draft("ok"), draft("ok")])
    assert (summary.records, summary.known) == (2, 3)
    assert texts(vault).count("ok") == 3


# ---------------------------------------------------------------- changed at the source


def test_source_that_goes_back_to_an_older_text_makes_it_the_live_one_again(vault: Vault):
    for text in ("first", "second", "first", "second", "first"):
        fill(vault, [draft(text, "same")])
        assert served(ask(vault, "first second", "lexical")) == [text]
        assert fill(vault, [draft(text, "same")]).records == 0


def test_older_export_that_lies_elsewhere_changes_nothing_back(vault: Vault):
    fill(vault, [draft("first", "same")], source="january.json")
    fill(vault, [draft("second", "same")], source="june.json")
    before = curated(vault)["record"]
    fill(vault, [draft("first", "same")], source="january.json")
    assert curated(vault)["record"] == before
    assert served(ask(vault, "first second", "lexical")) == ["second"]


def test_two_texts_of_one_id_are_both_kept_and_the_same_the_second_time(vault: Vault):
    drafts = [draft("left", "same"), draft("right", "same"), draft("left", "same")]
    assert fill(vault, drafts).records == 2
    assert edges(vault) == set()
    assert fill(vault, drafts).records == 0
    assert sorted(served(ask(vault, "left right", "lexical"))) == ["left", "right"]


@pytest.mark.parametrize("later", [["white", "black"], ["red", "blue"], ["blue", "red"], ["blue", "red", "blue"]])
def test_two_texts_of_an_id_that_was_known_before_add_nothing_the_second_time(vault: Vault, later: list[str]):
    fill(vault, [draft("red", "same")])
    fill(vault, [draft("green", "same")])
    fill(vault, [draft(text, "same") for text in later])
    before = curated(vault)
    for _ in range(3):
        assert fill(vault, [draft(text, "same") for text in later]).records == 0
    assert curated(vault)["supersession"] == before["supersession"]
    found = served(ask(vault, "red green white black blue", "lexical"))
    assert later[0] in found
    assert "green" not in found


# ---------------------------------------------------------------- states and supersessions


def test_state_that_changed_at_the_source_is_followed_by_one_act_with_one_undo(vault: Vault):
    fill(vault, [draft("kept", "1"), draft("dropped", "2")])
    summary = fill(vault, [draft("kept", "1"), draft("dropped", "2", active=False, reason="deleted")])
    assert (summary.records, summary.followed) == (0, 1)
    assert active(vault, "dropped") == (False, "deleted")
    assert str(reading.history(vault)[0].label) == "Followed a change of test"
    assert fill(vault, [draft("kept", "1"), draft("dropped", "2")]).followed == 1
    assert active(vault, "dropped") == (True, "")
    curation.undo(vault)
    assert active(vault, "dropped") == (False, "deleted")
    assert fill(vault, [draft("kept", "1"), draft("dropped", "2")]).followed == 0  # a person took that back


def test_what_a_person_switched_on_or_off_here_stays_so(vault: Vault):
    fill(vault, [draft("on here", "1", active=False, reason="paused"), draft("off here", "2")])
    curation.restore(vault, [id_of(vault, "on here")])
    curation.deactivate(vault, [id_of(vault, "off here")], "stale")
    again = [draft("on here", "1", active=False, reason="paused"), draft("off here", "2")]
    assert fill(vault, again).followed == 0
    assert (active(vault, "on here")[0], active(vault, "off here")) == (True, (False, "stale"))


def test_another_export_that_calls_a_record_active_is_not_believed(vault: Vault):
    fill(vault, [draft("gone", "1", active=False, reason="deleted")], source="june.json")
    assert fill(vault, [draft("gone", "1")], source="january.json").followed == 0
    assert not active(vault, "gone")[0]


def test_supersession_that_comes_later_at_the_source_is_drawn(vault: Vault):
    fill(vault, [draft("old", "o"), draft("new", "n")])
    summary = fill(vault, [draft("old", "o", superseded_by="n"), draft("new", "n")])
    assert (summary.records, summary.superseded) == (0, 1)
    assert edges(vault) == {("old", "new", "")}


def test_supersession_that_a_person_removed_is_not_drawn_again(vault: Vault):
    drafts = [draft("old", "o", superseded_by="n"), draft("new", "n")]
    fill(vault, drafts)
    curation.unsupersede(vault, id_of(vault, "old"), id_of(vault, "new"))
    assert fill(vault, drafts).superseded == 0
    assert edges(vault) == set()


def test_forgotten_item_stays_forgotten_with_whatever_text(vault: Vault):
    fill(vault, [draft("secret", "1"), draft("kept", "2")])
    forgetting.forget(vault, [id_of(vault, "secret")])
    for text in ("secret", "another secret"):
        summary = fill(vault, [draft(text, "1"), draft("kept", "2")])
        assert (summary.records, summary.known, summary.forgotten) == (0, 1, 1)


def test_past_states_of_the_source_are_those_of_their_days(vault: Vault):
    def state(day: str, active: bool, reason: str = "") -> PastState:
        return PastState(parse_iso(f"{day}T12:00:00Z"), active, reason)

    states = (
        state("2026-01-01", True), state("2026-02-01", False, "paused"), state("2026-02-10", False, "archived"),
        state("2026-03-01", True),
    )  # fmt: skip
    fill(vault, [draft("note", "1", happened="2026-01-01", states=states)])
    for day, is_served in (("2026-01-15", True), ("2026-02-05", False), ("2026-02-20", False), ("2026-03-15", True)):
        assert served(ask(vault, "note", "lexical", at=parse_iso(f"{day}T00:00:00Z").utc)) == ["note"] * is_served
    assert reading.record(vault, id_of(vault, "note")).state_since == states[-1].at.utc


# ---------------------------------------------------------------- sessions


def meta(vault: Vault) -> str:
    return str(vault.connection.execute("SELECT meta FROM session").fetchone()[0])


def test_what_a_source_says_of_a_session_is_kept_and_renewed(vault: Vault):
    fill(vault, [SessionDraft("s1", "Title", meta={"model": "a"}), draft("one", "1")])
    assert meta(vault) == '{"model": "a"}'
    fill(vault, [SessionDraft("s1", "Title", meta={"model": "b"}), draft("one", "1"), draft("two", "2")])
    assert meta(vault) == '{"model": "b"}'


def test_forget_takes_what_quotes_it_out_of_what_is_said_of_the_session(vault: Vault):
    fill(
        vault, [SessionDraft("s1", meta={"summary": "the vault code is ORANGE-77"}), "the vault code is ORANGE-77", "b"]
    )
    forgetting.forget(vault, [id_of(vault, "the vault code is ORANGE-77")])
    assert meta(vault) == "{}"


# ---------------------------------------------------------------- preview


def test_preview_tells_what_the_import_then_does(vault: Vault, tmp_path):
    file = tmp_path / "notes.jsonl"
    lines = [
        '{"id": "1", "text": "one"}',
        '{"id": "2", "text": "two", "app": "ops"}',
        "{",
        '{"id": "1", "text": "one"}',
    ]
    file.write_text("\n".join(lines))
    before = curated(vault)
    found = ingest.preview(vault, file)
    assert curated(vault) == before
    assert found.arrivals == {Arrival.NEW: 2}
    assert found.apps == {"default": 1, "ops": 1}
    assert ([some.position for some in found.skipped], found.skip_count) == (["line 3", "line 4"], 2)
    assert [[some.text for some in session.records] for session in found.sessions] == [["one"], ["two"]]
    summary = ingest.import_path(vault, file)
    assert (summary.records, summary.known, summary.sessions) == (2, 0, found.session_count)
    file.write_text('{"id": "1", "text": "one!"}\n{"id": "2", "text": "two", "app": "ops"}\n{"text": "three"}')
    assert ingest.preview(vault, file).arrivals == {Arrival.CHANGED: 1, Arrival.KNOWN: 1, Arrival.NEW: 1}
    assert states(vault).keys() == {"one", "two"}
