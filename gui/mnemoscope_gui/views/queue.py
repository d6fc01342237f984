"""The list of candidates: one delegate paints a row, with its matter, its text, what is asked, and how often served."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mnemoscope.candidates import Candidate
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, QueueGrid
from mnemoscope_gui.models.marks import NO_MARKS
from mnemoscope_gui.models.review import gist, served
from mnemoscope_gui.models.table import RECORD_ROLE, Index
from mnemoscope_gui.views.matters import paint_matter
from mnemoscope_gui.views.row_list import RowList
from mnemoscope_gui.views.rows import Brush
from mnemoscope_gui.views.snippet import excerpt, paint_excerpt


class _QueueDelegate(QStyledItemDelegate):
    """Two lines; what was put off is muted."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, look.Height.QUEUE_ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        some, view = index.data(RECORD_ROLE), self.parent()
        if not isinstance(some, Candidate):
            return
        c, state = look.colours(), option.state
        is_current = isinstance(view, QAbstractItemView) and view.currentIndex() == index
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ground(painter, QRectF(option.rect), c, is_current, bool(state & QStyle.StateFlag.State_HasFocus))
        _paint_row(painter, QRectF(option.rect), some, c, is_current)
        painter.restore()


def _paint_ground(painter: QPainter, area: QRectF, c: Colours, is_current: bool, is_focused: bool) -> None:
    painter.fillRect(QRectF(area.left() + 8, area.bottom() - 1, area.width() - 16, 1), QColor(c.hairline))
    if is_current:
        painter.setPen(QPen(QColor(c.accent), 2.0 if is_focused else 1.0))
        painter.setBrush(QColor(c.selection))
        painter.drawRoundedRect(area.adjusted(4, 1, -4, -2), look.CONTROL_RADIUS, look.CONTROL_RADIUS)


def _paint_row(painter: QPainter, area: QRectF, some: Candidate, c: Colours, is_current: bool) -> None:
    grid, ink = QueueGrid, c.muted if some.is_put_off else c.ink
    first, second = area.top() + grid.FIRST, area.top() + grid.SECOND
    left, right = area.left() + grid.TEXT, area.right() - grid.RIGHT
    paint_matter(painter, QPointF(area.left() + grid.SIGN, first + grid.LINE / 2), some.matter, ink)
    size = look.Size.CONTROL
    shown = excerpt(some.records[0].text, NO_MARKS, size, (right - left) * (grid.STRONG if is_current else 1.0))
    font = look.font(size, strong=is_current)
    paint_excerpt(painter, QRectF(left, first, right - left, grid.LINE), shown, font, QColor(ink), QColor(ink))
    said = served(some, is_short=area.width() < grid.SHORT)
    wide = QFontMetricsF(look.font(look.Size.SMALL)).horizontalAdvance(said) + 2
    brush = Brush(painter, second, grid.LINE, c)
    brush.outermost(said, right, wide, c.muted, size=look.Size.SMALL)
    room = right - left - wide - look.SPACE * 2
    below = excerpt(gist(some), NO_MARKS, look.Size.SMALL, room)
    muted = QColor(c.muted)
    box = QRectF(left, second, room, grid.LINE)
    paint_excerpt(painter, box, below, look.font(look.Size.SMALL), muted, muted)


class QueueView(RowList):
    """The candidates; Enter opens what the current one is about, Esc leads back."""

    LEFT_UPWARD = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(_QueueDelegate(self))
        self.setUniformItemSizes(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
