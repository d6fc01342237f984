"""What leaves a vault: exports and copies. The person has been asked whether a file that is there may go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mnemoscope import backup, exports
from mnemoscope.backup import BackedUp
from mnemoscope.exports import Exported
from mnemoscope.listing import Show
from mnemoscope.progress import Progress
from mnemoscope.vault import Vault


def export(target: Path, format: str, show: Show) -> Callable[[Vault, Progress], Exported]:
    """Write what ``show`` leaves into one file, wholly or not at all."""

    def job(vault: Vault, progress: Progress) -> Exported:
        return exports.export(vault, target, format=format, show=show, force=True, progress=progress)

    return job


def back_up(target: Path) -> Callable[[Vault, Progress], BackedUp]:
    """Copy the vault while others write to it, and check the copy."""

    def job(vault: Vault, progress: Progress) -> BackedUp:
        return backup.backup(vault, target, force=True, progress=progress)

    return job
