"""Where something may be written: never over what is in use, and over nothing else unless that is wanted."""

from __future__ import annotations

from pathlib import Path

from mnemoscope.errors import Refused
from mnemoscope.vault import Vault

_MAGIC = b"SQLite format 3\0"
_BESIDE = ("-wal", "-shm", "-journal")


def ensure_free(vault: Vault, target: Path, force: bool, *, over_database: bool = False) -> None:
    """Raises ``Refused`` for a folder, for a file that is there unless forced, and always for the vault itself, for
    what SQLite keeps beside a database, for a database in use, and (unless ``over_database``) for any database."""
    in_use = any(target.with_name(target.name + suffix).exists() for suffix in _BESIDE)
    if target.name.endswith(_BESIDE) or in_use:
        raise Refused("export.in_use", path=str(target))
    if not target.exists():
        return
    if target.is_dir() or not force or target.samefile(vault.path) or (not over_database and _is_database(target)):
        raise Refused("export.exists", path=str(target))


def _is_database(target: Path) -> bool:
    try:
        with target.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False
