"""What a source holds, wholly or not at all.

An import writes in short batches under a pending number that no recall sees; one small transaction publishes it. So
a file is wholly in or not at all, and what a killed import left is purged at the next import or by ``purge``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from mnemoscope import analysis, columns, formats, journal, postings, vectors
from mnemoscope.errors import UnknownFormat
from mnemoscope.exports import restoring
from mnemoscope.formats.sources import only_changed
from mnemoscope.ingest import ends
from mnemoscope.ingest.additions import DEFAULT_APP, app_called
from mnemoscope.ingest.intake import Intake, Part
from mnemoscope.mapping import ColumnMap
from mnemoscope.messages import message
from mnemoscope.previews import Arrival
from mnemoscope.processes import runs, this_process
from mnemoscope.progress import Progress, silent
from mnemoscope.records import Changes, Draft, Skipped, indexed_text
from mnemoscope.texts import clean
from mnemoscope.times import now
from mnemoscope.vault import Vault

BATCH = 200
"""Records in one transaction of an import: short enough that no other process waits long."""

OWN = "mnemoscope"
"""The program's own format: into an empty vault everything comes back as it was, the history too."""
_WITHDRAWN = 2000
"""Records that are withdrawn in one transaction."""
_PENDING_RECORDS = "SELECT ordinal FROM record WHERE import = ? ORDER BY ordinal DESC LIMIT ?"


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What one source brought."""

    source: str
    format: str
    sign: str
    """By what the format was recognised; empty where it was named."""
    sessions: int
    records: int
    """New records; with ``dry_run`` those that would come in."""
    known: int
    """Records that the vault held already."""
    superseded: int
    """Records replaced by a newer one of this source."""
    skipped: tuple[Skipped, ...]
    """The first ones."""
    changes: Changes | None
    forgotten: int = 0
    """Records that were forgotten once, and stay out."""
    followed: int = 0
    """Known records whose state changed at the source since, and here too."""
    skip_count: int = 0
    passed_over: tuple[str, ...] = ()
    """Files of a folder or ZIP that are of another kind: the first ones."""
    passed_over_count: int = 0


# ---------------------------------------------------------------- import


def import_path(
    vault: Vault,
    path: Path,
    *,
    format: str | None = None,
    app: str = DEFAULT_APP,
    columns: ColumnMap | None = None,
    since: int | None = None,
    progress: Progress = silent,
) -> ImportSummary:
    """Everything a file or folder holds, wholly or not at all. Raises ``UnknownFormat`` and other ``VaultError``s.

    ``app`` is for records whose source names none, ``columns`` says which column of a table is which field; of a
    folder only what has changed ``since`` is read, a moment of ``sources.last_change``. Importing the same file twice
    adds nothing.
    """
    importer, sign = chosen(vault, path, format)
    if importer.name == OWN and restoring.is_empty(vault):
        sessions, count = restoring.restore(vault, path, progress)
        return ImportSummary(str(path), OWN, sign, sessions, count, 0, 0, (), None)
    with only_changed(since):
        drafts = formats.read(importer, path, columns)
        return import_drafts(
            vault, drafts, format=importer.name, source=str(path), app=app, sign=sign, progress=progress
        )


def chosen(vault: Vault, path: Path, format: str | None) -> tuple[formats.Importer, str]:
    """The importer for a path, and the sign by which it was recognised. Raises ``UnknownFormat``."""
    if path.exists() and path.samefile(vault.path):  # to read it past SQLite would drop SQLite's locks on it
        raise UnknownFormat("import.itself", path=str(path))
    return (formats.importer(format), "") if format else formats.recognise(path)


def import_drafts(
    vault: Vault,
    drafts: Iterable[Draft],
    *,
    format: str,
    source: str,
    app: str = DEFAULT_APP,
    sign: str = "",
    dry_run: bool = False,
    progress: Progress = silent,
) -> ImportSummary:
    """The same for drafts that are at hand."""
    source = clean(source)  # a file's name may hold bytes of no encoding
    if not dry_run:
        purge(vault)
    intake = Intake(format, app_called(app), source, None if dry_run else _begin(vault, format, source))
    changes, superseded, followed = None, 0, 0
    try:
        for batch in batches(intake.parts(drafts)):
            write(vault, intake, batch)
            progress(intake.counts.total(), None)
        if dry_run:
            superseded = intake.replaced
        else:
            changes, superseded, followed = _publish(vault, intake, Path(source).name)
    except BaseException:
        if not dry_run:
            _withdraw(vault, intake.number)
        raise
    finally:
        intake.arrivals.close()
    counts = intake.counts
    return ImportSummary(
        source=source,
        format=format,
        sign=sign,
        sessions=intake.places.count,
        records=counts[Arrival.NEW] + counts[Arrival.CHANGED],
        known=counts[Arrival.KNOWN] + counts[Arrival.RETURNING],
        superseded=superseded,
        skipped=tuple(intake.skipped),
        changes=changes,
        forgotten=counts[Arrival.FORGOTTEN],
        followed=followed,
        skip_count=intake.skip_count,
        passed_over=tuple(intake.passed_over),
        passed_over_count=intake.passed_over_count,
    )


def purge(vault: Vault) -> int:
    """Remove what killed imports left; returns how many there were. A running import is left alone."""
    with vault.reading() as connection:
        pending = connection.execute("SELECT id, owner FROM import WHERE published_at IS NULL").fetchall()
    dead = [number for number, owner in pending if not runs(owner)]
    for number in dead:
        _withdraw(vault, number)
    return len(dead)


def batches(parts: Iterator[Part]) -> Iterator[list[Part]]:
    """What goes into one transaction each."""
    while batch := list(islice(parts, BATCH)):
        yield batch


def _begin(vault: Vault, format: str, source: str) -> int:
    with vault.transaction() as connection:
        row = connection.execute(
            "INSERT INTO import (format, source, started_at, owner) VALUES (?, ?, ?, ?)",
            (format, source, now(), this_process()),
        )
        return int(row.lastrowid or 0)


def write(vault: Vault, intake: Intake, batch: Sequence[Part]) -> None:
    """One batch: its rows and its postings; the analysis is done before the lock is taken."""
    if intake.number is None:
        with vault.reading() as connection:
            for part in batch:
                intake.take(connection, part)
        return
    terms = [analysis.terms(indexed_text(part.draft.speaker, part.draft.text)) for part in batch]
    with vault.transaction(durable=False) as connection:
        ordinals, hashes, indexed = [], [], []
        for part, found in zip(batch, terms, strict=True):
            taken = intake.take(connection, part)
            if taken.ordinal is not None:
                ordinals.append(taken.ordinal)
                hashes.append(taken.arriving.hash)
                indexed.append(found)
        postings.append(connection, postings.Analysed(ordinals, hashes, indexed))
        columns.pack(connection)


# ---------------------------------------------------------------- the end of an import


def _publish(vault: Vault, intake: Intake, source: str) -> tuple[Changes, int, int]:
    """The act, how many records are superseded by it, and how many known ones changed their state."""
    written = intake.counts[Arrival.NEW] + intake.counts[Arrival.CHANGED]
    count = written + len(intake.returning)
    with journal.act(vault, message("act.import", count=count, source=source)) as act:
        if written:
            act.imported(intake.number or 0, written)
        act.set_states(intake.returning, True)
        intake.places.settle(act.connection)
        superseded = sum(ends.draw(act, intake, successor) for successor in intake.successors)
        superseded += sum(ends.replace(act, first, newer) for first, newer in intake.changed)
        superseded += sum(ends.return_to(act, intake, record, others) for record, others in intake.chosen)
        followed = sum(ends.follow(act, intake, change) for change in intake.states)
        if not count:
            act.label = message("act.followed", count=superseded + followed, source=source)
        if written:
            act.connection.execute("UPDATE import SET published_at = ? WHERE id = ?", (act.at, intake.number))
        else:  # a source that is read time and again leaves no row for each time that it brought nothing
            act.connection.execute("DELETE FROM import WHERE id = ?", (intake.number,))
    return act.changes, superseded, followed


def _withdraw(vault: Vault, number: int | None) -> None:
    """Remove an unpublished import: rows, postings and vectors, in short transactions, as nobody sees them. One that is
    published by now is left alone."""
    while _withdraw_some(vault, number):
        pass


def _withdraw_some(vault: Vault, number: int | None) -> bool:
    """Whether something may be left."""
    with vault.transaction() as connection:
        if not connection.execute("SELECT 1 FROM import WHERE id = ? AND published_at IS NULL", (number,)).fetchone():
            return False
        # The last ones first: they stand together in the latest segments.
        records = [row[0] for row in connection.execute(_PENDING_RECORDS, (number, _WITHDRAWN))]
        if records:
            postings.remove(connection, records)
            vectors.remove(connection, records)
            connection.executemany("DELETE FROM record WHERE ordinal = ?", ((record,) for record in records))
        if len(records) == _WITHDRAWN:
            return True
        connection.execute("DELETE FROM session WHERE id NOT IN (SELECT session FROM record)")
        connection.execute("DELETE FROM import WHERE id = ?", (number,))
        return False
