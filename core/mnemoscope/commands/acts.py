"""Commands that curate, each one act."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from mnemoscope.commands.doors import opened

if TYPE_CHECKING:
    from mnemoscope.records import Changes
    from mnemoscope.vault import Vault


def act(options: argparse.Namespace, act: Callable[[Vault], Changes]) -> int:
    """Carry out one act, and say what it was."""
    from mnemoscope import indexing

    with opened(options.vault) as vault:
        changes = act(vault)
        indexing.settle(vault)
    print(changes.label)
    return 0


def deactivate(options: argparse.Namespace) -> int:
    """Switch records off."""
    from mnemoscope import curation

    return act(options, lambda vault: curation.deactivate(vault, options.ids, options.reason))


def restore(options: argparse.Namespace) -> int:
    """Switch records on again."""
    from mnemoscope import curation

    return act(options, lambda vault: curation.restore(vault, options.ids))


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
