"""A measurement end to end: the same bytes again, nothing embedded twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from memories import WordEmbedder

from mnemoscope import cli
from mnemoscope.bench import run, table
from mnemoscope.errors import NotWritable
from mnemoscope.records import PROFILES

ALL = list(PROFILES.values())


def test_measurement_writes_a_row_for_every_question(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    told = []
    summary = run.measure(locomo, tmp_path / "out", ALL, progress=lambda done, total: told.append((done, total)))
    rows = [json.loads(line) for line in (tmp_path / "out" / run.ROWS).read_text().splitlines()]
    assert [row["question"] for row in rows] == ["conv-1/q0", "conv-1/q1", "conv-2/q0"]
    assert told == [(1, 3), (2, 3), (3, 3)]
    first = rows[0]["profiles"]["fused"]
    assert first["figures"]["all_records"] == 1.0
    assert len(first["served"]) == 4  # pooled: every record of both conversations
    assert first["ranks"]["conv-1/D1:2"][0] == first["served"].index("conv-1/D1:2") + 1
    assert first["channels"] == {"vector": "used", "lexical": "used"}
    assert summary["questions"] == 3
    assert summary["questions_left_out"] == 3
    assert summary["memory"] == "pooled"
    assert set(summary["figures"]) == set(PROFILES)
    assert set(summary["figures"]["fused"]["by_category"]) == {"1", "2", "4"}
    assert json.loads((tmp_path / "out" / run.SUMMARY).read_text()) == summary


def test_second_run_gives_the_same_bytes_and_embeds_nothing(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    for name in ("one", "two"):
        run.measure(locomo, tmp_path / name, ALL)
        embedded, engine.embedded = engine.embedded, []
    assert embedded == []
    for name in (run.ROWS, run.SUMMARY):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_conversations_can_have_a_memory_each(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    summary = run.measure(locomo, tmp_path / "out", [PROFILES["fused"]], separate=True)
    rows = [json.loads(line) for line in (tmp_path / "out" / run.ROWS).read_text().splitlines()]
    assert summary["memory"] == "separate"
    for row in rows:
        assert {id.partition("/")[0] for id in row["profiles"]["fused"]["served"]} == {
            row["question"].partition("/")[0]
        }


def test_haystacks_are_measured(longmemeval: Path, tmp_path: Path, engine: WordEmbedder):
    summary = run.measure(longmemeval, tmp_path / "out", [PROFILES["lexical"]], separate=True)
    assert summary["figures"]["lexical"]["all"]["all_records"] == 1.0


def test_folder_that_cannot_be_made_is_said(locomo: Path, tmp_path: Path, engine: WordEmbedder):
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWritable):
        run.measure(locomo, tmp_path / "file" / "out", ALL)


def test_command_prints_a_table(locomo: Path, tmp_path: Path, engine: WordEmbedder, capsys: pytest.CaptureFixture[str]):
    arguments = ["bench", str(locomo), "--out", str(tmp_path / "out"), "--profile", "fused", "--profile", "lexical"]
    assert cli.main(arguments) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "locomo, pooled: 3 questions (3 left out), words"
    assert "all evidence records in top 32" in out
    assert cli.main([*arguments, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert list(summary["figures"]) == ["fused", "lexical"]
    assert "\n".join(table.lines(summary)) + "\n" == out
