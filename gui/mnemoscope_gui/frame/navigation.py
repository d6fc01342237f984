"""Back and forward through what was asked, with keys and with the mouse's own buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractScrollArea, QLineEdit, QWidget

from mnemoscope.records import RecordId
from mnemoscope_gui.places.recall import RecallPlace
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.state.trail import Spot, Trail

DWELL = 1500
"""Milliseconds after which a question whose answer was looked at is one to come back to."""


class Navigation(QObject):
    """Keeps the trail of one window, and leads along it."""

    changed = Signal()
    """Whether one can go back or forward may have changed."""
    place_requested = Signal(str)

    def __init__(self, session: Session, recall: RecallPlace, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._recall = session, recall
        self._trail = Trail()
        self._place = "recall"
        self._target: Spot | None = None
        """Where one is being led; on the way nothing is noted."""
        self._is_quiet = False
        self._dwell = QTimer(self, singleShot=True, interval=DWELL)
        self._dwell.timeout.connect(self._trail_keep)
        session.opened.connect(self._on_opened)
        session.asked.connect(lambda _: self._dwell.stop())  # what was dwelt on is not what is asked now
        session.answered.connect(self._on_answered)
        session.record_selected.connect(lambda _: self._note())
        session.failed.connect(self._on_failed)
        session.acted.connect(lambda done: self._trail.forget(done.forgotten))
        recall.view_shown.connect(lambda _: self._note(leaps=True))
        recall.query.accepted.connect(self._trail_keep)
        recall.query.down_requested.connect(self._trail_keep)
        recall.query.profile_chosen.connect(lambda _: self._note(leaps=True))
        recall.sight.sight_chosen.connect(lambda *_: self._note(leaps=True))

    def watch_mouse(self, window: QWidget) -> None:
        """The buttons for back and forward work over everything that keeps other clicks for itself."""
        areas = window.findChildren(QAbstractScrollArea)
        for widget in (window, *(area.viewport() for area in areas), *window.findChildren(QLineEdit)):
            widget.installEventFilter(self)

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier spot."""
        return self._trail.can_go_back

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later one."""
        return self._trail.can_go_forward

    @property
    def trail(self) -> Trail:
        """Where one has been in the open vault."""
        return self._trail

    def resume(self, trail: Trail) -> None:
        """Stand where another window on this vault stood, with its way back."""
        self._trail = trail
        self.lead(trail.here)

    def back(self) -> None:
        """Where one was before."""
        self.lead(self._trail.back())

    def forward(self) -> None:
        """Where one came back from."""
        self.lead(self._trail.forward())

    def show_place(self, place: str) -> None:
        """Another place of the window is in front."""
        self._place = place
        self._note(leaps=True)

    def look_at(self, id: RecordId, place: str = "") -> None:
        """Another record, opened from beside the one now looked at, which is to be found again; from another place in
        one step, so that one step leads back."""
        self._is_quiet = True
        if place:
            self.place_requested.emit(place)
        self._session.select(id)
        self._is_quiet = False
        self._note(leaps=True)

    # ------------------------------------------------------------ noting

    @property
    def spot(self) -> Spot:
        """Where the window is now."""
        session = self._session
        return Spot(self._place, self._recall.switch.choice, session.query, session.selected)

    def _note(self, *, leaps: bool = False) -> None:
        if self._is_quiet or self._target is not None or self._session.path is None:
            return
        if leaps:
            self._trail.leap(self.spot)
        else:
            self._trail.move(self.spot)
        self.changed.emit()

    def _trail_keep(self) -> None:
        if self._session.text.strip():
            self._trail.keep()

    def _on_opened(self) -> None:
        self._trail, self._target = Trail(), None
        self._note()
        self.changed.emit()

    def _on_answered(self, answer: object, again: bool) -> None:
        if self._target is not None:
            self._arrive()
        else:
            self._note()
        self._dwell.start()

    # ------------------------------------------------------------ going

    def lead(self, spot: Spot | None) -> None:
        """Bring the window to a spot."""
        if spot is None:
            return
        self._recall.replacing.end()
        self._target = spot
        self.place_requested.emit(spot.place)
        self._recall.show_view(spot.view)
        if spot.query != self._session.query:
            self._recall.return_to(spot.query)
        else:
            self._arrive()
        self.changed.emit()

    def _arrive(self) -> None:
        target = self._target
        if target is None or self._session.query != target.query or self._session.is_asking:
            return  # an answer to what was asked before is still on its way
        self._session.select(target.selected)
        self._target = None

    def _on_failed(self, _: str) -> None:
        self._target = None  # one is where one is

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            if event.button() is Qt.MouseButton.BackButton:
                self.back()
                return True
            if event.button() is Qt.MouseButton.ForwardButton:
                self.forward()
                return True
        return False
