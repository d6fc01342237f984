"""What stands over a recall: who brought in what, how many of how many, and a chip for each kind of finder."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from mnemoscope.glance import Copy, Glance
from mnemoscope.records import Channel, ChannelState, Recall
from mnemoscope_gui import look
from mnemoscope_gui.views.glyphs import Finder, GlyphLabel, finder
from mnemoscope_gui.wording import number, say

_SERVED = (Finder.BOTH, Finder.VECTORS, Finder.WORDS)


class Headline(QWidget):
    """One row, or two where there is little room; hidden where nothing is served.

    Its chips are a legend, and lead the eye to a kind.
    """

    only_chosen = Signal(object)
    """A chip was pressed: its ``Finder``; or let go: ``None``."""
    copies_toggled = Signal(bool)
    """Whether near-copies are to be marked in the list."""

    def __init__(self, kinds: tuple[Finder, ...] = _SERVED, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("headline")
        self._sentence, self._shown, self._counts, self._moves = _Sentence(), QLabel(), QLabel(), QLabel()
        self.copies = QToolButton()
        self._chips = {kind: _Chip(kind) for kind in kinds}
        for kind, chip in self._chips.items():
            chip.clicked.connect(lambda pressed, kind=kind: self.only_chosen.emit(kind if pressed else None))
        self._shown.setProperty("role", "set")
        self._counts.setProperty("role", "muted")
        self._moves.setProperty("role", "meta")
        self._moves.hide()
        self.copies.setProperty("flat", True)
        self.copies.setProperty("link", True)
        self.copies.setCheckable(True)
        self.copies.toggled.connect(self.copies_toggled)
        self._figures, self._finders = QWidget(), QWidget()
        self._grid = QGridLayout(self)
        self._lay_out()

    def _lay_out(self) -> None:
        figures = QHBoxLayout(self._figures)
        figures.setContentsMargins(0, 0, 0, 0)
        figures.setSpacing(look.SPACE * 2)
        for widget in (self._shown, self._counts, self._moves, self.copies):
            figures.addWidget(widget)
        figures.addStretch(1)
        finders = QHBoxLayout(self._finders)
        finders.setContentsMargins(0, 0, 0, 0)
        finders.setSpacing(look.SPACE + 2)
        for chip in self._chips.values():
            finders.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)
        self._grid.setContentsMargins(look.PADDING, look.SPACE, look.PADDING, look.SPACE)
        self._grid.setHorizontalSpacing(look.SPACE * 2)
        self._grid.setVerticalSpacing(0)
        self._grid.setSizeConstraint(QGridLayout.SizeConstraint.SetNoConstraint)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self._sentence, 0, 0)
        self._grid.addWidget(self._figures, 0, 1)
        self._grid.addWidget(self._finders, 0, 2)
        look.follow(self, Headline._arrange)

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

    @property
    def figures(self) -> str:
        """What stands beside the sentence."""
        parts = (self._shown, self._counts, self._moves, self.copies)
        return " ".join(part.text() for part in parts if not part.isHidden())

    def show_recall(self, recall: Recall | None, figures: Glance | None = None) -> None:
        """The counts of this recall, and its figures at a glance."""
        self.setVisible(recall is not None and bool(recall.hits))
        if recall is None:
            return
        finders = [finder(hit) for hit in recall.hits]
        for kind, chip in self._chips.items():
            chip.show_count(gave_way(recall) if kind is Finder.GAVE_WAY else finders.count(kind))
        self._sentence.show_text(headline(recall))
        self.show_counts(recall, recall.recallable, figures)

    def show_moves(self, sentence: str) -> None:
        """What adjusting the profile moved, in the place of the counts; empty while nothing is adjusted."""
        self._moves.setText(sentence)
        self._moves.setToolTip(say("moves.tip"))
        self._moves.setVisible(bool(sentence))
        self._counts.setVisible(not sentence)
        self._arrange()

    @property
    def moves(self) -> str:
        """What it says of moves."""
        return self._moves.text()

    def show_counts(self, served: Recall, recallable: int, figures: Glance | None) -> None:
        """So many of so many, from so many sessions, in so many words; which of them are copies of which."""
        sessions = len({(hit.record.app, hit.record.session) for hit in served.hits})
        parts = [
            say("results.served", served=number(len(served.hits)), recallable=number(recallable)),
            say("results.sessions", sessions=number(sessions), count=sessions),
        ]
        if figures is not None:
            parts.append(say("results.words", words=number(figures.words), count=figures.words))
        copies = figures.copies if figures is not None else ()
        self._counts.setText(" · ".join(parts) + (" ·" if copies else ""))
        self.copies.setText(say("results.copies", count=len(copies), number=number(len(copies))))
        self.copies.setToolTip(copies_tip(served, copies))
        self.copies.setVisible(bool(copies))
        self._arrange()

    def show_filtered(self, shown: int | None, served: int) -> None:
        """How many of the rows a filter shows; ``None`` while it shows all."""
        words = {"shown": number(shown or 0), "served": number(served)}
        self._shown.setText(say("results.shown", **words) if shown is not None else "")
        self._shown.setVisible(shown is not None)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """The signs lose their words before the figures leave for a line of their own."""
        room = self.width() - 2 * look.PADDING - 3 * look.SPACE * 2
        sentence, figures = ceil(self._sentence.width_wanted) + 2, self._figures.sizeHint().width()
        long, short = (self._chips_width(short=short) for short in (False, True))
        on_one = sentence + figures + short <= room
        is_short = (sentence + figures + long > room) if on_one else (sentence + long > room)
        for chip in self._chips.values():
            chip.shorten(is_short)
        self._grid.removeWidget(self._figures)
        self._grid.addWidget(self._figures, *((0, 1, 1, 1) if on_one else (1, 0, 1, 3)))
        self.setFixedHeight(look.Height.HEADLINE if on_one else look.Height.HEADLINE_OF_TWO)

    def _chips_width(self, *, short: bool) -> int:
        widths = [chip.width_as(short=short) for chip in self._chips.values() if not chip.isHidden()]
        return sum(widths) + (look.SPACE + 2) * len(widths)


def copies_tip(served: Recall, copies: tuple[Copy, ...]) -> str:
    """Which rows nearly repeat which."""
    ranks = {hit.id: hit.rank for hit in served.hits}
    lines = [
        say(
            "results.copy",
            rank=number(ranks[copy.id]),
            of=number(ranks[copy.of]),
            percent=number(round(100 * copy.likeness)),
        )
        for copy in copies
        if copy.id in ranks and copy.of in ranks
    ]
    return "\n".join((say("results.copies.tip"), *lines))


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
            QFontMetricsF(look.font(look.Size.CONTROL, strong=strong)).horizontalAdvance(part)
            for part, strong in zip(self._parts, (True, False), strict=True)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setToolTip(self.text if self.width_wanted > self.width() else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, x = QPainter(self), 0.0
        painter.setPen(look.colour(look.colours().ink if self.isEnabled() else look.colours().muted))
        for part, strong in zip(self._parts, (True, False), strict=True):
            font = look.font(look.Size.CONTROL, strong=strong)
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

    def width_as(self, *, short: bool) -> int:
        """How wide it is, shortened or not."""
        advance = self._label.fontMetrics().horizontalAdvance
        then = number(self._count) if short else self.text_in_full
        return self.sizeHint().width() - advance(self._label.text()) + advance(then)

    def _write(self) -> None:
        self._label.setText(number(self._count) if self._short else self.text_in_full)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return self._row.sizeHint()
