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
from mnemoscope.records import Kind

if TYPE_CHECKING:
    from mnemoscope.vault import Vault


def import_files(options: argparse.Namespace) -> int:
    """Import files and folders, or say what would come in, or why a file is of its format."""
    from mnemoscope import brought, ingest, plain
    from mnemoscope.formats import recognise

    if options.why_format:
        return _say_formats(options)
    if not options.vault.exists():
        for path in options.paths:  # do not leave an empty vault behind for a mistyped path
            if options.format is None or not path.exists():
                recognise(path)
    told: list[tuple[list[str], object]] = []
    failed = 0
    columns = dict(options.map) or None
    with _imported_into(options.vault, options.dry_run) as vault:
        for path in options.paths:
            with bar(f"Reading {path.name}") as progress:
                how = {"format": options.format, "app": options.app, "columns": columns, "progress": progress}
                try:
                    if options.dry_run:
                        found = ingest.preview(vault, path, **how)
                        told.append((list(brought.preview(found)), plain.preview(found)))
                    else:
                        summary = ingest.import_path(vault, path, **how)
                        told.append((list(brought.summary(summary)), plain.summary(summary)))
                except NotAVault:  # nothing else comes in either
                    raise
                except VaultError as error:
                    failed += 1
                    note(error)
                    continue
            if not options.json:
                print("\n".join(told[-1][0]))
        if not options.dry_run:
            bring_up_to_date(vault, embed=not options.no_embed)
    if options.json:
        print(plain.dumps([value for _, value in told]))
    if options.save is not None:
        _save(options.save, told)
    return 1 if failed else 0


def _say_formats(options: argparse.Namespace) -> int:
    """What every format finds in each file."""
    from mnemoscope import plain
    from mnemoscope.formats import examine

    found = {str(path): examine(path) for path in options.paths}
    if options.json:
        print(plain.dumps({path: list(map(plain.format_finding, findings)) for path, findings in found.items()}))
        return 0
    for path, findings in found.items():
        taken = next((some for some in findings if some.sign), None)
        print(f"{path}: {taken.format if taken else 'of no known format'}")
        for some in findings:
            mark = "*" if some is taken else "+" if some.sign else "-"
            print(f"  {mark} {some.format}: {some.sign or f'no; looked for {some.expects}'}")
    return 0


def _save(file: Path, told: list[tuple[list[str], object]]) -> None:
    from mnemoscope import plain

    is_json = file.suffix.lower() == ".json"
    text = plain.dumps([value for _, value in told]) if is_json else "\n".join("\n".join(lines) for lines, _ in told)
    try:
        file.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise VaultError("summary.unwritable", path=str(file), detail=error.strerror or str(error)) from error


@contextmanager
def _imported_into(path: Path, dry_run: bool) -> Iterator[Vault]:
    """The vault for an import; a dry run makes none, but reads into one that is thrown away."""
    if path.exists() or not dry_run:
        with opened(path, create=True) as vault:
            yield vault
        return
    with TemporaryDirectory() as folder, opened(Path(folder) / "dry.vault", create=True) as vault:
        yield vault


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
