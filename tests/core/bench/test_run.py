"""A measurement end to end: the same bytes again, nothing embedded twice, gone on with where it was broken off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from memories import WordEmbedder

from mnemoscope import cli
from mnemoscope.bench import datasets, ledger, run, table
from mnemoscope.bench.run import Plan
from mnemoscope.bench.splits import Split
from mnemoscope.errors import NotWritable, VaultError
from mnemoscope.records import PROFILES

ALL = tuple(PROFILES.values())


def rows_of(folder: Path) -> list[ledger.Row]:
    return list(ledger.rows(folder))


def test_measurement_writes_a_row_for_every_question(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    told = []
    summary = run.measure(Plan(locomo, ALL), tmp_path / "out", lambda done, total: told.append((done, total)))
    rows = rows_of(tmp_path / "out")
    assert [row["question"] for row in rows] == ["conv-1/q0", "conv-1/q1", "conv-2/q0"]
    assert told == [(1, 3), (2, 3), (3, 3)]
    first = rows[0]["profiles"]["fused"]
    assert len(first["served"]) == 4  # pooled: every record of both conversations
    fused, vector, lexical = first["ranks"]["conv-1/D1:2"]
    assert fused == first["served"].index("conv-1/D1:2") + 1
    assert (vector, lexical) != (None, None)
    assert first["channels"] == {"vector": "used", "lexical": "used"}
    assert summary["conditions"]["questions"] == 3
    assert (summary["conditions"]["left_out"], summary["conditions"]["silent"]) == (2, 1)
    assert summary["conditions"]["memory"] == "pooled"
    assert set(summary["figures"]) == set(PROFILES)
    assert set(summary["figures"]["fused"]["all"]["by_category"]) == {"1", "2", "4"}
    assert summary["figures"]["fused"]["all"]["all_records@32"] == 1.0
    assert ledger.summary(tmp_path / "out") == json.loads(json.dumps(summary))
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["rows.jsonl", "summary.json"]


def test_rows_hold_no_text(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    run.measure(Plan(locomo, ALL), tmp_path / "out")
    written = (tmp_path / "out" / run.ROWS).read_text() + (tmp_path / "out" / run.SUMMARY).read_text()
    assert not any(word in written for word in ("kiln", "Zoltan", "glaze", "ferry"))


def test_second_run_gives_the_same_bytes_and_embeds_nothing(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    for name in ("one", "two"):
        run.measure(Plan(locomo, ALL), tmp_path / name)
        embedded, engine.embedded = engine.embedded, []
    assert embedded == []
    for name in (run.ROWS, run.SUMMARY):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_run_that_was_broken_off_goes_on_behind_its_last_whole_row(
    locomo: Path, tmp_path: Path, engine: WordEmbedder
):
    def stop(done: int, total: int | None) -> None:
        if done == 2:
            raise KeyboardInterrupt

    whole = run.measure(Plan(locomo, ALL), tmp_path / "whole")
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        run.measure(Plan(locomo, ALL), out, stop)
    with (out / "rows.jsonl.part").open("a") as file:
        file.write('{"question": "half')
    told: list[int] = []
    assert run.measure(Plan(locomo, ALL), out, lambda done, total: told.append(done)) == whole
    assert told == [3]
    assert (out / run.ROWS).read_bytes() == (tmp_path / "whole" / run.ROWS).read_bytes()


def test_rows_of_other_conditions_are_not_gone_on_with(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    def stop(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.measure(Plan(locomo, (PROFILES["vectors"],)), tmp_path, stop)
    summary = run.measure(Plan(locomo, (PROFILES["fused"],)), tmp_path)
    assert list(summary["figures"]) == ["fused"]
    assert all(list(row["profiles"]) == ["fused"] for row in rows_of(tmp_path))


def test_conversations_can_have_a_memory_each(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    summary = run.measure(Plan(locomo, (PROFILES["fused"],), separate=True), tmp_path / "out")
    assert summary["conditions"]["memory"] == "separate"
    for row in rows_of(tmp_path / "out"):
        assert {id.partition("/")[0] for id in row["profiles"]["fused"]["served"]} == {row["conversation"]}


def test_haystacks_are_measured_each_by_its_own_question_or_pooled(
    longmemeval: Path, tmp_path: Path, engine: WordEmbedder
):
    for separate, memory in ((None, "separate"), (False, "pooled")):
        plan = Plan(longmemeval, (PROFILES["lexical"],), separate=separate)
        summary = run.measure(plan, tmp_path / memory)
        assert summary["conditions"]["memory"] == memory
        assert (summary["conditions"]["questions"], summary["conditions"]["silent"]) == (1, 1)
        assert summary["figures"]["lexical"]["all"]["all_records@32"] == 1.0


def test_texts_served_are_written_where_they_are_wanted(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    plan = Plan(locomo, (PROFILES["fused"], PROFILES["lexical"]), contexts=tmp_path / "contexts.jsonl")
    run.measure(plan, tmp_path / "out")
    lines = [json.loads(line) for line in (tmp_path / "contexts.jsonl").read_text().splitlines()]
    assert [(line["qid"], line["arm"]) for line in lines[:2]] == [("conv-1/q0", "fused"), ("conv-1/q0", "lexical")]
    assert any("Zoltan repaired it." in text for text in lines[0]["context"])


def test_half_without_questions_is_refused(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    samples = json.loads(locomo.read_text())
    locomo.write_text(json.dumps(samples[:1]))
    (split,) = {question.split for question in datasets.load(locomo).questions}
    run.measure(Plan(locomo, ALL, split), tmp_path / "out")
    (other,) = set(Split) - {split}
    with pytest.raises(VaultError, match="no question with evidence"):
        run.measure(Plan(locomo, ALL, other), tmp_path / "other")


def test_folder_that_cannot_be_made_is_said(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWritable):
        run.measure(Plan(locomo, ALL), tmp_path / "file" / "out")


def test_command_prints_a_table_and_counts_looks_at_the_holdout(
    locomo: Path,
    tmp_path: Path,
    engine: WordEmbedder,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("MNEMOSCOPE_HOME", str(tmp_path / "home"))
    arguments = ["bench", str(locomo), "--out", str(tmp_path / "out"), "--profile", "fused", "--profile", "lexical"]
    for looks in (1, 2):
        assert cli.main(arguments) == 0
        told = capsys.readouterr()
        assert told.out.splitlines()[0] == "locomo, all, pooled: 3 questions (2 left out, 1 without an answer), words"
        assert "all evidence records in the top 32, by category" in told.out
        assert f"the holdout of locomo has been looked at {looks} times" in told.err
    assert cli.main([*arguments, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert list(summary["figures"]) == ["fused", "lexical"]
    assert "\n".join(table.lines(summary)) + "\n" == told.out
    assert b"looked" not in (tmp_path / "out" / run.SUMMARY).read_bytes()
