"""The part of Recall that shows an answer beside another one."""

from __future__ import annotations

from PySide6.QtCore import QObject

from mnemoscope.records import RecordId
from mnemoscope_gui.models.history import today_or_day
from mnemoscope_gui.panels.compare import ComparePanel
from mnemoscope_gui.state.adjustment import Adjustment
from mnemoscope_gui.state.comparing import Comparing
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer, Done
from mnemoscope_gui.wording import say


class ComparePart(QObject):
    """Wires *Compare* to the session."""

    def __init__(self, session: Session, adjustment: Adjustment, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._adjustment = session, adjustment
        self.panel, self.comparing = ComparePanel(), Comparing(session, adjustment, self)
        self.comparing.changed.connect(self._on_changed)
        self.comparing.answered.connect(self._on_answered)
        session.answered.connect(self._on_shown)
        session.asked.connect(lambda _: self._on_answered())
        session.record_selected.connect(self._on_record_selected)
        session.acted.connect(self._on_acted)
        session.known_changed.connect(self._on_changed)
        self.panel.profile_chosen.connect(self.comparing.choose)
        self.panel.moment_chosen.connect(self.comparing.choose_moment)
        self.panel.swap_requested.connect(self.comparing.swap)
        self.panel.record_chosen.connect(session.select)
        self._on_changed()

    def watch(self, watched: bool) -> None:
        """Whether the view is in front."""
        self.comparing.watch(watched)

    def _on_shown(self, answer: Answer | None, _: bool) -> None:
        self.comparing.follow(answer)

    def _on_changed(self) -> None:
        comparing, session = self.comparing, self._session
        self.panel.show_choice(
            (session.profile, session.at),
            (comparing.profile, comparing.at),
            self._adjustment.profiles,
            comparing.offered,
            say("compare.known", moment=today_or_day(session.known.at)) if session.known is not None else "",
        )

    def _on_answered(self) -> None:
        comparing = self.comparing
        if comparing.is_watched:
            self.panel.show_answers(self._session.answer, comparing.answer, is_asking=comparing.is_asking)
            self.panel.select(self._session.selected)

    def _on_record_selected(self, id: RecordId | None) -> None:
        self.panel.select(id)

    def _on_acted(self, done: Done) -> None:
        self.panel.show_records(done.records)
