"""Bringing derived data up to date: batched, resumable, cancellable. Nothing here changes curated data."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mnemoscope import analysis, columns, postings, vectors
from mnemoscope.embedding import Embedder, ModelIdentity
from mnemoscope.errors import NotAVault
from mnemoscope.progress import Progress, silent
from mnemoscope.records import indexed_text
from mnemoscope.vault import Vault

COLD = 2_000
"""From this many missing records on, a whole index is built in one pass and one transaction."""
WORDS_BATCH = 200
SWEPT_AT_ONCE = 20_000
"""Old postings deleted in one transaction."""
EMBED_BATCH = 256
"""Texts in one write: enough for an engine to sort them by length, few enough to lose when a run is killed."""

_TEXTS = "SELECT ordinal, text_hash, speaker, text FROM record WHERE ordinal IN ({marks}) ORDER BY ordinal"


@dataclass(frozen=True, slots=True)
class Status:
    """How far the derived data are, over every stored record whatever its state."""

    records: int
    indexed: int
    embedded: int
    model: str | None
    location: str | None
    """Name or folder of a model that is not the bundled one."""

    @property
    def words_complete(self) -> bool:
        """Whether every record is in the word index."""
        return self.indexed == self.records

    @property
    def unembedded(self) -> int:
        """How many records have no vector yet."""
        return self.records - self.embedded


Opened = Callable[[int], Embedder]
"""Gives the engine for so many pending texts."""


def status(vault: Vault) -> Status:
    """How far index and vectors are."""
    with vault.reading() as connection:
        held = columns.load(vault)
        model = vectors.model_in_use(connection)
        return Status(
            records=int(held.exists.sum()),
            indexed=int(held.exists.sum()) - len(unindexed(vault)),
            embedded=int(held.exists.sum()) - len(unembedded(vault, model)),
            model=model.identity.name if model else None,
            location=model.location if model else None,
        )


def unindexed(vault: Vault) -> npt.NDArray[np.int64]:
    """Ordinals of the records that the word index does not hold as they are, ascending."""
    with vault.reading():
        held, index = columns.load(vault), postings.load(vault)
    return np.flatnonzero(held.exists & ~columns.matching(held, index.indexed, index.hashes))


def unembedded(vault: Vault, model: vectors.StoredModel | None) -> npt.NDArray[np.int64]:
    """Ordinals of the records without a vector of this model, ascending."""
    with vault.reading() as connection:
        held = columns.load(vault)
        if model is None:
            return np.flatnonzero(held.exists)
        ordinals, hashes = vectors.stored(connection, model)
    done = np.zeros(held.size, np.bool_)
    known = ordinals < held.size
    ordinals, hashes = ordinals[known], hashes[known]
    done[ordinals] = held.hash[ordinals] == hashes
    return np.flatnonzero(held.exists & ~done)


# ---------------------------------------------------------------- words


def index_words(vault: Vault, progress: Progress = silent, rebuild: bool = False) -> int:
    """Bring the word index up to date, or build it anew; returns how many records were indexed."""
    missing = unindexed(vault)
    with vault.reading() as connection:
        stale = connection.execute(
            "SELECT count(*) FROM posting_segment WHERE analyzer <> ?", (analysis.VERSION,)
        ).fetchone()[0]
        every = np.flatnonzero(columns.load(vault).exists)
        damaged = _ghosts(vault)
    built = 0
    if rebuild or stale or damaged or (len(missing) >= COLD and len(missing) == len(every)):
        _build(vault, every, progress)
        built = len(every)
        missing = unindexed(vault)  # what came in meanwhile
    done = 0
    for batch in batches(missing, WORDS_BATCH):
        analysed = analyse(vault, batch)
        with vault.transaction() as connection:
            postings.append(connection, _still_missing(vault, analysed))
        done += len(batch)
        progress(done, len(missing))
    settle(vault)
    return built + done


def _still_missing(vault: Vault, analysed: postings.Analysed) -> postings.Analysed:
    """Without what another process indexed since: twice in the index, a record would count twice."""
    missing = set(unindexed(vault).tolist())
    rows = zip(analysed.ordinals, analysed.hashes, analysed.terms, strict=True)
    kept = [row for row in rows if row[0] in missing]
    return postings.Analysed([row[0] for row in kept], [row[1] for row in kept], [row[2] for row in kept])


def _ghosts(vault: Vault) -> bool:
    """Whether the index holds records that are gone, twice or were another text, or postings that do not add up."""
    held, index = columns.load(vault), postings.load(vault)
    if sum(len(segment.ordinals) for segment in index.segments.values()) != int(index.indexed.sum()):
        return True
    fitting = columns.matching(held, index.indexed, index.hashes)
    if int(index.indexed.sum()) != int((fitting & held.exists).sum()):
        return True
    with vault.reading() as connection:
        return not postings.adds_up(connection)


def _build(vault: Vault, every: Sequence[int] | npt.NDArray[np.int64], progress: Progress) -> None:
    """The whole index as one segment: analysed first, written in one transaction."""
    found = postings.Analysed([], [], [])
    for batch in batches(every, 2_000):
        some = analyse(vault, batch)
        found = postings.Analysed(
            [*found.ordinals, *some.ordinals], [*found.hashes, *some.hashes], [*found.terms, *some.terms]
        )
        progress(len(found.ordinals), len(every))
    with vault.transaction() as connection:
        postings.drop(connection)
        postings.append(connection, found)
        columns.rebuild(connection)


def analyse(vault: Vault, ordinals: Sequence[int]) -> postings.Analysed:
    """These records, as far as they still exist, ready for the word index."""
    rows = _texts(vault, ordinals)
    return postings.Analysed(
        [row[0] for row in rows], [row[1] for row in rows], [analysis.terms(row[2]) for row in rows]
    )


def _texts(vault: Vault, ordinals: Sequence[int]) -> list[tuple[int, int, str]]:
    """Ordinal, hash and indexed text of the records that still exist."""
    with vault.reading() as connection:
        rows = connection.execute(_TEXTS.format(marks=",".join("?" * len(ordinals))), list(ordinals)).fetchall()
    return [(number, hash, indexed_text(speaker, text)) for number, hash, speaker, text in rows]


def batches(ordinals: Sequence[int] | npt.NDArray[np.int64], size: int) -> Iterator[list[int]]:
    """That many at a time."""
    for first in range(0, len(ordinals), size):
        yield [int(number) for number in ordinals[first : first + size]]


# ---------------------------------------------------------------- vectors


def finish(vault: Vault, progress: Progress = silent) -> int:
    """Index and embed what is not yet; returns how many records were embedded. Raises ``ModelUnavailable``."""
    index_words(vault, progress)
    return embed_pending(vault, progress)


def embed_pending(vault: Vault, progress: Progress = silent, model: str | None = None, bulk: bool = True) -> int:
    """Embed what has no vector of the vault's model, or of ``model`` (a name or folder), which then takes its place.

    Without ``bulk`` the engine for questions does it all, which never imports torch. Returns how many were embedded.
    Raises ``ModelUnavailable``.
    """
    from mnemoscope.embedding import models

    with vault.reading() as connection:
        held = vectors.model_in_use(connection)
        if model is None and held is not None and not len(unembedded(vault, held)):
            return 0
    if model is None and held is not None:
        identity, location = held.identity, held.location
    else:
        identity, location = models.open_model(model or models.DEFAULT_LOCATION)

    def opened(pending: int) -> Embedder:
        if bulk:
            return models.bulk_embedder(identity.key, location, pending)
        return models.query_embedder(identity.key, location)

    return embed(vault, identity, location, opened, progress)


def embed(
    vault: Vault, identity: ModelIdentity, location: str | None, opened: Opened, progress: Progress = silent
) -> int:
    """Embed every record that has no vector of this model; returns how many were embedded.

    Another model than the vault's is built aside and switched to in one transaction once every record has a vector;
    until then recalls use the old one. A killed run goes on where it stopped. Raises ``NotAVault`` where the file is
    so damaged that a vector which was just made does not count as made.
    """
    with vault.transaction() as connection:
        vectors.drop_cut(connection)
        model = vectors.register_model(connection, identity, location)
        current = vectors.model_in_use(connection)
        if current is None:
            vectors.use_model(connection, model)
            current = model
    done = 0
    before: list[int] = []
    rebuilt = False
    while True:
        pending = unembedded(vault, model)
        if before and pending.tolist() == before:  # its vectors are of the text, but the columns are of another
            if rebuilt:
                raise NotAVault("vault.damaged", path=str(vault.path))
            with vault.transaction() as connection:
                columns.rebuild(connection)
            before, rebuilt = [], True
            continue
        before = pending.tolist()
        if not len(pending):
            if current.number != model.number and not _switch(vault, model):
                continue  # a record came in between
            return done
        engine = opened(len(pending))
        total = done + len(pending)
        for batch in batches(pending, EMBED_BATCH):
            rows = _texts(vault, _without_vector(vault, model, batch))
            if not rows:  # an import was withdrawn meanwhile, or another process embedded it
                continue
            found = engine.embed_passages([text for _, _, text in rows], _from(done, total, progress))
            with vault.transaction(durable=False) as connection:
                here = set(_without_vector(vault, model, [row[0] for row in rows]))
                kept = [place for place, row in enumerate(rows) if row[0] in here]
                numbers, hashes = [rows[place][0] for place in kept], [rows[place][1] for place in kept]
                vectors.append(connection, model, numbers, hashes, found[kept])
            done += len(rows)
        progress(done, total)


def _without_vector(vault: Vault, model: vectors.StoredModel, ordinals: Sequence[int]) -> list[int]:
    """Without what was forgotten or embedded by another process since: one record has one vector."""
    missing = set(unembedded(vault, model).tolist())
    return [number for number in ordinals if number in missing]


def _from(before: int, total: int, progress: Progress) -> Progress:
    """Progress of a batch as progress of the whole."""
    return lambda done, _: progress(before + done, total)


def _switch(vault: Vault, model: vectors.StoredModel) -> bool:
    """Put a finished model in the place of the old one, if no record came in since."""
    with vault.transaction() as connection:
        if len(unembedded(vault, model)):
            return False
        vectors.use_model(connection, model)
    return True


# ---------------------------------------------------------------- upkeep


def settle(vault: Vault) -> None:
    """Upkeep after writes, in short transactions: pack stale columns, merge segments that have become many."""
    steps: tuple[Callable[[sqlite3.Connection], object], ...] = (
        columns.pack,
        postings.merge,
        lambda connection: postings.sweep(connection, SWEPT_AT_ONCE),
    )
    for step in steps:
        due = True
        while due:
            with vault.transaction(durable=False) as connection:
                due = bool(step(connection))
