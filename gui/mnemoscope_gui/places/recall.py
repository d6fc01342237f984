"""*Recall*: a question, what the assistant may see, and what comes back, in several views."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from mnemoscope.comparison import Comparison
from mnemoscope.records import Channel, ChannelState, Profile, Query, Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.adjustment import Adjustment
from mnemoscope_gui.models.offers import Offer
from mnemoscope_gui.panels.adjust import AdjustPanel
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
_OFFERED = 12
"""So many older questions stand in the palette."""


class RecallPlace(QObject):
    """Three parts for the window's frame: ``head`` beside the places, ``strip`` below it, ``body`` by the inspector."""

    view_shown = Signal(str)
    """Another view is shown: its id."""
    front_requested = Signal()
    """The place is wanted in front."""
    why_requested = Signal()
    """The explanation of the selected record is wanted."""
    folded = Signal(bool)
    """*Adjust* was folded out, or in."""
    profiles_changed = Signal()
    """Another profile, or others to choose from."""

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self.query, self.sight, self.results = QueryPanel(), SightPanel(), ResultsPanel()
        self.adjustment, self.adjust = Adjustment(session, self), AdjustPanel()
        self.channel_notice, self.banner = NoticePanel(), NoticePanel()
        self.views: dict[str, QWidget] = {"list": self.results}
        """The views of an answer, by id."""
        self.pages = QStackedWidget()
        self.switch = Switch(say("views.name"), tuple((id, say(f"view.{id}")) for id in self.views))
        self.head: QWidget = self.query
        self.strip: QWidget = self.adjust
        self.body = QWidget()
        self._lay_out()
        self._wire()
        self._wire_adjust()
        if (kept := settings.choice("view")) in self.views:
            self.show_view(kept)

    def _lay_out(self) -> None:
        self.strip.setVisible(self._settings.adjust)
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
        self.query.question.remembered.connect(self._on_remembered)
        self.query.down_requested.connect(self._on_down)
        self.query.escape_requested.connect(self._on_escape_in_question)
        self.query.profile_chosen.connect(self._on_profile_chosen)
        self.sight.sight_chosen.connect(session.set_sight)
        session.sight_changed.connect(self._on_sight_changed)
        self.switch.chosen.connect(self.show_view)
        self.results.question_requested.connect(self.go_to_question)
        self.results.record_chosen.connect(session.select)
        self.results.record_taken.connect(self._on_record_taken)

    def _wire_adjust(self) -> None:
        adjustment, session = self.adjustment, self._session
        adjustment.changed.connect(self._on_profile_changed)
        adjustment.compared.connect(self._on_compared)
        adjustment.counted.connect(self.adjust.show_kept)
        session.profile_changed.connect(lambda _: self._show_stale())
        session.sight_changed.connect(self._show_stale)
        self.adjust.profile_adjusted.connect(session.set_profile)
        self.adjust.flawed.connect(lambda _: self._show_stale())
        self.adjust.reset_requested.connect(adjustment.reset)
        self.adjust.save_requested.connect(adjustment.save)
        self.adjust.list_requested.connect(self.go_to_view)
        self.query.removal_requested.connect(adjustment.remove)
        self._on_profile_changed()

    # ------------------------------------------------------------ views and focus

    def show_view(self, id: str) -> None:
        """Show the answer this way."""
        self.switch.show_choice(id)
        self.pages.setCurrentWidget(self.views[id])
        self._settings.keep_choice("view", id)
        self.view_shown.emit(id)

    @property
    def view(self) -> QWidget:
        """The view in front."""
        return self.views[self.switch.choice]

    def go_to_view(self) -> None:
        """The records, in whichever view shows them."""
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open_adjust(self) -> None:
        """Fold the strip out and go to it; from the strip itself fold it in again."""
        focus = QApplication.focusWidget()
        if self.adjust.isHidden() or focus is None or not self.adjust.isAncestorOf(focus):
            self._fold(out=True)
            self.adjust.take_focus()
        else:
            self._fold(out=False)
            self.go_to_view()

    def toggle_adjust(self) -> None:
        """Fold the strip out, or in, as its button does."""
        self._fold(out=self.adjust.isHidden())
        if not self.adjust.isHidden():
            self.adjust.take_focus()

    def _fold(self, *, out: bool) -> None:
        self.adjust.setVisible(out)
        self._settings.adjust = out
        self.folded.emit(out)

    def remove_profile(self) -> None:
        """Remove the profile in use from the vault."""
        self.adjustment.remove(self.adjustment.own.name)

    def go_to_question(self) -> None:
        """The question box, its text selected."""
        self.query.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.query.question.selectAll()

    def forget_questions(self) -> None:
        """Forget what was asked of this vault: neither Up nor the palette knows it any more."""
        self.query.question.set_older([])
        self._on_remembered([])
        self._session.informed.emit(say("questions.forgotten"))

    def ask(self, question: str) -> None:
        """Ask a question that was asked before."""
        self.front_requested.emit()
        self.query.question.setText(question)

    def return_to(self, query: Query) -> None:
        """Show what was asked before, and ask it again."""
        self.query.show_question(query.text)
        self.sight.show_sight(query.scope, query.at)
        self._session.return_to(query)

    def offers(self) -> list[Offer]:
        """The latest questions, for the palette."""
        latest = self.query.question.older[: -_OFFERED - 1 : -1]
        return [Offer(question, say("palette.question"), partial(self.ask, question)) for question in latest]

    def _on_remembered(self, questions: list[str]) -> None:
        if (path := self._session.path) is not None:
            self._settings.keep_questions(path, questions)

    @property
    def areas(self) -> tuple[tuple[QWidget, QWidget], ...]:
        """The question, *Adjust*, the rows."""
        view = self.view
        return (
            (self.query, self.query.question),
            (self.adjust, self.adjust.knobs["budget"].slider),
            (view, view.focusProxy() or view),
        )

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
        if (path := self._session.path) is not None:
            self.query.question.set_older(self._settings.questions(path))
        self.sight.reset(self._session.health.apps if self._session.health else ())
        self.query.show_question("")

    def _on_answered(self, answer: Answer | None, again: bool) -> None:
        health = self._session.health
        self.results.show_answer(answer, again=again, records=health.records if health else 0)
        self.query.question.set_timing(answer.recall.timings if answer is not None else None)
        self._show_trouble(answer)
        if again and self._session.selected is not None:
            self.results.select(self._session.selected)  # it may be served again
        self.adjustment.follow(answer)
        self._show_stale()

    def _show_stale(self) -> None:
        """Old numbers are never shown as if they were those of the settings in use."""
        answer = self._session.answer
        asks = answer is not None and self._session.is_asking and answer.query.text == self._session.text
        self.results.show_stale(asks or self.adjust.is_flawed)

    def _on_profile_changed(self) -> None:
        adjustment, profile = self.adjustment, self._session.profile
        self.query.show_profiles(adjustment.profiles, profile)
        self.adjust.show_profile(profile, is_adjusted=adjustment.is_adjusted)
        if self.adjust.is_asking_name and adjustment.is_saved and not adjustment.is_adjusted:
            self._settings.profile = profile.name
            self.adjust.end_asking()
            self.go_to_view()
        self.profiles_changed.emit()

    def _on_compared(self, comparison: Comparison | None) -> None:
        self.results.show_moves(comparison, is_adjusted=self.adjustment.is_adjusted)

    def _on_sight_changed(self) -> None:
        self.sight.show_sight(self._session.scope, self._session.at)

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
        vectors = reports.get(Channel.VECTOR)
        mendable = any(report.state is ChannelState.INCOMPLETE for report in troubled)
        if mendable and vectors is not None and vectors.state is ChannelState.USED:
            sentences.append(say("results.vectors_only"))
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
            self.go_to_view()

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
