"""How far a record moved between two recalls, as a sign with a number; its shape says it without its colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from mnemoscope.comparison import Comparison, Fate, Pair
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours
from mnemoscope_gui.wording import number, say

_ARM = 4.0
"""Half the size of a sign, in pixels."""


def paint_move(painter: QPainter, box: QRectF, pair: Pair, c: Colours) -> None:
    """An arrow with the places moved, a plus for what came in, a minus for what left; nothing where it stayed."""
    if pair.fate is Fate.SAME:
        return
    strong = pair.fate is not Fate.MOVED
    colour = QColor(c.ink if strong else c.muted)
    centre = QPointF(box.left() + _ARM + 1, box.center().y())
    painter.setPen(QPen(colour, 1.8 if strong else 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if strong:
        painter.drawLine(centre - QPointF(_ARM, 0), centre + QPointF(_ARM, 0))
        if pair.fate is Fate.ENTERED:
            painter.drawLine(centre - QPointF(0, _ARM), centre + QPointF(0, _ARM))
        return
    up = -1.0 if pair.climb > 0 else 1.0
    tip = centre + QPointF(0, up * _ARM)
    painter.drawLine(centre - QPointF(0, up * _ARM), tip)
    painter.drawPolyline(QPolygonF([tip + QPointF(-3, -up * 3), tip, tip + QPointF(3, -up * 3)]))
    painter.setFont(look.font(look.Size.SMALL))
    painter.drawText(box.adjusted(2 * _ARM + 4, 0, 0, 0), _AT, number(abs(pair.climb)))


_AT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def spoken_move(pair: Pair) -> str:
    """The sign in words; empty where the record stayed."""
    if pair.fate is Fate.MOVED:
        return say("moves.up" if pair.climb > 0 else "moves.down", count=abs(pair.climb))
    return {Fate.ENTERED: say("moves.entered"), Fate.LEFT: say("moves.left")}.get(pair.fate, "")


def counts(comparison: Comparison) -> str:
    """ "3 entered, 3 left, 12 moved", or that nothing did."""
    moved = comparison.up + comparison.down
    if not (comparison.entered or comparison.left or moved):
        return say("moves.none")
    return say("moves.counts", entered=comparison.entered, left=comparison.left, moved=moved)
