"""How both sides of the ladder are painted: rails with their marks, and the lines to the rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from mnemoscope.ladder import Mark, Rail
from mnemoscope.records import Channel
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours
from mnemoscope_gui.look import LadderGrid as Grid
from mnemoscope_gui.views.glyphs import Finder
from mnemoscope_gui.views.ladder_content import Followed, LadderContent, pill_texts, place_in, score_of
from mnemoscope_gui.views.ladder_geometry import Band, Layout, Scale, curve, rank_labels
from mnemoscope_gui.views.ladder_rows import (
    paint_foot,
    paint_frame,
    paint_hover,
    paint_pill,
    paint_row,
    paint_rows,
    paint_titles,
    pill_width,
    write,
)
from mnemoscope_gui.wording import number, say

_FADED = 0.15
"""What is left of a line or mark that the eye is led away from."""


_TICKS = 0.28


@dataclass(frozen=True)
class Side:
    """One channel's side of a ladder."""

    channel: Channel
    shown: LadderContent
    layout: Layout
    scale: Scale
    colour: str

    @cached_property
    def is_left(self) -> bool:
        """The vectors are always left."""
        return self.channel is Channel.VECTOR

    @cached_property
    def x(self) -> float:
        """Where the rail stands."""
        return self.layout.rail_left if self.is_left else self.layout.rail_right

    @cached_property
    def inward(self) -> int:
        """The direction of the rows."""
        return 1 if self.is_left else -1

    @cached_property
    def edge(self) -> float:
        """Where the lines reach the rows."""
        return self.layout.rows_left if self.is_left else self.layout.rows_right

    @cached_property
    def rail(self) -> Rail | None:
        """The channel's rail, where it ranked anything."""
        return self.shown.rails.get(self.channel)

    @cached_property
    def depth(self) -> int:
        """The channel's own depth."""
        return self.rail.depth if self.rail else self.shown.depth

    @cached_property
    def band(self) -> Band:
        """The ranks below the depth."""
        last = self.rail.total if self.rail else self.depth
        return Band(self.depth + 1, last, self.layout.band_top, self.layout.band_height)

    def y(self, rank: int) -> float:
        """Height of a rank, on the rail or on the band below it."""
        return self.scale.y(rank) if rank <= self.depth else self.band.y(rank)

    def path(self, rank: int, row: int) -> QPainterPath:
        """The line from a mark to its row."""
        start = (self.x + self.inward * (Grid.MARK + 2), self.y(rank))
        first, one, other, last = curve(start, (self.edge, self.layout.row_y(row)))
        path = QPainterPath(QPointF(*first))
        path.cubicTo(QPointF(*one), QPointF(*other), QPointF(*last))
        return path


def sides(layout: Layout, shown: LadderContent, c: Colours) -> tuple[Side, Side]:
    """Vectors left, words right, on one scale."""
    scale = Scale(shown.rrf_k, shown.depth, Grid.TOP, layout.rail_height)
    return (
        Side(Channel.VECTOR, shown, layout, scale, c.vectors),
        Side(Channel.LEXICAL, shown, layout, scale, c.words),
    )


def paint_ground(painter: QPainter, layout: Layout, shown: LadderContent, c: Colours) -> None:
    """Everything but lines, budget and the followed record."""
    paint_titles(painter, layout, c)
    for side in sides(layout, shown, c):
        paint_rail(painter, side, c)
    paint_rows(painter, layout, shown, c)
    paint_foot(painter, layout, shown, c)


# ---------------------------------------------------------------- rails


def paint_rail(painter: QPainter, side: Side, c: Colours) -> None:
    """A channel's rail with its marks and labels, or a word on why there is none."""
    layout, x, rail = side.layout, side.x, side.rail
    _paint_upright(painter, x, Grid.TOP, side.scale.y(side.depth), c.border if rail else c.edge)
    if rail is None:
        state = side.shown.states.get(side.channel, "")
        write(painter, state, x + side.inward * Grid.LABEL, Grid.TOP, c.muted, right=not side.is_left)
        return
    _paint_depth(painter, side, c)
    _paint_marks(painter, side, rail, c)
    _paint_labels(painter, side, rail, c)
    if rail.total <= rail.depth:
        return
    outer = x - side.inward * Grid.LABEL
    for rank in (side.band.first, side.band.last):
        write(painter, number(rank), outer, side.band.y(rank), c.muted, right=side.is_left, size=look.Size.SMALL)
    painter.setOpacity(0.6)
    _paint_upright(painter, x, layout.band_top, layout.band_top + layout.band_height, c.border)
    painter.setOpacity(1.0)
    _paint_beyond(painter, side, rail, c)


