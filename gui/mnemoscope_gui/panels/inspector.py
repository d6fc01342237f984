"""The inspector: one record with its state and actions on top, and why, where and whence below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsOpacityEffect,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from mnemoscope.records import Record, RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.chain import chain_rows
from mnemoscope_gui.models.lines import act_lines, session_lines
from mnemoscope_gui.models.marks import marks
from mnemoscope_gui.models.served import in_force
from mnemoscope_gui.values import Detail
from mnemoscope_gui.views.action_button import ActionButton
from mnemoscope_gui.views.chain import ChainView
from mnemoscope_gui.views.drags import Drags, row_at
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.views.hits import turn
from mnemoscope_gui.views.lines import LinesView
from mnemoscope_gui.views.record_text import RecordText
from mnemoscope_gui.views.tabs import Tabs
from mnemoscope_gui.views.text_editor import TextEditor
from mnemoscope_gui.views.why import WhyPage
from mnemoscope_gui.views.within import WithinLine
from mnemoscope_gui.wording import day_at, day_of, full_day, say


@dataclass(frozen=True, slots=True)
class Lead:
    """What a place puts before a record's session and chain: a head of its own, and the first tab."""

    head: QWidget
    """In the place of the record and its actions."""
    page: QWidget
    title: str
    """Of the tab."""


_HINT_FROM = 560
"""Height at 100 % from which the chain has room for a line on how to read it."""


