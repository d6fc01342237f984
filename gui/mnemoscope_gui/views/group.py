"""A group of duplicates as rows: the one that stays, and in each of the others the words in which it differs."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from mnemoscope.records import Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, GroupGrid
from mnemoscope_gui.models.marks import Marks, Span
from mnemoscope_gui.models.table import RECORD_ROLE, Column, Index, TableModel
from mnemoscope_gui.views.row_list import ShortList
from mnemoscope_gui.views.rows import Brush
from mnemoscope_gui.views.snippet import excerpt, paint_marked
from mnemoscope_gui.wording import say


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One record of the group."""

    record: Record
    letter: str
    meta: str
    """Where and when it was said, and how often it was served."""
    marked: tuple[Span, ...]
    is_kept: bool


class GroupModel(TableModel[GroupRow]):
    """The rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[GroupRow], ...] = (
            Column(say("review.column.letter"), lambda row: row.letter),
            Column(say("review.column.kept"), lambda row: say("review.kept" if row.is_kept else "review.goes")),
            Column(say("review.column.text"), lambda row: row.record.text),
            Column(say("review.column.note"), lambda row: row.meta),
        )
        super().__init__(columns, parent)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if role == Qt.ItemDataRole.ToolTipRole and index.isValid():
            row = self.records[index.row()]
            return f"{row.record.indexed_text}\n{row.meta}"
        return super().data(index, role)


class _GroupDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, GroupGrid.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, view = index.data(RECORD_ROLE), self.parent()
        if not isinstance(row, GroupRow):
            return
        c, state = look.colours(), option.state
        is_current = isinstance(view, QAbstractItemView) and view.currentIndex() == index
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(option.rect)
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), QColor(c.hairline))
        if is_current:
            painter.setPen(QPen(QColor(c.accent), 2.0 if state & QStyle.StateFlag.State_HasFocus else 1.0))
            painter.setBrush(QColor(c.selection))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -2), look.CONTROL_RADIUS, look.CONTROL_RADIUS)
        _paint_row(painter, area, row, c)
        painter.restore()


def _paint_row(painter: QPainter, area: QRectF, row: GroupRow, c: Colours) -> None:
    grid = GroupGrid
    badge = QRectF(area.left() + grid.BADGE, area.top() + grid.FIRST, grid.LINE, grid.LINE)
    painter.setPen(QPen(QColor(c.ink if row.is_kept else c.border), 1.0))
    painter.setBrush(QColor(c.ink) if row.is_kept else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(badge, 4, 4)
    painter.setFont(look.font(look.Size.META, strong=True))
    painter.setPen(QColor(c.panel if row.is_kept else c.ink))
    painter.drawText(badge, int(Qt.AlignmentFlag.AlignCenter), row.letter)
    left, right = area.left() + grid.TEXT, area.right() - grid.RIGHT
    said = say("review.kept" if row.is_kept else "review.goes")
    wide = QFontMetricsF(look.font(look.Size.META, strong=row.is_kept)).horizontalAdvance(said) + 2
    brush = Brush(painter, area.top() + grid.FIRST, grid.LINE, c)
    brush.outermost(said, right, wide, c.ink if row.is_kept else c.muted, strong=row.is_kept)
    size, room = look.Size.CONTROL, right - left - wide - look.PADDING
    focus = row.marked[0] if row.marked else None
    shown = excerpt(row.record.text, Marks(row.marked, focus), size, room)
    box = QRectF(left, area.top() + grid.FIRST, room, grid.LINE)
    paint_marked(painter, box, shown, look.font(size), QColor(c.ink), QColor(c.mark))
    below = Brush(painter, area.top() + grid.SECOND, grid.LINE, c)
    below.innermost(row.meta, left, right - left, c.muted, size=look.Size.SMALL)


class GroupView(ShortList):
    """The records of a group; Enter opens one in Recall."""

    MOST = GroupGrid.MOST

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = GroupModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_GroupDelegate(self))

    @property
    def current(self) -> RecordId | None:
        """The one that the keys are at."""
        index = self.currentIndex()
        return self.rows.records[index.row()].record.id if index.isValid() else None

    def show_rows(self, rows: tuple[GroupRow, ...]) -> None:
        """These; the current one stays while they are the same records."""
        self.rows.replace_records(rows)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
