"""The part of Recall that marks records: by hand in every list, or all that is shown."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from mnemoscope.records import RecordId
from mnemoscope_gui.jobs import listing
from mnemoscope_gui.models.marked import tell_marked
from mnemoscope_gui.panels.missed import MissedPanel
from mnemoscope_gui.panels.records import RecordsPanel
from mnemoscope_gui.panels.results import ResultsPanel
from mnemoscope_gui.state.browsing import Browsing
from mnemoscope_gui.state.marks import MarkedRecords
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.views.ladder import LadderView
from mnemoscope_gui.views.marking import MarkGestures

Listed = ResultsPanel | RecordsPanel | MissedPanel


class MarkingPart(QObject):
    """Wires the lists of Recall to the marked records."""

    seen = Signal(int)
    """So many of the marked records are in the list on show."""

    def __init__(
        self,
        session: Session,
        browsing: Browsing,
        pages: QStackedWidget,
        lists: tuple[ResultsPanel, RecordsPanel, MissedPanel],
        ladder: LadderView,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._browsing, self._pages = session, browsing, pages
        self._results, self._records, self._missed = lists
        self._lists: tuple[Listed, ...] = lists
        self._ladder = ladder
        self.marks = MarkedRecords(session, self)
        self.marks.changed.connect(self._on_changed)
        browsing.listed.connect(lambda _: self._count())
        pages.currentChanged.connect(lambda _: self._count())
        for panel in lists:
            panel.model.marked = self.marks
            panel.model.modelReset.connect(self._count)
            gestures = MarkGestures(panel.view)
            gestures.toggled.connect(lambda row, panel=panel: self._toggle_rows(panel, row))
            gestures.stretched.connect(lambda *rows, panel=panel: self._stretch(panel, *rows))

    # ------------------------------------------------------------ commands

    def toggle(self) -> None:
        """Mark the record that is looked at, or no longer."""
        if (id := self._session.selected) is not None:
            self.marks.toggle(id)

    def mark_all(self) -> None:
        """Mark everything that the list on show holds."""
        panel = self._shown
        if panel is self._records:
            if (shown := self._browsing.listing) is not None:
                self._session.submit("background", listing.ids(shown), self.marks.mark, key="mark")
        else:
            self.marks.mark(self._ids(panel, 0, panel.model.rowCount() - 1))

    def clear(self) -> None:
        """Nothing is marked."""
        self.marks.clear()

    def next_after(self, leaving: frozenset[RecordId]) -> RecordId | None:
        """The record whose row comes after the current one, or else before it, once these have left."""
        panel = self._shown
        row, rows = panel.view.currentIndex().row(), panel.model.rowCount()
        near = (*range(max(row, 0), min(row + _FAR, rows)), *range(row - 1, max(row - _FAR, -1), -1))
        ids = (id for at in near if not panel.view.isRowHidden(at) for id in panel.model.ids(at, at))
        return next((id for id in ids if id not in leaving), None)

    # ------------------------------------------------------------ rows

    @property
    def _shown(self) -> Listed:
        """The list on show; the ladder and the comparison are of what the list of hits holds."""
        page: QWidget | None = self._pages.currentWidget()
        return next((panel for panel in self._lists if panel is page), self._results)

    def _ids(self, panel: Listed, first: int, last: int) -> Iterable[RecordId]:
        """The records of rows that are not hidden."""
        if isinstance(panel, RecordsPanel):
            return panel.model.ids(first, last)
        rows = [row for row in range(max(first, 0), last + 1) if not panel.view.isRowHidden(row)]
        return [id for row in rows for id in panel.model.ids(row, row)]

    def _toggle_rows(self, panel: Listed, row: int) -> None:
        for id in panel.model.ids(row, row):
            self.marks.toggle(id)

    def _stretch(self, panel: Listed, began: int, before: int, now: int) -> None:
        """What the stretch has left is unmarked again, what it covers is marked."""
        if (before - began) * (now - began) < 0:
            self.marks.mark(self._ids(panel, *sorted((began, before))), False)
        elif abs(before - began) > abs(now - began):
            left = (now + 1, before) if before > now else (before, now - 1)
            self.marks.mark(self._ids(panel, *left), False)
        self.marks.mark(self._ids(panel, *sorted((began, now))))

    # ------------------------------------------------------------ what is shown

    def _on_changed(self) -> None:
        for panel in self._lists:
            panel.view.make_room_for_marks(bool(self.marks))
            panel.titles.update()
            tell_marked(panel.model)
        self._ladder.show_marked(self.marks)
        self._count()

    def _count(self) -> None:
        """How many marked ones the list on show holds; of all records that is found out beside."""
        panel, marks = self._shown, self.marks
        if not marks:
            self.seen.emit(0)
        elif panel is not self._records:
            rows = panel.model.ids(0, panel.model.rowCount() - 1)
            self.seen.emit(sum(id in marks for id in rows))
        elif (shown := self._browsing.listing) is not None:
            job = listing.count_of(shown, marks.ids)
            self._session.submit("background", job, self.seen.emit, key="marked")


_FAR = 20_000
"""Rows that are looked through for one that stays."""
