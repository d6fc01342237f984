"""The timeline: one delegate paints a day or a row, two lanes run through, a link leads from an act to a recall."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from mnemoscope.timeline import Day, Place
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, HistoryGrid
from mnemoscope_gui.models.history import (
    EntryRow,
    HistoryModel,
    about,
    action,
    consequence,
    day_counts,
    day_lead,
    day_name,
    is_different,
    label,
    who,
    why_not,
)
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.rows import Brush
from mnemoscope_gui.wording import clock

Index = QModelIndex | QPersistentModelIndex

_UNDO = QKeySequence("Ctrl+Z")


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the parts of a row that take what there is stand, for a row of this width."""

    width: float

    @property
    def is_narrow(self) -> bool:
        """Whether the columns close up, and what follows stands in the inspector alone."""
        return self.width < HistoryGrid.NARROW

    @property
    def is_tight(self) -> bool:
        """Whether who it was stands in the inspector alone, too."""
        return self.width < HistoryGrid.TIGHT

    @property
    def actor(self) -> float:
        """Width of who it was."""
        if self.is_tight:
            return 0.0
        return HistoryGrid.ACTOR_NARROW if self.is_narrow else HistoryGrid.ACTOR_WIDTH

    @property
    def action(self) -> tuple[float, float]:
        """Left and right edge of what can be done."""
        width = HistoryGrid.ACTION_NARROW if self.is_narrow else HistoryGrid.ACTION
        right = self.width - HistoryGrid.RIGHT
        return right - width, right

    @property
    def consequence(self) -> tuple[float, float]:
        """Left and right edge of what follows; nothing where it is narrow."""
        right = self.action[0] - HistoryGrid.GAP
        return (right, right) if self.is_narrow else (right - HistoryGrid.CONSEQUENCE, right)

    @property
    def label(self) -> tuple[float, float]:
        """Left and right edge of what was done or asked."""
        left = HistoryGrid.LABEL_NARROW if self.is_narrow else HistoryGrid.LABEL
        left = HistoryGrid.ACTOR if self.is_tight else left
        right = self.consequence[0]
        return left, right if self.is_narrow else right - HistoryGrid.GAP


