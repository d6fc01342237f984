"""Embedding models: the protocol that a vault's vectors are made through.

A model has an identity, every vector belongs to one identity, and vectors of two identities are never compared. Two
engines may share an identity where their vectors agree (the bundled weights, by the C engine and by
sentence-transformers).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mnemoscope.progress import Progress, silent

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ModelIdentity:
    """What makes two vectors comparable."""

    name: str
    revision: str
    dimension: int
    query_prompt: str
    passage_prompt: str
    pooling: str

    @property
    def key(self) -> str:
        """One line that is equal for equal models only."""
        prompts = f"{self.query_prompt!r},{self.passage_prompt!r}"
        return f"{self.name}@{self.revision}/{self.dimension}/{self.pooling}/{prompts}"


class Embedder(Protocol):
    """Turns texts into unit vectors of one model."""

    @property
    def identity(self) -> ModelIdentity:
        """The model whose vectors these are."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """Shape (dimension,), float32, norm 1."""
        ...

    def embed_passages(self, texts: Sequence[str], progress: Progress = silent) -> Vectors:
        """Shape (len(texts), dimension), float32, norm 1 in each row. ``progress`` may raise to cancel."""
        ...
