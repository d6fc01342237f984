"""Answers judged elsewhere: what counts as a hit, what as noise, and which difference clears it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mnemoscope import cli
from mnemoscope.bench import verdicts
from mnemoscope.errors import VaultError


def judged(path: Path, arms: dict[str, list[tuple[bool, ...]]]) -> Path:
    """A file of judgements: for each arm the runs of each question."""
    lines = [
        {"qid": f"q{number}", "arm": arm, "run": run, "verdict": verdict}
        for arm, questions in arms.items()
        for number, runs in enumerate(questions)
        for run, verdict in enumerate(runs)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_hit_needs_two_runs_that_agree(tmp_path: Path):
    runs = [(True, True), (True, False), (False, False), (True, True, False), (True, True, False, False), (True,)]
    found = verdicts.compare(verdicts.read([judged(tmp_path / "x", {"a": runs})]))
    assert found.hits == {"a": (2, 6)}
    assert (found.noise[0].runs, found.noise[0].flips, found.noise[0].net) == (4, 2, 2)


@pytest.mark.parametrize(("better", "clears"), [(30, True), (3, False)])
def test_difference_is_compared_with_that_of_identical_runs(tmp_path: Path, better: int, clears: bool):
    first = [(True, True)] * 40 + [(True, False)] * 5 + [(False, False)] * 55
    second = [(True, True)] * (40 + better) + [(False, False)] * (60 - better)
    found = verdicts.compare(verdicts.read([judged(tmp_path / "x", {"vectors": first, "fused": second})]))
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.both) == ("vectors", "fused", 40)
    assert (pair.flips.gained, pair.flips.lost) == (better, 0)
    assert pair.noise == 5
    assert pair.clears is clears
    (line,) = [line for line in verdicts.told(found) if "noise floor" in line]
    assert ("does not clear" in line) is not clears


def test_only_questions_of_both_arms_are_paired(tmp_path: Path):
    one = judged(tmp_path / "one", {"a": [(True, True)] * 3})
    two = judged(tmp_path / "two", {"b": [(True, True)] * 5})
    (pair,) = verdicts.compare(verdicts.read([one, two])).pairs
    assert pair.both == 3


@pytest.mark.parametrize(
    "line",
    ["no json", "[]", '{"qid": 1, "arm": "a", "run": 1}', '{"qid": 1, "arm": "a", "run": 1, "verdict": "perhaps"}'],
)
def test_line_that_is_no_judgement_is_named(tmp_path: Path, line: str, capsys: pytest.CaptureFixture[str]):
    file = judged(tmp_path / "x", {"a": [(True, True)]})
    file.write_text(file.read_text() + line + "\n")
    with pytest.raises(VaultError, match="Line 3"):
        verdicts.read([file])
    assert cli.main(["verdicts", str(file)]) == 1
    assert "Line 3" in capsys.readouterr().err
    (tmp_path / "empty").write_text("")
    with pytest.raises(VaultError, match="no judgement"):
        verdicts.read([tmp_path / "empty"])


def test_command_prints_the_comparison(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = judged(tmp_path / "x", {"a": [(True, True), (False, False)], "b": [(True, True), (True, True)]})
    assert cli.main(["verdicts", str(file)]) == 0
    assert "b against a: both 1, only b 1, only a 0, neither 0; exact p 1.0000" in capsys.readouterr().out
    assert cli.main(["verdicts", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"][0]["clears"] is False
