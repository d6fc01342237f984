"""A text with what came into it underlined and what is gone from it struck through: by shape as well as by colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout

from mnemoscope_gui import look
from mnemoscope_gui.models.marks import Marks, Span
from mnemoscope_gui.views.snippet import excerpt, laid_out
from mnemoscope_gui.views.units import units


@dataclass(frozen=True, slots=True)
class Shown:
    """The part of a text that fits, with its marks in their new places."""

    text: str
    come: tuple[Span, ...] = ()
    gone: tuple[Span, ...] = ()


@lru_cache(maxsize=512)
def fitting(text: str, come: tuple[Span, ...], gone: tuple[Span, ...], size: int, width: float, lines: int) -> Shown:
    """What is shown of a text in so many lines: its beginning, or the part round its first mark."""
    first = min((*come, *gone), default=None)
    one = excerpt(text, Marks(come, first), size, width, lines)
    other = excerpt(text, Marks(gone, first), size, width, lines)
    return Shown(one.text, one.spans, other.spans)


def paint_reworded(painter: QPainter, area: QRectF, shown: Shown, font: QFont, ink: QColor, lines: int) -> None:
    """Paint it from the area's top, one line per ``area.height() / lines``."""
    height = area.height() / lines
    c = look.colours()
    marks = [*_formats(shown.text, shown.come, c.good), *_formats(shown.text, shown.gone, c.warning, True)]
    layout = laid_out(shown.text, font, area.width(), lines, height, formats=marks)
    lift = (height - QFontMetricsF(font).height()) / 2
    painter.save()
    painter.setClipRect(area.adjusted(-1, -2, 1, 4))
    painter.setPen(ink)
    layout.draw(painter, area.topLeft() + QPointF(0, lift))
    painter.restore()


def _formats(text: str, spans: tuple[Span, ...], colour: str, struck: bool = False) -> list[QTextLayout.FormatRange]:
    style = QTextCharFormat()
    style.setForeground(QColor(colour))
    style.setFontStrikeOut(struck)
    style.setFontUnderline(not struck)
    ranges = []
    for start, end in spans:
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = units(text, start), units(text, end) - units(text, start), style
        ranges.append(part)
    return ranges
