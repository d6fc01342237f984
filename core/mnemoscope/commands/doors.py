"""How commands open a vault, and what they say beside their output."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mnemoscope.errors import NotWritable, VaultBusy
from mnemoscope.progress import Progress, silent

if TYPE_CHECKING:
    from mnemoscope.vault import Vault

ACTOR = "command line"


@contextmanager
def opened(path: Path, create: bool = False) -> Iterator[Vault]:
    """The vault for acts; what a killed import or forgetting left is cleared away."""
    from mnemoscope import ingest
    from mnemoscope.vault import Vault

    with Vault.open_or_create(path, ACTOR) if create else Vault.open(path, ACTOR) as vault:
        ingest.purge(vault)
        _finish_forgetting(vault)
        yield vault


@contextmanager
def looked_at(path: Path) -> Iterator[Vault]:
    """The vault for reading, also where it cannot be written."""
    from mnemoscope import reading
    from mnemoscope.vault import Vault

    try:
        vault = Vault.open(path, ACTOR)
    except (NotWritable, VaultBusy):
        vault = Vault.open(path, ACTOR, read_only=True)
    with vault:
        if not vault.read_only and reading.has_pending_import(vault):
            from mnemoscope import ingest  # not before: it is half of the time that a question takes to start

            with suppress(NotWritable, VaultBusy):  # what is looked at does not depend on it
                ingest.purge(vault)
        if not vault.read_only:
            _finish_forgetting(vault)
        yield vault


def _finish_forgetting(vault: Vault) -> None:
    """Finish what a forgetting had to leave; what still waits is said."""
    if vault.setting("forgetting") is None:  # asked before anything is imported: a question starts in half the time
        return
    from mnemoscope import forgetting

    waiting = forgetting.finish(vault)
    if waiting is not None:
        note(waiting)


@contextmanager
def bar(text: str, unit: str = " records") -> Iterator[Progress]:
    """A progress bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield silent
        return
    from tqdm import tqdm

    with tqdm(desc=text, unit=unit, leave=False, dynamic_ncols=True) as bar:

        def progress(done: int, total: int | None) -> None:
            bar.total = total
            bar.n = done
            bar.refresh()

        yield progress


def with_ids_of(ids: Sequence[str], lines: Iterable[str]) -> list[str]:
    """The ids, with the first word of each line in the place of ``-``: what another command printed."""
    read = [line.split()[0] for line in lines if line.strip()]
    return [id for given in ids for id in (read if given == "-" else (given,))]


def note(text: object) -> None:
    """Say something on standard error, in one line."""
    from mnemoscope.texts import in_one_line

    print(f"mnemoscope: {in_one_line(str(text))}", file=sys.stderr)