def _paint_upright(painter: QPainter, x: float, top: float, bottom: float, colour: str) -> None:
    """An upright line; filling is many times faster than stroking."""
    painter.fillRect(QRectF(x - 0.6, top, 1.2, bottom - top), QColor(colour))


def _paint_depth(painter: QPainter, side: Side, c: Colours) -> None:
    """Where the channel stops counting."""
    y = side.scale.y(side.depth) + Grid.DEPTH_GAP
    pen = QPen(QColor(c.border), 1.0)
    pen.setDashPattern([4, 4])
    painter.setPen(pen)
    painter.setOpacity(0.7)
    near, far = side.x + side.inward * 6, side.edge - side.inward * 14
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.drawLine(QLineF(near, y, far, y))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(1.0)
    if side.layout.is_wide:
        text = say("ladder.depth", depth=number(side.depth))
        write(painter, text, side.x + side.inward * 13, y - 7, c.muted, right=not side.is_left, size=look.Size.SMALL)


def _paint_marks(painter: QPainter, side: Side, rail: Rail, c: Colours) -> None:
    """Ticks first, rings over them, dots on top: what is served is never hidden."""
    shown, colour, x = side.shown, QColor(side.colour), side.x
    served = shown.served_ids
    lit = {row.hit.id for place, row in enumerate(shown.rows[: shown.served]) if shown.has_eye(place)}
    ticks = [side.y(mark.rank) for mark in rail.marks if mark.id not in served and mark.rank > shown.budget]
    painter.setOpacity(_TICKS)
    for y in ticks:
        painter.fillRect(QRectF(x - Grid.TICK, y - 0.5, 2 * Grid.TICK, 1.0), colour)
    rings = [side.y(mark.rank) for mark in rail.marks if mark.id not in served and mark.rank <= shown.budget]
    gave_way = shown.only is None or (shown.only is Finder.GAVE_WAY and side.is_left)
    painter.setOpacity(1.0 if gave_way else _FADED * 2)
    painter.setPen(QPen(colour, 1.2))
    painter.setBrush(QColor(c.panel))
    for y in rings:
        painter.drawEllipse(QPointF(x, y), Grid.MARK - 0.4, Grid.MARK - 0.4)
    painter.setPen(QPen(QColor(c.panel), 0.8))
    painter.setBrush(colour)
    for mark in rail.marks:
        if mark.id in served:
            painter.setOpacity(1.0 if mark.id in lit else _FADED * 2)
            painter.drawEllipse(QPointF(x, side.y(mark.rank)), Grid.MARK, Grid.MARK)
    painter.setOpacity(1.0)


def _paint_labels(painter: QPainter, side: Side, rail: Rail, c: Colours) -> None:
    """Ranks beside the rail, and the scores at 1, at the budget and at the depth."""
    last = len(rail.marks)
    outer = side.x - side.inward * Grid.LABEL
    for rank, strong in rank_labels(side.scale, (side.shown.budget, 1, last), last):
        colour = side.colour if strong else c.muted
        size = look.Size.META if strong else look.Size.SMALL
        write(painter, number(rank), outer, side.y(rank), colour, right=side.is_left, strong=strong, size=size)
    if not side.layout.is_wide:
        return
    above = -100.0
    for mark in rail.labelled(side.shown.budget):
        y, lines = side.y(mark.rank), score_of(side.channel, mark)
        if y - above < 13 * len(lines):
            continue
        above = y
        for line, text in enumerate(lines):
            x = side.x - side.inward * Grid.SCORE
            write(painter, text, x, y + 13 * line, c.muted, right=side.is_left, size=look.Size.SMALL)