class InspectorPanel(QFrame):
    """Shows a ``Detail``; the actions are the window's own, so that keys, menus and buttons agree."""

    deactivation_accepted = Signal(str)
    """The reason, perhaps empty."""
    record_requested = Signal(object)
    """Another record to look at."""
    act_requested = Signal(int)
    """An act to look at, where it stands in the history."""
    removal_requested = Signal(object, object)
    """A supersession is to go: its older ``Record``, and the id of the newer one, or ``None`` where there is none."""
    edited = Signal(object, str)
    """A record is to be replaced by one with this text."""
    text_left = Signal()
    """The box for a text was left."""
    resized = Signal(int)
    """How wide it is now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        # Half as much wider as its text is larger: the rows need the room more.
        look.follow(
            self, lambda own: own.setMinimumWidth(look.scaled(look.INSPECTOR_MINIMUM / 2) + look.INSPECTOR_MINIMUM // 2)
        )
        self._detail: Detail | None = None
        self._meta, self._state, self._text = QLabel(), QLabel(), RecordText()
        self._buttons: dict[str, ActionButton] = {}
        self._button_row, self._buttons_area = Flow(spacing=look.SPACE * 2), QWidget()
        self.reason, self.within, self.editor = _ReasonEdit(), WithinLine(), TextEditor()
        self._drafts: dict[RecordId, str] = {}
        """Texts that were begun and neither kept nor left."""
        self.why = WhyPage()
        self._faint = QGraphicsOpacityEffect(self.why)
        self._faint.setOpacity(look.STALE)
        self._faint.setEnabled(False)
        self.why.setGraphicsEffect(self._faint)
        self.session = LinesView(say("tab.session"))
        self.chain, self._chain_hint = ChainView(say("chain.name")), QLabel(say("chain.hint"))
        self.history = LinesView(say("history.name"))
        self.drags = tuple(Drags(view, row_at(view)) for view in (self.session, self.chain))
        self.tabs = Tabs()
        self._stack = QStackedLayout(self)
        self._heads, self._record_head = QVBoxLayout(), QWidget()
        self._lead: Lead | None = None
        self._lay_out()
        self.tabs.currentChanged.connect(self._fill_tab)
        self.reason.accepted.connect(self._on_reason)
        self.session.opened.connect(self.record_requested)
        self.chain.opened.connect(self.record_requested)
        self.chain.removal_requested.connect(self.removal_requested)
        self.editor.accepted.connect(self._on_text_accepted)
        self.editor.left.connect(self._on_text_left)
        self.history.act_opened.connect(self.act_requested)

    def _lay_out(self) -> None:
        empty = QLabel(say("inspector.empty"))
        empty.setProperty("role", "muted")
        empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        empty.setWordWrap(True)
        empty.setMargin(look.PADDING * 2)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 1)
        column.setSpacing(look.SPACE)
        self._lay_out_head()
        self._heads.addWidget(self._record_head)
        column.addLayout(self._heads)
        self.tabs.setAccessibleName(say("inspector.tabs"))
        self.tabs.addTab(self.why, say("tab.why"))
        self.tabs.addTab(self.session, say("tab.session"))
        self.tabs.addTab(self._chain_page(), say("tab.chain"))
        column.addWidget(self.tabs, 1)
        self._stack.addWidget(empty)
        self._stack.addWidget(page)

    def _lay_out_head(self) -> None:
        self._meta.setProperty("role", "muted")
        self._meta.setWordWrap(True)
        self._state.setProperty("role", "meta")
        self._state.setWordWrap(True)
        self._text.setAccessibleName(say("record.text"))
        column = QVBoxLayout(self._record_head)
        column.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.SPACE)
        column.setSpacing(look.SPACE + 2)
        column.addWidget(self._meta)
        column.addWidget(self._text)
        column.addWidget(self.editor)
        column.addWidget(self._state)
        self._buttons_area.setLayout(self._button_row)
        column.addWidget(self._buttons_area)
        column.addWidget(self.reason)
        column.addWidget(self.within)

    def _chain_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, look.SPACE * 2, 0, look.SPACE)
        column.setSpacing(look.SPACE)
        self._chain_hint.setProperty("role", "small")
        self._chain_hint.setContentsMargins(look.PADDING, 0, look.PADDING, look.SPACE)
        self._chain_hint.setWordWrap(True)
        column.addWidget(_title(say("chain.title")))
        column.addWidget(self.chain, 3)
        column.addWidget(self._chain_hint)
        column.addWidget(_title(say("history.title")))
        column.addWidget(self.history, 1)
        self.chain.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.history.setMinimumHeight(look.PADDING * 2)
        return page

    def add_action(self, action: QAction) -> None:
        """A button for one of the window's commands; it is there while the command can be given."""
        button = ActionButton(action)
        self._buttons[action.objectName()] = button
        self._button_row.addWidget(button)

    @property
    def state(self) -> str:
        """What is said of the record's validity."""
        return self._state.text()

    def buttons(self, ids: Iterable[str]) -> list[ActionButton]:
        """Those of some commands, as far as they are here."""
        return [self._buttons[id] for id in ids if id in self._buttons]

    def adopt(self, lead: Lead) -> None:
        """Be its parent from the start: a widget that has none is never destroyed with the window."""
        for widget in (lead.head, lead.page):
            widget.setParent(self)
            widget.hide()

    def show_lead(self, lead: Lead | None) -> None:
        """A place with a head and a first tab of its own is in front; ``None``: the record and *Why* are back."""
        if lead is self._lead:
            return
        if self._lead is not None:
            self._heads.removeWidget(self._lead.head)
            self._lead.head.hide()
        self._lead = lead
        page, title = (lead.page, lead.title) if lead is not None else (self.why, say("tab.why"))
        at_lead = self.tabs.currentIndex() == 0
        with QSignalBlocker(self.tabs):  # else the tab that is in front for a moment is filled
            self.tabs.removeTab(0)
            self.tabs.insertTab(0, page, title)
            if at_lead or lead is not None:
                self.tabs.setCurrentIndex(0)
        self._record_head.setVisible(lead is None)
        if lead is not None:
            self._heads.addWidget(lead.head)
            lead.head.show()
        self._put_away_lines()
        self._fill_tab()
        self._show_page()

    def _show_page(self) -> None:
        """What a place leads with is there also where no record is looked at."""
        self._stack.setCurrentIndex(0 if self._lead is None and self._detail is None else 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_chain_hint()
        self.resized.emit(self.width())

    def _show_chain_hint(self) -> None:
        """Where there is a chain to read, and room to say how."""
        has_chain = self._detail is not None and len(self._detail.chain) > 1
        self._chain_hint.setVisible(has_chain and self.height() >= look.scaled(_HINT_FROM))

    # ------------------------------------------------------------ what is shown

    def show_nothing(self) -> None:
        """No record is selected."""
        self._put_away_lines()
        self._detail = None
        for view in (self.session, self.history):
            view.set_lines(())
        self.chain.set_rows([])
        self._show_page()

    def show_detail(self, detail: Detail) -> None:
        """This record, under the answer that it was looked at with."""
        if self._detail is not None and self._detail.record.id != detail.record.id:
            self._put_away_lines()
        self._detail = detail
        record = detail.record
        source = (record.session_title or record.session, record.app)
        place = (turn(record, detail.session_size), full_day(record), detail.short)
        self._meta.setText("\n".join((" · ".join(source), " · ".join(place))))
        self._text.show_text(record.indexed_text, marks(record.indexed_text, _terms(detail)), not in_force(record))
        sentence = state_sentence(record, detail.shorts)
        self._state.setText(sentence)
        self._state.setVisible(bool(sentence))
        self._fill_tab()
        self._show_page()

    def show_stale(self, stale: bool) -> None:
        """Whether the explanation belongs to other settings than those in use: it is faint until the new one comes."""
        self._faint.setEnabled(stale)

    def _fill_tab(self) -> None:
        """Only the tab in front: the others are filled when they come to the front."""
        detail = self._detail
        if detail is None:
            return
        tab = self.tabs.currentWidget()
        if tab is self.why:
            self.why.show_explanation(detail.explanation, detail.answer.recall if detail.answer else None)
            self.why.xray.show_xray(detail.xray)
        elif self._lead is not None and tab is self._lead.page:
            return  # the place fills it
        elif tab is self.session:
            self.session.set_lines(session_lines(detail, _terms(detail)))
        else:
            self.chain.set_rows(chain_rows(detail.chain, detail.record.id, detail.shorts))
            self._show_chain_hint()
            self.history.set_lines(act_lines(detail.acts))

    def ask_reason(self) -> None:
        """Open the line for the reason of a deactivation."""
        if self._detail is not None:
            self.within.dismiss()
            self.reason.open()

    def ask_within(self, budget: int) -> None:
        """Open the line for an expectation: among how many the record must come back."""
        if self._detail is not None:
            self.reason.dismiss()
            self.within.open(budget)

    def ask_text(self) -> None:
        """Open the box in which the record's text is written anew; what was begun before stands in it."""
        if self._detail is not None and self._lead is None:
            self.reason.dismiss()
            self.within.dismiss()
            self._text.hide()
            self._buttons_area.hide()  # the text has their room
            record = self._detail.record
            self.editor.open(record.text, self._drafts.get(record.id))

    @property
    def is_led(self) -> bool:
        """Whether a place shows something of its own instead of the record's head."""
        return self._lead is not None

    def forget_text(self) -> None:
        """The text was kept: the box is not needed any more."""
        self._put_away_editor()
        self.text_left.emit()

    def _put_away_editor(self, *, keeps_draft: bool = False) -> None:
        if self.editor.isHidden() or self._detail is None:
            return
        if keeps_draft and self.editor.is_changed:
            self._drafts[self._detail.record.id] = self.editor.text
        else:
            self._drafts.pop(self._detail.record.id, None)
        self.editor.hide()
        self._text.show()
        self._buttons_area.show()
        self._text.updateGeometry()

    def _on_text_accepted(self, text: str) -> None:
        if self._detail is not None:
            self.edited.emit(self._detail.record.id, text)

    def _on_text_left(self) -> None:
        self._put_away_editor()
        self.text_left.emit()

    def show_why(self) -> None:
        """Bring the *Why* tab to the front."""
        self.tabs.setCurrentWidget(self.why)

    def _put_away_lines(self) -> None:
        self.reason.dismiss()
        self.within.dismiss()
        self._put_away_editor(keeps_draft=True)

    def _on_reason(self, reason: str) -> None:
        self.deactivation_accepted.emit(reason)


def _terms(detail: Detail) -> tuple[str, ...]:
    """The words to underline: those of the question that it was looked at with."""
    return detail.answer.terms if detail.answer is not None else ()


def _title(text: str) -> QLabel:
    label = ElidedLabel()
    label.setText(text)
    label.setProperty("role", "muted")
    label.setContentsMargins(look.PADDING, look.SPACE, look.PADDING, 0)
    return label


def state_sentence(record: Record, shorts: dict[RecordId, str]) -> str:
    """Why a record is out of force, until when it is valid, and when somebody wants to look at it again."""
    dates = (("valid_until", record.valid_until), ("review_after", record.review_after))
    said = [say(f"record.{id}", day=day_of(when)) for id, when in dates if when is not None]
    if record.superseded_by is not None:
        newer = shorts.get(record.superseded_by, record.superseded_by[:6])
        said.insert(0, say("record.superseded", newer=newer, day=day_at(record.superseded_since or record.state_since)))
    elif not record.active:
        reason = say("record.reason", reason=record.reason) if record.reason else ""
        said.insert(0, say("record.inactive", day=day_at(record.state_since), reason=reason))
    return " ".join(said)


class _ReasonEdit(QLineEdit):
    """One line for a reason: Enter accepts it, empty too; Esc lets the record be."""

    accepted = Signal(str)
    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("reason")
        self.setPlaceholderText(say("reason.placeholder"))
        self.setAccessibleName(say("reason.name"))
        self.returnPressed.connect(self._on_return)
        self.hide()

    def open(self) -> None:
        """Ask."""
        self.clear()
        self.show()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def dismiss(self) -> None:
        """No longer ask. The list takes the focus only from here: who types elsewhere goes on typing there."""
        if self.isHidden():
            return
        had_focus = self.hasFocus()
        self.hide()
        if had_focus:
            self.dismissed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        passing = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        if event.reason() not in passing:
            self.dismiss()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _on_return(self) -> None:
        reason = self.text().strip()
        self.dismiss()
        self.accepted.emit(reason)
