"""The list of what is served, under a headline that counts who found it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.comparison import Comparison, Pair
from mnemoscope.glance import Glance, glance
from mnemoscope.listing import ALL, Show
from mnemoscope.records import Recall, Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.hits import HitRow, HitsModel, shown_ids
from mnemoscope_gui.values import Answer, Detail
from mnemoscope_gui.views.anchor import anchor
from mnemoscope_gui.views.drags import Drags, row_at
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.glyphs import Finder, finder
from mnemoscope_gui.views.headline import Headline
from mnemoscope_gui.views.hits import HitsHeader, HitsView
from mnemoscope_gui.views.moves import counts
from mnemoscope_gui.views.sentence import SentencePage
from mnemoscope_gui.wording import number, say

_LISTED = (Finder.BOTH, Finder.VECTORS, Finder.WORDS)
"""Kinds that have rows here: what gave way has none."""


class ResultsPanel(QFrame):
    """Headline, standing instructions, titles, rows; or a sentence where there are no rows."""

    question_requested = Signal()
    """The person goes back to the question box."""
    record_chosen = Signal(object)
    """Another row is current: its ``RecordId``."""
    record_taken = Signal(object)
    """Enter on a row: its ``RecordId``."""
    only_chosen = Signal(object)
    """Rows of this ``Finder`` are wanted alone, or all: ``None``."""

    clear_requested = Signal()
    """All filters are to be cleared."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(look.CENTRE_MINIMUM)
        self.view = HitsView()
        self.view.setAccessibleName(say("results.name"))
        self.model = HitsModel(self)
        self.view.setModel(self.model)
        self.drags = Drags(self.view, row_at(self.view))
        self.titles = HitsHeader(self.view)
        self.headline = Headline()
        self._standing = _StandingStrip()
        self._empty = SentencePage()
        self._rows: tuple[HitRow, ...] = ()
        self._show: Show = ALL
        self._recall: Recall | None = None
        self._glance: Glance | None = None
        self._pairs: dict[RecordId, Pair] = {}
        self.setFocusProxy(self.view)
        self._body, self._stack = QWidget(), QStackedLayout()
        self._lay_out()
        self._only: Finder | None = None
        self.view.left.connect(self.question_requested)
        self.headline.only_chosen.connect(self.only_chosen)
        self.view.moved.connect(self._on_moved)
        self.view.taken.connect(self._on_taken)
        self._empty.pressed.connect(self.clear_requested)
        self.headline.copies_toggled.connect(lambda _: self._mark_copies())

    def _lay_out(self) -> None:
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, look.SPACE)
        body.setSpacing(0)
        body.addWidget(self.titles)
        body.addWidget(self.view, 1)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._body)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.headline)
        column.addWidget(self._standing)
        column.addLayout(self._stack, 1)
        self.show_answer(None, again=False, records=0)

    # ------------------------------------------------------------ what is shown

    def show_answer(self, answer: Answer | None, *, again: bool, records: int) -> None:
        """The rows of an answer. A new question begins at its first row; asked again, selection and scroll stay."""
        recall = answer.recall if answer is not None else None
        self._pairs = {}
        self._recall, self._glance = recall, answer.glance if answer is not None else None
        self.headline.show_recall(recall, self._glance)
        self._standing.show_texts([hit.record.text for hit in recall.standing] if recall else [])
        if answer is None or recall is None or not recall.hits:
            self._rows = ()
            self._empty.tell(_nothing(recall, records))
            self._stack.setCurrentIndex(0)
            self.model.set_records(())
            self.record_chosen.emit(None)
            return
        k = recall.query.profile.rrf_k
        self._rows = tuple(HitRow(hit, answer.terms, k, answer.shorts.get(hit.id, "")) for hit in recall.hits)
        self.titles.set_rrf_k(k)
        self._filter(again=again)

    def show_filter(self, show: Show) -> None:
        """Show these rows only; ranks, sums and counts stay as they are."""
        self._show = show
        if self._rows:
            self._filter(again=True)

    def _filter(self, *, again: bool) -> None:
        shown = shown_ids(self._show, self._recall) if self._recall is not None else frozenset()
        rows = tuple(row for row in self._rows if row.hit.id in shown)
        self.headline.show_filtered(len(rows) if self._show != ALL else None, len(self._rows))
        if rows:
            self._stack.setCurrentIndex(1)
            self._show_rows(self._marked(rows), again=again)
            return
        count = len(self._rows)
        self._empty.tell(say("results.hidden", count=count, number=number(count)), say("show.clear_all"))
        self._stack.setCurrentIndex(0)
        self.model.set_records(())
        self.record_chosen.emit(None)

    def _show_rows(self, rows: tuple[HitRow, ...], *, again: bool) -> None:
        before = {row.hit.id: row for row in self.model.records}
        selected, held = self.selected, anchor(self.view, lambda row: self.model.records[row].hit.id)
        self.view.blockSignals(True)
        if again:
            self.model.follow_records([_still_open(row, before.get(row.hit.id)) for row in rows], _id)
        else:
            self.model.set_records(rows)
        self._hide_others()
        self.view.setCurrentIndex(self._row_to_show(selected, again and bool(before)))
        self.view.blockSignals(False)
        if again:
            self.view.doItemsLayout()
            if held is not None:
                held.hold(self.view, self.model.row_of(str(held.key)))
        else:
            self.view.scrollToTop()
        self._on_moved()

    def _row_to_show(self, selected: RecordId | None, stays: bool) -> QModelIndex:
        """The first row where the question is another; else that of the selected record, and none where it is not
        served any more: it is still the one looked at."""
        row = self.model.row_of(selected) if selected is not None else None
        if row is None and stays and (selected is None or all(shown.hit.id != selected for shown in self._rows)):
            return QModelIndex()
        return self.model.index(row if stays and row is not None else 0, 0)

    def show_moves(self, comparison: Comparison | None, *, is_adjusted: bool) -> None:
        """How far each row moved against the profile's own settings; ``None`` while that is not known."""
        self._pairs = {pair.id: pair for pair in comparison.pairs} if comparison is not None else {}
        self.model.replace_records(self._marked(self.model.records))
        self.view.make_room_for_moves(is_adjusted)
        self.titles.update()
        self.headline.show_moves(counts(comparison) if comparison is not None else "")

    def show_stale(self, stale: bool) -> None:
        """Whether the numbers shown belong to other settings than those in use."""
        self.view.show_stale(stale)
        self.headline.setEnabled(not stale)

    def _marked(self, rows: tuple[HitRow, ...]) -> tuple[HitRow, ...]:
        """The rows with how far they moved; while copies are marked, with the rank of what they nearly repeat."""
        copies = self._glance.copies if self._glance is not None and self.headline.copies.isChecked() else ()
        ranks = {row.hit.id: row.hit.rank for row in self._rows}
        marked = {copy.id: ranks.get(copy.of, 0) for copy in copies}
        return tuple(replace(row, copy_of=marked.get(row.hit.id, 0), move=self._pairs.get(row.hit.id)) for row in rows)

    def _mark_copies(self) -> None:
        self.model.replace_records(self._marked(self.model.records))
        first = next((row for row, shown in enumerate(self.model.records) if shown.copy_of), None)
        if first is not None:
            self.view.scrollTo(self.model.index(first, 0))

    def show_only(self, kind: Finder | None) -> None:
        """Hide the rows of every other kind; no rank changes, and a hidden record stays selected."""
        self._only = kind
        self.headline.show_only(kind)
        self._hide_others()

    def _hide_others(self) -> None:
        for place, row in enumerate(self.model.records):
            self.view.setRowHidden(place, self._only in _LISTED and finder(row.hit) is not self._only)

    def show_records(self, records: dict[RecordId, Record]) -> None:
        """The same rows after an act: what is out of force is struck through."""

        def now(row: HitRow) -> HitRow:
            return replace(row, hit=replace(row.hit, record=records.get(row.hit.id, row.record)))

        self._rows = tuple(map(now, self._rows))
        self.model.replace_records(tuple(map(now, self.model.records)))
        if self._recall is not None:
            self._recall = replace(self._recall, hits=tuple(row.hit for row in self._rows))

    def recount(self, now: Recall) -> None:
        """What could still be served of the rows, of how many, since an act; all of the head says the same."""
        served = replace(now, hits=tuple(row.hit for row in self._rows if row.in_force))
        self.headline.show_recall(served, glance(served))

    def show_detail(self, detail: Detail) -> None:
        """The extra lines of the opened row."""
        row = self.model.row_of(detail.record.id)
        if row is not None:
            size = detail.session_size
            opened = replace(self.model.records[row], explanation=detail.explanation, session_size=size)
            self.model.replace_record(row, opened)
            self._rows = tuple(replace(opened, copy_of=0) if r.hit.id == opened.hit.id else r for r in self._rows)

    @property
    def selected(self) -> RecordId | None:
        """The record of the current row."""
        index = self.view.currentIndex()
        return self.model.records[index.row()].hit.id if index.isValid() else None

    def select(self, id: RecordId) -> None:
        """Make the record's row current and bring it in sight; no row is current for one that is not served."""
        row = self.model.row_of(id)
        if row is None:
            self.view.blockSignals(True)
            self.view.setCurrentIndex(QModelIndex())
            self.view.blockSignals(False)
        elif id != self.selected:
            index = self.model.index(row, 0)
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    # ------------------------------------------------------------ what a person does

    def _on_moved(self) -> None:
        if self.selected is not None:
            self.record_chosen.emit(self.selected)

    def _on_taken(self) -> None:
        if self.selected is not None:
            self.record_taken.emit(self.selected)