def _paint_beyond(painter: QPainter, side: Side, rail: Rail, c: Colours) -> None:
    """Hollow squares at the true ranks of the rows on show."""
    rows = {row.hit.id for row in side.shown.rows[: side.shown.served + side.shown.below]}
    painter.setPen(QPen(QColor(c.muted), 1.2))
    painter.setBrush(QColor(c.panel))
    for mark in rail.beyond:
        if mark.id in rows:
            painter.drawRect(QRectF(side.x - 2.5, side.y(mark.rank) - 2.5, 5, 5))


# ---------------------------------------------------------------- lines


def paint_lines(painter: QPainter, side: Side, c: Colours) -> None:
    """The lines of the served rows in sight; dashed to a rank that adds nothing."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for row in side.layout.rows_in_sight:
        place = place_in(side.shown.rows[row].hit, side.channel)
        if row >= side.shown.served or place is None:
            continue
        painter.setOpacity(Grid.LINE_OPACITY if side.shown.has_eye(row) else _FADED / 2)
        painter.setPen(_line(side, place.rank, c))
        painter.drawPath(side.path(place.rank, row))
    painter.setOpacity(1.0)


def _line(side: Side, rank: int, c: Colours) -> QPen:
    if rank > side.depth:
        pen = QPen(QColor(c.muted), 1.0)
        pen.setDashPattern([3, 3])
        return pen
    pen = QPen(QColor(side.colour), side.scale.thickness(rank))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


# ---------------------------------------------------------------- one record


def paint_followed(
    painter: QPainter, pair: tuple[Side, Side], followed: Followed, c: Colours, *, framed: bool, focused: bool
) -> None:
    """One record above everything else: its lines with a halo, its row, its marks and what they add."""
    layout, shown = pair[0].layout, pair[0].shown
    row = followed.row if followed.row is not None and layout.in_sight(followed.row) else None
    if row is not None:
        for side in pair:
            _paint_halo_line(painter, side, followed, row, c)
        if framed:
            paint_frame(painter, layout, row, c, focused=focused)
        else:
            paint_hover(painter, layout, row, c)
        paint_row(painter, layout, shown, row, c, lit=True)
    for side in pair:
        _paint_followed_mark(painter, side, followed, row, c)


def _paint_halo_line(painter: QPainter, side: Side, followed: Followed, row: int, c: Colours) -> None:
    mark = followed.marks.get(side.channel)
    if mark is None:
        return
    path = side.path(mark.rank, row)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(c.panel), Grid.HALO))
    painter.drawPath(path)
    pen = QPen(QColor(side.colour), Grid.LINE_FOLLOWED)
    if mark.rank > side.depth:
        pen = QPen(QColor(c.ink), 1.8)
        pen.setDashPattern([3, 2])
    painter.setPen(pen)
    painter.drawPath(path)


def _paint_followed_mark(painter: QPainter, side: Side, followed: Followed, row: int | None, c: Colours) -> None:
    mark = followed.marks.get(side.channel)
    if mark is None:
        return
    beyond, y, r = mark.rank > side.depth, side.y(mark.rank), Grid.FOLLOWED_MARK
    colour = c.ink if beyond else side.colour
    served = followed.id in side.shown.served_ids
    painter.setPen(QPen(QColor(colour), 2.0))
    painter.setBrush(QColor(c.panel if beyond or not served else side.colour))
    if beyond:
        painter.drawRect(QRectF(side.x - r + 0.5, y - r + 0.5, 2 * r - 1, 2 * r - 1))
    else:
        painter.drawEllipse(QPointF(side.x, y), r - 0.5, r - 0.5)
    text = _fitting_pill(side, mark)
    width = pill_width(text)
    left = side.x + side.inward * 12 - (0 if side.is_left else width)
    middle = min(max(y + _aside(side, y, row), Grid.TOP), side.layout.foot - Grid.PILL)
    paint_pill(painter, text, left, middle, c.panel, colour, colour)


def _fitting_pill(side: Side, mark: Mark) -> str:
    """As much as the room between rail and rows holds."""
    texts = pill_texts(mark, side.depth, side.shown.rrf_k)
    room = side.layout.gap + (Grid.OVER if mark.rank > side.depth else 0)
    return next((text for text in texts if pill_width(text) + 14 <= room), texts[-1])


def _aside(side: Side, y: float, row: int | None) -> float:
    """The pill stands on the side of the mark from which its line turns away."""
    if row is None:
        return 0.0
    return -16.0 if side.layout.row_y(row) >= y else 16.0
