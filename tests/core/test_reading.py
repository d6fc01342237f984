"""Records, chains and the history as they are read, and ids as they are typed."""

from __future__ import annotations

import pytest
from memories import ROTA, ask, draft, edges, embed, fill, id_of

from mnemoscope import curation, expectations, ingest, reading, recall_log
from mnemoscope.errors import NoSuchRecord
from mnemoscope.records import Kind, RecordId
from mnemoscope.vault import Vault


def with_ids(vault: Vault, *ids: str) -> None:
    """Records whose ids begin like this, named after it."""
    fill(vault, list(ids))
    for id in ids:
        vault.connection.execute("UPDATE record SET id = ? WHERE text = ?", (bytes.fromhex(id.ljust(32, "0")), id))


def test_id_is_typed_as_any_prefix_that_names_one_record(vault: Vault):
    with_ids(vault, "abcdef12", "abcdef34", "ff")
    assert reading.record(vault, "ff").text == "ff"
    assert reading.record(vault, " F ").text == "ff"
    assert reading.record(vault, "abcdef1").text == "abcdef12"
    with pytest.raises(NoSuchRecord) as error:
        reading.record(vault, "abcdef")
    assert "More than one" in str(error.value)
    with pytest.raises(NoSuchRecord) as error:
        reading.record(vault, "0")
    assert str(error.value) == "No record has an id that begins with 0."
    with pytest.raises(NoSuchRecord) as error:
        reading.record(vault, "admon")
    assert "hexadecimal" in str(error.value)


def test_shortest_prefix_has_six_digits_and_names_the_record_alone(vault: Vault):
    with_ids(vault, "abcdef12", "abcdef34", "ff")
    shown = {text: reading.short_id(vault, id_of(vault, text)) for text in ("abcdef12", "abcdef34", "ff")}
    assert shown == {"abcdef12": "abcdef1", "abcdef34": "abcdef3", "ff": "ff0000"}
    assert all(reading.record(vault, prefix).text == text for text, prefix in shown.items())


def test_records_come_in_the_order_asked_and_missing_ones_are_left_out(rota: Vault):
    found = reading.by_ordinal(rota.connection, [3, 99, 1, 3])
    assert list(found) == [3, 1]


def test_more_records_than_sql_takes_parameters_are_read(vault: Vault):
    fill(vault, [draft(f"{n}", f"{n}") for n in range(1200)])
    assert len(reading.by_ordinal(vault.connection, range(1, 1201))) == 1200


def test_what_is_not_in_the_vault_is_told_apart(rota: Vault):
    there, gone = id_of(rota, ROTA[0].text), RecordId("0" * 32)
    assert reading.existing(rota, (gone, there)) == {there}
    assert reading.existing(rota, ()) == frozenset()


def test_session_is_read_in_its_order(rota: Vault):
    records = reading.session_records(rota, id_of(rota, ROTA[1].text))
    assert [record.text for record in records] == [draft.text for draft in ROTA[:3]]
    assert records[0].indexed_text == f"Kim: {ROTA[0].text}"
    assert records[0].time == ROTA[0].happened_at.utc  # type: ignore[union-attr]


def test_what_is_round_a_record_is_read_with_how_much_more_there_is(vault: Vault):
    fill(vault, list("abcdefg"))
    whole = reading.session_records(vault, id_of(vault, "d"))
    near = reading.surroundings(vault, id_of(vault, "d"), 2)
    assert ([record.text for record in near.records], near.earlier, near.later) == (list("bcdef"), 1, 1)
    assert near.size == len(whole) == 7
    first = reading.surroundings(vault, id_of(vault, "a"), 1)
    assert ([record.text for record in first.records], first.earlier, first.later) == (list("ab"), 0, 5)
    assert reading.surroundings(vault, id_of(vault, "g"), 100).records == whole


