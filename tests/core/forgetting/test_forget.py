"""Forgetting: nothing of it is left in any file, in no count and in no recall, and nothing brings it back."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memories import EMBEDDER, ROTA, ask, draft, edges, embed, fill, filled, id_of, ordinal_of, served, states

from mnemoscope import (
    checks,
    columns,
    curation,
    doctor,
    expectations,
    forgetting,
    identity,
    indexing,
    ingest,
    journal,
    listing,
    plain,
    postings,
    reading,
    recall_log,
    replay,
    vectors,
)
from mnemoscope.errors import Cancelled, NoSuchRecord, NotWritable, Refused, VaultBusy
from mnemoscope.forgetting import erasure, remnants
from mnemoscope.ingest import importing
from mnemoscope.messages import message
from mnemoscope.recall import recall
from mnemoscope.records import PROFILES, Draft, Query, SessionDraft
from mnemoscope.texts import LIMIT
from mnemoscope.times import now
from mnemoscope.vault import Vault

SECRET = 'TICKET-48213 was closed by Admon "for good", as he said'
QUESTIONS = ("who closed TICKET-48213?", "shift on Sunday", "release v1.3.8", "cat")


@pytest.fixture
def kept(path: Path) -> Iterator[Vault]:
    """The rota with a record that is to be forgotten."""
    with filled(path, [*ROTA, draft(SECRET, "secret", "work")]) as vault:
        yield vault


@pytest.fixture
def searched_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes are searched in this process, which is faster; nobody else locks the files."""
    search_here(monkeypatch)


def search_here(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        remnants,
        "search",
        lambda traces, files: {file: traces.found([file.read_bytes()]) for file in files},
    )


def forget(vault: Vault, *texts: str) -> forgetting.Forgotten:
    return forgetting.forget(vault, [id_of(vault, text) for text in texts])


def bytes_of(path: Path) -> bytes:
    """Every byte of every file beside the vault, read in a process of its own: this one may hold locks on them."""
    program = (
        "import sys, pathlib\nfor p in sorted(pathlib.Path(sys.argv[1]).iterdir()):\n"
        "    sys.stdout.buffer.write(p.read_bytes() + bytes(64))"
    )
    return subprocess.run([sys.executable, "-c", program, path.parent], capture_output=True, check=True).stdout


def whole(vault: Vault) -> None:
    """File, index, columns and vectors hold exactly the stored records."""
    connection = vault.connection
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    stored = {row[0] for row in connection.execute("SELECT ordinal FROM record")}
    assert postings.adds_up(connection)
    assert set(postings.load(vault).indexed.nonzero()[0]) == stored
    assert set(columns.load(vault).exists.nonzero()[0]) == stored
    assert set(vectors.load(vault).ordinals.tolist()) <= stored
    assert connection.execute("SELECT count(*) FROM term WHERE postings <= 0").fetchone() == (0,)
    assert connection.execute(
        "SELECT count(*) FROM posting WHERE segment NOT IN (SELECT id FROM posting_segment)"
    ).fetchone() == (0,)


