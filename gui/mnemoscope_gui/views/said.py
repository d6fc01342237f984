"""The strip of time below a candidate: when each record was said, and each time that it was served."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from mnemoscope.times import now
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, SaidGrid
from mnemoscope_gui.models.said import Lane, Span, marks, span
from mnemoscope_gui.wording import number, say

MOST = 6
"""Records that have a line of their own."""


class SaidStrip(QWidget):
    """A line for each record; what was served after something newer was said stands on a ground."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lanes: tuple[Lane, ...] = ()
        look.follow(self, SaidStrip.fit)

    def show_lanes(self, lanes: tuple[Lane, ...]) -> None:
        """These records."""
        self.lanes = lanes[:MOST]
        told = "; ".join(
            say("review.strip.told", name=lane.name, count=len(lane.served), number=number(len(lane.served)))
            for lane in self.lanes
        )
        self.setAccessibleName(f"{say('review.strip')}: {told}")
        self.setToolTip(told)
        self.fit()
        self.update()

    def fit(self) -> None:
        """As high as its lines need."""
        grid = SaidGrid
        self.setFixedHeight(grid.TITLE + grid.LANE * max(len(self.lanes), 1) + grid.AXIS)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, c, grid = QPainter(self), look.colours(), SaidGrid
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_head(painter, c)
        shown = span(self.lanes, now())
        left = grid.LEFT if any(lane.name for lane in self.lanes) else 0
        line = QRectF(left, grid.TITLE, self.width() - left - 4, grid.LANE * len(self.lanes))
        for at, name in marks(shown, max(int(line.width()) // grid.MARK, 2)):
            x = line.left() + shown.share(at) * line.width()
            painter.fillRect(QRectF(x, line.top(), 1, line.height()), QColor(c.edge))
            _write_below(painter, x, line, name, c, self.width())
        for place, lane in enumerate(self.lanes):
            _paint_lane(painter, QRectF(line.left(), line.top() + place * grid.LANE, line.width(), grid.LANE), lane,
                        shown, c)  # fmt: skip

    def _paint_head(self, painter: QPainter, c: Colours) -> None:
        grid, right = SaidGrid, float(self.width())
        font = look.font(look.Size.SMALL)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        for is_box, word in ((False, say("review.strip.served")), (True, say("review.strip.said"))):
            wide = metrics.horizontalAdvance(word)
            painter.setPen(QColor(c.muted))
            box = QRectF(right - wide, 0, wide + 1, grid.LINE)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), word)
            mark = right - wide - look.SPACE * 2 - 4
            height = 7.0 if is_box else 11.0
            painter.fillRect(QRectF(mark, (grid.LINE - height) / 2, 7.0 if is_box else 2.0, height), QColor(c.ink))
            right = mark - look.PADDING
        strong = look.font(look.Size.SMALL, strong=True)
        painter.setFont(strong)
        painter.setPen(QColor(c.muted))
        title = QFontMetricsF(strong).elidedText(say("review.strip"), Qt.TextElideMode.ElideRight, right)
        painter.drawText(QRectF(0, 0, right, grid.LINE), int(Qt.AlignmentFlag.AlignVCenter), title)


def _write_below(painter: QPainter, x: float, line: QRectF, name: str, c: Colours, most: float) -> None:
    font = look.font(look.Size.SMALL)
    painter.setFont(font)
    painter.setPen(QColor(c.muted))
    wide = QFontMetricsF(font).horizontalAdvance(name) + 2
    left = min(max(x - wide / 2, line.left()), most - wide)
    box = QRectF(left, line.bottom() + 2, wide, SaidGrid.LINE)
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), name)


def _paint_lane(painter: QPainter, area: QRectF, lane: Lane, shown: Span, c: Colours) -> None:
    grid, middle = SaidGrid, area.center().y()

    def x(at: int) -> float:
        return area.left() + shown.share(at) * area.width()

    if lane.name:
        painter.setFont(look.font(look.Size.META, strong=True))
        painter.setPen(QColor(c.ink))
        painter.drawText(QRectF(0, area.top(), grid.LEFT, area.height()), int(Qt.AlignmentFlag.AlignVCenter), lane.name)
    if lane.outdated is not None and lane.outdated > lane.said:
        ground = QRectF(x(lane.outdated), area.top() + 3, area.right() - x(lane.outdated), area.height() - 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.mark))
        painter.drawRoundedRect(ground, 4, 4)
    painter.fillRect(QRectF(x(lane.said), middle, area.right() - x(lane.said), 1), QColor(c.border))
    for at in lane.served:
        painter.fillRect(QRectF(x(at) - 1, middle - 5.5, 2, 12), QColor(c.ink))
    painter.fillRect(QRectF(x(lane.said) - 4, middle - 3.5, 8, 8), QColor(c.ink))
