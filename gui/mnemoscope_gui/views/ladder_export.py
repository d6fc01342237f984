"""The ladder as a picture for a report: SVG with real text, or PNG at twice the pixels.

Always in the light palette: a picture leaves the window for paper, a page or a slide, which are light.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator

from mnemoscope.records import RecordId
from mnemoscope_gui import look
from mnemoscope_gui.look import LadderGrid as Grid
from mnemoscope_gui.views.glyphs import Finder, paint_glyph
from mnemoscope_gui.views.ladder_content import LadderContent
from mnemoscope_gui.views.ladder_geometry import Layout
from mnemoscope_gui.views.ladder_rails import paint_followed, paint_ground, paint_lines, sides
from mnemoscope_gui.views.ladder_rows import paint_budget, write
from mnemoscope_gui.wording import number, say

HEAD = 76
"""Height of the question and the headline over the ladder."""
LEAST = (1040, 700)
"""Of the ladder; a wider one on the screen is as wide in the picture."""
_RATIO = 2.0
_NO_XML = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""Control characters that a record may hold and XML may not."""
_SVG = "http://www.w3.org/2000/svg"


class LadderPicture:
    """A ladder with its question, headline and legend, of a size at which every served row is in sight."""

    def __init__(
        self,
        shown: LadderContent,
        selected: RecordId | None,
        question: str,
        headline: str,
        legend: tuple[tuple[Finder, str], ...],
        width: float = 0.0,
    ) -> None:
        self._shown, self._selected = shown, selected
        self._question, self._headline, self._legend = question, headline, legend
        row = (LEAST[1] - Grid.TOP - Grid.BOTTOM) / (Grid.ROWS - 1 + Grid.BOTTOM_ROWS)
        more = max(0, shown.served - Grid.ROWS) * row
        self._layout = Layout(max(width, LEAST[0]), LEAST[1] + more, shown.served, shown.below, row=row)

    @property
    def size(self) -> QSize:
        """In pixels at 100 %."""
        return QSize(round(self._layout.width), round(self._layout.height) + HEAD)

    def paint(self, painter: QPainter) -> None:
        """The whole picture, from the top left corner."""
        c, layout, shown = look.LIGHT, self._layout, self._shown
        painter.fillRect(QRectF(0, 0, self.size.width(), self.size.height()), QColor(c.panel))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = layout.width - 2 * Grid.PADDING
        font = QFontMetricsF(look.font(look.Size.RANK, strong=True))
        question = font.elidedText(self._question, Qt.TextElideMode.ElideRight, room)
        write(painter, question, Grid.PADDING, 24, c.ink, strong=True, size=look.Size.RANK, room=room)
        write(painter, self._headline, Grid.PADDING, 52, c.ink, size=look.Size.CONTROL, room=room)
        self._paint_legend(painter)
        painter.translate(0, HEAD)
        pair = sides(layout, shown, c)
        paint_ground(painter, layout, shown, c)
        for side in pair:
            paint_lines(painter, side, c)
        if (followed := shown.follow(self._selected)) is not None:
            paint_followed(painter, pair, followed, c, framed=True, focused=False)
        paint_budget(painter, layout, say("ladder.budget.still", budget=number(shown.budget)), c)

    def _paint_legend(self, painter: QPainter) -> None:
        metrics, x = QFontMetricsF(look.font(look.Size.META)), self._layout.width - Grid.PADDING
        for kind, text in reversed(self._legend):
            write(painter, text, x, 52, look.LIGHT.ink, right=True)
            x -= metrics.horizontalAdvance(text) + 12
            paint_glyph(painter, QPointF(x, 52), kind, look.LIGHT)
            x -= 22

    def write_svg(self, path: Path) -> None:
        """One SVG file; its texts are texts. Raises ``OSError``."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(self.size)
        generator.setViewBox(QRect(0, 0, self.size.width(), self.size.height()))
        generator.setTitle(_NO_XML.sub(b"", self._question.encode()).decode())
        generator.setDescription(self._headline)
        generator.setResolution(96)
        with QPainter(generator) as painter:
            self.paint(painter)
        path.write_bytes(_with_lengths(_NO_XML.sub(b"", bytes(buffer.data().data()))))

    def write_png(self, path: Path) -> None:
        """One PNG file at twice the pixels. Raises ``OSError``."""
        image = QImage(self.size * _RATIO, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(_RATIO)
        with QPainter(image) as painter:
            self.paint(painter)
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, QByteArray(b"png")).write(image)
        path.write_bytes(bytes(buffer.data().data()))


def _with_lengths(svg: bytes) -> bytes:
    """Every text with the width that it has here: a reader without our font keeps columns and underlines in place."""
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(svg)
    for text, font in _texts(root, {}):
        size, strong = float(font.get("font-size", look.Size.META)), int(font.get("font-weight", 400)) >= 600
        metrics = QFontMetricsF(look.font(round(size), strong=strong, italic=font.get("font-style") == "italic"))
        text.set("textLength", f"{metrics.horizontalAdvance(text.text or ''):.2f}")
        text.set("lengthAdjust", "spacingAndGlyphs")
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _texts(
    element: ElementTree.Element, inherited: dict[str, str]
) -> Iterator[tuple[ElementTree.Element, dict[str, str]]]:
    """The text elements, each with the attributes that hold for it."""
    own = {**inherited, **element.attrib}
    if element.tag == f"{{{_SVG}}}text" and element.text:
        yield element, own
    for child in element:
        yield from _texts(child, own)
