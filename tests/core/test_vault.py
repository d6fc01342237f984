"""The file: made, opened, refused in one sentence, and written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from memories import curated, draft, edges, fill, id_of

from mnemoscope import columns, curation, identity, ingest, postings, reading, schema
from mnemoscope import vault as vaults
from mnemoscope.errors import NewerSchema, NotAVault, NotWritable, OlderSchema, UnknownFormat, VaultBusy, VaultError
from mnemoscope.vault import Vault


def one_sentence(error: pytest.ExceptionInfo[VaultError]) -> str:
    text = str(error.value)
    assert "\n" not in text
    assert text.endswith(".")
    return text


# ---------------------------------------------------------------- create and open


def test_new_vault_is_marked_as_one_and_writes_ahead(path: Path):
    with Vault.create(path) as vault:
        assert vault.connection.execute("PRAGMA application_id").fetchone()[0] == schema.APPLICATION_ID
        assert vault.connection.execute("PRAGMA user_version").fetchone()[0] == schema.VERSION
        assert vault.connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert vault.connection.execute("PRAGMA foreign_keys").fetchone()[0] == 1
    with Vault.open(path) as vault:
        assert vault.setting("vault")
        assert vault.setting("no such") is None


def test_every_table_is_strict(vault: Vault):
    loose = vault.connection.execute(
        "SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    assert loose == []


def test_existing_file_is_not_made_again(path: Path):
    path.write_bytes(b"dear to somebody")
    with pytest.raises(NotWritable) as error:
        Vault.create(path)
    assert "exists" in one_sentence(error)
    assert path.read_bytes() == b"dear to somebody"


@pytest.mark.parametrize("pages", [0, 1])
def test_creation_that_was_killed_is_completed(path: Path, pages: int):
    path.touch()
    if pages:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA page_size = 8192")
            connection.execute("PRAGMA journal_mode = WAL")
    assert path.stat().st_size == pages * 8192
    with pytest.raises(NotAVault):
        Vault.open(path)
    with Vault.open_or_create(path) as vault:
        identity = vault.setting("vault")
        assert identity
        fill(vault, ["kept"])
    with Vault.open_or_create(path) as vault:
        assert vault.setting("vault") == identity
        assert vault.connection.execute("SELECT text FROM record").fetchall() == [("kept",)]


def test_database_of_another_program_is_not_made_a_vault(path: Path):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(NotAVault):
        Vault.open_or_create(path)
    with pytest.raises(NotWritable):
        Vault.create(path)
    assert path.read_bytes() == before


def test_vault_without_a_schema_number_is_damaged(path: Path):
    with Vault.create(path) as vault:
        vault.connection.execute("PRAGMA user_version = 0")
    with pytest.raises(NotAVault) as error:
        Vault.open(path)
    assert "damaged" in one_sentence(error)


@pytest.mark.parametrize(
    ("intact", "damaged"),
    [
        (b"dear to Admon", b"dear to \xc3dmon"),  # in a text
        (b"VALUES (NEW.older >> 10", b"VALUES (NEW.oldev >> 10"),  # in a trigger
        (b"CREATE TABLE setting", b"CREATE TA\xd5LE setting"),  # in what SQLite then quotes
    ],
)
def test_flipped_bit_in_a_text_or_the_schema_is_said_as_damage(path: Path, intact: bytes, damaged: bytes):
    with Vault.create(path) as vault:
        fill(vault, ["dear to Admon", draft("old", superseded_by="new"), draft("new", "new")])
        older, newer = id_of(vault, "old"), id_of(vault, "dear to Admon")
    content = path.read_bytes()
    assert intact in content
    path.write_bytes(content.replace(intact, damaged))
    with pytest.raises(NotAVault) as error, Vault.open(path) as vault:
        reading.record(vault, newer)
        curation.unsupersede(vault, older, id_of(vault, "new"))
        curation.supersede(vault, older, newer)
    assert "damaged" in one_sentence(error)


def test_vault_is_not_made_in_a_missing_folder(tmp_path: Path):
    with pytest.raises(NotWritable) as error:
        Vault.create(tmp_path / "no" / "some.vault")
    one_sentence(error)


def test_creation_that_fails_leaves_no_file(path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("CREATE TABLE half (x)")
        raise _sqlite_error("SQLITE_FULL")

    monkeypatch.setattr(schema, "migrate", full)
    with pytest.raises(NotWritable) as error:
        Vault.create(path)
    assert "full" in one_sentence(error)
    assert not list(path.parent.iterdir())


def test_vault_made_by_another_process_meanwhile_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch):
    exists = Path.exists
    Vault.create(path).close()
    monkeypatch.setattr(Path, "exists", lambda self: self != path and exists(self))
    with pytest.raises(NotWritable):
        Vault.create(path)
    monkeypatch.undo()
    Vault.open(path).close()


@pytest.mark.parametrize(
    "content", [b"", b"short", b"x" * 5000, b"SQLite format 3\x00", b"SQLite format 3\x00" + b"\xff" * 84]
)
def test_file_that_is_no_vault_is_refused_and_untouched(path: Path, content: bytes):
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(NotAVault) as error:
            Vault.open(path, read_only=read_only)
        one_sentence(error)
    assert path.read_bytes() == content
    assert [some.name for some in path.parent.iterdir()] == [path.name]


def test_foreign_database_is_no_vault(path: Path):
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE theirs (x)")
    foreign.commit()
    foreign.close()
    before = path.read_bytes()
    with pytest.raises(NotAVault):
        Vault.open(path)
    assert path.read_bytes() == before


def test_folder_and_missing_file_are_named(tmp_path: Path):
    with pytest.raises(NotAVault) as error:
        Vault.open(tmp_path)
    assert "folder" in one_sentence(error)
    with pytest.raises(NotAVault) as error:
        Vault.open(tmp_path / "none")
    assert "no vault" in one_sentence(error)
    assert not (tmp_path / "none").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipe_is_no_vault(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotAVault):
        Vault.open(tmp_path / "pipe")


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_truncated_vault_is_damaged(path: Path, share: float):
    with Vault.create(path) as vault:
        fill(vault, ["one", "two"])
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(NotAVault) as error:
        Vault.open(path)
    assert "damaged" in one_sentence(error)


def test_vault_with_garbage_inside_is_damaged_when_it_is_read(path: Path):
    with Vault.create(path) as vault:
        fill(vault, [f"record {number}" for number in range(300)])
    whole = bytearray(path.read_bytes())
    whole[3 * 8192 :] = b"\xa5" * (len(whole) - 3 * 8192)
    path.write_bytes(whole)
    with pytest.raises(NotAVault) as error, Vault.open(path) as vault:
        columns.load(vault)
    assert "damaged" in one_sentence(error)


def test_newer_schema_is_refused_and_untouched(path: Path):
    with Vault.create(path) as vault:
        vault.connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(NewerSchema) as error:
            Vault.open(path, read_only=read_only)
        assert "schema 99" in one_sentence(error)
    assert path.read_bytes() == before


@pytest.fixture
def first_schema(path: Path) -> Path:
    """A vault as the first version made it: two records, one of them superseded."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.migrate(connection, path, [schema._script("001.sql")])
        connection.execute("INSERT INTO app (name) VALUES ('default')")
        connection.execute("INSERT INTO session (app, format, key, title) VALUES (1, 'test', 's', '')")
        for number, text in enumerate(("old", "new"), start=1):
            connection.execute(
                "INSERT INTO record (id, app, session, position, kind, text, text_hash, added_at, state_since)"
                " VALUES (?, 1, 1, ?, 0, ?, 0, 5, 5)",
                (bytes([number] * 16), number, text),
            )
        connection.execute("INSERT INTO supersession (older, newer, since) VALUES (1, 2, 5)")
        connection.execute(
            "INSERT INTO act (at, actor, kind, message, parameters) VALUES (5, 'ann', 'do', 'act.supersede', ?)",
            ('{"older": "010101", "newer": "020202"}',),
        )
        note = '{"stands": %s, "reason": "", "since": null}'
        connection.execute(
            "INSERT INTO step (act, number, kind, record, other, before, after) VALUES (1, 1, 'edge', 1, 2, ?, ?)",
            (note % "false", note % "true"),
        )
    return path


