"""What rows of records have in common when they are painted: text in boxes, the ground, the place at the right."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from mnemoscope.records import Record
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, HitGrid, place_width
from mnemoscope_gui.models.hits import place_parts

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Brush:
    """A painter on one line of a row: writes into boxes of that line, whose widths are those at 100 %."""

    painter: QPainter
    top: float
    height: float
    c: Colours

    def right(self, text: str, right: float, width: float, colour: str, **font: bool | int) -> None:
        """Text that ends at ``right``."""
        self.outermost(text, right, look.scaled(width), colour, **font)

    def outermost(self, text: str, right: float, width: float, colour: str, **font: bool | int) -> None:
        """The same, as wide as the row leaves it: in pixels as they are."""
        self._write(text, QRectF(right - width, self.top, width, self.height), _RIGHT, colour, font)

    def innermost(self, text: str, left: float, width: float, colour: str, **font: bool | int) -> None:
        """Text that begins at ``left``, as wide as its neighbour leaves it: in pixels as they are."""
        self._write(text, QRectF(left, self.top, width, self.height), _LEFT, colour, font)

    def left(self, text: str, left: float, width: float, colour: str, **font: bool | int) -> None:
        """Text that begins at ``left``."""
        self._write(text, QRectF(left, self.top, look.scaled(width), self.height), _LEFT, colour, font)

    def _write(self, text: str, box: QRectF, flags: Qt.AlignmentFlag, colour: str, font: dict[str, bool | int]) -> None:
        chosen = look.font(
            int(font.get("size", look.Size.META)),
            strong=bool(font.get("strong")),
            italic=bool(font.get("italic")),
            struck=bool(font.get("struck")),
        )
        self.painter.setFont(chosen)
        self.painter.setPen(QColor(colour))
        shown = QFontMetricsF(chosen).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        self.painter.drawText(box, int(flags), shown)


def paint_place(brush: Brush, record: Record, area: QRectF) -> None:
    """The session gives way to the day where there is little room, and the app to both."""
    width = place_width(area.width())
    if not width:
        return
    metrics = QFontMetricsF(look.font(look.Size.META))
    session, app, date = place_parts(record)
    tail = f" · {date}" if width < HitGrid.PLACE_WITH_APP else f" · {app} · {date}"
    title = metrics.elidedText(session, Qt.TextElideMode.ElideRight, width - metrics.horizontalAdvance(tail))
    brush.outermost(title + tail, area.right() - HitGrid.RIGHT, width, brush.c.muted)


def paint_ground(painter: QPainter, area: QRectF, c: Colours, opened: bool, focused: bool) -> None:
    """The line below a row, and the box round the one that is open."""
    rule = QRectF(area.left() + 8, area.bottom() - 1, area.width() - 8 - HitGrid.RIGHT, 1)
    painter.fillRect(rule, QColor(c.hairline))
    if opened:
        painter.setPen(QPen(QColor(c.accent), 2.0 if focused else 1.0))
        painter.setBrush(QColor(c.selection))
        box = area.adjusted(HitGrid.SELECTION_LEFT, 1, -3, -2)
        painter.drawRoundedRect(box, look.CONTROL_RADIUS, look.CONTROL_RADIUS)
