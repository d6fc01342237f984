"""A logged recall, then and now: what left, what entered, and which act is between."""

from __future__ import annotations

import contextlib
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memories import EMBEDDER, ask, draft, embed, fill, id_of

from mnemoscope import curation, hindsight, ingest, journal, recall_log
from mnemoscope.comparison import Fate
from mnemoscope.errors import NoSuchRecall, Refused
from mnemoscope.hindsight import Hindsight, Why
from mnemoscope.records import PROFILES, ChannelState, Kind
from mnemoscope.vault import Vault

QUESTION = "the blue key"
FEW = replace(PROFILES["fused"], budget=3)
TEXTS = ["the blue key", "a blue key", "one key", "some door", "the cat"]


@pytest.fixture
def keys(vault: Vault) -> Vault:
    """Five records, and one logged recall that served three of them."""
    fill(vault, TEXTS)
    embed(vault)
    log(vault)
    return vault


def log(vault: Vault) -> list[str]:
    found = ask(vault, QUESTION, FEW).recall
    recall_log.log(vault, found)
    time.sleep(0.002)  # what is done in the same millisecond counts as known
    return [hit.record.text for hit in (*found.standing, *found.hits)]


def look(vault: Vault, number: int = 1) -> Hindsight:
    return hindsight.look_back(vault, number, embedder=EMBEDDER)


def test_untouched_vault_serves_the_same(keys: Vault):
    found = look(keys)
    assert [(turn.then, turn.now, turn.fate) for turn in found.turns] == [(n, n, Fate.SAME) for n in (1, 2, 3)]
    assert (found.served, found.left, found.entered, found.drift, found.acts) == (3, (), (), 0, ())
    assert str(found.sentence) == "The same 3 are served now."
    assert hindsight.others(keys, 1, embedder=EMBEDDER) == hindsight.Others(3, 0, 0, True)


def test_act_that_took_a_record_away_is_named(keys: Vault):
    gone = id_of(keys, "a blue key")
    act = curation.deactivate(keys, [gone])
    ingest.add(keys, "unrelated")
    embed(keys)
    found = look(keys)
    (left,), (entered,) = found.left, found.entered
    assert (left.id, left.then, left.now, left.why) == (gone, 2, None, Why.ACT)
    assert left.act is not None
    assert left.act.number == act.act
    assert left.beyond is None
    assert (entered.then, entered.now, entered.beyond) == (None, 3, 4)
    assert entered.act == left.act
    assert str(found.sentence).startswith("1 of the 3 is different now: the act of ")
    assert str(found.sentence).endswith(" took away what stood 2nd.")
    assert hindsight.others(keys, 1, embedder=EMBEDDER) == hindsight.Others(3, 1, 1, True)


def test_act_that_brought_a_record_is_named_for_what_gave_way(keys: Vault):
    added = ingest.add(keys, "the blue key itself, the blue key")
    embed(keys)
    found = look(keys)
    (entered,), (left,) = found.entered, found.left
    assert entered.act is not None
    assert entered.act.number == added.changes.act
    assert left.act == entered.act
    assert left.beyond == 4
    assert entered.beyond is None


def test_change_that_was_taken_back_is_no_difference(keys: Vault):
    curation.deactivate(keys, [id_of(keys, "a blue key")])
    curation.undo(keys)
    assert str(look(keys).sentence) == "The same 3 are served now."


def test_undo_is_named_where_it_is_the_act_between(keys: Vault):
    curation.deactivate(keys, [id_of(keys, "a blue key")])
    log(keys)
    undone = curation.undo(keys)
    (entered,) = look(keys, 2).entered
    assert entered.act is not None
    assert entered.act.number == undone.act


def test_two_acts_are_told_apart(keys: Vault):
    acts = [curation.deactivate(keys, [id_of(keys, text)]).act for text in ("a blue key", "one key")]
    found = look(keys)
    assert [turn.act.number for turn in found.left if turn.act] == acts
    assert str(found.sentence) == "2 of the 3 are different now: 2 acts since then did that."


