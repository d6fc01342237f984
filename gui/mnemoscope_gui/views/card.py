"""One record of a candidate: who it is, where it was said and what was said round it, and how often it was served."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from mnemoscope.records import Record
from mnemoscope_gui import look
from mnemoscope_gui.models.marks import NO_MARKS, Span
from mnemoscope_gui.values import Side
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.hits import turn
from mnemoscope_gui.views.record_text import RecordText
from mnemoscope_gui.wording import day_at, full_day, number, say


class RecordCard(QFrame):
    """A card that can be chosen by a click or with Tab, and opened by Enter or a double click."""

    chosen = Signal()
    taken = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("record_card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.badge, self._role, self._day = QLabel(), ElidedLabel(), QLabel()
        self._source, self._whence = ElidedLabel(), QLabel()
        self._before, self._after = ElidedLabel(), ElidedLabel()
        self.text, self._served = RecordText(), QLabel()
        self.setAccessibleName(say("review.column.text"))
        self.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.text.viewport().installEventFilter(self)
        self._lay_out()

    def _lay_out(self) -> None:
        self.badge.setProperty("badge", True)
        self.badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
        look.follow(self.badge, lambda badge: badge.setFixedSize(look.scaled(20), look.scaled(20)))
        self._role.setProperty("role", "head")
        self._day.setProperty("role", "muted")
        self._served.setWordWrap(True)
        for label in (self._source, self._whence, self._served):
            label.setProperty("role", "small")
        for label in (self._before, self._after):
            label.setProperty("role", "muted")
        head = QHBoxLayout()
        head.setSpacing(look.SPACE * 2)
        head.addWidget(self.badge)
        head.addWidget(self._role, 1)
        head.addWidget(self._day)
        rule = QFrame()
        rule.setObjectName("rule")
        rule.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.MARGIN, look.MARGIN, look.MARGIN, look.SPACE * 2)
        column.setSpacing(look.SPACE)
        column.addLayout(head)
        line = QHBoxLayout()
        line.setSpacing(0)
        line.addWidget(self._source)
        line.addWidget(self._whence)
        line.addStretch(1)
        column.addLayout(line)
        column.addSpacing(look.SPACE)
        for widget in (self._before, self.text, self._after):
            column.addWidget(widget)
        column.addStretch(1)
        column.addSpacing(look.SPACE)
        column.addWidget(rule)
        column.addWidget(self._served)

    def show_record(self, record: Record, letter: str, role: str, marked: tuple[Span, ...]) -> None:
        """This record, before more is known of it; ``role`` says what it is beside the others."""
        self.badge.setText(letter)
        self.badge.setVisible(bool(letter))
        self._role.setText(role)
        self._day.setText(full_day(record))
        self._source.setText(record.session_title or record.session)
        self._whence.setText(f" · {record.app}")
        self.text.show_text(record.text, NO_MARKS, not record.stands)
        self.text.mark(record.text, marked)
        for label in (self._before, self._after):
            label.setText(" ")
        self._served.setText(" ")
        self.setAccessibleName(", ".join(filter(None, (letter, role, record.indexed_text))))

    def show_side(self, side: Side, served: str) -> None:
        """What stands round the record, and when it was served."""
        record = side.record
        speaker = (record.speaker,) if record.speaker else ()
        self._whence.setText(
            "".join(f" · {part}" for part in (record.app, turn(record, side.size), *speaker, side.short))
        )
        opens, ends = (say("review.opens"), say("review.ends")) if side.size > 1 else ("", "")
        self._before.setText(_flat(side.before.indexed_text) if side.before is not None else opens)
        self._after.setText(_flat(side.after.indexed_text) if side.after is not None else ends)
        for label in (self._before, self._after):
            label.setVisible(bool(label.text()))
        self._served.setText(served)

    def show_chosen(self, is_chosen: bool) -> None:
        """Whether it is the one that the inspector shows."""
        if self.property("chosen") is not is_chosen:
            self.setProperty("chosen", is_chosen)
            self.style().unpolish(self)
            self.style().polish(self)

    # ------------------------------------------------------------ what a person does

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, key = self.text.verticalScrollBar(), event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp) and bar.maximum():
            bar.setValue(bar.value() + (1 if key == Qt.Key.Key_PageDown else -1) * bar.pageStep())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.chosen.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.taken.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        elif event.type() == QEvent.Type.MouseButtonDblClick:
            self.taken.emit()
            return True
        return False


def served_sentence(side: Side, newer: Record | None) -> str:
    """How often it was served, and how often after the newer one was said."""
    times = len(side.served)
    if not times:
        return say("review.side.never")
    after = sum(at >= newer.time for at in side.served) if newer is not None else 0
    words = {"count": times, "number": number(times)}
    if after:
        return say("review.side.after", after=number(after), **words)
    return say("review.side.last", day=day_at(side.served[-1]), **words)


def _flat(value: str) -> str:
    return " ".join(value[:400].split())
