"""A ledger computed again: every cell of its summary from its rows, and (``rerun``) the rows from the data set."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mnemoscope.bench import ledger, run
from mnemoscope.bench.splits import Split
from mnemoscope.bench.summary import summarise
from mnemoscope.errors import VaultError
from mnemoscope.profiles import restored
from mnemoscope.progress import Progress, silent


class Differs(VaultError):
    """A ledger does not say what its rows, or its data set, give."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was computed again, and is the same."""

    rows: int
    cells: int
    reran: bool = False


def verify(folder: Path) -> Verified:
    """Compute the summary again. Raises ``Differs`` with the name of the first difference, ``VaultError`` where the
    ledger cannot be read."""
    said = ledger.summary(folder)
    rows = list(ledger.rows(folder))
    _check_rows(said["rows"], rows)
    try:
        found = summarise(said["conditions"], rows)
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise VaultError("ledger.no_summary", path=str(folder / ledger.SUMMARY)) from error
    cells = 0
    for name, one, two in _compared(said, found, ()):
        cells += 1
        if one != two:
            raise Differs("verify.cell", name=" / ".join(name), said=_shown(one), found=_shown(two))
    return Verified(len(rows), cells)


def rerun(folder: Path, dataset: Path, progress: Progress = silent) -> Verified:
    """``verify``, and the rows measured again. Raises what that raises, and ``Differs`` naming the first row."""
    verified = verify(folder)
    said = ledger.summary(folder)["conditions"]
    if said["split"] not in ("all", *Split):
        raise VaultError("ledger.no_summary", path=str(folder / ledger.SUMMARY))
    plan = run.Plan(
        dataset,
        tuple(restored(name, settings) for name, settings in said["profiles"].items()),
        None if said["split"] == "all" else Split(said["split"]),
        said["memory"] == "separate",
        corrections=bool(said["corrected"]),
    )
    with tempfile.TemporaryDirectory() as again:
        found = run.measure(plan, Path(again), progress)
        for name in ("dataset", "digest", "model", "analyzer", "questions"):
            if found["conditions"][name] != said[name]:
                raise Differs(
                    "verify.condition", name=name, said=_shown(said[name]), found=_shown(found["conditions"][name])
                )
        for one, two in zip(ledger.rows(folder), ledger.rows(Path(again)), strict=True):
            if one != two:
                raise Differs("verify.rerun", question=str(one["question"]))
    return Verified(verified.rows, verified.cells, reran=True)


def _check_rows(said: Mapping[str, str], rows: list[ledger.Row]) -> None:
    found = [str(row.get("question")) for row in rows]
    for question in said:
        if question not in set(found):
            raise Differs("verify.missing", question=question)
    if found != list(said):
        odd = next((one for one, two in zip(found, [*said, *found], strict=False) if one != two), found[-1])
        raise Differs("verify.odd_row", question=odd)
    for row in rows:
        if ledger.digest(row) != said[str(row["question"])] or row.get("digest") != said[str(row["question"])]:
            raise Differs("verify.row", question=str(row["question"]))


def _compared(said: Any, found: Any, name: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Every cell of both by its name, those that one of them lacks too."""
    if isinstance(said, dict) and isinstance(found, dict):
        for key in [*found, *(key for key in said if key not in found)]:
            yield from _compared(said.get(key, _NOTHING), found.get(key, _NOTHING), (*name, str(key)))
    else:
        yield name, said, list(found) if isinstance(found, tuple) else found


_NOTHING = object()


def _shown(value: Any) -> str:
    return "nothing" if value is _NOTHING else json.dumps(value, ensure_ascii=False)
