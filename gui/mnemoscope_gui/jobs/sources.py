"""The sources that a vault follows: listed, linked, read again, and watched."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from mnemoscope import aside, linking, watching
from mnemoscope.errors import Refused
from mnemoscope.formats import IMPORTERS
from mnemoscope.linking import Refreshed
from mnemoscope.progress import Progress
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs.acts import Act
from mnemoscope_gui.jobs.lanes import Job, Post
from mnemoscope_gui.values import Source


def links(vault: Vault, progress: Progress) -> tuple[Source, ...]:
    """What the vault follows."""
    titles = {importer.name: importer.title for importer in IMPORTERS}
    return tuple(Source(some, titles.get(some.format, some.format)) for some in linking.links(vault))


def link(path: Path) -> Act:
    """Follow a file or folder."""
    return lambda vault: linking.link(vault, path).changes


def unlink(path: Path) -> Act:
    """Follow it no longer."""
    return lambda vault: linking.unlink(vault, path)


def refresh(paths: Collection[Path]) -> Job:
    """Read again what has changed of these; one whose link was removed meanwhile is left out."""

    def job(vault: Vault, progress: Progress) -> tuple[Refreshed, ...]:
        found: list[Refreshed] = []
        for path in sorted(paths):
            try:
                found += linking.refresh(vault, path, progress, read=aside.import_path)
            except Refused:
                continue
        return tuple(found)

    return job


class Watch:
    """A thread that tells which paths have changed, on the thread that made it; at first, all of them."""

    def __init__(self, paths: Collection[Path], changed: Callable[[set[Path]], None]) -> None:
        self._stop, self._post = threading.Event(), Post()
        self._paths, self._changed = tuple(paths), changed
        self._thread = threading.Thread(target=self._work, name="mnemoscope watch", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Tell nothing more; returns at once."""
        self._stop.set()

    def join(self) -> None:
        """Wait until the thread has ended."""
        self._thread.join()

    def _work(self) -> None:
        for changed in watching.watch(self._paths, self._stop):
            if changed and not self._stop.is_set():
                self._post.send(partial(self._tell, changed))

    def _tell(self, changed: set[Path]) -> None:
        if not self._stop.is_set():
            self._changed(changed)
