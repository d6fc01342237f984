"""The signs of an expectation: a tick for one that holds, a triangle for one that fails, a ring for neither yet."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from mnemoscope_gui import look
from mnemoscope_gui.look import Colours

_TICK = ((-4.5, 0.5), (-1.5, 3.5), (4.5, -3.5))
_TRIANGLE = ((0.0, -5.0), (5.5, 4.5), (-5.5, 4.5))


def paint_sign(painter: QPainter, centre: QPointF, holds: bool | None, c: Colours) -> None:
    """The sign, about 11 pixels wide, round its centre. The warning is in ink: a channel's colour means a channel."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if holds:
        pen = QPen(QColor(c.good), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(_around(centre, _TICK))
    elif holds is None:
        painter.setPen(QPen(QColor(c.border), 1.5))
        painter.drawEllipse(centre, 3.5, 3.5)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.ink))
        painter.drawPolygon(_around(centre, _TRIANGLE))


def paint_tick(painter: QPainter, box: QRectF, ticked: bool, c: Colours) -> None:
    """A box to tick, as wide as it is high."""
    painter.setPen(QPen(QColor(c.accent if ticked else c.border), 1.5))
    painter.setBrush(QColor(c.accent) if ticked else QColor(c.panel))
    painter.drawRoundedRect(box, 3, 3)
    if ticked:
        pen = QPen(QColor(c.panel), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        scale = box.width() / 16
        painter.drawPolyline(_around(box.center(), tuple((x * scale, y * scale) for x, y in _TICK)))


def _around(centre: QPointF, points: tuple[tuple[float, float], ...]) -> QPolygonF:
    return QPolygonF([QPointF(centre.x() + x, centre.y() + y) for x, y in points])


class Sign(QWidget):
    """A sign as a widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.holds: bool | None = None
        self.setFixedSize(QSize(14, 14))

    def show_sign(self, holds: bool | None) -> None:
        """This one."""
        self.holds = holds
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_sign(painter, QPointF(self.width() / 2, self.height() / 2), self.holds, look.colours())
