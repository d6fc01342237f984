"""Two lists of records beside each other, and the lines between the same records across the gutter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mnemoscope.comparison import Fate
from mnemoscope.records import Channel
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, PairGrid
from mnemoscope_gui.models.pairs import PairRow, PairsModel
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.glyphs import Finder, finder_colour, paint_glyph
from mnemoscope_gui.views.moves import paint_move
from mnemoscope_gui.views.row_list import RowList
from mnemoscope_gui.views.rows import Brush
from mnemoscope_gui.views.snippet import excerpt, paint_excerpt
from mnemoscope_gui.wording import number, say

Index = QModelIndex | QPersistentModelIndex


class Side(Enum):
    """Which of the two lists."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the parts of one side stand: the mark is at the gutter."""

    side: Side
    width: float
    channels: tuple[Channel, ...]
    """Those with a column of their own: what is off has none."""

    @property
    def is_narrow(self) -> bool:
        """Whether there is room for signs alone."""
        return self.width < PairGrid.NARROW

    @property
    def channel(self) -> float:
        """Width of a channel's column."""
        return PairGrid.CHANNEL_NARROW if self.is_narrow else PairGrid.CHANNEL

    @property
    def rank_right(self) -> float:
        """Right edge of the fused rank."""
        return (PairGrid.INSET - 2 if self.side is Side.LEFT else PairGrid.MARK) + PairGrid.RANK

    @property
    def text(self) -> tuple[float, float]:
        """Where the text begins and ends."""
        start = self.rank_right + self.channel * len(self.channels) + look.MARGIN
        return start, self.width - (PairGrid.MARK if self.side is Side.LEFT else PairGrid.INSET)

    @property
    def mark(self) -> float:
        """Where the mark begins."""
        return self.text[1] + look.SPACE * 2 if self.side is Side.LEFT else PairGrid.INSET


