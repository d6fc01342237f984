"""The signs of what is asked of a candidate: a clock, two sheets, an unequal sign, an arrow that takes a turn."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from mnemoscope.candidates import Matter
from mnemoscope_gui import look

_LINES = {
    Matter.CONTRADICTION: (((-5, -2), (5, -2)), ((-5, 2), (5, 2)), ((2.5, -5.5), (-2.5, 5.5))),
    Matter.SUPERSESSION: (((-5, 5), (-5, -2), (5, -2)), ((2, -5), (5, -2), (2, 1))),
    Matter.STALE: (((0, -3), (0, 0), (2.4, 1.6)),),
    Matter.DUPLICATE: (((3, 2), (5, 2), (5, -5), (-2, -5), (-2, -3)),),
}


def paint_matter(painter: QPainter, centre: QPointF, matter: Matter, colour: str) -> None:
    """The sign, about 11 pixels wide at 100 %, round its centre."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(centre)
    painter.scale(look.zoom() / 100, look.zoom() / 100)
    round_cap, round_join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(QColor(colour), 1.4, Qt.PenStyle.SolidLine, round_cap, round_join))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for line in _LINES[matter]:
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in line]))
    if matter is Matter.STALE:
        painter.drawEllipse(QPointF(0, 0), 5.5, 5.5)
    elif matter is Matter.DUPLICATE:
        painter.drawRoundedRect(QRectF(-5, -2.5, 7.5, 7.5), 1, 1)
    painter.restore()


def matter_icon(matter: Matter, colour: str) -> QIcon:
    """The sign for a button."""
    size, ratio = look.scaled(16), 2
    pixmap = QPixmap(size * ratio, size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_matter(painter, QPointF(size / 2, size / 2), matter, colour)
    painter.end()
    return QIcon(pixmap)


class MatterSign(QWidget):
    """The sign as a widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._matter = Matter.STALE
        look.follow(self, lambda sign: sign.setFixedSize(look.scaled(16), look.scaled(16)))

    def show_matter(self, matter: Matter) -> None:
        """This one."""
        self._matter = matter
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        centre = QPointF(self.width() / 2, self.height() / 2)
        paint_matter(QPainter(self), centre, self._matter, look.colours().ink)
