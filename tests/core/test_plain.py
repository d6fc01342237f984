"""JSON of the documented shape, the same bytes for the same values."""

from __future__ import annotations

import json

import pytest
from memories import ROTA, ask, draft, fill, id_of

from mnemoscope import curation, plain, reading
from mnemoscope.messages import message
from mnemoscope.records import PROFILES, Skipped
from mnemoscope.vault import Vault
from mnemoscope.why import why

HIT = ["id", "rank", "rrf", "vector", "lexical", "app", "session", "kind", "speaker", "text", "happened_at"]


def test_recall_has_the_documented_shape(rota: Vault):
    told = json.loads(plain.dumps(plain.recall(ask(rota, "Admon on Sunday", scope=("default",)).recall)))
    assert list(told) == ["query", "profile", "scope", "as_of", "standing", "hits", "channels", "timings_ms"]
    assert (told["query"], told["profile"], told["scope"], told["as_of"]) == (
        "Admon on Sunday", "fused", ["default"], None
    )  # fmt: skip
    assert list(told["channels"]) == ["vector", "lexical"]
    assert set(told["channels"]["vector"]) == {"state", "ranked", "missing"}
    assert list(told["timings_ms"]) == ["embed", "vector", "lexical", "fuse", "total"]
    hit = told["hits"][0]
    assert list(hit) == HIT
    assert list(hit["vector"]) == ["rank", "cosine", "sigma", "counted"]
    assert list(hit["lexical"]) == ["rank", "score", "counted"]
    assert (hit["rank"], hit["speaker"], hit["kind"], hit["text"]) == (1, "Kim", "turn", ROTA[0].text)
    assert hit["happened_at"] == "2026-03-01T09:00:00Z"
    (standing,) = told["standing"]
    assert (standing["rank"], standing["vector"], standing["lexical"]) == (0, None, None)
    assert any(some["lexical"] is None for some in told["hits"])


def test_recall_without_timings_is_the_same_bytes_again(rota: Vault):
    once, again = (plain.dumps(plain.recall(ask(rota, "Admon").recall, timings=False)) for _ in range(2))
    assert once == again
    assert "timings" not in once


def test_channel_that_did_not_rank_gives_its_reason(vault: Vault):
    told = plain.recall(ask(vault, "Admon").recall)["channels"]["vector"]
    assert told == {"state": "empty", "ranked": 0, "missing": 0, "reason": "No record can be recalled here."}


def test_boost_shows_its_factor_where_it_multiplied(rota: Vault):
    hits = plain.recall(ask(rota, "ask Admon", "boost").recall)["hits"]
    assert [hit["vector"].get("factor") for hit in hits].count(2.0) == 1


@pytest.mark.parametrize("profile", list(PROFILES))
@pytest.mark.parametrize("question", ["What shift was Admon on Sunday?", "", "zzz"])
def test_every_explanation_is_json(rota: Vault, profile: str, question: str):
    found = ask(rota, question, profile)
    for some in ROTA:
        told = json.loads(plain.dumps(plain.explanation(why(rota, found, id_of(rota, some.text)))))
        assert told["record"]["text"] == some.text
        assert told["sentence"].endswith(".")
        for part in told["parts"]:
            expected = round(1 / (told["rrf_k"] + part["rank"]), 8) if part["counted"] else 0
            assert part["value"] == expected


def test_record_shows_its_state_and_its_links(vault: Vault):
    fill(vault, [draft("old", "1", meta={"mood": "calm"}, until="2027-01-01"), draft("new", "2")])
    curation.supersede(vault, id_of(vault, "old"), id_of(vault, "new"))
    curation.deactivate(vault, [id_of(vault, "old")], "stale")
    told = plain.record(reading.record(vault, id_of(vault, "old")))
    assert (told["state"], told["reason"], told["superseded_by"]) == ("inactive", "stale", id_of(vault, "new"))
    assert (told["meta"], told["valid_until"], told["happened_at"]) == ({"mood": "calm"}, "2027-01-01", None)
    assert told["added_at"].endswith("Z")
    assert plain.record(reading.record(vault, id_of(vault, "new")))["supersedes"] == [id_of(vault, "old")]


def test_act_gives_its_sentence_and_its_id(vault: Vault):
    fill(vault, ["one"])
    curation.undo(vault)
    told = plain.act(reading.history(vault)[0])
    assert told["sentence"] == "Undid: Imported a record from test"
    assert told["label"]["id"] == "act.undo"
    assert told["label"]["parameters"]["act"]["message"] == "act.import"
    assert json.loads(plain.dumps(told)) == told


def test_import_names_what_it_skipped(vault: Vault):
    told = plain.summary(fill(vault, ["one", Skipped("line 2", message("skipped.no_text"))]))  # type: ignore[list-item]
    assert told["records"] == 1
    assert told["skipped"] == [{"position": "line 2", "reason": "no text"}]
    assert told["recognised_by"] is None


def test_numbers_of_a_vault_are_json(rota: Vault):
    assert json.loads(plain.dumps(plain.stats(reading.stats(rota))))["apps"] == {"default": 7}


def test_moments_are_utc_to_the_millisecond():
    assert plain.utc(None) is None
    assert plain.utc(0) == "1970-01-01T00:00:00.000Z"
    assert plain.utc(1_700_000_000_123) == "2023-11-14T22:13:20.123Z"
