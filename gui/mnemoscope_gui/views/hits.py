"""The list of hits: one delegate paints a whole row, the selected one opened to three lines."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from mnemoscope.explanations import Verdict
from mnemoscope.records import Record
from mnemoscope_gui import look
from mnemoscope_gui.look import HitGrid, hit_grid, place_width
from mnemoscope_gui.models.hits import HitRow
from mnemoscope_gui.models.marked import MARKED_ROLE
from mnemoscope_gui.models.served import in_force
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.glyphs import finder, paint_glyph
from mnemoscope_gui.views.moves import paint_move
from mnemoscope_gui.views.row_list import RowList
from mnemoscope_gui.views.rows import Brush, paint_ground, paint_place
from mnemoscope_gui.views.signs import paint_box
from mnemoscope_gui.views.snippet import ELLIPSIS, excerpt, paint_excerpt
from mnemoscope_gui.wording import decimal, number, say, signed

Index = QModelIndex | QPersistentModelIndex


class HitDelegate(QStyledItemDelegate):
    """Paints a whole row: glyph, ranks, diverging bar, snippet, place."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self.parent()
        current = isinstance(view, QAbstractItemView) and view.currentIndex() == index
        return QSize(look.CENTRE_MINIMUM // 2, look.Height.OPENED_ROW if current else look.Height.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        if not isinstance(row, HitRow):
            return
        view = self.parent()
        if not isinstance(view, HitsView):
            return
        opened = view.currentIndex() == index
        state: QStyle.StateFlag = option.state
        area = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, area, look.colours(), opened, bool(state & QStyle.StateFlag.State_HasFocus))
        top, height = (area.top() + 5, look.Height.LINE) if opened else (area.top(), look.Height.ROW)
        shift = view.paint_before(painter, QRectF(area.left(), top, area.width(), height), index)
        if view.move_width and row.move is not None:
            box = QRectF(area.left() + shift - view.move_width + look.MARGIN, top, view.move_width, height)
            paint_move(painter, box, row.move, look.colours())
        painter.translate(shift, 0)
        area.setWidth(area.width() - shift)
        grid = hit_grid(area.width())
        _paint_axis(painter, area, grid, opened)
        c = look.stale(look.colours()) if view.is_stale else look.colours()
        brush = Brush(painter, top, height, c)
        _paint_numbers(brush, row, grid)
        _paint_bar(brush, row, top + height / 2, grid)
        _paint_text(Brush(painter, top, height, look.colours()), area, row, grid, opened)
        if grid.HAS_PLACE:
            paint_place(brush, row.record, area)
        if opened:
            _paint_opened(Brush(painter, top + look.Height.LINE, look.Height.LINE, c), row, area, grid)
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
    brush.right(number(hit.rank), grid.RANK_RIGHT, 26, c.ink, size=look.Size.RANK, strong=True)
    brush.right(decimal(hit.rrf, 5), grid.SUM_RIGHT, 56, c.muted)
    vector, lexical = hit.vector, hit.lexical
    if vector is None:
        brush.right(say("absent"), grid.VECTOR_RIGHT, 42, c.muted, size=look.Size.TEXT)
    else:
        beyond = not vector.counted
        if grid.HAS_COSINE:
            brush.right(decimal(vector.cosine, 3), grid.COSINE_RIGHT, 48, c.muted, italic=beyond)
        brush.right(
            number(vector.rank),
            grid.VECTOR_RIGHT,
            44,
            c.muted if beyond else c.vectors,
            size=look.Size.TEXT,
            strong=not beyond,
            italic=beyond,
        )
    if lexical is None:
        brush.left(say("absent"), grid.LEXICAL, 40, c.muted, size=look.Size.TEXT)
    else:
        beyond = not lexical.counted
        colour = c.muted if beyond else c.words
        rank = number(lexical.rank)
        brush.left(rank, grid.LEXICAL, 44, colour, size=look.Size.TEXT, strong=not beyond, italic=beyond)
        if grid.HAS_SCORE:
            brush.right(decimal(lexical.score, 2), grid.SCORE_RIGHT, 40, c.muted, italic=beyond)


def bar_lengths(row: HitRow, full: float) -> tuple[float, float]:
    """Pixels left and right of the centre line: what each channel adds to the sum, a first rank being full."""
    unit = full * (row.rrf_k + 1)
    vector, lexical = row.hit.vector, row.hit.lexical
    return (
        unit / (row.rrf_k + vector.rank) if vector and vector.counted else 0.0,
        unit / (row.rrf_k + lexical.rank) if lexical and lexical.counted else 0.0,
    )


