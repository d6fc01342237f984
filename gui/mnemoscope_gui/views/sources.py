"""The list of linked sources: one delegate paints a row, its name and way on the first line, its state below."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, SourceGrid
from mnemoscope_gui.models.sources import is_well, kind, records, state
from mnemoscope_gui.models.table import RECORD_ROLE, Index
from mnemoscope_gui.values import Source
from mnemoscope_gui.views.row_list import RowList
from mnemoscope_gui.views.rows import Brush
from mnemoscope_gui.views.signs import paint_sign

_AS_A_PATH = "\u2066{}\u2069"
"""From left to right whatever its names are written in: else folder and file change places."""


class _SourceDelegate(QStyledItemDelegate):
    """Two lines; a fault is said in ink."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, SourceGrid.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, view = index.data(RECORD_ROLE), self.parent()
        if not isinstance(row, Source):
            return
        c, flags = look.colours(), option.state
        is_current = isinstance(view, QAbstractItemView) and view.currentIndex() == index
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ground(painter, QRectF(option.rect), c, is_current, bool(flags & QStyle.StateFlag.State_HasFocus))
        _paint_row(painter, QRectF(option.rect), row, c)
        painter.restore()


def _paint_ground(painter: QPainter, area: QRectF, c: Colours, is_current: bool, is_focused: bool) -> None:
    painter.fillRect(QRectF(area.left() + 8, area.bottom() - 1, area.width() - 16, 1), QColor(c.hairline))
    if is_current:
        painter.setPen(QPen(QColor(c.accent), 2.0 if is_focused else 1.0))
        painter.setBrush(QColor(c.selection))
        painter.drawRoundedRect(area.adjusted(4, 1, -4, -2), look.CONTROL_RADIUS, look.CONTROL_RADIUS)


def _paint_row(painter: QPainter, area: QRectF, row: Source, c: Colours) -> None:
    grid = SourceGrid
    left, right = area.left() + grid.TEXT, area.right() - grid.RIGHT
    first = Brush(painter, area.top() + grid.FIRST, grid.LINE, c)
    second = Brush(painter, area.top() + grid.SECOND, grid.LINE, c)
    paint_sign(painter, QPointF(area.left() + grid.SIGN, first.top + grid.LINE / 2), is_well(row), c)
    told = records(row)
    wide = _width(told, look.Size.META) + 2
    first.outermost(told, right, wide, c.muted)
    room = right - left - wide - look.PADDING
    strong = QFontMetricsF(look.font(look.Size.TEXT, strong=True))
    name = strong.elidedText(row.linked.path.name, Qt.TextElideMode.ElideMiddle, room - 4)  # its ending tells the kind
    name, folder = _AS_A_PATH.format(name), str(row.linked.path.parent)
    taken = min(_width(name, look.Size.TEXT, strong=True) + 2, room)
    first.innermost(name, left, taken, c.ink, size=look.Size.TEXT, strong=True)
    rest = room - taken - look.PADDING
    if rest > grid.LEAST:
        metrics = QFontMetricsF(look.font(look.Size.META))
        shown = _AS_A_PATH.format(metrics.elidedText(folder, Qt.TextElideMode.ElideMiddle, rest - 2))
        first.innermost(shown, left + taken + look.PADDING, rest, c.muted)
    what, stands = kind(row), state(row)
    taken = min(_width(what, look.Size.META) + 2, (right - left) / 2)
    second.innermost(what, left, taken, c.muted)
    ink = c.muted if is_well(row) is not False else c.ink
    second.innermost(stands, left + taken + look.PADDING, right - left - taken - look.PADDING, ink)


def _width(text: str, size: int, *, strong: bool = False) -> float:
    return QFontMetricsF(look.font(size, strong=strong)).horizontalAdvance(text)


class SourcesView(RowList):
    """The sources; Enter reads the current one, Esc leads back."""

    LEFT_UPWARD = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(_SourceDelegate(self))
        self.setUniformItemSizes(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
