"""The palette's rows: title, place and key; what cannot be done now is muted and says why."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from mnemoscope_gui import look
from mnemoscope_gui.models.offers import Offer
from mnemoscope_gui.models.table import RECORD_ROLE

Index = QModelIndex | QPersistentModelIndex

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter
_TITLE_SHARE = 0.62
"""Of the row, at most, where both title and place are long."""


class OfferDelegate(QStyledItemDelegate):
    """Paints a row on one line."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(look.CENTRE_MINIMUM // 2, look.Height.ROW + look.SPACE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        offer = index.data(RECORD_ROLE)
        if not isinstance(offer, Offer):
            return
        c = look.colours()
        area = QRectF(option.rect).adjusted(look.SPACE, 1, -look.SPACE, -1)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(QColor(c.accent), 1))
            painter.setBrush(QColor(c.selection))
            painter.drawRoundedRect(area, look.CONTROL_RADIUS, look.CONTROL_RADIUS)
        box = area.adjusted(look.MARGIN, 0, -look.MARGIN, 0)
        if offer.key:
            box.setRight(_paint_key(painter, box, offer.key) - look.MARGIN)
        font = look.font(look.Size.TEXT)
        metrics = QFontMetricsF(font)
        aside, small = offer.why_not or offer.place, look.font(look.Size.META, italic=bool(offer.why_not))
        wanted = min(QFontMetricsF(small).horizontalAdvance(aside), box.width() * _TITLE_SHARE)
        room = max(box.width() - wanted - look.PADDING, box.width() * (1 - _TITLE_SHARE))
        title = metrics.elidedText(offer.title, Qt.TextElideMode.ElideRight, room)
        painter.setFont(font)
        painter.setPen(QColor(c.muted if offer.why_not else c.ink))
        painter.drawText(box, int(_LEFT), title)
        rest = box.adjusted(metrics.horizontalAdvance(title) + look.PADDING, 0, 0, 0)
        painter.setFont(small)
        painter.setPen(QColor(c.muted))
        shown = QFontMetricsF(small).elidedText(aside, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.restore()


def _paint_key(painter: QPainter, box: QRectF, key: str) -> float:
    """The key in its frame at the right; returns where it begins."""
    c, font = look.colours(), look.font(look.Size.SMALL)
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(key) + look.SPACE * 3, metrics.height() + look.SPACE
    frame = QRectF(box.right() - width, box.center().y() - height / 2, width, height)
    painter.setPen(QPen(QColor(c.border), 1))
    painter.setBrush(QColor(c.window))
    painter.drawRoundedRect(frame, look.SPACE, look.SPACE)
    painter.setFont(font)
    painter.setPen(QColor(c.muted))
    painter.drawText(frame, int(_CENTRE), key)
    return frame.left()
