"""Derived data are brought up to date: resumed, cancelled, rebuilt, and the same in the end."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from memories import EMBEDDER, WordEmbedder, ask, curated, draft, embed, fill, id_of, ordinal_of, served

from mnemoscope import analysis, columns, curation, doctor, indexing, ingest, plain, postings, vectors
from mnemoscope.embedding import Vectors, models
from mnemoscope.errors import Cancelled, ModelUnavailable, NotAVault
from mnemoscope.progress import Progress, silent
from mnemoscope.records import Channel, ChannelState
from mnemoscope.vault import Vault

TEXTS = [f"word{n} shared{n % 3} text" for n in range(30)]


@pytest.fixture
def thirty(vault: Vault) -> Vault:
    fill(vault, TEXTS)
    return vault


def answer(vault: Vault, profile: str = "fused") -> str:
    return plain.dumps(plain.recall(ask(vault, "word3 shared1", profile).recall, timings=False))


def every_posting(vault: Vault) -> dict[str, list[tuple[int, float]]]:
    index = postings.load(vault)
    found = {}
    for (term,) in vault.connection.execute("SELECT text FROM term").fetchall():
        held = postings.read(vault, index, term)
        assert held is not None
        found[term] = sorted(zip(held[0].tolist(), held[1].tolist(), strict=True))
    return found


# ---------------------------------------------------------------- words


def test_cold_build_equals_what_ingest_wrote(thirty: Vault, monkeypatch: pytest.MonkeyPatch):
    before, postings_before = answer(thirty), every_posting(thirty)
    with thirty.transaction() as connection:
        postings.drop(connection)
    assert indexing.status(thirty).indexed == 0
    monkeypatch.setattr(indexing, "COLD", 10)
    assert indexing.index_words(thirty) == 30
    assert thirty.connection.execute("SELECT count(*) FROM posting_segment").fetchone() == (1,)
    assert every_posting(thirty) == postings_before
    assert answer(thirty) == before


def test_missing_records_are_added_and_the_rest_is_left(thirty: Vault):
    expected = every_posting(thirty)
    with thirty.transaction() as connection:
        postings.remove(connection, [ordinal_of(thirty, TEXTS[n]) for n in (3, 4)])
    assert indexing.unindexed(thirty).tolist() == [ordinal_of(thirty, TEXTS[n]) for n in (3, 4)]
    assert indexing.index_words(thirty) == 2
    assert every_posting(thirty) == expected
    assert indexing.index_words(thirty) == 0


def test_rebuild_gives_the_same_answer(thirty: Vault):
    before = answer(thirty)
    assert indexing.index_words(thirty, rebuild=True) == 30
    assert answer(thirty) == before


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM posting WHERE id = (SELECT max(id) FROM posting)",
        "UPDATE posting_segment SET analyzer = 0",
        "DELETE FROM term WHERE id = 1",
        "UPDATE term SET postings = postings + 1 WHERE id = 1",
        "UPDATE posting_segment SET hashes = zeroblob(length(hashes))",
    ],
)
def test_damaged_index_is_rebuilt(thirty: Vault, damage: str):
    before = every_posting(thirty)
    thirty.connection.execute(damage)
    thirty.cache.snapshots.clear()
    indexing.index_words(thirty)
    thirty.cache.snapshots.clear()
    assert postings.adds_up(thirty.connection)
    assert indexing.status(thirty).words_complete
    assert every_posting(thirty) == before


def test_ghost_of_a_record_that_is_gone_is_taken_out(thirty: Vault):
    gone = ordinal_of(thirty, TEXTS[5])
    with thirty.transaction() as connection:
        connection.execute("DELETE FROM step")
        connection.execute("DELETE FROM record WHERE ordinal = ?", (gone,))
    assert gone in postings.load(thirty).indexed.nonzero()[0].tolist()
    indexing.index_words(thirty)
    assert gone not in postings.load(thirty).indexed.nonzero()[0].tolist()
    assert postings.read(thirty, postings.load(thirty), "word5") is None


def test_ghost_is_never_served(thirty: Vault):
    gone = ordinal_of(thirty, TEXTS[5])
    embed(thirty)
    with thirty.transaction() as connection:
        connection.execute("DELETE FROM record WHERE ordinal = ?", (gone,))
    found = ask(thirty, "word5").recall
    assert TEXTS[5] not in [hit.record.text for hit in found.hits]
    assert found.recallable == 29
    assert all(report.ranked <= 29 for report in found.channels.values())


def test_two_processes_that_index_at_once_count_every_record_once(
    thirty: Vault, path: Path, monkeypatch: pytest.MonkeyPatch
):
    expected = every_posting(thirty)
    with thirty.transaction() as connection:
        postings.drop(connection)
    analyse = indexing.analyse

    with Vault.open(path) as other:

        def meanwhile(vault: Vault, batch: list[int]) -> postings.Analysed:
            found = analyse(vault, batch)
            monkeypatch.setattr(indexing, "analyse", analyse)
            indexing.index_words(other)
            return found

        monkeypatch.setattr(indexing, "analyse", meanwhile)
        indexing.index_words(thirty)
    assert every_posting(thirty) == expected
    assert postings.adds_up(thirty.connection)


def test_record_that_stands_twice_in_the_index_is_repaired(thirty: Vault):
    expected = every_posting(thirty)
    number = ordinal_of(thirty, TEXTS[0])
    with thirty.transaction() as connection:
        hash = connection.execute("SELECT text_hash FROM record WHERE ordinal = ?", (number,)).fetchone()[0]
        postings.append(connection, postings.Analysed([number], [hash], [analysis.terms(TEXTS[0])]))
    indexing.index_words(thirty)
    assert every_posting(thirty) == expected


def test_cancelled_indexing_goes_on_where_it_stopped(thirty: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(indexing, "WORDS_BATCH", 4)
    expected = every_posting(thirty)
    with thirty.transaction() as connection:
        postings.drop(connection)

    def cancel(done: int, total: int | None) -> None:
        if done >= 8:
            raise Cancelled

    with pytest.raises(Cancelled):
        indexing.index_words(thirty, cancel)
    assert indexing.status(thirty).indexed == 8
    assert ask(thirty, "shared1", "lexical").recall.hits == ()
    assert indexing.index_words(thirty) == 22
    assert every_posting(thirty) == expected


def test_record_that_came_in_during_a_build_is_indexed_too(thirty: Vault, path: Path):
    with Vault.open(path) as other:

        def meanwhile(done: int, total: int | None) -> None:
            if done == 30 and other.connection.execute("SELECT count(*) FROM record").fetchone()[0] == 30:
                ingest.add(other, "latecomer")

        indexing.index_words(thirty, meanwhile, rebuild=True)
    assert indexing.status(thirty).words_complete
    assert served(ask(thirty, "latecomer", "lexical")) == ["latecomer"]


def test_every_record_is_indexed_whatever_its_state(thirty: Vault):
    curation.deactivate(thirty, [id_of(thirty, TEXTS[0])])
    with thirty.transaction() as connection:
        postings.drop(connection)
    indexing.index_words(thirty)
    assert indexing.status(thirty).indexed == 30


# ---------------------------------------------------------------- vectors


class Failing(WordEmbedder):
    """Breaks off after so many texts."""

    def __init__(self, name: str, after: int) -> None:
        super().__init__(name)
        self.after = after

    def embed_passages(self, texts: list[str], progress: Progress = silent) -> Vectors:  # type: ignore[override]
        if len(self.embedded) + len(texts) > self.after:
            raise RuntimeError("the engine broke")
        return super().embed_passages(texts, progress)


def run(vault: Vault, embedder: WordEmbedder, progress: Progress = silent) -> int:
    return indexing.embed(vault, embedder.identity, "here", lambda _: embedder, progress)


def test_every_record_gets_a_vector_once(thirty: Vault):
    embedder = WordEmbedder()
    assert run(thirty, embedder) == 30
    assert run(thirty, embedder) == 0
    assert sorted(embedder.embedded) == sorted(TEXTS)
    status = indexing.status(thirty)
    assert (status.embedded, status.unembedded, status.model, status.location) == (30, 0, "words", "here")


def test_what_is_embedded_is_speaker_and_text(vault: Vault):
    fill(vault, [draft("hello", "1", speaker="Ann")])
    embedder = WordEmbedder()
    run(vault, embedder)
    assert embedder.embedded == ["Ann: hello"]


@pytest.mark.parametrize("after", [0, 5, 10, 15, 25])
def test_broken_run_goes_on_where_it_stopped(thirty: Vault, monkeypatch: pytest.MonkeyPatch, after: int):
    monkeypatch.setattr(indexing, "EMBED_BATCH", 5)
    with pytest.raises(RuntimeError):
        run(thirty, Failing("words", after))
    assert indexing.status(thirty).embedded == after
    whole = WordEmbedder()
    assert run(thirty, whole) == 30 - after
    assert sorted(whole.embedded) == sorted(TEXTS[after:])


def test_cancelled_run_keeps_what_is_written(thirty: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(indexing, "EMBED_BATCH", 5)
    told = []

    class Telling(WordEmbedder):
        def embed_passages(self, texts: list[str], progress: Progress = silent) -> Vectors:  # type: ignore[override]
            progress(0, len(texts))
            return super().embed_passages(texts, progress)

    def cancel(done: int, total: int | None) -> None:
        told.append((done, total))
        if done == 10:
            raise Cancelled

    with pytest.raises(Cancelled):
        run(thirty, Telling(), cancel)
    assert told == [(0, 30), (5, 30), (10, 30)]
    assert indexing.status(thirty).embedded == 10


@pytest.mark.parametrize("after", [0, 5, 20, 25])
def test_new_model_is_built_aside_and_switched_to_whole(thirty: Vault, monkeypatch: pytest.MonkeyPatch, after: int):
    monkeypatch.setattr(indexing, "EMBED_BATCH", 5)
    embed(thirty)
    before = answer(thirty)
    with pytest.raises(RuntimeError):
        run(thirty, Failing("other", after))
    assert answer(thirty) == before
    assert indexing.status(thirty).model == "words"
    other = WordEmbedder("other")
    assert run(thirty, other) == 30 - after
    assert indexing.status(thirty).model == "other"
    assert indexing.status(thirty).embedded == 30
    assert thirty.connection.execute("SELECT count(DISTINCT model) FROM vector_segment").fetchone() == (1,)
    assert ask(thirty, "word3").recall.channels["vector"].state == "mismatch"  # asked with the old one


def test_record_that_came_in_before_the_switch_is_embedded_first(thirty: Vault, path: Path):
    embed(thirty)
    other = WordEmbedder("other")
    original = other.embed_passages

    with Vault.open(path) as second:

        def meanwhile(texts: list[str], progress: Progress = silent) -> Vectors:
            if len(texts) == 30:
                ingest.add(second, "latecomer")
            return original(texts, progress)

        other.embed_passages = meanwhile  # type: ignore[method-assign, assignment]
        assert run(thirty, other) == 31
    assert indexing.status(thirty).unembedded == 0


def test_records_withdrawn_during_a_run_are_left_out(thirty: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(indexing, "EMBED_BATCH", 5)
    embedder = WordEmbedder()
    original = embedder.embed_passages

    def meanwhile(texts: list[str], progress: Progress = silent) -> Vectors:
        if len(embedder.embedded) == 5:
            thirty.connection.execute("DELETE FROM record WHERE ordinal BETWEEN 11 AND 17")
        return original(texts, progress)

    embedder.embed_passages = meanwhile  # type: ignore[method-assign, assignment]
    assert run(thirty, embedder) == 23
    assert indexing.status(thirty).unembedded == 0


def test_pending_texts_are_embedded_by_the_model_of_the_vault(thirty: Vault, monkeypatch: pytest.MonkeyPatch):
    asked: list[object] = []

    def bulk(key: str, location: str | None, pending: int) -> WordEmbedder:
        asked.append(("bulk", key, location, pending))
        return EMBEDDER

    def query(key: str, location: str | None) -> WordEmbedder:
        asked.append(("query", key, location))
        return EMBEDDER

    monkeypatch.setattr(models, "open_model", lambda name: (EMBEDDER.identity, f"at {name}"))
    monkeypatch.setattr(models, "bulk_embedder", bulk)
    monkeypatch.setattr(models, "query_embedder", query)
    assert indexing.embed_pending(thirty) == 30
    assert indexing.embed_pending(thirty) == 0
    ingest.add(thirty, "one more")
    assert indexing.embed_pending(thirty, bulk=False) == 1
    key = EMBEDDER.identity.key
    assert asked == [("bulk", key, "at default", 30), ("query", key, "at default")]


def test_model_that_is_not_here_is_said(thirty: Vault, monkeypatch: pytest.MonkeyPatch):
    def missing(name: str) -> None:
        raise ModelUnavailable("embedding.not_installed", model=name)

    before = curated(thirty)
    monkeypatch.setattr(models, "open_model", missing)
    with pytest.raises(ModelUnavailable):
        indexing.embed_pending(thirty, model="no/such")
    assert curated(thirty) == before


EMBEDDING = """
import pathlib, sys, time
sys.path.insert(0, sys.argv[2])
from memories import WordEmbedder
from mnemoscope import indexing
from mnemoscope.vault import Vault
indexing.EMBED_BATCH = 5
class Slow(WordEmbedder):
    def embed_passages(self, texts, progress=None):
        time.sleep(0.02)
        return super().embed_passages(texts)