def _paint_bar(brush: Brush, row: HitRow, middle: float, grid: type[HitGrid]) -> None:
    painter, c = brush.painter, brush.c
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
    font = look.font(look.Size.TEXT, struck=not row.in_force)
    ink = QColor(c.ink if row.in_force else c.muted)
    top, height = (area.top() + 5, look.Height.LINE * 3) if opened else (area.top(), look.Height.ROW)
    shown = excerpt(row.record.indexed_text, row.found, look.Size.TEXT, width, lines)
    box = QRectF(area.left() + left, top, width, height)
    paint_excerpt(brush.painter, box, shown, font, ink, QColor(c.words), lines)


def _paint_copy(brush: Brush, rank: int, left: float) -> float:
    """A small pill that names the row which this one nearly repeats; returns the room it took."""
    said = say("hits.copy_mark", rank=number(rank))
    font = look.font(look.Size.SMALL, strong=True)
    width = QFontMetricsF(font).horizontalAdvance(said) + look.SPACE * 3
    box = QRectF(left, brush.top + (brush.height - look.Height.LINE) / 2, width, look.Height.LINE)
    brush.painter.setPen(QPen(QColor(brush.c.accent), 1))
    brush.painter.setBrush(QColor(brush.c.selection))
    brush.painter.drawRoundedRect(box, look.Height.LINE / 2, look.Height.LINE / 2)
    brush.painter.setFont(font)
    brush.painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), said)
    return width + look.SPACE * 2


def _paint_opened(second: Brush, row: HitRow, area: QRectF, grid: type[HitGrid]) -> None:
    """The second and third line of the selected row: by how much, how far from the mean, whose parts, which word."""
    c = second.c
    third = Brush(second.painter, second.top + look.Height.LINE, look.Height.LINE, c)
    explanation = row.explanation
    small = look.Size.META
    served = explanation is not None and explanation.verdict is Verdict.SERVED
    if served and explanation is not None and explanation.rival_score is not None:
        margin = decimal(abs(explanation.score - explanation.rival_score), 5)
        second.right(say("opened.above", margin=margin), grid.SUM_RIGHT, 98, c.muted, size=small)
        third.right(say("opened.first_cut"), grid.SUM_RIGHT, 98, c.muted, size=small)
    if grid.HAS_COSINE:  # else there is no room
        _paint_vector_notes(second, third, row, grid)
    left, right = (value / (row.rrf_k + 1) for value in bar_lengths(row, 1.0))
    second.right(_part(left), grid.BAR_CENTRE - 5, 54, c.vectors, size=look.Size.SMALL)
    second.left(_part(right), grid.BAR_CENTRE + 4, 54, c.words, size=look.Size.SMALL)
    if grid.HAS_SCORE:
        _paint_top_term(second, third, row, grid)
    if not grid.HAS_PLACE:
        return
    width, edge = place_width(area.width()), area.right() - grid.RIGHT
    second.outermost(turn(row.record, row.session_size), edge, width, c.muted)
    third.outermost(f"{state(row.record)} · {row.short}" if row.short else state(row.record), edge, width, c.muted)


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
    second.innermost(f"{surface} {decimal(top.score, 2)}", grid.LEXICAL, grid.TEXT - grid.LEXICAL - 6, second.c.muted)
    share = say("opened.share", percent=number(round(100 * top.score / total)))
    third.innermost(share, grid.LEXICAL, grid.TEXT - grid.LEXICAL - 6, third.c.muted)


def turn(record: Record, size: int | None) -> str:
    """Which part of its session the record is."""
    place_ = number(record.position + 1)
    if size is None:
        return say(f"position.{record.kind.value}", place=place_)
    return say(f"position.{record.kind.value}.of", place=place_, size=number(size))


def state(record: Record) -> str:
    """Active, inactive, superseded or expired, in a word."""
    if record.superseded_by is not None:
        return say("state.superseded")
    if not record.active:
        return say("state.inactive")
    return say("state.active" if in_force(record) else "state.expired")


