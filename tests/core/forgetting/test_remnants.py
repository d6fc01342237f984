"""Bytes that were taken out are found where they are left, and nowhere else."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemoscope.forgetting import remnants
from mnemoscope.forgetting.remnants import STRIDE, SearchBroken, trace

KEY = b"some vault"


def texts_in(blob: bytes, *texts: bytes) -> set[int]:
    traces = trace(KEY, [{text} for text in texts])
    return traces.texts_of(traces.found([blob]))


@given(
    text=st.binary(min_size=8, max_size=700),
    before=st.binary(max_size=100),
    after=st.binary(max_size=100),
)
def test_text_is_found_wherever_it_stands(text: bytes, before: bytes, after: bytes):
    assert texts_in(before + text + after, b"something else altogether", text) >= {1}


@given(text=st.binary(min_size=8, max_size=700), blob=st.binary(max_size=300))
def test_text_of_which_no_window_is_there_is_not_found(text: bytes, blob: bytes):
    width = max(width for width in remnants.WIDTHS if width <= len(text))
    pieces = {text[first : first + width] for first in range(len(text) - width + 1)}
    if not any(piece in blob for piece in pieces):
        assert texts_in(blob, text) == set()


def test_part_of_a_long_text_is_found():
    text = random.Random(7).randbytes(4_000)
    piece = text[1_000 : 1_000 + STRIDE + remnants.WIDTHS[-1]]
    assert texts_in(b"x" * 99 + piece + b"y" * 99, text) == {0}


def test_what_is_too_short_to_tell_from_chance_is_not_looked_for():
    assert texts_in(b"seven b", b"seven b") == set()


def test_every_form_of_a_text_counts_as_the_text():
    traces = trace(KEY, [{b'say "one"', rb"say \"one\""}])
    assert traces.texts_of(traces.found([rb'{"q": "say \"one\""}'])) == {0}


def test_text_is_whole_where_every_window_of_a_form_is_found():
    traces = trace(KEY, [{b"TICKET-0001", b"ticket-0001"}, {b"TICKET-0002"}, {b"short"}])
    assert traces.whole(traces.found([b"TICKET-0009, ticket-0001"])) == {0}
    assert traces.texts_of(traces.found([b"TICKET-0009, ticket-0001"])) == {0, 1}
    assert traces.whole(set()) == set()


def test_traces_that_were_stored_find_the_same_and_hold_no_text():
    text = b"TICKET-48213 is closed, said the one who opened it"
    stored = trace(KEY, [{text}]).rows.tobytes()
    assert not any(text[first : first + 4] in stored for first in range(len(text) - 4))
    assert remnants.stored(KEY, stored).found([b"..." + text])
    assert not remnants.stored(b"another vault", stored).found([b"..." + text])


def test_added_traces_are_numbered_on():
    both = trace(KEY, [{b"first text"}, {b"second text"}]) + trace(KEY, [{b"third text"}])
    assert both.texts == 3
    assert both.texts_of(both.found([b"the third text"])) == {2}


def test_files_are_searched_across_the_chunks_they_are_read_in(tmp_path: Path):
    chunk = 1 << 18
    texts = [f"this one lies at {place}, where a chunk ends".encode() for place in range(-40, 40, 5)]
    file, other = tmp_path / "file", tmp_path / "other"
    content = bytearray(os.urandom(len(texts) * chunk))
    for number, text in enumerate(texts):
        at = (number + 1) * chunk - 40 + 5 * number - len(text) // 2
        content[at : at + len(text)] = text
    file.write_bytes(content[: len(texts) * chunk])
    other.write_bytes(b"none of them")
    traces = trace(KEY, [{text} for text in texts])
    found = remnants.search(traces, [file, other, tmp_path / "gone"])
    assert traces.texts_of(found[file]) == {n for n, text in enumerate(texts) if text in file.read_bytes()}
    assert len(traces.texts_of(found[file])) >= len(texts) - 1
    assert found[other] == found[tmp_path / "gone"] == set()


def test_file_that_cannot_be_read_breaks_the_search(tmp_path: Path):
    with pytest.raises(SearchBroken):
        remnants.search(trace(KEY, [{b"some text"}]), [tmp_path])
