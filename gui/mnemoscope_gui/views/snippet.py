"""Long texts cut to a few painted lines, windowed round the rarest matched word, matches underlined.

Text is cut by characters in reading order, never by pixels on one side, so that right-to-left and mixed texts keep
their beginning and their ellipsis stands where the reading stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextLine, QTextOption

from mnemoscope_gui import look
from mnemoscope_gui.models.marks import Marks, Span
from mnemoscope_gui.views.units import characters, units

ELLIPSIS = "…"
_NARROWEST = 2.0
"""Pixels that a character takes at least; no more is laid out than could be seen."""
_FLAT = {ord(c): " " for c in "\n\r\t\v\f\u2028\u2029\x85"}
_UNDERLINE = 2.0
_THIN_UNDERLINE = 1.5
_BELOW = 2.0
"""Underlines of larger and of small text, and how far they are below the baseline, in pixels."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is shown of a text, with its matches in their new places."""

    text: str
    spans: tuple[Span, ...] = ()


@lru_cache(maxsize=1024)
def excerpt(text: str, found: Marks, size: int, width: float, lines: int = 1) -> Excerpt:
    """The part of the text that fits at this font size, holding the rarest match where there is one.

    Kept, because a row is painted more often than it changes.
    """
    font = look.font(size)
    most = int(width * lines / _NARROWEST) + 16
    flat = text[: found.focus[1] + most if found.focus else most].translate(_FLAT)
    start, prefix = 0, ""
    fitting = _fits(flat[:most], font, width, lines)
    if found.focus and found.focus[1] > fitting:
        start, prefix = _window(flat, found.focus, fitting), f"{ELLIPSIS}\u00a0"  # no line of its own
    shown = prefix + flat[start : start + most]
    end = _fits(shown, font, width, lines)
    if end < len(shown) or start + most < len(text):
        kept = shown[:end].rstrip()
        shown, end = f"{kept} {ELLIPSIS}", len(kept)
    shift = len(prefix) - start
    moved = ((max(a + shift, len(prefix)), min(b + shift, end)) for a, b in found.spans)
    return Excerpt(shown, tuple((a, b) for a, b in moved if a < b))


def _window(flat: str, focus: Span, fitting: int) -> int:
    """Where to begin so that the focus stands about a third into what fits: at a word's beginning if one is near."""
    start = max(0, focus[0] - fitting // 3)
    start = min(start, max(0, len(flat) - fitting + 4))  # near the end, fill the room with what stands before
    space = flat.find(" ", start, focus[0])
    return space + 1 if space >= 0 else start


def _fits(text: str, font: QFont, width: float, lines: int) -> int:
    """How many characters fit, leaving room for an ellipsis where not all do."""
    layout = laid_out(text, font, width, lines)
    if _end(layout) >= units(text, len(text)):
        return len(text)
    room = QFontMetricsF(font).horizontalAdvance(f" {ELLIPSIS}")
    return characters(text, _end(laid_out(text, font, width, lines, last=max(1.0, width - room))))


def _end(layout: QTextLayout) -> int:
    """Where the laid out lines end, in Qt's units."""
    line = layout.lineAt(layout.lineCount() - 1)
    return line.textStart() + line.textLength() if line.isValid() else 0


def laid_out(
    text: str,
    font: QFont,
    width: float,
    lines: int,
    height: float = 0.0,
    last: float | None = None,
    formats: Sequence[QTextLayout.FormatRange] = (),
) -> QTextLayout:
    """A text broken into lines, each ``height`` below the one before; the ``last`` one may be narrower."""
    layout = QTextLayout(text, font)
    layout.setFormats(formats)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    ascent = QFontMetricsF(font).ascent()
    layout.beginLayout()
    for number in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(last if last is not None and number == lines - 1 else width)
        # By the baseline: a fallback font for another script may be taller than the row's own.
        line.setPosition(QPointF(0, number * height + ascent - line.ascent()))
    layout.endLayout()
    return layout


def paint_excerpt(
    painter: QPainter, area: QRectF, shown: Excerpt, font: QFont, ink: QColor, underline: QColor, lines: int = 1
) -> None:
    """Paint the excerpt from the area's top, one line per ``area.height() / lines``."""
    height = area.height() / lines
    layout = laid_out(shown.text, font, area.width(), lines, height)
    lift = (height - QFontMetricsF(font).height()) / 2
    origin = area.topLeft() + QPointF(0, lift)
    painter.save()
    painter.setClipRect(area.adjusted(-1, -2, 1, 4))
    painter.setPen(ink)
    layout.draw(painter, origin)
    thickness = _UNDERLINE if font.pixelSize() >= look.Size.TEXT else _THIN_UNDERLINE
    spans = [(units(shown.text, start), units(shown.text, end)) for start, end in shown.spans]
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        for span in spans:
            _underline(painter, origin, line, span, underline, thickness)
    painter.restore()


def _underline(
    painter: QPainter, origin: QPointF, line: QTextLine, span: Span, colour: QColor, thickness: float
) -> None:
    first, last = line.textStart(), line.textStart() + line.textLength()
    start, end = max(span[0], first), min(span[1], last)
    if start >= end:
        return
    one, other = _x(line, start), _x(line, end)
    y = round(origin.y() + line.y() + line.ascent() + _BELOW)  # on a pixel, or it is blurred over two
    painter.fillRect(QRectF(origin.x() + min(one, other), y, abs(other - one), thickness), colour)


def _x(line: QTextLine, position: int) -> float:
    found: object = line.cursorToX(position)  # a pair with the position, whatever the stubs say
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]


def wrapped_lines(text: str, font: QFont, width: float, most: int) -> int:
    """How many lines the text takes at this width, at most ``most``, at least one."""
    flat = text[: int(width * most / _NARROWEST) + 16].translate(_FLAT)
    return max(1, laid_out(flat, font, max(width, 1.0), most).lineCount())
