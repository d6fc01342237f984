"""The list of expectations: one delegate paints a row, those that fail with what ended them, the current one opened."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, ExpectationGrid
from mnemoscope_gui.models.expectations import By, Order, cause, columns, rank, scope, status, verdict
from mnemoscope_gui.models.marks import NO_MARKS
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.values import Expected
from mnemoscope_gui.views.row_list import RowList
from mnemoscope_gui.views.signs import paint_sign
from mnemoscope_gui.views.snippet import excerpt, paint_excerpt, wrapped_lines
from mnemoscope_gui.wording import number, say

Index = QModelIndex | QPersistentModelIndex

_PAD = 6
"""Above and below the lines of a row that has several."""


_HEADING = 9
"""Between the edge of a heading's button and its text."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the parts of a row that take what there is stand, for a row of this width."""

    width: float

    @property
    def meta(self) -> float:
        """Width of profile and scope."""
        grid, flexible = ExpectationGrid, self.width - ExpectationGrid.QUESTION
        return min(max(flexible * grid.META_SHARE, grid.META_MINIMUM), grid.META_MAXIMUM)

    @property
    def texts(self) -> float:
        """Width of question and record together."""
        grid = ExpectationGrid
        return max(self.width - grid.QUESTION - self.meta - grid.RIGHT - grid.GAP, 40.0)

    @property
    def has_record(self) -> bool:
        """Whether the record stands beside the question."""
        return self.width - ExpectationGrid.QUESTION >= ExpectationGrid.WITH_RECORD

    @property
    def question(self) -> float:
        """Width of the question."""
        whole = self.texts
        return whole * ExpectationGrid.QUESTION_SHARE - ExpectationGrid.GAP / 2 if self.has_record else whole

    @property
    def record(self) -> float:
        """Left edge of the record."""
        return ExpectationGrid.QUESTION + self.question + ExpectationGrid.GAP

    @property
    def sentence(self) -> float:
        """Width of a sentence below the question."""
        return self.width - ExpectationGrid.QUESTION - ExpectationGrid.RIGHT


