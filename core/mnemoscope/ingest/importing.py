"""What a source holds, wholly or not at all.

An import writes in short batches under a pending number that no recall sees; one small transaction publishes it. So
a file is wholly in or not at all, and what a killed import left is purged at the next import or by ``purge``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path

from mnemoscope import analysis, columns, formats, journal, pending, postings
from mnemoscope.errors import UnknownFormat
from mnemoscope.exports import joining, restoring
from mnemoscope.formats.mnemoscope import is_part
from mnemoscope.formats.sources import only_changed
from mnemoscope.ingest import ends
from mnemoscope.ingest.additions import DEFAULT_APP, app_called
from mnemoscope.ingest.intake import Intake, Part
from mnemoscope.mapping import ColumnMap
from mnemoscope.messages import Message, message
from mnemoscope.previews import Arrival
from mnemoscope.progress import Progress, silent
from mnemoscope.records import Changes, Draft, Skipped, indexed_text
from mnemoscope.texts import clean
from mnemoscope.vault import Vault

BATCH = 200
"""Records in one transaction of an import: short enough that no other process waits long."""

OWN = "mnemoscope"
"""The program's own format: into an empty vault everything comes back as it was, the history too."""


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What one source brought."""

    source: str
    format: str
    sign: Message | None
    """By what the format was recognised; ``None`` where it was named."""
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
    if importer.name == OWN:
        return _bring_back(vault, path, app, sign, progress)
    with only_changed(since):
        drafts = formats.read(importer, path, columns)
        return import_drafts(
            vault, drafts, format=importer.name, source=str(path), app=app, sign=sign, progress=progress
        )


def _bring_back(vault: Vault, path: Path, app: str, sign: Message | None, progress: Progress) -> ImportSummary:
    """The program's own export: wholly into an empty vault, else (or where it is damaged) what can join."""
    pending.purge(vault)
    damage: tuple[Draft, ...] = ()
    if restoring.is_empty(vault) and not is_part(path):
        try:
            sessions, count = restoring.restore(vault, path, progress)
            return ImportSummary(str(path), OWN, sign, sessions, count, 0, 0, (), None)
        except restoring.Damaged as error:
            damage = (Skipped(path.name, error.message), Skipped(path.name, message("restore.only_records")))
    drafts = chain(damage, formats.read(formats.importer(OWN), path, None))
    also = partial(joining.join, source=path)
    return import_drafts(vault, drafts, format=OWN, source=str(path), app=app, sign=sign, also=also, progress=progress)


def chosen(vault: Vault, path: Path, format: str | None) -> tuple[formats.Importer, Message | None]:
    """The importer for a path, and the sign by which it was recognised. Raises ``UnknownFormat``."""
    # To read it past SQLite would drop SQLite's locks on it.
    if path.exists() and vault.path.exists() and path.samefile(vault.path):
        raise UnknownFormat("import.itself", path=str(path))
    return (formats.importer(format), None) if format else formats.recognise(path)


def import_drafts(
    vault: Vault,
    drafts: Iterable[Draft],
    *,
    format: str,
    source: str,
    app: str = DEFAULT_APP,
    sign: Message | None = None,
    dry_run: bool = False,
    also: Callable[[journal.Writing], int] = lambda act: 0,
    progress: Progress = silent,
) -> ImportSummary:
    """The same for drafts that are at hand; ``also`` brings what is no record, in the same act, and counts it."""
    source = clean(source)  # a file's name may hold bytes of no encoding
    if not dry_run:
        pending.purge(vault)
    intake = Intake(format, app_called(app), source, None if dry_run else pending.begin(vault, format, source))
    changes, superseded, followed = None, 0, 0
    try:
        for batch in batches(intake.parts(drafts)):
            write(vault, intake, batch)
            progress(intake.counts.total(), None)
        if dry_run:
            superseded = intake.replaced
        else:
            changes, superseded, followed = _publish(vault, intake, Path(source).name, also)
    except BaseException:
        if not dry_run:
            pending.withdraw(vault, intake.number)
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


def batches(parts: Iterator[Part]) -> Iterator[list[Part]]:
    """What goes into one transaction each."""
    while batch := list(islice(parts, BATCH)):
        yield batch


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


def _publish(
    vault: Vault, intake: Intake, source: str, also: Callable[[journal.Writing], int]
) -> tuple[Changes, int, int]:
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
        followed = sum(ends.follow(act, intake, change) for change in intake.states) + also(act)
        if not count:
            act.label = message("act.followed", count=superseded + followed, source=source)
        if written:
            act.connection.execute("UPDATE import SET published_at = ? WHERE id = ?", (act.at, intake.number))
        else:  # a source that is read time and again leaves no row for each time that it brought nothing
            act.connection.execute("DELETE FROM import WHERE id = ?", (intake.number,))
    return act.changes, superseded, followed
