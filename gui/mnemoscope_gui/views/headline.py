"""What stands over a recall: who brought in what, how many of how many, and a chip for each kind of finder."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from mnemoscope.records import Channel, ChannelState, Recall, Record
from mnemoscope_gui import look
from mnemoscope_gui.views.glyphs import Finder, GlyphLabel, finder
from mnemoscope_gui.wording import number, say

_SERVED = (Finder.BOTH, Finder.VECTORS, Finder.WORDS)


class Headline(QWidget):
    """One row of a fixed height; hidden where nothing is served. Its chips are a legend, and lead the eye to a kind."""

    only_chosen = Signal(object)
    """A chip was pressed: its ``Finder``; or let go: ``None``."""

    def __init__(self, kinds: tuple[Finder, ...] = _SERVED, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence, self._counts = _Sentence(), QLabel()
        self._chips = {kind: _Chip(kind) for kind in kinds}
        for kind, chip in self._chips.items():
            chip.clicked.connect(lambda pressed, kind=kind: self.only_chosen.emit(kind if pressed else None))
        self._counts.setProperty("role", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(look.PADDING, 0, look.PADDING, 0)
        row.setSpacing(look.SPACE * 2)
        row.addWidget(self._sentence, 1)
        row.addWidget(self._counts)
        for chip in self._chips.values():
            row.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setFixedHeight(40)

    @property
    def text(self) -> str:
        """The sentence."""
        return self._sentence.text

    @property
    def kinds(self) -> dict[Finder, QPushButton]:
        """The chips, by the kind of record that they count."""
        return dict(self._chips)

    def show_only(self, kind: Finder | None) -> None:
        """The chip of this kind is down and no other."""
        for own, chip in self._chips.items():
            chip.setChecked(own is kind)

    def show_recall(self, recall: Recall | None) -> None:
        """The counts of this recall."""
        self.setVisible(recall is not None and bool(recall.hits))
        if recall is None:
            return
        finders = [finder(hit) for hit in recall.hits]
        for kind, chip in self._chips.items():
            chip.show_count(gave_way(recall) if kind is Finder.GAVE_WAY else finders.count(kind))
        self._sentence.show_text(headline(recall))
        self.show_counts([hit.record for hit in recall.hits], recall.recallable)

    def show_counts(self, served: Sequence[Record], recallable: int) -> None:
        """So many of so many, from so many sessions."""
        sessions = len({(record.app, record.session) for record in served})
        self._counts.setText(
            say(
                "results.counts",
                served=number(len(served)),
                recallable=number(recallable),
                sessions=number(sessions),
                count=sessions,
            )
        )
        self._make_room()

    def _make_room(self) -> None:
        """Where there is little room the counts go first, then the words of the chips; a chip's tip has them."""
        shown = [chip for chip in self._chips.values() if not chip.isHidden()]
        for chip in shown:
            chip.shorten(False)
        room = self.width() - 2 * look.PADDING - self._sentence.width_wanted
        room -= sum(chip.sizeHint().width() + look.SPACE * 2 for chip in shown)
        self._counts.setVisible(room >= self._counts.sizeHint().width() + look.SPACE * 2)
        for chip in shown:
            chip.shorten(room < 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        return QSize(look.CENTRE_MINIMUM // 2, self.height())


def headline(recall: Recall) -> str:
    """Who brought in what: "Words brought in 15 of these 32; 15 gave way."."""
    hits = recall.hits
    lexical = recall.channels[Channel.LEXICAL].state is ChannelState.USED
    vector = recall.channels[Channel.VECTOR]
    if lexical and vector.state is ChannelState.USED:
        lost = gave_way(recall)
        return say(
            "results.headline",
            brought=number(len(hits) - _own(recall)),
            served=number(len(hits)),
            count=lost,
            gave_way=number(lost),
        )
    return say("results.words_alone" if lexical else "results.vectors_alone", count=len(hits), served=number(len(hits)))


def gave_way(recall: Recall) -> int:
    """How many records the vectors alone would have served and this recall does not."""
    return min(recall.query.profile.budget, recall.channels[Channel.VECTOR].ranked) - _own(recall)


def _own(recall: Recall) -> int:
    budget = recall.query.profile.budget
    return sum(1 for hit in recall.hits if hit.vector is not None and hit.vector.rank <= budget)


class _Sentence(QWidget):
    """One line, strong up to its semicolon; elided where it does not fit, the whole of it in the tip."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def show_text(self, text: str) -> None:
        """This sentence."""
        self.text = text
        self.setAccessibleName(text)
        self.update()

    @property
    def _parts(self) -> tuple[str, str]:
        head, mark, rest = self.text.partition(";")
        return head + mark, rest

    @property
    def width_wanted(self) -> float:
        """Of the whole sentence."""
        return sum(
            QFontMetricsF(look.font(look.CONTROL_SIZE, strong=strong)).horizontalAdvance(part)
            for part, strong in zip(self._parts, (True, False), strict=True)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setToolTip(self.text if self.width_wanted > self.width() else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, x = QPainter(self), 0.0
        painter.setPen(look.colour(look.colours().ink))
        for part, strong in zip(self._parts, (True, False), strict=True):
            font = look.font(look.CONTROL_SIZE, strong=strong)
            metrics = QFontMetricsF(font)
            painter.setFont(font)
            box = self.rect().toRectF().adjusted(x, 0, 0, 0)
            shown = metrics.elidedText(part, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
            if shown != part:
                return
            x += metrics.horizontalAdvance(part)


class _Chip(QPushButton):
    """How many records of a kind there are; down while the eye is led to them."""

    def __init__(self, kind: Finder) -> None:
        super().__init__()
        self._kind, self._count, self._short = kind, 0, False
        self.setProperty("chip", "count")
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._label = QLabel()
        self._label.setProperty("role", "meta")
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(look.SPACE * 2, 3, look.SPACE * 2, 3)
        row.setSpacing(look.SPACE)
        row.addWidget(GlyphLabel(kind))
        row.addWidget(self._label)
        for inner in (self._label, *self.findChildren(GlyphLabel)):
            inner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_count(self, count: int) -> None:
        """So many; none is not shown."""
        self._count = count
        self.setAccessibleName(self.text_in_full)
        self.setToolTip(say("finder.tip", kind=self.text_in_full))
        self.setVisible(count > 0)
        self._write()

    @property
    def text_in_full(self) -> str:
        """The count with its kind."""
        return say(f"finder.{self._kind.value}", count=self._count, number=number(self._count))

    def shorten(self, short: bool) -> None:
        """The number alone, or with its kind."""
        if short != self._short:
            self._short = short
            self._write()

    def _write(self) -> None:
        self._label.setText(number(self._count) if self._short else self.text_in_full)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return self._row.sizeHint()
