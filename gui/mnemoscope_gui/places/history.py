"""*History*: every act and every recall on one timeline; a recall then and now, an act and what it touched."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mnemoscope import hindsight
from mnemoscope.records import Query, RecordId
from mnemoscope.timeline import ALL, Place, Wanted, What
from mnemoscope_gui import look
from mnemoscope_gui.jobs import history as jobs
from mnemoscope_gui.models.history import EntryRow, action
from mnemoscope_gui.panels.entry import EntryHead, EntryPage
from mnemoscope_gui.panels.history import HistoryPanel
from mnemoscope_gui.panels.inspector import Lead
from mnemoscope_gui.panels.notice import NoticePanel
from mnemoscope_gui.settings import Settings
from mnemoscope_gui.state.history import History
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.views.days import DaysStrip
from mnemoscope_gui.views.history_search import HistorySearch
from mnemoscope_gui.wording import say

REST = 150
"""Milliseconds after the last key until what was typed is looked for."""

GATHER = 30
"""Milliseconds in which what is told of rows is gathered, to be shown at once."""


class HistoryPlace(QObject):
    """Head, strip and body for the window's frame, and what the inspector shows first beside them."""

    chosen = Signal()
    """Another entry is looked at, or more is known of it."""
    record_requested = Signal(object)
    """A ``RecordId`` is to be looked at in Recall."""
    recall_requested = Signal(object, object, str)
    """A ``Query`` is to be asked in Recall, a ``RecordId`` or ``None`` looked at, in the view of this id."""
    expectation_requested = Signal(object, object)
    """A ``Query`` and a ``RecordId`` that must come back for it."""
    left = Signal()
    """Esc."""

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self.history = History(session, self)
        self.search, self.days, self.panel = HistorySearch(), DaysStrip(), HistoryPanel()
        self.notice = NoticePanel()
        self.head, self.strip, self.body = QWidget(), QWidget(), QWidget()
        self.entry, self.page = EntryHead(), EntryPage()
        self.lead: Lead | None = Lead(self.entry, self.page, say("tab.then_and_now"))
        self.is_in_front = False
        self._wanted_act: int | None = None
        """To be looked at as soon as it is listed."""
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._gathering = QTimer(self, singleShot=True, interval=GATHER)
        self._lay_out()
        self._wire()

    def _lay_out(self) -> None:
        self.strip.hide()
        head = QHBoxLayout(self.head)
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self.search)
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.MARGIN)
        column.addWidget(self.days)
        column.addWidget(self.notice)
        column.addWidget(self.panel, 1)

    def _wire(self) -> None:
        history, panel, page = self.history, self.panel, self.page
        history.listed.connect(self._on_listed)
        history.told.connect(lambda: None if self._gathering.isActive() else self._gathering.start())
        self._gathering.timeout.connect(self._on_told)
        history.looked.connect(self._on_looked)
        self._session.opened.connect(self._on_opened)
        self._rest.timeout.connect(self._look_for)
        self.search.textChanged.connect(lambda _: self._rest.start())
        self.search.down_pressed.connect(self.panel.take_focus)
        self.search.escape_pressed.connect(self.step_back)
        self.days.range_chosen.connect(self.history.want_days)
        self.days.left.connect(panel.take_focus)
        panel.wanted_chosen.connect(history.want)
        panel.records_wanted.connect(self._on_records_wanted)
        panel.place_chosen.connect(history.select)
        panel.place_taken.connect(lambda _: self.open())
        panel.action_requested.connect(self._on_action_requested)
        panel.seen.connect(self._on_seen)
        panel.upward.connect(self._focus_search)
        panel.left.connect(self.step_back)
        panel.clear_requested.connect(self._on_clear_requested)
        page.record_chosen.connect(self._on_record_chosen)
        page.record_taken.connect(self.record_requested)
        page.act_requested.connect(self.show_act)
        page.more_requested.connect(history.read_more)

    # ------------------------------------------------------------ the frame

    @property
    def areas(self) -> tuple[tuple[QWidget, QWidget], ...]:
        """The search, the days, the rows."""
        return (self.search, self.search), (self.days, self.days), (self.panel, self.panel.view)

    @property
    def letter_views(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return self.panel.view, self.page.turns, self.page.records, self.entry

    def add_action(self, action: QAction) -> None:
        """A button for one of the window's commands."""
        self.entry.add_action(action)

    def take_focus(self) -> None:
        """The place comes to the front: its current entry is looked at."""
        self.is_in_front = True
        self.history.watch(True)
        self.panel.take_focus()
        self._on_record_chosen(self.page.record)
        self.chosen.emit()

    def leave(self) -> None:
        """Another place comes to the front: the question's own record is looked at again."""
        self.is_in_front = False
        self.history.watch(False)
        self._session.look_back()
        self.chosen.emit()

    def refresh(self) -> None:
        """F5: look at the vault as it is now."""
        self.history.list_anew()

    def step_back(self) -> None:
        """Esc: the rows have the focus; from the rows, what is left out comes back; then it leads to Recall."""
        if self.search.hasFocus() and self.search.text():
            self.search.clear()
        elif not self.panel.isAncestorOf(self.panel.focusWidget() or self.search) and not self.panel.view.hasFocus():
            self.panel.take_focus()
        elif self.history.is_narrowed:
            self._on_clear_requested()
        else:
            self.left.emit()

    def _focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    # ------------------------------------------------------------ commands

    @property
    def selected(self) -> Place | None:
        """The current entry, while the place is in front."""
        return self.history.selected if self.is_in_front else None

    @property
    def query(self) -> Query | None:
        """The question of the current recall, as of now."""
        line = self.history.line if self.is_in_front else None
        recall = line.entry.recall if line is not None else None
        return hindsight.query(recall) if recall is not None else None

    @property
    def can_act(self) -> bool:
        """Whether something can be done with the current entry: replay, undo, revert."""
        place = self.selected
        return place is not None and bool(action(EntryRow(place, self.history.lines.get(place))))

    @property
    def action_text(self) -> str:
        """What that is, in a word."""
        place = self.selected
        return action(EntryRow(place, self.history.lines.get(place))) if place is not None else ""

    def open(self) -> None:
        """Enter: a recall as of its minute in Recall, the record of an act there."""
        if self.query is not None:
            self._replay("list")
        elif self.page.record is not None:
            self.record_requested.emit(self.page.record)

    def again(self) -> None:
        """What can be done with the current entry: a recall is replayed, an act taken back."""
        if self.selected is not None:
            self._on_action_requested(self.selected)

    def compare(self) -> None:
        """The current recall in Recall: as its minute knew the vault, beside now."""
        self._replay("compare")

    def expect(self) -> None:
        """From now on the record that is looked at must come back for the question."""
        if self.query is not None and self.page.record is not None:
            self.expectation_requested.emit(self.query, self.page.record)

    def show_cause(self) -> None:
        """The act that is between then and now."""
        if self.page.current_act is not None:
            self.show_act(self.page.current_act)

    def switch_log(self) -> None:
        """Keep the recall log of this vault, or no more."""
        if self.history.list is None:
            self.history.list_anew()
        self.history.switch_log(not self.is_logging)

    @property
    def is_logging(self) -> bool:
        """Whether recalls are logged, as far as is known."""
        return self.history.list is None or self.history.list.is_logging

    def show_act(self, number: int) -> None:
        """Lead to an act; what is left out comes back where it hides it."""
        self._wanted_act = number
        self._find_act()
        if self._wanted_act is None:
            return
        if self.history.is_narrowed:
            self._on_clear_requested()
            self._find_act()
        self.history.list_anew()

    def _find_act(self) -> None:
        if self._wanted_act is None:
            return
        place = self.panel.find_act(self._wanted_act)
        if place is not None:
            self._wanted_act = None
            self.panel.select(place)
            if self.is_in_front:
                self.panel.take_focus()

    def _replay(self, view: str) -> None:
        line = self.history.line
        if line is None or line.entry.recall is None:
            return
        number, id = line.entry.recall.number, self.page.record

        def on_query(query: Query) -> None:
            self.recall_requested.emit(query, id, view)

        self._session.submit("query", jobs.as_known(number), on_query, "replay")

    def _on_action_requested(self, place: Place) -> None:
        if place.what is What.RECALL:
            self._replay("list")
        else:
            self.history.take_back(place)

    # ------------------------------------------------------------ what is listed

    def _on_opened(self) -> None:
        self._wanted_act = None
        self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(False)
        self.days.show_range(None)
        self.days.show_days(())
        self.panel.show_wanted(ALL)
        self.panel.show_nothing_yet()
        self.notice.clear()

    def _on_listed(self) -> None:
        history, listed = self.history, self.history.list
        if listed is None:
            return
        health = self._session.health
        self.panel.offer(listed.actors, health.apps if health is not None else ())
        self.days.show_days(listed.days)
        self.days.show_range(history.range)
        self._tell_log(listed.is_logging)
        if history.places:
            self.panel.show_places(history.places, history.days)
        else:
            self.days.show_seen(None)
            self._tell_nothing()
        self._find_act()
        self.chosen.emit()

    def _tell_log(self, is_logging: bool) -> None:
        if is_logging:
            self.notice.clear()
        else:
            switch = partial(self.history.switch_log, True)
            self.notice.tell(say("timeline.log.is_off"), can_close=False, button=say("timeline.log.on.do"), call=switch)

    def _tell_nothing(self) -> None:
        listed, wanted = self.history.list, self.history.wanted
        if listed is None:
            return
        if not listed.acts and not listed.recalls:
            self.panel.tell_nothing(say("timeline.empty"))
        elif wanted == replace(ALL, what=What.RECALL) and self.history.range is None:
            button = "" if listed.is_logging else say("timeline.log.on.do")
            self.panel.tell_nothing(say("timeline.no_recalls" if listed.is_logging else "timeline.log.is_off"), button)
        elif wanted == replace(ALL, what=What.ACT) and self.history.range is None:
            self.panel.tell_nothing(say("timeline.no_acts"))
        else:
            self.panel.tell_nothing(say("timeline.no_match"), say("timeline.clear"))

    def _on_clear_requested(self) -> None:
        history, listed = self.history, self.history.list
        if listed is not None and not listed.is_logging and history.wanted == replace(ALL, what=What.RECALL):
            history.switch_log(True)
            return
        self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(False)
        self._rest.stop()
        self.days.show_range(None)
        self.panel.show_wanted(ALL)
        history.want_days(None)
        history.want(ALL)
        self.panel.take_focus()

    def _look_for(self) -> None:
        wanted: Wanted = replace(self.history.wanted, text=self.search.text().strip())
        self.panel.show_wanted(wanted)
        self.history.want(wanted)

    def _on_seen(self, places: tuple[Place, ...]) -> None:
        self.history.see(places)
        days: tuple[date, date] | None = self.panel.seen_days()
        self.days.show_seen(days)

    def _on_records_wanted(self) -> None:
        """The records that are at hand: those of the entry that is looked at, and the one of the question."""
        offered: dict[RecordId, str] = {}
        detail = self._session.detail
        if detail is not None:
            offered[detail.record.id] = f"{detail.short}  {detail.record.indexed_text}"
        offered |= self.page.records_at_hand
        self.panel.offer_records({id: " ".join(said.split()) for id, said in offered.items()})

    # ------------------------------------------------------------ what is looked at

    def _on_told(self) -> None:
        history = self.history
        self.panel.show_told(history.lines, history.others, history.impacts)
        self._on_looked()

    def _on_looked(self) -> None:
        history, place, line = self.history, self.history.selected, self.history.line
        self.entry.show_entry(line)
        if place is None or line is None:
            self.page.show_waiting("")
        elif history.hindsight is not None and place.what is What.RECALL:
            self.page.show_hindsight(history.hindsight)
        elif history.touched is not None and place.what is What.ACT:
            impact = history.impacts.get(place.number)
            self.page.show_touched(history.touched, line, impact, place.number in history.impacts)
        elif not self.page.is_about(place):
            self.page.show_waiting(say("timeline.asking") if place.what is What.RECALL else "")
            self._on_record_chosen(None)
        acts = history.hindsight.acts if history.hindsight is not None else ()
        causes = (self.panel.find_act(act.number) for act in acts)
        self.panel.view.show_links(place, tuple(cause for cause in causes if cause is not None))
        self.chosen.emit()

    def _on_record_chosen(self, id: RecordId | None) -> None:
        if self.is_in_front:
            self._session.look_beside(id, partial(jobs.look_at, id) if id is not None else None)
        self.chosen.emit()
