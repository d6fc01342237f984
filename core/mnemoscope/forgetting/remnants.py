"""Whether bytes of texts that were taken out are still in a file: traces of the texts, and the search for them.

A trace is a keyed hash of a short window of a text: it finds the text and does not tell it. A rolling hash of every
place of a file (Karp and Rabin 1987) says where to look, so that thousands of windows cost one pass.

Files of a vault are read in a child process: on POSIX closing any descriptor of a file drops the locks that SQLite's
connections of the same process hold on it.
"""

from __future__ import annotations

import multiprocessing
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b, shake_128
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

WIDTHS = (8, 16, 32)
"""Bytes of a window. What is shorter than the least cannot be told from chance, and is not looked for."""
STRIDE = 256
"""Bytes between two windows of a text, so that a part of it is found too."""
_CHUNK = 1 << 18
_TRACE = np.dtype([("width", "u1"), ("text", "<u4"), ("form", "<u4"), ("rolling", "<u4"), ("digest", "<u8")])
_MULTIPLIER = 0x9E3779B1  # odd: 2^32 / golden ratio (Knuth)

Hashes = npt.NDArray[np.uint32]


class SearchBroken(Exception):
    """The search ended without an answer; its text says why."""


@dataclass(frozen=True)
class Traces:
    """Windows of texts, as hashes; ``rows`` has one entry a window."""

    key: bytes
    rows: npt.NDArray[np.void]

    @property
    def texts(self) -> int:
        """One more than the highest number of a text."""
        return int(self.rows["text"].max()) + 1 if len(self.rows) else 0

    def __add__(self, other: Traces) -> Traces:
        """Both, under one key; the other's texts are numbered on."""
        added = other.rows.copy()
        added["text"] += self.texts
        added["form"] += int(self.rows["form"].max()) + 1 if len(self.rows) else 0
        return Traces(self.key, np.concatenate([self.rows, added]))

    def texts_of(self, windows: Collection[int]) -> set[int]:
        """The texts that windows, by their place in ``rows``, are of."""
        return set(self.rows["text"][list(windows)].tolist())

    def whole(self, windows: Collection[int]) -> set[int]:
        """The texts of which every window, in one of their forms, is among these."""
        missing = np.delete(self.rows["form"], list(windows))
        held = self.rows[~np.isin(self.rows["form"], missing)]
        return set(held["text"].tolist())

    def found(self, blobs: Iterable[bytes]) -> set[int]:
        """The windows that stand in one of the blobs, by their place in ``rows``."""
        found: set[int] = set()
        for blob in blobs:
            for width, hashes in _rolling(blob, self._table, max(self._sieves, default=0)):
                if width in self._sieves:
                    self._confirm(blob, width, hashes, found)
        return found

    def _confirm(self, blob: bytes, width: int, hashes: Hashes, found: set[int]) -> None:
        sieve = self._sieves[width]
        places = np.flatnonzero(sieve.passed[hashes >> sieve.shift])
        places = places[np.isin(hashes[places], sieve.wanted)]
        for hash in np.unique(hashes[places]).tolist():
            open = {window: digest for window, digest in sieve.windows[hash] if window not in found}
            for place in places[hashes[places] == hash].tolist():
                if not open:
                    break
                digest = _digest(blob[place : place + width], self.key)
                found.update(window for window, wanted in open.items() if wanted == digest)
                open = {window: wanted for window, wanted in open.items() if wanted != digest}

    @cached_property
    def _table(self) -> Hashes:
        return _table(self.key)

    @cached_property
    def _sieves(self) -> Mapping[int, _Sieve]:
        return {width: _sieve(self.rows, width) for width in WIDTHS if (self.rows["width"] == width).any()}


class _Sieve(NamedTuple):
    """Lets few hashes through that are not wanted: its entry for the first bits of a hash says whether to look on."""

    shift: np.uint32
    passed: npt.NDArray[np.bool_]
    wanted: Hashes
    windows: Mapping[int, Sequence[tuple[int, int]]]
    """By hash: places in ``Traces.rows``, and digests."""


