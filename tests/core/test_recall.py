"""What a memory hands its assistant: isolated, deterministic, and never silent about what was left out."""

from __future__ import annotations

import math
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memories import (
    EMBEDDER,
    ROTA,
    WordEmbedder,
    ask,
    curated,
    draft,
    embed,
    fill,
    filled,
    id_of,
    ordinal_of,
    served,
)

from mnemoscope import analysis, columns, curation, identity, indexing, ingest, plain, postings
from mnemoscope.embedding import Vectors, models
from mnemoscope.errors import ModelUnavailable, Refused, VaultError
from mnemoscope.recall import LONGEST_QUESTION, Recalled, recall
from mnemoscope.records import PROFILES, Channel, ChannelState, Kind, Profile, Query
from mnemoscope.times import parse_iso
from mnemoscope.vault import Vault


def printed(recalled: Recalled) -> str:
    return plain.dumps(plain.recall(recalled.recall, timings=False))


WORDS = ["ferry", "harbour", "Admon", "shift", "cat", "v1.3.8", "garden", "night", "bread", "el", "the", "日本"]


def memory(seed: int, count: int, app: str) -> list:
    """Records of one app, a few of them standing, expired, inactive or replaced."""
    rng = random.Random(seed)
    found = []
    for n in range(count):
        text = " ".join(rng.choices(WORDS, k=rng.randint(1, 9))) + f" {app}{n}"
        found.append(
            draft(
                text, f"{app}/{n}", f"{app}-{n // 6}", app, f"2026-01-{1 + n % 28:02}T10:00:00Z",
                "2026-02-01T00:00:00Z" if n % 11 == 3 else None,
                active=n % 9 != 5, superseded_by=f"{app}/{n + 1}" if n % 10 == 7 else None,
                kind=Kind.STANDING if n % 13 == 12 else Kind.TURN,
            )
        )  # fmt: skip
    return found


QUESTIONS = ("Where is Admon on the night shift?", "ferry harbour", "the", "v1.3.8", "日本", "nothing of the sort", "")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    with filled(tmp_path_factory.mktemp("alone") / "some.vault", memory(1, 60, "mine")) as vault:
        yield vault


# ---------------------------------------------------------------- isolation


@pytest.mark.parametrize("order", ["before", "after", "mixed", "one by one"])
def test_another_app_changes_not_one_byte(path: Path, alone: Vault, order: str):
    mine, other = memory(1, 60, "mine"), memory(2, 90, "other")
    with Vault.create(path) as vault:
        if order == "before":
            batches = [other, mine]
        elif order == "after":
            batches = [mine, other]
        elif order == "mixed":
            both = [*mine, *other]
            random.Random(3).shuffle(both)
            # Reading order within a session is part of a memory.
            rank = {some.external_id: n for n, some in enumerate(mine)}
            places = [n for n, some in enumerate(both) if some.app == "mine"]
            for place, some in zip(places, sorted(mine, key=lambda d: rank[d.external_id]), strict=True):
                both[place] = some
            batches = [both]
        else:
            batches = [[*mine[:30], *other[:1]], other[1:50], mine[30:], other[50:]]
        for batch in batches:
            fill(vault, batch)
            embed(vault)
        for profile in PROFILES.values():
            for question in QUESTIONS:
                for at in (None, parse_iso("2026-01-20T00:00:00Z").utc):
                    expected = printed(ask(alone, question, profile, ("mine",), at))
                    assert printed(ask(vault, question, profile, ("mine",), at)) == expected


def test_no_statistic_of_another_app_leaks(vault: Vault):
    fill(vault, [draft("rare word", "1", app="mine"), draft("plain text", "2", app="mine")])
    before = ask(vault, "rare", "lexical", ("mine",)).recall
    fill(vault, [draft(f"rare {n}", f"o{n}", app="other") for n in range(20)])
    after = ask(vault, "rare", "lexical", ("mine",)).recall
    assert before.hits == after.hits
    assert before.channels == after.channels
    assert before.recallable == after.recallable == 2


