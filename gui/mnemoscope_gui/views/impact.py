"""What an act would do, before it is done: a sentence, and the questions that would be answered otherwise."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.plans import Affected, Impact, Shift
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, ImpactGrid
from mnemoscope_gui.models.impact import Heading, ImpactModel, fate, rest, rows, shifts, summary
from mnemoscope_gui.models.marks import NO_MARKS
from mnemoscope_gui.models.table import RECORD_ROLE, Index
from mnemoscope_gui.views.row_list import RowList
from mnemoscope_gui.views.rows import Brush
from mnemoscope_gui.views.signs import paint_sign
from mnemoscope_gui.views.snippet import excerpt, paint_excerpt
from mnemoscope_gui.wording import number, say

_LEAVES, _ENTERS = "−", "+"
_STRONG = 0.93
"""Of the room that a text in bold has: excerpts are measured in the plain font."""


class ImpactView(QWidget):
    """Shows an ``Impact``; of an act that is thought of, or one that is done."""

    question_taken = Signal(object)
    """An ``Affected`` is to be asked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.sentence, self.view, self.model = QLabel(), _Questions(), ImpactModel(self)
        self.sentence.setTextFormat(Qt.TextFormat.RichText)
        self.sentence.setWordWrap(True)
        self.sentence.setProperty("role", "lead")
        self.sentence.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.SPACE)
        self.view.setModel(self.model)
        self.view.setAccessibleName(say("impact.name"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.SPACE)
        column.addWidget(self.sentence)
        column.addWidget(self.view, 1)
        self.view.taken.connect(self._on_taken)
        self.view.clicked.connect(lambda _: self._on_taken())

    @property
    def text(self) -> str:
        """What the sentence says, without its markup."""
        return self._text

    def show_impact(self, impact: Impact, *, is_past: bool = False) -> None:
        """What would change, or what an act that is done has changed."""
        first, then = summary(impact, is_past=is_past)
        self._say(first, then)
        self.model.set_records(rows(impact))
        self.view.setVisible(bool(impact.affected))

    def show_waiting(self) -> None:
        """It is being found out."""
        self._say("", say("impact.waiting"))
        self._show_no_rows()

    def clear(self, sentence: str = "") -> None:
        """Nothing is thought of; the sentence may say why."""
        self._say("", sentence)
        self._show_no_rows()

    def take_focus(self) -> None:
        """The first question is current."""
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_no_rows(self) -> None:
        self.model.set_records(())
        self.view.hide()

    def _say(self, first: str, then: str) -> None:
        self._text = f"{first} {then}".strip()
        strong = f"<b>{escape(first)}</b> " if first else ""
        self.sentence.setText(strong + escape(then))

    def _on_taken(self) -> None:
        row = self.view.currentIndex().data(RECORD_ROLE)
        if isinstance(row, Affected):
            self.question_taken.emit(row)


class _Questions(RowList):
    """The questions; Enter or a click takes one."""

    LEFT_UPWARD = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(_ImpactDelegate(self))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class _ImpactDelegate(QStyledItemDelegate):
    """A heading; or a question with what becomes of it, and below it what leaves and what enters."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(RECORD_ROLE)
        lines = 1 + _line_count(row) if isinstance(row, Affected) else 1
        return QSize(80, ImpactGrid.LINE * lines + ImpactGrid.GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, c = index.data(RECORD_ROLE), look.colours()
        area, state = QRectF(option.rect), option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            Brush(painter, area.top(), area.height(), c).innermost(
                row.title, area.left() + look.PADDING, area.width() - 2 * look.PADDING, c.muted, strong=True
            )
        elif isinstance(row, Affected):
            view = self.parent()
            is_current = isinstance(view, QAbstractItemView) and view.currentIndex() == index
            _paint_ground(painter, area, c, is_current and bool(state & QStyle.StateFlag.State_HasFocus))
            _paint_question(painter, area, row, c)
        painter.restore()


def _line_count(row: Affected) -> int:
    return sum(len(shown) + (1 if more else 0) for shown, more in shifts(row))


def _paint_ground(painter: QPainter, area: QRectF, c: Colours, focused: bool) -> None:
    if focused:
        painter.setPen(QPen(QColor(c.accent), 1.0))
        painter.setBrush(QColor(c.selection))
        painter.drawRoundedRect(area.adjusted(8, 1, -8, -1), look.CONTROL_RADIUS, look.CONTROL_RADIUS)


def _paint_question(painter: QPainter, area: QRectF, row: Affected, c: Colours) -> None:
    grid, left, right = ImpactGrid, area.left() + look.PADDING, area.right() - look.PADDING
    top = area.top() + grid.GAP / 2
    said = fate(row)
    turns = row.expectation is not None and row.held != row.would_hold
    if turns:
        paint_sign(painter, QPointF(right - 6, top + grid.LINE / 2), row.would_hold, c)
        right -= grid.SIGN
    metrics = QFontMetricsF(look.font(look.Size.META, strong=turns))
    wide = min(metrics.horizontalAdvance(said) + 2, (right - left) * grid.FATE_SHARE)
    Brush(painter, top, grid.LINE, c).outermost(said, right, wide, c.ink if turns else c.muted, strong=turns)
    room = right - left - wide - look.SPACE * 2
    _paint_text(painter, QRectF(left, top, room, grid.LINE), row.query, c.ink, strong=True)
    for sign, (shown, more) in zip((_LEAVES, _ENTERS), shifts(row), strict=True):
        ink = c.muted if sign == _LEAVES else c.ink
        for shift in shown:
            top += grid.LINE
            _paint_shift(painter, QRectF(area.left(), top, area.width(), grid.LINE), sign, shift, ink, c)
        if more:
            top += grid.LINE
            brush = Brush(painter, top, grid.LINE, c)
            brush.innermost(sign, left, grid.SIGN, c.ink, strong=True, size=look.Size.CONTROL)
            brush.innermost(rest(more), left + grid.TEXT, area.right() - look.PADDING - left - grid.TEXT, c.muted)


def _paint_shift(painter: QPainter, line: QRectF, sign: str, shift: Shift, ink: str, c: Colours) -> None:
    grid, left = ImpactGrid, line.left() + look.PADDING
    brush = Brush(painter, line.top(), line.height(), c)
    brush.innermost(sign, left, grid.SIGN, c.ink, strong=True, size=look.Size.CONTROL)
    brush.outermost(number(shift.rank), left + grid.RANK, grid.RANK, ink, strong=sign == _ENTERS)
    start = left + grid.TEXT
    box = QRectF(start, line.top(), line.right() - look.PADDING - start, line.height())
    _paint_text(painter, box, shift.record.indexed_text, ink)


def _paint_text(painter: QPainter, box: QRectF, value: str, ink: str, *, strong: bool = False) -> None:
    size = look.Size.CONTROL
    shown = excerpt(value, NO_MARKS, size, box.width() * (_STRONG if strong else 1.0))
    paint_excerpt(painter, box, shown, look.font(size, strong=strong), QColor(ink), QColor(ink))