class Reader:
    """Another process that keeps a read transaction open."""

    def __init__(self, path: Path) -> None:
        program = (
            "import sqlite3, sys\n"
            "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
            "connection.execute('BEGIN')\n"
            "connection.execute('SELECT count(*) FROM record').fetchone()\n"
            "print('reads', flush=True)\n"
            "sys.stdin.read()\n"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"reads\n"

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


# ---------------------------------------------------------------- the bytes


def test_bytes_of_400_texts_and_their_identifiers_are_in_no_file(path: Path):
    texts = [f"Entry {n}: TICKET-{7_000_000 + 37 * n} belongs to «client-{n:05}-é» and no other" for n in range(400)]
    names = [f"TICKET-{7_000_000 + 37 * n}" for n in range(400)] + [f"client-{n:05}" for n in range(400)]
    with filled(path, [*ROTA, *(draft(text, f"t/{n}", f"s{n % 7}") for n, text in enumerate(texts))]) as vault:
        ids = [id_of(vault, text) for text in texts]
        for n in range(0, 400, 40):
            recall_log.log(vault, ask(vault, f"what of TICKET-{7_000_000 + 37 * n}").recall)
            expectations.expect(vault, f"whose is TICKET-{7_000_000 + 37 * n}?", ids[n])
            curation.deactivate(vault, [ids[n + 1]], f"client-{n + 1:05} has left")
        curation.undo(vault)
        expectations.unexpect(vault, 3)
        copy = path.with_name(f"{path.name}.schema-2.backup")
        vault.connection.execute("VACUUM INTO ?", (str(copy),))
        before = bytes_of(path)
        for said in (*texts, *names):
            assert said.encode() in before
        losses = forgetting.preview(vault, ids)
        assert (losses.records, losses.recalls, losses.expectations, losses.copies) == (400, 10, 9, (copy,))
        forgotten = forgetting.forget(vault, ids)
        assert forgotten.waiting is None
        assert forgotten.elsewhere == 0
        assert path in forgotten.files
        assert not copy.exists()
        during = bytes_of(path)
        whole(vault)
    after = bytes_of(path)
    for said in (*texts, *names, *(name.casefold() for name in names)):
        assert said.encode() not in during
        assert said.encode() not in after


def test_words_of_the_forgotten_alone_leave_the_dictionary(kept: Vault):
    forget(kept, SECRET)
    left = {row[0] for row in kept.connection.execute("SELECT text FROM term")}
    assert left.isdisjoint({"ticket-48213", "48213", "ticket", "closed"})
    assert "admon" in left  # another record holds it


def test_text_that_another_record_holds_too_is_said_to_be_there_still(path: Path):
    with filled(path, [draft("the very same words here", "1"), draft("the very same words here", "2")]) as vault:
        (first, second) = (row[0].hex() for row in vault.connection.execute("SELECT id FROM record ORDER BY ordinal"))
        forgotten = forgetting.forget(vault, [first])
        assert (forgotten.waiting, forgotten.elsewhere) == (None, 1)
        assert [some.id for some in forgotten.sentences] == ["forget.done", "forget.elsewhere"]
        assert reading.record(vault, second).text == "the very same words here"


def test_remnant_is_found_and_packed_away_at_the_next_open(kept: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Vault, "pack", lambda self: None)
    kept.connection.execute("PRAGMA secure_delete = OFF")
    forgotten = forget(kept, SECRET)
    assert forgotten.waiting is not None
    assert forgotten.waiting.id == "forget.left"
    assert kept.path.name in str(forgotten.waiting)
    monkeypatch.undo()
    kept.close()
    with Vault.open(kept.path) as vault:
        assert forgetting.finish(vault) is None
        assert vault.setting(erasure.PENDING) is None
    assert b"48213" not in bytes_of(kept.path)


# ---------------------------------------------------------------- others at the same vault


def test_another_process_that_reads_is_waited_for_and_named(kept: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(erasure, "BUSY_SECONDS", 0.2)
    with Reader(kept.path) as reader:
        forgotten = forget(kept, SECRET)
        assert forgotten.changes.act
        assert forgotten.files == ()
        assert forgotten.waiting is not None
        assert forgotten.waiting.id == "forget.waiting_reader"
        assert f"({reader.process.pid})" in str(forgotten.waiting)
        assert SECRET not in served(ask(kept, "who closed TICKET-48213?"))
        pending = kept.setting(erasure.PENDING)
        assert pending is not None
        assert "48213" not in pending
        with Vault.open(kept.path) as other:
            waiting = forgetting.finish(other)
            assert waiting is not None
            assert waiting.id == "forget.waiting_reader"
        assert SECRET.encode() in bytes_of(kept.path)
    kept.close()
    with Vault.open(kept.path) as vault:
        assert forgetting.finish(vault) is None
        assert vault.setting(erasure.PENDING) is None
        assert forgetting.finish(vault) is None
        whole(vault)
    for said in (SECRET, "TICKET-48213", "48213"):
        assert said.encode() not in bytes_of(kept.path)


def test_two_forgettings_that_wait_are_finished_together(kept: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(erasure, "BUSY_SECONDS", 0.2)
    with Reader(kept.path):
        forget(kept, SECRET)
        forget(kept, ROTA[4].text)
        with kept.reading() as connection:
            assert erasure._read(connection).traces.texts >= 2
    assert forgetting.finish(kept) is None
    assert b"48213" not in bytes_of(kept.path)
    assert b"v1.3.8" not in bytes_of(kept.path)


def test_idle_connections_of_other_lanes_do_not_block(kept: Vault):
    with Vault.open(kept.path) as other:
        ask(other, "shift")
        assert forget(kept, SECRET).waiting is None
        assert SECRET not in served(ask(other, "TICKET-48213"))


@pytest.mark.parametrize("where", ["postings.remove_next", "vectors.remove_next", "Vault.pack", "Vault.cut_log"])
def test_killed_after_the_act_is_finished_at_the_next_open(path: Path, where: str):
    filled(path, [*ROTA, draft(SECRET, "secret", "work")]).close()
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from mnemoscope import forgetting, postings, vectors\n"
        "from mnemoscope.vault import Vault\n"
        f"{where} = lambda *_: os.kill(os.getpid(), 9)\n"
        "with Vault.open(Path(sys.argv[1])) as vault:\n"
        "    forgetting.forget(vault, [sys.argv[2]])\n"
    )
    with Vault.open(path) as vault:
        id = id_of(vault, SECRET)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run([sys.executable, "-c", program, path, id], env=environment, check=False)
    assert ended.returncode == -signal.SIGKILL
    with Vault.open(path) as vault:
        assert reading.history(vault)[0].label.id == "act.forget"
        assert vault.setting(erasure.PENDING)
        assert SECRET not in served(ask(vault, "who closed TICKET-48213?"))
        with Vault.create(path.with_name("other.vault")) as other:
            fill(other, ROTA)
            embed(other)
            assert answers(vault) == answers(other)  # what is left in the indexes counts nowhere
        assert forgetting.finish(vault) is None
        whole(vault)
    assert b"48213" not in bytes_of(path)


def test_search_that_is_broken_off_is_done_again(kept: Vault, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise remnants.SearchBroken("")

    monkeypatch.setattr(remnants, "search", broken)
    forgotten = forget(kept, SECRET)
    assert [some.id for some in forgotten.sentences] == ["forget.waiting_search"]
    monkeypatch.undo()
    assert forgetting.finish(kept) is None


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NotWritable("vault.disk_full", path="x.vault"), "forget.waiting_disk"),
        (NotWritable("vault.not_writable", path="x.vault", detail="why"), "forget.waiting_file"),
        (VaultBusy("vault.busy", path="x.vault"), "forget.waiting_writer"),
        (PermissionError(13, "no", "x.vault.schema-2.backup"), "forget.waiting_file"),
    ],
)
def test_what_keeps_the_file_from_being_packed_is_one_sentence(
    kept: Vault, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
):
    def fails(self: Vault) -> None:
        raise error

    monkeypatch.setattr(Vault, "pack", fails)
    forgotten = forget(kept, SECRET)
    assert forgotten.waiting is not None
    assert forgotten.waiting.id == said
    assert "x.vault" in str(forgotten.waiting) or said == "forget.waiting_writer"
    assert kept.setting(erasure.PENDING)
    monkeypatch.undo()
    assert forgetting.finish(kept) is None