def test_owner_sees_every_app_and_an_empty_scope_sees_none(alone: Vault):
    assert {hit.record.app for hit in ask(alone, "ferry").recall.hits} == {"mine"}
    assert ask(alone, "ferry", scope=()).recall.hits == ()
    assert ask(alone, "ferry", scope=("nobody",)).recall.hits == ()
    assert ask(alone, "ferry", scope=("nobody",)).recall.standing == ()


# ---------------------------------------------------------------- the same bytes


def test_same_bytes_in_same_bytes_out(path: Path, alone: Vault):
    with filled(path, memory(1, 60, "mine")) as again:
        for profile in PROFILES.values():
            for question in QUESTIONS:
                first = printed(ask(alone, question, profile))
                assert printed(ask(alone, question, profile)) == first
                assert printed(ask(again, question, profile)) == first
                again.cache.snapshots.clear()


@pytest.mark.parametrize("upkeep", ["settle", "rebuild", "columns"])
def test_upkeep_changes_no_answer(path: Path, alone: Vault, upkeep: str):
    with Vault.create(path) as vault:
        for some in memory(1, 60, "mine"):
            fill(vault, [replace(some, superseded_by=None)])
        for some in memory(1, 60, "mine"):
            if some.superseded_by:
                old, new = (
                    identity.record_id("mine", "test", some.external_id),
                    identity.record_id("mine", "test", some.superseded_by),
                )
                curation.supersede(vault, old.hex(), new.hex())
        embed(vault)
        if upkeep == "settle":
            indexing.settle(vault)
        elif upkeep == "rebuild":
            indexing.index_words(vault, rebuild=True)
        else:
            vault.connection.execute("DELETE FROM column_chunk")
            vault.cache.snapshots.clear()
        for question in QUESTIONS:
            for profile in ("fused", "lexical", "vectors"):  # sessions were read in pieces: no context here
                assert printed(ask(vault, question, profile)) == printed(ask(alone, question, profile))


def test_vectors_alone_do_not_depend_on_the_word_index(rota: Vault):
    complete = printed(ask(rota, "Admon on Sunday", "vectors"))
    with rota.transaction() as connection:
        postings.drop(connection)
    assert printed(ask(rota, "Admon on Sunday", "vectors")) == complete


# ---------------------------------------------------------------- channels that cannot rank


def test_incomplete_index_ranks_nothing_and_vectors_serve_alone(rota: Vault):
    fill(rota, [draft("one more about Admon", "more", "extra")])
    embed(rota)
    vectors_alone = ask(rota, "Admon on Sunday", "vectors").recall
    rota.connection.execute("DELETE FROM posting_segment WHERE id = (SELECT max(id) FROM posting_segment)")
    found = ask(rota, "Admon on Sunday").recall
    report = found.channels[Channel.LEXICAL]
    assert report.state is ChannelState.INCOMPLETE
    assert (report.ranked, report.missing) == (0, 1)
    assert str(report.reason) == "Words are off: 1 of 7 records is not indexed, so their ranking would be wrong."
    assert [hit.id for hit in found.hits] == [hit.id for hit in vectors_alone.hits]
    assert all(hit.lexical is None for hit in found.hits)
    indexing.index_words(rota)
    assert ask(rota, "Admon on Sunday").recall.channels[Channel.LEXICAL].state is ChannelState.USED


def test_completeness_is_that_of_the_scope(vault: Vault):
    fill(vault, [draft("Admon here", "1", app="a")])
    fill(vault, [draft("Admon there", "2", app="b")])
    vault.connection.execute("DELETE FROM posting_segment WHERE id = (SELECT max(id) FROM posting_segment)")
    assert ask(vault, "here", "lexical", ("a",)).recall.channels[Channel.LEXICAL].state is ChannelState.USED
    assert ask(vault, "here", "lexical", ("b",)).recall.channels[Channel.LEXICAL].state is ChannelState.INCOMPLETE
    assert ask(vault, "here", "lexical").recall.channels[Channel.LEXICAL].missing == 1


