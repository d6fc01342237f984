"""The review queue at the left: chips of what is asked, the candidates, and the order in which they come."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from mnemoscope.candidates import Candidate, Matter, Queue
from mnemoscope_gui import look
from mnemoscope_gui.models.review import Order, QueueModel, arranged
from mnemoscope_gui.views.chips import Chip
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.views.matters import matter_icon
from mnemoscope_gui.views.queue import QueueView
from mnemoscope_gui.wording import number, say

_NARROW = 240
"""In less the chips show their signs and numbers alone."""


class QueuePanel(QFrame):
    """One candidate is current while any is listed; the place in the list is kept as well as can be."""

    candidate_chosen = Signal(object)
    """Another ``Candidate`` is current; ``None`` where none is listed."""
    choice_changed = Signal()
    """Other matters are asked, or in another order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setAccessibleName(say("review.queue"))
        self.matters: frozenset[Matter] = frozenset(Matter)
        self._left: tuple[Candidate, ...] = ()
        self._chosen: Candidate | None = None
        self._settling = False
        self.view, self.model = QueueView(), QueueModel(self)
        self.view.setModel(self.model)
        self.view.setAccessibleName(say("review.queue"))
        self.chips = {matter: Chip() for matter in Matter}
        self.orders, self._keys = QComboBox(), QLabel(say("review.keys"))
        self._lay_out()
        self.view.moved.connect(self._on_moved)
        self.orders.activated.connect(lambda _: self._on_order())

    def _lay_out(self) -> None:
        chips = QWidget()
        flow = Flow(chips, spacing=look.SPACE)
        for matter, chip in self.chips.items():
            chip.setCheckable(True)
            chip.setChecked(True)
            chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            chip.clicked.connect(lambda _=False, matter=matter: self._on_chip(matter))
            flow.addWidget(chip)
        for order in Order:
            self.orders.addItem(say(f"review.order.{order.value}"), order)
        self.orders.setAccessibleName(say("review.order"))
        self.orders.view().setAccessibleName(say("review.order"))
        self.orders.setObjectName("order")
        self.orders.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._keys.setProperty("role", "small")
        foot = QHBoxLayout()
        foot.setContentsMargins(look.SPACE * 2, look.SPACE, look.MARGIN, look.SPACE * 2)
        foot.addWidget(self.orders, 1)
        foot.addWidget(self._keys)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, look.MARGIN, 1, 0)
        column.setSpacing(look.SPACE * 2)
        row = QHBoxLayout()
        row.setContentsMargins(look.MARGIN - 1, 0, look.SPACE * 2, 0)
        row.addWidget(chips)
        column.addLayout(row)
        column.addWidget(self.view, 1)
        column.addLayout(foot)
        self._dress()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "chips"):
            self._dress()

    def _dress(self) -> None:
        c = look.colours()
        for matter, chip in self.chips.items():
            chip.setIcon(matter_icon(matter, c.accent if chip.isChecked() else c.ink))

    def fit(self, width: int) -> None:
        """As wide as this; the reminder of the keys gives way where there is little room."""
        self.setFixedWidth(width)
        self._keys.setVisible(width >= look.scaled(look.QUEUE[2] - 40))
        self._name_chips()

    # ------------------------------------------------------------ what is shown

    @property
    def selected(self) -> Candidate | None:
        """The current one."""
        index = self.view.currentIndex()
        return self.model.records[index.row()] if index.isValid() else None

    @property
    def place(self) -> tuple[int, int]:
        """Where the current one stands, from 1, and among how many."""
        return self.view.currentIndex().row() + 1, len(self.model.records)

    @property
    def order(self) -> Order:
        """In which order they come."""
        return Order(self.orders.currentData())

    def show_queue(self, queue: Queue) -> None:
        """What is left; the current one stays so, and where it is gone the one that took its place."""
        self._left = queue.left
        self._name_chips()
        self._arrange()

    def _name_chips(self) -> None:
        is_narrow = self.width() < look.scaled(_NARROW)
        for matter, chip in self.chips.items():
            count = number(sum(some.matter is matter for some in self._left))
            named, about = say(f"review.chip.{matter.value}", number=count), say(f"review.chip.{matter.value}.tip")
            chip.show_text(count if is_narrow else named, f"{named}: {about}")

    def show_choice(self, matters: Collection[Matter], order: Order) -> None:
        """Only these matters, in this order."""
        self.matters = frozenset(matters) or frozenset(Matter)
        self.orders.setCurrentIndex(self.orders.findData(order))
        self._arrange()

    def select(self, key: tuple[str, ...]) -> None:
        """Make this one current; where a chip hides it, all are listed."""
        if self.model.row_of(key) is None and any(some.key == key for some in self._left):
            self.show_choice((), self.order)
            self.choice_changed.emit()
        row = self.model.row_of(key)
        if row is not None:
            self.view.setCurrentIndex(self.model.index(row, 0))
            self.view.scrollTo(self.model.index(row, 0), QAbstractItemView.ScrollHint.EnsureVisible)

    def step(self, steps: int) -> None:
        """To another candidate, so many rows further."""
        row = min(max(self.view.currentIndex().row() + steps, 0), len(self.model.records) - 1)
        self.view.setCurrentIndex(self.model.index(row, 0))

    def pass_over(self) -> None:
        """Leave the current one, about which a verdict is given: the one after it is asked, or the one before."""
        row = self.view.currentIndex().row()
        self.step(1 if row + 1 < len(self.model.records) else -1)

    def _arrange(self) -> None:
        for matter, chip in self.chips.items():
            chip.setChecked(matter in self.matters)
        self._dress()
        before, place = self.selected, max(self.view.currentIndex().row(), 0)
        scroll = self.view.verticalScrollBar().value()
        self._settling = True
        moved = self.model.show(arranged(self._left, self.matters, self.order))
        if self.model.records and (moved or not self.view.currentIndex().isValid()):
            kept = self.model.row_of(before.key) if before is not None else None
            row = kept if kept is not None else min(place, len(self.model.records) - 1)
            self.view.setCurrentIndex(self.model.index(row, 0))
            self.view.doItemsLayout()
            self.view.verticalScrollBar().setValue(scroll)
            self.view.scrollTo(self.model.index(row, 0), QAbstractItemView.ScrollHint.EnsureVisible)
        self._settling = False
        self._on_moved()

    # ------------------------------------------------------------ what a person does

    def _on_chip(self, matter: Matter) -> None:
        """The last one that is taken away brings all of them back: a queue of nothing helps nobody."""
        self.show_choice(self.matters ^ {matter}, self.order)
        self.choice_changed.emit()

    def _on_order(self) -> None:
        self._arrange()
        if self.model.records:  # another order is asked from its beginning
            self.view.setCurrentIndex(self.model.index(0, 0))
        self.choice_changed.emit()

    def _on_moved(self) -> None:
        if not self._settling and self.selected != self._chosen:
            self._chosen = self.selected
            self.candidate_chosen.emit(self._chosen)
