"""The list of records that may be chosen to replace one, or to be replaced: what cannot be chosen says why."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.look import ChoiceGrid as Grid
from mnemoscope_gui.models.replacement import ChoiceRow
from mnemoscope_gui.models.rewording import Rewording
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.reworded import fitting, paint_reworded
from mnemoscope_gui.views.row_list import RowList
from mnemoscope_gui.views.rows import Brush, paint_ground
from mnemoscope_gui.views.signs import paint_box
from mnemoscope_gui.views.snippet import wrapped_lines
from mnemoscope_gui.wording import day

Index = QModelIndex | QPersistentModelIndex


class ChoiceDelegate(QStyledItemDelegate):
    """Paints a row; the current one is open and marks what is reworded."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self.parent()
        row, current = index.data(RECORD_ROLE), isinstance(view, QAbstractItemView) and view.currentIndex() == index
        height = int(look.Height.ROW)
        if current and isinstance(view, ChoicesView) and isinstance(row, ChoiceRow):
            area = QRectF(0, 0, view.viewport().width(), 0)
            height = look.Height.LINE * _lines(row, _places(row, area, view.ticks)) + 10
        return QSize(look.CENTRE_MINIMUM // 2, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, view = index.data(RECORD_ROLE), self.parent()
        if not isinstance(row, ChoiceRow) or not isinstance(view, ChoicesView):
            return
        c, area, opened = look.colours(), QRectF(option.rect), view.currentIndex() == index
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, area, c, opened, bool(state & QStyle.StateFlag.State_HasFocus))
        top, height = (area.top() + 5, look.Height.LINE) if opened else (area.top(), look.Height.ROW)
        brush = Brush(painter, top, height, c)
        if view.ticks and not row.refusal:
            paint_box(painter, QPointF(area.left() + Grid.LEFT + 7, top + height / 2), row.ticked, c)
        right = area.right() - Grid.RIGHT
        brush.outermost(day(row.record), right, Grid.TIME, c.muted)
        brush.innermost(row.short, right - Grid.TIME - Grid.SHORT, Grid.SHORT, c.muted)
        left, ends, why = _places(row, area, view.ticks)
        if row.refusal:
            brush.outermost(row.refusal, ends + look.MARGIN + why, why, c.ink, strong=True)
        lines = _lines(row, (left, ends, why)) if opened else 1
        _paint_text(painter, QRectF(left, top, ends - left, height * lines), row, opened, lines)
        painter.restore()


def _places(row: ChoiceRow, area: QRectF, ticks: bool) -> tuple[float, float, float]:
    """Where the text begins and ends, and how wide the reason beside it is."""
    left = area.left() + (Grid.TEXT if ticks else Grid.LEFT)
    right = area.right() - Grid.RIGHT - Grid.TIME - Grid.SHORT - look.MARGIN
    if not row.refusal:
        return left, max(right, left + 1), 0.0
    wanted = QFontMetricsF(look.font(look.Size.META, strong=True)).horizontalAdvance(row.refusal) + 2
    why = min(wanted, float(Grid.WHY), max(right - left, 1.0) / 2)
    return left, max(right - why - look.MARGIN, left + 1), why


def _lines(row: ChoiceRow, places: tuple[float, float, float]) -> int:
    left, right, _ = places
    return wrapped_lines(row.record.indexed_text, look.font(look.Size.TEXT), right - left, Grid.LINES)


def _paint_text(painter: QPainter, box: QRectF, row: ChoiceRow, opened: bool, lines: int) -> None:
    c, change = look.colours(), row.change if opened else Rewording()
    come, gone = (change.come, ()) if row.is_known_older else ((), change.gone)
    shown = fitting(row.record.indexed_text, come, gone, int(look.Size.TEXT), box.width(), lines)
    font = look.font(look.Size.TEXT)
    paint_reworded(painter, box, shown, font, QColor(c.muted if row.refusal else c.ink), lines)


class ChoicesView(RowList):
    """Walked like every list; where several may be chosen, Space ticks."""

    OPENS = True

    tick_requested = Signal(object)
    """The tick of a record is to change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ticks = False
        """Whether several may be chosen."""
        self.setItemDelegate(ChoiceDelegate(self))

    def show_ticks(self, shown: bool) -> None:
        """Whether several may be chosen."""
        self.ticks = shown
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.ticks:
            self._tick(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self.ticks and event.position().x() < Grid.TEXT:
            self._tick(self.indexAt(event.position().toPoint()))

    def _tick(self, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        if isinstance(row, ChoiceRow) and not row.refusal:
            self.tick_requested.emit(row.record.id)
