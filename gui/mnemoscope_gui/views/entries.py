"""A list of two lines to a row, painted by one delegate."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, EntryGrid
from mnemoscope_gui.models.entries import EntriesModel, Entry, Tone
from mnemoscope_gui.models.marks import NO_MARKS
from mnemoscope_gui.models.table import RECORD_ROLE, Index
from mnemoscope_gui.views.row_list import RowList
from mnemoscope_gui.views.rows import Brush
from mnemoscope_gui.views.signs import paint_sign
from mnemoscope_gui.views.snippet import excerpt, paint_excerpt

_SIGNS = {Tone.GOOD: True, Tone.FAULT: False, Tone.OPEN: None}


class _EntryDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, look.Height.QUEUE_ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry, view = index.data(RECORD_ROLE), self.parent()
        if not isinstance(entry, Entry):
            return
        c, area = look.colours(), QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(area.left() + 8, area.bottom() - 1, area.width() - 16, 1), QColor(c.hairline))
        if isinstance(view, QAbstractItemView) and view.currentIndex() == index:
            painter.setPen(QPen(QColor(c.accent), 2.0 if state & QStyle.StateFlag.State_HasFocus else 1.0))
            painter.setBrush(QColor(c.selection))
            painter.drawRoundedRect(area.adjusted(4, 1, -4, -2), look.CONTROL_RADIUS, look.CONTROL_RADIUS)
        model = index.model()
        _paint_entry(painter, area, entry, c, leaves_room=isinstance(model, EntriesModel) and model.has_signs)
        painter.restore()


def _paint_entry(painter: QPainter, area: QRectF, entry: Entry, c: Colours, *, leaves_room: bool) -> None:
    grid, left, right = EntryGrid, area.left() + EntryGrid.LEFT, area.right() - EntryGrid.LEFT
    first = area.top() + (grid.FIRST if entry.note else (area.height() - grid.LINE) / 2)
    if entry.tone in _SIGNS:
        paint_sign(painter, QPointF(left + grid.SIGN / 2, first + grid.LINE / 2), _SIGNS[entry.tone], c)
    if leaves_room:
        left += grid.SIGN + look.SPACE * 2
    wide = min(QFontMetricsF(look.font(look.Size.SMALL)).horizontalAdvance(entry.meta) + 2, (right - left) / 2)
    if entry.meta:
        brush = Brush(painter, first, grid.LINE, c)
        brush.outermost(entry.meta, right, wide, c.muted, size=look.Size.SMALL)
    room = right - left - (wide + look.SPACE * 2 if entry.meta else 0)
    ink = QColor(c.muted if entry.tone is Tone.MUTED else c.ink)
    _paint_line(painter, QRectF(left, first, room, grid.LINE), entry.title, look.Size.CONTROL, ink)
    below = QRectF(left, area.top() + grid.SECOND, right - left, grid.LINE)
    note = QColor(c.ink if entry.tone is Tone.FAULT else c.muted)
    _paint_line(painter, below, entry.note, look.Size.META, note)


def _paint_line(painter: QPainter, box: QRectF, words: str, size: int, ink: QColor) -> None:
    if words and box.width() > 1:
        shown = excerpt(words, NO_MARKS, size, box.width())
        paint_excerpt(painter, box, shown, look.font(size), ink, ink)


class EntriesView(RowList):
    """The rows; Enter takes the current one, Del asks to remove it, Esc leads back."""

    LEFT_UPWARD = False
    remove_requested = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries = EntriesModel(self)
        self.setModel(self.entries)
        self.setItemDelegate(_EntryDelegate(self))
        self.setUniformItemSizes(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    @property
    def current(self) -> Entry | None:
        """The row that is current."""
        row = self.currentIndex().row()
        return self.entries.records[row] if 0 <= row < len(self.entries.records) else None

    def show_entries(self, entries: tuple[Entry, ...]) -> None:
        """Show these; where they stand for others, the one that was current stays so if it is still there."""
        before, place = self.current, max(self.currentIndex().row(), 0)
        if self.entries.show(entries) and entries:
            kept = self.entries.row_of(before.key) if before is not None and before.key is not None else None
            self.setCurrentIndex(self.entries.index(kept if kept is not None else min(place, len(entries) - 1), 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit()
        else:
            super().keyPressEvent(event)
