"""Why missed: every record that holds a literal text, where it ranks under a recall, and why it was not served."""

from __future__ import annotations

from dataclasses import dataclass

from mnemoscope.messages import Message
from mnemoscope.recall import Recalled
from mnemoscope.records import LexicalPlace, Record, VectorPlace, Verdict
from mnemoscope.vault import Vault


@dataclass(frozen=True, slots=True)
class Holder:
    """A record that holds the text."""

    record: Record
    verdict: Verdict | None
    """``None`` where nothing was asked and nothing keeps the record from being served."""
    sentence: Message
    rank: int | None
    """Fused rank; of a record that may not be served, the one it would have."""
    vector: VectorPlace | None
    lexical: LexicalPlace | None


@dataclass(frozen=True, slots=True)
class StoredWord:
    """A word of the dictionary, folded and cut, and how many published records hold it."""

    text: str
    records: int


@dataclass(frozen=True, slots=True)
class Missed:
    """What the vault knows of a text."""

    text: str
    sentence: Message
    """How many records hold it, or that none does and which word is nearest."""
    total: int
    """How many published records hold it, whatever their state and app."""
    holders: tuple[Holder, ...]
    """At most ``limit`` of them: the served ones by rank, then by fused rank, then by the better rank."""
    nearest: tuple[StoredWord, ...]
    """Where nothing holds the text: stored words like its first word that is not stored."""


def missed(vault: Vault, recalled: Recalled | None, text: str, limit: int = 200) -> Missed:
    """The records that hold the literal text, ignoring case, the speaker's name included.

    Without a recall only what each record's state says. Raises ``VaultError`` where the store cannot be read: an
    empty answer means that no published record holds the text.
    """
    raise NotImplementedError
