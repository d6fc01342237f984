"""The E5S1 reader, on a file of one layer written here."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from mnemoscope.embedding.weights import Weights, is_known

PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁a", "é"]


def tiny_file() -> bytes:
    """32 hidden values, the pieces above, and two tensors: one of floats, one of 4-bit blocks."""
    blob = "".join(PIECES).encode()
    ends = np.cumsum([0, *(len(piece.encode()) for piece in PIECES)]).astype("<u4")
    head = b"E5S1" + struct.pack("<I7ifi", 1, 32, 1, 2, 64, len(PIECES), 16, 2, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, len(blob)) + ends.tobytes()
    head += np.arange(0, -len(PIECES), -1).astype("<f4").tobytes() + blob
    replacements = struct.pack("<IB2I", 0xFB01, 2, ord("f"), ord("i")) + struct.pack("<IB", 7, 0)
    head += struct.pack("<iI", 2, len(replacements)) + replacements
    floats = np.arange(4, dtype="<f4").tobytes()
    block = np.float16(0.5).tobytes() + bytes(low | (15 - low) << 4 for low in range(16))
    start = len(head) + 4 + 2 * 23 + len("emb.ln.wemb.word")
    head += struct.pack("<i", 2)
    head += struct.pack("<H", 8) + b"emb.ln.w" + struct.pack("<BIQQ", 0, 4, start, len(floats))
    head += struct.pack("<H", 8) + b"emb.word" + struct.pack("<BIQQ", 1, 32, start + len(floats), len(block))
    return head + floats + block


def test_header_tokenizer_and_map_are_read() -> None:
    weights = Weights(tiny_file())
    assert (weights.shape.hidden, weights.shape.positions, weights.shape.types) == (32, 16, 2)
    assert weights.shape.epsilon == pytest.approx(1e-12)
    vocabulary = weights.vocabulary
    assert [piece for piece, _ in vocabulary.pieces] == PIECES
    assert vocabulary.pieces[4][1] == -4
    assert (vocabulary.begin, vocabulary.end, vocabulary.pad, vocabulary.unknown) == (0, 2, 1, 3)
    assert vocabulary.code_points == {0xFB01: "fi", 7: ""}


def test_low_nibbles_are_the_first_sixteen_values_of_a_block() -> None:
    weights = Weights(tiny_file())
    assert weights.tensor("emb.ln.w").tolist() == [0, 1, 2, 3]
    expected = [(nibble - 8) * 0.5 for nibble in (*range(16), *range(15, -1, -1))]
    assert weights.tensor("emb.word").tolist() == expected


def test_another_file_is_refused_and_not_known(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="E5S1"):
        Weights(b"GGUF" + bytes(100))
    file = tmp_path / "weights.bin"
    file.write_bytes(tiny_file())
    assert not is_known(file)


def test_bundled_file_is_known(weights_file: Path) -> None:
    assert is_known(weights_file)