def test_what_expired_since_was_ended_by_no_act(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    fill(vault, [draft("the blue key", "1", until="2030-01-01T00:00:00Z"), "a blue key"])
    embed(vault)
    for module in ("recall", "recall_log"):
        monkeypatch.setattr(f"mnemoscope.{module}.now", lambda: 1_870_000_000_000)
    log(vault)
    monkeypatch.setattr("mnemoscope.recall.now", lambda: 1_900_000_000_000)
    (left,) = look(vault).left
    assert (left.why, left.act) == (Why.TIME, None)
    assert str(look(vault).sentence) == "1 of the 2 is different now: no act did that, it has expired."


def test_forgotten_record_is_told_without_its_text(keys: Vault):
    ordinal = keys.connection.execute("SELECT ordinal FROM record WHERE text = 'a blue key'").fetchone()[0]
    with keys.transaction() as connection:
        connection.execute("DELETE FROM record WHERE ordinal = ?", (ordinal,))
    (left,) = look(keys).left
    assert (left.record, left.why, left.then) == (None, Why.FORGOTTEN, 2)
    assert hindsight.others(keys, 1, embedder=EMBEDDER).left == 1


def test_standing_instruction_has_no_rank(keys: Vault):
    ingest.add(keys, "Be brief", kind=Kind.STANDING)
    served = log(keys)
    assert served[0] == "Be brief"
    found = look(keys, 2)
    assert [turn.then for turn in found.turns] == [0, 1, 2, 3]
    assert found.served == 3
    (entered,) = look(keys, 1).entered
    assert entered.now == 0
    assert str(look(keys, 1).sentence).endswith("brought a standing instruction.")


def test_other_order_alone_is_said(keys: Vault):
    with keys.transaction() as connection:  # as if it had been served in another order
        (served,) = connection.execute("SELECT served FROM recall_log").fetchone()
        connection.execute("UPDATE recall_log SET served = ?", (served[16:32] + served[:16] + served[32:],))
    assert str(look(keys).sentence) == "The same 3 are served now, 2 of them at another place."


def test_channel_that_does_not_rank_now_is_said(keys: Vault):
    found = hindsight.look_back(keys, 1, embedder=ChannelState.LOADING)  # type: ignore[arg-type]
    assert [message.id for message in found.without] == ["channel.loading"]
    assert not hindsight.others(keys, 1, embedder=ChannelState.LOADING).is_whole


def test_recall_that_is_not_in_the_log_is_said(keys: Vault):
    with pytest.raises(NoSuchRecall, match="There is no recall 9 in the log"):
        look(keys, 9)


@settings(max_examples=25, deadline=None)
@given(acts=st.lists(st.tuples(st.sampled_from("daru"), st.integers(0, 8)), max_size=6))
def test_replay_is_what_the_log_says_and_now_is_what_is_served(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, int]]
):
    with Vault.create(tmp_path_factory.mktemp("hindsight") / "some.vault") as vault:
        fill(vault, TEXTS)
        embed(vault)
        log(vault)
        for verb, number in acts:
            ids = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record ORDER BY ordinal")]
            with contextlib.suppress(Refused):
                if verb == "a":
                    ingest.add(vault, f"the blue key {number}")
                elif verb == "u":
                    journal.undo(vault)
                else:
                    change = curation.deactivate if verb == "d" else curation.restore
                    change(vault, [ids[number % len(ids)]])
        embed(vault)
        found, now = look(vault), ask(vault, QUESTION, FEW).recall
        assert found.drift == 0
        served_now = sorted((turn.now, turn.id) for turn in found.turns if turn.now is not None)
        assert served_now == [(hit.rank, hit.id) for hit in now.hits]
        quick = hindsight.others(vault, 1, embedder=EMBEDDER)
        assert (quick.left, quick.entered) == (len(found.left), len(found.entered))
        for turn in (*found.left, *found.entered):
            assert turn.why is Why.ACT
            assert turn.act is not None
