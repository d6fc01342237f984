"""Every check in its turn, as of one moment; and the repair of what is derived."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator

from mnemoscope import columns, indexing, ingest
from mnemoscope.doctor import curated, derived
from mnemoscope.doctor.derived import Read
from mnemoscope.doctor.findings import Check, Diagnosis, Finding, Inspected
from mnemoscope.errors import NotAVault
from mnemoscope.messages import message
from mnemoscope.progress import Progress, silent
from mnemoscope.vault import Vault, translated

_STEPS = 200_000
"""Of SQLite's machine, between two looks at whether the answer is still wanted."""
_COUNTS = {
    Check.FILE: "PRAGMA page_count",
    Check.WORDS: "SELECT count(*) FROM term WHERE postings <> 0",
    Check.COLUMNS: "SELECT count(*) FROM column_chunk",
    Check.SUPERSESSIONS: "SELECT count(*) FROM supersession WHERE until IS NULL",
}
_LOOKS: dict[Check, Callable[[sqlite3.Connection], Iterator[Finding]]] = {
    Check.FILE: curated.of_pages,
    Check.REFERENCES: curated.of_references,
    Check.VECTORS: derived.of_vectors,
    Check.COLUMNS: derived.of_columns,
    Check.SUPERSESSIONS: curated.of_supersessions,
    Check.STATES: curated.of_states,
    Check.UNFINISHED: curated.of_unfinished,
}
_BEFORE_ALL = (Check.FILE, Check.REFERENCES)
"""Where one of these finds something, no other gives an answer that could be trusted."""

Told = Callable[[Inspected], None]
"""Hears of each check once it is made."""


def _unheard(looked: Inspected) -> None:
    """For those who wait for the whole."""


def examine(vault: Vault, progress: Progress = silent, told: Told = _unheard) -> Diagnosis:
    """Look at everything, as of one moment. Writes nothing; ``progress`` counts records, and may cancel."""
    with vault.reading() as connection, _Examination(vault, connection, progress) as examination:
        looked: list[Inspected] = []
        for check in Check:
            looked.append(examination.look(check))
            told(looked[-1])
            if looked[-1].findings and (check in _BEFORE_ALL or examination.is_unreadable):
                break
        return Diagnosis(examination.total, tuple(looked))


def repair(vault: Vault, progress: Progress = silent, told: Told = _unheard) -> Diagnosis:
    """Make anew what is derived and wrong; returns what is left then. Vectors of another text are dropped, and come by
    ``embed``. ``told`` hears of the checks that follow the repair."""
    ingest.purge(vault)
    before = examine(vault, progress)
    wrong = [finding for finding in before.findings if finding.can_repair]
    ids = {finding.what.id for finding in wrong}
    if wrong:
        with vault.transaction() as connection:
            derived.drop_cut(connection)
        vault.cache.snapshots.clear()
    if any(id.startswith("doctor.words") for id in ids):
        indexing.index_words(vault, progress, rebuild=True)
    if any(id.startswith("doctor.vectors") for id in ids):
        with vault.transaction() as connection:
            derived.drop_wrong_vectors(connection)
    if any(id.startswith("doctor.columns") for id in ids):
        with vault.transaction() as connection:
            columns.rebuild(connection)
    vault.cache.snapshots.clear()
    after = examine(vault, progress, told)
    left = {finding.what.id for finding in after.findings}
    return Diagnosis(after.records, after.looked, tuple(some for some in wrong if some.what.id not in left))


def of_file(connection: sqlite3.Connection) -> Iterator[Finding]:
    """What SQLite itself says of a file, and whether it is a vault of this program."""
    yield from curated.of_pages(connection)
    yield from curated.of_references(connection)


class _Examination:
    """One pass over the vault, which a person may stop also while SQLite works."""

    def __init__(self, vault: Vault, connection: sqlite3.Connection, progress: Progress) -> None:
        self.total = 0
        self.is_unreadable = False
        self._vault, self._connection, self._progress = vault, connection, progress
        self._done = 0
        self._read: Read | None = None
        self._stopped: BaseException | None = None

    def __enter__(self) -> _Examination:
        with contextlib.suppress(sqlite3.DatabaseError):  # of a damaged file, which its first check tells
            self.total = int(self._connection.execute("SELECT count(*) FROM record").fetchone()[0])
        self._connection.set_progress_handler(self._on_steps, _STEPS)
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.set_progress_handler(None, 0)

    def look(self, check: Check) -> Inspected:
        """One check."""
        try:
            with translated(self._vault.path):
                findings = tuple(self._findings(check))
                amount = 0 if findings and check in _BEFORE_ALL else self._amount(check)
        except NotAVault as error:
            self.is_unreadable = True
            first = str(error.__cause__ or error)
            findings, amount = (Finding(message("doctor.unreadable", first=first), 1),), 0
        except sqlite3.OperationalError:
            if self._stopped is not None:
                raise self._stopped from None
            raise
        self._progress(self._done, self.total)
        return Inspected(check, amount, findings)

    def _findings(self, check: Check) -> Iterator[Finding]:
        if check in (Check.TEXTS, Check.WORDS):
            read = self._texts()
            of = derived.of_texts if check is Check.TEXTS else derived.of_words
            return of(self._connection, read)
        return _LOOKS[check](self._connection)

    def _texts(self) -> Read:
        if self._read is None:
            self._read = derived.read_texts(self._connection, self._on_read)
        return self._read

    def _amount(self, check: Check) -> int:
        if check in (Check.TEXTS, Check.STATES):
            return self.total
        if check is Check.VECTORS:
            return derived.count_vectors(self._connection)
        query = _COUNTS.get(check)
        return int(self._connection.execute(query).fetchone()[0]) if query else 0

    def _on_read(self, done: int) -> None:
        self._done = done
        self._progress(done, self.total)

    def _on_steps(self) -> int:
        """Asked by SQLite between its steps; anything but 0 makes it stop."""
        try:
            self._progress(self._done, self.total)
        except BaseException as error:  # noqa: BLE001 - no exception passes through SQLite
            self._stopped = error
        return int(self._stopped is not None)