def test_record_forgotten_by_another_process_meanwhile_is_not_taken_as_erased(
    kept: Vault, monkeypatch: pytest.MonkeyPatch
):
    pack = Vault.pack

    def packed_and_then(self: Vault) -> None:
        pack(self)
        monkeypatch.setattr(Vault, "pack", lambda self: None)
        with journal.act(kept, message("act.forget", count=1)) as act:
            erasure.begin(act.connection, [{b"something else to be gone"}], [99])
            act.forgotten(99)

    monkeypatch.setattr(Vault, "pack", packed_and_then)
    forgotten = forget(kept, SECRET)
    assert forgotten.waiting is not None
    assert forgotten.waiting.id == "forget.waiting_writer"
    monkeypatch.undo()
    assert kept.setting(erasure.PENDING)
    assert forgetting.finish(kept) is None
    assert kept.setting(erasure.PENDING) is None


# ---------------------------------------------------------------- no ghosts


@pytest.mark.usefixtures("searched_here")
def test_forgotten_record_is_in_no_count_list_or_recall(kept: Vault):
    gone = id_of(kept, SECRET)
    expectations.expect(kept, "shift on Sunday", id_of(kept, ROTA[0].text))
    before = reading.stats(kept)
    forgetting.forget(kept, [gone])
    stats = reading.stats(kept)
    assert (stats.records, stats.recallable, stats.apps, stats.sessions) == (
        before.records - 1, before.recallable - 1, {"default": before.records - 1}, before.sessions,
    )  # fmt: skip
    status = indexing.status(kept)
    assert (status.indexed, status.embedded) == (status.records, status.records)
    shown = listing.list_records(kept)
    assert shown.find(gone) is None
    assert len(shown) == before.records - 1
    assert listing.facets(kept).whole == before.records - 1
    assert reading.containing(kept, "48213") == ()
    for profile in PROFILES:
        assert SECRET not in served(ask(kept, "TICKET-48213", profile))
    with pytest.raises(NoSuchRecord):
        reading.record(kept, gone)
    assert [some.holds for some in checks.check(kept, embedder=EMBEDDER)] == [True]
    whole(kept)


