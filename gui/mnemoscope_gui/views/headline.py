"""What stands over a recall: who brought in what, how many of how many, and a chip for each kind of finder."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from mnemoscope.records import Channel, ChannelState, Recall, Record
from mnemoscope_gui import look
from mnemoscope_gui.views.glyphs import Finder, GlyphLabel, finder
from mnemoscope_gui.wording import number, say


class Headline(QWidget):
    """One row of a fixed height; hidden where nothing is served."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("headline")
        self._sentence, self._counts, self._moves = QLabel(), QLabel(), QLabel()
        self._chips = {found_by: _Chip(found_by) for found_by in (Finder.BOTH, Finder.VECTORS, Finder.WORDS)}
        self._sentence.setProperty("role", "head")
        self._sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._counts.setProperty("role", "muted")
        self._moves.setProperty("role", "meta")
        self._moves.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(look.PADDING, 0, look.PADDING, 0)
        row.setSpacing(look.SPACE * 2)
        row.addWidget(self._sentence, 1)
        row.addWidget(self._counts)
        row.addWidget(self._moves)
        for chip in self._chips.values():
            row.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setFixedHeight(40)

    @property
    def text(self) -> str:
        """The sentence."""
        return self._sentence.text()

    def show_recall(self, recall: Recall | None) -> None:
        """The counts of this recall."""
        self.setVisible(recall is not None and bool(recall.hits))
        if recall is None:
            return
        finders = [finder(hit) for hit in recall.hits]
        for found_by, chip in self._chips.items():
            chip.show_count(finders.count(found_by))
        self._sentence.setText(headline(recall))
        self.show_counts([hit.record for hit in recall.hits], recall.recallable)

    def show_moves(self, sentence: str) -> None:
        """What adjusting the profile moved, in the place of the counts; empty while nothing is adjusted."""
        self._moves.setText(sentence)
        self._moves.setToolTip(say("moves.tip"))
        self._moves.setVisible(bool(sentence))
        self._counts.setVisible(not sentence)

    @property
    def moves(self) -> str:
        """What it says of moves."""
        return self._moves.text()

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
        self._text = QLabel()
        self._text.setProperty("role", "meta")
        row = QHBoxLayout(self)
        row.setContentsMargins(look.SPACE * 2, 3, look.SPACE * 2, 3)
        row.setSpacing(look.SPACE)
        row.addWidget(GlyphLabel(found_by))
        row.addWidget(self._text)

    def show_count(self, count: int) -> None:
        """So many; none is not shown."""
        self._text.setText(say(f"finder.{self._finder.value}", count=count, number=number(count)))
        self.setVisible(count > 0)
