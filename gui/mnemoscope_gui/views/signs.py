"""The signs of an expectation (a tick for one that holds, a triangle for one that fails, a ring for neither yet), and
the box of a mark."""

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


def paint_box(painter: QPainter, centre: QPointF, is_marked: bool, c: Colours) -> None:
    """The box before a row that can be marked: a tick on ink where it is."""
    box = QRectF(centre.x() - 6.5, centre.y() - 6.5, 13, 13)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(c.ink if is_marked else c.border), 1.2))
    painter.setBrush(QColor(c.ink if is_marked else c.panel))
    painter.drawRoundedRect(box, 3, 3)
    if is_marked:
        pen = QPen(QColor(c.panel), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF([centre + QPointF(x * 0.72, y * 0.72) for x, y in _TICK]))


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
