"""The table of all records: rows of one height, headings that sort, a quiet place for what is not read yet."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from mnemoscope.listing import By, Order
from mnemoscope_gui import look
from mnemoscope_gui.look import RecordsGrid
from mnemoscope_gui.models.marked import MARKED_ROLE
from mnemoscope_gui.models.marks import NO_MARKS
from mnemoscope_gui.models.records import COLUMNS, RecordRow
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.row_list import keep_in_sight
from mnemoscope_gui.views.signs import paint_box
from mnemoscope_gui.views.snippet import excerpt, paint_excerpt
from mnemoscope_gui.wording import say

Index = QModelIndex | QPersistentModelIndex

_TEXT = next(place for place, column in enumerate(COLUMNS) if column.id == "text")
_SPEAKER = next(place for place, column in enumerate(COLUMNS) if column.id == "speaker")
_DESCENDING = (By.TIME, By.LENGTH)
"""Sorted from the top down at first: the newest, the longest."""


class RecordsDelegate(QStyledItemDelegate):
    """Paints one cell; a row out of force is struck through and its state said in ink."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view, c, area = self.parent(), look.colours(), QRectF(option.rect)
        current = isinstance(view, RecordsView) and view.currentIndex().row() == index.row()
        painter.save()
        painter.fillRect(area, QColor(c.selection if current else c.panel))
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), QColor(c.hairline))
        row = index.data(RECORD_ROLE)
        inner = area.adjusted(RecordsGrid.PADDING, 0, -RecordsGrid.PADDING, -1)
        if index.column() == 0 and isinstance(view, RecordsView) and view.mark_width:
            centre = QPointF(inner.left() + view.mark_width / 2 - 1, inner.center().y())
            paint_box(painter, centre, bool(index.data(MARKED_ROLE)), c)
            inner.setLeft(inner.left() + view.mark_width)
        if isinstance(row, RecordRow):
            self._paint_row(painter, inner, row, index, view)
        elif index.data() is not None:
            _write(painter, inner, str(index.data()), look.font(look.Size.META, italic=True), c.muted)
        else:
            _paint_placeholder(painter, inner, index, c.hairline)
        painter.restore()

    def _paint_row(self, painter: QPainter, area: QRectF, row: RecordRow, index: Index, view: object) -> None:
        c, column = look.colours(), COLUMNS[index.column()]
        struck = not row.in_force
        if column.id == "text":
            spoken = isinstance(view, RecordsView) and view.isColumnHidden(_SPEAKER)
            text = row.record.indexed_text if spoken else row.record.text
            shown = excerpt(text, NO_MARKS, look.Size.TEXT, area.width())
            ink = QColor(c.muted if struck else c.ink)
            paint_excerpt(painter, area, shown, look.font(look.Size.TEXT, struck=struck), ink, ink)
            return
        said = column.id == "state" and struck
        font = look.font(look.Size.META, strong=said, struck=struck and column.id in ("session", "speaker"))
        _write(painter, area, column.text(row), font, c.ink if said else c.muted, right=column.numeric)


def _write(painter: QPainter, area: QRectF, text: str, font: object, colour: str, *, right: bool = False) -> None:
    painter.setFont(font)  # type: ignore[arg-type]
    painter.setPen(QColor(colour))
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    shown = QFontMetricsF(painter.font()).elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, int(side | Qt.AlignmentFlag.AlignVCenter), shown)


def _paint_placeholder(painter: QPainter, area: QRectF, index: Index, colour: str) -> None:
    """A soft bar where a text will stand, of another length in each row."""
    share = (0.35 + 0.11 * (index.row() * 7 % 6)) if index.column() == _TEXT else 0.7
    bar = QRectF(area.left(), area.center().y() - 4, area.width() * min(share, 0.95), 8)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(bar, 4, 4)


