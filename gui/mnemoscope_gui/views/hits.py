"""The list of hits: one delegate paints a whole row, the selected one opened to three lines."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from mnemoscope.records import Record, Verdict
from mnemoscope_gui import look
from mnemoscope_gui.look import HitGrid, hit_grid, place_width
from mnemoscope_gui.models.hits import HitRow
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.glyphs import finder, paint_glyph
from mnemoscope_gui.views.rows import Brush, paint_ground, paint_place
from mnemoscope_gui.views.snippet import ELLIPSIS, excerpt, paint_excerpt
from mnemoscope_gui.wording import decimal, number, say, signed

Index = QModelIndex | QPersistentModelIndex


class HitDelegate(QStyledItemDelegate):
    """Paints a whole row: glyph, ranks, diverging bar, snippet, place."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self.parent()
        current = isinstance(view, QAbstractItemView) and view.currentIndex() == index
        return QSize(look.CENTRE_MINIMUM // 2, look.OPENED_ROW if current else look.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        if not isinstance(row, HitRow):
            return
        view = self.parent()
        opened = isinstance(view, QAbstractItemView) and view.currentIndex() == index
        state: QStyle.StateFlag = option.state
        area = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c, grid = look.colours(), hit_grid(area.width())
        paint_ground(painter, area, c, opened, bool(state & QStyle.StateFlag.State_HasFocus))
        _paint_axis(painter, area, grid, opened)
        top, height = (area.top() + 5, look.LINE) if opened else (area.top(), look.ROW)
        brush = Brush(painter, top, height, c)
        _paint_numbers(brush, row, grid)
        _paint_bar(painter, row, top + height / 2, grid)
        _paint_text(brush, area, row, grid, opened)
        if grid.HAS_PLACE:
            paint_place(brush, row.record, area)
        if opened:
            _paint_opened(Brush(painter, top + look.LINE, look.LINE, c), row, area, grid)
        painter.restore()


def _paint_axis(painter: QPainter, area: QRectF, grid: type[HitGrid], opened: bool) -> None:
    c = look.colours()
    axis = QColor(c.border)
    axis.setAlphaF(0.45)
    inset = 2.0 if opened else 0.0
    painter.fillRect(QRectF(grid.BAR_CENTRE, area.top() + inset, 1, area.height() - 2 * inset), axis)


def _paint_numbers(brush: Brush, row: HitRow, grid: type[HitGrid]) -> None:
    hit, c = row.hit, brush.c
    paint_glyph(brush.painter, QPointF(grid.GLYPH, brush.top + brush.height / 2), finder(hit), c)
    brush.right(number(hit.rank), grid.RANK_RIGHT, 26, c.ink, size=look.RANK_SIZE, strong=True)
    brush.right(decimal(hit.rrf, 5), grid.SUM_RIGHT, 56, c.muted)
    vector, lexical = hit.vector, hit.lexical
    if vector is None:
        brush.right(say("absent"), grid.VECTOR_RIGHT, 42, c.muted, size=look.TEXT_SIZE)
    else:
        beyond = not vector.counted
        if grid.HAS_COSINE:
            brush.right(decimal(vector.cosine, 3), grid.COSINE_RIGHT, 48, c.muted, italic=beyond)
        brush.right(
            number(vector.rank),
            grid.VECTOR_RIGHT,
            44,
            c.muted if beyond else c.vectors,
            size=look.TEXT_SIZE,
            strong=not beyond,
            italic=beyond,
        )
    if lexical is None:
        brush.left(say("absent"), grid.LEXICAL, 40, c.muted, size=look.TEXT_SIZE)
    else:
        beyond = not lexical.counted
        colour = c.muted if beyond else c.words
        rank = number(lexical.rank)
        brush.left(rank, grid.LEXICAL, 44, colour, size=look.TEXT_SIZE, strong=not beyond, italic=beyond)
        if grid.HAS_SCORE:
            brush.right(decimal(lexical.score, 2), grid.SCORE_RIGHT, 40, c.muted, italic=beyond)


def bar_lengths(row: HitRow, full: float = HitGrid.BAR_FULL) -> tuple[float, float]:
    """Pixels left and right of the centre line: what each channel adds to the sum, a first rank being full."""
    unit = full * (row.rrf_k + 1)
    vector, lexical = row.hit.vector, row.hit.lexical
    return (
        unit / (row.rrf_k + vector.rank) if vector and vector.counted else 0.0,
        unit / (row.rrf_k + lexical.rank) if lexical and lexical.counted else 0.0,
    )


def _paint_bar(painter: QPainter, row: HitRow, middle: float, grid: type[HitGrid]) -> None:
    c = look.colours()
    left, right = bar_lengths(row, grid.BAR_FULL)
    top = round(middle - grid.BAR_HEIGHT / 2)
    if left:
        painter.fillRect(QRectF(grid.BAR_CENTRE - left, top, left, grid.BAR_HEIGHT), QColor(c.vectors))
    if right:
        painter.fillRect(QRectF(grid.BAR_CENTRE + 1, top, right, grid.BAR_HEIGHT), QColor(c.words))


def _paint_text(brush: Brush, area: QRectF, row: HitRow, grid: type[HitGrid], opened: bool) -> None:
    c, left = brush.c, float(grid.TEXT)
    if row.copy_of:
        left += _paint_copy(brush, row.copy_of, left)
    beside = place_width(area.width()) + grid.GAP if grid.HAS_PLACE else 0
    width = area.width() - left - beside - grid.RIGHT
    if width < look.PADDING:
        return
    lines = 3 if opened else 1
    font = look.font(look.TEXT_SIZE, struck=not row.in_force)
    ink = QColor(c.ink if row.in_force else c.muted)
    top, height = (area.top() + 5, look.LINE * 3) if opened else (area.top(), look.ROW)
    shown = excerpt(row.record.indexed_text, row.found, look.TEXT_SIZE, width, lines)
    box = QRectF(area.left() + left, top, width, height)
    paint_excerpt(brush.painter, box, shown, font, ink, QColor(c.words), lines)


def _paint_copy(brush: Brush, rank: int, left: float) -> float:
    """A small pill that names the row which this one nearly repeats; returns the room it took."""
    said = say("hits.copy_mark", rank=number(rank))
    font = look.font(look.SMALL_SIZE, strong=True)
    width = QFontMetricsF(font).horizontalAdvance(said) + look.SPACE * 3
    box = QRectF(left, brush.top + (brush.height - look.LINE) / 2, width, look.LINE)
    brush.painter.setPen(QPen(QColor(brush.c.accent), 1))
    brush.painter.setBrush(QColor(brush.c.selection))
    brush.painter.drawRoundedRect(box, look.LINE / 2, look.LINE / 2)
    brush.painter.setFont(font)
    brush.painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), said)
    return width + look.SPACE * 2


