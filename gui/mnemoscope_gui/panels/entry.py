"""The entry of the history that is looked at: its head with what can be done, and the page below it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from mnemoscope.comparison import Fate
from mnemoscope.hindsight import Hindsight, Turn, cause
from mnemoscope.messages import Message
from mnemoscope.plans import Impact
from mnemoscope.records import RecordId
from mnemoscope.timeline import Place, What
from mnemoscope_gui import look
from mnemoscope_gui.models.history import EntryRow, today_or_day, why_not
from mnemoscope_gui.models.lines import Line
from mnemoscope_gui.models.turns import TurnsModel, place, rows, text_of
from mnemoscope_gui.values import Told, Touched
from mnemoscope_gui.views.action_button import ActionButton
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.views.lines import LinesView
from mnemoscope_gui.views.turns import TurnsHeader, TurnsView
from mnemoscope_gui.wording import actor, number, say, text

_AT_HAND = 12
"""Records that a filter offers."""
_LOW = 480
"""Below this height fewer of them are."""
_NAMED = 4
"""Records that left or entered and are told one by one above the ranks."""


class EntryHead(QWidget):
    """What, who and when; the label or the question; what can be done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._meta, self._title, self._note = ElidedLabel(), QLabel(), QLabel()
        self._buttons = Flow(spacing=look.SPACE)
        self._meta.setProperty("role", "muted")
        self._title.setProperty("role", "title")
        self._note.setProperty("role", "muted")
        for label in (self._title, self._note):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.SPACE)
        column.setSpacing(look.SPACE + 2)
        column.addWidget(self._meta)
        column.addWidget(self._title)
        column.addWidget(self._note)
        column.addLayout(self._buttons)
        self.show_entry(None)

    def add_action(self, action: QAction) -> None:
        """A button for one of the window's commands; it is there while the command can be given."""
        self._buttons.addWidget(ActionButton(action))

    @property
    def title(self) -> str:
        """What was done or asked."""
        return self._title.text()

    @property
    def meta(self) -> str:
        """What, who and when."""
        return self._meta.text()

    @property
    def note(self) -> str:
        """Why nothing can be done, or when something was."""
        return self._note.text() if not self._note.isHidden() else ""

    def show_entry(self, told: Told | None) -> None:
        """This act or recall."""
        self._title.setVisible(told is not None)
        if told is None:
            self._meta.setText(say("timeline.choose"))
            self._note.hide()
            return
        entry = told.entry
        when = today_or_day(entry.place.at)
        if entry.act is not None:
            numbered = say("timeline.act.number", number=str(entry.act.number))
            self._meta.setText(" · ".join((numbered, actor(entry.actor), when)))
            self._show_title(text(entry.act.label))
            said = why_not(EntryRow(entry.place, told))
            self._note.setText(say("timeline.note", said=said[:1].upper() + said[1:]) if said else "")
        elif entry.recall is not None:
            recall = entry.recall
            apps = say("timeline.all_apps") if recall.scope is None else ", ".join(recall.scope)
            profile = say("timeline.profile", name=recall.profile.name)
            self._meta.setText(" · ".join((say("timeline.recall"), actor(recall.actor), when, profile, apps)))
            self._show_title(recall.query)
            moment = say("timeline.as_of", moment=today_or_day(recall.as_of)) if recall.as_of is not None else ""
            self._note.setText(moment)
        self._note.setVisible(bool(self._note.text()))

    def _show_title(self, title: str) -> None:
        flat = " ".join(title.split())
        self._title.setText(flat if len(flat) <= 240 else f"{flat[:240].rstrip()}…")
        self._title.setToolTip(title if len(flat) > 240 else "")