def answers(vault: Vault, questions: Sequence[str] = QUESTIONS) -> list[str]:
    return [
        plain.dumps(plain.recall(ask(vault, question, profile).recall, timings=False))
        for question in questions
        for profile in PROFILES
    ]


@pytest.mark.usefixtures("searched_here")
def test_recall_is_that_of_a_vault_which_never_held_the_record(kept: Vault, tmp_path: Path):
    forget(kept, SECRET)
    with filled(tmp_path / "other.vault", ROTA) as other:
        assert answers(kept) == answers(other)


WORDS = ("shift", "Sunday", "Admon", "v1.3.8", "release", "cat", "radiator", "the", "TICKET-9")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    texts=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), min_size=1, max_size=12),
    data=st.data(),
)
def test_any_set_of_forgotten_records_leaves_the_recall_of_a_vault_without_them(
    tmp_path_factory: pytest.TempPathFactory, texts: list[list[str]], data: st.DataObject
):
    drafts = [draft(" ".join(words), f"r/{n}", f"s{n % 3}", speaker="Kim" if n % 2 else None)
              for n, words in enumerate(texts)]  # fmt: skip
    gone = data.draw(st.sets(st.sampled_from(range(len(drafts))), min_size=1))
    cut = data.draw(st.integers(0, len(drafts)))
    folder = tmp_path_factory.mktemp("forgotten")
    with (
        pytest.MonkeyPatch.context() as patch,
        Vault.create(folder / "one") as one,
        Vault.create(folder / "two") as two,
    ):
        search_here(patch)
        fill(one, drafts[:cut])
        fill(one, drafts)
        embed(one)
        fill(two, [some for n, some in enumerate(drafts) if n not in gone])
        embed(two)
        forgetting.forget(one, [identity.record_id("default", "test", f"r/{n}").hex() for n in gone])
        whole(one)
        questions = ("Admon on Sunday", "the release v1.3.8", "TICKET-9")
        assert answers(one, questions) == answers(two, questions)
        again = fill(one, drafts)
        assert (again.records, again.forgotten, again.known) == (0, len(gone), len(drafts) - len(gone))


# ---------------------------------------------------------------- supersessions


@pytest.fixture
def chained(path: Path) -> Iterator[Vault]:
    """Two older records, what replaced them, and what replaced that."""
    texts = ["oldest claim", "other old claim", "newer claim", "newest claim"]
    with filled(path, texts) as vault:
        for older, newer in ((0, 2), (1, 2), (2, 3)):
            curation.supersede(vault, id_of(vault, texts[older]), id_of(vault, texts[newer]))
        yield vault


@pytest.mark.usefixtures("searched_here")
def test_older_record_is_back_when_the_newer_one_is_forgotten(chained: Vault):
    middle = id_of(chained, "newer claim")
    assert forgetting.preview(chained, [id_of(chained, "newest claim")]).returning == (middle,)
    assert forget(chained, "newest claim").returned == (middle,)
    assert set(served(ask(chained, "claim"))) == {"newer claim"}
    assert reading.record(chained, middle).superseded_by is None


@pytest.mark.usefixtures("searched_here")
def test_older_records_are_heads_of_their_own_when_the_middle_of_a_chain_is_forgotten(chained: Vault):
    olds = tuple(id_of(chained, text) for text in ("oldest claim", "other old claim"))
    forgotten = forget(chained, "newer claim")
    assert forgotten.returned == olds
    assert edges(chained) == set()
    assert set(served(ask(chained, "claim"))) == {"oldest claim", "other old claim", "newest claim"}
    assert [some.text for some in reading.chain(chained, olds[0])] == ["oldest claim"]


