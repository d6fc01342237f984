"""What an act that is asked about would change, in the inspector beside the question."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from mnemoscope.plans import Impact, Plan
from mnemoscope_gui import look
from mnemoscope_gui.frame.browser import Browser
from mnemoscope_gui.models.impact import summary
from mnemoscope_gui.panels.inspector import InspectorPanel, Lead
from mnemoscope_gui.state.foresight import Foresight
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.views.impact import ImpactView
from mnemoscope_gui.wording import say


class Foreseen(QObject):
    """Informs, and delays nothing: the act may be carried out before it has come."""

    told = Signal(str)
    """The impact in a sentence."""

    def __init__(
        self, session: Session, inspector: InspectorPanel, browser: Browser, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._inspector, self._browser = session, inspector, browser
        self._foresight = Foresight(session, self)
        self._foresight.waiting.connect(self._on_waiting)
        self._foresight.found.connect(self._on_found)
        self._foresight.failed.connect(self._on_failed)
        self._is_on, self._tab = False, 0
        """Whether it leads the inspector, and which tab was in front before."""
        self._what = QLabel()
        self.view = ImpactView()
        self.view.sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lead = Lead(self._head(), self.view, say("foreseen.tab"))
        inspector.adopt(self._lead)

    def _head(self) -> QWidget:
        title, note = QLabel(say("foreseen.title")), QLabel(say("foreseen.note"))
        self._what.setProperty("role", "lead")
        head = QWidget()
        column = QVBoxLayout(head)
        column.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.SPACE)
        column.setSpacing(look.SPACE + 2)
        for label in (title, note):
            label.setProperty("role", "muted")
        for label in (title, self._what, note):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        return head

    @property
    def text(self) -> str:
        """What it says."""
        return self.view.text

    def show(self, plan: Plan, what: str) -> None:
        """Find out what a plan would change; ``what`` names it."""
        self._what.setText(what)
        if not self._is_on:
            self._tab, self._is_on = self._inspector.tabs.currentIndex(), True
        self._inspector.show_lead(self._lead)
        if plan.is_empty:
            self._foresight.stop()
            self.view.clear(say("foreseen.nothing"))
            self.told.emit("")
        else:
            self._foresight.ask(plan)

    def end(self) -> None:
        """Nobody wants to know any more; the place in front leads the inspector again."""
        if not self._is_on:
            return
        self._is_on = False
        self._foresight.stop()
        was_on_impact = self._inspector.tabs.currentIndex() == 0
        self._inspector.show_lead(self._browser.place.lead)
        if was_on_impact:
            self._inspector.tabs.setCurrentIndex(self._tab)

    def _on_waiting(self) -> None:
        self.view.show_waiting()
        self.told.emit(say("impact.waiting"))

    def _on_found(self, impact: Impact) -> None:
        self.view.show_impact(impact)
        self.told.emit(" ".join(filter(None, summary(impact))))

    def _on_failed(self, error: Exception) -> None:
        self.view.clear()
        self.told.emit("")
        self._session.connection.tell_error(error)
