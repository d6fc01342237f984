"""The records that a person marked, to act on all of them at once."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from mnemoscope.records import RecordId
from mnemoscope_gui.jobs import listing
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Done


class MarkedRecords(QObject):
    """Known by id, in the order in which they were marked: they stay marked wherever they are shown, or not shown."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._ids: dict[RecordId, None] = {}
        session.opened.connect(self.clear)
        session.acted.connect(self._on_acted)
        session.written_elsewhere.connect(lambda _: self._look_for_gone())

    def __len__(self) -> int:
        return len(self._ids)

    def __contains__(self, id: object) -> bool:
        return id in self._ids

    @property
    def ids(self) -> tuple[RecordId, ...]:
        """Every marked record."""
        return tuple(self._ids)

    def toggle(self, id: RecordId) -> None:
        """Mark a record, or no longer."""
        self.mark((id,), id not in self._ids)

    def mark(self, ids: Iterable[RecordId], wanted: bool = True) -> None:
        """Mark records, or no longer."""
        before = len(self._ids)
        if wanted:
            self._ids.update(dict.fromkeys(ids))
        else:
            for id in ids:
                self._ids.pop(id, None)
        if len(self._ids) != before:
            self.changed.emit()

    def clear(self) -> None:
        """Nothing is marked."""
        self.mark(self.ids, False)

    def _on_acted(self, done: Done) -> None:
        self.mark(done.forgotten, False)

    def _look_for_gone(self) -> None:
        """Another process may have forgotten some: no act can be on them."""
        if self._ids:
            job = listing.gone(self.ids)
            self._session.submit("background", job, lambda gone: self.mark(gone, False), key="gone")
