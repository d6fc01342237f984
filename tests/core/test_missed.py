"""Why missed: every record that holds a text, wherever it ranks, and nothing that holds it left unsaid."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from memories import ROTA, ask, draft, embed, fill, id_of, ordinal_of

from mnemoscope import curation, reading
from mnemoscope.errors import VaultError
from mnemoscope.explanations import Verdict
from mnemoscope.missed import StoredWord, missed
from mnemoscope.recall import Recalled
from mnemoscope.records import PROFILES, Kind
from mnemoscope.vault import Vault
from mnemoscope.why import why


@pytest.fixture
def ferries(vault: Vault) -> Vault:
    """Records that all hold a ferry, of every state, and some that do not."""
    fill(
        vault,
        [draft(f"Ferry {'x ' * (n % 7)}{n}", f"{n}", f"s{n % 5}", "ab"[n % 2]) for n in range(40)]
        + [draft(f"harbour {n}", f"h{n}", "h", "a") for n in range(20)]
        + [
            draft("a ferry of old", "old", "s1", "a", superseded_by="new"),
            draft("the new ferry", "new", "s1", "a"),
            draft("a ferry until then", "gone", "s1", "a", until="2020-01-01"),
            draft("always name the ferry", "rule", "s1", "a", kind=Kind.STANDING),
            draft("a ferry switched off", "off", "s1", "a"),
        ],
    )
    embed(vault)
    curation.deactivate(vault, [id_of(vault, "a ferry switched off")], "sank")
    fill(vault, [draft("a ferry without vector", "late", "s1", "a")])
    return vault


def asked(vault: Vault, question: str = "When does the ferry leave?", **changed: object) -> Recalled:
    profile = replace(PROFILES["fused"], **{"budget": 6, "vector_depth": 15, "lexical_depth": 15} | changed)  # type: ignore[arg-type]
    return ask(vault, question, profile, ("a",))


def test_every_holder_is_found_whatever_its_state_and_app(ferries: Vault):
    found = missed(ferries, asked(ferries), "FERRY")
    assert found.total == len(found.holders) == 46
    assert found.nearest == ()
    assert str(found.sentence) == "46 records hold “FERRY”, wherever they rank."
    verdicts = {holder.verdict for holder in found.holders}
    assert verdicts >= {
        Verdict.SERVED, Verdict.OTHER_APP, Verdict.INACTIVE, Verdict.SUPERSEDED, Verdict.EXPIRED, Verdict.STANDING
    }  # fmt: skip


@pytest.mark.parametrize("question", ["When does the ferry leave?", "harbour", "zzz"])
def test_ranks_and_sentence_are_those_of_why(ferries: Vault, question: str):
    recalled = asked(ferries, question)
    for holder in missed(ferries, recalled, "ferry").holders:
        told = why(ferries, recalled, holder.record.id)
        assert (holder.verdict, holder.sentence, holder.rank) == (told.verdict, told.sentence, told.rank)
        assert holder.record == told.record
        assert holder.vector == (told.vector.place if told.vector else None)
        assert holder.lexical == (told.lexical.place if told.lexical else None)


def test_served_holders_come_first_by_rank_then_the_better_rank(ferries: Vault):
    recalled = asked(ferries)
    holders = missed(ferries, recalled, "ferry").holders
    served = [hit.id for hit in (*recalled.recall.standing, *recalled.recall.hits) if "erry" in hit.record.text]
    assert [holder.record.id for holder in holders[: len(served)]] == served
    assert holders[0].verdict is Verdict.STANDING
    rest = holders[len(served) :]
    fused = [holder.rank for holder in rest if holder.rank is not None]
    assert fused == sorted(fused)
    beyond = [holder for holder in rest if holder.rank is None]
    assert list(rest[len(fused) :]) == beyond
    best = [min((some.rank for some in (h.vector, h.lexical) if some), default=10**9) for h in beyond]
    assert best == sorted(best)


def test_limit_keeps_the_foremost_and_the_true_count(ferries: Vault):
    recalled = asked(ferries)
    whole = missed(ferries, recalled, "ferry")
    alive = [h for h in whole.holders if h.verdict in (Verdict.STANDING, Verdict.SERVED, Verdict.CUT)]
    few = missed(ferries, recalled, "ferry", limit=len(alive))
    assert few.holders == tuple(alive)
    assert few.total == whole.total


def test_would_be_rank_of_many_dead_records_is_left_to_why(vault: Vault):
    fill(vault, [draft(f"ferry {n}", f"{n}", active=n == 0) for n in range(41)])
    embed(vault)
    holders = missed(vault, ask(vault, "ferry"), "ferry").holders
    ranked = [holder for holder in holders if holder.rank is not None]
    assert len(ranked) == 1 + 24
    assert list(holders[:25]) == ranked
    assert all(str(holder.sentence).endswith("Open it to see where it would be.") for holder in holders[25:])


def test_speaker_counts_as_shown(rota: Vault):
    for text in ("kim", "Kim: Admon has", "ADMON HAS"):
        assert [h.record.text for h in missed(rota, ask(rota, "Admon"), text).holders] == [ROTA[0].text]
    assert missed(rota, None, "Kim Admon").total == 0


@pytest.mark.parametrize("text", ["STRASSE", "straße", "ÉMILE", "émile"])
def test_case_is_ignored_in_every_script(vault: Vault, text: str):
    fill(vault, ["Rue Émile, Straße 5", "RUE ÉMILE, STRASSE 6", "avenue"])
    assert missed(vault, None, text).total == 2


def test_like_wildcards_are_text(vault: Vault):
    fill(vault, ["100% sure", "100 euros", "a_b", "aXb"])
    assert missed(vault, None, "100%").total == missed(vault, None, "a_b").total == 1


# ---------------------------------------------------------------- without a question


@pytest.mark.parametrize("blank", [False, True])
def test_without_a_question_the_state_is_said(ferries: Vault, blank: bool):
    found = missed(ferries, ask(ferries, "  ") if blank else None, "ferry")
    said = {holder.record.text: (holder.verdict, str(holder.sentence)) for holder in found.holders}
    assert said["the new ferry"] == (None, "Nothing is asked; it can be recalled.")
    assert said["a ferry until then"] == (Verdict.EXPIRED, "Valid until 1 January 2020.")
    assert said["always name the ferry"][0] is Verdict.STANDING
    day = curation_day(ferries)
    assert said["a ferry switched off"] == (Verdict.INACTIVE, f"Inactive since {day} (“sank”).")
    newer = reading.short_id(ferries, id_of(ferries, "the new ferry"))
    assert said["a ferry of old"] == (Verdict.SUPERSEDED, f"Superseded by record {newer} on {day}.")
    assert all((h.rank, h.vector, h.lexical) == (None, None, None) for h in found.holders)


def curation_day(vault: Vault) -> str:
    from datetime import datetime

    since = vault.connection.execute("SELECT max(state_since) FROM record").fetchone()[0]
    day = datetime.fromtimestamp(since / 1000).astimezone()
    return f"{day.day} {day:%B %Y}"


# ---------------------------------------------------------------- where nothing holds it


def test_nearest_stored_words_are_named_with_their_records(rota: Vault):
    found = missed(rota, ask(rota, "Adman"), "Adman")
    assert (found.total, found.holders, found.nearest) == (0, (), (StoredWord("admon", 1),))
    assert str(found.sentence) == "No record in this vault holds “Adman”. Nearest stored word: admon (1 record)."
    near = missed(rota, None, "the early Adman").nearest
    assert near == (StoredWord("admon", 1),)  # "the" and "early" are stored


def test_words_stored_apart_are_named_themselves(rota: Vault):
    assert missed(rota, None, "Sunday Admon").nearest == (StoredWord("sunday", 2), StoredWord("admon", 1))


@pytest.mark.parametrize("text", ["qqqqqqqq", "!?!?"])
def test_text_like_nothing_has_no_nearest_word(rota: Vault, text: str):
    found = missed(rota, None, text)
    assert (found.total, found.nearest) == (0, ())
    assert str(found.sentence) == f"No record in this vault holds “{text}”."


def test_no_text_is_no_question(rota: Vault):
    found = missed(rota, None, "  ")
    assert (found.total, str(found.sentence)) == (0, "There is no text to look for.")


def test_text_of_a_pending_import_is_not_stored(rota: Vault):
    fill(rota, ["zebra crossing"])
    rota.connection.execute("UPDATE import SET published_at = NULL WHERE id = 2")
    found = missed(rota, ask(rota, "zebra"), "zebra")
    assert (found.total, found.nearest) == (0, ())


def test_text_of_a_deleted_record_is_not_stored(rota: Vault):
    rota.connection.execute("DELETE FROM record WHERE ordinal = ?", (ordinal_of(rota, ROTA[0].text),))
    assert missed(rota, None, "Admon").total == 0
    assert all(word.text != "admon" for word in missed(rota, None, "Admon").nearest)


def test_store_that_cannot_be_read_is_never_an_empty_answer(path: Path):
    with Vault.create(path) as vault:
        fill(vault, [f"ferry {n} {'x' * 400}" for n in range(200)])
    data = bytearray(path.read_bytes())
    for at in range(8192 * 8, len(data), 8192):
        data[at : at + 64] = b"\xff" * 64
    path.write_bytes(bytes(data))
    with pytest.raises(VaultError), Vault.open(path) as vault:
        missed(vault, None, "no such text")
