"""A line for a day, as the language writes it: typed, or walked with the arrow keys; empty is no day."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta

from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.wording import say, spoken

_STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 30, Qt.Key.Key_PageDown: -30}
"""Days that a key adds."""


class DayEdit(QLineEdit):
    """Untouched, where several records differ, it leaves each as it is."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_touched = False
        """Whether a person changed it."""
        self.setAccessibleName(name)
        self.setToolTip(say("day.tip", example=written(date(2026, 12, 31))))
        look.follow(self, lambda edit: edit.setFixedWidth(look.scaled(118)))
        self.textEdited.connect(self._on_edited)

    def show_day(self, day: date | None, *, differs: bool) -> None:
        """Put a day there; ``differs`` says that it stands for several records, each with its own."""
        self.is_touched = False
        self.setText(written(day) if day is not None else "")
        self.setPlaceholderText(say("day.unchanged" if differs else "day.none"))
        self.selectAll()

    @property
    def day(self) -> date | None:
        """The day; ``None`` where none is written. Raises ``ValueError`` for what is no day."""
        return read(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        with suppress(ValueError, OverflowError):
            self.setText(written((self.day or date.today() - timedelta(days=step)) + timedelta(days=step)))
            self.selectAll()
            self._on_edited()
            self.textEdited.emit(self.text())

    def _on_edited(self, _: str = "") -> None:
        self.is_touched = True
        self.setPlaceholderText(say("day.none"))


def _forms() -> tuple[str, ...]:
    """How a day may be written: as the language does with the whole year, with two digits of it, or as ISO does."""
    short = spoken().locale.dateFormat(QLocale.FormatType.ShortFormat)
    whole = short if "yyyy" in short else short.replace("yy", "yyyy")
    single = whole.replace("dd", "d").replace("MM", "M")
    return whole, single, single.replace("yyyy", "yy"), "yyyy-M-d"


def written(day: date) -> str:
    """A day in figures."""
    return spoken().locale.toString(QDate(day.year, day.month, day.day), _forms()[0])


def read(text: str) -> date | None:
    """The day that a text names; ``None`` where it is blank. Raises ``ValueError`` where it names none."""
    if not text.strip():
        return None
    for form in _forms():
        found = spoken().locale.toDate(text.strip(), form)
        if found.isValid():
            year = found.year() + 100 if "yyyy" not in form and found.year() < _CENTURY else found.year()
            return date(year, found.month(), found.day())
    raise ValueError(text)


_CENTURY = 2000
"""Two digits mean a year of this century: dates of validity lie ahead."""