class ExpectationDelegate(QStyledItemDelegate):
    """Sign and word, rank and within, question and record, profile; below them what there is to say."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row, view = index.data(RECORD_ROLE), self.parent()
        width = float(view.viewport().width()) if isinstance(view, QAbstractItemView) else 600.0
        more = _more_lines(row, Columns(width), self._opened(index))
        return QSize(look.CENTRE_MINIMUM // 2, look.Height.ROW + (more * look.Height.LINE + _PAD if more else 0))

    def _opened(self, index: Index) -> bool:
        view = self.parent()
        return isinstance(view, QAbstractItemView) and view.currentIndex() == index

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        if not isinstance(row, Expected):
            return
        c, area, opened = look.colours(), QRectF(option.rect), self._opened(index)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ground(painter, area, c, opened, bool(state & QStyle.StateFlag.State_HasFocus))
        places = Columns(area.width())
        line = QRectF(area.left(), area.top() + (_PAD / 2 if opened else 0), area.width(), look.Height.ROW)
        _paint_line(painter, line, row, places, c)
        _paint_more(painter, line, row, places, c, opened)
        painter.restore()


def _sentences(row: Expected, places: Columns, opened: bool) -> tuple[tuple[str, int], ...]:
    """What is said below the first line, and on how many lines: whole in the opened row."""
    if not opened and row.holds is not False:
        return ()
    said = [verdict(row), cause(row)] if row.act is not None else [verdict(row)]
    font = look.font(look.Size.CONTROL)
    most = ExpectationGrid.MOST_LINES if opened else 1
    return tuple((sentence, wrapped_lines(sentence, font, places.sentence, most)) for sentence in said)


def _more_lines(row: Expected, places: Columns, opened: bool) -> int:
    """Lines below the first: the record where it has no column, the verdict, and what ended it."""
    lines = sum(lines for _, lines in _sentences(row, places, opened))
    return lines + (1 if opened and not places.has_record else 0)


def _paint_ground(painter: QPainter, area: QRectF, c: Colours, opened: bool, focused: bool) -> None:
    painter.fillRect(QRectF(area.left() + 8, area.bottom() - 1, area.width() - 16, 1), QColor(c.hairline))
    if opened:
        painter.setPen(QPen(QColor(c.accent), 2.0 if focused else 1.0))
        painter.setBrush(QColor(c.selection))
        painter.drawRoundedRect(area.adjusted(4, 1, -3, -2), look.CONTROL_RADIUS, look.CONTROL_RADIUS)


def _paint_line(painter: QPainter, line: QRectF, row: Expected, places: Columns, c: Colours) -> None:
    grid, fails = ExpectationGrid, row.holds is False
    paint_sign(painter, QPointF(line.left() + grid.SIGN, line.center().y()), row.holds, c)
    _write(painter, _box(line, grid.STATUS, grid.STATUS_WIDTH), status(row), c.ink if fails else c.muted, strong=fails)
    found = _box(line, grid.RANK_RIGHT - 44, 44)
    _write(painter, found, rank(row), c.ink, size=look.Size.RANK, strong=True, right=True)
    _write(painter, _box(line, grid.WITHIN_RIGHT - 44, 44), number(row.within), c.muted, right=True)
    ink = QColor(c.ink)
    _paint_text(painter, _box(line, grid.QUESTION, places.question), row.expectation.query, ink)
    if places.has_record:
        _paint_record(painter, _box(line, places.record, places.texts - places.question - grid.GAP), row, c)
    meta = f"{row.expectation.profile} · {scope(row)}"
    _write(painter, _box(line, line.width() - grid.RIGHT - places.meta, places.meta), meta, c.muted, right=True)


def _paint_record(painter: QPainter, box: QRectF, row: Expected, c: Colours) -> None:
    short = QFontMetricsF(look.font(look.Size.META)).horizontalAdvance(row.short) + look.SPACE * 2
    struck = not row.record.stands
    text = box.adjusted(0, 0, -short, 0)
    _paint_text(painter, text, row.record.indexed_text, QColor(c.muted), struck=struck)
    _write(painter, QRectF(box.right() - short, box.top(), short, box.height()), row.short, c.muted, right=True)


def _paint_more(painter: QPainter, line: QRectF, row: Expected, places: Columns, c: Colours, opened: bool) -> None:
    top = line.bottom() - 2
    if opened and not places.has_record:
        _paint_record(painter, QRectF(ExpectationGrid.QUESTION, top, places.sentence, look.Height.LINE), row, c)
        top += look.Height.LINE
    font = look.font(look.Size.CONTROL)
    for place, (sentence, lines) in enumerate(_sentences(row, places, opened)):
        box = QRectF(ExpectationGrid.QUESTION, top, places.sentence, look.Height.LINE * lines)
        ink = QColor(c.muted if place else c.ink)
        shown = excerpt(sentence, NO_MARKS, look.Size.CONTROL, box.width(), lines)
        paint_excerpt(painter, box, shown, font, ink, ink, lines)
        top = box.bottom()


def _box(line: QRectF, left: float, width: float) -> QRectF:
    return QRectF(line.left() + left, line.top(), width, line.height())


def _paint_text(painter: QPainter, box: QRectF, text: str, ink: QColor, *, struck: bool = False) -> None:
    shown = excerpt(text, NO_MARKS, look.Size.TEXT, box.width())
    paint_excerpt(painter, box, shown, look.font(look.Size.TEXT, struck=struck), ink, ink)


def _write(
    painter: QPainter,
    box: QRectF,
    text: str,
    colour: str,
    *,
    size: int | None = None,
    strong: bool = False,
    right: bool = False,
) -> None:
    font = look.font(size or look.Size.META, strong=strong)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), shown)


class ExpectationsView(RowList):
    """The rows; Esc leads back, Enter takes the current one."""

    resized = Signal()

    OPENS = True
    LEFT_UPWARD = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(ExpectationDelegate(self))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
        self.resized.emit()


class Headings(QWidget):
    """The titles above the list, on the grid of its rows; each of them sorts."""

    sort_requested = Signal(object)
    """An ``Order``."""

    def __init__(self, view: ExpectationsView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.order = Order()
        self.buttons: dict[By, QToolButton] = {}
        for by, column in zip(By, columns(), strict=False):
            button = QToolButton(self)
            button.setProperty("heading", True)
            button.setAccessibleName(say("expected.sort", column=column.title))
            button.clicked.connect(lambda _=False, by=by: self._on_clicked(by))
            self.buttons[by] = button
        self.setFixedHeight(look.Height.STRIP)
        view.resized.connect(self._lay)
        self.show_order(self.order)

    def show_order(self, order: Order) -> None:
        """Put an order there without choosing it."""
        self.order = order
        titles = dict(zip(By, (column.title for column in columns()), strict=False))
        for by, button in self.buttons.items():
            arrow = ("↓" if order.descending else "↑") if by is order.by else ""
            button.setText(f"{titles[by]} {arrow}".rstrip())
            button.setProperty("sorted", by is order.by)
            button.style().unpolish(button)
            button.style().polish(button)
        self._lay()

    def _on_clicked(self, by: By) -> None:
        self.show_order(Order(by, not self.order.descending if by is self.order.by else False))
        self.sort_requested.emit(self.order)

    def _lay(self) -> None:
        grid, places = ExpectationGrid, Columns(self._view.viewport().width())
        self.buttons[By.RECORD].setVisible(places.has_record)
        lefts = {By.STATUS: float(grid.SIGN - 6), By.QUESTION: float(grid.QUESTION), By.RECORD: places.record}
        rights = {By.RANK: grid.RANK_RIGHT, By.WITHIN: grid.WITHIN_RIGHT, By.PROFILE: places.width - grid.RIGHT}
        for by, button in self.buttons.items():
            width = button.sizeHint().width()
            left = lefts[by] - _HEADING if by in lefts else rights[by] - width + _HEADING
            button.setGeometry(round(left), 0, width, self.height() - 2)
