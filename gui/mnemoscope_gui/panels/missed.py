"""*Why missed*: a search box for a literal text, and every record that holds it, wherever it ranks."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.missed import Missed, StoredWord
from mnemoscope.records import Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.missed import MissedModel, MissedRow
from mnemoscope_gui.values import Found
from mnemoscope_gui.views.drags import Drags, row_at
from mnemoscope_gui.views.missed import MissedHeader, MissedView
from mnemoscope_gui.wording import number, say, text


class MissedPanel(QFrame):
    """Says that it searches, what it found, or that it could not: never one for another."""

    text_changed = Signal(str)
    """Another text, at every key."""
    record_chosen = Signal(object)
    """Another row is current: its ``RecordId``."""
    record_taken = Signal(object)
    """Enter on a row: its ``RecordId``."""
    left = Signal()
    """The person goes back to where they were."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(look.CENTRE_MINIMUM)
        self._shown: Missed | None = None
        self.box = _TextEdit()
        self.view = MissedView()
        self.view.setAccessibleName(say("missed.name"))
        self.model = MissedModel(self)
        self.view.setModel(self.model)
        self.drags = Drags(self.view, row_at(self.view))
        self._count, self._close = QLabel(), QToolButton()
        self.titles = MissedHeader(self.view)
        self._nothing = QLabel()
        self._near = QHBoxLayout()
        self._near_buttons: list[QPushButton] = []
        self._body, self._stack = QWidget(), QStackedLayout()
        self._lay_out()
        self._wire()
        self._say_nothing(say("missed.hint"))

    def _lay_out(self) -> None:
        self._count.setProperty("role", "muted")
        self._count.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._close.setText(say("missed.close"))
        self._close.setToolTip(say("missed.close.tip"))
        self._close.setProperty("flat", True)
        title = QLabel(say("missed.title"))
        title.setProperty("role", "head")
        title.setBuddy(self.box)
        head = QHBoxLayout()
        head.setContentsMargins(look.PADDING, look.SPACE * 2, look.SPACE * 2, look.SPACE * 2)
        head.setSpacing(look.MARGIN)
        head.addWidget(title)
        head.addWidget(self.box, 2)
        head.addWidget(self._count, 3)
        head.addWidget(self._close)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, look.SPACE)
        body.setSpacing(0)
        body.addWidget(self.titles)
        body.addWidget(self.view, 1)
        self._stack.addWidget(self._empty_page())
        self._stack.addWidget(self._body)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(self._stack, 1)

    def _empty_page(self) -> QWidget:
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setProperty("role", "hint")
        self._near.setSpacing(look.SPACE * 2)
        self._near.setAlignment(Qt.AlignmentFlag.AlignCenter)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(look.PADDING * 3, look.PADDING, look.PADDING * 3, look.PADDING * 4)
        column.setSpacing(look.MARGIN)
        column.addStretch(1)
        column.addWidget(self._nothing)
        column.addLayout(self._near)
        column.addStretch(1)
        return page

    def _wire(self) -> None:
        self.box.textChanged.connect(self.text_changed)
        self.box.down_pressed.connect(self.go_to_rows)
        self.box.returnPressed.connect(self.go_to_rows)
        self.box.escape_pressed.connect(self.left)
        self._close.clicked.connect(self.left)
        self.view.left.connect(self.go_to_box)
        self.view.moved.connect(self._on_moved)
        self.view.taken.connect(self._on_taken)

    # ------------------------------------------------------------ what is shown

    @property
    def count_line(self) -> str:
        """What stands beside the box."""
        return self._count.text()

    @property
    def sentence(self) -> str:
        """What is said instead of rows; empty where there are rows."""
        return self._nothing.text() if self._stack.currentIndex() == 0 else ""

    @property
    def near(self) -> tuple[QPushButton, ...]:
        """The stored words that are offered instead."""
        return tuple(self._near_buttons)

    def show_searching(self) -> None:
        """A search is on its way; what is shown is of the one before."""
        if self.box.text().strip():
            self._count.setText(say("missed.searching"))
            if not self.model.records:
                self._say_nothing(say("missed.searching"))

    def show_found(self, found: Found) -> None:
        """The rows of a search; a new text begins at its first row, else the same record stays current."""
        missed = found.missed
        anew = self._shown is None or self._shown.text != missed.text
        self._shown = missed
        self._count.setText(count_line(missed, asked=found.answer is not None))
        self._count.setToolTip(self._count.text())
        if not missed.holders:
            blank = not missed.text.strip()
            self._count.clear()
            self._say_nothing(say("missed.hint") if blank else text(missed.sentence), () if blank else missed.nearest)
            if not blank:
                self.record_chosen.emit(None)  # no record stands for what is not there
            return
        rows = tuple(MissedRow(holder, missed.text.strip()) for holder in missed.holders)
        self._stack.setCurrentIndex(1)
        self._show_rows(self.model.in_present_order(rows) if found.same_rows else rows, anew=anew)

    def _show_rows(self, rows: tuple[MissedRow, ...], *, anew: bool) -> None:
        selected, scroll = self.selected, self.view.verticalScrollBar().value()
        self.view.blockSignals(True)
        self.model.set_records(rows)
        row = self.model.row_of(selected) if selected is not None and not anew else None
        self.view.setCurrentIndex(self.model.index(row or 0, 0))
        self.view.blockSignals(False)
        if row is None:
            self.view.scrollToTop()
        else:
            self.view.doItemsLayout()
            self.view.verticalScrollBar().setValue(scroll)
        self._on_moved()

    def show_failure(self, sentence: str) -> None:
        """It could not be searched: what was found before says nothing about this text."""
        self._shown = None
        self._count.clear()
        self._say_nothing(say("missed.not_searched", reason=sentence))

    def show_records(self, records: dict[RecordId, Record]) -> None:
        """The same rows after an act: what is out of force is struck through."""
        self.model.replace_states(records)

    def _say_nothing(self, sentence: str, near: tuple[StoredWord, ...] = ()) -> None:
        had_focus = self.view.hasFocus()
        self.model.set_records(())
        self._nothing.setText(sentence)
        for button in self._near_buttons:
            self._near.removeWidget(button)
            button.deleteLater()
        self._near_buttons = [self._offer(word) for word in near]
        for button in self._near_buttons:
            self._near.addWidget(button)
        self._stack.setCurrentIndex(0)
        if had_focus:
            self.go_to_box()

    def _offer(self, word: StoredWord) -> QPushButton:
        button = QPushButton(say("missed.near", word=word.text, count=word.records, number=number(word.records)))
        button.setProperty("small", True)
        button.clicked.connect(lambda _=False: self.look_for(word.text))
        return button

    # ------------------------------------------------------------ what a person does

    @property
    def selected(self) -> RecordId | None:
        """The record of the current row."""
        index = self.view.currentIndex()
        return self.model.records[index.row()].record.id if index.isValid() else None

    def select(self, id: RecordId) -> None:
        """Make the record's row current, or none."""
        row = self.model.row_of(id)
        if row is not None and id != self.selected:
            self.view.setCurrentIndex(self.model.index(row, 0))
        elif row is None and self.selected is not None:
            self.view.blockSignals(True)
            self.view.setCurrentIndex(QModelIndex())
            self.view.blockSignals(False)

    def look_for(self, wanted: str) -> None:
        """Put a text into the box, which looks for it."""
        self.box.setText(wanted)
        self.go_to_box()

    def go_to_box(self) -> None:
        """The search box, its text selected."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def go_to_rows(self) -> None:
        """The rows, where there are any."""
        if self.model.rowCount():
            self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self.near:
            self.near[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_moved(self) -> None:
        if self.selected is not None:
            self.record_chosen.emit(self.selected)

    def _on_taken(self) -> None:
        if self.selected is not None:
            self.record_taken.emit(self.selected)


def count_line(missed: Missed, *, asked: bool) -> str:
    """How many hold it, how many of them are served, and whether all are listed."""
    if not missed.total:
        return ""
    parts = [say("missed.count", count=missed.total, number=number(missed.total))]
    if asked:
        served = sum(1 for holder in missed.holders if MissedRow(holder, "").is_served)
        parts.append(say("missed.served", count=served, number=number(served)))
    if len(missed.holders) < missed.total:
        parts.append(say("missed.first", count=len(missed.holders), number=number(len(missed.holders))))
    return " · ".join(parts)


class _TextEdit(QLineEdit):
    """Where the text is typed: Down goes to the rows, Esc back."""

    down_pressed = Signal()
    escape_pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("missed")
        self.setAccessibleName(say("missed.box"))
        self.setPlaceholderText(say("missed.placeholder"))
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        else:
            super().keyPressEvent(event)
