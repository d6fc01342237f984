"""*Measure*: what must come back, whether it does, and what ended it where it does not."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from mnemoscope_gui import look
from mnemoscope_gui.jobs import expectations as jobs
from mnemoscope_gui.panels.expectations import ExpectationsPanel
from mnemoscope_gui.panels.inspector import Lead
from mnemoscope_gui.state.expectations import Expectations
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Expected
from mnemoscope_gui.views.summary import Summary
from mnemoscope_gui.wording import number, say, spoken


class MeasurePlace(QObject):
    """Head, strip and body for the window's frame; what its list shows is looked at beside the question."""

    chosen = Signal()
    """Another expectation is current, or none."""
    open_requested = Signal(object)
    """An ``Expected`` is to be opened in Recall."""
    act_requested = Signal(int)
    """An act, where it stands in the history."""
    left = Signal()
    """Esc."""

    def __init__(self, session: Session, expectations: Expectations, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._expectations = session, expectations
        self._in_front = False
        self.panel, self.summary = ExpectationsPanel(), Summary()
        self.again = QPushButton(say("expected.again"))
        self.progress = _Progress()
        self.head, self.strip, self.body = QWidget(), QWidget(), QWidget()
        self.lead: Lead | None = None
        self._lay_out()
        self._wire()

    def _lay_out(self) -> None:
        self.strip.hide()
        self.again.setFixedHeight(look.Height.HEADER)
        head = QHBoxLayout(self.head)
        head.setContentsMargins(look.SPACE, 0, 0, 0)
        head.setSpacing(look.MARGIN)
        head.addWidget(self.progress, 1)
        head.addWidget(self.again)
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.MARGIN)
        column.addWidget(self.summary)
        column.addWidget(self.panel, 1)

    def _wire(self) -> None:
        expectations, panel = self._expectations, self.panel
        expectations.changed.connect(self._on_changed)
        expectations.progressed.connect(self.progress.show_progress)
        expectations.checked.connect(self._on_checked)
        self._session.opened.connect(self.progress.forget)
        self._session.acted.connect(lambda _: self._on_chosen(self.panel.selected))
        self.again.clicked.connect(self.refresh)
        panel.expectation_chosen.connect(self._on_chosen)
        panel.expectation_taken.connect(self.open_requested)
        panel.left.connect(self.left)
        self._on_changed()

    # ------------------------------------------------------------ the frame

    @property
    def areas(self) -> tuple[tuple[QWidget, QWidget], ...]:
        """The rows."""
        return ((self.panel, self.panel.view),)

    def take_focus(self) -> None:
        """The place comes to the front: its current row is looked at."""
        self._in_front = True
        self.panel.take_focus()
        self._on_chosen(self.panel.selected)

    def leave(self) -> None:
        """Another place comes to the front: the question's own record is looked at again."""
        self._in_front = False
        self._session.look_back()

    def step_back(self) -> None:
        """Esc from elsewhere: the rows have the focus; from the rows it leads back to Recall."""
        self.panel.take_focus()

    def refresh(self) -> None:
        """F5: ask every one again."""
        self._expectations.check_again()

    # ------------------------------------------------------------ commands

    @property
    def selected(self) -> Expected | None:
        """The current one, while the place is in front."""
        return self.panel.selected if self._in_front else None

    def remove(self) -> None:
        """No longer expect the current one."""
        if (row := self.selected) is not None:
            self._expectations.remove(row)

    def show_cause(self) -> None:
        """The act that ended it, where it stands in the history."""
        if (row := self.selected) is not None and row.act is not None:
            self.act_requested.emit(row.act.number)

    # ------------------------------------------------------------ what is shown

    def _on_changed(self) -> None:
        rows = self._expectations.rows
        self.summary.show_rows(rows)
        self.panel.show_rows(rows)
        self.again.setVisible(bool(rows))

    def _on_checked(self) -> None:
        self.progress.show_end(bool(self._expectations.rows))
        if self._in_front:
            self._on_chosen(self.panel.selected)  # the vault may be another: its explanation is too

    def _on_chosen(self, row: Expected | None) -> None:
        self.chosen.emit()
        if not self._in_front:
            return
        if row is None:
            self._session.look_beside(None)
        else:
            self._session.look_beside(row.record.id, partial(jobs.look_at, row.expectation, row.record.id))


class _Progress(QWidget):
    """How far a check is while it takes a while, and when the last one ended."""

    def __init__(self) -> None:
        super().__init__()
        self._text, self._bar = QLabel(), QProgressBar()
        self._text.setProperty("role", "muted")
        self._bar.setFixedWidth(160)
        self._bar.setTextVisible(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.MARGIN)
        row.addWidget(self._text)
        row.addWidget(self._bar)
        row.addStretch(1)
        self.forget()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def show_progress(self, done: int, total: int) -> None:
        """So many of so many."""
        self._text.setText(say("expected.progress", done=number(done), total=number(total), count=total))
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        self._bar.show()

    def show_end(self, anything: bool) -> None:
        """All are done."""
        self._bar.hide()
        time = spoken().clock(datetime.now().astimezone())
        self._text.setText(say("expected.checked", time=time) if anything else "")

    def forget(self) -> None:
        """Another vault."""
        self._bar.hide()
        self._text.clear()
