"""The question box and the profile."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from mnemoscope.records import Profile, Timings
from mnemoscope_gui import look
from mnemoscope_gui.views.profile_box import ProfileBox
from mnemoscope_gui.wording import milliseconds, say

_REMEMBERED = 50

_LEAST = 84
"""Width of the question, at least."""
_WITH_TIMING = 3
"""So many times as wide as the timing a question must be to have room for it."""


class QuestionEdit(QLineEdit):
    """Where the question is typed; how long its recall took stands at the right."""

    remembered = Signal(list)
    """The questions asked so far, oldest first."""
    down_pressed = Signal()
    escape_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("question")
        self.setAccessibleName(say("question.name"))
        self.setPlaceholderText(say("question.placeholder"))
        self._older: list[str] = []
        self._place = 0
        self._timing = QLabel(self)
        self._timing.setProperty("role", "muted")
        self._timing.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_timing(self, timings: Timings | None) -> None:
        """Show how long the last recall took, and the embedding apart from it."""
        shown = ""
        if timings is not None:
            rest = milliseconds(max(timings.total - timings.embed, 0.0))
            shown = say("timing.embed", rest=rest, embed=milliseconds(timings.embed)) if timings.embed else rest
        self._timing.setText(shown)
        self._timing.adjustSize()
        self._lay_timing()

    def remember(self) -> None:
        """Keep the question, for Up."""
        question = self.text().strip()
        if question:
            self._older = [*(older for older in self._older if older != question), question][-_REMEMBERED:]
            self._place = len(self._older)
            self.remembered.emit(self.older)

    @property
    def older(self) -> list[str]:
        """The questions asked so far, oldest first."""
        return list(self._older)

    def set_older(self, questions: list[str]) -> None:
        """These were asked before."""
        self._older = questions[-_REMEMBERED:]
        self._place = len(self._older)

    def minimumSizeHint(self) -> QSize:
        return QSize(look.scaled(_LEAST), super().minimumSizeHint().height())  # the timing gives way

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_timing()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:  # another size of text
            self._timing.adjustSize()
            self._lay_timing()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        passing = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        if event.reason() not in passing:
            self.setCursorPosition(0)  # a long question is read from its beginning

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.ignore()  # files are for the window; only text is for a question
        else:
            super().dragEnterEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Down:
            self.remember()
            self.down_pressed.emit()
        elif key == Qt.Key.Key_Up:
            self._recall_older()
        elif key == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        else:
            super().keyPressEvent(event)

    def _recall_older(self) -> None:
        if self._place == len(self._older):
            self.remember()
            self._place = len(self._older) - 1 if self.text().strip() else len(self._older)
        if self._older and self._place > 0:
            self._place -= 1
            self.setText(self._older[self._place])

    def _lay_timing(self) -> None:
        width = self._timing.width()
        has_room = bool(self._timing.text()) and self.width() >= width * _WITH_TIMING
        self._timing.setVisible(has_room)
        self.setTextMargins(0, 0, width + look.PADDING if has_room else 0, 0)
        self._timing.move(self.width() - width - look.MARGIN, (self.height() - self._timing.height()) // 2)


class QueryPanel(QWidget):
    """The header row."""

    asked = Signal(str)
    """Another question, at every key."""
    accepted = Signal()
    """Enter in the question box."""
    down_requested = Signal()
    escape_requested = Signal()
    profile_chosen = Signal(object)
    """A ``Profile``."""
    removal_requested = Signal(str)
    """A saved profile is to go."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = QuestionEdit()
        self.question.textChanged.connect(self.asked)
        self.question.returnPressed.connect(self._on_return)
        self.question.down_pressed.connect(self.down_requested)
        self.question.escape_pressed.connect(self.escape_requested)
        self.profile = ProfileBox()
        self.profile.setObjectName("profile")
        look.follow(self.profile, lambda box: box.setFixedHeight(look.Height.HEADER))
        self.profile.setAccessibleName(say("profile.name"))
        self.profile.profile_chosen.connect(self.profile_chosen)
        self.profile.removal_requested.connect(self.removal_requested)
        self._label = QLabel(say("profile.label"))
        self._label.setProperty("role", "muted")
        self._label.setBuddy(self.profile)
        self._side = QWidget()
        self._side.setFixedWidth(look.INSPECTOR_WIDTH)
        self._side_row = side_row = QHBoxLayout(self._side)
        side_row.setContentsMargins(look.SPACE, 0, 0, 0)
        side_row.setSpacing(look.SPACE * 2)
        side_row.addWidget(self._label)
        side_row.addWidget(self.profile, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.MARGIN)
        row.addWidget(self.question, 1)
        row.addWidget(self._side)

    def set_side_width(self, width: int) -> None:
        """How wide the profile's side is: as wide as what stands below it; the name of the box gives way first."""
        self._side.setFixedWidth(width)
        self._label.setVisible(width >= look.INSPECTOR_WIDTH)

    def show_question(self, text: str) -> None:
        """Put a question there without asking it."""
        self.question.blockSignals(True)
        self.question.setText(text)
        self.question.blockSignals(False)

    def add_button(self, button: QWidget) -> None:
        """A command right of the profile."""
        self._side_row.addWidget(button)

    def show_profiles(self, profiles: Mapping[str, Profile], shown: Profile) -> None:
        """What can be chosen, and what is; nothing is chosen by that."""
        self.profile.show_profiles(profiles, shown)

    def _on_return(self) -> None:
        self.question.remember()
        self.accepted.emit()
