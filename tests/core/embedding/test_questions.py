"""The vectors of the latest questions: computed once, bounded, and of their own engine."""

from __future__ import annotations

import numpy as np
import pytest
from memories import WordEmbedder

from mnemoscope.embedding import questions


class Counting(WordEmbedder):
    def __init__(self, name: str = "words") -> None:
        super().__init__(name)
        self.asked: list[str] = []

    def embed_query(self, text: str):
        self.asked.append(text)
        return super().embed_query(text)


def test_question_is_embedded_once_by_each_engine():
    one, other = Counting(), Counting("others")
    for _ in range(3):
        assert np.array_equal(questions.embedded(one, "blue key"), WordEmbedder().embed_query("blue key"))
        assert np.array_equal(questions.embedded(other, "blue key"), WordEmbedder("others").embed_query("blue key"))
    assert one.asked == other.asked == ["blue key"]


def test_oldest_question_is_given_up_and_one_asked_again_is_kept(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(questions, "KEPT", 3)
    engine = Counting()
    for text in ("a", "b", "c", "a", "d", "a", "b"):
        questions.embedded(engine, text)
    assert engine.asked == ["a", "b", "c", "d", "b"]
    assert len(questions._kept) == 3


def test_kept_vector_cannot_be_written_by_who_asked():
    with pytest.raises(ValueError, match="read-only"):
        questions.embedded(Counting(), "blue key")[0] = 1.0
