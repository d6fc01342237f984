"""Commands that measure recall, and compute again what was measured."""

from __future__ import annotations

import argparse

from mnemoscope.commands.doors import bar, note
from mnemoscope.records import PROFILES


def measure(options: argparse.Namespace) -> int:
    """Measure profiles on a data set."""
    from mnemoscope import plain
    from mnemoscope.bench import holdout, run, table
    from mnemoscope.bench.splits import Split

    split = None if options.split == "all" else Split(options.split)
    plan = run.Plan(
        options.dataset,
        tuple(PROFILES[name] for name in dict.fromkeys(options.profile or PROFILES)),
        split,
        options.separate,
        options.model,
        not options.as_published,
        options.contexts,
    )
    with bar("Measuring", " questions") as progress:
        summary = run.measure(plan, options.out, progress)
    if split is not Split.DEV:
        looks = holdout.count(summary["conditions"]["dataset"])
        note(f"the holdout of {summary['conditions']['dataset']} has been looked at {looks} times")
    if options.json:
        print(plain.dumps(summary))
    else:
        print(*table.lines(summary), sep="\n")
    return 0


def verify(options: argparse.Namespace) -> int:
    """Compute a ledger again."""
    from dataclasses import asdict

    from mnemoscope import plain
    from mnemoscope.bench import verify

    if options.rerun is None:
        found = verify.verify(options.folder)
    else:
        with bar("Measuring", " questions") as progress:
            found = verify.rerun(options.folder, options.rerun, progress)
    if options.json:
        print(plain.dumps(asdict(found)))
    else:
        again = ", and the rows measured again are the same" if found.reran else ""
        print(f"{found.rows:,} rows give the same {found.cells:,} cells{again}")
    return 0


def judge(options: argparse.Namespace) -> int:
    """Compare answers that were judged elsewhere."""
    from dataclasses import asdict

    from mnemoscope import plain
    from mnemoscope.bench import verdicts

    found = verdicts.compare(verdicts.read(options.files))
    if options.json:
        pairs = [{**asdict(pair), "clears": pair.clears} for pair in found.pairs]
        print(plain.dumps({**asdict(found), "pairs": pairs}))
    else:
        print(*verdicts.told(found), sep="\n")
    return 0
