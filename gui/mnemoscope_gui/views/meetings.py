"""Words of the question at the left, words of the record at the right, and a line where they meet."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, MeetingGrid
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.models.xray import Becoming, MeetingRow, MeetingsModel
from mnemoscope_gui.views.snippet import wrapped_lines

Index = QModelIndex | QPersistentModelIndex
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class MeetingDelegate(QStyledItemDelegate):
    """Paints a word of the question, what stands beside it, and why they are apart."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(RECORD_ROLE)
        view = self.parent()
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else 300
        word = MeetingGrid.WORD if row.asked.became else look.Height.LINE  # a stop word became nothing that matters
        note = _note_lines(row, width) if row.held else 0
        return QSize(80, round(MeetingGrid.TOP * 2 + max(len(row.held), 1) * word + note * look.Height.LINE))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        if not isinstance(row, MeetingRow):
            return
        c = look.colours()
        area = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(c.accent), 1))
            painter.setBrush(QColor(c.selection))
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -1.5), look.CONTROL_RADIUS, look.CONTROL_RADIUS)
        painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), QColor(c.hairline))
        body = area.adjusted(MeetingGrid.SIDE, MeetingGrid.TOP, -MeetingGrid.SIDE, -MeetingGrid.TOP)
        _paint_row(painter, row, body, c)
        painter.restore()


def _paint_row(painter: QPainter, row: MeetingRow, body: QRectF, c: Colours) -> None:
    left = QRectF(body.left(), body.top(), body.width() * MeetingGrid.ASKED, MeetingGrid.WORD)
    right = QRectF(body.left() + body.width() * MeetingGrid.HELD, body.top(), 0, MeetingGrid.WORD)
    right.setRight(body.right())
    asked_end = _paint_word(painter, row.asked, left, row.met, c)
    for held in row.held:
        _paint_word(painter, held, right, row.met, c)
        _paint_link(painter, QPointF(asked_end, left.bottom() - 9), QPointF(right.left(), right.bottom() - 9), row, c)
        right.translate(0, MeetingGrid.WORD)
    if not row.note:
        return
    painter.setFont(look.font(look.Size.META))
    painter.setPen(QColor(c.muted))
    right.setHeight(look.Height.LINE)
    note = right if not row.held else QRectF(body.left(), right.top(), body.width(), body.bottom() - right.top())
    painter.drawText(note, _LEFT | int(Qt.TextFlag.TextWordWrap), row.note)


def _paint_word(painter: QPainter, word: Becoming, box: QRectF, met: bool, c: Colours) -> float:
    """The word over what it became; returns where that ends."""
    surface, became = look.font(look.Size.CONTROL), look.font(look.Size.META, strong=met)
    painter.setFont(surface)
    painter.setPen(QColor(c.ink if word.became else c.muted))
    top = QRectF(box.left(), box.top(), box.width(), look.Height.LINE)
    painter.drawText(top, _LEFT, _elided(word.surface, surface, box.width()))
    painter.setFont(became)
    painter.setPen(QColor(c.words if met else c.muted))
    below = QRectF(box.left(), box.top() + look.Height.LINE - 1, box.width(), look.Height.LINE)
    shown = _elided(word.became, became, box.width() - MeetingGrid.DOT)
    painter.drawText(below, _LEFT, shown)
    return box.left() + QFontMetricsF(became).horizontalAdvance(shown)


def _elided(text: str, font: object, width: float) -> str:
    return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideMiddle, width)  # type: ignore[call-overload,no-any-return]


def _paint_link(painter: QPainter, start: QPointF, end: QPointF, row: MeetingRow, c: Colours) -> None:
    """A line from word to word; broken in the middle where they do not meet."""
    one, other = start + QPointF(MeetingGrid.DOT, 0), end - QPointF(MeetingGrid.DOT, 0)
    colour = QColor(c.words if row.met else c.border)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 1.6 if row.met else 1.2))
    middle = (one.x() + other.x()) / 2
    if row.met:
        path = QPainterPath(one)
        path.cubicTo(QPointF(middle, one.y()), QPointF(middle, other.y()), other)
        painter.drawPath(path)
        painter.setBrush(colour)
        for dot in (one, other):
            painter.drawEllipse(dot, 2.5, 2.5)
        return
    gap = MeetingGrid.GAP
    painter.drawLine(one, QPointF(middle - gap, one.y()))
    painter.drawLine(QPointF(middle + gap, other.y()), other)
    painter.setPen(QPen(QColor(c.muted), 1.6))
    for dx in (-3.0, 3.0):
        painter.drawLine(QPointF(middle - dx, one.y() - 4), QPointF(middle + dx, one.y() + 4))


def _note_lines(row: MeetingRow, width: float) -> int:
    if not row.note:
        return 0
    return wrapped_lines(row.note, look.font(look.Size.META), width - 2 * MeetingGrid.SIDE, 3)


class MeetingsView(QListView):
    """Every word of the question, as high as its rows are; it never scrolls by itself."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._meetings = MeetingsModel(self)
        self.setModel(self._meetings)
        self.setItemDelegate(MeetingDelegate(self))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setResizeMode(QListView.ResizeMode.Adjust)

    @property
    def rows(self) -> tuple[MeetingRow, ...]:
        """What is shown."""
        return self._meetings.records

    def set_rows(self, rows: tuple[MeetingRow, ...]) -> None:
        """Show these."""
        self._meetings.set_records(rows)
        self._fit()

    def _fit(self) -> None:
        option = QStyleOptionViewItem()
        delegate = self.itemDelegate()
        heights = (
            delegate.sizeHint(option, self._meetings.index(row, 0)).height() for row in range(self._meetings.rowCount())
        )
        self.setFixedHeight(sum(heights) + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()
            self._fit()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = self.indexAt(event.pos()).data(RECORD_ROLE)
            if isinstance(row, MeetingRow):
                words = (row.asked, *row.held)
                QToolTip.showText(event.globalPos(), "\n".join(f"{word.surface}: {word.steps}" for word in words), self)
            return True
        return super().viewportEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands here, not a search."""
