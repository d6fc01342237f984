"""The three signs of who found a record: a diamond for both, a triangle pointing to the side of one channel."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from mnemoscope.records import Hit, LexicalPlace, VectorPlace
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours


class Finder(Enum):
    """Which channels counted for a record."""

    BOTH = "both"
    VECTORS = "vectors"
    WORDS = "words"
    NEITHER = "neither"
    GAVE_WAY = "gave_way"
    """Not of a hit: the vectors alone would have served the record."""


def finder(hit: Hit) -> Finder:
    """Which channels brought the hit in."""
    return found_by(hit.vector, hit.lexical)


def found_by(vector: VectorPlace | None, lexical: LexicalPlace | None) -> Finder:
    """Which of the places counted."""
    vectors = vector is not None and vector.counted
    words = lexical is not None and lexical.counted
    if vectors and words:
        return Finder.BOTH
    if vectors:
        return Finder.VECTORS
    return Finder.WORDS if words else Finder.NEITHER


def finder_colour(found_by: Finder, c: Colours) -> str:
    """Ink for both, else the channel's colour."""
    return {Finder.VECTORS: c.vectors, Finder.WORDS: c.words}.get(found_by, c.ink)


_SHAPES = {
    Finder.BOTH: ((0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)),
    Finder.VECTORS: ((-4.5, 0.0), (3.5, -4.5), (3.5, 4.5)),
    Finder.WORDS: ((4.5, 0.0), (-3.5, -4.5), (-3.5, 4.5)),
}


def paint_glyph(painter: QPainter, centre: QPointF, found_by: Finder, c: Colours) -> None:
    """The sign, about 9 pixels wide, round its centre."""
    if found_by is Finder.GAVE_WAY:
        painter.setPen(QPen(look.colour(c.vectors), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, 3.5, 3.5)
    points = _SHAPES.get(found_by)
    if points is None:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour(finder_colour(found_by, c)))
    painter.drawPolygon(QPolygonF([QPointF(centre.x() + x, centre.y() + y) for x, y in points]))


class GlyphLabel(QWidget):
    """A sign as a widget, for a legend."""

    def __init__(self, found_by: Finder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finder = found_by
        self.setFixedSize(QSize(12, 14))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_glyph(painter, QPointF(self.width() / 2, self.height() / 2), self._finder, look.colours())


class Mark(QWidget):
    """The program's own sign: the three glyphs side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(QSize(40, 24))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, self.height() / 2)
        painter.scale(1.5, 1.5)
        for x, found_by in ((5.0, Finder.VECTORS), (13.0, Finder.BOTH), (21.0, Finder.WORDS)):
            paint_glyph(painter, QPointF(x, 0), found_by, look.colours())
