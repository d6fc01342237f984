"""*Recall*: a question, what the assistant may see, and what comes back, in several views."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from mnemoscope.records import Query, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.offers import Offer
from mnemoscope_gui.panels.inspector import Lead
from mnemoscope_gui.panels.query import QueryPanel
from mnemoscope_gui.panels.records import RecordsPanel
from mnemoscope_gui.panels.results import ResultsPanel
from mnemoscope_gui.panels.sight import SightPanel
from mnemoscope_gui.places.adjust import AdjustPart
from mnemoscope_gui.places.channels import ChannelsPart
from mnemoscope_gui.places.compare import ComparePart
from mnemoscope_gui.places.known import KnownPart
from mnemoscope_gui.places.ladder import LadderPart
from mnemoscope_gui.places.marking import MarkingPart
from mnemoscope_gui.places.missed import MissedPart
from mnemoscope_gui.places.records import RecordsPart
from mnemoscope_gui.places.replacing import ReplacingPart
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Answer, Detail, Done, Health
from mnemoscope_gui.views.chip_row import ChipRow
from mnemoscope_gui.views.glyphs import Finder
from mnemoscope_gui.views.switch import Switch
from mnemoscope_gui.wording import say

_OFFERED = 12
"""So many older questions stand in the palette."""


class RecallPlace(QObject):
    """Three parts for the window's frame: ``head`` beside the places, ``strip`` below it, ``body`` by the inspector."""

    view_shown = Signal(str)
    """Another view is shown: its id."""
    front_requested = Signal()
    """The place is wanted in front."""
    arrived = Signal(object)
    """What was to be opened is shown: its ``RecordId``."""
    why_requested = Signal()
    """The explanation of the selected record is wanted."""

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._wanted: RecordId | None = None
        """What is looked at once the question is answered."""
        self.query, self.sight, self.results = QueryPanel(), SightPanel(), ResultsPanel()
        self.adjust_part = AdjustPart(session, settings, self.query, self.results, self)
        self.adjust = self.adjust_part.panel
        self.records_part = RecordsPart(session, self)
        self.records, self.showing = self.records_part.panel, self.records_part.showing
        self.channels_part = ChannelsPart(session, self)
        self.known_part = KnownPart(session, self)
        self.ladder_part = LadderPart(session, self)
        self.ladder = self.ladder_part.panel
        self.compare_part = ComparePart(session, self.adjust_part.adjustment, self)
        self.compare = self.compare_part.panel
        self.views: dict[str, QWidget] = {"list": self.results, "ladder": self.ladder, "compare": self.compare}
        """The views of an answer, by id."""
        self.pages = QStackedWidget()
        self.body = QWidget()
        self.replacing_part = ReplacingPart(session, self.body, self.pages, self)
        self.replacing = self.replacing_part.replacing
        self.missed_part = MissedPart(session, self.pages, self)
        self.missed = self.missed_part.panel
        lists = (self.results, self.records, self.missed)
        self.marking = MarkingPart(session, self.records_part.browsing, self.pages, lists, self.ladder.view, self)
        self.switch = Switch(say("views.name"), tuple((id, say(f"view.{id}")) for id in self.views))
        self.head: QWidget = self.query
        self.strip: QWidget = self.adjust
        self.lead: Lead | None = None
        self._lay_out()
        self._wire()
        if (kept := settings.choice("view")) in self.views:
            self.show_view(kept)

    def _lay_out(self) -> None:
        self.switch.setVisible(len(self.views) > 1)
        for view in self.views.values():
            self.pages.addWidget(view)
        self.pages.addWidget(self.records)
        self.pages.addWidget(self.missed)
        self.pages.addWidget(self.replacing_part.choosing)
        filters = self.records_part.filters
        chips = ChipRow(self.sight, filters, self.switch, (self.sight, filters))
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.SPACE * 2)
        column.addWidget(chips)
        column.addWidget(self.known_part.banner)
        column.addWidget(self.replacing_part.panel)
        column.addWidget(self.channels_part.notice)
        column.addWidget(self.pages, 1)
        column.addStretch(0)

    def _wire(self) -> None:
        session = self._session
        session.opened.connect(self._on_opened)
        session.answered.connect(self._on_answered)
        session.record_selected.connect(self._on_record_selected)
        session.detailed.connect(self._on_detailed)
        session.acted.connect(self._on_acted)
        session.recounted.connect(self.results.recount)
        session.health_changed.connect(self._on_health_changed)
        self.replacing_part.ended.connect(self.focus_rows)
        lists = (self.results, self.records, self.missed, self.ladder)
        for drags in (*(rows.drags for rows in lists), *self.compare.drags):
            self.replacing_part.listen(drags)
        self.query.asked.connect(self._on_asked)
        self.query.accepted.connect(self._on_accepted)
        self.query.question.remembered.connect(self._on_remembered)
        self.query.down_requested.connect(self._on_down)
        self.query.escape_requested.connect(self._on_escape_in_question)
        self.adjust_part.rows_requested.connect(self.focus_rows)
        self.sight.sight_chosen.connect(session.set_sight)
        session.sight_changed.connect(self._on_sight_changed)
        self.switch.chosen.connect(self.show_view)
        self.results.question_requested.connect(self.go_to_question)
        self.results.record_chosen.connect(self._on_hit_chosen)
        self.results.record_taken.connect(self._on_record_taken)
        self.results.only_chosen.connect(self._on_only_chosen)
        for panel in (self.ladder, self.compare):
            panel.question_requested.connect(self.go_to_question)
            panel.record_taken.connect(self._on_record_taken)
        self.ladder.only_chosen.connect(self._on_only_chosen)
        self.ladder.copies_requested.connect(self._on_copies_requested)
        self.records.question_requested.connect(self.go_to_question)
        self.records.record_taken.connect(self._on_record_taken)
        self.results.clear_requested.connect(self.showing.clear)
        for view in (self.results, self.ladder):
            self.showing.changed.connect(view.show_filter)

        self.missed.record_taken.connect(self._on_record_taken)
        self.missed_part.rows_requested.connect(self._on_rows_requested)

    # ------------------------------------------------------------ views and focus

    def show_view(self, id: str) -> None:
        """Show the answer this way; the focus goes along from one view to the other."""
        self.replacing.end()
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.pages.isAncestorOf(focus)
        self.missed_part.finding.end()
        self.switch.show_choice(id)
        self._show_page()
        self._settings.keep_choice("view", id)
        self.view_shown.emit(id)
        self.ladder_part.rails.watch(id == "ladder")
        self.compare_part.watch(id == "compare")
        if had_focus:
            self.focus_rows()

    def next_view(self) -> None:
        """The next view of the answer, and round again."""
        self._turn(1)

    def previous_view(self) -> None:
        """The view before, and round again."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        ids = list(self.views)
        self.show_view(ids[(ids.index(self.switch.choice) + by) % len(ids)])

    @property
    def shown(self) -> tuple[QWidget, QWidget]:
        """The view on show, and the widget in it that takes the focus."""
        if self.replacing_part.is_open:
            return self.replacing_part.choosing, self.replacing_part.choosing.view
        if self.missed_part.is_open:
            return self.missed, self.missed.view
        if self._session.answer is None:
            return self.records, self.records.view
        inner: dict[str, QWidget] = {
            "list": self.results.view,
            "ladder": self.ladder.view,
            "compare": self.compare.view,
        }
        return self.views[self.switch.choice], inner[self.switch.choice]

    @property
    def record_views(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        compared = self.compare.views.values()
        return self.results.view, self.ladder.view, *compared, self.missed.view, self.records.view

    @property
    def marking_views(self) -> tuple[QWidget, ...]:
        """Where rows are marked: everywhere but in lists that lie beside each other."""
        return self.results.view, self.ladder.view, self.missed.view, self.records.view

    def focus_rows(self) -> None:
        """The keys go to the rows; where there are none, to the box that would bring some."""
        rows = self.shown[1]
        (rows if rows.isVisibleTo(self.body) else self._box).setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def _box(self) -> QWidget:
        """What is typed in for what is on show."""
        if self.replacing_part.is_open:
            return self.replacing_part.choosing.box
        return self.missed.box if self.missed_part.is_open else self.query.question

    def go_to_question(self) -> None:
        """The question box, its text selected."""
        self.query.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.query.question.selectAll()

    def open_adjust(self) -> None:
        """Go to *Adjust*, which stands in this place alone; from *Adjust* itself fold it in again."""
        if not self.body.isVisible():
            self.front_requested.emit()
        self.adjust_part.open()

    def return_to_present(self) -> None:
        """The same question to the vault as it is known now."""
        self._session.return_to_present()

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

    def open(self, query: Query, id: RecordId | None) -> None:
        """Ask this, and look at a record, whether it is served or not."""
        if self.missed_part.is_open:
            self.show_view(self.switch.choice)
        self._wanted = id
        self.return_to(query)

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
        return (self.query, self.query.question), self.adjust_part.area, self.shown

    @property
    def _rows(self) -> ResultsPanel | RecordsPanel:
        """The rows of the answer, or of all records while there is no question."""
        return self.results if self._session.answer is not None else self.records

    def take_focus(self) -> None:
        """The place comes to the front: the question box has the focus."""
        self.query.question.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Another place comes to the front; the question waits."""

    def refresh(self) -> None:
        """F5: the same question to the vault as it is now."""
        if self._session.known is not None:
            self._session.return_to_present()
        else:
            self._session.ask_again()

    def step_back(self) -> None:
        """Esc from the inspector or a button: the replacement is given up, or the question has the focus again."""
        if self.replacing.is_open:
            self.replacing.step_back()
        elif self.missed_part.is_open:
            self.focus_rows()
        else:
            self.take_focus()

    # ------------------------------------------------------------ the session speaks

    def _on_opened(self) -> None:
        if self.missed_part.is_open:
            self.show_view(self.switch.choice)
        if (path := self._session.path) is not None:
            self.query.question.set_older(self._settings.questions(path))
        self.sight.reset(self._session.health.apps if self._session.health else ())
        self.query.show_question("")

    def _on_hit_chosen(self, id: RecordId | None) -> None:
        """The list behind *Why missed* does not choose what is looked at; without a question the list of all does."""
        if not self.missed_part.is_open:
            self._session.select(self.records.selected if id is None and self._session.answer is None else id)

    def _on_answered(self, answer: Answer | None, again: bool) -> None:
        health = self._session.health
        self.results.show_answer(answer, again=again, records=health.records if health else 0)
        self.query.question.set_timing(answer.recall.timings if answer is not None else None)
        if again and self._session.selected is not None:
            self.results.select(self._session.selected)  # it may be served again
        self.adjust_part.follow(answer)
        self.switch.setEnabled(answer is not None)
        if not self.missed_part.is_open and not self.replacing_part.is_open:
            self._show_page()
        if self._wanted is not None and not self._session.is_asking:
            wanted, self._wanted = self._wanted, None
            self._session.select(wanted)
            self.focus_rows()
            self.arrived.emit(wanted)

    def _show_page(self) -> None:
        """The answer in the view that is chosen; all records while there is none."""
        view = self.views[self.switch.choice]
        self.pages.setCurrentWidget(view if self._session.answer is not None else self.records)

    def _on_sight_changed(self) -> None:
        self.sight.show_sight(self._session.scope, self._session.at)

    def _on_record_selected(self, id: RecordId | None) -> None:
        if id is not None:
            self._rows.select(id)  # what can be done with it shows with its detail: no flicker while typing

    def _on_detailed(self, detail: Detail) -> None:
        self.results.show_detail(detail)

    def _on_acted(self, done: Done) -> None:
        self.results.show_records(done.records)

    def _on_health_changed(self, health: Health) -> None:
        self.sight.set_apps(health.apps)

    # ------------------------------------------------------------ the panels speak

    def _on_copies_requested(self) -> None:
        self.show_view("list")
        self.results.headline.copies.setChecked(True)

    def _on_accepted(self) -> None:
        self._session.settle()

    def _on_rows_requested(self, theirs: bool) -> None:
        if theirs:
            self._show_page()
            self._session.select(self._rows.selected)
        self.focus_rows()

    def _on_record_taken(self, id: RecordId) -> None:
        if self.replacing.is_open:
            self.replacing_part.take_focus()
        else:
            self.why_requested.emit()

    def _on_asked(self, question: str) -> None:
        """Who asks another question looks for its answer, not for a replacement."""
        if question != self._session.text:
            self.replacing.end()
        self._session.ask(question)

    def _on_down(self) -> None:
        self._session.settle()
        if self.replacing.is_open:
            self.replacing_part.take_focus()
            return
        is_empty = self._session.answer is None and not self._session.text.strip()
        if is_empty and not self.missed_part.is_open:
            self.records.enter()
        elif self.missed_part.is_open or self.results.model.rowCount():
            self.focus_rows()

    def _on_escape_in_question(self) -> None:
        if self.replacing.is_open:
            self.replacing.step_back()
        else:
            self.query.question.remember()
            self.query.question.clear()

    def _on_only_chosen(self, kind: Finder | None) -> None:
        self.results.show_only(kind)
        self.ladder.show_only(kind)
