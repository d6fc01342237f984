"""What was asked and served, by whom and when."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from memories import ask

from mnemoscope import recall_log
from mnemoscope import vault as vaults
from mnemoscope.errors import VaultBusy
from mnemoscope.records import PROFILES
from mnemoscope.vault import Vault


def test_settled_recall_is_noted_with_everything_to_replay_it(rota: Vault):
    profile = replace(PROFILES["fused"], budget=2, k1=1.2)
    found = ask(rota, "Admon on Sunday", profile, ("default",), at=2_000_000_000_000).recall
    assert recall_log.log(rota, found)
    (entry,) = recall_log.entries(rota)
    assert (entry.actor, entry.query, entry.profile) == ("tester", "Admon on Sunday", profile)
    assert (entry.scope, entry.as_of) == (("default",), 2_000_000_000_000)
    assert entry.served == tuple(hit.id for hit in (*found.standing, *found.hits))
    assert len(entry.served) == 3


def test_latest_recall_comes_first(rota: Vault):
    for text in ("one", "two", "three"):
        recall_log.log(rota, ask(rota, text).recall)
    assert [entry.query for entry in recall_log.entries(rota, limit=2)] == ["three", "two"]
    assert next(iter(recall_log.entries(rota))).scope is None


def test_empty_scope_is_not_every_app(rota: Vault):
    recall_log.log(rota, ask(rota, "Admon", scope=()).recall)
    assert next(iter(recall_log.entries(rota))).scope == ()


def test_empty_question_is_not_noted(rota: Vault):
    assert not recall_log.log(rota, ask(rota, "  ").recall)
    assert list(recall_log.entries(rota)) == []


def test_log_can_be_switched_off_and_on(rota: Vault):
    recall_log.switch(rota, False)
    assert not recall_log.log(rota, ask(rota, "Admon").recall)
    recall_log.switch(rota, True)
    assert recall_log.log(rota, ask(rota, "Admon").recall)


def test_busy_vault_is_said(rota: Vault, path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(vaults, "BUSY_SECONDS", 0.05)
    with Vault.open(path) as other:
        found = ask(other, "Admon").recall
        with rota.transaction(), pytest.raises(VaultBusy):
            recall_log.log(other, found)


def test_how_often_a_record_was_served_is_counted_again_when_the_log_grows(rota: Vault):
    assert recall_log.served(rota).since is None
    found = ask(rota, "Admon on Sunday").recall
    recall_log.log(rota, found)
    first = recall_log.served(rota)
    assert set(first.times.values()) == {1}
    assert set(first.times) == {hit.id for hit in (*found.standing, *found.hits)}
    recall_log.log(rota, found)
    assert set(recall_log.served(rota).times.values()) == {2}
    assert recall_log.served(rota, since=2**60).recalls == 0
