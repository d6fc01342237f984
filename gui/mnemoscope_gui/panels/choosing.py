"""The search for the other side of a supersession: near by first, then whatever is typed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from mnemoscope.records import Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.replacement import ChoiceRow, ChoicesModel, refusal
from mnemoscope_gui.values import Direction, Offered, Search
from mnemoscope_gui.views.choices import ChoicesView
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.sentence import SentencePage
from mnemoscope_gui.views.switch import Switch
from mnemoscope_gui.wording import full_day, number, say


class ChoosingPanel(QFrame):
    """What is known on top, a box to search in, and the records that may be chosen."""

    text_changed = Signal(str)
    """Another text, at every key."""
    direction_chosen = Signal(object)
    """The other side is looked for: a ``Direction``."""
    chosen = Signal(object, object)
    """The records that are taken, and short ids."""
    refused = Signal(str)
    """Why the row that was taken cannot be."""
    left = Signal()
    """The person leaves it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(look.CENTRE_MINIMUM)
        self._search: Search | None = None
        self._offered: Offered | None = None
        self._ticked: dict[RecordId, Record] = {}
        self._ticked_shorts: dict[RecordId, str] = {}
        self.switch = Switch(
            say("choosing.switch"), tuple((way.value, say(f"choosing.{way.value}")) for way in Direction)
        )
        self.known, self.box, self._count = ElidedLabel(), _Box(), ElidedLabel()
        self.view, self.model = ChoicesView(), ChoicesModel(self)
        self.view.setModel(self.model)
        self.view.setAccessibleName(say("choosing.name"))
        self._close = QToolButton()
        self._nothing = SentencePage()
        self._stack = QStackedLayout()
        self._lay_out()
        self._wire()

    def _lay_out(self) -> None:
        self.known.setProperty("role", "head")
        self._count.setProperty("role", "muted")
        self._close.setText(say("choosing.close"))
        self._close.setProperty("flat", True)
        self._close.setToolTip(say("choosing.close.tip"))
        self.box.setAccessibleName(say("choosing.box"))
        head = QHBoxLayout()
        head.setContentsMargins(look.PADDING, look.SPACE * 2, look.SPACE * 2, 0)
        head.setSpacing(look.MARGIN)
        head.addWidget(self.known, 1)
        head.addWidget(self.switch)
        head.addWidget(self._close)
        search = QHBoxLayout()
        search.setContentsMargins(look.PADDING, look.SPACE * 2, look.PADDING, look.SPACE * 2)
        search.setSpacing(look.MARGIN)
        search.addWidget(self.box, 3)
        search.addWidget(self._count, 2)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, look.SPACE)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(search)
        column.addLayout(self._stack, 1)

    def _wire(self) -> None:
        self.box.textChanged.connect(self._on_text_changed)
        self.box.down_pressed.connect(self._go_to_rows)
        self.box.returnPressed.connect(self._on_taken)
        self.box.escape_pressed.connect(self.left)
        self._close.clicked.connect(self.left)
        self.view.left.connect(self._on_left)
        self.view.taken.connect(self._on_taken)
        self.view.tick_requested.connect(self._on_tick)
        self.switch.chosen.connect(lambda way: self.direction_chosen.emit(Direction(way)))

    # ------------------------------------------------------------ what is shown

    def show_search(self, search: Search) -> None:
        """Begin, or look for the other side."""
        if self._search is None:
            self.box.blockSignals(True)
            self.box.clear()
            self.box.blockSignals(False)
            self.model.set_records(())
            self._stack.setCurrentIndex(1)
        self._search = search
        self._ticked.clear()
        self.view.show_ticks(search.direction is Direction.REPLACES)
        self.switch.show_choice(search.direction.value)
        self.switch.setEnabled(len(search.known) == 1)
        first = search.known[0]
        words = {"record": search.shorts.get(first.id, first.id[:6]), "day": full_day(first)}
        text = _beginning(first.indexed_text)
        count = len(search.known)
        one = say("choosing.known", **words, text=text)
        self.known.setText(one if count == 1 else say("choosing.known.many", count=count, number=number(count)))
        self.box.setPlaceholderText(say(f"choosing.{search.direction.value}.placeholder"))
        self._count.setText(say("choosing.looking"))

    def put_away(self) -> None:
        """Nothing is looked for."""
        self._search = self._offered = None

    def show_offered(self, offered: Offered) -> None:
        """The records that a text brings; the row that was current stays so."""
        search = self._search
        if search is None:
            return
        same = self._offered is not None and self._offered.text == offered.text
        before = self.current.record.id if same and self.current is not None else None
        self._offered = offered
        rows = [self._row(search, record, offered) for record in offered.records]
        self.model.set_records(rows)
        free = sum(not row.refusal for row in rows)
        found = say("choosing.count" if offered.text.strip() else "choosing.near", count=free, number=number(free))
        several = search.direction is Direction.REPLACES and free > 1
        self._count.setText(say("choosing.ticks", found=found) if several else found)
        if rows:
            self._stack.setCurrentIndex(1)
            first = next((place for place, row in enumerate(rows) if not row.refusal), 0)
            place = self.model.row_of(before) if before is not None else None
            self.view.setCurrentIndex(self.model.index(first if place is None else place, 0))
        else:
            self._nothing.tell(say("choosing.nothing" if offered.text.strip() else "choosing.nothing_near"))
            self._stack.setCurrentIndex(0)

    def _row(self, search: Search, record: Record, offered: Offered) -> ChoiceRow:
        shorts = {**search.shorts, **offered.shorts}
        older = search.direction is Direction.REPLACED_BY
        reasons = (refusal(one, record, shorts) if older else refusal(record, one, shorts) for one in search.known)
        return ChoiceRow(
            record,
            offered.shorts.get(record.id, record.id[:6]),
            next((reason for reason in reasons if reason), ""),
            search.known[0],
            older,
            record.id in self._ticked,
        )

    @property
    def answered(self) -> bool:
        """Whether the rows are of the text in the box."""
        return self._offered is not None and self._offered.text == self.box.text()

    @property
    def current(self) -> ChoiceRow | None:
        """The row that the cursor is on."""
        index = self.view.currentIndex()
        return self.model.records[index.row()] if index.isValid() else None

    # ------------------------------------------------------------ what a person does

    def take_focus(self) -> None:
        """The keys go to the box."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def _on_text_changed(self, text: str) -> None:
        self._count.setText(say("choosing.looking"))
        self.text_changed.emit(text)

    def _go_to_rows(self) -> None:
        if self.model.records:
            self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_left(self) -> None:
        """Up from the first row leads to the box; Esc there, and here, leaves."""
        self.take_focus()

    def _on_taken(self) -> None:
        row, offered = self.current, self._offered
        if offered is None or not self.answered:
            return  # what was typed is not answered yet
        if self._ticked:
            self.chosen.emit(tuple(self._ticked.values()), dict(self._ticked_shorts))
        elif row is not None and row.refusal:
            self.refused.emit(say("choosing.refused", record=row.short, why=row.refusal))
        elif row is not None:
            self.chosen.emit((row.record,), dict(offered.shorts))

    def _on_tick(self, id: RecordId) -> None:
        place = self.model.row_of(id)
        if place is None:
            return
        row = self.model.records[place]
        if id in self._ticked:
            del self._ticked[id]
        else:
            self._ticked[id], self._ticked_shorts[id] = row.record, row.short
        self.model.replace_record(place, replace(row, ticked=id in self._ticked))
        self.view.setCurrentIndex(self.model.index(place, 0))


def _beginning(text: str, most: int = 160) -> str:
    """The first words of a text, on one line."""
    flat = " ".join(text[: most * 2].split())
    return flat if len(flat) <= most else f"{flat[:most].rsplit(' ', 1)[0]} …"


class _Box(QLineEdit):
    """The text that is looked for."""

    down_pressed = Signal()
    escape_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        else:
            super().keyPressEvent(event)