def test_vault_of_the_first_schema_is_migrated_at_open_after_a_copy(first_schema: Path):
    with Vault.open(first_schema, "ann") as vault:
        assert vault.connection.execute("PRAGMA user_version").fetchone()[0] == schema.VERSION
        assert edges(vault) == {("old", "new", "")}
        curation.undo(vault)  # the journal of then is taken back by the program of now
        assert edges(vault) == set()
        assert vault.connection.execute("PRAGMA foreign_key_check").fetchall() == []
    with contextlib.closing(sqlite3.connect(first_schema.with_name("some.vault.schema-1.backup"))) as copy:
        assert copy.execute("PRAGMA user_version").fetchone()[0] == 1
        assert copy.execute("SELECT text FROM record").fetchall() == [("old",), ("new",)]


def test_migrated_vault_has_the_tables_of_a_new_one(first_schema: Path, tmp_path: Path):
    def tables(vault: Vault) -> list[tuple[object, ...]]:
        return vault.connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2").fetchall()

    with Vault.open(first_schema) as migrated, Vault.create(tmp_path / "new.vault") as new:
        assert tables(migrated) == tables(new)


def test_older_schema_open_for_reading_only_says_one_sentence_and_is_left_alone(first_schema: Path):
    before = first_schema.read_bytes()
    with pytest.raises(OlderSchema) as error:
        Vault.open(first_schema, read_only=True)
    assert "schema 1" in one_sentence(error)
    assert first_schema.read_bytes() == before
    assert not list(first_schema.parent.glob("*.backup"))