def test_lost_posting_is_said_with_its_word(rota: Vault):
    ask(rota, "shift")  # the segment was whole when it was read
    rota.connection.execute("UPDATE term SET postings = postings + 1 WHERE text = 'admon'")
    found = ask(rota, "Admon on Sunday").recall
    report = found.channels[Channel.LEXICAL]
    assert report.state is ChannelState.INCOMPLETE
    assert "“admon”" in str(report.reason)
    assert found.hits
    assert all(hit.lexical is None for hit in found.hits)


def test_index_of_another_analyzer_is_incomplete(rota: Vault):
    rota.connection.execute("UPDATE posting_segment SET analyzer = analyzer + 1")
    rota.cache.snapshots.clear()
    report = ask(rota, "Admon").recall.channels[Channel.LEXICAL]
    assert (report.state, report.missing) == (ChannelState.INCOMPLETE, 6)


def test_profile_switches_channels_off(rota: Vault):
    assert ask(rota, "Admon", "vectors").recall.channels[Channel.LEXICAL].state is ChannelState.OFF
    assert ask(rota, "Admon", "lexical").recall.channels[Channel.VECTOR].state is ChannelState.OFF


def test_vault_without_vectors_serves_the_words_and_says_so(vault: Vault):
    fill(vault, ["Admon works"])
    found = ask(vault, "Admon").recall
    assert found.channels[Channel.VECTOR].state is ChannelState.EMPTY
    assert str(found.channels[Channel.VECTOR].reason) == "No record has a vector yet."
    assert len(found.hits) == 1


def test_records_without_a_vector_are_counted_and_found_by_words(rota: Vault):
    fill(rota, [draft("latecomer Zoltan", "late", "extra")])
    found = ask(rota, "Zoltan").recall
    report = found.channels[Channel.VECTOR]
    assert (report.state, report.ranked, report.missing) == (ChannelState.USED, 6, 1)
    assert str(report.reason) == "1 of 7 records has no vector yet."
    (hit,) = [hit for hit in found.hits if hit.record.text == "latecomer Zoltan"]
    assert hit.vector is None
    assert hit.lexical is not None
    assert hit.rrf == 1 / 61


def test_question_of_another_model_is_never_compared(rota: Vault):
    found = recall(rota, Query("Admon", PROFILES["fused"]), WordEmbedder("other")).recall
    report = found.channels[Channel.VECTOR]
    assert report.state is ChannelState.MISMATCH
    assert "words" in str(report.reason)
    assert "other" in str(report.reason)
    assert all(hit.vector is None for hit in found.hits)
    assert found.hits


def test_words_serve_alone_while_the_model_loads(rota: Vault):
    found = recall(rota, Query("Admon", PROFILES["fused"]), ChannelState.LOADING).recall
    assert found.channels[Channel.VECTOR].state is ChannelState.LOADING
    assert "loading" in str(found.channels[Channel.VECTOR].reason)
    assert served_texts(found.hits) == [ROTA[0].text]


def test_model_that_is_not_installed_is_said(rota: Vault, monkeypatch: pytest.MonkeyPatch):
    def missing(key: str, location: str | None) -> None:
        raise ModelUnavailable("embedding.not_installed", model="words")

    monkeypatch.setattr(models, "query_embedder", missing)
    found = recall(rota, Query("Admon", PROFILES["fused"])).recall
    report = found.channels[Channel.VECTOR]
    assert report.state is ChannelState.UNAVAILABLE
    assert str(report.reason) == "The embedding model words is not installed here."
    assert found.hits


