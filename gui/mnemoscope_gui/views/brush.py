"""A painter on one line of a row: writes into boxes of that line."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from mnemoscope_gui import look
from mnemoscope_gui.look import Colours

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Brush:
    """A painter on one line of a row: writes into boxes of that line."""

    painter: QPainter
    top: float
    height: float
    c: Colours

    def right(self, text: str, right: float, width: float, colour: str, **font: bool | int) -> None:
        """Text that ends at ``right``."""
        self._write(text, QRectF(right - width, self.top, width, self.height), _RIGHT, colour, font)

    def left(self, text: str, left: float, width: float, colour: str, **font: bool | int) -> None:
        """Text that begins at ``left``."""
        self._write(text, QRectF(left, self.top, width, self.height), _LEFT, colour, font)

    def _write(self, text: str, box: QRectF, flags: Qt.AlignmentFlag, colour: str, font: dict[str, bool | int]) -> None:
        chosen = look.font(
            int(font.get("size", look.META_SIZE)),
            strong=bool(font.get("strong")),
            italic=bool(font.get("italic")),
            struck=bool(font.get("struck")),
        )
        self.painter.setFont(chosen)
        self.painter.setPen(QColor(colour))
        shown = QFontMetricsF(chosen).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        self.painter.drawText(box, int(flags), shown)