class EntryPage(QWidget):
    """Of a recall then and now; of an act the records that it touched, and the questions that it answered otherwise."""

    record_chosen = Signal(object)
    """A ``RecordId`` is looked at."""
    record_taken = Signal(object)
    """Enter on one."""
    act_requested = Signal(int)
    """The act that is between then and now."""
    more_requested = Signal()
    """More of the records that an act touched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence, self._more_said, self._columns = QLabel(), QLabel(), TurnsHeader()
        self.turns, self._model = TurnsView(), TurnsModel(self)
        self.turns.setModel(self._model)
        self.turns.setAccessibleName(say("turns.name"))
        self.records, self.answers = LinesView(say("timeline.touched")), QLabel()
        self.more = QPushButton(say("timeline.more"))
        self._stack = QStackedLayout()
        self._shown: Hindsight | None = None
        self._touched: Touched | None = None
        self._settling = False
        self._lay_out()
        self.turns.moved.connect(self._on_turn_moved)
        self.turns.taken.connect(self._on_turn_taken)
        self.records.selectionModel().currentChanged.connect(self._on_record_moved)
        self.records.opened.connect(self.record_taken)
        self.more.clicked.connect(self.more_requested)
        self.show_waiting("")

    def _lay_out(self) -> None:
        for label, role in ((self.sentence, "lead"), (self._more_said, "muted"), (self.answers, "muted")):
            label.setProperty("role", role)
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            label.setMinimumHeight(1)  # in a low window it is cut, and does not keep the window high
        self.sentence.setTextFormat(Qt.TextFormat.RichText)
        for label in (self.sentence, self._more_said):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
            label.linkActivated.connect(self._on_link)
        self.answers.setTextFormat(Qt.TextFormat.PlainText)
        head = QWidget()
        column = QVBoxLayout(head)
        column.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.SPACE)
        column.setSpacing(look.SPACE + 2)
        for widget in (self.sentence, self._more_said, self.answers):
            column.addWidget(widget)
        self.more.setProperty("small", True)
        touched = QWidget()
        below = QVBoxLayout(touched)
        below.setContentsMargins(0, 0, 0, look.SPACE)
        below.setSpacing(look.SPACE)
        below.addWidget(self.records, 1)
        below.addWidget(self.more, 0, Qt.AlignmentFlag.AlignHCenter)
        ranks = QWidget()
        beside = QVBoxLayout(ranks)
        beside.setContentsMargins(look.PADDING - look.SPACE, look.SPACE, 1, look.SPACE)
        beside.setSpacing(look.SPACE)
        beside.addWidget(self._columns)
        beside.addWidget(self.turns, 1)
        for page in (QWidget(), ranks, touched):
            self._stack.addWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(head)
        outer.addLayout(self._stack, 1)

    # ------------------------------------------------------------ what is shown

    def show_waiting(self, sentence: str) -> None:
        """Nothing is known yet, or nothing is looked at."""
        self._shown = self._touched = None
        self.sentence.setText(escape(sentence))
        self.sentence.setVisible(bool(sentence))
        self._more_said.hide()
        self.answers.hide()
        self._stack.setCurrentIndex(0)

    def show_hindsight(self, found: Hindsight) -> None:
        """A recall, then and now."""
        if found == self._shown:
            return
        same = self._shown is not None and self._shown.logged.number == found.logged.number
        before = self.turn.id if same and self.turn is not None else None
        self._shown, self._touched = found, None
        self.sentence.setText(_sentence(found))
        self.sentence.show()
        self._tell_more(found)
        self.answers.hide()
        scroll = self.turns.verticalScrollBar().value() if same else 0
        self._stack.setCurrentIndex(1)  # before a row is current: what is hidden scrolls there once it is shown
        self._settling = True
        self._model.set_records(rows(found))
        row = self._model.row_of(before) if before is not None else None
        changed = (at for at, some in enumerate(self._model.records) if some.turn.fate in (Fate.LEFT, Fate.ENTERED))
        at = row if row is not None else next(changed, 0)
        self.turns.setCurrentIndex(self._model.index(at, 0) if self._model.records else QModelIndex())
        self.turns.doItemsLayout()
        self.turns.verticalScrollBar().setValue(scroll)
        self._settling = False
        self._columns.setVisible(bool(self._model.records))
        if not same:
            self._on_turn_moved()

    def _tell_more(self, found: Hindsight) -> None:
        said = [text(some) for some in found.without]
        if found.drift:
            said.append(text(Message("hindsight.drift", {"count": found.drift})))
        most = _NAMED if self.height() > look.scaled(_LOW) else _NAMED // 2
        self._more_said.setText(_changes(found, most) + "".join(f"<p>{escape(some)}</p>" for some in said))
        self._more_said.setVisible(bool(self._more_said.text()))

    def show_touched(self, touched: Touched, told: Told, impact: Impact | None, known: bool) -> None:
        """An act with the records that it touched; ``known`` says whether it is known what it changed."""
        act = told.entry.act
        count = act.records if act is not None else len(touched.records)
        self._shown = None
        self.sentence.setText(_touched_sentence(count))
        self.sentence.show()
        self._more_said.hide()
        self.answers.setText(_answers(impact) if impact is not None else "" if known else say("timeline.asking"))
        self.answers.setVisible(bool(self.answers.text()))
        if touched != self._touched:
            same = self._touched is not None and self._touched.act == touched.act
            current = self.records.currentIndex().row() if same else 0
            self._touched = touched
            self._settling = True
            self.records.set_lines(tuple(_line(touched, at) for at in range(len(touched.records))))
            self.records.setCurrentIndex(self.records.model().index(max(current, 0), 0))
            self._settling = False
            if not same:
                self._on_record_moved()
        self.more.setVisible(not touched.is_whole)
        self._stack.setCurrentIndex(2 if touched.records else 0)

    @property
    def record(self) -> RecordId | None:
        """The record that is looked at."""
        turn = self.turn
        if turn is not None:
            return turn.id if turn.record is not None else None
        row = self.records.currentIndex().row()
        if self._touched is None or not 0 <= row < len(self._touched.records):
            return None
        return self._touched.records[row].id

    @property
    def records_at_hand(self) -> dict[RecordId, str]:
        """The first records on show, with how they begin."""
        if self._touched is not None:
            records = self._touched.records
            return {some.id: f"{self._touched.shorts[some.id]}  {some.indexed_text}" for some in records[:_AT_HAND]}
        if self._shown is None:
            return {}
        turns, shorts = self._shown.turns, self._shown.shorts
        return {turn.id: f"{shorts.get(turn.id, turn.id[:6])}  {text_of(turn)}" for turn in turns[:_AT_HAND]}

    def is_about(self, place: Place) -> bool:
        """Whether what is shown is of this entry."""
        if place.what is What.RECALL:
            return self._shown is not None and self._shown.logged.number == place.number
        return self._touched is not None and self._touched.act == place.number

    @property
    def turn(self) -> Turn | None:
        """The record of then and now that is looked at."""
        row, shown = self.turns.currentIndex().row(), self._model.records
        return shown[row].turn if self._shown is not None and 0 <= row < len(shown) else None

    @property
    def current_act(self) -> int | None:
        """The act between then and now for the record that is looked at, or for the first that has one."""
        if self._shown is None:
            return None
        if self.turn is not None and self.turn.act is not None:
            return self.turn.act.number
        return self._shown.acts[-1].number if self._shown.acts else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        was_low, is_low = (height <= look.scaled(_LOW) for height in (event.oldSize().height(), self.height()))
        if was_low != is_low and self._shown is not None:
            self._tell_more(self._shown)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._shown is not None:  # its colours stand in the text
            self.sentence.setText(_sentence(self._shown))
            self._tell_more(self._shown)

    # ------------------------------------------------------------ what a person does

    def _on_turn_moved(self) -> None:
        if not self._settling and self._shown is not None:
            self.record_chosen.emit(self.record)

    def _on_turn_taken(self) -> None:
        if self.record is not None:
            self.record_taken.emit(self.record)

    def _on_record_moved(self, *_: object) -> None:
        if not self._settling and self._touched is not None:
            self.record_chosen.emit(self.record)

    def _on_link(self, link: str) -> None:
        self.act_requested.emit(int(link))


def _sentence(found: Hindsight) -> str:
    """The verdict strong, and what is between; an act is a link."""
    verdict = f"<b>{escape(text(found.verdict))}</b>"
    if found.cause is None:
        return text(Message("hindsight.plain", {"verdict": verdict}))
    said = escape(text(found.cause))
    acts = found.acts
    if len(acts) == 1:
        said = f'<a style="color: {look.colours().accent}" href="{acts[0].number}">{said}</a>'
    return text(Message("hindsight.because", {"verdict": verdict, "cause": said}))


def _changes(found: Hindsight, most: int) -> str:
    """What left and what entered, a line each; where they have several causes, each with its own."""
    changed = [*found.left[:most], *found.entered[:most]]
    if not changed:
        return ""
    c, each = look.colours(), len(found.acts) > 1 or (bool(found.acts) and any(turn.act is None for turn in changed))
    lines = []
    for turn in changed:
        sign, rank = ("−", turn.then) if turn.fate is Fate.LEFT else ("+", turn.now)
        said = escape(_short(text_of(turn)))
        because = f"<br>{_because(turn)}" if each else ""
        ink = c.muted if turn.fate is Fate.LEFT else c.ink
        cells = (sign, place(rank), f'<span style="color: {ink}">{said}</span>{because}')
        lines.append("".join(f'<td style="padding-right: 8px">{cell}</td>' for cell in cells))
    rest = len(found.left) + len(found.entered) - len(changed)
    more = f"<p>{escape(say('turns.rest', count=rest, number=number(rest)))}</p>" if rest else ""
    return f'<table cellspacing="0" cellpadding="1">{"".join(f"<tr>{line}</tr>" for line in lines)}</table>{more}'


def _because(turn: Turn) -> str:
    """What is between for one record; an act is a link."""
    c = look.colours()
    if turn.act is None:
        return f'<span style="color: {c.muted}">{escape(text(cause(turn)))}</span>'
    said = escape(say("turns.by", moment=today_or_day(turn.act.at)))
    return f'<a style="color: {c.accent}" href="{turn.act.number}">{said}</a>'


def _short(said: str, most: int = 110) -> str:
    return said if len(said) <= most else f"{said[:most].rstrip()}…"


def _touched_sentence(count: int) -> str:
    if not count:
        return escape(say("timeline.touched.none"))
    return f"<b>{escape(say('timeline.touched.count', count=count, number=number(count)))}</b>"


def _answers(impact: Impact) -> str:
    """Which questions it answered otherwise."""
    asked = impact.recalls + impact.expectations
    if not asked:
        return ""
    if not impact.affected:
        return say("timeline.answers.none", count=asked, number=number(asked))
    count = len(impact.affected)
    lead = say("timeline.answers.of", count=count, number=number(count), asked=number(asked))
    return "\n".join((lead, *(f"· {_short(' '.join(some.query.split()), 60)}" for some in impact.affected[:_NAMED])))


def _line(touched: Touched, at: int) -> Line:
    record = touched.records[at]
    short = touched.shorts.get(record.id, record.id[:6])
    return Line(short, record.indexed_text, record.app, record.id, struck=not record.stands)