# ---------------------------------------------------------------- reading only


def test_reader_changes_nothing(path: Path):
    with Vault.create(path) as vault:
        fill(vault, ["one"])
    with Vault.open(path, read_only=True) as reader:
        with pytest.raises(NotWritable) as error, reader.transaction():
            pass
        one_sentence(error)
        with pytest.raises(NotWritable), vaults.translated(path):
            reader.connection.execute("DELETE FROM record")
        assert reader.connection.execute("SELECT count(*) FROM record").fetchone() == (1,)


def test_reader_sees_what_a_writer_commits(path: Path):
    with Vault.create(path) as writer, Vault.open(path, read_only=True) as reader:
        fill(writer, ["one"])
        assert reader.connection.execute("SELECT count(*) FROM record").fetchone() == (1,)


def test_vault_in_a_folder_that_takes_no_writes_opens_for_reading(path: Path, monkeypatch: pytest.MonkeyPatch):
    with Vault.create(path) as vault:
        fill(vault, ["one"])
    connect = sqlite3.connect

    def without_writes(database: str, **more: object) -> sqlite3.Connection:
        if "immutable" not in database:
            raise _sqlite_error("SQLITE_CANTOPEN")
        return connect(database, **more)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", without_writes)
    with pytest.raises(NotWritable):
        Vault.open(path)
    with Vault.open(path, read_only=True) as vault:
        assert vault.connection.execute("SELECT text FROM record").fetchall() == [("one",)]


# ---------------------------------------------------------------- writing


def test_failing_transaction_leaves_nothing(vault: Vault):
    before = curated(vault)
    with pytest.raises(RuntimeError), vault.transaction() as connection:
        connection.execute("INSERT INTO app (name) VALUES ('half')")
        raise RuntimeError
    assert curated(vault) == before
    assert not vault.connection.in_transaction
    assert not vault.writing


def test_busy_vault_is_said_and_unchanged(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(vaults, "BUSY_SECONDS", 0.05)
    with Vault.create(path) as one, Vault.open(path) as other:
        before = curated(one)
        with one.transaction():
            with pytest.raises(VaultBusy) as error:
                ingest.add(other, "too late")
            one_sentence(error)
            with other.reading() as connection:  # reads go on
                connection.execute("SELECT count(*) FROM record").fetchone()
        assert curated(one) == before
        assert ingest.add(other, "in time").changes.act


def test_full_disk_is_said_and_nothing_changed(vault: Vault):
    fill(vault, ["one"])
    before = curated(vault)
    pages = vault.connection.execute("PRAGMA page_count").fetchone()[0]
    vault.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(NotWritable) as error:
        for number in range(200):
            ingest.add(vault, f"{number} " + "word " * 200)
            before = curated(vault)
    assert "full" in one_sentence(error)
    assert curated(vault) == before
    vault.connection.execute("PRAGMA max_page_count = 100000")
    assert ingest.add(vault, "room again").changes.act


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("SQLITE_BUSY_SNAPSHOT", VaultBusy),
        ("SQLITE_LOCKED", VaultBusy),
        ("SQLITE_FULL", NotWritable),
        ("SQLITE_IOERR_WRITE", NotWritable),
        ("SQLITE_READONLY_DBMOVED", NotWritable),
        ("SQLITE_CANTOPEN", NotWritable),
        ("SQLITE_CORRUPT", NotAVault),
        ("SQLITE_NOTADB", NotAVault),
        ("SQLITE_CONSTRAINT_UNIQUE", sqlite3.OperationalError),
    ],
)
def test_errors_of_sqlite_become_sentences(path: Path, name: str, error: type[Exception]):
    with pytest.raises(error), vaults.translated(path):
        raise _sqlite_error(name)


# ---------------------------------------------------------------- two connections


def test_write_of_another_connection_is_noticed_once(path: Path):
    with Vault.create(path) as one, Vault.open(path) as other:
        assert not one.changed()
        fill(other, ["one"])
        assert one.changed()
        assert not one.changed()
        fill(one, ["own writes are no news"])
        assert not one.changed()


def test_connections_of_two_threads_share_one_cache(path: Path):
    found = []
    with Vault.create(path) as vault:
        fill(vault, ["one"])
        held = columns.load(vault), postings.load(vault)

        def other() -> None:
            with Vault.open(path) as second:
                found.append((columns.load(second), postings.load(second)))

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert found[0][0] is held[0]
    assert found[0][1] is held[1]


