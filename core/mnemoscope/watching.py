"""Files and folders watched for changes, also where they go and come back, or lie on another machine.

watchfiles tells what the system notices. A file is watched through its folder, since an editor that saves by renaming
puts another one in its place; a folder through the one above it too, since it may go and come back.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from watchfiles import Change
from watchfiles import watch as watch_files

from mnemoscope.errors import VaultError
from mnemoscope.linking import prints
from mnemoscope.messages import Message, message

SETTLE = 0.5
"""Seconds without a change after which a run of changes is over."""
IDLE = 5.0
"""Seconds after which an empty set says that nothing has changed."""
_LONGEST = 10
"""After so many times ``settle`` a run of changes is told, also while it goes on."""
_TICK = 100
"""Milliseconds of waiting in one look."""
POLL = 3.0
"""Seconds between two looks at files of which the system tells nothing."""
_REST = 20
"""They are looked at no longer than one part in so many."""
_LOOK = 1.0
"""Seconds after which it is looked whether the folders that are watched are still there."""
_REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "sshfs", "9p", "davfs", "afpfs", "webdav",
                     "fuse.rclone", "remote"})  # fmt: skip
"""File systems whose changes by another machine no system notices."""


def watch(
    paths: Collection[Path],
    stop: Event,
    settle: float = SETTLE,
    *,
    idle: float = IDLE,
    told: Callable[[Message], None] | None = None,
) -> Iterator[set[Path]]:
    """Which of the paths have changed, each time that it comes to rest, until ``stop`` is set; nothing for a while is
    an empty set. The first time it is all of them: what was there before is not known. None of them needs to be
    there. ``told`` hears of it where the system does not tell of changes, and they are looked for."""
    run = _Run(settle)
    said = time.monotonic()
    while not stop.is_set():
        ground = _ground(paths)
        remote = {path for path, folders, _ in ground.sources if any(map(_is_remote, folders))}
        try:
            streams = _streams(ground, remote, stop)
        except OSError:  # no more watches
            streams, remote = [], set(paths)
            if told is not None:
                told(message("watch.limit", seconds=round(POLL)))
                told = None
        polled = _Polled(remote)
        run.add(set(paths))  # they may have changed while nobody watched
        looked = time.monotonic()
        try:
            while not stop.is_set():
                changes = [raw for stream in streams for raw in stream.look()]
                if not streams:
                    stop.wait(_TICK / 1000)
                run.add(ground.concerned(changes) | polled.look())
                if (over := run.over()) or time.monotonic() - said > idle:
                    said = time.monotonic()
                    yield over
                if changes or time.monotonic() - looked > _LOOK:
                    looked = time.monotonic()
                    if _ground(paths) != ground:  # something went, or is back: it is watched elsewhere from now on
                        break
        finally:
            for stream in streams:
                stream.close()


class _Run:
    """Changes that come in a row."""

    def __init__(self, settle: float) -> None:
        self._settle = settle
        self._changed: set[Path] = set()
        self._first = self._last = 0.0

    def add(self, changed: set[Path]) -> None:
        """These have changed just now."""
        if changed:
            self._last = time.monotonic()
            self._first = self._first if self._changed else self._last
            self._changed |= changed

    def over(self) -> set[Path]:
        """All that has changed, once that is over or has gone on for long; else nothing."""
        now = time.monotonic()
        if now - self._last < self._settle and now - self._first < self._settle * _LONGEST:
            return set()
        changed, self._changed = self._changed, set()
        return changed


# ---------------------------------------------------------------- where one has to look


@dataclass(frozen=True, slots=True)
class _Ground:
    """The folders that are watched."""

    sources: tuple[tuple[Path, frozenset[Path], frozenset[str]], ...]
    """Each with the folders that it lies in, and the paths under which its changes are told."""
    deep: frozenset[Path]
    """The folders that are sources themselves, watched with all that is in them."""

    def concerned(self, changes: Collection[str]) -> set[Path]:
        """The sources to which changes belong."""
        return {path for path, _, roots in self.sources if any(_lies_in(raw, roots) for raw in changes)}


def _ground(paths: Collection[Path]) -> _Ground:
    sources, deep = [], set()
    for path in paths:
        real = Path(os.path.realpath(path))
        if real.is_dir():
            deep.add(real)
        folders = frozenset({_nearest(path.parent), _nearest(real.parent)})
        sources.append((path, folders, frozenset({str(path), str(real)})))
    return _Ground(tuple(sources), frozenset(deep))


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    return next((some for some in (folder, *folder.parents) if some.is_dir()), Path(folder.anchor))


def _lies_in(raw: str, roots: Collection[str]) -> bool:
    """Whether a change is one of a source; those of hidden files in a folder are none."""
    for root in roots:
        if raw in {root, root + prints.WRITTEN_AHEAD}:
            return True
        if raw.startswith(root + os.sep):
            parts = raw[len(root) + 1 :].split(os.sep)
            return not any(part.startswith(".") for part in parts) and not raw.endswith("-shm")
    return False


def _is_remote(folder: Path) -> bool:
    import psutil

    mounts = ((Path(some.mountpoint), some.fstype, some.opts) for some in psutil.disk_partitions(all=True))
    holding = [(len(point.parts), kind, opts) for point, kind, opts in mounts if folder.is_relative_to(point)]
    if not holding:
        return False
    _, kind, opts = max(holding)
    return kind.lower() in _REMOTE or "remote" in opts.split(",")


# ---------------------------------------------------------------- what the system tells, and what it does not


class _Stream:
    """A watch that has begun. Raises ``OSError`` where the system refuses it."""

    def __init__(self, folders: Collection[Path], stop: Event, *, is_deep: bool) -> None:
        self._changes: Generator[set[tuple[Change, str]], None, None] = watch_files(
            *folders,
            watch_filter=None,
            debounce=_TICK,
            step=_TICK // 2,
            rust_timeout=_TICK,
            yield_on_timeout=True,
            stop_event=stop,
            recursive=is_deep,
            force_polling=False,  # its own polling knows whole seconds only: of two writes in one it misses the second
            ignore_permission_denied=True,
        )
        self._first = next(self._changes, set())  # only then it begins

    def look(self) -> list[str]:
        """What has changed since the last look; waits a moment for it."""
        first, self._first = self._first, set()
        return [raw for _, raw in first or next(self._changes, set())]

    def close(self) -> None:
        """Watch no longer."""
        self._changes.close()


def _streams(ground: _Ground, remote: Collection[Path], stop: Event) -> list[_Stream]:
    """Changes as the system tells them, but of ``remote`` sources. Raises ``OSError`` where it refuses to."""
    streams: list[_Stream] = []
    near = [(folders, roots) for path, folders, roots in ground.sources if path not in remote]
    deep = {folder for folder in ground.deep if any(str(folder) in roots for _, roots in near)}
    flat = {folder for folders, _ in near for folder in folders}
    for folders, is_deep in ((deep, True), (flat, False)):
        if folders:
            try:
                streams.append(_Stream(folders, stop, is_deep=is_deep))
            except FileNotFoundError:
                continue  # it went just now, which the next look notices
            except OSError:
                for stream in streams:
                    stream.close()
                raise
    return streams


class _Polled:
    """Sources of which the system tells nothing, told apart by their prints."""

    def __init__(self, paths: Collection[Path]) -> None:
        self._prints = {path: _print(path) for path in paths}
        self._due = time.monotonic() + POLL

    def look(self) -> set[Path]:
        """Which are others than at the last look, where it is time for one."""
        begun = time.monotonic()
        if begun < self._due:
            return set()
        before, self._prints = self._prints, {path: _print(path) for path in self._prints}
        self._due = time.monotonic() + max(POLL, _REST * (time.monotonic() - begun))
        return {path for path, found in self._prints.items() if found != before[path]}


def _print(path: Path) -> prints.Print | None:
    try:
        return prints.take(path)
    except VaultError:  # a reading says so
        return None
