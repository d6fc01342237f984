"""What an import would do, without doing it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from mnemoscope import formats
from mnemoscope.ingest.additions import DEFAULT_APP, app_called
from mnemoscope.ingest.importing import batches, chosen
from mnemoscope.ingest.intake import Intake, Part, Taken
from mnemoscope.mapping import ColumnMap
from mnemoscope.previews import Arrival, Preview, PreviewRecord, PreviewSession
from mnemoscope.progress import Progress, silent
from mnemoscope.texts import clean
from mnemoscope.vault import Vault

SESSIONS, RECORDS = 200, 20
"""Sessions that are shown, and records of each."""


def preview(
    vault: Vault,
    path: Path,
    *,
    format: str | None = None,
    app: str = DEFAULT_APP,
    columns: ColumnMap | None = None,
    progress: Progress = silent,
) -> Preview:
    """What ``import_path`` with the same arguments would bring; nothing is written. Raises what that raises."""
    importer, sign = chosen(vault, path, format)
    offer = formats.offer(importer, path)
    intake = Intake(importer.name, app_called(app), clean(str(path)), None)
    seen = _Seen()
    try:
        for batch in batches(intake.parts(formats.read(importer, path, columns))):
            with vault.reading() as connection:
                for part in batch:
                    seen.add(part, intake.take(connection, part))
            progress(intake.counts.total(), None)
    finally:
        intake.arrivals.close()
    return Preview(
        source=intake.source,
        format=importer.name,
        sign=sign,
        sessions=seen.sessions(),
        session_count=intake.places.count,
        arrivals=dict(intake.counts),
        inactive=seen.inactive,
        superseded=intake.replaced,
        apps=dict(seen.apps),
        skipped=tuple(intake.skipped),
        skip_count=intake.skip_count,
        passed_over=tuple(intake.passed_over),
        passed_over_count=intake.passed_over_count,
        columns=offer,
    )


class _Seen:
    """The beginning of what was read, and sums of the rest."""

    def __init__(self) -> None:
        self.inactive = 0
        self.apps: Counter[str] = Counter()
        self._taken: dict[tuple[str, str], Taken] = {}
        self._arrivals: dict[tuple[str, str], Counter[Arrival]] = {}
        self._records: dict[tuple[str, str], list[PreviewRecord]] = {}

    def add(self, part: Part, taken: Taken) -> None:
        """One more."""
        arrival, draft = taken.arriving.arrival, part.draft
        if arrival in (Arrival.NEW, Arrival.CHANGED):
            self.apps[taken.app] += 1
            self.inactive += not draft.active
        place = (taken.app, draft.session)
        if place not in self._taken:
            if len(self._taken) == SESSIONS:
                return
            self._taken[place], self._arrivals[place], self._records[place] = taken, Counter(), []
        self._arrivals[place][arrival] += 1
        records = self._records[place]
        if len(records) < RECORDS:
            records.append(
                PreviewRecord(draft.text, draft.speaker, draft.kind, draft.happened_at, draft.active, arrival)
            )

    def sessions(self) -> tuple[PreviewSession, ...]:
        """The first ones, in reading order."""
        return tuple(
            PreviewSession(
                taken.session.key,
                taken.session.title,
                taken.app,
                taken.session.started_at,
                dict(self._arrivals[place]),
                tuple(self._records[place]),
            )
            for place, taken in self._taken.items()
        )