@pytest.mark.usefixtures("searched_here")
def test_inactive_older_record_is_not_said_to_be_back(chained: Vault):
    curation.deactivate(chained, [id_of(chained, "oldest claim")])
    assert forget(chained, "newer claim", "other old claim").returned == ()


@pytest.mark.usefixtures("searched_here")
def test_past_is_read_without_the_forgotten(chained: Vault):
    with chained.reading() as connection:
        last = replay.last_act(connection)
    forget(chained, "newer claim")
    for number in range(1, last + 2):
        with chained.reading() as connection:
            known = replay.known_after(connection, number)
        asked = recall(chained, Query("claim", PROFILES["fused"], known=known), EMBEDDER)
        assert "newer claim" not in served(asked)
        assert asked.recall.forgotten == (1 if number <= last else 0)
    with chained.transaction() as connection:
        columns.rebuild(connection)
    assert columns.edges_known(chained.connection, last) == {}


# ---------------------------------------------------------------- journal and log


@pytest.mark.usefixtures("searched_here")
def test_journal_and_log_keep_their_entries_and_lose_what_they_quote(kept: Vault):
    gone, other = id_of(kept, SECRET), id_of(kept, ROTA[0].text)
    expectations.expect(kept, 'who closed it "for good"?', gone)
    expectations.expect(kept, "shift on Sunday", other)
    expectations.unexpect(kept, 1)
    curation.undo(kept)
    curation.deactivate(kept, [gone, other], "48213 is nobody's business")
    curation.restore(kept, [gone, other])
    curation.supersede(kept, gone, other, "as 48213 says")
    curation.unsupersede(kept, gone, other)
    for question in ("about ticket-48213", SECRET + "?", "shift on Sunday"):
        recall_log.log(kept, ask(kept, question).recall)
    before = reading.history(kept)
    losses = forgetting.preview(kept, [gone])
    assert (losses.expectations, losses.recalls, losses.supersessions) == (1, 2, 0)
    assert losses.acts == 7
    forgetting.forget(kept, [gone])
    history = reading.history(kept)
    assert [(act.number, act.label.id, act.at) for act in history[1:]] == [(a.number, a.label.id, a.at) for a in before]
    assert str(history[-2].label) == f"Expected record {gone[:6]} for “…”"
    assert "shift on Sunday" in str(history[-3].label)
    assert [some.query for some in recall_log.entries(kept)] == ["shift on Sunday"]
    assert gone in next(iter(recall_log.entries(kept))).served  # an id is no text
    written = json.dumps(kept.connection.execute("SELECT before, after FROM step WHERE record = 8").fetchall())
    assert "48213" not in written
    assert "for good" not in written
    # The reason is the other record's as well.
    assert "48213" in str(kept.connection.execute("SELECT before, after FROM step WHERE record = 1").fetchall())


@pytest.mark.usefixtures("searched_here")
def test_history_is_read_and_acts_are_taken_back_around_the_forgotten(kept: Vault):
    gone, other = id_of(kept, SECRET), id_of(kept, ROTA[0].text)
    expectations.expect(kept, "who closed TICKET-48213?", gone)
    expectations.expect(kept, "Who takes the late shift?", id_of(kept, ROTA[1].text))
    checks.check(kept, embedder=EMBEDDER)
    curation.deactivate(kept, [gone, other])
    curation.deactivate(kept, [id_of(kept, ROTA[1].text)])
    forgetting.forget(kept, [gone])
    for act in reading.history(kept):
        assert str(act.label)
        reading.touched(kept, act.number)
    assert [act.label.id for act in reading.record_history(kept, other)] == ["act.deactivate", "act.import"]
    (failing,) = checks.check(kept, embedder=EMBEDDER)
    assert not failing.holds
    assert failing.act is not None
    assert failing.act.label.id == "act.deactivate"
    kept.actor = "another"
    with pytest.raises(Refused):
        journal.undo(kept)
    kept.actor = "tester"


