"""The demo vault: a fictional memory that shows what the vectors lose and the words find."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

from mnemoscope import identity, indexing, ingest
from mnemoscope.errors import VaultError
from mnemoscope.progress import Progress, silent
from mnemoscope.vault import Vault

QUESTION = "What shift was Admon on Sunday?"
"""In scope of all apps, the one record that answers it lies far down the vectors' ranking, and first by words."""


def answer() -> str:
    """The id of the record that answers ``QUESTION``."""
    return identity.record_id("ward", "jsonl", "ward-rota-19-4").hex()


def home() -> Path:
    """The folder of a user's own vaults; ``MNEMOSCOPE_HOME`` overrides it."""
    chosen = os.environ.get("MNEMOSCOPE_HOME")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("mnemoscope", appauthor=False))


def path() -> Path:
    """Where the demo vault lies."""
    return home() / "demo.vault"


def make(target: Path, progress: Progress = silent) -> Path:
    """The demo vault, built and embedded where it is missing; a build that was broken off goes on.

    Needs neither a network nor torch.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with Vault.open_or_create(target) as vault:
        with vault.reading() as connection:
            empty = connection.execute("SELECT NOT EXISTS (SELECT 1 FROM record)").fetchone()[0]
        if empty or ingest.purge(vault):
            source = resources.files("mnemoscope").joinpath("data", "demo.jsonl")
            with resources.as_file(source) as file:
                ingest.import_path(vault, file, format="jsonl")
        try:
            indexing.embed_pending(vault, progress, bulk=False)
        except VaultError:
            if indexing.status(vault).embedded:
                raise
            # Without a model the words serve alone, and every recall says so.
        indexing.settle(vault)
    return target
