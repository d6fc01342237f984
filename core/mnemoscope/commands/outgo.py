"""Commands that take things out of a vault: exports and backups."""

from __future__ import annotations

import argparse
import sys

from mnemoscope.commands.doors import bar, looked_at
from mnemoscope.errors import Refused


def export(options: argparse.Namespace) -> int:
    """Write everything, or what the filters leave, into a file."""
    from dataclasses import asdict

    from mnemoscope import exports, plain
    from mnemoscope.listing import Show, State
    from mnemoscope.records import Kind
    from mnemoscope.times import end_of_day

    if options.session is not None and len(options.app or ()) != 1:
        options.refuse("--session goes with one --app")
    show = Show(
        session=(options.app[0], options.session) if options.session is not None else None,
        apps=frozenset(options.app or ()),
        kinds=frozenset(map(Kind, options.kind)),
        states=frozenset(map(State, options.state)),
        since=end_of_day(f"{options.since}T00:00:00") if options.since else None,
        until=end_of_day(options.until) + 1 if options.until else None,
    )
    filters = {"show": show, "text": options.containing}
    with looked_at(options.vault) as vault, bar("Writing") as progress:
        if str(options.file) == "-":
            if options.format in (None, "markdown"):
                raise Refused("export.no_format", name="-", known="mnemoscope, jsonl, csv")
            exports.write(vault, sys.stdout.buffer, options.format, progress=progress, **filters)
            return 0
        exported = exports.export(
            vault, options.file, format=options.format, force=options.force, progress=progress, **filters
        )
    if options.json:
        print(plain.dumps(asdict(exported)))
    else:
        print(f"{exported.target}: {exported.format}, {exported.records:,} records, {exported.size:,} bytes")
    return 0


def back_up(options: argparse.Namespace) -> int:
    """Copy the vault while others write, and check the copy."""
    from dataclasses import asdict

    from mnemoscope import backup, plain

    with looked_at(options.vault) as vault, bar("Copying", " pages") as progress:
        done = backup.backup(vault, options.file, force=options.force, progress=progress)
    if options.json:
        print(plain.dumps(asdict(done)))
    else:
        print(f"{done.target}: a checked copy with {done.records:,} records, {done.size:,} bytes")
    return 0