@pytest.mark.usefixtures("searched_here")
def test_verdicts_and_candidates_go_with_the_record(kept: Vault):
    one, two, gone = (ordinal_of(kept, text) for text in (ROTA[4].text, ROTA[5].text, SECRET))
    with journal.act(kept, message("act.restore", count=2, record="")) as act:
        act.set_verdict(one, two, "pair", "later")
        act.set_verdict(one, gone, "pair", "both_true")
    rows = [("contradiction", json.dumps([one, two])), ("duplicate", json.dumps([one, gone])), ("stale", f"[{gone}]")]
    with kept.transaction() as connection:
        connection.executemany("INSERT INTO candidate (matter, ordinals, grounds, score) VALUES (?, ?, '[]', 1)", rows)
    assert forgetting.preview(kept, [id_of(kept, SECRET)]).verdicts == 1
    forget(kept, SECRET)
    assert kept.connection.execute("SELECT first, second FROM verdict").fetchall() == [(one, two)]
    assert kept.connection.execute("SELECT matter FROM candidate").fetchall() == [("contradiction",)]


@pytest.mark.usefixtures("searched_here")
@pytest.mark.usefixtures("searched_here")
def test_session_that_a_record_was_moved_out_of_goes_with_it_and_leaves_no_title(vault: Vault):
    fill(vault, [SessionDraft("a", "The mill pond at noon"), draft("The mill pond at noon", "1", "a")])
    fill(vault, [draft("another one", "2", "b")])
    curation.move(vault, [id_of(vault, "The mill pond at noon")], "garden")
    forgotten = forgetting.forget(vault, [id_of(vault, "The mill pond at noon")])
    assert vault.connection.execute("SELECT key FROM session").fetchall() == [("b",)]
    assert (forgotten.waiting, forgotten.elsewhere) == (None, 0)
    assert doctor.examine(vault).is_sound


def test_session_and_import_go_with_their_last_record_and_a_title_that_quotes_is_emptied(vault: Vault):
    fill(vault, [SessionDraft("a", "Only this"), draft(SECRET, "1", "a")], source="/tmp/48213.txt")
    quoting = [SessionDraft("b", "About TICKET-9999"), draft("it is TICKET-9999", "2", "b"), draft("stays", "3", "b")]
    plain = [SessionDraft("c", "Plans"), draft("a plan", "4", "c"), draft("TICKET-9999 too", "5", "c")]
    fill(vault, [*quoting, *plain])
    going = [id_of(vault, text) for text in (SECRET, "it is TICKET-9999", "TICKET-9999 too")]
    losses = forgetting.preview(vault, going)
    assert (losses.sessions, losses.titles) == (1, 1)
    assert any("title of 1 session" in str(some) for some in losses.sentences)
    forget(vault, SECRET, "it is TICKET-9999", "TICKET-9999 too")
    assert vault.connection.execute("SELECT key, title FROM session").fetchall() == [("b", ""), ("c", "Plans")]
    assert vault.connection.execute("SELECT source FROM import").fetchall() == [("test",)]
    assert [str(act.label) for act in reading.history(vault)][-1] == "Imported a record from …"


# ---------------------------------------------------------------- imports


@pytest.mark.usefixtures("searched_here")
def test_later_import_brings_nothing_back(kept: Vault):
    forget(kept, SECRET, ROTA[0].text)
    for text in (SECRET, "changed at its source"):
        summary = fill(kept, [*ROTA, draft(text, "secret", "work")])
        assert (summary.records, summary.known, summary.forgotten) == (0, 6, 2)
    assert len(states(kept)) == 6
    tombs = kept.connection.execute("SELECT id FROM tombstone").fetchall()
    assert {row[0] for row in tombs} == {identity.record_id("default", "test", name) for name in ("secret", "rota/1")}


@pytest.mark.usefixtures("searched_here")
def test_dry_run_counts_what_stays_out(kept: Vault):
    forget(kept, SECRET)
    drafts = [draft(SECRET, "secret", "work"), draft("new", "new")]
    summary = ingest.import_drafts(kept, drafts, format="test", source="x", dry_run=True)
    assert (summary.records, summary.forgotten) == (1, 1)
    assert plain.summary(summary)["forgotten"] == 1


@pytest.mark.usefixtures("searched_here")
def test_text_without_an_id_stays_out_wherever_it_stands_in_its_session(vault: Vault):
    fill(vault, [draft("first"), draft("forget me"), draft("last")])
    forget(vault, "forget me")
    drafts = [draft("new on top"), draft("first"), draft("forget me"), draft("forget me", session="s2")]
    summary = fill(vault, drafts)
    assert summary.forgotten == 1
    rows = vault.connection.execute("SELECT s.key, r.text FROM record r JOIN session s ON s.id = session").fetchall()
    assert [key for key, text in rows if text == "forget me"] == ["s2"]


