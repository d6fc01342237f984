"""The fixtures of every format, and one way to take what an importer gives apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from mnemoscope import formats
from mnemoscope.records import RecordDraft, SessionDraft, Skipped


@dataclass(frozen=True)
class Imported:
    """What an importer gave, by sort."""

    sessions: list[SessionDraft]
    records: list[RecordDraft]
    skipped: list[Skipped]

    def record(self, external_id: str) -> RecordDraft:
        (found,) = [record for record in self.records if record.external_id == external_id]
        return found

    @property
    def positions(self) -> list[str]:
        return [item.position for item in self.skipped]


Import = Callable[[str, Path], Imported]


@pytest.fixture
def data() -> Path:
    return Path(__file__).parents[2] / "data" / "formats"


@pytest.fixture
def imported() -> Import:
    def read(name: str, source: Path) -> Imported:
        drafts = list(formats.importer(name).read(source))
        result = Imported(of(SessionDraft, drafts), of(RecordDraft, drafts), of(Skipped, drafts))
        known: set[tuple[str | None, str]] = set()
        for draft in drafts:
            if isinstance(draft, SessionDraft):
                assert (draft.app, draft.key) not in known
                known.add((draft.app, draft.key))
            elif isinstance(draft, RecordDraft):
                assert (draft.app, draft.session) in known, "a session comes before its records"
                assert draft.text.strip()
                draft.text.encode()
        for item in result.skipped:
            assert str(item.reason)
        ids = [(record.app, record.external_id) for record in result.records if record.external_id]
        assert len(ids) == len(set(ids))
        return result

    return read


def of(sort, drafts: Iterable[object]) -> list:
    return [draft for draft in drafts if isinstance(draft, sort)]
