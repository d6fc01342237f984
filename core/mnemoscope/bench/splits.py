"""Which questions decisions may look at, and which are kept to report: frozen here before anything was looked at."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256

_LOCOMO = {
    **dict.fromkeys(("conv-26", "conv-30", "conv-41", "conv-42", "conv-43"), "dev"),
    **dict.fromkeys(("conv-44", "conv-47", "conv-48", "conv-49", "conv-50"), "holdout"),
}
"""The first five conversations of LoCoMo's file, and the last five."""


class Split(StrEnum):
    """A half of a data set."""

    DEV = "dev"
    """Parameters are chosen on it."""
    HOLDOUT = "holdout"
    """Reported, never looked at to choose."""


def split_of(dataset: str, question: str, conversation: str) -> Split:
    """LoCoMo is split by conversation, every other data set by the parity of the SHA-256 of the question's id."""
    if dataset == "locomo":
        return Split(_LOCOMO[conversation]) if conversation in _LOCOMO else _parity(conversation)
    return _parity(question)


def _parity(id: str) -> Split:
    return Split.HOLDOUT if int(sha256(id.encode()).hexdigest(), 16) % 2 else Split.DEV