def _sieve(rows: npt.NDArray[np.void], width: int) -> _Sieve:
    places = np.flatnonzero(rows["width"] == width)
    hashes = rows["rolling"][places]
    bits = min(max(len(places).bit_length() + 6, 12), 24)
    passed = np.zeros(1 << bits, np.bool_)
    passed[hashes >> np.uint32(32 - bits)] = True
    windows: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for place, hash, digest in zip(places.tolist(), hashes.tolist(), rows["digest"][places].tolist(), strict=True):
        windows[hash].append((place, digest))
    return _Sieve(np.uint32(32 - bits), passed, np.unique(hashes), windows)


def trace(key: bytes, texts: Sequence[Collection[bytes]]) -> Traces:
    """Traces of texts, each in every form in which its bytes may stand; ``key`` makes the hashes this vault's own."""
    forms = [(number, form) for number, text in enumerate(texts) for form in sorted(set(text))]
    found = [(number, place, window) for place, (number, form) in enumerate(forms) for window in _windows(form)]
    rows = np.zeros(len(found), _TRACE)
    table = _table(key)
    for row, (number, form, window) in enumerate(found):
        rows[row] = (len(window), number, form, 0, _digest(window, key))
    for width in WIDTHS:
        places = np.flatnonzero(rows["width"] == width).tolist()
        if places:
            joined = b"".join(found[place][2] for place in places)
            *_, (_, hashes) = _rolling(joined, table, width)
            rows["rolling"][places] = hashes[::width]
    return Traces(key, rows)


def stored(key: bytes, rows: bytes) -> Traces:
    """Traces whose rows were kept as bytes."""
    return Traces(key, np.frombuffer(rows, _TRACE))


def _windows(text: bytes) -> Iterator[bytes]:
    width = max((width for width in WIDTHS if width <= len(text)), default=0)
    if width:
        last = len(text) - width
        yield from dict.fromkeys(text[first : first + width] for first in (*range(0, last, STRIDE), last))


def _rolling(blob: bytes, table: Hashes, widest: int) -> Iterator[tuple[int, Hashes]]:
    """For windows of 2, 4, 8... bytes their hash at every place: two halves of a window make the whole one's."""
    hashes = table[np.frombuffer(blob, np.uint8)]
    width, multiplier = 1, _MULTIPLIER
    while width < widest and len(hashes) > width:
        hashes = hashes[:-width] * np.uint32(multiplier) + hashes[width:]
        width, multiplier = 2 * width, multiplier * multiplier & 0xFFFFFFFF
        yield width, hashes


def _table(key: bytes) -> Hashes:
    return np.frombuffer(shake_128(key).digest(1024), "<u4")


def _digest(window: bytes, key: bytes) -> int:
    return int.from_bytes(blake2b(window, digest_size=8, key=key).digest(), "little")


# ---------------------------------------------------------------- files


def search(traces: Traces, files: Sequence[Path]) -> Mapping[Path, set[int]]:
    """The windows that stand in each file, searched in a child process. Raises ``SearchBroken``."""
    context = multiprocessing.get_context("spawn")
    own, others = context.Pipe()
    child = context.Process(target=_work, args=(others, traces.key, traces.rows, files), daemon=True)
    child.start()
    others.close()  # so that the end of the child is the end of the pipe
    try:
        found: Mapping[Path, set[int]] | OSError = own.recv()
    except EOFError:
        raise SearchBroken("") from None
    finally:
        child.join()
        own.close()
    if isinstance(found, OSError):
        raise SearchBroken(found.strerror or str(found)) from found
    return found


def _work(pipe: Connection, key: bytes, rows: npt.NDArray[np.void], files: Sequence[Path]) -> None:
    traces = Traces(key, rows)
    outcome: Any
    try:
        outcome = {file: traces.found(_chunks(file)) for file in files}
    except OSError as error:
        outcome = error
    pipe.send(outcome)


def _chunks(file: Path) -> Iterator[bytes]:
    """A file's bytes, each chunk with the end of the one before it; nothing of a file that is gone."""
    try:
        stream = file.open("rb", buffering=0)
    except FileNotFoundError:
        return
    with stream:
        kept = b""
        while read := stream.read(_CHUNK):
            chunk = kept + read
            yield chunk
            kept = chunk[-(WIDTHS[-1] - 1) :]
