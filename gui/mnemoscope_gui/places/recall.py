"""*Recall*: a question, what the assistant may see, and what comes back, in several views."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from mnemoscope.records import Channel, ChannelState, Profile, Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.panels.notice import NoticePanel
from mnemoscope_gui.panels.query import QueryPanel
from mnemoscope_gui.panels.results import ResultsPanel
from mnemoscope_gui.panels.sight import SightPanel
from mnemoscope_gui.session import Session
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.values import Answer, Detail, Done, Health
from mnemoscope_gui.views.switch import Switch
from mnemoscope_gui.wording import say, text

_TROUBLED = (ChannelState.INCOMPLETE, ChannelState.MISMATCH, ChannelState.LOADING, ChannelState.UNAVAILABLE)


class RecallPlace(QObject):
    """Three parts for the window's frame: ``head`` beside the places, ``strip`` below it, ``body`` by the inspector."""

    why_requested = Signal()
    """The explanation of the selected record is wanted."""

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self.query, self.sight, self.results = QueryPanel(), SightPanel(), ResultsPanel()
        self.channel_notice, self.banner = NoticePanel(), NoticePanel()
        self.views: dict[str, QWidget] = {"list": self.results}
        """The views of an answer, by id."""
        self.pages = QStackedWidget()
        self.switch = Switch(say("views.name"), tuple((id, say(f"view.{id}")) for id in self.views))
        self.head: QWidget = self.query
        self.strip, self.body = QWidget(), QWidget()
        self._lay_out()
        self._wire()

    def _lay_out(self) -> None:
        self.strip.hide()
        self.switch.setVisible(len(self.views) > 1)
        for view in self.views.values():
            self.pages.addWidget(view)
        chips = QHBoxLayout()
        chips.setSpacing(look.SPACE * 2)
        chips.addWidget(self.sight, 1)
        chips.addWidget(self.switch)
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.SPACE * 2)
        column.addLayout(chips)
        column.addWidget(self.banner)
        column.addWidget(self.channel_notice)
        column.addWidget(self.pages, 1)

    def _wire(self) -> None:
        session = self._session
        session.opened.connect(self._on_opened)
        session.answered.connect(self._on_answered)
        session.record_selected.connect(self._on_record_selected)
        session.detailed.connect(self._on_detailed)
        session.acted.connect(self._on_acted)
        session.recounted.connect(self.results.recount)
        session.health_changed.connect(self._on_health_changed)
        session.replacing_changed.connect(self._on_replacing_changed)
        self.query.asked.connect(session.ask)
        self.query.accepted.connect(self._on_accepted)
        self.query.down_requested.connect(self._on_down)
        self.query.escape_requested.connect(self._on_escape_in_question)
        self.query.profile_chosen.connect(self._on_profile_chosen)
        self.sight.sight_chosen.connect(session.set_sight)
        self.switch.chosen.connect(self.show_view)
        self.results.question_requested.connect(self.go_to_question)
        self.results.record_chosen.connect(session.select)
        self.results.record_taken.connect(self._on_record_taken)

    # ------------------------------------------------------------ views and focus

    def show_view(self, id: str) -> None:
        """Show the answer this way."""
        self.switch.show_choice(id)
        self.pages.setCurrentWidget(self.views[id])

    def go_to_question(self) -> None:
        """The question box, its text selected."""
        self.query.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.query.question.selectAll()

    @property
    def areas(self) -> tuple[tuple[QWidget, QWidget], ...]:
        """The question and the rows."""
        return ((self.query, self.query.question), (self.results, self.results.view))

    def take_focus(self) -> None:
        """The place comes to the front: the question box has the focus."""
        self.query.question.setFocus(Qt.FocusReason.OtherFocusReason)

    def step_back(self) -> None:
        """Esc from the inspector or a button: the replacement is given up, or the question has the focus again."""
        if self._session.replacing is not None:
            self._session.end_replacing()
        else:
            self.take_focus()

    # ------------------------------------------------------------ the session speaks

    def _on_opened(self) -> None:
        self.sight.reset(self._session.health.apps if self._session.health else ())
        self.query.show_question("")

    def _on_answered(self, answer: Answer | None, again: bool) -> None:
        health = self._session.health
        self.results.show_answer(answer, again=again, records=health.records if health else 0)
        self.query.question.set_timing(answer.recall.timings if answer is not None else None)
        self._show_trouble(answer)

    def _show_trouble(self, answer: Answer | None) -> None:
        """A channel that could not do its part is never passed over in silence."""
        reports = answer.recall.channels if answer is not None else {}
        troubled = [
            reports[channel] for channel in Channel if channel in reports and reports[channel].state in _TROUBLED
        ]
        sentences = [text(report.reason) for report in troubled if report.reason is not None]
        if not sentences:
            self.channel_notice.clear()
            return
        mendable = any(report.state is ChannelState.INCOMPLETE for report in troubled)
        button = say("status.finish") if mendable else ""
        self.channel_notice.tell(" ".join(sentences), can_close=False, button=button, call=self._session.finish)

    def _on_record_selected(self, id: RecordId | None) -> None:
        if id is not None:
            self.results.select(id)  # what can be done with it shows with its detail: no flicker while typing

    def _on_detailed(self, detail: Detail) -> None:
        self.results.show_detail(detail)

    def _on_acted(self, done: Done) -> None:
        self.results.show_records(done.records)

    def _on_health_changed(self, health: Health) -> None:
        self.sight.set_apps(health.apps)

    def _on_replacing_changed(self, older: Record | None) -> None:
        if older is None:
            self.banner.clear()
            self.query.show_question(self._session.text)
            self.results.view.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        short = self._session.detail.short if self._session.detail else older.id[:6]
        self.banner.tell(
            say("replacing.choose", record=short, text=_beginning(older.indexed_text)),
            can_close=False,
            button=say("replacing.cancel"),
            call=self._session.end_replacing,
        )
        self.query.question.selectAll()
        self.query.question.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ------------------------------------------------------------ the panels speak

    def _on_accepted(self) -> None:
        self._session.settle()
        if self._session.replacing is not None and self.results.selected is not None:
            self._on_record_taken(self.results.selected)

    def _on_record_taken(self, id: RecordId) -> None:
        if self._session.replacing is None:
            self.why_requested.emit()
        elif not self._session.is_asking:
            self._session.end_replacing(id)

    def _on_down(self) -> None:
        self._session.settle()
        if self.results.model.rowCount():
            self.results.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_escape_in_question(self) -> None:
        if self._session.replacing is not None:
            self._session.end_replacing()
        else:
            self.query.question.remember()
            self.query.question.clear()

    def _on_profile_chosen(self, profile: Profile) -> None:
        self._settings.profile = profile.name
        self._session.set_profile(profile)


def _beginning(text: str, most: int = 28) -> str:
    """The first words of a text."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[:most].rsplit(' ', 1)[0]} …"
