"""*Doctor*: whether the vault is whole, what was found, and the repair of what is derived."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from mnemoscope.doctor import Check
from mnemoscope_gui import look
from mnemoscope_gui.models.doctor import check_entries, is_well, title
from mnemoscope_gui.panels.found import FoundPanel
from mnemoscope_gui.places.page import Page
from mnemoscope_gui.state.doctor import Doctor
from mnemoscope_gui.state.session import Session
from mnemoscope_gui.values import Course
from mnemoscope_gui.views.checkup import CheckupView
from mnemoscope_gui.views.entries import EntriesView
from mnemoscope_gui.wording import say


class DoctorPage(Page):
    """The verdict on top, the checks at the left, what the current one found at the right."""

    told = Signal(str)
    """It came to its end while another place was in front, and nothing is wrong: in a sentence."""
    warned = Signal(str)
    """Something is: in a sentence."""
    record_requested = Signal(object)
    """A ``RecordId``, to be looked at in Recall."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(say("page.doctor"), parent)
        self.doctor = Doctor(session, self)
        self.verdict, self.checks, self.found = CheckupView(), EntriesView(say("checkup.checks")), FoundPanel()
        self._was_running = False
        self._lay_out()
        self._wire()
        self._on_changed()

    def _lay_out(self) -> None:
        listed = QFrame()
        listed.setProperty("panel", True)
        inner = QVBoxLayout(listed)
        inner.setContentsMargins(1, look.SPACE, 1, look.SPACE)
        inner.addWidget(self.checks)
        row = QHBoxLayout()
        row.setSpacing(look.MARGIN)
        row.addWidget(listed, 2)
        row.addWidget(self.found, 3)
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.MARGIN)
        column.addWidget(self.verdict)
        column.addLayout(row, 1)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self.body)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._repair)

    def _wire(self) -> None:
        self.doctor.changed.connect(self._on_changed)
        self.verdict.examine_requested.connect(self._examine)
        self.verdict.repair_requested.connect(self._repair)
        self.verdict.stop_requested.connect(self._stop)
        self.checks.moved.connect(self._show_current)
        self.checks.taken.connect(self._open)
        self.checks.left.connect(self.left)
        self.found.record_requested.connect(self.record_requested)

    def add_actions(self, export: QAction, open: QAction) -> None:
        """The ways out of a damaged file."""
        self.found.add_action(open, say("checkup.open_backup"))
        self.found.add_action(export, say("checkup.export"))

    # ------------------------------------------------------------ the frame

    @property
    def first(self) -> QWidget:
        """The checks."""
        return self.checks

    @property
    def areas(self) -> tuple[tuple[QWidget, QWidget], ...]:
        """The head, the verdict, the checks, and what was found."""
        buttons = (self.verdict.repair, self.verdict.examine, self.verdict.stop)
        shown = next((button for button in buttons if not button.isHidden()), self.verdict.examine)
        return (
            (self.head, self.head.back),
            (self.verdict, shown),
            (self.checks, self.checks),
            (self.found, self.found.lines),
        )

    def take_focus(self) -> None:
        """The page comes to the front: what was not looked at yet is looked at."""
        super().take_focus()
        if self.doctor.checkup.course is Course.NEVER:
            self.doctor.examine()

    def refresh(self) -> None:
        """F5: look at everything again."""
        self._examine()

    def step_back(self) -> None:
        """Esc: to the checks, and from there out of the page."""
        focus = QApplication.focusWidget()
        if focus is not None and self.found.isAncestorOf(focus):
            self.checks.setFocus()
        else:
            super().step_back()

    # ------------------------------------------------------------ what is shown

    @property
    def current(self) -> Check:
        """The check that is current."""
        entry = self.checks.current
        return entry.key if entry is not None and isinstance(entry.key, Check) else next(iter(Check))

    def _on_changed(self) -> None:
        checkup = self.doctor.checkup
        self.verdict.show_checkup(checkup)
        self.checks.show_entries(check_entries(checkup))
        if self._was_running and not checkup.is_running:
            self._turn_to_finding(tuple(looked.check for looked in checkup.looked if looked.findings))
            self._tell_end()
        self._was_running = checkup.is_running
        self._show_current()

    def _turn_to_finding(self, found: tuple[Check, ...]) -> None:
        """Whoever looks at a check that is fine looks at the first that is not."""
        if found and self.current not in found:
            self.checks.setCurrentIndex(self.checks.entries.index(list(Check).index(found[0]), 0))

    def _tell_end(self) -> None:
        """Whoever waits for it elsewhere hears of it."""
        checkup = self.doctor.checkup
        if checkup.course is Course.DONE and not self.is_in_front:
            (self.told if is_well(checkup) else self.warned).emit(title(checkup))

    def _show_current(self) -> None:
        self.found.show_check(self.doctor.checkup, self.current)

    # ------------------------------------------------------------ what a person does

    def _examine(self) -> None:
        self.doctor.examine()
        self.checks.setFocus()

    def _repair(self) -> None:
        self.doctor.repair()
        self.checks.setFocus()

    def _stop(self) -> None:
        self.doctor.stop()
        self.checks.setFocus()

    def _open(self) -> None:
        """Enter on a check: to what it found."""
        if lines := self.found.lines.lines:
            first = next((at for at, line in enumerate(lines) if line.id is not None), 0)
            self.found.lines.setFocus()
            self.found.lines.setCurrentIndex(self.found.lines.model().index(first, 0))
