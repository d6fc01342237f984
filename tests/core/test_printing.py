"""Lines for a terminal: the arithmetic in sight, each record on one line."""

from __future__ import annotations

import pytest
from memories import ROTA, ask, draft, embed, fill, id_of

from mnemoscope import indexing, printing, reading
from mnemoscope.records import PROFILES
from mnemoscope.vault import Vault
from mnemoscope.why import why


def test_recall_prints_a_line_for_every_hit(rota: Vault):
    found = ask(rota, "What shift was Admon on Sunday?").recall
    lines = list(printing.recall(rota, found))
    assert lines[0] == "What shift was Admon on Sunday?"
    assert lines[1] == "profile fused, 6 served of 6 recallable, all apps"
    assert "  standing: Answer in short sentences" in lines
    (first,) = [line for line in lines if line.startswith("    1 ")]
    assert reading.short_id(rota, id_of(rota, ROTA[0].text)) in first
    assert "Kim: Admon" in first
    assert any(line.startswith("vectors: used, 6 ranked") for line in lines)
    assert lines[-1].split(" ms: ")[1].startswith("embedding")
    assert len(list(printing.recall(rota, found, timings=False))) == len(lines) - 1


def test_rank_beyond_its_depth_stands_in_brackets(vault: Vault):
    fill(vault, [draft(f"ferry {'x ' * n}", f"{n}") for n in range(6)])
    embed(vault)
    profile = PROFILES["fused"].__class__("odd", vector_depth=1, lexical_depth=6)
    lines = list(printing.recall(vault, ask(vault, "ferry", profile).recall))
    assert any("(2)" in line for line in lines)


def test_record_of_many_lines_is_printed_on_one(vault: Vault):
    fill(vault, [draft("ferry one\ntwo\tthree " + "x" * 400, "1")])
    lines = list(printing.recall(vault, ask(vault, "ferry", "lexical").recall))
    assert all("\n" not in line for line in lines)
    assert any("ferry one two three" in line and line.endswith("…") for line in lines)


@pytest.mark.parametrize("profile", list(PROFILES))
def test_explanation_writes_the_sum_out(rota: Vault, profile: str):
    found = ask(rota, "What shift was Admon on Sunday?", profile)
    for some in ROTA:
        told = why(rota, found, id_of(rota, some.text))
        lines = list(printing.explanation(rota, told))
        assert str(told.sentence) in lines
        assert f"{told.score:.8f}" in "\n".join(lines)
        for part in told.parts:
            if part.counted:
                assert any(f"1 / (60 + {part.rank})" in line and f"{part.value:.8f}" in line for line in lines)
        if told.lexical:
            assert any(line.startswith("  Admon") or line.startswith("  shift") for line in lines)
            assert any("What, was, on: stop words, not asked" in line for line in lines)


def test_rank_that_does_not_count_is_said(vault: Vault):
    fill(vault, [draft(f"ferry {'x ' * n}", f"{n}") for n in range(6)])
    embed(vault)
    profile = PROFILES["fused"].__class__("odd", vector_depth=2, lexical_depth=2)
    found = ask(vault, "ferry harbour", profile)
    lines = [line for n in range(6) for line in printing.explanation(vault, why(vault, found, _id(vault, n)))]
    assert any("is beyond 2" in line for line in lines)


def _id(vault: Vault, number: int) -> str:
    row = vault.connection.execute("SELECT id FROM record WHERE external_id = ?", (str(number),)).fetchone()
    return str(row[0].hex())


def test_numbers_are_a_line_each(rota: Vault):
    lines = list(printing.stats(reading.stats(rota), indexing.status(rota)))
    assert lines[0] == "7 records in 4 sessions; 7 recallable now"
    assert "words: 7 of 7 indexed" in lines
    assert "vectors: 7 of 7 embedded by words" in lines


def test_empty_vault_has_no_apps(vault: Vault):
    assert "apps: none" in list(printing.stats(reading.stats(vault), indexing.status(vault)))
