"""The figures that the README tells are those of the rows that lie beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mnemoscope.bench import ledger, verify

ROOT = Path(__file__).parents[3]
LEDGER = ROOT / "tests" / "data" / "ledger"


@pytest.mark.parametrize(("split", "questions"), [("dev", 760), ("holdout", 775)])
def test_ledger_of_locomo_is_what_its_rows_give(split: str, questions: int):
    found = verify.verify(LEDGER / split)
    assert found.rows == questions
    assert {row["split"] for row in ledger.rows(LEDGER / split)} == {split}


def test_readme_tells_the_figures_of_the_ledger():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    summaries = [ledger.summary(LEDGER / split) for split in ("dev", "holdout")]
    for name in summaries[0]["figures"]:
        cells = [name]
        for summary in summaries:
            figures, against = summary["figures"][name]["all"], summary["against"].get(name, {}).get("all")
            cells += [f"{figures['all_records@32']:.3f}", f"{against['gained']} / {against['lost']}" if against else ""]
        line = next(line for line in readme.splitlines() if f"(`{name}`" in line)
        shown = [cell.strip(" *") for cell in line.strip("|").split("|")]
        assert shown[1:5] == cells[1:], line