class PairDelegate(QStyledItemDelegate):
    """Paints a row: fused rank, rank of each channel, text, and at the gutter what became of it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(look.Height.ROW, PairGrid.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view, row = self.parent(), index.data(RECORD_ROLE)
        if not isinstance(view, PairsView) or not isinstance(row, PairRow):
            return
        state: QStyle.StateFlag = option.state
        area, c = QRectF(option.rect), look.colours()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if view.currentIndex() == index:
            painter.setPen(QPen(QColor(c.accent), 2.0 if state & QStyle.StateFlag.State_HasFocus else 1.0))
            painter.setBrush(QColor(c.selection))
            painter.drawRoundedRect(area.adjusted(2, 1, -2, -1), look.CONTROL_RADIUS, look.CONTROL_RADIUS)
        grid = view.grid
        shown = look.stale(c) if view.is_stale else c
        _paint_ranks(Brush(painter, area.top(), area.height(), shown), row, grid)
        if row.pair is not None and shows_mark(view.side, row.pair.fate):
            paint_move(painter, QRectF(grid.mark, area.top(), PairGrid.MARK, area.height()), row.pair, shown)
        start, end = grid.text
        _paint_text(painter, QRectF(start, area.top(), end - start, area.height()), row, c)
        painter.restore()


def shows_mark(side: Side, fate: Fate) -> bool:
    """Each mark stands once: what left at the left, where it came from; the others at the right."""
    return (fate is Fate.LEFT) == (side is Side.LEFT)


def _paint_ranks(brush: Brush, row: PairRow, grid: Columns) -> None:
    c, hit = brush.c, row.hit
    right = grid.rank_right
    brush.outermost(number(hit.rank), right, PairGrid.RANK, c.ink, size=look.Size.TEXT, strong=True)
    for channel in grid.channels:
        right += grid.channel
        place, colour = (hit.vector, c.vectors) if channel is Channel.VECTOR else (hit.lexical, c.words)
        shown = number(place.rank) if place is not None else say("absent")
        counted = place is not None and place.counted
        brush.outermost(shown, right, grid.channel - 2, colour if counted else c.muted, italic=not counted)


def _paint_text(painter: QPainter, box: QRectF, row: PairRow, c: Colours) -> None:
    if box.width() < look.PADDING:
        return
    found = row.found
    if box.width() < PairGrid.WINDOWED:
        found = replace(found, focus=None)
    shown = excerpt(row.record.indexed_text, found, look.Size.CONTROL, box.width())
    ink = QColor(c.ink if row.in_force else c.muted)
    font = look.font(look.Size.CONTROL, struck=not row.in_force)
    paint_excerpt(painter, box, shown, font, ink, QColor(c.words))


class PairsHeader(QWidget):
    """The titles of one side, on the grid of its rows."""

    def __init__(self, view: PairsView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.setFixedHeight(PairGrid.ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        c, grid = look.colours(), self._view.grid
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        brush = Brush(painter, 0, self.height(), c)
        right = grid.rank_right
        brush.outermost(say("hits.fused"), right, right - look.SPACE, c.ink, strong=True)
        for channel in grid.channels:
            right += grid.channel
            sign = Finder.VECTORS if channel is Channel.VECTOR else Finder.WORDS
            if grid.is_narrow:
                paint_glyph(painter, QPointF(right - 8, self.height() / 2), sign, c)
            else:
                title = say("hits.vectors" if channel is Channel.VECTOR else "hits.words")
                brush.outermost(title, right, grid.channel - 4, finder_colour(sign, c), strong=True)
        start, end = grid.text
        brush.innermost(say("hits.record"), start, max(end - start, 0.0), c.muted)


class PairsView(RowList):
    """One side. Left and Right lead to the other one, Esc and Up from the first row back to the question."""

    crossed = Signal()
    """To the other side."""
    entered_focus = Signal()
    """The keys go to this side now."""

    def __init__(self, side: Side, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self.channels: tuple[Channel, ...] = tuple(Channel)
        """Those whose ranks are shown."""
        self.is_stale = False
        self.nothing = ""
        """What is said in the place of rows."""
        self.setItemDelegate(PairDelegate(self))
        self.setUniformItemSizes(True)

    @property
    def grid(self) -> Columns:
        """Where the parts of a row stand."""
        return Columns(self.side, self.viewport().width(), self.channels)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered_focus.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == (Qt.Key.Key_Right if self.side is Side.LEFT else Qt.Key.Key_Left):
            self.crossed.emit()
        elif event.key() not in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        model = self.model()
        if self.nothing and (model is None or not model.rowCount()):
            painter = QPainter(self.viewport())
            painter.setFont(look.font(look.Size.TEXT))
            painter.setPen(look.colour(look.colours().muted))
            box = self.viewport().rect().adjusted(look.PADDING, look.PADDING * 2, -look.PADDING, -look.PADDING)
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(box, int(flags), self.nothing)


class Gutter(QWidget):
    """The lines between the rows of the same record; a short one where only one side serves it."""

    def __init__(self, left: PairsView, right: PairsView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._views = {Side.LEFT: left, Side.RIGHT: right}
        self.setFixedWidth(PairGrid.GUTTER)
        for view in (left, right):
            view.verticalScrollBar().valueChanged.connect(lambda _: self.update())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, c = QPainter(self), look.colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if any(view.is_stale for view in self._views.values()):
            return
        for left, right, row, chosen in sorted(self._lines(), key=lambda line: line[3]):
            path = _path(left, right, self.width())
            if chosen:
                painter.setPen(QPen(QColor(c.panel), PairGrid.HALO))
                painter.drawPath(path)
            painter.setPen(_pen(row, chosen, c))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(path)
            if left is None or right is None:
                painter.setBrush(QColor(c.panel))
                painter.drawEllipse(path.currentPosition(), 2.5, 2.5)

    def _lines(self) -> list[tuple[float | None, float | None, PairRow, bool]]:
        """The heights of each record at the left and at the right, and whether it is the selected one."""
        places = {side: self._heights(view) for side, view in self._views.items()}
        rows = {id: row for side in Side for id, (_, row, _) in places[side].items()}
        chosen = {id for side in Side for id, (_, _, current) in places[side].items() if current}
        found = []
        for id, row in rows.items():
            left, right = (places[side].get(id, (None, None, False))[0] for side in Side)
            if row.pair is not None and not _is_away(left, right, self.height()):
                found.append((left, right, row, id in chosen))
        return found

    def _heights(self, view: PairsView) -> dict[str, tuple[float | None, PairRow, bool]]:
        model = view.model()
        if not isinstance(model, PairsModel):
            return {}
        current, top = view.currentIndex().row(), view.verticalScrollBar().value()
        return {
            row.hit.id: ((place + 0.5) * PairGrid.ROW - top, row, place == current)
            for place, row in enumerate(model.records)
        }


def _is_away(left: float | None, right: float | None, height: float) -> bool:
    """Whether nothing of a line is in sight."""
    ends = [end for end in (left, right) if end is not None]
    return max(ends) < 0 or min(ends) > height


def _path(left: float | None, right: float | None, width: float) -> QPainterPath:
    if left is not None and right is not None:
        path = QPainterPath(QPointF(0, left))
        path.cubicTo(QPointF(width / 2, left), QPointF(width / 2, right), QPointF(width, right))
        return path
    start = QPointF(0, left) if left is not None else QPointF(width, right or 0.0)
    path = QPainterPath(start)
    path.lineTo(start + QPointF(PairGrid.STUB if left is not None else -PairGrid.STUB, 0))
    return path


def _pen(row: PairRow, chosen: bool, c: Colours) -> QPen:
    if chosen:
        return QPen(QColor(c.accent), PairGrid.LINE_CHOSEN)
    stays = row.pair is not None and row.pair.fate is Fate.SAME
    colour = QColor(c.border if stays else c.muted)
    colour.setAlphaF(PairGrid.LINE_OPACITY)
    return QPen(colour, PairGrid.LINE)
