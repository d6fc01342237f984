"""How the middle of the ladder is painted: titles, rows, the budget line."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from mnemoscope.records import Channel
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours
from mnemoscope_gui.look import LadderGrid as Grid
from mnemoscope_gui.models.hits import HitRow
from mnemoscope_gui.views.glyphs import finder, paint_glyph
from mnemoscope_gui.views.ladder_content import LadderContent, place_in
from mnemoscope_gui.views.ladder_geometry import Layout
from mnemoscope_gui.views.snippet import excerpt, paint_excerpt
from mnemoscope_gui.wording import decimal, number, say

_BIG_FROM = 20.0
"""Height of a row from which its text is a size larger."""
_FADED = 0.3
"""What is left of a sign that the eye is led away from."""


def write(
    painter: QPainter,
    text: str,
    x: float,
    y: float,
    colour: str,
    *,
    right: bool = False,
    size: int | None = None,
    strong: bool = False,
    italic: bool = False,
    room: float = 400.0,
) -> None:
    """A short text whose middle is at ``y``; it begins at ``x``, or ends there."""
    painter.setFont(look.font(size or look.Size.META, strong=strong, italic=italic))
    painter.setPen(QColor(colour))
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    box = QRectF(x - room if right else x, y - 10, room, 20)
    painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), text)


def paint_titles(painter: QPainter, layout: Layout, c: Colours) -> None:
    """The names of the rails and of the columns."""
    left, right, y = layout.rows_left, layout.rows_right, Grid.TITLES
    size = look.Size.CONTROL
    write(painter, say("ladder.vector"), Grid.PADDING, y, c.vectors, strong=True, size=size)
    end = layout.width - Grid.PADDING
    write(painter, say("ladder.words"), end, y, c.words, right=True, strong=True, size=size)
    write(painter, say("hits.vectors"), left + Grid.VECTOR_RIGHT, y, c.vectors, right=True)
    write(painter, say("hits.fused"), left + Grid.RANK_RIGHT, y, c.ink, right=True, strong=True)
    write(painter, say("hits.record"), left + Grid.TEXT, y, c.muted)
    if layout.shows_sums:
        write(painter, say("hits.sum"), right - Grid.SUM, y, c.muted, right=True)
    write(painter, say("hits.words"), right - Grid.LEXICAL, y, c.words)


def paint_rows(painter: QPainter, layout: Layout, shown: LadderContent, c: Colours) -> None:
    """Every row in sight."""
    for row in layout.rows_in_sight:
        paint_row(painter, layout, shown, row, c)


def paint_row(
    painter: QPainter, layout: Layout, shown: LadderContent, row: int, c: Colours, *, lit: bool = False
) -> None:
    """One row: vector rank, glyph, fused rank, text, sum, word rank. A ``lit`` one is never faded."""
    hit_row, y = shown.rows[row], layout.row_y(row)
    hit, served = hit_row.hit, row < shown.served
    vivid = lit or (served and shown.has_eye(row))
    coloured = vivid or (not served and shown.only is None)
    size = look.Size.META + 1 if layout.row_height >= _BIG_FROM else look.Size.META
    _paint_rank(painter, hit_row, Channel.VECTOR, layout.rows_left + Grid.VECTOR_RIGHT, y, c, coloured, size)
    _paint_rank(painter, hit_row, Channel.LEXICAL, layout.rows_right - Grid.LEXICAL, y, c, coloured, size)
    painter.setOpacity(1.0 if coloured else _FADED)
    paint_glyph(painter, QPointF(layout.rows_left + Grid.GLYPH, y), finder(hit), c)
    painter.setOpacity(1.0)
    ink = c.ink if vivid else c.muted
    right = layout.rows_left + Grid.RANK_RIGHT
    write(painter, number(hit.rank), right, y, ink, right=True, strong=vivid, size=size)
    if layout.shows_sums:
        write(painter, decimal(hit.rrf, 5), layout.rows_right - Grid.SUM, y, c.muted, right=True)
    _paint_text(painter, layout, hit_row, y, c, vivid, size)


def _paint_rank(
    painter: QPainter, row: HitRow, channel: Channel, x: float, y: float, c: Colours, vivid: bool, size: int
) -> None:
    place, right = place_in(row.hit, channel), channel is Channel.VECTOR
    if place is None:
        write(painter, say("absent"), x, y, c.muted, right=right, size=size)
    elif not place.counted:
        write(painter, number(place.rank), x, y, c.muted, right=right, italic=True, size=size)
    else:
        colour = c.vectors if right else c.words
        write(painter, number(place.rank), x, y, colour if vivid else c.muted, right=right, strong=vivid, size=size)


def text_width(layout: Layout) -> float:
    """How wide a record's text may be."""
    sums = Grid.SUM + 56 if layout.shows_sums else Grid.LEXICAL + 10
    return max(layout.rows_right - sums - layout.rows_left - Grid.TEXT, 1.0)


