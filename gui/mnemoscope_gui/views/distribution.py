"""Where one cosine stands among all cosines of the question."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from mnemoscope.explanations import VectorExplanation
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours
from mnemoscope_gui.wording import decimal, number, say

_CURVE, _LABELS, _TOP = 48.0, 18.0, 18.0

_KERNEL = (1, 4, 6, 4, 1)


def _smoothed(bins: tuple[int, ...]) -> tuple[float, ...]:
    """The bins as a calm outline: a binomial mean, for the eye alone."""
    padded = (0, 0, *bins, 0, 0)
    return tuple(
        sum(weight * padded[place + offset] for offset, weight in enumerate(_KERNEL)) / sum(_KERNEL)
        for place in range(len(bins))
    )


class Distribution(QWidget):
    """The body of the question's cosines, the part within the depth, and this record on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: VectorExplanation | None = None
        self._depth = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_explanation(self, explanation: VectorExplanation | None, depth: int = 0) -> None:
        """Show this record's place and where the vectors' depth starts, or nothing."""
        self._depth = depth
        self._shown = explanation if explanation is not None and any(explanation.bins) else None
        self.setVisible(self._shown is not None)
        place = self._shown.place if self._shown else None
        self.setAccessibleName(say("explain.this_one", cosine=decimal(place.cosine, 3)) if place else "")
        self.setToolTip(say("meaning.distribution"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, round(_TOP + _CURVE + _LABELS + 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self._shown
        if shown is None or shown.high <= shown.low:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = look.colours()
        base = _TOP + _CURVE
        body = self._body(shown, base)
        painter.fillPath(body, QColor(c.area))
        if shown.depth_cosine is not None:
            painter.save()
            painter.setClipRect(QRectF(self._x(shown, shown.depth_cosine), 0, self.width(), base))
            painter.fillPath(body, QColor(c.vectors))
            painter.restore()
        painter.setPen(QPen(QColor(c.border), 1))
        painter.drawLine(QPointF(0, base), QPointF(self.width(), base))
        self._paint_labels(painter, shown, base, c)
        if shown.place is not None:
            self._paint_pin(painter, shown, shown.place.cosine, base, c)

    def _x(self, shown: VectorExplanation, cosine: float) -> float:
        share = (cosine - shown.low) / (shown.high - shown.low)
        return min(max(share, 0.0), 1.0) * (self.width() - 8) + 4

    def _body(self, shown: VectorExplanation, base: float) -> QPainterPath:
        heights = _smoothed(shown.bins)
        highest = max(heights)
        step = (self.width() - 8) / len(heights)
        path = QPainterPath(QPointF(4, base))
        for place, count in enumerate(heights):
            path.lineTo(QPointF(4 + (place + 0.5) * step, base - count / highest * _CURVE))
        path.lineTo(QPointF(self.width() - 4, base))
        path.closeSubpath()
        return path

    def _paint_labels(self, painter: QPainter, shown: VectorExplanation, base: float, c: Colours) -> None:
        """The mean and the start of the depth, each under its tick; the mean gives way where both would meet."""
        painter.setFont(look.font(look.Size.SMALL))
        metrics = painter.fontMetrics()
        mean = say("explain.mean", mean=decimal(shown.mean, 3))
        left, right = 0.0, float(self.width())
        if shown.depth_cosine is not None:
            depth = say("explain.depth_starts", depth=number(self._depth), cosine=decimal(shown.depth_cosine, 3))
            wide = metrics.horizontalAdvance(depth) + 2.0
            at = self._x(shown, shown.depth_cosine)
            right = min(max(at - wide / 2, 0.0), self.width() - wide)
            painter.setPen(QColor(c.vectors))
            painter.drawText(QRectF(right, base + 4, wide, _LABELS), int(Qt.AlignmentFlag.AlignVCenter), depth)
            painter.drawLine(QPointF(at, base), QPointF(at, base + 4))
        wide = metrics.horizontalAdvance(mean) + 2.0
        at = self._x(shown, shown.mean)
        left = min(max(at - wide / 2, 0.0), right - wide - look.SPACE * 2)
        painter.setPen(QPen(QColor(c.muted), 1))
        painter.drawLine(QPointF(at, base), QPointF(at, base + 4))
        if left >= 0:
            painter.drawText(QRectF(left, base + 4, wide, _LABELS), int(Qt.AlignmentFlag.AlignVCenter), mean)

    def _paint_pin(self, painter: QPainter, shown: VectorExplanation, cosine: float, base: float, c: Colours) -> None:
        x = self._x(shown, cosine)
        top = _TOP - 8
        painter.setPen(QPen(QColor(c.ink), 1.6))
        painter.drawLine(QPointF(x, base), QPointF(x, top + 4))
        painter.setBrush(QColor(c.panel))
        painter.drawEllipse(QPointF(x, top), 3.5, 3.5)
        painter.setFont(look.font(look.Size.SMALL, strong=True))
        label = say("explain.this_one", cosine=decimal(cosine, 3))
        width = painter.fontMetrics().horizontalAdvance(label) + 2
        left = x + 8 if x + 8 + width < self.width() else x - 8 - width
        painter.drawText(QRectF(left, top - 9, width, 18), int(Qt.AlignmentFlag.AlignVCenter), label)
