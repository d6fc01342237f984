"""What stands over a recall: who brought in what, how many of how many, and a chip for each kind of finder."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QToolButton, QWidget

from mnemoscope.glance import Copy, Glance
from mnemoscope.records import Channel, ChannelState, Recall
from mnemoscope_gui import look
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.glyphs import Finder, GlyphLabel, finder
from mnemoscope_gui.wording import number, say


class Headline(QWidget):
    """One row, or two where there is little room; hidden where nothing is served."""

    copies_toggled = Signal(bool)
    """Whether near-copies are to be marked in the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence, self._shown, self._counts = ElidedLabel(), QLabel(), QLabel()
        self.copies = QToolButton()
        self._chips = {found_by: _Chip(found_by) for found_by in (Finder.BOTH, Finder.VECTORS, Finder.WORDS)}
        self._sentence.setProperty("role", "head")
        self._shown.setProperty("role", "set")
        self._counts.setProperty("role", "muted")
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
        for widget in (self._shown, self._counts, self.copies):
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
        self.setFixedHeight(look.HEADLINE)

    @property
    def text(self) -> str:
        """The sentence."""
        return self._sentence.text()

    @property
    def figures(self) -> str:
        """What stands beside the sentence."""
        parts = (self._shown, self._counts, self.copies)
        return " ".join(part.text() for part in parts if not part.isHidden())

    def show_recall(self, recall: Recall | None, figures: Glance | None = None) -> None:
        """The counts of this recall, and its figures at a glance."""
        self.setVisible(recall is not None and bool(recall.hits))
        if recall is None:
            return
        finders = [finder(hit) for hit in recall.hits]
        for found_by, chip in self._chips.items():
            chip.show_count(finders.count(found_by))
        self._sentence.setText(headline(recall))
        self.show_counts(recall, recall.recallable, figures)

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
        sentence, figures = self._sentence.sizeHint().width(), self._figures.sizeHint().width()
        long, short = (self._chips_width(short=short) for short in (False, True))
        on_one = sentence + figures + short <= room
        is_short = (sentence + figures + long > room) if on_one else (sentence + long > room)
        for chip in self._chips.values():
            chip.shorten(is_short)
        self._grid.removeWidget(self._figures)
        self._grid.addWidget(self._figures, *((0, 1, 1, 1) if on_one else (1, 0, 1, 3)))
        self.setFixedHeight(look.HEADLINE if on_one else look.HEADLINE_OF_TWO)

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
    hits, budget = recall.hits, recall.query.profile.budget
    lexical = recall.channels[Channel.LEXICAL].state is ChannelState.USED
    vector = recall.channels[Channel.VECTOR]
    if lexical and vector.state is ChannelState.USED:
        own = sum(1 for hit in hits if hit.vector is not None and hit.vector.rank <= budget)
        gave_way = min(budget, vector.ranked) - own
        return say(
            "results.headline",
            brought=number(len(hits) - own),
            served=number(len(hits)),
            count=gave_way,
            gave_way=number(gave_way),
        )
    return say("results.words_alone" if lexical else "results.vectors_alone", count=len(hits), served=number(len(hits)))


class _Chip(QFrame):
    """How many records a kind of finder brought."""

    def __init__(self, found_by: Finder) -> None:
        super().__init__()
        self.setProperty("chip", "count")
        self._finder = found_by
        self._words, self._number = "", ""
        self._is_short = False
        self._text = QLabel()
        self._text.setProperty("role", "meta")
        row = QHBoxLayout(self)
        row.setContentsMargins(look.SPACE * 2, 3, look.SPACE * 2, 3)
        row.setSpacing(look.SPACE)
        row.addWidget(GlyphLabel(found_by))
        row.addWidget(self._text)

    def show_count(self, count: int) -> None:
        """So many; none is not shown."""
        self._words = say(f"finder.{self._finder.value}", count=count, number=number(count))
        self._number = number(count)
        self.setToolTip(self._words)
        self.shorten(self._is_short)
        self.setVisible(count > 0)

    def shorten(self, short: bool) -> None:
        """The sign and the number alone, or with words."""
        self._is_short = short
        self._text.setText(self._number if short else self._words)

    def width_as(self, *, short: bool) -> int:
        """How wide it is, shortened or not."""
        now, then = self._text.text(), self._number if short else self._words
        advance = self._text.fontMetrics().horizontalAdvance
        return self.sizeHint().width() - advance(now) + advance(then)
