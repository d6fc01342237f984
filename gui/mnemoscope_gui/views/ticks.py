"""Records that could go with another one: a box before each, those that differ never ticked by themselves."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from mnemoscope.records import RecordId
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, TickGrid
from mnemoscope_gui.models.marks import Marks, Span
from mnemoscope_gui.models.table import RECORD_ROLE, Column, Index, TableModel
from mnemoscope_gui.views.row_list import ShortList
from mnemoscope_gui.views.rows import Brush
from mnemoscope_gui.views.snippet import excerpt, paint_marked
from mnemoscope_gui.wording import say


@dataclass(frozen=True, slots=True)
class Tick:
    """A record with a box before it."""

    id: RecordId
    text: str
    note: str
    """Why it is ticked, or why not."""
    marked: tuple[Span, ...]
    """The words in which it differs."""
    is_ticked: bool


class TicksModel(TableModel[Tick]):
    """The rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[Tick], ...] = (
            Column(
                say("review.column.tick"), lambda some: say("review.ticked" if some.is_ticked else "review.unticked")
            ),
            Column(say("review.column.text"), lambda some: some.text),
            Column(say("review.column.note"), lambda some: some.note),
        )
        super().__init__(columns, parent)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if role == Qt.ItemDataRole.ToolTipRole and index.isValid():
            some = self.records[index.row()]
            return f"{some.text}\n{some.note}"
        return super().data(index, role)


class _TickDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, look.Height.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        some, view, c = index.data(RECORD_ROLE), self.parent(), look.colours()
        if not isinstance(some, Tick):
            return
        area, state = QRectF(option.rect), option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(view, QAbstractItemView) and view.hasFocus() and view.currentIndex() == index:
            painter.setPen(QPen(QColor(c.accent), 1.5 if state & QStyle.StateFlag.State_HasFocus else 1.0))
            painter.setBrush(QColor(c.selection))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), look.CONTROL_RADIUS, look.CONTROL_RADIUS)
        _paint_box(painter, QPointF(area.left() + TickGrid.BOX, area.center().y()), some.is_ticked, c)
        metrics = QFontMetricsF(look.font(look.Size.SMALL))
        left, right = area.left() + TickGrid.TEXT, area.right() - TickGrid.RIGHT
        wide = min(metrics.horizontalAdvance(some.note) + 2, (right - left) * TickGrid.NOTE_SHARE)
        brush = Brush(painter, area.top(), area.height(), c)
        brush.outermost(some.note, right, wide, c.muted, size=look.Size.SMALL)
        room = right - left - wide - look.PADDING
        focus = some.marked[0] if some.marked else None
        shown = excerpt(some.text, Marks(some.marked, focus), look.Size.CONTROL, room * TickGrid.STRONG)
        box = QRectF(left, area.center().y() - look.Height.LINE / 2, room, look.Height.LINE)
        paint_marked(painter, box, shown, look.font(look.Size.CONTROL), QColor(c.ink), QColor(c.mark))
        painter.restore()


def _paint_box(painter: QPainter, centre: QPointF, is_ticked: bool, c: Colours) -> None:
    side = TickGrid.SIDE / 2
    box = QRectF(centre.x() - side, centre.y() - side, 2 * side, 2 * side)
    painter.setPen(QPen(QColor(c.ink if is_ticked else c.border), 1.4))
    painter.setBrush(QColor(c.ink) if is_ticked else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, 3, 3)
    if is_ticked:
        pen = QPen(QColor(c.panel), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        tick = ((-0.5, 0.05), (-0.12, 0.42), (0.55, -0.42))
        painter.drawPolyline(QPolygonF([QPointF(centre.x() + x * side, centre.y() + y * side) for x, y in tick]))


class TicksView(ShortList):
    """As high as its rows; Space and a click tick, Enter opens."""

    changed = Signal()
    """A box was ticked, or not any more."""

    MOST = TickGrid.MOST

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = TicksModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_TickDelegate(self))

    @property
    def ticked(self) -> tuple[RecordId, ...]:
        """Those that go."""
        return tuple(some.id for some in self.rows.records if some.is_ticked)

    @property
    def current(self) -> RecordId | None:
        """The one that the keys are at."""
        index = self.currentIndex()
        return self.rows.records[index.row()].id if index.isValid() else None

    def show_ticks(self, ticks: tuple[Tick, ...]) -> None:
        """These rows."""
        self.rows.set_records(ticks)
        if ticks:
            self.setCurrentIndex(self.rows.index(0, 0))
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self._toggle(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self._toggle(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)  # two quick clicks are two

    def _toggle(self, row: int) -> None:
        if 0 <= row < len(self.rows.records):
            some = self.rows.records[row]
            ticked = Tick(some.id, some.text, some.note, some.marked, not some.is_ticked)
            self.rows.replace_record(row, ticked)
            self.changed.emit()
