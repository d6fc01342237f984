"""*Show*: session, kind, state, days and vectors of what is shown. It changes no number of a recall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QLabel, QMenu, QToolButton, QWidget

from mnemoscope.listing import ALL, Facets, SessionCount, Show, State
from mnemoscope.records import Kind
from mnemoscope_gui import look
from mnemoscope_gui.views.chips import Chip, ChoiceMenu, FilterChip
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.views.popup import below
from mnemoscope_gui.views.session_search import SessionSearch
from mnemoscope_gui.views.span import ANY, Span, SpanPopup
from mnemoscope_gui.wording import number, say

_Value = TypeVar("_Value")
FILTERS = ("session", "kind", "date", "state", "vectors")
_VECTORS = (("embedded", True), ("without", False))


class ShowPanel(QWidget):
    """Five filters side by side; where there is no room they fold into one button, and what is set stays in sight."""

    show_chosen = Signal(object)
    """Another ``Show``."""
    sessions_wanted = Signal(str)
    """Sessions that hold this text are wanted."""
    counts_wanted = Signal()
    """A choice is about to be made: how many records has each value?"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._show, self._title, self._span = ALL, "", ANY
        self._facets: Facets | None = None
        self._label = QLabel(say("show.label"))
        self._label.setProperty("role", "muted")
        self.folded = Chip(say("show.folded"), say("show.name"))
        self.chips = {id: FilterChip(say(f"show.{id}.all"), say(f"show.{id}")) for id in FILTERS}
        self.clear = QToolButton()
        self.clear.setText(say("show.clear"))
        self.clear.setProperty("chip", True)
        self.clear.setProperty("flat", True)
        self.sessions, self.days = SessionSearch(self), SpanPopup(self)
        self._flow = Flow(self, look.SPACE)
        self._is_folded = False
        self.setAccessibleName(say("show.name"))
        for widget in (self._label, self.folded, *self.chips.values(), self.clear):
            self._flow.addWidget(widget)
        self._wire()
        self.show_filter(ALL)

    def _wire(self) -> None:
        for id, chip in self.chips.items():
            chip.clicked.connect(lambda _=False, id=id: self.open(id))
            chip.removed.connect(lambda id=id: self.remove(id))
        self.folded.clicked.connect(self._open_folded)
        self.clear.clicked.connect(lambda: self._choose(ALL))
        self.sessions.wanted.connect(self.sessions_wanted)
        self.sessions.chosen.connect(self._on_session)
        self.days.chosen.connect(self._on_span)

    # ------------------------------------------------------------ what is shown

    def show_filter(self, show: Show) -> None:
        """Put a filter there without choosing it."""
        self._show = show
        if show.session is None:
            self._title = ""
        if show.since is None and show.until is None:
            self._span = ANY
        values = {
            "session": (self._title or show.session[1]) if show.session else "",
            "kind": ", ".join(say(f"kind.{kind.value}") for kind in Kind if kind in show.kinds),
            "date": str(self._span),
            "state": ", ".join(say(f"state.{state.value}") for state in State if state in show.states),
            "vectors": next((say(f"show.vectors.{id}") for id, holds in _VECTORS if holds is show.embedded), ""),
        }
        for id, value in values.items():
            self.chips[id].show_value(value)
        self._fold(self._is_folded)

    def show_counts(self, facets: Facets) -> None:
        """How many records have each value."""
        self._facets = facets

    # ------------------------------------------------------------ room

    def widths(self) -> tuple[int, int]:
        """On one line: folded with what is set, and unfolded."""
        return self._width(folded=True), self._width(folded=False)

    def fit(self, width: int) -> int:
        """Unfold where there is room for it; returns the height."""
        self._fold(self._width(folded=False) > width)
        return self._flow.heightForWidth(width)

    def _fold(self, folded: bool) -> None:
        self._is_folded = folded
        for widget, shown in self._shown(folded).items():
            if widget.isHidden() is shown:
                widget.setVisible(shown)

    def _shown(self, folded: bool) -> dict[QWidget, bool]:
        shown: dict[QWidget, bool] = {self._label: not folded, self.folded: folded}
        for chip in self.chips.values():
            shown[chip] = chip.is_set or not folded
        shown[self.clear] = self._show != ALL
        return shown

    def _width(self, *, folded: bool) -> int:
        widths = [widget.sizeHint().width() for widget, shown in self._shown(folded).items() if shown]
        return sum(widths) + self._flow.spacing() * (len(widths) - 1)

    # ------------------------------------------------------------ what a person does

    def open(self, id: str, anchor: QWidget | None = None) -> None:
        """Offer the values of a filter below its chip."""
        anchor = anchor or self.chips[id]
        self.counts_wanted.emit()
        if id == "session":
            self.sessions.open_for(anchor)
        elif id == "date":
            self.days.open_for(anchor, self._span)
        else:
            menu = self.menu(id)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(below(anchor, menu.sizeHint().width(), menu.sizeHint().height()))

    def remove(self, id: str) -> None:
        """Let a filter show all again."""
        all_of = {
            "session": {"session": None},
            "kind": {"kinds": frozenset()},
            "date": {"since": None, "until": None},
            "state": {"states": frozenset()},
            "vectors": {"embedded": None},
        }
        self._choose(replace(self._show, **all_of[id]))  # type: ignore[arg-type]

    def menu(self, id: str) -> QMenu:
        """The values of a filter that has few of them, with how many records each would show."""
        menu = ChoiceMenu(say(f"show.{id}"), self)
        any_value = menu.addAction(say("show.any"))
        any_value.triggered.connect(lambda: self.remove(id))
        menu.addSeparator()
        group = QActionGroup(menu)
        group.setExclusionPolicy(
            QActionGroup.ExclusionPolicy.ExclusiveOptional if id == "vectors" else QActionGroup.ExclusionPolicy.None_
        )
        for text, count, chosen, choose in self._values(id):
            action = QAction(f"{text}\t{number(count)}" if self._facets is not None else text, menu)
            action.setCheckable(True)
            action.setChecked(chosen)
            action.toggled.connect(choose)
            menu.addAction(group.addAction(action))
        return menu

    def _values(self, id: str) -> list[tuple[str, int, bool, Callable[[bool], None]]]:
        """What it is called, how many records it would show, whether it is chosen, and how it is chosen."""
        facets, show = self._facets or Facets(0, 0), self._show
        if id == "kind":
            kinds = facets.kinds
            return [
                (say(f"kind.{kind.value}"), kinds.get(kind, 0), kind in show.kinds, partial(self._choose_kind, kind))
                for kind in Kind
            ]
        if id == "state":
            states = facets.states
            return [
                (say(f"state.{s.value}"), states.get(s, 0), s in show.states, partial(self._choose_state, s))
                for s in State
            ]
        counts = (facets.embedded, facets.whole - facets.embedded)
        return [
            (say(f"show.vectors.{value}"), count, show.embedded is holds, partial(self._choose_vectors, holds))
            for (value, holds), count in zip(_VECTORS, counts, strict=True)
        ]

    def _choose_kind(self, kind: Kind, on: bool) -> None:
        self._choose(replace(self._show, kinds=_with(self._show.kinds, kind, on)))

    def _choose_state(self, state: State, on: bool) -> None:
        self._choose(replace(self._show, states=_with(self._show.states, state, on)))

    def _choose_vectors(self, holds: bool, on: bool) -> None:
        if on or self._show.embedded is holds:
            self._choose(replace(self._show, embedded=holds if on else None))

    def _open_folded(self) -> None:
        self.counts_wanted.emit()
        menu = QMenu(self)
        for id in FILTERS:
            if id in ("session", "date"):
                action = menu.addAction(say(f"show.{id}.choose"))
                action.triggered.connect(lambda _=False, id=id: self.open(id, self.folded))
            else:
                menu.addMenu(self.menu(id))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.folded.mapToGlobal(QPoint(0, self.folded.height() + 2)))

    def _on_session(self, session: SessionCount | None) -> None:
        self._title = (session.title or session.key) if session is not None else ""
        self._choose(replace(self._show, session=(session.app, session.key) if session is not None else None))

    def _on_span(self, span: Span) -> None:
        self._span = span
        self._choose(replace(self._show, since=span.since, until=span.until))

    def _choose(self, show: Show) -> None:
        if show != self._show:
            self.show_filter(show)
            self.show_chosen.emit(show)


def _with(chosen: frozenset[_Value], value: _Value, on: bool) -> frozenset[_Value]:
    return chosen | {value} if on else chosen - {value}
