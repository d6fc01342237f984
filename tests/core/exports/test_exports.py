"""What leaves a vault comes back as it was."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import zipfile
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memories import ask, draft, fill, id_of, served, states

from mnemoscope import (
    backup,
    cli,
    curation,
    doctor,
    expectations,
    exports,
    forgetting,
    ingest,
    pending,
    processes,
    profiles,
    reading,
    recall_log,
    review,
)
from mnemoscope.candidates import Answer, Candidate, Matter
from mnemoscope.errors import Cancelled, Refused, VaultError
from mnemoscope.exports import restoring
from mnemoscope.ingest import importing
from mnemoscope.ingest.intake import Intake
from mnemoscope.listing import Show, State
from mnemoscope.records import PROFILES, PastState, SessionDraft
from mnemoscope.times import parse_iso, until
from mnemoscope.vault import Vault

EXAMPLES = int(os.environ.get("MNEMOSCOPE_EXAMPLES", "10"))


def exported(vault: Vault, folder: Path, name: str = "all.mnemoscope") -> bytes:
    exports.export(vault, folder / name, force=True)
    return (folder / name).read_bytes()


def restored(content: bytes, folder: Path, name: str) -> Path:
    (folder / "given.mnemoscope").write_bytes(content)
    path = folder / name
    path.unlink(missing_ok=True)
    with Vault.create(path) as vault:
        summary = ingest.import_path(vault, folder / "given.mnemoscope")
        assert summary.format == "mnemoscope"
    return path


def rich(vault: Vault) -> None:
    """Something of every kind of line."""
    moment = parse_iso("2026-02-01T10:00:00+02:00")
    past = (PastState(parse_iso("2026-01-01"), True), PastState(moment, False, "paused"))
    fill(
        vault,
        [
            SessionDraft("s", "Ünï\u2028côde", "ops", moment, {"model": [1, None, "x"]}),
            draft("alpha", "a", "s", speaker="Ann", happened="2026-01-01T10:00:00+02:00", meta={"n": 1.5}),
            draft("beta", "b", "s", until="2030-01-01"),
            draft("gamma", "c", "s", active=False, reason="paused", states=past),
            draft("delta", "d"),
            draft("epsilon", None),
            draft(" ".join(f"word{n}" for n in range(500)), "long"),
        ],
    )
    curation.supersede(vault, id_of(vault, "alpha"), id_of(vault, "beta"), "newer")
    ingest.add(vault, "A secret to forget", app="home")
    expectations.expect(vault, "where is delta", id_of(vault, "delta"), within=5)
    expectations.expect(vault, "what secret", id_of(vault, "A secret to forget"))
    curation.deactivate(vault, [id_of(vault, "A secret to forget")], "soon")
    forgetting.forget(vault, [id_of(vault, "A secret to forget")])
    curation.set_dates(vault, [id_of(vault, "delta")], valid_until=until("2031-01-01"))
    curation.move(vault, [id_of(vault, "epsilon")], "garden")
    ingest.edit(vault, id_of(vault, "delta"), "delta, but newer")
    profiles.save_profile(vault, profiles.restored("deep", profiles.settings(PROFILES["fused"])))
    pair = (reading.record(vault, id_of(vault, "beta")), reading.record(vault, id_of(vault, "epsilon")))
    review.settle(vault, Candidate(Matter.CONTRADICTION, pair, (), 1.0), Answer.BOTH_TRUE)
    recall_log.log(vault, ask(vault, "beta delta", "lexical").recall)
    curation.undo(vault)


def test_everything_comes_back_byte_for_byte(vault: Vault, tmp_path: Path):
    rich(vault)
    content = exported(vault, tmp_path)
    kinds = {json.loads(line)["kind"] for line in content.splitlines()}
    assert kinds >= {"version", "app", "import", "session", "record", "past_state", "supersession", "act", "step",
                     "profile", "expectation", "tombstone", "recall"}  # fmt: skip
    assert b"A secret" not in content
    with Vault.open(restored(content, tmp_path, "again.vault")) as again:
        assert exported(again, tmp_path) == content
        assert [some.label for some in reading.history(again)] == [some.label for some in reading.history(vault)]
        for question in ("beta delta newer", "epsilon", "word"):
            assert served(ask(again, question, "lexical")) == served(ask(vault, question, "lexical"))
        assert again.connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_vault_without_an_import_comes_back_byte_for_byte(vault: Vault, tmp_path: Path):
    ingest.add(vault, "hello there")
    content = exported(vault, tmp_path)
    with Vault.open(restored(content, tmp_path, "again.vault")) as again:
        assert exported(again, tmp_path) == content


def test_two_that_restore_at_once_are_told_apart(vault: Vault, tmp_path: Path):
    ingest.add(vault, "hello there")
    exported(vault, tmp_path)
    with Vault.create(tmp_path / "other.vault") as other:
        pending.begin(other, "mnemoscope", "running", -1)
        with pytest.raises(Refused, match="Somebody else"):
            restoring.restore(other, tmp_path / "all.mnemoscope")


def test_acts_of_a_restored_vault_are_undone_like_those_of_the_first(vault: Vault, tmp_path: Path):
    rich(vault)
    with Vault.open(restored(exported(vault, tmp_path), tmp_path, "again.vault"), vault.actor) as again:
        for _ in range(6):
            outcomes = []
            for some in (vault, again):
                try:
                    outcomes.append(str(curation.undo(some).label))
                except Refused as refused:
                    outcomes.append(refused.message.id)
            assert outcomes[0] == outcomes[1]
        assert states(again) == states(vault)


@pytest.fixture(scope="module")
def demo_export(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("demo")
    data = resources.files("mnemoscope").joinpath("data", "demo.jsonl")
    with resources.as_file(data) as source, Vault.create(folder / "demo.vault") as vault:
        ingest.import_path(vault, source)
        return exported(vault, folder)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), count=st.integers(1, 25))
def test_demo_vault_after_any_acts_comes_back_byte_for_byte(
    seed: int, count: int, demo_export: bytes, tmp_path_factory: pytest.TempPathFactory
):
    folder = tmp_path_factory.mktemp("acts")
    rng = random.Random(seed)
    with Vault.open(restored(demo_export, folder, "one.vault"), "ward") as vault:
        for _ in range(count):
            act(vault, rng)
        content = exported(vault, folder)
    with Vault.open(restored(content, folder, "two.vault")) as again:
        assert exported(again, folder) == content


def act(vault: Vault, rng: random.Random) -> None:
    """One act at random; a refusal is none."""
    ids = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record ORDER BY ordinal")]
    one, other = rng.choice(ids), rng.choice(ids)
    acts = (
        lambda: curation.deactivate(vault, [one, other], "stale"),
        lambda: curation.restore(vault, [one]),
        lambda: curation.supersede(vault, one, other),
        lambda: curation.set_dates(vault, [one], valid_until=until("2031-01-01")),
        lambda: curation.move(vault, [one], rng.choice(["ward", "home", "new"])),
        lambda: ingest.edit(vault, one, f"edited {rng.random()}"),
        lambda: ingest.add(vault, f"added {rng.random()}", app="ward"),
        lambda: forgetting.forget(vault, [one]),
        lambda: expectations.expect(vault, "a question", one),
        lambda: profiles.save_profile(vault, profiles.restored("deep", profiles.settings(PROFILES["fused"]))),
        lambda: fill(vault, [draft(f"brought {rng.random()}", str(rng.random()))], source=f"f{rng.randint(0, 3)}"),
        lambda: curation.undo(vault),
        lambda: curation.redo(vault),
        lambda: curation.revert(vault, rng.randint(1, 20)),
        lambda: recall_log.log(vault, ask(vault, "Admon Sunday", "lexical").recall),
    )
    try:
        rng.choice(acts)()
    except VaultError:
        return


# ---------------------------------------------------------------- into another vault


def test_export_joins_another_vault_with_its_ids_and_states(vault: Vault, tmp_path: Path):
    rich(vault)
    exported(vault, tmp_path)
    with Vault.create(tmp_path / "other.vault") as other:
        fill(other, ["here already"])
        found = ingest.preview(other, tmp_path / "all.mnemoscope")
        summary = ingest.import_path(other, tmp_path / "all.mnemoscope")
        assert sum(found.arrivals.values()) == summary.records == reading.stats(vault).records
        for text in ("alpha", "gamma", "epsilon", "delta, but newer"):
            mine, theirs = (reading.record(some, id_of(some, text)) for some in (vault, other))
            assert (mine.id, mine.app, mine.session, mine.active, mine.superseded_by, mine.happened_at, mine.meta) == (
                theirs.id, theirs.app, theirs.session, theirs.active, theirs.superseded_by, theirs.happened_at,
                theirs.meta,
            )  # fmt: skip
        assert ingest.import_path(other, tmp_path / "all.mnemoscope").records == 0
        forgetting.forget(other, [id_of(other, "epsilon")])
        assert ingest.import_path(other, tmp_path / "all.mnemoscope").forgotten == 1


@pytest.mark.parametrize("damage", ["cut", "end", "kind", "record", "act", "text", "missing", "far"])
def test_of_a_damaged_export_the_records_come_in_and_it_is_said_where(vault: Vault, tmp_path: Path, damage: str):
    rich(vault)
    content = exported(vault, tmp_path)
    lines = content.splitlines(keepends=True)
    damaged = {
        "cut": content[: len(content) - 30],
        "end": b"".join(lines[:-1]),
        "kind": b"".join([*lines[:3], b'{"kind":"nothing"}\n', *lines[3:]]),
        "record": content.replace(b'"kind":"supersession","older":"', b'"kind":"supersession","older":"ffff', 1),
        "act": content.replace(b'"message":"act.import"', b'"message":"act.of_tomorrow"', 1),
        "missing": b"".join(line for line in lines if b'"kind":"tombstone"' not in line),
        "far": content.replace(
            b'"kind":"sequence","name":"act","last":', b'"kind":"sequence","name":"act","last":9999999999'
        ),
        "text": content.replace(b'"text":"alpha"', b'"text":"alphb"', 1),
    }[damage]
    assert damaged != content
    (tmp_path / "x.mnemoscope").write_bytes(damaged)
    with Vault.create(tmp_path / "other.vault") as other:
        summary = ingest.import_path(other, tmp_path / "x.mnemoscope")
        assert summary.records == reading.stats(vault).records
        told = " ".join(str(some.reason) for some in summary.skipped)
        assert "without their history" in told
        assert str(tmp_path / "x.mnemoscope") in told
        assert [some.label.id for some in reading.history(other)] == ["act.import"]
        assert other.connection.execute("SELECT count(*) FROM import WHERE published_at IS NULL").fetchone() == (0,)
        assert doctor.examine(other).is_sound


def test_export_of_a_newer_version_is_refused(vault: Vault, tmp_path: Path):
    (tmp_path / "x.mnemoscope").write_bytes(exported(vault, tmp_path).replace(b'{"mnemoscope":1', b'{"mnemoscope":2'))
    with Vault.create(tmp_path / "other.vault") as other, pytest.raises(VaultError, match="newer version"):
        ingest.import_path(other, tmp_path / "x.mnemoscope")


# ---------------------------------------------------------------- while it comes back


def thousand(vault: Vault, folder: Path) -> Path:
    fill(vault, [draft(f"text {n}", str(n)) for n in range(1000)])
    exported(vault, folder)
    return folder / "all.mnemoscope"


def test_others_can_write_while_an_export_comes_back_and_then_nothing_of_it_does(
    vault: Vault, path: Path, tmp_path: Path
):
    source = thousand(vault, tmp_path)
    target = tmp_path / "other.vault"

    def write(done: int, total: int | None) -> None:
        with Vault.open(target, "another") as another:
            ingest.add(another, f"written at {done}")

    with Vault.create(target) as other:
        with pytest.raises(Refused, match="Somebody else"):
            ingest.import_path(other, source, progress=write)
        assert set(states(other)) == {f"written at {n}" for n in range(200, 1001, 200)}
        assert doctor.examine(other).is_sound
        assert ingest.import_path(other, source).records == 1000


def test_killed_restoration_leaves_nothing_that_is_seen_and_a_second_run_completes_it(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = thousand(vault, tmp_path)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    dead = json.loads(processes.this_process())
    dead[1] = ended.pid
    ended.wait()

    def kill(done: int, total: int | None) -> None:
        if done > 300:
            raise KeyboardInterrupt

    with Vault.create(tmp_path / "other.vault") as other:
        with monkeypatch.context() as context, pytest.raises(KeyboardInterrupt):
            context.setattr(pending, "withdraw", lambda *_: None)
            ingest.import_path(other, source, progress=kill)
        assert served(ask(other, "text", "lexical")) == []
        assert reading.stats(other).records == 0
        other.connection.execute("UPDATE import SET owner = ?", (json.dumps(dead),))
        ingest.import_path(other, source)
        assert exported(other, tmp_path, "again.mnemoscope").splitlines() == source.read_bytes().splitlines()
        assert doctor.examine(other).is_sound


def test_what_was_asked_of_an_empty_vault_stays_in_its_log(vault: Vault, tmp_path: Path):
    rich(vault)
    exported(vault, tmp_path)
    with Vault.create(tmp_path / "other.vault") as other:
        recall_log.log(other, ask(other, "what of it", "lexical").recall)
        ingest.import_path(other, tmp_path / "all.mnemoscope")
        assert len(reading.history(other)) == len(reading.history(vault))
        rows = other.connection.execute("SELECT query FROM recall_log ORDER BY id").fetchall()
        assert rows == [("beta delta",), ("what of it",)]


def test_no_number_is_given_twice(vault: Vault, tmp_path: Path):
    rich(vault)
    last = expectations.saved_by(vault, expectations.expect(vault, "last one", id_of(vault, "beta"))).number
    expectations.unexpect(vault, last)
    with Vault.open(restored(exported(vault, tmp_path), tmp_path, "again.vault")) as again:
        changes = expectations.expect(again, "another", id_of(again, "beta"))
        assert expectations.saved_by(again, changes).number == last + 1


def test_session_of_a_running_import_is_not_written(vault: Vault, tmp_path: Path):
    fill(vault, ["kept"])
    number = pending.begin(vault, "jsonl", "running.jsonl")
    state = Intake("jsonl", "secret", "running.jsonl", number)
    importing.write(
        vault, state, list(state.parts([SessionDraft("hidden", "Hidden title"), draft("x", "1", "hidden")]))
    )
    assert b"Hidden title" not in exported(vault, tmp_path)


def test_what_a_source_says_of_a_session_goes_with_its_records_into_another_app(vault: Vault, tmp_path: Path):
    fill(vault, [SessionDraft("s", "Title", "ward", meta={"model": "x"}), draft("one", "1", "s", app="ward")])
    curation.move(vault, [id_of(vault, "one")], "home")
    number = pending.begin(vault, "jsonl", "withdrawn.jsonl")
    pending.withdraw(vault, number)  # it sweeps its own sessions alone
    query = "SELECT a.name, s.meta FROM session s JOIN app a ON a.id = s.app ORDER BY s.id"
    assert vault.connection.execute(query).fetchall() == [("ward", '{"model": "x"}'), ("home", '{"model": "x"}')]
    with Vault.open(restored(exported(vault, tmp_path), tmp_path, "again.vault"), vault.actor) as again:
        curation.undo(again)
        assert again.connection.execute(query).fetchall() == [("home", '{"model": "x"}'), ("ward", '{"model": "x"}')]


def test_what_was_saved_and_decided_joins_another_vault_once_and_what_is_decided_there_stands(
    vault: Vault, tmp_path: Path
):
    rich(vault)
    pair = (reading.record(vault, id_of(vault, "beta")), reading.record(vault, id_of(vault, "epsilon")))
    review.settle(vault, Candidate(Matter.CONTRADICTION, pair, (), 1.0), Answer.NOT_THE_SAME)
    gone = id_of(vault, "gamma")
    exported(vault, tmp_path)
    forgetting.forget(vault, [gone])
    exported(vault, tmp_path, "later.mnemoscope")
    with Vault.create(tmp_path / "other.vault") as other:
        fill(other, ["here before"])
        ingest.import_path(other, tmp_path / "later.mnemoscope")
        assert [some.query for some in expectations.expectations(other)] == ["where is delta"]
        assert "deep" in profiles.profiles(other)
        assert other.connection.execute("SELECT answer FROM verdict").fetchall() == [(Answer.NOT_THE_SAME.value,)]
        before = len(reading.history(other))
        ingest.import_path(other, tmp_path / "later.mnemoscope")
        assert len(reading.history(other)) == before  # nothing new, no act
        summary = ingest.import_path(other, tmp_path / "all.mnemoscope")
        assert summary.forgotten == 1  # forgotten there is forgotten here
        expectations.unexpect(other, expectations.expectations(other)[0].number)
        profiles.remove_profile(other, "deep")
        ingest.import_path(other, tmp_path / "later.mnemoscope")
        assert expectations.expectations(other) == ()
        assert "deep" not in profiles.profiles(other)
        assert doctor.examine(other).is_sound


def test_past_states_join_another_vault(vault: Vault, tmp_path: Path):
    rich(vault)
    exported(vault, tmp_path)
    with Vault.create(tmp_path / "other.vault") as other:
        fill(other, ["here before"])
        ingest.import_path(other, tmp_path / "all.mnemoscope")
        query = """
        SELECT c.at, c.active, c.reason FROM state_change c JOIN record r ON r.ordinal = c.record WHERE r.text = 'gamma'
        """
        assert other.connection.execute(query).fetchall() == vault.connection.execute(query).fetchall() != []


# ---------------------------------------------------------------- other formats


@pytest.mark.parametrize("name", ["all.jsonl", "all.csv"])
def test_rows_come_back_by_their_importers(vault: Vault, tmp_path: Path, name: str):
    rich(vault)
    fill(vault, [draft('=HYPERLINK("x"), "quoted"\r\nand a line', "formula", speaker="A, B", meta={"a": {"b": [1]}})])
    done = exports.export(vault, tmp_path / name)
    assert done.records == reading.stats(vault).records
    with Vault.create(tmp_path / "other.vault") as other:
        assert ingest.import_path(other, tmp_path / name).records == done.records
        for text, (active, reason) in states(vault).items():
            mine, theirs = (reading.record(some, id_of(some, text)) for some in (vault, other))
            assert (theirs.active, theirs.reason) == (active, reason)
            assert (mine.app, mine.session, mine.kind, mine.speaker, mine.meta) == (
                theirs.app, theirs.session, theirs.kind, theirs.speaker, theirs.meta
            )  # fmt: skip
            assert (mine.happened_at and mine.happened_at.utc) == (theirs.happened_at and theirs.happened_at.utc)
            assert (mine.superseded_by is None) == (theirs.superseded_by is None)


def test_notes_have_names_that_every_system_takes_and_read_back_as_notes(vault: Vault, tmp_path: Path):
    titles = ["CON", "a/b", "..", "", "x" * 300, "Ä", "a\u0308", "A\u0308", "name:", "\u202eright"]
    for number, title in enumerate(titles):
        fill(vault, [SessionDraft(f"k{number}", title), draft(f"text {number}", f"i{number}", f"k{number}")])
    exports.export(vault, tmp_path / "notes.zip")
    with zipfile.ZipFile(tmp_path / "notes.zip") as archive:
        names = archive.namelist()
        assert len({name.casefold() for name in names}) == len(titles)
        assert all(len(name) < 200 and ".." not in name.split("/") for name in names)
        archive.extractall(tmp_path / "notes")
    with Vault.create(tmp_path / "other.vault") as other:
        summary = ingest.import_path(other, tmp_path / "notes")
        assert summary.format == "markdown"
        for number in range(len(titles)):
            assert reading.containing(other, f"text {number}")


def test_filters_leave_what_they_say(vault: Vault, tmp_path: Path):
    rich(vault)
    for show, text, wanted in (
        (Show(apps=frozenset({"garden"})), "", {"epsilon"}),
        (Show(states=frozenset({State.SUPERSEDED}), apps=frozenset({"ops"})), "", {"alpha"}),
        (Show(), "GAMM", {"gamma"}),
    ):
        exports.export(vault, tmp_path / "some.jsonl", show=show, text=text, force=True)
        lines = (tmp_path / "some.jsonl").read_text().splitlines()
        assert {json.loads(line)["text"] for line in lines} == wanted


def test_part_in_the_own_format_has_all_that_is_of_its_records_and_no_history(vault: Vault, tmp_path: Path):
    rich(vault)
    target = tmp_path / "ops.mnemoscope"
    done = exports.export(vault, target, show=Show(apps=frozenset({"ops"})))
    lines = [json.loads(line) for line in target.read_bytes().splitlines()]
    assert done.records == sum(line["kind"] == "record" for line in lines) == 3
    assert {line["kind"] for line in lines} == {
        "version", "app", "session", "record", "past_state", "supersession", "end"
    }  # fmt: skip
    with Vault.create(tmp_path / "other.vault") as other:
        assert ingest.import_path(other, target).records == 3
        for text in ("alpha", "beta", "gamma"):
            mine, theirs = (reading.record(some, id_of(some, text)) for some in (vault, other))
            assert (mine.id, mine.app, mine.session, mine.active, mine.reason, mine.superseded_by) == (
                theirs.id, theirs.app, theirs.session, theirs.active, theirs.reason, theirs.superseded_by
            )  # fmt: skip
            assert mine.valid_until == theirs.valid_until
        assert [some.label.id for some in reading.history(other)] == ["act.import"]
        assert doctor.examine(other).is_sound
        again = ingest.import_path(other, target)
        assert (again.records, again.known) == (0, 3)


def test_day_set_by_hand_comes_back_as_its_end(vault: Vault, tmp_path: Path):
    fill(vault, ["one"])
    curation.set_dates(vault, [id_of(vault, "one")], valid_until=until("2031-01-01"))
    for name in ("all.jsonl", "all.csv"):
        exports.export(vault, tmp_path / name)
        with Vault.create(tmp_path / f"{name}.vault") as other:
            ingest.import_path(other, tmp_path / name)
            assert reading.record(other, id_of(other, "one")).valid_until == until("2031-01-01")


def test_what_a_killed_export_left_is_swept_by_the_next_one(vault: Vault, tmp_path: Path):
    fill(vault, ["one"])
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    folder = tmp_path / "out"
    folder.mkdir()
    for owner in (ended.pid, os.getpid()):
        (folder / f".all.jsonl.{owner}-abc.part").write_text("half")
    (folder / ".all.jsonl.other").write_text("somebody's")
    exports.export(vault, folder / "all.jsonl")
    names = {some.name for some in folder.iterdir()}
    assert names == {"all.jsonl", f".all.jsonl.{os.getpid()}-abc.part", ".all.jsonl.other"}


def test_one_session_is_exported_on_the_command_line(
    vault: Vault, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    fill(vault, [draft("in it", "1", "s1", app="ward"), draft("beside it", "2", "s2", app="ward")])
    target = tmp_path / "some.jsonl"
    assert cli.main(["export", str(path), str(target), "--app", "ward", "--session", "s1"]) == 0
    assert [json.loads(line)["text"] for line in target.read_text().splitlines()] == ["in it"]
    with pytest.raises(SystemExit):
        cli.main(["export", str(path), str(target), "--session", "s1"])
    assert "one --app" in capsys.readouterr().err


def test_target_that_is_there_stays_unless_forced_and_a_stopped_export_leaves_nothing(vault: Vault, tmp_path: Path):
    folder = tmp_path / "out"
    folder.mkdir()
    fill(vault, [draft(f"text {n}", str(n)) for n in range(1200)])
    target = folder / "all.jsonl"
    target.write_text("kept")

    def stop(done: int, total: int | None) -> None:
        raise Cancelled

    for path in (target, folder, vault.path):
        with pytest.raises(Refused):
            exports.export(vault, path, format="jsonl", force=path != target)
    with pytest.raises(Cancelled):
        exports.export(vault, target, force=True, progress=stop)
    with pytest.raises(VaultError, match="cannot be written"):
        exports.export(vault, tmp_path / "nowhere" / "x.csv")
    with pytest.raises(Refused, match="no export format"):
        exports.export(vault, folder / "x.unknown")
    assert [(some.name, some.read_text()) for some in folder.iterdir()] == [("all.jsonl", "kept")]


def test_no_vault_is_written_over_by_an_export_nor_one_in_use_by_a_backup(vault: Vault, path: Path, tmp_path: Path):
    fill(vault, ["one"])
    with Vault.create(tmp_path / "other.vault") as other:
        fill(other, ["kept"])
        for target in ("other.vault", "other.vault-wal", f"{path.name}-wal"):
            with pytest.raises(Refused):
                exports.export(vault, tmp_path / target, format="jsonl", force=True)
            with pytest.raises(Refused):
                backup.backup(vault, tmp_path / target, force=True)
        assert list(states(other)) == ["kept"]
    with pytest.raises(Refused):
        exports.export(vault, tmp_path / "other.vault", format="jsonl", force=True)
    assert backup.backup(vault, tmp_path / "other.vault", force=True).records == 1


# ---------------------------------------------------------------- backup


def test_backup_is_a_whole_vault_while_another_process_writes(vault: Vault, path: Path, tmp_path: Path):
    fill(vault, [draft(f"text {n} " + "word " * 60, str(n)) for n in range(3000)])
    stop = threading.Event()

    def write() -> None:
        with Vault.open(path, "other") as other:
            while not stop.is_set():
                ingest.add(other, "written meanwhile")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        done = backup.backup(vault, tmp_path / "copy.vault")
    finally:
        stop.set()
        writer.join()
    with Vault.open(tmp_path / "copy.vault") as copy:
        assert reading.stats(copy).records == done.records >= 3000
        assert served(ask(copy, "word", "lexical"))
    with pytest.raises(Refused):
        backup.backup(vault, tmp_path / "copy.vault")
    with pytest.raises(Refused):
        backup.backup(vault, path, force=True)
    assert backup.backup(vault, tmp_path / "copy.vault", force=True).records >= done.records


def test_stopped_backup_leaves_nothing(vault: Vault, tmp_path: Path):
    folder = tmp_path / "out"
    folder.mkdir()
    fill(vault, ["one"])

    def stop(done: int, total: int | None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        backup.backup(vault, folder / "copy.vault", progress=stop)
    assert list(folder.iterdir()) == []