def _id(row: HitRow) -> RecordId:
    return row.hit.id


def _still_open(row: HitRow, before: HitRow | None) -> HitRow:
    """A row asked again goes on telling what it told, until its new explanation is there."""
    if before is None:
        return row
    return replace(row, explanation=before.explanation, session_size=before.session_size)


def _nothing(recall: Recall | None, records: int) -> str:
    if recall is not None:
        return say("results.nothing")
    return say("results.no_question" if records else "results.empty_vault")


class _StandingStrip(QFrame):
    """The standing instructions, on one line; the whole of them in the tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("standing")
        look.follow(self, lambda strip: strip.setFixedHeight(look.Height.STRIP))
        label = QLabel(say("standing.label"))
        label.setProperty("role", "muted")
        self._texts = ElidedLabel()
        self._texts.setProperty("role", "meta")
        row = QHBoxLayout(self)
        row.setContentsMargins(look.PADDING, 0, look.PADDING, 0)
        row.setSpacing(look.MARGIN)
        row.addWidget(label)
        row.addWidget(self._texts, 1)
        self.hide()

    def show_texts(self, texts: list[str]) -> None:
        """These instructions, or no strip."""
        self._texts.setText("  ·  ".join(" ".join(text.split()) for text in texts))
        self.setVisible(bool(texts))