engine = Slow(sys.argv[3])
with Vault.open(pathlib.Path(sys.argv[1])) as vault:
    print("ready", flush=True)
    indexing.embed(vault, engine.identity, None, lambda _: engine)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills like that here")
def test_killed_embedding_loses_no_batch_that_was_written(thirty: Vault, path: Path):
    embed(thirty)
    before = answer(thirty)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    arguments = [sys.executable, "-c", EMBEDDING, str(path), str(Path(__file__).parent), "other"]
    rng = random.Random(1)
    for _ in range(3):
        process = subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(rng.uniform(0.0, 0.06))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if indexing.status(thirty).model == "words":
            assert answer(thirty) == before
    subprocess.run(arguments, env=environment, check=True, capture_output=True)
    thirty.changed()
    assert indexing.status(thirty).model == "other"
    assert indexing.status(thirty).unembedded == 0
    held = vectors.load(thirty)
    assert sorted(held.ordinals.tolist()) == np.flatnonzero(columns.load(thirty).exists).tolist()


def test_columns_of_another_text_are_rebuilt_instead_of_embedding_it_for_ever(vault: Vault):
    fill(vault, TEXTS)
    _misremember(vault)
    assert embed(vault) >= len(TEXTS)
    assert indexing.status(vault).unembedded == 0


