"""A small vault, and the embedder that needs no model."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from memories import EMBEDDER, ROTA, WordEmbedder, filled

from mnemoscope.vault import Vault


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    """Vaults of this process are not synced: a test survives a killed process, and need not survive a power cut."""
    original = Vault.__init__

    def unsynced(self: Vault, connection: sqlite3.Connection, *more: Any) -> None:
        original(self, connection, *more)
        connection.execute("PRAGMA synchronous = OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Vault, "__init__", unsynced)
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a vault may be made."""
    return tmp_path / "some.vault"


@pytest.fixture
def vault(path: Path) -> Iterator[Vault]:
    """An empty vault."""
    with Vault.create(path, "tester") as vault:
        yield vault


@pytest.fixture
def rota(path: Path) -> Iterator[Vault]:
    """A vault with the records of ``memories.ROTA``, indexed and embedded."""
    with filled(path, ROTA) as vault:
        yield vault


@pytest.fixture
def embedder() -> WordEmbedder:
    return EMBEDDER
