"""The list of all records, which stands where there is no question."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QLabel, QStackedLayout, QVBoxLayout, QWidget

from mnemoscope.listing import ALL, Listing
from mnemoscope.records import RecordId
from mnemoscope_gui import look
from mnemoscope_gui.look import RecordsGrid
from mnemoscope_gui.models.records import NOTHING, RecordsModel, Rows
from mnemoscope_gui.views.drags import Drags, row_at
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.records import RecordsView
from mnemoscope_gui.views.sentence import SentencePage
from mnemoscope_gui.wording import number, say


class RecordsPanel(QFrame):
    """How many there are, headings, rows; or a sentence where there are no rows."""

    question_requested = Signal()
    """The person goes back to the question box."""
    record_chosen = Signal(object)
    """Another row is current: its ``RecordId``."""
    record_taken = Signal(object)
    """Enter on a row: its ``RecordId``."""
    rows_wanted = Signal(int, int)
    """The first and the last row in sight, where one of them is not read yet."""
    order_chosen = Signal(object)
    """An ``Order``."""
    clear_requested = Signal()
    """All filters are to be cleared."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(look.CENTRE_MINIMUM)
        self.view, self.model = RecordsView(), RecordsModel(self)
        self.view.setAccessibleName(say("records.name"))
        self.view.setModel(self.model)
        self.drags = Drags(self.view, row_at(self.view))
        self.titles = self.view.header.viewport()
        self._head, self._hint = ElidedLabel(), ElidedLabel()
        self.nothing = SentencePage()
        self._body, self._stack = QWidget(), QStackedLayout()
        self._settling = False
        self._wanted: RecordId | None = None
        """To be selected as soon as it is listed."""
        self._lay_out()
        self.view.left.connect(self.question_requested)
        self.view.moved.connect(self._on_moved)
        self.view.taken.connect(self._on_taken)
        self.view.scrolled.connect(self._on_scrolled)
        self.view.header.sort_requested.connect(self.order_chosen)
        self.nothing.pressed.connect(self.clear_requested)

    def _lay_out(self) -> None:
        self._head.setProperty("role", "head")
        self._hint.setProperty("role", "muted")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = QHBoxLayout()
        head.setContentsMargins(RecordsGrid.PADDING, look.SPACE * 2, look.PADDING, look.SPACE)
        head.setSpacing(look.PADDING)
        head.addWidget(self._head)
        head.addWidget(self._hint, 1)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(look.PADDING - RecordsGrid.PADDING, 0, 1, look.SPACE)
        body.setSpacing(0)
        body.addLayout(head)
        body.addWidget(self.view, 1)
        self._stack.addWidget(QLabel())  # while nothing is known yet, nothing is said
        self._stack.addWidget(self.nothing)
        self._stack.addWidget(self._body)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._stack)

    # ------------------------------------------------------------ what is shown

    def reset(self) -> None:
        """Another vault: nothing is listed, nothing selected."""
        self._settling, self._wanted = True, None
        self.model.set_places(NOTHING)
        self.model.forget_rows()
        self._settling = False
        self._stack.setCurrentIndex(0)

    def show_listing(self, listing: Listing, *, from_top: bool = False) -> None:
        """These records in this order. The selected one stays so, and what was in sight, unless from the top."""
        selected, bar = self.selected, self.view.verticalScrollBar()
        top, shift = bar.value() // look.Height.ROW, bar.value() % look.Height.ROW
        anchor = self.model.id_at(top) if bar.value() and not from_top else None
        was_seen = self.view.viewport().rect().intersects(self.view.visualRect(self.view.currentIndex()))
        self._settling = True
        self.model.set_places(listing)
        self.view.doItemsLayout()  # else the scroll bar does not yet reach as far
        self.view.header.show_order(listing.order)
        self._tell(listing)
        wanted = selected or self._wanted
        row = self.model.row_of(wanted) if wanted is not None else None
        self.view.setCurrentIndex(self.model.index(row, 0) if row is not None else QModelIndex())
        place = self.model.row_of(anchor) if anchor is not None else None
        bar.setValue(place * look.Height.ROW + shift if place is not None else 0)
        if row is not None and was_seen and not from_top:  # what is new on top comes in sight, as long as it stays so
            self.view.scrollTo(self.model.index(row, 0), QAbstractItemView.ScrollHint.EnsureVisible)
        if row is not None and (from_top or selected is None):
            self.view.scrollTo(self.model.index(row, 0), QAbstractItemView.ScrollHint.PositionAtCenter)
        self._settling = False
        if selected is not None and row is None:
            self.record_chosen.emit(None)
        self._on_scrolled()

    def _tell(self, listing: Listing) -> None:
        shown, whole = len(listing), listing.whole
        if not shown:
            hidden = listing.show != ALL and whole > 0
            if hidden:
                self.nothing.tell(say("records.hidden", count=whole, number=number(whole)), say("show.clear_all"))
            else:
                self.nothing.tell(say("results.empty_vault"))
            self._stack.setCurrentIndex(1)
            return
        words = {"shown": number(shown), "whole": number(whole), "count": whole}
        self._head.setText(say("records.all" if shown == whole else "records.some", **words))
        self._hint.setText(say("results.no_question"))
        self._stack.setCurrentIndex(2)
        self.view.lay_columns()

    def show_rows(self, rows: Rows) -> None:
        """Records that were read."""
        self.model.set_rows(rows)

    def read_again(self) -> None:
        """Something changed: what is in sight stays until it is read again."""
        first, last = self.view.seen()
        self.model.forget_rows(first, last)
        self.rows_wanted.emit(first, last)

    @property
    def selected(self) -> RecordId | None:
        """The record of the current row."""
        index = self.view.currentIndex()
        return self.model.id_at(index.row()) if index.isValid() else None

    def select(self, id: RecordId) -> None:
        """Make the record's row current and bring it in sight; no row is current for one that is not shown."""
        if id == self.selected:
            return
        row = self.model.row_of(id)
        self._settling, self._wanted = True, id
        index = self.model.index(row, 0) if row is not None else QModelIndex()
        self.view.setCurrentIndex(index)
        if row is not None:
            self.view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        self._settling = False

    def enter(self) -> None:
        """The rows take the focus; the first one in sight is current where none is."""
        if not self.model.rowCount():
            return
        if self.selected is None:
            top = -(-self.view.verticalScrollBar().value() // look.Height.ROW)
            self.view.setCurrentIndex(self.model.index(min(top, self.model.rowCount() - 1), 0))
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ------------------------------------------------------------ what a person does

    def _on_moved(self) -> None:
        if not self._settling and self.selected is not None:
            self._wanted = None
            self.record_chosen.emit(self.selected)

    def _on_taken(self) -> None:
        if self.selected is not None:
            self.record_taken.emit(self.selected)

    def _on_scrolled(self) -> None:
        first, last = self.view.seen()
        if not self._settling and self.model.missing(first, last):
            self.rows_wanted.emit(first, last)
