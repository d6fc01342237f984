"""A JSON list element by element: where the window ends changes nothing, and an error ends nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemoscope.formats import arrays
from mnemoscope.records import Skipped

ELEMENTS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def read(folder: Path, content: bytes | str, largest: int = 1 << 28) -> list[object]:
    source = folder / "list"
    source.write_bytes(content if isinstance(content, bytes) else content.encode())
    found = list(arrays.stream(source, "item", largest))
    return [(item.position, item.reason.id) if isinstance(item, Skipped) else item[1] for item in found]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    elements=st.lists(ELEMENTS, max_size=6),
    ascii_only=st.booleans(),
    indent=st.sampled_from([None, 2]),
    chunk=st.integers(1, 9),
)
def test_elements_are_those_of_the_whole_file_for_any_window(
    elements: list[object], ascii_only: bool, indent: int | None, chunk: int, tmp_path: Path
):
    text = json.dumps(elements, ensure_ascii=ascii_only, indent=indent)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "_CHUNK", chunk)
        assert read(tmp_path, text) == elements


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('[1, {"a": oops}, 3]', [1, ("item 2", "skipped.not_json"), 3]),
        ('[1, oops, "3"]', [1, ("item 2", "skipped.not_json"), "3"]),
        ('[{"a": "]}"b}, 2]', [("item 1", "skipped.not_json"), 2]),
        ('[{"a": 1}, {"a"', [{"a": 1}, ("item 2", "skipped.ends_early")]),
        ('[{"a": 1}, "unclosed', [{"a": 1}, ("item 2", "skipped.ends_early")]),
        ('[{"a": 1}', [{"a": 1}, ("item 2", "skipped.ends_early")]),
        ('[{"a": 1},', [{"a": 1}, ("item 2", "skipped.ends_early")]),
        ("[1] [2]", [1, ("item 2", "skipped.goes_on")]),
        ('[{"a": NaN}, {"a": Infinity}]', [{"a": None}, {"a": None}]),
        ('["a\tb\nc"]', ["a\tb\nc"]),
        (r'["\ud800", "\ud83d\ude00", "\u0000"]', ["\ud800", "😀", "\0"]),
        (b"\xef\xbb\xbf\r\n[1,\r\n2]\r\n", [1, 2]),
        (b'["\xff", {"a": "\xed\xa0\x80"}, 3]', [("item 1", "skipped.not_utf8"), ("item 2", "skipped.not_utf8"), 3]),
        ("[" + "[" * 100_000, [("item 1", "skipped.ends_early")]),
        ("[" + "[" * 5_000 + "]" * 5_000 + ", 2]", [("item 1", "skipped.not_json"), 2]),
        ("[" + "9" * 5_000 + ", 2]", [("item 1", "skipped.not_json"), 2]),
        ("[]", []),
    ],
)
def test_malformed_element_is_named_and_the_rest_comes_in(tmp_path: Path, content: bytes | str, expected: list[object]):
    for chunk in (1, 3, 1 << 16):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(arrays, "_CHUNK", chunk)
            assert read(tmp_path, content) == expected


def test_element_beyond_the_bound_ends_the_reading_in_words(tmp_path: Path):
    content = json.dumps(["a", "b" * 1_000_000, "c"])
    assert read(tmp_path, content, largest=100_000) == ["a", ("item 2", "skipped.too_long")]
