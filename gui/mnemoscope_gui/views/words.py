"""A text's words in order, each over what it became; those that met are marked."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.look import WordGrid
from mnemoscope_gui.models.xray import Cell

_CENTRE = int(Qt.AlignmentFlag.AlignCenter)


@dataclass(frozen=True, slots=True)
class _Placed:
    cell: Cell
    box: QRectF


class WordFlow(QWidget):
    """Cells that flow like a text, as high as they need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: tuple[Cell, ...] = ()
        self._placed: tuple[_Placed, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """What is shown."""
        return self._cells

    def set_cells(self, cells: tuple[Cell, ...]) -> None:
        """Show these."""
        self._cells = cells
        self.setAccessibleName(" ".join(f"{cell.surface} ({cell.became})" for cell in cells if cell.became)[:2000])
        self._place()

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._place()

    def _place(self) -> None:
        """Rows from the left, from the right where the text reads so."""
        surface, became = (QFontMetricsF(look.font(size)) for size in (look.Size.CONTROL, look.Size.SMALL))
        width = float(self.width())
        backwards = sum(_reads_backwards(cell.surface) for cell in self._cells) * 2 > len(self._cells)
        placed = []
        x = y = 0.0
        for cell in self._cells:
            wide = max(surface.horizontalAdvance(cell.surface), became.horizontalAdvance(cell.became))
            wide = min(wide + 2 * WordGrid.INSET, width)
            if x and x + wide > width:
                x, y = 0.0, y + WordGrid.HEIGHT + WordGrid.BETWEEN
            left = width - x - wide if backwards else x
            placed.append(_Placed(cell, QRectF(left, y, wide, WordGrid.HEIGHT)))
            x += wide + WordGrid.BETWEEN
        self._placed = tuple(placed)
        self.setFixedHeight(round(y + WordGrid.HEIGHT) if placed else 0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = QRectF(event.rect())
        for placed in self._placed:
            if placed.box.intersects(seen):
                _paint_cell(painter, placed.cell, placed.box)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = event.pos().toPointF()
            tip = next((f"{some.cell.surface}: {some.cell.tip}" for some in self._placed if some.box.contains(at)), "")
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)


def _paint_cell(painter: QPainter, cell: Cell, box: QRectF) -> None:
    c = look.colours()
    inner = box.adjusted(WordGrid.INSET, 0, -WordGrid.INSET, 0)
    if not cell.is_gap:
        painter.setPen(QPen(QColor(c.words if cell.met else c.edge), 1.4 if cell.met else 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    surface = look.font(look.Size.CONTROL)
    painter.setFont(surface)
    painter.setPen(QColor(c.muted if cell.is_gap else c.ink))
    top = box if cell.is_gap else QRectF(inner.left(), box.top() + 1, inner.width(), look.Height.LINE)
    painter.drawText(top, _CENTRE, _elided(cell.surface, QFontMetricsF(surface), top.width()))
    if cell.became:
        small = look.font(look.Size.SMALL, strong=cell.met)
        painter.setFont(small)
        painter.setPen(QColor(c.words if cell.met else c.muted))
        below = QRectF(inner.left(), box.top() + look.Height.LINE - 1, inner.width(), look.Height.LINE - 3)
        painter.drawText(below, _CENTRE, _elided(cell.became, QFontMetricsF(small), inner.width()))


def _elided(text: str, metrics: QFontMetricsF, width: float) -> str:
    return metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, width + 1)


def _reads_backwards(word: str) -> bool:
    return any("\u0590" <= letter <= "\u08ff" for letter in word[:8])
