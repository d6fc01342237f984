"""The idea of the program in one picture: two rankings, what is served between them, and the record that one lost."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from mnemoscope_gui import look
from mnemoscope_gui.look import Colours
from mnemoscope_gui.wording import say

_SIZE = QSize(520, 544)
_LEFT, _RIGHT = 64.0, 456.0
"""The two rails."""
_INNER_LEFT, _INNER_RIGHT, _CENTRE = 148.0, 372.0, 260.0
_TOP, _HEIGHT = 124.0, 330.0
_FULL = 104.0
_GAP = 10.0
"""Room above and below the row that is told apart."""
_FOUND = 9
"""The row of the record that only the words found."""
_SERVED = (
    (9, 5), (2, 14), (6, 22), (27, 8), (48, 11), (15, 41), (71, 6), (12, 73), (188, 2),
    (None, 1), (5, 163), (131, 9), (88, 19), (33, 57), (61, 34), (20, 120), (1, None), (3, None),
    (None, 3), (4, None), (None, 4), (7, None),
)  # fmt: skip
"""Rank by the vectors and by the words of each served row."""


class Illustration(QWidget):
    """Painted, so that it wears both palettes; it shows no real data and claims no figure."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        look.follow(self, lambda picture: picture.setFixedSize(_SIZE * (look.zoom() / 100)))
        self.setAccessibleName(say("welcome.picture"))

    def paintEvent(self, event: QPaintEvent) -> None:
        c = look.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(look.zoom() / 100, look.zoom() / 100)
        painter.setPen(QPen(QColor(c.edge), 1))
        painter.setBrush(QColor(c.panel))
        painter.drawRoundedRect(QRectF(0.5, 0.5, _SIZE.width() - 1, _SIZE.height() - 1), look.RADIUS, look.RADIUS)
        _paint_question(painter, c)
        _paint_titles(painter, c)
        _paint_rails(painter, c)
        for row, (vector, lexical) in enumerate(_SERVED):
            if row != _FOUND:
                _paint_row(painter, row, vector, lexical, c)
        _paint_found(painter, c)
        _write(painter, say("welcome.picture"), QRectF(24, 484, 472, 60), c.ink, look.Size.TEXT, wrapped=True)


def _y_of_row(row: int) -> float:
    gap = 0 if row == _FOUND else _GAP if row > _FOUND else -_GAP
    return _TOP + _GAP + (row + 0.5) * (_HEIGHT - 2 * _GAP) / len(_SERVED) + gap


def _y_of_rank(rank: int) -> float:
    """The height on a rail is the score: equal distances are equal points."""
    return _TOP + (1 / 61 - 1 / (60 + rank)) / (1 / 61 - 1 / 260) * _HEIGHT


def _paint_question(painter: QPainter, c: Colours) -> None:
    painter.setPen(QPen(QColor(c.accent), 1.5))
    painter.setBrush(QColor(c.panel))
    painter.drawRoundedRect(QRectF(24, 20, 472, 36), look.CONTROL_RADIUS, look.CONTROL_RADIUS)
    _write(painter, say("welcome.picture.question"), QRectF(38, 20, 440, 36), c.ink, look.Size.TEXT)


def _paint_titles(painter: QPainter, c: Colours) -> None:
    for id, x, colour in (
        ("welcome.picture.vectors", _LEFT, c.vectors),
        ("welcome.picture.served", _CENTRE, c.ink),
        ("welcome.picture.words", _RIGHT, c.words),
    ):
        _write(painter, say(id), QRectF(x - 60, 76, 120, 24), colour, look.Size.CONTROL, strong=True, centred=True)


def _paint_rails(painter: QPainter, c: Colours) -> None:
    for x, colour in ((_LEFT, c.vectors), (_RIGHT, c.words)):
        painter.setPen(QPen(QColor(colour), 1.5))
        painter.drawLine(QPointF(x, _TOP), QPointF(x, _TOP + _HEIGHT))