def test_vault_made_in_the_place_of_a_deleted_one_has_a_cache_of_its_own(path: Path):
    for text in ("first", "second"):
        with Vault.create(path) as vault:
            fill(vault, [text])
            assert columns.load(vault).exists.sum() == 1
            assert list(vault.connection.execute("SELECT text FROM record")) == [(text,)]
            held = columns.load(vault).hash[columns.load(vault).exists].tolist()
            assert held == [identity.text_hash(None, text)]
        path.unlink()


def test_snapshot_of_what_was_rolled_back_is_never_shared(path: Path):
    with Vault.create(path) as vault, Vault.open(path) as other:
        fill(vault, ["one"])
        columns.load(vault), postings.load(vault)
        with pytest.raises(RuntimeError), vault.transaction():
            vault.connection.execute("UPDATE record SET active = 0")
            analysed = postings.Analysed([77], [1], [["ghost"]])
            postings.append(vault.connection, analysed)
            assert not columns.load(vault).active.any()
            assert postings.load(vault).indexed[77]
            raise RuntimeError
        for some in (vault, other):
            assert columns.load(some).active.any()
            assert len(postings.load(some).indexed) < 77
        fill(other, ["two"])  # takes the numbers that were rolled back
        for some in (vault, other):
            assert columns.load(some).active.sum() == 2
            assert postings.load(some).indexed.sum() == 2


def test_reader_in_an_older_transaction_keeps_its_view(path: Path):
    with Vault.create(path) as one, Vault.open(path) as other:
        fill(one, ["one"])
        with one.reading():
            columns.load(one)
            fill(other, ["two"])
            assert columns.load(other).exists.sum() == 2
            assert columns.load(one).exists.sum() == 1
            assert postings.load(one).indexed.sum() == 1
        assert columns.load(one).exists.sum() == 2
        assert postings.load(one).indexed.sum() == 2


def test_two_processes_writing_in_turn_lose_nothing(path: Path):
    Vault.create(path).close()
    program = (
        "import sys, pathlib\n"
        "from mnemoscope import ingest, indexing, curation\n"
        "from mnemoscope.vault import Vault\n"
        "with Vault.open(pathlib.Path(sys.argv[1]), sys.argv[2]) as vault:\n"
        "    for number in range(25):\n"
        "        added = ingest.add(vault, f'{sys.argv[2]} wrote number{number}')\n"
        "        if number % 5 == 0: curation.deactivate(vault, added.ids, 'every fifth')\n"
        "        if number % 7 == 0: indexing.settle(vault)\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    processes = [
        subprocess.Popen([sys.executable, "-c", program, str(path), name], env=environment, stderr=subprocess.PIPE)
        for name in ("ann", "bob")
    ]
    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
    with Vault.open(path) as vault:
        texts = {row[0] for row in vault.connection.execute("SELECT text FROM record")}
        assert texts == {f"{name} wrote number{number}" for name in ("ann", "bob") for number in range(25)}
        held = columns.load(vault)
        assert held.exists.sum() == 50
        assert (held.exists & ~held.active).sum() == 10
        index = postings.load(vault)
        found = postings.read(vault, index, "wrote")
        assert found is not None
        assert sorted(found[0].tolist()) == held.exists.nonzero()[0].tolist()
        assert postings.adds_up(vault.connection)
        assert vault.connection.execute("SELECT count(*) FROM act").fetchone() == (60,)
        assert vault.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def _sqlite_error(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("made up")
    error.sqlite_errorname = name
    return error


def test_other_process_does_not_delete_the_wal_under_a_second_connection(tmp_path: Path):
    """As a window does it: several connections in one process, then a command line that opens and closes the vault."""
    path = tmp_path / "a.vault"
    Vault.create(path).close()
    with Vault.open(path) as first:
        fill(first, ["one"])
        Vault.open(path).close()
        Vault.open(path, read_only=True).close()
        program = (
            "import sys; from pathlib import Path; from mnemoscope.vault import Vault\n"
            "Vault.open(Path(sys.argv[1])).close()"
        )
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        subprocess.run([sys.executable, "-c", program, str(path)], check=True, env=environment)
        assert path.with_name("a.vault-wal").exists()
        fill(first, ["two"])
        subprocess.run([sys.executable, "-c", program, str(path)], check=True, env=environment)
    with Vault.open(path) as again:
        assert [row[0] for row in again.connection.execute("SELECT text FROM record ORDER BY ordinal")] == [
            "one",
            "two",
        ]
        with pytest.raises(UnknownFormat, match="this vault itself"):
            ingest.import_path(again, path)