def test_engine_of_the_vault_is_opened_where_none_is_given(rota: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(models, "query_embedder", lambda key, location: EMBEDDER)
    assert printed(recall(rota, Query("Admon", PROFILES["fused"]))) == printed(ask(rota, "Admon"))


def test_empty_vault_answers_with_nothing_and_says_why(vault: Vault):
    found = ask(vault, "anything").recall
    assert found.hits == ()
    assert found.standing == ()
    assert {report.state for report in found.channels.values()} == {ChannelState.EMPTY}
    assert all(str(report.reason) for report in found.channels.values())


def served_texts(hits: tuple) -> list[str]:
    return [hit.record.text for hit in hits]


# ---------------------------------------------------------------- any question

ODD = [
    "", " ", "\n\t", "the of and", "?!", "...", '"Admon"', "'", "''", '"', "NOT", "NOT Admon", "Admon OR", "*", "Adm*",
    "a:b", "-", "--", "(", "((", "NEAR(a b)", "\x00", "Admon\x00Sunday", "\ud800", "Admon \udfff", "😀", "👨‍👩‍👧",
    "שלום עולם",
    "\u202eAdmon", "مرحبا", "日本語", "é" * 300, "%", "_", "\\", "; DROP TABLE record", "{}", "{x}",
    "a" * LONGEST_QUESTION, "1", "0x1F",
]  # fmt: skip


@pytest.mark.parametrize("question", ODD, ids=lambda text: ascii(text)[:20])
def test_any_question_is_answered(rota: Vault, question: str):
    for profile in PROFILES:
        found = ask(rota, question, profile).recall
        printed(ask(rota, question, profile)).encode()
        for report in found.channels.values():
            assert report.state in {ChannelState.USED, ChannelState.OFF} or str(report.reason)
        assert len(found.standing) == 1


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(codec=None), max_size=60))
def test_text_of_any_characters_is_answered(alone: Vault, question: str):
    for profile in PROFILES:
        printed(ask(alone, question, profile)).encode()


def test_endless_question_is_refused_in_one_sentence(rota: Vault):
    with pytest.raises(Refused) as error:
        ask(rota, "Admon " * 20_000)
    assert str(error.value) == "The question has 120,000 characters; at most 5,000 are taken."
    assert ask(rota, "a" * LONGEST_QUESTION).recall
    assert isinstance(error.value, VaultError)


def test_question_is_as_long_as_its_ligatures_spelt_out(rota: Vault):
    with pytest.raises(Refused) as error:
        ask(rota, "\ufdfa" * 300)  # eighteen letters each
    assert str(error.value) == "The question has 5,400 characters; at most 5,000 are taken."


def test_app_of_a_scope_is_cleaned_as_it_was_when_it_was_stored(vault: Vault):
    fill(vault, ["Admon has the early shift"], app="ward\udcff")
    assert served(ask(vault, "Admon", scope=("ward\udcff",))) == ["Admon has the early shift"]


def test_quotes_and_operators_are_text(rota: Vault):
    plain_hits = ask(rota, "Admon early shift", "lexical").recall.hits
    for question in ('"Admon" early: shift', "(Admon) 'early' shift*", "Admon -early +shift"):
        assert ask(rota, question, "lexical").recall.hits == plain_hits


def test_question_of_stop_words_alone_asks_for_them(rota: Vault):
    found = ask(rota, "who was that", "lexical").recall
    assert found.hits
    assert found.dropped == ()


def test_empty_question_serves_nothing_but_the_standing_instructions(rota: Vault):
    found = ask(rota, "  ").recall
    assert found.hits == ()
    assert len(found.standing) == 1
    assert {str(report.reason) for report in found.channels.values()} == {"The question is empty."}


# ---------------------------------------------------------------- what is served


class Misled(WordEmbedder):
    """Places every question beside quiet evenings, as a dense model places a rare name near noise."""

    def embed_query(self, text: str) -> Vectors:
        return super().embed_query("quiet evening")


def test_name_that_the_vectors_lose_is_served_by_its_word(vault: Vault):
    fill(vault, [draft(f"quiet evening {n}", f"{n}") for n in range(300)] + [draft("Zoltan", "z")])
    embed(vault)
    asked = Query("Who is Zoltan?", PROFILES["fused"])
    (hit,) = [hit for hit in recall(vault, asked, Misled()).recall.hits if hit.record.text == "Zoltan"]
    assert hit.vector is not None
    assert hit.vector.rank > 200
    assert not hit.vector.counted
    assert hit.lexical is not None
    assert hit.lexical.rank == 1
    assert hit.rrf == 1 / 61
    assert "Zoltan" not in served(recall(vault, replace(asked, profile=PROFILES["vectors"]), Misled()))


