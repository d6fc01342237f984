"""A small vault, and the embedder that needs no model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from memories import EMBEDDER, ROTA, WordEmbedder, filled

from mnemoscope.vault import Vault


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
