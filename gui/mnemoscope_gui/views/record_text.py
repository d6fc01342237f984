"""A record's whole text: selectable, matches underlined, no higher than it must be."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QResizeEvent, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.marks import NO_MARKS, Marks

_TALLEST = 168


class RecordText(QTextEdit):
    """Shows one text; scrolls where it is long."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found = NO_MARKS
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("plain", True)
        self.setFont(look.font(look.TEXT_SIZE))
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        document = self.document()
        document.setDocumentMargin(0)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(option)

    def show_text(self, text: str, found: Marks, struck: bool) -> None:
        """This text, its matches underlined; struck through where it is out of force."""
        font = look.font(look.TEXT_SIZE, struck=struck)
        self.setFont(font)
        self.document().setDefaultFont(font)
        self.setPlainText(text)
        self._found = found
        self._underline()
        self.verticalScrollBar().setValue(0)
        self.updateGeometry()

    def _underline(self) -> None:
        style = QTextCharFormat()
        style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        style.setUnderlineColor(QColor(look.colours().words))
        units = _utf16_offsets(self.toPlainText(), self._found)
        for start, end in units:
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(style)

    def sizeHint(self) -> QSize:
        document = self.document()
        document.setTextWidth(self.viewport().width())
        return QSize(200, min(round(document.size().height()) + 4, _TALLEST))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()


def _utf16_offsets(text: str, found: Marks) -> list[tuple[int, int]]:
    """Qt counts UTF-16 units, Python characters; they part beyond the basic plane."""
    if text.isascii() or max(map(ord, text)) <= 0xFFFF:
        return list(found.spans)
    return [tuple(len(text[:end].encode("utf-16-le")) // 2 for end in span) for span in found.spans]  # type: ignore[misc]
