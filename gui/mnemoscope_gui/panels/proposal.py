"""The strip that asks before an act is carried out: what it would be, what it needs to know, what it would change."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.values import ActKind, Proposal, Terms
from mnemoscope_gui.views.act_forms import AppForm, DatesForm, ReasonForm, no_day
from mnemoscope_gui.views.action_button import KeyButton
from mnemoscope_gui.views.flow import Flow
from mnemoscope_gui.wording import number, say


class ProposalPanel(QFrame):
    """Enter carries the act out, Esc lets it be; only a forget wants its button pressed."""

    accepted = Signal(object)
    """The ``Terms``."""
    deactivation_requested = Signal()
    """Rather than forget."""
    dismissed = Signal(bool)
    """It is closed; whether the keys were in it."""
    terms_changed = Signal()
    """What is typed may change what the act would do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("acts")
        self.proposal: Proposal | None = None
        self._sentence, self._losses, self._impact = QLabel(), QLabel(), QLabel()
        self.reason, self.dates, self.app = ReasonForm(), DatesForm(), AppForm()
        self.go, self.instead = KeyButton(), KeyButton(say("propose.instead"))
        self.cancel = KeyButton(
            say("propose.cancel"), QKeySequence("Esc").toString(QKeySequence.SequenceFormat.NativeText)
        )
        self._lay_out()
        self.go.clicked.connect(self._accept)
        self.instead.clicked.connect(self.deactivation_requested)
        self.cancel.clicked.connect(self.dismiss)
        for form in (self.dates, self.app):
            form.changed.connect(self.terms_changed)
        self.hide()

    def _lay_out(self) -> None:
        for label, role in ((self._sentence, "head"), (self._losses, "meta"), (self._impact, "muted")):
            label.setProperty("role", role)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        flow = Flow(spacing=look.SPACE * 2)
        for widget in (self.reason, self.dates, self.app, self.go, self.instead, self.cancel, self.app.new):
            flow.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.MARGIN, look.SPACE * 2, look.MARGIN, look.SPACE * 2)
        column.setSpacing(look.SPACE + 2)
        column.addWidget(self._sentence)
        column.addWidget(self._losses)
        column.addLayout(flow)
        column.addWidget(self._impact)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    # ------------------------------------------------------------ asking

    def ask(self, proposal: Proposal, apps: Sequence[str], hidden: int = 0) -> None:
        """Ask about an act; ``apps`` are those that there are to move to, ``hidden`` records are out of sight."""
        self.proposal = proposal
        kind, forgets = proposal.kind, proposal.kind is ActKind.FORGET
        words = {"count": len(proposal.ids), "number": number(len(proposal.ids)), "record": proposal.short}
        aside = f" ({say('marked.hidden', count=hidden, number=number(hidden))})" if hidden else ""
        self._say(say(f"propose.{kind}", **words) + aside)
        self.go.show_text(say(f"propose.{kind}.go", **words), "" if forgets else say("key.enter"))
        self.reason.begin()
        self.dates.begin(proposal.record)
        self.app.begin(app for app in apps if proposal.record is None or app != proposal.record.app)
        self.reason.setVisible(kind is ActKind.DEACTIVATE)
        self.dates.setVisible(kind is ActKind.DATES)
        self.app.setVisible(kind is ActKind.MOVE)
        self.instead.setVisible(forgets)
        self.show_losses("")
        self.show_impact("")
        self.show()
        self.take_focus()

    def take_focus(self) -> None:
        """The keys go to what is asked for first; of a forget to the button that lets it be."""
        self.first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def first(self) -> QWidget:
        """What is asked for first."""
        forms: dict[ActKind | None, QWidget] = {
            ActKind.DEACTIVATE: self.reason.edit,
            ActKind.DATES: self.dates.valid_until,
            ActKind.MOVE: self.app.box,
            ActKind.FORGET: self.cancel,
        }
        return forms.get(self.proposal.kind if self.proposal else None, self.go)

    def show_losses(self, sentence: str) -> None:
        """What a forget would take away."""
        self._losses.setText(sentence)
        self._losses.setVisible(bool(sentence))

    def show_impact(self, sentence: str) -> None:
        """What would be answered otherwise, in a sentence."""
        self._impact.setText(sentence)
        self._impact.setVisible(bool(sentence))

    @property
    def act(self) -> str:
        """What would be done, in few words."""
        proposal = self.proposal
        return f"{self.go.said} {proposal.short}".strip() if proposal is not None else ""

    @property
    def text(self) -> str:
        """Everything that it says."""
        labels = (self._sentence, self._losses, self._impact)
        return "\n".join(label.text() for label in labels if not label.isHidden())

    @property
    def terms(self) -> Terms:
        """What a person has said so far. Raises ``ValueError`` with what is no day."""
        kind = self.proposal.kind if self.proposal is not None else None
        if kind is ActKind.DATES:
            return self.dates.terms
        if kind is ActKind.MOVE:
            return self.app.terms
        return self.reason.terms if kind is ActKind.DEACTIVATE else Terms()

    # ------------------------------------------------------------ answering

    def dismiss(self) -> None:
        """Let it be."""
        if self.proposal is not None:
            focus = QApplication.focusWidget()
            had_focus = focus is not None and self.isAncestorOf(focus)
            self.proposal = None
            self.hide()
            self.dismissed.emit(had_focus)

    def _accept(self) -> None:
        if self.proposal is None:
            return
        try:
            terms = self.terms
        except ValueError as error:
            self.show_impact(no_day(str(error)))
            return
        if self.proposal.kind is ActKind.MOVE and not terms.app:
            self.app.box.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.accepted.emit(terms)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focus = QApplication.focusWidget()
            if isinstance(focus, QPushButton) and self.isAncestorOf(focus):
                focus.click()
            else:
                self._accept()
        else:
            super().keyPressEvent(event)

    def _say(self, sentence: str) -> None:
        self._sentence.setText(sentence)
        self.setAccessibleName(sentence)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))