def test_standing_instructions_come_first_outside_budget_and_rankings(vault: Vault):
    fill(
        vault,
        [
            draft("Admon rule two", "s2", kind=Kind.STANDING, happened="2026-01-02T00:00:00Z"),
            draft("Admon rule one", "s1", kind=Kind.STANDING, happened="2026-01-01T00:00:00Z"),
            draft("Admon rule off", "s3", kind=Kind.STANDING, active=False),
            *(draft(f"Admon {n}", f"{n}") for n in range(5)),
        ],
    )
    embed(vault)
    found = ask(vault, "Admon rule", PROFILES["fused"].with_budget(2)).recall
    assert served_texts(found.standing) == ["Admon rule one", "Admon rule two"]
    assert all((hit.rank, hit.rrf, hit.vector, hit.lexical) == (0, 0.0, None, None) for hit in found.standing)
    assert len(found.hits) == 2
    assert found.recallable == 5
    assert found.channels[Channel.VECTOR].ranked == 5
    assert found.channels[Channel.LEXICAL].ranked == 5


@pytest.mark.parametrize("profile", list(PROFILES))
def test_dead_records_never_take_a_place(vault: Vault, profile: str):
    fill(
        vault,
        [
            *(draft(f"Admon Admon Admon dead {n}", f"d{n}", active=False) for n in range(40)),
            *(draft(f"Admon Admon past {n}", f"p{n}", until="2020-01-01T00:00:00Z") for n in range(40)),
            *(draft(f"Admon replaced {n}", f"r{n}", superseded_by="l0") for n in range(40)),
            *(draft(f"about Admon on some day number {n}", f"l{n}") for n in range(40)),
        ],
    )
    embed(vault)
    found = ask(vault, "Admon", profile).recall
    assert len(found.hits) == 32
    assert all(hit.record.text.startswith("about") for hit in found.hits)
    assert found.recallable == 40


def test_budget_is_what_is_served_and_never_more(alone: Vault):
    everything = ask(alone, "ferry night", PROFILES["fused"].with_budget(1000)).recall.hits
    for budget in (0, 1, 5, 32):
        found = ask(alone, "ferry night", PROFILES["fused"].with_budget(budget)).recall.hits
        assert [(hit.rank, hit.id) for hit in found] == [(hit.rank, hit.id) for hit in everything[:budget]]
    assert [hit.rank for hit in everything] == list(range(1, len(everything) + 1))


def test_channel_alone_looks_as_deep_as_its_budget(vault: Vault):
    fill(vault, [draft(f"ferry {n}", f"{n}") for n in range(260)])
    embed(vault)
    for profile in ("vectors", "lexical"):
        assert len(ask(vault, "ferry", PROFILES[profile].with_budget(250)).recall.hits) == 250
    assert len(ask(vault, "ferry").recall.hits) == 32


def test_score_is_the_sum_that_a_reader_computes(alone: Vault):
    for question in QUESTIONS:
        for hit in ask(alone, question, replace(PROFILES["fused"], vector_depth=15, lexical_depth=9)).recall.hits:
            total = 0.0
            if hit.vector and hit.vector.rank <= 15:
                total += 1 / (60 + hit.vector.rank)
            if hit.lexical and hit.lexical.rank <= 9:
                total += 1 / (60 + hit.lexical.rank)
            assert hit.rrf == total
            assert hit.vector is None or hit.vector.counted == (hit.vector.rank <= 15)
            assert hit.lexical is None or hit.lexical.counted == (hit.lexical.rank <= 9)


def test_equal_sums_are_ordered_by_better_rank_then_by_id(alone: Vault):
    for question in QUESTIONS:
        hits = ask(alone, question, PROFILES["fused"].with_budget(100)).recall.hits
        keys = [
            (-hit.rrf, min(place.rank for place in (hit.vector, hit.lexical) if place and place.counted), hit.id)
            for hit in hits
        ]
        assert keys == sorted(keys)


