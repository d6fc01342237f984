"""Commands that curate, each one act."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mnemoscope.commands.doors import bar, opened
from mnemoscope.errors import VaultError
from mnemoscope.messages import message

if TYPE_CHECKING:
    from mnemoscope.messages import Message
    from mnemoscope.records import Changes, RecordId
    from mnemoscope.vault import Vault

_NAMED = 20
"""Records that are named in one sentence."""


def act(options: argparse.Namespace, act: Callable[[Vault], Changes]) -> int:
    """Carry out one act, and say what it was."""
    from mnemoscope import indexing
    from mnemoscope.texts import in_one_line

    with opened(options.vault) as vault:
        changes = act(vault)
        indexing.settle(vault)
    print(in_one_line(str(changes.label)))
    return 0


def deactivate(options: argparse.Namespace) -> int:
    """Switch records off."""
    from mnemoscope import curation

    return act(options, lambda vault: curation.deactivate(vault, options.ids, options.reason))


def restore(options: argparse.Namespace) -> int:
    """Switch records on again."""
    from mnemoscope import curation

    return act(options, lambda vault: curation.restore(vault, options.ids))


def forget(options: argparse.Namespace) -> int:
    """Take records out for good, once a person has said yes."""
    from mnemoscope import forgetting, indexing

    with opened(options.vault) as vault:
        if not options.yes:
            with bar("Looking") as progress:
                losses = forgetting.preview(vault, options.ids, progress)
            if not sys.stdin.isatty():
                raise VaultError("forget.needs_yes")
            print(message("forget.ask", count=losses.records))
            print(*(f"  {some}" for some in losses.sentences), sep="\n")
            if losses.returning:
                print(f"  {_named(vault, 'forget.returning', losses.returning)}")
            if _answer().strip().lower() not in {"y", "yes"}:
                print(message("forget.declined"))
                return 1
        with bar("Forgetting") as progress:
            forgotten = forgetting.forget(vault, options.ids, progress)
        print(forgotten.changes.label)
        if forgotten.returned:
            print(_named(vault, "forget.returned", forgotten.returned))
        for some in forgotten.sentences:
            print(some)
        indexing.settle(vault)
    return 0


def _answer() -> str:
    try:
        return input("[y/N] ")
    except EOFError:  # Ctrl+D, or a terminal that went away
        print()
        return ""


def _named(vault: Vault, id: str, records: Sequence[RecordId]) -> Message:
    from mnemoscope import reading

    names = [reading.short_id(vault, record) for record in records[:_NAMED]]
    return message(id, count=len(records), records=", ".join(names) + (", ..." if len(records) > _NAMED else ""))


def supersede(options: argparse.Namespace) -> int:
    """Let a newer record take the place of an older one."""
    from mnemoscope import curation

    return act(options, lambda vault: curation.supersede(vault, options.older, options.newer, options.reason))


def unsupersede(options: argparse.Namespace) -> int:
    """Take that back."""
    from mnemoscope import curation

    return act(options, lambda vault: curation.unsupersede(vault, options.older, options.newer))


def undo(options: argparse.Namespace) -> int:
    """Take back the last act."""
    from mnemoscope import curation

    return act(options, lambda vault: curation.undo(vault, any=options.any))


def redo(options: argparse.Namespace) -> int:
    """Do again what was taken back."""
    from mnemoscope import curation

    return act(options, lambda vault: curation.redo(vault, any=options.any))
