"""What would be replaced by what, before it is done: one key says yes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from mnemoscope.plans import Impact
from mnemoscope.records import RecordId
from mnemoscope_gui import look
from mnemoscope_gui.models.chain import proposed_rows
from mnemoscope_gui.models.replacement import sentence
from mnemoscope_gui.values import Copied, Replacement
from mnemoscope_gui.views.action_button import ActionButton
from mnemoscope_gui.views.chain import ChainView
from mnemoscope_gui.views.elided import ElidedLabel
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.views.impact import ImpactView
from mnemoscope_gui.wording import number, say

_TALLEST = 340
"""Of the chain as it would be, at 100 %; beyond, it scrolls."""


class ReplacementPanel(QFrame):
    """The sentence, the chain as it would be with its wording, the copies that can go along, and what it would do."""

    accepted = Signal()
    """Yes."""
    turned = Signal()
    """The other way round."""
    impact_requested = Signal()
    """What it would do to expectations and recalls is wanted."""
    tick_requested = Signal(object)
    """A copy is to go along, or not: its ``RecordId``."""
    left = Signal()
    """The person lets it be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("replacement")
        self._proposal: Replacement | None = None
        self._sentence, self._copies_line = QLabel(), ElidedLabel()
        self.chain = ChainView(say("replacement.name"), most=4, leads=False)
        self.impact = ImpactView()
        self._actions = {
            "accept": self._action(say("replacement.accept"), "Enter"),
            "turn": self._action(say("replacement.turn"), "T"),
            "impact": self._action(say("replacement.impact"), "I"),
            "leave": self._action(say("replacement.leave"), "Esc"),
        }
        self.buttons = {id: ActionButton(action) for id, action in self._actions.items()}
        self._lay_out()
        self._actions["accept"].triggered.connect(self.accepted)
        self._actions["turn"].triggered.connect(self.turned)
        self._actions["impact"].triggered.connect(self.toggle_impact)
        self._actions["leave"].triggered.connect(self.left)
        self.chain.tick_requested.connect(self.tick_requested)
        self.hide()

    def _action(self, text: str, key: str) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(key))  # for its button; the keys are taken below, as focus decides
        return action

    def _lay_out(self) -> None:
        self._sentence.setProperty("role", "title")
        self._sentence.setWordWrap(True)
        self._copies_line.setProperty("role", "muted")
        self.chain.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setMinimumWidth(look.CENTRE_MINIMUM)
        look.follow(self.chain, lambda chain: chain.setMaximumHeight(look.scaled(_TALLEST)))
        look.follow(self.impact, lambda impact: impact.setMaximumHeight(look.scaled(180)))
        self.impact.sentence.setContentsMargins(0, 0, 0, look.SPACE)
        self.impact.hide()
        row = Flow(spacing=look.SPACE * 2)
        for button in self.buttons.values():
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.PADDING, look.MARGIN, look.PADDING, look.MARGIN)
        column.setSpacing(look.SPACE * 2)
        column.addWidget(self._sentence)
        column.addWidget(self.chain)
        column.addWidget(self._copies_line)
        column.addWidget(self.impact)
        column.addLayout(row)

    # ------------------------------------------------------------ what is shown

    @property
    def text(self) -> str:
        """The sentence; empty while hidden."""
        return self._sentence.text() if not self.isHidden() else ""

    @property
    def copies_text(self) -> str:
        """What is said of copies."""
        return self._copies_line.text()

    def show_proposal(self, proposal: Replacement | None) -> None:
        """Ask whether this is to be done; ``None``: nothing is asked any more."""
        self._proposal = proposal
        self.impact.hide()
        if proposal is None:
            self.hide()
            return
        said = sentence(proposal.olders, proposal.newer, proposal.shorts)
        self._sentence.setText(said)
        self.setAccessibleName(said)
        self._actions["turn"].setEnabled(proposal.can_turn)
        self.show_copies(None, frozenset())
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def show_copies(self, copies: tuple[Copied, ...] | None, ticked: frozenset[RecordId]) -> None:
        """The copies that can go along; ``None`` while they are looked for."""
        if self._proposal is None:
            return
        cursor = self.chain.row
        self.chain.set_rows(proposed_rows(self._proposal, copies or (), ticked))
        if cursor is not None and (place := self.chain.rows.row_of(cursor.record.id)) is not None:
            self.chain.setCurrentIndex(self.chain.rows.index(place, 0))
        self._copies_line.setText(_copies_sentence(copies))
        count = len(self._proposal.olders) + len(ticked)
        text = (
            say("replacement.accept")
            if count == 1
            else say("replacement.accept.many", count=count, number=number(count))
        )
        self._actions["accept"].setText(text)
        self._actions["accept"].setEnabled(count > 0)
        self.impact.hide()

    def show_impact(self, impact: Impact) -> None:
        """What it would do."""
        self.impact.show_impact(impact)

    def toggle_impact(self) -> None:
        """Show what it would do, or hide it."""
        if not self.impact.isHidden():
            self.impact.hide()
            return
        self.impact.show_waiting()
        self.impact.show()
        self.impact_requested.emit()

    def take_focus(self) -> None:
        """The keys go here."""
        self.chain.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ------------------------------------------------------------ the keys

    def event(self, event: QEvent) -> bool:
        """Its keys are its own while it has the focus, whatever they mean in the window."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() in (Qt.Key.Key_T, Qt.Key.Key_I)
            and not event.modifiers()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focus = QApplication.focusWidget()
            if isinstance(focus, QPushButton) and self.isAncestorOf(focus):
                focus.click()
            else:
                self.accepted.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key == Qt.Key.Key_T and self._actions["turn"].isEnabled():
            self.turned.emit()
        elif key == Qt.Key.Key_I:
            self.toggle_impact()
        else:
            super().keyPressEvent(event)


def _copies_sentence(copies: tuple[Copied, ...] | None) -> str:
    if copies is None:
        return say("replacement.copies.looking")
    same = sum(copied.same for copied in copies)
    other = len(copies) - same
    parts = []
    if same:
        parts.append(say("replacement.copies.same", count=same, number=number(same)))
    if other:
        parts.append(say("replacement.copies.different", count=other, number=number(other)))
    return " ".join(parts) or say("replacement.copies.none")