def test_damage_that_rebuilding_does_not_mend_is_said(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    fill(vault, TEXTS)
    _misremember(vault)
    monkeypatch.setattr(columns, "rebuild", lambda connection: None)
    with pytest.raises(NotAVault, match="damaged"):
        embed(vault)


def _misremember(vault: Vault) -> None:
    """Packed columns that are whole and say that a record holds another text."""
    with vault.transaction() as connection:
        columns.rebuild(connection)
        (packed,) = connection.execute("SELECT packed FROM column_chunk WHERE chunk = 0").fetchone()
        values = np.frombuffer(packed, columns.PACKED).copy()
        values["hash"][3] ^= 1
        connection.execute("UPDATE column_chunk SET packed = ?, revision = revision + 1", (values.tobytes(),))


@pytest.mark.parametrize("lost", ["term", "term WHERE text = 'word7'", "posting", "posting_segment"])
def test_lost_part_of_the_word_index_is_said_and_repaired(path: Path, lost: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postings, "LOOSE_BELOW", 0)
    with Vault.create(path) as vault:
        fill(vault, TEXTS)
        indexing.index_words(vault, rebuild=True)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:  # no foreign keys here
        connection.execute(f"DELETE FROM {lost}")
    with Vault.open(path) as vault:
        vault.cache.snapshots.clear()  # as another process sees it
        report = ask(vault, "word7", "lexical").recall.channels[Channel.LEXICAL]
        assert (report.state, report.missing) == (ChannelState.INCOMPLETE, len(TEXTS))
        indexing.index_words(vault)
        assert served(ask(vault, "word7", "lexical")) == [TEXTS[7]]


# ---------------------------------------------------------------- upkeep


def test_upkeep_packs_and_merges_until_nothing_is_left(vault: Vault, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postings, "MERGE_AT_ONCE", 0)
    for number in range(20):
        ingest.add(vault, f"text {number}")
    before = json.dumps(every_posting(vault))
    indexing.settle(vault)
    assert vault.connection.execute("SELECT count(*) FROM posting_segment").fetchone()[0] <= 8
    assert json.dumps(every_posting(vault)) == before
    monkeypatch.setattr(postings, "rewrite", lambda *_: pytest.fail("there was nothing to merge"))
    indexing.settle(vault)


def test_two_processes_that_embed_at_once_make_one_vector_a_record(thirty: Vault, path: Path):
    class Overtaken(WordEmbedder):
        """While it embeds, another process embeds everything."""

        def embed_passages(self, texts: Sequence[str], progress: Progress = silent) -> Vectors:
            with Vault.open(path, "another") as other:
                embed(other)
            return super().embed_passages(texts, progress)

    engine = Overtaken()
    indexing.embed(thirty, engine.identity, None, lambda _: engine)
    assert indexing.status(thirty).unembedded == 0
    assert doctor.examine(thirty).findings == ()
