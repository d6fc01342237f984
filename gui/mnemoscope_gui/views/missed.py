"""The list of *Why missed*: both ranks, the fused one, the verdict, and the text round the words looked for."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, HitGrid, MissedGrid, place_width
from mnemoscope_gui.models.missed import MissedRow, verdict_phrase
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.glyphs import found_by, paint_glyph
from mnemoscope_gui.views.hits import HitsView
from mnemoscope_gui.views.rows import Brush, paint_ground, paint_place
from mnemoscope_gui.views.snippet import excerpt, paint_excerpt
from mnemoscope_gui.wording import decimal, number, say

Index = QModelIndex | QPersistentModelIndex


class MissedDelegate(QStyledItemDelegate):
    """Paints a whole row; the current one is open and says the whole verdict."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self.parent()
        current = isinstance(view, QAbstractItemView) and view.currentIndex() == index
        return QSize(look.CENTRE_MINIMUM // 2, look.Height.OPENED_ROW if current else look.Height.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        if not isinstance(row, MissedRow):
            return
        view = self.parent()
        opened = isinstance(view, QAbstractItemView) and view.currentIndex() == index
        state: QStyle.StateFlag = option.state
        area = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = look.colours()
        paint_ground(painter, area, c, opened, bool(state & QStyle.StateFlag.State_HasFocus))
        top, height = (area.top() + 5, look.Height.LINE) if opened else (area.top(), look.Height.ROW)
        if isinstance(view, MissedView):
            shift = view.paint_before(painter, QRectF(area.left(), top, area.width(), height), index)
            painter.translate(shift, 0)
            area.setWidth(area.width() - shift)
        brush = Brush(painter, top, height, c)
        _paint_ranks(brush, row)
        phrase = verdict_phrase(row.holder)
        colour = c.ink if row.is_served else c.muted
        brush.left(phrase, MissedGrid.VERDICT, MissedGrid.VERDICT_WIDTH, colour, strong=row.is_served)
        _paint_text(painter, area, row, c, opened)
        if _has_place(area.width()):
            paint_place(brush, row.record, area)
        if opened:
            _paint_opened(brush, row, area)
        painter.restore()


def _has_place(width: float) -> bool:
    return width >= MissedGrid.PLACE_FROM


def _paint_ranks(brush: Brush, row: MissedRow) -> None:
    c, holder = brush.c, row.holder
    if row.is_served:
        centre = QPointF(MissedGrid.GLYPH, brush.top + brush.height / 2)
        paint_glyph(brush.painter, centre, found_by(holder.vector, holder.lexical), c)
    places = (
        (holder.vector.rank if holder.vector else None, bool(holder.vector and holder.vector.counted), c.vectors),
        (holder.lexical.rank if holder.lexical else None, bool(holder.lexical and holder.lexical.counted), c.words),
        (holder.rank, row.is_served, c.ink),
    )
    rights = (MissedGrid.VECTOR_RIGHT, MissedGrid.WORDS_RIGHT, MissedGrid.FUSED_RIGHT)
    for (rank, counted, colour), right in zip(places, rights, strict=True):
        if rank is None:
            brush.right(say("absent"), right, 48, c.muted, size=look.Size.TEXT)
            continue
        size = look.Size.RANK if right == MissedGrid.FUSED_RIGHT else look.Size.TEXT
        shown = colour if counted else c.muted
        brush.right(number(rank), right, 50, shown, size=size, strong=counted, italic=not counted)


def _paint_text(painter: QPainter, area: QRectF, row: MissedRow, c: Colours, opened: bool) -> None:
    beside = place_width(area.width()) + HitGrid.GAP if _has_place(area.width()) else 0
    width = area.width() - MissedGrid.TEXT - beside - HitGrid.RIGHT
    if width < look.PADDING:
        return
    lines = 2 if opened else 1
    font = look.font(look.Size.TEXT, struck=not row.in_force)
    top, height = (area.top() + 5, look.Height.LINE * 2) if opened else (area.top(), look.Height.ROW)
    shown = excerpt(row.record.indexed_text, row.found, look.Size.TEXT, width, lines)
    box = QRectF(area.left() + MissedGrid.TEXT, top, width, height)
    ink = QColor(c.ink if row.in_force else c.muted)
    paint_excerpt(painter, box, shown, font, ink, QColor(c.words), lines)


def _paint_opened(first: Brush, row: MissedRow, area: QRectF) -> None:
    """What the ranks come from, and the whole verdict below."""
    c, holder = first.c, row.holder
    second = Brush(first.painter, first.top + look.Height.LINE, look.Height.LINE, c)
    third = Brush(first.painter, second.top + look.Height.LINE, look.Height.LINE, c)
    small = look.Size.META
    if holder.vector is not None:
        second.right(decimal(holder.vector.cosine, 3), MissedGrid.VECTOR_RIGHT, 48, c.muted, size=small)
    if holder.lexical is not None:
        second.right(decimal(holder.lexical.score, 2), MissedGrid.WORDS_RIGHT, 48, c.muted, size=small)
    if holder.rank is not None and not row.is_served:
        second.right(say("missed.would_be"), MissedGrid.FUSED_RIGHT, 56, c.muted, size=small)
    width = area.right() - HitGrid.RIGHT - MissedGrid.VERDICT
    third.left(row.sentence, MissedGrid.VERDICT, width, c.ink, size=small)


class MissedHeader(QWidget):
    """The titles above the list, on the same grid as its rows."""

    def __init__(self, view: MissedView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        look.follow(self, lambda header: header.setFixedHeight(look.Height.STRIP - 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        c = look.colours()
        brush = Brush(QPainter(self), 0, self.height(), c)
        brush.painter.translate(self._view.shift, 0)
        width = self._view.viewport().width() - self._view.shift
        brush.right(say("hits.vectors"), MissedGrid.VECTOR_RIGHT, 60, c.vectors, strong=True)
        brush.right(say("hits.words"), MissedGrid.WORDS_RIGHT, 50, c.words, strong=True)
        brush.right(say("hits.fused"), MissedGrid.FUSED_RIGHT, 48, c.ink, strong=True)
        brush.left(say("missed.verdict"), MissedGrid.VERDICT, MissedGrid.VERDICT_WIDTH, c.muted)
        brush.left(say("hits.record"), MissedGrid.TEXT, 120, c.muted)
        if _has_place(width):
            brush.outermost(say("hits.place"), width - HitGrid.RIGHT, place_width(width) + HitGrid.GAP, c.muted)


class MissedView(HitsView):
    """The list itself, walked like the list of what is served."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(MissedDelegate(self))
