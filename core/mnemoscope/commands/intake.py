"""Commands that bring records in."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from mnemoscope.commands.doors import bar, note, opened
from mnemoscope.errors import NotAVault, VaultError
from mnemoscope.messages import message
from mnemoscope.records import Kind

if TYPE_CHECKING:
    from mnemoscope.ingest import ImportSummary
    from mnemoscope.vault import Vault


def import_files(options: argparse.Namespace) -> int:
    """Import files and folders."""
    from mnemoscope import ingest, plain
    from mnemoscope.formats import recognise

    if not options.vault.exists():
        for path in options.paths:  # do not leave an empty vault behind for a mistyped path
            if options.format is None or not path.exists():
                recognise(path)
    summaries = []
    failed = 0
    with _imported_into(options.vault, options.dry_run) as vault:
        for path in options.paths:
            with bar(f"Reading {path.name}") as progress:
                try:
                    summary = ingest.import_path(
                        vault,
                        path,
                        format=options.format,
                        app=options.app,
                        dry_run=options.dry_run,
                        progress=progress,
                    )
                except NotAVault:  # nothing else comes in either
                    raise
                except VaultError as error:
                    failed += 1
                    note(error)
                    continue
            summaries.append(summary)
            if not options.json:
                _print_summary(summary, options.dry_run)
        if not options.dry_run:
            bring_up_to_date(vault, embed=not options.no_embed)
    if options.json:
        print(plain.dumps([plain.summary(summary) for summary in summaries]))
    return 1 if failed else 0


@contextmanager
def _imported_into(path: Path, dry_run: bool) -> Iterator[Vault]:
    """The vault for an import; a dry run makes none, but reads into one that is thrown away."""
    if path.exists() or not dry_run:
        with opened(path, create=True) as vault:
            yield vault
        return
    with TemporaryDirectory() as folder, opened(Path(folder) / "dry.vault", create=True) as vault:
        yield vault


def _print_summary(summary: ImportSummary, dry_run: bool) -> None:
    verb = "would bring" if dry_run else "brought"
    sign = f" (recognised: {summary.sign})" if summary.sign else ""
    print(f"{summary.source}: {summary.format}{sign}")
    print(
        f"  {verb} {summary.records:,} records of {summary.sessions:,} sessions; {summary.known:,} known already, "
        f"{summary.superseded:,} superseded, {len(summary.skipped):,} skipped"
    )
    if summary.forgotten:
        print(f"  {message('import.forgotten', count=summary.forgotten)}")
    for some in summary.skipped[:20]:
        print(f"  skipped {some.position}: {some.reason}")
    if len(summary.skipped) > 20:
        print(f"  ... and {len(summary.skipped) - 20:,} more; --json lists all")


def add_record(options: argparse.Namespace) -> int:
    """Add one record."""
    from mnemoscope import ingest, plain, reading

    with opened(options.vault, create=True) as vault:
        added = ingest.add(vault, options.text, kind=Kind(options.kind), app=options.app, supersedes=options.supersedes)
        bring_up_to_date(vault)
        if options.json:
            print(plain.dumps([plain.record(reading.record(vault, id)) for id in added.ids]))
        else:
            print(f"{added.changes.label}: {', '.join(reading.short_id(vault, id) for id in added.ids)}")
    return 0


def bring_up_to_date(vault: Vault, embed: bool = True) -> None:
    """Vectors and upkeep after a write; a model that is not here is said and no failure."""
    from mnemoscope import indexing

    if embed:
        with bar("Embedding") as progress:
            try:
                indexing.embed_pending(vault, progress)
            except NotAVault:
                raise
            except VaultError as error:
                note(error)
    indexing.settle(vault)
