"""The list of what is served, under a headline that counts who found it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.records import Recall, Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.hits import HitRow, HitsModel
from mnemoscope_gui.values import Answer, Detail
from mnemoscope_gui.views.glyphs import Finder, finder
from mnemoscope_gui.views.headline import Headline
from mnemoscope_gui.views.hits import HitsHeader, HitsView
from mnemoscope_gui.wording import say

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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(look.CENTRE_MINIMUM)
        self.view = HitsView()
        self.view.setAccessibleName(say("results.name"))
        self.model = HitsModel(self)
        self.view.setModel(self.model)
        self._titles = HitsHeader(self.view)
        self.headline = Headline()
        self._standing = _StandingStrip()
        self._empty = QLabel(say("results.no_question"))
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setProperty("role", "hint")
        self._body, self._stack = QWidget(), QStackedLayout()
        self._lay_out()
        self._only: Finder | None = None
        self.view.left.connect(self.question_requested)
        self.headline.only_chosen.connect(self.only_chosen)
        self.view.moved.connect(self._on_moved)
        self.view.taken.connect(self._on_taken)

    def _lay_out(self) -> None:
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, look.SPACE)
        body.setSpacing(0)
        body.addWidget(self._titles)
        body.addWidget(self.view, 1)
        empty = QWidget()
        centred = QVBoxLayout(empty)
        centred.setContentsMargins(look.PADDING * 3, look.PADDING, look.PADDING * 3, look.PADDING * 4)
        centred.addWidget(self._empty)
        self._stack.addWidget(empty)
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
        self.headline.show_recall(recall)
        self._standing.show_texts([hit.record.text for hit in recall.standing] if recall else [])
        if answer is None or recall is None or not recall.hits:
            self._empty.setText(_nothing(recall, records))
            self._stack.setCurrentIndex(0)
            self.model.set_records(())
            self.record_chosen.emit(None)
            return
        rows = tuple(
            HitRow(hit, answer.terms, recall.query.profile.rrf_k, answer.shorts.get(hit.id, "")) for hit in recall.hits
        )
        self._titles.set_rrf_k(recall.query.profile.rrf_k)
        self._stack.setCurrentIndex(1)
        self._show_rows(rows, again=again)

    def _show_rows(self, rows: tuple[HitRow, ...], *, again: bool) -> None:
        selected, scroll = self.selected, self.view.verticalScrollBar().value()
        self.view.blockSignals(True)
        self.model.set_records(rows)
        self._hide_others()
        row = self.model.row_of(selected) if again and selected is not None else None
        if selected is not None or not again:
            self.view.setCurrentIndex(self.model.index(row or 0, 0))
        self.view.blockSignals(False)
        if again:
            self.view.doItemsLayout()
            self.view.verticalScrollBar().setValue(scroll)
        else:
            self.view.scrollToTop()
        self._on_moved()

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
        self.model.replace_records(
            [
                replace(row, hit=replace(row.hit, record=records.get(row.hit.id, row.record)))
                for row in self.model.records
            ]
        )

    def recount(self, now: Recall) -> None:
        """How many of the rows could still be served, of how many, since an act."""
        in_force = [row.record for row in self.model.records if row.in_force]
        self.headline.show_counts(in_force, now.recallable)

    def show_detail(self, detail: Detail) -> None:
        """The extra lines of the opened row."""
        row = self.model.row_of(detail.record.id)
        if row is not None:
            shown = self.model.records[row]
            size = len(detail.session)
            self.model.replace_record(row, replace(shown, explanation=detail.explanation, session_size=size))

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


def _nothing(recall: Recall | None, records: int) -> str:
    if recall is not None:
        return say("results.nothing")
    return say("results.no_question" if records else "results.empty_vault")


class _StandingStrip(QFrame):
    """The standing instructions, on one line; the whole of them in the tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("standing")
        self.setFixedHeight(look.STRIP)
        label = QLabel(say("standing.label"))
        label.setProperty("role", "muted")
        self._texts = QLabel()
        self._texts.setProperty("role", "meta")
        self._texts.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(look.PADDING, 0, look.PADDING, 0)
        row.setSpacing(look.MARGIN)
        row.addWidget(label)
        row.addWidget(self._texts, 1)
        self.hide()

    def show_texts(self, texts: list[str]) -> None:
        """These instructions, or no strip."""
        self._texts.setText("  ·  ".join(" ".join(text.split()) for text in texts))
        self._texts.setToolTip("\n".join(texts))
        self.setVisible(bool(texts))