def _paint_row(painter: QPainter, row: int, vector: int | None, lexical: int | None, c: Colours) -> None:
    y = _y_of_row(row)
    for rank, side, rail, inner, colour in (
        (vector, -1, _LEFT, _INNER_LEFT, c.vectors),
        (lexical, 1, _RIGHT, _INNER_RIGHT, c.words),
    ):
        if rank is None:
            continue
        length = _FULL * 61 / (60 + rank)
        bar = QColor(colour)
        bar.setAlphaF(0.38)
        painter.fillRect(QRectF(min(_CENTRE, _CENTRE + side * length), y - 3, length, 6), bar)
        line = QColor(colour)
        line.setAlphaF(0.5)
        _curve(painter, QPointF(rail, _y_of_rank(rank)), QPointF(inner, y), QPen(line, 0.7 + 1.9 * 61 / (60 + rank)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QPointF(rail, _y_of_rank(rank)), 2.6, 2.6)


def _paint_found(painter: QPainter, c: Colours) -> None:
    y = _y_of_row(_FOUND)
    lost = QPointF(_LEFT, _TOP + _HEIGHT + 16)
    pen = QPen(QColor(c.ink), 1.4, Qt.PenStyle.DashLine)
    _curve(painter, lost, QPointF(_INNER_LEFT, y), pen)
    painter.setPen(QPen(QColor(c.ink), 1.6))
    painter.setBrush(QColor(c.panel))
    painter.drawRect(QRectF(lost.x() - 4, lost.y() - 4, 8, 8))
    _curve(painter, QPointF(_RIGHT, _y_of_rank(1)), QPointF(_INNER_RIGHT, y), QPen(QColor(c.words), 3.4))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(c.words))
    painter.drawEllipse(QPointF(_RIGHT, _y_of_rank(1)), 5, 5)
    box = QRectF(_INNER_LEFT - 6, y - 14, _INNER_RIGHT - _INNER_LEFT + 12, 28)
    painter.setPen(QPen(QColor(c.accent), 1.5))
    painter.setBrush(QColor(c.selection))
    painter.drawRoundedRect(box, look.CONTROL_RADIUS, look.CONTROL_RADIUS)
    _paint_snippet(painter, box, c)


def _paint_snippet(painter: QPainter, box: QRectF, c: Colours) -> None:
    snippet, match = say("welcome.picture.snippet"), say("welcome.picture.match")
    _write(painter, snippet, box, c.ink, look.Size.CONTROL, centred=True)
    metrics = painter.fontMetrics()
    before = metrics.horizontalAdvance(snippet[: snippet.index(match)])
    x = box.center().x() - metrics.horizontalAdvance(snippet) / 2 + before
    painter.fillRect(QRectF(x, box.center().y() + 8, metrics.horizontalAdvance(match), 2), QColor(c.words))


def _curve(painter: QPainter, start: QPointF, end: QPointF, pen: QPen) -> None:
    """A Bezier curve with horizontal ends."""
    middle = (start.x() + end.x()) / 2
    path = QPainterPath(start)
    path.cubicTo(QPointF(middle, start.y()), QPointF(middle, end.y()), end)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _write(
    painter: QPainter,
    text: str,
    box: QRectF,
    colour: str,
    size: int,
    *,
    strong: bool = False,
    centred: bool = False,
    wrapped: bool = False,
) -> None:
    painter.setFont(look.font(round(size * 100 / look.zoom()), strong=strong))  # the whole picture is scaled
    painter.setPen(QColor(colour))
    across = Qt.AlignmentFlag.AlignHCenter if centred else Qt.AlignmentFlag.AlignLeft
    flags = int(across | (Qt.AlignmentFlag.AlignTop if wrapped else Qt.AlignmentFlag.AlignVCenter))
    painter.drawText(box, flags | (int(Qt.TextFlag.TextWordWrap) if wrapped else 0), text)
