"""The timeline: what is left out, then the acts and recalls; or a sentence where there are none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.hindsight import Others
from mnemoscope.plans import Impact
from mnemoscope.records import RecordId
from mnemoscope.timeline import ALL, Day, Place, Wanted, What
from mnemoscope_gui import look
from mnemoscope_gui.look import HistoryGrid
from mnemoscope_gui.models.history import HistoryModel
from mnemoscope_gui.values import Told
from mnemoscope_gui.views.chips import FilterChip
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.history import HistoryView
from mnemoscope_gui.views.popup import below
from mnemoscope_gui.views.sentence import SentencePage
from mnemoscope_gui.wording import actor, say

_OFFERED = 60
"""Characters of a record in the menu that offers it."""


class HistoryPanel(QFrame):
    """One row is current while there are any."""

    wanted_chosen = Signal(object)
    """Another ``Wanted``."""
    records_wanted = Signal()
    """A record is about to be chosen: which can be?"""
    place_chosen = Signal(object)
    """Another ``Place`` is current; ``None`` where none is."""
    place_taken = Signal(object)
    """Enter on a ``Place``."""
    action_requested = Signal(object)
    """What can be done with a ``Place`` is to be done."""
    seen = Signal(object)
    """The places in sight."""
    upward = Signal()
    """Up from the first row."""
    left = Signal()
    """Esc in the rows."""
    clear_requested = Signal()
    """All that is left out is wanted again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(look.CENTRE_MINIMUM)
        self._wanted = ALL
        self._actors: tuple[str, ...] = ()
        self._apps: tuple[str, ...] = ()
        self._records: Mapping[RecordId, str] = {}
        self._name_of_record = ""
        self.view, self.model = HistoryView(), HistoryModel(self)
        self.view.setAccessibleName(say("timeline.name"))
        self.view.setModel(self.model)
        self.kinds = {what: QToolButton() for what in What}
        self.filters = {
            "actor": FilterChip(say("timeline.actor.all"), say("timeline.actor")),
            "app": FilterChip(say("timeline.app.all"), say("timeline.app")),
            "record": FilterChip(say("timeline.record.all"), say("timeline.record")),
        }
        self.nothing, self._hint = SentencePage(), ElidedLabel()
        self._stack = QStackedLayout()
        self._settling = False
        self._standing_in: QWidget | None = None
        """What has the focus until there are rows."""
        self._chosen: Place | None = None
        self._lay_out()
        self._wire()

    def _lay_out(self) -> None:
        hint = self._hint
        hint.setText(say("timeline.hint"))
        hint.setProperty("role", "small")
        hint.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        chips = QHBoxLayout()
        chips.setContentsMargins(look.PADDING, look.SPACE * 2, look.PADDING, look.SPACE * 2)
        chips.setSpacing(look.SPACE + 2)
        for what, chip in self.kinds.items():
            chip.setText(say("timeline.acts" if what is What.ACT else "timeline.recalls"))
            chip.setProperty("chip", True)
            chip.setCheckable(True)
            chip.setChecked(True)
            chips.addWidget(chip)
        chips.addSpacing(look.SPACE * 2)
        for filter in self.filters.values():
            chips.addWidget(filter)
        chips.addStretch(1)
        chips.addWidget(hint)
        self._stack.addWidget(QLabel())  # while nothing is known yet, nothing is said
        self._stack.addWidget(self.nothing)
        self._stack.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, look.SPACE)
        column.setSpacing(0)
        column.addLayout(chips)
        column.addLayout(self._stack, 1)

    def _wire(self) -> None:
        self.view.left.connect(self.left)
        self.view.upward.connect(self.upward)
        self.view.moved.connect(self._on_moved)
        self.view.taken.connect(self._on_taken)
        self.view.action_requested.connect(self.action_requested)
        self.view.scrolled.connect(self._on_scrolled)
        self.nothing.pressed.connect(self.clear_requested)
        for what, chip in self.kinds.items():
            chip.clicked.connect(lambda wanted, what=what: self._on_kind(what, wanted))
        for id, filter in self.filters.items():
            filter.clicked.connect(partial(self._open, id))
            filter.removed.connect(partial(self._choose, id, None))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hint.setVisible(self.width() >= HistoryGrid.NARROW)

    # ------------------------------------------------------------ what is shown

    def show_wanted(self, wanted: Wanted) -> None:
        """Put what is wanted there without choosing it."""
        self._wanted = wanted
        for what, chip in self.kinds.items():
            chip.setChecked(wanted.what in (None, what))
        self.filters["actor"].show_value(actor(wanted.actor) if wanted.actor else "")
        self.filters["app"].show_value(wanted.app or "")
        named = self._records.get(wanted.record, self._name_of_record) if wanted.record else ""
        self._name_of_record = named
        self.filters["record"].show_value((named or str(wanted.record)[:6]) if wanted.record else "")

    def offer(self, actors: tuple[str, ...], apps: tuple[str, ...]) -> None:
        """Whom and what the filters can be set to."""
        self._actors, self._apps = actors, apps

    def offer_records(self, records: Mapping[RecordId, str]) -> None:
        """The records that can be chosen, with how they begin."""
        self._records = records

    def show_nothing_yet(self) -> None:
        """Another vault: nothing is known of it."""
        self._settling = True
        self.model.show_places((), ())
        self._settling = False
        self._stack.setCurrentIndex(0)
        self._on_moved()

    def tell_nothing(self, sentence: str, button: str = "") -> None:
        """There is no row, and why."""
        self.nothing.tell(sentence, button)
        self._settling = True
        self.model.show_places((), ())
        self._settling = False
        self._stack.setCurrentIndex(1)
        self._on_moved()

    def show_places(self, places: tuple[Place, ...], days: tuple[Day, ...]) -> None:
        """These places. The selected one stays so, and what was in sight; at the top, what is new comes in sight."""
        selected, bar = self.selected, self.view.verticalScrollBar()
        top, shift = bar.value() // look.Height.ROW, bar.value() % look.Height.ROW
        if self.model.place_at(top) is None:  # the line of a day
            top, shift = top + 1, shift - look.Height.ROW
        anchor = self.model.place_at(top) if bar.value() else None
        focused = self.view.currentIndex().row()
        self._settling = True
        self.model.show_places(places, days)
        standing_in, self._standing_in = self._standing_in, None
        has_focus = standing_in is not None and standing_in.hasFocus()
        self._stack.setCurrentIndex(2)
        if has_focus:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.doItemsLayout()  # else the scroll bar does not yet reach as far
        row = self.model.row_of(selected) if selected is not None else None
        if row is None and focused > 0 and places:
            row = min(focused, self.model.rowCount() - 1)
            row += self.model.place_at(row) is None
        if row is None and places:
            row = 1
        self.view.setCurrentIndex(self.model.index(row, 0) if row is not None else QModelIndex())
        place = self.model.row_of(anchor) if anchor is not None else None
        bar.setValue(place * look.Height.ROW + shift if place is not None else 0)
        if anchor is not None and place is None and row is not None:
            self.view.scrollTo(self.model.index(row, 0), QAbstractItemView.ScrollHint.PositionAtCenter)
        self._settling = False
        self._on_moved()
        self._on_scrolled()

    def show_told(
        self,
        told: Mapping[Place, Told],
        others: Mapping[int, Others | None],
        impacts: Mapping[int, Impact | None],
    ) -> None:
        """What is known of the rows by now."""
        self.model.show_told(told, others, impacts)

    # ------------------------------------------------------------ the current row

    @property
    def selected(self) -> Place | None:
        """The current one."""
        return self.model.place_at(self.view.currentIndex().row())

    def select(self, place: Place) -> None:
        """Make this one current, in the middle."""
        row = self.model.row_of(place)
        if row is not None:
            self.view.setCurrentIndex(self.model.index(row, 0))
            self.view.scrollTo(self.model.index(row, 0), QAbstractItemView.ScrollHint.PositionAtCenter)

    def find_act(self, number: int) -> Place | None:
        """Where an act stands, if it is listed."""
        row = self.model.row_of_act(number)
        return self.model.place_at(row) if row is not None else None

    def take_focus(self) -> None:
        """The rows have the focus, or what there is to do where there are none."""
        has_rows = self._stack.currentIndex() == 2
        button = self.nothing.button
        target: QWidget = self.view if has_rows else button if button.isVisibleTo(self) else self.kinds[What.ACT]
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        self._standing_in = None if has_rows else target

    def seen_days(self) -> tuple[date, date] | None:
        """The oldest and the newest day in sight."""
        days = [day.day for row in self._seen_rows() if isinstance(day := self.model.row(row), Day)]
        first = self.model.day_of(self.view.seen()[0])
        days += [first.day] if first is not None else []
        return (min(days), max(days)) if days else None

    def _seen_rows(self) -> range:
        first, last = self.view.seen()
        return range(max(first, 0), last + 1)

    def _on_moved(self) -> None:
        if not self._settling and self.selected != self._chosen:
            self._chosen = self.selected
            self.place_chosen.emit(self._chosen)

    def _on_scrolled(self) -> None:
        if not self._settling:
            places = (self.model.place_at(row) for row in self._seen_rows())
            self.seen.emit(tuple(place for place in places if place is not None))

    def _on_taken(self) -> None:
        if self.selected is not None:
            self.place_taken.emit(self.selected)

    # ------------------------------------------------------------ what is left out

    def _on_kind(self, what: What, wanted: bool) -> None:
        """One of the two stays: who lets go of the only one wants the other."""
        other = next(some for some in What if some is not what)
        chosen = None if wanted else other
        self._choose_wanted(replace(self._wanted, what=chosen))

    def _choose(self, field: str, value: str | None) -> None:
        if field == "actor":
            self._choose_wanted(replace(self._wanted, actor=value))
        elif field == "app":
            self._choose_wanted(replace(self._wanted, app=value))
        else:
            self._choose_wanted(replace(self._wanted, record=RecordId(value) if value is not None else None))

    def _choose_wanted(self, wanted: Wanted) -> None:
        self.show_wanted(wanted)
        self.wanted_chosen.emit(wanted)

    def _open(self, id: str) -> None:
        if id == "record":
            self.records_wanted.emit()
        menu = self.menu(id)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(below(self.filters[id], menu.sizeHint().width(), menu.sizeHint().height()))

    def menu(self, id: str) -> QMenu:
        """What a filter can be set to."""
        menu = QMenu(self)
        offered: Mapping[str, Sequence[tuple[str, str]]] = {
            "actor": [(some, actor(some)) for some in self._actors],
            "app": [(some, some) for some in self._apps],
            "record": list(self._records.items()),
        }
        values = offered[id]
        now = getattr(self._wanted, id)
        for value, said in ((None, say(f"timeline.{id}.all")), *values):
            shown = said if len(said) <= _OFFERED else f"{said[:_OFFERED].rstrip()}…"
            action = menu.addAction(shown.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(value == now)
            call: Callable[[], None] = partial(self._choose, id, value)
            action.triggered.connect(lambda _=False, call=call: call())
        if id == "record" and not values:
            menu.addAction(say("timeline.record.none")).setEnabled(False)
        return menu
