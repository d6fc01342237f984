"""What can be said of a candidate: a button for each verdict, with its key and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.models.review import Verdict
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.wording import say

_LEAST = 96
"""Width of a button with its note, whatever it says."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A verdict as a button."""

    verdict: Verdict
    key: str
    title: str
    note: str


class VerdictBar(QFrame):
    """The buttons on one line, or on two without their notes where there is little room."""

    given = Signal(object)
    """A ``Verdict``."""
    preview_requested = Signal(object)
    """A ``Verdict`` is pointed at, or has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("verdicts")
        self.setAccessibleName(say("verdict.bar"))
        self.buttons = [VerdictButton() for _ in range(5)]
        self.choices: tuple[Choice, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(look.MARGIN, look.MARGIN, look.MARGIN, look.MARGIN)
        self._grid.setSpacing(look.SPACE + 2)
        for place, button in enumerate(self.buttons):
            button.hide()
            button.clicked.connect(lambda _=False, place=place: self.given.emit(self.choices[place].verdict))
            button.pointed_at.connect(lambda place=place: self.preview_requested.emit(self.choices[place].verdict))
        look.follow(self, VerdictBar.arrange)

    def show_choices(self, choices: tuple[Choice, ...], previewed: Verdict) -> None:
        """These, the one whose impact is shown marked."""
        is_other = [some.title for some in choices] != [some.title for some in self.choices]
        self.choices = choices
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(choices))
            if place < len(choices):
                button.show_choice(choices[place])
                button.show_on(choices[place].verdict == previewed)
        if is_other:
            self.arrange()

    def arrange(self) -> None:
        """On as many lines as the width wants."""
        shown = max(len(self.choices), 1)
        room = (self.width() - 2 * look.MARGIN + self._grid.spacing()) / shown - self._grid.spacing()
        buttons = self.buttons[: len(self.choices)]
        forms = (form for form in (Form.EASE, Form.TIGHT) if all(room >= some.least(form) for some in buttons))
        form = next(forms, Form.BARE)
        columns = shown if form is not Form.BARE else -(-shown // 2)
        for place, button in enumerate(self.buttons):
            self._grid.removeWidget(button)
            button.show_form(form)
            self._grid.addWidget(button, place // columns, place % columns)
        for column in range(len(self.buttons)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()


class Form(Enum):
    """How a button lays itself out."""

    EASE = "ease"
    """The key beside the title, the note below."""
    TIGHT = "tight"
    """The key beside the note."""
    BARE = "bare"
    """No note."""


class VerdictButton(QPushButton):
    """Title and key, and what it does."""

    pointed_at = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("verdict", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.title, self.key, self.note = ElidedLabel(), QLabel(), ElidedLabel()
        self.title.setProperty("role", "head")
        self.key.setProperty("key", True)
        self.note.setProperty("role", "small")
        self._lines = QGridLayout(self)
        self._lines.setSpacing(1)
        self._lines.setColumnStretch(0, 1)
        for label in (self.title, self.key, self.note):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.show_form(Form.EASE)

    def show_choice(self, choice: Choice) -> None:
        """This one."""
        self.title.setText(choice.title)
        self.key.setText(choice.key)
        self.note.setText(choice.note)
        self.setToolTip(f"{choice.title}: {choice.note}")
        self.setAccessibleName(choice.title)
        self.setAccessibleDescription(choice.note)

    def least(self, form: Form) -> int:
        """How wide it must be so that its title is whole."""
        title = QFontMetrics(look.font(look.Size.CONTROL, strong=True)).horizontalAdvance(self.title.text())
        key = self.key.sizeHint().width() if form is Form.EASE else 0
        return max(title + key + look.SPACE * 4, look.scaled(_LEAST))

    def show_on(self, is_on: bool) -> None:
        """Whether its impact is shown."""
        if self.property("on") is not is_on:
            for widget in (self, self.title):
                widget.setProperty("on", is_on)
                widget.style().unpolish(widget)
                widget.style().polish(widget)

    def show_form(self, form: Form) -> None:
        """Title, key and note in their places."""
        self._lines.addWidget(self.title, 0, 0, 1, 2 if form is Form.TIGHT else 1)
        self._lines.addWidget(self.key, 1 if form is Form.TIGHT else 0, 1)
        self._lines.addWidget(self.note, 1, 0, 1, 1 if form is Form.TIGHT else 2)
        self.note.setVisible(form is not Form.BARE)
        side = look.SPACE if form is Form.BARE else look.SPACE * 2 - 1
        self._lines.setContentsMargins(side, look.SPACE, side - 2, look.SPACE)
        role = "head" if form is not Form.BARE else "meta"
        if self.title.property("role") != role:
            self.title.setProperty("role", role)
            self.title.style().unpolish(self.title)
            self.title.style().polish(self.title)
        self.setFixedHeight(look.Height.VERDICT_NARROW if form is Form.BARE else look.Height.VERDICT)

    def sizeHint(self) -> QSize:
        return QSize(look.scaled(_LEAST), self.height())

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed_at.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.pointed_at.emit()