@pytest.mark.usefixtures("searched_here")
def test_parts_of_a_forgotten_text_stay_out_however_it_is_cut_anew(vault: Vault):
    def paragraphs(count: int) -> Draft:
        return draft("\n\n".join(f"Paragraph {n}. " + "word " * 60 for n in range(count)), "long")

    fill(vault, [paragraphs(12), "other"])
    parts = [row[0].hex() for row in vault.connection.execute("SELECT id FROM record WHERE external_id = 'long'")]
    assert len(parts) > 2
    forgetting.forget(vault, parts[1:2])
    known = fill(vault, [paragraphs(12)])
    assert (known.known, known.forgotten, known.records) == (len(parts) - 1, 1, 0)
    longer = fill(vault, [draft("Another beginning. " + "x" * LIMIT), paragraphs(30)])
    assert longer.forgotten > len(parts) - 2
    forgetting.forget(vault, [parts[0], *parts[2:]])
    assert fill(vault, [paragraphs(40)]).records == 0


@pytest.mark.usefixtures("searched_here")
def test_item_of_which_a_later_text_stays_goes_on_to_change(vault: Vault):
    for text in ("first wording", "second wording"):
        fill(vault, [draft(text, "x")])
    forget(vault, "first wording")
    assert fill(vault, [draft("second wording", "x")]).known == 1
    assert fill(vault, [draft("first wording", "x")]).forgotten == 0  # another id by now: the item is not forgotten
    third = fill(vault, [draft("third wording", "x")])
    assert (third.records, third.forgotten) == (1, 0)


@pytest.mark.usefixtures("searched_here")
def test_forgotten_wording_of_an_item_that_stays_does_not_come_back(vault: Vault):
    for text in ("first wording", "second wording"):
        fill(vault, [draft(text, "x")])
    assert forget(vault, "second wording").returned == (id_of(vault, "first wording"),)
    again = fill(vault, [draft("second wording", "x")])
    assert (again.records, again.forgotten) == (0, 1)
    assert fill(vault, [draft("third wording", "x")]).records == 1


@pytest.mark.usefixtures("searched_here")
def test_record_whose_successor_was_forgotten_says_so(vault: Vault):
    fill(vault, [draft("old", "old", superseded_by="new"), draft("new", "new")])
    forget(vault, "old", "new")
    summary = fill(vault, [draft("other", "other", superseded_by="new"), draft("new", "new")])
    assert [some.reason.id for some in summary.skipped] == ["skipped.forgotten_successor"]


@pytest.mark.usefixtures("searched_here")
def test_same_text_added_by_hand_comes_in(kept: Vault):
    forget(kept, SECRET)
    added = ingest.add(kept, SECRET)
    assert reading.record(kept, added.ids[0]).text == SECRET
    assert SECRET in served(ask(kept, "TICKET-48213", "lexical"))


def test_import_that_runs_while_its_record_is_forgotten_publishes_the_rest(kept: Vault):
    def drafts() -> Iterator[Draft]:
        yield draft("changed secret", "secret", "work")
        yield from (draft(f"filler {n}", f"f/{n}") for n in range(importing.BATCH))
        with Vault.open(kept.path) as other:
            forget(other, SECRET)

    summary = fill(kept, drafts())
    assert summary.changes is not None
    whole(kept)


def test_vector_of_what_is_forgotten_while_it_is_embedded_is_not_kept(path: Path):
    with Vault.create(path) as vault:
        fill(vault, ["stays", "goes away"])

        class Slow(type(EMBEDDER)):  # type: ignore[misc]
            def embed_passages(self, texts: Sequence[str], progress: object = None) -> object:
                if "goes away" in texts:
                    with Vault.open(path) as other:
                        forget(other, "goes away")
                return super().embed_passages(texts)

        indexing.embed(vault, EMBEDDER.identity, None, lambda _: Slow())
        assert vectors.load(vault).ordinals.tolist() == [1]


# ---------------------------------------------------------------- the act


