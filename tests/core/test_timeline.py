"""Acts and recalls on one line: paged, filtered, searched, counted by day."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memories import ask, draft, fill, filled, id_of

from mnemoscope import curation, ingest, recall_log, timeline
from mnemoscope.records import RecordId
from mnemoscope.timeline import Place, Wanted, What
from mnemoscope.vault import Vault


def labels(vault: Vault, wanted: Wanted = timeline.ALL) -> list[str]:
    """What is told of what is wanted, newest first."""
    found = timeline.places(vault, wanted)
    told = timeline.read(vault, found)
    return [_said(told[place]) for place in found]


def _said(entry: timeline.Entry) -> str:
    return str(entry.act.label) if entry.act else entry.recall.query if entry.recall else ""


def log(vault: Vault, question: str, scope: tuple[str, ...] | None = None, actor: str = "") -> None:
    mine, vault.actor = vault.actor, actor or vault.actor
    recall_log.log(vault, ask(vault, question, scope=scope).recall)
    vault.actor = mine
    time.sleep(0.002)  # of one millisecond a recall stands above an act


def write(vault: Vault, acts: list[int], recalls: list[int]) -> None:
    """Entries at these moments, with nothing in them."""
    with vault.transaction() as connection:
        for at in acts:
            connection.execute(
                "INSERT INTO act (at, actor, kind, message, parameters) VALUES (?, 'a', 'do', 'act.add', ?)",
                (at, '{"count": 1}'),
            )
        for at in recalls:
            connection.execute(
                "INSERT INTO recall_log (at, actor, query, profile, served) VALUES (?, 'b', 'q', ?, x'')",
                (at, '{"name": "fused"}'),
            )


MOMENTS = st.lists(st.integers(1_000, 1_010), max_size=12)


@settings(max_examples=40, deadline=None)
@given(acts=MOMENTS, recalls=MOMENTS, size=st.integers(1, 7), what=st.sampled_from([None, *What]))
def test_paging_brings_each_entry_once_in_order(
    tmp_path_factory: pytest.TempPathFactory, acts: list[int], recalls: list[int], size: int, what: What | None
):
    with Vault.create(tmp_path_factory.mktemp("timeline") / "some.vault") as vault:
        write(vault, acts, recalls)
        wanted = Wanted(what)
        paged: list[Place] = []
        while page := timeline.places(vault, wanted, after=paged[-1] if paged else None, limit=size):
            assert len(page) <= size
            paged.extend(page)
        kept = [] if what is What.RECALL else [(at, What.ACT) for at in acts]
        kept += [] if what is What.ACT else [(at, What.RECALL) for at in recalls]
        assert sorted((place.at, place.what) for place in paged) == sorted(kept)
        assert paged == sorted(set(paged), reverse=True)
        assert tuple(paged) == timeline.places(vault, wanted)
        assert set(timeline.read(vault, paged)) == set(paged)


def test_what_comes_in_while_it_is_paged_moves_nothing(vault: Vault):
    write(vault, [1, 3, 5], [2, 4])
    first = timeline.places(vault, limit=2)
    write(vault, [9], [8])
    rest = timeline.places(vault, after=first[-1])
    assert [place.at for place in (*first, *rest)] == [5, 4, 3, 2, 1]


def test_acts_and_recalls_stand_in_the_order_of_their_time(rota: Vault):
    log(rota, "Who has Sunday?")
    curation.deactivate(rota, [id_of(rota, "The cat sleeps on the warm radiator all day")])
    log(rota, "Where is the cat?")
    said = labels(rota)
    assert said[0] == "Where is the cat?"
    assert said[1].startswith("Deactivated record")
    assert said[2] == "Who has Sunday?"
    assert said[3].startswith("Imported")


def test_filters_by_kind_and_actor(rota: Vault):
    log(rota, "Who has Sunday?", actor="ward")
    log(rota, "And Monday?")
    assert labels(rota, Wanted(What.RECALL)) == ["And Monday?", "Who has Sunday?"]
    assert labels(rota, Wanted(actor="ward")) == ["Who has Sunday?"]
    assert len(labels(rota, Wanted(What.ACT, actor="ward"))) == 0
    assert timeline.actors(rota) == ("tester", "ward")


def test_filters_by_app(path: Path):
    with Vault.create(path) as vault:
        fill(vault, [draft("blue key", "1")], app="ward")
        fill(vault, [draft("red key", "2")], app="home")
        curation.deactivate(vault, [id_of(vault, "blue key")])
        for question, scope in (("all", None), ("mine", ("home",)), ("theirs", ("ward", "other")), ("none", ())):
            log(vault, question, scope)
        assert labels(vault, Wanted(What.RECALL, app="ward")) == ["theirs", "all"]
        assert len(labels(vault, Wanted(What.ACT, app="ward"))) == 2
        assert len(labels(vault, Wanted(What.ACT, app="home"))) == 1
        assert labels(vault, Wanted(app="nowhere")) == ["all"]


def test_filters_by_record_what_touched_and_what_served_it(rota: Vault):
    cat, other = (RecordId(id_of(rota, text)) for text in (
        "The cat sleeps on the warm radiator all day", "The release v1.3.8 went out on Friday"
    ))  # fmt: skip
    curation.supersede(rota, other, id_of(rota, "The release v1.3.9 is planned for Monday"))
    curation.deactivate(rota, [cat])
    log(rota, "Where is the cat?")
    log(rota, "nothing", scope=())
    assert [label.split()[0] for label in labels(rota, Wanted(record=cat))] == ["Deactivated", "Imported"]
    assert [label.split()[0] for label in labels(rota, Wanted(record=other))] == ["Superseded", "Imported"]
    answer = RecordId(id_of(rota, "The release v1.3.9 is planned for Monday"))
    assert [label.split()[0] for label in labels(rota, Wanted(record=answer))] == ["Where", "Superseded", "Imported"]
    assert labels(rota, Wanted(record=RecordId("0" * 32))) == []


def test_text_is_looked_for_in_labels_as_they_are_read_and_in_questions(rota: Vault):
    curation.deactivate(rota, [id_of(rota, "The cat sleeps on the warm radiator all day")])
    log(rota, "Is the CAFÉ open?")
    assert [label.split()[0] for label in labels(rota, Wanted(text="deactivated RECORD"))] == ["Deactivated"]
    assert labels(rota, Wanted(text=" café ")) == ["Is the CAFÉ open?"]
    assert labels(rota, Wanted(text="radiator")) == []
    french = {"act.import": "Importé", "act.deactivate": "Désactivé"}
    found = timeline.places(rota, Wanted(text="désactivé"), written=lambda label: french[label.id])
    assert [place.what for place in found] == [What.ACT]


def test_beginning_of_an_id_finds_what_is_about_the_record(rota: Vault):
    sunday = id_of(rota, "Admon has the early shift on Sunday")
    log(rota, "Who has the early shift?")
    log(rota, "nothing", scope=())
    assert [label.split()[0] for label in labels(rota, Wanted(text=sunday[:9]))] == ["Who", "Imported"]
    assert labels(rota, Wanted(text=sunday[:3])) == []


def test_text_is_paged_too(rota: Vault):
    for number in range(7):
        log(rota, f"key {number}" if number % 2 else f"lock {number}")
    found = timeline.places(rota, Wanted(text="key"), limit=2)
    rest = timeline.places(rota, Wanted(text="key"), after=found[-1], limit=2)
    told = timeline.read(rota, (*found, *rest))
    assert [_said(told[place]) for place in (*found, *rest)] == ["key 5", "key 3", "key 1"]


def test_act_that_was_taken_back_tells_which_act_did(rota: Vault):
    curation.deactivate(rota, [id_of(rota, "The cat sleeps on the warm radiator all day")])
    curation.undo(rota)
    undo, act, _ = (timeline.read(rota, [place])[place] for place in timeline.places(rota))
    assert act.act is not None
    assert act.act.undone
    assert act.reversed_by == undo.act
    assert undo.reverses == act.act.number
    assert act.about == "The cat sleeps on the warm radiator all day"
    curation.redo(rota)
    (again,) = timeline.read(rota, [act.place]).values()
    assert again.reversed_by is None


def test_entry_that_is_gone_is_left_out(vault: Vault):
    write(vault, [], [5])
    places = timeline.places(vault)
    with vault.transaction() as connection:
        connection.execute("DELETE FROM recall_log")
    assert timeline.read(vault, places) == {}


def moment(day: int, hour: int) -> int:
    return timeline.first_moment(date(2026, 3, day)) + hour * 3_600_000


def test_days_count_what_stands_on_them(vault: Vault):
    write(vault, [moment(1, 0), moment(1, 23), moment(4, 8)], [moment(1, 9), moment(3, 12)])
    places = timeline.places(vault)
    days = timeline.days(places)
    assert [(day.day.day, day.first, day.acts, day.recalls) for day in days] == [
        (4, 0, 1, 0),
        (3, 1, 0, 1),
        (1, 2, 2, 1),
    ]
    since, until = timeline.span(date(2026, 3, 1), date(2026, 3, 3))
    assert timeline.places(vault, Wanted(since=since, until=until)) == places[1:]
    assert timeline.days(()) == ()


def test_tens_of_thousands_are_found_at_once(vault: Vault):
    write(vault, list(range(0, 60_000, 2)), list(range(1, 20_000, 2)))
    began = time.perf_counter()
    page = timeline.places(vault, limit=100)
    timeline.read(vault, page)
    assert time.perf_counter() - began < 0.5
    whole = timeline.places(vault)
    assert len(timeline.days(whole)) == 1
    assert len(whole) == 40_000


def test_filled_vault_tells_of_its_import(path: Path):
    with filled(path, [draft("one", "1")]) as vault:
        ingest.add(vault, "two")
        assert len(timeline.places(vault)) == 2