class HistoryDelegate(QStyledItemDelegate):
    """Time, lanes, who, what, what follows, what can be done."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(look.CENTRE_MINIMUM // 2, look.Height.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, c, area = index.data(RECORD_ROLE), look.colours(), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Day):
            _paint_day(painter, area, row, c)
        elif isinstance(row, EntryRow):
            view = self.parent()
            current = isinstance(view, QAbstractItemView) and view.currentIndex() == index
            state: QStyle.StateFlag = option.state
            _paint_entry(painter, area, row, c, current, bool(state & QStyle.StateFlag.State_HasFocus))
        painter.restore()


def _paint_day(painter: QPainter, area: QRectF, day: Day, c: Colours) -> None:
    painter.fillRect(area, QColor(c.window))
    painter.fillRect(QRectF(area.left(), area.bottom() - 0.5, area.width(), 1), QColor(c.edge))
    painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), QColor(c.edge))
    brush, counts = Brush(painter, area.top(), area.height(), c), day_counts(day)
    lead = day_lead(day)
    width = QFontMetricsF(look.font(look.Size.CONTROL, strong=True)).horizontalAdvance(lead)
    right = QFontMetricsF(look.font(look.Size.META)).horizontalAdvance(counts)
    left = area.left() + HistoryGrid.TIME
    brush.innermost(lead, left, width + 2, c.ink, size=look.Size.CONTROL, strong=True)
    left += width + look.SPACE * 2
    room = area.right() - HistoryGrid.RIGHT - right - look.MARGIN - left
    brush.innermost(day_name(day), left, max(room, 0), c.muted, size=look.Size.CONTROL)
    brush.outermost(counts, area.right() - HistoryGrid.RIGHT, right + 2, c.muted)


def _paint_entry(painter: QPainter, area: QRectF, row: EntryRow, c: Colours, current: bool, focused: bool) -> None:
    painter.fillRect(area, QColor(c.panel))
    painter.fillRect(QRectF(area.left() + 8, area.bottom() - 1, area.width() - 16, 1), QColor(c.hairline))
    if current:
        painter.setPen(QPen(QColor(c.accent), 2.0 if focused else 1.0))
        painter.setBrush(QColor(c.selection))
        painter.drawRoundedRect(area.adjusted(4, 1, -3, -2), look.CONTROL_RADIUS, look.CONTROL_RADIUS)
    places, brush = Columns(area.width()), Brush(painter, area.top(), area.height(), c)
    _paint_lanes(painter, area, row, c, current)
    left = area.left()
    time_width = HistoryGrid.ACT - HistoryGrid.TIME - look.MARGIN
    brush.innermost(clock(row.place.at), left + HistoryGrid.TIME, time_width, c.muted, size=look.Size.CONTROL)
    if places.actor:
        brush.innermost(who(row), left + HistoryGrid.ACTOR, places.actor, c.muted, size=look.Size.CONTROL)
    _paint_label(brush, left, places, row, current)
    start, end = places.consequence
    strong = c.ink if is_different(row) or not row.is_recall else c.muted
    brush.innermost(consequence(row), left + start, end - start, strong, size=look.Size.CONTROL)
    _paint_action(painter, brush, left, places, row)


def _paint_label(brush: Brush, left: float, places: Columns, row: EntryRow, current: bool) -> None:
    start, end = places.label
    said, undone = label(row), row.is_undone
    strong = current and row.is_recall
    ink = brush.c.muted if undone else brush.c.ink
    brush.innermost(said, left + start, end - start, ink, size=look.Size.CONTROL, strong=strong, struck=undone)
    more = about(row)
    width = QFontMetricsF(look.font(look.Size.CONTROL, strong=strong)).horizontalAdvance(said) + look.MARGIN
    if more and end - start - width > look.scaled(48):
        brush.innermost(more, left + start + width, end - start - width, brush.c.muted, size=look.Size.META)


def _paint_lanes(painter: QPainter, area: QRectF, row: EntryRow, c: Colours, current: bool) -> None:
    grid, middle = HistoryGrid, area.center().y()
    for lane in (grid.ACT, grid.RECALL):
        painter.fillRect(QRectF(area.left() + lane - 0.75, area.top(), 1.5, area.height()), QColor(c.edge))
    size, at = grid.GLYPH, QPointF(area.left() + (grid.RECALL if row.is_recall else grid.ACT), middle)
    filled = current if row.is_recall else not row.is_undone
    painter.setPen(QPen(QColor(c.ink if filled or not row.is_recall else c.border), 1.4))
    painter.setBrush(QColor(c.ink if filled else c.selection if current else c.panel))
    if row.is_recall:
        painter.drawEllipse(at, size, size)
    else:
        painter.drawRect(QRectF(at.x() - size, at.y() - size, size * 2, size * 2))


def _paint_action(painter: QPainter, brush: Brush, left: float, places: Columns, row: EntryRow) -> None:
    start, end = places.action
    link, c = action(row), brush.c
    if not link:
        brush.outermost(why_not(row), left + end, end - start, c.muted)
        return
    right = left + end
    if row.told is not None and row.told.recourse is not None and row.told.recourse.way.value == "undo":
        right -= (
            _paint_key(painter, brush, right, _UNDO.toString(QKeySequence.SequenceFormat.NativeText)) + look.SPACE * 2
        )
    brush.outermost(link, right, right - left - start, c.accent, size=look.Size.CONTROL)
    if row.is_recall:
        width = QFontMetricsF(look.font(look.Size.CONTROL)).horizontalAdvance(link)
        _paint_play(painter, QPointF(right - width - look.MARGIN, brush.top + brush.height / 2), c)


def _paint_key(painter: QPainter, brush: Brush, right: float, key: str) -> float:
    metrics = QFontMetricsF(look.font(look.Size.SMALL))
    width, height = metrics.horizontalAdvance(key) + 12, metrics.height() + 2
    box = QRectF(right - width, brush.top + (brush.height - height) / 2, width, height)
    painter.setPen(QPen(QColor(brush.c.edge), 1))
    painter.setBrush(QColor(brush.c.window))
    painter.drawRoundedRect(box, 4, 4)
    brush.outermost(key, right - 6, width - 12, brush.c.muted, size=look.Size.SMALL)
    return width


def _paint_play(painter: QPainter, at: QPointF, c: Colours) -> None:
    painter.setPen(QPen(QColor(c.accent), 1.3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(QPolygonF([at + QPointF(-3, -4), at + QPointF(4, 0), at + QPointF(-3, 4)]))


class HistoryView(QTableView):
    """Acts and recalls, newest first; a click on what can be done does it.

    A table of one column: a list asks its model for every row whenever it lays itself out, which ten thousand rows
    would make felt.
    """

    left = Signal()
    """Esc: the person goes back to where they came from."""
    taken = Signal()
    """Enter, or a double click, on the current row."""
    moved = Signal()
    """Another row is current."""
    scrolled = Signal()
    """Other rows are in sight."""
    upward = Signal()
    """Up from the first row."""
    action_requested = Signal(object)
    """What can be done with a ``Place``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("history")
        self.setItemDelegate(HistoryDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        look.follow(self, HistoryView.measure)
        self._links: tuple[Place, tuple[Place, ...]] | None = None
        self._pressed: int | None = None
        """The row on whose link the button went down."""
        self.doubleClicked.connect(lambda _: self.taken.emit())
        self.verticalScrollBar().valueChanged.connect(lambda _: self.scrolled.emit())

    def measure(self) -> None:
        """Rows as high as their text now needs."""
        self.verticalHeader().setMinimumSectionSize(look.Height.ROW)
        self.verticalHeader().setDefaultSectionSize(look.Height.ROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrolled.emit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        self.moved.emit()

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Over the line of a day to the row beyond it."""
        found, model = super().moveCursor(action, modifiers), self.model()
        if model is None or not found.isValid() or found.flags() & Qt.ItemFlag.ItemIsEnabled:
            return found
        down = found.row() > self.currentIndex().row() or found.row() == 0
        beyond = model.index(found.row() + (1 if down else -1), 0)
        return beyond if beyond.isValid() else self.currentIndex()

    def seen(self) -> tuple[int, int]:
        """The first and the last row in sight."""
        model = self.model()
        count = model.rowCount() if model is not None else 0
        top, height = self.verticalScrollBar().value(), self.viewport().height()
        return top // look.Height.ROW, min((top + height) // look.Height.ROW, count - 1)

    def show_links(self, recall: Place | None, acts: Iterable[Place] = ()) -> None:
        """Draw a line from each of these acts to the recall that they changed."""
        self._links = (recall, tuple(acts)) if recall is not None else None
        self.viewport().update()

    @property
    def links(self) -> tuple[Place, ...]:
        """The acts from which lines are drawn."""
        return self._links[1] if self._links is not None else ()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, model = event.key(), self.model()
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        elif key == Qt.Key.Key_Up and self.currentIndex().row() <= 1:  # above the first one stands the line of its day
            self.upward.emit()
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and model is not None and model.rowCount() > 1:
            is_first = key == Qt.Key.Key_Home
            self.setCurrentIndex(model.index(1 if is_first else model.rowCount() - 1, 0))
            if is_first:
                self.scrollToTop()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands here, not a search."""

    # ------------------------------------------------------------ links by mouse

    def _link_at(self, position: QPointF) -> int | None:
        index = self.indexAt(position.toPoint())
        row = index.data(RECORD_ROLE) if index.isValid() else None
        if not isinstance(row, EntryRow) or not action(row):
            return None
        _, end = Columns(self.viewport().width()).action
        width = QFontMetricsF(look.font(look.Size.CONTROL)).horizontalAdvance(action(row))
        room = width + look.scaled(80 if not row.is_recall else 28)
        return index.row() if end - room <= position.x() <= end + look.SPACE else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._link_at(event.position()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        is_left = event.button() is Qt.MouseButton.LeftButton
        self._pressed = self._link_at(event.position()) if is_left else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        model, pressed, self._pressed = self.model(), self._pressed, None
        if pressed is not None and pressed == self._link_at(event.position()) and isinstance(model, HistoryModel):
            self.action_requested.emit(model.place_at(pressed))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._link_at(event.position()) is None:
            super().mouseDoubleClickEvent(event)

    # ------------------------------------------------------------ the lines between

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        model = self.model()
        if self._links is None or not isinstance(model, HistoryModel):
            return
        recall, acts = self._links
        end = self._centre(model, recall, HistoryGrid.RECALL)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(look.colours().ink), 1.8))
        for act in acts:
            start = self._centre(model, act, HistoryGrid.ACT)
            if start is not None and end is not None:
                painter.drawPath(_link(start, end))

    def _centre(self, model: HistoryModel, place: Place, lane: float) -> QPointF | None:
        row = model.row_of(place)
        if row is None:
            return None
        return QPointF(lane, (row + 0.5) * look.Height.ROW - self.verticalScrollBar().value())


def _link(start: QPointF, end: QPointF) -> QPainterPath:
    """Down from the act beside its lane, then into the recall."""
    size, turn = HistoryGrid.GLYPH, QPointF(end.x(), end.y() - look.Height.ROW * 0.6)
    path = QPainterPath(start + QPointF(0, size))
    if end.y() - start.y() > look.Height.ROW * 1.5:
        middle = (start.x() + end.x()) / 2
        path.cubicTo(
            QPointF(start.x(), start.y() + 14), QPointF(middle, start.y() + 6), QPointF(middle, start.y() + 20)
        )
        path.lineTo(QPointF(middle, end.y() - 18))
        path.cubicTo(QPointF(middle, end.y() - 8), QPointF(end.x(), end.y() - 14), end - QPointF(0, size))
    else:
        path.cubicTo(QPointF(start.x(), turn.y() + 4), turn, end - QPointF(0, size))
    return path
