"""A record's whole text: selectable, matches underlined, no higher than it must be."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QResizeEvent, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.models.marks import NO_MARKS, Marks, Span
from mnemoscope_gui.views.units import units

_TALLEST = 168


class RecordText(QTextEdit):
    """Shows one text; scrolls where it is long."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found = NO_MARKS
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("plain", True)
        self.setFont(look.font(look.Size.TEXT))
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
        font = look.font(look.Size.TEXT, struck=struck)
        self.setFont(font)
        self.document().setDefaultFont(font)
        self.setPlainText(text)
        self._found = found
        self._underline(text)
        self.verticalScrollBar().setValue(0)
        self.updateGeometry()

    def mark(self, text: str, spans: Iterable[Span]) -> None:
        """Put a ground behind these words of the text on show: those in which it differs from another."""
        style = QTextCharFormat()
        style.setBackground(QColor(look.colours().mark))
        style.setFontWeight(QFont.Weight.DemiBold)
        self._dress(text, spans, style)
        self.updateGeometry()

    def _underline(self, text: str) -> None:
        style = QTextCharFormat()
        style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        style.setUnderlineColor(QColor(look.colours().words))
        self._dress(text, self._found.spans, style)

    def _dress(self, text: str, spans: Iterable[Span], style: QTextCharFormat) -> None:
        for start, end in spans:
            cursor = QTextCursor(self.document())
            cursor.setPosition(units(text, start))
            cursor.setPosition(units(text, end), QTextCursor.MoveMode.KeepAnchor)
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
