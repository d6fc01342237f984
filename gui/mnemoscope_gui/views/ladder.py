"""The ladder: two rails, the fused rows between them, and a budget line that can be dragged.

What does not follow the pointer is kept in layers, so that following a record paints that record alone.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from mnemoscope.records import Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.look import LadderGrid as Grid
from mnemoscope_gui.models.hits import HitRow
from mnemoscope_gui.models.marked import NOBODY, Marked
from mnemoscope_gui.views.ladder_content import LadderContent, spoken, tip
from mnemoscope_gui.views.ladder_geometry import Layout, moved_budget, nearest
from mnemoscope_gui.views.ladder_layers import Layers
from mnemoscope_gui.views.ladder_rails import paint_followed, sides
from mnemoscope_gui.views.ladder_rows import paint_budget, paint_frame, paint_more, paint_row
from mnemoscope_gui.views.ladder_steps import Stand, step
from mnemoscope_gui.views.signs import paint_box
from mnemoscope_gui.wording import number, say

_STEPS = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)


class LadderView(QAbstractScrollArea):
    """Paints one recall as a ladder; hover and keys follow a record."""

    left = Signal()
    """The person goes back to the question."""
    taken = Signal()
    """Enter, or a double click, on the followed record."""
    record_chosen = Signal(object)
    """A record was clicked, or reached by keys: its ``RecordId``."""
    budget_chosen = Signal(int)
    """The budget line was let go at this budget."""
    glance_requested = Signal(object)
    """The text of this ``RecordId`` is wanted for a tip; ``None`` when no longer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content: LadderContent | None = None
        self._stand = Stand()
        self._hovered: RecordId | None = None
        self._held: tuple[float, int] | None = None
        self._layers = Layers()
        self._marked: Marked = NOBODY
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("plain", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(say("ladder.name"))
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().valueChanged.connect(self.viewport().update)

    # ------------------------------------------------------------ what is shown

    @property
    def content(self) -> LadderContent | None:
        """What is on show."""
        return self._content

    @property
    def selected(self) -> RecordId | None:
        """The record that the window looks at."""
        return self._stand.id

    @property
    def hovered(self) -> RecordId | None:
        """The record under the pointer."""
        return self._hovered

    @property
    def layout_now(self) -> Layout:
        """Where everything stands at this size and scroll."""
        shown, port = self._content, self.viewport()
        served, below = (shown.served, shown.below) if shown else (0, 0)
        return Layout(port.width(), port.height(), served, below, self.verticalScrollBar().value())

    def show_content(self, content: LadderContent | None) -> None:
        """A recall; one that is held at a tried budget stays there until it is let go."""
        if content is not None and self._held is not None and self._content is not None:
            content = content.tried(min(self._content.budget, len(content.rows)))
        self._content = content
        self._hover(None)
        self._fit()

    def select(self, id: RecordId | None) -> None:
        """The record that the window looks at, in sight where it has a row."""
        self._stand = Stand(self._stand.channel if id == self._stand.id else None, id)
        self._bring_in_sight()
        self._tell()
        self.viewport().update()

    def show_marked(self, marked: Marked) -> None:
        """The rows of these records have a box with a tick."""
        self._marked = marked
        self.viewport().update()

    def _bring_in_sight(self) -> None:
        row = self._content.row_of(self._stand.id) if self._content else None
        if row is not None:
            self.verticalScrollBar().setValue(round(self.layout_now.scroll_to(row)))

    def _tell(self) -> None:
        """The selected record in words, for a screen reader."""
        followed = self._content.follow(self._stand.id) if self._content else None
        self.setAccessibleDescription(spoken(self._content, followed) if self._content and followed else "")

    def _fit(self) -> None:
        layout = self.layout_now
        bar = self.verticalScrollBar()
        bar.setRange(0, round(layout.most_scroll))
        bar.setSingleStep(round(layout.row_height))
        bar.setPageStep(round(layout.rail_height))
        self._tell()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._bring_in_sight()

    # ------------------------------------------------------------ painting

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self._content
        if shown is None:
            return
        layout, c = self.layout_now, look.colours()
        ground, lines = self._layers.painted(layout, shown, self.viewport().devicePixelRatioF())
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawPixmap(0, 0, ground)
            focused = self.hasFocus()
            follows = self._hovered is not None or focused
            painter.setOpacity(Grid.DIMMED if follows and shown.only is None else 1.0)
            painter.drawPixmap(0, 0, lines)
            painter.setOpacity(1.0)
            selected = shown.row_of(self._stand.id)
            if self._hovered not in (None, self._stand.id) and selected is not None and layout.in_sight(selected):
                paint_frame(painter, layout, selected, c, focused=focused)
                paint_row(painter, layout, shown, selected, c, lit=True)
            followed = shown.follow(self._hovered or self._stand.id)
            if followed is not None:
                framed = followed.id == self._stand.id
                pair = sides(layout, shown, c)
                paint_followed(painter, pair, followed, c, framed=framed, focused=framed and focused)
            for row in layout.rows_in_sight:
                if shown.rows[row].hit.id in self._marked:
                    paint_box(painter, QPointF(layout.rows_left - look.SPACE * 2, layout.row_y(row)), True, c)
            held = self.is_trying
            text = say("ladder.budget.held" if held else "ladder.budget", budget=number(shown.budget))
            paint_budget(painter, layout, text, c, held=held)
            paint_more(painter, layout, c)

    # ------------------------------------------------------------ the pointer

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._held is not None and self._content is not None:
            started, budget = self._held
            by = at.y() - started
            self.try_budget(moved_budget(budget, by, self.layout_now.row_height, len(self._content.rows)))
            return
        on_line = self._content is not None and self.layout_now.is_line(at.x(), at.y())
        self.viewport().setCursor(Qt.CursorShape.SizeVerCursor if on_line else Qt.CursorShape.ArrowCursor)
        self._hover(None if on_line else self.record_at(at))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at, shown = event.position(), self._content
        if event.button() != Qt.MouseButton.LeftButton or shown is None:
            return
        if self.layout_now.is_line(at.x(), at.y()):
            self._hover(None)
            self._held = (at.y(), shown.budget)
            self.viewport().update()
        elif (id := self.record_at(at)) is not None:
            self._choose(Stand(None, id))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is not None and self._content is not None:
            _, budget = self._held
            self._held = None
            if self._content.budget != budget:
                self.budget_chosen.emit(self._content.budget)
            self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.record_at(event.position()) is not None:
            self.taken.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def record_at(self, at: QPointF) -> RecordId | None:
        """The record whose row or mark lies under a point."""
        shown, layout = self._content, self.layout_now
        if shown is None:
            return None
        if (row := layout.row_at(at.x(), at.y())) is not None:
            return shown.rows[row].hit.id
        for side in sides(layout, shown, look.colours()):
            if side.rail is None or abs(at.x() - side.x) > Grid.REACH:
                continue
            marks = (*side.rail.marks, *side.rail.beyond)
            number_ = nearest(at.y(), ((side.y(mark.rank), place) for place, mark in enumerate(marks)), Grid.REACH)
            return marks[number_].id if number_ is not None else None
        return None

    def row_under(self, at: QPoint) -> tuple[HitRow, QRect] | None:
        """The row under a point, and where it stands; none on the budget line, which is itself dragged."""
        shown, layout = self._content, self.layout_now
        row = layout.row_at(at.x(), at.y()) if shown is not None else None
        if shown is None or row is None or layout.is_line(at.x(), at.y()):
            return None
        top, height = layout.row_y(row) - layout.row_height / 2, layout.row_height
        width = layout.rows_right - layout.rows_left
        return shown.rows[row], QRect(round(layout.rows_left), round(top), round(width), round(height))

    def _hover(self, id: RecordId | None) -> None:
        if id == self._hovered:
            return
        self._hovered = id
        QToolTip.hideText()
        row = self._content.row_of(id) if self._content else None
        hidden = id is not None and (row is None or not self.layout_now.in_sight(row))
        self.glance_requested.emit(id if hidden else None)
        self.viewport().update()

    def show_tip(self, record: Record | None) -> None:
        """The record under the pointer, its text come; one that the pointer has left is no longer told."""
        shown = self._content
        followed = shown.follow(self._hovered) if shown else None
        if shown is None or followed is None or record is None or record.id != self._hovered:
            return
        side = next(side for side in sides(self.layout_now, shown, look.colours()) if side.channel in followed.marks)
        at = QPoint(round(side.x + side.inward * 14), round(side.y(followed.marks[side.channel].rank)) + 16)
        QToolTip.showText(self.viewport().mapToGlobal(at), tip(shown, record), self.viewport())

    # ------------------------------------------------------------ the keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._nudge(1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_Escape:
            self._let_go()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        elif key in _STEPS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier and self._content:
            to = step(self._content, self._stand, key)
            if to is None:
                self.left.emit()
            else:
                self._choose(to)
        else:
            event.ignore()

    def _choose(self, stand: Stand) -> None:
        changed = stand.id != self._stand.id
        self._stand = stand
        self._hovered = None
        self._bring_in_sight()
        self._tell()
        self.viewport().update()
        if changed and stand.id is not None:
            self.record_chosen.emit(stand.id)

    # ------------------------------------------------------------ the budget

    @property
    def is_trying(self) -> bool:
        """Whether a budget is shown that the recall was not asked with."""
        return self._held is not None

    def try_budget(self, budget: int) -> None:
        """Show what another budget would serve, from what is known."""
        if self._content is not None and budget != self._content.budget:
            self._content = self._content.tried(budget)
            self._fit_line()

    def _fit_line(self) -> None:
        """The line in sight: its last served row above it."""
        bar = self.verticalScrollBar()
        bar.setRange(0, round(self.layout_now.most_scroll))
        bar.setValue(bar.maximum())
        self.viewport().update()

    def _nudge(self, by: int) -> None:
        """One record more or fewer, asked at once."""
        shown = self._content
        if shown is None:
            return
        budget = min(max(shown.budget + by, 1), max(len(shown.rows), 1))
        if budget != shown.budget:
            self.try_budget(budget)
            self.budget_chosen.emit(budget)

    def _let_go(self) -> None:
        """Esc: a line in the hand goes back where it was; else back to the question."""
        if self._held is None:
            self.left.emit()
            return
        _, budget = self._held
        self._held = None
        self.try_budget(budget)
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
