"""Cutting long texts: between tokens where that can be, between words where not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mnemoscope.embedding import transformer
from mnemoscope.embedding.windows import TextWindows, TokenWindows

TEXT = " ".join(f"item {number} of the list" for number in range(400))


@pytest.fixture(scope="module")
def model(minilm_folder: Path) -> Any:
    return transformer.load(str(minilm_folder), "minilm")


def test_token_windows_hold_every_token_once(model: Any) -> None:
    windows = TokenWindows(model, ("", "note: ")).cut(["short", TEXT], query=False)
    whole = model.tokenizer("note: " + TEXT, add_special_tokens=False, truncation=False)["input_ids"]
    of_text = [window for window in windows if window.owner == 1]
    assert [token for window in of_text for token in window.content.ids[1:-1]] == whole
    assert sum(window.tokens for window in of_text) == len(whole)
    assert max(len(window.content.ids) for window in windows) == 256
    assert [window.owner for window in windows].count(0) == 1


def test_text_windows_join_to_the_text_and_each_is_read_whole(model: Any) -> None:
    windows = TextWindows(model, ("", "note: ")).cut(["", "x" * 3000, TEXT], query=False)
    for owner, text in enumerate(["", "x" * 3000, TEXT]):
        assert "".join(window.content for window in windows if window.owner == owner) == text
    assert all(len(model.tokenizer("note: " + window.content)["input_ids"]) <= 256 for window in windows)


def test_both_ways_of_cutting_give_nearly_one_vector(model: Any) -> None:
    vectors = []
    for windowing in (TokenWindows(model, ("", "")), TextWindows(model, ("", ""))):
        windows: list[Any] = windowing.cut([TEXT], query=True)
        weights = np.array([window.tokens for window in windows])
        vector = weights @ windowing.vectors(windows, query=True)
        vectors.append(vector / np.linalg.norm(vector))
    assert vectors[0] @ vectors[1] > 0.98
