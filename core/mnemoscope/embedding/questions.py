"""The vectors of the latest questions: who asks again, under another profile or for an expectation, embeds nothing."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

import numpy as np

from mnemoscope.embedding import Embedder, Vectors

KEPT = 512
"""Questions kept by the process: less than a megabyte of vectors."""

_kept: OrderedDict[tuple[int, str], tuple[Embedder, Vectors]] = OrderedDict()
_lock = Lock()


def embedded(embedder: Embedder, text: str) -> Vectors:
    """The question's vector by this engine, shape (dimension,), read-only."""
    key = (id(embedder), text)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key][1]
    vector = np.array(embedder.embed_query(text), np.float32)
    vector.setflags(write=False)
    with _lock:
        _kept[key] = (embedder, vector)  # the engine is kept too, so that its id stays its own
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return vector
