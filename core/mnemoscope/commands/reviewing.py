"""The command for the review queue."""

from __future__ import annotations

import argparse

from mnemoscope.candidates import Matter
from mnemoscope.commands.doors import bar, looked_at, opened


def review(options: argparse.Namespace) -> int:
    """What is left to look at; ``--search`` looks for it first."""
    from mnemoscope import plain, printing, suggest
    from mnemoscope import review as reviewed

    matters = [Matter(name) for name in options.matter] if options.matter else list(Matter)
    with (opened if options.search else looked_at)(options.vault) as vault:
        if options.search:
            with bar("Searching", " %") as progress:
                suggest.search(vault, progress)
        queue = reviewed.queue(vault, matters)
    if options.json:
        print(plain.dumps(plain.queue(queue)))
    else:
        print(*printing.queue(queue), sep="\n")
    return 0
