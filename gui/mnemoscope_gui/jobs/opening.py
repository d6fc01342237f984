"""A vault opened or made for a lane, and the demo vault."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from mnemoscope import demo, forgetting, ingest
from mnemoscope.errors import NotWritable, VaultBusy
from mnemoscope.messages import Message
from mnemoscope.progress import Progress
from mnemoscope.vault import Vault

ACTOR = "window"


def opener(path: Path) -> Callable[[], Vault]:
    """Opens the vault for a lane; what a killed import or forgetting left is cleared away."""

    def open() -> Vault:
        vault = Vault.open(path, ACTOR)
        with contextlib.suppress(VaultBusy, NotWritable):  # it waits for the next open
            ingest.purge(vault)
            forgetting.finish(vault)
        return vault

    return open


def maker(path: Path) -> Callable[[], Vault]:
    """Makes the vault for the lane that opens it first."""

    def make() -> Vault:
        path.parent.mkdir(parents=True, exist_ok=True)
        return Vault.create(path, ACTOR)

    return make


def demo_path() -> Path:
    """Where the demo vault lies."""
    return demo.path()


def make_demo(vault: Vault, progress: Progress) -> None:
    """Fill and embed the demo vault."""
    demo.make(vault.path, progress)


def finish_forgetting(vault: Vault, progress: Progress) -> Message | None:
    """Do what a forget had to leave while others read the vault; what that still waits for."""
    return forgetting.finish(vault)