def test_chain_begins_with_the_newest(vault: Vault):
    fill(vault, list("abcde"))
    for older, newer in ("ab", "bd", "cd"):
        curation.supersede(vault, id_of(vault, older), id_of(vault, newer))
    assert len(edges(vault)) == 3
    for text in "abcd":
        chain = [record.text for record in reading.chain(vault, id_of(vault, text))]
        assert chain[0] == "d"
        assert set(chain) == set("abcd")
        assert chain.index("b") < chain.index("a")
    assert [record.text for record in reading.chain(vault, id_of(vault, "e"))] == ["e"]


def test_text_is_found_ignoring_case_up_to_a_limit(vault: Vault):
    fill(vault, [draft(f"Straße {n}", f"{n}", speaker="ÉMILE") for n in range(5)])
    assert len(reading.containing(vault, "STRASSE")) == 5
    assert len(reading.containing(vault, "émile", limit=2)) == 2
    assert reading.count_containing(vault, "émile") == 5
    assert reading.containing(vault, "avenue") == ()


def test_history_is_newest_first_and_says_what_is_undone(vault: Vault):
    ingest.add(vault, "one")
    curation.deactivate(vault, [id_of(vault, "one")], "because")
    curation.undo(vault)
    told = [(act.kind, act.undone, act.actor) for act in reading.history(vault)]
    assert told == [("undo", False, "tester"), ("do", True, "tester"), ("do", False, "tester")]
    assert [act.number for act in reading.history(vault, 1)] == [3]


def test_history_of_a_record_holds_every_act_that_touched_it(vault: Vault):
    fill(vault, ["old", "new", "other"])
    old, new = id_of(vault, "old"), id_of(vault, "new")
    curation.supersede(vault, old, new)
    curation.deactivate(vault, [id_of(vault, "other")])
    for id in (old, new):
        assert [act.label.id for act in reading.record_history(vault, id)] == ["act.supersede", "act.import"]
    assert [act.label.id for act in reading.record_history(vault, id_of(vault, "other"))] == [
        "act.deactivate", "act.import"
    ]  # fmt: skip


def test_numbers_of_the_vault_add_up(vault: Vault):
    fill(
        vault,
        [
            draft("live", "1", "s1", "a"),
            draft("old", "2", "s1", "a", superseded_by="1"),
            draft("off", "3", "s2", "b", active=False),
            draft("gone", "4", "s2", "b", until="2020-01-01"),
            draft("rule", "5", "s3", "b", kind=Kind.STANDING),
        ],
    )
    embed(vault)
    recall_log.log(vault, ask(vault, "live").recall)
    stats = reading.stats(vault)
    assert (stats.records, stats.recallable, stats.inactive, stats.superseded, stats.expired, stats.sessions) == (
        5,
        2,
        1,
        1,
        1,
        3,
    )
    assert stats.apps == {"a": 2, "b": 3}
    assert stats.kinds == {"turn": 4, "standing": 1}
    assert (stats.acts, stats.recalls, stats.model) == (1, 1, "words")
    assert stats.bytes > 0


def test_apps_are_those_that_have_records(vault: Vault):
    fill(vault, [draft("one", "1", app="b"), draft("two", "2", app="a")])
    vault.connection.execute("INSERT INTO app (name) VALUES ('empty')")
    assert reading.apps(vault) == ("a", "b")


def test_records_that_an_act_touched_are_found_for_each_kind_of_act(vault: Vault):
    fill(vault, [draft("one", "1"), draft("two", "2")])
    one, two = id_of(vault, "one"), id_of(vault, "two")
    (imported,) = reading.history(vault, 1)
    assert set(reading.touched(vault, imported.number)) == {one, two}
    assert len(reading.touched(vault, imported.number, limit=1)) == 1
    superseded = curation.supersede(vault, one, two)
    assert superseded.act is not None
    assert set(reading.touched(vault, superseded.act)) == {one, two}
    expected = expectations.expect(vault, "one", two, profile="lexical")
    assert expected.act is not None
    assert reading.touched(vault, expected.act) == ()
