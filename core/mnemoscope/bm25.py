"""Okapi BM25 (pure: arrays in, arrays out).

S. Robertson, H. Zaragoza: The Probabilistic Relevance Framework: BM25 and Beyond, 2009, eq. 3.15; the idf is the one
that cannot turn negative, ln(1 + (N - n + 0.5) / (n + 0.5)), as in Lucene.
"""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Number = TypeVar("Number", float, npt.NDArray[np.float64])


def idf(records: int, holding: int) -> float:
    """Inverse document frequency of a term that ``holding`` of ``records`` hold. Positive for every input."""
    return math.log(1.0 + (records - holding + 0.5) / (holding + 0.5))


def gain(count: Number, length: Number, mean_length: float, k1: float, b: float) -> Number:
    """tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)): how far a term's count goes in a text of that length.

    ``count`` and ``length`` are scalars or arrays of one shape; what comes back has that shape and lies in
    [0, k1 + 1).
    """
    return count * (k1 + 1.0) / (count + length * (k1 * b / mean_length) + k1 * (1.0 - b))