# ---------------------------------------------------------------- as of


def test_as_of_serves_what_existed_then(rota: Vault):
    at = parse_iso("2026-03-03T12:00:00Z").utc
    found = ask(rota, "release", "lexical", at=at).recall
    assert served_texts(found.hits) == ["The release v1.3.8 went out on Friday"]
    assert ask(rota, "release", at=parse_iso("2025-01-01T00:00:00Z").utc).recall.hits == ()
    assert ask(rota, "release", at=parse_iso("2025-01-01T00:00:00Z").utc).recall.standing == ()


def test_as_of_serves_the_states_of_that_moment(rota: Vault, monkeypatch: pytest.MonkeyPatch):
    moment = parse_iso("2026-05-01T00:00:00Z").utc
    monkeypatch.setattr(curation.journal, "now", lambda: moment)
    old, new = id_of(rota, ROTA[4].text), id_of(rota, ROTA[5].text)
    curation.supersede(rota, old, new)
    assert served(ask(rota, "release", "lexical")) == [ROTA[5].text]
    assert sorted(served(ask(rota, "release", "lexical", at=moment - 1))) == [ROTA[4].text, ROTA[5].text]
    assert served(ask(rota, "release", "lexical", at=moment)) == [ROTA[5].text]


# ---------------------------------------------------------------- profiles


def test_boost_doubles_the_cosine_of_the_name_and_not_of_what(rota: Vault):
    found = ask(rota, "What shift was Admon on Sunday?", "boost").recall
    factors = {hit.record.text: hit.vector.factor for hit in found.hits if hit.vector}
    assert factors[ROTA[0].text] == 2.0
    assert factors["What a week that was, the shift plan changed twice"] == 1.0
    unboosted = ask(rota, "What shift was Admon on Sunday?", "vectors").recall
    cosines = {hit.id: hit.vector.cosine for hit in unboosted.hits if hit.vector}
    assert {hit.id: hit.vector.cosine for hit in found.hits if hit.vector} == cosines
    multiplied = sorted(found.hits, key=lambda hit: -hit.vector.cosine * hit.vector.factor if hit.vector else 0.0)
    assert [hit.id for hit in found.hits] == [hit.id for hit in multiplied]


def virtual_bm25(records: list[tuple[str, str, str]], question: str, weight: float) -> dict[str, float]:
    """BM25 over own + weight x (previous + next), by hand: (session, id, text) in reading order, all recallable."""
    counts = {id: Counter(analysis.terms(text)) for _, id, text in records}
    documents: dict[str, dict[str, float]] = {}
    for place, (session, id, _) in enumerate(records):
        document: dict[str, float] = dict(counts[id])
        for beside in (place - 1, place + 1):
            if 0 <= beside < len(records) and records[beside][0] == session:
                for term, count in counts[records[beside][1]].items():
                    document[term] = document.get(term, 0.0) + weight * count
        documents[id] = document
    total, mean = len(documents), sum(sum(d.values()) for d in documents.values()) / len(documents)
    scores: dict[str, float] = {}
    for term in analysis.question_terms(question)[0]:
        holding = [id for id, document in documents.items() if document.get(term.text)]
        idf = math.log(1 + (total - len(holding) + 0.5) / (len(holding) + 0.5))
        for id in holding:
            tf, length = documents[id][term.text], sum(documents[id].values())
            scores[id] = scores.get(id, 0.0) + idf * tf * 2.5 / (tf + 1.5 * (0.25 + 0.75 * length / mean))
    return scores


