"""The part of Recall that looks for a literal text, in place of the answer's views, and leads back to where one was."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from mnemoscope.records import Query, RecordId
from mnemoscope_gui.panels.missed import MissedPanel
from mnemoscope_gui.state.finding import Finding
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer, Done
from mnemoscope_gui.views.focus import give_back


@dataclass(frozen=True, slots=True)
class _Standpoint:
    """Where a person was before they looked for a text."""

    page: QWidget | None
    selected: RecordId | None
    query: Query | None
    focus: QWidget | None


class MissedPart(QObject):
    """Wires the panel of *Why missed* to the session."""

    rows_requested = Signal(bool)
    """Back to the answer's rows: whether the question is another one, so that the record looked at is theirs."""

    def __init__(self, session: Session, pages: QStackedWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._pages = session, pages
        self._came_from: _Standpoint | None = None
        self.panel, self.finding = MissedPanel(), Finding(session, self)
        session.opened.connect(self.panel.box.clear)
        session.record_selected.connect(self._on_record_selected)
        session.acted.connect(self._on_acted)
        self.finding.started.connect(self.panel.show_searching)
        self.finding.found.connect(self.panel.show_found)
        self.finding.failed.connect(self.panel.show_failure)
        self.panel.text_changed.connect(self._on_text_changed)
        self.panel.record_chosen.connect(self._on_record_chosen)
        self.panel.left.connect(self.leave)

    @property
    def is_open(self) -> bool:
        """Whether it is in front."""
        return self._pages.currentWidget() is self.panel

    def open(self) -> None:
        """Look for a text; asked again, the search box."""
        if not self.is_open:
            answer = self._session.answer
            self._came_from = _Standpoint(
                self._pages.currentWidget(), self._session.selected, _query(answer), QApplication.focusWidget()
            )
            self._pages.setCurrentWidget(self.panel)
            self.finding.look_for(self.panel.box.text())
        self.panel.go_to_box()

    def leave(self) -> None:
        """Back to the same view, the same record while the question is the same, the same focus."""
        came_from = self._came_from
        if not self.is_open or came_from is None:
            return
        self.finding.end()
        self._go_back_to(came_from)
        same = came_from.query == _query(self._session.answer)
        if same:
            self._session.select(came_from.selected)
        if not (same and give_back(came_from.focus)):
            self.rows_requested.emit(not same)

    def _on_record_selected(self, id: RecordId | None) -> None:
        if id is not None:
            self.panel.select(id)

    def _on_acted(self, done: Done) -> None:
        self.panel.show_records(done.records)

    def _go_back_to(self, standpoint: _Standpoint) -> None:
        if standpoint.page is not None:
            self._pages.setCurrentWidget(standpoint.page)

    def _on_text_changed(self, wanted: str) -> None:
        if self.is_open:
            self.finding.look_for(wanted)

    def _on_record_chosen(self, id: RecordId | None) -> None:
        if self.is_open:
            self._session.select(id)


def _query(answer: Answer | None) -> Query | None:
    return answer.recall.query if answer is not None else None