def _paint_opened(second: Brush, row: HitRow, area: QRectF, grid: type[HitGrid]) -> None:
    """The second and third line of the selected row: by how much, how far from the mean, whose parts, which word."""
    c = second.c
    third = Brush(second.painter, second.top + look.LINE, look.LINE, c)
    explanation = row.explanation
    small = look.META_SIZE
    served = explanation is not None and explanation.verdict is Verdict.SERVED
    if served and explanation is not None and explanation.rival_score is not None:
        margin = decimal(abs(explanation.score - explanation.rival_score), 5)
        second.right(say("opened.above", margin=margin), grid.SUM_RIGHT, 98, c.muted, size=small)
        third.right(say("opened.first_cut"), grid.SUM_RIGHT, 98, c.muted, size=small)
    if grid.HAS_COSINE:  # else there is no room
        _paint_vector_notes(second, third, row, grid)
    left, right = (value / (row.rrf_k + 1) for value in bar_lengths(row, 1.0))
    second.right(_part(left), grid.BAR_CENTRE - 5, 54, c.vectors, size=look.SMALL_SIZE)
    second.left(_part(right), grid.BAR_CENTRE + 4, 54, c.words, size=look.SMALL_SIZE)
    if grid.HAS_SCORE:
        _paint_top_term(second, third, row, grid)
    if not grid.HAS_PLACE:
        return
    width, edge = place_width(area.width()), area.right() - grid.RIGHT
    second.right(turn(row.record, row.session_size), edge, width, c.muted)
    third.right(f"{state(row.record)} · {row.short}" if row.short else state(row.record), edge, width, c.muted)


