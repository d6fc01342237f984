"""*Compare*: two recalls of one question side by side, and what moved, came in and left between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.comparison import Comparison, Pair, compare
from mnemoscope.records import Channel, ChannelState, Profile, Recall, Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.look import PairGrid
from mnemoscope_gui.models.pairs import PairRow, PairsModel
from mnemoscope_gui.values import Answer
from mnemoscope_gui.views.drags import Drags, row_at
from mnemoscope_gui.views.moment import MomentButton, moment_text
from mnemoscope_gui.views.moves import spoken_move
from mnemoscope_gui.views.pairs import Gutter, PairsHeader, PairsView, Side
from mnemoscope_gui.views.profile_box import ProfileBox
from mnemoscope_gui.wording import day_at, say, text

_TROUBLED = (ChannelState.INCOMPLETE, ChannelState.MISMATCH, ChannelState.LOADING, ChannelState.UNAVAILABLE)


class ComparePanel(QFrame):
    """Counts, what is compared with what, and the two lists with lines between them."""

    question_requested = Signal()
    profile_chosen = Signal(object)
    """The ``Profile`` of the right side."""
    moment_chosen = Signal(object)
    """The moment of the right side; ``None`` is now."""
    swap_requested = Signal()
    record_chosen = Signal(object)
    record_taken = Signal(object)
    """Enter on a row: its ``RecordId``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(PairGrid.MINIMUM)
        self.sentence, self._trouble, self._empty = QLabel(), QLabel(), QLabel(say("compare.no_question"))
        self.profile, self.moment = ProfileBox(), MomentButton(say("compare.moment"))
        self.swap = QToolButton()
        self._name, self._moment_shown = QLabel(), QLabel()
        self.views = {side: PairsView(side) for side in Side}
        self.models = {side: PairsModel(spoken_move, self) for side in Side}
        self.drags = tuple(Drags(view, row_at(view)) for view in self.views.values())
        self._titles = {side: PairsHeader(view) for side, view in self.views.items()}
        self._gutter = Gutter(self.views[Side.LEFT], self.views[Side.RIGHT])
        self._body, self._stack = QWidget(), QStackedLayout()
        self.focused = Side.LEFT
        """The side that the keys go to."""
        self._lay_out()
        self._wire()

    # ------------------------------------------------------------ building

    def _lay_out(self) -> None:
        self.sentence.setProperty("role", "head")
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.sentence.setFixedHeight(PairGrid.TOP)
        self._trouble.setProperty("role", "meta")
        self._trouble.setWordWrap(True)
        self._trouble.setContentsMargins(look.PADDING, 0, look.PADDING, look.SPACE * 2)
        self._empty.setProperty("role", "hint")
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setMargin(look.PADDING * 3)
        for side, view in self.views.items():
            view.setAccessibleName(say(f"compare.{side.value}"))
            view.setModel(self.models[side])
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, look.SPACE * 2)
        body.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(look.PADDING, 0, look.PADDING, 0)
        head.addWidget(self.sentence, 1)
        body.addLayout(head)
        body.addWidget(self._trouble)
        body.addLayout(self._columns(), 1)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._body)
        self.setLayout(self._stack)

    def _columns(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.addWidget(self._left_head(), 0, 0)
        grid.addWidget(self.swap, 0, 1, Qt.AlignmentFlag.AlignCenter)
        grid.addWidget(self._right_head(), 0, 2)
        grid.addWidget(self._titles[Side.LEFT], 1, 0)
        grid.addWidget(self._titles[Side.RIGHT], 1, 2)
        grid.addWidget(self.views[Side.LEFT], 2, 0)
        grid.addWidget(self._gutter, 2, 1)
        grid.addWidget(self.views[Side.RIGHT], 2, 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(2, 1)
        return grid

    def _left_head(self) -> QWidget:
        self._name.setProperty("role", "head")
        self._moment_shown.setProperty("role", "muted")
        self._moment_shown.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        return _head(self._name, self._moment_shown, left=look.PADDING)

    def _right_head(self) -> QWidget:
        self.swap.setText("⇄")
        self.swap.setProperty("flat", True)
        self.swap.setToolTip(say("compare.swap"))
        self.swap.setAccessibleName(say("compare.swap"))
        self.profile.setAccessibleName(say("compare.profile"))
        self.profile.setObjectName("other_profile")
        return _head(self.profile, self.moment, left=PairGrid.INSET)

    def _wire(self) -> None:
        self.profile.profile_chosen.connect(self.profile_chosen)
        self.moment.moment_chosen.connect(self.moment_chosen)
        self.swap.clicked.connect(self.swap_requested)
        for side, view in self.views.items():
            view.left.connect(self.question_requested)
            view.moved.connect(lambda side=side: self._on_moved(side))
            view.taken.connect(self._on_taken)
            view.crossed.connect(self._on_crossed)
            view.entered_focus.connect(lambda side=side: self._on_focus(side))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < 2 * PairGrid.NARROW
        self._gutter.setFixedWidth(PairGrid.GUTTER_NARROW if is_narrow else PairGrid.GUTTER)

    # ------------------------------------------------------------ what is shown

    def show_choice(
        self,
        shown: tuple[Profile, int | None],
        other: tuple[Profile, int | None],
        profiles: Mapping[str, Profile],
        offered: Sequence[Profile],
        known: str = "",
    ) -> None:
        """What is compared with what: profile and moment of each side; and what else the right one could be.

        ``known`` says as of which minute the left side knows the vault, where it is not now; then nothing is swapped.
        """
        profile, at = shown
        adjusted = profiles.get(profile.name) != profile
        self._name.setText(say("profile.adjusted", name=profile.name) if adjusted else profile.name)
        self._moment_shown.setText(known or moment_text(at).rstrip(" ▾"))
        self.swap.setVisible(not known)
        self.profile.show_profiles(profiles, other[0], offered)
        self.moment.show_moment(other[1])

    def show_answers(self, left: Answer | None, right: Answer | None, *, is_asking: bool) -> None:
        """Both answers. While one is on its way nothing is compared, and the numbers are faint."""
        self._stack.setCurrentIndex(0 if left is None else 1)
        found = compare(left.recall, right.recall) if left and right and not is_asking else None
        pairs = {pair.id: pair for pair in found.pairs} if found is not None else {}
        for side, answer in ((Side.LEFT, left), (Side.RIGHT, right)):
            self._fill(side, answer, pairs)
            self.views[side].is_stale = is_asking
            self.views[side].channels = _ranking(answer.recall) if answer is not None else tuple(Channel)
            self._titles[side].update()
            self.views[side].nothing = _nothing(answer.recall) if answer is not None else ""
        self.sentence.setEnabled(found is not None)
        if found is not None:
            self.sentence.setText(_counted(found))
        self._show_trouble(right.recall if right is not None else None)
        self._gutter.update()

    def _fill(self, side: Side, answer: Answer | None, pairs: Mapping[RecordId, Pair]) -> None:
        view, hits = self.views[side], answer.recall.hits if answer is not None else ()
        selected, scroll = self.selected(side), view.verticalScrollBar().value()
        view.blockSignals(True)
        terms = answer.terms if answer is not None else ()
        self.models[side].set_records([PairRow(hit, pairs.get(hit.id), terms) for hit in hits])
        self._make_current(side, selected)
        view.doItemsLayout()
        view.verticalScrollBar().setValue(scroll)
        view.blockSignals(False)

    def _show_trouble(self, recall: Recall | None) -> None:
        """What keeps a channel of the right side from ranking; of the left side it is said above the views."""
        reports = recall.channels.values() if recall is not None else ()
        reasons = [text(report.reason) for report in reports if report.state in _TROUBLED and report.reason]
        self._trouble.setText(f"{say('adjust.warning')} {' '.join(reasons)}")
        self._trouble.setVisible(bool(reasons))

    def show_records(self, records: Mapping[RecordId, Record]) -> None:
        """The same rows after an act: what is out of force is struck through."""
        for model in self.models.values():
            model.replace_records(
                [
                    replace(row, hit=replace(row.hit, record=records.get(row.hit.id, row.record)))
                    for row in model.records
                ]
            )

    # ------------------------------------------------------------ selection

    def selected(self, side: Side) -> RecordId | None:
        """The record of the current row of a side."""
        index = self.views[side].currentIndex()
        return self.models[side].records[index.row()].hit.id if index.isValid() else None

    def select(self, id: RecordId | None) -> None:
        """Make the record current on both sides and bring it in sight."""
        for side, view in self.views.items():
            if id == self.selected(side):
                continue
            view.blockSignals(True)
            self._make_current(side, id)
            view.blockSignals(False)
            if view.currentIndex().isValid():
                view.scrollTo(view.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)
        self._gutter.update()

    def _make_current(self, side: Side, id: RecordId | None) -> None:
        row = self.models[side].row_of(id)
        self.views[side].setCurrentIndex(self.models[side].index(row, 0) if row is not None else QModelIndex())

    @property
    def view(self) -> PairsView:
        """The side that the keys go to."""
        return self.views[self.focused]

    def _on_moved(self, side: Side) -> None:
        if (id := self.selected(side)) is not None:
            self.focused = side
            self.record_chosen.emit(id)

    def _on_taken(self) -> None:
        if (id := self.selected(self.focused)) is not None:
            self.record_taken.emit(id)

    def _on_crossed(self) -> None:
        """To the same record on the other side; where it is missing, to the row at the same height."""
        here, there = self.focused, Side.RIGHT if self.focused is Side.LEFT else Side.LEFT
        view, count = self.views[there], self.models[there].rowCount()
        if not count:
            return
        self.focused = there
        view.setFocus(Qt.FocusReason.OtherFocusReason)
        if not view.currentIndex().isValid():
            middle = self.views[here].visualRect(self.views[here].currentIndex()).center()
            near = view.indexAt(middle)
            view.setCurrentIndex(near if near.isValid() else self.models[there].index(count - 1, 0))

    def _on_focus(self, side: Side) -> None:
        self.focused = side


def _head(first: QWidget, second: QWidget, left: int) -> QWidget:
    widget = QWidget()
    widget.setFixedHeight(PairGrid.HEAD)
    widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # both sides are as wide as each other
    row = QHBoxLayout(widget)
    row.setContentsMargins(left, 0, PairGrid.INSET, 0)
    row.setSpacing(look.SPACE * 2)
    row.addWidget(first)
    row.addWidget(second, 1 if isinstance(second, QLabel) else 0)
    row.addStretch(0 if isinstance(second, QLabel) else 1)
    return widget


def _counted(found: Comparison) -> str:
    moved = found.up + found.down
    if not (moved or found.entered or found.left):
        return say("compare.same" if found.same else "compare.none", count=found.same)
    return say("compare.counts", stayed=found.same, moved=moved, entered=found.entered, left=found.left)


def _ranking(recall: Recall) -> tuple[Channel, ...]:
    """The channels that the profile asks for."""
    return tuple(channel for channel in Channel if recall.channels[channel].state is not ChannelState.OFF)


def _nothing(recall: Recall) -> str:
    """Why a side is empty; empty where it is not."""
    if recall.hits:
        return ""
    if not recall.recallable and recall.query.at is not None:
        return say("compare.before", day=day_at(recall.query.at))
    return say("results.nothing")
