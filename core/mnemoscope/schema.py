"""The schema as an append-only list of migrations; ``user_version`` is the number of those applied."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

from mnemoscope.errors import NewerSchema, OlderSchema

APPLICATION_ID = 0x4D6E6D6F  # "Mnmo"
MIGRATIONS: Sequence[str] = ("001.sql", "002.sql", "003.sql", "004.sql")
VERSION = len(MIGRATIONS)


def statements(script: str) -> Iterator[str]:
    """The script's statements one by one: ``executescript`` would commit an open transaction first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if ";" in line and sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def version(connection: sqlite3.Connection) -> int:
    """How many migrations the file has seen."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check(connection: sqlite3.Connection, read_only: bool = False) -> None:
    """Raises ``NewerSchema`` where the file knows more than this program, ``OlderSchema`` where it must be migrated
    and cannot be, because it is ``read_only``."""
    found = version(connection)
    if found > VERSION:
        raise NewerSchema("vault.newer", found=found, known=VERSION)
    if read_only and found < VERSION:
        raise OlderSchema("vault.older", found=found, known=VERSION)


def migrate(connection: sqlite3.Connection, path: Path, scripts: Sequence[str] | None = None) -> None:
    """Apply what is missing, each migration in its own transaction, after a copy of a file that has data.

    ``scripts`` are the texts of all migrations; by default those of the package.
    """
    texts = [_script(name) for name in MIGRATIONS] if scripts is None else scripts
    found = version(connection)
    if 0 < found < len(texts):
        copy = path.with_name(f"{path.name}.schema-{found}.backup")
        copy.unlink(missing_ok=True)
        connection.execute("VACUUM INTO ?", (str(copy),))
    for number, script in enumerate(texts[found:], start=found + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if version(connection) < number:  # another process may have been first
                for statement in statements(script):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def _script(name: str) -> str:
    return resources.files("mnemoscope").joinpath("sql", name).read_text(encoding="utf-8")
