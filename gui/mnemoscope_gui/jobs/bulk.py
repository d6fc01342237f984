"""Long work: bringing the indexes up to date."""

from __future__ import annotations

from mnemoscope import aside
from mnemoscope.progress import Progress
from mnemoscope.vault import Vault


def finish(vault: Vault, progress: Progress) -> int:
    """Index and embed what is not yet; returns how many records were embedded."""
    return aside.finish(vault, progress)
