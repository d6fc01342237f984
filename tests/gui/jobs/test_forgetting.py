"""What a forgetting had to leave is finished when a lane opens the vault, and an import says what stays out."""

from __future__ import annotations

from pathlib import Path

import pytest

from mnemoscope import forgetting, ingest
from mnemoscope.forgetting import erasure
from mnemoscope.records import RecordDraft
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs import opening
from mnemoscope_gui.models.importing import brought_sentence

DRAFTS = [RecordDraft("s", "TICKET-48213 is closed", "a"), RecordDraft("s", "something else", "b")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "some.vault"
    with Vault.create(path, opening.ACTOR) as vault:
        ingest.import_drafts(vault, DRAFTS, format="test", source="test")
    return path


def forget(path: Path, monkeypatch: pytest.MonkeyPatch, *, reads: bool) -> None:
    """Forget the first record; with ``reads`` as if another process read the old pages."""
    with Vault.open(path, opening.ACTOR) as vault, monkeypatch.context() as patch:
        if reads:
            patch.setattr(Vault, "cut_log", lambda self: False)
        id = vault.connection.execute("SELECT id FROM record").fetchone()[0].hex()
        assert (forgetting.forget(vault, [id]).waiting is not None) is reads


def test_lane_finishes_what_had_to_wait(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forget(path, monkeypatch, reads=True)
    vault = opening.opener(path)()
    assert vault.setting(erasure.PENDING) is None
    vault.close()


def test_import_says_what_was_forgotten_and_stays_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forget(path, monkeypatch, reads=False)
    with Vault.open(path, opening.ACTOR) as vault:
        summary = ingest.import_drafts(vault, DRAFTS, format="test", source="test")
    assert brought_sentence(summary).endswith("1 was known already, 1 was forgotten and stays out.")
