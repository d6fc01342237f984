"""A box in which a record's text is written anew: Ctrl+Enter keeps it, Esc leaves it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from mnemoscope_gui import look
from mnemoscope_gui.wording import say

_NATIVE = QKeySequence.SequenceFormat.NativeText
_KEEP = QKeySequence("Ctrl+Enter")
_LOWEST, _TALLEST = 72, 260


class TextEditor(QFrame):
    """The box with what will become of the old text below it."""

    accepted = Signal(str)
    """The text is to be kept, as a new record."""
    left = Signal()
    """The person lets it be, or changed nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before = ""
        self.box = _Box()
        self.keep, self.leave = QPushButton(say("edit.keep")), QPushButton(say("edit.leave"))
        hint = QLabel(say("edit.hint", keep=_KEEP.toString(_NATIVE), leave=QKeySequence("Esc").toString(_NATIVE)))
        hint.setProperty("role", "muted")
        hint.setWordWrap(True)
        for button in (self.keep, self.leave):
            button.setProperty("small", True)
        row = QHBoxLayout()
        row.setSpacing(look.SPACE * 2)
        row.addWidget(self.keep)
        row.addWidget(self.leave)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.SPACE + 2)
        for widget in (self.box, hint):
            column.addWidget(widget)
        column.addLayout(row)
        self.box.kept.connect(self._on_kept)
        self.box.escaped.connect(self.left)
        self.keep.clicked.connect(self._on_kept)
        self.leave.clicked.connect(self.left)
        self.hide()

    @property
    def text(self) -> str:
        """What stands in the box."""
        return self.box.toPlainText()

    @property
    def is_changed(self) -> bool:
        """Whether keeping it would do anything."""
        return self.text.strip() != self._before.strip()

    def open(self, before: str, text: str | None = None) -> None:
        """Write ``before`` anew, going on from ``text`` where somebody began already."""
        self._before = before
        self.box.setPlainText(before if text is None else text)
        self.show()
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        cursor = self.box.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.box.setTextCursor(cursor)

    def _on_kept(self) -> None:
        if self.is_changed:
            self.accepted.emit(self.text)
        else:
            self.left.emit()


class _Box(QPlainTextEdit):
    kept = Signal()
    escaped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("edit")
        self.setAccessibleName(say("edit.name"))
        self.setTabChangesFocus(True)
        self.setFont(look.font(look.Size.TEXT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)
        self.textChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """As high as its lines, within reason."""
        lines = max(self.document().size().height(), 1.0)  # of a plain text document that is a number of lines
        high = round(lines * self.fontMetrics().lineSpacing()) + 4 * look.SPACE
        return QSize(200, min(max(high, look.scaled(_LOWEST)), look.scaled(_TALLEST)))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, look.scaled(_LOWEST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _keeps(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _keeps(event):
            self.kept.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)


def _keeps(event: QKeyEvent) -> bool:
    is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return is_return and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
