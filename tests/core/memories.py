"""Small vaults for tests: records in a line each, and an embedder that needs no model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np

from mnemoscope import indexing, ingest, reading
from mnemoscope.embedding import ModelIdentity, Vectors
from mnemoscope.ingest import ImportSummary
from mnemoscope.progress import Progress, silent
from mnemoscope.recall import Recalled, recall
from mnemoscope.records import PROFILES, Draft, Kind, Profile, Query, RecordDraft
from mnemoscope.times import parse_iso
from mnemoscope.vault import Vault

DIMENSION = 16


class WordEmbedder:
    """Every word is a direction drawn from its hash, a text the sum of its words: equal in every process."""

    def __init__(self, name: str = "words", dimension: int = DIMENSION) -> None:
        self.identity = ModelIdentity(name, "1", dimension, "", "", "sum")
        self.embedded: list[str] = []

    def embed_query(self, text: str) -> Vectors:
        return self._sum(text)

    def _sum(self, text: str) -> Vectors:
        words = re.findall(r"\w+", text.casefold()) or [""]
        whole = np.sum([self._direction(word) for word in words], axis=0)
        return np.asarray(whole / np.linalg.norm(whole), np.float32)

    def embed_passages(self, texts: Sequence[str], progress: Progress = silent) -> Vectors:
        self.embedded.extend(texts)
        return np.stack([self._sum(text) for text in texts])

    def _direction(self, word: str) -> np.ndarray:
        digest = blake2b(f"{self.identity.name}/{word}".encode(), digest_size=self.identity.dimension).digest()
        return np.frombuffer(digest, np.uint8).astype(np.float64) - 127.5


EMBEDDER = WordEmbedder()


def draft(  # a record in one line
    text: str,
    id: str | None = None,
    session: str = "s1",
    app: str | None = None,
    happened: str | None = None,
    until: str | None = None,
    **more: object,
) -> RecordDraft:
    return RecordDraft(
        session,
        text,
        id,
        app,
        happened_at=parse_iso(happened) if happened else None,
        valid_until=parse_iso(until) if until else None,
        **more,  # type: ignore[arg-type]
    )


def fill(vault: Vault, drafts: Iterable[Draft | str], source: str = "test", app: str = "default") -> ImportSummary:
    """Import drafts (a plain text is a record named after itself), without vectors."""
    return ingest.import_drafts(
        vault,
        [draft(some, some) if isinstance(some, str) else some for some in drafts],
        format="test",
        source=source,
        app=app,
    )


def embed(vault: Vault, embedder: WordEmbedder = EMBEDDER) -> int:
    return indexing.embed(vault, embedder.identity, None, lambda _: embedder)


def filled(path: Path, drafts: Iterable[Draft | str], actor: str = "tester") -> Vault:
    """A new vault with these records, embedded."""
    vault = Vault.create(path, actor)
    fill(vault, drafts)
    embed(vault)
    return vault


def ask(
    vault: Vault,
    text: str,
    profile: Profile | str = "fused",
    scope: tuple[str, ...] | None = None,
    at: int | None = None,
) -> Recalled:
    chosen = PROFILES[profile] if isinstance(profile, str) else profile
    return recall(vault, Query(text, chosen, scope, at), EMBEDDER)


def served(recalled: Recalled) -> list[str]:
    return [hit.record.text for hit in recalled.recall.hits]


def id_of(vault: Vault, text: str) -> str:
    """The id of the one record with this text, published or not."""
    (row,) = vault.connection.execute("SELECT id FROM record WHERE text = ?", (text,)).fetchall()
    return str(row[0].hex())


def ordinal_of(vault: Vault, text: str) -> int:
    return reading.ordinal(vault.connection, id_of(vault, text))


def states(vault: Vault) -> dict[str, tuple[bool, str]]:
    """Active and reason of every record, by text."""
    rows = vault.connection.execute("SELECT text, active, reason FROM record ORDER BY ordinal")
    return {text: (bool(active), reason) for text, active, reason in rows}


def edges(vault: Vault) -> set[tuple[str, str, str]]:
    """Every standing supersession: older, newer, reason."""
    return set(
        vault.connection.execute(
            "SELECT o.text, n.text, e.reason FROM supersession e JOIN record o ON o.ordinal = e.older"
            " JOIN record n ON n.ordinal = e.newer WHERE e.until IS NULL"
        )
    )


def curated(vault: Vault) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every curated table, to see that nothing changed."""
    tables = (
        "setting", "app", "import", "session", "record", "state_change", "supersession", "act", "step", "recall_log",
        "expectation", "profile",
    )  # fmt: skip
    return {table: vault.connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables}


ROTA = (
    draft("Admon has the early shift on Sunday", "rota/1", "rota", speaker="Kim", happened="2026-03-01T09:00:00Z"),
    draft("Who takes the late shift on Sunday?", "rota/2", "rota", speaker="Lee", happened="2026-03-01T09:01:00Z"),
    draft("What a week that was, the shift plan changed twice", "rota/3", "rota", happened="2026-03-01T09:02:00Z"),
    draft("The cat sleeps on the warm radiator all day", "home/1", "home", happened="2026-03-02T10:00:00Z"),
    draft("The release v1.3.8 went out on Friday", "work/1", "work", happened="2026-03-03T11:00:00Z"),
    draft("The release v1.3.9 is planned for Monday", "work/2", "work", happened="2026-03-04T11:00:00Z"),
    draft("Answer in short sentences", "rule/1", "rules", kind=Kind.STANDING, happened="2026-03-01T08:00:00Z"),
)
"""A few records of three sessions and a standing instruction."""
