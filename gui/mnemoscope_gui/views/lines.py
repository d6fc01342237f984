"""A list of lines: each with a lead and a wrapped text, the current one marked."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mnemoscope.records import RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.lines import Line, LinesModel
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.snippet import excerpt, paint_excerpt, wrapped_lines

Index = QModelIndex | QPersistentModelIndex

_SIDE, _TOP, _MOST = look.PADDING, 5, 6


class LineDelegate(QStyledItemDelegate):
    """Paints the lead and place on one line, the text below on up to six."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line = index.data(RECORD_ROLE)
        width = self._width()
        lines = wrapped_lines(line.body, look.font(look.Size.CONTROL), width - 2 * _SIDE, _MOST)
        return QSize(80, _TOP * 2 + look.Height.LINE * (lines + (1 if _headed(line) else 0)))

    def _width(self) -> float:
        view = self.parent()
        return float(view.viewport().width()) if isinstance(view, QAbstractItemView) else 300.0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = index.data(RECORD_ROLE)
        if not isinstance(line, Line):
            return
        c = look.colours()
        area = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.is_current:
            painter.setBrush(QColor(c.selection))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(area.adjusted(2, 1, -2, -1), look.CONTROL_RADIUS, look.CONTROL_RADIUS)
            painter.fillRect(QRectF(area.left() + 2, area.top() + 6, 3, area.height() - 12), QColor(c.accent))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(c.accent), 1))
            painter.drawRoundedRect(area.adjusted(2.5, 1.5, -2.5, -1.5), look.CONTROL_RADIUS, look.CONTROL_RADIUS)
        box = area.adjusted(_SIDE, _TOP, -_SIDE, -_TOP)
        if _headed(line):
            head = QRectF(box.left(), box.top(), box.width(), look.Height.LINE)
            painter.setPen(QColor(c.muted))
            painter.setFont(look.font(look.Size.META))
            painter.drawText(head, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), line.meta)
            painter.setPen(QColor(c.ink))
            painter.setFont(look.font(look.Size.META, strong=True))
            painter.drawText(head, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), line.lead)
            box.setTop(box.top() + look.Height.LINE)
        font = look.font(look.Size.CONTROL, struck=line.struck)
        lines = wrapped_lines(line.body, font, box.width(), _MOST)
        shown = excerpt(line.body, line.found, look.Size.CONTROL, box.width(), lines)
        ink = QColor(c.muted if line.struck else c.ink)
        paint_excerpt(
            painter,
            QRectF(box.topLeft(), QPointF(box.right(), box.top() + look.Height.LINE * lines)),
            shown,
            font,
            ink,
            QColor(c.words),
            lines,
        )
        painter.restore()


def _headed(line: Line) -> bool:
    return bool(line.lead or line.meta)


class LinesView(QListView):
    """Lines that can be walked and, where they stand for a record, opened."""

    opened = Signal(object)
    """A record to look at."""
    act_opened = Signal(int)
    """An act to look at."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = LinesModel(self)
        self.setModel(self._lines)
        self.setItemDelegate(LineDelegate(self))
        self.setAccessibleName(name)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.doubleClicked.connect(self._on_activated)

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is shown."""
        return self._lines.records

    def set_lines(self, lines: tuple[Line, ...]) -> None:
        """Show these, the current one in sight."""
        self._lines.set_records(lines)
        current = self._lines.row_of_current()
        if current is not None:
            index = self._lines.index(current, 0)
            self.setCurrentIndex(index)
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_activated(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands here, not a search."""

    def _on_activated(self, index: QModelIndex) -> None:
        line = index.data(RECORD_ROLE)
        if isinstance(line, Line) and line.id is not None and not line.is_current:
            self.opened.emit(RecordId(line.id))
        elif isinstance(line, Line) and line.act is not None:
            self.act_opened.emit(line.act)
