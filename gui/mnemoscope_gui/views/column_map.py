"""Which column of a table is which field of a record: a box for each field, and beside it a value of the column."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from mnemoscope.mapping import FIELDS, ColumnMap, Offer
from mnemoscope_gui import look
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.quiet_combo import QuietCombo
from mnemoscope_gui.wording import say


class ColumnMapView(QScrollArea):
    """Every change is told at once."""

    chosen = Signal(object)
    """Another ``ColumnMap``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offer: Offer | None = None
        self.boxes: dict[str, QuietCombo] = {}
        self.examples: dict[str, ElidedLabel] = {}
        self.setProperty("plain", True)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its boxes have it

    def _form(self) -> QWidget:
        """Made for the first table: a hundred widgets that few windows need."""
        self.boxes = {field: QuietCombo() for field in FIELDS}
        self.examples = {field: ElidedLabel() for field in FIELDS}
        self._rest = QLabel()
        self._rest.setProperty("role", "muted")
        self._rest.setWordWrap(True)
        form = QWidget()
        form.setProperty("plain", True)
        column = QVBoxLayout(form)
        column.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.MARGIN)
        column.setSpacing(look.MARGIN)
        grid = QGridLayout()
        grid.setHorizontalSpacing(look.MARGIN)
        grid.setVerticalSpacing(look.SPACE + 2)
        grid.setColumnStretch(2, 1)
        for row, (field, box) in enumerate(self.boxes.items()):
            name = QLabel(say(f"column.{field}"))
            name.setBuddy(box)
            name.setProperty("role", "meta")
            box.setAccessibleName(name.text())
            box.activated.connect(lambda _: self._choose())
            look.follow(box, lambda box: box.setFixedWidth(look.scaled(200)))
            self.examples[field].setProperty("role", "muted")
            for at, widget in enumerate((name, box, self.examples[field])):
                grid.addWidget(widget, row, at)
        column.addLayout(grid)
        column.addWidget(self._rest)
        column.addStretch(1)
        return form

    def show_map(self, offer: Offer, columns: ColumnMap) -> None:
        """The columns there are, and those that are chosen."""
        if self.widget() is None:
            self.setWidget(self._form())
        if offer != self._offer:
            self._offer = offer
            for box in self.boxes.values():
                box.clear()
                box.addItem(say("column.none"), None)
                for name in offer.columns:
                    box.addItem(name, name)
        for field, box in self.boxes.items():
            box.setCurrentIndex(max(box.findData(columns.get(field)), 0))
            self.examples[field].setText(" ".join(offer.examples.get(columns.get(field, ""), "").split()))
        rest = [name for name in offer.columns if name not in columns.values()]
        self._rest.setText(say("column.rest", count=len(rest), columns=", ".join(rest)) if rest else "")

    @property
    def first(self) -> QWidget:
        """Where the keys go."""
        return self.boxes.get(FIELDS[0], self)

    @property
    def columns(self) -> dict[str, str]:
        """What is chosen."""
        return {field: box.currentData() for field, box in self.boxes.items() if box.currentData() is not None}

    def _choose(self) -> None:
        if self._offer is not None:
            self.show_map(self._offer, self.columns)
            self.chosen.emit(self.columns)
