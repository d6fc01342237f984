"""Where something may be written: never over what is in use, and over nothing else unless that is wanted."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mnemoscope.errors import Refused
from mnemoscope.formats.databases import is_database
from mnemoscope.vault import Vault

_BESIDE = ("-wal", "-shm", "-journal")
_SUFFIX = ".part"


def ensure_free(vault: Vault, target: Path, force: bool, *, over_database: bool = False) -> None:
    """Raises ``Refused`` for a folder, for a file that is there unless forced, and always for the vault itself, for
    what SQLite keeps beside a database, for a database in use, and (unless ``over_database``) for any database."""
    in_use = any(target.with_name(target.name + suffix).exists() for suffix in _BESIDE)
    if target.name.endswith(_BESIDE) or in_use:
        raise Refused("export.in_use", path=str(target))
    if not target.exists():
        return
    if target.is_dir() or not force or target.samefile(vault.path) or (not over_database and is_database(target)):
        raise Refused("export.exists", path=str(target))


@contextlib.contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """An empty file beside the target, which takes its place at the end; where that is not reached, nothing is left."""
    prefix = f".{target.name[:40]}."
    _sweep(target.parent, prefix)
    handle, name = tempfile.mkstemp(prefix=f"{prefix}{os.getpid()}-", suffix=_SUFFIX, dir=target.parent)
    os.close(handle)
    try:
        yield Path(name)
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _sweep(folder: Path, prefix: str) -> None:
    """What a killed process left of a file of this name."""
    import psutil

    with contextlib.suppress(OSError):
        for left in folder.iterdir():
            found = re.fullmatch(rf"{re.escape(prefix)}(\d+)-\w+{re.escape(_SUFFIX)}", left.name)
            if found and not psutil.pid_exists(int(found[1])):
                left.unlink()
