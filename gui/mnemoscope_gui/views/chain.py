"""A chain of supersessions as a timeline: a rail with a dot for each record, newest on top."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from mnemoscope_gui import look
from mnemoscope_gui.look import ChainGrid as Grid
from mnemoscope_gui.look import Colours
from mnemoscope_gui.models.chain import ChainModel, ChainRow
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.reworded import fitting, paint_reworded
from mnemoscope_gui.views.signs import paint_box
from mnemoscope_gui.views.snippet import wrapped_lines
from mnemoscope_gui.wording import day, moment, say

Index = QModelIndex | QPersistentModelIndex

_ROWS = 12
"""For so many a view asks for room; beyond, it scrolls."""
_LOWEST = 72
_CLOSED = 3
"""Lines of a text in a row that is not open: enough to see what was reworded."""


class ChainDelegate(QStyledItemDelegate):
    """Paints the rail, a line of id, time and state, and the text below with what was reworded."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row, view = index.data(RECORD_ROLE), self.parent()
        if not isinstance(row, ChainRow) or not isinstance(view, ChainView):
            return QSize(80, look.Height.ROW)
        width = _text_box(row, QRectF(0, 0, view.viewport().width(), 0)).width()
        text_lines = _lines(row, width, view.most_of(row, index))
        return QSize(80, 2 * Grid.TOP + look.Height.LINE * (1 + text_lines))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, view = index.data(RECORD_ROLE), self.parent()
        if not isinstance(row, ChainRow) or not isinstance(view, ChainView):
            return
        c, area = look.colours(), QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ground(painter, area, row, c, bool(state & QStyle.StateFlag.State_HasFocus))
        _paint_rail(painter, area, row, c)
        box = _text_box(row, area)
        head = QRectF(box.left(), area.top() + Grid.TOP, box.width(), look.Height.LINE)
        if row.ticked is not None:
            paint_box(painter, QPointF(head.left() + 7, head.center().y()), row.ticked, c)
            head.setLeft(head.left() + 14 + look.SPACE * 2)
        _paint_head(painter, head, row, c)
        lines = _lines(row, box.width(), view.most_of(row, index))
        shown = fitting(row.record.indexed_text, row.come, row.gone, int(look.Size.CONTROL), box.width(), lines)
        text = QRectF(box.left(), head.bottom(), box.width(), look.Height.LINE * lines)
        ink = QColor(c.ink if row.in_force else c.muted)
        paint_reworded(painter, text, shown, look.font(look.Size.CONTROL), ink, lines)
        painter.restore()


def _text_box(row: ChainRow, area: QRectF) -> QRectF:
    left = area.left() + Grid.LEFT + row.lane * Grid.LANE + Grid.GAP
    return QRectF(left, area.top(), max(area.right() - Grid.RIGHT - left, 1.0), area.height())


def _lines(row: ChainRow, width: float, most: int) -> int:
    return wrapped_lines(row.record.indexed_text, look.font(look.Size.CONTROL), width, most)


def _paint_ground(painter: QPainter, area: QRectF, row: ChainRow, c: Colours, focused: bool) -> None:
    box = area.adjusted(2.5, 1.5, -2.5, -1.5)
    painter.setPen(QPen(QColor(c.accent), 1.5) if focused else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(c.selection) if row.is_current else Qt.BrushStyle.NoBrush)
    if focused or row.is_current:
        painter.drawRoundedRect(box, look.CONTROL_RADIUS, look.CONTROL_RADIUS)


def _x(area: QRectF, lane: int) -> float:
    return area.left() + Grid.LEFT + lane * Grid.LANE


