"""What sources would bring to a vault, and bringing it in."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from mnemoscope import aside, formats, linking, plain
from mnemoscope.errors import NotAVault, VaultError
from mnemoscope.formats import IMPORTERS, Finding
from mnemoscope.ingest import DEFAULT_APP, ImportSummary
from mnemoscope.progress import Progress
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs.acts import Act
from mnemoscope_gui.values import Brought, Looked, Manner

__all__ = ["DEFAULT_APP", "as_json", "best_known", "bring_in", "examine", "link", "look_at", "titles"]

_BEST_KNOWN = ("chatgpt", "claude", "markdown", "jsonl")


def titles() -> Mapping[str, str]:
    """The formats that can be imported: each one's name, and how a person calls it."""
    return {importer.name: importer.title for importer in reversed(IMPORTERS)}


def best_known() -> tuple[str, ...]:
    """The formats that most people have, where there is no room for all."""
    return tuple(importer.title for importer in IMPORTERS if importer.name in _BEST_KNOWN)


def look_at(path: Path, manner: Manner) -> Callable[[Vault, Progress], Looked]:
    """What a file or folder would bring; nothing is written."""

    def job(vault: Vault, progress: Progress) -> Looked:
        try:
            found = aside.preview(vault, path, progress, format=manner.format, app=manner.app, columns=manner.columns)
        except NotAVault:
            raise
        except VaultError as error:
            return Looked(None, error.message)
        return Looked(found)

    return job


def examine(path: Path) -> Callable[[Vault, Progress], tuple[Finding, ...]]:
    """What every format says of a file or folder."""

    def job(vault: Vault, progress: Progress) -> tuple[Finding, ...]:
        try:
            return formats.examine(path)
        except VaultError:  # its row says why it cannot be read
            return ()

    return job


def bring_in(path: Path, manner: Manner) -> Callable[[Vault, Progress], Brought]:
    """Import a file or folder, wholly or not at all."""

    def job(vault: Vault, progress: Progress) -> Brought:
        began = time.monotonic()
        try:
            summary = aside.import_path(
                vault, path, progress, format=manner.format, app=manner.app, columns=manner.columns
            )
        except NotAVault:  # the vault itself: nothing else comes in either
            raise
        except VaultError as error:
            return Brought(None, error.message)
        return Brought(summary, seconds=time.monotonic() - began)

    return job


def link(path: Path, manner: Manner) -> Act:
    """Follow a file or folder from now on, read as it was imported."""
    return lambda vault: linking.link(vault, path, format=manner.format, app=manner.app, columns=manner.columns).changes


def as_json(brought: Sequence[tuple[ImportSummary, float]]) -> str:
    """What sources brought and how many seconds each took, for a program; numbers are never localised."""
    told = [{**plain.summary(summary), "seconds": round(seconds, 3)} for summary, seconds in brought]
    return plain.dumps(told)
