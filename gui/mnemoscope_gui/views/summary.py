"""What stands over the expectations: how many hold, what that means, and how far down each one comes back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from mnemoscope.messages import message
from mnemoscope_gui import look
from mnemoscope_gui.values import Expected
from mnemoscope_gui.views.signs import Sign
from mnemoscope_gui.wording import say, text

_BINS = 32
_DOT = 6.0


def count_sentence(rows: Sequence[Expected]) -> str:
    """How many hold."""
    return text(message("expectation.holding", holding=sum(row.holds is True for row in rows), count=len(rows)))


class Summary(QFrame):
    """A card; it keeps its height whatever it says."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setFixedHeight(look.Height.SUMMARY)
        self._sign, self._title, self._about = Sign(), QLabel(), QLabel(say("expected.about"))
        self.spread = Spread()
        self._title.setProperty("role", "title")
        self._about.setProperty("role", "muted")
        self._about.setWordWrap(True)
        for label in (self._title, self._about):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        head = QHBoxLayout()
        head.setSpacing(look.SPACE * 2)
        head.addWidget(self._sign)
        head.addWidget(self._title, 1)
        words = QVBoxLayout()
        words.setSpacing(look.SPACE)
        words.addLayout(head)
        words.addWidget(self._about)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.MARGIN)
        row.setSpacing(look.PADDING * 2)
        row.addLayout(words, 1)
        row.addWidget(self.spread, 1)

    @property
    def title(self) -> str:
        """The sentence."""
        return self._title.text()

    def show_rows(self, rows: tuple[Expected, ...]) -> None:
        """The counts of these, and where they come back."""
        known = [row for row in rows if row.holds is not None]
        fails = any(row.holds is False for row in known)
        is_known = bool(rows) and len(known) == len(rows)
        self._sign.show_sign(False if fails else True if is_known else None)
        self._title.setText(count_sentence(rows) if is_known else say("expected.first_check"))
        self.spread.show_rows(rows)
        self.setVisible(bool(rows))


class Spread(QWidget):
    """A dot for each: from the left, those that come back first, to those that are the last that count, and beyond."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inside: tuple[float, ...] = ()
        self._outside = 0
        self.setMaximumWidth(look.SPREAD_WIDTH)
        self.setAccessibleName(say("expected.spread"))
        self.setToolTip(say("expected.spread"))

    def sizeHint(self) -> QSize:
        return QSize(look.SPREAD_WIDTH, look.Height.SUMMARY - 2 * look.MARGIN)

    def show_rows(self, rows: tuple[Expected, ...]) -> None:
        """The places of these."""
        held = [row for row in rows if row.holds and row.checked is not None]
        self._inside = tuple(share(row) for row in held)
        self._outside = sum(row.holds is False for row in rows)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        c, painter = look.colours(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        base = self.height() - look.Height.LINE
        end = self.width() * 0.82
        painter.fillRect(QRectF(0, base, end, 1), QColor(c.border))
        painter.setPen(QPen(QColor(c.border), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(end, 2), QPointF(end, base + 3))
        step = end / _BINS
        counts = [0] * _BINS
        for place in self._inside:
            counts[min(int(place * _BINS), _BINS - 1)] += 1
        _paint_stacks(painter, counts, step, base, c.muted)
        if self._outside:
            beyond = (self.width() - end) / step
            columns = max(1, int(beyond) - 2)
            spread = [self._outside // columns + (at < self._outside % columns) for at in range(columns)]
            painter.translate(end + step, 0)
            _paint_stacks(painter, spread, step, base, c.ink, square=True)
            painter.resetTransform()
        _paint_titles(
            painter, end, QRectF(0, base + 2, self.width(), look.Height.LINE - 2), c.muted, c.ink, self._outside > 0
        )


def share(row: Expected) -> float:
    """How far down of what counts its record comes back: 0 is first, 1 the last place that counts."""
    rank = row.checked.rank if row.checked is not None else None
    return (rank - 1) / max(row.within - 1, 1) if rank is not None else 0.0


def _paint_stacks(
    painter: QPainter, counts: Sequence[int], step: float, base: float, colour: str, *, square: bool = False
) -> None:
    """Dots on each other; where the highest stack does not fit, all stand closer."""
    highest = max(counts, default=0)
    if not highest:
        return
    rise = min(_DOT + 1.5, (base - 4) / highest)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    for at, count in enumerate(counts):
        for level in range(count):
            dot = QRectF(at * step + (step - _DOT) / 2, base - 2 - _DOT - level * rise, _DOT, _DOT)
            painter.drawRect(dot) if square else painter.drawEllipse(dot)


def _paint_titles(painter: QPainter, end: float, line: QRectF, muted: str, ink: str, fails: bool) -> None:
    painter.setFont(look.font(look.Size.SMALL))
    painter.setPen(QColor(muted))
    inside = QRectF(line.left(), line.top(), end - look.SPACE, line.height())
    painter.drawText(inside, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), say("expected.first"))
    painter.drawText(inside, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), say("expected.last"))
    painter.setPen(QColor(ink if fails else muted))
    outside = QRectF(end + look.SPACE, line.top(), line.width() - end - look.SPACE, line.height())
    painter.drawText(outside, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), say("expected.not"))