@pytest.mark.parametrize("weight", [0.5, 0.25, 1.0, 0.3])
@pytest.mark.parametrize("question", ["Where is Admon on the night shift?", "ferry harbour", "v1.3.8"])
def test_context_equals_virtual_documents_computed_by_hand(path: Path, question: str, weight: float):
    some = [
        replace(d, active=True, superseded_by=None, kind=Kind.TURN, valid_until=None) for d in memory(7, 50, "mine")
    ]
    with filled(path, some) as vault:
        profile = replace(PROFILES["context"], vector=False, context_weight=weight, budget=100)
        found = ask(vault, question, profile).recall
        expected = virtual_bm25([(d.session, str(d.external_id), d.text) for d in some], question, weight)
        names = {identity.record_id("mine", "test", str(d.external_id)).hex(): str(d.external_id) for d in some}
        scores = {names[hit.id]: hit.lexical.score for hit in found.hits if hit.lexical}
        assert scores == pytest.approx(expected, rel=1e-12)


def test_neighbour_that_cannot_be_recalled_adds_nothing(vault: Vault):
    fill(vault, [draft("before", "1"), draft("secret Admon", "2"), draft("after", "3")])
    assert len(served(ask(vault, "Admon", replace(PROFILES["context"], vector=False)))) == 3
    curation.deactivate(vault, [id_of(vault, "secret Admon")])
    assert served(ask(vault, "Admon", replace(PROFILES["context"], vector=False))) == []


def test_context_without_weight_is_the_plain_channel(alone: Vault):
    plain_profile = PROFILES["lexical"]
    for question in QUESTIONS:
        zero = ask(alone, question, replace(plain_profile, context_weight=0.0)).recall.hits
        assert zero == ask(alone, question, plain_profile).recall.hits


# ---------------------------------------------------------------- a recall writes nothing


def test_recall_writes_nothing(rota: Vault):
    before, changes = curated(rota), rota.connection.total_changes
    ask(rota, "Admon")
    assert curated(rota) == before
    assert rota.connection.total_changes == changes
    assert not rota.connection.in_transaction


def test_recall_sees_what_another_connection_wrote(rota: Vault, path: Path):
    ask(rota, "Zoltan")
    with Vault.open(path) as other:
        ingest.add(other, "Zoltan arrives")
    assert "Zoltan arrives" in served(ask(rota, "Zoltan"))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("adrs"), st.integers(0, 20), st.integers(0, 20)), max_size=10))
def test_only_live_records_are_served_after_any_acts(acts: list[tuple[str, int, int]]):
    with tempfile.TemporaryDirectory() as folder, Vault.create(Path(folder) / "some.vault") as vault:
        fill(vault, [f"ferry {n}" for n in range(5)])
        embed(vault)
        for verb, first, second in acts:
            ids = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record ORDER BY ordinal")]
            one, other = ids[first % len(ids)], ids[second % len(ids)]
            try:
                if verb == "a":
                    ingest.add(vault, f"ferry added {len(ids)}")
                elif verb == "d":
                    curation.deactivate(vault, [one])
                elif verb == "r":
                    curation.restore(vault, [one])
                else:
                    curation.supersede(vault, one, other)
            except VaultError:
                continue
            live = {
                row[0]
                for row in vault.connection.execute(
                    "SELECT text FROM record WHERE active AND ordinal NOT IN"
                    " (SELECT older FROM supersession WHERE until IS NULL)"
                )
            }
            for profile in ("fused", "lexical"):
                found = ask(vault, "ferry", profile).recall
                assert set(served_texts(found.hits)) == live
                assert found.recallable == len(live)


def test_profile_may_be_any_values(rota: Vault):
    odd = Profile("odd", vector_depth=0, lexical_depth=1, rrf_k=0.5, k1=0.0, b=0.0)
    found = ask(rota, "release", odd).recall
    assert len(found.hits) == 1
    assert found.hits[0].rrf == 1 / 1.5
    both_off = ask(rota, "release", Profile("none", vector=False, lexical=False)).recall
    assert both_off.hits == ()


def test_ordinals_are_the_rows_of_the_view(rota: Vault):
    found = ask(rota, "Admon")
    view = found.ranked.view
    assert view.recallable.sum() == found.recall.recallable
    assert view.recallable[ordinal_of(rota, ROTA[0].text)]
    assert np.flatnonzero(view.standing).tolist() == [ordinal_of(rota, ROTA[6].text)]
    assert columns.load(rota) is view.columns
