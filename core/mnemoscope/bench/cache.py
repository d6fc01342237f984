"""An embedder that keeps its vectors in the user's cache, by model and text."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np

from mnemoscope.embedding import ModelIdentity, Vectors, models, unpacking
from mnemoscope.progress import Progress, silent


class CachedEmbedder:
    """Fulfils ``Embedder``; a vector that is known is not computed again. ``save`` writes the new ones."""

    def __init__(self, identity: ModelIdentity, location: str | None) -> None:
        self.identity = identity
        self._location = location
        name = blake2b(identity.key.encode(), digest_size=8).hexdigest()
        self._file: Path = unpacking.cache_folder() / "bench" / f"{name}.npz"
        self._known: dict[str, Vectors] = {}
        self._new = False
        if self._file.exists():
            with np.load(self._file) as held:
                self._known = dict(zip(held["keys"].tolist(), held["vectors"], strict=True))

    def prepare(self, questions: Sequence[str]) -> None:
        """Embed questions that are not known yet."""
        for text in questions:
            self.embed_query(text)

    def embed_query(self, text: str) -> Vectors:
        """As the engine for questions gives it."""
        key = _key("query", text)
        if key not in self._known:
            engine = models.query_embedder(self.identity.key, self._location)
            self._known[key] = engine.embed_query(text)
            self._new = True
        return self._known[key]

    def embed_passages(self, texts: Sequence[str], progress: Progress = silent) -> Vectors:
        """As the engine for bulk work gives it."""
        keys = [_key("passage", text) for text in texts]
        missing = [(key, text) for key, text in zip(keys, texts, strict=True) if key not in self._known]
        if missing:
            engine = models.bulk_embedder(self.identity.key, self._location, models.BULK_FROM)
            found = engine.embed_passages([text for _, text in missing], progress)
            self._known.update(zip((key for key, _ in missing), found, strict=True))
            self._new = True
        return np.stack([self._known[key] for key in keys])

    def save(self) -> None:
        """Write the cache whole, aside and then in its place."""
        if not self._new:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self._file.parent, suffix=".npz", delete=False) as file:
            np.savez(file, keys=np.array(list(self._known)), vectors=np.stack(list(self._known.values())))
        os.replace(file.name, self._file)


def _key(side: str, text: str) -> str:
    return blake2b(f"{side}\0{text}".encode(), digest_size=16).hexdigest()
