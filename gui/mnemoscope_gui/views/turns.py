"""Then and now: two columns of ranks, a line from one to the other, and the texts of now."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mnemoscope.comparison import Fate
from mnemoscope.hindsight import Turn
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, TurnGrid
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.models.turns import TurnRow, TurnsModel, place, text_of
from mnemoscope_gui.views.row_list import RowList
from mnemoscope_gui.views.rows import Brush
from mnemoscope_gui.wording import say

Index = QModelIndex | QPersistentModelIndex

_CHANGED = (Fate.LEFT, Fate.ENTERED)


class TurnDelegate(QStyledItemDelegate):
    """The two ranks and the text; what left or entered stands out."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(look.Height.ROW, TurnGrid.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, view = index.data(RECORD_ROLE), self.parent()
        if not isinstance(row, TurnRow):
            return
        c, area = look.colours(), QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(view, QListView) and view.currentIndex() == index:
            painter.setPen(QPen(QColor(c.accent), 1.5 if state & QStyle.StateFlag.State_HasFocus else 1.0))
            painter.setBrush(QColor(c.selection))
            painter.drawRoundedRect(area.adjusted(1, 0, -1, -1), 4, 4)
        if row.is_beyond and isinstance(view, TurnsView) and view.first_beyond == index.row():
            painter.fillRect(QRectF(area.left(), area.top() - 0.5, area.width(), 1.5), QColor(c.border))
        _paint_row(Brush(painter, area.top(), area.height(), c), area, row)
        painter.restore()


def _paint_row(brush: Brush, area: QRectF, row: TurnRow) -> None:
    c, left = brush.c, area.left()
    for turn, right in ((row.then, TurnGrid.THEN), (row.now, TurnGrid.NOW)):
        if turn is not None:
            strong = turn.fate in _CHANGED
            ink = c.ink if strong or not row.is_beyond else c.muted
            brush.outermost(place(row.rank), left + right, right, ink if strong else c.muted, strong=strong)
    turn = row.now
    if turn is not None and not row.is_beyond:
        width = area.width() - TurnGrid.TEXT - look.MARGIN
        strong = turn.fate in _CHANGED
        brush.innermost(text_of(turn), left + TurnGrid.TEXT, width, c.ink if strong else c.muted, strong=strong)


class TurnsHeader(QWidget):
    """The titles of the two columns, on the grid of the rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        look.follow(self, lambda own: own.setFixedHeight(TurnGrid.ROW))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        brush = Brush(painter, 0, self.height(), look.colours())
        ink, left = brush.c.muted, look.SPACE * 2
        brush.innermost(say("turns.then"), left, TurnGrid.TO - left, ink, size=look.Size.SMALL, strong=True)
        brush.innermost(
            say("turns.now"), TurnGrid.TO + left, self.width() - TurnGrid.TO, ink, size=look.Size.SMALL, strong=True
        )


class TurnsView(RowList):
    """The rows of one recall, with the lines between then and now."""

    LEFT_UPWARD = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(TurnDelegate(self))
        self.setUniformItemSizes(True)

    @property
    def first_beyond(self) -> int | None:
        """The first row below the last one served."""
        rows = self._rows()
        return next((at for at, row in enumerate(rows) if row.is_beyond), None)

    def _rows(self) -> tuple[TurnRow, ...]:
        model = self.model()
        return model.records if isinstance(model, TurnsModel) else ()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        rows = self._rows()
        if not rows:
            return
        c, painter = look.colours(), QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        then = {row.then.id: at for at, row in enumerate(rows) if row.then is not None}
        now = {row.now.id: at for at, row in enumerate(rows) if row.now is not None}
        turns = {turn.id: turn for row in rows for turn in (row.then, row.now) if turn is not None}
        for id, turn in sorted(turns.items(), key=lambda item: item[1].fate in _CHANGED):
            self._paint_line(painter, turn, then.get(id), now.get(id), c)

    def _paint_line(self, painter: QPainter, turn: Turn, then: int | None, now: int | None, c: Colours) -> None:
        changed = turn.fate in _CHANGED
        pen = QPen(QColor(c.ink if changed else c.border), 1.8 if changed else 1.0)
        if turn.fate is Fate.ENTERED:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if then is not None and now is not None:
            path = QPainterPath(self._at(then, TurnGrid.FROM))
            path.lineTo(self._at(now, TurnGrid.TO))
            painter.drawPath(path)
        elif then is not None:
            end = self._at(then, TurnGrid.CROSS)
            painter.drawLine(self._at(then, TurnGrid.FROM), end)
            for one, other in (((-3, -3), (3, 3)), ((-3, 3), (3, -3))):
                painter.drawLine(end + QPointF(*one), end + QPointF(*other))
        elif now is not None:
            painter.drawLine(self._at(now, TurnGrid.CROSS), self._at(now, TurnGrid.TO))

    def _at(self, row: int, x: float) -> QPointF:
        return QPointF(x, (row + 0.5) * TurnGrid.ROW - self.verticalScrollBar().value())
