"""A record dragged onto another in a list: what letting it go would do is said in words, before it is done.

The one that happened earlier is proposed as the older; Shift held while dropping turns it round. A drag of files is
none of this: it goes on to the window, which imports them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFontMetrics,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QApplication, QWidget

from mnemoscope.records import Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.replacement import by_time, refusal, sentence
from mnemoscope_gui.models.table import RECORD_ROLE
from mnemoscope_gui.views.ladder import LadderView
from mnemoscope_gui.wording import say

MIME = "application/x-mnemoscope-record"

Carried = tuple[Record, str]
"""A record and its short id."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A record in a view, and where its row stands."""

    record: Record
    short: str
    row: QRect


At = Callable[[QPoint], Spot | None]


def row_at(view: QAbstractItemView) -> At:
    """How the rows of an ordinary list are found."""

    def at(point: QPoint) -> Spot | None:
        index = view.indexAt(point)
        row = index.data(RECORD_ROLE)
        record = getattr(row, "record", None)
        if not isinstance(record, Record):
            return None
        place = view.visualRect(index)
        return Spot(
            record,
            getattr(row, "short", "") or record.id[:6],
            QRect(0, place.y(), view.viewport().width(), place.height()),
        )

    return at


def rung_at(view: LadderView) -> At:
    """How the rows of the ladder are found."""

    def at(point: QPoint) -> Spot | None:
        found = view.row_under(point)
        return Spot(found[0].record, found[0].short or found[0].record.id[:6], found[1]) if found else None

    return at


def mime_of(record: Record) -> QMimeData:
    """A record in the hand: by its id for this window, as its text for any other."""
    data = QMimeData()
    data.setData(MIME, QByteArray(record.id.encode()))
    data.setText(record.indexed_text)
    return data


class Drags(QObject):
    """Lets the records of one view be dragged, and others be dropped on them."""

    dropped = Signal(object, object, object)
    """The older and the newer ``Record``, and the short ids of both."""
    refused = Signal(str)
    """Why a drop could not be."""

    in_hand: Carried | None = None
    """What is being dragged, from whatever view of this program."""

    def __init__(self, view: QAbstractScrollArea, at: At) -> None:
        super().__init__(view)
        self._port, self._at = view.viewport(), at
        self._pressed: tuple[QPoint, Spot] | None = None
        self._is_carried = False
        """Whether what was pressed has been taken up."""
        self.hint = _DropHint(self._port)
        self._port.setAcceptDrops(True)
        self._port.installEventFilter(self)

    @property
    def sentence(self) -> str:
        """What letting go would do, or why it would do nothing; empty while nothing is held over a row."""
        return self.hint.sentence if not self.hint.isHidden() else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragMoveEvent) and event.mimeData().hasFormat(MIME):  # entering too
            return self._on_over(event)
        if isinstance(event, QDragEnterEvent | QDragMoveEvent):
            event.ignore()  # the window may take it
            return True
        if isinstance(event, QDragLeaveEvent):
            self.hint.hide()
            return True
        if isinstance(event, QDropEvent):
            return self._on_drop(event)
        if isinstance(event, QMouseEvent):
            return self._on_mouse(event)
        return False

    # ------------------------------------------------------------ taken up

    def _on_mouse(self, event: QMouseEvent) -> bool:
        point = event.position().toPoint()
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            spot = self._at(point)
            self._pressed = (point, spot) if spot is not None else None
            self._is_carried = False
        elif event.type() in (QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick):
            self._pressed = None
        elif event.type() == QEvent.Type.MouseMove and event.buttons() & Qt.MouseButton.LeftButton:
            return self._pull(point)
        return False

    def _pull(self, point: QPoint) -> bool:
        """A row that is pulled at does not choose the rows that it passes, nor does what was let go."""
        if self._pressed is not None:
            begun, spot = self._pressed
            if not self._is_carried and (point - begun).manhattanLength() >= QApplication.startDragDistance():
                self._is_carried = True
                self.carry(spot)
        return self._pressed is not None

    def carry(self, spot: Spot) -> None:
        """Take a record up, until it is let go."""
        drag = QDrag(self._port)
        drag.setMimeData(mime_of(spot.record))
        drag.setPixmap(_picture(spot))
        drag.setHotSpot(QPoint(-look.MARGIN, -look.SPACE))
        Drags.in_hand = (spot.record, spot.short)
        try:
            drag.exec(Qt.DropAction.LinkAction | Qt.DropAction.CopyAction, Qt.DropAction.LinkAction)
        finally:
            Drags.in_hand = None
            self.hint.hide()

    # ------------------------------------------------------------ held over a row, let go

    def _on_over(self, event: QDragMoveEvent) -> bool:
        spot = self._at(event.position().toPoint())
        if spot is None or Drags.in_hand is None:
            self.hint.hide()
            event.ignore()
            return True
        pair, why_not = self._meant(spot, event.modifiers())
        shorts = _shorts(spot)
        would = sentence([pair[0]], pair[1], shorts)
        said = (
            say("drag.cannot", why=why_not) if why_not else say("drag.drop", sentence=say("drag.turn", sentence=would))
        )
        self.hint.tell(spot.row, said, is_refused=bool(why_not))
        event.setDropAction(Qt.DropAction.LinkAction)
        event.accept()  # a refused drop is taken too, so that it can say why
        return True

    def _on_drop(self, event: QDropEvent) -> bool:
        self.hint.hide()
        spot = self._at(event.position().toPoint())
        if not event.mimeData().hasFormat(MIME) or spot is None or Drags.in_hand is None:
            event.ignore()
            return True
        (older, newer), why_not = self._meant(spot, event.modifiers())
        event.setDropAction(Qt.DropAction.LinkAction)
        event.accept()
        if why_not:
            self.refused.emit(say("drag.refused", why=why_not))
        else:
            self.dropped.emit(older, newer, _shorts(spot))
        return True

    def _meant(self, spot: Spot, modifiers: Qt.KeyboardModifier) -> tuple[tuple[Record, Record], str]:
        """Which is the older, which the newer; and why that cannot be."""
        carried = Drags.in_hand[0] if Drags.in_hand is not None else spot.record
        older, newer = by_time(carried, spot.record)
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            older, newer = newer, older
        return (older, newer), refusal(older, newer, _shorts(spot))


