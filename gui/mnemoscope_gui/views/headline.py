"""What stands over a recall: who brought in what, how many of how many, and a chip for each kind of finder."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from mnemoscope.records import Channel, ChannelState, Recall
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
        self._sentence, self._counts = QLabel(), QLabel()
        self._chips = {kind: _Chip(kind) for kind in kinds}
        for kind, chip in self._chips.items():
            chip.clicked.connect(lambda pressed, kind=kind: self.only_chosen.emit(kind if pressed else None))
        self._sentence.setProperty("role", "head")
        self._sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
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
        return self._sentence.text()

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
        self._sentence.setText(headline(recall))
        sessions = len({(hit.record.app, hit.record.session) for hit in recall.hits})
        self._counts.setText(
            say(
                "results.counts",
                served=number(len(recall.hits)),
                recallable=number(recall.recallable),
                sessions=number(sessions),
                count=sessions,
            )
        )


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


class _Chip(QPushButton):
    """How many records of a kind there are; down while the eye is led to them."""

    def __init__(self, kind: Finder) -> None:
        super().__init__()
        self._kind = kind
        self.setProperty("chip", "count")
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolTip(say("finder.tip"))
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
        text = say(f"finder.{self._kind.value}", count=count, number=number(count))
        self._label.setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()
        self.setVisible(count > 0)

    def sizeHint(self) -> QSize:
        return self._row.sizeHint()
