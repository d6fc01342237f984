"""Commands for derived data and for numbers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mnemoscope.commands.doors import bar, looked_at, note, opened
from mnemoscope.records import PROFILES

if TYPE_CHECKING:
    pass


def embed(options: argparse.Namespace) -> int:
    """Embed what has no vector."""
    from mnemoscope import indexing
    from mnemoscope.embedding import models

    with opened(options.vault) as vault:
        if options.model and (notice := models.download_notice(options.model)):
            note(notice)
        with bar("Embedding") as progress:
            done = indexing.embed_pending(vault, progress, options.model)
        indexing.settle(vault)
        status = indexing.status(vault)
    print(f"Embedded {done:,} records; {status.embedded:,} of {status.records:,} have a vector of {status.model}.")
    return 0


def index(options: argparse.Namespace) -> int:
    """Index the words that are not yet."""
    from mnemoscope import indexing

    with opened(options.vault) as vault:
        with bar("Indexing") as progress:
            done = indexing.index_words(vault, progress, options.rebuild)
        status = indexing.status(vault)
    print(f"Indexed {done:,} records; {status.indexed:,} of {status.records:,} are in the word index.")
    return 0


def show_stats(options: argparse.Namespace) -> int:
    """What is in a vault, and how complete its indexes are."""
    from mnemoscope import indexing, plain, printing, reading

    with looked_at(options.vault) as vault:
        stats, status = reading.stats(vault), indexing.status(vault)
    if options.json:
        print(plain.dumps(plain.stats(stats) | {"indexed": status.indexed, "embedded": status.embedded}))
        return 0
    print(*printing.stats(stats, status), sep="\n")
    return 0


def measure(options: argparse.Namespace) -> int:
    """Measure profiles on a data set."""
    from mnemoscope import plain
    from mnemoscope.bench import run, table

    profiles = [PROFILES[name] for name in dict.fromkeys(options.profile or PROFILES)]
    with bar("Measuring", " questions") as progress:
        summary = run.measure(
            options.dataset, options.out, profiles, separate=options.separate, model=options.model, progress=progress
        )
    if options.json:
        print(plain.dumps(summary))
    else:
        print(*table.lines(summary), sep="\n")
    return 0