def _shorts(spot: Spot) -> dict[RecordId, str]:
    shorts = {spot.record.id: spot.short}
    if Drags.in_hand is not None:
        shorts[Drags.in_hand[0].id] = Drags.in_hand[1]
    return shorts


def _picture(spot: Spot) -> QPixmap:
    """What is in the hand: the beginning of its text, on a card."""
    font = look.font(look.Size.CONTROL)
    width, height = look.scaled(280), int(look.Height.ROW)
    ratio = QApplication.primaryScreen().devicePixelRatio() if QApplication.primaryScreen() else 1.0
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    c = look.colours()
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(c.accent), 1.5))
        painter.setBrush(QColor(c.panel))
        painter.drawRoundedRect(QRectF(1, 1, width - 2, height - 2), look.CONTROL_RADIUS, look.CONTROL_RADIUS)
        painter.setFont(font)
        painter.setPen(QColor(c.ink))
        text = " ".join(spot.record.indexed_text[:200].split())
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, width - 2 * look.MARGIN)
        painter.drawText(
            QRectF(look.MARGIN, 0, width - 2 * look.MARGIN, height), int(Qt.AlignmentFlag.AlignVCenter), shown
        )
    return pixmap


class _DropHint(QWidget):
    """A frame round the row, and below or above it what would happen."""

    def __init__(self, port: QWidget) -> None:
        super().__init__(port)
        self._port = port
        self.sentence = ""
        self._row = QRect()
        self._is_refused = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def tell(self, row: QRect, sentence: str, *, is_refused: bool) -> None:
        """Say this at a row."""
        self.sentence, self._row, self._is_refused = sentence, row, is_refused
        self.setGeometry(self._port.rect())
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        c = look.colours()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            style = Qt.PenStyle.DashLine if self._is_refused else Qt.PenStyle.SolidLine
            painter.setPen(QPen(QColor(c.muted if self._is_refused else c.accent), 2, style))
            frame = QRectF(self._row).adjusted(3, 1, -3, -1)
            painter.drawRoundedRect(frame, look.CONTROL_RADIUS, look.CONTROL_RADIUS)
            font = look.font(look.Size.CONTROL, strong=True)
            metrics = QFontMetricsF(font)
            room = self.width() - 2 * look.PADDING
            text = metrics.elidedText(self.sentence, Qt.TextElideMode.ElideRight, room - 2 * look.MARGIN)
            width = metrics.horizontalAdvance(text) + 2 * look.MARGIN
            height = float(look.Height.ROW)
            top = float(self._row.bottom() + look.SPACE)
            if top + height > self.height():
                top = self._row.top() - look.SPACE - height
            label = QRectF(look.PADDING, max(top, 0.0), width, height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.panel if self._is_refused else c.accent))
            if self._is_refused:
                painter.setPen(QPen(QColor(c.ink), 1, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(label, look.CONTROL_RADIUS, look.CONTROL_RADIUS)
            painter.setFont(font)
            painter.setPen(QColor(c.ink if self._is_refused else c.panel))
            painter.drawText(label, int(Qt.AlignmentFlag.AlignCenter), text)
