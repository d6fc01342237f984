"""The part of Recall that changes a profile: the strip, the box of profiles, and what the list shows of the change."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from mnemoscope.comparison import Comparison
from mnemoscope.records import Profile
from mnemoscope_gui.panels.adjust import AdjustPanel
from mnemoscope_gui.panels.query import QueryPanel
from mnemoscope_gui.panels.results import ResultsPanel
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state.adjustment import Adjustment
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer


class AdjustPart(QObject):
    """Wires *Adjust* to the session, to the header and to the list."""

    changed = Signal()
    """Another profile, other settings, or other profiles to choose from."""
    folded = Signal(bool)
    """The strip was folded out, or in."""
    stale_changed = Signal(bool)
    """Whether what is shown of the question belongs to other settings than those in use."""
    rows_requested = Signal()
    """Back to the rows."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        query: QueryPanel,
        results: ResultsPanel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._query, self._results = query, results
        self.adjustment, self.panel = Adjustment(session, self), AdjustPanel()
        self.panel.setVisible(settings.adjust)
        self._wire()
        self._on_changed()

    def _wire(self) -> None:
        adjustment, session, panel = self.adjustment, self._session, self.panel
        adjustment.changed.connect(self._on_changed)
        adjustment.compared.connect(self._on_compared)
        adjustment.counted.connect(panel.show_kept)
        session.profile_changed.connect(lambda _: self._show_stale())
        session.sight_changed.connect(self._show_stale)
        session.failed.connect(lambda _: self._show_stale())
        session.crashed.connect(lambda _: self._show_stale())
        panel.profile_adjusted.connect(session.set_profile)
        panel.flawed.connect(lambda _: self._show_stale())
        panel.reset_requested.connect(adjustment.reset)
        panel.save_requested.connect(adjustment.save)
        panel.list_requested.connect(self.rows_requested)
        self._query.profile_chosen.connect(self._on_profile_chosen)
        self._query.removal_requested.connect(adjustment.remove)

    @property
    def area(self) -> tuple[QWidget, QWidget]:
        """Where F6 stops: the strip, and what takes the focus there."""
        return self.panel, self.panel.first

    # ------------------------------------------------------------ what a person does

    def open(self) -> None:
        """Fold the strip out and go to it; from the strip itself fold it in again."""
        focus = QApplication.focusWidget()
        is_inside = focus is not None and self.panel.isAncestorOf(focus)
        self._fold(out=self.panel.isHidden() or not is_inside)

    def toggle(self) -> None:
        """Fold the strip out, or in, as its button does."""
        self._fold(out=self.panel.isHidden())

    def _fold(self, *, out: bool) -> None:
        self.panel.setVisible(out)
        self._settings.adjust = out
        self.folded.emit(out)
        if out:
            self.panel.take_focus()
        else:
            self.rows_requested.emit()

    def reset(self) -> None:
        """Back to the profile's own settings."""
        self.adjustment.reset()

    def remove_profile(self) -> None:
        """Remove the profile in use from the vault."""
        self.adjustment.remove(self.adjustment.own.name)

    def _on_profile_chosen(self, profile: Profile) -> None:
        self._settings.profile = profile.name
        self._session.set_profile(profile)

    # ------------------------------------------------------------ what is shown

    def follow(self, answer: Answer | None) -> None:
        """Mark in an answer's rows what moved; they must be shown already."""
        self.adjustment.follow(answer)
        self._show_stale()

    def _show_stale(self) -> None:
        """Old numbers are never shown as if they were those of the settings in use."""
        answer = self._session.answer
        asks = answer is not None and self._session.is_asking and answer.query.text == self._session.text
        is_stale = asks or self.panel.is_flawed or self._session.is_refused
        self._results.show_stale(is_stale)
        self.stale_changed.emit(is_stale)

    def _on_changed(self) -> None:
        adjustment, profile = self.adjustment, self._session.profile
        self._query.show_profiles(adjustment.profiles, profile)
        self.panel.show_profile(profile, is_adjusted=adjustment.is_adjusted)
        if self.panel.is_asking_name and adjustment.is_saved and not adjustment.is_adjusted:
            self._settings.profile = profile.name
            self.panel.end_asking()
            self.rows_requested.emit()
        self.changed.emit()

    def _on_compared(self, comparison: Comparison | None) -> None:
        self._results.show_moves(comparison, is_adjusted=self.adjustment.is_adjusted)
