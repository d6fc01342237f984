"""What an act that is thought of would do: found out in the background, for one plan at a time."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from mnemoscope.plans import Impact, Plan
from mnemoscope_gui.jobs import foreseeing
from mnemoscope_gui.state.session import Session

REST = 120
"""Milliseconds for which a plan must stand before it is looked into: who walks through a list passes many."""


class Foresight(QObject):
    """The newest plan wins: an older one is given up at its next question."""

    waiting = Signal()
    """Another plan is looked into."""
    found = Signal(object)
    """The ``Impact`` of the plan."""
    failed = Signal(object)
    """The exception for which there is none."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.plan: Plan | None = None
        """What is looked into, or was last."""
        self.impact: Impact | None = None
        """Of that plan, once it is known."""
        self._round, self._key = 0, f"foresee {id(self)}"
        """Another's plan that waits is none of its business."""
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._begin)
        session.opened.connect(self.stop)
        session.acted.connect(lambda _: self.ask_again())
        session.written_elsewhere.connect(lambda _: self.ask_again())

    def ask(self, plan: Plan) -> None:
        """What would this do? Nothing new is asked where it is the plan that is looked into already."""
        if plan != self.plan:
            self.plan = plan
            self.ask_again()

    def ask_again(self) -> None:
        """The vault is another since, or what stood in the way is gone."""
        if self.plan is None:
            return
        self._round += 1
        self.impact = None
        self.waiting.emit()
        self._rest.start()

    def stop(self) -> None:
        """Nothing is thought of."""
        self._round += 1
        self._rest.stop()
        self.plan = self.impact = None

    def _begin(self) -> None:
        current, plan, session = self._round, self.plan, self._session
        if plan is None:
            return

        def on_found(impact: Impact) -> None:
            if current == self._round:
                self.impact = impact
                self.found.emit(impact)

        def on_error(error: BaseException) -> None:
            if current == self._round:
                self.failed.emit(error)

        job = foreseeing.foresee(plan, lambda: current == self._round, lambda: session.is_recalling)
        session.submit("background", job, on_found, self._key, on_error)
