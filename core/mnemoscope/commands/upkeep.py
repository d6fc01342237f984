"""Commands for derived data and for numbers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mnemoscope.commands.doors import bar, looked_at, note, opened

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


def doctor(options: argparse.Namespace) -> int:
    """Look whether everything in the vault fits together."""
    from dataclasses import asdict

    from mnemoscope import doctor, plain
    from mnemoscope.messages import message

    with opened(options.vault) if options.repair else looked_at(options.vault) as vault, bar("Examining") as progress:
        found = doctor.repair(vault, progress) if options.repair else doctor.examine(vault, progress)
    if options.json:
        told = [{**asdict(some), "what": plain.message(some.what)} for some in found.findings]
        findings = [{name: value for name, value in some.items() if name != "ids"} for some in told]
        print(plain.dumps({"records": found.records, "findings": findings}))
    elif found.is_sound:
        print(message("doctor.sound", count=found.records))
    for some in () if options.json else found.findings:
        named = f" ({', '.join(some.records)})" if some.records else ""
        print(f"{some.what}{named}{'; --repair makes it anew' if some.can_repair else ''}")
    return 0 if found.is_sound else 1
