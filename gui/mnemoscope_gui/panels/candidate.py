"""One candidate in the middle of Review: what is asked, the records side by side, why, what else, and the verdicts."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.candidates import Answer, Candidate
from mnemoscope.records import RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.review import Verdict, headline, letter, note, title
from mnemoscope_gui.models.settling import (
    also_of,
    copy_note,
    grounds_html,
    group_meta,
    lanes,
    marked,
    role,
    shown_loser,
    verdicts,
)
from mnemoscope_gui.values import Examined
from mnemoscope_gui.views.card import RecordCard, served_sentence
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.group import GroupRow, GroupView
from mnemoscope_gui.views.matters import MatterSign
from mnemoscope_gui.views.said import SaidStrip
from mnemoscope_gui.views.ticks import Tick, TicksView
from mnemoscope_gui.views.verdicts import Choice, VerdictBar
from mnemoscope_gui.wording import number, say

_BESIDE = 430
"""From this width on two cards stand side by side."""


class CandidatePanel(QFrame):
    """Shows one candidate, or a page that says why there is none."""

    verdict_given = Signal(object)
    """A ``Verdict``."""
    preview_requested = Signal(object)
    """A ``Verdict`` whose impact is wanted."""
    record_chosen = Signal(object)
    """A ``RecordId`` is to be looked at beside."""
    record_taken = Signal(object)
    """A ``RecordId`` is to be opened in Recall."""
    ticks_changed = Signal()
    """Other copies would go with what loses."""
    asked = Signal()
    """The button of the page that says why there is no candidate."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.candidate: Candidate | None = None
        self.examined: Examined | None = None
        self.preview: Verdict | None = None
        self._other = 1
        self._ticked: dict[RecordId, frozenset[RecordId]] = {}
        self._sign, self._matter, self._place = MatterSign(), QLabel(), QLabel()
        self._chain, self.headline = ElidedLabel(), QLabel()
        self.cards = (RecordCard(), RecordCard())
        self.group, self.strip, self.grounds = GroupView(), SaidStrip(), QLabel()
        self._grounds_title, self._copies_title = QLabel(say("review.grounds")), QLabel()
        self.copies, self.verdicts = TicksView(), VerdictBar()
        self.page, self._card_row = QScrollArea(), QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.empty_title, self.empty_text, self.empty_button = QLabel(), QLabel(), QPushButton()
        self._stack = QStackedLayout(self)
        self._lay_out()
        self._wire()

    def _lay_out(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(1, 0, 1, 1)
        column.setSpacing(0)
        column.addLayout(self._head_row())
        column.addWidget(self._body(), 1)
        column.addWidget(self.verdicts)
        self._stack.addWidget(self._empty_page())
        self._stack.addWidget(page)

    def _head_row(self) -> QHBoxLayout:
        self._matter.setProperty("role", "head")
        self._place.setProperty("role", "hint")
        self._chain.setProperty("role", "small")
        self._chain.setText(say("review.nothing_deleted"))
        self._chain.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout()
        row.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.SPACE)
        row.setSpacing(look.SPACE * 2)
        for widget in (self._sign, self._matter, self._place):
            row.addWidget(widget)
        row.addWidget(self._chain, 1)
        return row

    def _body(self) -> QScrollArea:
        self.headline.setTextFormat(Qt.TextFormat.RichText)
        self.headline.setProperty("role", "lead")
        self.grounds.setTextFormat(Qt.TextFormat.RichText)
        for label in (self.headline, self.grounds):
            label.setWordWrap(True)
        self._card_row.setSpacing(look.MARGIN)
        for card in self.cards:
            self._card_row.addWidget(card, 1)
        for label in (self._grounds_title, self._copies_title):
            label.setProperty("role", "section")
            label.setWordWrap(True)
        self.group.setAccessibleName(say("review.group"))
        self.copies.setAccessibleName(say("review.copies.one"))
        inner = QWidget()
        inner.setProperty("plain", True)
        column = QVBoxLayout(inner)
        column.setContentsMargins(look.PADDING, look.SPACE, look.PADDING, look.PADDING)
        column.setSpacing(look.MARGIN)
        column.addWidget(self.headline)
        column.addLayout(self._card_row)
        parts: tuple[QWidget, ...] = (self.group, self.strip, self._grounds_title, self.grounds, self._copies_title)
        for widget in (*parts, self.copies):
            column.addWidget(widget)
        column.addStretch(1)
        self.page.setWidget(inner)
        self.page.setWidgetResizable(True)
        self.page.setFrameShape(QFrame.Shape.NoFrame)
        self.page.setProperty("plain", True)
        self.page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return self.page

    def _empty_page(self) -> QWidget:
        self.empty_title.setProperty("role", "title")
        self.empty_text.setProperty("role", "hint")
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(look.PADDING * 2, 0, look.PADDING * 2, 0)
        column.setSpacing(look.MARGIN)
        column.addStretch(2)
        for label in (self.empty_title, self.empty_text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addWidget(self.empty_button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        return page

    def _wire(self) -> None:
        for place, card in enumerate(self.cards):
            card.chosen.connect(lambda place=place: self._on_card(place))
            card.taken.connect(lambda place=place: self._on_taken(place))
        self.group.moved.connect(self._on_group_moved)
        self.group.taken.connect(lambda: self._on_row_taken(self.group.current))
        self.copies.moved.connect(self._on_copy_moved)
        self.copies.taken.connect(lambda: self._on_row_taken(self.copies.current))
        self.copies.changed.connect(self._on_ticked)
        self.verdicts.given.connect(self.verdict_given)
        self.verdicts.preview_requested.connect(self.preview_requested)
        self.empty_button.clicked.connect(self.asked)

    # ------------------------------------------------------------ what is shown

    def show_empty(self, title_: str, sentence: str, button: str = "") -> None:
        """No candidate, and why."""
        self.candidate = self.examined = self.preview = None
        self.empty_title.setText(title_)
        self.empty_text.setText(sentence)
        self.empty_text.setVisible(bool(sentence))
        self.empty_button.setText(button)
        self.empty_button.setVisible(bool(button))
        self._stack.setCurrentIndex(0)

    @property
    def is_empty(self) -> bool:
        """Whether no candidate is shown."""
        return self._stack.currentIndex() == 0

    def show_candidate(self, candidate: Candidate, preview: Verdict) -> None:
        """This one, as far as the queue knows it."""
        is_other = self.candidate is None or candidate.key != self.candidate.key
        self.candidate, self.preview = candidate, preview
        if is_other:
            self.examined, self._ticked, self._other = None, {}, 1
            self.page.verticalScrollBar().setValue(0)
        self._stack.setCurrentIndex(1)
        self._show_again()

    def show_place(self, place: int, total: int) -> None:
        """Where it stands in the queue."""
        self._place.setText(say("review.place", place=number(place), total=number(total)))

    def show_examined(self, examined: Examined) -> None:
        """More is known of the candidate on show; copies that say the same are ticked."""
        if self.candidate is None or examined.candidate.key != self.candidate.key:
            return
        if self.examined is None:
            self._ticked = {
                lost: frozenset(some.record.id for some in found if some.same)
                for lost, found in examined.copies.items()
            }
        self.examined = examined
        self._show_again()

    def show_preview(self, preview: Verdict) -> None:
        """The verdict whose impact is shown."""
        self.preview = preview
        if self._is_group and preview.kept > 0:
            self._other = preview.kept
        self._show_again()

    def lay_out_again(self) -> None:
        """Text is of another size: the texts on show carry theirs with them."""
        self._show_again()

    def choose(self, id: RecordId | None) -> None:
        """Which of the records is looked at beside."""
        if self.candidate is None:
            return
        for card, record in zip(self.cards, self.candidate.records, strict=False):
            card.show_chosen(record.id == id and len(self.candidate.records) > 1)

    @property
    def other(self) -> int:
        """The record of a group that would stay instead of the proposed one."""
        return self._other

    def also(self, verdict: Verdict) -> tuple[RecordId, ...]:
        """The copies that go with what this verdict takes away."""
        return also_of(self.examined, verdict, self._ticked)

    @property
    def _is_group(self) -> bool:
        return self.candidate is not None and len(self.candidate.records) > 2

    def _show_again(self) -> None:
        candidate, preview = self.candidate, self.preview
        if candidate is None or preview is None:
            return
        asks, between = headline(candidate)
        self._sign.show_matter(candidate.matter)
        self._matter.setText(say(f"matter.{candidate.matter.value}"))
        self.headline.setText(f"<b>{escape(asks)}</b> {escape(between)}")
        self._show_records(candidate, preview)
        self.strip.setVisible(self.examined is not None)
        if self.examined is not None:
            self.strip.show_lanes(lanes(self.examined))
        self.grounds.setText(grounds_html(candidate, look.colours().muted))
        self._show_copies(candidate, preview)
        self._show_verdicts(candidate, preview)

    def _show_records(self, candidate: Candidate, preview: Verdict) -> None:
        is_group = self._is_group
        self.group.setVisible(is_group)
        for place, card in enumerate(self.cards):
            card.setVisible(not is_group and place < len(candidate.records))
        if is_group:
            self.group.show_rows(self._group_rows(candidate, preview))
            if preview.answer is Answer.KEEP_FIRST and self.group.currentIndex().row() != preview.kept:
                self.group.setCurrentIndex(self.group.rows.index(preview.kept, 0))
            return
        for place, record in enumerate(candidate.records[:2]):
            card = self.cards[place]
            name = letter(place) if len(candidate.records) > 1 else ""
            card.show_record(record, name, role(candidate, place), marked(candidate, place, 0))
            if self.examined is not None:
                side = self.examined.sides[place]
                newer = candidate.records[1] if place == 0 and len(candidate.records) > 1 else None
                card.show_side(side, served_sentence(side, newer))

    def _group_rows(self, candidate: Candidate, preview: Verdict) -> tuple[GroupRow, ...]:
        kept, sides = preview.kept, self.examined.sides if self.examined is not None else ()
        return tuple(
            GroupRow(
                record,
                letter(place),
                group_meta(record, len(sides[place].served) if sides else None),
                marked(candidate, place, kept),
                place == kept,
            )
            for place, record in enumerate(candidate.records)
        )

    def _show_copies(self, candidate: Candidate, preview: Verdict) -> None:
        lost = shown_loser(candidate, preview)
        found = self.examined.copies.get(lost.id, ()) if self.examined is not None and lost is not None else ()
        for widget in (self._copies_title, self.copies):
            widget.setVisible(bool(found))
        if not found or lost is None:
            return
        if len(candidate.records) > 1:
            name = letter(candidate.records.index(lost))
            self._copies_title.setText(say("review.copies", letter=name))
        else:
            self._copies_title.setText(say("review.copies.one"))
        ticked = self._ticked.get(lost.id, frozenset())
        ticks = tuple(
            Tick(
                some.record.id,
                some.record.text,
                copy_note(some),
                tuple(diff.second for diff in some.differences if diff.second is not None) if not some.same else (),
                some.record.id in ticked,
            )
            for some in found
        )
        if ticks != self.copies.rows.records:
            self.copies.setAccessibleName(self._copies_title.text())
            self.copies.show_ticks(ticks)

    def _show_verdicts(self, candidate: Candidate, preview: Verdict) -> None:
        choices = tuple(
            Choice(verdict, key, title(candidate, verdict), note(candidate, verdict, len(self.also(verdict))))
            for verdict, key in verdicts(candidate, self._other)
        )
        self.verdicts.show_choices(choices, preview)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_stack"):
            self._show_again()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= look.scaled(_BESIDE)
        sides = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        if self._card_row.direction() != sides:
            self._card_row.setDirection(sides)

    # ------------------------------------------------------------ what a person does

    def _on_card(self, place: int) -> None:
        if self.candidate is not None and place < len(self.candidate.records):
            self.record_chosen.emit(self.candidate.records[place].id)

    def _on_taken(self, place: int) -> None:
        if self.candidate is not None and place < len(self.candidate.records):
            self.record_taken.emit(self.candidate.records[place].id)

    def _on_row_taken(self, id: RecordId | None) -> None:
        if id is not None:
            self.record_taken.emit(id)

    def _on_group_moved(self) -> None:
        """To walk through a group is to look what would be, were another one kept."""
        if self.group.hasFocus() and self.group.current is not None:
            self.preview_requested.emit(Verdict(Answer.KEEP_FIRST, self.group.currentIndex().row()))

    def _on_copy_moved(self) -> None:
        if self.copies.hasFocus() and self.copies.current is not None:
            self.record_chosen.emit(self.copies.current)

    def _on_ticked(self) -> None:
        candidate, preview = self.candidate, self.preview
        lost = shown_loser(candidate, preview) if candidate is not None and preview is not None else None
        if candidate is None or preview is None or lost is None:
            return
        self._ticked[lost.id] = frozenset(self.copies.ticked)
        self._show_verdicts(candidate, preview)
        self.ticks_changed.emit()