def _titles(grid: type[HitGrid]) -> tuple[tuple[int, str], ...]:
    """Where the columns end, and what they are called."""
    ends: list[tuple[int, str]] = [(grid.RANK_RIGHT, "fused"), (grid.SUM_RIGHT, "sum")]
    if grid.HAS_COSINE:
        ends.append((grid.COSINE_RIGHT, "cosine"))
    ends += [(grid.BAR_LEFT, "vectors"), (grid.BAR_RIGHT, "bar")]
    if grid.HAS_SCORE:
        ends += [(grid.SCORE_RIGHT - look.scaled(36), "words"), (grid.SCORE_RIGHT, "score")]
    else:
        ends.append((grid.TEXT, "words"))
    return tuple(ends)


class HitsHeader(QWidget):
    """The titles above the list, on the same grid as its rows."""

    def __init__(self, view: HitsView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._rrf_k = 60.0
        look.follow(self, lambda header: header.setFixedHeight(look.Height.STRIP - 4))

    def set_rrf_k(self, k: float) -> None:
        """The constant of the fusion, for the title of the bars."""
        self._rrf_k = k
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(event.x()), self)
            return True
        return super().event(event)

    def tip_at(self, x: float) -> str:
        """What the title there means."""
        titles = _titles(hit_grid(self._view.viewport().width()))
        return next((say(f"tip.{name}") for right, name in titles if x <= right), say("tip.place"))

    def paintEvent(self, event: QPaintEvent) -> None:
        c = look.colours()
        brush = Brush(QPainter(self), 0, self.height(), c)
        shift = self._view.shift
        brush.painter.translate(shift, 0)
        width = self._view.viewport().width() - shift
        grid = hit_grid(width)
        brush.right(say("hits.fused"), grid.RANK_RIGHT, 42, c.ink, strong=True)
        brush.right(say("hits.sum"), grid.SUM_RIGHT, 46, c.muted)
        vectors = say("hits.vectors")
        begins = grid.VECTOR_RIGHT - QFontMetricsF(look.font(look.Size.META, strong=True)).horizontalAdvance(vectors)
        if grid.HAS_COSINE:
            brush.right(say("hits.cosine"), min(grid.COSINE_RIGHT, begins - look.SPACE * 2), 42, c.muted)
        brush.right(vectors, grid.VECTOR_RIGHT, 52, c.vectors, strong=True)
        brush.painter.setFont(look.font(look.Size.META if grid is HitGrid else look.Size.SMALL))
        brush.painter.setPen(QColor(c.muted))
        box = QRectF(grid.BAR_LEFT - 2, 0, grid.BAR_RIGHT - grid.BAR_LEFT + 8, self.height())
        brush.painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), say("hits.bar", k=f"{self._rrf_k:g}"))
        brush.left(say("hits.words"), grid.LEXICAL, 46, c.words, strong=True)
        if grid.HAS_SCORE:
            brush.right(say("hits.score"), grid.SCORE_RIGHT, 40, c.muted)
        brush.left(say("hits.record"), grid.TEXT, 120, c.muted)
        if grid.HAS_PLACE:
            brush.outermost(say("hits.place"), width - grid.RIGHT, place_width(width) + grid.GAP, c.muted)


class HitsView(RowList):
    """The list itself: the current row is open; Esc and Up from the first row lead back to the question."""

    OPENS = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.move_width = self.mark_width = 0
        """Room before the rows for how far they moved, and for the boxes of marks."""
        self.is_stale = False
        """Whether the numbers belong to other settings than those in use: they are faint until the new ones come."""
        self.setItemDelegate(HitDelegate(self))
        self.setMouseTracking(True)

    def show_stale(self, stale: bool) -> None:
        """Whether the numbers belong to other settings."""
        if stale != self.is_stale:
            self.is_stale = stale
            self.viewport().update()

    def make_room_for_moves(self, wanted: bool) -> None:
        """Whether each row has room before it for how far it moved."""
        self.move_width = look.MOVE_WIDTH if wanted else 0
        self.viewport().update()

    def make_room_for_marks(self, wanted: bool) -> None:
        """Whether each row has a box before it."""
        self.mark_width = look.MARK_WIDTH if wanted else 0
        self.viewport().update()

    @property
    def shift(self) -> int:
        """How far the rows stand to the right."""
        return self.move_width + self.mark_width

    def paint_before(self, painter: QPainter, line: QRectF, index: Index) -> int:
        """The box of a row on its first line, while there are marks; returns the room before the row."""
        if self.mark_width:
            centre = QPointF(line.left() + look.MARGIN + self.mark_width / 2 - 2, line.center().y())
            paint_box(painter, centre, bool(index.data(MARKED_ROLE)), look.colours())
        return self.shift
