"""The ladder under its headline; or a sentence where there is nothing to climb."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QStackedWidget, QVBoxLayout, QWidget

from mnemoscope.ladder import Ladder
from mnemoscope.listing import ALL, Show
from mnemoscope.records import Recall, Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.hits import shown_ids
from mnemoscope_gui.values import Answer
from mnemoscope_gui.views.drags import Drags, rung_at
from mnemoscope_gui.views.glyphs import Finder
from mnemoscope_gui.views.headline import Headline, headline
from mnemoscope_gui.views.ladder import LadderView
from mnemoscope_gui.views.ladder_content import content
from mnemoscope_gui.views.ladder_export import LadderPicture
from mnemoscope_gui.wording import say

_KINDS = (Finder.BOTH, Finder.VECTORS, Finder.WORDS, Finder.GAVE_WAY)


class LadderPanel(QFrame):
    """Headline with chips, and the ladder of one answer."""

    question_requested = Signal()
    """The person goes back to the question box."""
    record_chosen = Signal(object)
    """Another record is followed: its ``RecordId``."""
    record_taken = Signal(object)
    """Enter on a record: its ``RecordId``."""
    budget_chosen = Signal(int)
    """The recall is wanted with this budget."""
    only_chosen = Signal(object)
    """The eye is led to this ``Finder``, or to all: ``None``."""
    copies_requested = Signal()
    """Near-copies are wanted marked, which the list does."""
    glance_requested = Signal(object)
    """The text of this ``RecordId`` is wanted; ``None`` when no longer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(look.CENTRE_MINIMUM)
        self.view, self.headline = LadderView(), Headline(_KINDS)
        self.drags = Drags(self.view, rung_at(self.view))
        self._recall: Recall | None = None
        self._only: Finder | None = None
        self._show: Show = ALL
        self._empty = QLabel(say("ladder.no_question"))
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setProperty("role", "hint")
        self._empty.setContentsMargins(look.PADDING * 3, look.PADDING, look.PADDING * 3, look.PADDING * 4)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.headline)
        column.addWidget(self._pages, 1)
        self.headline.hide()
        self.view.left.connect(self.question_requested)
        self.view.record_chosen.connect(self.record_chosen)
        self.view.taken.connect(self._on_taken)
        self.view.budget_chosen.connect(self.budget_chosen)
        self.view.glance_requested.connect(self.glance_requested)
        self.headline.only_chosen.connect(self.only_chosen)
        self.headline.copies.setCheckable(False)
        self.headline.copies.clicked.connect(self.copies_requested)

    def show_ladder(self, answer: Answer | None, ladder: Ladder | None) -> None:
        """A recall and its rails; or why there are none."""
        self._recall = answer.recall if answer is not None else None
        self.headline.show_recall(self._recall, answer.glance if answer is not None else None)
        if answer is None or ladder is None or not answer.recall.hits:
            self._empty.setText(say("results.nothing" if answer is not None else "ladder.no_question"))
            self.view.show_content(None)
            self._pages.setCurrentWidget(self._empty)
            return
        self.view.show_content(content(answer, ladder, self._only).showing(self._shown_ids()))
        self._pages.setCurrentWidget(self.view)

    def show_only(self, kind: Finder | None) -> None:
        """Lead the eye to a kind of record."""
        self._only = kind
        self.headline.show_only(kind)
        if (shown := self.view.content) is not None:
            self.view.show_content(shown.leading_to(kind))

    def show_filter(self, show: Show) -> None:
        """Lead the eye to what the filters show; no row moves and no number changes."""
        self._show = show
        ids = self._shown_ids()
        if (shown := self.view.content) is not None:
            self.view.show_content(shown.showing(ids))

    def _shown_ids(self) -> frozenset[RecordId] | None:
        recall = self._recall
        shown = shown_ids(self._show, recall) if recall is not None and self._show != ALL else None
        served = len(recall.hits) if recall is not None else 0
        self.headline.show_filtered(len(shown) if shown is not None else None, served)
        return shown

    def show_records(self, records: dict[RecordId, Record]) -> None:
        """The same rows after an act: what is out of force is struck through."""
        if (shown := self.view.content) is not None:
            self.view.show_content(shown.with_records(records))

    def picture(self, question: str) -> LadderPicture | None:
        """What is on show, for a report."""
        shown, recall = self.view.content, self._recall
        if shown is None or recall is None:
            return None
        chips = self.headline.kinds
        legend = tuple((kind, chip.accessibleName()) for kind, chip in chips.items() if not chip.isHidden())
        width = float(self.view.viewport().width())
        return LadderPicture(shown, self.view.selected, question, headline(recall), legend, width)

    def _on_taken(self) -> None:
        if self.view.selected is not None:
            self.record_taken.emit(self.view.selected)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "view"):
            self.view.viewport().update()
