"""Migrations: one by one, whole or absent, after a copy."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from mnemoscope import schema

FIRST = "CREATE TABLE a (x INTEGER) STRICT;\nINSERT INTO a VALUES (1);\n"
SECOND = "ALTER TABLE a ADD COLUMN y TEXT NOT NULL DEFAULT 'new';\n"
BROKEN = "CREATE TABLE b (x INTEGER) STRICT;\nINSERT INTO nowhere VALUES (1);\n"


@pytest.fixture
def connection(tmp_path: Path):
    connection = sqlite3.connect(tmp_path / "old.vault", isolation_level=None)
    yield connection
    connection.close()


def test_trigger_with_inner_semicolons_is_one_statement():
    script = "CREATE TABLE t (x);\nCREATE TRIGGER r AFTER INSERT ON t BEGIN\n  DELETE FROM t;\n  SELECT 1;\nEND;\n"
    assert [some.split()[1] for some in schema.statements(script)] == ["TABLE", "TRIGGER"]


def test_statements_of_the_package_are_all_of_its_script():
    script = schema._script("001.sql")
    found = list(schema.statements(script))
    assert "".join(found).split() == script.split()


def test_file_without_data_is_migrated_without_a_copy(connection: sqlite3.Connection, tmp_path: Path):
    schema.migrate(connection, tmp_path / "old.vault", [FIRST, SECOND])
    assert schema.version(connection) == 2
    assert connection.execute("PRAGMA application_id").fetchone()[0] == schema.APPLICATION_ID
    assert not list(tmp_path.glob("*.backup"))


def test_older_file_is_copied_before_it_is_migrated(connection: sqlite3.Connection, tmp_path: Path):
    path = tmp_path / "old.vault"
    schema.migrate(connection, path, [FIRST])
    schema.migrate(connection, path, [FIRST, SECOND])
    assert connection.execute("SELECT * FROM a").fetchall() == [(1, "new")]
    copy = sqlite3.connect(tmp_path / "old.vault.schema-1.backup")
    assert copy.execute("SELECT * FROM a").fetchall() == [(1,)]
    assert schema.version(copy) == 1
    copy.close()


def test_second_migration_from_the_same_schema_replaces_the_copy(connection: sqlite3.Connection, tmp_path: Path):
    path = tmp_path / "old.vault"
    schema.migrate(connection, path, [FIRST])
    for _ in range(2):
        with pytest.raises(sqlite3.OperationalError):
            schema.migrate(connection, path, [FIRST, BROKEN])
    assert len(list(tmp_path.glob("*.backup"))) == 1


def test_failing_migration_leaves_the_file_as_it_was(connection: sqlite3.Connection, tmp_path: Path):
    path = tmp_path / "old.vault"
    schema.migrate(connection, path, [FIRST])
    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(connection, path, [FIRST, SECOND, BROKEN])
    assert schema.version(connection) == 2  # what was done before stays
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("a",)]
    assert not connection.in_transaction


def test_migration_that_another_process_did_first_is_not_done_again(connection: sqlite3.Connection, tmp_path: Path):
    path = tmp_path / "old.vault"
    other = sqlite3.connect(path, isolation_level=None)

    class Late:
        """Reads its version, then the other process migrates."""

        def __init__(self) -> None:
            self.asked = 0

        def execute(self, *arguments: object):
            answer = connection.execute(*arguments)  # type: ignore[arg-type]
            if arguments[0] == "PRAGMA user_version" and not self.asked:
                self.asked += 1
                value = answer.fetchone()
                schema.migrate(other, path, [FIRST])
                return type("Row", (), {"fetchone": lambda self: value})()
            return answer

    schema.migrate(Late(), path, [FIRST])  # type: ignore[arg-type]
    other.close()
    assert connection.execute("SELECT count(*) FROM a").fetchone() == (1,)