def _paint_rail(painter: QPainter, area: QRectF, row: ChainRow, c: Colours) -> None:
    x, y = _x(area, row.lane), area.top() + Grid.TOP + look.Height.LINE / 2
    painter.setPen(QPen(QColor(c.border), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for lane in row.passing:
        painter.drawLine(QPointF(_x(area, lane), area.top()), QPointF(_x(area, lane), area.bottom()))
    if row.branches:
        path = QPainterPath(QPointF(_x(area, row.lane - 1), area.top()))
        path.quadTo(QPointF(_x(area, row.lane - 1), y), QPointF(x, y))
        painter.drawPath(path)
    elif row.newer is not None:
        painter.drawLine(QPointF(x, area.top()), QPointF(x, y))
    if not row.ends:
        painter.drawLine(QPointF(x, y), QPointF(x, area.bottom()))
    radius = Grid.DOT / 2
    painter.setPen(QPen(QColor(c.accent if row.is_current else c.ink if row.in_force else c.muted), 2))
    painter.setBrush(QColor(painter.pen().color() if row.in_force else QColor(c.panel)))
    painter.drawEllipse(QPointF(x, y), radius, radius)
    if row.is_current:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(x, y), radius + 3.5, radius + 3.5)


def _paint_head(painter: QPainter, area: QRectF, row: ChainRow, c: Colours) -> None:
    left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    strong = look.font(look.Size.META, strong=True)
    painter.setFont(strong)
    painter.setPen(QColor(c.ink))
    painter.drawText(area, left, row.short)
    used = QFontMetricsF(strong).horizontalAdvance(row.short) + look.SPACE * 2
    plain, said = look.font(look.Size.META), look.font(look.Size.META, strong=bool(row.note))
    metrics, room = QFontMetricsF(said), area.width() - used
    time, state = _fitting_head(row, room - look.SPACE * 2, QFontMetricsF(plain), metrics)
    state = metrics.elidedText(state, Qt.TextElideMode.ElideRight, room * 2 / 3)
    painter.setFont(said)
    painter.setPen(QColor(c.ink if row.in_force or row.note else c.muted))
    painter.drawText(area, right, state)
    painter.setFont(plain)
    painter.setPen(QColor(c.muted))
    box = QRectF(area.left() + used, area.top(), room - metrics.horizontalAdvance(state) - look.SPACE, area.height())
    painter.drawText(box, left, QFontMetricsF(plain).elidedText(time, Qt.TextElideMode.ElideRight, box.width()))


def _fitting_head(row: ChainRow, room: float, plain: QFontMetricsF, said: QFontMetricsF) -> tuple[str, str]:
    """Time and state: the minute gives way where there is little room, and before it that the words are others."""
    pairs = ((moment(row.record), row.whole_state), (moment(row.record), row.state), (day(row.record), row.state))
    fit = (pair for pair in pairs if plain.horizontalAdvance(pair[0]) + said.horizontalAdvance(pair[1]) <= room)
    return next(fit, pairs[-1])


class ChainView(QListView):
    """The timeline; Enter or a click goes to a record, Del lets an older one be itself again."""

    opened = Signal(object)
    """A record to look at."""
    removal_requested = Signal(object, object)
    """The edge between an older and a newer record is to go."""
    tick_requested = Signal(object)
    """The tick of a record is to change."""

    def __init__(self, name: str, parent: QWidget | None = None, most: int = 6, leads: bool = True) -> None:
        super().__init__(parent)
        self._leads = leads
        """Whether its rows can be gone to, and its edges removed."""
        self.most = most
        """Lines of a text that are shown."""
        self.rows = ChainModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(ChainDelegate(self))
        self.setAccessibleName(name)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.clicked.connect(self._on_clicked)

    def set_rows(self, rows: list[ChainRow]) -> None:
        """Show these; the record that the cursor was on, else the current one, is in sight."""
        cursor = self.row
        self.rows.set_records(rows)
        self.updateGeometry()
        place = self.rows.row_of_current()
        if cursor is not None and self.hasFocus() and (kept := self.rows.row_of(cursor.record.id)) is not None:
            place = kept
        if place is not None:
            index = self.rows.index(place, 0)
            self.setCurrentIndex(index)
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def most_of(self, row: ChainRow, index: Index) -> int:
        """Lines that a row may take: the one looked at and the one with the cursor are open."""
        return self.most if row.is_current or index == self.currentIndex() else min(_CLOSED, self.most)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.scheduleDelayedItemsLayout()
        self.updateGeometry()

    @property
    def row(self) -> ChainRow | None:
        """What the cursor is on."""
        row = self.currentIndex().data(RECORD_ROLE)
        return row if isinstance(row, ChainRow) else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)

    def sizeHint(self) -> QSize:
        """As high as its first rows, for a layout that may give it less."""
        option, most = QStyleOptionViewItem(), min(self.rows.rowCount(), _ROWS)
        heights = (self.itemDelegate().sizeHint(option, self.rows.index(row, 0)).height() for row in range(most))
        return QSize(200, sum(heights) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, min(self.sizeHint().height(), look.scaled(_LOWEST)))

    def event(self, event: QEvent) -> bool:
        """Del means the edge here, whatever it means elsewhere in the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            ticks = self.row is not None and self.row.ticked is not None
            if event.key() == Qt.Key.Key_Delete or (event.key() == Qt.Key.Key_Space and ticks):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.row
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._goes_somewhere(row):
            self._open(row)
        elif event.key() == Qt.Key.Key_Delete and row is not None and self._leads:
            self._remove(row)
        elif event.key() == Qt.Key.Key_Space and row is not None and row.ticked is not None:
            self.tick_requested.emit(row.record.id)
        elif event.text().strip() or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            event.ignore()  # letters are commands, of whoever holds this
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        row = self.row
        if row is None or not self._goes_somewhere(row):
            return
        menu = self.menu(row)
        menu.popup(event.globalPos())

    def menu(self, row: ChainRow) -> QMenu:
        """What can be done with a row by the mouse."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        go = QAction(say("chain.go"), menu)
        go.setEnabled(not row.is_current)
        go.triggered.connect(lambda: self._open(row))
        remove = QAction(say("chain.remove"), menu)
        remove.setEnabled(row.newer is not None)
        remove.triggered.connect(lambda: self._remove(row))
        menu.addActions([go, remove])
        return menu

    def _goes_somewhere(self, row: ChainRow | None) -> bool:
        return row is not None and self._leads

    def _open(self, row: ChainRow | None) -> None:
        if row is not None and not row.is_current:
            self.opened.emit(row.record.id)

    def _remove(self, row: ChainRow) -> None:
        self.removal_requested.emit(row.record, row.newer)

    def _on_clicked(self, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        if not isinstance(row, ChainRow):
            return
        if row.ticked is not None:
            self.tick_requested.emit(row.record.id)
        elif self._goes_somewhere(row):
            self._open(row)