def _paint_vector_notes(second: Brush, third: Brush, row: HitRow, grid: type[HitGrid]) -> None:
    vector, explanation = row.hit.vector, row.explanation
    if vector is None:
        return
    sigma_right = grid.VECTOR_RIGHT if grid is HitGrid else grid.COSINE_RIGHT
    second.right(say("sigma", value=signed(vector.sigma, 1)), sigma_right, 56, second.c.muted)
    depths = {part.channel.value: part.depth for part in explanation.parts} if explanation else {}
    if not vector.counted and "vector" in depths:
        third.right(say("opened.beyond", depth=number(depths["vector"])), grid.VECTOR_RIGHT, 96, third.c.muted)


def _part(value: float) -> str:
    return decimal(value, 5) if value else "0"


def _paint_top_term(second: Brush, third: Brush, row: HitRow, grid: type[HitGrid]) -> None:
    words = row.explanation.lexical if row.explanation else None
    if words is None or not words.shares:
        return
    total = sum(share.score for share in words.shares)
    top = max(words.shares, key=lambda share: share.score)
    if total <= 0:
        return
    surface = top.term.surface if len(top.term.surface) <= 8 else f"{top.term.surface[:7]}{ELLIPSIS}"
    second.left(f"{surface} {decimal(top.score, 2)}", grid.LEXICAL, grid.TEXT - grid.LEXICAL - 6, second.c.muted)
    share = say("opened.share", percent=number(round(100 * top.score / total)))
    third.left(share, grid.LEXICAL, grid.TEXT - grid.LEXICAL - 6, third.c.muted)


def turn(record: Record, size: int | None) -> str:
    """Which part of its session the record is."""
    place_ = number(record.position + 1)
    if size is None:
        return say(f"position.{record.kind.value}", place=place_)
    return say(f"position.{record.kind.value}.of", place=place_, size=number(size))


def state(record: Record) -> str:
    """Active, inactive or superseded, in a word."""
    if record.superseded_by is not None:
        return say("state.superseded")
    return say("state.active" if record.active else "state.inactive")


class HitsHeader(QWidget):
    """The titles above the list, on the same grid as its rows."""

    def __init__(self, view: QListView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._rrf_k = 60.0
        self.setFixedHeight(look.STRIP - 4)

    def set_rrf_k(self, k: float) -> None:
        """The constant of the fusion, for the title of the bars."""
        self._rrf_k = k
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        c = look.colours()
        brush = Brush(QPainter(self), 0, self.height(), c)
        width = self._view.viewport().width()
        grid = hit_grid(width)
        brush.right(say("hits.fused"), grid.RANK_RIGHT, 42, c.ink, strong=True)
        brush.right(say("hits.sum"), grid.SUM_RIGHT, 46, c.muted)
        vectors = say("hits.vectors")
        begins = grid.VECTOR_RIGHT - QFontMetricsF(look.font(look.META_SIZE, strong=True)).horizontalAdvance(vectors)
        if grid.HAS_COSINE:
            brush.right(say("hits.cosine"), min(grid.COSINE_RIGHT, begins - look.SPACE * 2), 42, c.muted)
        brush.right(vectors, grid.VECTOR_RIGHT, 52, c.vectors, strong=True)
        brush.painter.setFont(look.font(look.META_SIZE if grid is HitGrid else look.SMALL_SIZE))
        brush.painter.setPen(QColor(c.muted))
        box = QRectF(grid.BAR_LEFT - 2, 0, grid.BAR_RIGHT - grid.BAR_LEFT + 8, self.height())
        brush.painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), say("hits.bar", k=f"{self._rrf_k:g}"))
        brush.left(say("hits.words"), grid.LEXICAL, 46, c.words, strong=True)
        if grid.HAS_SCORE:
            brush.right(say("hits.score"), grid.SCORE_RIGHT, 40, c.muted)
        brush.left(say("hits.record"), grid.TEXT, 120, c.muted)
        if grid.HAS_PLACE:
            brush.right(say("hits.place"), width - grid.RIGHT, place_width(width) + grid.GAP, c.muted)


class HitsView(QListView):
    """The list itself: the current row is open; Esc and Up from the first row lead back to the question."""

    left = Signal()
    """The person goes back to the question."""
    taken = Signal()
    """Enter, or a double click, on the current row."""
    moved = Signal()
    """Another row is current."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(HitDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.doubleClicked.connect(lambda _: self.taken.emit())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.scheduleDelayedItemsLayout()
        self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and self.currentIndex().row() <= 0):
            self.left.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands here, not a search."""