def _paint_text(painter: QPainter, layout: Layout, row: HitRow, y: float, c: Colours, vivid: bool, size: int) -> None:
    width = text_width(layout)
    shown = excerpt(row.record.indexed_text, row.found, size, width)
    box = QRectF(layout.rows_left + Grid.TEXT, y - layout.row_height / 2, width, layout.row_height)
    ink = QColor(c.ink if vivid and row.in_force else c.muted)
    underline = QColor(c.words if vivid else c.border)
    paint_excerpt(painter, box, shown, look.font(size, struck=not row.in_force), ink, underline)


def paint_frame(painter: QPainter, layout: Layout, row: int, c: Colours, *, focused: bool = False) -> None:
    """The frame of the selected row; a thick one has the keys."""
    y, half = layout.row_y(row), layout.row_height / 2
    box = QRectF(layout.rows_left, y - half - 0.5, layout.rows_right - layout.rows_left, 2 * half + 1)
    painter.setPen(QPen(QColor(c.accent), 2.0 if focused else 1.2))
    painter.setBrush(QColor(c.selection))
    painter.drawRoundedRect(box, 4, 4)


def paint_hover(painter: QPainter, layout: Layout, row: int, c: Colours) -> None:
    """The ground of the row under the pointer."""
    y, half = layout.row_y(row), layout.row_height / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(c.hover))
    painter.drawRoundedRect(QRectF(layout.rows_left, y - half, layout.rows_right - layout.rows_left, 2 * half), 4, 4)


def paint_pill(painter: QPainter, text: str, left: float, middle: float, ground: str, ink: str, edge: str) -> None:
    """A short text on a rounded ground."""
    font = look.font(look.Size.SMALL, strong=True)
    box = QRectF(left, middle - Grid.PILL / 2, pill_width(text), Grid.PILL)
    painter.setPen(QPen(QColor(edge), 1.2))
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    painter.setFont(font)
    painter.setPen(QColor(ink))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)


def pill_width(text: str) -> float:
    """How wide a pill with this text is."""
    return QFontMetricsF(look.font(look.Size.SMALL, strong=True)).horizontalAdvance(text) + 18


def paint_budget(painter: QPainter, layout: Layout, text: str, c: Colours, *, held: bool = False) -> None:
    """The line that can be dragged, with its budget in words."""
    y = layout.line
    width = layout.rows_right - layout.rows_left
    painter.fillRect(QRectF(layout.rows_left, y - 1, width, 2), QColor(c.accent if held else c.border))
    left = (layout.rows_left + layout.rows_right - pill_width(text)) / 2
    paint_pill(painter, text, left, y + 2, c.accent if held else c.ink, c.panel, c.accent if held else c.ink)


def paint_more(painter: QPainter, layout: Layout, c: Colours) -> None:
    """How many served rows wait out of sight above the line."""
    waiting = round((layout.most_scroll - layout.scroll) / layout.row_height)
    if waiting <= 0:
        return
    text = say("ladder.more", count=waiting, number=number(waiting))
    width = pill_width(text)
    left = layout.rows_right - width - 4
    paint_pill(painter, text, left, layout.line + 2, c.panel, c.muted, c.border)


def paint_foot(painter: QPainter, layout: Layout, shown: LadderContent, c: Colours) -> None:
    """What the heights mean and, where there is room, what the signs do."""
    first, second = say("ladder.foot", k=f"{shown.rrf_k:g}"), say("ladder.foot.signs")
    metrics = QFontMetricsF(look.font(look.Size.META))
    width = layout.width - 2 * Grid.PADDING
    square = 14.0
    both = metrics.horizontalAdvance(first) + metrics.horizontalAdvance(second) + square + 3 * Grid.PADDING <= width
    fitting = metrics.elidedText(first, Qt.TextElideMode.ElideRight, width)
    write(painter, fitting, Grid.PADDING, layout.foot, c.muted, room=width)
    if not both:
        return
    end = layout.width - Grid.PADDING
    write(painter, second, end, layout.foot, c.muted, right=True, room=width)
    painter.setPen(QPen(QColor(c.muted), 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(end - metrics.horizontalAdvance(second) - square, layout.foot - 4, 8, 8))
