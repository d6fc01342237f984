"""What of a ladder does not follow the pointer, kept in two pixmaps: rails with rows, and the lines."""

from __future__ import annotations

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap

from mnemoscope_gui import look
from mnemoscope_gui.views.ladder_content import LadderContent
from mnemoscope_gui.views.ladder_geometry import Layout
from mnemoscope_gui.views.ladder_rails import paint_ground, paint_lines, sides


class Layers:
    """The layers last painted. The lines lie apart, because they are dimmed while a record is followed."""

    def __init__(self) -> None:
        self._key: object = None
        self._pair = QPixmap(), QPixmap()

    def painted(self, layout: Layout, shown: LadderContent, ratio: float) -> tuple[QPixmap, QPixmap]:
        """Ground and lines, with every pixel of the screen; painted anew only where something of them changed."""
        c = look.colours()
        key = (layout, shown, c, ratio)
        if self._key != key:
            ground, lines = (_cleared(layer, layout, ratio) for layer in self._pair)
            with QPainter(ground) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint_ground(painter, layout, shown, c)
            with QPainter(lines) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                for side in sides(layout, shown, c):
                    paint_lines(painter, side, c)
            self._key, self._pair = key, (ground, lines)
        return self._pair


def _cleared(layer: QPixmap, layout: Layout, ratio: float) -> QPixmap:
    """An empty layer: the old one where its size is right, for touching new memory is slow."""
    size = (QSizeF(layout.width, layout.height) * ratio).toSize()
    if layer.size() != size:
        layer = QPixmap(size)
    layer.setDevicePixelRatio(ratio)
    layer.fill(Qt.GlobalColor.transparent)
    return layer
