"""The list of expectations: filter chips, headings that sort, rows; or a sentence where there are none."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui import look
from mnemoscope_gui.models.expectations import ExpectationsModel, Order, Show, arranged
from mnemoscope_gui.values import Expected
from mnemoscope_gui.views.expectations import ExpectationsView, Headings
from mnemoscope_gui.wording import number, say


class ExpectationsPanel(QFrame):
    """Shows rows of ``Expected``; one of them is current while there are any."""

    expectation_chosen = Signal(object)
    """Another ``Expected`` is current, or more is known of it; ``None`` where none is."""
    expectation_taken = Signal(object)
    """Enter on an ``Expected``."""
    left = Signal()
    """Esc in the rows, or there are none and a question is to be asked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(look.CENTRE_MINIMUM)
        self._rows: tuple[Expected, ...] = ()
        self._show, self._order = Show.ALL, Order()
        self.view, self.model = ExpectationsView(), ExpectationsModel(self)
        self.view.setAccessibleName(say("expected.name"))
        self.view.setModel(self.model)
        self.headings = Headings(self.view)
        self.chips = {show: QToolButton() for show in Show}
        self.nothing, self._title = QLabel(), QLabel()
        self.ask = QPushButton(say("expected.empty.button"))
        self._body, self._stack = QWidget(), QStackedLayout()
        self._settling = False
        self._chosen: Expected | None = None
        self._lay_out()
        self.headings.sort_requested.connect(self._on_sort_requested)
        self.view.left.connect(self.left)
        self.view.moved.connect(self._on_moved)
        self.view.taken.connect(self._on_taken)
        self.ask.clicked.connect(self.left)

    def _lay_out(self) -> None:
        body = QVBoxLayout(self._body)
        body.setContentsMargins(1, 0, 1, look.SPACE)
        body.setSpacing(0)
        body.addWidget(self.headings)
        body.addWidget(self.view, 1)
        self._stack.addWidget(self._empty_page())
        self._stack.addWidget(self._body)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._chip_row = self._make_chips()
        column.addWidget(self._chip_row)
        column.addLayout(self._stack, 1)
        self.show_rows(())

    def _empty_page(self) -> QWidget:
        self._title.setProperty("role", "title")
        self.nothing.setProperty("role", "hint")
        self.nothing.setWordWrap(True)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(look.PADDING * 6, 0, look.PADDING * 6, 0)
        column.setSpacing(look.MARGIN)
        column.addStretch(2)
        for label in (self._title, self.nothing):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        column.addWidget(self.ask, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        return page

    def _make_chips(self) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(look.PADDING, look.SPACE * 2, look.PADDING, look.SPACE)
        row.setSpacing(look.SPACE * 2)
        group = QButtonGroup(self)
        for show, chip in self.chips.items():
            chip.setProperty("chip", True)
            chip.setCheckable(True)
            chip.setChecked(show is self._show)
            chip.clicked.connect(lambda _=False, show=show: self.show_only(show))
            group.addButton(chip)
            row.addWidget(chip)
        row.addStretch(1)
        return line

    # ------------------------------------------------------------ what is shown

    def show_rows(self, rows: tuple[Expected, ...]) -> None:
        """These expectations, filtered and sorted; the current one stays so, and what is in sight."""
        self._rows = rows
        for show, chip in self.chips.items():
            chip.setText(say(f"expected.show.{show}", number=number(len(arranged(rows, show, self._order)))))
        self._arrange()

    def show_only(self, show: Show) -> None:
        """List only some of them."""
        self._show = show
        self.chips[show].setChecked(True)
        self._arrange()

    def _arrange(self) -> None:
        selected, place = self.selected, max(self.view.currentIndex().row(), 0)
        scroll = self.view.verticalScrollBar().value()
        listed = arranged(self._rows, self._show, self._order)
        self._settling = True
        moved = self.model.show(listed)
        if moved and listed:
            row = self.model.row_of(selected.number) if selected is not None else None
            current = self.model.index(row if row is not None else min(place, len(listed) - 1), 0)
            self.view.setCurrentIndex(current)
            self.view.doItemsLayout()
            self.view.verticalScrollBar().setValue(scroll)
        elif not moved:
            self.view.scheduleDelayedItemsLayout()  # a row that fails now is higher
        self._settling = False
        self._chip_row.setVisible(bool(self._rows))
        self._title.setText(say(f"expected.none.{self._show if self._rows else Show.ALL}"))
        self.nothing.setText(say("expected.empty"))
        self.nothing.setVisible(not self._rows)
        self.ask.setVisible(not self._rows)
        self._stack.setCurrentIndex(1 if listed else 0)
        self._on_moved()

    @property
    def selected(self) -> Expected | None:
        """The current one."""
        index = self.view.currentIndex()
        return self.model.records[index.row()] if index.isValid() else None

    def take_focus(self) -> None:
        """The rows have the focus, or what there is to do where there are none."""
        (self.view if self._stack.currentIndex() else self.ask).setFocus(Qt.FocusReason.OtherFocusReason)

    def select(self, number: int) -> None:
        """Make this one current and bring it in sight; where the filter hides it, the filter goes."""
        if self.model.row_of(number) is None:
            self.show_only(Show.ALL)
        row = self.model.row_of(number)
        if row is not None:
            self.view.setCurrentIndex(self.model.index(row, 0))
            self.view.scrollTo(self.model.index(row, 0), QAbstractItemView.ScrollHint.EnsureVisible)

    # ------------------------------------------------------------ what a person does

    def _on_sort_requested(self, order: Order) -> None:
        self._order = order
        self._arrange()
        if self.selected is not None:
            self.view.scrollTo(self.view.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)

    def _on_moved(self, _: QModelIndex | None = None) -> None:
        if not self._settling and self.selected != self._chosen:
            self._chosen = self.selected
            self.expectation_chosen.emit(self._chosen)

    def _on_taken(self) -> None:
        if self.selected is not None:
            self.expectation_taken.emit(self.selected)
