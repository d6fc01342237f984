"""What an act asks for before it is carried out: a reason, two days, or an app."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from mnemoscope.records import KEEP, Keep, Record, When
from mnemoscope.times import day_of, until
from mnemoscope_gui import look
from mnemoscope_gui.values import Terms
from mnemoscope_gui.views.day_edit import DayEdit, written
from mnemoscope_gui.wording import say


class ReasonForm(QWidget):
    """One line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = QLineEdit()
        self.edit.setPlaceholderText(say("propose.reason"))
        self.edit.setAccessibleName(say("reason.name"))
        look.follow(self.edit, lambda edit: edit.setFixedWidth(look.scaled(240)))
        _in_row(self, (self.edit,))
        self.setFocusProxy(self.edit)

    def begin(self) -> None:
        """Nothing is typed."""
        self.edit.clear()

    @property
    def terms(self) -> Terms:
        """What is typed."""
        return Terms(reason=self.edit.text().strip())


class DatesForm(QWidget):
    """Two days."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.valid_until, self.review_after = (DayEdit(say(f"terms.{id}")) for id in ("valid_until", "review_after"))
        fields: list[QWidget] = []
        for id, edit in (("valid_until", self.valid_until), ("review_after", self.review_after)):
            label = QLabel(say(f"terms.{id}"))
            label.setBuddy(edit)
            edit.textEdited.connect(self.changed)
            fields += [label, edit]
        _in_row(self, fields)
        self.setFocusProxy(self.valid_until)

    def begin(self, record: Record | None) -> None:
        """The days of one record, or of several: each its own."""
        for edit, when in (
            (self.valid_until, record.valid_until if record else None),
            (self.review_after, record.review_after if record else None),
        ):
            edit.show_day(day_of(when) if when is not None else None, differs=record is None)

    @property
    def terms(self) -> Terms:
        """What was changed. Raises ``ValueError`` with what is no day."""
        return Terms(valid_until=_when(self.valid_until), review_after=_when(self.review_after))


def _when(edit: DayEdit) -> When | Keep | None:
    if not edit.is_touched:
        return KEEP
    return until(edit.day.isoformat()) if edit.day is not None else None


class AppForm(QWidget):
    """An app of the vault, or a new one."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QComboBox()
        self.box.setEditable(True)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        for part in (self.box, self.box.lineEdit(), self.box.view()):
            if part is not None:
                part.setAccessibleName(say("terms.app"))
        completer = QCompleter(self.box.model(), self.box)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.InlineCompletion)
        self.box.setCompleter(completer)
        look.follow(self.box, lambda box: box.setFixedWidth(look.scaled(220)))
        self.new = QLabel(say("terms.app.new"))
        """Stands where there is room: that no such app is there yet."""
        self.new.setProperty("role", "muted")
        _in_row(self, (self.box,))
        self.setFocusProxy(self.box)
        self.box.editTextChanged.connect(self._on_changed)

    def begin(self, apps: Iterable[str]) -> None:
        """Offer these; none is chosen."""
        with QSignalBlocker(self.box):
            self.box.clear()
            self.box.addItems(list(apps))
            self.box.setCurrentIndex(-1)
            self.box.clearEditText()
        self.new.hide()

    @property
    def terms(self) -> Terms:
        """The app."""
        return Terms(app=self.box.currentText().strip())

    def _on_changed(self, text: str) -> None:
        self.new.setVisible(bool(text.strip()) and self.box.findText(text.strip(), Qt.MatchFlag.MatchExactly) < 0)
        self.changed.emit()


def no_day(text: str) -> str:
    """What is typed is no day."""
    return say("day.wrong", text=text, example=written(date(2026, 12, 31)))


def _in_row(form: QWidget, widgets: Iterable[QWidget]) -> None:
    form.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    row = QHBoxLayout(form)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(look.SPACE * 2)
    for widget in widgets:
        row.addWidget(widget)
