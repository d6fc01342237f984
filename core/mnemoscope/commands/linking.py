"""Commands about linked sources: link, unlink, list, read again, and go on reading."""

from __future__ import annotations

import argparse
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from mnemoscope.commands.doors import bar, looked_at, note, opened
from mnemoscope.commands.intake import bring_up_to_date
from mnemoscope.messages import message

if TYPE_CHECKING:
    from mnemoscope.linking import Refreshed
    from mnemoscope.vault import Vault


def link(options: argparse.Namespace) -> int:
    """Follow a file or folder, and read it."""
    from mnemoscope import linking

    with opened(options.vault, create=True) as vault:
        made = linking.link(
            vault, options.path, format=options.format, app=options.app, columns=dict(options.map) or None
        )
        print(made.changes.label)
        return _refresh(vault, made.path)


def unlink(options: argparse.Namespace) -> int:
    """Follow a file or folder no longer."""
    from mnemoscope import linking

    with opened(options.vault) as vault:
        print(linking.unlink(vault, options.path).label)
    return 0


def show_sources(options: argparse.Namespace) -> int:
    """What the vault follows."""
    from mnemoscope import brought, linking, plain

    with looked_at(options.vault) as vault:
        found = linking.links(vault)
    if options.json:
        print(plain.dumps([plain.source(some) for some in found]))
    elif found:
        print("\n".join(brought.sources(found)))
    else:
        print(message("link.nothing"))
    return 0


def refresh(options: argparse.Namespace) -> int:
    """Read again what has changed, once or from now on."""
    with opened(options.vault) as vault:
        if options.watch:
            return _watch(vault, options.path, not options.no_embed)
        return _refresh(vault, options.path, not options.no_embed)


def _refresh(vault: Vault, path: Path | None, embed: bool = True) -> int:
    from mnemoscope import linking

    with bar("Reading") as progress:
        found = linking.refresh(vault, path, progress)
    for some in found:
        _say(some)
        if some.is_unsettled:
            note(message("source.unsettled", path=some.path))
    if any(some.summary is not None for some in found):
        bring_up_to_date(vault, embed)
    return 1 if any(some.fault for some in found) else 0


def _watch(vault: Vault, path: Path | None, embed: bool) -> int:
    """Read each change as it comes, until somebody stops it; links that are made meanwhile are followed too."""
    from mnemoscope import linking, watching

    while True:
        linked = (linking.linked(vault, path),) if path is not None else linking.links(vault)
        followed = [some.path for some in linked]
        again: set[Path] = set()
        stop = threading.Event()
        for changed in watching.watch(followed, stop, told=note):
            due, again = again | changed, set()
            for some in sorted(due):
                again |= _read(vault, some, embed)
            if path is None and [some.path for some in linking.links(vault)] != followed:
                stop.set()


def _read(vault: Vault, path: Path, embed: bool) -> set[Path]:
    """Read one source; it is returned where it is to be tried again."""
    from mnemoscope import linking
    from mnemoscope.errors import Refused, VaultBusy

    try:
        found = linking.refresh(vault, path)
    except VaultBusy:
        return {path}
    except Refused:  # its link was removed meanwhile
        return set()
    for some in found:
        if some.summary is not None and some.summary.changes is not None and some.summary.changes.act is not None:
            _say(some)
            bring_up_to_date(vault, embed)
        elif some.fault is not None and not some.is_old:
            _say(some)
    return {some.path for some in found if some.is_unsettled}


def _say(some: Refreshed) -> None:
    """One line for one reading."""
    from mnemoscope import brought

    if some.summary is not None:
        print(brought.line(some.summary), flush=True)
    elif some.fault is not None:
        note(some.fault)