class RecordsHeader(QHeaderView):
    """The headings: a click sorts, and so do the arrow keys with Enter or Space."""

    sort_requested = Signal(object)
    """An ``Order``."""
    down_requested = Signal()
    """The person goes into the rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.order = Order(By.TIME, descending=True)
        self._current = 0
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(24)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(say("records.headings"))
        look.follow(self, lambda header: header.setFixedHeight(look.Height.STRIP))
        self.sectionClicked.connect(self.sort_by)

    def show_order(self, order: Order) -> None:
        """Put an order there without choosing it."""
        self.order = order
        self.viewport().update()

    def sort_by(self, section: int) -> None:
        """Sort by a column; again, the other way round."""
        by = COLUMNS[section].by
        if by is not None:
            descending = not self.order.descending if by is self.order.by else by in _DESCENDING
            self.show_order(Order(by, descending))
            self.sort_requested.emit(self.order)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), look.Height.STRIP)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        c, column = look.colours(), COLUMNS[section]
        painter.save()
        painter.fillRect(rect, QColor(c.panel))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(c.edge))
        sorted_by = column.by is not None and column.by is self.order.by
        title = f"{column.title} {'↓' if self.order.descending else '↑'}" if sorted_by else column.title
        area = QRectF(rect).adjusted(RecordsGrid.PADDING, 0, -RecordsGrid.PADDING, 0)
        if section == 0 and isinstance(view := self.parent(), RecordsView):
            area.setLeft(area.left() + view.mark_width)
        font = look.font(look.Size.META, strong=sorted_by)
        _write(painter, area, title, font, c.ink if sorted_by else c.muted, right=column.numeric)
        if self.hasFocus() and section == self._current:
            painter.setPen(QPen(QColor(c.accent), 2))
            painter.drawRoundedRect(QRectF(rect).adjusted(2, 3, -2, -3), 4, 4)
        painter.restore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.sort_by(self._current)
        elif key == Qt.Key.Key_Down:
            self.down_requested.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.viewport().update()
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() == Qt.Key.Key_Space)  # here it sorts, and marks nothing
            if event.isAccepted():
                return True
        return super().event(event)

    def _step(self, step: int) -> None:
        place = self._current + step
        while 0 <= place < len(COLUMNS) and (self.isSectionHidden(place) or COLUMNS[place].by is None):
            place += step
        if 0 <= place < len(COLUMNS):
            self._current = place
            self.viewport().update()


class RecordsView(QTableView):
    """The table; Esc, and Up from the first row, lead back to the question."""

    left = Signal()
    """The person goes back to the question."""
    taken = Signal()
    """Enter, or a double click, on the current row."""
    moved = Signal()
    """Another row is current."""
    scrolled = Signal()
    """Other rows are in sight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("records")
        self.mark_width = 0
        """Room in the first column for the boxes of marks."""
        self.header = RecordsHeader(self)
        self.setHorizontalHeader(self.header)
        self.setItemDelegate(RecordsDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        look.follow(self, RecordsView.measure)
        self.doubleClicked.connect(lambda _: self.taken.emit())
        self.verticalScrollBar().valueChanged.connect(lambda _: self.scrolled.emit())
        self.header.down_requested.connect(lambda: self.setFocus(Qt.FocusReason.OtherFocusReason))

    def measure(self) -> None:
        """Rows and columns as high and wide as their text now needs."""
        rows = self.verticalHeader()
        rows.setMinimumSectionSize(look.Height.ROW)
        rows.setDefaultSectionSize(look.Height.ROW)
        if self.model() is not None:
            self.lay_columns()

    def make_room_for_marks(self, wanted: bool) -> None:
        """Whether each row has a box before it."""
        if wanted != bool(self.mark_width):
            self.mark_width = look.MARK_WIDTH if wanted else 0
            self.lay_columns()
        self.viewport().update()

    def seen(self) -> tuple[int, int]:
        """The first and the last row in sight."""
        top = self.verticalScrollBar().value() // look.Height.ROW
        return top, top + self.viewport().height() // look.Height.ROW + 1

    def lay_columns(self) -> None:
        """Give each column its room; where the text finds none, the least important ones are left out."""
        room = self.viewport().width()
        at_100 = RecordsGrid.WIDTHS if room >= look.scaled(look.WIDE_LIST) else RecordsGrid.TIGHT
        widths = {id: look.scaled(width) for id, width in at_100.items()}
        widths[COLUMNS[0].id] += self.mark_width
        for dropped in RecordsGrid.DROPPED:
            if room - sum(widths.values()) >= RecordsGrid.TEXT_MINIMUM:
                break
            del widths[dropped]
        widths["text"] = max(room - sum(widths.values()), look.PADDING)
        for place, column in enumerate(COLUMNS):
            self.setColumnHidden(place, column.id not in widths)
            if column.id in widths:
                self.setColumnWidth(place, widths[column.id])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_columns()
        keep_in_sight(self, event)
        self.scrolled.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        current = self.currentIndex()
        if not current.isValid():
            return
        top = self.rowViewportPosition(current.row())
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(look.colours().accent), 2.0 if self.hasFocus() else 1.0))
        box = QRectF(2, top + 1, self.viewport().width() - 4, look.Height.ROW - 3)
        painter.drawRoundedRect(box, look.CONTROL_RADIUS, look.CONTROL_RADIUS)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.currentIndex().row()
        if key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and row <= 0):
            self.left.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0 if key == Qt.Key.Key_Home else self.model().rowCount() - 1, 0))
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands here, not a search."""
