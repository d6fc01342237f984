"""A ledger is computed again, and what was tampered with is named."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from memories import WordEmbedder

from mnemoscope import cli
from mnemoscope.bench import ledger, run, verify
from mnemoscope.errors import VaultError
from mnemoscope.records import PROFILES

Change = Callable[[list[dict[str, Any]], dict[str, Any]], None]


@pytest.fixture
def folder(locomo: Path, tmp_path: Path, engine: WordEmbedder) -> Path:
    plan = run.Plan(locomo, (PROFILES["vectors"], PROFILES["lexical"], PROFILES["fused"]))
    run.measure(plan, tmp_path / "ledger")
    return tmp_path / "ledger"


def changed(folder: Path, change: Change) -> None:
    rows = [dict(row) for row in ledger.rows(folder)]
    summary = ledger.summary(folder)
    change(rows, summary)
    (folder / ledger.ROWS).write_text("".join(ledger.encoded(row) + "\n" for row in rows))
    (folder / ledger.SUMMARY).write_text(json.dumps(summary))


def test_every_cell_is_computed_again(folder: Path):
    found = verify.verify(folder)
    assert found.rows == 3
    assert found.cells > 100
    packed = gzip.compress((folder / ledger.ROWS).read_bytes(), mtime=0)
    (folder / ledger.ROWS).unlink()
    (folder / f"{ledger.ROWS}.gz").write_bytes(packed)
    assert verify.verify(folder) == found


def tampered_row(rows: list[dict[str, Any]], summary: dict[str, Any]) -> None:
    rows[1]["profiles"]["fused"]["served"].reverse()


def resigned_row(rows: list[dict[str, Any]], summary: dict[str, Any]) -> None:
    rows[1]["profiles"]["fused"]["served"] = []
    rows[1] = dict(ledger.signed(rows[1]))
    summary["rows"][rows[1]["question"]] = rows[1]["digest"]


def tampered_cell(rows: list[dict[str, Any]], summary: dict[str, Any]) -> None:
    summary["figures"]["lexical"]["all"]["mrr"] = 0.999


def tampered_p(rows: list[dict[str, Any]], summary: dict[str, Any]) -> None:
    summary["against"]["fused"]["all"]["p"] = 0.5


def cell_too_many(rows: list[dict[str, Any]], summary: dict[str, Any]) -> None:
    summary["figures"]["fused"]["all"]["luck"] = 1.0


def missing_row(rows: list[dict[str, Any]], summary: dict[str, Any]) -> None:
    del rows[2]


def row_too_many(rows: list[dict[str, Any]], summary: dict[str, Any]) -> None:
    rows.append(dict(ledger.signed({**rows[0], "question": "conv-1/q99"})))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (tampered_row, "The row of conv-1/q1 is not the one that was measured"),
        (resigned_row, "figures / fused / all / all_records@5: the summary says 1.0, the rows give 0.666667"),
        (tampered_cell, "figures / lexical / all / mrr: the summary says 0.999"),
        (tampered_p, "against / fused / all / p: the summary says 0.5, the rows give 1.0"),
        (cell_too_many, "figures / fused / all / luck: the summary says 1.0, the rows give nothing"),
        (missing_row, "The row of conv-2/q0 is missing"),
        (row_too_many, "The row of conv-1/q99 stands where none was measured"),
    ],
)
def test_what_was_tampered_with_is_named(folder: Path, change: Change, told: str):
    changed(folder, change)
    with pytest.raises(verify.Differs) as error:
        verify.verify(folder)
    assert told in str(error.value)


def test_rows_are_measured_again(folder: Path, locomo: Path, capsys: pytest.CaptureFixture[str]):
    assert verify.rerun(folder, locomo).reran

    def other_rank(rows: list[dict[str, Any]], summary: dict[str, Any]) -> None:
        ranks = rows[0]["profiles"]["lexical"]["ranks"]["conv-1/D1:2"]
        ranks[1] = 4000
        rows[0] = dict(ledger.signed(rows[0]))
        summary["rows"][rows[0]["question"]] = rows[0]["digest"]

    changed(folder, other_rank)
    verify.verify(folder)  # no figure shows it
    with pytest.raises(verify.Differs, match="conv-1/q0 comes out otherwise"):
        verify.rerun(folder, locomo)
    assert cli.main(["verify", str(folder), "--rerun", str(locomo)]) == 1
    assert "conv-1/q0" in capsys.readouterr().err


def test_another_data_set_is_told_before_its_rows(folder: Path, locomo: Path):
    locomo.write_text(locomo.read_text().replace("kiln", "oven"))
    with pytest.raises(verify.Differs, match="digest: the ledger says"):
        verify.rerun(folder, locomo)


@pytest.mark.parametrize("content", ["", "{}", "[1]", "no json", '{"conditions": 1, "figures": 2, "rows": {}}'])
def test_what_is_no_ledger_is_one_sentence(folder: Path, content: str):
    (folder / ledger.SUMMARY).write_text(content)
    with pytest.raises(VaultError):
        verify.verify(folder)
    with pytest.raises(VaultError):
        verify.verify(folder / "nowhere")


def test_command_says_what_is_the_same(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["verify", str(folder)]) == 0
    assert "3 rows give the same" in capsys.readouterr().out