@pytest.mark.usefixtures("searched_here")
def test_act_is_one_entry_with_a_step_for_each_record(kept: Vault):
    forgotten = forget(kept, SECRET, ROTA[0].text)
    assert str(forgotten.changes.label) == "Forgot 2 records"
    assert forgotten.changes.records == 2
    assert {"record", "supersession", "expectation"} <= forgotten.changes.tables
    steps = kept.connection.execute("SELECT kind FROM step WHERE act = ?", (forgotten.changes.act,)).fetchall()
    assert steps == [("forget",), ("forget",)]


def test_record_that_is_not_there_is_refused_and_nothing_is_forgotten(kept: Vault):
    with pytest.raises(NoSuchRecord):
        forgetting.forget(kept, [id_of(kept, SECRET), "ffffff"])
    with pytest.raises(Refused):
        forgetting.forget(kept, [])
    assert SECRET in states(kept)


@pytest.mark.usefixtures("searched_here")
def test_record_that_another_process_forgot_meanwhile_is_said(kept: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(erasure, "BUSY_SECONDS", 0.1)  # what this one reads is in the way of the other
    id = id_of(kept, SECRET)

    def progress(done: int, total: int | None) -> None:
        if not kept.writing and SECRET in states(kept):
            with Vault.open(kept.path) as other:
                forgetting.forget(other, [id])

    with pytest.raises(NoSuchRecord):
        forgetting.forget(kept, [id], progress)
    assert [act.label.id for act in reading.history(kept)] == ["act.forget", "act.import"]


def test_cancelled_act_changes_nothing(kept: Vault):
    def stop(done: int, total: int | None) -> None:
        if total and done == 0 and kept.writing:
            raise Cancelled

    with pytest.raises(Cancelled):
        forgetting.forget(kept, [id_of(kept, SECRET)], stop)
    assert SECRET in states(kept)
    assert kept.setting(erasure.PENDING) is None
    whole(kept)


def test_vault_that_is_open_for_reading_only_is_refused(kept: Vault):
    id = id_of(kept, SECRET)
    kept.close()
    with Vault.open(kept.path, read_only=True) as vault:
        with pytest.raises(NotWritable):
            forgetting.forget(vault, [id])
        assert forgetting.finish(vault) is None


@pytest.mark.usefixtures("searched_here")
def test_recall_of_the_past_says_how_many_were_forgotten_since(kept: Vault):
    moment = now()
    assert ask(kept, "shift", at=moment).recall.forgotten == 0
    forget(kept, SECRET, ROTA[3].text)
    assert ask(kept, "shift", at=moment - 1).recall.forgotten == 2
    assert ask(kept, "shift", at=now() + 1).recall.forgotten == 0
    assert ask(kept, "shift").recall.forgotten == 0
    assert plain.recall(ask(kept, "shift", at=moment - 1).recall)["forgotten_since"] == 2


def test_migration_copy_that_is_damaged_is_deleted_as_well(kept: Vault):
    copy = kept.path.with_name(f"{kept.path.name}.schema-1.backup")
    copy.write_bytes(SECRET.encode())
    other = kept.path.with_name("another.vault.schema-1.backup")
    other.write_bytes(b"not of this vault")
    assert forget(kept, SECRET).waiting is None
    assert not copy.exists()
    assert other.exists()


def test_vault_opened_by_a_link_is_searched_where_its_files_are(
    kept: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(erasure, "BUSY_SECONDS", 0.2)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "link.vault").symlink_to(kept.path)
    copies = [path.with_name(f"{path.name}.schema-1.backup") for path in (kept.path, folder / "link.vault")]
    for copy in copies:
        copy.write_bytes(SECRET.encode())
    id = id_of(kept, SECRET)
    kept.close()
    with Vault.open(folder / "link.vault") as vault, Reader(kept.path) as reader:
        waiting = forgetting.forget(vault, [id]).waiting
        assert waiting is not None
        assert f"({reader.process.pid})" in str(waiting)
    with Vault.open(folder / "link.vault") as vault:
        erased = erasure.erase(vault)
        assert {path.name for path in erased.files} == {kept.path.name + suffix for suffix in ("", "-wal", "-shm")}
    assert not any(copy.exists() for copy in copies)


def test_unlisted_database_error_is_a_bug_and_not_swallowed(kept: Vault, monkeypatch: pytest.MonkeyPatch):
    def fails(self: Vault) -> None:
        raise sqlite3.ProgrammingError("a bug")

    monkeypatch.setattr(Vault, "pack", fails)
    with pytest.raises(sqlite3.ProgrammingError):
        forget(kept, SECRET)
